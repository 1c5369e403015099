"""What can be wrong with a position that somebody sets up, all of it said at once.

A position need not be one that play could have reached, so that lessons and studies are
free; it must be one from which play can go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data
from sobremesa.core.parts import Part, texts
from sobremesa.families.plane.plane import EMPTY, NO_CELL, Plane
from sobremesa.material.quadrominoes import PIECE_NAMES, parse_form, pieces_in

if TYPE_CHECKING:
    from sobremesa.families.plane.cuadrominos import Cuadrominos


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


def misjoined(rules: Cuadrominos, data: Data) -> list[str]:
    """Finds pieces that do not lie against those named before them."""
    plane = Plane(rules.tiles)
    found: list[str] = []
    for text in texts(data.get("plane")):
        one = read_piece(text, int(rules.numbers))
        if isinstance(one, IllegalMove):
            return []
        form, row, column = one
        cell = plane.number_of(row, column)
        name = rules.form_text(form, row, column)
        if cell == NO_CELL and len(plane.filled) == 0:
            return [f"{name}: the opening piece lies on 0,0 (CUAD-19)"]
        if cell == NO_CELL:
            found.append(f"{name} has no side against a piece before it (CUAD-22)")
        elif plane.lies[cell] != EMPTY:
            found.append(f"{name}: a piece lies there already (CUAD-R01)")
        elif not plane.fits(cell, form):
            found.append(f"{name} does not agree with the corners it meets (CUAD-23)")
        else:
            plane.lay(cell, form)
    return found


def contradictions(rules: Cuadrominos, data: Data) -> list[str]:
    """Says where the parts of a position, each possible, do not go together."""
    found: list[str] = []
    over = bool(data.get("over", False))
    turn = data.get("turn", -1 if over else data.get("first", 0))
    if over != (turn == -1):
        found.append("a seat is to move until the round is over")
    if not over and not all(data["hands"]):
        found.append("a player without pieces has won the round (CUAD-34)")
    if data.get("winner", -1) >= 0 and not over:
        found.append("nobody wins before the round is over (CUAD-34)")
    if data.get("late") and (over or not rules.turn_seconds):
        found.append("nobody is late without a clock (CUAD-R23)")
    if data.get("idle", 0) and data["boneyard"]:
        found.append("a lap that ends the round begins with the pool empty (CUAD-R11)")
    if not data.get("plane") and not over:
        if data.get("drawn", 0) or data.get("idle", 0):
            found.append("who starts neither draws nor passes (CUAD-R31)")
        if turn != data.get("first", 0):
            found.append("the first piece is laid by who starts (CUAD-19)")
        if "turn" not in data and not rules.are_full(data["hands"]):
            found.append(f"each hand is dealt {rules.hand_size} pieces (CUAD-10)")
    if "rounds_won" in data and not rules.counts_rounds:
        found.append("rounds won are kept only where they decide a tie (CUAD-R18)")
    return found
