"""What is set round the middle of a table: the heading, the boneyard, and what is said."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from sobremesa.core.game import View
from sobremesa.core.views import count_of, seen
from sobremesa.picture import parts, saying, seats
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Crop, Drawn, Node, Scene, Shelf
from sobremesa.picture.seats import Box, Frame, Look, Table

# Draws a number of things face down, up to a limit, in a box, each of a given width.
Heap = Callable[[int, int, Box, float], Drawn]
_STOCKS: Final = Shelf(256)


class Telling(Protocol):
    """What every family says: which hand this is, what there is to be done, what happened."""

    def stage(self, view: View, say: Voice, /) -> str:
        """Says which hand is played, and for what."""

    def headline(self, view: View, say: Voice, /) -> str:
        """Says whose turn it is and what is asked, or how the round ended."""

    def news(self, view: View, say: Voice, /) -> str:
        """Says what happened last."""


class Words(Telling, Protocol):
    """What a family says of a table with seats: how it stands and what can be touched as well."""

    def in_words(self, view: View, say: Voice, /) -> str:
        """Says what lies on the table."""

    def spoken(self, touch: str, view: View, say: Voice, /) -> str:
        """Says what a screen reader tells of a thing that can be touched."""


def scene(
    table: Table, frame: Frame, look: Look, words: Words, middle: Drawn, stock: Drawn, hand: Drawn,
    *, aside: str = "", marks: Drawn = (), crop: Crop = None,
) -> Scene:
    """Puts a table together: the seats around its middle, the stock, what is said, and the hand
    of the viewer's own seat; `marks` lie on the place cards."""
    view, say = table.view, table.say
    own, others = seats.around(view)
    asked = words.headline(view, say)
    return document(table, words, frame, look.shape, asked, [
        cloth(frame, look),
        heading(table, frame, words.stage(view, say)),
        [seats.card(table, seat, frame.seats[seat], own=False) for seat in others],
        middle,
        stock,
        seats.card(table, own, frame.seats[own], own=True),
        marks,
        [seats.notes(table, seat, box, seat == own) for seat, box in frame.seats.items()],
        talk(table, frame, words.news(view, say), asked if look.standalone else "", aside),
        hand,
    ], crop)


def cloth(frame: Frame, look: Look) -> Node:
    """Draws the table itself, which runs on in a page."""
    return parts.cloth(frame.width, frame.height, 0 if look.standalone else parts.BLEED)


def document(
    table: Table, words: Words, frame: Frame, shape: str, asked: str, drawn: Drawn,
    crop: Crop = None,
) -> Scene:
    """Makes a scene that says which hand of which game it shows, and how it stands."""
    view, say = table.view, table.say
    title = say(
        "{game}, hand {number}", game=say(view.game.title),
        number=seen(view).get("deal", seen(view)["number"]),
    )
    told = f"{words.in_words(view, say)} {asked}"
    return Scene(frame.width, frame.height, shape, title, told, drawn, crop)


def diagram(
    table: Table, words: Words, width: float, height: float, drawn: Drawn, crop: Crop = None
) -> Scene:
    """Makes a scene of what lies in the middle alone."""
    frame = seats.wide(table.view)._replace(width=width, height=height)
    asked = words.headline(table.view, table.say)
    return document(table, words, frame, "wide", asked, [parts.cloth(width, height), drawn], crop)


def heading(table: Table, frame: Frame, told: str) -> Node:
    """Writes the game, and something about the hand below it."""
    box = frame.title
    title = table.say(table.view.game.title)
    return titled(title, told, box, small=box.height < 30, size=12, line=20)


@lru_cache(maxsize=1024)
def titled(
    title: str, told: str, box: Box, *, small: bool, size: float = 12.5, line: float = 22.0
) -> Node:
    """Writes a title and what is told beside it where the table is small, or else below it."""
    if small:
        return Node("sm-heading", [
            parts.words(title, box.x, box.y + 16, "title", 18),
            parts.words(told, box.right, box.y + 15, "quiet end", size),
        ], fixed=True)
    return Node("sm-heading", [
        parts.words(title, box.x + 2, box.y + line, "title", 26),
        parts.words(told, box.x + 2, box.y + line + 22, "quiet", 13.5),
    ], fixed=True)


class Desk(NamedTuple):
    """Where things lie where somebody plays alone: the middle, what waits to be laid, and cards
    at the side where a game has them."""

    width: float
    height: float
    title: Box
    middle: Box
    hand: Box
    talk: Box
    tall: bool
    side: Box = Box(0, 0, 0, 0)


def alone(
    view: View, say: Voice, desk: Desk, shape: str, words: Telling, drawn: Drawn, crop: Crop
) -> Scene:
    """Makes a scene where somebody plays alone, which says how it stands."""
    told = f"{words.stage(view, say)}. {words.headline(view, say)}"
    return Scene(desk.width, desk.height, shape, say(view.game.title), told, drawn, crop)


def talk_alone(
    view: View, say: Voice, desk: Desk, words: Telling, asking: bool, rise: float
) -> Node:
    """Writes what happened last and, with `asking`, what is asked, higher by `rise` where nothing
    has happened."""
    told = words.news(view, say)
    asked = words.headline(view, say) if asking else ""
    if told == asked:
        told = ""
    box = desk.talk
    mine = " asked" if view.turn == view.seat and not view.over else ""
    size, first = (13.0, box.y + 14) if desk.tall else (15.0, box.y + 12)
    middle = box.x + box.width / 2
    low = first + 20 - (0 if told else rise)
    lines = parts.folded(told, size, box.width) if told else []
    if desk.tall and not asked and len(lines) == 2:
        # What is not asked leaves its room to a long sentence.
        return Node("sm-talk", parts.paragraph(lines, middle, box.y + 9, 15, "news mid", size))
    return Node("sm-talk", [
        spoken_line(told, middle, first, "news mid", size, box.width),
        spoken_line(asked, middle, low, f"ask mid{mine}", size + 1, box.width),
    ])


def stock(
    table: Table, box: Box, look: Look, words: Words, name: str, *, draws: bool = True,
    left: str = "", heap: Heap | None = None,
) -> Drawn:
    """Draws the tiles that lie face down, if there were any; where the game `draws` they can be
    touched.

    `left` says how many there are and `heap` draws them, where they are no dominoes.
    """
    view = table.view
    count = saying.boneyard_count(view)
    most = count_of(seen(view)["opening"]["boneyard"])
    if most == 0:
        return ()
    left = left or saying.tiles_left(count, table.say)
    spoken = words.spoken("boneyard", view, table.say) if draws and not view.over else ""
    heap = heap or pile
    return _STOCKS.find((box, look.compact, name, left, count, most, heap, spoken), lambda: Node(
        "sm-boneyard", in_stock(box, look, name, left, heap, count, most), "boneyard",
        touch="boneyard" if spoken else "", label=spoken,
    ))


def in_stock(
    box: Box, look: Look, name: str, left: str, heap: Heap, count: int, most: int
) -> list[Drawn]:
    """Draws what lies face down on its card, with its name and how much is left."""
    drawn: list[Drawn] = [parts.panel("card", *box)]
    if look.compact:
        drawn.append(parts.words(name, box.x + 9, box.y + 18, "name", 12))
        drawn.append(parts.words(left, box.x + 9, box.y + 36, "quiet", 12))
        # Beside the words, however long they are in a language.
        across = min(58.0, box.width - 24 - max(
            parts.breadth(name, 12 * parts.BOLD), parts.breadth(left, 12)
        ))
        room = Box(box.right - 6 - across, box.y + 8, across, 30)
        drawn.append(heap(count, min(most, 8), room, 14) if across >= 14 else "")
    else:
        drawn.append(parts.words(name, box.x + 14, box.y + 24, "name", 15))
        drawn.append(parts.words(left, box.right - 14, box.y + 24, "quiet end", 13))
        room = Box(box.x + 14, box.y + 35, box.width - 28, 88)
        drawn.append(heap(count, min(most, 28), room, 20 if most > 8 else 22))
    return [*drawn, parts.panel("halo", *box)]


@lru_cache(maxsize=256)
def pile(count: int, most: int, box: Box, width: float) -> tuple[Node, ...]:
    """Draws tiles face down, as many as there are up to `most`, in one or two rows."""
    rows = 1 if most <= 8 else 2
    columns = max(-(-most // rows), 1)
    step = min(width + 4, (box.width - width) / max(columns - 1, 1))
    drawn: list[Node] = []
    for place in range(min(count, most)):
        row, column = divmod(place, columns)
        x = box.x + width / 2 + column * step
        y = box.y + box.height / 2 + (row - (rows - 1) / 2) * (2 * width + 4)
        drawn.append(parts.back(f"b-{place}", x, y, 0, width))
    return tuple(drawn)


def talk(table: Table, frame: Frame, told: str, asked: str, aside: str) -> Node:
    """Writes what happened, what is asked if this picture asks, and something aside."""
    view = table.view
    box = frame.talk
    if told == asked:
        told = ""
    mine = " asked" if view.turn == view.seat and not view.over else ""
    if frame.compact:
        return Node("sm-talk", handheld_talk(frame, told, asked, aside, mine))
    third, middle, line = box.width / 3, box.x + box.width / 2, box.y + 20
    return Node("sm-talk", [
        spoken_line(told, box.x, line, "news", 14, third) if asked
        else spoken_line(told, middle, line, "news mid", 15, 2 * third),
        spoken_line(asked, middle, line, f"ask mid{mine}", 16, 2 * third),
        spoken_line(aside, box.right, line, "aid end", 14, third),
    ])


def handheld_talk(frame: Frame, told: str, asked: str, aside: str, mine: str) -> str:
    """Writes what happened in one line or, where nothing is asked, in two."""
    box = frame.talk
    low = box.bottom - 7
    if asked:
        if parts.breadth(asked, 14) + parts.breadth(aside, 12.5) + 8 > box.width:
            aside = ""
        return (
            spoken_line(told, box.x, box.y + 13, "news", 13, box.width)
            + spoken_line(asked, box.x, low, f"ask{mine}", 14, box.width)
            + spoken_line(aside, box.right, low, "aid end", 12.5, box.width)
        )
    first = box.y + 12 if box.height > 30 else low
    lines = parts.folded(told, 13, box.width) or [""]
    aside_at = low
    if len(lines) == 1:
        # Near the hand on a tall table, below the title on a low one.
        upright = frame.height > frame.width
        first = low if upright else first
        if parts.breadth(told, 13) + parts.breadth(aside, 12.5) + 8 <= box.width:
            aside_at = first
        else:
            first, aside_at = box.y + 12, low
    elif len(lines) > 2:
        # What happened last matters most.
        lines = lines[-2:]
    if len(lines) == 2 and parts.breadth(lines[1], 13) + parts.breadth(aside, 12.5) > box.width:
        lines, aside_at = lines[1:], first + 16
    return "".join(
        spoken_line(line, box.x, first + row * 16, "news", 13, 2 * box.width)
        for row, line in enumerate(lines)
    ) + spoken_line(aside, box.right, aside_at, "aid end", 12.5, box.width)


def spoken_line(text: str, x: float, y: float, css: str, size: float, room: float) -> str:
    """Writes a sentence, if there is one, in the room it has."""
    return parts.words(parts.cut(text, size, room), x, y, css, size) if text else ""
