"""The board: squares, the maze in the middle, pieces, what can be touched and what happened."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

from sobremesa.core.game import View
from sobremesa.families.boards.views import Piece, seen
from sobremesa.picture import parts
from sobremesa.picture.boards import pieces, words
from sobremesa.picture.boards.squares import CAMPS, Grid, name_of
from sobremesa.picture.boards.story import Trace
from sobremesa.picture.saying import Voice, touched
from sobremesa.picture.scenes import Drawn, Node, Place, Symbol, group, num

# The maze of the central square, drawn 40 wide: walls within walls, each open on another side.
MAZE: Final = (
    "M-3 -16H-16V16H16V-16H3M-16 0h5M10.5 -10.5H-10.5V10.5H10.5V3M10.5 -3v-7.5M0 10.5v5.5"
    "M-5 5V-5H5V5H2"
)
# How much of a square a piece fills.
FILL: Final = 0.86


def owner_camp(view: View, owner: int) -> str:
    """Names the camp whose base the pieces of an owner have; nobody's have none."""
    return home(view, owner) if owner >= 0 else ""


def home(view: View, seat: int) -> str:
    """Names the camp in whose corner a seat plays."""
    return str(seen(view)["seats"][seat]["camps"][0])


def turns_for(view: View) -> int:
    """Says by how many quarter turns the board lies so that one's own camp is near."""
    own = home(view, max(view.seat, 0))
    # Two players with two camps each sit along a side, not in a corner.
    if int(view.game.players) == 2 and own in ("SW", "NW"):
        return 0 if own == "SW" else 2
    return CAMPS.index(own)


def camps_of(view: View) -> frozenset[str]:
    """Lists the camps that play, with a player or without."""
    camps = {camp for seat in seen(view)["seats"] for camp in seat["camps"]}
    camps.update(estate["camp"] for estate in seen(view)["waiting"])
    return frozenset(camps)


@lru_cache(maxsize=64)
def floor(grid: Grid, camps: frozenset[str]) -> Node:
    """Draws the frame and the squares, the corners of the camps tinted, the maze."""
    u = grid.unit
    rim = u * 0.42
    light = "".join(
        f"M{num(grid.x + column * u)} {num(grid.y + row * u)}h{num(u)}v{num(u)}h{num(-u)}z"
        for row in range(grid.side) for column in range(grid.side) if (row + column) % 2 == 0
    )
    outer = grid.span + 2 * rim
    return Node("sm-floor", [
        parts.oblong("board-shade", grid.x - rim, grid.y - rim + 5, outer, outer, 9),
        parts.oblong("board-rim", grid.x - rim, grid.y - rim, outer, outer, 9),
        parts.oblong("square-dark", grid.x, grid.y, grid.span, grid.span),
        f'<path class="square-light" d="{light}"/>',
        corners(grid, camps),
        parts.oblong("board-edge", grid.x, grid.y, grid.span, grid.span),
        maze(grid),
        coordinates(grid, rim),
    ], fixed=True)


def corners(grid: Grid, camps: frozenset[str]) -> str:
    """Tints the nine squares of each camp."""
    last = grid.side - 1
    near = {"SW": (0, 0), "NW": (0, last - 2), "NE": (last - 2, last - 2), "SE": (last - 2, 0)}
    drawn: list[str] = []
    for camp in sorted(camps):
        file, rank = near[camp]
        cells = [grid.cell(name_of(file + dx, rank + dy)) for dx in (0, 2) for dy in (0, 2)]
        column, row = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        x, y = grid.x + column * grid.unit, grid.y + row * grid.unit
        css = f"{pieces.camp_colour(camp)} home"
        drawn.append(parts.oblong(css, x, y, 3 * grid.unit, 3 * grid.unit))
    return "".join(drawn)


def maze(grid: Grid) -> str:
    """Draws the central square, where only princes stand."""
    x, y = grid.middle(grid.centre)
    half = grid.unit / 2
    return parts.oblong("throne", x - half, y - half, grid.unit, grid.unit) + (
        f'<path class="maze" transform="translate({num(x)} {num(y)}) scale({grid.unit / 40:.3f})"'
        f' d="{MAZE}"/>'
    )


def coordinates(grid: Grid, rim: float) -> str:
    """Writes files and ranks along the lower and the left edge."""
    names = {grid.cell(name): name for name in grid.squares()}
    last = grid.side - 1
    size = min(max(rim * 0.72, 12), 13)
    sideways = grid.turns % 2 == 1
    drawn: list[str] = []
    for step in range(grid.side):
        below, beside = names[(step, last)], names[(0, step)]
        middle = (step + 0.5) * grid.unit
        drawn.append(parts.words(
            below[1:] if sideways else below[0], grid.x + middle,
            grid.y + grid.span + rim * 0.5 + size * 0.36, "coordinate", size,
        ))
        drawn.append(parts.words(
            beside[0] if sideways else beside[1:], grid.x - rim * 0.5,
            grid.y + middle + size * 0.36, "coordinate", size,
        ))
    return "".join(drawn)


def standing(view: View, grid: Grid, say: Voice, *, touch: bool = True) -> Node:
    """Draws every piece, and the free squares that can be touched."""
    open_to = touched(view, "square") if touch else set()
    on_board = [piece for piece in seen(view)["pieces"] if piece["square"]]
    taken = {piece["square"] for piece in on_board}
    drawn: list[Drawn] = [
        piece_on(view, grid, piece, say, touch)
        for piece in sorted(on_board, key=lambda one: grid.cell(one["square"])[::-1])
    ]
    drawn.append(in_hand(view, grid))
    drawn += [
        free_square(
            square, *grid.middle(square), grid.unit / 2,
            words.spoken(f"square:{square}", view, say),
        )
        for square in sorted(open_to - taken)
    ]
    return Node("sm-board", drawn)


def face(view: View, piece: Piece) -> Symbol:
    """Draws a piece, living or dead."""
    if piece["kind"] == "x":
        return pieces.DEAD
    return pieces.living(piece["kind"], owner_camp(view, piece["owner"]), piece["camp"])


def piece_on(view: View, grid: Grid, piece: Piece, say: Voice, touch: bool) -> Node:
    """Draws one piece on its square."""
    square = piece["square"]
    spoken = words.spoken(f"square:{square}", view, say)
    return on_square(
        square, *grid.middle(square), grid.unit, piece["id"], face(view, piece), touch, spoken
    )


@lru_cache(maxsize=4096)
def on_square(
    square: str, x: float, y: float, unit: float, id: int, face: Symbol, touch: bool, spoken: str
) -> Node:
    """Draws a face on a square, which with `touch` can be touched."""
    there = Place(0, 0, scale=unit * FILL / 40)
    drawn: list[Drawn] = [group("lift low", Node(f"piece-{id}", face, at=there))]
    if touch:
        drawn = [hit(unit / 2), *drawn, halo(unit / 2)]
    return Node(
        f"sm-square-{square}", drawn, at=Place(x, y), touch=f"square:{square}" if touch else "",
        label=spoken, fixed=True,
    )


def in_hand(view: View, grid: Grid) -> Drawn:
    """Draws what has been taken up and not put down yet, beside the piece that took it."""
    if seen(view)["held"] < 0:
        return ()
    piece = words.held_piece(view)
    x, y = grid.middle(seen(view)["acting"])
    # It is held towards the middle of the board, where there is room.
    away = grid.unit * 0.42
    x += away if x < grid.x + grid.span / 2 else -away
    y += away if y < grid.y + grid.span / 2 else -away
    there = Place(x, y, scale=grid.unit * FILL * 0.8 / 40)
    return Node(f"piece-{piece['id']}", face(view, piece), "in-hand", there)


def lit(view: View, grid: Grid, squares: list[str]) -> list[Node]:
    """Lights some squares of a diagram: a dot where they are free, corners round what stands."""
    taken = {piece["square"] for piece in seen(view)["pieces"]}
    half = grid.unit / 2
    return [
        Node(
            inside=halo(half) if square in taken else goal(grid.unit * 0.15), state="lit",
            at=Place(*grid.middle(square)),
        )
        for square in squares
    ]


@lru_cache(maxsize=64)
def hit(half: float) -> str:
    """Draws the square that answers to a touch."""
    return parts.oblong("hit", -half, -half, 2 * half, 2 * half)


def goal(radius: float) -> str:
    """Draws the dot that shows a free square can be touched."""
    return f'<circle class="goal" r="{num(radius)}"/>'


@lru_cache(maxsize=64)
def halo(half: float) -> str:
    """Draws the four corners that show a square can be touched."""
    edge = half - 1.6
    arm = half * 0.42
    corner = "".join(
        f"M{num(sx * edge)} {num(sy * (edge - arm))}V{num(sy * edge)}H{num(sx * (edge - arm))}"
        for sx in (-1, 1) for sy in (-1, 1)
    )
    return f'<path class="halo" d="{corner}"/>'


@lru_cache(maxsize=1024)
def free_square(square: str, x: float, y: float, half: float, spoken: str) -> Node:
    """Draws a free square that can be touched, seen only when lit."""
    return Node(
        f"sm-square-{square}", [hit(half), goal(half * 0.34), halo(half)], "ghost", Place(x, y),
        f"square:{square}", spoken, fixed=True,
    )


def happened(grid: Grid, traces: list[Trace]) -> Node:
    """Shows the last turn: where a piece came from, whom it met, where that went."""
    drawn: list[str] = []
    for start, end, kind in traces:
        if start and end and start != end:
            drawn.append(arrow(grid, start, end, kind))
        drawn += [outline(grid, square, kind) for square in (start, end) if square]
    return Node("sm-happened", drawn, "happened", more={"aria-hidden": "true"})


def outline(grid: Grid, square: str, kind: str) -> str:
    """Frames a square where something happened."""
    x, y = grid.middle(square)
    half = grid.unit / 2 - 1.5
    return parts.oblong(f"fresh-square {kind}", x - half, y - half, 2 * half, 2 * half, 3)


def arrow(grid: Grid, start: str, end: str, kind: str) -> str:
    """Draws an arrow from one square to another, ending at its edge."""
    x, y = grid.middle(start)
    to_x, to_y = grid.middle(end)
    long = hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / long, (to_y - y) / long
    near, head = grid.unit * 0.34, grid.unit * 0.2
    tip_x, tip_y = to_x - dx * near, to_y - dy * near
    back_x, back_y = tip_x - dx * head, tip_y - dy * head
    return (
        f'<path class="way {kind}" d="M{num(x + dx * near)} {num(y + dy * near)}'
        f'L{num(back_x)} {num(back_y)}"/>'
        f'<path class="way-head" d="M{num(tip_x)} {num(tip_y)}'
        f'L{num(back_x - dy * head * 0.6)} {num(back_y + dx * head * 0.6)}'
        f'L{num(back_x + dy * head * 0.6)} {num(back_y - dx * head * 0.6)}z"/>'
    )
