"""Endings as problems: with all hands open, take so many of the last tricks or points.

The side of the first seat is to lead. Exactly one play reaches the goal (touching cards of one hand
are one play), which the solver has proved, and how often that is so along the best defence makes
the difficulty.

>>> problem = make_ending("super-bridge", "easy", 7)
>>> problem.size, len(problem.serving()) > 0
(4, True)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove, Refused
from sobremesa.core.rng import Rng
from sobremesa.families.tricks.texas_42 import DECLARATIONS, LED_SUIT, STRENGTH, SUIT_TILES
from sobremesa.material.dominoes import BIT, NAMES
from sobremesa.solvers.dummy import Memory
from sobremesa.solvers.dummy_tiles import TileSearch
from sobremesa.solvers.open_hands import (
    SEATS,
    STRAINS,
    SUITS,
    SUPER,
    Deal,
    Played,
    card_results,
    strain_of,
)
from sobremesa.solvers.open_tiles import TEXAS, found_by

EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"
# How many pieces each hand has, and how often just one play must be found.
SIZES: Final = {EASY: 4, MEDIUM: 5, HARD: 6}
FINDS: Final = {EASY: 1, MEDIUM: 2, HARD: 3}
TRIES: Final = 20_000
# Small searches remember little: blocks for cards, positions for tiles.
CARD_ROOM: Final[Int] = 4096
TILE_ROOM: Final[Int] = 16384


@mypyc_attr(allow_interpreted_subclasses=True)
class Ending(ABC):
    """A position of four open hands, in which seats 0 and 2 are to reach a goal."""

    def __init__(self, size: int) -> None:
        self.size: int = size
        self.played: list[str] = []
        # What seats 0 and 2 are to take of what there is, and what they have taken.
        self.goal: int = 0
        self.total: int = 0

    @abstractmethod
    def copy(self) -> Ending:
        """Makes an independent copy."""

    @abstractmethod
    def turn(self) -> int:
        """Gives the seat that is to play, -1 at the end."""

    @abstractmethod
    def worth(self) -> dict[str, int]:
        """Gives what seats 0 and 2 take in all with best play after each piece that may be
        played."""

    @abstractmethod
    def plays(self) -> list[list[str]]:
        """Lists the plays, those of touching cards together."""

    @abstractmethod
    def lay(self, piece: str) -> None:
        """Plays a piece that may be played."""

    @abstractmethod
    def taken(self) -> int:
        """Gives what seats 0 and 2 have taken."""

    @abstractmethod
    def least_goal(self) -> int:
        """Gives the least goal that is worth a problem."""

    @abstractmethod
    def is_plain(self, piece: str) -> bool:
        """Tells whether leading a piece needs no thought, because nothing beats it."""

    @abstractmethod
    def hands(self) -> list[list[str]]:
        """Lists what is held."""

    @abstractmethod
    def lying(self) -> list[str]:
        """Lists what lies in the trick."""

    def play(self, piece: str) -> None:
        """Plays a piece.

        :raises IllegalMove: if it may not be played.
        """
        if not any(piece in group for group in self.plays()):
            raise IllegalMove("{piece} cannot be played now", piece=piece)
        self.played.append(piece)
        self.lay(piece)

    def best(self) -> int:
        """Gives what seats 0 and 2 take with best play."""
        values = list(self.worth().values())
        return max(values) if self.turn() % 2 == 0 else min(values)

    def serving(self) -> list[str]:
        """Lists the pieces that serve the side whose turn it is best."""
        worth = self.worth()
        best = max(worth.values()) if self.turn() % 2 == 0 else min(worth.values())
        return [piece for piece, value in worth.items() if value == best]

    def has_one_key(self) -> bool:
        """Tells whether there are several plays, and just one of them is best."""
        plays = self.plays()
        keys = self.serving()
        return len(plays) > 1 and sum(any(piece in keys for piece in group) for group in plays) == 1

    def finds(self) -> int:
        """Counts how often just one play is best for seats 0 and 2 along the best defence."""
        line = self.copy()
        count = 0
        while line.turn() >= 0:
            if line.turn() % 2 == 0:
                count += line.has_one_key()
            line.play(line.serving()[0])
        return count

    def solution(self) -> list[str]:
        """Lists the plays of both sides at their best from here on."""
        line = self.copy()
        start = len(line.played)
        while line.turn() >= 0:
            line.play(line.serving()[0])
        return line.played[start:]


class CardEnding(Ending):
    """The last tricks of a deal of Super Bridge; South, who is seat 0 here, leads."""

    def __init__(self, deal: str, strain: str) -> None:
        self.deal: str = deal
        self.strain: str = strain
        self.dealt: Deal = Deal(deal)
        super().__init__(self.dealt.tricks)
        # Partners of the solver are North and South, whom the search counts for.
        self.line: Played = Played(self.dealt, strain_of(strain), SEATS.index("S"))
        self.total = self.dealt.tricks

    def copy(self) -> CardEnding:
        """Makes an independent copy."""
        twin = CardEnding(self.deal, self.strain)
        twin.goal = self.goal
        for card in self.played:
            twin.play(card)
        return twin

    def turn(self) -> int:
        """Counts the seats from South."""
        if self.line.left == 0:
            return -1
        return (self.line.leader + len(self.line.lying) + 2) % 4

    def worth(self) -> dict[str, int]:
        """Searches after every card."""
        line = self.line
        search = self.dealt.search(line.trump, Memory(CARD_ROOM))
        search.restart(line.masks)
        search.begin(line.leader, line.left)
        for suit, rank in line.lying:
            search.lay(suit, 1 << rank)
        found = card_results(search, self.dealt.ranks, True, 0)
        return {
            self.dealt.name(suit, rank): line.taken + least
            for (suit, rank), (least, _) in found.items()
        }

    def plays(self) -> list[list[str]]:
        """Lists the cards that follow, or all, in sequences."""
        line = self.line
        seat = (line.leader + len(line.lying)) % 4
        suits = [0, 1, 2, 3]
        if line.lying and self.held(seat, line.lying[0][0]) != 0:
            suits = [line.lying[0][0]]
        found: list[list[str]] = []
        for suit in suits:
            touching = False
            for rank in range(self.dealt.ranks):
                if self.held(seat, suit) >> rank & 1:
                    if not touching:
                        found.append([])
                    found[-1].append(self.dealt.name(suit, rank))
                    touching = True
                elif any(line.masks[4 * other + suit] >> rank & 1 for other in range(4)):
                    touching = False
        return found

    def held(self, seat: int, suit: int) -> int:
        """Gives the mask of what a seat still holds of a suit."""
        mask = self.line.masks[4 * seat + suit]
        for place, (laid, rank) in enumerate(self.line.lying):
            if (self.line.leader + place) % 4 == seat and laid == suit:
                mask &= ~(1 << rank)
        return mask

    def lay(self, piece: str) -> None:
        """Plays a card."""
        self.line.play(piece)

    def taken(self) -> int:
        """Counts the tricks of North and South."""
        return self.line.taken

    def least_goal(self) -> int:
        """Asks for all tricks but one at least."""
        return self.size - 1

    def is_plain(self, piece: str) -> bool:
        """Tells whether no card of the suit is higher."""
        suit = SUITS.index(piece[0])
        everybody = 0
        for seat in range(4):
            everybody |= self.line.masks[4 * seat + suit]
        return self.dealt.name(suit, (everybody & -everybody).bit_length() - 1) == piece

    def hands(self) -> list[list[str]]:
        """Lists the cards from South clockwise."""
        return [
            [
                self.dealt.name(suit, rank) for suit in range(4)
                for rank in range(self.dealt.ranks) if self.held(seat, suit) >> rank & 1
            ]
            for seat in (2, 3, 0, 1)
        ]

    def lying(self) -> list[str]:
        """Names the cards of the trick."""
        return [self.dealt.name(suit, rank) for suit, rank in self.line.lying]


class TileEnding(Ending):
    """The last tricks of a hand of 42; the first seat leads."""

    def __init__(self, masks: list[int], declaration: int) -> None:
        super().__init__(masks[0].bit_count())
        self.start: list[int] = masks
        self.masks: list[int] = list(masks)
        self.declaration: int = declaration
        self.leader: int = 0
        self.laid: list[int] = []
        self.points: int = 0
        self.search: TileSearch = TileSearch(TEXAS[declaration], masks, TILE_ROOM)
        self.total = int(self.search.left_worth(self.search.left()))

    def copy(self) -> TileEnding:
        """Makes an independent copy."""
        twin = TileEnding(self.start, self.declaration)
        twin.goal = self.goal
        for tile in self.played:
            twin.play(tile)
        return twin

    def turn(self) -> int:
        """Counts from the leader."""
        return (self.leader + len(self.laid)) % 4 if any(self.masks) else -1

    def legal(self) -> list[int]:
        """Lists the tiles that follow, or all."""
        held = self.masks[self.turn()]
        if self.laid:
            suit = int(LED_SUIT[28 * self.declaration + self.laid[0]])
            following = held & int(SUIT_TILES[8 * self.declaration + suit])
            held = following or held
        return [tile for tile in range(28) if held >> tile & 1]

    def worth(self) -> dict[str, int]:
        """Searches after every tile."""
        search = self.search
        search.hands = vec[Int]([mask for mask in self.masks])
        left = search.left()
        lying = vec[Int]()
        for tile in self.laid:
            left |= BIT[tile]
            lying = append(lying, tile)
        total = search.left_worth(left)
        found: dict[str, int] = {}
        for tile in self.legal():
            led = self.laid[0] if self.laid else tile
            search.after(
                self.leader, LED_SUIT[28 * self.declaration + led], append(lying[:], tile), total
            )
            found[NAMES[tile]] = self.points + found_by(search, int(total), True)[0]
        return found

    def plays(self) -> list[list[str]]:
        """No two tiles are alike."""
        return [[NAMES[tile]] for tile in self.legal()]

    def lay(self, piece: str) -> None:
        """Plays a tile; a full trick goes to its taker."""
        tile = NAMES.index(piece)
        self.masks[self.turn()] ^= 1 << tile
        self.laid.append(tile)
        if len(self.laid) < 4:
            return
        suit = int(LED_SUIT[28 * self.declaration + self.laid[0]])
        row = (8 * self.declaration + suit) * 28
        place = max(range(4), key=lambda place: (STRENGTH[row + self.laid[place]], -place))
        taker = (self.leader + place) % 4
        if taker % 2 == 0:
            worth = TEXAS[self.declaration].worth
            self.points += 1 + sum(int(worth[tile]) for tile in self.laid)
        self.leader = taker
        self.laid = []

    def taken(self) -> int:
        """Counts the points of seats 0 and 2."""
        return self.points

    def least_goal(self) -> int:
        """Asks for more than half of the points."""
        return self.total // 2 + 1

    def is_plain(self, piece: str) -> bool:
        """Tells whether no tile of another hand beats it when it is led."""
        tile = NAMES.index(piece)
        pieces = TEXAS[self.declaration]
        suit = int(LED_SUIT[28 * self.declaration + tile])
        beats = int(pieces.beats[28 * suit + tile])
        return not any(mask & beats for seat, mask in enumerate(self.masks) if seat > 0)

    def hands(self) -> list[list[str]]:
        """Names the tiles, the highest first."""
        return [
            [NAMES[tile] for tile in range(27, -1, -1) if mask >> tile & 1] for mask in self.masks
        ]

    def lying(self) -> list[str]:
        """Names the tiles of the trick."""
        return [NAMES[tile] for tile in self.laid]


def random_cards(rng: Rng, size: int) -> CardEnding:
    """Deals the last cards of a deal, in any strain."""
    pack = vec[Int]([card for card in range(68)])
    rng.shuffle(pack)
    hands: list[str] = []
    for seat in range(4):
        held = sorted(int(card) for card in pack[size * seat:size * seat + size])
        hands.append(".".join(
            "".join(SUPER[card % 17] for card in held if card // 17 == suit)
            for suit in range(len(SUITS))
        ))
    return CardEnding("N:" + " ".join(hands), STRAINS[int(rng.below(5))])


def random_tiles(rng: Rng, size: int) -> TileEnding:
    """Deals the last tiles of a hand of 42, under any declaration."""
    pack = vec[Int]([tile for tile in range(28)])
    rng.shuffle(pack)
    masks = [
        sum(1 << int(tile) for tile in pack[size * seat:size * seat + size]) for seat in range(4)
    ]
    return TileEnding(masks, int(rng.below(len(DECLARATIONS))))


def make_ending(game: str, difficulty: str, seed: int) -> Ending:
    """Makes a problem of a game, the same for the same seed.

    :raises Refused: if the game has none, or there is no such difficulty.
    """
    if game not in ("super-bridge", "texas-42"):
        raise Refused("there are no endings of {game}", game=game)
    if difficulty not in SIZES:
        raise Refused("a problem cannot be {word}", word=difficulty)
    rng = Rng(seed)
    size = SIZES[difficulty]
    for _ in range(TRIES):
        ending: Ending
        if game == "super-bridge":
            ending = random_cards(rng, size)
        else:
            ending = random_tiles(rng, size)
        if len(ending.plays()) < 3:
            continue
        ending.goal = ending.best()
        if (
            ending.goal >= ending.least_goal() and ending.has_one_key()
            and ending.finds() >= FINDS[difficulty]
            and (difficulty == EASY or not ending.is_plain(ending.serving()[0]))
        ):
            return ending
    raise Refused("no problem was found in {tries} tries", tries=TRIES)
