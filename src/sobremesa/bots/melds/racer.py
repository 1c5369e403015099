"""A bot for That's It! that counts turns: until it is melded, and what its discards give away.

It takes whichever brings its end nearer, the discard or a tile to come, and discards what costs it
fewest turns, its own and those that the next player would save by the tile. Whether the next player
wants a tile it reads from what they took and what they threw away.
"""

from __future__ import annotations

import math
from typing import Final, cast

from sobremesa.bots.bot import Bot
from sobremesa.bots.dominoes import TILE_OF, held_in, unseen
from sobremesa.bots.melds.greedy import GreedyMelds
from sobremesa.bots.melds.race import Race
from sobremesa.bots.thoughts import TURNS, Thoughts, Weighed, only
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.families.hands import TILES
from sobremesa.families.melds.melds import OTHER, SUITS
from sobremesa.families.melds.thats_it import DRAW, TAKE, ThatsIt
from sobremesa.families.melds.views import MeldView
from sobremesa.material.dominoes import HIGH, ZEROS

# How the chance that a player wants a tile follows from its `signs`: `lab.feeding` finds these.
WEIGHTS: Final = vec[float]([-4.36, 1.45, 1.02, -1.72, -0.85, 1.90, -2.29, 1.60, -0.08, 2.03])
# The turns that somebody saves in the mean by a tile that they want.
SAVED: Final = 3.0
# Turns after which a hand is as far as it gets.
LATE: Final[Int] = 12


class Habits:
    """What a player took from the discard and threw away, by suits."""

    def __init__(self, view: View, player: Int) -> None:
        self.took: vec[Int] = ZEROS[:SUITS]
        self.threw: vec[Int] = ZEROS[:SUITS]
        self.turns: Int = 0
        self.takes: Int = 0
        discard: Int = -1
        for seat, text, _ in view.log:
            if text == "take" and seat == player and discard >= 0:
                self.takes += 1
                note(self.took, discard)
            if text in TILE_OF:
                discard = TILE_OF[text]
                if seat == player:
                    self.turns += 1
                    note(self.threw, discard)

    def signs(self, tile: Int, unseen_suits: vec[Int]) -> vec[float]:
        """Says in numbers what speaks for it that the player wants a tile, and what against."""
        wanted: Int = 0
        often: Int = 0
        mixed: Int = 0
        unwanted: Int = 0
        unknown: Int = 0
        for suit in (HIGH[tile], OTHER[tile]):
            took = self.took[suit]
            threw = self.threw[suit]
            wanted += 1 if took > 0 else 0
            often += 1 if took > 1 else 0
            mixed += 1 if took > 0 and threw > 0 else 0
            unwanted += 1 if threw > 0 else 0
            unknown += unseen_suits[suit]
        late = float(min(self.turns, LATE)) / float(LATE)
        return vec[float]([
            1.0, float(wanted), float(often), float(mixed), float(unwanted), late,
            float(self.takes) / 4.0, float(wanted) * late, float(unwanted) * late,
            float(unknown) / 16.0,
        ])

    def wants(self, tile: Int, unseen_suits: vec[Int]) -> float:
        """Gives the chance that a tile would bring the player nearer to their melds."""
        total = 0.0
        signs = self.signs(tile, unseen_suits)
        for place in range(len(WEIGHTS)):
            total += WEIGHTS[place] * signs[place]
        return 1.0 / (1.0 + math.exp(-total))


def note(suits: vec[Int], tile: Int) -> None:
    """Counts a tile in both of its suits."""
    suits[HIGH[tile]] += 1
    suits[OTHER[tile]] += 1


class Racer(Bot):
    """Looks `deep` steps ahead in the hand; `wary` is how much the next player's gain counts."""

    def __init__(self, deep: int, wary: float) -> None:
        self.deep: Int = deep
        self.wary: float = wary
        self.greedy: GreedyMelds = GreedyMelds()

    def choose(self, view: View, rng: Rng) -> int:
        """Takes, draws, discards or declares."""
        return self.think(view, rng).move

    def think(self, view: View, rng: Rng) -> Thoughts:
        """Says for each candidate how many turns there are to the end, fewer being better."""
        moves = view.moves
        if len(moves) == 1:
            return only(moves[0])
        seen = cast(MeldView, view.data)
        if seen["asked"] == "take":
            return self.source(view, seen)
        if moves[-1] >= TILES:
            return only(self.greedy.choose(view, rng))
        return self.discard(view, seen)

    def race(self, view: View, seen: MeldView) -> Race:
        """Lays out the seat's hand with the tiles that it has not seen."""
        game = view.game
        assert isinstance(game, ThatsIt)
        hand = held_in(seen["hands"][view.seat])
        lying = [*seen["trash"], *([seen["discard"]] if seen["discard"] else [])]
        race = Race(game.terms, unseen(TILES, hand, lying))
        race.hold(hand)
        return race

    def source(self, view: View, seen: MeldView) -> Thoughts:
        """Takes the discard if that is a turn well spent, else draws."""
        race = self.race(view, seen)
        stays = race.turns(self.ahead(race))
        tile: Int = TILE_OF[seen["discard"]]
        race.add(tile)
        takes = 1.0 + race.best(self.ahead(race), tile)
        draw = int(DRAW) if int(DRAW) in view.moves else view.moves[-1]
        return Thoughts(
            int(TAKE) if takes < stays else draw,
            [Weighed(draw, -stays, 1), Weighed(int(TAKE), -takes, 1)], TURNS,
        )

    def ahead(self, race: Race) -> Int:
        """Says how many steps a hand is looked ahead: to its end if that is near, and none where
        there are three melds, which are dear."""
        if race.terms.melds == 3:
            return 0
        return min(self.deep, race.goal - race.near() - 1) if race.near() < race.goal else 0

    def discard(self, view: View, seen: MeldView) -> Thoughts:
        """Discards the tile that costs the fewest turns."""
        race = self.race(view, seen)
        habits = Habits(view, (view.seat + 1) % view.game.players)
        suits = ZEROS[:SUITS]
        for tile in race.left:
            note(suits, tile)
        best = view.moves[0]
        least = 1.0e9
        weighed: list[Weighed] = []
        for move in view.moves:
            place = race.place(move)
            tile = race.drop(place)
            cost = race.turns(self.ahead(race))
            race.put_back(place, tile)
            if self.wary > 0.0:
                cost += self.wary * SAVED * habits.wants(tile, suits)
            weighed.append(Weighed(move, -cost, 1))
            if cost < least:
                least = cost
                best = move
        return Thoughts(best, weighed, TURNS)
