"""The table of Cuadróminos: the pieces on the plane, the cells beside them, hands and chips."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.plane.views import seen
from sobremesa.material.quadrominoes import parse_form, parse_piece
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.plane import pieces, words
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Scene, num
from sobremesa.picture.seats import Box, Frame, Look, Table

# The largest pieces on the plane and in the viewer's hand, on a wide and on a tall table.
LARGEST: Final = (72.0, 58.0)
HAND: Final = (84.0, 62.0)
# The smallest figures that people read on a phone, where a unit is a pixel.
READABLE: Final = 12.1
# Pieces face down that would be smaller than this lie over each other instead.
SMALLEST_BACK: Final = 13.0
# How far the plane keeps from the edge of its part of the table.
MARGIN: Final = 4.0
# Half the width of a chip, and how far the next one is shifted.
CHIP: Final = 8.5
CHIP_STEP: Final = 14.0
MOST_CHIPS: Final = 8


class Ground(NamedTuple):
    """Where the plane lies on the table: the middle of cell 0,0 and the size of a cell."""

    x: float
    y: float
    size: float

    def at(self, cell: str) -> tuple[float, float]:
        """Finds the middle of a cell."""
        row, column = saying.cell_at(cell)
        return self.x + column * self.size, self.y + row * self.size


class PlaneTable(Table):
    """A view being drawn, with hands of square pieces."""

    def rows(self, count: int, box: Box, largest: float, touch: bool) -> tuple[float, seats.Rows]:
        """Finds how large the pieces of a hand are, and how they lie."""
        gap = 2.0 if box.width < 250 else 8.0
        columns, size = seats.grid(count, box.width, box.height, largest, gap, shape=1)
        if touch and box.width < seats.HANDHELD:
            columns = ceil(count / seats.hand_rows(count, box.width))
            size = min(largest, box.width / columns - 3, box.height / ceil(count / columns) - 3)
            gap = max(3.0, min(seats.FINGER, box.width / columns) - size)
        return size, seats.Rows(count, columns, ceil(count / columns), size + gap, size + gap)

    def is_crowded(self, count: int, size: float) -> bool:
        """Tells whether pieces face down are so small that they rather lie over each other."""
        return size < SMALLEST_BACK

    def fan(self, seat: int, count: int, box: Box, largest: float) -> list[Node]:
        """Draws a large hand face down, each piece partly over the one before."""
        size = min(22.0, box.height - 2)
        step = min(size, (box.width - size) / max(count - 1, 1))
        return self.row_of_backs(seat, count, box, size, step)

    def back(self, key: str, x: float, y: float, size: float) -> Node:
        """Draws a piece of a hand face down."""
        return pieces.back(key, x, y, size)

    def held_at(self, seat: int, place: int, x: float, y: float, size: float, touch: bool) -> Node:
        """Draws a piece of a hand, which can be turned where it can be touched."""
        name = self.view.data["hands"][seat][place]
        form = 4 * parse_piece(name)
        return pieces.piece(
            form, x, y, size, touch=f"tile:{name}" if touch else "",
            spoken=self.say(words.SPOKEN_PIECE, piece=name), turning=touch,
            more=(("data-add", str(form)),) if touch else (),
        )


def table_of(view: View, say: Voice) -> PlaneTable:
    """Gathers what the parts of the picture need to know."""
    return PlaneTable(
        view, say, False, calls=words.calls(view, say), badges=words.badges(view, say), fresh=set(),
        held=lambda seat: words.pieces_left(seats.hand_size(view, seat), say),
    )


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of Cuadróminos as one seat sees it."""
    table = table_of(view, say)
    frame = seats.against_the_clock(seats.framed(view, look), view)
    if look.compact:
        frame = with_room(frame, view)
    ground = fitted(view, frame.line, LARGEST[look.compact])
    return setting.scene(
        table, frame, look, words, plane(table, ground),
        setting.stock(
            table, frame.boneyard, look, words, say(words.POOL),
            left=words.pieces_left(saying.boneyard_count(view), say), heap=heap,
        ),
        seats.own_hand(table, frame, HAND[look.compact]),
        marks=[chips(table, seat, box) for seat, box in frame.seats.items()],
        crop=middle(view, ground),
    )


def with_room(frame: Frame, view: View) -> Frame:
    """Gives the plane of a table in the hand the room that square pieces leave above them."""
    own = max(view.seat, 0)
    count = max(seats.hand_size(view, own), 1)
    rows = seats.hand_rows(count, frame.hand.width)
    columns = ceil(count / rows)
    height = rows * min(HAND[True] + 6, frame.hand.width / columns) + 8
    return seats.with_hand_of(frame, own, height)


def fitted(view: View, area: Box, largest: float) -> Ground:
    """Finds how large the cells can be, with all that lies and all that can be filled in sight."""
    cells = [text.partition("@")[2] for text in seen(view)["plane"]] + list(seen(view)["cells"])
    rows, columns = zip(*map(saying.cell_at, cells), strict=True)
    high, wide_ = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    size = min(largest, (area.width - 2 * MARGIN) / wide_, (area.height - 2 * MARGIN) / high)
    x = area.x + area.width / 2 - size * (max(columns) + min(columns)) / 2
    y = area.y + area.height / 2 - size * (max(rows) + min(rows)) / 2
    return Ground(x, y, size)


def middle(view: View, ground: Ground) -> Box:
    """Finds the part of the table where the pieces lie, twice as wide as high."""
    cells = [text.partition("@")[2] for text in seen(view)["plane"]] or ["0,0"]
    places = [ground.at(cell) for cell in cells]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    high = max(bottom - top, (right - left) / 2) + 2 * ground.size
    return Box((left + right) / 2 - high, (top + bottom) / 2 - high / 2, 2 * high, high)


def plane(table: PlaneTable, ground: Ground, *, ghost: bool = True) -> Node:
    """Draws what lies, and the cells beside it; a `ghost` cell shows while it can be touched."""
    view = table.view
    drawn: list[Node] = []
    if not view.over:
        drawn += [cell(table, name, ground, ghost) for name in seen(view)["cells"]]
    log = view.log
    fresh = seen(view)["plane"][-1] if log and words.is_laid(log[-1][1]) else ""
    for text in seen(view)["plane"]:
        shape, _, name = text.partition("@")
        row, _, column = name.partition(",")
        x, y = ground.at(name)
        drawn.append(pieces.piece(
            parse_form(shape), x, y, ground.size, fresh=text == fresh,
            spoken=table.say(
                "piece {form} on row {row}, column {column}", form=shape, row=row, column=column
            ),
        ))
    return Node("sm-plane", drawn, "plane")


def cell(table: PlaneTable, name: str, ground: Ground, ghost: bool) -> Node:
    """Draws an empty cell with the numbers it asks for, how many they are and what they bring."""
    free = seen(table.view)["cells"][name]
    meet = words.coinciding(table.view, name)
    # Where cells are small, one number that can be read is worth more than two that cannot.
    readable = READABLE * pieces.SIDE / ground.size
    inside = ""
    if (meet == 2 and ghost) or (meet > 2 and readable > 10):
        size = max(13.0, readable)
        inside = parts.words(str(meet), 0, size * 0.35, "slot-number", size)
    elif meet > 2:
        inside = (
            parts.words(str(meet), 0, -0.8, "slot-number", 10)
            + parts.words(saying.signed(2 * meet - 4), 0, 8.8, "slot-number", 10)
        )
    x, y = ground.at(name)
    return pieces.slot(
        name, x, y, ground.size, words.spoken_cell(name, table.view, table.say),
        tuple(free["asks"]), ghost=ghost, meet=inside, add=str(free["add"]) if ghost else "",
    )


def heap(count: int, most: int, box: Box, width: float) -> list[Node]:
    """Draws the pieces of the pool face down, each partly over the one before."""
    size = min(1.6 * width, box.height - 4)
    shown = min(count, most)
    step = min(size + 3, (box.width - size) / max(shown - 1, 1))
    return [
        pieces.back(f"p-{place}", box.x + size / 2 + place * step, box.y + box.height / 2, size)
        for place in range(shown)
    ]


def chips(table: PlaneTable, seat: int, box: Box) -> Drawn:
    """Draws the chips of a seat on the upper edge of its card, each with its value (CUAD-39)."""
    white, blue, red = words.chips(table.view.scores[seat])
    kinds = ["white"] * white + ["blue"] * blue + ["red"] * red
    if not kinds:
        return ()
    right = box.right - 14
    drawn = [
        chip(kind, right - place * CHIP_STEP, box.y)
        for place, kind in enumerate(kinds[:MOST_CHIPS])
    ]
    spoken = table.say(
        "chips: {white} white, {blue} blue, {red} red", white=white, blue=blue, red=red
    )
    return Node(f"sm-chips-{seat}", drawn, label=spoken)


CHIP_VALUES: Final = {"white": "1", "blue": "2", "red": "−1"}


def chip(kind: str, x: float, y: float) -> str:
    """Draws one chip with its value."""
    return (
        f'<circle class="chip chip-{kind}" cx="{num(x)}" cy="{num(y)}"'
        f' r="{num(CHIP)}"/>'
        + parts.words(CHIP_VALUES[kind], x, y + 4.2, f"chip-value on-{kind}", 12)
    )


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the plane alone, with what the cells beside the pieces ask."""
    table = table_of(view, say)
    area = Box.within(width, height, 10)
    lying = plane(table, fitted(view, area, 58), ghost=False)
    return setting.diagram(table, words, width, height, lying, area)
