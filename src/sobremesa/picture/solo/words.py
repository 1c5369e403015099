"""What is said at a solitaire."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.solo.solitaire import Solitaire
from sobremesa.families.solo.views import seen
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Voice

SETS: Final = {
    6: N_("double-six set"), 9: N_("double-nine set"), 12: N_("double-twelve set"),
    15: N_("double-fifteen set"),
}
HOME_OF: Final = N_("{count} of {hours} doubles home")
WASTE: Final = N_("Waste heap")
TURNED_UP: Final = N_("Turned up")
FACE_UP: Final = N_("Face up")
COUNTED: Final = N_("Count")
PASSES: Final = N_("Touches: {touches}, passes: {passes}")
TROUBLE: Final = N_("in trouble")
AT_HOME: Final = N_("home")
SPOKEN_EMPTY: Final = N_("{hour} o’clock, empty")

# What happens on the clock, by the word of the story.
CLOCK_STORY: Final = {
    "turned": N_("{tile} is turned up."), "put": N_("{tile} goes to {hour} o’clock."),
    "wasted": N_("{tile} goes to the waste heap."),
    "shifted": N_("{tile} is shifted to {hour} o’clock."), "home": N_("{tile} comes home."),
    "filled": N_("{tile} fills {hour} o’clock."),
}


def manner(view: View) -> str:
    """Names the way in which a solitaire is drawn and spoken of."""
    game = view.game
    assert isinstance(game, Solitaire)
    return type(game).MANNER


def headline(view: View, say: Voice) -> str:
    """Says what is asked, or how the deal ended."""
    return ending(view, say) if view.over else ASKING[manner(view)](view, say)


def texts(view: View) -> list[str]:
    """Lists the moves as text; somebody who watches sees none."""
    return [choice["text"] for choice in seen(view)["moves"]]


def ask_bingo(view: View, say: Voice) -> str:
    """Says the next number."""
    data = seen(view)
    return say(
        "Say “{number}” and touch {tile}", number=data["count"], tile=data["row"][data["place"]]
    )


def ask_squeeze(view: View, say: Voice) -> str:
    """Asks for a removal, or for new tiles."""
    moves = {*texts(view)}
    if moves and moves <= {"deal", "stop"}:
        return say("Nothing can be taken out: deal")
    if "deal" in moves:
        return say("Take out a pair or a run, or deal")
    may_stop = "stop" in moves
    return say(
        N_("Take out a pair or a run, or stop") if may_stop else N_("Take out a pair or a run")
    )


def ask_neighbors(view: View, say: Voice) -> str:
    """Asks for a pair, or to fill in."""
    moves = texts(view)
    if moves == ["fill"]:
        return say("Fill in")
    return say(
        N_("Take out another pair, or fill in") if "" in seen(view)["layout"]
        else N_("Take out a pair of Good Neighbors")
    )


def ask_clock(view: View, say: Voice) -> str:
    """Asks what to do with a tile, or with the piles."""
    data = seen(view)
    moves = texts(view)
    shifts = any(">" in move for move in moves)
    if not data["pending"]:
        if moves and "+" not in moves:
            return say("A double is in trouble: shift tiles")
        return say(
            N_("A double is in trouble: shift tiles, or turn up the next") if shifts
            else N_("Turn up the next tile")
        )
    hour = next((move.partition("@")[2] for move in moves if "@" in move), "")
    template = N_("Put {tile} on a pile")
    if moves == ["waste"]:
        template = N_("{tile} fits nowhere: to the waste heap")
    elif "fill" in moves:
        template = N_("{hour} o’clock is empty: fill it, or put {tile} there")
    elif shifts:
        template = N_("{tile} has no place: shift tiles to help it")
    return say(template, hour=hour, tile=data["pending"][0])


def ask_traffic(view: View, say: Voice) -> str:
    """Asks for a quad, or for its next tile."""
    data = seen(view)
    if not data["quad"]:
        return say(
            N_("Choose a line for a new quad: its lowest number, then its highest") if data["table"]
            else N_("Choose the first quad")
        )
    wanted = [choice["text"].partition("-")[0] for choice in data["moves"]]
    return say("Lay a tile with {number}", number=wanted[0] if wanted else "…")


ASKING: Final = {
    "bingo": ask_bingo, "squeeze": ask_squeeze, "neighbors": ask_neighbors,
    "clock": ask_clock, "traffic": ask_traffic,
}
ASKED: Final[dict[str, dict[str, str]]] = {
    "clock": {"hour": N_("On which hour does it go?")},
    "neighbors": {"tile": N_("Which neighbor is its partner?")},
    "squeeze": {
        "tile": N_("Which tile is its partner?"),
        **dict.fromkeys(("pair", "run"), N_("Only these two, or those between too?")),
    },
    "traffic": {"cell": N_("On which cell does its other half lie?")},
}
WINS: Final = {
    "bingo": N_("The row is empty after {touches} touches: a win."),
    "squeeze": N_("Nothing is left: a win."), "neighbors": N_("Every pair is found: a win."),
    "clock": N_("Every double is home: a win."), "traffic": N_("All tiles are laid: a win."),
}
LOSSES: Final = {
    "bingo": N_("Stuck: {tiles}, and a pass comes back as it was. Lost."),
    "squeeze": N_("{tiles} left: lost."),
    "neighbors": N_("No Good Neighbors are left: lost with {tiles}."),
    "clock": N_("Nothing more can be done: lost with {count} of {hours} doubles home."),
    "traffic": N_("No quad can be made: lost with {tiles}."),
}


def ending(view: View, say: Voice) -> str:
    """Says how a deal ended."""
    data = seen(view)
    template = (WINS if data["ending"] == "win" else LOSSES)[manner(view)]
    if data["ending"] == "close win":
        template = N_("{tiles} left: a close win.")
    return say(
        template, tiles=saying.tiles_left(data["left"], say), touches=data.get("touches", 0),
        count=data["points"][0], hours=data["options"]["set"],
    )


def happened(view: View) -> list[list[tuple[str, dict[str, object]]]]:
    """Gathers what each entry of the log brought, the deal first, as templates and values."""
    data = seen(view)
    found: list[list[tuple[str, dict[str, object]]]] = [[] for _ in range(len(data["log"]) + 1)]
    for entry, kind, tile, place in data["story"]:
        if manner(view) == "bingo":
            found[entry].append((
                N_("Touch {touch}: “{number}”, and {tile} leaves."),
                {"touch": place, "number": saying.pips([tile]), "tile": tile},
            ))
        else:
            found[entry].append((CLOCK_STORY[kind], {"tile": tile, "hour": place}))
    if manner(view) not in ("bingo", "clock"):
        for place, (_, text, _) in enumerate(data["log"]):
            found[place + 1].append(told(text))
    return found


def told(text: str) -> tuple[str, dict[str, object]]:
    """Finds what to say of a move of the log."""
    plain = {
        "deal": N_("New tiles come."), "stop": N_("The game is ended."),
        "fill": N_("The layout closes up and is filled."),
    }
    if text in plain:
        return plain[text], {}
    what, at, _ = text.partition("@")
    one, run, other = what.partition("..")
    if at and run:
        return N_("A quad from {low} to {high} is begun."), {"low": one, "high": other}
    if at:
        return N_("{tile} is laid."), {"tile": what}
    if run:
        return N_("The run from {one} to {other} leaves."), {"one": one, "other": other}
    one, _, other = text.partition("+")
    return N_("{one} and {other} leave."), {"one": one, "other": other}


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [say(template, **values) for entry in happened(view) for template, values in entry]
    return [*said, ending(view, say)] if view.over else said


def news(view: View, say: Voice) -> str:
    """Says what the last move brought."""
    if view.over:
        return ending(view, say)
    past = happened(view)
    last = [say(template, **values) for template, values in past[-1]]
    if not last and manner(view) == "bingo" and len(past) > 1:
        return say("Nothing leaves.")
    return " ".join(last)


def stage(view: View, say: Voice) -> str:
    """Says with which set it is played and what is left."""
    data = seen(view)
    top = data["options"]["set"]
    if manner(view) == "clock":
        left = say(HOME_OF, count=data["points"][0], hours=top)
    else:
        left = say("{tiles} left", tiles=saying.tiles_left(data["left"], say))
    return f"{say(SETS[int(top)])} · {left}"


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    game = manner(view)
    if kind == "quad":
        return "-".join(str(saying.halves(what)[1] - 3 + step) for step in range(4))
    if kind == "hour":
        return say("{hour} o’clock", hour=what)
    if kind == "cell":
        return say("Cell {place}", place=what)
    plain = {
        "step": N_("One touch"), "pass": N_("One pass"), "run": N_("Those between too"),
        "pair": N_("Only these two"), "stop": N_("Stop here"), "fill": N_("Fill in"),
        "waste": N_("To the waste heap"),
        "boneyard": N_("Deal seven tiles") if game == "squeeze" else N_("Turn up a tile"),
    }
    if game == "bingo" and kind == "run":
        return say("To the end")
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    data = seen(view)
    if kind == "tile":
        return saying.spoken_tile(what, say)
    if kind == "hour":
        pile = data["clock"][int(what) - 1]
        if not pile:
            return say(SPOKEN_EMPTY, hour=what)
        return say(
            "{hour} o’clock, showing {tile}", hour=what, tile=saying.spoken_tile(pile[-1], say)
        )
    if kind == "cell":
        return spoken_cell(what, cells(data["table"]).get(saying.cell_at(what)), say)
    if kind == "boneyard":
        left = plural("boneyard, {count} tile", "boneyard, {count} tiles")
        return f"{say(left, count=saying.boneyard_count(view))}: {label(touch, view, say)}"
    return label(touch, view, say)


def spoken_cell(place: str, number: int | None, say: Voice) -> str:
    """Says where a cell is, and which number lies on it if any does."""
    if number is None:
        return say("free cell {place}", place=place)
    return say("cell {place}, showing {number}", place=place, number=say(saying.NUMBERS[number]))


HEADINGS: Final = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
Cell = tuple[int, int]


def cells_from(laid: str, count: int) -> list[Cell]:
    """Finds cells of the plan in a row, from a place on, in the direction that is written
    behind it."""
    place = laid.partition("@")[2]
    x, y = saying.cell_at(place[:-1])
    east, north = HEADINGS[place[-1]]
    return [(x + step * east, y + step * north) for step in range(count)]


def both_cells(laid: str) -> tuple[Cell, Cell]:
    """Finds the two cells of a tile on the plan.

    >>> both_cells("4-6@0,4E")
    ((0, 4), (1, 4))
    """
    first, second = cells_from(laid, 2)
    return first, second


def cells(laid: list[str]) -> dict[Cell, int]:
    """Finds the number on every cell of the plan."""
    return {
        cell: number for text in laid
        for cell, number in zip(both_cells(text), saying.halves(text), strict=True)
    }


def quad_cells(quad: str) -> list[Cell]:
    """Finds the cells of a quad, its lowest number first.

    >>> quad_cells("2..5@0,0E")
    [(0, 0), (1, 0), (2, 0), (3, 0)]
    """
    return cells_from(quad, 4)


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    if "quad" in seen(view) and not seen(view)["quad"]:
        return {"cell": N_("Where does its highest number go?")}
    return ASKED.get(manner(view), {})
