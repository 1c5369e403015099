"""Prints how long double dummy takes beside DDS, and how its cost grows with the cards.

Run it as `python -m bench.dummy`; `--svg` draws the growth into a file. DDS comes with the package
`endplay`; without it only our own figures are printed. Both sides solve the same random deals of
52 cards in turn, each with one thread and without anything remembered, and the processor's time
is taken, not the clock's.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from math import log10
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from time import process_time
from typing import Any

from sobremesa import double_dummy
from sobremesa.material.dominoes import NAMES
from sobremesa.solvers.dummy import Memory, Search
from sobremesa.solvers.open_hands import ROOM, SUPER, double_dummy_bounds
from sobremesa.solvers.open_tiles import texas_points

BRIDGE = "AKQJT98765432"
SUITS = "SHDC"
DECLARATIONS = ["blanks", "threes", "sixes", "doubles", "no-trump"]
Hands = list[list[tuple[int, int]]]


class Dds:
    """DDS through `endplay`, with one thread."""

    def __init__(self) -> None:
        import_module("endplay._dds").SetMaxThreads(1)
        self.dds: Any = import_module("endplay.dds")
        self.types: Any = import_module("endplay.types")

    def deal(self, hands: Hands, trump: int, leader: int) -> Any:
        """Makes a deal of endplay's."""
        deal = self.types.Deal(written(hands, BRIDGE))
        deal.trump = self.types.Denom.find([*SUITS, "NT"][trump])
        deal.first = self.types.Player.find("NESW"[leader])
        return deal

    def lead(self, deal: Any) -> int:
        """Counts the tricks that the leader's side takes."""
        mode = self.dds.solve.SolveMode.OptimalOne
        return int(next(iter(self.dds.solve_board(deal, mode=mode)))[1])

    def table(self, hands: Hands) -> Any:
        """Solves all strains and declarers."""
        return self.dds.calc_dd_table(self.types.Deal(written(hands, BRIDGE)))


def find_dds() -> Dds | None:
    """Gives DDS, if it is installed."""
    try:
        return Dds()
    except ImportError:
        return None


def random_deal(rng: Random, ranks: int, size: int) -> Hands:
    """Deals a whole pack and keeps so many cards of each hand."""
    pack = [(suit, rank) for suit in range(4) for rank in range(ranks)]
    rng.shuffle(pack)
    return [sorted(pack[ranks * seat:ranks * seat + size]) for seat in range(4)]


def written(hands: Hands, ranks: str) -> str:
    """Writes a deal as PBN."""
    return "N:" + " ".join(
        ".".join("".join(ranks[rank] for suit, rank in hand if suit == which)
                 for which in range(4))
        for hand in hands
    )


def our_lead(hands: Hands, ranks: int, trump: int, leader: int, most: int = 0) -> int:
    """Counts the tricks that the leader's side takes, -1 if that takes too many positions."""
    masks = [0] * 16
    for seat, hand in enumerate(hands):
        for suit, rank in hand:
            masks[4 * seat + suit] |= 1 << rank
    search = Search(masks, ranks, trump, Memory(ROOM))
    search.begin(leader, len(hands[0]))
    search.allow(most)
    if not search.settle(search.guess()):
        return -1
    tricks = int(search.least)
    return tricks if leader % 2 == 0 else len(hands[0]) - tricks


def timed(run: Callable[[], object]) -> tuple[float, object]:
    """Gives the processor's milliseconds of a run, and what it found."""
    start = process_time()
    found = run()
    return 1000 * (process_time() - start), found


def said(times: list[float]) -> str:
    """Says median, mean, the 95th percentile and the longest."""
    late = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return (
        f"median {median(times):8.1f}  mean {mean(times):8.1f}  p95 {late:8.1f}  "
        f"max {max(times):8.1f} ms"
    )


def show_leads(dds: Dds | None, deals: int) -> None:
    """Prints one lead of 52 cards, without trumps and with."""
    for kind in ("no trump", "a suit"):
        rng = Random(7)
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(deals):
            hands = random_deal(rng, 13, 13)
            trump = 4 if kind == "no trump" else rng.randrange(4)
            leader = rng.randrange(4)
            time, found = timed(lambda: our_lead(hands, 13, trump, leader))  # noqa: B023
            ours.append(time)
            if dds is not None:
                deal = dds.deal(hands, trump, leader)
                time, other = timed(lambda: dds.lead(deal))  # noqa: B023
                theirs.append(time)
                assert found == other, (written(hands, BRIDGE), trump, leader)
        print(f"52 cards, one lead, {kind}, {deals} deals")
        compare(ours, theirs)


def show_tables(dds: Dds | None, deals: int) -> None:
    """Prints whole tables of 52 cards."""
    rng = Random(8)
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(deals):
        hands = random_deal(rng, 13, 13)
        ours.append(timed(lambda: double_dummy(written(hands, BRIDGE)))[0])  # noqa: B023
        if dds is not None:
            theirs.append(timed(lambda: dds.table(hands))[0])  # noqa: B023
    print(f"52 cards, whole table, {deals} deals")
    compare(ours, theirs)


def show_super_tables(deals: int, most: int) -> None:
    """Prints whole tables of Super Bridge, five strains by four declarers, and how many of their
    results were given up."""
    rng = Random(11)
    times: list[float] = []
    given_up = 0
    for _ in range(deals):
        deal = written(random_deal(rng, 17, 17), SUPER)
        start = process_time()
        found = double_dummy_bounds(deal, most)
        times.append(1000 * (process_time() - start))
        given_up += sum(low < high for row in found.values() for low, high in row.values())
    print(
        f"68 cards, whole table, {deals} deals ({given_up} of {20 * deals} results given up after "
        f"{most:,} positions)"
    )
    compare(times, [])


def compare(ours: list[float], theirs: list[float]) -> None:
    """Prints both sides and their ratio."""
    print(f"  sobremesa {said(ours)}")
    if theirs:
        print(f"  DDS       {said(theirs)}")
        print(f"  ratio     median {ratio(median, ours, theirs)}  mean {ratio(mean, ours, theirs)}")


def ratio(
    middle: Callable[[list[float]], float], ours: list[float], theirs: list[float]
) -> str:
    """Says how many times as long we take, with the 95 % interval of deals drawn again."""
    rng = Random(12)
    drawn: list[float] = []
    for _ in range(1000):
        places = rng.choices(range(len(ours)), k=len(ours))
        drawn.append(
            middle([ours[place] for place in places]) / middle([theirs[place] for place in places])
        )
    low, *_, high = quantiles(drawn, n=40)
    return f"{middle(ours) / middle(theirs):.2f}x ({low:.2f} to {high:.2f})"


def growth(deals: int, sizes: range, most: int) -> dict[int, tuple[list[float], int]]:
    """Times one lead of Super Bridge by the cards of a hand, half of the deals without trumps,
    and counts those that were given up."""
    found: dict[int, tuple[list[float], int]] = {}
    for size in sizes:
        rng = Random(9)
        times: list[float] = []
        given_up = 0
        for number in range(deals):
            hands = random_deal(rng, 17, size)
            trump = 4 if number % 2 == 0 else rng.randrange(4)
            time, tricks = timed(lambda: our_lead(hands, len(SUPER), trump, 0, most))  # noqa: B023
            times.append(time)
            given_up += tricks == -1
        found[size] = times, given_up
        left = f"  ({given_up} given up after {most:,} positions)" if given_up else ""
        print(f"  {4 * size} cards  {said(times)}{left}", flush=True)
    return found


def show_growth(deals: int, most_cards: int, most: int, svg: Path | None) -> None:
    """Prints how one lead of Super Bridge grows with the cards of a hand, and draws it."""
    print(f"Super Bridge, one lead, {deals} deals, half of them without trumps")
    found = growth(deals, range(7, most_cards + 1), most)
    if svg is not None:
        svg.write_text(plot({size: times for size, (times, _) in found.items()}), encoding="utf-8")


# The plot: its size, and the milliseconds at its lower and upper end, as powers of ten.
WIDE, HIGH, LEFT, LOWEST, HIGHEST = 460, 260, 70, 0, 5
STYLE = (
    "svg{font:13px system-ui,sans-serif;fill:#2b2620}.all{stroke:#15607d;stroke-width:7;"
    "stroke-opacity:.3;stroke-linecap:round}.median{fill:#15607d}.axis{stroke:#635849;fill:none}"
    "@media (prefers-color-scheme:dark){svg{fill:#f1e9d8}.all{stroke:#6fcbe6}"
    ".median{fill:#6fcbe6}.axis{stroke:#b4c8c5}}"
)


def height(time: float) -> float:
    """Places a time on the logarithmic scale."""
    return 20 + HIGH * (HIGHEST - max(LOWEST, log10(time))) / (HIGHEST - LOWEST)


def plot(found: dict[int, list[float]]) -> str:
    """Draws the median of each length as a point, and from the quickest to the slowest."""
    step = WIDE / len(found)
    drawn = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {LEFT + WIDE + 20} {HIGH + 70}" width="{LEFT + WIDE + 20}" '
        f'height="{HIGH + 70}"><title>Time of one lead by the number of cards</title>'
        f"<style>{STYLE}</style>"
    ]
    for power in range(LOWEST, HIGHEST + 1):
        y = height(10.0**power)
        label = f"{10 ** power} ms" if power < 3 else f"{10 ** (power - 3)} s"
        drawn.append(f'<path class="axis" stroke-opacity=".3" d="M{LEFT} {y:.1f}h{WIDE}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for place, (size, times) in enumerate(sorted(found.items())):
        x = LEFT + step * (place + 0.5)
        low, high = height(min(times)), height(max(times))
        drawn.append(f'<path class="all" d="M{x:.1f} {low:.1f}V{high:.1f}"/>')
        middle = height(median(times))
        drawn.append(f'<circle class="median" cx="{x:.1f}" cy="{middle:.1f}" r="5"/>')
        drawn.append(f'<text x="{x:.1f}" y="{HIGH + 40}" text-anchor="middle">{4 * size}</text>')
    drawn.append(
        f'<text x="{LEFT + WIDE / 2}" y="{HIGH + 60}" text-anchor="middle">cards in the four '
        "hands; the point is the median, the bar all deals</text></svg>\n"
    )
    return "".join(drawn)


def show_texas(deals: int) -> None:
    """Prints a whole hand of 42."""
    rng = Random(10)
    times: list[float] = []
    for number in range(deals):
        tiles = list(NAMES[:28])
        rng.shuffle(tiles)
        hands = [tiles[7 * seat:7 * seat + 7] for seat in range(4)]
        declaration = DECLARATIONS[number % len(DECLARATIONS)]
        times.append(timed(lambda: texas_points(hands, declaration, 0))[0])  # noqa: B023
    print(f"42, a whole hand, {deals} deals")
    compare(times, [])


def show(deals: int, cards: int, most: int, svg: Path | None = None) -> None:
    """Prints all of it."""
    dds = find_dds()
    if dds is None:
        print("endplay is not installed; only our own figures.")
    show_leads(dds, deals)
    show_tables(dds, max(2, deals // 5))
    show_texas(deals)
    show_growth(max(4, deals // 3), cards, most, svg)
    if cards == len(SUPER):
        show_super_tables(max(2, deals // 10), most)


def main() -> None:
    """Reads how much to measure, and prints it."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--deals", type=int, default=50)
    reader.add_argument("--cards", type=int, default=17, help="the longest hand of Super Bridge")
    reader.add_argument("--most", type=int, default=20_000_000, help="positions before giving up")
    reader.add_argument("--svg", type=Path, help="draws the growth into a file")
    reader.add_argument("--growth", action="store_true", help="only how the cost grows")
    reader.add_argument("--tables", type=int, help="only so many whole tables of Super Bridge")
    given = reader.parse_args()
    if given.tables is not None:
        show_super_tables(given.tables, given.most)
    elif given.growth:
        show_growth(given.deals, given.cards, given.most, given.svg)
    else:
        show(given.deals, given.cards, given.most, given.svg)


if __name__ == "__main__":
    main()
