"""The picture of That's It!: the discard and the trash in the middle, the hand in its melds."""

from __future__ import annotations

from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.melds.melds import grouped, meld_points, ranks_of
from sobremesa.families.melds.views import seen
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.melds import words
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Scene
from sobremesa.picture.seats import Box, Frame, Look, Table

# Below a meld there is so much room for what it scores.
CAPTION: Final = 22.0
# How far apart tiles stand: linked, in one meld, and between melds.
LINKED: Final = 1.0
APART: Final = 7.0
BETWEEN: Final = 24.0
# The discard and the tile face down, on a wide table and on a tall one.
SPOT: Final = (84.0, 46.0)
# Tiles of the trash are at most so wide, on a wide table and on others.
TRASHED: Final = (52.0, 34.0)


class Standing(NamedTuple):
    """A tile of a hand: how far from the tile before it, which meld, whether it is linked."""

    name: str
    gap: float
    meld: int
    linked: bool


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of That's It! as one seat sees it."""
    table = table_of(view, say, look.numerals)
    frame = seats.framed(view, look)
    own, _ = seats.around(view)
    groups = hand_groups(view, own)
    if frame.compact:
        frame = with_melds(frame, groups, own)
    area = frame.line
    return setting.scene(
        table, frame, look, words, centre(table, frame),
        setting.stock(table, frame.boneyard, look, words, say(saying.BONEYARD)),
        own_hand(table, own, frame, groups), aside=words.aside(view, say),
        crop=(area.x, area.y, area.width, area.width / 2),
    )


def table_of(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of the picture need; the melds of a winner lie in the middle."""
    hands = list(seen(view)["hands"])
    if seen(view)["winner"] >= 0:
        hands[seen(view)["winner"]] = []
    return Table(
        View(view.game, {**view.data, "hands": hands}), say, numerals, calls=words.calls(view, say),
        badges=words.badges(view, say), fresh=words.fresh_tiles(view), top=15,
        held=lambda seat: saying.tiles_left(seats.hand_size(view, seat), say),
    )


def hand_groups(view: View, seat: int) -> list[list[str]]:
    """Puts the tiles of a hand together in melds, none if the view does not know them."""
    held = seen(view)["hands"][seat]
    if isinstance(held, int) or not held:
        return []
    return grouped(held, words.rules_of(view).terms)


# Tiles of a hand that is touched, on a table in the hand: on a low one and on a tall one.
HELD: Final = (31.0, 40.0)


def with_melds(frame: Frame, groups: list[list[str]], own: int) -> Frame:
    """Makes room for the melds of a hand with their captions, a finger's breadth each tile."""
    size = HELD[frame.height > frame.width]
    rows = len(broken(stood(groups), size, frame.hand.width, seats.FINGER))
    height = rows * (2 * size + CAPTION + 4) + 2
    return seats.with_hand_of(frame._replace(hand_tile=size), own, height)


def centre(table: Table, frame: Frame) -> Drawn:
    """Draws the discard and the trash or, in the end, the melds of the winner."""
    area = frame.line
    narrow = frame.compact
    spot = SPOT[narrow]
    if narrow:
        # What the hand is worth is said below them.
        spot = max(min(spot, (area.height - 12) / 2), 30)
    if narrow and (frame.width > frame.height or area.height < 3 * spot + 70):
        first = area.right - 130
        line = area.y + 24 + spot
        heap = Box(area.x + 4, area.y + 6, area.width - 190, area.height - 10)
    elif narrow:
        first = area.x + area.width / 2 - (spot + 52) / 2
        line = area.y + 28 + spot
        heap = Box(area.x + 4, line + spot + 26, area.width - 8, area.bottom - line - spot - 30)
    else:
        first = area.x + 0.16 * area.width
        line = area.y + area.height / 2 + 8
        heap = Box(area.x + 0.42 * area.width, area.y, 0.58 * area.width, area.height)
    if seen(table.view)["winner"] >= 0:
        return winning_hand(table, area)
    return [
        discard(table, first, line, spot), face_down(table, first + spot + 52, line, spot),
        trash(table, heap, narrow),
    ]


def named(words: str, x: float, y: float, width: float) -> str:
    """Names a place above it, clear of the ring round a tile that can be touched there."""
    return parts.words(words, x, y - width - (14 if width <= SPOT[True] else 22), "name mid", 14)


def discard(table: Table, x: float, y: float, width: float) -> Node:
    """Draws the tile that lies face up, or the place where the next one goes."""
    view = table.view
    name = seen(view)["discard"]
    label = named(table.say(words.DISCARD), x, y, width)
    if not name:
        spoken = words.spoken("out", view, table.say)
        empty = parts.outline("place", x, y, width)
        return Node("sm-discard", [label, empty, parts.ghost("out", x, y, width, spoken)])
    touch = "" if view.over else "discard"
    spoken = words.spoken("discard", view, table.say)
    tile = parts.tile(
        name, x, y, 0, width, coloured=True, numerals=table.numerals,
        fresh=name in table.fresh, touch=touch,
        spoken=spoken if touch else saying.spoken_tile(name, table.say),
    )
    return Node("sm-discard", [label, tile])


def face_down(table: Table, x: float, y: float, width: float) -> Drawn:
    """Draws the place where a tile can be laid face down, if one can."""
    if not any(choice["touches"][-1] == "down" for choice in seen(table.view)["moves"]):
        return ()
    label = named(table.say(words.CALL), x, y, width)
    spoken = words.spoken("down", table.view, table.say)
    return Node("sm-down", [
        label, parts.outline("place", x, y, width), parts.ghost("down", x, y, width, spoken)
    ])


def trash(table: Table, box: Box, compact: bool) -> Drawn:
    """Draws what nobody wanted, in the order in which it was thrown away."""
    lying = seen(table.view)["trash"]
    drawn: list[Drawn] = []
    if not compact:
        drawn.append(parts.panel("mat", *box))
        box = Box(box.x + 14, box.y + 16, box.width - 28, box.height - 28)
    elif not lying:
        return ()
    label = f"{table.say(words.TRASH)} · {saying.tiles_left(len(lying), table.say)}"
    room = Box(box.x, box.y + 18, box.width, box.height - 18)
    columns, size = seats.grid(len(lying), room.width, room.height, TRASHED[compact])
    gap = 3.0 if room.width < 250 else 6.0
    drawn.append(parts.words(label, box.x, box.y + 8, "quiet", 13))
    for place, name in enumerate(lying):
        row, column = divmod(place, columns)
        x = room.x + (column + 0.5) * (size + gap)
        y = room.y + size + gap / 2 + row * (2 * size + gap)
        drawn.append(table.tile(name, x, y, 0, size))
    return Node("sm-trash", drawn)


def winning_hand(table: Table, area: Box) -> Node:
    """Draws the melds of the winner and how they add up."""
    data = seen(table.view)
    room = Box(area.x + 10, area.y + area.height * 0.12, area.width - 20, area.height * 0.66)
    return Node("sm-melds", [
        melded(table, data["melds"], room, 58, touch=False),
        parts.words(
            sum_of(data["melds"], data["points"][data["winner"]]), area.x + area.width / 2,
            room.bottom + 24, "score mid", 22,
        ),
    ])


def sum_of(melds: list[list[str]], total: int) -> str:
    """Writes how the points of melds add up.

    >>> sum_of([["2-2", "3-2", "4-2", "5-2"], ["2-0", "2-1", "12-2"], []], 22)
    '(9 + 2) × 2 = 22'
    """
    points = [meld_points(meld) for meld in melds if meld_points(meld)]
    added = " + ".join(str(number) for number in points)
    return f"{added} = {total}" if sum(points) == total else f"({added}) × 2 = {total}"


def own_hand(table: Table, own: int, frame: Frame, groups: list[list[str]]) -> Drawn:
    """Draws the hand at the bottom, in its melds if the view knows it."""
    view = table.view
    held = seen(view)["hands"][own]
    if isinstance(held, int):
        return Node("sm-hand", table.hand(own, frame.hand, frame.hand_tile, middle=True))
    if not held:
        return ()
    touch = own == view.seat and not view.over
    return Node("sm-hand", melded(table, groups, frame.hand, frame.hand_tile, touch=touch))


def stood(groups: list[list[str]]) -> list[Standing]:
    """Puts the tiles of melds, and those left over, side by side."""
    found: list[Standing] = []
    for number, group in enumerate(groups):
        is_meld = meld_points(group) > 0
        ranks = ranks_of(group) if is_meld else []
        for place, name in enumerate(group):
            linked = place > 0 and is_meld and ranks[place] - ranks[place - 1] == 1
            gap = BETWEEN if place == 0 else LINKED if linked else APART
            found.append(Standing(name, gap, number if is_meld else -1, linked))
    return found


def broken(
    row: list[Standing], size: float, width: float, pitch: float = 0.0
) -> list[list[Standing]]:
    """Breaks a row of tiles where it would be too wide, between melds if they fit; where they
    are touched, each has the breadth of `pitch`."""
    row = [tile._replace(gap=max(tile.gap, pitch - size)) for tile in row]
    rows: list[list[Standing]] = [[]]
    taken = 0.0
    for place, tile in enumerate(row):
        needed = size
        if tile.meld >= 0 and (place == 0 or row[place - 1].meld != tile.meld):
            needed = breadth([other for other in row if other.meld == tile.meld], size)
        if rows[-1] and taken + tile.gap + (needed if needed <= width else size) > width:
            rows.append([])
            taken = 0.0
        taken += size + (tile.gap if rows[-1] else 0.0)
        rows[-1].append(tile)
    return rows


def breadth(row: list[Standing], size: float) -> float:
    """Gives the width of a row of tiles."""
    return sum(size + tile.gap for tile in row) - row[0].gap


def melded(
    table: Table, groups: list[list[str]], box: Box, largest: float, *, touch: bool
) -> list[Drawn]:
    """Draws tiles in their melds, what each scores below it."""
    row = stood(groups)
    if not row:
        return []
    size = largest
    pitch = seats.FINGER if touch and box.width < seats.HANDHELD else 0.0
    rows = broken(row, size, box.width, pitch)
    while size > 12 and len(rows) * (2 * size + CAPTION + 4) > box.height:
        size -= 0.5
        rows = broken(row, size, box.width, pitch)
    high = 2 * size + CAPTION + 4
    top = box.y + (box.height - high * len(rows)) / 2
    drawn: list[Drawn] = []
    links: list[str] = []
    for number, tiles in enumerate(rows):
        x = box.x + (box.width - breadth(tiles, size)) / 2
        y = top + number * high + size + 2
        left: dict[int, float] = {}
        for place, tile in enumerate(tiles):
            x += (tile.gap if place else 0.0) + size / 2
            if tile.linked and place:
                links.append(parts.link(x - (size + tile.gap) / 2, y, size))
            drawn.append(table.tile(tile.name, x, y, 0, size, touch=touch))
            left.setdefault(tile.meld, x - size / 2)
            x += size / 2
            last = place == len(tiles) - 1 or tiles[place + 1].meld != tile.meld
            if tile.meld >= 0 and last:
                drawn.append(caption(left[tile.meld], x, y + size + 5, groups[tile.meld]))
    return [*drawn, *links]


def caption(left: float, right: float, y: float, meld: list[str]) -> str:
    """Draws a brace below a meld with what it scores."""
    text = str(meld_points(meld))
    width = parts.breadth(text, 13) + 14
    middle = (left + right) / 2
    brace = parts.brace(left + 3, right - 3, y + 2, width / 2 + 4)
    return brace + parts.pill(text, middle - width / 2, y - 1, 13, False)[0]


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the hand of the view's seat alone, in its melds."""
    table = table_of(view, say, False)
    groups = hand_groups(view, view.seat)
    room = Box(20, 14, width - 40, height - 28)
    drawn: list[Drawn] = [parts.cloth(width, height), melded(table, groups, room, 60, touch=False)]
    told = " + ".join(" ".join(group) for group in groups if group)
    return Scene(width, height, "wide", say(view.game.title), told, drawn)
