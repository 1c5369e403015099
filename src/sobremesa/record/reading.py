"""The tolerant reader.

Comments, variations and glyphs like `$1` are passed over, and numbers tell only where a turn
begins; unknown tags are kept; tags may come in any order. What cannot be read is refused with
its line.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.errors import BadRecord
from sobremesa.record.record import HAND_TAGS, Hand, Record
from sobremesa.record.scanning import Tag, scan

NUMBER: Final = re.compile(r"\d++\.++")
PASSED_OVER: Final = re.compile(r"\$.*|\*")


def read(text: str) -> Record:
    """Reads a record.

    :raises BadRecord: with the line, where it cannot be understood.
    """
    record = Record()
    tags_of: dict[str, str] = record.tags
    # Whether the next move begins a turn.
    begins = False
    for piece in scan(text, variations=True):
        if isinstance(piece, Tag):
            if piece.name == "Hand":
                record.hands.append(Hand())
                tags_of = record.hands[-1].tags
            elif piece.name not in HAND_TAGS and record.hands and record.hands[-1].moves:
                raise BadRecord("line {line}: a tag of the match among the hands", line=piece.line)
            tags_of[piece.name] = piece.value
        elif not record.hands:
            raise BadRecord("line {line}: moves before the first hand", line=piece.line)
        elif NUMBER.fullmatch(piece.text) is not None:
            begins = True
        elif PASSED_OVER.fullmatch(piece.text) is None:
            turns = record.hands[-1].turns
            if begins or not turns:
                turns.append([])
            turns[-1].append(piece.text)
            begins = False
    return record
