"""What is asked of Djambi."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Final, cast

from sobremesa import Round
from sobremesa.families.boards.board import CENTRE, DEAD, GONE, IN, KIND, OWNER, PIECES
from sobremesa.families.boards.djambi import DjambiRound
from sobremesa.lab.asking.play import Own, Play, amount, share
from sobremesa.lab.units import NUMBER


def board(round: Round) -> DjambiRound:
    """Gives a game as what it is."""
    return cast("DjambiRound", round)


def fallen(round: Round) -> int:
    """Counts the pieces that are dead or have disappeared."""
    row = board(round).position.row
    return sum(row[OWNER + piece] in (DEAD, GONE) for piece in range(PIECES))


def after_the_first(steps: int, play: Play) -> float | None:
    """Gives the share of the win of whoever sits so many places after the first player."""
    players = int(play.game.players)
    return play.won[(play.first + steps) % players] if steps < players else None


def kills(play: Play) -> float:
    """Counts the pieces that are lost in a game."""
    return play.each_round(sum(
        fallen(round) - fallen(round.reopened()) for round in play.rounds
    ))


def reigns_of(play: Play) -> list[int]:
    """Names whose prince came to the centre, each time one did."""
    seats = [int(board(step.round).position.centre_seat()) for step in play.steps]
    seats += [int(board(round).position.centre_seat()) for round in play.rounds[-1:]]
    return [new for old, new in pairwise([-1, *seats]) if new >= 0 and new != old]


def reigns(play: Play) -> float:
    """Counts how often a prince comes to the centre in a game."""
    return play.each_round(len(reigns_of(play)))


def enthroned(play: Play) -> float:
    """Tells whether a prince ever comes to the centre."""
    return float(bool(reigns_of(play)))


def first_reign(play: Play) -> float | None:
    """Gives the share of the win of the first whose prince comes to the centre."""
    found = reigns_of(play)
    return play.won[found[0]] if found else None


def last_reign(play: Play) -> float | None:
    """Gives the share of the win of the last whose prince comes to the centre."""
    found = reigns_of(play)
    return play.won[found[-1]] if found else None


def centre_turns(play: Play) -> float:
    """Gives the share of the moves that are made in turns of the centre."""
    rows = [board(step.round).position.row for step in play.steps]
    return sum(row[KIND] == CENTRE for row in rows) / len(rows)


def first_kill(play: Play) -> float | None:
    """Gives the share of the win of whoever makes the first kill."""
    for step, after in pairwise(play.steps):
        if fallen(after.round) > fallen(step.round):
            return play.won[step.seat]
    return None


def first_out(play: Play) -> float | None:
    """Counts the moves until the first player is out of the game."""
    began = board(play.rounds[0].reopened()).position.row[IN]
    for place, step in enumerate(play.steps):
        if board(step.round).position.row[IN] != began:
            return float(place)
    return float(len(play.steps)) if board(play.rounds[0]).position.row[IN] != began else None


ASKED: Final[dict[str, list[Own]]] = {
    "djambi": [
        *(
            share(name, f"{name} mover wins",
                  f"The share of the win that goes to whoever moves {name}.",
                  partial(after_the_first, place))
            for name, place in (("second", 1), ("third", 2), ("fourth", 3))
        ),
        amount("kills", "pieces lost", "Pieces that die or disappear in a game.", NUMBER, kills),
        share("enthroned", "centre taken", "Games in which a prince comes to the centre.",
              enthroned),
        amount("reigns", "reigns", "How often a prince comes to the centre in a game.", NUMBER,
               reigns),
        share("first_reign", "first on the centre wins",
              "The share of the win of the first whose prince comes to the centre.",
              first_reign),
        share("last_reign", "last on the centre wins",
              "The share of the win of the last whose prince comes to the centre.", last_reign),
        share("centre_turns", "moves of the centre",
              "The part of the moves that is made in turns of the centre.", centre_turns),
        share("first_kill", "first kill wins",
              "The share of the win of whoever takes the first piece.", first_kill),
        amount("first_out", "moves until one is out",
               "Moves until the first player is out of the game.", NUMBER, first_out),
    ],
}
