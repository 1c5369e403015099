"""The table of a puzzle: the board, and beside or below it the pieces.

Every piece has a place of its own among the pieces, which stays empty while it lies on the
board. A free cell shows the numbers that its corners already have.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.puzzle.views import seen
from sobremesa.material.quadrominoes import parse_form, parse_piece
from sobremesa.picture import parts, saying, setting
from sobremesa.picture.plane import pieces
from sobremesa.picture.puzzle import words
from sobremesa.picture.saying import N_, Voice
from sobremesa.picture.scenes import Drawn, Node, Place, Scene
from sobremesa.picture.seats import ROOMS, Box, Look, Room, Rows
from sobremesa.picture.setting import Desk

# How many pieces lie side by side, by how many there are.
BESIDE_WIDE: Final = {5: 3, 15: 4, 35: 6, 70: 8}
BESIDE_TALL: Final = {5: 5, 15: 8, 35: 8, 70: 10}
BESIDE_LOW: Final = {5: 2, 15: 4, 35: 6, 70: 9}
LARGEST: Final = 190.0
LARGEST_WAITING: Final = 100.0
# How much of a diagram stays free around the board.
MARGIN: Final = 20.0
# The place of a piece that lies on the board.
GAP: Final = pieces.box("gap", 0, -3)


def frame_of(shape: str, view: View, room: Room | None = None, *, asking: bool) -> Desk:
    """Divides a table of any shape."""
    if shape == "wide":
        return Desk(
            1200, 760, Box(24, 16, 900, 48), Box(24, 76, 724, 614), Box(772, 76, 404, 614),
            Box(24, 706, 1152, 40), False,
        )
    width, height = room or ROOMS[shape]
    talk = 44.0 if asking else 24.0
    count = len(view.game.pieces())
    if shape == "low":
        top = 32 + talk
        rows, columns = size_of(view)
        left_over = width - 32 - (height - top - 8) * columns / rows
        across = BESIDE_LOW[count] * min(max(left_over / BESIDE_LOW[count], 48.0), LARGEST_WAITING)
        return Desk(
            width, height, Box(14, 8, width - 28, 20),
            Box(8, top, width - across - 24, height - top - 8),
            Box(width - across - 10, top, across, height - top - 8), Box(12, 30, width - 24, talk),
            True,
        )
    low = height - 8 - talk
    beside = beside_tall(view, width, low - 44)
    deep = min(LARGEST_WAITING, (width - 12) / beside) * -(-count // beside) + 8
    return Desk(
        width, height, Box(14, 10, width - 28, 20), Box(6, 36, width - 12, low - deep - 44),
        Box(6, low - deep - 4, width - 12, deep), Box(12, low, width - 24, talk), True,
    )


def beside_tall(view: View, width: float, height: float) -> int:
    """Decides how many pieces lie side by side below a tall board: as few, and so as large, as
    leave the board its whole width."""
    count = len(view.game.pieces())
    rows, columns = size_of(view)
    board = (width - 24) / columns * rows + 20
    for beside in range(min(5, count), BESIDE_TALL[count]):
        if board + (width - 12) / beside * -(-count // beside) <= height:
            return beside
    return BESIDE_TALL[count]


class Ground(NamedTuple):
    """How cells lie in the picture."""

    x: float
    y: float
    unit: float

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Gives the middle of a cell."""
        return self.x + (column + 0.5) * self.unit, self.y + (row + 0.5) * self.unit


def ground(view: View, box: Box) -> Ground:
    """Fits the board into a box."""
    rows, columns = size_of(view)
    unit = min(LARGEST, (box.width - 12) / columns, (box.height - 12) / rows)
    return Ground(
        box.x + (box.width - columns * unit) / 2, box.y + (box.height - rows * unit) / 2, unit
    )


def size_of(view: View) -> tuple[int, int]:
    """Gives the rows and columns of the board."""
    return int(seen(view)["options"]["rows"]), int(seen(view)["options"]["columns"])


def lying(view: View) -> dict[tuple[int, int], str]:
    """Finds the piece on every cell that has one, as it lies."""
    found = {}
    for text in [*seen(view)["given"], *seen(view)["laid"]]:
        form, _, place = text.partition("@")
        found[saying.cell_at(place)] = form
    return found


def board(view: View, say: Voice, box: Box) -> Node:
    """Draws the board: holes left out, free cells with what is known of them, pieces."""
    base = ground(view, box)
    rows, columns = size_of(view)
    laid = lying(view)
    laid_at = {text.partition("@")[2]: entry for entry, (_, text, _) in enumerate(view.log)}
    holes = {saying.cell_at(place) for place in seen(view)["holes"]}
    forms = 4 * len(view.game.pieces())
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    rim = base.unit * 0.06
    return Node("sm-board", [
        parts.oblong(
            "mat", base.x - rim, base.y - rim, columns * base.unit + 2 * rim,
            rows * base.unit + 2 * rim, base.unit * 0.1,
        ),
        [
            free_cell(view, say, cell, base, (cell[0] * columns + cell[1]) * forms)
            for cell in cells if cell not in laid and cell not in holes
        ],
        [
            laid_piece(view, say, cell, form, base, laid_at.get(f"{cell[0]},{cell[1]}"))
            for cell, form in laid.items()
        ],
        [given_point(text, base) for text in seen(view)["corners"]],
    ])


def free_cell(view: View, say: Voice, cell: tuple[int, int], base: Ground, add: int) -> Node:
    """Draws a cell that is to be filled."""
    place = f"{cell[0]},{cell[1]}"
    shown = words.known_corners(seen(view), *cell)
    known = tuple(-1 if number == "." else int(number) for number in shown)
    return pieces.slot(
        place, *base.middle(*cell), base.unit * 0.985, words.spoken_cell(place, view, say),
        known, add=str(add),
    )


def laid_piece(
    view: View, say: Voice, cell: tuple[int, int], form: str, base: Ground, entry: int | None
) -> Node:
    """Draws a piece on the board; one that an entry of the log laid can be taken up again."""
    place = f"{cell[0]},{cell[1]}"
    given = f"{form}@{place}" in seen(view)["given"]
    template = N_("piece {piece} on {place}, given") if given or entry is None else N_(
        "piece {piece} on {place}: take it up"
    )
    turned = parse_form(form)
    return pieces.piece(
        turned, *base.middle(*cell), base.unit * 0.985, given=given,
        spoken=say(template, piece=form, place=place),
        fresh=entry is not None and entry == len(seen(view)["log"]) - 1, halo=entry is not None,
        more=() if entry is None else (("data-drop", str(entry)), ("data-turned", str(turned % 4))),
    )


def given_point(text: str, base: Ground) -> Node:
    """Draws a nail at a point whose number is given."""
    where, _, _ = text.partition("=")
    row, column = saying.cell_at(where)
    there = Place(
        base.x + column * base.unit, base.y + row * base.unit, scale=base.unit / pieces.SIDE
    )
    return Node(inside=pieces.NAIL, at=there)


def tray(view: View, say: Voice, frame: Desk) -> Node:
    """Draws the pieces that do not lie on the board, each in a place of its own."""
    names = sorted(view.game.pieces())
    unused = set(seen(view)["unused"])
    box = frame.hand
    flat = frame.tall and frame.width > frame.height
    beside = (BESIDE_LOW if flat else BESIDE_WIDE)[len(names)]
    if frame.tall and not flat:
        beside = beside_tall(view, frame.width, frame.talk.y - 44)
    deep = -(-len(names) // beside)
    pitch = min(LARGEST_WAITING, box.width / beside, box.height / deep)
    places = Rows(len(names), beside, deep, pitch, pitch).even(box)
    return Node("sm-tray", [
        waiting_piece(view, say, name, x, y, pitch * 0.84) if name in unused
        else Node(inside=GAP, at=pieces.place(x, y, pitch * 0.84))
        for name, (x, y) in zip(names, places, strict=True)
    ], "tray")


def waiting_piece(view: View, say: Voice, name: str, x: float, y: float, size: float) -> Node:
    """Draws a piece that can be laid, or that is left over."""
    form = 4 * parse_piece(name)
    spoken = words.spoken(f"piece:{name}", view, say)
    if view.over:
        return pieces.piece(form, x, y, size, spoken=spoken)
    return pieces.piece(
        form, x, y, size, spoken=spoken, touch=f"piece:{name}", turning=True,
        more=(("data-add", str(form)),),
    )


def heading(view: View, say: Voice, frame: Desk) -> Node:
    """Writes the game, the board and how much of it is empty."""
    title = say(view.game.title)
    told = words.stage(view, say)
    # A page names the game above the picture, so a long title can be left out. Serifs run
    # narrower than the sans by which texts are measured, and figures do too.
    room = frame.title.width - 0.85 * parts.breadth(told, 12.5) - 8
    if frame.tall and 0.8 * parts.breadth(title, 18) > room:
        title = ""
    return setting.titled(title, told, frame.title, small=frame.tall)


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a puzzle."""
    frame = frame_of(look.shape, view, look.room, asking=look.standalone)
    drawn: list[Drawn] = [
        parts.cloth(frame.width, frame.height, 0 if look.standalone else parts.BLEED),
        heading(view, say, frame), board(view, say, frame.middle), tray(view, say, frame),
        setting.talk_alone(view, say, frame, words, look.standalone, 0),
    ]
    crop = middle_of(view, frame.middle)
    return setting.alone(view, say, frame, look.shape, words, drawn, crop)


def middle_of(view: View, box: Box) -> tuple[float, float, float, float]:
    """Gives the board and some room around it, about twice as wide as high."""
    base = ground(view, box)
    rows, columns = size_of(view)
    high = max(rows * base.unit, columns * base.unit / 2) + base.unit / 3
    x, y = base.x + columns * base.unit / 2, base.y + rows * base.unit / 2
    across = min(high, x - box.x)
    return x - across, y - high / 2, 2 * across, high


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the board alone."""
    box = Box.within(width, height, MARGIN)
    drawn: list[Drawn] = [parts.cloth(width, height), board(view, say, box)]
    frame = frame_of("wide", view, asking=True)._replace(width=width, height=height)
    return setting.alone(view, say, frame, "wide", words, drawn, middle_of(view, box))
