"""What a seat can work out about the hidden tiles of That's It!

Every tile that a player discarded, or showed at the end, was in that player's hand by then: it
had been dealt or drawn, unless everybody saw it taken from the discards. So each such tile goes
back to one of the places that its holder had by that time and that no earlier tile has been put
into. The number of those places does not depend on what was put where, and all other tiles can be
anywhere; so a way is drawn by choosing place after place, and every way has the same chance.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound, DealtWorlds
from sobremesa.core.game import NOBODY, View
from sobremesa.core.rng import Rng

if TYPE_CHECKING:
    from sobremesa.families.melds.thats_it import ThatsIt

# The spot of a tile that lies face down and was in no hand.
FACE_DOWN: Final[Int] = -1
UNKNOWN: Final[Int] = -1
TILES: Final = 136


class MeldWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: ThatsIt, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        # The places of hidden tiles: whose they are, and where they lie in the deck.
        self.owners: vec[Int] = vec[Int]()
        self.spots: vec[Int] = vec[Int]()
        # In order of time: a seat has a new place (no tile), or puts a tile back into one.
        self.seats: vec[Int] = vec[Int]()
        self.tiles: vec[Int] = vec[Int]()
        # Tiles that all saw each seat take and that it still holds; tiles that were put back.
        self.carried: list[set[int]] = [set() for _ in range(rules.players)]
        self.gone: vec[Int] = vec[Int]([0 for _ in range(TILES)])
        self.seen: set[int] = set()
        # The deck as far as it is known; the tile laid face down, of the world drawn last too.
        self.deck: vec[Int] = vec[Int]()
        self.drawn: int = 0
        self.down: Int = UNKNOWN
        self.laid_down: Int = UNKNOWN
        self.dealt: list[int] = [0 for _ in range(rules.players)]
        self._read_opening()
        self._read_log()
        self.unseen: vec[Int] = vec[Int]([
            tile for tile in range(TILES) if tile not in self.seen
        ])
        # Where the tiles that nobody has drawn begin.
        self.rest: int = self.first_draw() + self.drawn
        # Whose hands are hidden.
        self.hides: vec[Int] = vec[Int]([
            0 if isinstance(hand, list) else 1 for hand in view.data["hands"]
        ])
        self.set_out()

    def first_draw(self) -> int:
        """Gives the place in the deck where the boneyard began."""
        return len(self.deck) - int(self.opening["boneyard"])

    def _read_opening(self) -> None:
        """Takes note of the deal, or of the position from which the hand began."""
        opening = self.opening
        lying = [*opening.get("trash", []), opening.get("discard", ""), opening.get("taken", "")]
        self.seen.update([self.rules.piece_of(name) for name in lying if name])
        if opening.get("taken"):
            self.carried[opening["turn"]].add(self.rules.piece_of(opening["taken"]))
        for seat, hand in enumerate(opening["hands"]):
            if isinstance(hand, list):
                for tile in self.rules.pieces_of(hand):
                    self.seen.add(tile)
                    self.deck = append(self.deck, tile)
                continue
            self.dealt[seat] = hand - len(self.carried[seat])
            for _ in range(self.dealt[seat]):
                self._add_place(seat, len(self.deck))
                self.deck = append(self.deck, UNKNOWN)
            for tile in self.carried[seat]:
                self.deck = append(self.deck, tile)
        down = opening.get("down", "")
        if down == "?":
            # That round is over, so no place comes behind this one.
            self.owners = append(self.owners, NOBODY)
            self.spots = append(self.spots, FACE_DOWN)
        elif down:
            self.seen.add(self.rules.piece_of(down))
        for _ in range(opening["boneyard"]):
            self.deck = append(self.deck, UNKNOWN)

    def _add_place(self, seat: int, spot: int) -> None:
        self.seats = append(self.seats, seat)
        self.tiles = append(self.tiles, UNKNOWN)
        self.owners = append(self.owners, seat)
        self.spots = append(self.spots, spot)

    def _read_log(self) -> None:
        """Follows the hand as the seat saw it."""
        face = self.opening.get("discard", "")
        discard = self.rules.piece_of(face) if face else -1
        for seat, text, _ in self.view.data["log"]:
            if text == "take":
                self.carried[seat].add(discard)
            elif text.startswith("+"):
                self._read_draw(seat, text)
            elif text == "?!":
                self._read_shown(seat)
            elif text[0].isdigit():
                discard = self.rules.piece_of(text.rstrip("!"))
                self._give_back(seat, discard)

    def _read_draw(self, seat: int, text: str) -> None:
        spot = self.first_draw() + self.drawn
        self.drawn += 1
        if text == "+?":
            self._add_place(seat, spot)
        else:
            tile = self.rules.piece_of(text[1:])
            self.deck[spot] = tile
            self.seen.add(tile)

    def _give_back(self, seat: int, tile: int) -> None:
        """Notes that a tile was in a hand, if that tells where it came from."""
        if tile in self.carried[seat]:
            self.carried[seat].remove(tile)
        elif seat != self.view.seat:
            self.seats = append(self.seats, seat)
            self.tiles = append(self.tiles, tile)
            self.gone[tile] = 1
        self.seen.add(tile)

    def _read_shown(self, seat: int) -> None:
        """Reads the melds of a winner; a tile taken and not shown lies face down."""
        for name in self.view.data["hands"][seat]:
            self._give_back(seat, self.rules.piece_of(name))
        for tile in self.carried[seat]:
            self.down = tile

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can have been dealt and drawn.

        The order of the tiles that nobody has drawn is left out.
        """
        ways = 1
        free = [0 for _ in range(self.rules.players)]
        for event in range(len(self.seats)):
            seat = self.seats[event]
            if self.tiles[event] < 0:
                free[seat] += 1
            else:
                ways *= free[seat]
                free[seat] -= 1
        ways *= factorial(len(self.unseen)) // factorial(len(self.deck) - self.rest)
        # The order of the tiles within a deal is of no account.
        for size in self.dealt:
            ways //= factorial(size)
        return ways

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely, and the tile that lies face down."""
        lying = self._put_back(rng)
        rest = self.unseen[:]
        rng.shuffle(rest)
        deck = self.deck[:]
        taken: Int = 0
        self.laid_down = self.down
        winner = int(self.view.data["winner"])
        for place in range(len(lying)):
            tile = lying[place]
            if tile < 0:
                tile = rest[taken]
                taken += 1
                if self.laid_down < 0 and self.owners[place] == winner:
                    # The one tile of a winner that nobody saw is the one laid face down.
                    self.laid_down = tile
            if self.spots[place] == FACE_DOWN:
                self.laid_down = tile
            else:
                deck[self.spots[place]] = tile
        for spot in range(self.rest, len(deck)):
            deck[spot] = rest[taken]
            taken += 1
        return deck

    def _put_back(self, rng: Rng) -> vec[Int]:
        """Puts every tile that was in a hand into one of the places free by then."""
        lying = vec[Int]([UNKNOWN for _ in self.owners])
        free: list[vec[Int]] = [vec[Int]() for _ in range(self.rules.players)]
        place: Int = 0
        for event in range(len(self.seats)):
            seat = self.seats[event]
            if self.tiles[event] < 0:
                free[seat] = append(free[seat], place)
                place += 1
            else:
                places = free[seat]
                last: Int = len(places) - 1
                chosen = rng.below(last + 1)
                lying[places[chosen]] = self.tiles[event]
                places[chosen] = places[last]
                free[seat] = places[:last]
        return lying

    def set_out(self) -> None:
        """Plays the log through, from a deal that fits; what lies face down is drawn too."""
        deck = self.deck_drawn(Rng(0))
        opening = dict(self.opening)
        if opening.get("down") == "?":
            opening["down"] = self.rules.piece_name(int(self.laid_down))
        self.follow(self.rules.set_out(opening, deck))

    def move_at(self, round: DealtRound, time: int, text: str) -> int:
        """Reads an entry of the log; what lies face down is what was drawn for it."""
        return TILES + int(self.laid_down) if text == "?!" else round.read(text)

    def world(self, deck: vec[Int]) -> DealtRound:
        """Gives the round with a deck that fits and what was drawn with it."""
        world = super().world(deck)
        self.rules.lay_down(world, self.laid_down)
        return world

    def hold_again(self, world: DealtRound) -> None:
        """Gives every hidden hand what came to it and was not put out."""
        for seat in range(len(self.hides)):
            if self.hides[seat] != 0:
                world.empty_hand(seat)
                for tile in self.carried[seat]:
                    world.hold(seat, tile)
        for place in range(len(self.owners)):
            owner = self.owners[place]
            if owner != NOBODY and self.hides[owner] != 0:
                tile = world.deck[self.spots[place]]
                if self.gone[tile] == 0:
                    world.hold(owner, tile)
