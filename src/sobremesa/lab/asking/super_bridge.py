"""What is asked of Super Bridge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from sobremesa import Round
from sobremesa.families.tricks.bridge_score import (
    BOOK,
    DIAMONDS,
    GAME_POINTS,
    NO_TRUMP,
    trick_points,
)
from sobremesa.families.tricks.super_bridge import SuperBridgeRound
from sobremesa.lab.asking.play import Play, amount, part, share
from sobremesa.lab.units import NUMBER, POINTS

# The lowest level of a slam (BRIDGE-45).
SLAM: Final = 7
Asked = Callable[[SuperBridgeRound], float]
Among = Callable[[SuperBridgeRound], bool]


def bridge(round: Round) -> SuperBridgeRound:
    """Gives a deal as what it is."""
    return cast("SuperBridgeRound", round)


def is_played(deal: SuperBridgeRound) -> bool:
    """Tells whether somebody has bid."""
    return int(deal.declarer) >= 0


def side(deal: SuperBridgeRound) -> int:
    """Names the side of the contract."""
    return int(deal.declarer) % 2


def taken(deal: SuperBridgeRound) -> int:
    """Counts the tricks of the contracting side."""
    return int(deal.won[side(deal)])


def over(deal: SuperBridgeRound) -> int:
    """Counts the overtricks; undertricks are below 0."""
    return taken(deal) - int(BOOK) - deal.level()


def is_made(deal: SuperBridgeRound) -> bool:
    """Tells whether the contract is made (BRIDGE-35)."""
    return over(deal) >= 0


def is_slam(deal: SuperBridgeRound) -> bool:
    """Tells whether the contract is a slam (BRIDGE-45)."""
    return deal.level() >= SLAM


def is_game(deal: SuperBridgeRound) -> bool:
    """Tells whether the contract is a game and no slam (BRIDGE-42)."""
    return not is_slam(deal) and trick_points(deal.level(), int(deal.trumps)) >= GAME_POINTS


def is_part(deal: SuperBridgeRound) -> bool:
    """Tells whether the contract is a part-score (BRIDGE-40, BRIDGE-44)."""
    return not is_slam(deal) and not is_game(deal)


def is_part_worth_more(deal: SuperBridgeRound) -> bool:
    """Tells whether a part-score takes the tricks of a game in its strain (BRIDGE-R15)."""
    return is_part(deal) and (
        trick_points(max(taken(deal) - int(BOOK), 0), int(deal.trumps)) >= GAME_POINTS
    )


def is_doubled(deal: SuperBridgeRound) -> bool:
    """Tells whether the contract is doubled."""
    return int(deal.auction.doubling) > 0


def is_vulnerable(deal: SuperBridgeRound) -> bool:
    """Tells whether the contracting side is vulnerable (BRIDGE-R21)."""
    return (deal.vulnerable() >> side(deal)) & 1 == 1


def is_safe(deal: SuperBridgeRound) -> bool:
    """Tells whether the contracting side is not vulnerable."""
    return not is_vulnerable(deal)


def is_minor(deal: SuperBridgeRound) -> bool:
    """Tells whether clubs or diamonds are trumps."""
    return int(deal.trumps) <= DIAMONDS


def is_without_trumps(deal: SuperBridgeRound) -> bool:
    """Tells whether there are no trumps."""
    return int(deal.trumps) == NO_TRUMP


def is_major(deal: SuperBridgeRound) -> bool:
    """Tells whether hearts or spades are trumps."""
    return not is_minor(deal) and not is_without_trumps(deal)


def of_contracts(ask: Asked, among: Among = lambda deal: True) -> Callable[[Play], float | None]:
    """Makes a measure that is the mean over some contracts."""
    def asked(play: Play) -> float | None:
        deals = [bridge(one) for one in play.rounds if is_played(bridge(one))]
        some = [deal for deal in deals if among(deal)]
        return part(sum(float(ask(deal)) for deal in some), len(some))
    return asked


def passed_out(play: Play) -> float:
    """Gives the share of the deals that all pass."""
    return play.each_round(sum(not is_played(bridge(round)) for round in play.rounds))


def score(deal: SuperBridgeRound) -> int:
    """Gives what the contract scores for its side; a penalty is below 0."""
    return deal.tally().total()


BRIDGE: Final = [
    share("passed_out", "passed out", "Deals that all four pass.", passed_out),
    amount("level", "level", "The level of the contract, from 1 to 9.", NUMBER,
           of_contracts(SuperBridgeRound.level)),
    share("parts", "part-scores", "Of the contracts, those below a game.", of_contracts(is_part)),
    share("games", "games", "Of the contracts, games below a slam.", of_contracts(is_game)),
    share("slams", "slams", "Of the contracts, those of level 7 and more.", of_contracts(is_slam)),
    share("without_trumps", "no trumps", "Of the contracts, those without trumps.",
          of_contracts(is_without_trumps)),
    share("majors", "majors", "Of the contracts, those in hearts or spades.",
          of_contracts(is_major)),
    share("minors", "minors", "Of the contracts, those in clubs or diamonds.",
          of_contracts(is_minor)),
    share("made", "contracts made", "Of the contracts, those that are made.",
          of_contracts(is_made)),
    share("parts_made", "part-scores made", "Of the part-scores, those that are made.",
          of_contracts(is_made, is_part)),
    share("games_made", "games made", "Of the games below a slam, those that are made.",
          of_contracts(is_made, is_game)),
    share("slams_made", "slams made", "Of the slams, those that are made.",
          of_contracts(is_made, is_slam)),
    share("made_without_trumps", "no trumps made",
          "Of the contracts without trumps, those that are made.",
          of_contracts(is_made, is_without_trumps)),
    share("majors_made", "majors made", "Of the contracts in a major, those that are made.",
          of_contracts(is_made, is_major)),
    share("minors_made", "minors made", "Of the contracts in a minor, those that are made.",
          of_contracts(is_made, is_minor)),
    share("missed", "games missed",
          "Of the part-scores, those that take the tricks of a game.",
          of_contracts(is_part_worth_more, is_part)),
    amount("overtricks", "overtricks", "Tricks above a contract that is made.", NUMBER,
           of_contracts(over, is_made)),
    amount("undertricks", "undertricks", "Tricks that a failed contract lacks.", NUMBER,
           of_contracts(lambda deal: -over(deal), lambda deal: not is_made(deal))),
    share("doubled", "doubled", "Of the contracts, those that are doubled.",
          of_contracts(is_doubled)),
    share("doubled_made", "doubled made", "Of the doubled contracts, those that are made.",
          of_contracts(is_made, is_doubled)),
    amount("score", "points of a contract",
           "What a contract scores for its side; penalties are below 0.", POINTS,
           of_contracts(score)),
    amount("doubled_score", "points of a doubled one",
           "What a doubled contract scores for its side; penalties are below 0.", POINTS,
           of_contracts(score, is_doubled)),
    share("safe_made", "made, not vulnerable",
          "Of the contracts of a side that is not vulnerable, those that are made.",
          of_contracts(is_made, is_safe)),
    share("risky_made", "made, vulnerable",
          "Of the contracts of a vulnerable side, those that are made.",
          of_contracts(is_made, is_vulnerable)),
    amount("safe_score", "points, not vulnerable",
           "What a contract of a side scores that is not vulnerable.", POINTS,
           of_contracts(score, is_safe)),
    amount("risky_score", "points, vulnerable",
           "What a contract of a vulnerable side scores.", POINTS,
           of_contracts(score, is_vulnerable)),
    amount("part_score", "points of a part-score", "What a contract below a game scores.", POINTS,
           of_contracts(score, is_part)),
    amount("game_score", "points of a game", "What a game below a slam scores, or costs.", POINTS,
           of_contracts(score, is_game)),
    share("dealer_plays", "dealer's side plays",
          "Of the contracts, those of the dealer's side.",
          of_contracts(lambda deal: side(deal) == int(deal.first) % 2)),
    share("dealer_declares", "dealer declares", "Of the contracts, those that the dealer plays.",
          of_contracts(lambda deal: deal.declarer == deal.first)),
]
