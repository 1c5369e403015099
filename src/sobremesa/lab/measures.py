"""What is measured when bots play, for every game by the same means.

What is asked of one game alone is in `asking`. Nothing here knows a game: who is to move and what
is legal, the points, who leads and who has won are asked of the contract, so that a game just
written is measured like all others. `MEASURES`
declares every measure with its words; a play is a round or a match, and where a game has nothing
that a measure could mean, it is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import log2
from typing import Any, Final

from sobremesa import Game, Match, Refused, Rng, Round
from sobremesa.core.errors import suggestion
from sobremesa.core.gains import round_won
from sobremesa.lab.arena import MOST_ROUNDS, match_won
from sobremesa.lab.asking import own_measures
from sobremesa.lab.asking.play import Play
from sobremesa.lab.intervals import Bounds
from sobremesa.lab.seer import Sitter, choice, sitter
from sobremesa.lab.units import MINUTES, NUMBER, POINTS, SHARE, Measure, from_0_to_1, unbounded

# The words by which games say that a round ended because nobody could go on.
BLOCKED: Final = ("blocked", "closed")
# Scoring that comes with the end of a round.
AT_THE_END: Final = "end of the round"


@dataclass(frozen=True)
class Pace:
    """How long people take, in seconds: for shuffling and dealing, for any move, and for each
    doubling of the moves to choose from (Hick's law: a choice takes as long as the logarithm of
    what there is to choose from)."""

    deal: float = 30.0
    move: float = 3.0
    doubling: float = 3.0


def _moves(game: Game, rounds: bool) -> Bounds | None:
    return (0.0, float(game.longest)) if rounds else None


def _rounds(game: Game, rounds: bool) -> Bounds | None:
    return (1.0, 1.0) if rounds else None


MEASURES: Final = {measure.name: measure for measure in (
    Measure("first", "first mover wins", "The share of the win that goes to whoever moves first.",
            SHARE, from_0_to_1),
    Measure("named", "first bot named wins",
            "The share of the win that goes to a seat of the bot named first.", SHARE, from_0_to_1),
    Measure("drawn", "drawn", "Nobody has won alone with their side.", SHARE, from_0_to_1),
    Measure("blocked", "blocked rounds", "Rounds that end because nobody can go on.",
            SHARE, from_0_to_1),
    Measure("won", "won alone", "Deals that a single player wins.", SHARE, from_0_to_1),
    Measure("comebacks", "comebacks",
            "Whoever wins alone was behind when half of the moves were made.", SHARE, from_0_to_1),
    Measure("forced", "forced moves", "Moves that were the only legal one.", SHARE, from_0_to_1),
    Measure("rounds", "rounds", "Rounds until it was decided.", NUMBER, _rounds),
    Measure("moves", "moves", "Moves of all seats together.", NUMBER, _moves),
    Measure("decisions", "decisions", "Moves with more than one that was legal.", NUMBER, _moves),
    Measure("branching", "legal moves", "Legal moves at a move, in the mean.", NUMBER, unbounded),
    Measure("minutes", "minutes", "How long it takes people, by the pace of the study.",
            MINUTES, unbounded),
    Measure("leads", "lead changes", "How often another side comes to lead alone.",
            NUMBER, unbounded),
    Measure("deficit", "points made up",
            "The most points by which whoever wins alone was behind.", POINTS, unbounded),
    Measure("margin", "margin", "Points between the best side and the next; alone, the points.",
            POINTS, unbounded),
    Measure("scoring", "scoring moves", "Moves with which points are made or lost.",
            NUMBER, unbounded),
)}


def measures_of(*games: str) -> dict[str, Measure]:
    """Gives the measures that all games share, then those of some games alone.

    >>> "closer" in measures_of("block"), "closer" in measures_of("bingo")
    (True, False)
    """
    own = {name: one.measure for game in games for name, one in own_measures(game).items()}
    return {**MEASURES, **own}


def measure_named(name: str, *games: str) -> Measure:
    """Finds a measure among those that all share and those of some games.

    :raises Refused: if there is none of that name.
    """
    known = measures_of(*games)
    if name not in known:
        raise Refused(
            "there is no measure called {name}: {hint}",
            name=name, hint=suggestion(name, list(known)),
        )
    return known[name]


@dataclass
class Watch:
    """Whoever looks on and counts."""

    game: Game
    moves: int = 0
    decisions: int = 0
    legal: int = 0
    doublings: float = 0.0
    # The points of all seats after each move.
    course: list[list[int]] = field(default_factory=list)
    events: dict[str, list[int]] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)

    def play_out(self, round: Round, bots: list[Sitter], rng: Rng) -> None:
        """Lets bots play a round to its end, as `arena.play_out` does, and counts."""
        before = round.scores()
        while not round.over:
            moves = round.moves()
            move = moves[0]
            if len(moves) > 1:
                move = choice(bots[int(round.turn)], round, rng)
                round.check(move)
                self.decisions += 1
            touched = round.touches(move)
            round.play(move)
            self.moves += 1
            self.legal += len(moves)
            self.doublings += log2(len(moves))
            after = round.scores()
            if after != before:
                kind = touched[0].partition(":")[0] if touched else "move"
                self.score(AT_THE_END if round.over else kind, before, after)
            self.course.append(after)
            before = after
        ending = round.view(-1).data.get("ending")
        if isinstance(ending, str) and ending:
            self.endings[ending] = self.endings.get(ending, 0) + 1

    def score(self, kind: str, before: list[int], after: list[int]) -> None:
        """Counts a scoring move: how often, and how many points; those of partners once."""
        made = {
            self.game.side_of(seat): new - old
            for seat, (old, new) in enumerate(zip(before, after, strict=True))
        }
        event = self.events.setdefault(kind, [0, 0])
        event[0] += 1
        event[1] += sum(abs(points) for points in made.values())

    def leading(self, scores: list[int]) -> int:
        """Names the side that leads alone, or -1."""
        sides = {self.game.side_of(seat) for seat in self.game.leaders(scores)}
        return sides.pop() if len(sides) == 1 else -1

    def lead_changes(self) -> int:
        """Counts how often another side comes to lead alone."""
        leaders = [side for side in map(self.leading, self.course) if side >= 0]
        return sum(one != other for one, other in pairwise(leaders))

    def behind(self, side: int, scores: list[int]) -> int:
        """Gives by how many points a side is behind the best."""
        own = next(score for seat, score in enumerate(scores) if self.game.side_of(seat) == side)
        return abs(scores[self.game.leaders(scores)[0]] - own)

    def margin(self, scores: list[int]) -> int:
        """Gives the points between the best side and the next; alone, the points."""
        best = self.leading(scores)
        if len(scores) == 1:
            return scores[0]
        if best < 0:
            return 0
        ahead = next(score for seat, score in enumerate(scores) if self.game.side_of(seat) == best)
        return min(
            abs(ahead - score) for seat, score in enumerate(scores)
            if self.game.side_of(seat) != best
        )


def measured(
    game: Game, sitting: list[str], deal_seed: int, choice_seed: int, rounds: bool,
    pace: Pace, named: str = "",
) -> dict[str, Any]:
    """Plays a deal, or the match that begins with it, and gives all that is measured.

    `named` is the bot whose wins are asked for, if there are others.

    >>> import sobremesa
    >>> found = measured(sobremesa.game("block"), ["greedy", "random"], 1, 2, True, Pace())
    >>> found["rounds"], sum(found["won_by_seat"]), 0 <= found["forced"] <= 1
    (1.0, 1.0, True)
    """
    bots = [sitter(game, kind) for kind in sitting]
    rng = Rng(choice_seed)
    match = Match(game, deal_seed)
    first = int(match.round.turn)
    watch = Watch(game)
    watch.play_out(match.round, bots, rng)
    while not rounds and not match.over and len(match.finished) < MOST_ROUNDS:
        match.next_round()
        watch.play_out(match.round, bots, rng)
    won = round_won(match.round) if rounds else match_won(match)
    utilities = [round.utility() for round in match.rounds()]
    play = Play(game, match.rounds(), won, first, sitting)
    return {
        **_values(watch, match, won, first, sitting, pace, named),
        **{name: one.ask(play) for name, one in own_measures(game.name).items()},
        "first_seat": first,
        "won_by_seat": won,
        "gained_by_seat": [sum(of_seat) for of_seat in zip(*utilities, strict=True)],
        "endings": sorted(watch.endings.items()),
        "events": sorted((kind, *counts) for kind, counts in watch.events.items()),
    }


def _values(
    watch: Watch, match: Match, won: list[float], first: int, sitting: list[str], pace: Pace,
    named: str,
) -> dict[str, float | None]:
    """Gives the measures of a play, None where the game has nothing that one could mean."""
    game = match.game
    several = int(game.players) > 1
    rounds = len(match.rounds())
    winners = {game.side_of(seat) for seat, part in enumerate(won) if part == 1.0}
    winner = winners.pop() if several and len(winners) == 1 else -1
    course = watch.course
    seconds = pace.deal * rounds + pace.move * watch.moves + pace.doubling * watch.doublings
    mine = [won[seat] for seat, kind in enumerate(sitting) if kind == named]
    found: dict[str, float | None] = {
        "first": won[first] if several and first >= 0 else None,
        "named": sum(mine) / len(mine) if several and 0 < len(mine) < len(sitting) else None,
        "drawn": float(winner < 0) if several else None,
        "blocked": sum(watch.endings.get(word, 0) for word in BLOCKED) / rounds
        if watch.endings and several else None,
        "won": None if several else won[0],
        "comebacks": float(
            winner >= 0 and watch.behind(winner, course[len(course) // 2]) > 0
        ) if several else None,
        "forced": 1 - watch.decisions / watch.moves if watch.moves else 1.0,
        "rounds": float(rounds),
        "moves": float(watch.moves),
        "decisions": float(watch.decisions),
        "branching": watch.legal / watch.moves if watch.moves else 1.0,
        "minutes": seconds / 60,
        "leads": float(watch.lead_changes()) if several else None,
        "deficit": float(max(watch.behind(winner, scores) for scores in course))
        if winner >= 0 and course else 0.0 if several else None,
        "margin": float(watch.margin(match.scores)),
        "scoring": float(sum(count for count, _ in watch.events.values())),
    }
    return found
