"""The table of a board game: the board in the middle, its players at its corners, what comes."""

from __future__ import annotations

from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.boards.views import seen
from sobremesa.picture import parts, setting
from sobremesa.picture.boards import board, pieces, story, words
from sobremesa.picture.boards.squares import CAMPS, Grid
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Scene, clean, num
from sobremesa.picture.seats import ROOMS, Box, Look, Room

# Between the squares and what stands beside the board, as a part of a square.
RIM: Final = 0.42
# How much of a diagram stays free round the board.
DIAGRAM_MARGIN: Final = 8.0


class Surround(NamedTuple):
    """How a table is divided among the board, the cards at its corners and what is said."""

    width: float
    height: float
    grid: Grid
    corners: dict[str, Box]
    title: Box
    coming: Box
    notes: Box
    talk: Box


def on(view: View, x: float, y: float, across: float, *, turned: bool = True) -> Grid:
    """Lays a board with its rim on a square of the table, turned for the seat that looks on."""
    side = seen(view)["board"]
    unit = across / (side + 2 * RIM)
    return Grid(side, x + RIM * unit, y + RIM * unit, unit, board.turns_for(view) if turned else 0)


def wide(view: View) -> Surround:
    """Divides a wide table: the board in the middle, two cards on either side."""
    left, right, across = 22.0, 966.0, 212.0
    return Surround(
        1200, 760, on(view, 252, 14, 696),
        {
            "NW": Box(left, 22, across, 74), "SW": Box(left, 636, across, 74),
            "NE": Box(right, 22, across, 74), "SE": Box(right, 636, across, 74),
        },
        Box(left, 116, across, 48), Box(left, 330, across, 120), Box(right, 290, across, 200),
        Box(24, 720, 1152, 28),
    )


def tall(view: View, asking: bool, room: Room) -> Surround:
    """Divides a tall table: the board from edge to edge, two cards above it, two below; where
    that leaves no room, what happened is left to the page, and so is who comes next."""
    width = room.width
    top = 34.0
    across, high = (width - 18) / 2, 54.0
    # The cards stay whole where there is less room than for a board of the whole width.
    side = max(min(width - 2, room.height - top - 70 - high), 160.0)
    below = top + 60 + side + 6
    left = 12.0
    rest = room.height - below - high - 10
    said = 64.0 if asking else 42.0
    return Surround(
        width, room.height, on(view, (width - side) / 2, top + 60, side),
        {
            "NW": Box(6, top, across, high), "NE": Box(width / 2 + 3, top, across, high),
            "SW": Box(6, below, across, high), "SE": Box(width / 2 + 3, below, across, high),
        },
        Box(left, 8, width - 24, 22),
        Box(left, below + high + 6, width - 24, 30.0 if rest >= said + 30 else 0.0),
        Box(left, below + high + 36, width - 24, max(rest - 30 - said, 0.0)),
        Box(left, room.height - said, width - 24, 58.0 if rest >= said - 10 else 0.0),
    )


def low(view: View, room: Room) -> Surround:
    """Divides a low table: the board over the whole height, cards and words at both sides."""
    side = room.height - 6
    across = (room.width - side) / 2 - 10
    right = room.width - 5 - across
    high = 66.0
    return Surround(
        room.width, room.height, on(view, (room.width - side) / 2, 3, side),
        {
            "NW": Box(5, 6, across, high), "SW": Box(5, room.height - 6 - high, across, high),
            "NE": Box(right, 6, across, high),
            "SE": Box(right, room.height - 6 - high, across, high),
        },
        Box(9, 78, across, 22), Box(9, 104, across, 64),
        Box(9, 172, across, room.height - 250), Box(right + 4, 80, across - 4, room.height - 160),
    )


def framed(view: View, shape: str, room: Room, asking: bool) -> Surround:
    """Divides a table of any shape."""
    if shape == "wide":
        return wide(view)
    return tall(view, asking, room) if shape == "tall" else low(view, room)


def corner_of(grid: Grid, camp: str) -> str:
    """Says in which corner of the picture a camp lies."""
    return CAMPS[(CAMPS.index(camp) - grid.turns) % 4]


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a board game as one seat sees it."""
    frame = framed(view, look.shape, look.room or ROOMS[look.shape], look.standalone)
    grid = frame.grid
    drawn: list[Drawn] = [
        parts.cloth(frame.width, frame.height, 0 if look.standalone else parts.BLEED),
        heading(view, frame, say),
        *(
            card(view, seat, frame.corners[corner_of(grid, board.home(view, seat))], say)
            for seat in range(int(view.game.players))
        ),
        coming(view, frame.coming, say), notes(view, frame.notes, say),
        board.floor(grid, board.camps_of(view)), board.happened(grid, story.last_traces(view)),
        board.standing(view, grid, say), talk(view, frame, say, asking=look.standalone),
    ]
    return Scene(
        frame.width, frame.height, look.shape, say(view.game.title),
        words.told(view, say), drawn, middle(grid),
    )


def middle(grid: Grid) -> tuple[float, float, float, float]:
    """Gives the part of the picture that a gallery shows: the board across, half of it down."""
    return grid.x, grid.y + grid.span * 0.25, grid.span, grid.span * 0.5


def heading(view: View, frame: Surround, say: Voice) -> Node:
    """Writes the game and the round of the match."""
    box = frame.title
    x, y, size = (box.x, box.y + 16, 18) if box.height < 30 else (box.x + 2, box.y + 22, 26)
    return Node("sm-heading", parts.words(say(view.game.title), x, y, "title", size))


def card(view: View, seat: int, box: Box, say: Voice) -> Node:
    """Draws the place card of a player: the mark of their camp, their name, what they have."""
    its_turn = seat == view.turn
    compact = box.height < 70
    slim = box.width < 140
    size = (12 if slim else 13) if compact else 15
    mark = (18 if slim else 26) if compact else 34
    x = box.x + mark + (9 if slim else 14 if compact else 20)
    note = 12 if compact else 13
    told = words.standing(view, seat, say)
    if slim:
        told = [line for text in told for line in parts.folded(text, note, box.right - 6 - x)]
    line = box.y + (30 if not compact else 22 if len(told) < 2 else 17)
    drawn = [
        parts.panel("card", *box),
        pieces.token(
            board.home(view, seat), box.x + mark / 2 + (4 if slim else 8 if compact else 10),
            box.y + box.height / 2, mark,
        ),
    ]
    if its_turn:
        drawn.append(parts.mark(x, line))
    name_x = x + (13 if its_turn else 0)
    right = box.right - 8
    if words.centre_seat(view) == seat:
        drawn.append(crown(right - 9, line - 5))
        right -= 24
    name = parts.cut(say.seat(seat), size * 1.07, right + 4 - name_x)
    drawn.append(parts.words(name, name_x, line, "name", size))
    for place, text in enumerate(told[: 2 if compact else 3]):
        drawn.append(parts.words(
            parts.cut(text, note, box.right - 4 - x), x, line + (place + 1) * (note + 4), "quiet",
            note,
        ))
    state = "seat turn" if its_turn else "seat"
    if not seen(view)["seats"][seat]["in"]:
        state += " out"
    return Node(f"seat-{seat}", drawn, state)


def crown(x: float, y: float) -> str:
    """Draws the mark of the player whose prince stands on the centre."""
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale(.8)"><rect class="throne" x="-13"'
        f' y="-13" width="26" height="26" rx="4"/><g class="crown">{pieces.SIGNS["P"]}</g></g>'
    )


def coming(view: View, box: Box, say: Voice) -> Drawn:
    """Draws the next turns in order, the present one first."""
    if view.over or not box.height:
        return ()
    seats = [view.turn, *seen(view)["coming"]]
    label = say(words.COMING)
    small = box.height < 60
    size = 22.0 if small else 28.0 if box.width > 150 else 20.0
    x, y = box.x + size / 2 + 6, box.y + (box.height / 2 if small else 48)
    drawn = [parts.words(label, box.x + 2, box.y + 20, "quiet", 13)]
    if small:
        x += parts.breadth(label, 12) + 10
        drawn = [parts.words(label, box.x, y + 4, "quiet", 12)]
    most = len(seats) if box.width > 150 else int((box.right - x) // (size + 8))
    for place, seat in enumerate(seats[:most]):
        at = x + place * (size + 8) + (8 if place else 0)
        token = pieces.token(board.home(view, seat), at, y, size * (0.9 if place else 1.15))
        ring = f'<circle class="turn-ring" cx="{num(at)}" cy="{num(y)}" r="{num(size * 0.68)}"/>'
        ring = "" if place else ring
        drawn.append(f"<g>{ring}{token}<title>{clean(say.seat(seat))}</title></g>")
    if not small and box.width > 150:
        why = words.why(view, say)
        drawn.append(parts.words(parts.cut(why, 13, box.width), box.x + 2, y + 38, "quiet", 13))
    return Node("sm-coming", drawn, "coming")


def notes(view: View, box: Box, say: Voice) -> Node:
    """Writes what waits and what runs out."""
    small = box.width < 200 or box.width > 212
    size = 12.0 if small else 12.5
    said = words.waiting(view, say)
    if small and not view.over:
        said = [words.why(view, say), *said]
    lines = [line for text in said for line in parts.folded(text, size, box.width)]
    lines = lines[: int(box.height // (size + 5))]
    return Node("sm-notes", parts.paragraph(lines, box.x, box.y + 14, size + 5, "quiet", size))


def talk(view: View, frame: Surround, say: Voice, *, asking: bool) -> Node:
    """Writes what happened and, where the page does not, what is asked."""
    told = words.news(view, say)
    asked = words.headline(view, say) if asking else ""
    mine = " asked" if view.turn == view.seat and not view.over else ""
    return Node("sm-talk", talk_lines(frame, told, asked, mine))


def talk_lines(frame: Surround, told: str, asked: str, mine: str) -> list[str]:
    """Writes what is said, wherever there is room for it."""
    box = frame.talk
    if not box.height:
        return []
    lines = parts.folded(told, 12.5, box.width)
    if box.width < 200:
        shown = lines[: int(box.height // 16)]
        return [parts.paragraph(shown, box.x, box.y + 14, 16, "news", 12.5)]
    if frame.width < 600:
        shown = [*lines[:1], " ".join(lines[1:])]
        return [
            *(
                setting.spoken_line(line, box.x, box.y + 14 + row * 17, "news", 12.5, box.width)
                for row, line in enumerate(shown)
            ),
            setting.spoken_line(asked, box.x, box.bottom - 6, f"ask{mine}", 14, box.width),
        ]
    if not asked:
        middle = box.x + box.width / 2
        return [setting.spoken_line(told, middle, box.y + 18, "news mid", 15, box.width)]
    room = box.width - parts.breadth(asked, 15) - 20
    return [
        setting.spoken_line(told, box.x, box.y + 18, "news", 15, room),
        setting.spoken_line(asked, box.right, box.y + 18, f"ask end{mine}", 15, box.width),
    ]


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the board alone, with what the piece to be shown can do lit."""
    room = min(width, height) - 2 * DIAGRAM_MARGIN
    grid = on(view, (width - room) / 2, (height - room) / 2, room, turned=False)
    drawn: list[Drawn] = [
        parts.cloth(width, height), board.floor(grid, board.camps_of(view)),
        board.standing(view, grid, say, touch=False),
        board.lit(view, grid, story.lit_in_diagram(view)),
    ]
    return Scene(
        width, height, "wide", say(view.game.title), words.told(view, say), drawn
    )
