"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.families.poker.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.poker import words
from sobremesa.picture.poker.table import table_of, takes
from sobremesa.picture.saying import Voice


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the poker table as one seat sees it, at most `width` columns wide."""
    data = seen(view)
    table = table_of(view, say, False)
    rows: list[str] = []
    for seat in range(int(view.game.players)):
        told = [words.chips_in_words(view.scores[seat], say)]
        if seat == data["dealer"]:
            told.append(say(words.DEALER))
        told += [badge.text for badge in table.badges[seat]]
        if view.over and data["before"][seat]:
            told.append(f"{data['points'][seat]:+d}")
        hand = data["hands"][seat]
        if isinstance(hand, list) and hand and seat != view.seat:
            told.append(f"{plain.faces(hand)} {words.rank_of(view, seat, say)}")
        rows.append(plain.seat_row(view, seat, told, say, "*" if takes(view, seat) else " "))
    rows.append("")
    for number, pot in enumerate(data["pots"]):
        who = ", ".join(say.seat(seat) for seat in pot["seats"])
        beside = f" ({who})" if len(data["pots"]) > 1 else ""
        rows.append(f"{words.pot_name(view, number, say)}: {pot['chips']}{beside}")
    if data["options"]["draw"]:
        rows.append(f"{say(saying.BONEYARD)}: {saying.tiles_left(data['boneyard'], say)}")
    if view.seat >= 0 and data["hands"][view.seat]:
        held = plain.faces(face_up(data["hands"][view.seat]))
        rank = words.rank_of(view, view.seat, say)
        rows += ["", f"{say(saying.YOUR_HAND)}: {held} {rank}"]
    return plain.page(view, say, words, rows, width)
