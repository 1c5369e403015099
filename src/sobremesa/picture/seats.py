"""Who sits where, and the place card of each seat: name, score, tiles, passes and calls."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.picture import parts, words
from sobremesa.picture.words import Names, Say


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
    boxes = {own: Box(22, 654, 224, 84)}
    across = min(232.0, (1156 - 10 * (len(top) - 1)) / len(top))
    start = 600 - (across * len(top) + 10 * (len(top) - 1)) / 2
    for place, seat in enumerate(top):
        boxes[seat] = Box(start + place * (across + 10), 18, across, 84)
    area = Box(24, 124, 1152, 424)
    if beside:
        breadth = 146.0 if beside == 1 else 124.0
        tall = min(150.0, (430 - 12 * (beside - 1)) / beside)
        first = 336 - (tall * beside + 12 * (beside - 1)) / 2
        for place in range(beside):
            y = first + place * (tall + 12)
            # Clockwise: up the left side, down the right.
            boxes[left[beside - 1 - place]] = Box(22, y, breadth, tall)
            boxes[right[place]] = Box(1178 - breadth, y, breadth, tall)
        area = Box(36 + breadth, 124, 1128 - 2 * breadth, 424)
    return Frame(
        1200, 760, boxes, area, Box(264, 596, 672, 146), Box(956, 606, 222, 132),
        Box(24, 606, 222, 44), Box(24, 556, 1152, 28), 38, 60,
    )


TALL_COLUMNS: Final = [1, 1, 2, 3, 2, 3, 3, 4, 4, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]


def tall(view: View) -> Frame:
    """Divides a tall table, the hand within reach of a thumb."""
    own, others = around(view)
    columns = TALL_COLUMNS[min(len(others), 18)]
    rows = ceil(len(others) / columns)
    height = {1: 70.0, 2: 58.0, 3: 50.0}.get(rows, 44.0)
    across = (380 - 6 * (columns - 1)) / columns
    boxes: dict[int, Box] = {}
    for place, seat in enumerate(others):
        row, column = divmod(place, columns)
        boxes[seat] = Box(
            10 + column * (across + 6), 36 + row * (height + 8), across, height
        )
    bottom = 36 + rows * (height + 8)
    tiles = max(hand_size(view, own), 1)
    hand_rows = ceil(tiles / 8)
    if hand_rows <= 3:
        hand_height = hand_rows * 92.0 + (8 if hand_rows == 1 else 0)
    else:
        hand_height = 280.0
    hand = Box(10, 710 - hand_height, 380, hand_height)
    boxes[own] = Box(10, hand.y - 52, 226, 44)
    area = Box(10, bottom + 10, 380, hand.y - 100 - bottom - 10)
    return Frame(
        400, 720, boxes, area, hand, Box(244, hand.y - 52, 146, 44), Box(14, 10, 372, 20),
        Box(14, hand.y - 96, 372, 40), 26, 47,
    )


def grid(count: int, width: float, height: float, largest: float) -> tuple[int, float]:
    """Finds how many columns give the largest upright tiles, and their width.

    >>> grid(7, 380, 100, 50)
    (7, 47.0)
    """
    best = (max(count, 1), 0.0)
    for columns in range(1, max(count, 1) + 1):
        rows = ceil(count / columns)
        gap = 2.0 if width < 250 else 6.0
        size = min(largest, width / columns - gap, (height / max(rows, 1) - gap) / 2)
        # Wider rows look calmer, so the last of equals wins.
        if size >= best[1]:
            best = (columns, float(int(size * 2) / 2))
    return best


class Table:
    """A view being drawn: what all parts of the picture need to know."""

    def __init__(self, view: View, names: Names, say: Say, numerals: bool) -> None:
        self.view = view
        self.names = names
        self.say = say
        self.numerals = numerals
        self.top = int(view.data["options"].get("set", 6))
        self.coloured = self.top > 6
        self.calls = words.calls(view, say)
        self.badges = words.badges(view, say)
        self.fresh = fresh_tiles(view)

    def name(self, seat: int) -> str:
        """Names a seat."""
        return words.seat_name(seat, self.names, self.say)

    def tile(
        self, name: str, x: float, y: float, turn: int, width: float, *, touch: bool = False
    ) -> str:
        """Draws a tile face up in the manner of this table."""
        # Pips of large numbers run together on very small tiles.
        small = self.top > 9 and width < 15
        return parts.tile(
            name, x, y, turn, width, coloured=self.coloured, numerals=self.numerals or small,
            fresh=name in self.fresh, touch=f"tile:{name}" if touch else "",
            spoken=words.spoken_tile(name, self.say),
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
        gap = 2.0 if box.width < 250 else 6.0
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


def fresh_tiles(view: View) -> set[str]:
    """Finds what just happened: the tile laid last, and the tiles its viewer has just drawn."""
    found: set[str] = set()
    past = words.moments(view)
    for moment in reversed(past):
        if moment.lays:
            found.add(moment.text.partition("@")[0])
            break
    for moment in reversed(past):
        if not moment.draws or moment.seat != view.seat:
            break
        found.add(moment.text[1:])
    return found


def card(table: Table, seat: int, box: Box, *, with_tiles: bool, own: bool) -> str:
    """Draws the place card of a seat."""
    view = table.view
    its_turn = seat == view.turn
    score = str(view.scores[seat])
    made = int(view.data["points"][seat])
    compact = box.height < 60 or box.width < 130
    size = 13.0 if compact else 15.0
    numeral = 17.0 if compact else 22.0
    pad = 8.0 if compact else 12.0
    line = box.y + (17 if compact else 23)
    if not with_tiles:
        line = box.y + box.height / 2 - 4 if box.height > 50 else box.y + 19
    x = box.x + pad
    drawn = [
        f'<rect class="card" x="{parts.num(box.x)}" y="{parts.num(box.y)}"'
        f' width="{parts.num(box.width)}" height="{parts.num(box.height)}" rx="11"/>'
    ]
    if its_turn:
        drawn.append(
            f'<path class="mark" d="M{parts.num(x)} {parts.num(line - 10)}l9 5.5l-9 5.5z"/>'
        )
        x += 13
    taken = parts.breadth(score, numeral) + 6
    if view.over and made:
        drawn.append(parts.words(f"+{made}", box.right - pad - taken, line, "gain end", size))
        taken += parts.breadth(f"+{made}", size) + 6
    room = box.right - pad - taken - x
    drawn.append(parts.words(parts.cut(table.name(seat), size, room), x, line, "name", size))
    drawn.append(parts.words(score, box.right - pad, line + 2, "score end", numeral))
    drawn.append(tally(table, seat, box, line, pad, compact, with_tiles))
    drawn.append(notes(table, seat, box, compact, own))
    state = "seat turn" if its_turn else "seat"
    return f'<g id="seat-{seat}" class="{state}">{"".join(drawn)}</g>'


def tally(
    table: Table, seat: int, box: Box, line: float, pad: float, compact: bool, with_tiles: bool
) -> str:
    """Draws the tiles of a seat, and their count or, once they are shown, their pips."""
    hand = table.view.data["hands"][seat]
    if table.view.over:
        text = table.say(words.PIPS).format(pips=words.pips(hand))
    else:
        text = words.tiles_left(hand_size(table.view, seat), table.say)
    size = 11.0 if compact else 12.0
    if not with_tiles:
        return parts.words(text, box.x + pad, line + size + 6, "quiet", size)
    short = str(hand_size(table.view, seat)) if compact and not table.view.over else text
    stacked = box.height > 110
    drawn = parts.words(
        short, box.right - pad, box.bottom - (8 if compact else 11), "quiet end", size
    ) if not stacked else parts.words(text, box.x + pad, line + 17, "quiet", size)
    taken = 0 if stacked else parts.breadth(short, size) + 6
    first = line + (24 if stacked else 7 if compact else 9)
    room = Box(box.x + pad, first, box.width - 2 * pad - taken, box.bottom - first - 7)
    return drawn + table.hand(seat, room, 19)


def notes(table: Table, seat: int, box: Box, compact: bool, own: bool) -> str:
    """Draws the badges at the lower edge of a card, and what its seat calls."""
    drawn: list[str] = []
    x = box.x + 10
    size = 10.0 if compact else 11.0
    for text in table.badges[seat]:
        pill, width = parts.pill(text, x, box.bottom - (size + 6) / 2, size)
        if x + width > box.right + 4:
            break
        drawn.append(pill)
        x += width + 4
    if seat in table.calls:
        middle = box.x + box.width * (0.72 if own else 0.5)
        where = (box.y + 2, "down") if own else (box.bottom - 2, "up")
        if not own and drawn:
            middle = box.x + box.width * 0.72
        drawn.append(parts.bubble(table.calls[seat], middle, *where))
    return "".join(drawn)
