"""Matches between bots, many of them, and what they tell.

Every match has its own seed, drawn from the seed of the duel, so the outcome does not
depend on how many processes share the work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

from sobremesa import Game, Match, Refused, Rng
from sobremesa.bots import bot
from sobremesa.lab.workers import shared

# A match that nobody has won after so many rounds counts as a tie.
MOST_ROUNDS = 1000
# Matches that a process plays before it reports.
SHARE = 20
# So many standard deviations hold 95 % of what chance does.
Z = 1.959964


@dataclass(frozen=True)
class Outcome:
    """What a duel came to, by bot in the order in which they were named.

    `wins` counts the matches won alone and `ties` those shared or, where several play, won by
    nobody; `points` is the mean of the match points at the end, `gains` the points won in a
    round in the mean with the 95 % interval.
    """

    game: str
    kinds: list[str]
    seed: int
    matches: int
    wins: list[int]
    ties: list[int]
    points: list[float]
    gains: list[tuple[float, float, float]]

    def rate(self, place: int) -> float:
        """Gives the share of the matches that a bot won."""
        return self.wins[place] / self.matches

    def interval(self, place: int) -> tuple[float, float]:
        """Gives the 95 % interval of that share."""
        return wilson(self.wins[place], self.matches)

    def text(self) -> str:
        """Writes the outcome as a table."""
        lines = [f"{self.game}, {self.matches} matches, seed {self.seed}"]
        width = max(len(kind) for kind in self.kinds)
        for place, kind in enumerate(self.kinds):
            low, high = self.interval(place)
            lines.append(
                f"{kind:<{width}}  wins {self.wins[place]:>6}  {self.rate(place):6.1%}"
                f"  (95 %: {low:.1%} to {high:.1%})  ties {self.ties[place]}"
                f"  mean points {self.points[place]:.1f}"
                f"  a round {self._gain(place)}"
            )
        return "\n".join(lines)

    def _gain(self, place: int) -> str:
        mean, low, high = self.gains[place]
        return f"{mean:+.2f} (95 %: {low:+.2f} to {high:+.2f})"

    def __str__(self) -> str:
        return self.text()


def wilson(wins: int, trials: int) -> tuple[float, float]:
    """Gives Wilson's 95 % interval for a share.

    >>> low, high = wilson(65, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.553 0.736'
    """
    if trials == 0:
        return 0.0, 1.0
    share = wins / trials
    middle = share + Z * Z / (2 * trials)
    reach = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    scale = 1 + Z * Z / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def duel(
    game: Game,
    kinds: list[str],
    matches: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Plays `matches` matches between bots, one place further round the table each time.

    If there are fewer kinds than seats, the last one takes the seats that are left.
    `progress` is told how many matches have been played.

    >>> import sobremesa
    >>> outcome = duel(sobremesa.game("block"), ["greedy", "random"], matches=4, workers=1)
    >>> sum(outcome.wins)
    4
    """
    kinds = seated(game, kinds)
    if matches < 1:
        raise Refused("a duel needs at least one match")
    shares = list(_shares(game, kinds, matches, seed))
    wins = [0] * len(kinds)
    ties = [0] * len(kinds)
    points = [0] * len(kinds)
    begun = game.starting_points()
    gained: list[list[tuple[int, int]]] = [[] for _ in kinds]
    played = 0
    for results in shared(play_share, shares, workers or os.cpu_count() or 1):
        for winners, scores, rounds in results:
            for place, score in enumerate(scores):
                points[place] += score
                gained[place].append((score - begun[place], rounds))
                sides = {game.side_of(winner) for winner in winners}
                wins[place] += sides == {game.side_of(place)}
                ties[place] += len(scores) > 1 and (
                    not winners or (len(sides) > 1 and place in winners)
                )
        played += len(results)
        if progress is not None:
            progress(played)
    means = [total / matches for total in points]
    gains = [a_round(one) for one in gained]
    return Outcome(game.spec, kinds, seed, matches, wins, ties, means, gains)


def a_round(matches: list[tuple[int, int]]) -> tuple[float, float, float]:
    """Gives the mean gain of a round with its 95 % interval.

    Each match is its gain and the number of its rounds. Rounds of one match may depend on
    each other, so the matches are what is taken as independent.

    >>> a_round([(10, 5), (10, 5)])
    (2.0, 2.0, 2.0)
    """
    rounds = sum(count for _, count in matches)
    mean = sum(gain for gain, _ in matches) / rounds
    off = sum((gain - mean * count) ** 2 for gain, count in matches)
    reach = Z * sqrt(off) / rounds
    return mean, mean - reach, mean + reach


def seated(game: Game, kinds: list[str]) -> list[str]:
    """Gives a kind of bot for every seat, or refuses."""
    players = int(game.players)
    if not 1 <= len(kinds) <= players:
        raise Refused(
            "{game} has {players} seats: name from 1 to {players} bots, not {given}",
            game=game.name, players=players, given=len(kinds),
        )
    for kind in kinds:
        bot(game.name, kind)
    return kinds + kinds[-1:] * (players - len(kinds))


Result = tuple[list[int], list[int], int]
Share = tuple[Game, list[str], int, list[tuple[int, int]]]


def _shares(game: Game, kinds: list[str], matches: int, seed: int) -> Iterator[Share]:
    rng = Rng(seed)
    seeds = [(rng.below_big(1 << 64), rng.below_big(1 << 64)) for _ in range(matches)]
    for first in range(0, matches, SHARE):
        yield game, kinds, first, seeds[first : first + SHARE]


def play_share(share: Share) -> list[Result]:
    """Plays some matches of a duel: for each the winners and points by bot, and the rounds."""
    game, kinds, first, seeds = share
    return [
        play_match(game, kinds, first + number, deal_seed, choice_seed)
        for number, (deal_seed, choice_seed) in enumerate(seeds)
    ]


def play_match(game: Game, kinds: list[str], turn: int, deal_seed: int, choice_seed: int) -> Result:
    """Plays one match with the bots moved `turn` places round the table."""
    seats = len(kinds)
    place_of = [(seat + turn) % seats for seat in range(seats)]
    bots = [bot(game.name, kinds[place]) for place in place_of]
    match = Match(game, deal_seed)
    rng = Rng(choice_seed)
    while not match.over and len(match.finished) < MOST_ROUNDS:
        if match.round.over:
            match.next_round()
        while not match.round.over:
            seat = match.turn
            moves = match.round.moves()
            if len(moves) == 1:
                match.round.play(moves[0])
            else:
                match.play(bots[seat].choose(match.view(seat), rng))
    scores = [0] * seats
    for seat, place in enumerate(place_of):
        scores[place] = match.scores[seat]
    winners = sorted(place_of[seat] for seat in match.winners)
    return winners, scores, len(match.rounds())
