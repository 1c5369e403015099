"""What the views of Djambi hold."""

from typing import Annotated, Literal, NotRequired, TypedDict

from sobremesa.core.views import GameView, Opening, Seat, seen_as

Camp = Literal["SW", "NW", "NE", "SE"]
Fen = Annotated[str, "The position in one line of text."]
Chosen = Annotated[list[str], "The squares of the step in hand: from where, and to where."]


class BoardOpening(Opening):
    """The position with which the game began."""

    first: Seat
    fen: Fen
    chosen: NotRequired[Chosen]


class Piece(TypedDict):
    """A piece as it lies in the middle of a turn."""

    id: int
    kind: Annotated[Literal["P", "R", "T", "Z", "N", "G", "x"], "Its letter; x is dead."]
    camp: Annotated[Camp | Literal[""], "The camp whose colour it has; nothing if it is dead."]
    owner: Annotated[Seat, "Who moves it."]
    square: Annotated[str, "Where it stands; nothing while it is held."]


Standing = TypedDict("Standing", {"camps": list[Camp], "in": bool})


class Timer(TypedDict):
    """Something that is waited for."""

    what: Literal["estate", "ring"]
    camp: Camp | Literal[""]
    seats: Annotated[list[int], "Whose rotation turns have to come first."]


class Estate(TypedDict):
    """Pieces without an owner."""

    camp: Annotated[Camp, "The camp of the prince who left them."]
    pieces: Annotated[list[int], "Their ids."]
    free: Annotated[bool, "Whether they can be won now."]


class BoardView(GameView):
    """What a seat sees of Djambi, which is everything."""

    opening: BoardOpening
    first: Annotated[Seat, "Who was nominally first."]
    board: Annotated[int, "How many squares a side has."]
    centre: Annotated[str, "The square in the middle."]
    fen: Fen
    chosen: Chosen
    pieces: list[Piece]
    seats: Annotated[list[Standing], "The camps of each seat, and whether it is in the game."]
    kind: Annotated[Literal["rotation", "centre"], "Which kind of turn this is."]
    step: Annotated[
        Literal["piece", "place", "victim", "move_on", ""],
        "What is asked: a piece, a place for the piece in hand, whom to kill, or to move on.",
    ]
    acting: Annotated[str, "The square of the piece in the middle of its turn."]
    held: Annotated[int, "The id of the piece that was taken up and not put down yet, or -1."]
    coming: Annotated[list[int], "The seats whose turns come next."]
    timers: list[Timer]
    waiting: list[Estate]
    quiet: Annotated[int, "Rounds in a row without a kill."]
    ending: Literal["", "king", "draw"]
    winner: Seat


seen = seen_as(BoardView)
