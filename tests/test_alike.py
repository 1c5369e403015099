"""Things of which many are alike: counted and drawn exactly, against brute enumeration."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from math import factorial, perm, prod
from typing import Any

import pytest

import sobremesa
from sobremesa import Rng, View
from sobremesa.families.locks.cerrojo import Cerrojo
from sobremesa.families.locks.worlds import LockWorlds
from sobremesa.material.alike import Alike, Limits, Places, Trials, eased, keeps, narrowed
from sobremesa.material.locks import kind_name, parse_kind
from tests.laws import positions

Way = tuple[tuple[int, ...], ...]

PLACES = Places([3, 2, 1, 2, 2], [True, True, False, True, True])
TOTALS = {3: 4, 6: 3, 7: 1, 9: 2}
CASES: list[Limits] = [
    {},
    {(3, 0): (1, 4), (6, 1): (0, 0)},
    {(3, 0): (2, 2), (3, 2): (1, 4), (7, 0): (0, 0), (9, 1): (0, 1), (9, 2): (1, 2)},
    {(6, 2): (2, 3), (6, 1): (1, 1), (3, 3): (1, 1)},
]


def ways(places: Places, totals: dict[int, int], limits: Limits) -> Counter[Way]:
    """Puts every single thing everywhere, and counts by the kinds in each place."""
    things = [kind for kind, count in totals.items() for _ in range(count)]
    found: Counter[Way] = Counter()
    seats = [place for place, size in enumerate(places.sizes) for _ in range(size)]
    for order in set(itertools.permutations(seats)):
        lying: list[list[int]] = [[] for _ in places.sizes]
        for thing, place in zip(things, order, strict=True):
            lying[place].append(thing)
        if keeps(places, limits, lying):
            found[tuple(tuple(sorted(kinds)) for kinds in lying)] += 1
    return found


SMALL = Places([2, 1, 1, 2], [True, True, False, True])
SMALL_TOTALS = {3: 3, 6: 2, 7: 1}
SMALL_CASES: list[Limits] = [
    {}, {(3, 0): (1, 3), (6, 1): (0, 0)}, {(3, 2): (1, 1), (3, 1): (1, 1), (7, 0): (0, 0)},
    {(6, 2): (1, 2), (3, 0): (1, 1)},
]


@pytest.mark.parametrize("limits", SMALL_CASES)
def test_ways_are_counted_and_drawn_as_by_brute_force(limits: Limits) -> None:
    known = ways(SMALL, SMALL_TOTALS, limits)
    lying = Alike(SMALL, SMALL_TOTALS, limits)
    assert lying.count() == known.total()
    rng = Rng(3)
    drawn = Counter(tuple(map(tuple, lying.sample(rng))) for _ in range(3000))
    compare(drawn, known)
    trials = Trials(SMALL, SMALL_TOTALS, limits, [limits])
    compare(Counter(tuple(map(tuple, trials.sample(rng))) for _ in range(3000)), known)


def compare(drawn: Counter[Way], known: Counter[Way]) -> None:
    """Compares a sample with the true shares by chi-square, generously."""
    assert set(drawn) <= set(known)
    total = drawn.total()
    chi = sum(
        (drawn[way] - total * count / known.total()) ** 2 / (total * count / known.total())
        for way, count in known.items()
    )
    freedom = max(len(known) - 1, 1)
    assert chi < freedom + 5 * (2 * freedom) ** 0.5, (chi, freedom)


@pytest.mark.parametrize("limits", CASES)
def test_trials_and_counting_agree_where_places_are_many(limits: Limits) -> None:
    rng = Rng(8)
    exact = Alike(PLACES, TOTALS, limits)
    trials = Trials(PLACES, TOTALS, limits, [limits])
    first: Counter[int] = Counter()
    second: Counter[int] = Counter()
    for _ in range(1500):
        first.update(dict.fromkeys(exact.sample(rng)[0], 1))
        second.update(dict.fromkeys(trials.sample(rng)[0], 1))
    for kind in TOTALS:
        assert abs(first[kind] - second[kind]) < 5 * (first[kind] + second[kind] + 9) ** 0.5


def test_limits_that_are_eased_are_the_same_together() -> None:
    for limits in CASES:
        hard, soft = eased(PLACES, TOTALS, limits)
        both = narrowed(hard, soft, TOTALS)
        assert both is not None
        assert Alike(PLACES, TOTALS, both).count() == Alike(PLACES, TOTALS, limits).count()


def test_impossible_limits_are_found_out() -> None:
    assert narrowed({(3, 0): (2, 4)}, {(3, 0): (0, 1)}, TOTALS) is None
    assert Alike(PLACES, TOTALS, {(3, 0): (3, 4), (7, 0): (1, 1)}).count() == 0


def deals(view: View) -> Counter[tuple[Way, tuple[int, ...]]]:
    """Deals the hidden tiles of a view in every way, and keeps the deals that fit it.

    Every way is weighted by the number of single tiles that make it.
    """
    game = view.game
    assert isinstance(game, Cerrojo)
    opening = view.data["opening"]
    left = Counter(parse_kind(name) for name in game.pieces())
    for hand in opening["hands"]:
        if isinstance(hand, list):
            left -= Counter(parse_kind(name) for name in hand)
    for text in opening.get("line", []):
        left -= Counter(game.plays.tiles(game.plays.read(text)))
    sizes = [hand for hand in opening["hands"] if isinstance(hand, int)]
    found: Counter[tuple[Way, tuple[int, ...]]] = Counter()
    for hidden, rest, weight in shared(sorted(left.items()), sizes):
        orders = prod(factorial(count) for count in Counter(rest).values())
        for stock in set(itertools.permutations(rest)):
            if fits(view, hidden, stock):
                found[hidden, stock] += weight * orders
    return found


def shared(left: list[tuple[int, int]], sizes: list[int]) -> list[tuple[Way, list[int], int]]:
    """Gives the hands of given sizes, what is left over, and the ways to pick each."""
    if not sizes:
        return [((), [kind for kind, count in left for _ in range(count)], 1)]
    things = [(kind, thing) for kind, count in left for thing in range(count)]
    hands: Counter[tuple[int, ...]] = Counter(
        tuple(kind for kind, _ in hand) for hand in itertools.combinations(things, sizes[0])
    )
    found = []
    for hand, weight in hands.items():
        after = Counter(dict(left)) - Counter(hand)
        for others, rest, more in shared(sorted(after.items()), sizes[1:]):
            found.append(((hand, *others), rest, weight * more))
    return found


def fits(view: View, hidden: Way, stock: tuple[int, ...]) -> bool:
    """Tells whether a deal, played through, gives the view."""
    game = view.game
    assert isinstance(game, Cerrojo)
    opening: dict[str, Any] = dict(view.data["opening"])
    waiting = list(hidden)
    opening["hands"] = [
        hand if isinstance(hand, list) else [kind_name(kind) for kind in waiting.pop(0)]
        for hand in opening["hands"]
    ]
    opening["boneyard"] = [kind_name(kind) for kind in stock]
    round = game.restored(opening)
    if round.layout.salida == 0 and not round.somebody_can_open():
        return False
    for _, text, _ in view.data["log"]:
        move = game.move_of(text)
        if round.over or move not in round.moves():
            return False
        round.play(move)
    return bool(round.view(view.seat) == view)


@pytest.mark.parametrize("spec", [
    "suits=2,players=2", "suits=2,players=2,draw=one", "suits=2,players=2,legality=honour",
    "suits=2,players=2,key_on_locked_side=optional", "suits=2,players=4",
    "suits=2,players=2,salida_specials=forbidden",
])
def test_worlds_are_the_deals_that_fit_what_was_seen(spec: str) -> None:
    """With two suits and short deposits every deal can be tried."""
    game = sobremesa.game(f"cerrojo({spec})")
    assert isinstance(game, Cerrojo)
    rng = Rng(4)
    looked = 0
    for seed in range(40):
        for number, round in enumerate(positions(game, seed)):
            view = round.view(0)
            few = view.data["boneyard"]
            if round.over or number < 3 or number % 3 or few > 8:
                continue
            known = deals(view)
            worlds = LockWorlds(game, view)
            assert {world_of(worlds, rng) for _ in range(12)} <= {key[0] for key in known}
            assert proportional(worlds, known), (seed, number)
            assert worlds.count() * orders_left(view) == known.total()
            looked += 1
            if looked == 3:
                return
    assert looked


def test_worlds_know_of_a_draw_before_the_position_that_was_set_up() -> None:
    """Who has drawn the one tile of their turn may pass, although the draw is not in the log."""
    game = sobremesa.game("cerrojo(suits=2,players=2,draw=one)")
    assert isinstance(game, Cerrojo)
    looked = 0
    for seed in range(200):
        for round in positions(game, seed):
            begun = round.dump()
            few = len(begun["boneyard"]) <= 6
            if not begun["drew"] or round.moves() != [game.pass_move] or not few:
                continue
            del begun["history"]
            twin = game.load(begun)
            seat = 1 - int(twin.turn)
            twin.play(game.pass_move)
            known = deals(twin.view(seat))
            worlds = LockWorlds(game, twin.view(seat))
            assert proportional(worlds, known), seed
            assert worlds.count() * orders_left(twin.view(seat)) == known.total()
            looked += 1
            if looked == 3:
                return
    assert looked


def orders_left(view: View) -> int:
    """Counts the orders that the count of worlds leaves out: of what nobody has drawn, and
    of the draws of a turn before the last."""
    orders = factorial(int(view.data["boneyard"]))
    log = [(seat, text) for seat, text, _ in view.data["log"]]
    for (seat, _), run in itertools.groupby(log, key=lambda one: (one[0], one[1] == "+?")):
        drawn = [text for _, text in run if text == "+?"]
        if seat != view.seat and drawn:
            orders *= factorial(len(drawn) - 1)
    # Which of the equal tiles an own draw was is left out as well.
    left = Counter(view.game.pieces()) - Counter(view.data["opening"]["hands"][view.seat])
    own = Counter(text[1:] for seat, text in log if seat == view.seat and text[0] == "+")
    return orders * prod(perm(left[name], count) for name, count in own.items())


def world_of(worlds: LockWorlds, rng: Rng) -> Way:
    """Draws a world and gives its hidden hands as they were dealt."""
    opening = worlds.sample(rng).opening()
    return tuple(
        tuple(parse_kind(name) for name in hand)
        for hand, seen in zip(opening["hands"], worlds.opening["hands"], strict=True)
        if isinstance(seen, int)
    )


def proportional(worlds: LockWorlds, known: Counter[tuple[Way, tuple[int, ...]]]) -> bool:
    """Compares the shares of hidden hands in a sample with those of all deals."""
    shares: Counter[Way] = Counter()
    for (hidden, _), weight in known.items():
        shares[hidden] += weight
    rng = Rng(6)
    drawn = Counter(world_of(worlds, rng) for _ in range(600))
    chi = sum(
        (drawn[way] - 600 * weight / shares.total()) ** 2 / (600 * weight / shares.total())
        for way, weight in shares.items()
    )
    freedom = max(len(shares) - 1, 1)
    return bool(chi < freedom + 6 * (2 * freedom) ** 0.5)




def test_worlds_of_many_draws_that_a_watcher_saw_are_drawn_from_tables() -> None:
    """So many small places are next to never filled by trial."""
    game, chance = sobremesa.game("cerrojo", players=2), random.Random(65)
    round = game.start(65).round
    for _ in range(28):
        round.play(chance.choice(round.moves()))
    worlds = game.worlds(round.view(-1))
    assert isinstance(worlds, LockWorlds) and worlds.trials is None
    assert worlds.sample(Rng(1)).view(-1) == round.view(-1)


def test_where_trials_find_nothing_larger_tables_do() -> None:
    """The chances stay those of a count."""
    game = sobremesa.game("cerrojo(suits=2,players=2)")
    assert isinstance(game, Cerrojo)
    view = next(
        view for seed in range(40) for number, round in enumerate(positions(game, seed))
        if number > 2 and not round.over and (view := round.view(0)).data["boneyard"] <= 8
    )
    worlds = LockWorlds(game, view)
    worlds.trials = Trials(Places([1], [True]), {3: 2, 6: 2}, {}, [{}])
    assert worlds.sample(Rng(2)).view(0) == view and worlds.trials is None
    assert proportional(worlds, deals(view))
