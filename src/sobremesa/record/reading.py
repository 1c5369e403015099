"""The tolerant reader.

Comments in braces or behind a semicolon, lines that begin with `%`, variations in brackets,
glyphs like `$1` and move numbers are passed over; unknown tags are kept; tags may come in
any order. What cannot be read is refused with its line.
"""

from __future__ import annotations

import re

from sobremesa.core.errors import BadRecord
from sobremesa.record.record import HAND_TAGS, Hand, Record

TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
TOKEN = re.compile(r"\{[^}]*\}|\([^()]*\)|;[^\n]*|\$\d+|\d+\.+(?=\s|$)|[^\s{}();]+")
# A record larger than this is not one of a match that people played.
LARGEST = 4_000_000


def read(text: str) -> Record:
    """Reads a record.

    :raises BadRecord: with the line, where it cannot be understood.
    """
    if len(text) > LARGEST:
        raise BadRecord("the record is too long")
    record = Record()
    moves: list[str] = []
    tags_of: dict[str, str] = record.tags
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("%"):
            continue
        if stripped.startswith("[") and not _in_comment(moves):
            _finish(record, moves)
            name, value = _read_tag(stripped, number)
            if name == "Hand":
                record.hands.append(Hand())
                tags_of = record.hands[-1].tags
            elif name not in HAND_TAGS and tags_of is not record.tags and record.hands[-1].moves:
                raise BadRecord("line {line}: a tag of the match among the hands", line=number)
            tags_of[name] = value
        elif stripped:
            if not record.hands:
                raise BadRecord("line {line}: moves before the first hand", line=number)
            moves.append(line)
    _finish(record, moves)
    return record


def _in_comment(lines: list[str]) -> bool:
    joined = "\n".join(lines)
    return joined.count("{") > joined.count("}")


def _read_tag(line: str, number: int) -> tuple[str, str]:
    found = TAG.fullmatch(line)
    if found is None:
        raise BadRecord("line {line}: a tag is written [Name \"value\"]", line=number)
    return found.group(1), re.sub(r"\\(.)", r"\1", found.group(2))


def _finish(record: Record, lines: list[str]) -> None:
    """Takes the lines of moves gathered so far into the last hand."""
    text = "\n".join(lines)
    lines.clear()
    if not text:
        return
    if text.count("{") != text.count("}"):
        raise BadRecord("a comment is not closed")
    while re.search(r"\([^()]*\)", re.sub(r"\{[^}]*\}", "", text)):
        text = re.sub(r"\([^()]*\)", " ", re.sub(r"\{[^}]*\}", " ", text))
    for token in TOKEN.findall(text):
        if token[0] in "{(;$" or re.fullmatch(r"\d+\.+", token) or token == "*":
            continue
        record.hands[-1].moves.append(token)
