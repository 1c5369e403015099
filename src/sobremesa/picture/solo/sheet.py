"""How the table of a solitaire is divided: title, middle, cards at the side, what is said."""

from __future__ import annotations

from typing import NamedTuple

from sobremesa.core.game import View
from sobremesa.families.solo.views import seen
from sobremesa.picture import parts, saying, setting
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node
from sobremesa.picture.seats import ROOMS, Box, Room, Table
from sobremesa.picture.setting import Desk
from sobremesa.picture.solo import words


def frame_of(shape: str, room: Room | None = None, *, hand: bool, asking: bool) -> Desk:
    """Divides a table, with room for tiles face up below the middle."""
    if shape == "wide":
        low = 548.0 if hand else 690.0
        return Desk(
            1200, 760, Box(24, 16, 900, 48), Box(24, 76, 936, low - 76),
            Box(24, low + 8, 936, 136), Box(24, 706, 1152, 40), False, Box(976, 20, 200, 670),
        )
    width, height = room or ROOMS[shape]
    talk = 44.0 if asking else 24.0
    if shape == "low":
        left = 152.0
        across = width - left - 8
        low = height - 6 - (92 if hand else 0)
        return Desk(
            width, height, Box(left, 6, across, 20), Box(left, 30 + talk, across, low - 34 - talk),
            Box(left, low, across, 92 if hand else 0), Box(left, 28, across, talk), True,
            Box(6, 8, left - 14, height - 14),
        )
    low = height - 8 - talk
    side = Box(8, low - 62, width - 16, 58)
    waiting = Box(8, side.y - 112, width - 16, 108) if hand else Box(8, side.y, width - 16, 0)
    return Desk(
        width, height, Box(14, 10, width - 28, 20), Box(8, 38, width - 16, waiting.y - 42),
        waiting, Box(12, low, width - 24, talk), True, side,
    )


def sheet(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of a picture need to know."""
    return Table(view, say, numerals, calls={}, badges={}, fresh=set(seen(view)["fresh"]))


def heading(table: Table, frame: Desk) -> Node:
    """Writes the game, the set and what is left."""
    title = table.say(table.view.game.title)
    told = words.stage(table.view, table.say)
    room = frame.title.width - parts.breadth(title, 15)
    if frame.tall and parts.breadth(told, 12.5) * 0.9 > room:
        # The page names the game above the picture.
        title = ""
    return setting.titled(title, told, frame.title, small=frame.tall)


class Card(NamedTuple):
    """A card at the side: its name, what it tells, and what lies on it."""

    name: str
    told: str
    touch: str = ""
    # Tiles face down, or the name of one face up.
    backs: int = 0
    tile: str = ""
    # A second line, where there is room.
    more: str = ""


def cards(table: Table, frame: Desk, wanted: list[Card]) -> list[Node]:
    """Draws the cards at the side, one below the other or side by side."""
    side = frame.side
    drawn: list[Node] = []
    for place, card in enumerate(wanted):
        if frame.tall and side.width < side.height:
            box = Box(side.x, side.y + place * 66, side.width, 60)
        elif frame.tall:
            across = (side.width - 8 * (len(wanted) - 1)) / len(wanted)
            box = Box(side.x + place * (across + 8), side.y, across, side.height)
        else:
            box = Box(side.x, side.y + place * 150, side.width, 138)
        drawn.append(drawn_card(table, card, place, box, compact=frame.tall))
    return drawn


def drawn_card(table: Table, card: Card, place: int, box: Box, *, compact: bool) -> Node:
    """Draws a card, which can be touched where it has a touch."""
    inside: list[Drawn] = [parts.panel("card", *box)]
    if compact:
        room = box.width - (52 if card.backs or card.tile else 16)
        lines = [*parts.folded(card.name, 12.5, room), *parts.folded(card.told, 12, room)]
        named = len(parts.folded(card.name, 12.5, room))
        step = 18 if len(lines) < 3 else 15.5
        first = box.y + (box.height - step * (len(lines) - 1)) / 2 + 4
        for row, line in enumerate(lines[:3]):
            css, size = ("name", 12.5) if row < named else ("quiet", 12)
            inside.append(parts.words(line, box.x + 9, first + row * step, css, size))
        spot = Box(box.right - 36, box.y + 4, 28, box.height - 8)
        size = 22.0
    else:
        room = box.width - 28
        name = parts.cut(card.name, 15, room)
        lines = parts.folded(card.told, 13, room)
        if card.tile or card.backs or card.more:
            lines = [parts.cut(card.told, 13, room)]
        inside.append(parts.words(name, box.x + 14, box.y + 26, "name", 15))
        inside.append(parts.paragraph(lines, box.x + 14, box.y + 46, 20, "quiet", 13))
        if card.more:
            more = parts.cut(card.more, 13, room)
            inside.append(parts.words(more, box.x + 14, box.y + 68, "quiet", 13))
        spot = Box(box.x + 14, box.y + 56, box.width - 28, 76)
        size = 32.0
    x, y = spot.x + spot.width / 2, spot.y + spot.height / 2
    if card.tile:
        inside.append(table.tile(card.tile, x, y, 0, size))
    elif card.backs:
        inside.append(stack(card.backs, x, y, size, compact))
    inside.append(parts.panel("halo", *box))
    id = f"sm-card-{place}"
    if not card.touch or table.view.over:
        return Node(id, inside)
    spoken = words.spoken(card.touch, table.view, table.say)
    return Node(id, inside, touch=card.touch, label=spoken)


def stack(count: int, x: float, y: float, size: float, compact: bool) -> list[Node]:
    """Draws the boneyard as a few tiles face down over each other."""
    shown = min(count, 3 if compact else 6)
    step = 4.0 if compact else 14.0
    start = x - step * (shown - 1) / 2
    return [parts.back(f"b-{place}", start + place * step, y, 0, size) for place in range(shown)]


def boneyard_card(table: Table, touch: str = "boneyard") -> Card:
    """Tells how many tiles have not come yet."""
    count = saying.boneyard_count(table.view)
    return Card(
        table.say(saying.BONEYARD), saying.tiles_left(count, table.say),
        touch if count else "", backs=count,
    )
