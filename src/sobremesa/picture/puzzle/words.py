"""What is said at a puzzle."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.puzzle.views import PuzzleView, seen
from sobremesa.picture.plane.words import asks as asks
from sobremesa.picture.saying import N_, Voice, cell_at


def known_corners(data: PuzzleView, row: int, column: int) -> list[str]:
    """Gives the numbers of a cell's corners clockwise from the top left, dots where unknown."""
    above, below = data["lattice"][row], data["lattice"][row + 1]
    return [above[column], above[column + 1], below[column + 1], below[column]]


def cells_left(count: int, say: Voice) -> str:
    """Says how many cells are to be filled."""
    return say(plural("{count} cell to fill", "{count} cells to fill"), count=count)


def stage(view: View, say: Voice) -> str:
    """Says what the board is and how much of it is empty."""
    options = seen(view)["options"]
    board = say(
        "{numbers} numbers · {rows} × {columns}", numbers=options["numbers"], rows=options["rows"],
        columns=options["columns"],
    )
    return f"{board} · {cells_left(seen(view)['left'], say)}"


def ending(view: View, say: Voice) -> str:
    """Says how a puzzle ended."""
    data = seen(view)
    if data["ending"] == "loss":
        return say(
            "Nothing fits any more: {cells}. Take a piece up again.",
            cells=cells_left(data["left"], say),
        )
    over = len(data["unused"])
    solved = plural(
        "The board is full: solved, with {count} piece left over.",
        "The board is full: solved, with {count} pieces left over.",
    ) if over else N_("The board is full: solved.")
    return say(solved, count=over)


def headline(view: View, say: Voice) -> str:
    """Says what is asked, or how the puzzle ended."""
    if view.over:
        return ending(view, say)
    if not seen(view)["hopeless"]:
        return say("Lay a piece where its corners agree")
    options = seen(view)["options"]
    return say(
        "Nobody can fill {rows} × {columns} with these pieces; {boards} can be",
        rows=options["rows"], columns=options["columns"],
        boards=say(" or ").join(f"{rows} × {columns}" for rows, columns in seen(view)["near"]),
    )


def laid(text: str, say: Voice) -> str:
    """Says a move of the log."""
    form, _, place = text.partition("@")
    return say("{piece} is laid on {cell}.", piece=form, cell=place)


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [laid(text, say) for _, text, _ in view.log]
    return [*said, ending(view, say)] if view.over else said


def news(view: View, say: Voice) -> str:
    """Says what happened last."""
    if view.over:
        return ending(view, say)
    log = view.log
    return laid(log[-1][1], say) if log else ""


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    return say("Cell {place}", place=what) if kind == "cell" else what


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "piece":
        return say("piece {piece}", piece=what)
    if kind == "cell":
        return spoken_cell(what, view, say)
    above, _, below = what.partition("/")
    return say(
        "turned so: {above} above, {below} below", above=" ".join(above), below=" ".join(below)
    )


def spoken_cell(place: str, view: View, say: Voice) -> str:
    """Says a free cell with the numbers its corners already have."""
    shown = known_corners(seen(view), *cell_at(place))
    if set(shown) == {"."}:
        return say("free cell {place}", place=place)
    said = [say("none") if number == "." else number for number in shown]
    return say(
        "free cell {place}: {above} above, {below} below", place=place,
        above=f"{said[0]} {said[1]}", below=f"{said[3]} {said[2]}",
    )
