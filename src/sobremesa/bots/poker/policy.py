"""A quick mind for Domino Poker: the chance to win, the pot, and who may fold.

How strong a hand is stands in a table. Where others have bet or raised, their weakest hands are
left out. A call is worth the pot by the chance to win it, less the call; a bet or raise wins at
once if all fold, and otherwise meets hands that are better than average.
"""

from __future__ import annotations

from sobremesa.bots.poker.tables import SETS, HandTables, tables_for
from sobremesa.bots.policy import Policy, add_policy
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, SEAT_MASK, Round
from sobremesa.families.poker.moves import BETTING, CALL, EXCHANGE, EXCHANGING, FOLD, STAKE
from sobremesa.families.poker.ranks import COUNT, MOST_EXCHANGED
from sobremesa.families.poker.round import PokerRound
from sobremesa.material.dominoes import BIT


def believed(strength: float, share: float) -> float:
    """Gives the chance to beat a hand that is one of the best `share` of all."""
    chance = (strength - (1.0 - share)) / share
    return chance if chance > 0.0 else 0.0


class PokerPolicy(Policy):
    """Plays Domino Poker."""

    def __init__(self, heat: float) -> None:
        super().__init__(heat)
        # The share of hands still considered once a rival has bet, and again for each raise,
        # but never less than the least.
        self.after_bet: float = 0.7
        self.after_raise: float = 0.8
        self.least: float = 0.3
        # How likely a rival folds to a bet of the size of the pot, and with which share of
        # hands one who has bet before or whom a bet does not scare goes on.
        self.folds: float = 0.25
        self.called: float = 0.5
        # What it is worth to keep a betting round open, by the share of the pot.
        self.waiting: float = 0.0
        # What a tile that need not be exchanged is worth, as a chance to win.
        self.exchange_scale: float = 20.0
        self.plain: HandTables | None = None
        self.hoyle: HandTables | None = None

    def tables(self, hoyle: bool) -> HandTables:
        """Finds the tables for a reading of the straights."""
        known = self.hoyle if hoyle else self.plain
        if known is None:
            known = tables_for(hoyle)
            if hoyle:
                self.hoyle = known
            else:
                self.plain = known
        return known

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Says what stakes or exchanges seem worth."""
        assert isinstance(round, PokerRound)
        tables = self.tables(round.rules.hoyle)
        number = SETS.number(round.hands[round.turn])
        rivals = rivals_of(round)
        if round.stage == EXCHANGING:
            return self.thrown(round, moves, tables, number, rivals)
        strength = tables.strength[number]
        if round.rules.draws and round.stage == BETTING:
            most = min(MOST_EXCHANGED, round.boneyard())
            strength = tables.exchange(1, most).chance[number]
        return self.stakes(round, moves, believed(strength, self.thought_of(round)), rivals)

    def thrown(
        self, round: PokerRound, moves: vec[Int], tables: HandTables, number: Int, rivals: Int
    ) -> vec[float]:
        """Takes the best exchange; another is worth less the more it differs."""
        most = min(MOST_EXCHANGED, round.boneyard())
        best = tables.exchange(rivals, most).best[number]
        found = vec[float]()
        for move in moves:
            other = (move - EXCHANGE) ^ best
            found = append(found, -self.exchange_scale * float(COUNT[other]) / 10.0)
        return found

    def thought_of(self, round: PokerRound) -> float:
        """Gives the share of hands that rivals who bet and raised are still thought to hold."""
        share = 1.0
        is_open = False
        for entry in round.log:
            move = entry & MOVE_MASK
            if move >= STAKE:
                seat = (entry >> MOVE_BITS) & SEAT_MASK
                if seat != round.turn and round.staying & BIT[seat] != 0:
                    share *= self.after_raise if is_open else self.after_bet
                is_open = True
            elif move >= EXCHANGE:
                is_open = False
        return max(share, self.least)

    def stakes(
        self, round: PokerRound, moves: vec[Int], one: float, rivals: Int
    ) -> vec[float]:
        """Says what to fold, check, call, bet and raise seem worth, in chips."""
        chance = power(one, rivals)
        pot: Int = 0
        for chips in round.staked:
            pot += chips
        owed = round.level - round.bets[round.turn]
        if owed > round.chips[round.turn]:
            owed = round.chips[round.turn]
        found = vec[float]()
        for move in moves:
            if move == FOLD:
                value = 0.0
            elif move == CALL:
                value = chance * float(pot + owed) - float(owed)
            elif move >= STAKE:
                value = self.raised(round, move - STAKE, one, rivals, float(pot))
            else:
                value = (chance + self.waiting) * float(pot)
            found = append(found, value)
        return found

    def raised(self, round: PokerRound, level: Int, one: float, rivals: Int, pot: float) -> float:
        """Says what a bet or raise to a level seems worth."""
        paid = float(level - round.bets[round.turn])
        more = float(level - round.level)
        folding = self.folds * 2.0 * more / (more + pot)
        if folding > 0.9:
            folding = 0.9
        all_fold = power(folding, rivals)
        # At least one calls; the others add their part by their chance.
        callers = float(rivals) * (1.0 - folding) / (1.0 - all_fold)
        against = believed(one, self.called)
        won = against
        if callers > 1.0:
            # Between one caller and all of them.
            won += (power(against, rivals) - against) * (callers - 1.0) / float(
                rivals - 1 if rivals > 1 else 1
            )
        owed = float(level) - mean_bet(round)
        return all_fold * pot + (1.0 - all_fold) * (won * (pot + paid + callers * owed) - paid)


def mean_bet(round: PokerRound) -> float:
    """Gives what the rivals have staked in this betting round, on average."""
    total = 0.0
    count = 0.0
    for seat in range(round.rules.players):
        if seat != round.turn and round.staying & BIT[seat] != 0:
            total += float(round.bets[seat])
            count += 1.0
    return total / count if count > 0.0 else 0.0


def rivals_of(round: PokerRound) -> Int:
    """Counts the others who are still in the deal."""
    count: Int = 0
    for seat in range(round.rules.players):
        if seat != round.turn and round.staying & BIT[seat] != 0:
            count += 1
    return count


def power(base: float, times: Int) -> float:
    """Multiplies a chance with itself."""
    product = 1.0
    while times > 0:
        product *= base
        times -= 1
    return product


add_policy("domino-poker", PokerPolicy(0.3))
