"""Four open hands round a table of results, as bridge players know it, drawn and as plain text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sobremesa.picture import parts
from sobremesa.picture.scenes import Drawn, Scene
from sobremesa.picture.tricks import cards

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
# The picture: how far lines of a hand and of the table are apart.
LINE: Final = 23.0
CELL: Final = 50.0
TILE: Final = 22.0
# Plain text: how wide a hand is.
COLUMN: Final = 26


@dataclass(frozen=True)
class Layout:
    """How much room a picture has: across, at its edges, and for a hand."""

    across: float
    margin: float
    hand: float


LAYOUTS: Final = {"wide": Layout(780.0, 28.0, 240.0), "tall": Layout(420.0, 10.0, 196.0)}


@dataclass
class Results:
    """A table of results: what its columns are, and each row with its name."""

    columns: list[str]
    rows: list[tuple[str, list[str]]]

    def turned(self) -> Results:
        """Makes its columns rows.

        >>> Results(["♣", "NT"], [("North", ["8", "9"])]).turned()
        Results(columns=['North'], rows=[('♣', ['8']), ('NT', ['9'])])
        """
        return Results(
            [name for name, _ in self.rows],
            [(column, [cells[place] for _, cells in self.rows])
             for place, column in enumerate(self.columns)],
        )


@dataclass
class Diagram:
    """Four hands clockwise from the one on top, each as its suits with their ranks, or as tiles."""

    title: str
    names: list[str]
    hands: list[dict[str, list[str]] | list[str]]
    results: Results | None = None
    notes: list[str] = field(default_factory=list)


def hand_rows(hand: dict[str, list[str]] | list[str]) -> list[str]:
    """Writes a hand: a row for each suit, or its tiles in rows of four.

    >>> hand_rows({"S": ["A", "10"], "H": [], "D": ["2"], "C": ["3"]})
    ['♠ A 10', '♥ –', '♦ 2', '♣ 3']
    """
    if isinstance(hand, dict):
        return [f"{SIGNS[suit]} {' '.join(ranks) or '–'}" for suit, ranks in hand.items()]
    return [" ".join(hand[row:row + 4]) for row in range(0, len(hand), 4)]


def plain(diagram: Diagram) -> str:
    """Writes the diagram as plain text, the table of results below."""
    top, right, bottom, left = (
        [name, *hand_rows(hand)] for name, hand in zip(diagram.names, diagram.hands, strict=True)
    )
    indent = " " * COLUMN
    lines = [diagram.title, ""]
    lines += [indent + row for row in top]
    for place in range(max(len(left), len(right))):
        west = left[place] if place < len(left) else ""
        east = right[place] if place < len(right) else ""
        lines.append(f"{west:<{2 * COLUMN}}{east}".rstrip())
    lines += [indent + row for row in bottom]
    if diagram.results is not None:
        lines += ["", *results_rows(diagram.results)]
    return "\n".join([*lines, *(["", *diagram.notes] if diagram.notes else [])])


def results_rows(results: Results) -> list[str]:
    """Writes the table of results in columns."""
    first = max(len(name) for name, _ in results.rows)
    wide = [
        max(len(column), *(len(cells[place]) for _, cells in results.rows)) + 2
        for place, column in enumerate(results.columns)
    ]
    rows = [("", results.columns), *results.rows]
    return [
        f"{name:<{first}}" + "".join(
            f"{cell:>{room}}" for cell, room in zip(cells, wide, strict=True)
        )
        for name, cells in rows
    ]


def svg(diagram: Diagram, *, shape: str = "wide", standalone: bool = True) -> str:
    """Draws the diagram, with the table of results turned where it would be too wide."""
    layout = LAYOUTS[shape]
    across = layout.across
    heights = [hand_height(hand, layout) for hand in diagram.hands]
    top = 62.0
    middle = top + heights[0] + 14
    bottom = middle + max(heights[1], heights[3]) + 14
    centre = (across - layout.hand) / 2
    table_top = bottom + heights[2] + 30
    table = diagram.results
    if table is not None and results_width(table) > across:
        table = table.turned()
    table_high = LINE * (len(table.rows) + 1) + 12 if table is not None else 0.0
    inside = across - 2 * layout.margin
    notes = [line for note in diagram.notes for line in parts.folded(note, 14, inside)]
    height = table_top + table_high + (LINE * len(notes) + 14) + layout.margin
    title, size = parts.fitted(diagram.title, 20, inside, 12)
    drawn: list[Drawn] = [
        parts.cloth(across, height), parts.words(title, across / 2, 36, "title mid", size),
        hand(diagram, 0, centre, top, layout), hand(diagram, 3, layout.margin, middle, layout),
        hand(diagram, 1, across - layout.hand - layout.margin, middle, layout),
        hand(diagram, 2, centre, bottom, layout),
        [] if table is None else results(table, layout, table_top, table_high),
        parts.paragraph(notes, across / 2, table_top + table_high + 30, LINE, "quiet mid", 14),
    ]
    scene = Scene(across, height, shape, diagram.title, plain(diagram), drawn)
    return scene.svg(still=True, standalone=standalone) + "\n"


def tiles_across(layout: Layout) -> int:
    """Tells how many tiles lie beside each other."""
    return int((layout.hand - 16) // (2 * TILE + 8))


def hand_height(hand: dict[str, list[str]] | list[str], layout: Layout) -> float:
    """Tells how high a hand is drawn."""
    if isinstance(hand, dict):
        return 4 * LINE + 36
    return -(-len(hand) // tiles_across(layout)) * (TILE + 14) + 42


def hand(diagram: Diagram, seat: int, x: float, y: float, layout: Layout) -> Drawn:
    """Draws a hand with the name of its seat."""
    held = diagram.hands[seat]
    name = parts.cut(diagram.names[seat], 15, layout.hand - 24)
    drawn: list[Drawn] = [
        parts.panel("card", x, y, layout.hand, hand_height(held, layout) - 4),
        parts.words(name, x + 14, y + 22, "name", 15),
    ]
    if isinstance(held, dict):
        for row, (suit, ranks) in enumerate(held.items()):
            line = y + 46 + row * LINE
            text, size = parts.fitted(" ".join(ranks) or "–", 16, layout.hand - 52, 9)
            css = "red" if suit in "HD" else "suit plain"
            drawn.append(cards.sign(suit, x + 23, line - 5.5, 15, css))
            drawn.append(parts.words(text, x + 40, line, "score", size))
        return drawn
    each = tiles_across(layout)
    step = (layout.hand - 16) / each
    for place, tile in enumerate(held):
        column, row = place % each, place // each
        drawn.append(parts.tile(
            tile, x + 8 + (column + 0.5) * step, y + 46 + row * (TILE + 14), 90, TILE
        ))
    return drawn


def results_columns(table: Results) -> tuple[float, float]:
    """Gives the widths of the names of the rows, and of a column."""
    first = max(parts.breadth(name, 15) for name, _ in table.rows) + 24
    said = [*table.columns, *(cell for _, cells in table.rows for cell in cells)]
    return first, max(CELL, max(parts.breadth(one, 15) for one in said) + 14)


def results_width(table: Results) -> float:
    """Tells how wide the table of results is drawn."""
    first, cell = results_columns(table)
    return first + cell * len(table.columns) + 14


def results(table: Results, layout: Layout, top: float, high: float) -> Drawn:
    """Draws the table of results, its columns narrower where it has not room enough."""
    first, cell = results_columns(table)
    room = layout.across - 2 * layout.margin - first - 14
    cell = min(cell, room / len(table.columns))
    wide = first + cell * len(table.columns) + 14
    left = (layout.across - wide) / 2
    drawn: list[Drawn] = [parts.panel("sheet", left, top, wide, high)]
    for place, column in enumerate(table.columns):
        x = left + first + (place + 0.5) * cell
        name, size = parts.fitted(column, 15, cell - 6, 9)
        drawn.append(parts.words(name, x, top + LINE - 2, "name mid", size))
    for row, (name, cells) in enumerate(table.rows):
        line = top + (row + 2) * LINE - 2
        drawn.append(parts.words(name, left + 14, line, "name", 15))
        for place, text in enumerate(cells):
            x = left + first + (place + 0.5) * cell
            drawn.append(parts.words(text, x, line, "score mid", 15))
    return drawn
