"""Many rounds at once, beside one at a time and beside what others have, in one run.

    python -m bench.batch              # everything
    python -m bench.batch pgx loops    # some parts of it

Every step of a batch has an observation, a mask of legal actions, rewards, and a new round where
one has ended; actions are drawn at random from the legal ones. Loops play whole rounds inside an
engine, with none of that. All rates are steps for a second of the processor's time, so that
threads of others count; ours and theirs are looked at in turn, and the best look counts.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sobremesa
from sobremesa import Game, Rng
from sobremesa.adapters.batch import Shape
from sobremesa.adapters.episode import Episode
from sobremesa.core.batch import Rounds
from sobremesa.families.rows import writer_of

# A look takes about so many seconds of the processor, and so many are taken.
SECONDS = 0.25
LOOKS = 3
# So many rounds are stepped together, by us and by others.
ROUNDS = 256
# Steps of a batch of others between two looks at the clock.
CHUNK = 50
# Our games, and games of others that they are like. The bids of bridge in pgx are left out,
# because they need a file of solved deals.
LIKE = [
    ("block", "PettingZoo connect_four_v3"),
    ("block", "PettingZoo tictactoe_v3"),
    ("domino-poker", "PettingZoo leduc_holdem_v4"),
    ("block", "OpenSpiel python_block_dominoes"),
    ("domino-poker", "OpenSpiel leduc_poker"),
    ("super-bridge", "OpenSpiel bridge(use_double_dummy_result=false)"),
    ("texas-42", "OpenSpiel spades"),
    ("thats-it", "OpenSpiel gin_rummy"),
    ("djambi", "OpenSpiel chess"),
    ("block", "pgx tic_tac_toe"),
    ("block", "pgx connect_four"),
    ("domino-poker", "pgx leduc_holdem"),
    ("thats-it", "pgx sparrow_mahjong"),
    ("mexican-train", "pgx backgammon"),
]
# JAX takes many minutes to compile it, so it is measured only if it is named.
CHESS = [("djambi", "pgx chess")]
LOOPS = [
    ("block", "python_block_dominoes"),
    ("domino-poker", "leduc_poker"),
    ("super-bridge", "bridge(use_double_dummy_result=false)"),
    ("texas-42", "spades"),
    ("thats-it", "gin_rummy"),
    ("mexican-train", "backgammon"),
    ("djambi", "chess"),
]


def rate(run: Callable[[], int]) -> float:
    """Gives the steps for a second of the processor, over one look."""
    steps = 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        steps += run()
    return steps / (time.process_time() - began)


def batched(game: Game) -> Callable[[], int]:
    """Steps a batch."""
    batch = sobremesa.batch(game, ROUNDS, seed=1)

    def run() -> int:
        for _ in range(10):
            batch.step(batch.drawn)
        return 10 * ROUNDS

    return run


def looped(game: Game) -> Callable[[], int]:
    """Plays rounds inside the engine, without observations or masks."""
    return lambda: sobremesa.playouts(game, 20, 1)


def stepped(game: Game) -> Callable[[], int]:
    """Steps one round after another from Python, with observations and masks."""
    episode = Episode(game)
    rng = Rng(1)
    seeds = iter(range(1 << 40))

    def run() -> int:
        episode.start(next(seeds))
        steps = 0
        while not episode.over and steps < 200:
            episode.observation(episode.turn)
            moves = episode.legal
            episode.play(moves[int(rng.below(len(moves)))])
            steps += 1
        return steps

    return run


def masked(game: Game) -> Callable[[], int]:
    """Steps one round after another from Python, with masks alone."""
    episode = Episode(game)
    rng = Rng(1)
    seeds = iter(range(1 << 40))

    def run() -> int:
        episode.start(next(seeds))
        steps = 0
        while not episode.over and steps < 500:
            moves = episode.legal
            episode.actions.mask(moves)
            episode.play(moves[int(rng.below(len(moves)))])
            steps += 1
        return steps

    return run


def best_rates(runs: dict[str, Callable[[], int]]) -> dict[str, float]:
    """Gives the best of several looks at each, taken in turn."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(LOOKS):
        for name, run in runs.items():
            best[name] = max(best[name], rate(run))
    return best


def show_games() -> dict[str, float]:
    """Prints every game: batches, the engine's own loop, and rounds from Python."""
    print(
        f"Batches of {ROUNDS} rounds in one process, thousands of steps a second of the\n"
        "processor; of loop: against the engine's own, with no rows and no masks; x: times\n"
        "one round at a time from Python, with masks, and with masks and observations"
    )
    print(f"  {'':<20}{'numbers':>8}{'batch':>9}{'of loop':>9}{'x masks':>9}{'x all':>9}")
    found: dict[str, float] = {}
    for name in sobremesa.games():
        game = sobremesa.game(name)
        best = best_rates({
            "batch": batched(game), "loop": looped(game), "masks": masked(game),
            "all": stepped(game),
        })
        found[name] = best["batch"]
        size = sobremesa.batch(game, 1).encoding.size
        print(
            f"  {name:<20}{size:>8}{best['batch'] / 1e3:>9,.0f}"
            f"{best['batch'] / best['loop']:>9.2f}{best['batch'] / best['masks']:>9.1f}"
            f"{best['batch'] / best['all']:>9.0f}"
        )
    return found


def openspiel_batch(name: str) -> Callable[[], int]:
    """Steps OpenSpiel's own vectorised environment."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    chance = np.random.default_rng(1)
    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(ROUNDS)])
    state = {"steps": envs.reset()}

    def run() -> int:
        actions = []
        for step in state["steps"]:
            seat = step.current_player()
            legal = step.observations["legal_actions"][seat] if seat >= 0 else [0]
            actions.append(StepOutput(action=int(chance.choice(legal)), probs=1.0))
        state["steps"] = envs.step(actions, reset_if_done=True)[0]
        return ROUNDS

    return run


def openspiel_loop(name: str) -> Callable[[], int]:
    """Plays rounds in OpenSpiel's own C++ loop by its C++ random players; draws of chance count
    as steps, too."""
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401

    game = pyspiel.load_game(name)
    seats = range(game.num_players())
    players = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in seats]
    seeds = iter(range(1 << 30))

    def run() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, next(seeds))
        return int(state.move_number())

    return run


def pgx_batch(name: str) -> Callable[[], int]:
    """Steps pgx's environments by JAX on the processor, many steps in one compiled call."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> tuple[Any, Any]:
        chosen, fresh = jax.random.split(key)
        scores = jnp.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(chosen, scores, axis=-1)
        state = jax.vmap(step)(state, actions, jax.random.split(fresh, ROUNDS))
        return state, (state.observation.sum(), state.legal_action_mask.sum())

    def steps(state: Any, key: Any) -> tuple[Any, Any]:
        return jax.lax.scan(act, state, jax.random.split(key, CHUNK))

    compiled = jax.jit(steps)
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), ROUNDS))
    held: dict[str, Any] = {"state": first, "key": jax.random.PRNGKey(1)}

    def run() -> int:
        held["key"], key = jax.random.split(held["key"])
        held["state"], told = compiled(held["state"], key)
        jax.block_until_ready(told)
        return CHUNK * ROUNDS

    run()
    return run


def pettingzoo_loop(name: str) -> Callable[[], int]:
    """Steps one of PettingZoo's own games, which has no batches."""
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    chance = np.random.default_rng(1)
    seeds = iter(range(1 << 40))

    def run() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        for _ in env.agent_iter():
            told, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(int(chance.choice(np.flatnonzero(told["action_mask"]))))
                steps += 1
        return steps

    return run


def peer(what: str) -> Callable[[], int]:
    """Makes a run of a game of others.

    :raises ImportError: if its library is not here.
    """
    library, _, name = what.partition(" ")
    if library == "pgx":
        return pgx_batch(name)
    if library == "PettingZoo":
        return pettingzoo_loop(name)
    from open_spiel.python.games import block_dominoes  # noqa: F401

    return openspiel_batch(name)


def show_batches(library: str, how: str, like: list[tuple[str, str]] = LIKE) -> None:
    """Prints the games of one library beside ours in batches, observations and masks included."""
    print(f"\n{library}, {how}, thousands of steps a second of the processor; ours in batches")
    for name, what in like:
        if what.startswith(library):
            compare(name, what, batched, lambda what=what: peer(what))  # type: ignore[misc]


def show_loops() -> None:
    """Prints OpenSpiel's own loops beside ours."""
    print(
        "\nWhole random rounds in OpenSpiel's C++, draws of chance counted as steps, thousands of\n"
        "steps a second of the processor; ours looped, too"
    )
    for name, what in LOOPS:
        compare(
            name, f"OpenSpiel {what}", looped,
            lambda what=what: openspiel_loop(what),  # type: ignore[misc]
        )


def compare(
    name: str, what: str, ours: Callable[[Game], Callable[[], int]],
    theirs: Callable[[], Callable[[], int]],
) -> None:
    """Prints one game of others beside one of ours, or which library is missing."""
    label = what.partition("(")[0]
    try:
        runs = {"theirs": theirs(), "ours": ours(sobremesa.game(name))}
    except ImportError as missing:
        print(f"  {label:<34} not here: {missing.name}")
        return
    best = best_rates(runs)
    print(
        f"  {label:<34}{best['theirs'] / 1e3:>9,.1f}   our {name:<14}"
        f"{best['ours'] / 1e3:>9,.0f}   ratio {best['ours'] / best['theirs']:>8.1f}",
        flush=True,
    )


def engine_only(rounds: Rounds) -> Callable[[], int]:
    """Steps rounds inside the engine, with no arrays of numpy."""

    def run() -> int:
        for _ in range(10):
            rounds.step(bytes(rounds.drawn))
        return 10 * ROUNDS

    return run


def show_costs() -> None:
    """Prints what the parts of a step of Block cost."""
    game = sobremesa.game("block")
    shape = Shape(game)
    slots = shape.actions.count
    writer = writer_of(game, shape.encoding.layout())
    best = best_rates({
        "the engine's own loop": looped(game),
        "with masks and drawn actions": engine_only(Rounds(game, ROUNDS, 1, slots, None)),
        f"with rows of {shape.encoding.size}": engine_only(Rounds(game, ROUNDS, 1, slots, writer)),
        "with everything as arrays": batched(game),
    })
    print(f"\nBlock in batches of {ROUNDS}, nanoseconds a step")
    for name, steps in best.items():
        print(f"  {name:<34}{1e9 / steps:>9,.0f}")


def show_processes() -> None:
    """Prints what several processes bring, by the clock."""
    game = sobremesa.game("block")
    count = os.cpu_count() or 1
    rows = []
    for processes in sorted({1, count}):
        with sobremesa.batch(game, 4096, seed=1, processes=processes) as batch:
            best = 0.0
            for _ in range(LOOKS):
                began = time.perf_counter()
                for _ in range(20):
                    batch.step(batch.drawn)
                best = max(best, 20 * 4096 / (time.perf_counter() - began))
        rows.append(f"{processes}: {best / 1e3:,.0f}")
    print("\nBlock, 4,096 rounds, thousands of steps a second by the clock, by processes")
    print("  " + ", ".join(rows))


def main(parts: list[str] | None = None) -> None:
    """Measures everything, or some parts, and prints it."""
    shows: dict[str, Callable[[], object]] = {
        "games": show_games,
        "pettingzoo": lambda: show_batches("PettingZoo", "one round at a time"),
        "openspiel": lambda: show_batches("OpenSpiel", f"SyncVectorEnv of {ROUNDS}"),
        "pgx": lambda: show_batches(
            "pgx", f"by JAX on the processor, {CHUNK} steps of {ROUNDS} in one compiled call"
        ),
        "loops": show_loops,
        "costs": show_costs,
        "processes": show_processes,
    }
    usual = list(shows)
    shows["chess"] = lambda: show_batches("pgx", "as above", CHESS)
    for part in parts or usual:
        if part not in shows:
            raise SystemExit(f"there are {', '.join(shows)}, not {part}")
        began = time.perf_counter()
        shows[part]()
        print(f"  ({part}: {time.perf_counter() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
