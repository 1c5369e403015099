"""The table in plain text."""

from __future__ import annotations

from sobremesa.core.game import View
from sobremesa.core.views import count_of
from sobremesa.families.tricks.views import seen
from sobremesa.picture import plain, saying
from sobremesa.picture.saying import Voice
from sobremesa.picture.tricks import cards, words
from sobremesa.picture.tricks.alerts import alerts
from sobremesa.picture.tricks.table import ranks_of, showing


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the table as one seat sees it."""
    rows: list[str] = []
    badges = words.badges(view, say)
    for seat in range(int(view.game.players)):
        held = seen(view)["hands"][seat]
        told = [
            say(saying.POINTS, points=view.scores[seat]),
            words.tricks_text(words.tricks_of(view, seat), say),
            words.cards_left(count_of(held), view, say),
            *(badge.text for badge in badges[seat]),
        ]
        rows.append(plain.seat_row(view, seat, told, say))
        if isinstance(held, list) and seat != view.seat and held:
            rows.append(f"    {hand_text(view, held, say)}")
    rows += ["", *middle_rows(view, say)]
    return plain.page(view, say, words, rows, width, lambda held: hand_text(view, held, say))


def hand_text(view: View, held: list[str], say: Voice) -> str:
    """Writes a hand: tiles as they are, cards by suit."""
    if not words.is_cards(view):
        return plain.faces(held)
    suits = cards.by_suit(held, ranks_of(view))
    return "  ".join(
        words.SUIT_SIGNS[suit] + " " + " ".join(words.letter(name, view, say) for name in names)
        for suit, names in suits.items() if names
    )


def middle_rows(view: View, say: Voice) -> list[str]:
    """Writes the auction, or the trick with who played what."""
    data = seen(view)
    if data.get("stage") == "auction":
        told = [
            f"{say.seat(seat)}: {words.call_text(call, view, say)}{f' ({alert})' if alert else ''}"
            for (seat, call), alert in zip(data["calls"], alerts(view, say), strict=True)
        ]
        return told[-8:]
    aim = words.aim(view, say)
    rows = [aim] if aim else []
    shown = showing(view)
    players = int(view.game.players)
    for place, name in enumerate(shown["pieces"]):
        seat = (shown["leader"] + place) % players
        shown_piece = words.piece(name, view, say)
        rows.append(f"  {say.seat(seat)}: {shown_piece}")
    if shown["suit"]:
        rows.append(say(words.LED, suit=words.suit_text(shown["suit"], say)))
    return rows or [say(words.NO_TRICK)]
