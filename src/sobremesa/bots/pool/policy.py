"""A quick mind for High Fives: what a play wins, and what it leaves to the others.

Every tile in the pool is worth its points by the chance that somebody who plays before the seat
does again has a match for it, and a little to a seat that has a match itself. Chances are counted
from the tiles that have not been seen.
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_MASK, Round
from sobremesa.families.hands import TILES
from sobremesa.families.pool.high_fives import (
    CLAIM,
    CODES,
    MOST_TILES,
    VALUES,
    HighFivesRound,
    is_match,
    taken_by,
)
from sobremesa.material.dominoes import HIGH, LOW, WIDTH, ZEROS
from sobremesa.material.racks import ROOM

NO_TILE: Final[Int] = -1


class PoolSight:
    """What the seat to move knows: its hand and the unseen tiles, counted by numbers."""

    def __init__(self, round: HighFivesRound) -> None:
        self.own: vec[Int] = ZEROS[:WIDTH]
        self.unseen: vec[Int] = ZEROS[:WIDTH]
        # Tiles in the hands of those who play before this seat does again.
        self.held: Int = 0
        sizes = round.racks.sizes
        for seat in range(round.rules.players):
            if seat != round.turn:
                self.held += sizes[seat]
        start = ROOM * round.turn
        for place in range(start, start + sizes[round.turn]):
            count_in(self.own, round.racks.row[place])
        # The others' hands and the boneyard together are what has not been seen.
        self.count: Int = self.held + round.boneyard()
        if 2 * self.count < TILES:
            self.add_unseen(round)
        else:
            self.leave_out_seen(round)

    def add_unseen(self, round: HighFivesRound) -> None:
        """Counts the other hands and the boneyard."""
        for seat in range(round.rules.players):
            if seat != round.turn:
                start = ROOM * seat
                for place in range(start, start + round.racks.sizes[seat]):
                    count_in(self.unseen, round.racks.row[place])
        for place in range(round.next, len(round.deck)):
            count_in(self.unseen, round.deck[place])

    def leave_out_seen(self, round: HighFivesRound) -> None:
        """Counts what the hand, the piles and the pool leave of the sixteen of each number."""
        gone = ZEROS[:WIDTH]
        for win in round.wins:
            count_in(gone, win % (WIDTH * WIDTH))
        for number in range(WIDTH):
            lying = round.pool.rows[number]
            lies: Int = 0
            while lying != 0:
                lying &= lying - 1
                lies += 1
            self.unseen[number] = WIDTH - self.own[number] - gone[number] - lies

    def chance(self, tile: Int) -> float:
        """Estimates how likely somebody else has a match for a tile."""
        if self.count == 0:
            return 0.0
        matching = self.unseen[HIGH[tile]]
        if HIGH[tile] != LOW[tile]:
            matching += self.unseen[LOW[tile]]
        # By squaring: the chance that none of the tiles held matches.
        without = 1.0 - float(matching) / float(self.count)
        none = 1.0
        left = self.held
        while left > 0:
            if left & 1 != 0:
                none *= without
            without *= without
            left >>= 1
        return 1.0 - none

    def own_matches(self, tile: Int) -> Int:
        """Counts the tiles of the hand that match a tile of the pool."""
        matches = self.own[HIGH[tile]]
        return matches if HIGH[tile] == LOW[tile] else matches + self.own[LOW[tile]]


def count_in(numbers: vec[Int], tile: Int) -> None:
    """Counts a tile with each of its numbers."""
    numbers[HIGH[tile]] += 1
    if HIGH[tile] != LOW[tile]:
        numbers[LOW[tile]] += 1


class LyingPool:
    """The tiles of the pool that count, and what it is worth to the seat that they lie there."""

    def __init__(
        self, sight: PoolSight, lying: vec[Int], point_left: float, point_waiting: float
    ) -> None:
        self.tiles: vec[Int] = vec[Int]()
        self.worth: vec[float] = vec[float]()
        self.matches: vec[Int] = vec[Int]()
        self.total: float = 0.0
        for tile in lying:
            if VALUES[tile] > 0:
                matches = sight.own_matches(tile)
                worth = -point_left * float(VALUES[tile]) * sight.chance(tile)
                if matches > 0:
                    worth += point_waiting * float(VALUES[tile])
                self.tiles = append(self.tiles, tile)
                self.worth = append(self.worth, worth)
                self.matches = append(self.matches, matches)
                self.total += worth


class PoolPolicy(Policy):
    """Plays High Fives."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # In points: a tile won, a point left to the others, one left that can be taken later.
        self.tile_won: float = 0.12
        self.point_left: float = 0.75
        self.point_waiting: float = 0.1
        # How far apart the numbers of tiles end, for the root of those that are not yet won.
        self.spread: float = 0.65

    def telling(self, round: Round) -> Int:
        """Says where the last deal began: before it, all hands were played out."""
        assert isinstance(round, HighFivesRound)
        played = round.rules.players * round.rules.deals[round.deals_made - 1] - round.left
        place: Int = len(round.log)
        while played > 0 and place > 0:
            place -= 1
            if round.log[place] & MOVE_MASK < CLAIM:
                played -= 1
        return place

    def standing(self, round: Round) -> vec[float]:
        """Counts the points won so far, and the bonus by how likely each will have most tiles."""
        assert isinstance(round, HighFivesRound)
        if round.over:
            return super().standing(round)
        players = round.rules.players
        won: Int = 0
        most: Int = 0
        for seat in range(players):
            won += round.counts[seat]
            most = max(most, round.counts[seat])
        reach = self.spread * math.sqrt(float(TILES - won) + 1.0)
        hopes = vec[float]()
        total = 0.0
        for seat in range(players):
            hopes = append(hopes, math.exp(float(round.counts[seat] - most) / reach))
            total += hopes[seat]
        mean = 0.0
        for seat in range(players):
            hopes[seat] = float(round.won[seat]) + float(MOST_TILES) * hopes[seat] / total
            mean += hopes[seat] / float(players)
        for seat in range(players):
            hopes[seat] -= mean
        return hopes

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what plays or claims seem worth."""
        assert isinstance(round, HighFivesRound)
        sight = PoolSight(round)
        pool = LyingPool(sight, round.pool.tiles(0), self.point_left, self.point_waiting)
        found = vec[float]()
        for move in moves:
            found = append(found, self.value_of(round, sight, move, pool))
        return found

    def value_of(
        self, round: HighFivesRound, sight: PoolSight, move: Int, pool: LyingPool
    ) -> float:
        """Says what a play or a claim is worth, less what lies in the pool after it."""
        claims = move >= CLAIM
        played = round.missed if claims else move // CODES
        code = move - CLAIM if claims else move % CODES
        other = taken_by(played, code) if code > 0 else NO_TILE
        value = pool.total
        if code > 0:
            value += float(VALUES[played] + VALUES[other]) + 2.0 * self.tile_won
        elif not claims:
            value -= self.left(sight, played)
        for place in range(len(pool.tiles)):
            tile = pool.tiles[place]
            if tile == other or (tile == played and code > 0):
                value -= pool.worth[place]
            elif not claims and pool.matches[place] == 1 and is_match(tile, played):
                value -= self.point_waiting * float(VALUES[tile])
        return value

    def left(self, sight: PoolSight, tile: Int) -> float:
        """Says what it costs to leave a tile of the hand in the pool."""
        worth = float(VALUES[tile])
        cost = self.point_left * worth * sight.chance(tile)
        # The tile itself is counted with its numbers in the hand.
        itself: Int = 1 if HIGH[tile] == LOW[tile] else 2
        if sight.own_matches(tile) > itself:
            cost -= self.point_waiting * worth
        return cost


add_policy("high-fives", PoolPolicy(0.3))
