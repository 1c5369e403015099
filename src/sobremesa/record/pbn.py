"""Super Bridge in Portable Bridge Notation, the extra ranks declared.

Each deal is a board with the mandatory tags of PBN, an auction and a play section. Every rank is
one sign; the tag `Ranks` lists them from the highest: the letters of the superior cards, then `Z`
twelve, `E` eleven, `T` ten, and the figures. Tags that a reader does not know it passes over.

A claim that both defenders accepted is told by a play section that breaks off before the result;
one that was refused is not written. Other programs let anybody claim at any time: where
declarer could not have claimed here, the cards after their last turn are left out.

>>> import sobremesa
>>> match = sobremesa.game("super-bridge", deals=1).start(3)
>>> match.play("1N"), [match.play("pass") for _ in range(3)][-1]
(75, 68)
>>> read_pbn(pbn(match)).round.view(-1).data["contract"]
'1N'
"""

from __future__ import annotations

from typing import Any, Final

from sobremesa.core.errors import BadRecord, Refused
from sobremesa.core.game import Game, View, make_game
from sobremesa.core.match import Match
from sobremesa.core.numbers import whole
from sobremesa.record.board import NAMES, SEATS, Board, boards_in

GAME: Final = "super-bridge"
SUITS: Final = "SHDC"
FIGURES: Final = ["Z", "E", "T", *"987654321"]
LETTERS: Final = {"ro": [*"ARDVS"], "en": [*"AKQJM"]}
SPELT: Final = {"Z": "12", "E": "11", "T": "10"}
VULNERABLE: Final = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}
CALLS: Final = {"pass": "Pass", "X": "X", "XX": "XX"}
TRICKS: Final = 17
# The tags of a record that PBN has under the same name.
SHARED: Final = ("Event", "Site", "Date")


def has_pbn(game: Game) -> bool:
    """Tells whether matches of a game can be written as PBN."""
    return game.name == GAME


def pbn(match: Match, tags: dict[str, str] | None = None) -> str:
    """Writes all deals of a match of Super Bridge.

    :param tags: tags of a record, such as Event, Date, and Seat1 for the name of North.
    :raises BadRecord: if the match is of another game.
    """
    if not has_pbn(match.game):
        raise BadRecord("PBN is for Super Bridge, not for {game}", game=match.game.name)
    return "\n".join(
        _board(match.game, round.view(-1), round.opening(), round.number, tags or {}).text()
        for round in match.rounds()
    )


def board_of(view: View, tags: dict[str, str] | None = None) -> Board:
    """Writes the deal of a view as a board.

    :param tags: tags of a record, such as Seat1 for the name of North.
    :raises BadRecord: if the view does not show all hands.
    """
    opening = view.data["opening"]
    redealt = view.data["redealt"]
    deal = opening["redeals"][redealt - 1] if redealt else opening["hands"]
    if any(isinstance(hand, int) for hand in deal):
        raise BadRecord("the hands of this deal are not known")
    return _board(view.game, view, opening, view.data["number"], tags or {})


def _board(
    game: Game, view: View, opening: dict[str, Any], number: int, tags: dict[str, str]
) -> Board:
    data = view.data
    deal = opening["hands"]
    if data["redealt"]:
        deal = opening["redeals"][data["redealt"] - 1]
    # Letters that follow the language of a page are written as they are printed, in Romanian.
    ranks = LETTERS["en" if game.options["letters"] == "en" else "ro"] + FIGURES
    declarer = data["declarer"]
    passed = view.over and not data["contract"]
    unknown = "" if passed else "?"
    board = Board({name: tags[name] for name in SHARED if tags.get(name, "?") != "?"})
    board.tags |= {
        name: tags.get(f"Seat{SEATS.index(seat) + 1}", "?") for seat, name in NAMES.items()
    }
    board.tags |= {
        "Event": tags.get("Event", "Sobremesa"), "Board": str(number),
        "Dealer": SEATS[data["dealer"]], "Vulnerable": VULNERABLE[data["vulnerable"]],
        "Deal": "N:" + " ".join(_hand(hand) for hand in deal), "Scoring": "Super Bridge",
        "Ranks": " ".join(ranks),
        "Options": ",".join(
            f"{name}={value}" for name, value in game.chosen().items() if name != "passed_out"
        ) or "-",
        "Declarer": SEATS[declarer] if declarer >= 0 else unknown,
        "Contract": "Pass" if passed else (
            data["contract"].replace("N", "NT") if declarer >= 0 else "?"
        ),
        "Result": str(data["won"][declarer % 2]) if view.over and declarer >= 0 else unknown,
        "Auction": SEATS[data["dealer"]],
    }
    board.sections["Auction"] = _auction(data)
    if declarer >= 0:
        board.tags["Play"] = SEATS[(declarer + 1) % 4]
        board.sections["Play"] = _play(data, view.over)
    return board


def _hand(hand: list[str]) -> str:
    """Writes a hand: spades, hearts, diamonds, clubs, each from the highest."""
    return ".".join(
        "".join(sorted(
            (_sign(name) for name in hand if name[0] == suit), key=_place
        )) for suit in SUITS
    )


def _sign(name: str) -> str:
    rank = name[1:]
    return {spelt: sign for sign, spelt in SPELT.items()}.get(rank, rank)


def _place(sign: str) -> int:
    for letters in LETTERS.values():
        if sign in letters:
            return letters.index(sign)
    return 5 + FIGURES.index(sign)


def _auction(data: dict[str, Any]) -> list[str]:
    calls = [CALLS.get(call, call.replace("N", "NT")) for _, call in data["calls"]]
    return calls if data["stage"] != "auction" or data["over"] else [*calls, "*"]


def _play(data: dict[str, Any], over: bool) -> list[str]:
    """Writes the cards of each trick, in the order of the seats of the first one."""
    first = (data["declarer"] + 1) % 4
    words: list[str] = []
    trick = [data["trick"]] if data["trick"]["pieces"] else []
    for one in [*data["tricks"], *trick]:
        row = ["-", "-", "-", "-"]
        for place, name in enumerate(one["pieces"]):
            row[(one["leader"] + place - first) % 4] = name[0] + _sign(name)
        words += row
    return words if over and len(data["tricks"]) == TRICKS else [*words, "*"]


def read_pbn(text: str) -> Match:
    """Reads boards of Super Bridge and plays them through.

    :raises BadRecord: where a board cannot be read, breaks the rules or contradicts itself.
    """
    return _match(boards_in(text))


def pbn_tags(text: str) -> dict[str, str]:
    """Reads who played, when and where, as the tags of a record.

    :raises BadRecord: where a board cannot be read.
    """
    board = boards_in(text)[0]
    tags = {name: board.tag(name) for name in SHARED}
    tags |= {f"Seat{SEATS.index(seat) + 1}": board.tag(name) for seat, name in NAMES.items()}
    return {name: value for name, value in tags.items() if value}


def _match(boards: list[Board]) -> Match:
    game = _game(boards)
    match: Match | None = None
    for place, board in enumerate(boards):
        number = board.number(place + 1)
        try:
            opening = _opening(board, number)
            if match is None:
                match = Match(game, deal=opening)
            else:
                _check_row(match, number)
                opening["before"] = match.scores
                match.next_round(opening)
            _play_board(match, board)
        except BadRecord as refused:
            raise BadRecord("board {board}: {reason}", board=number, reason=refused) from refused
        except Refused as refused:
            raise BadRecord("board {board}: {reason}", board=number, reason=refused) from refused
    assert match is not None
    return match


def _check_row(match: Match, number: int) -> None:
    """The boards of a match come one after the other, each played to its end."""
    before = int(match.round.number)
    if number != before + 1:
        raise BadRecord("it follows board {before}: a match has its boards in a row", before=before)
    if not match.round.over:
        raise BadRecord("board {before} before it is not finished", before=before)


def _game(boards: list[Board]) -> Game:
    options: dict[str, Any] = {}
    for pair in boards[0].tags.get("Options", "-").split(","):
        name, equals, value = pair.partition("=")
        if equals:
            options[name.strip()] = value.strip()
    ranks = boards[0].tags.get("Ranks", "").split()
    if "letters" not in options and ranks[:5] == LETTERS["en"]:
        options["letters"] = "en"
    if "Options" not in boards[0].tags and any(_breaks_off(board) for board in boards):
        options["claims"] = True
    deals = whole(options.get("deals", "4"), 1)
    last = max(board.number(place + 1) for place, board in enumerate(boards))
    # A number that is none is refused by the game, which names its bounds.
    if deals is not None:
        options["deals"] = max(last, deals)
    try:
        return make_game(GAME, options)
    except Refused as refused:
        raise BadRecord("{reason}", reason=refused) from refused


def _breaks_off(board: Board) -> bool:
    """Tells whether a board has a result but not all its cards, and will not get them."""
    return (
        board.tag("Result") != "" and not board.goes_on() and len(_cards(board)) < 4 * TRICKS
    )


def _cards(board: Board) -> list[str]:
    return [word for word in board.sections["Play"] if word not in ("*", "-", "+")]


def _opening(board: Board, number: int) -> dict[str, Any]:
    """Reads dealer and deal, which may begin with any seat."""
    dealer = board.dealer() or "S"
    board.check_deal()
    start, _, rest = board.tags["Deal"].partition(":")
    hands = rest.split()
    if start.strip().upper() not in [*SEATS] or len(hands) != 4:
        raise BadRecord("the deal is written N:, then four hands")
    first = SEATS.index(start.strip().upper())
    dealt: list[list[str]] = [[], [], [], []]
    for place, hand in enumerate(hands):
        suits = hand.split(".")
        if len(suits) != 4:
            raise BadRecord("a hand has four suits, as AR.9.T.1")
        dealt[(first + place) % 4] = [
            suit + SPELT.get(sign, sign) for suit, signs in zip(SUITS, suits, strict=True)
            for sign in signs.upper()
        ]
    if [len(hand) for hand in dealt] == [13] * 4:
        raise BadRecord("it has 52 cards, and Super Bridge has 68")
    return {"number": number, "first": SEATS.index(dealer), "hands": dealt}


def _play_board(match: Match, board: Board) -> None:
    """Plays the calls and the cards of a board, and the claim that ended it."""
    told = board.vulnerable()
    known = match.view(-1).data["vulnerable"]
    if told not in ("", known):
        raise BadRecord(
            "deal {number} is vulnerable {known}, not {told}", number=int(match.round.number),
            known=VULNERABLE[known], told=VULNERABLE[told],
        )
    for call in board.calls():
        if call.upper() == "AP":
            while not match.round.over and match.view(-1).data["stage"] == "auction":
                match.play("pass")
        else:
            match.play(call)
    if not match.round.over and match.view(-1).data["stage"] == "auction":
        if _cards(board):
            raise BadRecord("there is play, but no auction that ended")
        return
    _check_contract(match, board)
    _play_cards(match, board)


def _check_contract(match: Match, board: Board) -> None:
    """Compares what the tags say with what came of the auction."""
    data = match.view(-1).data
    contract = data["contract"] or "Pass"
    told = board.tag("Contract").upper().replace("NT", "N").replace(" ", "")
    if told not in ("", contract.upper()):
        raise BadRecord(
            "Contract says {told}, and the auction ended in {contract}",
            told=board.tag("Contract"), contract=contract,
        )
    declarer = SEATS[data["declarer"]] if data["declarer"] >= 0 else ""
    told = board.tag("Declarer").upper().removeprefix("^")
    if told not in ("", declarer):
        raise BadRecord(
            "Declarer says {told}, and by the auction it is {declarer}", told=told,
            declarer=declarer or "nobody",
        )


def _play_cards(match: Match, board: Board) -> None:
    """Plays the rows of the play section, each from the hand that leads it, then the claim."""
    if match.round.over:
        return
    first = (match.view(-1).data["declarer"] + 1) % 4
    told = board.tags.get("Play", "?").strip().upper()
    if told in [*SEATS] and SEATS.index(told) != first:
        raise BadRecord("the play begins with {told}, but {seat} leads", told=told,
                        seat=SEATS[first])
    words = [word for word in board.sections["Play"] if word != "*"]
    cards = list(_in_order(match, words, first))
    declarer = match.view(-1).data["declarer"]
    result = board.result(SEATS[declarer], TRICKS)
    if result is None:
        return
    if not match.round.over and cards and not board.goes_on():
        _claim(match, result)
    if match.round.over or board.goes_on():
        _check_result(match, result)


def _in_order(match: Match, words: list[str], first: int) -> list[str]:
    """Plays the cards of the rows as far as they go."""
    played: list[str] = []
    for row in range(0, len(words), 4):
        cards = words[row : row + 4]
        for _ in range(4):
            data = match.view(-1).data
            column = (data["hand"] - first) % 4
            if match.round.over or column >= len(cards) or cards[column] in ("-", "+"):
                return played
            name = cards[column].upper()
            match.play(name[0] + SPELT.get(name[1:], name[1:]))
            played.append(name)
    return played


def _claim(match: Match, tricks: int) -> None:
    """Lets declarer claim, at their last turn if it is not theirs now."""
    while match.turn != match.view(-1).data["declarer"] and _is_open(match):
        match.take_back(1)
    if not _is_open(match):
        return
    data = match.view(-1).data
    claimed = tricks - data["won"][data["declarer"] % 2]
    if not 0 <= claimed <= TRICKS - len(data["tricks"]):
        raise BadRecord(
            "Result says {told}, which declarer cannot have taken after {won} of {played} tricks",
            told=tricks, won=data["won"][data["declarer"] % 2], played=len(data["tricks"]),
        )
    for move in (f"claim={claimed}", "accept", "accept"):
        match.play(move)


def _is_open(match: Match) -> bool:
    data = match.view(-1).data
    return bool(data["tricks"] or data["trick"]["pieces"])


def _check_result(match: Match, told: int) -> None:
    """Compares the result with what was taken."""
    data = match.view(-1).data
    taken = data["won"][data["declarer"] % 2]
    if told != taken:
        raise BadRecord(
            "Result says {told}, and declarer took {taken}", told=told, taken=taken
        )
