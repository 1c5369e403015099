"""The part of a position that only Cuadróminos has: the pieces on the table."""

from __future__ import annotations

from typing import Any

from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data
from sobremesa.core.parts import Part, texts
from sobremesa.material.quadrominoes import PIECE_NAMES, parse_form, pieces_in


class Laid(Part):
    """The pieces on the table in the order of laying, each as it is turned, with its cell."""

    def __init__(self, numbers: int) -> None:
        super().__init__("plane", write="plane_texts", read="lay_all")
        self.numbers: int = numbers

    def check(self, data: Data) -> list[str]:
        """Asks for a list of pieces that can be read."""
        if not isinstance(data.get(self.name, []), list):
            return ["the plane must be a list of pieces like 11/22@0,1"]
        found = [read_piece(text, self.numbers) for text in texts(data.get(self.name))]
        return [str(one) for one in found if isinstance(one, IllegalMove)]

    def pieces(self, value: Any) -> list[str]:
        """Names the pieces."""
        found = [read_piece(text, self.numbers) for text in texts(value)]
        return [PIECE_NAMES[one[0] // 4] for one in found if not isinstance(one, IllegalMove)]


def read_piece(text: str, numbers: int) -> tuple[int, int, int] | IllegalMove:
    """Reads a piece that lies: its form, row and column."""
    shape, _, cell = text.partition("@")
    row, _, column = cell.partition(",")
    far = pieces_in(numbers)
    try:
        form = parse_form(shape, numbers)
        if abs(int(row)) > far or abs(int(column)) > far:
            raise ValueError
        return form, int(row), int(column)
    except IllegalMove as refused:
        return refused
    except ValueError:
        return IllegalMove("{text} lies nowhere: write a piece like 11/22@0,1", text=text)
