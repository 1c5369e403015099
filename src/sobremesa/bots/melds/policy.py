"""A quick mind for That's It!: how near a hand is to its melds, and what it waits for.

Every tile is of two suits, so a hand of seven is judged by the two suits that meld most of it, one
for four tiles and one for three, and a hand of ten by three. Nearness comes first, then the tiles
that have not been seen of the suits that lack some, then links. What the next player has taken is
not fed.
"""

from __future__ import annotations

from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round
from sobremesa.families.hands import NO_TILE, TILES
from sobremesa.families.melds.melds import OTHER, SUITS, Search, Terms, rank
from sobremesa.families.melds.thats_it import TAKE, TO_TAKE, ThatsItRound
from sobremesa.material.dominoes import BIT, HIGH, ZEROS

# How many bits are set in a row of sixteen.
ONES: Final = vec[Int]([mask.bit_count() for mask in range(65536)])
# More than any hand that goes on is worth.
DONE: Final = 100.0
# A place behind the last of every hand.
NOWHERE: Final[Int] = 15
NOTHING: Final = vec[float]([-1000.0 for _ in range(16)])


class Rack:
    """A hand by its suits: the places of each suit's tiles, and their numbers in it."""

    def __init__(self, tiles: vec[Int], terms: Terms, unseen: vec[Int]) -> None:
        self.terms: Terms = terms
        self.count: Int = len(tiles)
        self.places: vec[Int] = ZEROS[:SUITS]
        self.ranks: vec[Int] = ZEROS[:SUITS]
        self.unseen: vec[Int] = unseen
        # The two suits of each tile.
        self.one: vec[Int] = ZEROS[: len(tiles)]
        self.two: vec[Int] = ZEROS[: len(tiles)]
        for place in range(len(tiles)):
            tile = tiles[place]
            one = HIGH[tile]
            two = OTHER[tile]
            self.one[place] = one
            self.two[place] = two
            self.places[one] |= BIT[place]
            self.places[two] |= BIT[place]
            self.ranks[one] |= BIT[rank(tile, one)]
            self.ranks[two] |= BIT[rank(tile, two)]
        self.tiles: vec[Int] = tiles
        self.long: vec[Int] = self.long_suits()

    def long_suits(self) -> vec[Int]:
        """Lists the suits with two tiles at least, all that are held if there are too few."""
        found = vec[Int]()
        least: Int = 2
        while len(found) < self.terms.melds and least > 0:
            found = vec[Int]()
            for suit in range(SUITS):
                if ONES[self.places[suit]] >= least:
                    found = append(found, suit)
            least -= 1
        return found

    def links(self, suit: Int, left_out: Int) -> Int:
        """Counts the links in a suit without the tile at a place."""
        ranks = self.ranks[suit]
        if self.places[suit] & BIT[left_out] != 0:
            ranks &= ~BIT[rank(self.tiles[left_out], suit)]
        return ONES[ranks & (ranks >> 1)]


class MeldPolicy(Policy):
    """Plays That's It!"""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # In tiles melded: an unseen tile of a suit that is waited for, a link, two melds of a
        # suit; what a new tile of the boneyard promises; what feeding the next player costs.
        self.waited: float = 0.01
        self.link: float = 0.2
        self.same: float = 0.3
        self.hope: float = 0.2
        self.fed: float = 0.1

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what sources of a tile, or discards, seem worth."""
        assert isinstance(round, ThatsItRound)
        unseen = unseen_suits(round)
        if round.asked == TO_TAKE:
            return self.sources(round, moves, unseen)
        tiles = round.racks.tiles(round.turn)
        if moves[len(moves) - 1] >= TILES:
            return finishes(tiles, round.rules.terms, moves)
        rests = self.rests(Rack(tiles, round.rules.terms, unseen))
        wanted = taken_by_next(round)
        found = vec[float]()
        place: Int = 0
        for move in moves:
            while tiles[place] != move:
                place += 1
            likes = wanted[HIGH[move]] + wanted[OTHER[move]]
            found = append(found, rests[place] - self.fed * float(likes))
        return found

    def sources(self, round: ThatsItRound, moves: vec[Int], unseen: vec[Int]) -> vec[float]:
        """Compares the hand with the discard to the hand with a tile to come."""
        found = vec[float]()
        terms = round.rules.terms
        tiles = round.racks.tiles(round.turn)
        for move in moves:
            if move == TAKE:
                more = with_tile(tiles, round.discard)
                rests = self.rests(Rack(more, terms, unseen))
                best = -DONE
                for place in range(len(more)):
                    if more[place] != round.discard and rests[place] > best:
                        best = rests[place]
                found = append(found, best)
            else:
                rests = self.rests(Rack(tiles, terms, unseen))
                found = append(found, rests[NOWHERE] + self.hope)
        return found

    def rests(self, rack: Rack) -> vec[float]:
        """Says what a hand is worth without the tile at each place, and last with all."""
        best = NOTHING[:]
        if rack.terms.melds == 2:
            for four in rack.long:
                for three in rack.long:
                    self.try_two(rack, four, three, best)
        else:
            for four in rack.long:
                for place in range(len(rack.long)):
                    for last in range(place, len(rack.long)):
                        self.try_three(rack, four, rack.long[place], rack.long[last], best)
        return best

    def try_two(self, rack: Rack, four: Int, three: Int, best: vec[float]) -> None:
        """Tries two suits as melds with every tile left out."""
        both = rack.places[four] | rack.places[three]
        whole = self.two(rack, four, three, NOWHERE)
        for place in range(rack.count):
            value = whole
            if both & BIT[place] != 0:
                if best[place] >= whole:
                    continue
                value = self.two(rack, four, three, place)
            if value > best[place]:
                best[place] = value
        if whole > best[NOWHERE]:
            best[NOWHERE] = whole

    def two(self, rack: Rack, four: Int, three: Int, left_out: Int) -> float:
        """Says what a hand is worth by two suits without the tile at a place."""
        without = ~BIT[left_out]
        first = ONES[rack.places[four] & without]
        second = ONES[rack.places[three] & without]
        large: Int = 3 if rack.terms.spare else 4
        melded = ONES[(rack.places[four] | rack.places[three]) & without]
        melded = min(min(melded, large + 3), min(large + second, 3 + first))
        links = rack.links(four, left_out)
        waiting: Int = 0
        value = float(melded)
        if four != three:
            links += rack.links(three, left_out)
            if first < large:
                waiting += rack.unseen[four]
            if second < 3:
                waiting += rack.unseen[three]
        else:
            value += self.same
            if first < large + 3:
                waiting += rack.unseen[four]
        return value + self.waited * float(waiting) + self.link * float(links)

    def try_three(
        self, rack: Rack, four: Int, two: Int, three: Int, best: vec[float]
    ) -> None:
        """Tries three suits as melds with every tile left out."""
        all_three = rack.places[four] | rack.places[two] | rack.places[three]
        whole = self.three(rack, four, two, three, NOWHERE)
        for place in range(rack.count):
            value = whole
            if all_three & BIT[place] != 0:
                if best[place] >= whole:
                    continue
                value = self.three(rack, four, two, three, place)
            if value > best[place]:
                best[place] = value
        if whole > best[NOWHERE]:
            best[NOWHERE] = whole

    def three(self, rack: Rack, four: Int, two: Int, three: Int, left_out: Int) -> float:
        """Says what a hand is worth by three suits without the tile at a place.

        The tiles that can be melded are the least of what some melds hold at most and the
        tiles of the other suits together.
        """
        without = ~BIT[left_out]
        a = rack.places[four] & without
        b = rack.places[two] & without
        c = rack.places[three] & without
        melded = min(ONES[a | b | c], 10)
        melded = min(melded, 4 + ONES[b | c])
        melded = min(melded, 3 + min(ONES[a | c], ONES[a | b]))
        melded = min(melded, min(7 + min(ONES[b], ONES[c]), 6 + ONES[a]))
        waiting: Int = 0
        if ONES[a] < 4:
            waiting += rack.unseen[four]
        if ONES[b] < 3:
            waiting += rack.unseen[two]
        if ONES[c] < 3:
            waiting += rack.unseen[three]
        links = rack.links(four, left_out) + rack.links(two, left_out)
        links += rack.links(three, left_out)
        value = float(melded) + self.waited * float(waiting) + self.link * float(links)
        return value + self.same if four == two and two == three else value


def unseen_suits(round: ThatsItRound) -> vec[Int]:
    """Counts the tiles of each suit that the seat to move has not seen."""
    unseen = vec[Int]([16 for _ in range(SUITS)])
    own = SUITS * round.turn
    for suit in range(SUITS):
        unseen[suit] -= round.suits[own + suit]
    for tile in round.trash:
        unseen[HIGH[tile]] -= 1
        unseen[OTHER[tile]] -= 1
    if round.discard != NO_TILE:
        unseen[HIGH[round.discard]] -= 1
        unseen[OTHER[round.discard]] -= 1
    return unseen


def taken_by_next(round: ThatsItRound) -> vec[Int]:
    """Counts the tiles of each suit that the next player has taken from the discard."""
    wanted = ZEROS[:SUITS]
    after = round.turn + 1 if round.turn + 1 < round.rules.players else 0
    last = NO_TILE
    for entry in round.log:
        move = entry & MOVE_MASK
        if move < TILES:
            last = move
        elif move == TAKE and (entry >> MOVE_BITS) & SEAT_MASK == after and last != NO_TILE:
            wanted[HIGH[last]] += 1
            wanted[OTHER[last]] += 1
    return wanted


def with_tile(tiles: vec[Int], tile: Int) -> vec[Int]:
    """Lists ascending tiles with one more in its place."""
    found = vec[Int]()
    for other in tiles:
        if other > tile and (len(found) == 0 or found[len(found) - 1] < tile):
            found = append(found, tile)
        found = append(found, other)
    return found if len(found) > len(tiles) else append(found, tile)


def finishes(tiles: vec[Int], terms: Terms, moves: vec[Int]) -> vec[float]:
    """Says what each tile laid face down scores; to go on is worth nothing beside that."""
    search = Search(tiles, terms)
    search.finish()
    found = vec[float]()
    place: Int = 0
    for move in moves:
        if move < TILES:
            found = append(found, 0.0)
        else:
            if tiles[place] > move - TILES:
                place = 0
            while tiles[place] != move - TILES:
                place += 1
            found = append(found, DONE + float(search.best[place]))
    return found


add_policy("thats-it", MeldPolicy(0.15))
