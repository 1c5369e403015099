"""Where the tiles of a line lie.

The line is laid from its root outwards: from the four-way double if there is one, else from
the led tile. Lengths are in halves of a tile, the side of a square. An arm runs along the
table until its edge, turns a corner with a tile that has its joined half in line and its
other half round the corner, and runs back in the next row. The rows of the west and north
arms pile up towards the top, those of the east and south arms towards the bottom, each arm
in its own quarter of the table, so that no two ever meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sobremesa.picture.words import halves

# How far a corner tile is pushed along, so that doubles of neighbouring rows do not touch.
SLIP: Final = 0.12
# Room between an arm's quarter and the stem of the neighbouring arm, doubles included.
AISLE: Final = 1.75
# Room between rows of different arms.
GAP: Final = 0.3
# Each size of tile is so much smaller than the one before.
STEP: Final = 0.94
# A table narrower than this (in squares, each side of the root) has no room to turn.
NARROWEST: Final = 5.0

UP: Final = 0
RIGHT: Final = 90
DOWN: Final = 180
LEFT: Final = 270


class Piece(NamedTuple):
    """A tile as it is met on the way out from the root."""

    name: str
    inner: int
    outer: int

    @property
    def double(self) -> bool:
        """Whether both halves are alike."""
        return self.inner == self.outer


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
    """How far the rows may go, and which arm may cover its neighbour's quarter."""

    left: float
    right: float
    stem: float
    above: str
    below: str


class Layout(NamedTuple):
    """A line on its part of the table, in pixels: the size of a square, tiles and free slots."""

    unit: float
    tiles: list[Lying]
    slots: dict[str, Lying]


def chains(line: Iterable[str], spinner: int) -> Chains:
    """Sorts the laid tiles into arms round the root.

    >>> chains(["5-3", "5-5@W", "5-1@W"], 1).root
    Piece(name='5-5', inner=5, outer=5)
    """
    plays = list(line)
    high, low = halves(plays[0])
    lead = Piece(plays[0], high, low)
    names = "WENS" if spinner >= 0 else "WE"
    arms: dict[str, list[Piece]] = {arm: [] for arm in names}
    ends = {"W": high, "E": low}
    centre = plays[spinner].partition("@")[0] if spinner >= 0 else ""
    if spinner == 0:
        ends.update(N=high, S=high)
    for play in plays[1:]:
        name, _, arm = play.partition("@")
        one, other = halves(name)
        inner = ends[arm]
        arms[arm].append(Piece(name, inner, one + other - inner))
        ends[arm] = one + other - inner
        if name == centre:
            ends.update(N=inner, S=inner)
    root = lead
    if spinner > 0:
        root = rooted_at_spinner(arms, lead, centre)
    return Chains(
        root, tuple((arm, tuple(pieces)) for arm, pieces in arms.items()), spinner >= 0
    )


def rooted_at_spinner(arms: dict[str, list[Piece]], lead: Piece, centre: str) -> Piece:
    """Turns round the tiles between the spinner and the lead, so that all arms leave from it."""
    for arm, back in (("W", "E"), ("E", "W")):
        names = [piece.name for piece in arms[arm]]
        if centre not in names:
            continue
        place = names.index(centre)
        root = arms[arm][place]
        inward = [
            Piece(piece.name, piece.outer, piece.inner)
            for piece in reversed(arms[arm][:place])
        ]
        inward.append(lead if arm == "W" else Piece(lead.name, lead.outer, lead.inner))
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

    `run` is the way of the present or next row (1 east, -1 west), `rise` the way in which
    rows pile up. `edge` is the middle of the open side, `upright` whether the arm is just
    going across the rows.
    """

    def __init__(self, x: float, y: float, run: int, rise: int, stem: float) -> None:
        self.x = x
        self.y = y
        self.run = run
        self.rise = rise
        self.stem = stem
        self.upright = stem > 0
        self.laid: list[Lying] = []

    def lay(self, piece: Piece, bound: float) -> None:
        """Lays the next tile; rows may reach as far as `bound`."""
        if self.upright:
            if piece.double or self.stem >= 2:
                self.straight(piece)
            else:
                self.corner(piece)
            return
        length = 1 if piece.double else 2
        # Behind a tile there must be room for a double and a corner; behind a double, which
        # is never followed by another, for a corner.
        spare = 1 if piece.double else 2
        if piece.double or (bound - self.x) * self.run >= length + spare:
            self.straight(piece)
        else:
            self.corner(piece)

    def straight(self, piece: Piece) -> None:
        """Lays a tile straight on, a double crosswise."""
        dx, dy = (0, self.rise) if self.upright else (self.run, 0)
        reach = 0.5 if piece.double else 1.0
        across = (RIGHT if self.upright else UP) if piece.double else -1
        self.put(piece, self.x + dx * reach, self.y + dy * reach, dx, dy, across)
        self.x += 2 * reach * dx
        self.y += 2 * reach * dy
        if self.upright:
            self.stem -= 2 * reach

    def corner(self, piece: Piece) -> None:
        """Lays a tile round the corner."""
        if self.upright:
            self.put(
                piece, self.x + 0.5 * self.run, self.y + 0.5 * self.rise, self.run, 0, -1
            )
            self.x += 1.5 * self.run
            self.y += 0.5 * self.rise
            self.upright = False
        else:
            lift = (0.5 + SLIP) * self.rise
            self.put(piece, self.x + 0.5 * self.run, self.y + lift, 0, self.rise, -1)
            self.x += 0.5 * self.run
            self.y += (1.5 + 2 * SLIP) * self.rise
            self.run = -self.run
            self.upright = True
            self.stem = 0

    def put(self, piece: Piece, x: float, y: float, dx: int, dy: int, across: int) -> None:
        """Notes where a tile lies."""
        if across < 0:
            outward = 1 if piece.outer > piece.inner else -1
            across = points_to(dx * outward, dy * outward)
        self.laid.append(Lying(piece.name, x, y, across))


# The free slot at the end of an arm is laid like one more tile.
def with_slot(pieces: tuple[Piece, ...], start: int) -> list[Piece]:
    """Adds the slot for the next tile of an arm."""
    number = pieces[-1].outer if pieces else start
    return [*pieces, Piece("", number, number + 1)]


def route(line: Chains, plan: Plan) -> dict[str, list[Lying]]:
    """Lays all arms by a plan, the root at 0, 0; the last of each arm is its slot."""
    side = 0.5 if line.root.double else 1.0
    arms = dict(line.arms)
    laid: dict[str, list[Lying]] = {}
    for across, along, rise, over in (
        ("N", "W", -1, plan.above), ("S", "E", 1, plan.below)
    ):
        run = -1 if along == "W" else 1
        start = {along: (side * run, 0.0, run, 0.0), across: (0.0, float(rise), -run, plan.stem)}
        # The arm that may cover the other's quarter is laid when that one is known.
        order = [along, across] if over == across else [across, along]
        peak = 0.0
        for arm in order:
            if arm not in arms:
                continue
            x, y, first_run, stem = start[arm]
            walker = Walker(x, y, first_run, rise, stem)
            root_number = line.root.inner if arm in ("W", "N", "S") else line.root.outer
            for piece in with_slot(arms[arm], root_number):
                free = not line.four_way or (
                    arm == over and (walker.y - peak) * rise > 1 + GAP
                )
                walker.lay(piece, reach(walker.run, arm == along, run, free, plan))
            laid[arm] = walker.laid
            boxes = [lying.box for lying in walker.laid]
            tops = [box[1] if rise < 0 else box[3] for box in boxes]
            peak = min([peak, *tops]) if rise < 0 else max([peak, *tops])
    return laid


def reach(run: int, along: bool, outward: int, free: bool, plan: Plan) -> float:
    """Says how far a row may go: to the edge, or to the middle when it runs inwards."""
    far = plan.right if run > 0 else plan.left
    own = outward if along else -outward
    if free or run == own:
        return far
    return AISLE * outward if along else 0.5 * outward


def plans(line: Chains, width: float) -> list[Plan]:
    """Lists the plans worth trying on a table `width` squares wide, the plainest first."""
    sizes = {arm: sum(1 if piece.double else 2 for piece in pieces) for arm, pieces in line.arms}
    # A double at a turn sticks out by half a square.
    half = width / 2 - 0.5
    shifts = [0.0]
    if line.four_way:
        west = sizes["W"] + sizes["S"]
        east = sizes["E"] + sizes["N"]
        lean = (west - east) / max(west + east, 1)
        shifts += [half * lean * 0.5, half * lean]
    found: list[Plan] = []
    for shift in shifts:
        left, right = -half - shift, half - shift
        if -left < NARROWEST or right < NARROWEST:
            continue
        if not line.four_way:
            found.append(Plan(left, right, 0, "", ""))
            continue
        found += [
            Plan(left, right, stem, above, below)
            for above in ("", "W", "N")
            for below in ("", "E", "S")
            for stem in (4.0, 2.0)
        ]
    return found


def spread(laid: dict[str, list[Lying]]) -> tuple[float, float, float, float]:
    """Gives the box round all arms and the root."""
    boxes = [lying.box for arm in laid.values() for lying in arm] + [(-1.0, -1.0, 1.0, 1.0)]
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )


class Fit(NamedTuple):
    """A plan that fits: the size of a square, where the root lies, and the arms."""

    unit: float
    x: float
    y: float
    laid: dict[str, list[Lying]]


def fit_at(line: Chains, unit: float, width: float, height: float) -> Fit | None:
    """Finds a plan by which squares of this size fit."""
    across, down = width / unit, height / unit
    for plan in plans(line, across):
        laid = route(line, plan)
        left, top, right, bottom = spread(laid)
        if left < plan.left - 0.5 or right > plan.right + 0.5 or bottom - top > down:
            continue
        y = min(max(down / 2, -top), down - bottom)
        return Fit(unit, (0.5 - plan.left) * unit, y * unit, laid)
    return None


@lru_cache(maxsize=512)
def best_fit(line: Chains, width: float, height: float, largest: float) -> Fit:
    """Finds the largest squares that fit."""
    low, high = 0, 1
    sizes = [largest * STEP ** step for step in range(60)]
    found = fit_at(line, sizes[0], width, height)
    if found is not None:
        return found
    # Gallop to a size that fits, then halve the way back.
    while found is None:
        found = fit_at(line, sizes[high], width, height)
        if found is None:
            low, high = high, min(2 * high, len(sizes) - 1)
    while high - low > 1:
        middle = (low + high) // 2
        better = fit_at(line, sizes[middle], width, height)
        if better is None:
            low = middle
        else:
            high, found = middle, better
    return found


def lay_out(
    data: dict[str, Any], left: float, top: float, width: float, height: float, largest: float
) -> Layout:
    """Lays the line of a view on a part of the table."""
    if not data["line"]:
        double = bool(data.get("lead")) and len(set(halves(data["lead"]))) == 1
        start = Lying("", left + width / 2, top + height / 2, UP if double else LEFT)
        return Layout(largest, [], {"start": start})
    line = chains(data["line"], data["spinner"])
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
    return Layout(fit.unit, tiles, slots)
