"""Where the tiles of a line lie.

The line is laid from its root outwards: from the four-way double if there is one, else from
the led tile. Lengths are in halves of a tile, the side of a square. An arm runs along the
table until its edge, turns a corner with a tile that has its joined half in line and its
other half round the corner, and runs back in the next row. The rows of the west and north
arms pile up towards the top, those of the east and south arms towards the bottom, each arm
in its own quarter of the table, so that no two ever meet. Four arms may also run up and
down, in columns, where that takes fewer corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

from sobremesa.core.game import Data
from sobremesa.families.lines.views import AnyLineView
from sobremesa.picture.saying import halves, is_double, played

# How far a corner tile is pushed along, so that doubles of neighbouring rows do not touch.
SLIP: Final = 0.12
# The root moves off the middle by so much at a time.
SHIFT: Final = 4.0
# Room between an arm's quarter and the stem of the neighbouring arm, doubles included.
AISLE: Final = 1.75
# Room between rows of different arms.
GAP: Final = 0.3
# Each size of tile is so much smaller than the one before.
STEP: Final = 0.92
# A corner is worth avoiding at the price of tiles smaller by so much.
CALM: Final = 0.95
# What it is worth that a line lies in the middle.
ASIDE: Final = 0.2
# A plan is good enough at this part of the best.
STEADY: Final = 0.92
# From this part of the largest size on, corners matter.
ROOMY: Final = 0.7
# A table narrower than this (in squares, each side of the root) has no room to turn.
NARROWEST: Final = 5.0

UP, RIGHT, DOWN, LEFT = 0, 90, 180, 270


class Piece(NamedTuple):
    """A tile as it is met on the way out from the root; most games lay doubles crosswise."""

    name: str
    inner: int
    outer: int
    crosswise: bool = True

    @property
    def double(self) -> bool:
        """Whether both halves are alike and it lies across the line for that."""
        return self.inner == self.outer and self.crosswise


class Lying(NamedTuple):
    """A tile on the table: its middle, and where its higher half points."""

    name: str
    x: float
    y: float
    turn: int

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the tile."""
        across, along = (0.5, 1.0) if self.turn in (UP, DOWN) else (1.0, 0.5)
        return self.x - across, self.y - along, self.x + across, self.y + along


class Chains(NamedTuple):
    """The root of a line and its arms, from the root outwards."""

    root: Piece
    arms: tuple[tuple[str, tuple[Piece, ...]], ...]
    four_way: bool


class Plan(NamedTuple):
    """How far the line may go, and which arm may cover its neighbour's quarter.

    A plan with a top and a bottom is one in columns.
    """

    left: float
    right: float
    stem: float = 0.0
    above: str = ""
    below: str = ""
    top: float = 0.0
    bottom: float = 0.0


class Course(NamedTuple):
    """A line on its part of the table, in pixels: the size of a square, tiles and free slots."""

    unit: float
    tiles: list[Lying]
    slots: dict[str, Lying]

    def sides(self) -> dict[str, str]:
        """Tells for each free slot on which side it lies, seen from the middle of them all."""
        return sides({arm: (slot.x, slot.y) for arm, slot in self.slots.items()})


def sides(places: dict[str, tuple[float, float]]) -> dict[str, str]:
    """Tells places apart by their sides; those that no side tells apart have none.

    >>> sides({"W": (0, 5), "E": (9, 6)})
    {'W': 'left', 'E': 'right'}
    >>> sides({"W": (0, 0), "N": (1, 5), "E": (9, 2)})
    {'W': 'upper left', 'N': 'lower left', 'E': 'right'}
    """
    if not places:
        return {}
    x = (min(x for x, _ in places.values()) + max(x for x, _ in places.values())) / 2
    y = (min(y for _, y in places.values()) + max(y for _, y in places.values())) / 2
    near: dict[str, str] = {}
    corner: dict[str, str] = {}
    for name, (across, down) in places.items():
        level = "left" if across < x else "right"
        height = "upper" if down < y else "lower"
        near[name] = level if abs(across - x) >= abs(down - y) else height
        corner[name] = f"{height} {level}"
    return {name: alone(side, near) or alone(corner[name], corner) for name, side in near.items()}


def alone(side: str, among: dict[str, str]) -> str:
    """Gives a side that only one of them has, else nothing."""
    return side if list(among.values()).count(side) == 1 else ""


def chains_of(given: Data) -> Chains:
    """Sorts the tiles of a view's line into arms round the root."""
    data = cast(AnyLineView, given)
    return chains(data["line"], data["spinner"], data.get("joined"), data.get("crosswise", True))


def chains(
    line: Iterable[str], spinner: int, joined: Sequence[int] | None = None,
    crosswise: bool = True,
) -> Chains:
    """Sorts the laid tiles into arms round the root.

    `joined` has the half by which each tile is joined where that is not its equal.

    >>> chains(["5-3", "5-5@W", "5-1@W"], 1).root.name
    '5-5'
    """
    plays = list(line)
    high, low = halves(plays[0])
    lead = Piece(plays[0], high, low, crosswise)
    names = "WENS" if spinner >= 0 else "WE"
    arms: dict[str, list[Piece]] = {arm: [] for arm in names}
    ends = {"W": high, "E": low}
    centre = plays[spinner].partition("@")[0] if spinner >= 0 else ""
    if spinner == 0:
        ends.update(N=high, S=high)
    for number, play in enumerate(plays[1:], start=1):
        name, arm, _ = played(play)
        one, other = halves(name)
        inner = ends[arm] if joined is None else joined[number]
        arms[arm].append(Piece(name, inner, one + other - inner, crosswise))
        ends[arm] = one + other - inner
        if name == centre:
            ends.update(N=inner, S=inner)
    root = lead
    if spinner > 0:
        root = rooted_at_spinner(arms, lead, centre)
    return Chains(root, tuple((arm, tuple(pieces)) for arm, pieces in arms.items()), spinner >= 0)


def rooted_at_spinner(arms: dict[str, list[Piece]], lead: Piece, centre: str) -> Piece:
    """Turns round the tiles between the spinner and the lead, so that all arms leave from it."""
    for arm, back in (("W", "E"), ("E", "W")):
        names = [piece.name for piece in arms[arm]]
        if centre not in names:
            continue
        place = names.index(centre)
        root = arms[arm][place]
        inward = [
            piece._replace(inner=piece.outer, outer=piece.inner)
            for piece in reversed(arms[arm][:place])
        ]
        turned = lead._replace(inner=lead.outer, outer=lead.inner)
        inward.append(lead if arm == "W" else turned)
        arms[back] = inward + arms[back]
        arms[arm] = arms[arm][place + 1:]
        return root
    raise ValueError(f"{centre} lies on no arm")


def points_to(dx: float, dy: float) -> int:
    """Gives the turn by which a tile's upper half points that way."""
    if dx:
        return RIGHT if dx > 0 else LEFT
    return DOWN if dy > 0 else UP


class Walker:
    """Lays one arm, tile by tile.

    It knows rows only: `run` is the way of the present or next row (1 east, -1 west),
    `rise` the way in which it leaves a row and `pile` the way in which rows follow each
    other. x, y is the middle of the open side, and `upright` says that the arm is just going
    across. With `columns` everything is laid with x and y changed over.
    """

    def __init__(
        self, x: float, y: float, run: int, rise: int, stem: float, *, pile: int = 0,
        columns: bool = False,
    ) -> None:
        self.x = x
        self.y = y
        self.run = run
        self.rise = rise
        self.stem = stem
        self.pile = pile or rise
        self.columns = columns
        self.upright = stem > 0
        self.corners = 0
        # Whether a row had too little room.
        self.stuck = False
        self.laid: list[Lying] = []
        # The tiles from the first corner on.
        self.turned: list[Lying] = []

    def lay(self, piece: Piece, before_double: bool, bound: float) -> None:
        """Lays the next tile; rows may reach as far as `bound`."""
        if self.upright:
            if piece.double or self.stem >= 2:
                self.straight(piece)
            else:
                self.corner(piece)
            return
        # Behind a tile there must be room for a corner, and for a double if one follows. A
        # double, which never follows another, finds its room so, unless the row began with
        # too little.
        room = (bound - self.x) * self.run
        if room < (2 if piece.double else 1):
            self.stuck = True
        if piece.double or room >= (4 if before_double else 3):
            self.straight(piece)
        else:
            self.corner(piece)

    def straight(self, piece: Piece) -> None:
        """Lays a tile straight on, a double crosswise."""
        dx, dy = (0, self.rise) if self.upright else (self.run, 0)
        reach = 0.5 if piece.double else 1.0
        self.put(piece, self.x + dx * reach, self.y + dy * reach, dx, dy)
        self.x += 2 * reach * dx
        self.y += 2 * reach * dy
        if self.upright:
            self.stem -= 2 * reach

    def corner(self, piece: Piece) -> None:
        """Lays a tile round the corner."""
        self.corners += 1
        if self.upright:
            self.put(piece, self.x + 0.5 * self.run, self.y + 0.5 * self.rise, self.run, 0)
            self.x += 1.5 * self.run
            self.y += 0.5 * self.rise
            self.rise = self.pile
            self.upright = False
        else:
            lift = (0.5 + SLIP) * self.rise
            self.put(piece, self.x + 0.5 * self.run, self.y + lift, 0, self.rise)
            self.x += 0.5 * self.run
            self.y += (1.5 + 2 * SLIP) * self.rise
            self.run = -self.run
            self.upright = True
            self.stem = 0

    def put(self, piece: Piece, x: float, y: float, dx: int, dy: int) -> None:
        """Notes where a tile lies that leads on by dx, dy."""
        if self.columns:
            x, y, dx, dy = y, x, dy, dx
        if piece.double:
            turn = UP if dx else RIGHT
        else:
            outward = 1 if piece.outer > piece.inner else -1
            turn = points_to(dx * outward, dy * outward)
        lying = Lying(piece.name, x, y, turn)
        self.laid.append(lying)
        if self.corners:
            self.turned.append(lying)


def with_slot(line: Chains, arm: str) -> list[tuple[Piece, bool]]:
    """Lists the tiles of an arm, each with whether a double follows, and the slot behind it.

    The slot is laid like one more tile.
    """
    pieces = dict(line.arms)[arm]
    start = line.root.outer if arm == "E" else line.root.inner
    number = pieces[-1].outer if pieces else start
    slot = Piece("", number, number + 1)
    return [
        (piece, after.double)
        for piece, after in zip((*pieces, slot), (*pieces[1:], slot, slot), strict=False)
    ]


Route = tuple[dict[str, list[Lying]], int]


def in_rows(line: Chains, plan: Plan) -> Route | None:
    """Lays all arms in rows, the root at 0, 0; the last of each arm is its slot.

    Gives the arms and how many corners they turn, or nothing if there is no room.
    """
    side = 0.5 if line.root.double else 1.0
    if not line.four_way:
        return of_two(line, plan, side)
    corners = 0
    laid: dict[str, list[Lying]] = {}
    for across, along, rise, over in (("N", "W", -1, plan.above), ("S", "E", 1, plan.below)):
        # West and south run west first, east and north run east.
        run = rise
        walkers = {
            along: Walker(side * run, 0.0, run, rise, 0.0),
            across: Walker(0.0, float(rise), -run, rise, plan.stem),
        }
        # The arm that may cover the other's quarter is laid when that one is known.
        peak = 0.0
        for arm in sorted(walkers, key=lambda arm: (arm == over, arm == along)):
            walker = walkers[arm]
            for piece, before_double in with_slot(line, arm):
                free = arm == over and (walker.y - peak) * rise > 1 + GAP
                bound = reach(walker.run, arm == along, run, free, plan)
                walker.lay(piece, before_double, bound)
            if walker.stuck:
                return None
            laid[arm] = walker.laid
            corners += walker.corners
            peak = rise * max(
                [peak * rise] + [lying.box[1 if rise < 0 else 3] * rise for lying in walker.laid]
            )
    return laid, corners


def of_two(line: Chains, plan: Plan, side: float) -> Route | None:
    """Lays the two arms of a plain line, each in its own half of the table."""
    laid: dict[str, list[Lying]] = {}
    corners = 0
    for arm, run in (("W", -1), ("E", 1)):
        walker = walked(tuple(with_slot(line, arm)), side * run, run, plan.left, plan.right)
        if walker.stuck:
            return None
        laid[arm] = walker.laid
        corners += walker.corners
    return laid, corners


@lru_cache(maxsize=1024)
def walked(
    tiles: tuple[tuple[Piece, bool], ...], start: float, run: int, left: float, right: float
) -> Walker:
    """Lays one arm of two, once while only the other grows; it rises on the side it runs to."""
    walker = Walker(start, 0.0, run, run, 0.0)
    for piece, before_double in tiles:
        walker.lay(piece, before_double, right if walker.run > 0 else left)
    return walker


def in_columns(line: Chains, plan: Plan) -> Route | None:
    """Lays four arms in columns: north and south at once, west and east from the table's edge."""
    near = 1.5 + GAP
    walkers = {
        "W": Walker(0.0, -0.5, -1, -1, -plan.left - 2.5, pile=1, columns=True),
        "E": Walker(0.0, 0.5, 1, 1, plan.right - 2.5, pile=-1, columns=True),
        "N": Walker(-1.0, 0.0, -1, 1, 0.0, columns=True),
        "S": Walker(1.0, 0.0, 1, -1, 0.0, columns=True),
    }
    for arm, walker in walkers.items():
        bounds = {-1: plan.top, 1: -near} if arm in "WN" else {-1: near, 1: plan.bottom}
        for piece, before_double in with_slot(line, arm):
            walker.lay(piece, before_double, bounds[walker.run])
        if walker.stuck:
            return None
    # The columns of west and east come back towards the middle, where north and south stand.
    west = [lying.box[2] for lying in walkers["W"].turned]
    east = [lying.box[0] for lying in walkers["E"].turned]
    if max(west, default=-9.0) > -1 - GAP or min(east, default=9.0) < 1 + GAP:
        return None
    return (
        {arm: walker.laid for arm, walker in walkers.items()},
        sum(walker.corners for walker in walkers.values()),
    )


def reach(run: int, along: bool, outward: int, free: bool, plan: Plan) -> float:
    """Says how far a row may go: to the edge, or to the middle when it runs inwards."""
    far = plan.right if run > 0 else plan.left
    own = outward if along else -outward
    if free or run == own:
        return far
    return AISLE * outward if along else 0.5 * outward


def shifts(sizes: dict[str, float], half: float) -> list[float]:
    """Lists how far the root may lie off the middle: not at all, just enough to keep the
    west and east arms straight, or in proportion to what lies on either side."""
    # A row keeps room for a double and a corner.
    west, east = sizes["W"] + 3, sizes["E"] + 3
    wishes: list[float] = []
    if west > half > east:
        wishes.append(-min(west - half, half - east))
    elif east > half > west:
        wishes.append(min(east - half, half - west))
    if "N" in sizes:
        west, east = sizes["W"] + sizes["S"], sizes["E"] + sizes["N"]
        lean = half * (east - west) / (west + east)
        wishes += [lean * 0.5, lean]
    found = [0.0]
    for wish in wishes:
        # In few steps, so that the line does not move with every tile.
        step = SHIFT * round(wish / SHIFT)
        if step not in found:
            found.append(step)
    return [shift for shift in found if half - abs(shift) >= NARROWEST]


def lifts(sizes: dict[str, float], tall: float) -> list[float]:
    """Lists how far the root of a line in columns may lie below the middle."""
    above, below = sizes["W"] + sizes["N"], sizes["E"] + sizes["S"]
    lean = SHIFT / 2 * round(tall * (above - below) / (above + below) / SHIFT * 2)
    return [lift for lift in sorted({0.0, lean}, key=abs) if tall - abs(lift) >= NARROWEST]


def plans(line: Chains, width: float, height: float) -> list[Plan]:
    """Lists the plans worth trying on a table of that many squares, the plainest first."""
    # A double at a turn sticks out by half a square.
    half = width / 2 - 0.5
    tall = height / 2 - 0.5
    # Every arm with its slot.
    sizes = {
        arm: 2.0 + sum(1 if piece.double else 2 for piece in pieces) for arm, pieces in line.arms
    }
    # An arm that need not turn back covers nothing.
    covers = {"", *(arm for arm, size in sizes.items() if size > half)}
    found: list[Plan] = []
    for shift in shifts(sizes, half):
        left, right = -half + shift, half + shift
        if not line.four_way:
            found.append(Plan(left, right))
            continue
        found += [
            Plan(left, right, stem, above, below)
            for above in ("", "W", "N") if above in covers
            for below in ("", "E", "S") if below in covers
            for stem in (4.0, 2.0)
        ]
        for lift in lifts(sizes, tall):
            found.append(Plan(left, right, top=-tall - lift, bottom=tall - lift))
    return found


def spread(arms: dict[str, list[Lying]]) -> tuple[float, float, float, float]:
    """Gives the box round all arms and the root."""
    left = top = -1.0
    right = bottom = 1.0
    for laid in arms.values():
        for _, x, y, turn in laid:
            across, along = (0.5, 1.0) if turn in (UP, DOWN) else (1.0, 0.5)
            left = min(left, x - across)
            right = max(right, x + across)
            top = min(top, y - along)
            bottom = max(bottom, y + along)
    return left, top, right, bottom


class Fit(NamedTuple):
    """A plan that fits: the size of a square, where the root lies, the arms and corners."""

    unit: float
    x: float
    y: float
    laid: dict[str, list[Lying]]
    corners: int
    # How far the middle of the line lies from the middle of the table, as a part of its width.
    aside: float


def fits_at(line: Chains, unit: float, width: float, height: float) -> Iterator[Fit]:
    """Finds the plans by which squares of this size fit."""
    across, down = width / unit, height / unit
    for plan in plans(line, across, down):
        route = in_columns(line, plan) if plan.bottom else in_rows(line, plan)
        if route is None:
            continue
        left, top, right, bottom = spread(route[0])
        if left < plan.left - 0.5 or right > plan.right + 0.5 or bottom - top > down:
            continue
        y = min(max(down / 2, -top), down - bottom)
        x = 0.5 - plan.left
        aside = abs(x + (left + right) / 2 - across / 2) / across
        yield Fit(unit, x * unit, y * unit, *route, aside)


def merit(fit: Fit) -> float:
    """Weighs large tiles against many corners and a line that lies to one side."""
    return fit.unit * CALM ** fit.corners * (1 - ASIDE * fit.aside)


@lru_cache(maxsize=512)
def best_fit(line: Chains, width: float, height: float, largest: float) -> Fit:
    """Finds the largest squares that fit."""
    sizes = [largest * STEP ** step for step in range(40)]
    tried: dict[int, Fit | None] = {}

    def first(place: int) -> Fit | None:
        if place not in tried:
            tried[place] = next(fits_at(line, sizes[place], width, height), None)
        return tried[place]

    low, high = -1, 0
    # Gallop to a size that fits, then halve the way back.
    while first(high) is None:
        if high == len(sizes) - 1:
            raise ValueError(f"the line has no room on {width:.0f} by {height:.0f}")
        low, high = high, min(2 * high + 1, len(sizes) - 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if first(middle) is None else (low, middle)
    plainest = first(high)
    assert plainest is not None
    # Nothing that comes later can be so much better that the first would not do.
    if merit(plainest) >= STEADY * sizes[high]:
        return plainest
    # Where tiles are small already, nothing is worth making them smaller.
    wanted = 3 if sizes[high] > ROOMY * largest else 1
    found = [
        fit for unit in sizes[high:high + wanted] for fit in fits_at(line, unit, width, height)
    ]
    # Plans in their order, not the very best, so that a line seldom changes its course.
    enough = STEADY * max(merit(fit) for fit in found)
    return next(fit for fit in found if merit(fit) >= enough)


def lay_out(
    given: Data, left: float, top: float, width: float, height: float, largest: float
) -> Course:
    """Lays the line of a view on a part of the table."""
    data = cast(AnyLineView, given)
    if not data["line"]:
        across = data.get("crosswise", True) and data.get("lead") and is_double(data["lead"])
        start = Lying("", left + width / 2, top + height / 2, UP if across else LEFT)
        return Course(largest, [], {"start": start})
    line = chains_of(given)
    fit = best_fit(line, width, height, largest)

    def placed(lying: Lying) -> Lying:
        return Lying(
            lying.name, left + fit.x + lying.x * fit.unit, top + fit.y + lying.y * fit.unit,
            lying.turn,
        )

    root = Lying(line.root.name, 0.0, 0.0, UP if line.root.double else LEFT)
    tiles = [placed(root)]
    slots: dict[str, Lying] = {}
    for arm, laid in fit.laid.items():
        tiles += [placed(lying) for lying in laid[:-1]]
        slots[arm] = placed(laid[-1])
    return Course(fit.unit, tiles, slots)
