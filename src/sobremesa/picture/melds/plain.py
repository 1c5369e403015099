"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.melds.melds import grouped, meld_points
from sobremesa.families.melds.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.melds import words
from sobremesa.picture.saying import Voice
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of That's It! as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    badges = words.badges(view, say)
    rows = plain.heading(view, say, words.stage(view, say))
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
        rows += ["", f"{say(saying.YOUR_HAND)}: {own_row(view)}"]
        aside = words.aside(view, say)
        rows += [aside] if aside else []
    return plain.page(rows, words.news(view, say), words.headline(view, say), width)


def melds_row(groups: list[list[str]]) -> str:
    """Writes melds with what they score, and what is left over."""
    written = []
    for group in groups:
        points = meld_points(group)
        row = plain.faces(group)
        if row:
            written.append(f"{row} ={points}" if points else row)
    return "  +  ".join(written)


def own_row(view: View) -> str:
    """Writes the viewer's hand in its melds."""
    held = face_up(seen(view)["hands"][view.seat])
    return melds_row(grouped(held, words.rules_of(view).terms))
