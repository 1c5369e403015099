"""Tiles in rows: the long row of Bingo, the row that squeezes together, the layout that closes
up."""

from __future__ import annotations

from math import ceil

from sobremesa.families.solo.views import seen
from sobremesa.picture import parts
from sobremesa.picture.saying import N_, tiles_left
from sobremesa.picture.scenes import Drawn, Node
from sobremesa.picture.seats import FINGER, HANDHELD, Box, Rows, Table, grid
from sobremesa.picture.solo import words
from sobremesa.picture.solo.sheet import Card, boneyard_card

GAP = 6.0


def with_gaps(row: list[str], gaps: list[int]) -> list[str]:
    """Puts nothing where tiles have left since the row was last closed.

    >>> with_gaps(["5-5", "6-6"], [0, 1, 1])
    ['', '5-5', '', '', '6-6']
    """
    shown: list[str] = []
    for place, name in enumerate([*row, ""]):
        shown += [""] * gaps.count(place)
        if place < len(row):
            shown.append(name)
    return shown


def in_rows(table: Table, names: list[str], box: Box, largest: float, columns: int = 0) -> Drawn:
    """Draws tiles in rows from the upper left, as large as they fit; gaps stay free."""
    if not names:
        return ()
    view = table.view
    if columns:
        rows = ceil(len(names) / columns)
        size = min(largest, box.width / columns - 2 * GAP, (box.height / rows - 2 * GAP) / 2)
    else:
        columns, size = grid(len(names), box.width, box.height, largest)
        if box.width < HANDHELD and columns > box.width // FINGER:
            columns = int(box.width // FINGER)
            size = min(FINGER - 4, (box.height / ceil(len(names) / columns) - GAP) / 2)
        rows = ceil(len(names) / columns)
        columns = ceil(len(names) / rows)
    pitch = min(size + 2 * GAP, box.width / columns)
    deep = min(2 * size + GAP * 2, box.height / rows)
    places = Rows(len(names), columns, rows, pitch, deep).even(box)
    data = seen(view)
    marked = data["row"][data["place"]] if "place" in data and not view.over else ""
    drawn: list[Node] = []
    # Over all tiles, so that it can go from one to the next.
    mark: Drawn = ()
    for name, (x, y) in zip(names, places, strict=True):
        if not name:
            drawn.append(parts.outline("gap", x, y, size, grow=-3))
            continue
        drawn.append(table.tile(name, x, y, 0, size, touch=not view.over and not marked))
        if name == marked:
            mark = Node("sm-next", parts.box("spoken", 0, 0, 2.6), at=parts.place(x, y, 0, size))
    return Node("sm-row", [drawn, mark])


def bingo(table: Table, box: Box) -> Drawn:
    """Draws the long row, the tile that is touched next marked."""
    data = seen(table.view)
    return in_rows(table, with_gaps(data["row"], data["gaps"]), box, 60)


def bingo_cards(table: Table) -> list[Card]:
    """Tells the count."""
    view = table.view
    data = seen(view)
    told = table.say(words.PASSES, touches=data["touches"], passes=data["passes"])
    count = table.say(words.COUNTED)
    if not view.over:
        count = f"{count}: {data['count']}"
    return [Card(count, told), removed_card(table)]


def removed_card(table: Table) -> Card:
    """Tells how many tiles are gone, and shows the last."""
    gone = seen(table.view)["removed"]
    return Card(
        table.say("Removed"), tiles_left(len(gone), table.say), tile=gone[-1] if gone else ""
    )


def squeeze(table: Table, box: Box) -> Drawn:
    """Draws the row."""
    return in_rows(table, seen(table.view)["row"], box, 66 if box.width < HANDHELD else 92)


def squeeze_cards(table: Table) -> list[Card]:
    """Shows the boneyard and what is gone."""
    return [boneyard_card(table), removed_card(table)]


def neighbors(table: Table, box: Box) -> Drawn:
    """Draws the layout, with gaps where pairs have been taken out."""
    names = seen(table.view)["layout"]
    columns = {6: 3, 9: 3, 12: 4, 15: 4}[table.top]
    return in_rows(table, names, box, 76 if box.width < HANDHELD else 92, columns)


def neighbors_cards(table: Table) -> list[Card]:
    """Shows the boneyard, what is gone and how many may be left."""
    odd = len(table.view.game.pieces()) % 2
    aim = N_("Aim: {tiles}") if odd else N_("Aim: nothing")
    told = table.say(aim, tiles=tiles_left(1, table.say))
    return [boneyard_card(table, touch=""), removed_card(table)._replace(told=told)]


