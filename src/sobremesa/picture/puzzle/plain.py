"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.families.puzzle.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.puzzle import words
from sobremesa.picture.puzzle.table import lying, size_of
from sobremesa.picture.saying import N_, Voice


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of a puzzle, at most `width` columns wide."""
    drawn = plain_board(view)
    rows = drawn if len(drawn[1]) <= width else [f"  {row}" for row in seen(view)["lattice"]]
    named = say(N_("Left over") if view.over else N_("Pieces"))
    rows += ["", f"{named}: {' '.join(sorted(seen(view)['unused'])) or say(saying.NOTHING)}"]
    return plain.page(view, say, words, rows, width)


def plain_board(view: View) -> list[str]:
    """Draws the lattice of corner numbers with the cells between: `o` is laid, `#` given."""
    rows, columns = size_of(view)
    lattice = seen(view)["lattice"]
    laid = lying(view)
    given = {saying.cell_at(text.partition("@")[2]) for text in seen(view)["given"]}
    holes = {saying.cell_at(place) for place in seen(view)["holes"]}
    drawn = ["   " + "".join(f"{column:>3} " for column in range(columns)).rstrip()]
    for row in range(rows + 1):
        drawn.append("   " + "---".join(lattice[row]))
        if row < rows:
            signs = [
                " " if (row, column) in holes else "#" if (row, column) in given
                else "o" if (row, column) in laid else "."
                for column in range(columns)
            ]
            drawn.append(f"{row:>2} | " + " | ".join(signs) + " |")
    return drawn
