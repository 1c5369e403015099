"""What is said at a puzzle."""

from __future__ import annotations

from typing import Any, Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.picture.saying import N_, Names, Say

NUMBERS_BOARD: Final = N_("{numbers} numbers · {rows} × {columns}")
CELLS_LEFT: Final = plural("{count} cell to fill", "{count} cells to fill")
PIECES: Final = N_("Pieces")
LEFT_OVER: Final = N_("Left over")

CHOOSE: Final = N_("Lay a piece where its corners agree")
CANNOT_BE: Final = N_("Nobody can fill {rows} × {columns} with these pieces; {boards} can be")
OR: Final = N_(" or ")
SOLVED: Final = N_("The board is full: solved.")
SOLVED_OVER: Final = plural(
    "The board is full: solved, with {count} piece left over.",
    "The board is full: solved, with {count} pieces left over.",
)
STUCK: Final = N_("Nothing fits any more: {cells}. Take a piece up again.")

IS_LAID: Final = N_("{piece} is laid on {cell}.")

LABEL_CELL: Final = N_("Cell {place}")
SPOKEN_PIECE: Final = N_("piece {piece}")
SPOKEN_CELL: Final = N_("free cell {place}")
SPOKEN_CORNERS: Final = N_("free cell {place}: {above} above, {below} below")
SPOKEN_TURN: Final = N_("turned so: {above} above, {below} below")
SPOKEN_LAID: Final = N_("piece {piece} on {place}: take it up")
SPOKEN_GIVEN: Final = N_("piece {piece} on {place}, given")
NO_NUMBER: Final = N_("none")


def cell_place(place: str) -> tuple[int, int]:
    """Reads a cell.

    >>> cell_place("1,12")
    (1, 12)
    """
    row, _, column = place.partition(",")
    return int(row), int(column)


def known_corners(data: dict[str, Any], row: int, column: int) -> list[str]:
    """Gives the numbers of a cell's corners clockwise from the top left, dots where unknown."""
    above, below = data["lattice"][row], data["lattice"][row + 1]
    return [above[column], above[column + 1], below[column + 1], below[column]]


def cells_left(count: int, say: Say) -> str:
    """Says how many cells are to be filled."""
    return say(CELLS_LEFT).format(count=count)


def status(view: View, say: Say) -> str:
    """Says what the board is and how much of it is empty."""
    options = view.data["options"]
    board = say(NUMBERS_BOARD).format(
        numbers=options["numbers"], rows=options["rows"], columns=options["columns"]
    )
    return f"{board} · {cells_left(view.data['left'], say)}"


def ending(view: View, say: Say) -> str:
    """Says how a puzzle ended."""
    data = view.data
    if data["ending"] == "loss":
        return say(STUCK).format(cells=cells_left(data["left"], say))
    over = len(data["unused"])
    return say(SOLVED_OVER).format(count=over) if over else say(SOLVED)


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what is asked, or how the puzzle ended."""
    if view.over:
        return ending(view, say)
    if not view.data["hopeless"]:
        return say(CHOOSE)
    options = view.data["options"]
    return say(CANNOT_BE).format(
        rows=options["rows"], columns=options["columns"],
        boards=say(OR).join(f"{rows} × {columns}" for rows, columns in view.data["near"]),
    )


def laid(text: str, say: Say) -> str:
    """Says a move of the log."""
    form, _, place = text.partition("@")
    return say(IS_LAID).format(piece=form, cell=place)


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [laid(text, say) for _, text, _ in view.data["log"]]
    return [*said, ending(view, say)] if view.over else said


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last."""
    if view.over:
        return ending(view, say)
    log = view.data["log"]
    return laid(log[-1][1], say) if log else ""


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    return say(LABEL_CELL).format(place=what) if kind == "cell" else what


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "piece":
        return say(SPOKEN_PIECE).format(piece=what)
    if kind == "cell":
        return spoken_cell(what, view, say)
    above, _, below = what.partition("/")
    return say(SPOKEN_TURN).format(above=" ".join(above), below=" ".join(below))


def spoken_cell(place: str, view: View, say: Say) -> str:
    """Says a free cell with the numbers its corners already have."""
    shown = known_corners(view.data, *cell_place(place))
    if set(shown) == {"."}:
        return say(SPOKEN_CELL).format(place=place)
    said = [say(NO_NUMBER) if number == "." else number for number in shown]
    return say(SPOKEN_CORNERS).format(
        place=place, above=f"{said[0]} {said[1]}", below=f"{said[3]} {said[2]}"
    )
