"""Solitaires in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.families.solo.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.saying import Voice
from sobremesa.picture.solo import words
from sobremesa.picture.solo.rows import with_gaps

EMPTY = "  .  "


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of a solitaire, at most `width` columns wide."""
    left = saying.boneyard_count(view)
    stock = [f"{say(saying.BONEYARD)}: {saying.tiles_left(left, say)}"] if left else []
    rows = MIDDLES[words.manner(view)](view, width, say)
    return plain.page(view, say, words, rows, width, under=stock)


def tile(name: str) -> str:
    """Draws a tile, or the gap where one was."""
    return plain.face(*saying.halves(name)) if name else EMPTY


def bingo(view: View, width: int, say: Voice) -> list[str]:
    """Writes the row, the tile that is touched next between arrows."""
    data = seen(view)
    shown = [tile(name) for name in with_gaps(data["row"], data["gaps"])]
    if not view.over:
        marked = tile(data["row"][data["place"]])
        shown = [f">{one}<" if one == marked else one for one in shown]
    counted = say(words.PASSES, touches=data["touches"], passes=data["passes"])
    return [" ".join(shown), f"{say(words.COUNTED)}: {counted}"]


def squeeze(view: View, width: int, say: Voice) -> list[str]:
    """Writes the row."""
    return [" ".join(tile(name) for name in seen(view)["row"]) or say(saying.NOTHING)]


def neighbors(view: View, width: int, say: Voice) -> list[str]:
    """Writes the layout row by row."""
    names = seen(view)["layout"]
    columns = {6: 3, 9: 3, 12: 4, 15: 4}[view.game.number("set")]
    shown = [tile(name).center(8) for name in names]
    rows = [shown[place : place + columns] for place in range(0, len(shown), columns)]
    return ["".join(row).rstrip() for row in rows] or [say(saying.NOTHING)]


def clock(view: View, width: int, say: Voice) -> list[str]:
    """Writes the pile of every hour, the top tile first."""
    data = seen(view)
    rows = []
    for hour, pile in enumerate(data["clock"], start=1):
        shown = " ".join(tile(name) for name in reversed(pile)) or EMPTY.strip()
        rows.append(f"{hour:>3}: {shown}{standing(hour, pile, say)}")
    if data["pending"]:
        rows.append(f"{say(words.TURNED_UP)}: {tile(data['pending'][0])}")
    waste = " ".join(tile(name) for name in data["waste"])
    rows.append(f"{say(words.WASTE)}: {waste or say(saying.NOTHING)}")
    return rows


def standing(hour: int, pile: list[str], say: Voice) -> str:
    """Says whether the double on top is home or in trouble."""
    if not pile or not saying.is_double(pile[-1]):
        return ""
    home = saying.halves(pile[-1])[0] == hour
    return f"  ({say(words.AT_HOME if home else words.TROUBLE)})"


def traffic(view: View, width: int, say: Voice) -> list[str]:
    """Writes the plan cell by cell, the halves of a tile joined, or tile by tile if too wide."""
    laid = seen(view)["table"]
    rows = drawn_plan(laid)
    if rows and len(rows[0]) > width:
        rows = [" ".join(laid)]
    up = " ".join(tile(name) for name in seen(view)["up"])
    return [*(row.rstrip() for row in rows), f"{say(words.FACE_UP)}: {up or say(saying.NOTHING)}"]


def drawn_plan(laid: list[str]) -> list[str]:
    """Draws the plan with two columns for a number and one between.

    >>> drawn_plan(["2-1@0,0N", "3-6@1,0E"])
    [' 1      ', ' |      ', ' 2  3--6']
    """
    numbers = words.cells(laid)
    if not numbers:
        return []
    left, low = min(x for x, _ in numbers), min(y for _, y in numbers)
    across, up = max(x for x, _ in numbers) - left, max(y for _, y in numbers) - low
    canvas = [[" "] * (3 * across + 2) for _ in range(2 * up + 1)]
    for (x, y), number in numbers.items():
        row = canvas[2 * (up - y + low)]
        row[3 * (x - left) : 3 * (x - left) + 2] = f"{number:>2}"
    for text in laid:
        (x, y), (u, v) = words.both_cells(text)
        if y == v:
            start = 3 * (min(x, u) - left) + 2
            row = canvas[2 * (up - y + low)]
            for place in (start, start + 1):
                if row[place] == " ":
                    row[place] = "-"
        else:
            canvas[2 * (up - max(y, v) + low) + 1][3 * (x - left) + 1] = "|"
    return ["".join(row) for row in canvas]


MIDDLES = {
    "bingo": bingo, "squeeze": squeeze, "neighbors": neighbors, "clock": clock,
    "traffic": traffic,
}
