"""The growing plan of Traffic: tiles on cells, the quads drawn over them."""

from __future__ import annotations

from typing import NamedTuple

from sobremesa.families.solo.views import seen
from sobremesa.picture import parts
from sobremesa.picture.saying import cell_at, halves, touched
from sobremesa.picture.scenes import Drawn, Node
from sobremesa.picture.seats import Box, Rows, Table, grid
from sobremesa.picture.solo import words
from sobremesa.picture.solo.sheet import Card, boneyard_card
from sobremesa.picture.solo.words import Cell

LARGEST = 62.0


class Ground(NamedTuple):
    """How cells lie in the picture."""

    x: float
    y: float
    unit: float

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Gives the middle of a cell."""
        return self.x + cell[0] * self.unit, self.y - cell[1] * self.unit


def ground(cells: list[Cell], box: Box) -> Ground:
    """Fits all cells into a box, and some room around them."""
    across = [x for x, _ in cells]
    down = [y for _, y in cells]
    wide = max(across) - min(across) + 2
    high = max(down) - min(down) + 2
    unit = min(LARGEST, box.width / wide, box.height / high)
    return Ground(
        box.x + box.width / 2 - (max(across) + min(across)) / 2 * unit,
        box.y + box.height / 2 + (max(down) + min(down)) / 2 * unit,
        unit,
    )


def plan(table: Table, box: Box) -> Node:
    """Draws the tiles on the table, the quads, and the cells that can be touched."""
    data = seen(table.view)
    laid = data["table"]
    free = sorted(map(cell_at, touched(table.view, "cell")))
    quads = [text for _, text, _ in table.view.log if ".." in text]
    begun = words.quad_cells(data["quad"]) if data["quad"] else []
    numbers = words.cells(laid)
    base = ground([*numbers, *free, *begun] or [(0, 0), (3, 0)], box)
    outlines: list[str] = []
    done = quads[:-1] if data["quad"] else quads
    for place, quad in enumerate(done):
        newest = place == len(done) - 1 and not data["quad"]
        css = "quad now" if newest else "quad"
        outlines.append(outline(words.quad_cells(quad), base, css))
    if begun:
        outlines.append(outline(begun, base, "quad begun"))
        outlines += wanted(data["quad"], begun, numbers, base)
    drawn: list[Drawn] = [[lying(table, text, base) for text in laid], Node("sm-quads", outlines)]
    if not table.view.over:
        slots = [touchable(table, cell, numbers.get(cell), base) for cell in free]
        drawn.append(Node("sm-cells", slots))
    return Node("sm-plan", drawn)


def lying(table: Table, text: str, base: Ground) -> Node:
    """Draws a tile on its two cells, its higher number where it belongs."""
    one, other = halves(text)
    first, second = words.both_cells(text)
    (x, y), (u, v) = base.middle(first), base.middle(second)
    high, low = (first, second) if one >= other else (second, first)
    turn = {(0, 1): 0, (1, 0): 90, (0, -1): 180, (-1, 0): 270}[high[0] - low[0], high[1] - low[1]]
    name = f"{max(one, other)}-{min(one, other)}"
    return table.tile(name, (x + u) / 2, (y + v) / 2, turn, base.unit * 0.955)


def outline(cells: list[Cell], base: Ground, css: str) -> str:
    """Draws a line round four cells."""
    (x, y), (u, v) = base.middle(cells[0]), base.middle(cells[-1])
    half = base.unit * 0.5
    inset = base.unit * 0.1
    left, top = min(x, u) - half + inset, min(y, v) - half + inset
    inner = 2 * (half - inset)
    return parts.oblong(css, left, top, abs(x - u) + inner, abs(y - v) + inner, half * 0.6)


def wanted(quad: str, begun: list[Cell], taken: dict[Cell, int], base: Ground) -> list[str]:
    """Writes the numbers that the quad still wants into its free cells."""
    lowest = int(quad.partition("..")[0])
    drawn: list[str] = []
    for place, cell in enumerate(begun):
        if cell not in taken:
            x, y = base.middle(cell)
            drawn.append(parts.words(
                str(lowest + place), x, y + base.unit * 0.2, "slot-number", base.unit * 0.6
            ))
    return drawn


def touchable(table: Table, cell: Cell, number: int | None, base: Ground) -> Node:
    """Draws a cell that lights up when it can be touched; `number` is what lies on it."""
    x, y = base.middle(cell)
    place = f"{cell[0]},{cell[1]}"
    half = base.unit * 0.44
    square = parts.oblong("slot", x - half, y - half, 2 * half, 2 * half, 6)
    spoken = words.spoken_cell(place, number, table.say)
    return Node("", square, "ghost", touch=f"cell:{place}", label=spoken)


def face_up(table: Table, box: Box) -> Drawn:
    """Draws the tiles that are face up."""
    names = seen(table.view)["up"]
    if not names:
        return ()
    columns, size = grid(len(names), box.width, box.height, 54)
    rows = Rows(len(names), columns, -(-len(names) // columns), size + 10, 2 * size + 6)
    return Node("sm-hand", [
        table.tile(name, x, y, 0, size, touch=not table.view.over)
        for name, (x, y) in zip(names, rows.even(box), strict=True)
    ])


def traffic_cards(table: Table) -> list[Card]:
    """Shows the boneyard and how many tiles lie on the table."""
    laid, every = len(seen(table.view)["table"]), len(table.view.game.pieces())
    told = table.say("{count} of {all} tiles", count=laid, all=every)
    return [boneyard_card(table, touch=""), Card(table.say("On the table"), told)]
