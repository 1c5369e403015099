"""A bot for Domino Poker, by hand strength and pot odds.

How strong a hand is can be counted: it is the share it beats of the hands that an opponent can
hold, all equally likely. Where others have bet or raised, their weakest hands are left out. The
bot calls when its share of the pot is worth more than the call, and bets or raises when it has
more than its even share. To exchange, it tries every choice with every draw.
"""

from __future__ import annotations

from typing import Final, cast

from sobremesa.bots.bot import Bot, add_bot
from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import face_up
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.families.poker.moves import CALL, CHECK, EXCHANGE, FOLD, STAKE
from sobremesa.families.poker.ranks import (
    ALL_TILES,
    COUNT,
    MOST_EXCHANGED,
    mask_of,
    tiles_of,
    worth,
)
from sobremesa.families.poker.views import PokerView
from sobremesa.material.dominoes import BIT

# The share of hands still considered once a player has bet, and again for each of their raises.
AFTER_BET: Final = 0.9
AFTER_RAISE: Final = 0.8
# How much more than an even share of the pot makes a bet worth while, and how likely a win
# makes it a large one.
EDGE: Final = 1.12
STRONG: Final = 0.75
CERTAIN: Final = 0.93
# After an exchange one weak hand in this many is bet all the same, so that a bet does not tell
# everything.
BLUFF: Final[Int] = 12


class Odds:
    """How hands compare, counted once for each reading of the straights and kept."""

    def __init__(self, hoyle: bool) -> None:
        self.hoyle: bool = hoyle
        # The worth of all hands, ascending.
        self.all: vec[Int] = sorted_worths(ALL_TILES, hoyle)
        self.beaten: dict[int, float] = {}
        self.exchanges: dict[int, tuple[int, float]] = {}

    def percentile(self, hand: Int) -> float:
        """Gives the share of all hands that are worth less."""
        return share_below(self.all, worth(hand, self.hoyle))

    def strength(self, hand: Int) -> float:
        """Gives the chance to beat one hand drawn from the tiles that are not in this one."""
        key = int(hand)
        if key not in self.beaten:
            self.beaten[key] = share_below(
                sorted_worths(unseen_with(hand), self.hoyle), worth(hand, self.hoyle)
            )
        return self.beaten[key]


def unseen_with(hand: Int) -> vec[Int]:
    """Lists the tiles that are not in a hand."""
    return vec[Int]([tile for tile in ALL_TILES if hand & BIT[tile] == 0])


def sorted_worths(tiles: vec[Int], hoyle: bool) -> vec[Int]:
    """Lists the worth of every hand that some tiles can make, ascending."""
    found: list[int] = []
    count: Int = len(tiles)
    for a in range(count):
        for b in range(a + 1, count):
            for c in range(b + 1, count):
                for d in range(c + 1, count):
                    for e in range(d + 1, count):
                        hand = (
                            BIT[tiles[a]] | BIT[tiles[b]] | BIT[tiles[c]] | BIT[tiles[d]]
                            | BIT[tiles[e]]
                        )
                        found.append(int(worth(hand, hoyle)))
    found.sort()
    return vec[Int](found)


def share_below(worths: vec[Int], value: Int) -> float:
    """Gives the share of ascending numbers that lie below a value."""
    low: Int = 0
    high: Int = len(worths)
    while low < high:
        middle = (low + high) // 2
        if worths[middle] < value:
            low = middle + 1
        else:
            high = middle
    return float(low) / float(len(worths))


def power(base: float, times: Int) -> float:
    """Multiplies a chance with itself, once for each opponent."""
    product = 1.0
    for _ in range(times):
        product *= base
    return product


class GreedyPoker(Bot):
    """Bets what it has, calls when the odds are right."""

    def __init__(self) -> None:
        self.odds: dict[bool, Odds] = {}

    def odds_for(self, game: Poker) -> Odds:
        """Finds the odds for a reading of the straights."""
        if game.hoyle not in self.odds:
            self.odds[game.hoyle] = Odds(game.hoyle)
        return self.odds[game.hoyle]

    def choose(self, view: View, rng: Rng) -> int:
        """Exchanges for the best hand to expect, or bets by strength and odds."""
        game = view.game
        assert isinstance(game, Poker)
        odds = self.odds_for(game)
        seen = cast(PokerView, view.data)
        hand: Int = mask_of(face_up(seen["hands"][view.seat]))
        rivals: Int = len(opponents(view))
        if seen["stage"] == "exchange":
            return int(EXCHANGE + best_exchange(hand, rivals, seen["boneyard"], odds)[0])
        if game.draws and seen["stage"] == "betting":
            one = best_exchange(hand, 1, seen["boneyard"], odds)[1]
        else:
            one = odds.strength(hand)
        chance = power(believed(one, thought_of(view)), rivals)
        return self.bet(seen, game, chance, rivals, rng)

    def bet(self, seen: PokerView, game: Poker, chance: float, rivals: Int, rng: Rng) -> int:
        """Chooses among fold, check, call, bet and raise by the chance to win."""
        pot = float(sum(seen["staked"]))
        call = float(seen["call"])
        if seen["most"] > 0 and (
            chance * float(rivals + 1) > EDGE
            or (call == 0.0 and seen["stage"] != "betting" and rng.below(BLUFF) == 0)
        ):
            return int(STAKE) + stake(seen, game.no_limit, chance)
        if call == 0.0:
            return int(CHECK)
        return int(CALL if chance * (pot + call) >= call else FOLD)


def opponents(view: View) -> list[int]:
    """Lists the other seats that are still in the deal."""
    seen = cast(PokerView, view.data)
    return [
        seat for seat, chips in enumerate(seen["before"])
        if seat != view.seat and chips > 0 and seat not in seen["folded"]
    ]


def thought_of(view: View) -> float:
    """Gives the share of hands that opponents who bet and raised are still thought to hold."""
    staying = opponents(view)
    share = 1.0
    for seat, text, _ in view.log:
        if seat in staying:
            if text.startswith("bet"):
                share *= AFTER_BET
            elif text.startswith("raise"):
                share *= AFTER_RAISE
    return max(share, 0.3)


def believed(strength: float, share: float) -> float:
    """Gives the chance to beat a hand that is one of the best `share` of all."""
    return max(0.0, (strength - (1.0 - share)) / share)


def stake(seen: PokerView, no_limit: bool, chance: float) -> int:
    """Decides how much to bet or raise to: the least, the pot, or everything."""
    if not no_limit:
        return seen["least"]
    pot = sum(seen["staked"]) + seen["call"]
    wanted = seen["level"] + pot // 2
    if chance > CERTAIN:
        wanted = seen["level"] + 2 * pot
    elif chance > STRONG:
        wanted = seen["level"] + pot
    return min(max(wanted, seen["least"]), seen["most"])


def best_exchange(hand: Int, rivals: Int, boneyard: Int, odds: Odds) -> tuple[int, float]:
    """Finds which tiles to throw away, as a mask of the hand, and the chance to win then."""
    most = boneyard if boneyard < MOST_EXCHANGED else MOST_EXCHANGED
    key = int((hand << 4) | (rivals << 2) | most)
    if key not in odds.exchanges:
        odds.exchanges[key] = find_exchange(hand, rivals, most, odds)
    return odds.exchanges[key]


def find_exchange(hand: Int, rivals: Int, most: Int, odds: Odds) -> tuple[int, float]:
    """Tries every choice of up to `most` tiles.

    The tiles drawn are any of those that the seat has not seen, all equally likely.
    """
    held = tiles_of(hand)
    unseen = unseen_with(hand)
    best: Int = 0
    highest = power(odds.percentile(hand), rivals)
    for mask in range(1, 32):
        if COUNT[mask] <= most:
            kept = hand
            for place in range(len(held)):
                if mask & BIT[place] != 0:
                    kept &= ~BIT[held[place]]
            value = mean_after(kept, COUNT[mask], unseen, rivals, odds)
            if value > highest:
                highest = value
                best = mask
    return int(best), highest


def mean_after(kept: Int, count: Int, unseen: vec[Int], rivals: Int, odds: Odds) -> float:
    """Gives the mean chance to win over all draws of one, two or three tiles."""
    total = 0.0
    draws: Int = 0
    size: Int = len(unseen)
    for a in range(size):
        if count == 1:
            total += power(odds.percentile(kept | BIT[unseen[a]]), rivals)
            draws += 1
        b = a + 1
        while count > 1 and b < size:
            two = kept | BIT[unseen[a]] | BIT[unseen[b]]
            if count == 2:
                total += power(odds.percentile(two), rivals)
                draws += 1
            c = b + 1
            while count > 2 and c < size:
                total += power(odds.percentile(two | BIT[unseen[c]]), rivals)
                draws += 1
                c += 1
            b += 1
    return total / float(draws)


add_bot("domino-poker", "greedy", GreedyPoker())
