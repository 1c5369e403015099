"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.families.melds.melds import meld_points
from sobremesa.families.melds.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.melds import words
from sobremesa.picture.melds.table import hand_groups
from sobremesa.picture.saying import Voice
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of That's It! as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    badges = words.badges(view, say)
    rows: list[str] = []
    for seat in range(int(view.game.players)):
        told = [
            say(saying.POINTS, points=view.scores[seat]),
            saying.tiles_left(hand_size(view, seat), say), *(badge.text for badge in badges[seat]),
        ]
        if data["points"][seat]:
            told.append(f"+{data['points'][seat]}")
        rows.append(plain.seat_row(view, seat, told, say))
    rows.append(plain.stock_row(view, saying.BONEYARD, say))
    discard = [data["discard"]] if data["discard"] else []
    for name, lying in ((words.DISCARD, discard), (words.TRASH, data["trash"])):
        rows.append(f"{say(name)}: {plain.faces(lying) or say(saying.NOTHING)}")
    rows.insert(-2, "")
    if data["winner"] >= 0:
        rows += ["", f"{say(words.MELDS)}: {melds_row(data['melds'])}"]
    if view.seat >= 0:
        rows += ["", f"{say(saying.YOUR_HAND)}: {melds_row(hand_groups(view, view.seat))}"]
        aside = words.aside(view, say)
        rows += [aside] if aside else []
    return plain.page(view, say, words, rows, width)


def melds_row(groups: list[list[str]]) -> str:
    """Writes melds with what they score, and what is left over."""
    return "  +  ".join(
        plain.faces(group) + (f" ={meld_points(group)}" if meld_points(group) else "")
        for group in groups if group
    )
