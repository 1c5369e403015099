"""Five names that people understand, from the learner to the master, for every game.

The learner and the easy one play at a glance, as the policy of the game would: the learner sees
only some of what there is and often takes the second best, as people do who are new to a game.
The others search: the middle one a little, the strong one more, the master most, and the master
also listens to what the others did and looks at everything where little is hidden any more.

A level counts what it looks at, never time, so that it chooses the same again for the same seed.
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.boards.djambi import SearchDjambi, open_turns, remembered, standing, step_of
from sobremesa.bots.boards.judge import THUMB, Judge
from sobremesa.bots.bot import Bot, add_bot, bot, names, noticed
from sobremesa.bots.endgames import Ending, ending_of
from sobremesa.bots.listening import TRUST, Listened
from sobremesa.bots.melds.racer import Racer
from sobremesa.bots.outlook import Outlook, add_standing
from sobremesa.bots.policy import policy_of
from sobremesa.bots.puzzle.greedy import GreedyPuzzle, SolvingPuzzle
from sobremesa.bots.search import Aim, Imagined, MatchAim, Plan, RoundAim, Search
from sobremesa.bots.solo.greedy import CarefulSolo, GreedySolo
from sobremesa.bots.stakes import stakes_of
from sobremesa.bots.thoughts import EXACT, ROUNDS, UNKNOWN, Thoughts, Weighed
from sobremesa.bots.tricks.bridge_mind import BridgeMind
from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import Refused
from sobremesa.core.game import NO_MOVE, Game, View, Worlds
from sobremesa.core.rng import Rng
from sobremesa.families.boards.board import DECLINE
from sobremesa.solvers.solitaires import SOLVABLE

LEVELS: Final = ["learner", "easy", "middle", "strong", "master"]
# What each level is like, for people who choose one.
SENTENCES: Final[dict[str, str]] = {
    "learner": "Knows the rules, plays quickly and overlooks a lot.",
    "easy": "Plays by rules of thumb and seldom looks ahead.",
    "middle": "Looks ahead a little; a fair match for most people.",
    "strong": "Thinks every choice through in many deals that are possible.",
    "master": "Thinks longest, listens to what the others do, and plays endings exactly.",
}
IS_PLAIN: Final = __file__.endswith(".py")
# Plain Python is some thirty times slower, and thinks less.
PLAIN_SHARE: Final = 25
# Positions to look at where moves are compared exactly, for minds that have no number of their own.
LOOKS: Final[Int] = 800 if IS_PLAIN else 20_000


class Glance(Bot):
    """Plays at a glance, as the policy of the game would.

    Each move is overlooked with the chance `blind`, and the heat of the policy is multiplied by
    `warmth`.
    """

    def __init__(self, blind: float, warmth: float) -> None:
        self.blind: float = blind
        self.warmth: float = warmth

    def choose(self, view: View, rng: Rng) -> int:
        """Takes one of the moves that it sees, by its chance."""
        round = view.game.worlds(view).sample(rng)
        policy = policy_of(view.game.name)
        moves = round.legal()
        values = policy.values(round, moves)
        seen = noticed(len(moves), self.blind, rng)
        heat = policy.heat * self.warmth
        best: Int = seen[0]
        highest = -1.0e300
        for place in seen:
            worth = values[place]
            if heat > 0.0:
                # By Gumbel's trick the highest of these falls on each by its chance.
                worth -= heat * math.log(-math.log(max(rng.fraction(), 1.0e-12)))
            if worth > highest:
                highest = worth
                best = place
        return int(moves[best])


class Thinker(Bot):
    """Searches with a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan: Plan = plan

    def choose(self, view: View, rng: Rng) -> int:
        """Takes the move after which it gains most in the worlds it imagines."""
        return self.thought(view, rng, False).move

    def think(self, view: View, rng: Rng) -> Thoughts:
        """Takes the same move, and says what came after each candidate."""
        return self.thought(view, rng, True)

    def thought(self, view: View, rng: Rng, tells: bool) -> Thoughts:
        """Thinks, and counts what it can say if it is to tell."""
        plan = self.plan
        game = view.game
        worlds = game.worlds(view)
        policy = policy_of(game.name)
        aim = self.aim(game)
        if plan.looks > 0:
            ending = ending_of(worlds, aim, plan.looks, view.seat, policy, plan.trust)
            sure = NO_MOVE if ending is None else ending.best(plan.looks)
            if ending is not None and sure != NO_MOVE:
                told = endings_told(ending, game, plan.looks) if tells else []
                return Thoughts(int(sure), told, EXACT)
        search = Search(self.imagined(view, worlds, rng), policy, aim, plan, rng)
        if tells:
            search.tell(Outlook(game))
        move = int(search.choose())
        return Thoughts(move, search.weighed(), ROUNDS)

    def imagined(self, view: View, worlds: Worlds, rng: Rng) -> Imagined:
        """Imagines worlds, by how well the choices of the others fit them if it listens."""
        plan = self.plan
        if plan.trust > 0.0 and view.log:
            policy = policy_of(view.game.name)
            return Listened(worlds, plan.worlds, rng, view.seat, policy, plan.trust)
        return Imagined(worlds, plan.worlds, rng)

    def weigh(self, view: View, moves: list[int], rounds: int, rng: Rng) -> list[Weighed]:
        """Compares moves in the same worlds, or in all that are left where that is little."""
        plan = self.plan
        game = view.game
        worlds = game.worlds(view)
        policy = policy_of(game.name)
        outlook = Outlook(game)
        looks: Int = plan.looks if plan.looks > 0 else LOOKS
        ending = ending_of(worlds, outlook, looks, view.seat, policy, plan.trust)
        if ending is not None:
            told = endings_told(ending, game, looks)
            if told:
                return [one for move in moves for one in told if one.move == move]
        search = Search(self.imagined(view, worlds, rng), policy, self.aim(game), plan, rng)
        search.moves = vec[Int](moves)
        search.tell(outlook)
        search.compare(vec[Int](moves), rounds)
        return search.weighed()

    def aim(self, game: Game) -> Aim:
        """Says what a round is played for."""
        if self.plan.won:
            return RoundAim(game)
        stakes = stakes_of(game) if self.plan.score else None
        return Aim(game) if stakes is None else MatchAim(game, stakes)


def endings_told(ending: Ending, game: Game, looks: Int) -> list[Weighed]:
    """Says for each move the chance to win that it keeps in the mean of all worlds; nothing if
    that is too much to look at."""
    ending.aim = Outlook(game)
    chances = ending.gains(looks)
    moves = ending.moves()
    return [
        Weighed(int(moves[place]), chances[place], len(ending.worlds), UNKNOWN, chances[place])
        for place in range(len(chances))
    ]


class CarelessDjambi(Bot):
    """Takes the turn after which it stands best, of those that it sees."""

    def __init__(self, blind: float) -> None:
        self.blind: float = blind

    def choose(self, view: View, rng: Rng) -> int:
        """Values the turns that it sees by the position that follows."""
        position = remembered(view, rng)
        judge = Judge(position, view.seat, THUMB)
        turns = open_turns(view, position)
        best: Int = DECLINE
        highest = -1.0e300
        for place in noticed(len(turns), self.blind, rng):
            position.make(turns[place])
            value = float(judge.value(0)) + rng.fraction()
            position.unmake()
            if value > highest:
                highest = value
                best = turns[place]
        return step_of(view, best)


# How much of its heat a policy keeps when a search plays on: who plays a round to its end should
# mostly do what is best.
COOL: Final = 0.2


def plan(
    rounds: int, *, worlds: int = 200, width: int = 0, trust: float = TRUST, looks: int = 0,
    doubt: float = 1.0, score: bool = True, cut: int = 0,
) -> Plan:
    """Plans how a master thinks: unless told otherwise for the match, and it listens."""
    return Plan(
        rounds, worlds=worlds, width=width, cut=cut, trust=trust, looks=looks, score=score,
        warmth=COOL, doubt=doubt,
    )


# How the master of each game thinks.
MASTERS: Final[dict[str, Plan]] = {
    "block": plan(1000, looks=40_000),
    "draw": plan(800, looks=40_000),
    "muggins": plan(500),
    # Who plays the score of Bergen wins fewer matches (docs/bots.md).
    "bergen": plan(500, score=False),
    "matador": plan(1500),
    "tiddle-a-wink": plan(400, worlds=100),
    "sebastopol": plan(600, looks=40_000),
    # Beyond forty moves a round tells more of luck than of the move.
    "mexican-train": plan(3000, width=12, trust=0.0, cut=40),
    "super-dominos": plan(400, worlds=60, width=8),
    "cerrojo": plan(600, worlds=100, width=12),
    # Thirteen deals follow each other, and what later ones bring only hides what a play is worth.
    "high-fives": plan(1000, width=12, trust=0.0, cut=12),
    "domino-poker": Plan(3000, trust=TRUST, score=True),
    "thats-it": plan(500, worlds=100, width=8, trust=0.0),
    "cuadrominos": plan(400, worlds=60, width=10, trust=0.0),
    "double-takes": plan(250, worlds=60, width=10),
    "super-bridge": plan(400, worlds=60, width=8),
    "texas-42": plan(1000, width=7, looks=60_000, doubt=0.0),
    "traffic": Plan(400, warmth=COOL),
    "big-clock": Plan(1000, warmth=COOL, doubt=0.0),
}
# How many times less the levels below it play.
STRONG: Final = 5
MIDDLE: Final = 25
LEAST: Final = 24


def rounds_of(master: Plan, share: int) -> int:
    """Gives how many rounds a level plays that has a share of the master's thought."""
    return max(LEAST, int(master.rounds) // (share * PLAIN_SHARE if IS_PLAIN else share))


def masterly(master: Plan) -> Plan:
    """Gives the plan of a master as far as plain Python can follow it."""
    return master.bare(rounds_of(master, 1)) if IS_PLAIN else master


def add_levels(game_name: str, levels: list[Bot]) -> None:
    """Makes the levels of a game known, the weakest first."""
    for name, level in zip(LEVELS, levels, strict=True):
        add_bot(game_name, name, level)


def levels_of(master: Plan) -> list[Bot]:
    """Makes the levels of a game that has a policy."""
    return [
        Glance(0.3, 4.0), Glance(0.1, 1.0), Thinker(master.bare(rounds_of(master, MIDDLE))),
        Thinker(master.bare(rounds_of(master, STRONG))), Thinker(masterly(master)),
    ]


class PokerMaster(Bot):
    """Plays by the tables of the equilibrium bot at tables for two, else as the other masters do:
    where more play, nothing was shown to be better than the search."""

    def __init__(self, other: Bot) -> None:
        self.solved: Bot = bot("domino-poker", "equilibrium")
        self.other: Bot = other

    def choose(self, view: View, rng: Rng) -> int:
        """Asks whether there is a table for the game."""
        if view.game.players > 2:
            return self.other.choose(view, rng)
        try:
            return self.solved.choose(view, rng)
        except Refused:
            return self.other.choose(view, rng)


def bridge_minds() -> list[BridgeMind]:
    """Makes the levels of Super Bridge that think; plain Python counts fewer deals and tricks."""
    if IS_PLAIN:
        return [
            BridgeMind(count, count, early=0, looks=5, ending=4, nodes=200) for count in (1, 2, 4)
        ]
    return [
        BridgeMind(4, 4, early=0, looks=8), BridgeMind(12, 8, early=0, looks=10),
        BridgeMind(96, 16, early=16, ending=10),
    ]


# Games whose master does not say what rounds bring: there a search compares moves.
COMPARED: Final = ["domino-poker", "thats-it", "super-bridge"]


def teacher(game_name: str) -> str:
    """Names the bot that is asked for advice: the strongest that says what it thought.

    >>> import sobremesa
    >>> teacher("block"), teacher("domino-poker"), teacher("bingo")
    ('master', 'search', 'random')
    """
    known = names(game_name)
    if game_name == "domino-poker":
        return "search"
    return "master" if "master" in known else known[-1]


def examiner(game_name: str) -> str:
    """Names the bot that compares moves by their chances."""
    return "search" if game_name in COMPARED else teacher(game_name)


def add_all() -> None:
    """Makes the levels of all games of the house known; in Bingo there is nothing to choose."""
    for game_name, master in MASTERS.items():
        levels = levels_of(master)
        if game_name == "domino-poker":
            add_bot(game_name, "search", levels[-1])
            levels[-1] = PokerMaster(levels[-1])
        if game_name == "thats-it":
            add_bot(game_name, "search", levels[-1])
            levels[2:] = [Racer(0, 0.0), Racer(1, 0.0), Racer(1, 1.0)]
        if game_name == "super-bridge":
            add_bot(game_name, "search", levels[-1])
            levels[2:] = bridge_minds()
        add_levels(game_name, levels)
    for game_name in SOLVABLE:
        if game_name in MASTERS:
            continue
        add_levels(game_name, [
            GreedySolo(0.4), GreedySolo(0.1), CarefulSolo(2, 2_000),
            CarefulSolo(4, 8_000), CarefulSolo(8, 20_000),
        ])
    add_levels("djambi", [
        CarelessDjambi(0.5), CarelessDjambi(0.1), SearchDjambi(4_000), bot("djambi", "search"),
        bot("djambi", "search-deep"),
    ])
    add_standing("djambi", standing)
    add_levels("cuadrominos-puzzle", [
        GreedyPuzzle(0.6), GreedyPuzzle(0.3), GreedyPuzzle(0.0), SolvingPuzzle(500),
        SolvingPuzzle(20_000),
    ])
