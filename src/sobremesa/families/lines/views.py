"""What the views of line games hold."""

from typing import Annotated, Literal, NotRequired

from sobremesa.core.views import BySeat, DealtView, Hidden, Position, Seat, seen_as

Ending = Annotated[
    Literal["", "domino", "blocked", "target"],
    "How the hand ended: somebody went out, nobody could go on, or the target was reached.",
]
Asked = Annotated[
    Literal["play", "claim", "call", "seek", "add"],
    "What the seat to decide does: plays, claims points, calls what was left unclaimed, draws for "
    "a double to lead, or lays one more tile.",
]
Lead = Annotated[str, "The tile that must be led; nothing while it is sought."]
Sought = Annotated[int, "Tiles drawn in search of a double to lead."]
Layer = Annotated[Seat, "Who laid the last tile."]


class LaidPosition(Position, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    leader: Seat
    line: list[str]
    passes: int
    ending: Ending
    winner: Seat


class LaidView(DealtView):
    """What is seen wherever tiles are joined end to end."""

    leader: Annotated[Seat, "Who leads, or has led."]
    boneyard: Hidden
    line: Annotated[list[str], "The tiles as they were laid, with the arm but for the lead: 6-4@W."]
    spinner: Annotated[
        int,
        "The place in `line` of the double that opened more arms; -1 if none did, or if every "
        "double does.",
    ]
    ends: Annotated[dict[str, int], "The open number of every arm at which can be laid."]
    passes: Annotated[int, "Turns in a row without a tile."]
    ending: Ending
    winner: Annotated[Seat, "Who has won the hand."]


class LinePosition(LaidPosition, total=False):
    """The deal, or the position that was set up, as the seat knows it."""

    asked: Asked
    lead: str
    sought: int
    layer: Seat
    closed: bool


class LineView(LaidView):
    """What a seat sees of a line game."""

    opening: LinePosition


class BlockView(LineView):
    """A line game in which a certain tile may have to be led first."""

    lead: NotRequired[Lead]


class LedView(LineView):
    """A line game in which a certain tile leads."""

    lead: Lead


class ClaimView(LedView):
    """A line game in which a laid tile can score."""

    asked: NotRequired[Asked]
    sought: NotRequired[Sought]
    layer: Layer


class MugginsView(ClaimView):
    """What a seat sees of Muggins."""

    count: Annotated[int, "What the open ends add up to."]


class BergenView(ClaimView):
    """What a seat sees of Bergen."""

    double_ends: Annotated[list[Literal["W", "E"]], "The ends formed by a double."]


class MatadorView(LineView):
    """What a seat sees of Matador."""

    asked: NotRequired[Asked]
    lead: NotRequired[Lead]
    sought: NotRequired[Sought]
    joined: Annotated[list[int], "For each tile of `line` the half by which it is joined, or -1."]
    crosswise: Annotated[bool, "Whether doubles lie across the line."]


class TiddleView(LedView):
    """What a seat sees of Tiddle-a-Wink."""

    asked: Asked
    closed: NotRequired[Annotated[bool, "Whether the session ends with this hand."]]
    pool: NotRequired[Annotated[int, "The counters that the hand is played for."]]
    takings: NotRequired[Annotated[BySeat, "What was taken from the pool."]]


class AnyLineView(MugginsView, BergenView, total=False):
    """The fields of all line games, for who reads views of any of them."""

    joined: list[int]
    crosswise: bool
    closed: bool
    pool: int
    takings: list[int]


seen = seen_as(AnyLineView)
