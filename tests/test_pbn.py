"""Super Bridge in Portable Bridge Notation, there and back."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import BadRecord, Match, Rng
from sobremesa.record import boards_in, is_pbn, opened, pbn, read_pbn, write
from sobremesa.record.board import MANDATORY, contract_called


def played(seed: int, spec: str, moves: int = 1000) -> Match:
    """Plays a match at random, at most so many moves of its last deal."""
    match = sobremesa.game(spec).start(seed)
    rng = Rng(seed)
    while not match.over and moves:
        if match.round.over:
            match.next_round()
        while not match.round.over and moves:
            choices = match.round.moves()
            match.play(choices[int(rng.below(len(choices)))])
            moves -= 1
    return match


def told(match: Match) -> list[object]:
    """Gives what PBN tells of a match: deals, calls, tricks, results."""
    return [
        [[sorted(hand) for hand in hands], data["calls"], data["tricks"],
         data["trick"], data["contract"], data["declarer"], data["won"], data["over"]]
        for data, hands in (
            (round.view(-1).data, round.opening()["hands"]) for round in match.rounds()
        )
    ]


def there_and_back(match: Match) -> None:
    text = pbn(match)
    assert is_pbn(text)
    again = read_pbn(text)
    assert told(again) == told(match)
    assert [round.points() for round in again.rounds()] == [
        round.points() for round in match.rounds()
    ]
    assert pbn(again) == text


@pytest.mark.parametrize("part", range(4))
def test_a_thousand_random_deals_come_back(part: int) -> None:
    for seed in range(250 * part, 250 * part + 250):
        letters = "en" if seed % 2 else "ro"
        there_and_back(played(seed, f"super-bridge(deals=1,letters={letters})"))


def test_a_match_of_several_deals_comes_back() -> None:
    there_and_back(played(3, "super-bridge(deals=5,vulnerability=chicago,first_dealer=0)"))


@pytest.mark.parametrize("moves", [0, 3, 60, 70])
def test_an_unfinished_deal_comes_back(moves: int) -> None:
    there_and_back(played(8, "super-bridge(deals=1)", moves=moves))


def test_a_claim_comes_back_as_the_result() -> None:
    match = sobremesa.game("super-bridge(deals=1,claims=true)").start(2)
    for move in ("1N", "pass", "pass", "pass"):
        match.play(move)
    match.play(match.round.moves()[0])
    for move in ("claim=11", "accept", "accept"):
        match.play(move)
    assert '[Result "11"]' in pbn(match)
    there_and_back(match)


def test_extra_ranks_are_declared() -> None:
    match = sobremesa.game("super-bridge(letters=en)").start(1)
    assert '[Ranks "A K Q J M Z E T 9 8 7 6 5 4 3 2 1"]' in pbn(match)
    assert '[Ranks "A R D V S Z E T 9' in pbn(sobremesa.game("super-bridge").start(1))


def test_a_deal_may_begin_with_any_seat_and_all_pass_is_short() -> None:
    match = sobremesa.game("super-bridge").start(4)
    deal = next(line for line in pbn(match).splitlines() if line.startswith('[Deal "'))
    hands = deal.removeprefix('[Deal "N:').removesuffix('"]').split()
    text = f'[Dealer "S"]\n[Deal "S:{hands[2]} {hands[3]} {hands[0]} {hands[1]}"]\n'
    text += '[Auction "S"]\n1C {a comment} X =1= 1S ! AP\n'
    again = read_pbn(text)
    data = again.view(-1).data
    assert (data["contract"], data["declarer"]) == ("1S", 0)
    assert [sorted(hand) for hand in again.round.opening()["hands"]] == [
        sorted(hand) for hand in match.round.opening()["hands"]
    ]


@pytest.mark.parametrize(("text", "reason"), [
    ("", "no board"),
    ('[Deal "N:A.R.D.V"]', "four hands"),
    ('[Deal "N:A.R.D A.R.D A.R.D A.R.D"]', "four suits"),
    ('[Deal "N:A.R.D.V A.R.D.V A.R.D.V A.R.D.V"]', "twice"),
])
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        read_pbn(text)


def test_a_call_against_the_law_is_refused_with_its_board() -> None:
    text = pbn(sobremesa.game("super-bridge").start(1)).replace("\n*", "\n1S 1C *")
    with pytest.raises(BadRecord, match=r"board 1: 1C is not above 1S \(BRIDGE-15\)"):
        read_pbn(text)


def test_a_wrong_vulnerability_is_refused() -> None:
    text = pbn(sobremesa.game("super-bridge").start(1)).replace('"None"', '"All"')
    with pytest.raises(BadRecord, match="deal 1 is vulnerable None, not All"):
        read_pbn(text)


def test_other_games_have_no_pbn() -> None:
    with pytest.raises(BadRecord, match="not for block"):
        pbn(sobremesa.game("block").start(1))


def one_no_trump(seed: int, cards: int, claims: bool = False) -> Match:
    """Plays so many cards, each the first that may be, in 1NT by the dealer."""
    match = sobremesa.game("super-bridge", deals=1, claims=claims).start(seed)
    for move in ("1N", "pass", "pass", "pass"):
        match.play(move)
    for _ in range(cards):
        match.play(match.round.moves()[0])
    return match


def without(text: str, *names: str) -> str:
    return "\n".join(
        line for line in text.splitlines() if not line.startswith(tuple(f"[{n} " for n in names))
    )


def test_names_and_all_mandatory_tags_go_there_and_back() -> None:
    match = one_no_trump(1, 68)
    tags = {"Event": "Spring", "Site": "Lima", "Date": "2026.11.16", "Seat1": 'Ana "A"',
            "Seat2": "Ben", "Seat3": "Cleo", "Seat4": "Dan"}
    text = pbn(match, tags)
    assert [line.split()[0][1:] for line in text.splitlines()[:15]] == MANDATORY
    again, kept = opened(text)
    assert kept == tags and told(again) == told(match)
    from_record, also = opened(write(match, tags=tags))
    assert also["Seat1"] == 'Ana "A"' and pbn(from_record, also) == text


def test_a_single_board_keeps_its_number_and_its_vulnerability() -> None:
    text = pbn(one_no_trump(1, 68)).replace('[Board "1"]', '[Board "7"]')
    text = text.replace('[Vulnerable "None"]', '[Vulnerable "EW"]')
    match = read_pbn(text)
    assert match.round.number == 7 and match.over
    assert match.view(-1).data["vulnerable"] == "EW"


def test_boards_that_do_not_follow_each_other_are_refused() -> None:
    one, two = pbn(one_no_trump(1, 68)), pbn(one_no_trump(2, 68))
    two = two.replace('[Board "1"]', '[Board "3"]').replace('"None"', '"EW"')
    with pytest.raises(BadRecord, match="board 3: it follows board 1"):
        read_pbn(f"{one}\n{two}")


def test_a_tag_may_say_that_it_is_as_before() -> None:
    two = pbn(played(3, "super-bridge(deals=2,first_dealer=0)"), {"Event": "Spring"})
    again = two.replace('[Event "Spring"]', '[Event "#"]').replace('"#"', '"Spring"', 1)
    assert [board.tags["Event"] for board in boards_in(again)] == ["Spring", "Spring"]


@pytest.mark.parametrize(("old", "new", "reason"), [
    ('Contract "1NT"', 'Contract "2NT"', "Contract says 2NT, and the auction ended in 1N"),
    ('Declarer "S"', 'Declarer "N"', "Declarer says N, and by the auction it is S"),
    ('Result "9"', 'Result "8"', "Result says 8, and declarer took 9"),
    ('Result "9"', 'Result "EW 9"', "Result says 8, and declarer took 9"),
    ('Result "9"', 'Result "18"', "Result says 18, and there are 17 tricks"),
    ('Result "9"', 'Result "+1"', r"Result says \+1: it counts the tricks that declarer took"),
    ('Dealer "S"', 'Dealer "Q"', "Q is no dealer: say N, E, S or W"),
    ('Play "W"', 'Play "N"', "the play begins with N, but W leads"),
    ('Auction "S"', 'Auction "N"', "the auction begins with N, who does not deal"),
    ('Vulnerable "None"', 'Vulnerable "Some"', "Some is no vulnerability"),
])
def test_contradictions_are_refused_by_name(old: str, new: str, reason: str) -> None:
    text = pbn(one_no_trump(1, 68))
    assert old in text
    with pytest.raises(BadRecord, match=f"board 1: {reason}"):
        read_pbn(text.replace(old, new))


def test_an_auction_without_play_is_read() -> None:
    text = pbn(one_no_trump(1, 0))
    match = read_pbn(text[:text.index("[Play")])
    assert match.view(-1).data["stage"] == "play" and pbn(match) == text


def test_play_without_an_auction_is_refused() -> None:
    text = pbn(one_no_trump(1, 9))
    begin, end = text.index("[Auction"), text.index("[Play")
    with pytest.raises(BadRecord, match="play, but no auction"):
        read_pbn(text[:begin] + text[end:])


@pytest.mark.parametrize("cards", range(5, 13))
def test_partial_play_with_a_result_is_a_claim_at_declarers_last_turn(cards: int) -> None:
    text = without(pbn(one_no_trump(1, cards)), "Options")
    match = read_pbn(text.replace('[Result "?"]', '[Result "9"]'))
    data = match.view(-1).data
    assert match.round.over and data["won"][0] == 9
    assert sum(len(trick["pieces"]) for trick in [*data["tricks"], data["trick"]]) <= cards


def test_a_claim_that_cannot_be_is_refused() -> None:
    text = without(pbn(one_no_trump(1, 60)), "Options")
    won = one_no_trump(1, 60).view(-1).data["won"][0]
    wrong = 17 if won < 13 else 0
    with pytest.raises(BadRecord, match=f"Result says {wrong}, which declarer cannot"):
        read_pbn(text.replace('[Result "?"]', f'[Result "{wrong}"]'))


def test_bridge_of_52_cards_is_no_super_bridge_but_its_boards_are_read() -> None:
    text = (
        '[Event "?"]\n[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n[Deal "N:AKQJT98765432... '
        '.AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
    )
    board = boards_in(text)[0]
    assert (board.number(1), board.vulnerable(), board.tag("Event")) == (2, "NS", "")
    with pytest.raises(BadRecord, match="board 2: it has 52 cards"):
        read_pbn(text)


@pytest.mark.parametrize(("old", "new"), [
    ('Vulnerable "None"', 'Vulnerable "none"'),
    ('Result "9"', 'Result "NS 9"'),
    ('Result "9"', 'Result "EW 8 NS 9"'),
    # What people agreed on by mistake.
    ('Result "9"', 'Result "^8"'),
    ("1NT Pass", "1NT!? =1= Pass $2"),
    ("1NT Pass", "1NT=12=$25 Pass"),
    # A table of calls with West in the first column.
    ('[Auction "S"]\n', '[Auction "W"]\n- - -\n'),
    ('[Dealer "S"]\n', ""),
    ('[Contract "1NT"]\n', '[Contract "1NT"]\n[Contract "2NT"]\n'),
    ("[Play", '[Note "1:fifteen"]\n% [Play "N"]\n; [Play "N"]\n[Play'),
])
def test_what_pbn_allows_changes_nothing(old: str, new: str) -> None:
    match = one_no_trump(1, 68)
    text = pbn(match)
    assert old in text and match.view(-1).data["won"][0] == 9
    for odd in (text.replace(old, new), text.replace(old, new).replace("\n", "\r\n")):
        assert told(read_pbn("\ufeff% PBN 2.1\n" + odd)) == told(match)


def test_play_that_is_to_go_on_has_a_result_so_far() -> None:
    match = one_no_trump(1, 12)
    won = match.view(-1).data["won"][0]
    text = without(pbn(match), "Options").replace("*", "+")
    for result in ("?", won):
        again = read_pbn(text.replace('[Result "?"]', f'[Result "{result}"]'))
        assert told(again) == told(match) and not again.round.over
    with pytest.raises(BadRecord, match=f"Result says {won + 1}, and declarer took {won}"):
        read_pbn(text.replace('[Result "?"]', f'[Result "{won + 1}"]'))
    auction = pbn(one_no_trump(1, 0))
    open_auction = auction[:auction.index("[Play")].replace("Pass Pass Pass", "Pass +")
    assert len(read_pbn(without(open_auction, "Contract", "Declarer")).view(-1).data["calls"]) == 2


def test_a_hand_that_is_not_told_is_refused_by_its_seat() -> None:
    with pytest.raises(BadRecord, match="board 1: the hand of W is not told"):
        read_pbn('[Deal "E:AK.. .AK. - ..AK."]')


def test_a_value_can_be_that_of_all_boards_from_there_on() -> None:
    deal = '[Deal "N:A... K... Q... J..."]\n'
    texts = [
        f'[Event "##Spring"]\n[Site "Lima"]\n[Board "1"]\n{deal}',
        f'[Board "2"]\n[Site "#"]\n{deal}', f'[Event "Autumn"]\n[Board "3"]\n{deal}',
        f'[Board "4"]\n[Event "#"]\n{deal}', f'[Board "5"]\n[Site "#"]\n{deal}', deal,
    ]
    for between in ("", "\n"):
        found = boards_in(between.join(texts))
        assert [board.number(place) for place, board in enumerate(found, 1)] == [1, 2, 3, 4, 5, 6]
        assert [board.tag("Event") for board in found] == [
            "Spring", "Spring", "Autumn", "Autumn", "Spring", "Spring",
        ]
        assert [board.tag("Site") for board in found] == ["Lima", "Lima", "", "", "Lima", ""]


@pytest.mark.parametrize(("calls", "ended"), [
    ("Pass 1S Pass 2S Pass 4S AP", ("4S", "E")),
    ("1H 1S 2H 2S X XX Pass Pass Pass", ("2SXX", "E")),
    ("1h x xx ap", ("1HXX", "N")),
    ("1H Pass Pass", None),
    ("Pass Pass Pass Pass", ("PASS", "")),
    ("1H ^S 2H AP", None),
])
def test_what_an_auction_came_to(calls: str, ended: tuple[str, str] | None) -> None:
    assert contract_called(calls.split(), "N") == ended


def test_boards_of_52_cards_go_to_endplay_and_back() -> None:
    parsers = pytest.importorskip("endplay.parsers.pbn")
    deal = "N:AKQ.432.765.8762 JT9.AKQ.432.KQJT 876.JT9.AKQ.A543 5432.8765.JT98.9"
    board = boards_in(
        f'[Event "?"]\n[North "Ana"]\n[Board "5"]\n[Dealer "N"]\n[Vulnerable "NS"]\n'
        f'[Deal "{deal}"]\n[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n'
        '[Auction "N"]\n1NT Pass Pass Pass\n[Play "E"]\nCK C3 C9 C2\n*\n'
    )[0]
    theirs = parsers.loads(board.text())[0]
    assert str(theirs.deal).split() == deal.split()
    assert theirs.board_num == 5 and next(str(bid) for bid in theirs.auction) == "1NT"
    back = boards_in(parsers.dumps([theirs]))[0]
    assert back.tag("Deal") == deal and back.number(1) == 5 and back.vulnerable() == "NS"
    assert back.sections["Auction"][:4] == ["1NT", "Pass", "Pass", "Pass"]
