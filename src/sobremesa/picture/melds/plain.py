"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.melds.melds import grouped, meld_points
from sobremesa.families.melds.thats_it import ThatsIt
from sobremesa.families.melds.views import seen
from sobremesa.picture import saying
from sobremesa.picture.lines.plain import face, fold
from sobremesa.picture.melds import words
from sobremesa.picture.melds.table import tiles
from sobremesa.picture.saying import Voice, halves
from sobremesa.picture.seats import hand_size


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table of That's It! as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    badges = words.badges(view, say)
    rows = [
        saying.title(view, say) + " · " + say(
            saying.HAND_TO, number=data["number"], target=data["options"]["target"]
        ),
        "",
    ]
    for seat in range(int(view.game.players)):
        told = [
            say(saying.POINTS, points=view.scores[seat]),
            saying.tiles_left(hand_size(view, seat), say), *(badge.text for badge in badges[seat]),
        ]
        if data["points"][seat]:
            told.append(f"+{data['points'][seat]}")
        mark = ">" if seat == view.turn else " "
        rows.append(f"{mark} {say.seat(seat)}: {', '.join(told)}")
    rows.append(f"  {say(saying.BONEYARD)}: {saying.tiles_left(data['boneyard'], say)}")
    lies = face(*halves(data["discard"])) if data["discard"] else say(saying.NOTHING)
    rows += ["", f"{say(words.DISCARD)}: {lies}"]
    rows.append(f"{say(words.TRASH)}: {tiles(data['trash'], say)}")
    if data["winner"] >= 0:
        rows += ["", f"{say(words.MELDS)}: {melds_row(data['melds'])}"]
    if view.seat >= 0:
        rows += ["", f"{say(saying.YOUR_HAND)}: {own_row(view)}"]
        aside = words.aside(view, say)
        rows += [aside] if aside else []
    told_last = words.news(view, say)
    asked = words.headline(view, say)
    rows += [""] + ([told_last] if told_last and told_last != asked else []) + [asked]
    return "\n".join(folded for row in rows for folded in fold(row, width))


def melds_row(groups: list[list[str]]) -> str:
    """Writes melds with what they score, and what is left over."""
    written = []
    for group in groups:
        points = meld_points(group)
        row = " ".join(face(*halves(name)) for name in group)
        if row:
            written.append(f"{row} ={points}" if points else row)
    return "  +  ".join(written)


def own_row(view: View) -> str:
    """Writes the viewer's hand in its melds."""
    game = view.game
    assert isinstance(game, ThatsIt)
    return melds_row(grouped(face_up(seen(view)["hands"][view.seat]), game.terms))
