"""A board of Portable Bridge Notation as it is written: its tags, its auction and its play.

Nothing is said here about the pack or the rules, so boards of bridge with 52 cards are read and
written as well as those of Super Bridge.

>>> board = boards_in('[Board "3"]\\n[Deal "N:AK... QJ... T9... 87..."]')[0]
>>> board.tags["Board"], board.tag("Declarer")
('3', '')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from sobremesa.core.errors import BadRecord
from sobremesa.core.numbers import whole
from sobremesa.record.scanning import Tag, Word, escaped, scan

SEATS: Final = "NESW"
# What PBN asks of every board, in its order; the seats by the letters of their names.
NAMES: Final = {"W": "West", "N": "North", "E": "East", "S": "South"}
MANDATORY: Final = [
    "Event", "Site", "Date", "Board", *NAMES.values(), "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
]
# What is written of a tag of which nothing is known.
UNKNOWN: Final = {"Date": "????.??.??"}
SECTIONS: Final = ("Auction", "Play")
# The words that PBN has for who is vulnerable, and ours.
VULNERABLE: Final = {
    "None": "none", "Love": "none", "-": "none", "NS": "NS", "EW": "EW", "All": "both",
    "Both": "both",
}
FROM_A_SEAT: Final = re.compile(r'\[\s*+Deal\s++"[NESWnesw]:')
NOTE: Final = re.compile(r"=\d++=|\$\d++|[!?]++")
# More boards than a match has that people play.
MOST_BOARDS: Final = 1000


@dataclass
class Board:
    """The tags of a board, and the words of its auction and its play."""

    tags: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(
        default_factory=lambda: {name: [] for name in SECTIONS}
    )

    def tag(self, name: str) -> str:
        """Gives a tag, or nothing where it is not there or not known."""
        value = self.tags.get(name, "").strip()
        return "" if value in ("?", UNKNOWN.get(name)) else value

    def number(self, place: int) -> int:
        """Gives the number of the board, or its place in the file."""
        return whole(self.tag("Board"), 1) or place

    def vulnerable(self) -> str:
        """Says who is vulnerable: none, NS, EW, both, or nothing if that is not told.

        :raises BadRecord: if it is told in another word.
        """
        told = self.tag("Vulnerable")
        if told and told not in VULNERABLE:
            raise BadRecord("{told} is no vulnerability of PBN", told=told)
        return VULNERABLE[told] if told else ""

    def text(self) -> str:
        """Writes the board, the mandatory tags first and all there."""
        first = {name: self.tags.get(name, UNKNOWN.get(name, "?")) for name in MANDATORY}
        lines = [
            f'[{name} "{escaped(value)}"]' for name, value in {**first, **self.tags}.items()
            if name not in SECTIONS
        ]
        for name in SECTIONS:
            if name in self.tags:
                words = self.sections[name]
                lines.append(f'[{name} "{escaped(self.tags[name])}"]')
                lines += [" ".join(words[row:row + 4]) for row in range(0, len(words), 4)]
        return "\n".join(lines) + "\n"


def is_pbn(text: str) -> bool:
    """Tells whether a text looks like PBN: it has a deal from a seat."""
    return FROM_A_SEAT.search(text) is not None


def boards_in(text: str) -> list[Board]:
    """Reads the boards of a text; where a tag says `#` it is that of the board before.

    :raises BadRecord: where it cannot be read, or has no board with a deal, or far too many.
    """
    found: list[Board] = []
    section = ""
    for piece in scan(text, variations=False):
        if isinstance(piece, Word):
            if section in SECTIONS and not NOTE.fullmatch(piece.text):
                found[-1].sections[section].append(piece.text)
            continue
        if not isinstance(piece, Tag):
            continue
        section = piece.name
        if section == "Event" or not found or (section == "Board" and "Deal" in found[-1].tags):
            found.append(Board())
        same = piece.value in ("#", "##") and len(found) > 1
        found[-1].tags[section] = found[-2].tags.get(section, "?") if same else piece.value
    boards = [board for board in found if "Deal" in board.tags]
    if not boards:
        raise BadRecord("there is no board with a deal in this PBN")
    if len(boards) > MOST_BOARDS:
        raise BadRecord(
            "there are {count} boards; {most} is the most that can be read",
            count=len(boards), most=MOST_BOARDS,
        )
    return boards
