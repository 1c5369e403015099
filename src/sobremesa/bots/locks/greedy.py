"""A bot for the lock-and-key game, by rules of thumb.

A play is worth the points and tiles it sheds, the plays it leaves to the bot's own hand, and the
chance that the next opponent has none: that few tiles of the suits asked for are unseen, that the
opponent has passed on them before, or that a side is closed and its key is not likely in their
hand. A play that closes the round is worth what the count will bring.
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from mypy_extensions import mypyc_attr

from sobremesa.bots.bot import WINNING, Bot, add_bot, best_move
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import count_of, face_up
from sobremesa.families.locks.cerrojo import Cerrojo
from sobremesa.families.locks.layout import Layout
from sobremesa.families.locks.round import CerrojoRound
from sobremesa.families.locks.views import LockView
from sobremesa.material.locks import KEY, LOCK, MOST_SUITS, WIDTH, ZEROS, parse_kind

# How likely a player still lacks a suit on which they have passed or drawn.
LACKING: Final = 0.75


class LockSight:
    """What a seat sees of a round, counted out.

    `table` is a round with the line as it lies and no hand but the seat's own. `unseen[kind]`
    counts the tiles that lie in other hands or face down; `lacks[WIDTH * s + suit]` says that
    seat s has passed on a suit and has drawn nothing since.
    """

    def __init__(self, view: View) -> None:
        game = view.game
        assert isinstance(game, Cerrojo)
        self.game: Cerrojo = game
        self.seat: Int = view.seat
        self.table: CerrojoRound = game.bare_round()
        self.lacks: vec[Int] = ZEROS[: game.players * WIDTH]
        seen = cast(LockView, view.data)
        for text in seen["opening"].get("line", []):
            self.table.layout.lay(game.plays.read(text))
        for mover, text, _ in view.log:
            self._read(mover, game.move_of(text))
        self.sizes: vec[Int] = vec[Int]([count_of(hand) for hand in seen["hands"]])
        self.unseen: vec[Int] = ZEROS[: 3 * (MOST_SUITS + 1)]
        self.count: Int = 0
        self._count_unseen(seen)

    def _read(self, seat: Int, move: Int) -> None:
        """Follows a move of the log."""
        game = self.game
        layout = self.table.layout
        if move < game.plays.count:
            layout.lay(move)
            return
        for side in range(2):
            if layout.salida != 0 and layout.is_open(side):
                self.lacks[seat * WIDTH + layout.asks[side]] = 1
        if move == game.draw_move:
            for suit in range(WIDTH):
                self.lacks[seat * WIDTH + suit] = 0

    def _count_unseen(self, seen: LockView) -> None:
        for kind in self.game.set:
            self.unseen[kind] += 1
        for text in seen["line"]:
            for laid in self.game.plays.tiles(self.game.plays.read(text)):
                self.unseen[laid] -= 1
        for name in face_up(seen["hands"][int(self.seat)]):
            kind = parse_kind(name)
            self.unseen[kind] -= 1
            self.table.hands.give(self.seat, kind)
        self.count = sum(number for number in self.unseen)

    def unseen_of(self, suit: Int) -> Int:
        """Counts the unseen tiles of a suit."""
        return self.unseen[3 * suit] + self.unseen[3 * suit + LOCK] + self.unseen[3 * suit + KEY]

    def chance_without(self, seat: Int, tiles: Int) -> float:
        """Estimates how likely a seat has none of that many unseen tiles."""
        without = 1.0
        if self.count == 0:
            return without
        held = float(self.sizes[seat]) / float(self.count)
        for _ in range(tiles):
            without *= max(1.0 - held, 0.0)
        return without

    def chance_stuck(self, seat: Int, layout: Layout) -> float:
        """Estimates how likely a seat has no play on a table."""
        stuck = 1.0
        for side in range(2):
            suit = layout.asks[side]
            if layout.is_open(side):
                without = self.chance_without(seat, self.unseen_of(suit))
                if self.lacks[seat * WIDTH + suit] != 0:
                    without = max(without, LACKING)
                # A base needs a pair that has not been made there.
                free = float(bits(layout.may_join(side, suit)))
                paired = min(1.0, free * float(self.sizes[seat]) / float(2 * self.game.suits))
                stuck *= without + (1.0 - without) * (1.0 - paired)
            elif layout.is_locked(side):
                stuck *= self.chance_without(seat, self.unseen[3 * suit + KEY])
        return stuck

    def likely_points(self, team: Int) -> float:
        """Estimates the points in the hands of a team, leaving out the bot's own hand."""
        if self.count == 0:
            return 0.0
        points = sum(suit * self.unseen_of(suit) for suit in range(1, self.game.suits + 1))
        others = [seat for seat in self.game.teams.seats(int(team)) if seat != self.seat]
        tiles = sum(self.sizes[seat] for seat in others)
        return float(points) * float(tiles) / float(self.count)


def bits(mask: Int) -> Int:
    """Counts the suits of a mask."""
    count: Int = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyLocks(Bot):
    """Sheds weight, keeps plays for itself, and shuts the next opponent out."""

    # What things are worth, in points shed; found by trial in the lab.
    point: Final = 1.0
    tile: Final = 4.0
    can_go_on: Final = 10.0
    play_kept: Final = 0.3
    stuck: Final = 10.0
    special_kept: Final = 3.0

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move of the highest value, by lot among equals."""
        return best_move(view, partial(self.value_of, LockSight(view)), rng)

    def value_of(self, sight: LockSight, move: Int) -> float:
        """Says what a move is worth."""
        plays = sight.game.plays
        if move >= plays.count:
            return -WINNING
        table = sight.table
        lies = table.layout
        tiles = plays.tiles(move)
        after = lies.copy()
        after.lay(move)
        table.layout = after
        for kind in tiles:
            table.hands.take(sight.seat, kind)
        value = self._value_after(sight, tiles)
        for kind in tiles:
            table.hands.give(sight.seat, kind)
        table.layout = lies
        return value

    def _value_after(self, sight: LockSight, tiles: list[int]) -> float:
        """Says what it is worth to have laid tiles, and what is left to everybody."""
        table = sight.table
        hands = table.hands
        layout = table.layout
        if hands.sizes[sight.seat] == 0:
            return WINNING
        if layout.is_dead(0, False) and layout.is_dead(1, False):
            return self._value_of_closing(sight)
        value = 0.0
        for kind in tiles:
            value += self.tile + self.point * float(kind // 3)
            if kind % 3 != 0:
                value -= self.special_kept
        own = len(table.plays_of(sight.seat))
        if own > 0:
            value += self.can_go_on + self.play_kept * float(min(own, 12))
        players = sight.game.players
        for away in range(1, players):
            seat = (sight.seat + away) % players
            if not sight.game.teams.are_partners(seat, sight.seat):
                value += self.stuck * sight.chance_stuck(seat, layout) / float(away)
        return value

    def _value_of_closing(self, sight: LockSight) -> float:
        """Says what the count of a round that is closed now will probably bring."""
        teams = sight.game.teams
        own = float(sight.table.hands.points(sight.seat))
        own += sight.likely_points(teams.of(sight.seat))
        gain = 0.0
        least = WINNING
        for team in range(teams.count):
            if team != teams.of(sight.seat):
                likely = sight.likely_points(team)
                gain += likely
                least = min(least, likely)
        return 2.0 * gain if own < least else -2.0 * own


add_bot("cerrojo", "greedy", GreedyLocks())
