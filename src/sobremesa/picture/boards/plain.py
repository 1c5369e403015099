"""The board in plain text, for a terminal and a screen reader."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.boards.views import seen
from sobremesa.picture.boards import board, words
from sobremesa.picture.boards.squares import FILES, name_of
from sobremesa.picture.plain import fold, paragraphs
from sobremesa.picture.saying import Voice

# How a piece is written: the letter of its owner's camp and its own; nobody's has a dash.
CAMP_LETTERS: Final = {"SW": "s", "NW": "w", "NE": "n", "SE": "e", "": "-"}


def ascii(view: View, say: Voice, width: int = 80) -> str:
    """Writes the board as one seat sees it, at most `width` columns wide."""
    rows = page(view, say, board_rows(view))
    return "\n".join(folded for row in rows for folded in fold(row, width))


def lines(view: View, say: Voice) -> list[list[str]]:
    """Writes the same with the pieces square by square, the highest rank first."""
    squares = sorted(
        (piece["square"] for piece in seen(view)["pieces"]),
        key=lambda square: (-int(square[1:]), square[0]),
    )
    told = [words.spoken(f"square:{square}", view, say) for square in squares]
    return paragraphs("\n".join(page(view, say, told)))


def page(view: View, say: Voice, shown: list[str]) -> list[str]:
    """Writes what stands around the board, and the board as it is shown."""
    rows = [
        say(view.game.title), "",
        *(seat_row(view, seat, say) for seat in range(int(view.game.players))), "",
        *shown, "",
    ]
    if not view.over:
        coming = [view.turn, *seen(view)["coming"]]
        rows.append(f"{say(words.COMING)}: {words.listed(coming, say)}")
    rows += words.waiting(view, say)
    told = words.news(view, say)
    asked = words.headline(view, say)
    rows += [told] if told else []
    return [*rows, asked]


def seat_row(view: View, seat: int, say: Voice) -> str:
    """Tells of a player: their turn, their letter, their name and how they stand."""
    mark = ">" if seat == view.turn else " "
    letter = CAMP_LETTERS[board.home(view, seat)]
    stands = ", ".join(words.standing(view, seat, say))
    return f"{mark} {letter} {say.seat(seat)}: {stands}"


def board_rows(view: View) -> list[str]:
    """Draws the board, north above."""
    side = seen(view)["board"]
    held: dict[str, str] = {}
    for piece in seen(view)["pieces"]:
        owner = CAMP_LETTERS[board.owner_camp(view, piece["owner"])]
        held[piece["square"]] = " x" if piece["kind"] == "x" else owner + piece["kind"]
    held.setdefault(seen(view)["centre"], " +")
    rows = [
        f"{rank + 1:>2} " + "".join(
            f"{held.get(name_of(file, rank), ' .'):>3}" for file in range(side)
        )
        for rank in reversed(range(side))
    ]
    return [*rows, "   " + "".join(f"{letter:>3}" for letter in FILES[:side])]
