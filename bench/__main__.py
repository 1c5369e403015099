"""Prints how many random rounds a second the engine plays, what its peer does, and how soon a
table answers. `python -m bench search batch` measures only some parts.

Every figure is the best of many short chunks with the same seeds; ours and the peer's
chunks take turns, so that whatever else the machine does hits both.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from os import cpu_count
from random import Random
from time import perf_counter

import sobremesa
from bench import adapters, batch, dummy, search, table, wire, worlds
from bench.cpsat import CpSat, find_cpsat
from bench.peer import MISSING, BridgePeer, Peer, find_bridge_peer, find_peer
from sobremesa import BadOption, Game, Rng
from sobremesa.families.boards.djambi import position_of
from sobremesa.families.boards.position import Position
from sobremesa.solvers.tilings import Tiling, rectangle

Run = Callable[[int], object]

MATCHED = """\
Block for two, double-six, seven tiles each, seat 0 leads; a round is a deal played to its end.
The same on both sides: the deal is timed, every legal move is equally likely, 14 tiles stay
out, a round ends by domino or when neither can play, the whole history is kept.
Different: a player who cannot play makes a pass here and is skipped there, so we play more
moves a round; where both ends show one number we list both and OpenSpiel one, with the same
chances for every tile; a blocked round scores the difference of pips here, the loser's pips
there. Stepped: choices on both sides come from random.Random; our deal is one shuffle by
sobremesa.Rng, OpenSpiel's is its 14 chance moves. Looped: each side's own generator."""


def best_times(runs: list[tuple[Run, int]], chunks: int) -> list[float]:
    """Gives the least seconds for one round of each run, the runs taking turns."""
    best = [float("inf") for _ in runs]
    for _ in range(chunks):
        for place, (run, count) in enumerate(runs):
            start = perf_counter()
            run(count)
            best[place] = min(best[place], (perf_counter() - start) / count)
    return best


def stepped(game: Game) -> Run:
    """Plays random rounds with moves() and play() called from Python, the deal included."""
    before = game.starting_points()

    def run(count: int) -> None:
        draw = Random(1).random
        rng = Rng(1)
        for _ in range(count):
            round = game.deal(rng, 0, 1, before)
            while not round.over:
                moves = round.moves()
                round.play(moves[int(draw() * len(moves))])

    return run


def looped(game: Game) -> Run:
    """Plays random rounds inside the engine."""
    return lambda count: sobremesa.playouts(game, count, 1)


def tiles_laid(game: Game, count: int) -> float:
    """Gives the mean number of tiles that a random round lays."""
    draw = Random(2).random
    laid = 0
    for seed in range(count):
        round = game.start(seed).round
        while not round.over:
            moves = round.moves()
            round.play(moves[int(draw() * len(moves))])
        laid += len(round.view(-1).data["line"])
    return laid / count


def middle(game: Game) -> sobremesa.Round:
    """Plays a random round to about its middle."""
    round = game.start(7).round
    draw = Random(3).random
    for _ in range(4 * game.players):
        if round.over:
            break
        moves = round.moves()
        round.play(moves[int(draw() * len(moves))])
    return round


def show_peer(peer: Peer | None) -> None:
    """Prints Block against OpenSpiel."""
    game = sobremesa.game("block", first_player=0)
    print(MATCHED)
    ours = [(stepped(game), 1000), (looped(game), 2000)]
    if peer is None:
        print(f"{MISSING}.")
        times = best_times(ours, 20)
        for name, time in zip(("stepped", "looped"), times, strict=True):
            print(f"  {name:<8} sobremesa {1 / time:>10,.0f} rounds/s")
        return
    times = best_times([*ours, (peer.stepped, 20), (peer.looped, 20)], 20)
    for name, time, other in zip(("stepped", "looped"), times[:2], times[2:], strict=True):
        print(
            f"  {name:<8} sobremesa {1 / time:>10,.0f} rounds/s"
            f"   OpenSpiel {1 / other:>8,.0f} rounds/s   ratio {other / time:6.0f}x"
        )
    print(
        f"  tiles laid a round: sobremesa {tiles_laid(game, 4000):.2f}, "
        f"OpenSpiel {peer.tiles_laid(3000):.2f}"
    )


BRIDGE = """\
Super Bridge against OpenSpiel's bridge: random deals, steps a second. A step is one decision with
its list of legal ones. Ours deals by one shuffle and has 68 cards to play; OpenSpiel's 52 deals of
a card are steps too, and its cards are 52. Neither asks for double-dummy results. Stepped: driven
from Python on both sides. Looped: ours inside the engine; OpenSpiel's by evaluate_bots in C++."""


def show_bridge(peer: BridgePeer | None) -> None:
    """Prints Super Bridge against OpenSpiel's bridge."""
    game = sobremesa.game("super-bridge")
    print(BRIDGE)
    own = sobremesa.playouts(game, 500, 1) / 500
    ours = [(stepped(game), 100), (looped(game), 300)]
    if peer is None:
        for name, time in zip(("stepped", "looped"), best_times(ours, 12), strict=True):
            print(f"  {name:<8} sobremesa {own / time:>12,.0f} steps/s")
        return
    other = peer.stepped(100) / 100
    times = best_times([*ours, (peer.stepped, 60), (peer.looped, 100)], 12)
    theirs = [other / times[2], other / times[3]]
    for name, rate, mine in (
        ("stepped", theirs[0], own / times[0]), ("looped", theirs[1], own / times[1]),
    ):
        print(
            f"  {name:<8} sobremesa {mine:>12,.0f} steps/s   OpenSpiel {rate:>10,.0f} steps/s"
            f"   ratio {mine / rate:5.1f}x"
        )
    print(f"  looped here against stepped there: ratio {own / times[1] / theirs[0]:5.1f}x")


def show_games() -> None:
    """Prints every game, stepped and looped."""
    print("All games, with the set they are meant for, random rounds a second")
    print(f"  {'':<28}{'stepped':>10}{'looped':>10}{'moves':>8}")
    for name in sobremesa.games():
        for game in measured(name):
            count = a_few(game)
            times = best_times([(stepped(game), count), (looped(game), 2 * count)], 12)
            moves = sobremesa.playouts(game, 3 * count, 1) / (3 * count)
            print(
                f"  {said(game):<28}"
                f"{1 / times[0]:>10,.0f}{1 / times[1]:>10,.0f}{moves:>8.1f}"
            )


def measured(name: str) -> list[Game]:
    """Makes a game for two and for four and, if it usually has a larger set, with double-six."""
    found = with_seats(name, (2, 4))
    if "set" in found[0].options and found[0].options["set"] != 6:
        with suppress(BadOption):
            found.append(sobremesa.game(name, players=int(found[0].players), set=6))
    return found


def said(game: Game) -> str:
    """Names a game with its seats and, where that is not as usual, its set."""
    small = ", double-six" if game.chosen().get("set") == 6 else ""
    return f"{game.name}, {seats(game)}{small}"


def a_few(game: Game) -> int:
    """Finds how many rounds take about a twentieth of a second, at most 300."""
    start = perf_counter()
    sobremesa.playouts(game, 4, 1)
    return max(2, min(300, int(0.2 / max(perf_counter() - start, 1e-6))))


def with_seats(name: str, wanted: tuple[int, ...]) -> list[Game]:
    """Makes a game for the wanted numbers of players, or for its own number."""
    found = []
    for players in wanted:
        with suppress(BadOption):
            found.append(sobremesa.game(name, players=players))
    return found or [sobremesa.game(name)]


def seats(game: Game) -> str:
    """Says for how many players a game is."""
    return "1 player" if game.players == 1 else f"{game.players} players"


def show_perft() -> None:
    """Prints how fast Djambi lists turns: those of two plies, the last listed and not made."""
    print("Djambi, whole turns a second over two plies (perft), millions")
    for spec in ("djambi", "djambi(players=2)", "djambi(board=9)"):
        position = position_of(sobremesa.game(spec).start(1).view(0))
        (time,) = best_times([(perft_of(position), 1)], 12)
        print(f"  {spec:<28}{int(position.perft(2)) / time / 1e6:>10.1f}")


def perft_of(position: Position) -> Run:
    """Makes a run that counts the lines of two turns."""
    return repeated(lambda: position.perft(2))


TILINGS = """\
Corner tilings against OR-tools CP-SAT. One model on its side: a variable for each corner, one for
the piece of each cell, a table of the pieces as they can lie, all pieces different. Counting: it
enumerates, ours counts every filling too, symmetric ones apart. First filling: its defaults with
all {workers} processors against our one, ours the mean of {seeds} seeds."""

COUNTED = [(3, 3, 3), (3, 4, 3), (3, 5, 3)]
FILLED = [(6, 6, 5), (6, 7, 5), (5, 9, 5)]
SEEDS = 5


def show_tilings(peer: CpSat | None) -> None:
    """Prints corner tilings against CP-SAT: counting, and finding one."""
    print(TILINGS.format(workers=cpu_count(), seeds=SEEDS))
    for rows, columns, numbers in COUNTED:
        board = rectangle(rows, columns, numbers)
        (ours,) = best_times([(counting(board), 5)], 12)
        found = board.count(symmetric=False).labelled
        theirs = None if peer is None else peer.count(rows, columns, numbers)
        if theirs is not None and theirs[0] != found:
            raise SystemExit(f"{rows}x{columns}: {found} here, {theirs[0]} there")
        print_tiling(f"count {rows}x{columns} on {numbers}", ours, theirs and theirs[1])
    for rows, columns, numbers in FILLED:
        board = rectangle(rows, columns, numbers)
        start = perf_counter()
        for seed in range(SEEDS):
            if not board.first(nodes=10**10, seed=seed).won:
                raise SystemExit(f"no filling of {rows}x{columns} was found")
        ours = (perf_counter() - start) / SEEDS
        other = None if peer is None else peer.first(rows, columns, numbers)
        print_tiling(f"first {rows}x{columns} on {numbers}", ours, other)


def counting(board: Tiling) -> Run:
    """Makes a run that counts the fillings of a board."""
    return repeated(lambda: board.count(symmetric=False))


def print_tiling(what: str, ours: float, theirs: float | None) -> None:
    """Prints one row."""
    beside = "" if theirs is None else f"   CP-SAT {theirs:>9.3f} s   ratio {theirs / ours:7.0f}x"
    print(f"  {what:<18} sobremesa {ours:>9.4f} s{beside}")


def show_parts() -> None:
    """Prints what a search needs besides: copies, views, hidden hands."""
    print("In the middle of a round, microseconds")
    print(f"  {'':<28}{'copy':>8}{'view':>8}{'worlds':>8}{'sample':>8}")
    for name in sobremesa.games():
        game = with_seats(name, (3,))[0]
        times = best_times(parts_of(game), 12)
        shown = "".join(f"{time * 1e6:>8.2f}" for time in times)
        print(f"  {name + ', ' + seats(game):<28}{shown}")


def parts_of(game: Game) -> list[tuple[Run, int]]:
    """Lists what is timed: a copy, a view, finding the hidden hands, drawing some."""
    round = middle(game)
    seat = int(round.turn)
    view = round.view(seat)
    worlds = game.worlds(view)
    rng = Rng(1)
    return [
        (repeated(round.copy), 2000),
        (repeated(lambda: round.view(seat)), 200),
        (repeated(lambda: game.worlds(view).count()), 200),
        (repeated(lambda: worlds.sample(rng)), 200),
    ]


def repeated(act: Callable[[], object]) -> Run:
    """Makes a run that does one thing many times."""

    def run(count: int) -> None:
        for _ in range(count):
            act()

    return run


PARTS: dict[str, Callable[[], object]] = {
    "openspiel": lambda: show_peer(find_peer()),
    "bridge": lambda: show_bridge(find_bridge_peer()),
    "games": show_games,
    "perft": show_perft,
    "tilings": lambda: show_tilings(find_cpsat()),
    "dummy": lambda: dummy.show(deals=25, cards=15, most=2_000_000),
    "parts": show_parts,
    "worlds": worlds.main,
    "search": search.show,
    "adapters": adapters.main,
    "batch": batch.main,
    "wire": wire.main,
    "table": table.main,
}


def main(wanted: list[str]) -> None:
    """Measures the wanted parts, or all, and prints them."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        raise SystemExit(f"no part {unknown[0]!r}: the parts are {', '.join(PARTS)}")
    engine = "compiled" if sobremesa.compiled else "interpreted"
    print(f"sobremesa {sobremesa.__version__}, {engine}, Python {platform.python_version()}")
    for name in wanted or PARTS:
        print()
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
