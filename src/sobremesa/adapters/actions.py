"""Moves as actions: numbers below a limit that is small enough for a mask.

Where a game has few moves, an action is the move's own number. Where it has thousands, of which
a handful are ever legal at once, moves share slots: the home of move m is slot m modulo their
number and, where several legal moves have the same home, the higher ones take the next free
slots. Nothing is lost, because who chooses sees what is legal: `choices` names the move in every
slot, and the same legal moves always lie the same way.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sobremesa import Game, IllegalMove, Refused
from sobremesa.core.numbers import LARGEST_SEED, is_whole

# A game with at most so many moves has an action for each.
MOST_PLAIN = 600
# The slots of a game with more moves. Djambi, where all pieces can belong to one seat, has more
# choices than any other: 36 pieces with at most 40 squares each.
SLOTS = 512
BOARD_SLOTS = 2048

Mask = NDArray[np.int8]


class Actions:
    """The actions of a game.

    >>> import sobremesa
    >>> Actions(sobremesa.game("block"))
    <Actions of block: 141, the numbers of its moves>
    >>> actions = Actions(sobremesa.game("squeeze"))
    >>> actions
    <Actions of squeeze: 512 slots for 16564 moves>
    >>> actions.slots_of([5, 517, 900])
    [5, 6, 388]
    >>> actions.move(6, [5, 517, 900])
    517
    """

    def __init__(self, game: Game, slots: int | None = None) -> None:
        self.game = game
        moves = int(game.move_count)
        if slots is None:
            slots = BOARD_SLOTS if type(game).FAMILY == "boards" else SLOTS
            if type(game).FAMILY == "puzzle":
                # An empty board leaves more choices than any later one.
                slots = max(slots, len(game.start().round.moves()))
            slots = moves if moves <= MOST_PLAIN else min(slots, moves)
        if not is_whole(slots, 1, LARGEST_SEED):
            raise Refused("there must be at least one slot, not {slots}", slots=str(slots))
        self.count = min(slots, moves)
        self.plain = self.count == moves

    def slots_of(self, moves: list[int]) -> list[int]:
        """Gives the action of every legal move; they must be all, ascending.

        :raises Refused: if there are more moves than slots.
        """
        if self.plain:
            return moves
        count = self.count
        if len(moves) > count:
            raise Refused(
                "{moves} legal moves do not fit {slots} slots: ask for more",
                moves=len(moves), slots=count,
            )
        taken: set[int] = set()
        slots = []
        for move in moves:
            slot = move % count
            while slot in taken:
                slot = (slot + 1) % count
            taken.add(slot)
            slots.append(slot)
        return slots

    def move(self, action: Any, moves: list[int]) -> int:
        """Finds the legal move that an action stands for.

        :raises IllegalMove: if it stands for none.
        """
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.count:
            raise IllegalMove(
                "an action is a whole number from 0 to {high}, not {action}",
                high=self.count - 1, action=str(action),
            )
        slots = self.slots_of(moves)
        if number not in slots:
            raise IllegalMove("action {action} is not among the legal ones", action=number)
        return moves[slots.index(number)]

    def mask(self, moves: list[int]) -> Mask:
        """Marks with 1 the actions that legal moves have."""
        mask = np.zeros(self.count, np.int8)
        mask[self.slots_of(moves)] = 1
        return mask

    def choices(self, moves: list[int]) -> NDArray[np.float32]:
        """Names the move in every slot: its number and one more, as a share of all; 0 where
        there is none."""
        named = np.zeros(self.count, np.float32)
        total = int(self.game.move_count)
        for slot, move in zip(self.slots_of(moves), moves, strict=True):
            named[slot] = (move + 1) / total
        return named

    def __repr__(self) -> str:
        if self.plain:
            return f"<Actions of {self.game.name}: {self.count}, the numbers of its moves>"
        return f"<Actions of {self.game.name}: {self.count} slots for {self.game.move_count} moves>"
