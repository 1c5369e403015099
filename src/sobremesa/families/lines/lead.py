"""Who leads a hand: somebody with any tile, or the highest double in any hand.

Where the highest double leads, its holder must lead it. If nobody has a double, the game or
its players say what happens (SETS-R07): all draw in turn, beginning with the nominal first
player, until a double comes, which is led at once; the tiles are dealt again; or the
heaviest tile leads.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.core.game import Data
from sobremesa.core.options import choice_option
from sobremesa.families.lines.line import NO_TILE
from sobremesa.material.dominoes import HIGH, LOW, PIPS, Hands, parse_tile
from sobremesa.material.origins import AT_THE_DEAL

NO_DOUBLE: Final = choice_option(
    "no_double", "Nobody has a double", "SETS-R07",
    "What happens when nobody has a double to lead: all draw in turn until somebody finds one, "
    "the tiles are dealt again, or the heaviest tile leads.",
    draw_in_turn="all draw in turn", redeal="deal again", heaviest="the heaviest tile leads",
)

# What the seat to decide is asked: to play, to claim points, whether to call, to draw in
# search of a double, or whether to add a tile. Which of these there are is the game's.
TO_PLAY: Final[Int] = 0
TO_CLAIM: Final[Int] = 1
TO_CALL: Final[Int] = 2
TO_SEEK: Final[Int] = 3
TO_ADD: Final[Int] = 4
ASKED: Final = ["play", "claim", "call", "seek", "add"]


def lead_bars(tiles: int, seat: int, since: int, data: Data) -> list[int]:
    """Lists the tiles that cannot come from the deal of a hand or from a draw: where the highest
    double leads, the lead tells which doubles no hand was dealt (SETS-R07)."""
    lead = parse_tile(data["lead"]) if data["lead"] else int(NO_TILE)
    # Draws in search of a double that this round saw, and whether one was needed at all.
    sought = data.get("sought", 0)
    seen = sought - data["opening"].get("sought", 0)
    is_leader = seat == data["leader"]
    return [
        tile for tile in range(tiles)
        if not lead_allows(tile, seat, since, lead, is_leader, sought, seen)
    ]


def lead_allows(
    tile: int, seat: int, since: int, lead: int, is_leader: bool, sought: int, seen: int
) -> bool:
    """Tells whether a tile can come from one source, as `lead_bars` has it."""
    is_double = HIGH[tile] == LOW[tile]
    if seat >= 0 and since == AT_THE_DEAL:
        if tile == lead:
            return is_leader and seen == 0
        if sought > 0 or lead == NO_TILE or HIGH[lead] != LOW[lead]:
            is_heaviest = sought == 0 and lead != NO_TILE
            return not is_double and (not is_heaviest or is_heavier(lead, tile))
        return not is_double or tile < lead
    if 0 <= since < seen:
        if since == seen - 1 and lead != NO_TILE:
            return tile == lead
        return not is_double
    return tile != lead


def is_heavier(tile: Int, other: Int) -> bool:
    """Compares by pips, then by the higher half (SETS-R07)."""
    if PIPS[tile] != PIPS[other]:
        return PIPS[tile] > PIPS[other]
    return HIGH[tile] > HIGH[other]


def highest_double(hands: Hands, top: Int) -> Int:
    """Finds the highest double in any hand."""
    number = top
    while number >= 0:
        tile = number * (number + 3) // 2
        for seat in range(len(hands.sizes)):
            if hands.holds(seat, tile):
                return tile
        number -= 1
    return NO_TILE


def heaviest(hands: Hands) -> Int:
    """Finds the heaviest tile in any hand."""
    best = NO_TILE
    for seat in range(len(hands.sizes)):
        for tile in hands.tiles(seat):
            if best == NO_TILE or is_heavier(tile, best):
                best = tile
    return best
