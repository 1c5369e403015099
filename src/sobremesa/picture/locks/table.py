"""The table of the lock-and-key game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import ceil
from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.locks.views import seen
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.locks import route, tiles, words
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Node, Scene, num
from sobremesa.picture.seats import Box, Frame, Look, Table

# How the room of the line is shared: the panels of the sides below the tiles, and the length
# of a tile, on a wide and on a tall table.
PANEL: Final = (84.0, 88.0)
LARGEST: Final = (62.0, 44.0)
# Cells of a half-grid that are smaller have no number in them.
LABELLED: Final = 13.0


class LockTable(Table):
    """A view being drawn; equal tiles are told apart by who laid them, and as which."""

    def rows(self, count: int, box: Box, largest: float, touch: bool) -> tuple[float, seats.Rows]:
        """Finds how long the tiles of a hand are, and how they lie."""
        shape = route.LONG / route.SHORT
        gap = 3.0 if box.width < 250 else 7.0
        columns, length = seats.grid(count, box.width, box.height, largest, gap, shape)
        down = ceil(count / columns)
        if touch and box.width < seats.HANDHELD:
            down = seats.hand_rows(count, box.width)
            columns = ceil(count / down)
            length = min(largest, box.width / columns - 3, (box.height / down - 4) * shape)
            gap = max(3.0, min(seats.FINGER, box.width / columns) - length)
        return length, seats.Rows(count, columns, down, length + gap, length / shape + gap)

    def is_crowded(self, count: int, size: float) -> bool:
        """Hands are small enough to lie side by side."""
        return False

    def back(self, key: str, x: float, y: float, size: float) -> Node:
        """Draws a tile of a hand face down."""
        return tiles.back(key, x, y, size)

    def held_at(self, seat: int, place: int, x: float, y: float, size: float, touch: bool) -> Node:
        """Draws a tile of a hand, named by how many like it the seat has had before."""
        held = face_up(seen(self.view)["hands"][seat])
        name = held[place]
        before = laid_by(self.view, seat)[name] + held[:place].count(name)
        return tiles.tile(
            name, f"{name}-{seat}-{before}", x, y, 0, size, numerals=self.numerals, touch=touch,
            spoken=words.spoken_tile(name, self.say),
        )


def laid_by(view: View, seat: int) -> Counter[str]:
    """Counts the tiles of each kind that a seat has laid."""
    return Counter(
        name for moment in words.moments(view) if moment.seat == seat and moment.lays
        for name in names_in(moment.text)
    )


def table_of(view: View, say: Voice, numerals: bool) -> LockTable:
    """Gathers what the parts of the picture need to know."""

    def held(seat: int) -> str:
        if view.over:
            points = words.points_in(face_up(seen(view)["hands"][seat]))
            return say(words.POINTS_HELD, points=points)
        return saying.tiles_left(seats.hand_size(view, seat), say)

    return LockTable(
        view, say, numerals, calls=words.calls(view, say), badges=words.badges(view, say),
        fresh=set(), held=held,
    )


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of the lock-and-key game as one seat sees it."""
    table = table_of(view, say, look.numerals)
    frame = seats.against_the_clock(seats.framed(view, look), view)
    area, panels = divided(frame, look.shape)
    draws = seen(view)["draws"]
    name = say(words.DEPOSIT if draws else words.ASIDE)
    return setting.scene(
        table, frame, look, words,
        [line(table, area, LARGEST[look.compact]), side_panels(table, panels, look.compact)],
        setting.stock(table, frame.boneyard, look, words, name, draws=draws),
        seats.own_hand(table, frame, 60 if look.compact else 82), crop=area,
    )


def divided(frame: Frame, shape: str) -> tuple[Box, Box]:
    """Divides the middle between the tiles and the panels of both sides, which lie below them
    or, on a low table, at the right one above the other."""
    room = frame.line
    if shape == "low":
        beside = 150.0
        area = room._replace(width=room.width - beside - 6)
        return area, Box(area.right + 6, room.y, beside, room.height)
    strip = PANEL[shape == "tall"]
    area = room._replace(height=room.height - strip - 6)
    return area, Box(area.x, area.bottom + 6, area.width, strip)


def layers(view: View) -> list[int]:
    """Lists who laid each tile on the table, -1 where a position was set up."""
    past = [(-1, text) for text in seen(view)["opening"].get("line", [])]
    past += [(moment.seat, moment.text) for moment in words.moments(view) if moment.lays]
    return [seat for seat, text in past for _ in names_in(text)]


def names_in(text: str) -> list[str]:
    """Lists the tiles of a written play."""
    play = route.parse(text)
    return [play.base, play.free] if play.free else [play.base]


def line(table: LockTable, area: Box, largest: float, *, lit: bool = False) -> Node:
    """Draws the tiles on the table as they are turned, and the places for the next, seen only
    when they are lit."""
    view = table.view
    laid, slots, scale = route.fitted(view, area.width, area.height, largest)
    length = route.LONG * scale.factor
    newest = len(seen(view)["line"]) - 1 if just_laid(view) else -1
    owners = layers(view)
    names = [name for text in seen(view)["line"] for name in names_in(text)]
    plays = [number for number, text in enumerate(seen(view)["line"]) for _ in names_in(text)]
    counts: Counter[tuple[str, int]] = Counter()
    drawn: list[Node] = []
    for place, lying in enumerate(laid.tiles):
        # A double across is drawn with its tiles in the order of the play.
        owner = (names[place], owners[place])
        counts[owner] += 1
        drawn.append(tiles.tile(
            lying.name, f"{lying.name}-{owners[place]}-{counts[owner] - 1}",
            area.x + scale.dx + scale.factor * lying.x, area.y + scale.dy + scale.factor * lying.y,
            lying.turn, length, numerals=table.numerals, fresh=plays[place] == newest,
            spoken=words.spoken_tile(lying.name, table.say),
        ))
    for slot in slots:
        lying = slot.lying
        ghost = tiles.ghost(
            slot.touch, lying.name, ghost_label(view, slot.touch),
            area.x + scale.dx + scale.factor * lying.x, area.y + scale.dy + scale.factor * lying.y,
            lying.turn, length, words.spoken(slot.touch, view, table.say),
        )
        drawn.append(replace(ghost, state="ghost lit") if lit else ghost)
    return Node("sm-line", drawn, "line")


def just_laid(view: View) -> bool:
    """Tells whether the last move laid tiles that lie there."""
    past = words.moments(view)
    return bool(past) and past[-1].lays and not seen(view)["void"]


def ghost_label(view: View, touch: str) -> str:
    """Gives what is written in a place: the suit asked for, a lock or a key."""
    kind, _, where = touch.partition(":")
    if where == "start":
        return "+"
    if where.endswith("^"):
        return "L"
    if where.endswith("!"):
        return "C"
    return str(seen(view)["sides"][where]["asks"]) if kind == "end" else "+"


def side_panels(table: LockTable, box: Box, compact: bool) -> list[Node]:
    """Draws for each side what it asks for and the pairs made, and the special tiles that
    are still out."""
    if not seen(table.view)["salida"]:
        return []
    if box.width < box.height or box.width < 160:
        high = min(PANEL[True], (box.height - 6) / 2)
        return [
            side_panel(table, side, Box(box.x, box.y + place * (high + 6), box.width, high), True)
            for place, side in enumerate("AB")
        ]
    width = min(250.0, (box.width - 8) / 2)
    drawn = [
        side_panel(table, side, panel, compact)
        for side, panel in (
            ("A", Box(box.x, box.y, width, box.height)),
            ("B", Box(box.right - width, box.y, width, box.height)),
        )
    ]
    free = Box(box.x + width, box.y, box.width - 2 * width, box.height)
    if free.width > 150:
        drawn.append(specials_row(table, free))
    return drawn


def side_panel(table: LockTable, side: str, box: Box, compact: bool) -> Node:
    """Draws how a side stands, with a half-grid of the pairs made there."""
    view = table.view
    size = 12.0 if compact else 13.0
    title = table.say(words.SIDE, side=side)
    cell = (box.height - 14) / int(seen(view)["options"]["suits"])
    room = box.width - cell * int(seen(view)["options"]["suits"]) - 26
    lines = parts.folded(words.side_state(view, side, table.say), size, room)
    pairs = seen(view)["sides"][side]["pairs"]
    return Node(f"sm-side-{side}", [
        parts.panel("card", *box),
        parts.words(title, box.x + 9, box.y + size + 7, "name", size + 1),
        parts.paragraph(lines, box.x + 9, box.y + 2 * size + 12, size + 3, "quiet", size),
        half_grid(pairs, view, Box(box.right - 9, box.y + 7, cell, cell)),
    ], "lado")


def half_grid(pairs: list[str], view: View, corner: Box) -> str:
    """Draws a cell for every pair of suits, marked where it has been made on the side; the
    salida's double is struck out."""
    suits = int(seen(view)["options"]["suits"])
    cell = corner.width
    side = cell - 1.5
    left = corner.x - suits * cell
    made = {saying.halves(pair) for pair in pairs}
    ordered = seen(view)["options"]["repeat_rule"] == "ordered"
    drawn: list[str] = []
    for row in range(1, suits + 1):
        for column in range(1, suits + 1 if ordered else row + 1):
            taken = (row, column) in made or (not ordered and (column, row) in made)
            x, y = left + (column - 1) * cell, corner.y + (row - 1) * cell
            kind = "cell made" if taken else "cell"
            drawn.append(parts.oblong(kind, x, y, side, side, 1.5))
            if row == column == seen(view)["salida"]:
                drawn.append(
                    f'<path class="struck" d="M{num(x)} {num(y)}l{num(side)} {num(side)}"/>'
                )
            elif cell >= LABELLED and (row == column or (taken and cell > 26)):
                css = "cell-text on" if taken else "cell-text"
                label = str(row) if row == column else f"{column}{row}"
                drawn.append(parts.words(label, x + side / 2, y + side / 2 + 13 * 0.36, css, 13))
    return "".join(drawn)


def specials_row(table: LockTable, box: Box) -> Node:
    """Shows the locks and keys that have not been played."""
    out = [name for name, laid in seen(table.view)["specials"].items() if not laid]
    middle = box.x + box.width / 2
    return Node("sm-specials", [
        parts.words(table.say(words.SPECIALS), middle, box.y + 20, "quiet mid", 13),
        parts.words(" · ".join(out) or "–", middle, box.y + 44, "name mid", 17),
    ])


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the tiles on the table alone, with the next places lit."""
    table = table_of(view, say, False)
    area = Box.within(width, height, 18)
    drawn = line(table, area, 64, lit=True)
    return setting.diagram(table, words, width, height, drawn, area)
