"""Where and how the tiles of the lock-and-key game lie.

A tile is 70 long and 60 wide. Turned by nothing its long edges are above and below. A plain
tile has a line along three edges, in the shape of a U that is open to the right; a special
tile has an L along its left and lower edge. How a tile is turned says what it does:

The two tiles of a play lie along their side, joined by white short edges; a double lies
across it. The salida is a double joined by its black edges, the white ones outward. A special
tile that closes lies across with its long black edge outward; a key that opens lies across
with its long black edge against the lock.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.locks.views import seen

LONG: Final = 70.0
SHORT: Final = 60.0
# Between two plays, and between two rows of the same side.
GAP: Final = 3.0
ROW: Final = 190.0

# The edges of a tile as it is drawn unturned, clockwise from above.
TOP, RIGHT, BOTTOM, LEFT = 0, 1, 2, 3
WHITE: Final = {"": {RIGHT}, "C": {RIGHT, TOP}, "L": {RIGHT, TOP}}


# The direction of each way.
STEPS: Final = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
# How a base is turned, by the sign of its play: along with its white edge outward, or across.
TURNED: Final = {"": 0, ".": 0, "!": 270, "^": 90}


def suit(name: str) -> int:
    """Gives the suit of a tile."""
    return int(name.rstrip("CL"))


def letter(name: str) -> str:
    """Gives the letter of a special tile, or nothing for a plain one."""
    return name.lstrip("0123456789")


class Lying(NamedTuple):
    """A tile on the table: its middle, and how far it is turned, clockwise."""

    name: str
    x: float
    y: float
    turn: int

    @property
    def width(self) -> float:
        """How much room it takes from left to right."""
        return LONG if self.turn % 180 == 0 else SHORT

    @property
    def height(self) -> float:
        """How much room it takes from top to bottom."""
        return SHORT if self.turn % 180 == 0 else LONG

    def edge(self, way: int) -> tuple[bool, bool]:
        """Tells of the edge that faces a way whether it is white and whether it is long."""
        own = (way - self.turn // 90) % 4
        return own in WHITE[letter(self.name)], own in (TOP, BOTTOM)


class Play(NamedTuple):
    """A play as it is written, taken apart."""

    side: str
    base: str
    sign: str
    free: str
    closes: bool


@lru_cache(maxsize=4096)
def parse(text: str) -> Play:
    """Takes a written play apart.

    >>> parse("A:5+2C!"), parse("B:2L^")
    (Play(side='A', base='5', sign='', free='2C', closes=True), \
Play(side='B', base='2L', sign='^', free='', closes=False))
    """
    side, _, tiles = text.rpartition(":")
    base, _, free = tiles.partition("+")
    sign = base[-1] if base[-1] in "!^." else ""
    return Play(side, base.rstrip("!^."), sign, free.rstrip("!"), free.endswith("!"))


class Turtle:
    """The end of a side: where the next tile goes, and which way (0 up, 1 right, ...)."""

    def __init__(self, x: float, y: float, way: int, limit: float) -> None:
        self.x = x
        self.y = y
        self.way = way
        # The side that grows to the right turns down, the other up; then it comes back.
        self.onward = way
        self.turning = 2 if way == RIGHT else 0
        self.limit = limit
        self.low = y
        self.tiles: list[Lying] = []

    def put(self, name: str, turn: int) -> None:
        """Lays a tile outward; `turn` is meant for a side that grows to the right."""
        turned = (turn + 90 * (self.way - RIGHT)) % 360
        length = SHORT if turn % 180 else LONG
        dx, dy = STEPS[self.way]
        self.tiles.append(
            Lying(name, self.x + dx * length / 2, self.y + dy * length / 2, turned)
        )
        self.x += dx * length
        self.y += dy * length

    def put_double(self, one: str, other: str) -> None:
        """Lays a double across, joined by its white short edges on the line of the side."""
        dx, dy = STEPS[self.way]
        x, y = self.x + dx * SHORT / 2, self.y + dy * SHORT / 2
        # To the right of the way the white edge looks back to the left, and the reverse.
        rx, ry = STEPS[(self.way + 1) % 4]
        for name, way, hand in ((one, (self.way + 3) % 4, 1), (other, (self.way + 1) % 4, -1)):
            turned = 90 * (way - RIGHT) % 360
            self.tiles.append(Lying(
                name, x + hand * rx * LONG / 2, y + hand * ry * LONG / 2, turned
            ))
        self.x += dx * SHORT
        self.y += dy * SHORT

    def space(self) -> None:
        """Leaves a little room between two plays."""
        dx, dy = STEPS[self.way]
        self.x += dx * GAP
        self.y += dy * GAP

    def turn_if_needed(self, length: float, crosswise: bool) -> None:
        """Turns where a play of some length would go beyond the limit."""
        if self.way in (TOP, BOTTOM):
            if abs(self.y - self.low) >= ROW - LONG:
                self._bend(LEFT if self.onward == RIGHT else RIGHT, crosswise)
                self.onward = self.way
            return
        dx, _ = STEPS[self.way]
        if abs(self.x + dx * length) > self.limit and dx * self.x > 0:
            self.low = self.y
            self._bend(self.turning, crosswise)

    def _bend(self, way: int, crosswise: bool) -> None:
        """Goes on another way, beside the end; a tile across needs a little room."""
        dx, dy = STEPS[self.way]
        nx, ny = STEPS[way]
        back = -SHORT / 2 if not crosswise else SHORT / 2 + GAP
        self.x += dx * LONG / 2 + nx * back
        self.y += dy * LONG / 2 + ny * back
        self.way = way


def lay(turtle: Turtle, play: Play) -> None:
    """Lays the tiles of a play."""
    double = bool(play.free) and suit(play.base) == suit(play.free)
    crosswise = double and not play.sign and not play.closes
    length = SHORT if crosswise else 2 * LONG if play.free else LONG
    turtle.turn_if_needed(length, crosswise)
    if crosswise:
        turtle.put_double(play.base, play.free)
    else:
        turtle.put(play.base, TURNED[play.sign])
        if play.free:
            # Its white edge lies against the base; a lock that closes lies across, and one that
            # is left open has a white edge outward.
            turtle.put(play.free, 270 if play.closes else 0 if play.free.endswith("C") else 180)
    turtle.space()


class Laid(NamedTuple):
    """The tiles on the table in the order of laying, and both ends."""

    tiles: list[Lying]
    ends: dict[str, Turtle]


def lay_out(line: list[str], limit: float) -> Laid:
    """Lays a line, its sides turning at a limit from the middle."""
    ends = {
        "A": Turtle(-SHORT / 2 - GAP, 0, LEFT, limit), "B": Turtle(SHORT / 2 + GAP, 0, RIGHT, limit)
    }
    tiles: list[Lying] = []
    for text in line:
        play = parse(text)
        if not play.side:
            # Across, joined by the black short edges, the white ones outward.
            tiles.append(Lying(play.base, 0, -LONG / 2, 270))
            tiles.append(Lying(play.free, 0, LONG / 2, 90))
            continue
        turtle = ends[play.side]
        before = len(turtle.tiles)
        lay(turtle, play)
        tiles += turtle.tiles[before:]
    return Laid(tiles, ends)


class Ghost(NamedTuple):
    """The place where a tile could be laid, by the touch that lays it there."""

    touch: str
    lying: Lying


def ghosts(laid: Laid, view: View) -> list[Ghost]:
    """Finds the places for the next tiles of the seat that looks on.

    Where one tile can be laid in several ways on a side, the ways lie beside each other.
    """
    wanted = {touch for choice in seen(view)["moves"] for touch in choice["touches"]}
    if "end:start" in wanted:
        return [Ghost("end:start", Lying("", 0, 0, 0))]
    found: list[Ghost] = []
    for side, end in laid.ends.items():
        for kind, far in (("end", False), ("free", True)):
            ways = [way for way in ("", "!", "^") if f"{kind}:{side}{way}" in wanted]
            for number, way in enumerate(ways):
                beside = (number - (len(ways) - 1) / 2) * (LONG + 8)
                found.append(Ghost(f"{kind}:{side}{way}", ghost(end, way, beside, far)))
    return found


def ghost(end: Turtle, way: str, beside: float, far: bool) -> Lying:
    """Places the shadow of a tile at the end of a side, or one tile further out."""
    name = {"!": "C", "^": "L"}.get(way, "C" if far else "")
    dx, dy = STEPS[end.way]
    rx, ry = STEPS[(end.way + 1) % 4]
    out = (SHORT if way else LONG) / 2 + (LONG + GAP if far else 0)
    return Lying(
        name, end.x + dx * out + rx * beside, end.y + dy * out + ry * beside,
        (TURNED[way] + 90 * (end.way - RIGHT)) % 360,
    )


class Scale(NamedTuple):
    """How the table is brought into its room: a factor and a shift."""

    factor: float
    dx: float
    dy: float


def bounds(lying: list[Lying]) -> tuple[float, float, float, float]:
    """Finds the room that tiles take: left, top, right, bottom."""
    return (
        min(tile.x - tile.width / 2 for tile in lying),
        min(tile.y - tile.height / 2 for tile in lying),
        max(tile.x + tile.width / 2 for tile in lying),
        max(tile.y + tile.height / 2 for tile in lying),
    )


def fitted(
    view: View, width: float, height: float, largest: float
) -> tuple[Laid, list[Ghost], Scale]:
    """Lays the line so that it fills its room best, the next tiles included."""
    best: tuple[Laid, list[Ghost], Scale] | None = None
    # A long row looks calmer, so turning early must be worth it.
    for limit in (1100.0, 900.0, 760.0, 640.0, 560.0, 480.0, 400.0, 320.0, 240.0):
        laid = lay_out(seen(view)["line"], limit)
        slots = ghosts(laid, view)
        shadows = [ghost(end, "", 0, far) for end in laid.ends.values() for far in (False, True)]
        left, top, right, bottom = bounds([*laid.tiles, *(slot.lying for slot in slots), *shadows])
        factor = min(width / (right - left), height / (bottom - top), largest / LONG)
        if best is None or factor > best[2].factor * 1.03:
            shift = (width - factor * (left + right)) / 2, (height - factor * (top + bottom)) / 2
            best = (laid, slots, Scale(factor, *shift))
    assert best is not None
    return best
