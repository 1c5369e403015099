"""Double dummy with dominoes: what each side of 42 or Double Takes takes with all hands open.

>>> doubles = [f"{n}-{n}" for n in range(7)]
>>> rest = [name for name in NAMES[:28] if name not in doubles]
>>> texas_points([doubles, rest[:7], rest[7:14], rest[14:]], "doubles", 0)
42
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadPosition, Refused
from sobremesa.families.tricks.double_takes import (
    LEAD_HIGH,
    LEAD_LOW,
    OUT_OF_SUIT,
    DoubleTakesRound,
)
from sobremesa.families.tricks.double_takes import TILES as TAKES_TILES
from sobremesa.families.tricks.texas_42 import (
    COUNTS,
    DECLARATIONS,
    LED_SUIT,
    STRENGTH,
    SUIT_TILES,
    Texas42Round,
)
from sobremesa.families.tricks.texas_42 import TO_PLAY as TEXAS_PLAY
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES
from sobremesa.solvers.bounds import Bounds, known
from sobremesa.solvers.dummy_tiles import MOST_PIECES, Pieces, TileSearch

SEATS: Final = 4
# Positions that are remembered, 32 bytes each: 8 MB.
TILE_ROOM: Final[Int] = 262144


def texas_pieces(declaration: int) -> Pieces:
    """Says what 42 says of its tiles under a declaration."""
    return Pieces(
        28, 8,
        [[int(LED_SUIT[28 * declaration + tile])] for tile in range(28)],
        [int(SUIT_TILES[8 * declaration + suit]) for suit in range(8)],
        [
            [int(STRENGTH[(8 * declaration + suit) * 28 + tile]) for tile in range(28)]
            for suit in range(8)
        ],
        [int(count) for count in COUNTS], 1,
    )


TEXAS: Final = [texas_pieces(declaration) for declaration in range(len(DECLARATIONS))]


def texas_points(
    hands: list[list[str]], declaration: str, leader: int, nodes: int = 0
) -> int:
    """Counts the points of 42 that the leader's side takes with best play.

    :raises BadPosition: if a tile is dealt twice or unknown, or there is no such leader.
    :raises Unsolved: if `nodes` positions were not enough.
    """
    if declaration not in DECLARATIONS:
        raise BadPosition([f"{declaration} is no declaration"])
    if not 0 <= leader < SEATS:
        raise BadPosition([f"there is no seat {leader}: the seats are 0 to 3"])
    search = TileSearch(
        TEXAS[DECLARATIONS.index(declaration)], tile_masks(hands), TILE_ROOM
    )
    total = search.left_worth(search.left())
    search.allow(nodes)
    search.points(leader, total)
    side = SIDES[leader % 2]
    return known({side: found_by(search, int(total), leader % 2 == 0)}, nodes)[side]


SIDES: Final = ["seats 1 and 3", "seats 2 and 4"]


def texas_declared(hands: list[list[str]], nodes: int = 0) -> list[list[Bounds]]:
    """Bounds for each seat the points of 42 that its side takes with each declaration, found
    within `nodes` positions each."""
    masks = tile_masks(hands)
    found: list[list[Bounds]] = [[] for _ in range(SEATS)]
    for pieces in TEXAS:
        search = TileSearch(pieces, masks, TILE_ROOM)
        total = search.left_worth(search.left())
        for leader in range(SEATS):
            search.allow(nodes)
            search.points(leader, total)
            found[leader].append(found_by(search, int(total), leader % 2 == 0))
    return found


def found_by(search: TileSearch, total: int, even: bool) -> Bounds:
    """Gives what a search found for one of the sides."""
    least, most = int(search.least), int(search.most)
    return (least, most) if even else (total - most, total - least)


def tile_masks(hands: list[list[str]]) -> list[int]:
    """Makes masks of four equally long hands of tiles, given by name."""
    if len(hands) != SEATS:
        raise BadPosition([f"there must be four hands, not {len(hands)}"])
    owners: dict[str, int] = {}
    masks: list[int] = []
    for seat, hand in enumerate(hands):
        mask = 0
        for name in hand:
            if name not in NAMES[:28]:
                raise BadPosition([f"{name} is no tile of the double-six set"])
            if name in owners:
                raise BadPosition(
                    [f"{name} is dealt twice, to seats {owners[name] + 1} and {seat + 1}"]
                )
            owners[name] = seat
            mask |= 1 << NAMES.index(name)
        masks.append(mask)
    lengths = [len(hand) for hand in hands]
    if len(set(lengths)) > 1:
        said = ", ".join(f"seat {seat + 1} {length}" for seat, length in enumerate(lengths))
        raise BadPosition([f"the hands must be equally long, not {said}"])
    return masks


def texas_results(round: Texas42Round, nodes: int = 0) -> dict[int, int]:
    """Counts for each tile that may be played now in a hand of 42 the points that the side whose
    turn it is takes from here on, the trick that lies included.

    :raises Unsolved: if `nodes` positions were not enough for one of them.
    """
    found = texas_bounds(round, nodes)
    known({round.text(move): bounds for move, bounds in found.items()}, nodes)
    return {move: least for move, (least, _) in found.items()}


def texas_bounds(round: Texas42Round, nodes: int = 0) -> dict[int, Bounds]:
    """Gives the least and the most points of each tile, found within `nodes` positions each."""
    if round.stage != TEXAS_PLAY or round.over:
        raise Refused("no tile is to be played")
    declaration = int(round.declaration)
    trick = round.trick
    search = TileSearch(TEXAS[declaration], [int(mask) for mask in round.hands], TILE_ROOM)
    left = search.left()
    for tile in trick.pieces:
        left |= BIT[tile]
    total = search.left_worth(left)
    found: dict[int, Bounds] = {}
    for move in round.legal():
        lying = append(trick.pieces[:], move)
        search.allow(nodes)
        search.after(trick.leader, LED_SUIT[28 * declaration + lying[0]], lying, total)
        found[int(move)] = found_by(search, int(total), round.turn % 2 == 0)
    return found


class OpenTakes:
    """What is left of a round of Double Takes, with its tiles numbered as they are held."""

    def __init__(self, round: DoubleTakesRound) -> None:
        self.round: DoubleTakesRound = round
        self.lying: list[int] = [int(tile) for tile in round.trick.pieces]
        held = [
            int(tile) for seat in range(round.rules.players) for tile in round.held(seat)
        ]
        self.tiles: list[int] = sorted([*held, *self.lying])

    def total(self) -> int:
        """Counts the points that are left: the tricks, and the doubles in them."""
        tricks = len(self.tiles) // int(self.round.rules.players)
        return tricks + sum(HIGH[tile] == LOW[tile] for tile in self.tiles)

    def pieces(self) -> Pieces:
        """Says what Double Takes says of the tiles that are left (DTAKE-04 to DTAKE-12)."""
        tiles = self.tiles
        return Pieces(
            len(tiles), 16,
            [sorted({int(HIGH[tile]), int(LOW[tile])}) for tile in tiles],
            [self.showing(suit) for suit in range(16)],
            [[takes_strength(tile, suit) for tile in tiles] for suit in range(16)],
            [int(HIGH[tile] == LOW[tile]) for tile in tiles], 1,
        )

    def showing(self, suit: int) -> int:
        """Gives the mask of the tiles with which one follows in a suit."""
        return sum(
            1 << place for place, tile in enumerate(self.tiles) if suit in (HIGH[tile], LOW[tile])
        )

    def search(self) -> TileSearch:
        """Makes the search."""
        place = {tile: number for number, tile in enumerate(self.tiles)}
        hands = [
            sum(1 << place[int(tile)] for tile in self.round.held(seat))
            for seat in range(self.round.rules.players)
        ]
        return TileSearch(self.pieces(), hands, TILE_ROOM)

    def bounds(self, nodes: int) -> dict[int, Bounds]:
        """Bounds what each move is worth to the side whose turn it is."""
        round = self.round
        total = self.total()
        if len(self.tiles) > MOST_PIECES:
            return {int(move): (0, total) for move in round.legal()}
        search = self.search()
        found: dict[int, Bounds] = {}
        for move in round.legal():
            tile = int(move) % int(TAKES_TILES)
            suit = round.trick.suit
            if move >= LEAD_HIGH:
                suit = HIGH[tile] if move < LEAD_LOW else LOW[tile]
            lying = vec[Int]([self.tiles.index(one) for one in self.lying])
            lying = append(lying, self.tiles.index(tile))
            search.allow(nodes)
            search.after(round.trick.leader, suit, lying, total)
            found[int(move)] = found_by(search, total, round.turn % 2 == 0)
        return found


def takes_strength(tile: int, suit: int) -> int:
    """Tells how strong a tile is where a suit was called (DTAKE-08 to DTAKE-10)."""
    high, low = int(HIGH[tile]), int(LOW[tile])
    if suit in (high, low):
        return low if high == suit else high
    return int(OUT_OF_SUIT) + high if high == low else -1


def takes_bounds(round: DoubleTakesRound, nodes: int = 0) -> dict[int, Bounds]:
    """Gives for each move that may be made now in a round of Double Takes the least and the most
    points that the side whose turn it is takes in the rest of this round.

    Hands of more than 14 tiles each of four players are beyond the search; nothing is known then.

    :raises Refused: if there are more than two sides, or if revokes are allowed.
    """
    if round.rules.players != 2 and not round.takes.flag("partnership"):
        raise Refused("double dummy is for two sides: two players, or four in partnership")
    if round.takes.penalty:
        raise Refused("double dummy is for tables where everybody follows suit")
    if round.over:
        raise Refused("no tile is to be played")
    return OpenTakes(round).bounds(nodes)


def takes_results(round: DoubleTakesRound, nodes: int = 0) -> dict[int, int]:
    """Counts for each move that may be made now in a round of Double Takes the points that the
    side whose turn it is takes in the rest of this round.

    :raises Unsolved: if `nodes` positions were not enough for one of them.
    """
    found = takes_bounds(round, nodes)
    known({round.text(move): bounds for move, bounds in found.items()}, nodes)
    return {move: least for move, (least, _) in found.items()}
