"""Who sits where, and the place card of each seat: name, score, tiles, passes and calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from sobremesa.core.game import NOBODY, View
from sobremesa.core.views import count_of, face_up, seen
from sobremesa.picture import parts, saying
from sobremesa.picture.saying import Badge, Voice
from sobremesa.picture.scenes import Drawn, Node, Shelf


class Box(NamedTuple):
    """A part of the table."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def within(cls, width: float, height: float, margin: float) -> Box:
        """Gives what a margin leaves of a picture."""
        return cls(margin, margin, width - 2 * margin, height - 2 * margin)

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


class Room(NamedTuple):
    """The size of a picture. A page that says how much room it has gets a picture in which a
    unit is a pixel, so that sizes of type and of what is touched are what a finger finds."""

    width: float
    height: float


# The shapes of a picture, and the room of each where no page asks for it.
ROOMS: Final = {"wide": Room(1200, 760), "tall": Room(400, 720), "low": Room(620, 390)}


class Look(NamedTuple):
    """How a picture is wanted, as `picture.scene` says."""

    shape: str = "wide"
    room: Room | None = None
    aids: bool = False
    numerals: bool = False
    standalone: bool = True

    @property
    def compact(self) -> bool:
        """Tells whether the picture is seen in the hand, tall or low."""
        return self.shape != "wide"


# What a finger needs, across and down.
FINGER: Final = 45.0


def room_for(shape: str, width: float = 0.0, height: float = 0.0) -> Room:
    """Gives the room of a picture in a page with so much of it, within what can be drawn well.

    >>> room_for("tall", 390, 640), room_for("tall", 780, 1280), room_for("low", 600, 380)
    (Room(width=390, height=640), Room(width=480.0, height=787.7), Room(width=600, height=380))
    >>> room_for("wide", 900, 600), room_for("tall", 300, 300)
    (Room(width=1200, height=760), Room(width=340.0, height=459.0))
    """
    if shape == "wide" or width <= 0 or height <= 0:
        return ROOMS[shape]
    if shape == "tall":
        across = min(max(width, 340.0), 480.0)
        down = min(max(height * across / width, 1.35 * across), 2.3 * across)
        fitting = Room(across, round(down, 1))
    else:
        down = min(max(height, 330.0), 460.0)
        across = min(max(width * down / height, 1.45 * down), 2.4 * down)
        fitting = Room(round(across, 1), down)
    return Room(width, height) if (across, down) == (width, height) else fitting


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

    @property
    def compact(self) -> bool:
        """Tells whether this is a table in the hand, tall or low."""
        return self.width < 1000


def framed(view: View, look: Look) -> Frame:
    """Divides a table of any shape."""
    if not look.compact:
        return wide(view)
    divide = tall if look.shape == "tall" else low
    return divide(view, look.standalone, look.room or ROOMS[look.shape])


def around(view: View) -> tuple[int, list[int]]:
    """Gives the seat at the bottom and the others, clockwise from its left."""
    own = max(view.seat, 0)
    return own, clockwise(own, int(view.game.players))


def clockwise(own: int, players: int) -> list[int]:
    """Lists the other seats, clockwise from the left of one."""
    return [(own + step) % players for step in range(1, players)]


class Rows(NamedTuple):
    """Things that lie in rows: how many there are and fit side by side, the rows, and how far
    apart they lie, across and down."""

    things: int
    columns: int
    rows: int
    wide: float
    high: float

    def even(self, box: Box) -> Iterator[tuple[float, float]]:
        """Gives the middle of each, row after row; the rows begin below each other, and all
        together are centred."""
        across = min(self.columns, self.things) * self.wide
        return self.places(box._replace(x=box.x + (box.width - across) / 2), middle=False)

    def places(self, box: Box, *, middle: bool) -> Iterator[tuple[float, float]]:
        """Gives the middle of each, row after row; every row begins at the left or is centred."""
        for place in range(self.things):
            row, column = divmod(place, self.columns)
            inside = min(self.columns, self.things - row * self.columns)
            start = box.x + ((box.width - inside * self.wide) / 2 if middle else 0)
            yield (
                start + (column + 0.5) * self.wide,
                box.y + box.height / 2 + (row - (self.rows - 1) / 2) * self.high,
            )


def hand_size(view: View, seat: int) -> int:
    """Counts the tiles of a hand."""
    return count_of(seen(view)["hands"][seat])


def sides(others: int) -> int:
    """Decides how many sit at each side of a wide table, the rest sitting opposite."""
    if others <= 2:
        return 0
    if others <= 7:
        return 1
    return 2 if others <= 12 else 3 if others <= 15 else 4


def wide(view: View) -> Frame:
    """Divides a wide table."""
    return wide_for(max(view.seat, 0), int(view.game.players))


@lru_cache(maxsize=256)
def wide_for(own: int, players: int) -> Frame:
    """Divides a wide table among so many, as one seat sees it."""
    others = clockwise(own, players)
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


# More tiles than this stand in two rows of a wide table, which take so much more of its height.
ONE_ROW: Final = 13
SECOND_ROW: Final = 40.0


def with_large_hand(frame: Frame, count: int) -> Frame:
    """Gives a large hand on a wide table a second row, at the cost of the line."""
    if count <= ONE_ROW:
        return frame
    hand, talk, line = frame.hand, frame.talk, frame.line
    return frame._replace(
        hand=hand._replace(y=hand.y - SECOND_ROW, height=hand.height + SECOND_ROW),
        talk=talk._replace(y=talk.y - SECOND_ROW),
        line=line._replace(height=line.height - SECOND_ROW),
    )


# Tiles face down that would be narrower than this lie over each other instead.
SMALLEST_BACK: Final = 9.0
# How many cards stand in a row of a tall table, by the number of other players.
TALL_COLUMNS: Final = [1, 1, 2, 3, 2, 3, 3, 4, 4, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]


def hand_rows(count: int, width: float) -> int:
    """Counts the rows in which that many tiles are each wide enough to be touched."""
    return max(ceil(count / int(width // FINGER)), 1)


# The height of a hand by its rows: the more there are, the smaller the tiles.
HAND_HEIGHTS: Final = [0.0, 100.0, 180.0, 222.0, 264.0]


def tall(view: View, asking: bool = True, room: Room = ROOMS["tall"]) -> Frame:
    """Divides a tall table, the hand within reach of a thumb.

    With `asking` there is a second line of talk, for what is asked.
    """
    width, bottom_edge = room.width, room.height - 8
    talk = 40.0 if asking else 34.0
    own, others = around(view)
    columns = TALL_COLUMNS[min(len(others), 18)]
    rows = ceil(len(others) / columns)
    height = {1: 72.0, 2: 60.0, 3: 52.0}.get(rows, 48.0)
    across = (width - 20 - 6 * (columns - 1)) / columns
    boxes: dict[int, Box] = {}
    for place, seat in enumerate(others):
        row, column = divmod(place, columns)
        boxes[seat] = Box(10 + column * (across + 6), 36 + row * (height + 9), across, height)
    bottom = 36 + rows * (height + 9)
    deep = hand_rows(max(hand_size(view, own), 1), width - 10)
    hand_height = HAND_HEIGHTS[min(deep, 4)]
    hand = Box(5, bottom_edge - hand_height, width - 10, hand_height)
    return with_hand(
        Frame(
            width, room.height, boxes, Box(8, bottom + 4, width - 16, 0), hand, hand,
            Box(14, 10, width - 28, 20), Box(12, 0, width - 24, talk), 31, 47,
        ),
        own, hand,
    )


def with_hand(frame: Frame, own: int, hand: Box) -> Frame:
    """Puts the hand of a tall table where it is wanted, and what stands above it there."""
    stock = 142.0
    talk = frame.talk._replace(y=hand.y - 54 - frame.talk.height)
    return frame._replace(
        hand=hand, talk=talk,
        line=frame.line._replace(height=talk.y - 2 - frame.line.y),
        boneyard=Box(frame.width - 10 - stock, hand.y - 52, stock, 46),
        seats={**frame.seats, own: Box(10, hand.y - 52, frame.width - 26 - stock, 46)},
    )


def with_hand_of(frame: Frame, own: int, height: float, below: float = 4.0) -> Frame:
    """Gives the hand of a table in the hand another height, and what lies above it the rest."""
    hand = frame.hand._replace(y=frame.hand.bottom - height, height=height)
    if frame.height > frame.width:
        return with_hand(frame, own, hand)
    line = frame.line._replace(height=hand.y - below - frame.line.y)
    return frame._replace(hand=hand, line=line)


LOW_HANDS: Final = [0.0, 88.0, 146.0, 180.0, 204.0]
# How wide the column of the seats is beside a low table, by its columns.
BESIDE: Final = [0.0, 146.0, 160.0, 210.0]


def low(view: View, asking: bool = True, room: Room = ROOMS["low"]) -> Frame:
    """Divides a low table, a phone held across: the seats at the left, the hand along the
    lower edge."""
    own, others = around(view)
    columns = 1 if len(others) <= 4 else 2 if len(others) <= 10 else 3
    rows = ceil(len(others) / columns)
    beside = BESIDE[columns]
    lowest = room.height - 6
    mine = Box(6, lowest - 50, beside, 50)
    stock = Box(6, mine.y - 52, beside, 46)
    across = (beside - 5 * (columns - 1)) / columns
    high = min(86.0, (stock.y - 12 - 5 * (rows - 1)) / rows)
    boxes: dict[int, Box] = {own: mine}
    for place, seat in enumerate(others):
        row, column = divmod(place, columns)
        boxes[seat] = Box(6 + column * (across + 5), 6 + row * (high + 5), across, high)
    left = beside + 16
    width = room.width - left - 8
    deep = hand_rows(max(hand_size(view, own), 1), width)
    hand_height = LOW_HANDS[min(deep, 4)]
    hand = Box(left, lowest - hand_height, width, hand_height)
    talk = 40.0 if asking else 34.0
    return Frame(
        room.width, room.height, boxes,
        Box(left, 28 + talk, width, hand.y - 34 - talk), hand, stock,
        Box(left + 2, 6, width - 4, 20), Box(left + 2, 28, width - 4, talk), 31, 42,
    )


def against_the_clock(frame: Frame, view: View) -> Frame:
    """Seats the players against the clock, the next one on the right hand (CERROJO-33, CUAD-20)."""
    own, others = around(view)
    clockwise = [frame.seats[seat] for seat in (own, *reversed(others))]
    return frame._replace(seats=dict(zip((own, *others), clockwise, strict=True)))


@lru_cache(maxsize=4096)
def grid(
    count: int, width: float, height: float, largest: float, gap: float = 0.0, shape: float = 0.5
) -> tuple[int, float]:
    """Finds how many columns give the largest tiles, and their width; `shape` is how wide they
    are for their height.

    >>> grid(7, 380, 100, 50)
    (7, 47.0)
    >>> grid(11, 672, 146, 84, 8, shape=1)
    (9, 65.0)
    """
    best = (max(count, 1), 1.0)
    gap = gap or (3.0 if width < 250 else 6.0)
    for columns in range(1, max(count, 1) + 1):
        rows = ceil(count / columns)
        size = min(largest, width / columns - gap, (height / max(rows, 1) - gap) * shape)
        # Wider rows look calmer, so the last of equals wins.
        if size >= best[1]:
            best = (columns, float(int(size * 2) / 2))
    return best


# Hands narrower than this are touched by a finger.
HANDHELD: Final = 600.0


def in_reach(count: int, box: Box, largest: float) -> tuple[int, float, float]:
    """Finds how upright tiles stand so that a finger hits each: columns, width and gap.

    >>> in_reach(14, Box(0, 0, 380, 180), 47)
    (7, 42.0, 6.0)
    >>> in_reach(30, Box(0, 0, 380, 264), 47), in_reach(8, Box(0, 0, 380, 100), 47)
    ((8, 30.0, 16.0), (8, 43.5, 4.0))
    """
    rows = hand_rows(count, box.width)
    columns = ceil(count / rows)
    size = min(largest, box.width / columns - 4, (box.height / rows - 6) / 2)
    size = float(int(size * 2) / 2)
    return columns, size, min(max(6.0, FINGER + 1 - size), box.width / columns - size)


class Table:
    """A view being drawn: what all parts of the picture need to know."""

    def __init__(
        self, view: View, say: Voice, numerals: bool, *,
        calls: dict[int, str], badges: dict[int, list[Badge]], fresh: set[str],
        top: int = 0, held: Callable[[int], str] | None = None,
        marked: dict[str, str] | None = None,
    ) -> None:
        self.view = view
        self.say = say
        self.numerals = numerals
        self.top = top or int(seen(view)["options"].get("set", 6))
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
        return self.say.seat(seat)

    def tile(
        self, name: str, x: float, y: float, turn: int, width: float, *, touch: bool = False
    ) -> Node:
        """Draws a tile face up in the manner of this table."""
        # Pips of large numbers run together on small tiles.
        small = self.top > 9 and width < 22
        return parts.tile(
            name, x, y, turn, width, coloured=self.coloured, numerals=self.numerals or small,
            fresh=name in self.fresh, marked=name in self.marked,
            touch=f"tile:{name}" if touch else "",
            spoken=self.marked.get(name) or saying.spoken_tile(name, self.say),
        )

    def hand(
        self, seat: int, box: Box, largest: float, *, touch: bool = False, middle: bool = False
    ) -> list[Node]:
        """Draws what a seat holds, face up where the view knows it."""
        hidden = isinstance(seen(self.view)["hands"][seat], int)
        count = hand_size(self.view, seat)
        if count == 0:
            return []
        size, rows = self.rows(count, box, largest, touch)
        if hidden and self.is_crowded(count, size):
            return self.fan(seat, count, box, largest)
        return [
            self.back(f"{seat}-{place}", x, y, size) if hidden
            else self.held_at(seat, place, x, y, size, touch)
            for place, (x, y) in enumerate(rows.places(box, middle=middle))
        ]

    def rows(self, count: int, box: Box, largest: float, touch: bool) -> tuple[float, Rows]:
        """Finds how large the tiles of a hand are, and how they lie."""
        columns, size = grid(count, box.width, box.height, largest)
        gap = 3.0 if box.width < 250 else 6.0
        if touch and box.width < HANDHELD:
            columns, size, gap = in_reach(count, box, largest)
        down = ceil(count / columns)
        # Rows of about the same length look calmer than a short one below a long one.
        across = ceil(count / down)
        return size, Rows(count, across, down, size + gap, 2 * size + min(gap, 6.0))

    def is_crowded(self, count: int, size: float) -> bool:
        """Tells whether tiles face down are so small that they rather lie over each other."""
        return count > 1 and size < SMALLEST_BACK

    def fan(self, seat: int, count: int, box: Box, largest: float) -> list[Node]:
        """Draws a large hand face down, each tile partly over the one before."""
        size = min(largest, (box.height - 3) / 2)
        return self.row_of_backs(seat, count, box, size, (box.width - size) / (count - 1))

    def row_of_backs(self, seat: int, count: int, box: Box, size: float, step: float) -> list[Node]:
        """Draws a hand face down from the left, each so far from the one before."""
        left, y = box.x + size / 2, box.y + box.height / 2
        return [
            self.back(f"{seat}-{place}", left + place * step, y, size) for place in range(count)
        ]

    def back(self, key: str, x: float, y: float, size: float) -> Node:
        """Draws what somebody holds, face down."""
        return parts.back(key, x, y, 0, size)

    def held_at(self, seat: int, place: int, x: float, y: float, size: float, touch: bool) -> Node:
        """Draws what somebody holds at one place of their hand, face up."""
        return self.tile(self.view.data["hands"][seat][place], x, y, 0, size, touch=touch)


def own_hand(table: Table, frame: Frame, largest: float = 0.0) -> list[Node]:
    """Draws the hand of the seat at the bottom, which its owner can touch until the end."""
    own, _ = around(table.view)
    touch = own == table.view.seat and not table.view.over
    return table.hand(own, frame.hand, largest or frame.hand_tile, touch=touch, middle=True)


def side_mark(view: View, seat: int, box: Box) -> str:
    """Draws on a card the mark of its side, where partners play together."""
    game = view.game
    sides = {game.side_of(other) for other in range(int(game.players))}
    if len(sides) == int(game.players):
        return ""
    near = game.side_of(seat) == game.side_of(max(view.seat, 0))
    css = "side-near" if near else "side-far"
    return parts.oblong(css, box.x + 2.5, box.y + 9, 4, box.height - 18, 2)


def with_partner(badges: list[Badge], view: View, seat: int, say: Voice) -> list[Badge]:
    """Puts before the signs of a seat that it is one's partner."""
    side_of = view.game.side_of
    if view.seat in (seat, NOBODY) or side_of(seat) != side_of(view.seat):
        return badges
    word = say("partner")
    return [Badge(word, word, False), *badges]


# Cards higher than this have their tiles below the words.
STACKED: Final = 110.0


class Type(NamedTuple):
    """Measures of a card: type sizes, padding and where the name stands."""

    name: float
    score: float
    note: float
    pad: float
    line: float


ROOMY: Final = Type(15, 22, 13, 12, 24)
COMPACT: Final = Type(13, 17, 12, 8, 17)
TINY: Final = Type(12, 15, 12, 6, 14)


def measures(box: Box) -> Type:
    """Chooses the type for a card by its size."""
    if box.width < 80:
        return TINY
    cramped = box.height < (70 if box.width < 200 else 60)
    return COMPACT if cramped or box.width < 130 else ROOMY


# Place cards, and the notes on them, that were drawn last.
_CARDS: Final = Shelf(1024)
_NOTES: Final = Shelf(1024)


def card(table: Table, seat: int, box: Box, *, own: bool) -> Node:
    """Draws the place card of a seat; the hand of its own seat lies elsewhere."""
    view = table.view
    hand = seen(view)["hands"][seat]
    if view.over or not (own or isinstance(hand, int)):
        return draw_card(table, seat, box, own=own)
    key = (
        type(table), table.held is None, seat, box, own, seat == view.turn, table.name(seat),
        view.scores[seat], left_over(table, seat), count_of(hand), side_mark(view, seat, box),
    )
    return _CARDS.find(key, lambda: draw_card(table, seat, box, own=own))


def draw_card(table: Table, seat: int, box: Box, *, own: bool) -> Node:
    """Draws a place card anew."""
    view = table.view
    its_turn = seat == view.turn
    kind = measures(box)
    line = box.y + kind.line
    x = box.x + kind.pad
    drawn: list[Drawn] = [parts.panel("card", *box), side_mark(view, seat, box)]
    if its_turn:
        drawn.append(parts.mark(x, line))
        x += 13
    right = box.right - kind.pad
    score = saying.whole(view.scores[seat])
    if kind is TINY:
        drawn.append(parts.words(score, right, box.bottom - 8, "score end", kind.score))
    else:
        drawn.append(parts.words(score, right, line + 2, "score end", kind.score))
        right -= 0.54 * kind.score * len(score) + 6
    name, size = table.name(seat), kind.name * parts.BOLD
    made = seen(view)["points"][seat]
    gain = saying.signed(made) if view.over and made else ""
    if gain and box.height > STACKED:
        below = line + kind.note + 7
        drawn.append(parts.words(gain, box.right - kind.pad, below, "gain end", kind.name))
    elif gain and (own or kind is ROOMY) and parts.breadth(name + gain, size) + 6 <= right - x:
        drawn.append(parts.words(gain, right, line, "gain end", kind.name))
        right -= parts.breadth(gain, kind.name) + 6
    name = parts.cut(name, size, right - x)
    if name != table.name(seat) and table.name(seat) == table.say(saying.SEAT, number=seat + 1):
        # The number alone tells seats apart that have no names.
        name = parts.cut(str(seat + 1), size, right - x)
    drawn.append(parts.words(name, x, line, "name", kind.name))
    drawn.append(tally(table, seat, box, kind, own))
    return Node(f"seat-{seat}", drawn, "seat turn" if its_turn else "seat")


def left_over(table: Table, seat: int) -> str:
    """Says how many tiles a seat holds or, once they are shown, their pips."""
    if table.held is not None:
        return table.held(seat)
    if table.view.over:
        return table.say(saying.PIPS, pips=saying.pips(face_up(seen(table.view)["hands"][seat])))
    return saying.tiles_left(hand_size(table.view, seat), table.say)


def tally(table: Table, seat: int, box: Box, kind: Type, own: bool) -> Drawn:
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
        return [drawn, table.hand(seat, Box(left, top, wide, box.bottom - top - 12), 30)]
    css = "quiet end"
    if kind is TINY:
        room = Box(left, line + 4, wide - 26, box.bottom - line - 8)
        if isinstance(seen(view)["hands"][seat], int) and hand_size(view, seat) > 1:
            # Too many to be counted: one of them, and their number beside it.
            one = parts.back(f"{seat}-0", left + 6, box.bottom - 14, 0, 11)
            count = str(hand_size(view, seat))
            return [one, parts.words(count, left + 15, box.bottom - 8, "quiet", 12)]
        return table.hand(seat, room, 14)
    if kind is COMPACT:
        made = seen(view)["points"][seat]
        if not view.over:
            text = str(hand_size(view, seat)) if table.held is None else text
        elif made:
            text, css = saying.signed(made), "gain end"
    # What would leave the tiles no room stands in lines.
    crowded = parts.breadth(text, kind.note) > 0.7 * wide
    lines = parts.folded(text, kind.note, 0.7 * wide) if crowded else [text]
    taken = max(parts.breadth(one, kind.note) for one in lines) + 6
    top = line + kind.pad * 0.7
    room = Box(left, top, wide - taken, box.bottom - top - kind.pad * 0.7)
    first = room.y + room.height / 2 + kind.note * (0.36 - 0.6 * (len(lines) - 1))
    told = parts.paragraph(lines, left + wide, first, 1.2 * kind.note, css, kind.note)
    return [told, table.hand(seat, room, 26)]


def notes(table: Table, seat: int, box: Box, own: bool) -> Node:
    """Draws the badges at the lower edge of a card, and what its seat calls."""
    call = table.calls.get(seat, "")
    # Once the hands lie open, nobody wonders what a pass told.
    badges = () if table.view.over else tuple(
        with_partner(table.badges[seat], table.view, seat, table.say)
    )
    beside = left_over(table, seat) if own else ""
    return _NOTES.find(
        (seat, box, call, badges, own, beside),
        lambda: Node(f"sm-notes-{seat}", in_notes(box, call, badges, beside, own)),
    )


def in_notes(
    box: Box, call: str, badges: Sequence[Badge], beside: str, own: bool
) -> list[str]:
    """Draws badges and a call on a card, those of its `own` seat `beside` what is written there."""
    kind = measures(box)
    drawn: list[str] = []
    x, y = box.x + kind.pad - 3, box.bottom - kind.note * (0.75 if kind is TINY else 1.1)
    if own:
        x += parts.breadth(beside, kind.note) + 12
        y = box.y + kind.line + kind.note * 0.3 + 2
    for badge in badges:
        fits = x + parts.breadth(badge.text, kind.note) + 14 <= box.right and not call
        pill, width = parts.pill(badge.text if fits else badge.short, x, y, kind.note, badge.now)
        if x + width > box.right + 5:
            break
        drawn.append(pill)
        x += width + 4
    if call:
        size = kind.note + 1
        top = box.bottom - size * (1.85 if own else 0.9)
        drawn.append(parts.bubble(call, box.right - 6, top, size, tail=not own))
    return drawn
