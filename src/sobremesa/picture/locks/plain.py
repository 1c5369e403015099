"""The table of the lock-and-key game in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.locks.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.locks import words
from sobremesa.picture.locks.route import parse
from sobremesa.picture.saying import Badge, Voice
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table as one seat sees it, at most `width` columns wide."""
    badges = words.badges(view, say)
    rows = [seat_row(view, seat, badges[seat], say) for seat in range(int(view.game.players))]
    rows += [*deposit_row(view, say), "", *line_rows(view, say)]
    return plain.page(view, say, words, rows, width, in_brackets)


def in_brackets(hand: list[str]) -> str:
    """Writes the tiles of a hand."""
    return " ".join(f"[{name}]" for name in hand)


def seat_row(view: View, seat: int, badges: list[Badge], say: Voice) -> str:
    """Tells of a seat: its turn, name, points, tiles and passes."""
    hand = seen(view)["hands"][seat]
    told = [
        say(saying.POINTS, points=view.scores[seat]), saying.tiles_left(hand_size(view, seat), say),
        *(badge.text for badge in badges),
    ]
    if view.over:
        told.append(say(words.POINTS_HELD, points=words.points_in(face_up(hand))))
        if seen(view)["points"][seat]:
            told.append(f"+{seen(view)['points'][seat]}")
        if seat != view.seat and hand:
            told.append(in_brackets(face_up(hand)))
    return plain.seat_row(view, seat, told, say)


def deposit_row(view: View, say: Voice) -> list[str]:
    """Tells how many tiles are left over."""
    name = words.DEPOSIT if seen(view)["draws"] else words.ASIDE
    return [plain.stock_row(view, name, say)] if saying.boneyard_count(view) else []


def line_rows(view: View, say: Voice) -> list[str]:
    """Writes the salida and each side outwards, with what it asks for and its pairs."""
    data = seen(view)
    if not data["salida"]:
        return [say(words.TABLE_EMPTY)]
    plays = [parse(text) for text in data["line"]]
    rows = [
        say("Salida {number}-{number}", number=data["salida"]) + f": {words.tiles_of(plays[0])}"
    ]
    for side, stands in data["sides"].items():
        laid = [play for play in plays if play.side == side]
        outwards = " ".join(
            f"[{play.base}{play.sign}]"
            + (f"[{play.free}{'!' if play.closes else ''}]" if play.free else "")
            for play in laid
        )
        rows.append(
            f"{say(words.SIDE, side=side)}, {words.side_state(view, side, say)}: "
            f"{outwards or '-'}"
        )
        if stands["pairs"]:
            pairs = say("pairs made: {pairs}", pairs=" ".join(stands["pairs"]))
            rows.append(f"  {pairs}")
    out = [name for name, played in data["specials"].items() if not played]
    rows.append(f"{say(words.SPECIALS)}: {' '.join(out) or '-'}")
    return rows
