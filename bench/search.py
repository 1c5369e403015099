"""Prints how many rounds a second the search plays, beside OpenSpiel's C++ ISMCTS.

Run it as `python -m bench.search`. Both think about the first choice of as many deals, in turn, on
one core, with as many simulations, each of which is a way down the tree and one random rollout to
the end. OpenSpiel has no domino game that its search can play, so its games of like size stand
beside ours: euchre beside 42, hearts and bridge beside Super Bridge. A simulation of OpenSpiel's
draws its own world; ours is shown so, with many simulations a world, and by halves as the levels
do it, with even moves and with moves by the game's own policy. `--masters` prints instead how
long the master of each game thinks.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

import sobremesa
from bench.peer import MISSING
from sobremesa import Rng, View
from sobremesa.bots import bot, names
from sobremesa.bots.policy import EVEN, Policy, policy_of
from sobremesa.bots.search import Aim, Imagined, Plan, Search

SIMULATIONS = 1000
DEALS = 5
# Rounds of greedy players, and about how many of their choices a master is asked.
ROUNDS = 4
CHOICES = 60
PAIRS = [
    ("texas-42", "euchre"), ("block", "euchre"), ("double-takes", "hearts"),
    ("super-bridge", "hearts"), ("super-bridge", "bridge(use_double_dummy_result=false)"),
]

Think = Callable[[], object]


def ours(view: View, policy: Policy, worlds: int, deep: int = 1000) -> Think:
    """Makes a search from a view, its worlds found anew each time: by a tree, or without one by
    halves, as the levels do."""
    plan = Plan(SIMULATIONS, deep=deep, halving=deep == 0)

    def think() -> object:
        rng = Rng(1)
        imagined = Imagined(view.game.worlds(view), worlds, rng)
        return Search(imagined, policy, Aim(view.game), plan, rng).choose()

    return think


def first_choices(name: str) -> list[View]:
    """Gives views of the first card or tile that somebody may choose, or of the first choice."""
    views = []
    for seed in range(DEALS):
        round = sobremesa.game(name).start(seed).round
        rng = Rng(seed)
        while not round.over and (len(round.moves()) == 1 or in_auction(round)):
            moves = round.moves()
            round.play(moves[int(rng.below(len(moves)))])
        if not round.over:
            views.append(round.view(int(round.turn)))
    return views


def in_auction(round: sobremesa.Round) -> bool:
    """Tells whether trumps are still to be found."""
    return bool(round.view(-1).data.get("stage", "play") != "play")


def theirs(name: str) -> list[Think]:
    """Makes OpenSpiel's search from states of a game, after its deal and auction."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(name)
    thinks = []
    for seed in range(DEALS):
        state = game.new_initial_state()
        rng = Rng(seed)
        while state.is_chance_node() or len(state.legal_actions()) < 2 or is_bidding(name, state):
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.below(len(actions)))])
        if state.is_terminal():
            continue
        thinks.append(search_of(spiel, state))
    return thinks


def is_bidding(name: str, state: Any) -> bool:
    """Tells whether trumps are still to be found or cards to be passed."""
    first = int(state.legal_actions()[0])
    return first >= 52 if name.startswith("bridge") else name == "euchre" and first >= 24


def search_of(spiel: Any, state: Any) -> Think:
    """Makes OpenSpiel's search from one state; it tells states apart by what a player observes,
    or by all a player knows in games that have no such text."""
    by_sight = state.get_game().get_type().provides_observation_string

    def think() -> object:
        bot = spiel.ISMCTSBot(
            1, spiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, -1,
            spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, by_sight, True,
        )
        return bot.step(state)

    return think


def rates(groups: list[list[Think]]) -> list[float]:
    """Gives the simulations a second of each group, its best of three over all deals, in turn."""
    best = [float("inf") for _ in groups]
    for _ in range(3):
        for place, group in enumerate(groups):
            start = process_time()
            for think in group:
                think()
            best[place] = min(best[place], (process_time() - start) / len(group))
    return [SIMULATIONS / time for time in best]


def greedy_choices(name: str) -> list[View]:
    """Gives views of choices in rounds that greedy players play, evenly spread over them."""
    views = []
    quick = bot(name, "greedy")
    for seed in range(ROUNDS):
        round = sobremesa.game(name).start(seed).round
        rng = Rng(seed)
        while not round.over:
            moves = round.moves()
            if len(moves) > 1:
                view = round.view(int(round.turn))
                views.append(view)
                moves = [quick.choose(view, rng)]
            round.play(moves[0])
    return views[:: -(-len(views) // CHOICES)]


def answer_times(name: str, level: str) -> list[float]:
    """Gives the seconds of one core that a level thinks about each of some choices."""
    player = bot(name, level)
    times = []
    for seed, view in enumerate(greedy_choices(name)):
        start = process_time()
        player.choose(view, Rng(seed))
        times.append(process_time() - start)
    return times


def show_masters(games: list[str]) -> None:
    """Prints how long the master of each game thinks about a choice, default options."""
    print("a master's choice, milliseconds of one core")
    for name in games:
        times = answer_times(name, "master")
        print(
            f"  {name:<18} median {1000 * median(times):7.1f}   most {1000 * max(times):7.1f}"
            f"   {len(times)} choices", flush=True,
        )


def show() -> None:
    """Prints the table."""
    try:
        import_module("pyspiel")
    except ImportError:
        print(f"{MISSING}.")
        return
    print(
        f"simulations a second, {SIMULATIONS} from the first choice of play, one core, and how many"
        "\ntimes the peer's that is: a tree with a world each, and with 50 worlds; by halves with"
        "\n50 worlds and even moves, and with moves by the game's policy"
    )
    for own, peer in PAIRS:
        views = first_choices(own)
        groups = [
            [ours(view, EVEN, SIMULATIONS) for view in views],
            [ours(view, EVEN, 50) for view in views],
            [ours(view, EVEN, 50, 0) for view in views],
            [ours(view, policy_of(own), 50, 0) for view in views],
            theirs(peer),
        ]
        *own_rates, other = rates(groups)
        shown = "".join(f"{rate:>9,.0f} {rate / other:>4.1f}x" for rate in own_rates)
        print(f"  {own:<13}{shown}   {peer.partition('(')[0]:<8}{other:>8,.0f}", flush=True)


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--masters", nargs="*", metavar="GAME", help="time the masters instead")
    asked = reader.parse_args().masters
    if asked is None:
        show()
    else:
        show_masters(asked or [name for name in sobremesa.games() if "master" in names(name)])
