"""The table in plain text, for a terminal and a screen reader."""

from __future__ import annotations

from textwrap import wrap

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.lines.views import seen
from sobremesa.picture import saying
from sobremesa.picture.lines import words
from sobremesa.picture.lines.route import Piece, chains_of
from sobremesa.picture.saying import Badge, Voice
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of a line game as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    badges = words.badges_of(words.moments(view), int(view.game.players), say)
    rows = [
        saying.title(view, say) + " · " + words.stage(view, say), "",
        *(seat_row(view, seat, badges[seat], say) for seat in range(int(view.game.players))),
    ]
    rows += boneyard_row(view, say)
    rows += ["", *line_rows(view, say)]
    if view.seat >= 0:
        held = " ".join(in_hand(tile, view) for tile in face_up(data["hands"][view.seat]))
        rows += ["", f"{say(saying.YOUR_HAND)}: {held or say(saying.NOTHING)}"]
    told = words.news(view, say)
    asked = words.headline(view, say)
    rows += [""] + ([told] if told and told != asked else []) + [asked]
    return "\n".join(folded for row in rows for folded in fold(row, width))


def fold(row: str, width: int) -> list[str]:
    """Breaks a row that is too wide, the rest indented."""
    indent = " " * (len(row) - len(row.lstrip()))
    return wrap(
        row, width, subsequent_indent=indent + "    ", break_on_hyphens=False,
        drop_whitespace=True,
    ) or [""]


def face(one: int, other: int) -> str:
    """Draws a tile.

    >>> face(6, 4)
    '[6|4]'
    """
    return f"[{one}|{other}]"


def in_hand(tile: str, view: View) -> str:
    """Draws a tile of a hand; those that fit everywhere are marked."""
    return face(*saying.halves(tile)) + (words.WILD if words.is_wild(tile, view) else "")


def seat_row(view: View, seat: int, badges: list[Badge], say: Voice) -> str:
    """Tells of a seat: its turn, name, points, tiles and passes."""
    hand = seen(view)["hands"][seat]
    told = [
        say(words.COUNTERS if "pool" in seen(view) else saying.POINTS, points=view.scores[seat]),
        saying.tiles_left(hand_size(view, seat), say), *(badge.text for badge in badges),
    ]
    if view.over:
        told.append(say(saying.PIPS, pips=saying.pips(face_up(hand))))
        if seen(view)["points"][seat]:
            told.append(saying.signed(seen(view)["points"][seat]))
        if seat != view.seat and hand:
            told.append(" ".join(face(*saying.halves(tile)) for tile in face_up(hand)))
    mark = ">" if seat == view.turn else " "
    return f"{mark} {say.seat(seat)}: {', '.join(told)}"


def boneyard_row(view: View, say: Voice) -> list[str]:
    """Tells how many tiles lie face down."""
    draws = "boneyard_reserve" in seen(view)["options"]
    count = words.boneyard_count(view)
    if count == 0 and not draws:
        return []
    name = say(saying.BONEYARD if draws else words.ASIDE)
    return [f"  {name}: {saying.tiles_left(count, say)}"]


def line_rows(view: View, say: Voice) -> list[str]:
    """Draws the line from west to east, or the arms of a spinner outwards, with open ends."""
    data = seen(view)
    if not data["line"]:
        return [say(words.NO_LINE)]
    line = chains_of(view.data)
    arms = dict(line.arms)
    if not line.four_way:
        west = [face(piece.outer, piece.inner) for piece in reversed(arms["W"])]
        east = [face(piece.inner, piece.outer) for piece in arms["E"]]
        root = face(line.root.inner, line.root.outer)
        return [
            f"{say(words.LINE)}: " + " ".join([*west, root, *east]),
            f"{say(words.OPEN_ENDS)}: " + ends_in_words(view, say),
        ]
    rows = [f"{say(words.SPINNER)}: {face(line.root.inner, line.root.outer)}"]
    rows += [
        f"  {arm_name(arm, say)} {data['ends'][arm]}: {outwards(arms[arm]) or '-'}"
        for arm in "WENS"
    ]
    rows.append(f"{say(words.OPEN_ENDS)}: " + ends_in_words(view, say))
    return rows


def outwards(pieces: tuple[Piece, ...]) -> str:
    """Draws an arm from the spinner outwards."""
    return " ".join(face(piece.inner, piece.outer) for piece in pieces)


def arm_name(arm: str, say: Voice) -> str:
    """Names an arm."""
    return say(words.SIDES[arm])


def ends_in_words(view: View, say: Voice) -> str:
    """Lists the open numbers with their sides."""
    return ", ".join(
        f"{arm_name(arm, say)} {words.end_sign(arm, view, say)}" for arm in words.open_arms(view)
    )
