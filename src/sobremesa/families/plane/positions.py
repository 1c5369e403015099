"""What can be wrong with a position that somebody sets up, all of it said at once.

A position need not be one that play could have reached, so that lessons and studies are
free; it must be one from which play can go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.errors import IllegalMove, suggestion, written
from sobremesa.core.game import Data
from sobremesa.core.numbers import MANY, MOST_POINTS, is_whole
from sobremesa.families.plane.plane import EMPTY, NO_CELL, Plane
from sobremesa.material.positions import as_list, mishanded, misshapen
from sobremesa.material.quadrominoes import PIECE_NAMES, form_name, parse_form, parse_piece

if TYPE_CHECKING:
    from sobremesa.families.plane.cuadrominos import Cuadrominos


def problems(rules: Cuadrominos, data: Data) -> list[str]:
    """Says everything that is wrong with a position."""
    known = list(rules.bare_round().dump())
    found = [
        f"a position has no {part}: {suggestion(str(part), known)}"
        for part in data if part not in known
    ]
    shapes = shapeless(rules, data)
    laid = [read_piece(rules, text) for text in as_list(data.get("plane"))]
    shapes += [str(one) for one in laid if isinstance(one, IllegalMove)]
    lying = [one for one in laid if not isinstance(one, IllegalMove)]
    found += shapes + misdealt(rules, data, [form // 4 for form, _, _ in lying])
    return found if shapes else found + misjoined(rules, lying) + contradictions(rules, data)


def shapeless(rules: Cuadrominos, data: Data) -> list[str]:
    """Finds parts that are not the kind of thing they should be."""
    last = int(rules.players) - 1
    bounds = {
        "number": (1, MANY), "first": (0, last), "turn": (-1, last), "winner": (-1, last),
        "drawn": (0, 3), "idle": (0, last),
    }
    found = misshapen(data, int(rules.players), bounds, {}, -MOST_POINTS)
    found += mishanded(data, int(rules.players))
    if not isinstance(data.get("plane", []), list):
        found.append("the plane must be a list of pieces like 11/22@0,1")
    if not isinstance(data.get("late", False), bool):
        found.append("late must be true or false")
    rounds = data.get("rounds_won", [0] * int(rules.players))
    if not isinstance(rounds, list) or len(rounds) != rules.players or not all(
        is_whole(count, 0, MANY) for count in rounds
    ):
        found.append("rounds_won must have the rounds of each seat (CUAD-R18)")
    return found


def read_piece(rules: Cuadrominos, text: object) -> tuple[int, int, int] | IllegalMove:
    """Reads a piece that lies: its form, row and column."""
    shape, _, cell = written(text).partition("@")
    row, _, column = cell.partition(",")
    try:
        form = parse_form(shape, int(rules.numbers))
        if abs(int(row)) > rules.tiles or abs(int(column)) > rules.tiles:
            raise ValueError
        return form, int(row), int(column)
    except IllegalMove as refused:
        return refused
    except ValueError:
        return IllegalMove("{text} lies nowhere: write a piece like 11/22@0,1", text=written(text))


def misdealt(rules: Cuadrominos, data: Data, laid: list[int]) -> list[str]:
    """Finds pieces that do not exist, are there twice or not at all (CUAD-02)."""
    found: list[str] = []
    seen: set[int] = set()
    names = [written(name) for part in [*as_list(data.get("hands")), data.get("boneyard")]
             for name in as_list(part)]
    for name in [*names, *(PIECE_NAMES[piece] for piece in laid)]:
        try:
            piece = parse_piece(name, int(rules.numbers))
        except IllegalMove as refused:
            found.append(str(refused))
            continue
        if piece in seen:
            found.append(f"{PIECE_NAMES[piece]} is there twice (CUAD-02)")
        seen.add(piece)
    missing = [PIECE_NAMES[piece] for piece in range(rules.tiles) if piece not in seen]
    if missing:
        found.append("missing: " + ", ".join(missing) + " (CUAD-02)")
    return found


def misjoined(rules: Cuadrominos, lying: list[tuple[int, int, int]]) -> list[str]:
    """Finds pieces that do not lie against those named before them."""
    plane = Plane(rules.tiles)
    found: list[str] = []
    for form, row, column in lying:
        cell = plane.number_of(row, column)
        name = f"{form_name(form)}@{row},{column}"
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
        if "turn" not in data and any(len(hand) != rules.hand_size for hand in data["hands"]):
            found.append(f"each hand is dealt {rules.hand_size} pieces (CUAD-10)")
    if data.get("rounds_won") is not None and not rules.counts_rounds:
        found.append("rounds won are kept only where they decide a tie (CUAD-R18)")
    return found
