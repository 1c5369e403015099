"""Super Bridge in Portable Bridge Notation, the extra ranks declared.

Each deal is a board with the tags of PBN (Board, Dealer, Vulnerable, Deal, Contract, Declarer,
Result), an auction and a play section. Every rank is one sign; the tag `Ranks` lists them from the
highest: the letters of the superior cards, then `Z` twelve, `E` eleven, `T` ten, and the figures.
Tags that a reader does not know it passes over. A claim that both defenders accepted is told by a
play section that breaks off before the result; one that was refused is not written.

>>> import sobremesa
>>> match = sobremesa.game("super-bridge", deals=1).start(3)
>>> match.play("1N"), [match.play("pass") for _ in range(3)][-1]
(75, 68)
>>> read_pbn(pbn(match)).round.view(-1).data["contract"]
'1N'
"""

from __future__ import annotations

import re
from typing import Any, Final

from sobremesa.core.errors import BadRecord, Refused
from sobremesa.core.game import Game, View, make_game
from sobremesa.core.match import Match
from sobremesa.core.numbers import whole
from sobremesa.record.scanning import Word, scan

GAME: Final = "super-bridge"
SEATS: Final = "NESW"
SUITS: Final = "SHDC"
FIGURES: Final = ["Z", "E", "T", *"987654321"]
LETTERS: Final = {"ro": [*"ARDVS"], "en": [*"AKQJM"]}
SPELT: Final = {"Z": "12", "E": "11", "T": "10"}
VULNERABLE: Final = {"none": "None", "NS": "NS", "EW": "EW", "both": "All"}
CALLS: Final = {"pass": "Pass", "X": "X", "XX": "XX"}

FROM_A_SEAT: Final = re.compile(r'\[\s*+Deal\s++"[NESWnesw]:')
NOTE: Final = re.compile(r"=\d++=|\$\d++|[!?]++")
TRICKS: Final = 17
# More boards than a match has that people play.
MOST_BOARDS: Final = 1000


def has_pbn(game: Game) -> bool:
    """Tells whether matches of a game can be written as PBN."""
    return game.name == GAME


def is_pbn(text: str) -> bool:
    """Tells whether a text looks like PBN: it has a deal from a seat."""
    return FROM_A_SEAT.search(text) is not None


def pbn(match: Match) -> str:
    """Writes all deals of a match of Super Bridge.

    :raises BadRecord: if the match is of another game.
    """
    if not has_pbn(match.game):
        raise BadRecord("PBN is for Super Bridge, not for {game}", game=match.game.name)
    return "\n".join(_board(match.game, round.view(-1), round.opening(), round.number)
                     for round in match.rounds())


def _board(game: Game, view: View, opening: dict[str, Any], number: int) -> str:
    data = view.data
    deal = opening["hands"]
    if data["redealt"]:
        deal = opening["redeals"][data["redealt"] - 1]
    # Letters that follow the language of a page are written as they are printed, in Romanian.
    ranks = LETTERS["en" if game.options["letters"] == "en" else "ro"] + FIGURES
    tags = {
        "Event": "Sobremesa", "Board": str(number), "Dealer": SEATS[data["dealer"]],
        "Vulnerable": VULNERABLE[data["vulnerable"]],
        "Deal": "N:" + " ".join(_hand(hand) for hand in deal),
        "Ranks": " ".join(ranks),
        "Options": ",".join(
            f"{name}={value}" for name, value in game.chosen().items() if name != "passed_out"
        ) or "-",
        "Declarer": SEATS[data["declarer"]] if data["declarer"] >= 0 else "",
        "Contract": data["contract"].replace("N", "NT") or ("Pass" if view.over else ""),
        "Result": str(data["won"][data["declarer"] % 2]) if view.over and data["contract"] else "",
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    lines += _auction(data)
    if data["declarer"] >= 0:
        lines += _play(data, view.over)
    return "\n".join(lines) + "\n"


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
    rows = [" ".join(calls[place : place + 4]) for place in range(0, len(calls), 4)]
    open_end = [] if data["stage"] != "auction" or data["over"] else ["*"]
    return [f'[Auction "{SEATS[data["dealer"]]}"]', *rows, *open_end]


def _play(data: dict[str, Any], over: bool) -> list[str]:
    """Writes a row for each trick, its columns in the order of the first one."""
    first = (data["declarer"] + 1) % 4
    rows: list[str] = []
    trick = [data["trick"]] if data["trick"]["pieces"] else []
    for one in [*data["tricks"], *trick]:
        row = ["-", "-", "-", "-"]
        for place, name in enumerate(one["pieces"]):
            row[(one["leader"] + place - first) % 4] = name[0] + _sign(name)
        rows.append(" ".join(row))
    ended = over and len(data["tricks"]) == TRICKS
    return [f'[Play "{SEATS[first]}"]', *rows, *([] if ended else ["*"])]


def read_pbn(text: str) -> Match:
    """Reads boards of Super Bridge and plays them through.

    :raises BadRecord: where a board cannot be read or breaks the rules.
    """
    boards = _boards(text)
    if not boards:
        raise BadRecord("there is no board with a deal in this PBN")
    if len(boards) > MOST_BOARDS:
        raise BadRecord(
            "there are {count} boards; {most} is the most that can be read",
            count=len(boards), most=MOST_BOARDS,
        )
    game = _game(boards)
    match: Match | None = None
    for place, board in enumerate(boards):
        opening = _opening(board, place + 1)
        try:
            if match is None:
                match = Match(game, deal=opening)
            else:
                opening["before"] = match.scores
                match.next_round(opening)
            _play_board(match, board)
        except BadRecord:
            raise
        except Refused as refused:
            raise BadRecord("board {board}: {reason}", board=place + 1, reason=refused) from refused
    assert match is not None
    return match


class Board:
    """The tags of a board, and the words of its auction and its play."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.sections: dict[str, list[str]] = {"Auction": [], "Play": []}


def _boards(text: str) -> list[Board]:
    found: list[Board] = []
    section = ""
    for piece in scan(text, variations=False):
        if isinstance(piece, Word):
            if section in ("Auction", "Play") and not NOTE.fullmatch(piece.text):
                found[-1].sections[section].append(piece.text)
            continue
        section = piece.name
        if section == "Event" or not found or (section == "Board" and "Deal" in found[-1].tags):
            found.append(Board())
        found[-1].tags[section] = piece.value
    return [board for board in found if "Deal" in board.tags]


def _game(boards: list[Board]) -> Game:
    options: dict[str, Any] = {}
    for pair in boards[0].tags.get("Options", "-").split(","):
        name, equals, value = pair.partition("=")
        if equals:
            options[name.strip()] = value.strip()
    ranks = boards[0].tags.get("Ranks", "").split()
    if "letters" not in options and ranks[:5] == LETTERS["en"]:
        options["letters"] = "en"
    deals = whole(options.get("deals", "4"), 1)
    # A number that is none is refused by the game, which names its bounds.
    if deals is not None:
        options["deals"] = max(len(boards), deals)
    try:
        return make_game(GAME, options)
    except Refused as refused:
        raise BadRecord("{reason}", reason=refused) from refused


def _opening(board: Board, number: int) -> dict[str, Any]:
    """Reads dealer and deal, which may begin with any seat."""
    dealer = board.tags.get("Dealer", "S")[:1].upper()
    start, _, rest = board.tags["Deal"].partition(":")
    hands = rest.split()
    if dealer not in [*SEATS] or start.upper() not in [*SEATS] or len(hands) != 4:
        raise BadRecord("board {board}: the deal is written N:, then four hands", board=number)
    first = SEATS.index(start.upper())
    dealt: list[list[str]] = [[], [], [], []]
    for place, hand in enumerate(hands):
        suits = hand.split(".")
        if len(suits) != 4:
            raise BadRecord("board {board}: a hand has four suits, as AR.9.T.1", board=number)
        dealt[(first + place) % 4] = [
            suit + SPELT.get(sign, sign) for suit, signs in zip(SUITS, suits, strict=True)
            for sign in signs.upper()
        ]
    return {"number": number, "first": SEATS.index(dealer), "hands": dealt}


def _play_board(match: Match, board: Board) -> None:
    """Plays the calls and the cards of a board, and the claim that ended it."""
    told = board.tags.get("Vulnerable", "")
    known = VULNERABLE[match.view(-1).data["vulnerable"]]
    same = {"": known, "-": known, "None": "None", "Love": "None", "Both": "All"}
    if same.get(told, told) != known:
        raise BadRecord(
            "deal {number} is vulnerable {known}, not {told}",
            number=int(match.round.number), known=known, told=told,
        )
    for call in board.sections["Auction"]:
        if call == "*":
            return
        if call.upper() == "AP":
            while not match.round.over and match.view(-1).data["stage"] == "auction":
                match.play("pass")
        else:
            match.play(call)
    _play_cards(match, [word for word in board.sections["Play"] if word != "*"])
    result = whole(board.tags.get("Result", ""), 0, TRICKS)
    if not match.round.over and result is not None:
        _claim(match, result)


def _play_cards(match: Match, words: list[str]) -> None:
    """Plays the rows of the play section, each from the hand that leads it."""
    if match.round.over:
        return
    first = (match.view(-1).data["declarer"] + 1) % 4
    for row in range(0, len(words), 4):
        cards = words[row : row + 4]
        for _ in range(4):
            data = match.view(-1).data
            column = (data["hand"] - first) % 4
            if match.round.over or column >= len(cards) or cards[column] in ("-", "+"):
                return
            name = cards[column].upper()
            match.play(name[0] + SPELT.get(name[1:], name[1:]))


def _claim(match: Match, tricks: int) -> None:
    data = match.view(-1).data
    claimed = tricks - data["won"][data["declarer"] % 2]
    for move in (f"claim={claimed}", "accept", "accept"):
        match.play(move)
