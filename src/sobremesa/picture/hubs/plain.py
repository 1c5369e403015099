"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.families.hubs.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.hubs import words
from sobremesa.picture.hubs.table import direction, lanes
from sobremesa.picture.lines import words as line_words
from sobremesa.picture.lines.plain import seat_row
from sobremesa.picture.saying import Voice


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table as one seat sees it, at most `width` columns wide."""
    badges = words.badges(view, words.events(view), say)
    rows = [seat_row(view, seat, badges[seat], say) for seat in range(int(view.game.players))]
    rows += [plain.stock_row(view, saying.BONEYARD, say), "", *lane_rows(view, say)]
    if direction(view, say):
        rows.append(direction(view, say))
    return plain.page(view, say, words, rows, width, plain.faces)


def lane_rows(view: View, say: Voice) -> list[str]:
    """Writes the hub and a row for each line, with its arm, owner and signs."""
    data = seen(view)
    if not data["line"]:
        return [say(line_words.NO_LINE)]
    hub = say(words.STATION if words.is_train(view) else words.START)
    rows = [f"{hub}: {plain.face(*saying.halves(data['line'][0]))}"]
    for lane in lanes(view):
        signs = [say(told) for told in words.signs_of(lane.arm, view)]
        name = words.line_name(lane.arm, view, say, owned=True)
        tiles = " ".join(plain.face(piece.inner, piece.outer) for piece in lane.pieces)
        about = f" ({', '.join(signs)})" if signs else ""
        rows.append(f"  {lane.arm} {name}{about} {lane.number}: {tiles or '-'}")
    return rows
