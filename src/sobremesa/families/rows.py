"""Who writes the rows of numbers of each game."""

from __future__ import annotations

from typing import Any, Final

from sobremesa.core.game import Game
from sobremesa.core.rows import Layout, Rows
from sobremesa.families.boards.rows import BoardRows
from sobremesa.families.lines.rows import ClaimRows, LineRows, SuperRows, TiddleRows, TrainRows
from sobremesa.families.locks.rows import LockRows
from sobremesa.families.melds.rows import MeldRows
from sobremesa.families.plane.rows import PlaneRows
from sobremesa.families.poker.rows import PokerRows
from sobremesa.families.pool.rows import PoolRows
from sobremesa.families.puzzle.rows import PuzzleRows
from sobremesa.families.solo.rows import BingoRows, ClockRows, RowRows, TrafficRows
from sobremesa.families.tricks.rows import BridgeRows, TakesRows, TexasRows

WRITERS: Final[dict[str, Any]] = {
    "block": LineRows, "draw": LineRows, "muggins": ClaimRows, "bergen": ClaimRows,
    "matador": LineRows, "tiddle-a-wink": TiddleRows, "sebastopol": LineRows,
    "mexican-train": TrainRows, "super-dominos": SuperRows,
    "double-takes": TakesRows, "super-bridge": BridgeRows, "texas-42": TexasRows,
    "domino-poker": PokerRows, "high-fives": PoolRows, "thats-it": MeldRows,
    "big-clock": ClockRows, "bingo": BingoRows, "good-neighbors": RowRows, "squeeze": RowRows,
    "traffic": TrafficRows, "cerrojo": LockRows, "djambi": BoardRows, "cuadrominos": PlaneRows,
    "cuadrominos-puzzle": PuzzleRows,
}


def writer_of(game: Game, layout: Layout) -> Rows | None:
    """Gives who writes the rows of a game, or None where they are made of views."""
    made = WRITERS[game.name](game, layout) if game.name in WRITERS else None
    assert made is None or isinstance(made, Rows)
    return made
