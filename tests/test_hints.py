"""Advice: the strong player's move from one's own view, with what was thought of it, in words."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Rng, View, alone, bots, hints, picture
from sobremesa.bots.levels import examiner, teacher
from sobremesa.bots.thoughts import EXACT, GLANCE, ROUNDS
from sobremesa.core.game import served
from sobremesa.solvers import solvable
from sobremesa.solvers.solver import UNKNOWN_WORD
from tests.laws import positions

SEVERAL = [name for name in sobremesa.games() if sobremesa.game(name).players > 1]
# Alone nobody is played against. Who asks there asks the solver about this very deal: whether it
# can be won, and by what. Where it does not know, a careful player answers by what is seen.
ALONE = [name for name in sobremesa.games() if solvable(name)]
# Nobody is advised there, by whatever.
UNADVISED = ["bingo"]
# Moves of a position whose words are looked at.
SOME = 12


def choices(name: str, most: int, seed: int = 3) -> list[View]:
    """Gives what the mover knows at some positions with a choice, spread over a round."""
    open_to = [
        round.view(int(round.turn)) for round in positions(sobremesa.game(name), seed)
        if not round.over and len(round.moves()) > 1
    ]
    return open_to[:: max(1, len(open_to) // most)][:most]


@pytest.mark.parametrize("name", SEVERAL)
def test_in_worlds_that_a_seat_cannot_tell_apart_it_gets_the_same_advice(name: str) -> None:
    view = choices(name, 2)[-1]
    told = hints.said(hints.advise(view), view)
    for seed in range(2):
        world = view.game.worlds(view).sample(Rng(seed))
        same = world.view(view.seat)
        assert same == view
        assert hints.said(hints.advise(same), same) == told


def test_only_games_of_one_have_hints_that_know_the_deal() -> None:
    assert sorted([*SEVERAL, *ALONE, *UNADVISED]) == sorted(sobremesa.games())
    assert all(served(name, {}, 12) == [1] for name in [*ALONE, *UNADVISED])


# The puzzle lies open as a whole.
@pytest.mark.parametrize("name", [name for name in ALONE if name != "cuadrominos-puzzle"])
def test_where_the_solver_knows_nothing_the_hint_is_the_same_in_worlds_that_look_alike(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So few positions decide nothing but what is over.
    monkeypatch.setattr(alone, "NODES", 1)
    for view in choices(name, 3):
        told = set()
        for seed in range(3):
            world = view.game.worlds(view).sample(Rng(seed))
            assert world.view(0) == view
            found = alone.hint(world)
            assert found.verdict == UNKNOWN_WORD
            told.add(found.said(view, str))
        assert len(told) == 1


@pytest.mark.parametrize("name", SEVERAL)
def test_what_a_move_does_is_the_same_wherever_hidden_things_lie(name: str) -> None:
    for view in choices(name, 8):
        every = view.data["moves"]
        for choice in every[:: len(every) // SOME + 1]:
            said = {
                tuple(picture.effects(
                    view, hints.after(view, choice["move"], seed), choice["text"]
                ))
                for seed in range(4)
            }
            assert len(said) == 1, (choice["text"], said)


@pytest.mark.parametrize("name", sobremesa.games())
def test_who_says_what_it_thought_chooses_as_it_does_silently(name: str) -> None:
    for view in choices(name, 2):
        kind = teacher(name)
        thoughts = bots.think(kind, view, Rng(5))
        assert thoughts.move == bots.choose(kind, view, Rng(5))
        assert thoughts.unit == GLANCE or thoughts.weighed[0].move == thoughts.move
        assert {one.move for one in thoughts.weighed} <= set(view.moves)


@pytest.mark.parametrize("name", SEVERAL)
def test_moves_are_compared_by_their_chances(name: str) -> None:
    view = choices(name, 2)[-1]
    moves = [view.moves[-1], view.moves[0]]
    weighed = bots.bot(name, examiner(name)).weigh(view, moves, 10, Rng(1))
    assert [one.move for one in weighed] == moves
    assert all(0 <= one.chance <= 1 for one in weighed)


def test_a_search_tells_rounds_won_and_the_chance_to_win_the_match() -> None:
    view = choices("muggins", 3)[0]
    advice = hints.advise(view)
    assert advice.unit == ROUNDS
    assert all(0 < one.chance < 1 and one.count > 0 for one in advice.candidates)
    assert f"of {advice.best.count} imagined rounds" in hints.said(advice, view)
    assert "to win the match" in hints.said(advice, view)


def test_an_ending_is_told_exactly() -> None:
    view = choices("block", 40)[-1]
    advice = hints.advise(view)
    assert advice.unit == EXACT
    assert advice.best.count == view.game.worlds(view).count()


