"""The text record of a match: written exactly, read with tolerance."""

import re
from collections.abc import Callable
from typing import Final

from sobremesa.core.game import Game, View
from sobremesa.core.match import Match as Match
from sobremesa.record import fair as fair
from sobremesa.record.board import Board as Board
from sobremesa.record.board import boards_in as boards_in
from sobremesa.record.board import is_pbn as is_pbn
from sobremesa.record.pbn import board_of as board_of
from sobremesa.record.pbn import has_pbn as has_pbn
from sobremesa.record.pbn import pbn as pbn
from sobremesa.record.pbn import pbn_tags as pbn_tags
from sobremesa.record.pbn import read_pbn as read_pbn
from sobremesa.record.reading import read as read
from sobremesa.record.record import DRAW as DRAW
from sobremesa.record.record import Hand as Hand
from sobremesa.record.record import Record as Record
from sobremesa.record.record import Variation as Variation
from sobremesa.record.record import hidden as hidden
from sobremesa.record.writing import recorded as recorded
from sobremesa.record.writing import text as text
from sobremesa.record.writing import write as write

# Every record names its game, and no PBN does.
GAME_TAG: Final = re.compile(r'^\s*+\[\s*+Game\s++"', re.MULTILINE)


def opened(text: str) -> tuple[Match, dict[str, str]]:
    """Reads a match and its tags from a record or from PBN, whichever it is.

    :raises BadRecord: where it cannot be read or breaks the rules.
    """
    if is_pbn(text):
        return read_pbn(text), pbn_tags(text)
    read_so_far = read(text)
    return read_so_far.match(), read_so_far.tags


def views_in(
    text: str, place: Callable[[Game], int]
) -> tuple[Game, dict[str, str], list[View], bool]:
    """Read a record or PBN as a seat sees it, which is found for the game: the game, the tags, a
    view of every hand, and whether a draw was agreed.

    :raises BadRecord: where it cannot be read or breaks the rules.
    """
    if is_pbn(text):
        match = read_pbn(text)
        seat = place(match.game)
        views = [round.view(seat) for round in match.rounds()]
        return match.game, pbn_tags(text), views, bool(match.agreed)
    kept = read(text)
    game = kept.game()
    return game, kept.tags, kept.views(place(game)), kept.tags.get("Result") == DRAW


def boards_of(text: str) -> list[Board]:
    """Reads the boards of PBN, or of a record of Super Bridge.

    :raises BadRecord: where it cannot be read, or has no boards.
    """
    if GAME_TAG.search(text) is None or is_pbn(text):
        return boards_in(text)
    match, tags = opened(text)
    return boards_in(pbn(match, tags))
