"""Who sits where, and the place card of each seat: name, score, tiles, passes and calls."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.picture import parts, saying
from sobremesa.picture.saying import Badge, Names, Say


class Box(NamedTuple):
    """A part of the table."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


class Frame(NamedTuple):
    """How a table is divided among the seats, the line, the hand and what is said."""

    width: float
    height: float
    seats: dict[int, Box]
    line: Box
    hand: Box
    boneyard: Box
    title: Box
    talk: Box
    # The largest side of a square of the line, and of a tile in the hand.
    largest: float
    hand_tile: float


def around(view: View) -> tuple[int, list[int]]:
    """Gives the seat at the bottom and the others, clockwise from its left."""
    players = int(view.game.players)
    own = max(view.seat, 0)
    return own, [(own + step) % players for step in range(1, players)]


def hand_size(view: View, seat: int) -> int:
    """Counts the tiles of a hand."""
    hand = view.data["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)


def sides(others: int) -> int:
    """Decides how many sit at each side of a wide table, the rest sitting opposite."""
    if others <= 2:
        return 0
    if others <= 7:
        return 1
    return 2 if others <= 12 else 3 if others <= 15 else 4


def wide(view: View) -> Frame:
    """Divides a wide table."""
    own, others = around(view)
    beside = sides(len(others))
    left, top = others[:beside], others[beside:len(others) - beside]
    right = others[len(others) - beside:]
    boxes = {own: Box(22, 678, 224, 60)}
    across = min(232.0, (1156 - 10 * (len(top) - 1)) / len(top))
    start = 600 - (across * len(top) + 10 * (len(top) - 1)) / 2
    for place, seat in enumerate(top):
        boxes[seat] = Box(start + place * (across + 10), 18, across, 84)
    area = Box(24, 124, 1152, 424)
    if beside:
        breadth = 146.0 if beside == 1 else 124.0
        tall = min(132.0, (430 - 14 * (beside - 1)) / beside)
        first = 336 - (tall * beside + 14 * (beside - 1)) / 2
        for place in range(beside):
            y = first + place * (tall + 14)
            # Clockwise: up the left side, down the right.
            boxes[left[beside - 1 - place]] = Box(22, y, breadth, tall)
            boxes[right[place]] = Box(1178 - breadth, y, breadth, tall)
        area = Box(36 + breadth, 124, 1128 - 2 * breadth, 424)
    return Frame(
        1200, 760, boxes, area, Box(264, 596, 672, 146), Box(954, 606, 224, 132),
        Box(24, 616, 222, 48), Box(24, 554, 1152, 28), 46, 60,
    )


# Tiles face down that would be narrower than this lie over each other instead.
SMALLEST_BACK: Final = 9.0
# How many cards stand in a row of a tall table, by the number of other players.
TALL_COLUMNS: Final = [1, 1, 2, 3, 2, 3, 3, 4, 4, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]


def tall(view: View, asking: bool = True) -> Frame:
    """Divides a tall table, the hand within reach of a thumb.

    With `asking` there is a second line of talk, for what is asked.
    """
    talk = 40.0 if asking else 20.0
    own, others = around(view)
    columns = TALL_COLUMNS[min(len(others), 18)]
    rows = ceil(len(others) / columns)
    height = {1: 80.0, 2: 60.0, 3: 52.0}.get(rows, 44.0)
    across = (372 - 6 * (columns - 1)) / columns
    boxes: dict[int, Box] = {}
    for place, seat in enumerate(others):
        row, column = divmod(place, columns)
        boxes[seat] = Box(
            14 + column * (across + 6), 40 + row * (height + 9), across, height
        )
    bottom = 40 + rows * (height + 9)
    tiles = max(hand_size(view, own), 1)
    hand_rows = ceil(tiles / 8)
    if hand_rows <= 3:
        hand_height = hand_rows * 92.0 + (8 if hand_rows == 1 else 0)
    else:
        hand_height = 280.0
    hand = Box(10, 708 - hand_height, 380, hand_height)
    boxes[own] = Box(14, hand.y - 50, 220, 44)
    area = Box(12, bottom + 8, 376, hand.y - 58 - talk - bottom - 8)
    return Frame(
        400, 720, boxes, area, hand, Box(240, hand.y - 50, 146, 44), Box(18, 14, 364, 20),
        Box(16, hand.y - 54 - talk, 368, talk), 31, 47,
    )


def against_the_clock(frame: Frame, view: View) -> Frame:
    """Seats the players against the clock, the next one on the right hand (CERROJO-33, CUAD-20)."""
    own, others = around(view)
    boxes = {own: frame.seats[own]}
    for place, seat in enumerate(others):
        boxes[seat] = frame.seats[others[-1 - place]]
    return frame._replace(seats=boxes)


def grid(count: int, width: float, height: float, largest: float) -> tuple[int, float]:
    """Finds how many columns give the largest upright tiles, and their width.

    >>> grid(7, 380, 100, 50)
    (7, 47.0)
    """
    best = (max(count, 1), 1.0)
    for columns in range(1, max(count, 1) + 1):
        rows = ceil(count / columns)
        gap = 3.0 if width < 250 else 6.0
        size = min(largest, width / columns - gap, (height / max(rows, 1) - gap) / 2)
        # Wider rows look calmer, so the last of equals wins.
        if size >= best[1]:
            best = (columns, float(int(size * 2) / 2))
    return best


class Table:
    """A view being drawn: what all parts of the picture need to know."""

    def __init__(
        self, view: View, names: Names, say: Say, numerals: bool, *,
        calls: dict[int, str], badges: dict[int, list[Badge]], fresh: set[str],
        top: int = 0, held: Callable[[int], str] | None = None,
        marked: dict[str, str] | None = None,
    ) -> None:
        self.view = view
        self.names = names
        self.say = say
        self.numerals = numerals
        self.top = top or int(view.data["options"].get("set", 6))
        self.coloured = self.top > 6
        # What each seat has just called, the small signs at its place, the tiles just moved.
        self.calls = calls
        self.badges = badges
        self.fresh = fresh
        # Says what a seat has; if not given, how many tiles and in the end their pips.
        self.held = held
        # The tiles that have a star, and what is said of each.
        self.marked = marked or {}

    def name(self, seat: int) -> str:
        """Names a seat."""
        return saying.seat_name(seat, self.names, self.say)

    def tile(
        self, name: str, x: float, y: float, turn: int, width: float, *, touch: bool = False
    ) -> str:
        """Draws a tile face up in the manner of this table."""
        # Pips of large numbers run together on very small tiles.
        small = self.top > 9 and width < 15
        return parts.tile(
            name, x, y, turn, width, coloured=self.coloured, numerals=self.numerals or small,
            fresh=name in self.fresh, marked=name in self.marked,
            touch=f"tile:{name}" if touch else "",
            spoken=self.marked.get(name) or saying.spoken_tile(name, self.say),
        )

    def hand(
        self, seat: int, box: Box, largest: float, *, touch: bool = False, middle: bool = False
    ) -> str:
        """Draws the tiles of a hand, face up where the view knows them."""
        held = self.view.data["hands"][seat]
        count = held if isinstance(held, int) else len(held)
        if count == 0:
            return ""
        columns, size = grid(count, box.width, box.height, largest)
        if isinstance(held, int) and count > 1 and size < SMALLEST_BACK:
            return fan(seat, count, box, largest)
        gap = 3.0 if box.width < 250 else 6.0
        rows = ceil(count / columns)
        drawn: list[str] = []
        for place in range(count):
            row, column = divmod(place, columns)
            inside = min(columns, count - row * columns)
            start = box.x + ((box.width - inside * (size + gap)) / 2 if middle else 0)
            x = start + (column + 0.5) * (size + gap)
            y = box.y + box.height / 2 + (row - (rows - 1) / 2) * (2 * size + gap)
            if isinstance(held, int):
                drawn.append(parts.back(f"{seat}-{place}", x, y, 0, size))
            else:
                drawn.append(self.tile(held[place], x, y, 0, size, touch=touch))
        return "".join(drawn)


def fan(seat: int, count: int, box: Box, largest: float) -> str:
    """Draws a large hand face down, each tile partly over the one before."""
    size = min(largest, (box.height - 3) / 2)
    step = (box.width - size) / (count - 1)
    return "".join(
        parts.back(
            f"{seat}-{place}", box.x + size / 2 + place * step, box.y + box.height / 2, 0, size
        )
        for place in range(count)
    )


# Cards higher than this have their tiles below the words.
STACKED: Final = 110.0
# Names are bold, and so a little wider.
BOLD: Final = 1.07


class Type(NamedTuple):
    """Measures of a card: type sizes, padding and where the name stands."""

    name: float
    score: float
    note: float
    pad: float
    line: float


ROOMY: Final = Type(15, 22, 12.5, 12, 24)
COMPACT: Final = Type(13, 17, 11, 8, 17)
TINY: Final = Type(11, 15, 9, 6, 14)


def measures(box: Box) -> Type:
    """Chooses the type for a card by its size."""
    if box.width < 80:
        return TINY
    cramped = box.height < (70 if box.width < 200 else 60)
    return COMPACT if cramped or box.width < 130 else ROOMY


def card(table: Table, seat: int, box: Box, *, own: bool) -> str:
    """Draws the place card of a seat; the hand of its own seat lies elsewhere."""
    view = table.view
    its_turn = seat == view.turn
    kind = measures(box)
    line = box.y + kind.line
    x = box.x + kind.pad
    drawn = [parts.panel("card", *box)]
    if its_turn:
        drawn.append(
            f'<path class="mark" d="M{parts.num(x)} {parts.num(line - 10)}l9 5.2l-9 5.2z"/>'
        )
        x += 13
    right = box.right - kind.pad
    score = str(view.scores[seat])
    if kind is TINY:
        drawn.append(parts.words(score, right, box.bottom - 8, "score end", kind.score))
    else:
        drawn.append(parts.words(score, right, line + 2, "score end", kind.score))
        right -= 0.54 * kind.score * len(score) + 6
    made = int(view.data["points"][seat])
    if view.over and made and box.height > STACKED:
        below = line + kind.note + 7
        drawn.append(parts.words(
            saying.signed(made), box.right - kind.pad, below, "gain end", kind.name
        ))
    elif view.over and made and (own or kind is ROOMY):
        drawn.append(parts.words(saying.signed(made), right, line, "gain end", kind.name))
        right -= parts.breadth(saying.signed(made), kind.name) + 6
    name = parts.cut(table.name(seat), kind.name * BOLD, right - x)
    drawn.append(parts.words(name, x, line, "name", kind.name))
    drawn.append(tally(table, seat, box, kind, own))
    state = "seat turn" if its_turn else "seat"
    return f'<g id="seat-{seat}" class="{state}">{"".join(drawn)}</g>'


def left_over(table: Table, seat: int) -> str:
    """Says how many tiles a seat holds or, once they are shown, their pips."""
    if table.held is not None:
        return table.held(seat)
    if table.view.over:
        return table.say(saying.PIPS).format(pips=saying.pips(table.view.data["hands"][seat]))
    return saying.tiles_left(hand_size(table.view, seat), table.say)


def tally(table: Table, seat: int, box: Box, kind: Type, own: bool) -> str:
    """Draws the tiles of a seat, and their count or, once they are shown, their pips."""
    view = table.view
    text = left_over(table, seat)
    line = box.y + kind.line
    left, wide = box.x + kind.pad, box.width - 2 * kind.pad
    if own or box.height > STACKED:
        drawn = parts.words(text, left, line + kind.note + 7, "quiet", kind.note)
        if own:
            return drawn
        top = line + kind.note + 14
        return drawn + table.hand(seat, Box(left, top, wide, box.bottom - top - 12), 30)
    css = "quiet end"
    if kind is TINY:
        room = Box(left, line + 4, wide - 26, box.bottom - line - 8)
        if isinstance(view.data["hands"][seat], int) and hand_size(view, seat) > 1:
            # Too many to be counted: one of them, and their number.
            one = parts.back(f"{seat}-0", left + 6, room.y + room.height / 2, 0, 11)
            count = str(hand_size(view, seat))
            return one + parts.words(count, left + 15, box.bottom - 8, "quiet", 12)
        return table.hand(seat, room, 14)
    if kind is COMPACT:
        made = int(view.data["points"][seat])
        if not view.over:
            text = str(hand_size(view, seat)) if table.held is None else text
        elif made:
            text, css = saying.signed(made), "gain end"
    taken = parts.breadth(text, kind.note) + 6
    top = line + kind.pad * 0.7
    room = Box(left, top, wide - taken, box.bottom - top - kind.pad * 0.7)
    middle = room.y + room.height / 2 + kind.note * 0.36
    return (
        parts.words(text, left + wide, middle, css, kind.note)
        + table.hand(seat, room, 26)
    )


def notes(table: Table, seat: int, box: Box, own: bool) -> str:
    """Draws the badges at the lower edge of a card, and what its seat calls."""
    kind = measures(box)
    drawn: list[str] = []
    call = table.calls.get(seat, "")
    x, y = box.x + kind.pad - 3, box.bottom - kind.note * (0.75 if kind is TINY else 1.1)
    if own:
        x += parts.breadth(left_over(table, seat), kind.note) + 12
        y = box.y + kind.line + kind.note * 0.3 + 2
    # Once the hands lie open, nobody wonders what a pass told.
    for badge in [] if table.view.over else table.badges[seat]:
        fits = x + parts.breadth(badge.text, kind.note) + 14 <= box.right and not call
        pill, width = parts.pill(
            badge.text if fits else badge.short, x, y, kind.note, badge.now
        )
        if x + width > box.right + 5:
            break
        drawn.append(pill)
        x += width + 4
    if call:
        size = kind.note + 1
        top = box.bottom - size * (1.85 if own else 0.9)
        drawn.append(parts.bubble(call, box.right - 6, top, size, tail=not own))
    return "".join(drawn)
