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
from itertools import dropwhile, takewhile
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
    "NONE": "none", "LOVE": "none", "-": "none", "NS": "NS", "EW": "EW", "ALL": "both",
    "BOTH": "both",
}
FROM_A_SEAT: Final = re.compile(r'\[\s*+Deal\s++"[NESWnesw]:')
# A call or a card, before what is thought of it and the number of a note: 1NT!, CK =2=.
BEFORE_NOTES: Final = re.compile(r"[^=$!?]*+")
# What ends a section: nothing more will come, or somebody goes on another time.
ENDS: Final = ("*", "+")
BID: Final = re.compile(r"(?P<level>[1-9])(?P<strain>[CDHS]|NT?)")
# Tricks of declarer, or of a side, or of both.
RESULT: Final = re.compile(
    r"(?P<side>NS|EW|)\s*+(?P<tricks>[0-9]{1,2})(?:\s++(?:NS|EW)\s*+[0-9]{1,2})?+"
)
# A second one of these begins another board.
FIRST_TAGS: Final = ("Event", "Board", "Dealer", "Vulnerable", "Deal")
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
        if told and told.upper() not in VULNERABLE:
            raise BadRecord("{told} is no vulnerability of PBN", told=told)
        return VULNERABLE[told.upper()] if told else ""

    def dealer(self) -> str:
        """Says who deals, by the letter or the name of the seat, else who calls first, or nothing
        if that is not told either.

        :raises BadRecord: if nobody has that seat.
        """
        told = self.tag("Dealer")
        if told and told[:1].upper() not in tuple(SEATS):
            raise BadRecord("{told} is no dealer: say N, E, S or W", told=told)
        return told[:1].upper() or self.first_to_call()

    def first_to_call(self) -> str:
        """Says whose the first call is by the auction itself, or nothing if that is not told."""
        begins = self.tag("Auction").upper()
        if begins not in tuple(SEATS):
            return ""
        # In a table with a column for each seat the first row may begin later.
        words = self.sections["Auction"]
        skipped = next((place for place, word in enumerate(words) if word != "-"), 0)
        return SEATS[(SEATS.index(begins) + skipped) % 4]

    def check_deal(self) -> None:
        """Asks for hands that are all told; PBN may leave some out.

        :raises BadRecord: if one is not.
        """
        first, _, rest = self.tags["Deal"].strip().upper().partition(":")
        hands = rest.split()
        if "-" in hands and first in tuple(SEATS):
            seat = SEATS[(SEATS.index(first) + hands.index("-")) % 4]
            raise BadRecord("the hand of {seat} is not told", seat=seat)

    def calls(self) -> list[str]:
        """Lists the calls from the dealer's on, as they are written.

        :raises BadRecord: if somebody else begins.
        """
        calls = list(takewhile(lambda word: word not in ENDS, self.sections["Auction"]))
        first = self.first_to_call()
        if first not in ("", self.dealer()):
            raise BadRecord("the auction begins with {seat}, who does not deal", seat=first)
        return list(dropwhile(lambda word: word == "-", calls))

    def goes_on(self) -> bool:
        """Tells whether the play is to go on another time, so that the result counts the tricks
        so far."""
        return "+" in self.sections["Play"] and "*" not in self.sections["Play"]

    def result(self, declarer: str, most: int) -> int | None:
        """Gives the tricks of declarer, if they are told and are meant to be those of the play.

        :raises BadRecord: if that is no number of tricks, or there are not so many.
        """
        told = self.tag("Result").upper()
        if not told or told.startswith("^"):
            return None
        found = RESULT.fullmatch(told)
        if found is None:
            raise BadRecord(
                "Result says {told}: it counts the tricks that declarer took", told=told
            )
        tricks = int(found["tricks"])
        if tricks > most:
            raise BadRecord(
                "Result says {told}, and there are {tricks} tricks", told=told, tricks=most
            )
        if not declarer:
            return None
        return tricks if declarer in (found["side"] or declarer) else most - tricks

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


def contract_called(calls: list[str], dealer: str) -> tuple[str, str] | None:
    """Gives contract and declarer of an auction that has ended, nothing for any other, and for one
    with calls that there are not.

    >>> contract_called(["1C", "pass", "1NT", "X", "AP"], "E")
    ('1NTX', 'W')
    >>> contract_called(["AP"], "E"), contract_called(["1C", "Pass"], "E")
    (('PASS', ''), None)
    """
    contract, doubled, holder, passes = "", "", 0, 0
    named: dict[tuple[str, int], int] = {}
    seat = SEATS.index(dealer)
    for word in calls:
        call = word.upper()
        bid = BID.fullmatch(call)
        if call == "AP":
            passes = 4
            break
        if bid is not None:
            strain = bid["strain"][:1]
            contract, doubled, holder = f"{bid['level']}{strain}", "", seat
            named.setdefault((strain, seat % 2), seat)
        elif call in ("X", "XX"):
            doubled = call
        elif call != "PASS":
            return None
        passes = passes + 1 if call == "PASS" else 0
        seat = (seat + 1) % 4
    if passes < (3 if contract else 4):
        return None
    if not contract:
        return "PASS", ""
    strain = contract[1:]
    return contract.replace("N", "NT") + doubled, SEATS[named[strain, holder % 2]]


def boards_in(text: str) -> list[Board]:
    """Reads the boards of a text. A tag that says `#` has the value of the board before, one that
    begins with `##` is that of all boards from here on; the second of one name counts for nothing.

    :raises BadRecord: where it cannot be read, or has no board with a deal, or far too many.
    """
    found: list[Board] = []
    # What boards get that do not say it themselves, and what each tag last said.
    lasting: dict[str, str] = {}
    inherited: list[dict[str, str]] = []
    before: dict[str, str] = {}
    section = ""
    for piece in scan(text, variations=False):
        if isinstance(piece, Word):
            call = BEFORE_NOTES.match(piece.text)
            if section in SECTIONS and call is not None and call[0]:
                found[-1].sections[section].append(call[0])
            continue
        if not isinstance(piece, Tag):
            continue
        section = piece.name
        if not found or _begins_board(section, found[-1].tags):
            found.append(Board())
            inherited.append(dict(lasting))
        if section in found[-1].tags:
            section = ""
            continue
        value = piece.value
        if value.startswith("##"):
            value = value[2:] or before.get(section, "?")
            lasting[section] = value
        elif value == "#":
            value = before.get(section, "?")
        found[-1].tags[section] = before[section] = value
    for board, more in zip(found, inherited, strict=True):
        board.tags = {**more, **board.tags}
    boards = [board for board in found if "Deal" in board.tags]
    if not boards:
        raise BadRecord("there is no board with a deal in this PBN")
    if len(boards) > MOST_BOARDS:
        raise BadRecord(
            "there are {count} boards; {most} is the most that can be read",
            count=len(boards), most=MOST_BOARDS,
        )
    return boards


def _begins_board(name: str, tags: dict[str, str]) -> bool:
    """Tells whether a tag is that of another board: boards need no line between them."""
    return name in FIRST_TAGS and (
        name in tags or ("Deal" in tags and name in ("Event", "Board"))
    )
