"""Matches between bots, many of them, and what they tell.

Every match has its own seed, drawn from the seed of the duel, so the outcome does not
depend on how many processes share the work.

On equal deals every deal is played from every seat: the bots move round the table, the tiles
stay. Luck then weighs the same for all, and the deals are what is independent.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, isinf, sqrt

from sobremesa import Game, Match, Refused, Rng, Round
from sobremesa.core.dealing import DealtGame
from sobremesa.core.gains import divided
from sobremesa.core.gains import round_won as round_won
from sobremesa.core.numbers import MOST_POINTS, is_whole
from sobremesa.core.wording import plural
from sobremesa.engines import EngineFailed
from sobremesa.lab.seer import Sitter, choice, sitter
from sobremesa.lab.workers import shared

# A match that nobody has won after so many rounds counts as a tie.
MOST_ROUNDS = 1000
# Matches, and equal deals, that a process plays at most before it reports; and into how many
# reports the work is divided at least, as far as it goes, so that slow games show progress too.
SHARE = 20
FEW = 4
REPORTS = 100
# So many standard deviations hold 95 % of what chance does.
Z = 1.959964
# A mean, and the least and the most that its 95 % interval holds.
Estimate = tuple[float, float, float]


@dataclass(frozen=True)
class Outcome:
    """What a duel came to, by bot in the order in which they were named.

    `wins` counts the matches won alone and `ties` those shared or, where several play, won by
    nobody; `points` is the mean of the match points at the end, `gains` the points won in a
    round in the mean with the 95 % interval. `given_up` counts matches that an engine broke off,
    the first for the `reason`; they count nowhere else.
    """

    game: str
    kinds: list[str]
    seed: int
    matches: int
    wins: list[int]
    ties: list[int]
    points: list[float]
    gains: list[Estimate]
    given_up: int = 0
    reason: str = ""

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
        if self.given_up:
            lines.append(GIVEN_UP.format(count=self.given_up, reason=self.reason))
        return "\n".join(lines)

    def _gain(self, place: int) -> str:
        return _signed(self.gains[place])

    def __str__(self) -> str:
        return self.text()


GIVEN_UP = plural(
    "{count} match was given up: {reason}", "{count} matches were given up, the first: {reason}"
)


def _signed(found: Estimate) -> str:
    mean, low, high = found
    if isinf(high):
        return f"{mean:+.2f} (no interval yet)"
    return f"{mean:+.2f} (95 %: {low:+.2f} to {high:+.2f})"


@dataclass(frozen=True)
class Balance:
    """What a duel on equal deals came to, by kind of bot in the order in which they were named.

    `unit` says what is counted, rounds or matches, and `played` how many of them there were.
    `shares` says how many of them a seat of that kind won, `even` what that would be if all were
    equally strong, and `gains` the utility of a round.
    """

    game: str
    kinds: list[str]
    seed: int
    unit: str
    deals: int
    played: int
    even: float
    shares: list[Estimate]
    gains: list[Estimate]

    def text(self) -> str:
        """Writes the balance as a table."""
        lines = [
            f"{self.game}, {self.played} {self.unit} on {self.deals} equal deals, "
            f"seed {self.seed}; an even share is {self.even:.1%}"
        ]
        width = max(len(kind) for kind in self.kinds)
        for kind, share, gain in zip(self.kinds, self.shares, self.gains, strict=True):
            mean, low, high = share
            lines.append(
                f"{kind:<{width}}  wins {mean:6.1%}  (95 %: {low:.1%} to {high:.1%})"
                f"  a round {_signed(gain)}"
            )
        return "\n".join(lines)

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
    reasons: list[str] = []
    for results in shared(play_share, shares, workers or os.cpu_count() or 1):
        for result in results:
            if isinstance(result, str):
                reasons.append(result)
                continue
            winners, scores, rounds = result
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
    counted = matches - len(reasons)
    if not counted:
        raise Refused("{reason}", reason=reasons[0])
    means = [total / counted for total in points]
    gains = [a_round(one) for one in gained]
    return Outcome(
        game.spec, kinds, seed, counted, wins, ties, means, gains, len(reasons), *reasons[:1]
    )


def a_round(matches: Sequence[tuple[float, int]]) -> Estimate:
    """Gives the mean gain of a round with its 95 % interval.

    Each match is its gain and the number of its rounds. Rounds of one match may depend on
    each other, so the matches are what is taken as independent. One match has no interval.

    >>> a_round([(10, 5), (10, 5)]), a_round([(10, 5)])
    ((2.0, 2.0, 2.0), (2.0, -inf, inf))
    """
    rounds = sum(count for _, count in matches)
    mean = sum(gain for gain, _ in matches) / rounds
    off = sum((gain - mean * count) ** 2 for gain, count in matches)
    reach = Z * sqrt(off) / rounds if len(matches) > 1 else inf
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
        sitter(game, kind)
    return kinds + kinds[-1:] * (players - len(kinds))


# What a match came to, or why it was given up.
Result = tuple[list[int], list[int], int]
Share = tuple[Game, list[str], int, list[tuple[int, int]]]


def _seeds(count: int, seed: int) -> list[tuple[int, int]]:
    """Draws a seed for every deal and one for the choices made in it."""
    rng = Rng(seed)
    return [(rng.below_big(1 << 64), rng.below_big(1 << 64)) for _ in range(count)]


def _shares(game: Game, kinds: list[str], matches: int, seed: int) -> Iterator[Share]:
    seeds = _seeds(matches, seed)
    size = share_size(matches, SHARE)
    for first in range(0, matches, size):
        yield game, kinds, first, seeds[first : first + size]


def share_size(count: int, most: int) -> int:
    """Give how much of the work a process does before it reports.

    >>> share_size(200, SHARE), share_size(2000, SHARE), share_size(5, SHARE)
    (2, 20, 1)
    """
    return max(1, min(most, count // REPORTS))


def play_share(share: Share) -> list[Result | str]:
    """Plays some matches of a duel: for each the winners and points by bot, and the rounds, or why
    it was given up."""
    game, kinds, first, seeds = share
    found: list[Result | str] = []
    for number, (deal_seed, choice_seed) in enumerate(seeds):
        try:
            found.append(play_match(game, kinds, first + number, deal_seed, choice_seed))
        except EngineFailed as failed:
            found.append(str(failed))
    return found


def play_match(game: Game, kinds: list[str], turn: int, deal_seed: int, choice_seed: int) -> Result:
    """Plays one match with the bots moved `turn` places round the table."""
    seats = len(kinds)
    place_of = [(seat + turn) % seats for seat in range(seats)]
    match = played_match(game, [kinds[place] for place in place_of], deal_seed, choice_seed)
    scores = [0] * seats
    for seat, place in enumerate(place_of):
        scores[place] = match.scores[seat]
    winners = sorted(place_of[seat] for seat in match.winners)
    return winners, scores, len(match.rounds())


def played_match(
    game: Game, sitting: list[str], deal_seed: int, choice_seed: int,
    standing: list[int] | None = None,
) -> Match:
    """Plays one match between the bots that sit there, from its beginning or a score on."""
    bots = [sitter(game, kind) for kind in sitting]
    match = Match(game, deal_seed)
    if standing is not None:
        match.rng = Rng(deal_seed)
        match.round = game.deal(match.rng, game.opener(match.rng), 1, standing)
    rng = Rng(choice_seed)
    while not match.over and len(match.finished) < MOST_ROUNDS:
        if match.round.over:
            match.next_round()
        play_out(match.round, bots, rng)
    return match


def play_out(round: Round, bots: list[Sitter], rng: Rng) -> None:
    """Lets bots play a round to its end; what they choose is checked."""
    while not round.over:
        moves = round.moves()
        move = moves[0]
        if len(moves) > 1:
            move = choice(bots[int(round.turn)], round, rng)
            round.check(move)
        round.play(move)


@dataclass(frozen=True)
class Played:
    """What a round or a match brought, by seat: the share of the win, the utility of its rounds
    together, and how many rounds there were."""

    won: list[float]
    gained: list[float]
    rounds: int

    def ahead(self, one: int, other: int) -> float:
        """Tells whether a seat came out before another: 1, or 0 if behind, or half if even."""
        first = (self.won[one], self.gained[one])
        second = (self.won[other], self.gained[other])
        return 0.5 if first == second else float(first > second)


def match_won(match: Match) -> list[float]:
    """Divides the win of a match among the seats; all have a part of what nobody won."""
    seats = int(match.game.players)
    if not match.winners and seats > 1:
        return divided(match.game, list(range(seats)))
    return divided(match.game, match.winners)


def play_deal(
    game: Game, sitting: list[str], deal_seed: int, choice_seed: int, rounds: bool,
    standing: list[int] | None = None,
) -> Played:
    """Plays a deal, or the match that begins with it, between the bots that sit there."""
    if rounds:
        round = Match(game, deal_seed).round
        play_out(round, [sitter(game, kind) for kind in sitting], Rng(choice_seed))
        return Played(round_won(round), round.utility(), 1)
    match = played_match(game, sitting, deal_seed, choice_seed, standing)
    utilities = [round.utility() for round in match.rounds()]
    return Played(
        match_won(match), [sum(of_seat) for of_seat in zip(*utilities, strict=True)],
        len(utilities),
    )


@dataclass(frozen=True)
class Table:
    """Some equal deals, each played by all the seatings; matches may stand at a score already."""

    game: Game
    seatings: list[list[str]]
    seeds: list[tuple[int, int]]
    rounds: bool
    standing: list[int] | None = None


def play_table(table: Table) -> list[list[Played]]:
    """Plays equal deals: for each deal what every seating made of it."""
    return [
        [
            play_deal(table.game, sitting, deal_seed, choice_seed, table.rounds, table.standing)
            for sitting in table.seatings
        ]
        for deal_seed, choice_seed in table.seeds
    ]


def equal_tables(
    game: Game, seatings: list[list[str]], deals: int, seed: int, rounds: bool,
    standing: list[int] | None = None,
) -> list[Table]:
    """Lays so many equal deals out on tables for several processes."""
    seeds = _seeds(deals, seed)
    size = share_size(deals, FEW)
    return [
        Table(game, seatings, seeds[first : first + size], rounds, standing)
        for first in range(0, deals, size)
    ]


def moved_round(kinds: list[str]) -> list[list[str]]:
    """Lists how bots sit when they move round the table, each seating once.

    >>> moved_round(["a", "b", "a", "b"])
    [['a', 'b', 'a', 'b'], ['b', 'a', 'b', 'a']]
    """
    found: list[list[str]] = []
    for turn in range(len(kinds)):
        sitting = kinds[turn:] + kinds[:turn]
        if sitting not in found:
            found.append(sitting)
    return found


def equal_duel(
    game: Game,
    kinds: list[str],
    played: int,
    seed: int = 0,
    rounds: bool = False,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    standing: list[int] | None = None,
) -> Balance:
    """Plays `played` matches, or `rounds`, on equal deals: each deal from every seat.

    The number is rounded up, so that every deal is played by all. `progress` is told how many
    have been played. With `standing`, matches are not begun but stand so, by seat; the bots move
    round, and the points stay.

    >>> import sobremesa
    >>> balance = equal_duel(sobremesa.game("block"), ["greedy", "random"], 8, workers=1)
    >>> balance.deals, balance.played, balance.even
    (4, 8, 0.5)
    """
    kinds = seated(game, kinds)
    if played < 1:
        raise Refused("a duel needs at least one match")
    if standing is not None:
        check_standing(game, standing)
    seatings = moved_round(kinds)
    deals = -(-played // len(seatings))
    named = list(dict.fromkeys(kinds))
    won: list[list[float]] = [[] for _ in named]
    gained: list[list[tuple[float, int]]] = [[] for _ in named]
    tables = equal_tables(game, seatings, deals, seed, rounds, standing)
    for results in shared(play_table, tables, workers or os.cpu_count() or 1):
        for deal in results:
            for place, kind in enumerate(named):
                wins, gains, count = _of_kind(kind, seatings, deal)
                won[place].append(wins)
                gained[place].append((gains, count))
        if progress is not None:
            progress(len(won[0]) * len(seatings))
    return Balance(
        game.spec, named, seed, "rounds" if rounds else "matches", deals, deals * len(seatings),
        1 / len({game.side_of(seat) for seat in range(int(game.players))}),
        [share_of(one) for one in won], [a_round(one) for one in gained],
    )


def check_standing(game: Game, standing: list[int]) -> None:
    """Refuses a score at which a match cannot stand."""
    if len(standing) != game.players:
        raise Refused(
            "name the points of each of the {players} seats, not of {given}",
            players=int(game.players), given=len(standing),
        )
    if any(
        standing[one] != standing[other] for one in range(len(standing)) for other in range(one)
        if game.side_of(one) == game.side_of(other)
    ):
        raise Refused("partners have the same points")
    least = game.least() if isinstance(game, DealtGame) else 0
    is_known = all(is_whole(points, least, MOST_POINTS) for points in standing)
    if not is_known or len(game.winners(standing)) > 0:
        raise Refused("a match that stands so is over, or never stood so")


def _of_kind(kind: str, seatings: list[list[str]], deal: list[Played]) -> tuple[float, float, int]:
    """Gives what a seat of one kind made of a deal: its share of the wins, its gains and how
    many rounds these took."""
    seats = [
        (played, seat) for sitting, played in zip(seatings, deal, strict=True)
        for seat, sitter in enumerate(sitting) if sitter == kind
    ]
    return (
        sum(played.won[seat] for played, seat in seats) / len(seats),
        sum(played.gained[seat] for played, seat in seats),
        sum(played.rounds for played, _ in seats),
    )


def share_of(deals: list[float]) -> Estimate:
    """Gives the mean share of the wins with its 95 % interval, from the share in each deal.

    The interval allows for two deals more, one won and one lost, so that a few deals all won do
    not look like certainty.

    >>> share_of([0.5, 1.0, 0.5, 1.0])[0]
    0.75
    """
    mean = sum(deals) / len(deals)
    off = sum((share - mean) ** 2 for share in deals) + mean**2 + (1 - mean) ** 2
    reach = Z * sqrt(off) / len(deals)
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)
