"""Where the tiles of a line lie that every double branches.

Tiles are laid one by one, in the order of play, on a grid of half squares: straight on where
there is room, else round a corner, a double always across. No tile touches any but the one to
which it is joined, and every end keeps a free place for the next tile. What was laid stays where
it is as long as that can be; where a tile finds no room, those before it are laid otherwise, and
if nothing helps, all tiles become smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from sobremesa.families.lines.views import AnyLineView
from sobremesa.picture.lines.route import LEFT, RIGHT, STEP, UP, Course, Lying, points_to
from sobremesa.picture.saying import halves, played

# A square has so many cells on a side.
CELLS: Final = 2
# A corner is worth so many tiles of free way ahead, and more than so many are as good as any.
CORNER: Final = 2
FAR: Final = 3
# What it is worth, in tiles of free way ahead, that the others need not move.
STAY: Final = 2
# So many tiles are tried before smaller ones are taken, and so many more for every tile.
TRIES: Final = 80
TRIES_EACH: Final = 5
# So many times as many where no size would do.
PATIENT: Final = 40

Way = tuple[int, int]


class Spot(NamedTuple):
    """An open end: the middle of the side at which the next tile lies, the way on, and the
    cells of the tile it belongs to."""

    x: int
    y: int
    way: Way
    owner: int


class Area(NamedTuple):
    """A rectangle of cells."""

    left: int
    top: int
    right: int
    bottom: int

    def around(self, other: Area) -> Area:
        """Gives the rectangle round both."""
        return Area(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )


class Placing(NamedTuple):
    """A way to lay a tile: its cells, where its outer half points, and where the arm goes on."""

    area: Area
    way: Way
    x: int
    y: int


def straight(spot: Spot) -> Placing:
    """Lays a tile straight on."""
    (dx, dy), x, y = spot.way, spot.x, spot.y
    return Placing(box(x + 2 * dx, y + 2 * dy, dx), spot.way, x + 4 * dx, y + 4 * dy)


def corners(spot: Spot) -> list[Placing]:
    """Lays a tile with its inner half straight on and the other round the corner."""
    (dx, dy), found = spot.way, []
    for side in (-1, 1):
        ex, ey = (0, side) if dx else (side, 0)
        x, y = spot.x + dx, spot.y + dy
        found.append(Placing(box(x + ex, y + ey, ex), (ex, ey), x + 3 * ex, y + 3 * ey))
    return found


def across(spot: Spot) -> Placing:
    """Lays a double across."""
    (dx, dy), x, y = spot.way, spot.x, spot.y
    return Placing(box(x + dx, y + dy, dy), spot.way, x + 2 * dx, y + 2 * dy)


def box(x: int, y: int, along: int) -> Area:
    """Gives the cells of a tile round its middle, which lies along the table or upright."""
    wide, high = (2, 1) if along else (1, 2)
    return Area(x - wide, y - high, x + wide, y + high)


class Step(NamedTuple):
    """One tile to be laid: on which arm, by which halves, and which ends are open then.

    An end at which no tile can be laid any more needs no place.
    """

    name: str
    arm: str
    inner: int
    outer: int
    alive: frozenset[str]

    @property
    def double(self) -> bool:
        """Whether both halves are alike."""
        return self.inner == self.outer


def steps(line: Sequence[str], top: int) -> list[Step]:
    """Reads a line as steps, each with the ends that some tile still fits."""
    left = Counter(dict.fromkeys(range(top + 1), top + 1))
    ends: dict[str, int] = {}
    found: list[Step] = []
    for play in line:
        name, arm, _ = played(play)
        one, other = halves(name)
        inner = ends.get(arm, one)
        outer = one + other - inner
        left.subtract({one, other})
        if arm:
            ends[arm] = outer
        else:
            ends.update(W=one, E=other)
        if one == other:
            # The short ends of a double have their places from the beginning.
            ends.update({f"N{one}": one, f"S{one}": one})
        alive = frozenset(arm for arm, number in ends.items() if left[number])
        found.append(Step(name, arm, inner, outer, alive))
    return found


class Layout(NamedTuple):
    """Some tiles laid: what they cover, how far they reach, where each lies, the ends, the
    places at them, and how far the lead lies from the middle."""

    covered: int
    extent: Area
    tiles: tuple[tuple[str, Area, int], ...]
    ends: dict[str, Spot]
    places: dict[str, Placing]
    x: int = 0
    y: int = 0

    def reach(self, without: str = "") -> Area:
        """Gives the rectangle round the tiles and the places of all arms but one."""
        extent = self.extent
        for arm, place in self.places.items():
            if arm != without:
                extent = extent.around(place.area)
        return extent


class Ground:
    """A part of the table, so many cells wide and high, that can lie anywhere round the lead."""

    def __init__(self, wide: int, high: int) -> None:
        self.patience = 1
        self.wide = wide
        self.high = high
        # Every cell that can be used is a bit.
        self.stride = 2 * wide + 16
        self.middle = (2 * high + 16) // 2 * self.stride + self.stride // 2
        self.left = 0

    def cells(self, area: Area, halo: int = 0) -> int:
        """Gives the cells of an area as bits, with those around it."""
        left, top, right, bottom = area
        shape = pattern(right - left + 2 * halo, bottom - top + 2 * halo, self.stride)
        return shape << (self.middle + (top - halo) * self.stride + left - halo)

    def holds(self, extent: Area) -> bool:
        """Tells whether everything has room."""
        return (
            extent.right - extent.left <= self.wide and extent.bottom - extent.top <= self.high
        )

    def is_free(self, area: Area, spot: Spot, covered: int, extent: Area) -> bool:
        """Tells whether a tile has room, apart from all but the one to which it is joined."""
        if not self.holds(extent.around(area)):
            return False
        return self.cells(area, 1) & covered & ~spot.owner == 0

    def way_ahead(self, placing: Placing, extent: Area, taken: int) -> int:
        """Counts the tiles, wide as doubles, that would have room ahead, as far as they matter."""
        (dx, dy), x, y = placing.way, placing.x, placing.y
        extent = extent.around(placing.area)
        for far in range(FAR):
            x, y = x + 4 * dx, y + 4 * dy
            ahead = Area(
                x - 2 - 2 * dx, y - 2 - 2 * dy, x + 2 - 2 * dx, y + 2 - 2 * dy
            )
            if self.cells(ahead) & taken or not self.holds(extent.around(ahead)):
                return far
        return FAR

    def stays(self, placing: Placing, layout: Layout) -> bool:
        """Tells whether a tile and the place behind it have room where the lead lies now."""
        (dx, dy), (x, y) = placing.way, (placing.x, placing.y)
        left, top, right, bottom = placing.area.around(
            Area(x, y, x, y).around(Area(x + 4 * dx, y + 4 * dy, x + 4 * dx, y + 4 * dy))
        )
        return (
            moved(layout.x, left, right, self.wide) == layout.x
            and moved(layout.y, top, bottom, self.high) == layout.y
        )

    def ways(self, spot: Spot, step: Step, layout: Layout) -> list[Placing]:
        """Lists the ways to lay a tile at an end, the best first."""
        # The place of its own end is free for it.
        extent = layout.reach(step.arm)
        if step.double:
            placing = across(spot)
            free = self.is_free(placing.area, spot, layout.covered, extent)
            return [placing] if free else []
        taken = layout.covered & ~spot.owner
        for other, place in layout.places.items():
            if other != step.arm:
                taken |= self.cells(place.area)
        found: list[tuple[int, Placing]] = []
        for number, placing in enumerate([straight(spot), *corners(spot)]):
            if self.is_free(placing.area, spot, layout.covered, extent):
                ahead = self.way_ahead(placing, extent, taken)
                worth = ahead + (0 if number else CORNER)
                found.append((STAY * (not self.stays(placing, layout)) - worth, placing))
        return [placing for _, placing in sorted(found, key=lambda one: one[0])]

    def place_at(self, spot: Spot, covered: int, extent: Area, taken: int) -> Placing | None:
        """Finds a free place at an end, away from those at others."""
        for placing in [straight(spot), *corners(spot)]:
            if not self.cells(placing.area) & taken and self.is_free(
                placing.area, spot, covered, extent
            ):
                return placing
        return None

    def after(self, layout: Layout, step: Step, spot: Spot, placing: Placing) -> Layout | None:
        """Lays a tile, and finds a place at every end; nothing if one has none."""
        own = self.cells(placing.area)
        ends = dict(layout.ends)
        ends[step.arm] = Spot(placing.x, placing.y, placing.way, own)
        if step.double:
            ends.update(short_ends(placing.area, placing.way, step.inner, own))
        turn = turn_of(placing.way, step)
        laid = Layout(
            layout.covered | own, layout.extent.around(placing.area),
            (*layout.tiles, (step.name, placing.area, turn)), ends, {}, layout.x, layout.y,
        )
        return self.with_places(laid, step.alive, layout.places, placing)

    def with_places(
        self, layout: Layout, alive: frozenset[str], before: dict[str, Placing],
        laid: Placing | None,
    ) -> Layout | None:
        """Finds a place at every end; those that are free stay as they were."""
        near = self.cells(laid.area, 1) if laid is not None else 0
        places: dict[str, Placing] = {}
        taken = 0
        extent = layout.extent
        for arm, place in before.items():
            cells = self.cells(place.area)
            kept = arm in alive and not cells & near
            if kept and self.holds(extent.around(place.area)):
                places[arm] = place
                taken |= cells
                extent = extent.around(place.area)
        for arm in layout.ends:
            if arm in alive and arm not in places:
                found = self.place_at(layout.ends[arm], layout.covered, extent, taken)
                if found is None:
                    return None
                places[arm] = found
                taken |= self.cells(found.area)
                extent = extent.around(found.area)
        return layout._replace(
            places=places, x=moved(layout.x, extent.left, extent.right, self.wide),
            y=moved(layout.y, extent.top, extent.bottom, self.high),
        )

    def start(self, lead: Step, upright: bool) -> Layout | None:
        """Lays the led tile, along the table or upright."""
        way = (0, 1) if upright else (1, 0)
        dx, dy = way
        area = box(0, 0, dy if lead.double else dx)
        own = self.cells(area)
        reach = 1 if lead.double else 2
        ends = {
            "W": Spot(-reach * dx, -reach * dy, (-dx, -dy), own),
            "E": Spot(reach * dx, reach * dy, way, own),
        }
        turn = UP if upright else LEFT
        if lead.double:
            ends.update(short_ends(area, way, lead.inner, own))
            turn = RIGHT if upright else UP
        tiles = ((lead.name, area, turn),)
        return self.with_places(Layout(own, area, tiles, ends, {}), lead.alive, {}, None)

    def lay(self, given: Sequence[Step], upright: bool) -> Layout | None:
        """Lays all tiles; gives up if too many ways lead nowhere."""
        self.left = self.patience * (TRIES + TRIES_EACH * len(given))
        first = self.start(given[0], upright)
        return self.go_on(first, given, 1) if first is not None else None

    def go_on(self, layout: Layout, given: Sequence[Step], number: int) -> Layout | None:
        """Lays the tiles from a number on."""
        if number == len(given):
            return layout
        step = given[number]
        spot = layout.ends[step.arm]
        for placing in self.ways(spot, step, layout):
            self.left -= 1
            if self.left < 0:
                return None
            after = self.after(layout, step, spot, placing)
            if after is not None:
                found = self.go_on(after, given, number + 1)
                if found is not None:
                    return found
        return None


def short_ends(area: Area, way: Way, number: int, own: int) -> Iterator[tuple[str, Spot]]:
    """Gives the short ends of a double: north is above, or at the left."""
    x, y = (area.left + area.right) // 2, (area.top + area.bottom) // 2
    ex, ey = (0, 1) if way[0] else (1, 0)
    yield f"N{number}", Spot(x - 2 * ex, y - 2 * ey, (-ex, -ey), own)
    yield f"S{number}", Spot(x + 2 * ex, y + 2 * ey, (ex, ey), own)


def turn_of(way: Way, step: Step) -> int:
    """Says where the higher half of a laid tile points."""
    if step.double:
        return UP if way[0] else RIGHT
    outward = 1 if step.outer > step.inner else -1
    return points_to(way[0] * outward, way[1] * outward)


@cache
def pattern(wide: int, high: int, stride: int) -> int:
    """Gives so many cells side by side and below each other."""
    return sum(((1 << wide) - 1) << row * stride for row in range(high))


class Fit(NamedTuple):
    """Tiles laid, the size of a cell, and how many cells the table has."""

    unit: float
    layout: Layout
    wide: int
    high: int


def fit_at(
    given: Sequence[Step], unit: float, width: float, height: float, patience: int = 1
) -> Fit | None:
    """Lays the tiles with squares of a size, if they fit and that is found soon enough."""
    wide, high = int(CELLS * width / unit), int(CELLS * height / unit)
    ground = Ground(wide, high)
    ground.patience = patience
    ways = (False, True) if width >= height else (True, False)
    for upright in ways:
        layout = ground.lay(given, upright)
        if layout is not None:
            return Fit(unit / CELLS, layout, wide, high)
    return None


@lru_cache(maxsize=512)
def best_fit(line: tuple[str, ...], top: int, width: float, height: float, largest: float) -> Fit:
    """Finds the largest squares that fit."""
    given = steps(line, top)
    for step in range(40):
        fit = fit_at(given, largest * STEP ** step, width, height)
        if fit is not None:
            return fit
    # A large tree can be hard to find room for, however small its tiles are.
    for step in (8, 16, 24):
        fit = fit_at(given, largest * STEP ** step, width, height, PATIENT)
        if fit is not None:
            return fit
    raise ValueError(f"the line has no room on {width:.0f} by {height:.0f}")


def moved(before: int, low: int, high: int, room: int) -> int:
    """Says how far from the middle of so much room the lead lies: where it lay before or, if
    that will not do, so that there is as much room on either side."""
    least, most = -(room // 2) - low, room - room // 2 - high
    return before if least <= before <= most else (least + most) // 2


def lay_out(
    data: AnyLineView, left: float, above: float, width: float, height: float, largest: float
) -> Course:
    """Lays the line of a view on a part of the table."""
    fit = best_fit(tuple(data["line"]), data["options"]["set"], width, height, largest)
    unit = fit.unit
    x = left + (width - fit.wide % 2 * unit) / 2 + unit * fit.layout.x
    y = above + (height - fit.high % 2 * unit) / 2 + unit * fit.layout.y

    def lying(name: str, area: Area, turn: int) -> Lying:
        across, down = (area.left + area.right) / 2, (area.top + area.bottom) / 2
        return Lying(name, x + across * unit, y + down * unit, turn)

    tiles = [lying(*tile) for tile in fit.layout.tiles]
    slots = {
        arm: lying("", place.area, points_to(*place.way))
        for arm, place in fit.layout.places.items() if arm in data["ends"]
    }
    return Course(CELLS * unit, tiles, slots)
