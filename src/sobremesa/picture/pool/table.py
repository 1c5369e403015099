"""The picture of High Fives: the pool in the middle, the pair that was taken last beside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.pool.high_fives import value
from sobremesa.families.pool.views import seen
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.pool import words
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Place, Scene, Symbol, num
from sobremesa.picture.seats import Box, Frame, Look, Rows, Table

# The widest tile of the pool, on a wide table and on a tall one.
POOLED: Final = (66.0, 44.0)


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of High Fives as one seat sees it."""
    table = table_of(view, say, look.numerals)
    frame = seats.framed(view, look)
    own, _ = seats.around(view)
    area = frame.line
    return setting.scene(
        table, frame, look, words, pool(table, frame),
        setting.stock(table, frame.boneyard, look, words, say(saying.BONEYARD), draws=False),
        hand(table, own, frame), crop=(area.x, area.y, area.width, area.width / 2),
    )


def table_of(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of the picture need to know."""
    piles = seen(view)["piles"]
    return Table(
        view, say, numerals, calls={}, badges=words.badges(view, say),
        fresh=words.fresh_tiles(view), top=15,
        held=lambda seat: say("{count} won", count=len(piles[seat])),
    )


def pool(table: Table, frame: Frame) -> Drawn:
    """Draws the pool, the place for a tile that stays there, and the last pair taken."""
    area = frame.line
    narrow = frame.compact
    largest = POOLED[narrow]
    if narrow:
        mat = area
        side = Box(area.right - 90, area.y + 6, 84, 104)
        room = Box(area.x + 8, area.y + 26, area.width - 106, area.height - 32)
    else:
        mat = Box(area.x + 180, area.y, area.width - 360, area.height)
        side = Box(area.x + 10, area.y + 110, 156, 200)
        room = Box(mat.x + 16, mat.y + 30, mat.width - 32, mat.height - 38)
    label = parts.words(table.say(words.POOL), mat.x + 12, mat.y + 20, "quiet", 14)
    return [
        Node("sm-mat", [parts.panel("mat", *mat), label]), pooled(table, room, largest),
        captured(table, side),
    ]


def pooled(table: Table, room: Box, largest: float, lit: Collection[str] = ()) -> Node:
    """Draws the tiles of the pool, those of the touches in `lit` lit, and behind the last a
    place for one that stays."""
    lying = seen(table.view)["pool"]
    count = len(lying) + 1
    columns, size = seats.grid(count, room.width, room.height, largest)
    gap = 3.0 if room.width < 250 else 6.0
    rows = Rows(count, columns, ceil(count / columns), size + gap, 2 * size + gap)
    *places, last = rows.even(room)
    drawn: list[Drawn] = [
        tile(table, name, x, y, size, f"pool:{name}", lit=f"pool:{name}" in lit)
        for name, (x, y) in zip(lying, places, strict=True)
    ]
    spoken = words.spoken("leave", table.view, table.say)
    return Node("sm-pool", [*drawn, parts.ghost("leave", *last, size, spoken)], "pool")


def tile(
    table: Table, name: str, x: float, y: float, size: float, touch: str, *, lit: bool = False
) -> list[Node]:
    """Draws a tile with what it is worth; with `touch` it can be touched."""
    worth = value(name)
    drawn = parts.tile(
        name, x, y, 0, size, coloured=True, numerals=table.numerals or size < 15,
        fresh=name in table.fresh, touch="" if table.view.over else touch,
        spoken=words.spoken(f"pool:{name}", table.view, table.say),
    )
    if lit:
        drawn = replace(drawn, state="tile lit")
    if not worth:
        return [drawn]
    corner = Place(x + size / 2, y - size)
    return [drawn, Node(f"worth-{name}", sign(worth, max(12.0, size * 0.24)), "worth", corner)]


@lru_cache(maxsize=256)
def sign(worth: int, size: float) -> Symbol:
    """Writes what a tile is worth, to stand over its upper right corner."""
    text = str(worth)
    width = parts.breadth(text, size) + 14
    drawn, _ = parts.pill(text, -width * 0.8, -size * 0.45, size, False)
    return Symbol(f"sign-{worth}-{num(size)}", drawn)


def captured(table: Table, box: Box) -> Drawn:
    """Draws the pair that was taken last, and by whom."""
    last = words.last_capture(table.view)
    if last is None:
        return ()
    seat, pair = last
    size = 36.0 if box.width < 100 else 50.0
    name = table.say("{name} took", name=table.name(seat))
    # Beside the label of the pool there is more room than above the pair.
    if box.width < 100:
        told = parts.words(parts.cut(name, 13, 240), box.right - 4, box.y + 13, "news end", 13)
    else:
        middle = box.x + box.width / 2
        told = parts.words(parts.cut(name, 13, box.width), middle, box.y + 13, "news mid", 13)
    drawn: list[Drawn] = [told]
    for place, lying in enumerate(pair):
        x = box.x + box.width / 2 + (place - 0.5) * (size + 4)
        drawn.append(tile(table, lying, x, box.y + 28 + size, size, ""))
    return Node("sm-taken", drawn)


def hand(table: Table, own: int, frame: Frame) -> Node:
    """Draws the hand at the bottom with what its tiles are worth."""
    view = table.view
    held = seen(view)["hands"][own]
    if isinstance(held, int):
        return Node("sm-hand", table.hand(own, frame.hand, frame.hand_tile, middle=True))
    box = frame.hand
    size = min(frame.hand_tile, box.height / 2 - 8)
    step = size + 10
    x = box.x + (box.width - step * (len(held) - 1)) / 2
    drawn: list[Drawn] = []
    for name in held:
        touch = f"tile:{name}" if own == view.seat else ""
        drawn.append(tile(table, name, x, box.y + box.height / 2 + 4, size, touch))
        x += step
    return Node("sm-hand", drawn)


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the pool with what the hand below it can take lit."""
    table = table_of(view, say, False)
    held = face_up(seen(view)["hands"][view.seat])
    size = 48.0
    room = Box(20, 22, width - 40, height / 2 - 26)
    taken = {choice["touches"][-1] for choice in seen(view)["moves"]}
    drawn: list[Drawn] = [parts.cloth(width, height), pooled(table, room, size, taken)]
    x = width / 2 - (len(held) - 1) * (size + 8) / 2
    for name in held:
        drawn.append(tile(table, name, x, height * 0.75, size, ""))
        x += size + 8
    return Scene(
        width, height, "wide", say(view.game.title), words.in_words(view, say), drawn
    )
