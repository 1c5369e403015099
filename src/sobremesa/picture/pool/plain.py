"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.core.wording import plural
from sobremesa.families.pool.high_fives import value
from sobremesa.families.pool.views import seen
from sobremesa.picture import saying
from sobremesa.picture.lines.plain import face, fold
from sobremesa.picture.pool import words
from sobremesa.picture.saying import Voice, halves
from sobremesa.picture.seats import (
    hand_size,
)


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of High Fives as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    rows = [
        saying.title(view, say) + " · " + say(
            words.DEAL_OF, deal=data["deal"], deals=data["deals"]
        ),
        "",
    ]
    for seat, pile in enumerate(data["piles"]):
        told = [
            say(saying.POINTS, points=view.scores[seat]),
            saying.tiles_left(hand_size(view, seat), say),
            say(plural("{count} tile won", "{count} tiles won"), count=len(pile)),
        ]
        mark = ">" if seat == view.turn else " "
        rows.append(f"{mark} {say.seat(seat)}: {', '.join(told)}")
    rows.append(f"  {say(saying.BONEYARD)}: {saying.tiles_left(data['boneyard'], say)}")
    rows += ["", f"{say(words.POOL)}: {written(data['pool'], say)}"]
    if view.seat >= 0:
        rows += ["", f"{say(saying.YOUR_HAND)}: {written(face_up(data['hands'][view.seat]), say)}"]
    told_last = words.news(view, say)
    asked = words.headline(view, say)
    rows += [""] + ([told_last] if told_last and told_last != asked else []) + [asked]
    return "\n".join(folded for row in rows for folded in fold(row, width))


def written(names: list[str], say: Voice) -> str:
    """Writes tiles, those that score with what they are worth."""
    return " ".join(
        face(*halves(name)) + (f"={value(name)}" if value(name) else "")
        for name in names
    ) or say(saying.NOTHING)
