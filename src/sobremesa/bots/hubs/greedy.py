"""Bots for the games whose lines leave from one double, by rules of thumb.

In Mexican Train a good player plans the longest run their own train can still make, plays the
tiles that are not in it elsewhere, sheds pips, and is careful with doubles they cannot answer. In
Super Dominos every tile counts the same, so the powers decide: to go again, to make others draw
or lose a turn, and to keep tiles that fit.
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from sobremesa.bots.bot import WINNING, Bot, add_bot, best_move
from sobremesa.bots.dominoes import held_in, unseen, without
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.families.hubs.hub import HubGame, HubRound
from sobremesa.families.hubs.mexican_train import TrainRound
from sobremesa.families.hubs.super_dominos import SuperDominos, SuperRound
from sobremesa.families.hubs.views import HubView
from sobremesa.material.dominoes import BIT, HIGH, LOW, PIPS

# So many tiles are tried in search of the longest run.
PATIENCE: Final[Int] = 400


class Run:
    """A search for the run of tiles with the most pips from a number on."""

    def __init__(self, hand: vec[Int]) -> None:
        self.hand: vec[Int] = hand
        self.laid: vec[Int] = vec[Int]([0 for _ in range(len(hand))])
        self.tried: Int = 0

    def best(self, number: Int) -> Int:
        """Gives the most pips that a run from a number can shed, as far as it is searched."""
        most: Int = 0
        place: Int = 0
        while place < len(self.hand) and self.tried < PATIENCE:
            tile = self.hand[place]
            if self.laid[place] == 0 and (HIGH[tile] == number or LOW[tile] == number):
                self.laid[place] = 1
                self.tried += 1
                pips = PIPS[tile] + self.best(HIGH[tile] + LOW[tile] - number)
                self.laid[place] = 0
                if pips > most:
                    most = pips
            place += 1
        return most


class HubSight:
    """What a seat sees: its hand, the tiles it has not seen, and the table.

    The table is followed from the view to where it is now, so nothing is in the hands of others.
    """

    def __init__(self, view: View) -> None:
        game = view.game
        assert isinstance(game, HubGame)
        table = game.shadow(view)
        assert isinstance(table, HubRound)
        for seat, text, _ in view.log:
            table.follow(seat, game.move_of(text))
        self.table: HubRound = table
        self.seat: Int = view.seat
        seen = cast(HubView, view.data)
        self.hand: vec[Int] = held_in(seen["hands"][view.seat])
        self.unseen: vec[Int] = unseen(game.tiles, self.hand, seen["line"])


class GreedyTrain(Bot):
    """Plans its own train, sheds pips elsewhere, and answers its doubles."""

    # What things are worth, in pips shed; found by trial in the lab.
    run: Final = 0.5
    unanswered: Final = 14.0
    marker: Final = 6.0
    own: Final = 2.0

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move of the highest value, by lot among equals."""
        return best_move(view, partial(self.value_of, HubSight(view)), rng)

    def value_of(self, sight: HubSight, move: Int) -> float:
        """Says what a move is worth."""
        table = sight.table
        assert isinstance(table, TrainRound)
        seat = sight.seat
        tiles = table.rules.tiles
        if move >= table.rules.plays:
            return -WINNING
        tile = move % tiles
        rest = without(sight.hand, tile)
        if len(rest) == 0:
            return WINNING
        arm = move // tiles
        if arm == 0:
            return float(PIPS[tile])
        train = seat + 1
        value = float(PIPS[tile])
        end = table.line.ends[train]
        if arm == train:
            end = HIGH[tile] + LOW[tile] - end
            value += self.own
            if table.marked >> train & 1 != 0:
                value += self.marker
        is_begun = table.begun >> train & 1 != 0
        # In the turn in which the train is begun the whole run is laid at once.
        weight = 1.0 if arm == train and (table.begins or not is_begun) else self.run
        value += weight * float(Run(rest).best(end))
        if HIGH[tile] == LOW[tile] and not holds_number(rest, HIGH[tile]):
            value -= self.unanswered
        return value


def holds_number(hand: vec[Int], number: Int) -> bool:
    """Tells whether a hand has a tile with a number."""
    return any(HIGH[tile] == number or LOW[tile] == number for tile in hand)


class Outlook:
    """The table of Super Dominos as a seat sees it after a move."""

    def __init__(self, sight: HubSight, move: Int) -> None:
        table = sight.table.copy()
        assert isinstance(table, SuperRound)
        table.follow(int(table.turn), int(move))
        self.table: SuperRound = table

    def fitting(self, tiles: vec[Int]) -> Int:
        """Counts the tiles that could be laid by the seat to decide if it held them."""
        table = self.table
        reach = table.reach(table.turn)
        found: Int = 0
        for tile in tiles:
            for arm in range(1, table.rules.arms + 1):
                if reach & BIT[arm] != 0 and table.takes(tile, arm):
                    found += 1
                    break
        return found

    def chance_stuck(self, unseen: vec[Int]) -> float:
        """Estimates how likely the seat to decide has no tile that fits."""
        if len(unseen) == 0:
            return 0.0
        misses = 1.0 - float(self.fitting(unseen)) / float(len(unseen))
        stuck = 1.0
        for _ in range(self.table.hands.sizes[self.table.turn]):
            stuck *= misses
        return stuck


class GreedySuper(Bot):
    """Uses the powers, shuts the next player out, and keeps what fits."""

    # What things are worth, in tiles; found by trial in the lab.
    next_stuck: Final = 2.0
    own_stuck: Final = 3.0
    own_scarce: Final = 2.0
    drawn_by_other: Final = 1.5
    again: Final = 0.8
    skipped: Final = 0.5
    pip: Final = 0.002

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move of the highest value, by lot among equals."""
        return best_move(view, partial(self.value_of, HubSight(view)), rng)

    def value_of(self, sight: HubSight, move: Int) -> float:
        """Says what a move is worth."""
        rules = sight.table.rules
        assert isinstance(rules, SuperDominos)
        if move >= rules.plays:
            return -1.0
        tile = move % rules.tiles
        rest = without(sight.hand, tile)
        if len(rest) == 0:
            return WINNING
        outlook = Outlook(sight, move)
        after = outlook.table
        left = after.line.ends[move // rules.tiles] if move >= rules.tiles else HIGH[tile]
        value = self.pip * float(PIPS[tile])
        if rules.by_pips:
            value *= 20.0
        if left == 15:
            value += self.drawn_by_other * float(rules.players - 1)
        if after.skips and left != 14:
            value += self.skipped
        fitting = outlook.fitting(rest)
        if left == 14:
            return value + (self.again if fitting > 0 else 0.0)
        if after.turn != sight.seat:
            value += self.next_stuck * outlook.chance_stuck(sight.unseen)
        if fitting == 0:
            return value - self.own_stuck
        return value - self.own_scarce / float(fitting)


add_bot("mexican-train", "greedy", GreedyTrain())
add_bot("super-dominos", "greedy", GreedySuper())
