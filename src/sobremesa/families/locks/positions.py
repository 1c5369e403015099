"""The parts of a position that only Cerrojo has: the plays on the table, and who laid last."""

from __future__ import annotations

from typing import Any

from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data
from sobremesa.core.numbers import is_whole
from sobremesa.core.parts import Part, texts
from sobremesa.families.locks.layout import Plays
from sobremesa.material.locks import NAMES


class Laid(Part):
    """The plays on the table, in the order of laying."""

    def __init__(self, plays: Plays) -> None:
        super().__init__("line", write="line_texts", read="lay_all")
        self.plays: Plays = plays

    def check(self, data: Data) -> list[str]:
        """Asks for a list of plays that can be read."""
        if not isinstance(data.get(self.name, []), list):
            return ["the line must be a list of plays"]
        return read_all(self.plays, data.get(self.name))[1]

    def pieces(self, value: Any) -> list[str]:
        """Names the tiles of the plays that can be read."""
        return [
            NAMES[kind] for move in read_all(self.plays, value)[0]
            for kind in self.plays.tiles(move)
        ]


class Recent(Part):
    """The seats that have laid tiles, the last one last."""

    def __init__(self, seats: int) -> None:
        super().__init__("recent", write="recent", read="lay_in_order", shown=False)
        self.seats: int = seats

    def wrong(self, value: Any) -> str:
        """Asks for different seats."""
        if isinstance(value, list) and all(
            is_whole(seat, 0, self.seats - 1) for seat in value
        ) and len(value) == len(set(value)):
            return ""
        return "recent must list the seats that have laid tiles, the last one last"


def read_all(plays: Plays, value: object) -> tuple[list[int], list[str]]:
    """Reads the plays of a line, and says why others cannot be read."""
    moves: list[int] = []
    unread: list[str] = []
    for text in texts(value):
        try:
            moves.append(plays.read(text))
        except IllegalMove as refused:
            unread.append(str(refused))
    return moves, unread
