"""What every table in plain text has, for a terminal and a screen reader."""

from __future__ import annotations

from textwrap import wrap

from sobremesa.core.game import View
from sobremesa.picture import saying
from sobremesa.picture.saying import Voice


def page(rows: list[str], told: str, asked: str, width: int) -> str:
    """Writes rows, and below them what happened and what is asked, at most `width` wide."""
    rows = [*rows, "", *([told] if told and told != asked else []), asked]
    return "\n".join(folded for row in rows for folded in fold(row, width))


def fold(row: str, width: int) -> list[str]:
    """Breaks a row that is too wide, the rest indented."""
    if len(row) <= width:
        return [row.rstrip()]
    indent = " " * (len(row) - len(row.lstrip()))
    return wrap(
        row, width, subsequent_indent=indent + "    ", break_on_hyphens=False,
        drop_whitespace=True,
    )


def heading(view: View, say: Voice, stage: str) -> list[str]:
    """Writes the game and which hand it is."""
    return [f"{say(view.game.title)} · {stage}", ""]


def seat_row(view: View, seat: int, told: list[str], say: Voice, mark: str = " ") -> str:
    """Writes what is told of a seat, marked when it is its turn."""
    return f"{'>' if seat == view.turn else mark} {say.seat(seat)}: {', '.join(told)}"


def stock_row(view: View, name: str, say: Voice) -> str:
    """Writes how many tiles lie face down."""
    return f"  {say(name)}: {saying.tiles_left(saying.boneyard_count(view), say)}"


def hand_rows(held: str, say: Voice) -> list[str]:
    """Writes the hand of the seat that looks on."""
    return ["", f"{say(saying.YOUR_HAND)}: {held or say(saying.NOTHING)}"]


def face(one: int, other: int) -> str:
    """Draws a tile.

    >>> face(6, 4)
    '[6|4]'
    """
    return f"[{one}|{other}]"


def faces(tiles: list[str]) -> str:
    """Draws tiles side by side.

    >>> faces(["6-4", "1-0"])
    '[6|4] [1|0]'
    """
    return " ".join(face(*saying.halves(tile)) for tile in tiles)
