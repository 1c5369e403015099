"""What people say for a move of Domino Poker, and why a move is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sobremesa.core.arrays import Int
from sobremesa.core.errors import IllegalMove
from sobremesa.core.reading import tidy
from sobremesa.families.poker.moves import CALL, CHECK, EXCHANGE, EXCHANGING, FOLD, STAKE
from sobremesa.families.poker.ranks import COUNT, MOST_EXCHANGED, ORDER, names_of, read_tile
from sobremesa.material.dominoes import BIT

if TYPE_CHECKING:
    from sobremesa.families.poker.round import PokerRound

EXCHANGE_WORDS: Final = re.compile(r"(?:exchange|discard|throw|x)[\s:]*(.*)")
STAKE_WORDS: Final = re.compile(r"(bet|b|raise|r)\s*(?:to\s*)?([+-]?\d+)")
PLAIN_WORDS: Final = {
    "fold": FOLD, "f": FOLD, "check": CHECK, "k": CHECK, "call": CALL, "c": CALL,
    "pat": EXCHANGE, "stand": EXCHANGE, "stand pat": EXCHANGE,
}


def read_move(round: PokerRound, text: str) -> int:
    """Reads `fold`, `check`, `call`, `bet 2`, `raise to 6`, `all-in`, `x6-4,5-3`, `pat`."""
    word = tidy(text).lower()
    if word in PLAIN_WORDS:
        return int(PLAIN_WORDS[word])
    if word in ("bet", "raise", "b", "r"):
        return _read_plain_stake(round, word)
    if word in ("all-in", "all in", "allin", "a"):
        return int(CALL if round.most() <= round.level else STAKE + round.most())
    staked = STAKE_WORDS.fullmatch(word)
    if staked is not None:
        return _read_stake(round, staked.group(1), staked.group(2))
    thrown = EXCHANGE_WORDS.fullmatch(word)
    if thrown is not None:
        return _read_exchange(round, thrown.group(1))
    raise IllegalMove(
        "{text} is no move: write fold, check, call, bet 2, raise 6 or all-in", text=text
    )


def _check_stake(round: PokerRound, word: str) -> None:
    """Refuses a bet where a raise is possible, and a raise where a bet is (DPOKER-R11)."""
    if round.stage == EXCHANGING or not round.may_raise():
        return
    if round.level > 0 and word.startswith("b"):
        raise IllegalMove(
            "there is a bet of {chips} already: say raise if you mean to raise (DPOKER-R11)",
            chips=int(round.level),
        )
    if round.level == 0 and word.startswith("r"):
        raise IllegalMove("nobody has bet, so there is nothing to raise: bet (DPOKER-R11)")


def _read_plain_stake(round: PokerRound, word: str) -> int:
    _check_stake(round, word)
    if round.rules.no_limit and round.stage != EXCHANGING and round.may_raise():
        least = int(round.least() if round.least() < round.most() else round.most())
        if round.level > 0:
            raise IllegalMove(
                "say to how much: at least {least}, like raise {least} (DPOKER-R11)",
                least=least,
            )
        raise IllegalMove(
            "say how much: at least {least}, like bet {least} (DPOKER-R11)", least=least
        )
    return int(STAKE + (round.least() if round.least() < round.most() else round.most()))


def _read_stake(round: PokerRound, word: str, digits: str) -> int:
    _check_stake(round, word)
    chips = int(digits) if len(digits) < 10 else int(round.rules.chips) + 1
    if chips < 1:
        raise IllegalMove("a bet is at least one chip (DPOKER-R11)")
    if chips > round.rules.chips:
        raise _too_much(round)
    return int(STAKE) + chips


def _read_exchange(round: PokerRound, text: str) -> int:
    hand = names_of(round.hands[round.turn])
    mask: Int = 0
    # A record tells what was drawn, too; that follows from the deal.
    for word in text.partition("+")[0].replace(",", " ").split():
        name = ORDER[read_tile(word)]
        if name not in hand:
            raise IllegalMove("you do not hold {tile} (DPOKER-R10)", tile=name)
        if mask & BIT[hand.index(name)] != 0:
            raise IllegalMove("{tile} is named twice (DPOKER-R10)", tile=name)
        mask |= BIT[hand.index(name)]
    if mask == 0:
        raise IllegalMove("say which tiles, like x6-4,5-3, or stand pat (DPOKER-R10)")
    return int(EXCHANGE + mask)


def refused(round: PokerRound, move: Int) -> IllegalMove:
    """Says why a move is not legal here."""
    if round.stage == EXCHANGING:
        return _misexchanged(round, move)
    if EXCHANGE <= move < STAKE:
        if round.rules.draws:
            return IllegalMove("this is no time to exchange, but to bet (DPOKER-R10)")
        return IllegalMove("no tiles are exchanged without the option draw (DPOKER-R10)")
    if move >= STAKE:
        return _misstaked(round, move - STAKE)
    if move == CHECK:
        return IllegalMove(
            "you cannot check: there are {chips} chips to call (DPOKER-R12)",
            chips=int(round.level - round.bets[round.turn]),
        )
    if move == FOLD:
        return IllegalMove("nobody has bet, so there is no need to fold: check (DPOKER-R12)")
    return IllegalMove("nobody has bet, so there is nothing to call: check (DPOKER-R12)")


def _misexchanged(round: PokerRound, move: Int) -> IllegalMove:
    """Says what is wrong with an exchange."""
    if not EXCHANGE <= move < STAKE:
        return IllegalMove("tiles are exchanged now: throw some away or stand pat (DPOKER-R10)")
    if COUNT[move - EXCHANGE] > MOST_EXCHANGED:
        return IllegalMove("at most three tiles may be exchanged (DPOKER-R10)")
    return IllegalMove(
        "the boneyard has only {count} tiles left (DPOKER-R10)", count=int(round.boneyard())
    )


def _misstaked(round: PokerRound, chips: Int) -> IllegalMove:
    """Says what is wrong with a bet or raise to that many chips."""
    if chips > round.most():
        return _too_much(round)
    if round.may_raise():
        return _wrong_size(round)
    if round.is_capped():
        return IllegalMove(
            "there have been {count} raises in this betting round, and that is all: "
            "call or fold (DPOKER-R11)", count=int(round.raises),
        )
    if round.is_closed():
        return IllegalMove(
            "you have acted since the last full bet, and a short all-in does not let you "
            "raise again: call or fold (DPOKER-R19)"
        )
    if round.most() <= round.level:
        return IllegalMove("you have just enough to call or less: call or fold (DPOKER-R15)")
    return IllegalMove("nobody else has chips to answer a raise: call or fold (DPOKER-R19)")


def _too_much(round: PokerRound) -> IllegalMove:
    """Says how much a seat can stake."""
    return IllegalMove(
        "you do not have so many chips: all-in is {most} here (DPOKER-R15)",
        most=int(round.most()),
    )


def _wrong_size(round: PokerRound) -> IllegalMove:
    """Says how much a bet or raise must be."""
    least, most = int(round.least()), int(round.most())
    if most < least:
        return IllegalMove(
            "you cannot pay a full bet or raise; less is possible only all-in, with {most} "
            "(DPOKER-R19)", most=most,
        )
    if not round.rules.no_limit:
        if round.level == 0:
            return IllegalMove("a bet is {bet} chips here (DPOKER-R11)", bet=least)
        return IllegalMove(
            "a raise is by {bet} chips here, so to {least} (DPOKER-R11)",
            bet=int(round.rules.bet), least=least,
        )
    if round.level == 0:
        return IllegalMove("the least bet is {least} (DPOKER-R11)", least=least)
    return IllegalMove(
        "the least raise is by {by}, so to {least} (DPOKER-R11)",
        by=int(round.raise_by), least=least,
    )
