"""What is asked of Cuadróminos, where square pieces meet at their corners."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from sobremesa import Round
from sobremesa.core.gains import round_won
from sobremesa.families.plane.round import ON_TABLE, REWARDS, CuadrominosRound
from sobremesa.lab.asking.play import Own, Play, Step, amount, share
from sobremesa.lab.units import NUMBER, POINTS
from sobremesa.material.quadrominoes import FITS_FROM, FITTING


def table(round: Round) -> CuadrominosRound:
    """Gives a round as what it is."""
    return cast("CuadrominosRound", round)


def laying(play: Play) -> list[Step]:
    """Lists the steps that lay a piece beside another."""
    return [
        step for step in play.steps
        if step.move < int(table(step.round).rules.draw_move)
        and not table(step.round).is_opening()
    ]


def corners_met(round: CuadrominosRound, move: int) -> int:
    """Counts the corners of a placement that meet corners of pieces that lie."""
    return int(round.plane.coinciding(move // int(round.rules.forms)))


def meeting(corners: int, play: Play) -> float | None:
    """Gives the share of the pieces that are laid on so many corners."""
    steps = laying(play)
    met = sum(corners_met(table(step.round), step.move) == corners for step in steps)
    return met / len(steps) if steps else None


def beginning(play: Play) -> list[CuadrominosRound]:
    """Lists the rounds as they are when a turn begins, the opening left out."""
    rounds = [table(step.round) for step in play.steps]
    return [round for round in rounds if round.drawn == 0 and not round.is_opening()]


def stuck(play: Play) -> float | None:
    """Gives the share of the turns that begin without a piece that fits."""
    rounds = beginning(play)
    return sum(not round.can_place() for round in rounds) / len(rounds) if rounds else None


def offered(play: Play) -> float | None:
    """Gives the share of the turns that begin with a piece that would bring points."""
    rounds = beginning(play)
    return sum(
        any(corners_met(round, int(move)) > 2 for move in round.placements()) for round in rounds
    ) / len(rounds) if rounds else None


def draws(play: Play) -> float:
    """Counts the pieces drawn in a round."""
    return play.each_round(play.count("boneyard"))


def passes(play: Play) -> float:
    """Counts the turns in a round for which a point is paid."""
    return play.each_round(play.count("pass"))


def corner_points(play: Play) -> float:
    """Adds up the points that corners bring in a round."""
    return play.each_round(sum(
        int(REWARDS[corners_met(table(step.round), step.move)]) for step in laying(play)
    ))


def turned(play: Play) -> float:
    """Gives the share of the rounds that end otherwise for the points of corners."""
    return play.each_round(sum(
        best(points) != best(without)
        for round in play.rounds for points, without in [with_and_without(play, round)]
    ))


def with_and_without(play: Play, round: Round) -> tuple[list[int], list[int]]:
    """Gives the points of a round by seat, and what they were without those of corners."""
    points = round.points()
    without = points[:]
    for step in laying(Play(play.game, [round], [], 0, [])):
        without[step.seat] -= int(REWARDS[corners_met(table(step.round), step.move)])
    return points, without


def best(points: list[int]) -> list[int]:
    """Lists the seats with the most points."""
    return [seat for seat, own in enumerate(points) if own == max(points)]


def out_wins(play: Play) -> float | None:
    """Gives how often those do best in a round who lay their last piece."""
    ended = [table(round) for round in play.rounds if table(round).winner >= 0]
    return sum(round_won(round)[int(round.winner)] for round in ended) / len(ended) if ended \
        else None


def stalled(play: Play) -> float:
    """Gives the share of the rounds in which nobody lays their last piece."""
    return play.each_round(sum(table(round).winner < 0 for round in play.rounds))


def holes_of(round: CuadrominosRound) -> list[int]:
    """Lists the empty cells whose four corners are all given."""
    return [cell for cell in round.plane.empty_cells() if round.plane.coinciding(cell) == 4]


def holes(play: Play) -> float:
    """Counts the empty cells whose corners are all given when a round ends."""
    return play.each_round(sum(len(holes_of(table(round))) for round in play.rounds))


def is_lost(round: CuadrominosRound, cell: int) -> bool:
    """Tells whether no piece that is not laid yet fits on a cell."""
    asked = round.plane.asks[cell]
    return all(
        round.owner[FITTING[place] >> 2] == ON_TABLE
        for place in range(FITS_FROM[asked], FITS_FROM[asked + 1])
        if FITTING[place] >> 2 < round.rules.tiles
    )


def lost(play: Play) -> float | None:
    """Gives the share of those cells on which no piece fits that is not laid yet."""
    found = [
        is_lost(table(round), cell) for round in play.rounds for cell in holes_of(table(round))
    ]
    return sum(found) / len(found) if found else None


ASKED: Final[dict[str, list[Own]]] = {
    "cuadrominos": [
        *(
            share(
                name, f"on {words} corners",
                f"Of the pieces laid beside others, those that meet {words} corners.",
                partial(meeting, count),
            )
            for name, words, count in (
                ("two", "two", 2), ("three", "three", 3), ("four", "four", 4)
            )
        ),
        share("stuck", "nothing fits", "Turns that begin without a piece that fits.", stuck),
        share("offered", "points to be had",
              "Turns that begin with a piece that would bring points.", offered),
        amount("draws", "pieces drawn", "Pieces drawn in a round.", NUMBER, draws),
        amount("passes", "turns paid for", "Turns in a round for which a point is paid.", NUMBER,
               passes),
        amount("corner_points", "points of corners", "Points that corners bring in a round.",
               POINTS, corner_points),
        share("turned", "corners turn it",
              "Rounds in which others do best than would without the points of corners.",
              turned),
        share("out_wins", "going out wins",
              "How often those do best in a round who lay their last piece.", out_wins),
        share("stalled", "nobody goes out", "Rounds in which nobody lays their last piece.",
              stalled),
        amount("holes", "holes",
               "Empty cells whose four corners are all given when a round ends.", NUMBER, holes),
        share("lost", "holes nothing fits",
              "Of these, those on which no piece fits that is not laid yet.", lost),
    ],
}
