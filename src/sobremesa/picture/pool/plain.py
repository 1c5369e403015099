"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.pool.high_fives import value
from sobremesa.families.pool.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.pool import words
from sobremesa.picture.saying import Voice
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of High Fives as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    rows: list[str] = []
    for seat, pile in enumerate(data["piles"]):
        told = [
            say(saying.POINTS, points=view.scores[seat]),
            saying.tiles_left(hand_size(view, seat), say),
            say(plural("{count} tile won", "{count} tiles won"), count=len(pile)),
        ]
        rows.append(plain.seat_row(view, seat, told, say))
    rows.append(plain.stock_row(view, saying.BONEYARD, say))
    rows += ["", f"{say(words.POOL)}: {written(data['pool'], say)}"]
    return plain.page(view, say, words, rows, width, lambda held: written(held, say))


def written(names: list[str], say: Voice) -> str:
    """Writes tiles, those that score with what they are worth."""
    return " ".join(
        plain.face(*saying.halves(name)) + (f"={value(name)}" if value(name) else "")
        for name in names
    ) or say(saying.NOTHING)
