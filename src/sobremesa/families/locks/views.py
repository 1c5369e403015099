"""What the views of Cerrojo hold."""

from typing import Annotated, Literal, TypedDict

from sobremesa.core.views import DealtView, Hidden, Position, Seat, seen_as

Ending = Literal["", "final", "closed", "forfeit"]


class LockPosition(Position, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    opener: Seat
    line: list[str]
    passes: int
    drew: Annotated[bool, "Whether the seat to decide has drawn in this turn."]
    recent: Annotated[list[int], "The seats that have laid tiles, the last one last."]
    ending: Ending
    winner: Seat
    offender: Seat


class Side(TypedDict):
    """How a side of the line stands."""

    asks: Annotated[int, "The suit that it asks for."]
    state: Literal["open", "open lock", "locked by base", "locked by free", "shut"]
    dead: Annotated[bool, "Whether nobody can ever lay there again."]
    pairs: Annotated[list[str], "The combinations made there, as 3-7."]


class LockView(DealtView):
    """What a seat sees of Cerrojo."""

    opening: LockPosition
    opener: Annotated[Seat, "Who opened; `first` was due to."]
    teams: Annotated[list[int], "The team of each seat."]
    boneyard: Hidden
    draws: Annotated[bool, "Whether tiles are drawn from the boneyard."]
    line: Annotated[list[str], "The plays in their order."]
    salida: Annotated[int, "The suit that was led; 0 before."]
    sides: Annotated[dict[str, Side], "The sides of the line, A and B."]
    specials: Annotated[dict[str, bool], "Every lock and key, and whether it has been played."]
    passes: Annotated[int, "Turns in a row without a tile."]
    ending: Annotated[
        Ending, "How the round ended: somebody went out, nobody could go on, or by a false pass."
    ]
    winner: Annotated[Seat, "Who went out, or stands for the team that won."]
    offender: Annotated[Seat, "Whose false pass ended the round."]
    void: Annotated[bool, "Whether the last play does not count for that."]


seen = seen_as(LockView)
