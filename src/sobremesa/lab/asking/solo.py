"""What is asked of the solitaires."""

from __future__ import annotations

from typing import Final, cast

from sobremesa import Round
from sobremesa.families.solo.bingo import BingoRound
from sobremesa.families.solo.solitaire import CLOSE, SolitaireRound
from sobremesa.families.solo.squeeze import SqueezeRound
from sobremesa.families.solo.traffic import TrafficRound
from sobremesa.lab.asking.play import Own, Play, amount, share
from sobremesa.lab.units import NUMBER


def solitaire(round: Round) -> SolitaireRound:
    """Gives a round as what it is."""
    return cast("SolitaireRound", round)


def bingo(round: Round) -> BingoRound:
    """Gives a round as what it is."""
    return cast("BingoRound", round)


def left(play: Play) -> float:
    """Counts what has not been got rid of."""
    return play.each_round(sum(int(solitaire(round).left()) for round in play.rounds))


def close(play: Play) -> float:
    """Gives the share of the deals that are close wins."""
    return play.each_round(sum(solitaire(round).ending == CLOSE for round in play.rounds))


def passes(play: Play) -> float:
    """Counts the passes through the row."""
    return play.each_round(sum(int(bingo(round).passes) for round in play.rounds))


def first_pass(play: Play) -> float:
    """Counts the tiles that leave the row in the first pass."""
    return play.each_round(sum(
        removals_until(round, int(bingo(round).rules.tiles)) for round in play.rounds
    ))


def removals_until(round: Round, touch: int) -> int:
    """Counts the tiles that have left the row with a touch and all before it."""
    return sum(at <= touch for _, _, _, at in round.view(-1).data["story"])


def one_cycle(play: Play) -> float:
    """Gives the share of the deals that stop with as many tiles as there are numbers."""
    return play.each_round(sum(
        int(bingo(round).left()) == int(bingo(round).numbers) for round in play.rounds
    ))


def two_cycles(play: Play) -> float:
    """Gives the share of the deals that stop with twice as many tiles as there are numbers."""
    return play.each_round(sum(
        int(bingo(round).left()) == 2 * int(bingo(round).numbers) for round in play.rounds
    ))


def runs(play: Play) -> float | None:
    """Gives which part of the removals takes out a run."""
    removals = [
        int(step.move) >= int(rules.runs)
        for step in play.steps
        for rules in [cast("SqueezeRound", step.round).game_rules]
        if int(step.move) < int(rules.deal_move)
    ]
    return sum(removals) / len(removals) if removals else None


def pairs_a_turn(play: Play) -> float | None:
    """Gives how many pairs are taken before the layout is filled."""
    fills = play.count("fill")
    return play.count("tile") / fills if fills else None


def wasted(play: Play) -> float:
    """Counts the tiles on the waste heap."""
    return play.each_round(sum(
        len(round.view(-1).data["waste"]) for round in play.rounds
    ))


def shifts(play: Play) -> float:
    """Counts the shifts of a deal."""
    return play.each_round(sum(
        ">" in step.round.text(step.move) for step in play.steps
    ))


def tiles_of_quads(play: Play) -> list[int]:
    """Lists how many tiles each quad but the first of a deal takes."""
    found: list[list[int]] = []
    for step in play.steps:
        if step.touches("tile"):
            found[-1][-1] += 1
        elif len(cast("TrafficRound", step.round).cells) == 0:
            found.append([0])
        else:
            found[-1].append(0)
    return [tiles for deal in found for tiles in deal[1:]]


def two_or_three(play: Play) -> float | None:
    """Gives the share of the later quads that take two or three tiles (TRAF-11)."""
    tiles = tiles_of_quads(play)
    return sum(count in (2, 3) for count in tiles) / len(tiles) if tiles else None


def single_tile(play: Play) -> float | None:
    """Gives the share of the later quads that take one tile (TRAF-12)."""
    tiles = tiles_of_quads(play)
    return sum(count == 1 for count in tiles) / len(tiles) if tiles else None


LEFT: Final = amount("left", "tiles left", "Tiles that are left at the end.", NUMBER, left)

ASKED: Final[dict[str, list[Own]]] = {
    "big-clock": [
        amount("left", "doubles left", "Doubles that have not come home.", NUMBER, left),
        amount("wasted", "wasted tiles", "Tiles on the waste heap at the end.", NUMBER, wasted),
        amount("shifts", "shifts", "Top tiles that are shifted in a deal.", NUMBER, shifts),
    ],
    "bingo": [
        LEFT,
        amount("passes", "passes", "Passes through the row.", NUMBER, passes),
        amount("first_pass", "tiles in the first pass",
               "Tiles that leave the row in the first pass.", NUMBER, first_pass),
        share("one_cycle", "stops at one cycle",
              "Deals that stop with as many tiles as numbers are counted.", one_cycle),
        share("two_cycles", "stops at two cycles",
              "Deals that stop with twice as many tiles as numbers are counted.", two_cycles),
    ],
    "good-neighbors": [
        LEFT,
        amount("pairs_a_turn", "pairs a turn", "Pairs taken before the layout is filled.",
               NUMBER, pairs_a_turn),
    ],
    "squeeze": [
        LEFT,
        share("close", "close wins", "Deals that end with one or two tiles.", close),
        share("runs", "runs", "Of the removals, those that take out a run.", runs),
    ],
    "traffic": [
        LEFT,
        share("two_or_three", "quads of two or three",
              "Of the quads but the first, those that take two or three tiles.", two_or_three),
        share("single_tile", "quads of one tile",
              "Of the quads but the first, those that take one tile.", single_tile),
    ],
}
