"""The bots of That's It! and High Fives: always legal, and with the judgement they claim."""

from __future__ import annotations

from typing import Any

import pytest

import sobremesa
from sobremesa import Match, Rng
from sobremesa.bots import choose
from tests.rules.playing import play
from tests.rules.test_high_fives import set_up as fished
from tests.rules.test_thats_it import MELDED
from tests.rules.test_thats_it import set_up as melded


def chosen(match: Match) -> str:
    """The text of the move that the greedy bot chooses."""
    return match.round.text(choose("greedy", match.view(match.turn), Rng(1)))


@pytest.mark.parametrize(("name", "options"), [
    ("thats-it", {}), ("thats-it", {"players": 3, "version": 10}),
    ("thats-it", {"players": 19}), ("thats-it", {"spare_allowed": True, "exchange_cap": 1}),
    ("high-fives", {}), ("high-fives", {"players": 8}),
    ("high-fives", {"players": 3, "overlook": True, "last_taker_sweeps": True}),
])
def test_every_choice_is_legal(name: str, options: dict[str, Any]) -> None:
    game = sobremesa.game(name, **options)
    rng = Rng(3)
    match = game.start(3)
    while not match.round.over:
        kind = "greedy" if match.turn % 2 == 0 else "random"
        match.play(choose(kind, match.view(match.turn), rng))


def test_it_takes_a_discard_that_brings_it_nearer_and_no_other() -> None:
    three_to_go = "10-0 10-1 10-2 4-4 5-5 6-6 15-3"
    assert chosen(melded([three_to_go], discard="10-7")) == "take"
    assert chosen(melded([three_to_go], discard="13-1")) == "+"


def test_it_keeps_its_melds() -> None:
    match = melded(["10-0 10-1 10-2 10-5 4-4 5-5 15-3 12-9"])
    assert chosen(match) in ("15-3", "12-9")


def test_it_waits_for_the_suit_of_which_more_is_unseen() -> None:
    fives = "5-0 5-1 5-2 5-3 5-6 5-7 5-8 5-9 5-10 5-11"
    # Three tens or three fives would do, but most fives have gone.
    match = melded(["13-12 13-11 13-9 10-2 10-4 14-5 15-5 3-1"], trash=fives)
    played = play(match, chosen(match))
    assert "10-2" in played.round.dump()["hands"][0] and "10-4" in played.round.dump()["hands"][0]


def test_it_declares_the_best_hand() -> None:
    match = melded([f"{MELDED} 10-3"])
    # Without 10-7 the four tens follow one another: 9 and 7.
    assert chosen(match) == "10-7!"


def test_with_nothing_to_draw_it_ends_a_hand_that_the_discard_does_not_help() -> None:
    match = melded(["15-14 14-13 13-12 12-11 11-9 9-8 8-7"], discard="1-0", rest="trash")
    assert chosen(match) == "void"


def test_it_takes_the_tile_that_scores() -> None:
    assert chosen(fished(["12-5", "0-0"], pool="12-2 7-5 5-5 3-1 9-8")) == "12-5x5-5"


def test_it_does_not_leave_what_scores() -> None:
    match = fished(["15-15 11-3", "15-10 0-0"], pool="7-6", piles=["", ""])
    assert chosen(match) == "11-3"


def test_it_claims_what_was_overlooked() -> None:
    missed = fished(
        ["6-3 1-0", "15-14 14-14"], pool="6-6 9-6", game="high-fives(overlook=True)"
    )
    play(missed, "6-3")
    assert chosen(missed) == "x9-6", "9-6 is worth 3 and 6-6 only 1"
