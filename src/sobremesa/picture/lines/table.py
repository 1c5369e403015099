"""The picture of the games that build a line."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sobremesa.core.game import View
from sobremesa.families.lines.line import NORTH
from sobremesa.families.lines.views import seen
from sobremesa.material.dominoes import BIT
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.lines import route, tree, words
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Part, Scene, Shelf, nodes_in, num
from sobremesa.picture.seats import Box, Frame, Look, Table

# Round the tiles of a gallery's picture, and how wide it is for its height.
MARGIN: Final = 75.0
PROPORTION: Final = 2.0
# How much of a diagram stays free around the tiles.
DIAGRAM_MARGIN: Final = 20.0
# A pool shows no more counters than these.
COUNTERS_SHOWN: Final = 18
# Lines that were drawn last, for the others who look at the same table.
_LINES: Final = Shelf(256)


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a line game as one seat sees it."""
    table = table_of(view, say, look.numerals)
    frame = seats.framed(view, look)
    return setting.scene(
        table, frame, look, words,
        [line(table, frame.line, frame.largest), pool(table, frame)],
        boneyard(table, frame, look), seats.own_hand(table, frame),
        aside=open_ends(table, look.aids, frame.compact), crop=middle,
    )


def table_of(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of the picture need to know of a line game."""
    past = words.moments(view)
    return Table(
        view, say, numerals, calls=words.calls(view, past, say),
        badges=words.badges_of(past, int(view.game.players), say),
        fresh=words.fresh_of(past, view.seat), top=int(words.rules_of(view).top),
        marked={
            tile: words.spoken(f"tile:{tile}", view, say) for tile in view.game.pieces()
            if words.is_wild(tile, view)
        } if "joined" in seen(view) else None,
    )


def middle(drawn: Drawn) -> Part | None:
    """Finds the part of a drawing where tiles lie open, in the proportions of a card."""
    lying = [
        node.at for node in nodes_in(drawn) if node.id.startswith("tile-") and node.at is not None
    ]
    if not lying:
        return None
    across = [place.x for place in lying]
    down = [place.y for place in lying]
    wide = max(across) - min(across) + 2 * MARGIN
    high = max(down) - min(down) + 2 * MARGIN
    wide, high = max(wide, high * PROPORTION), max(high, wide / PROPORTION)
    return ((max(across) + min(across) - wide) / 2, (max(down) + min(down) - high) / 2, wide, high)


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the line alone, with its open ends lit."""
    table = table_of(view, say, False)
    area = Box.within(width, height, DIAGRAM_MARGIN)
    return setting.diagram(table, words, width, height, draw_line(table, area, 44, lit=True))


def line(table: Table, area: Box, largest: float) -> Node:
    """Draws the line and the free slots at its ends, once for all who look at it in one language
    and one room."""
    data = seen(table.view)
    names = {text.partition("@")[0] for text in data["line"]}
    key = (
        table.view.game.spec, *data["line"], *data["ends"].items(), data.get("lead"),
        area, largest, table.numerals, table.say.say, frozenset(table.fresh & names),
    )
    return _LINES.find(key, lambda: draw_line(table, area, largest))


def draw_line(table: Table, area: Box, largest: float, *, lit: bool = False) -> Node:
    """Draws the line and the free slots at its ends, seen only when they are lit."""
    data = seen(table.view)
    laid = lay_out(table.view, area, largest)
    size = laid.unit * 0.955
    drawn: list[Drawn] = [
        table.tile(lying.name, lying.x, lying.y, lying.turn, size) for lying in laid.tiles
    ]
    for arm in words.open_arms(table.view) if words.is_branching(table.view) else []:
        free = laid.slots[arm]
        drawn.append(parts.outline("place", free.x, free.y, size, free.turn))
    sides = laid.sides()
    for arm, lying in laid.slots.items():
        if arm in data["ends"]:
            told = words.spoken_end(arm, table.view, table.say, sides[arm])
            sign = words.wanted_at(arm, table.view)
        elif arm == "start":
            told, sign = table.say(words.SPOKEN_START), None
        else:
            continue
        slot = parts.slot(arm, sign, lying.x, lying.y, lying.turn, size, told)
        drawn.append(replace(slot, state="ghost lit") if lit else slot)
    return Node("sm-line", drawn, "line")


def lay_out(view: View, area: Box, largest: float) -> route.Course:
    """Lays the line of a view on a part of the table, in arms or as a tree."""
    if words.is_tree(view) and seen(view)["line"]:
        return tree.lay_out(seen(view), *area, largest)
    return route.lay_out(view.data, *area, largest)


def pool(table: Table, frame: Frame) -> Drawn:
    """Draws the counters that are played for, where the game has a pool."""
    if "pool" not in seen(table.view):
        return ()
    count = seen(table.view)["pool"]
    size = frame.largest * 0.36
    x, y = frame.line.x + size + 2, frame.line.y + size + 2
    drawn = [
        f'<circle id="chip-{place}" class="counter" cx="{num(x + place * size * 0.7)}"'
        f' cy="{num(y)}" r="{num(size)}"/>'
        for place in range(min(count, COUNTERS_SHOWN))
    ]
    right = x + min(count, COUNTERS_SHOWN) * size * 0.7 + size
    told = table.say("Pool {count}", count=count)
    words_at = parts.words(told, right, y + size * 0.4, "quiet", max(size, 12.0))
    return Node("sm-pool", [*drawn, words_at])


def boneyard(table: Table, frame: Frame, look: Look) -> Drawn:
    """Draws the tiles that lie face down; they can be touched where the game draws."""
    draws = "boneyard_reserve" in seen(table.view)["options"]
    name = table.say(saying.BONEYARD if draws else words.ASIDE)
    return setting.stock(table, frame.boneyard, look, words, name, draws=draws)


def counted_in_tree(view: View) -> tuple[list[str], list[str]]:
    """Lists the ends of a tree that count, and the numbers of the free short ends, each once."""
    line = words.line_of(view)
    arms = [arm for arm in range(1, len(line.ends)) if line.ends[arm] >= 0]
    sides = [arm for arm in arms if line.fresh & BIT[arm] and arm < NORTH]
    counted = [f"{number}-{number}" for number in [int(line.ends[arm]) for arm in sides[:1]]]
    for arm in arms:
        if not line.fresh & BIT[arm]:
            number = int(line.ends[arm])
            counted.append(f"{number}-{number}" if line.cross & BIT[arm] else str(number))
    free = [int(line.ends[arm]) for arm in arms if line.fresh & BIT[arm] and arm >= NORTH]
    return counted, [str(number) for number in dict.fromkeys(free)]


def counted_ends(view: View) -> tuple[list[str], list[str]]:
    """Lists the ends that count where ends are added up, a double with both its halves, and
    apart from them the open number that does not count: the free sides of a spinner that two
    arms have left (MUGGINS-R01, MUGGINS-R02, MUGGINS-R26), which count in Sniff
    (MUGGINS-R33)."""
    if words.is_tree(view):
        return counted_in_tree(view)
    data = seen(view)
    spinner = data["line"][data["spinner"]].partition("@")[0] if data["spinner"] >= 0 else ""
    last: dict[str, str] = {}
    fresh = set(data["ends"])
    for text in data["line"]:
        tile, _, arm = text.partition("@")
        if not arm and tile != spinner:
            fresh -= {"W", "E"}
            if saying.is_double(tile):
                last = {"W": tile, "E": tile}
        elif arm and tile != spinner:
            fresh.discard(arm)
            last[arm] = tile
        elif arm:
            fresh.add(arm)
    if len(data["line"]) == 1 and last:
        return [last["W"]], []
    begun = [arm for arm in data["ends"] if arm not in fresh]
    counted = [
        last[arm] if arm in last and saying.is_double(last[arm]) else str(data["ends"][arm])
        for arm in begun
    ]
    if not spinner or len(begun) == len(data["ends"]):
        return counted, []
    if len(begun) < 2:
        return [*counted, spinner], []
    number = spinner.partition("-")[0]
    if data["options"].get("spinner") == "sniff":
        return [*counted, *[number] * (len(data["ends"]) - len(begun))], []
    return counted, [number]


def open_ends(table: Table, aids: bool, short: bool) -> str:
    """Says which numbers are open and, as an aid, what they count."""
    view = table.view
    if view.over or not seen(view)["ends"]:
        return ""
    shown = words.open_numbers(view, table.say)
    if "count" in seen(view):
        counted, free = counted_ends(view)
        shown = [*counted, f"({' '.join(free)})"] if free else counted
    ends = f"{table.say(words.OPEN_ENDS)} {' · '.join(shown)}"
    if not aids or "count" not in seen(view):
        return ends
    count = table.say("The ends add up to {count}", count=seen(view)["count"])
    return count if short else f"{ends} · {count}"
