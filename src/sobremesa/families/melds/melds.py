"""Melds of That's It!: three or four tiles of one number, or three or four doubles.

Within a meld the tiles stand in the order of their other number, doubles in the order of
their number (TI-R03). Two neighbours whose numbers differ by one are a link; a meld scores 1
and 1 for each link or, if it is linked throughout, 2 for each tile instead (TI-R04, TI-R05).
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES, ZEROS, parse_tile

# The suits: the numbers 0 to 15, and behind them the doubles.
DOUBLES: Final[Int] = 16
SUITS: Final[Int] = 17
# Every tile is of two suits: that of its higher number, and this one.
OTHER: Final = vec[Int]([16 if HIGH[tile] == LOW[tile] else LOW[tile] for tile in range(136)])
# No meld at all, in the place of a third one.
NONE: Final[Int] = -1


class Terms:
    """What a table has agreed on: how many tiles make a hand, and what doubles a score."""

    def __init__(
        self, hand: Int, spare: bool = False, doubles_suit: bool = False, on_pair: bool = False
    ) -> None:
        self.hand: Int = hand
        # Two melds of three are enough, one tile being left over (TI-R02).
        self.spare: bool = spare
        # Melds of doubles are of one suit (TI-R07); two melds of three are enough (TI-R08).
        self.doubles_suit: bool = doubles_suit
        self.on_pair: bool = on_pair
        # How many melds there are, and how many tiles they need at least.
        self.melds: Int = 2 if hand == 7 else 3
        self.needed: Int = hand - 1 if spare else hand
        # Some suit has at least this many tiles in a finished hand.
        self.longest: Int = 3 if spare else 4


class Melds:
    """Melds that can be made of a row of tiles: which places, points, suit and size."""

    def __init__(self) -> None:
        self.masks: vec[Int] = vec[Int]()
        self.points: vec[Int] = vec[Int]()
        self.suits: vec[Int] = vec[Int]()
        self.sizes: vec[Int] = vec[Int]()

    def add(self, mask: Int, suit: Int, size: Int, links: Int) -> None:
        """Adds a meld."""
        self.masks = append(self.masks, mask)
        self.suits = append(self.suits, suit)
        self.sizes = append(self.sizes, size)
        self.points = append(self.points, worth(size, links))


def worth(size: Int, links: Int) -> Int:
    """Gives the points of a meld (TI-11, TI-12, TI-16)."""
    return 1 + (2 * size if links == size - 1 else links)


def rank(tile: Int, suit: Int) -> Int:
    """Gives the number by which a tile stands in its suit, or -1 if it is of another."""
    if suit == DOUBLES:
        return HIGH[tile] if HIGH[tile] == LOW[tile] else -1
    if HIGH[tile] == suit:
        return LOW[tile]
    return HIGH[tile] if LOW[tile] == suit else -1


def melds_of(tiles: vec[Int]) -> Melds:
    """Finds every meld in a row of ascending tiles."""
    found = Melds()
    counts = ZEROS[:SUITS]
    for tile in tiles:
        counts[HIGH[tile]] += 1
        counts[OTHER[tile]] += 1
    for suit in range(SUITS):
        if counts[suit] >= 3:
            places = vec[Int]()
            ranks = vec[Int]()
            for place in range(len(tiles)):
                number = rank(tiles[place], suit)
                if number >= 0:
                    places = append(places, place)
                    ranks = append(ranks, number)
            add_suit(found, suit, places, ranks)
    return found


def add_suit(found: Melds, suit: Int, places: vec[Int], ranks: vec[Int]) -> None:
    """Adds every three and every four tiles of a suit; ascending tiles ascend in rank too."""
    count: Int = len(places)
    for one in range(count - 2):
        for two in range(one + 1, count - 1):
            for three in range(two + 1, count):
                mask = BIT[places[one]] | BIT[places[two]] | BIT[places[three]]
                links: Int = 0
                if ranks[two] - ranks[one] == 1:
                    links += 1
                if ranks[three] - ranks[two] == 1:
                    links += 1
                found.add(mask, suit, 3, links)
                for four in range(three + 1, count):
                    more: Int = 1 if ranks[four] - ranks[three] == 1 else 0
                    found.add(mask | BIT[places[four]], suit, 4, links + more)


class Search:
    """The best way to make melds of a row of tiles, found by trying all.

    `best[p]` has the score of the best finished hand that leaves the tile at place p out, 0 if
    there is none; the last entry is for a hand that leaves out nothing. `melds_of_best` has
    three melds for each, -1 where there are fewer.
    """

    def __init__(self, tiles: vec[Int], terms: Terms) -> None:
        self.terms: Terms = terms
        self.count: Int = len(tiles)
        self.all: Int = BIT[len(tiles)] - 1
        self.melds: Melds = melds_of(tiles)
        self.best: vec[Int] = ZEROS[: len(tiles) + 1]
        self.melds_of_best: vec[Int] = ZEROS[: 3 * (len(tiles) + 1)]

    def score(self, one: Int, two: Int, three: Int) -> Int:
        """Gives the score of two or three melds (TI-11, TI-19, TI-R07, TI-R08)."""
        points = self.melds.points
        total = points[one] + points[two]
        same = self.is_same(one, two)
        if three != NONE:
            total += points[three]
            if self.terms.on_pair:
                same = same or self.is_same(one, three) or self.is_same(two, three)
            else:
                same = same and self.is_same(one, three)
        return 2 * total if same else total

    def is_same(self, one: Int, other: Int) -> bool:
        """Tells whether two melds are of one suit that doubles."""
        suit = self.melds.suits[one]
        return suit == self.melds.suits[other] and (suit < DOUBLES or self.terms.doubles_suit)

    def finish(self) -> None:
        """Finds the best finished hands: four and three tiles or, with ten, four, three and
        three; two threes are enough where one may be spare."""
        melds = self.melds
        count: Int = len(melds.masks)
        for one in range(count):
            if melds.sizes[one] == 4 or self.terms.spare:
                for two in range(one + 1 if melds.sizes[one] == 3 else 0, count):
                    if melds.sizes[two] == 3 and melds.masks[one] & melds.masks[two] == 0:
                        if self.terms.melds == 2:
                            self.note(one, two, NONE)
                        else:
                            self.add_third(one, two)

    def add_third(self, one: Int, two: Int) -> None:
        """Finds the third melds that go with two."""
        melds = self.melds
        taken = melds.masks[one] | melds.masks[two]
        for three in range(two + 1, len(melds.masks)):
            if melds.sizes[three] == 3 and melds.masks[three] & taken == 0:
                self.note(one, two, three)

    def note(self, one: Int, two: Int, three: Int) -> None:
        """Keeps a finished hand for every tile that it leaves out, if it is the best."""
        rest = self.all ^ self.melds.masks[one] ^ self.melds.masks[two]
        if three != NONE:
            rest ^= self.melds.masks[three]
        score = self.score(one, two, three)
        for place in range(self.count + 1):
            is_left = rest == 0 if place == self.count else rest & BIT[place] != 0
            if is_left and score > self.best[place]:
                self.best[place] = score
                self.melds_of_best[3 * place] = one
                self.melds_of_best[3 * place + 1] = two
                self.melds_of_best[3 * place + 2] = three

    def best_place(self) -> Int:
        """Gives the place to leave out for the best score, or -1 if no hand is finished."""
        found: Int = -1
        place: Int = self.count
        while place >= 0:
            if self.best[place] > 0 and (found < 0 or self.best[place] > self.best[found]):
                found = place
            place -= 1
        return found

    def masks_at(self, place: Int) -> list[int]:
        """Gives the places of the melds in the best hand that leaves a place out."""
        return [
            int(self.melds.masks[self.melds_of_best[3 * place + number]])
            for number in range(3)
            if self.melds_of_best[3 * place + number] != NONE
        ]

    def partial(self) -> list[int]:
        """Gives the places of the melds that are there already: most tiles, then most points."""
        self.finish()
        place = self.best_place()
        if place >= 0:
            return self.masks_at(place)
        return self.largest(0, 0, self.terms.melds, True)[1]

    def largest(self, start: Int, taken: Int, most: Int, four: bool) -> tuple[int, list[int]]:
        """Finds from meld `start` on the set of at most that many melds, one of them a four if
        `four`, that is worth most."""
        melds = self.melds
        value = 0
        chosen: list[int] = []
        if most == 0:
            return value, chosen
        for one in range(start, len(melds.masks)):
            if melds.masks[one] & taken == 0 and (four or melds.sizes[one] == 3):
                after, others = self.largest(
                    one + 1, taken | melds.masks[one], most - 1, four and melds.sizes[one] == 3
                )
                after += int(100 * melds.sizes[one] + melds.points[one])
                if after > value:
                    value = after
                    chosen = [int(melds.masks[one]), *others]
        return value, chosen


def hand_score(tiles: vec[Int], terms: Terms) -> Int:
    """Gives the score of a hand by its best partition, 0 if it is not finished (TI-R06)."""
    search = Search(tiles, terms)
    search.finish()
    place = search.best_place()
    return search.best[place] if place >= 0 else 0


def row_of(names: list[str]) -> vec[Int]:
    """Reads tiles by name and puts them in order."""
    return vec[Int](sorted([parse_tile(name) for name in names]))


def meld_points(names: list[str]) -> int:
    """Gives the points of tiles that are one meld, 0 if they are not.

    >>> meld_points(["12-2", "13-2", "14-2"]), meld_points(["1-1", "2-2"])
    (7, 0)
    """
    if not 3 <= len(names) <= 4:
        return 0
    melds = melds_of(row_of(names))
    for place in range(len(melds.masks)):
        if melds.sizes[place] == len(names):
            return int(melds.points[place])
    return 0


def hand_points(names: list[str], terms: Terms) -> int:
    """Gives the score of a hand by its best partition, 0 if it is not finished."""
    return int(hand_score(row_of(names), terms))


def ranks_of(names: list[str]) -> list[int]:
    """Gives the numbers by which the tiles of a meld stand in their suit.

    >>> ranks_of(["9-8", "9-9", "10-9"]), ranks_of(["4-4", "5-5", "6-6"])
    ([8, 9, 10], [4, 5, 6])
    """
    tiles = [parse_tile(name) for name in names]
    for suit in range(SUITS):
        ranks = [int(rank(tile, suit)) for tile in tiles]
        if min(ranks) >= 0:
            return ranks
    return []


def grouped(names: list[str], terms: Terms) -> list[list[str]]:
    """Puts tiles together as they are melded best; what is left over comes last.

    The melds come with the most tiles first, each in the order of its suit.

    >>> grouped(["3-1", "3-2", "9-9", "5-3", "6-6"], Terms(7))
    [['3-1', '3-2', '5-3'], ['6-6', '9-9']]
    """
    tiles = row_of(names)
    groups = [
        [int(tiles[place]) for place in range(len(tiles)) if mask >> place & 1]
        for mask in Search(tiles, terms).partial()
    ]
    groups.sort(key=lambda group: (-len(group), group))
    used = {tile for group in groups for tile in group}
    groups.append([int(tile) for tile in tiles if tile not in used])
    return [[NAMES[tile] for tile in group] for group in groups]
