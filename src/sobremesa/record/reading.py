"""The tolerant reader.

Comments and variations are kept with the moves behind which they stand. Glyphs like `$1` are passed
over, and numbers tell only where a turn begins; unknown tags are kept; tags may come in any order.
What cannot be read is refused with its line.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.errors import BadRecord
from sobremesa.record.record import HAND_TAGS, Hand, Notes, Record, Variation
from sobremesa.record.scanning import Bracket, Comment, Tag, scan

NUMBER: Final = re.compile(r"\d++\.++")
PASSED_OVER: Final = re.compile(r"\$.*|\*")


def read(text: str) -> Record:
    """Reads a record.

    :raises BadRecord: with the line, where it cannot be understood.
    """
    record = Record()
    tags_of: dict[str, str] = record.tags
    # Whether the next move begins a turn, and the variations that are open.
    begins = False
    within: list[Variation] = []
    for piece in scan(text, variations=True, keeps=True):
        if isinstance(piece, Tag):
            if piece.name == "Hand":
                record.hands.append(Hand())
                tags_of = record.hands[-1].tags
            elif piece.name not in HAND_TAGS and record.hands and record.hands[-1].moves:
                raise BadRecord("line {line}: a tag of the match among the hands", line=piece.line)
            tags_of[piece.name] = piece.value
        elif isinstance(piece, Comment):
            # What is said before the first hand is of no move.
            if piece.text and record.hands:
                here, count = _place(record.hands[-1], within)
                here.comments.setdefault(count, []).append(piece.text)
        elif not record.hands:
            raise BadRecord("line {line}: moves before the first hand", line=piece.line)
        elif isinstance(piece, Bracket):
            if piece.text == ")":
                within.pop()
            else:
                here, count = _place(record.hands[-1], within)
                within.append(Variation())
                here.variations.setdefault(count, []).append(within[-1])
        elif NUMBER.fullmatch(piece.text) is not None:
            begins = begins or not within
        elif PASSED_OVER.fullmatch(piece.text) is None:
            if within:
                within[-1].moves.append(piece.text)
                continue
            turns = record.hands[-1].turns
            if begins or not turns:
                turns.append([])
            turns[-1].append(piece.text)
            begins = False
    return record


def _place(hand: Hand, within: list[Variation]) -> tuple[Notes, int]:
    """Finds of which moves something is said, and behind how many of them."""
    return (within[-1], len(within[-1].moves)) if within else (hand, len(hand.moves))
