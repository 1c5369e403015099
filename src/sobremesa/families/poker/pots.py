"""What lies in the middle, cut into pots for those who can win them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.arrays import Int
from sobremesa.core.game import NOBODY, Data
from sobremesa.material.dominoes import BIT

if TYPE_CHECKING:
    from sobremesa.families.poker.round import PokerRound


class Pot:
    """A pot: its chips, the seats that contest it, and who took it, or -1."""

    def __init__(self, chips: Int, seats: Int) -> None:
        self.chips: Int = chips
        self.seats: Int = seats
        self.winner: Int = NOBODY

    def shown(self) -> Data:
        """Gives the pot as data."""
        seats = [seat for seat in range(4) if self.seats & BIT[seat] != 0]
        return {"chips": int(self.chips), "seats": seats, "winner": int(self.winner)}


def cut_into_pots(round: PokerRound) -> list[Pot]:
    """Cuts what lies in the middle into pots (DPOKER-R18).

    There is a cut at each total of somebody who is all-in. Every slice is contested by
    those who stay and have paid it in full; what nobody who stays has paid in full joins
    the pot below. The bets of a betting round that goes on do not lie in the middle yet.
    """
    found: list[Pot] = []
    floor: Int = 0
    while True:
        level = next_cut(round, floor)
        if level == floor:
            break
        contesting: Int = 0
        chips: Int = 0
        for seat in range(round.rules.players):
            total = round.staked[seat] - round.bets[seat]
            if round.staying & BIT[seat] != 0 and total >= level:
                contesting |= BIT[seat]
            if total > floor:
                chips += (total if total < level else level) - floor
        found.append(Pot(chips, contesting))
        floor = level
    for seat in range(round.rules.players):
        total = round.staked[seat] - round.bets[seat]
        if total > floor and len(found) > 0:
            found[len(found) - 1].chips += total - floor
    return found


def next_cut(round: PokerRound, floor: Int) -> Int:
    """Finds the lowest cut above `floor`: where somebody is all-in, or the highest total."""
    cut: Int = 0
    top = floor
    for seat in range(round.rules.players):
        total = round.staked[seat] - round.bets[seat]
        if round.staying & BIT[seat] != 0 and total > floor:
            if total > top:
                top = total
            if round.chips[seat] == 0 and round.bets[seat] == 0 and (cut == 0 or total < cut):
                cut = total
    return cut if cut > 0 else top
