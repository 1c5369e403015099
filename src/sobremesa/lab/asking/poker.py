"""What is asked of Domino Poker."""

from __future__ import annotations

from typing import Final, cast

from sobremesa import Round
from sobremesa.core.gains import round_won
from sobremesa.families.poker.moves import STAKE
from sobremesa.families.poker.ranks import HIGH_PIECE, rank_of, worth
from sobremesa.families.poker.round import FOLDED, SHOWDOWN, PokerRound
from sobremesa.lab.asking.play import Own, Play, Step, amount, share
from sobremesa.lab.rarity import strength
from sobremesa.lab.units import POINTS

# Whoever stakes more with a hand that is worse than half of all bluffs.
HALF: Final = 0.5


def deal(round: Round) -> PokerRound:
    """Gives a round as what it is."""
    return cast("PokerRound", round)


def dealt_in(round: PokerRound) -> list[int]:
    """Lists the seats that hold tiles."""
    return [seat for seat in range(int(round.rules.players)) if round.hands[seat] != 0]


def best_seat(round: PokerRound) -> int:
    """Names the seat with the best hand, folded or not."""
    return max(dealt_in(round), key=lambda seat: worth(round.hands[seat], round.rules.hoyle))


def ended(play: Play, ending: str) -> list[PokerRound]:
    """Lists the deals that ended so."""
    return [deal(round) for round in play.rounds if deal(round).how_ended() == ending]


def showdowns(play: Play) -> float:
    """Gives the share of the deals in which hands are shown."""
    return play.each_round(len(ended(play, SHOWDOWN)))


def checked(play: Play) -> float:
    """Gives the share of the deals in which nobody bets."""
    return play.each_round(sum(
        not any(move >= STAKE for move in round.played()) for round in play.rounds
    ))


def best_wins(play: Play) -> float:
    """Gives the share of the deals that go to the best hand, folded or not."""
    return play.each_round(sum(
        round_won(round)[best_seat(deal(round))] for round in play.rounds
    ))


def driven_out(play: Play) -> float | None:
    """Gives the share of the deals that end by folding in which a better hand was folded."""
    folded = ended(play, FOLDED)
    return part(sum(round_won(round)[best_seat(round)] == 0 for round in folded), len(folded))


def part(some: int, all_of_them: int) -> float | None:
    """Gives a share, None of nothing."""
    return some / all_of_them if all_of_them else None


def stakes(play: Play) -> list[Step]:
    """Lists the bets and raises."""
    return [step for step in play.steps if step.move >= STAKE]


def is_bluff(step: Step) -> bool:
    """Tells whether a bet or raise is made with a hand that is worse than half of all."""
    round = deal(step.round)
    return strength(int(round.hands[step.seat]), round.rules.hoyle) < HALF


def bluffs(play: Play) -> float | None:
    """Gives the share of the bets and raises that are bluffs."""
    made = stakes(play)
    return part(sum(map(is_bluff, made)), len(made))


def bluffs_win(play: Play) -> float | None:
    """Gives the share of the bluffs whose player wins the deal."""
    won = {id(round): round_won(round) for round in play.rounds}
    paid = [
        won[id(round)][step.seat]
        for round in play.rounds for step in stakes(alone(play, round)) if is_bluff(step)
    ]
    return sum(paid) / len(paid) if paid else None


def alone(play: Play, round: Round) -> Play:
    """Gives one round of a play."""
    return Play(play.game, [round], play.won, play.first, play.sitting)


def pot(play: Play) -> float:
    """Gives the chips that all stake in a deal."""
    return play.each_round(sum(sum(map(int, deal(round).staked)) for round in play.rounds))


def first_gain(play: Play) -> float:
    """Gives the chips that whoever acts first gains in a deal."""
    return play.each_round(sum(round.points()[deal(round).first] for round in play.rounds))


def dealer_gain(play: Play) -> float:
    """Gives the chips that the dealer, who acts last, gains in a deal."""
    return play.each_round(sum(
        round.points()[int(deal(round).dealer())] for round in play.rounds
    ))


def named_wins(play: Play) -> float | None:
    """Gives the share of the showdowns that a hand with a name, One Pair or better, wins."""
    shown = ended(play, SHOWDOWN)
    return part(sum(
        max(rank_of(round.hands[seat], round.rules.hoyle) for seat in staying(round)) > HIGH_PIECE
        for round in shown
    ), len(shown))


def staying(round: PokerRound) -> list[int]:
    """Lists the seats that stay to the end."""
    return [seat for seat in dealt_in(round) if round.is_shown(seat)]


ASKED: Final[dict[str, list[Own]]] = {"domino-poker": [
    share("showdowns", "showdowns", "Deals in which hands are shown.", showdowns),
    share("checked", "nobody bets", "Deals in which nobody bets.", checked),
    share("best_wins", "best hand wins", "Deals that go to the best hand, folded or not.",
          best_wins),
    share("driven_out", "better hand folded",
          "Of the deals that end by folding, those in which a better hand was folded.",
          driven_out),
    share("bluffs", "bluffs",
          "Of the bets and raises, those made with a hand that is worse than half of all.",
          bluffs),
    share("bluffs_win", "bluffs that win",
          "Of the bets and raises with a hand worse than half of all, those whose player wins.",
          bluffs_win),
    share("named_wins", "won with a name",
          "Of the showdowns, those that One Pair or better wins.", named_wins),
    amount("pot", "chips staked", "Chips that all stake in a deal.", POINTS, pot),
    amount("first_gain", "gain of the first", "Chips that whoever acts first gains in a deal.",
           POINTS, first_gain),
    amount("dealer_gain", "gain of the dealer",
           "Chips that the dealer, who acts last, gains in a deal.", POINTS, dealer_gain),
]}
