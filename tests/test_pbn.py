"""Super Bridge in Portable Bridge Notation, there and back."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import BadRecord, Match, Rng
from sobremesa.record.pbn import is_pbn, pbn, read_pbn


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
