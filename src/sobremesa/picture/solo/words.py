"""What is said at a solitaire."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.picture.saying import (
    N_,
    NUMBERS,
    Names,
    Say,
    halves,
    pips,
    spoken_tile,
    tiles_left,
)

SETS: Final = {
    6: N_("double-six set"), 9: N_("double-nine set"), 12: N_("double-twelve set"),
    15: N_("double-fifteen set"),
}
LEFT: Final = N_("{tiles} left")
AIM: Final = N_("Aim: {tiles}")
AIM_NOTHING: Final = N_("Aim: nothing")
HOME_OF: Final = N_("{count} of {hours} doubles home")
REMOVED: Final = N_("Removed")
WASTE: Final = N_("Waste heap")
TURNED_UP: Final = N_("Turned up")
FACE_UP: Final = N_("Face up")
COUNTED: Final = N_("Count")
PASSES: Final = N_("Touches: {touches}, passes: {passes}")
TROUBLE: Final = N_("in trouble")
AT_HOME: Final = N_("home")
TO_COME: Final = N_("Doubles to come")
ON_THE_TABLE: Final = N_("On the table")
LAID_OF: Final = N_("{count} of {all} tiles")

NEXT_NUMBER: Final = N_("Say “{number}” and touch {tile}")
TAKE_PAIR_OR_RUN: Final = N_("Take out a pair or a run")
TAKE_OR_DEAL: Final = N_("Take out a pair or a run, or deal")
TAKE_OR_STOP: Final = N_("Take out a pair or a run, or stop")
DEAL_NOW: Final = N_("Nothing can be taken out: deal")
TAKE_PAIR: Final = N_("Take out a pair of Good Neighbors")
TAKE_OR_FILL: Final = N_("Take out another pair, or fill in")
FILL_NOW: Final = N_("Fill in")
TURN_NOW: Final = N_("Turn up the next tile")
TURN_OR_SHIFT: Final = N_("A double is in trouble: shift tiles, or turn up the next")
SHIFT_NOW: Final = N_("A double is in trouble: shift tiles")
PUT_NOW: Final = N_("Put {tile} on a pile")
WASTE_NOW: Final = N_("{tile} fits nowhere: to the waste heap")
WAITS: Final = N_("{tile} has no place: shift tiles to help it")
FILL_OR_PUT: Final = N_("{hour} o’clock is empty: fill it, or put {tile} there")
FIRST_QUAD: Final = N_("Choose the first quad")
NEXT_QUAD: Final = N_("Choose a line for a new quad: its lowest number, then its highest")
LAY_NUMBER: Final = N_("Lay a tile with {number}")

ROW_WON: Final = N_("The row is empty after {touches} touches: a win.")
ROW_LOST: Final = N_("Stuck: {tiles}, and a pass comes back as it was. Lost.")
SQUEEZE_WON: Final = N_("Nothing is left: a win.")
SQUEEZE_CLOSE: Final = N_("{tiles} left: a close win.")
SQUEEZE_LOST: Final = N_("{tiles} left: lost.")
NEIGHBORS_WON: Final = N_("Every pair is found: a win.")
NEIGHBORS_LOST: Final = N_("No Good Neighbors are left: lost with {tiles}.")
CLOCK_WON: Final = N_("Every double is home: a win.")
CLOCK_LOST: Final = N_("Nothing more can be done: lost with {count} of {hours} doubles home.")
TRAFFIC_WON: Final = N_("All tiles are laid: a win.")
TRAFFIC_LOST: Final = N_("No quad can be made: lost with {tiles}.")

LEAVES: Final = N_("Touch {touch}: “{number}”, and {tile} leaves.")
NOTHING_LEAVES: Final = N_("Nothing leaves.")
PAIR_LEAVES: Final = N_("{one} and {other} leave.")
RUN_LEAVES: Final = N_("The run from {one} to {other} leaves.")
NEW_TILES: Final = N_("New tiles come.")
STOPPED: Final = N_("The game is ended.")
FILLED_IN: Final = N_("The layout closes up and is filled.")
IS_TURNED_UP: Final = N_("{tile} is turned up.")
GOES_ON: Final = N_("{tile} goes to {hour} o’clock.")
IS_WASTED: Final = N_("{tile} goes to the waste heap.")
IS_SHIFTED: Final = N_("{tile} is shifted to {hour} o’clock.")
COMES_HOME: Final = N_("{tile} comes home.")
FILLS: Final = N_("{tile} fills {hour} o’clock.")
QUAD_BEGUN: Final = N_("A quad from {low} to {high} is begun.")
IS_LAID: Final = N_("{tile} is laid.")

LABEL_STEP: Final = N_("One touch")
LABEL_PASS: Final = N_("One pass")
LABEL_RUN: Final = N_("To the end")
LABEL_DEAL: Final = N_("Deal seven tiles")
LABEL_STOP: Final = N_("Stop here")
LABEL_PAIR: Final = N_("Only these two")
LABEL_BETWEEN: Final = N_("Those between too")
LABEL_FILL: Final = N_("Fill in")
LABEL_TURN: Final = N_("Turn up a tile")
LABEL_WASTE: Final = N_("To the waste heap")
LABEL_HOUR: Final = N_("{hour} o’clock")
LABEL_CELL: Final = N_("Cell {place}")

SPOKEN_HOUR: Final = N_("{hour} o’clock, showing {tile}")
SPOKEN_EMPTY: Final = N_("{hour} o’clock, empty")
SPOKEN_CELL: Final = N_("free cell {place}")
SPOKEN_NUMBER: Final = N_("cell {place}, showing {number}")
SPOKEN_BONEYARD: Final = plural("boneyard, {count} tile", "boneyard, {count} tiles")
PILE_OF: Final = N_("{hour} o’clock, from the top: {tiles}")

# What happens on the clock, by the word of the story.
CLOCK_STORY: Final = {
    "turned": IS_TURNED_UP, "put": GOES_ON, "wasted": IS_WASTED, "shifted": IS_SHIFTED,
    "home": COMES_HOME, "filled": FILLS,
}


def count_of(value: list[str] | int) -> int:
    """Counts tiles that may lie open."""
    return value if isinstance(value, int) else len(value)


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what is asked, or how the deal ended."""
    return ending(view, say) if view.over else ASKING[view.game.name](view, say)


def texts(view: View) -> list[str]:
    """Lists the moves as text; somebody who watches sees none."""
    return [choice["text"] for choice in view.data["moves"]]


def ask_bingo(view: View, say: Say) -> str:
    """Says the next number."""
    data = view.data
    return say(NEXT_NUMBER).format(number=data["count"], tile=data["row"][data["place"]])


def ask_squeeze(view: View, say: Say) -> str:
    """Asks for a removal, or for new tiles."""
    moves = texts(view)
    takes = any(move not in ("deal", "stop") for move in moves)
    if not takes and moves:
        return say(DEAL_NOW)
    if "deal" in moves:
        return say(TAKE_OR_DEAL)
    return say(TAKE_OR_STOP if "stop" in moves else TAKE_PAIR_OR_RUN)


def ask_neighbors(view: View, say: Say) -> str:
    """Asks for a pair, or to fill in."""
    moves = texts(view)
    if moves == ["fill"]:
        return say(FILL_NOW)
    return say(TAKE_OR_FILL if "" in view.data["layout"] else TAKE_PAIR)


def ask_clock(view: View, say: Say) -> str:
    """Asks what to do with a tile, or with the piles."""
    data = view.data
    moves = texts(view)
    if not data["pending"]:
        shifts = any(">" in move for move in moves)
        if "+" in moves or not moves:
            return say(TURN_OR_SHIFT if shifts else TURN_NOW)
        return say(SHIFT_NOW)
    tile = data["pending"][0]
    if moves == ["waste"]:
        return say(WASTE_NOW).format(tile=tile)
    if "fill" in moves:
        hour = next(move.partition("@")[2] for move in moves if "@" in move)
        return say(FILL_OR_PUT).format(hour=hour, tile=tile)
    if any(">" in move for move in moves):
        return say(WAITS).format(tile=tile)
    return say(PUT_NOW).format(tile=tile)


def ask_traffic(view: View, say: Say) -> str:
    """Asks for a quad, or for its next tile."""
    data = view.data
    if not data["quad"]:
        return say(NEXT_QUAD if data["table"] else FIRST_QUAD)
    wanted = [choice["text"].partition("-")[0] for choice in data["moves"]]
    return say(LAY_NUMBER).format(number=wanted[0] if wanted else "…")


ASKING: Final = {
    "bingo": ask_bingo, "squeeze": ask_squeeze, "good-neighbors": ask_neighbors,
    "big-clock": ask_clock, "traffic": ask_traffic,
}
WINS: Final = {
    "bingo": ROW_WON, "squeeze": SQUEEZE_WON, "good-neighbors": NEIGHBORS_WON,
    "big-clock": CLOCK_WON, "traffic": TRAFFIC_WON,
}
LOSSES: Final = {
    "bingo": ROW_LOST, "squeeze": SQUEEZE_LOST, "good-neighbors": NEIGHBORS_LOST,
    "big-clock": CLOCK_LOST, "traffic": TRAFFIC_LOST,
}


def ending(view: View, say: Say) -> str:
    """Says how a deal ended."""
    data = view.data
    name = view.game.name
    if data["ending"] == "close win":
        template = SQUEEZE_CLOSE
    else:
        template = WINS[name] if data["ending"] == "win" else LOSSES[name]
    return say(template).format(
        tiles=tiles_left(data["left"], say), touches=data.get("touches", 0),
        count=data["points"][0], hours=data["options"]["set"],
    )


def happened(view: View) -> list[list[tuple[str, dict[str, object]]]]:
    """Gathers what each entry of the log brought, the deal first, as templates and values."""
    data = view.data
    found: list[list[tuple[str, dict[str, object]]]] = [[] for _ in range(len(data["log"]) + 1)]
    for entry, kind, tile, place in data["story"]:
        if view.game.name == "bingo":
            found[entry].append((LEAVES, {"touch": place, "number": pips([tile]), "tile": tile}))
        else:
            found[entry].append((CLOCK_STORY[kind], {"tile": tile, "hour": place}))
    if view.game.name not in ("bingo", "big-clock"):
        for place, (_, text, _) in enumerate(data["log"]):
            found[place + 1].append(told(text))
    return found


def told(text: str) -> tuple[str, dict[str, object]]:
    """Finds what to say of a move of the log."""
    plain = {"deal": NEW_TILES, "stop": STOPPED, "fill": FILLED_IN}
    if text in plain:
        return plain[text], {}
    if "@" in text:
        what = text.partition("@")[0]
        if ".." in what:
            low, _, high = what.partition("..")
            return QUAD_BEGUN, {"low": low, "high": high}
        return IS_LAID, {"tile": what}
    if ".." in text:
        one, _, other = text.partition("..")
        return RUN_LEAVES, {"one": one, "other": other}
    one, _, other = text.partition("+")
    return PAIR_LEAVES, {"one": one, "other": other}


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [
        say(template).format(**values) for entry in happened(view) for template, values in entry
    ]
    return [*said, ending(view, say)] if view.over else said


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what the last move brought."""
    if view.over:
        return ending(view, say)
    past = happened(view)
    last = [say(template).format(**values) for template, values in past[-1]]
    if not last and view.game.name == "bingo" and len(past) > 1:
        return say(NOTHING_LEAVES)
    return " ".join(last)


def status(view: View, say: Say) -> str:
    """Says with which set it is played and what is left."""
    data = view.data
    top = data["options"]["set"]
    if view.game.name == "big-clock":
        left = say(HOME_OF).format(count=data["points"][0], hours=top)
    else:
        left = say(LEFT).format(tiles=tiles_left(data["left"], say))
    return f"{say(SETS[top])} · {left}"


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    game = view.game.name
    if kind == "quad":
        return "-".join(str(halves(what)[1] - 3 + step) for step in range(4))
    if kind == "hour":
        return say(LABEL_HOUR).format(hour=what)
    if kind == "cell":
        return say(LABEL_CELL).format(place=what)
    plain = {
        "step": LABEL_STEP, "pass": LABEL_PASS, "run": LABEL_BETWEEN, "pair": LABEL_PAIR,
        "stop": LABEL_STOP, "fill": LABEL_FILL, "waste": LABEL_WASTE,
        "boneyard": LABEL_DEAL if game == "squeeze" else LABEL_TURN,
    }
    if game == "bingo" and kind == "run":
        return say(LABEL_RUN)
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    data = view.data
    if kind == "tile":
        return spoken_tile(what, say)
    if kind == "hour":
        pile = data["clock"][int(what) - 1]
        if not pile:
            return say(SPOKEN_EMPTY).format(hour=what)
        return say(SPOKEN_HOUR).format(hour=what, tile=spoken_tile(pile[-1], say))
    if kind == "cell":
        return spoken_cell(what, cells(data["table"]).get(where(what)), say)
    if kind == "boneyard":
        count = say(SPOKEN_BONEYARD).format(count=count_of(data["boneyard"]))
        return f"{count}: {label(touch, view, say=say)}"
    return label(touch, view, say=say)


def spoken_cell(place: str, number: int | None, say: Say) -> str:
    """Says where a cell is, and which number lies on it if any does."""
    if number is None:
        return say(SPOKEN_CELL).format(place=place)
    return say(SPOKEN_NUMBER).format(place=place, number=say(NUMBERS[number]))


HEADINGS: Final = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
Cell = tuple[int, int]


def where(place: str) -> Cell:
    """Reads a cell.

    >>> where("-2,5")
    (-2, 5)
    """
    x, _, y = place.partition(",")
    return int(x), int(y)


def both_cells(laid: str) -> tuple[Cell, Cell]:
    """Finds the two cells of a tile on the plan.

    >>> both_cells("4-6@0,4E")
    ((0, 4), (1, 4))
    """
    _, _, place = laid.partition("@")
    x, y = where(place[:-1])
    east, north = HEADINGS[place[-1]]
    return (x, y), (x + east, y + north)


def cells(laid: list[str]) -> dict[Cell, int]:
    """Finds the number on every cell of the plan."""
    found: dict[Cell, int] = {}
    for text in laid:
        one, other = halves(text)
        first, second = both_cells(text)
        found[first] = one
        found[second] = other
    return found


def quad_cells(quad: str) -> list[Cell]:
    """Finds the cells of a quad, its lowest number first.

    >>> quad_cells("2..5@0,0E")
    [(0, 0), (1, 0), (2, 0), (3, 0)]
    """
    _, _, place = quad.partition("@")
    x, y = where(place[:-1])
    east, north = HEADINGS[place[-1]]
    return [(x + step * east, y + step * north) for step in range(4)]
