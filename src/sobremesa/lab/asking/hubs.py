"""What is asked of the games whose lines leave from one double."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Final, cast

from sobremesa import Round
from sobremesa.core.gains import round_won
from sobremesa.families.hubs.hub import TO_ADD, HubRound
from sobremesa.families.hubs.mexican_train import NONE_OPEN, TrainRound
from sobremesa.families.hubs.super_dominos import (
    AGAIN,
    NO_SPELL,
    ON_START,
    OTHERS_DRAW,
    REVERSAL,
    SPELL,
    SuperRound,
)
from sobremesa.lab.asking.play import Own, Play, Step, amount, share
from sobremesa.lab.units import NUMBER, POINTS
from sobremesa.material.dominoes import HIGH, LOW

# The sidings of the station (MEXTRAIN-12).
SIDINGS: Final = 8
POWERS: Final = (REVERSAL, SPELL, AGAIN, OTHERS_DRAW)


def train(round: Round) -> TrainRound:
    """Gives a round of Mexican Train as what it is."""
    return cast("TrainRound", round)


def wizard(round: Round) -> SuperRound:
    """Gives a hand of Super Dominos as what it is."""
    return cast("SuperRound", round)


def arm_of(step: Step) -> int:
    """Gives the arm on which a step lays a tile, 0 for the double in the middle, -1 for none."""
    rules = cast("HubRound", step.round).rules
    return int(step.move // rules.tiles) if step.move < rules.plays else -1


def laid(play: Play) -> list[Step]:
    """Lists the steps that lay a tile on a line."""
    return [step for step in play.steps if arm_of(step) > 0]


def is_double(step: Step) -> bool:
    """Tells whether the tile that a step lays is a double."""
    tile = step.move % int(cast("HubRound", step.round).rules.tiles)
    return bool(HIGH[tile] == LOW[tile])


def part_of(count: float, whole: float) -> float | None:
    """Gives a share; None of nothing."""
    return count / whole if whole else None


def trains(play: Play) -> float:
    """Counts the players who have begun their train, by round."""
    return play.each_round(sum(int(train(round).begun).bit_count() for round in play.rounds))


def arms_used(round: Round) -> set[int]:
    """Gives the lines that have a tile."""
    rules = train(round).rules
    return {
        int(move // rules.tiles) for move in round.played() if rules.tiles <= move < rules.plays
    }


def sidings(play: Play) -> float:
    """Counts the Mexican sidings that are begun, by round."""
    players = int(play.game.players)
    return play.each_round(sum(
        arm > players for round in play.rounds for arm in arms_used(round)
    ))


def beyond_eight(play: Play) -> float:
    """Gives the share of the rounds with more lines than the station has sidings."""
    return play.each_round(sum(len(arms_used(round)) > SIDINGS for round in play.rounds))


def on_sidings(play: Play) -> float | None:
    """Gives the share of the tiles that are laid on sidings."""
    tiles = laid(play)
    return part_of(sum(arm_of(step) > int(play.game.players) for step in tiles), len(tiles))


def on_others(play: Play) -> float | None:
    """Gives the share of the tiles that are laid on trains of others."""
    tiles = laid(play)
    players = int(play.game.players)
    return part_of(
        sum(arm_of(step) <= players and arm_of(step) != step.seat + 1 for step in tiles),
        len(tiles),
    )


def marked(play: Play) -> float | None:
    """Gives the share of the begun trains that carry a marker, over all moves."""
    begun = sum(int(train(step.round).begun).bit_count() for step in play.steps)
    return part_of(
        sum(int(train(step.round).marked).bit_count() for step in play.steps), begun
    )


def markers(play: Play) -> float:
    """Counts how often a marker is put on, by round."""
    marks = [int(train(step.round).marked).bit_count() for step in play.steps]
    return play.each_round(sum(after > before for before, after in pairwise(marks)))


def series(play: Play) -> float | None:
    """Gives how many tiles a player lays in the turn in which they begin their train."""
    begun, tiles = 0, 0
    for step in laid(play):
        before = train(step.round)
        is_first = arm_of(step) == step.seat + 1 and not before.begun >> (step.seat + 1) & 1
        begun += is_first
        tiles += is_first or bool(before.begins)
    return part_of(tiles, begun)


def unanswered(play: Play) -> float | None:
    """Gives which part of the doubles that ask for an answer is left to the next player."""
    asked, left = 0, 0
    for place, step in enumerate(play.steps[:-1]):
        if arm_of(step) > 0 and is_double(step) and is_open(play.steps[place + 1]):
            asked += 1
            later = (one for one in play.steps[place + 1 :] if one.seat != step.seat)
            left += any(is_open(one) for one in islice(later, 1))
    return part_of(left, asked)


def is_open(step: Step) -> bool:
    """Tells whether a double must be answered."""
    return bool(train(step.round).open != NONE_OPEN)


def opener_wins(play: Play) -> float:
    """Gives the share of the win of a round that goes to whoever opens the station."""
    return play.each_round(sum(
        round_won(round)[int(train(round).leader)] for round in play.rounds
    ))


def opener_pips(play: Play) -> float:
    """Gives by how many pips the opener is left with more than the others, in the mean."""
    apart = 0.0
    for round in play.rounds:
        pips = [int(one) for one in train(round).won]
        opener = pips[int(train(round).leader)]
        apart += opener - (sum(pips) - opener) / (len(pips) - 1)
    return play.each_round(apart)


def left_by(step: Step) -> int:
    """Gives the number that a tile leaves at the end of its leg, -1 for no tile on a leg."""
    arm = arm_of(step)
    if arm <= 0:
        return -1
    hand = wizard(step.round)
    tile = step.move % int(hand.rules.tiles)
    if is_double(step):
        return int(HIGH[tile])
    return int(HIGH[tile] + LOW[tile] - hand.line.ends[arm])


def leaving(play: Play, number: int) -> list[Step]:
    """Lists the steps that leave a number."""
    return [step for step in play.steps if left_by(step) == number]


def fifteens(play: Play) -> float:
    """Counts the 15s that are left in a hand."""
    return play.each_round(len(leaving(play, OTHERS_DRAW)))


def fourteens(play: Play) -> float:
    """Counts the 14s that are left in a hand."""
    return play.each_round(len(leaving(play, AGAIN)))


def spells(play: Play) -> float:
    """Counts the 13s that are left in a hand."""
    return play.each_round(len(leaving(play, SPELL)))


def turns_of(play: Play) -> float:
    """Counts the 3s that are left in a hand."""
    return play.each_round(len(leaving(play, REVERSAL)))


def chance_after(play: Play, steps: list[Step]) -> float | None:
    """Gives the share of the win that goes to whoever made a step."""
    won = play.won
    return part_of(sum(won[step.seat] for step in steps), len(steps))


def early(play: Play, steps: list[Step]) -> list[Step]:
    """Leaves out the tiles after which a hand is nearly empty whatever they do."""
    return [step for step in steps if wizard(step.round).hands.sizes[step.seat] > 2]


def after_fifteen(play: Play) -> float | None:
    """Gives the chance of whoever leaves a 15."""
    return chance_after(play, early(play, leaving(play, OTHERS_DRAW)))


def after_fourteen(play: Play) -> float | None:
    """Gives the chance of whoever leaves a 14."""
    return chance_after(play, early(play, leaving(play, AGAIN)))


def after_spell(play: Play) -> float | None:
    """Gives the chance of whoever leaves a 13."""
    return chance_after(play, early(play, leaving(play, SPELL)))


def after_three(play: Play) -> float | None:
    """Gives the chance of whoever leaves a 3."""
    return chance_after(play, early(play, leaving(play, REVERSAL)))


def after_double(play: Play) -> float | None:
    """Gives the chance of whoever lays a double without another power."""
    plain = [step for step in laid(play) if is_double(step) and left_by(step) not in POWERS]
    return chance_after(play, early(play, plain))


def after_plain(play: Play) -> float | None:
    """Gives the chance of whoever lays a tile without a power."""
    plain = [
        step for step in laid(play) if not is_double(step) and left_by(step) not in POWERS
    ]
    return chance_after(play, early(play, plain))


def again(play: Play) -> float | None:
    """Gives the share of the 14s after which a tile is added."""
    asked = [step for step in play.steps if wizard(step.round).asked == TO_ADD]
    return part_of(sum(arm_of(step) > 0 for step in asked), len(asked))


def on_a_leg(step: Step) -> bool:
    """Tells whether a spell lies on a leg."""
    return bool(wizard(step.round).spell not in (NO_SPELL, ON_START))


def spell_draws(play: Play) -> float | None:
    """Gives how many tiles are drawn for a spell, in the mean."""
    drawn = sum(on_a_leg(step) and step.touches("boneyard") for step in play.steps)
    return part_of(drawn, len(leaving(play, SPELL)))


def spell_back(play: Play) -> float | None:
    """Gives the share of the spells that come back to whoever cast them."""
    back: set[int] = set()
    cast = 0
    for step in play.steps:
        if on_a_leg(step) and step.seat == wizard(step.round).caster:
            back.add(cast)
        cast += left_by(step) == SPELL
    return part_of(len(back), cast)


ASKED: Final[dict[str, list[Own]]] = {
    "mexican-train": [
        amount("trains", "trains begun", "Players who have begun their train by the end of a "
               "round.", NUMBER, trains),
        amount("sidings", "sidings begun", "Mexican sidings that are begun in a round.", NUMBER,
               sidings),
        share("beyond_eight", "more than eight lines",
              "Rounds with more lines than the eight sidings of the station.", beyond_eight),
        share("on_sidings", "tiles on sidings",
              "The part of the tiles that is laid on Mexican sidings.", on_sidings),
        share("on_others", "tiles on trains of others",
              "The part of the tiles that is laid on the marked trains of others.", on_others),
        share("marked", "trains marked",
              "Of the trains that are begun, those that carry a marker, over all moves.", marked),
        amount("markers", "markers put on", "How often a marker is put on a train in a round.",
               NUMBER, markers),
        amount("series", "tiles of a series",
               "Tiles that players lay in the turn in which they begin their train.", NUMBER,
               series),
        share("unanswered", "doubles left open",
              "Of the doubles that ask for an answer, those that are left to the next player.",
              unanswered),
        share("opener_wins", "opener wins",
              "The share of the win of a round that goes to whoever opens the station.",
              opener_wins),
        amount("opener_pips", "opener's pips more",
               "By how many pips whoever opens the station is left with more than the others in "
               "the mean.", POINTS, opener_pips),
    ],
    "super-dominos": [
        amount("fifteens", "15s", "Tiles that leave a 15 in a hand.", NUMBER, fifteens),
        amount("fourteens", "14s", "Tiles that leave a 14 in a hand.", NUMBER, fourteens),
        amount("spells", "13s", "Tiles that leave a 13, a spell, in a hand.", NUMBER, spells),
        amount("turns", "3s", "Tiles that leave a 3 in a hand.", NUMBER, turns_of),
        share("again", "a tile after a 14", "Of the 14s, those after which a tile is added.",
              again),
        amount("spell_draws", "draws for a spell", "Tiles that are drawn for a spell.", NUMBER,
               spell_draws),
        share("spell_back", "spells that come back",
              "Of the spells, those that come back to whoever cast them.", spell_back),
        *(
            share(
                name, f"wins after {words}",
                f"How often those win who leave {words} with more than two tiles in hand.", ask,
            )
            for name, words, ask in (
                ("after_plain", "no power", after_plain), ("after_fifteen", "a 15", after_fifteen),
                ("after_fourteen", "a 14", after_fourteen), ("after_spell", "a 13", after_spell),
                ("after_three", "a 3", after_three),
                ("after_double", "another double", after_double),
            )
        ),
    ],
}
