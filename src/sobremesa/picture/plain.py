"""What every table in plain text has, for a terminal and a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from sobremesa.core.game import View
from sobremesa.core.views import face_up, seen
from sobremesa.picture import saying
from sobremesa.picture.saying import Voice
from sobremesa.picture.setting import Telling


def page(
    view: View, say: Voice, words: Telling, rows: list[str], width: int,
    held: Callable[[list[str]], str] | None = None, *, under: Sequence[str] = (),
) -> str:
    """Writes a heading and what stands right under it, rows and, by the way in which tiles are
    `held`, the hand of the seat that looks on; below them what happened and what is asked. All is
    at most `width` wide."""
    rows = [f"{say(view.game.title)} · {words.stage(view, say)}", *under, "", *rows]
    if held is not None and view.seat >= 0:
        hand = held(face_up(seen(view)["hands"][view.seat]))
        rows += ["", f"{say(saying.YOUR_HAND)}: {hand or say(saying.NOTHING)}"]
    told, asked = words.news(view, say), words.headline(view, say)
    rows += ["", *([told] if told and told != asked else []), asked]
    return "\n".join(folded for row in rows for folded in fold(row, width))


def paragraphs(text: str) -> list[list[str]]:
    """Cuts a table in plain text where it leaves a row free, for whoever goes through it line by
    line.

    >>> paragraphs("Block\\n\\n> Ana\\n  Radu\\n")
    [['Block'], ['> Ana', '  Radu']]
    """
    found: list[list[str]] = [[]]
    for row in text.splitlines():
        if row.strip():
            found[-1].append(row.rstrip())
        elif found[-1]:
            found.append([])
    return [rows for rows in found if rows]


def fold(row: str, width: int) -> list[str]:
    """Breaks a row that is too wide, the rest indented."""
    if len(row) <= width:
        return [row.rstrip()]
    indent = " " * (len(row) - len(row.lstrip()))
    return wrap(row, width, subsequent_indent=indent + "    ", break_on_hyphens=False)


def seat_row(view: View, seat: int, told: list[str], say: Voice, mark: str = " ") -> str:
    """Writes what is told of a seat, marked when it is its turn."""
    return f"{'>' if seat == view.turn else mark} {say.seat(seat)}: {', '.join(told)}"


def stock_row(view: View, name: str, say: Voice) -> str:
    """Writes how many tiles lie face down."""
    return f"  {say(name)}: {saying.tiles_left(saying.boneyard_count(view), say)}"


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
