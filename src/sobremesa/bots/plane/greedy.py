"""A bot for Cuadróminos, by rules of thumb.

A placement is worth what its corners bring, what it does to the places with three or four corners
that the next players could fill, and how many ways it leaves to the bot's own hand. While any
piece can be laid nothing is drawn: every piece in hand costs a point in the end.
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from mypy_extensions import mypyc_attr

from sobremesa.bots.bot import WINNING, Bot, add_bot, best_move
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import count_of, face_up
from sobremesa.families.plane.cuadrominos import Cuadrominos
from sobremesa.families.plane.plane import EMPTY, Plane
from sobremesa.families.plane.round import REWARDS
from sobremesa.families.plane.views import PlaneView
from sobremesa.material.quadrominoes import COINCIDING, FITS_FROM, FITTING, parse_piece

# What a seat can know of a piece: others may hold it, it is in its own hand, or it is laid.
UNSEEN: Final[Int] = 0
OWN: Final[Int] = 1
GONE: Final[Int] = 2
ALL_UNSEEN: Final = vec[Int]([0 for _ in range(126)])


class PlaneSight:
    """What a seat sees of a round: the plane, its own hand, and what others may hold."""

    def __init__(self, view: View) -> None:
        game = view.game
        assert isinstance(game, Cuadrominos)
        self.game: Cuadrominos = game
        self.plane: Plane = Plane(game.tiles)
        self.known: vec[Int] = ALL_UNSEEN[: game.tiles]
        seen = cast(PlaneView, view.data)
        for text in seen["plane"]:
            move = game.move_on(self.plane, text)
            self.plane.lay(move // game.forms, move % game.forms)
            self.known[move % game.forms >> 2] = GONE
        held = face_up(seen["hands"][view.seat])
        self.size: Int = len(held)
        for name in held:
            self.known[parse_piece(name)] = OWN
        # How likely the next player holds a certain piece that this seat has not seen.
        unseen = sum(state == UNSEEN for state in self.known)
        next_hand = count_of(seen["hands"][(view.seat + 1) % int(game.players)])
        self.held_next: float = float(next_hand) / float(max(unseen, 1))

    def chance_filled(self, asked: Int) -> float:
        """Estimates how likely the next player can fill a cell that asks this."""
        missed = 1.0
        for _ in range(self.ways_of(UNSEEN, asked)):
            missed *= max(1.0 - self.held_next, 0.0)
        return 1.0 - missed

    def ways_of(self, state: Int, asked: Int) -> Int:
        """Counts the pieces, unseen or the seat's own, that fit a cell that asks this."""
        ways: Int = 0
        for place in range(FITS_FROM[asked], FITS_FROM[asked + 1]):
            form = FITTING[place]
            if form >= self.game.forms:
                break
            if self.known[form >> 2] == state:
                ways += 1
        return ways


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyPlane(Bot):
    """Takes premiums, keeps its hand playable, and leaves the next player little."""

    # What things are worth, in points; found by trial in the lab.
    point: Final = 1.0
    given: Final = 0.8
    own_premium: Final = 0.3
    piece_kept: Final = 0.6
    way_kept: Final = 0.05

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move of the highest value, by lot among equals."""
        return best_move(view, partial(self.value_of, PlaneSight(view)), rng)

    def value_of(self, sight: PlaneSight, move: Int) -> float:
        """Says what a move is worth."""
        game = sight.game
        if move >= game.draw_move:
            return -WINNING
        if sight.size == 1:
            return WINNING + float(self.reward_on(sight.plane, move // game.forms))
        piece = move % game.forms >> 2
        before = sight.plane
        after = before.copy()
        after.lay(move // game.forms, move % game.forms)
        sight.known[piece] = GONE
        sight.plane = after
        value = self.point * float(self.reward_on(before, move // game.forms))
        value += self.value_of_plane(sight)
        sight.plane = before
        sight.known[piece] = OWN
        return value

    def reward_on(self, plane: Plane, cell: Int) -> Int:
        """Gives what filling a cell brings."""
        return REWARDS[COINCIDING[plane.asks[cell]]]

    def value_of_plane(self, sight: PlaneSight) -> float:
        """Says what a plane is worth to the seat that has just laid a piece."""
        plane = sight.plane
        value = 0.0
        ways: Int = 0
        for cell in range(len(plane.lies)):
            if plane.lies[cell] == EMPTY:
                asked = plane.asks[cell]
                own = sight.ways_of(OWN, asked)
                ways += own
                premium = float(REWARDS[COINCIDING[asked]])
                if premium > 0.0:
                    value -= self.given * premium * sight.chance_filled(asked)
                    if own > 0:
                        value += self.own_premium * premium
        value += self.way_kept * float(min(ways, 40))
        for piece in range(sight.game.tiles):
            if sight.known[piece] == OWN and plane.ways[piece] > 0:
                value += self.piece_kept
        return value


add_bot("cuadrominos", "greedy", GreedyPlane())
