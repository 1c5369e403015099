"""What the views of the Cuadróminos puzzle hold."""

from typing import Annotated, Any, Literal

from sobremesa.core.views import GameView, Names, Opening, seen_as

Laid = Annotated[list[str], "Pieces with their cells, as 12/02@0,0: row and column."]
Holes = Annotated[list[str], "Cells that stay empty."]
Corners = Annotated[list[str], "Corners that had their number, with it."]


class PuzzleBoard(Opening):
    """The board with which the puzzle began."""

    holes: Holes
    given: Laid
    corners: Corners
    laid: Laid


class PuzzleView(GameView):
    """What is seen of a puzzle."""

    opening: PuzzleBoard
    holes: Holes
    given: Laid
    corners: Corners
    laid: Laid
    lattice: Annotated[list[str], "The numbers of the corners, row by row; a dot is none yet."]
    unused: Annotated[Names, "The pieces that are left."]
    left: Annotated[int, "How many cells are to be filled."]
    ending: Literal["", "win", "loss"]
    hopeless: Annotated[bool, "Whether it is known that nobody can fill the board."]
    near: Annotated[
        list[Annotated[list[Any], tuple[int, int], "Rows and columns."]],
        "The nearest boards that can be filled, if this one cannot.",
    ]


seen = seen_as(PuzzleView)
