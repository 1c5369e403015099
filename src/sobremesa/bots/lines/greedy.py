"""Bots for the games that build a line, by rules of thumb.

A move is worth what a good player would name: the pips it sheds (a double counts for more,
because few tiles take it), the different numbers kept for later, the bot's own tiles that fit the
new ends, and the chance that the others cannot play on them. That serves Block, Draw, Sebastopol
and Tiddle-a-Wink, where a turn is never ended while a tile can be added; Muggins and Bergen add
what a tile scores, Matador the worth of a matador in the hand. All of it is counted from the
view; a player who passed or drew on a number has shown that they lacked it.
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from mypy_extensions import mypyc_attr

from sobremesa.bots.bot import WINNING, Bot, add_bot, best_move
from sobremesa.bots.dominoes import held_in, unseen, without
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import count_of
from sobremesa.families.lines.claims import ClaimGame, ClaimRound
from sobremesa.families.lines.game import LineGame
from sobremesa.families.lines.line import Line
from sobremesa.families.lines.muggins import Muggins
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import ClaimView, LineView
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, PIPS, WIDTH


class LineSight:
    """What a seat sees of a hand, counted out.

    `table` is a round with empty hands and the line as it lies. `room[WIDTH * s + n]` says
    how many tiles with the number n seat s can hold at most.
    """

    def __init__(self, view: View) -> None:
        game = view.game
        assert isinstance(game, LineGame)
        self.game: LineGame = game
        self.seat: Int = view.seat
        self.table: LineRound = game.shadow(view)
        seen = cast(LineView, view.data)
        self.sizes: vec[Int] = vec[Int]([count_of(hand) for hand in seen["hands"]])
        self.hand: vec[Int] = held_in(seen["hands"][view.seat])
        self.boneyard: Int = count_of(seen["boneyard"])
        self.scores: vec[Int] = vec[Int]([score for score in view.scores])
        self.room: vec[Int] = vec[Int]([
            count_of(hand) for hand in seen["opening"]["hands"] for _ in range(WIDTH)
        ])
        self._read_log(view)
        self.unseen: vec[Int] = unseen(game.tiles, self.hand, seen["line"])

    def _read_log(self, view: View) -> None:
        tiles = self.game.tiles
        for mover, text, _ in view.log:
            move: Int = self.game.move_of(text)
            seat: Int = mover
            if self.game.shows_lack(int(move)):
                for number in self.table.line.wanted(self.table.reach(seat)):
                    self.room[WIDTH * seat + number] = 0
            if move < self.game.plays:
                self._spend(seat, HIGH[move % tiles])
                if HIGH[move % tiles] != LOW[move % tiles]:
                    self._spend(seat, LOW[move % tiles])
            elif move == self.game.draw_move:
                for number in range(WIDTH):
                    self.room[WIDTH * seat + number] += 1
            self.table.follow(mover, int(move))

    def _spend(self, seat: Int, number: Int) -> None:
        place = WIDTH * seat + number
        if self.room[place] > 0:
            self.room[place] -= 1

    def chance(self, seat: Int, tile: Int) -> float:
        """Estimates how likely a seat holds a tile that has not been seen."""
        most = self.sizes[seat]
        most = min(most, self.room[WIDTH * seat + HIGH[tile]])
        most = min(most, self.room[WIDTH * seat + LOW[tile]])
        return float(most) / float(len(self.unseen))

    def chance_stuck(self, seat: Int, line: Line) -> float:
        """Estimates how likely a seat has no tile that fits a line."""
        stuck = 1.0
        for tile in self.unseen:
            if line.fits(tile):
                stuck *= 1.0 - self.chance(seat, tile)
        return stuck

    def likely_pips(self, seat: Int) -> float:
        """Estimates the pips in another hand."""
        if len(self.unseen) == 0:
            return 0.0
        pips = float(total_pips(self.unseen))
        return pips * float(self.sizes[seat]) / float(len(self.unseen))

    def line_after(self, move: Int) -> Line:
        """Gives the line as it would lie after a move; `table` then shows it."""
        line = self.table.line.copy()
        self.table.lay(move // self.game.tiles, move % self.game.tiles)
        after = self.table.line
        self.table.line = line
        return after

    def passes_target(self, points: Int) -> bool:
        """Tells whether points are void because the target must be reached exactly."""
        game = self.game
        exact = isinstance(game, Muggins) and game.exact
        return exact and self.scores[self.seat] + points > game.target

    def wins_with(self, points: Int) -> bool:
        """Tells whether that many more points would win the match."""
        if self.game.finish_hand:
            return False
        scores = [int(score) for score in self.scores]
        for seat in self.game.teams.seats(int(self.game.teams.of(self.seat))):
            scores[seat] += int(points)
        return int(self.seat) in self.game.winners(scores)


def total_pips(tiles: vec[Int]) -> Int:
    """Adds up the pips of some tiles."""
    return sum(PIPS[tile] for tile in tiles)


def spread(tiles: vec[Int]) -> Int:
    """Counts the different numbers on some tiles."""
    seen: Int = 0
    for tile in tiles:
        seen |= MARKS[tile]
    return sum(seen & BIT[number] != 0 for number in range(WIDTH))


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyLine(Bot):
    """Sheds weight, keeps a spread of numbers, and shuts the others out."""

    # What things are worth, in pips shed; found by trial in the lab.
    double: Final = 8.0
    number_kept: Final = 1.5
    tile_that_fits: Final = 1.5
    stuck: Final = 12.0
    pip_won: Final = 1.0

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move of the highest value, by lot among equals."""
        return best_move(view, partial(self.value_of, LineSight(view)), rng)

    def value_of(self, sight: LineSight, move: Int) -> float:
        """Says what a move is worth."""
        if move >= sight.game.plays:
            return -WINNING
        rest = without(sight.hand, move % sight.game.tiles)
        if len(rest) == 0:
            return WINNING
        line = sight.line_after(move)
        if sight.game.is_seen_blocked(line, sight.boneyard):
            return self.pip_won * gain_by_block(sight, rest)
        return self.value_of_tile(move % sight.game.tiles, rest) + self.value_of_line(
            sight, line, rest
        )

    def value_of_tile(self, tile: Int, rest: vec[Int]) -> float:
        """Says what it is worth to be rid of a tile and to keep the rest."""
        value = float(PIPS[tile]) + self.number_kept * float(spread(rest))
        return value + self.double if HIGH[tile] == LOW[tile] else value

    def value_of_line(self, sight: LineSight, line: Line, rest: vec[Int]) -> float:
        """Says what a line is worth to a seat that holds the rest of its hand."""
        fitting = sum(line.fits(held) for held in rest)
        players = sight.game.players
        near = 0.0
        all_stuck = 1.0
        for away in range(1, players):
            seat = (sight.seat + away * sight.game.step) % players
            stuck = sight.chance_stuck(seat, line)
            if sight.game.teams.are_partners(seat, sight.seat):
                near -= stuck / float(away)
            else:
                near += stuck / float(away)
            all_stuck *= stuck
        value = self.tile_that_fits * float(fitting)
        if fitting > 0:
            return value + self.stuck * near
        # Nobody, the seat itself included, may be able to go on.
        return value + self.pip_won * all_stuck * gain_by_block(sight, rest)


def gain_by_block(sight: LineSight, rest: vec[Int]) -> float:
    """Estimates the pips by which a seat is ahead of the others together, or partners of the
    other side."""
    own = float(total_pips(rest))
    teams = sight.game.teams
    gain = -own if sight.game.has_partners() else 0.0
    for seat in range(sight.game.players):
        if seat == sight.seat:
            continue
        if not sight.game.has_partners():
            gain += sight.likely_pips(seat) - own
        elif teams.are_partners(seat, sight.seat):
            gain -= sight.likely_pips(seat)
        else:
            gain += sight.likely_pips(seat)
    return gain


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyClaims(GreedyLine):
    """Counts the ends: takes points, leaves few, claims rightly and calls what is open."""

    def __init__(self, point: float, point_left: float) -> None:
        super().__init__()
        self.point: float = point
        self.point_left: float = point_left

    def choose(self, view: View, rng: Rng) -> int:
        """Claims and calls exactly; else takes the move of the highest value."""
        game = view.game
        assert isinstance(game, ClaimGame)
        asked = cast(ClaimView, view.data).get("asked", "play")
        if asked != "claim" and asked != "call":
            return super().choose(view, rng)
        sight = LineSight(view)
        worth = int(worth_of(sight, sight.table.line))
        if asked == "claim":
            return int(game.claim_move) + game.claimable.index(worth)
        return int(game.muggins_move if worth > 0 else game.quiet_move)

    def value_of(self, sight: LineSight, move: Int) -> float:
        """Adds the points that a tile makes, less those it leaves to the next player."""
        value = super().value_of(sight, move)
        if move >= sight.game.plays:
            return value
        line = sight.line_after(move)
        points = worth_of(sight, line)
        if sight.passes_target(points):
            points = 0
        if sight.wins_with(points):
            return 2.0 * WINNING
        game = sight.game
        assert isinstance(game, ClaimGame)
        gain = self.point * float(points) - self.point_left * likely_reply(sight, line)
        return value + gain * float(game.point_worth)


def worth_of(sight: LineSight, line: Line) -> Int:
    """Counts the points that the ends of a line make."""
    table = sight.table
    assert isinstance(table, ClaimRound)
    lies = table.line
    table.line = line
    worth = table.worth()
    table.line = lies
    return worth


def likely_reply(sight: LineSight, line: Line) -> float:
    """Estimates the points of the next player's best reply."""
    seat = sight.game.following(sight.seat)
    replies: list[tuple[int, float]] = []
    lies = sight.table.line
    sight.table.line = line
    for tile in sight.unseen:
        most = best_score(sight, tile)
        if most > 0:
            replies.append((int(most), sight.chance(seat, tile)))
    sight.table.line = lies
    replies.sort(reverse=True)
    likely = 0.0
    none_better = 1.0
    for points, chance in replies:
        likely += float(points) * chance * none_better
        none_better *= 1.0 - chance
    return likely


def best_score(sight: LineSight, tile: Int) -> Int:
    """Finds the most points that a tile can make on the line of the table."""
    line = sight.table.line
    most: Int = 0
    for arm in range(1, len(line.ends)):
        if line.takes(tile, arm) and not line.is_alike(arm):
            after = sight.line_after(arm * sight.game.tiles + tile)
            most = max(most, worth_of(sight, after))
    return most


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyMatador(GreedyLine):
    """Keeps matadors for the ends that nothing else opens."""

    # What it is worth to keep a matador, in pips shed.
    matador: Final = 14.0

    def value_of(self, sight: LineSight, move: Int) -> float:
        """Takes off what a matador in the hand is worth, unless it goes out with it."""
        value = super().value_of(sight, move)
        if move >= sight.game.plays or value == WINNING:
            return value
        held = sight.game.wild[move % sight.game.tiles] != 0
        return value - self.matador if held else value


add_bot("block", "greedy", GreedyLine())
add_bot("draw", "greedy", GreedyLine())
add_bot("muggins", "greedy", GreedyClaims(3.0, 2.0))
add_bot("bergen", "greedy", GreedyClaims(16.0, 13.0))
add_bot("matador", "greedy", GreedyMatador())
add_bot("sebastopol", "greedy", GreedyLine())
add_bot("tiddle-a-wink", "greedy", GreedyLine())
