"""What is asked of the games of melds."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from sobremesa import Round
from sobremesa.families.hands import TILES
from sobremesa.families.melds.melds import meld_points
from sobremesa.families.melds.thats_it import DRAW, TAKE, TO_DISCARD, TO_TAKE, ThatsItRound
from sobremesa.lab.asking.play import Own, Play, amount, share
from sobremesa.lab.units import NUMBER, POINTS
from sobremesa.material.dominoes import HIGH, LOW, parse_tile


def hand(round: Round) -> ThatsItRound:
    """Gives a hand as what it is."""
    return cast("ThatsItRound", round)


def winning(play: Play) -> list[ThatsItRound]:
    """Lists the hands that somebody wins."""
    return [hand(round) for round in play.rounds if hand(round).winner >= 0]


def turns(play: Play) -> float:
    """Counts the turns of a hand."""
    return play.each_round(sum(step.move in (TAKE, DRAW) for step in play.steps))


def taken(play: Play) -> float | None:
    """Gives the share of the discards that the next player takes."""
    offered = [
        step for step in play.steps
        if hand(step.round).asked == TO_TAKE and hand(step.round).can_take()
    ]
    return sum(step.move == TAKE for step in offered) / len(offered) if offered else None


def put_off(play: Play) -> float:
    """Counts how often somebody could declare in a hand and did not."""
    return play.each_round(sum(
        hand(step.round).asked == TO_DISCARD and step.move < TILES
        and any(move >= TILES for move in step.round.moves())
        for step in play.steps
    ))


def worth(play: Play) -> float | None:
    """Gives what a winning hand scores."""
    scores = [max(int(one) for one in round.won) for round in winning(play)]
    return sum(scores) / len(scores) if scores else None


def melds(round: ThatsItRound, size: int) -> list[list[str]]:
    """Lists the melds of the winner that have so many tiles."""
    *found, _ = round.melds()
    return [meld for meld in found if len(meld) == size]


def of_points(size: int, points: int, play: Play) -> float | None:
    """Gives the share of the winners' melds of a size that are worth so much."""
    found = [meld for round in winning(play) for meld in melds(round, size)]
    return sum(meld_points(meld) == points for meld in found) / len(found) if found else None


def share_of_wins(play: Play, fits: int) -> float | None:
    """Gives a count as a share of the hands that somebody wins."""
    won = winning(play)
    return fits / len(won) if won else None


def plain(play: Play) -> float | None:
    """Gives the share of the winning hands without a bonus."""
    return share_of_wins(play, sum(
        max(int(one) for one in round.won) == int(round.rules.terms.melds)
        for round in winning(play)
    ))


def doubled(play: Play) -> float | None:
    """Gives the share of the winning hands whose score is doubled."""
    return share_of_wins(play, sum(
        max(int(one) for one in round.won) > sum(map(meld_points, all_melds(round)))
        for round in winning(play)
    ))


def all_melds(round: ThatsItRound) -> list[list[str]]:
    """Lists the melds of the winner."""
    return melds(round, 4) + melds(round, 3)


def with_doubles(play: Play) -> float | None:
    """Gives the share of the winning hands that have a meld of doubles."""
    return share_of_wins(play, sum(
        any(is_of_doubles(meld) for meld in all_melds(round)) for round in winning(play)
    ))


def is_of_doubles(meld: list[str]) -> bool:
    """Tells whether a meld is one of doubles.

    >>> is_of_doubles(["4-4", "5-5", "9-9"]), is_of_doubles(["4-4", "5-4", "9-4"])
    (True, False)
    """
    return all(HIGH[parse_tile(name)] == LOW[parse_tile(name)] for name in meld)


def match_at_once(play: Play) -> float | None:
    """Gives the share of the winning hands that win a match from nothing."""
    return share_of_wins(play, sum(
        max(int(one) for one in round.won) >= int(round.rules.target) for round in winning(play)
    ))


ASKED: Final[dict[str, list[Own]]] = {
    "thats-it": [
        amount("turns", "turns", "Turns of all players in a hand.", NUMBER, turns),
        share("taken", "discards taken", "Of the discards, those that the next player takes.",
              taken),
        amount("put_off", "declarations put off",
               "How often somebody could declare in a hand and plays on.", NUMBER, put_off),
        amount("worth", "points of a hand", "What a winning hand scores.", POINTS, worth),
        share("plain", "no bonus", "Winning hands without any bonus.", plain),
        share("doubled", "score doubled", "Winning hands whose score is doubled for one suit.",
              doubled),
        share("with_doubles", "a meld of doubles", "Winning hands that have a meld of doubles.",
              with_doubles),
        share("match_at_once", "a match at once",
              "Winning hands that win a match from nothing.", match_at_once),
        *(
            share(
                name, words, f"Of the winners' melds of {size} tiles, those worth {points}.",
                partial(of_points, size, points),
            )
            for name, words, size, points in (
                ("three_plain", "three: 1", 3, 1), ("three_link", "three: 2", 3, 2),
                ("three_run", "three: 7", 3, 7), ("four_plain", "four: 1", 4, 1),
                ("four_link", "four: 2", 4, 2), ("four_links", "four: 3", 4, 3),
                ("four_run", "four: 9", 4, 9),
            )
        ),
    ],
}
