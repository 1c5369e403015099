"""What the views of That's It! hold."""

from typing import Annotated, Literal

from sobremesa.core.views import DealtView, Names, Position, Seat, seen_as

Ending = Literal["", "declared", "void"]
Down = Annotated[str, "The winner's tile that lies face down; ? to the others."]


class MeldPosition(Position, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    discard: str
    trash: list[str]
    asked: Literal["take", "discard"]
    taken: str
    exchanges: int
    ending: Ending
    winner: Seat
    down: Down


class MeldView(DealtView):
    """What a seat sees of That's It!"""

    opening: MeldPosition
    boneyard: int
    discard: Annotated[str, "The tile that lies face up, if there is one."]
    trash: Annotated[Names, "The discards that nobody took."]
    asked: Annotated[Literal["take", "discard"], "What the seat to decide does."]
    taken: Annotated[str, "The discard that was taken in this turn, which must be kept."]
    exchanges: Annotated[int, "Turns in a row without a draw."]
    ending: Ending
    winner: Annotated[Seat, "Who has declared."]
    down: Down
    melds: Annotated[list[list[str]], "The winner's melds, and behind them what is left over."]


seen = seen_as(MeldView)
