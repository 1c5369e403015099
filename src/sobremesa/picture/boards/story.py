"""What happened at a board: the steps of the log put together into turns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sobremesa.core.game import View
from sobremesa.families.boards.views import seen

GOING: Final = re.compile(r"([PNZTRG])([a-m]\d+)([-x~])([PNZTRGx])?([a-m]\d+)")
PUTTING: Final = re.compile(r"([PNZTRGx])@([a-m]\d+)")
SHOOTING: Final = re.compile(r"!([PNZTRG])([a-m]\d+)")
SPARED: Final = "!none"
DECLINED: Final = "--"


class Trace(NamedTuple):
    """Something that went from one square to another, or happened on one."""

    start: str
    end: str
    kind: str


@dataclass
class Turn:
    """One turn: what moved, whom it met, where that was put, and what followed."""

    seat: int
    piece: str = ""
    start: str = ""
    end: str = ""
    # How it met what stood on its end square: "x" killing, "~" taking its place.
    way: str = ""
    met: str = ""
    put: str = ""
    shot: list[tuple[str, str]] = field(default_factory=list)
    spared: bool = False
    declined: bool = False
    followed: list[str] = field(default_factory=list)

    def take(self, text: str) -> None:
        """Takes in one step."""
        first, *followed = text.split(",")
        self.followed += followed
        going = GOING.fullmatch(first)
        if going:
            self.piece, self.start, self.way = going.group(1, 2, 3)
            self.met, self.end = going.group(4) or "", going.group(5)
        for part in (first, *followed):
            putting, shooting = PUTTING.fullmatch(part), SHOOTING.fullmatch(part)
            if putting:
                self.put = putting.group(2)
            if shooting:
                self.shot.append((shooting.group(1), shooting.group(2)))
        self.spared = self.spared or first == SPARED
        self.declined = self.declined or first == DECLINED

    def traces(self) -> list[Trace]:
        """Lists what the picture shows of the turn."""
        if not self.end:
            return []
        found = [Trace(self.start, self.end, "moved")]
        if self.put:
            found.append(Trace(self.end, self.put, "put"))
        found += [Trace("", square, "shot") for _, square in self.shot]
        return found


def is_second_step(text: str) -> bool:
    """Tells whether an entry of the log goes on with the turn before it.

    >>> is_second_step("x@c5"), is_second_step("Ga3-a5")
    (True, False)
    """
    return text.startswith("!") or "@" in text.split(",")[0]


def turns(view: View, first: int = 0) -> list[Turn]:
    """Reads the log as turns, from one of its entries on."""
    found: list[Turn] = []
    for seat, text, _ in view.log[first:]:
        if not found or not is_second_step(text):
            found.append(Turn(seat))
        found[-1].take(text)
    return found


def last_turn(view: View) -> Turn | None:
    """Reads the last turn of the log, if there is one."""
    log = view.log
    first = len(log) - 1
    while first > 0 and is_second_step(log[first][1]):
        first -= 1
    return turns(view, first)[0] if log else None


def last_traces(view: View) -> list[Trace]:
    """Lists what the picture shows of the last turn."""
    turn = last_turn(view)
    return turn.traces() if turn is not None else []


def shown_piece(view: View) -> str:
    """Finds the square of the piece whose action a diagram shows.

    That is the piece whose turn is in hand, or the one that can go furthest of those that are
    not princes, or the prince.
    """
    if seen(view)["acting"]:
        return seen(view)["acting"]
    kinds = {piece["square"]: piece["kind"] for piece in seen(view)["pieces"]}
    reach: dict[str, int] = {}
    for choice in seen(view)["moves"]:
        start = choice["touches"][0].partition(":")[2]
        if start in kinds:
            reach[start] = reach.get(start, 0) + 1
    return max(reach, key=lambda square: (kinds[square] != "P", reach[square]), default="")


def lit_in_diagram(view: View) -> list[str]:
    """Lists the squares that a diagram lights: where its piece, or what it took, can go."""
    shown = shown_piece(view)
    paths = [
        [touch.partition(":")[2] for touch in choice["touches"]]
        for choice in seen(view)["moves"] if choice["touches"][0].startswith("square:")
    ]
    if seen(view)["step"] in ("place", "victim"):
        return sorted({path[-1] for path in paths})
    return sorted({path[-1] for path in paths if path[0] == shown})
