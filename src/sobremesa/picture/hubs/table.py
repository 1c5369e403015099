"""The picture of the games whose lines leave from one double.

Every line has a lane of its own, with a sign that says whose it is, what it carries and which
number is open. On a wide table lanes run to both sides of the double in the middle, on a
tall one all run to the right. A line that is longer than its lane turns back in a second
row where there is room, and otherwise shows its last tiles and how many lie before them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.hubs.views import seen
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.hubs import words
from sobremesa.picture.lines import table as lines
from sobremesa.picture.lines import words as line_words
from sobremesa.picture.lines.route import UP, Lying, Piece, points_to
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Part, Scene, num
from sobremesa.picture.seats import Box, Frame, Look, Table

# Lanes at least as high as this, in squares, have room for a double across.
LANE: Final = 2.12
# Each size of tile is so much smaller than the one before.
STEP: Final = 0.94
# Lines are rather cut than drawn with squares smaller than this, on a wide and a tall table.
SMALL: Final = (24.0, 17.0)
# Squares that the count of the tiles before takes.
CUT: Final = 2.0
# The height of the hand on a tall table by its rows.
LOW_HANDS: Final = [0.0, 100.0, 150.0, 192.0, 232.0]
# What is lower than this is no track but the room below the words of a lane.
SMALLEST_TRACK: Final = 6.0


class Lane(NamedTuple):
    """One line: its arm, tiles from the double outwards, and whether it can be built on."""

    arm: str
    pieces: list[Piece]
    number: int
    is_open: bool


class Strip(NamedTuple):
    """A lane on the table: where its sign and its tiles go, and the way it runs."""

    lane: Lane
    sign: Box
    track: Box
    run: int


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a game with a hub as one seat sees it."""
    table = table_of(view, say, look.numerals)
    frame = frame_of(view, look)
    area = frame.line
    return setting.scene(
        table, frame, look, words, station(table, frame, look.shape),
        setting.stock(table, frame.boneyard, look, words, say(saying.BONEYARD)),
        seats.own_hand(table, frame), aside=direction(view, say), crop=cropped(area),
    )


def cropped(area: Box) -> Part:
    """Gives what a gallery shows of the lines."""
    return area.x, area.y, area.width, max(area.height, area.width / lines.PROPORTION)


def table_of(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of the picture need to know."""
    past = words.events(view)
    return Table(
        view, say, numerals, calls=words.calls(view, past, say),
        badges=words.badges(view, past, say), fresh=line_words.fresh_of(past, view.seat),
    )


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the lines alone."""
    area = Box.within(width, height, lines.DIAGRAM_MARGIN)
    frame = seats.wide(view)._replace(largest=36.0, line=area)
    table = table_of(view, say, False)
    drawn = station(table, frame, "wide")
    return setting.diagram(table, words, width, height, drawn, cropped(area))


def frame_of(view: View, look: Look) -> Frame:
    """Divides a table so that the lanes get what they need: all others sit in one row or two,
    on a low table in a column at the side."""
    own, others = seats.around(view)
    frame = seats.framed(view, look)
    if look.shape == "low":
        return frame._replace(largest=25)
    if not look.compact:
        per_row, left, breadth, top, gap = len(others), 24.0, 1152.0, 18.0, 8.0
        high = 84.0 if len(others) < 8 else 70.0
    else:
        per_row = len(others) if len(others) <= 5 else -(-len(others) // 2)
        left, breadth, top, gap = 10.0, frame.width - 20, 36.0, 5.0
        high = 60.0 if len(others) <= 3 else 48.0
    across = min(232.0, (breadth - gap * (per_row - 1)) / per_row)
    boxes: dict[int, Box] = {}
    for place, seat in enumerate(others):
        row, column = divmod(place, per_row)
        inside = min(per_row, len(others) - row * per_row)
        start = left + (breadth - across * inside - gap * (inside - 1)) / 2
        boxes[seat] = Box(start + column * (across + gap), top + row * (high + 8), across, high)
    bottom = max(box.bottom for box in boxes.values())
    if not look.compact:
        area = Box(24, bottom + 14, 1152, 534 - bottom)
        frame = frame._replace(seats={**boxes, own: frame.seats[own]}, line=area, largest=40)
        return seats.with_large_hand(frame, seats.hand_size(view, own))
    # The lanes need the room more than a large hand.
    rows = seats.hand_rows(max(seats.hand_size(view, own), 1), frame.hand.width)
    frame = frame._replace(seats=boxes, largest=25, line=frame.line._replace(y=bottom + 10))
    return seats.with_hand_of(frame, own, LOW_HANDS[min(rows, 4)])


def lanes(view: View) -> list[Lane]:
    """Sorts the laid tiles into lines: one's own train first, then the others, then sidings."""
    data = seen(view)
    plays = data["line"]
    arms: dict[str, list[Piece]] = {}
    if words.is_train(view):
        own, others = seats.around(view)
        arms = {f"T{seat + 1}": [] for seat in [own, *others]}
    start = saying.halves(plays[0])[0]
    ends: dict[str, int] = {}
    for play in plays[1:]:
        name, _, arm = play.partition("@")
        one, other = saying.halves(name)
        inner = one if one == other else ends.get(arm, start)
        ends[arm] = one + other - inner
        arms.setdefault(arm, []).append(Piece(name, inner, ends[arm]))
    for arm in data["ends"]:
        arms.setdefault(arm, [])
    return [
        Lane(arm, pieces, ends.get(arm, start), arm in data["ends"] and not view.over)
        for arm, pieces in arms.items()
        if pieces or not view.over or arm[0] == "T"
    ]


def station(table: Table, frame: Frame, shape: str) -> Node:
    """Draws the double in the middle and all lines from it."""
    view = table.view
    area = frame.line
    if not seen(view)["line"]:
        place = parts.slot(
            "start", None, area.x + area.width / 2, area.y + area.height / 2, UP,
            min(frame.largest * 1.1, area.height / 2.4), words.spoken("end:start", view, table.say),
        )
        return Node("sm-line", place, "line")
    strips, middle, size = strips_of(lanes(view), area, shape, closed_trains(view))
    unit = unit_for(strips, frame.largest, SMALL[shape != "wide"])
    drawn: list[Drawn] = [Node("sm-rails", rails(strips, middle))]
    drawn += [strip_drawn(table, strip, unit) for strip in strips]
    hub = seen(view)["line"][0]
    drawn.append(table.tile(hub, *middle, UP, size))
    if seen(view).get("spell") == "start":
        drawn.append(ring(Lying(hub, *middle, UP), size))
    name = table.say(words.STATION if words.is_train(view) else words.START)
    if shape == "wide":
        drawn.append(parts.words(name, middle[0], middle[1] + size * 1.5, "quiet mid", 13))
    return Node("sm-line", drawn, "line")


def strips_of(
    found: list[Lane], area: Box, shape: str, closed: set[str] | None = None
) -> tuple[list[Strip], tuple[float, float], float]:
    """Divides the table among the lanes; gives the middle and size of the hub too."""
    if shape != "wide":
        return handheld_strips(found, area, 1 if shape == "tall" else 2, closed or set())
    rows = max(-(-len(found) // 2), 1)
    high = area.height / rows
    sign = 132.0
    across = (area.width - 88) / 2
    strips: list[Strip] = []
    for place, lane in enumerate(found):
        y = area.y + place % rows * high
        # The first half of the lanes is on the right.
        if place < rows:
            x, track, run = area.right - across, area.right - across + sign, 1
        else:
            x, track, run = area.x + across - sign, area.x, -1
        strips.append(Strip(
            lane, Box(x, y, sign, high), Box(track, y, across - sign, high), run
        ))
    middle = (area.x + area.width / 2, area.y + area.height / 2)
    return strips, middle, min(40.0, area.height / 2.4)


# The height of the words above a lane of a table in the hand.
WORDS: Final = 17.0


def closed_trains(view: View) -> set[str]:
    """Lists the trains of others that nobody else can build on."""
    return {
        arm for arm in seen(view)["ends"]
        if words.is_train(view) and arm[0] == "T" and int(arm[1:]) - 1 != view.seat
        and words.MARKER not in words.signs_of(arm, view)
    }


def handheld_strips(
    found: list[Lane], area: Box, columns: int, closed: set[str]
) -> tuple[list[Strip], tuple[float, float], float]:
    """Divides a table in the hand: the double at the left, every lane below its words."""
    rows = max(-(-len(found) // columns), 1)
    hub = 32.0
    across = (area.width - hub - 6 * (columns - 1)) / columns
    strips: list[Strip] = []
    for column in range(columns):
        inside = found[column * rows:(column + 1) * rows]
        # A lane on which nothing lies and nobody can build needs room for its words only.
        idle = [not lane.pieces and lane.arm in closed for lane in inside]
        high = min((area.height - sum(idle) * (WORDS + 3)) / max(idle.count(False), 1), 74.0)
        taken = sum(WORDS + 3 if bare else high for bare in idle)
        y = area.y + (area.height - taken) / 2
        x = area.x + hub + column * (across + 6)
        for lane, bare in zip(inside, idle, strict=True):
            deep = WORDS + 3 if bare else high
            strips.append(Strip(
                lane, Box(x, y, across, WORDS), Box(x, y + WORDS, across, deep - WORDS - 2), 1
            ))
            y += deep
    return strips, (area.x + hub / 2 - 4, area.y + area.height / 2), 24.0


def length(piece: Piece) -> float:
    """Gives how many squares a tile takes along its line."""
    return 1.0 if piece.double else 2.0


def rows_of(lane: Lane, room: Box, unit: float) -> list[list[Piece]] | None:
    """Breaks a line into rows of a lane, or None if there is no room for all of it."""
    most = max(1, int(room.height / (LANE * unit)))
    # A line that turns back does so within its lane.
    across = room.width / unit - 0.5
    rows: list[list[Piece]] = [[]]
    taken = 0.0
    slot = Piece("", 0, 1)
    for piece in [*lane.pieces, *([slot] if lane.is_open else [])]:
        if taken + length(piece) > across:
            rows.append([])
            taken = 0.0
        rows[-1].append(piece)
        taken += length(piece)
    return rows if len(rows) <= most else None


def unit_for(strips: list[Strip], largest: float, smallest: float) -> float:
    """Finds the largest squares with which all lines have room, or the smallest there are."""
    high = min(
        (strip.track.height for strip in strips if strip.track.height > SMALLEST_TRACK),
        default=largest * LANE,
    ) / LANE
    unit = min(largest, high)
    while unit * STEP >= smallest and any(
        rows_of(strip.lane, strip.track, unit) is None for strip in strips
    ):
        unit *= STEP
    return unit


def shortened(lane: Lane, room: Box, unit: float) -> tuple[list[list[Piece]], int]:
    """Gives the rows of a lane, and how many tiles had to be left out at its beginning."""
    for left_out in range(len(lane.pieces) + 1):
        rest = lane._replace(pieces=lane.pieces[left_out:])
        track = room
        if left_out:
            # The count stands where the tiles would, in every row, so that rows stay even.
            track = room._replace(width=room.width - CUT * unit)
        rows = rows_of(rest, track, unit)
        if rows is not None:
            return rows, left_out
    return [[]], len(lane.pieces)


def strip_drawn(table: Table, strip: Strip, unit: float) -> Node:
    """Draws one lane: its sign, its tiles and the slot at its end."""
    view = table.view
    lane = strip.lane
    rows, left_out = shortened(lane, strip.track, unit)
    size = unit * 0.95
    drawn: list[Drawn] = [(sign_above if above(strip) else sign)(table, strip)]
    room = strip.track
    start = room.x if strip.run > 0 else room.right
    start += strip.run * (CUT * unit if left_out else 0.0)
    across = max(sum(length(piece) for piece in row) for row in rows) * unit
    top = room.y + room.height / 2 - (len(rows) - 1) / 2 * LANE * unit
    if left_out:
        letters = 12.0 if above(strip) else min(11.0, unit * 0.7)
        x = start - strip.run * unit - unit * 0.85
        drawn.append(parts.pill(f"+{left_out}", x, top - 8, letters, False)[0])
    last: Lying | None = None
    for number, row in enumerate(rows):
        # Every second row runs back.
        run = strip.run if number % 2 == 0 else -strip.run
        x = start if number % 2 == 0 else start + strip.run * across
        y = top + number * LANE * unit
        if number and row[0].name:
            drawn.append(turn(x, y - LANE * unit, y, -run * unit * 0.4))
        for piece in row:
            reach = length(piece) * unit
            lying = placed(piece, x + run * reach / 2, y, run)
            x += run * reach
            if not lane.pieces and above(strip) and room.height > SMALLEST_TRACK:
                # Where the first tile of the line will lie.
                drawn.append(parts.oblong(
                    "gap", lying.x - size, lying.y - size / 2, 2 * size, size, 4
                ))
            if piece.name:
                last = lying
                drawn.append(table.tile(lying.name, lying.x, lying.y, lying.turn, size))
            else:
                drawn.append(parts.slot(
                    lane.arm, str(lane.number), lying.x, lying.y, lying.turn, size,
                    words.spoken(f"end:{lane.arm}", view, table.say), whole_row(strip),
                ))
    signs = words.signs_of(lane.arm, view)
    if last is not None and words.MARKER in signs:
        edge = last.y - (size if last.turn == UP else size / 2)
        drawn.append(coin(last.x, edge - size * 0.1, max(size * 0.24, 4.0)))
    if last is not None and (words.OPEN_DOUBLE in signs or words.SPELL in signs):
        drawn.append(ring(last, size))
    return Node(f"sm-lane-{lane.arm}", drawn, "dim" if is_barred(lane, view) else "")


def above(strip: Strip) -> bool:
    """Tells whether the words of a lane stand above it, as on a table in the hand."""
    return strip.sign.y < strip.track.y


def whole_row(strip: Strip) -> str:
    """Outlines a lane with its words, which on a table in the hand is touched as a whole."""
    if not above(strip):
        return ""
    box = strip.sign
    return parts.oblong(
        "row", box.x - 4, box.y, box.width + 6, WORDS + strip.track.height + 2, 8
    )


def turn(x: float, above: float, below: float, out: float) -> str:
    """Draws the rail where a line turns back."""
    return f'<path class="rail" d="M{num(x)} {num(above)}h{num(out)}V{num(below)}H{num(x)}"/>'


def is_barred(lane: Lane, view: View) -> bool:
    """Tells whether everybody is kept off a line by an open double or a spell elsewhere."""
    data = seen(view)
    if view.over:
        return False
    if data.get("spell") == "start":
        return bool(lane.pieces)
    asked = data.get("open") or data.get("spell")
    return bool(asked) and asked != lane.arm


def placed(piece: Piece, x: float, y: float, run: int) -> Lying:
    """Puts a tile at its place, a double across."""
    if piece.double:
        return Lying(piece.name, x, y, UP)
    return Lying(piece.name, x, y, points_to(run if piece.outer > piece.inner else -run, 0))


class Told(NamedTuple):
    """What the sign of a lane tells: whose it is, the open number, what it carries, and how the
    first and the last are written."""

    name: str
    css: str
    number: str
    carried: str
    kind: str
    marked: bool


def told_of(table: Table, lane: Lane) -> Told:
    """Finds what the sign of a lane tells."""
    view = table.view
    signs = words.signs_of(lane.arm, view)
    is_own = lane.arm[0] == "T" and int(lane.arm[1:]) - 1 == view.seat
    urgent = words.OPEN_DOUBLE in signs or words.SPELL in signs
    return Told(
        words.line_name(lane.arm, view, table.say, owned=True), "name" if is_own else "",
        "" if words.NOT_BEGUN in signs and not is_own else str(lane.number),
        table.say(signs[-1]) if signs else "", "owed-text" if urgent else "quiet",
        words.MARKER in signs,
    )


def sign(table: Table, strip: Strip) -> str:
    """Writes beside a lane whose it is, its open number, and what it carries."""
    told, box, run = told_of(table, strip.lane), strip.sign, strip.run
    size = 13.5
    middle = box.y + box.height / 2
    taken = parts.breadth("12", size + 3) + 4
    room = box.width - taken - 4 - (size + 2 if told.marked else 0)
    two = bool(told.carried) and box.height >= 30
    line = middle + size * 0.36 - (size * 0.55 if two else 0)
    edge, end = (box.x + 2, "") if run > 0 else (box.right - 2, " end")
    x, drawn = edge, ""
    if told.marked:
        drawn = coin(x + run * size * 0.45, line - size * 0.34, size * 0.45)
        x += run * (size + 2)
    drawn += parts.words(parts.cut(told.name, size, room), x, line, told.css + end, size)
    far, css = (box.right - 6, "score end") if run > 0 else (box.x + 6, "score")
    drawn += parts.words(told.number, far, middle + 6, css, size + 3)
    if two:
        carried = parts.cut(told.carried, 13, room + 10)
        drawn += parts.words(carried, edge, line + size + 1, told.kind + end, 13)
    return drawn


def sign_above(table: Table, strip: Strip) -> str:
    """Writes in one line above a lane whose it is, what it carries and its open number."""
    told, box = told_of(table, strip.lane), strip.sign
    x, line, drawn = box.x + 1, box.y + 12.5, ""
    if told.marked:
        drawn = coin(x + 6, line - 4.5, 6)
        x += 16
    if told.number:
        drawn += parts.words(told.number, box.right - 4, line, "score end", 15)
    name = parts.cut(told.name, 13 * 1.07, box.right - 24 - x)
    drawn += parts.words(name, x, line, told.css, 13)
    x += parts.breadth(name, 13) + 8
    if told.carried and x + parts.breadth(told.carried, 12) <= box.right - 22:
        drawn += parts.words(told.carried, x, line, told.kind, 12)
    return drawn


def coin(x: float, y: float, radius: float) -> str:
    """Draws a marker: a coin with a hole."""
    return (
        f'<circle class="coin" cx="{num(x)}" cy="{num(y)}" '
        f'r="{num(radius)}"/><circle class="coin-hole" cx="{num(x)}" '
        f'cy="{num(y)}" r="{num(radius * 0.4)}"/>'
    )


def ring(lying: Lying, size: float) -> str:
    """Draws the outline round a tile that must be answered."""
    across, along = (size, 2 * size) if lying.turn in (UP, 180) else (2 * size, size)
    x, y = lying.x - across / 2 - 3, lying.y - along / 2 - 3
    return parts.oblong("owed", x, y, across + 6, along + 6, 6)


def rails(strips: list[Strip], middle: tuple[float, float]) -> str:
    """Draws the rails from the hub to the lanes."""
    drawn: list[str] = []
    first = min(strip.sign.x for strip in strips)
    for strip in strips:
        if above(strip) and strip.sign.x > first:
            continue
        y = strip.sign.y + strip.sign.height / 2
        if above(strip):
            y = strip.track.y + strip.track.height / 2
        near = strip.sign.x if strip.run > 0 else strip.sign.right
        bend = near - strip.run * 9
        drawn.append(
            f'<path class="rail" d="M{num(middle[0])} {num(middle[1])}'
            f'L{num(bend)} {num(y)}H{num(near - strip.run * 3)}"/>'
        )
    return "".join(drawn)


def direction(view: View, say: Voice) -> str:
    """Says which way the turn goes, in a game where that changes."""
    way = seen(view).get("direction")
    if way is None or view.over:
        return ""
    clockwise, counter = say("clockwise"), say("counterclockwise")
    return f"↻ {clockwise}" if way > 0 else f"↺ {counter}"
