"""The table of Cuadróminos in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.plane.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.plane import words
from sobremesa.picture.saying import Badge, Voice
from sobremesa.picture.seats import hand_size

# How wide a column of the plane is written, and the numbers of the rows before it.
COLUMN = 4
MARGIN = 5
# A line that is read and not looked at is not folded.
LONGEST_LINE = 2000


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table as one seat sees it, at most `width` columns wide."""
    return page(view, say, width, plane_rows(view, width, say))


def lines(view: View, say: Voice) -> list[list[str]]:
    """Writes the same with the pieces one by one, row by row."""
    laid = [text.partition("@") for text in seen(view)["plane"]]
    told = [
        words.spoken_piece(cell, shape, say)
        for cell, shape in sorted((saying.cell_at(cell), shape) for shape, _, cell in laid)
    ]
    return plain.paragraphs(page(view, say, LONGEST_LINE, told or [say(words.TABLE_EMPTY)]))


def page(view: View, say: Voice, width: int, shown: list[str]) -> str:
    """Writes what stands around the plane, and the plane as it is shown."""
    badges = words.badges(view, say)
    rows = [
        *(seat_row(view, seat, badges[seat], say) for seat in range(int(view.game.players))),
        f"  {say(words.POOL)}: {words.pieces_left(saying.boneyard_count(view), say)}", "",
        *shown,
    ]
    return plain.page(view, say, words, rows, width, "  ".join)


def seat_row(view: View, seat: int, badges: list[Badge], say: Voice) -> str:
    """Tells of a seat: its turn, name, points, pieces and last turn."""
    hand = seen(view)["hands"][seat]
    told = [
        say(saying.POINTS, points=view.scores[seat]), words.pieces_left(hand_size(view, seat), say),
        *(badge.text for badge in badges),
    ]
    if view.over:
        told.append(saying.signed(seen(view)["points"][seat]))
        if seat != view.seat and hand:
            told.append(" ".join(face_up(hand)))
    return plain.seat_row(view, seat, told, say)


def plane_rows(view: View, width: int, say: Voice) -> list[str]:
    """Draws the plane, each piece as its four numbers, with the numbers of rows and columns."""
    laid = [text.partition("@") for text in seen(view)["plane"]]
    lying = {saying.cell_at(cell): shape for shape, _, cell in laid}
    if not lying:
        return [say(words.TABLE_EMPTY)]
    columns = sorted({column for _, column in lying})
    every = list(range(columns[0] - 1, columns[-1] + 2))
    step = max((width - MARGIN) // COLUMN, 1)
    rows: list[str] = []
    for start in range(0, len(every), step):
        rows += block(lying, every[start:start + step])
    return rows


def block(lying: dict[tuple[int, int], str], columns: list[int]) -> list[str]:
    """Draws some columns of the plane."""
    found = sorted({row for row, _ in lying})
    rows = [" " * MARGIN + "".join(f"{column:>3} " for column in columns)]
    for row in range(found[0] - 1, found[-1] + 2):
        upper, lower = f"{row:>4} ", " " * MARGIN
        for column in columns:
            shape = lying.get((row, column), "  /  ")
            beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            if shape == "  /  " and beside & lying.keys():
                shape = " ·/  "
            above, _, below = shape.partition("/")
            upper += f" {above} "
            lower += f" {below} "
        rows += [upper, lower]
    return rows
