"""What the games that build a line have in common: hands that end, and worlds counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

import sobremesa
from sobremesa import Game, Match, Rng
from sobremesa.core.playout import finish
from tests.rules.playing import play
from tests.rules.positions import dealt, set_up

SPECS = [
    "bergen", "bergen(players=4,muggins_call=True)", "matador", "matador(players=3,set=9)",
    "sebastopol", "tiddle-a-wink", "tiddle-a-wink(version=2)",
]


def play_hands(spec: str, hands: int) -> None:
    """Plays hands at random; each ends and has the whole set at the end."""
    game = sobremesa.game(spec)
    whole = sorted(game.pieces())
    rng = Rng(17)
    for _ in range(hands):
        round = game.deal(rng, game.opener(rng), 1, game.starting_points())
        assert finish(round, rng) <= game.longest
        assert sorted(round.pieces()) == whole


@pytest.mark.parametrize("spec", SPECS)
def test_random_hands_end_and_keep_every_tile(spec: str) -> None:
    play_hands(spec, 60)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_twenty_thousand_random_hands_end_and_keep_every_tile(spec: str) -> None:
    play_hands(spec, 20_000)


def hidden_tiles(match: Match, seat: int) -> list[str]:
    """The tiles that a seat did not see dealt or laid before."""
    opening = match.view(seat).data["opening"]
    known = {play.partition("@")[0] for play in opening.get("line", [])}
    known |= {name for hand in opening["hands"] if isinstance(hand, list) for name in hand}
    return [name for name in match.game.pieces() if name not in known]


def fits_view(game: Game, match: Match, seat: int, hands: list[list[str]], rest: list[str]) -> bool:
    """Whether a deal, played as the match was, gives the seat the same view."""
    opening = {**match.round.opening(), "hands": hands, "boneyard": rest}
    try:
        again = Match(game, deal=opening)
        for move in match.round.played():
            again.play(move)
    except sobremesa.Refused:
        return False
    return again.view(seat) == match.view(seat)


def deals(tiles: list[str], sizes: list[int]) -> Iterator[list[list[str]]]:
    """All ways to give hands of these sizes; what is left comes last."""
    if not sizes:
        yield [tiles]
        return
    for hand in combinations(tiles, sizes[0]):
        for others in deals([name for name in tiles if name not in hand], sizes[1:]):
            yield [list(hand), *others]


def counted_by_hand(match: Match, seat: int) -> int:
    """Counts the deals that fit what a seat has seen, one by one."""
    dealt_hands = match.round.opening()["hands"]
    others = [len(hand) for place, hand in enumerate(dealt_hands) if place != seat]
    count = 0
    for hands in deals(hidden_tiles(match, seat), others):
        rest = hands.pop()
        hands.insert(seat, dealt_hands[seat])
        count += fits_view(match.game, match, seat, hands, rest)
    return count


# All but a few tiles lie in the line.
LONG = (
    "6-6 6-5@W 5-4@W 4-3@W 3-2@W 2-1@W 1-0@W 6-4@E 4-2@E 2-0@E 5-0@E 5-3@E 3-1@E 4-1@E 4-0@E"
)


@pytest.mark.parametrize(("spec", "moves"), [
    ("tiddle-a-wink(players=3,set=6)", ["0-0@W", ".", "/", "3-0@W"]),
    ("tiddle-a-wink(players=3,set=6)", ["6-0@W", "6-3@W"]),
])
def test_worlds_of_extra_tiles_and_passes_are_counted_exactly(
    spec: str, moves: list[str]
) -> None:
    match = set_up(
        spec, ["0-0 6-0 5-5", "6-3 2-2", "3-0 1-1 4-4"], line=LONG,
        boneyard="3-3 5-1 5-2 6-1 6-2",
    )
    play(match, *moves)
    assert match.game.worlds(match.view(0)).count() == counted_by_hand(match, 0)


def test_worlds_of_the_siege_are_counted_exactly() -> None:
    match = set_up(
        "sebastopol", ["6-1 5-5", "3-3", "4-4", "6-2"], turn=1,
        line="6-6 6-5@W 6-4@E", boneyard="6-3 5-3 5-4 6-0", rest=0,
    )
    play(match, "/", "/")
    assert match.game.worlds(match.view(0)).count() == counted_by_hand(match, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_worlds_after_the_lead_of_the_highest_double_are_counted_exactly(seat: int) -> None:
    match = dealt("bergen(hand_size=2)", ["4-4 6-5", "5-5 5-1"])
    play(match, "5-5", "6-5@W")
    assert match.game.worlds(match.view(seat)).count() == counted_by_hand(match, seat)
