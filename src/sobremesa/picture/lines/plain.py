"""The table in plain text, for a terminal and a screen reader."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.lines.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.lines import words
from sobremesa.picture.lines.route import Piece, chains_of
from sobremesa.picture.lines.tree import steps
from sobremesa.picture.saying import Badge, Voice
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of a line game as one seat sees it, at most `width` columns wide."""
    badges = words.badges_of(words.moments(view), int(view.game.players), say)
    rows = [seat_row(view, seat, badges[seat], say) for seat in range(int(view.game.players))]
    rows += [*boneyard_row(view, say), "", *line_rows(view, say)]
    # Tiles that fit everywhere are marked.
    return plain.page(view, say, words, rows, width, lambda hand: " ".join(
        plain.faces([tile]) + (words.WILD if words.is_wild(tile, view) else "") for tile in hand
    ))


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
            told.append(plain.faces(face_up(hand)))
    return plain.seat_row(view, seat, told, say)


def boneyard_row(view: View, say: Voice) -> list[str]:
    """Tells how many tiles lie face down."""
    if "boneyard_reserve" in seen(view)["options"]:
        return [plain.stock_row(view, saying.BONEYARD, say)]
    return [plain.stock_row(view, words.ASIDE, say)] if saying.boneyard_count(view) else []


def line_rows(view: View, say: Voice) -> list[str]:
    """Draws the line from west to east, or the arms of a spinner outwards, with open ends."""
    data = seen(view)
    if not data["line"]:
        return [say(words.NO_LINE)]
    opened = f"{say(words.OPEN_ENDS)}: " + ends_in_words(view, say)
    if words.is_tree(view):
        return [*tree_rows(view, say), opened]
    line = chains_of(view.data)
    arms = dict(line.arms)
    if not line.four_way:
        west = [plain.face(piece.outer, piece.inner) for piece in reversed(arms["W"])]
        laid = " ".join([*west, outwards(line.root, *arms["E"])])
        return [f"{say(words.LINE)}: {laid}", opened]
    rows = [f"{say(words.SPINNER)}: {outwards(line.root)}"]
    rows += [
        f"  {say(words.SIDES[arm])} {data['ends'][arm]}: {outwards(*arms[arm]) or '-'}"
        for arm in "WENS"
    ]
    return [*rows, opened]


def tree_rows(view: View, say: Voice) -> list[str]:
    """Draws a tree: the line from west to east, then what leaves from the short ends of doubles."""
    lead, *rest = steps(seen(view)["line"], int(words.rules_of(view).top))
    arms: dict[str, list[Piece]] = {"W": [], "E": []}
    for step in rest:
        arms.setdefault(step.arm, []).append(Piece(step.name, step.inner, step.outer))
    west = [plain.face(piece.outer, piece.inner) for piece in reversed(arms["W"])]
    laid = " ".join([*west, outwards(Piece(lead.name, lead.inner, lead.outer), *arms["E"])])
    return [f"{say(words.LINE)}: {laid}"] + [
        f"  {words.side_of(arm, say)}: {outwards(*pieces)}"
        for arm, pieces in arms.items() if arm not in words.SIDES
    ]


def outwards(*pieces: Piece) -> str:
    """Draws an arm outwards."""
    return " ".join(plain.face(piece.inner, piece.outer) for piece in pieces)


def ends_in_words(view: View, say: Voice) -> str:
    """Lists the open numbers with their sides."""
    return ", ".join(
        f"{words.side_of(arm, say)} {words.end_sign(arm, view, say)}"
        for arm in words.open_arms(view)
    )
