"""The exact sampler, and what a seat works out from a round, against plain enumeration."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from math import cbrt, comb, perm, prod, sqrt
from typing import Any

import pytest

import sobremesa
from sobremesa import BadPosition, Game, IllegalMove, Rng, Round, View
from sobremesa.core.dealing import DealtGame, DealtRound
from sobremesa.material.hidden import Apart, Bound, Hidden, Stirred, masks_of
from tests.spread import every

Way = tuple[tuple[int, ...], ...]


def all_ways(sizes: list[int], where: dict[int, list[int]]) -> list[Way]:
    """Lists every way in which the things can lie, by trying every place for every thing."""
    found: list[Way] = []
    lying: list[list[int]] = [[] for _ in sizes]

    def place(things: list[int]) -> None:
        if not things:
            found.append(tuple(tuple(sorted(there)) for there in lying))
            return
        for there in where[things[0]]:
            if len(lying[there]) < sizes[there]:
                lying[there].append(things[0])
                place(things[1:])
                lying[there].pop()

    place(sorted(where))
    return found


def random_case(seed: int) -> tuple[list[int], dict[int, list[int]]]:
    """Makes some things and places with random knowledge, not always possible."""
    chance = random.Random(seed)
    sizes = [chance.randint(0, 3) for _ in range(chance.randint(1, 4))]
    loose = chance.choice([0.4, 0.6, 0.8, 1.0])
    where = {
        10 * thing: [place for place in range(len(sizes)) if chance.random() < loose]
        for thing in range(sum(sizes))
    }
    return sizes, where


def is_even(seen: Counter[Any], kinds: int) -> bool:
    """Tells whether counts are as even as chance allows: chi-square, one error in 10**5."""
    expected = sum(seen.values()) / kinds
    chi_square = sum((count - expected) ** 2 for count in seen.values()) / expected
    chi_square += expected * (kinds - len(seen))
    freedom = max(kinds - 1, 1)
    # Wilson and Hilferty: the cube root is nearly normal.
    spread = 2 / (9 * freedom)
    return (cbrt(chi_square / freedom) - 1 + spread) / sqrt(spread) < 4.27


def drawn(hidden: Hidden, times: int, seed: int) -> Counter[Way]:
    """Counts the ways that a sampler draws."""
    rng = Rng(seed)
    return Counter(
        tuple(tuple(there) for there in hidden.sample(rng)) for _ in range(times)
    )


@pytest.mark.parametrize("seed", range(200))
def test_the_count_is_that_of_enumeration(seed: int) -> None:
    sizes, where = random_case(seed)
    assert Hidden(sizes, masks_of(where)).count() == len(all_ways(sizes, where))


@pytest.mark.parametrize("seed", range(60))
def test_samples_are_even_over_all_ways(seed: int) -> None:
    sizes, where = random_case(seed)
    ways = all_ways(sizes, where)
    if not ways:
        with pytest.raises(ValueError, match="cannot lie in any way"):
            Hidden(sizes, masks_of(where)).sample(Rng(seed))
        return
    if len(ways) <= 300:
        seen = drawn(Hidden(sizes, masks_of(where)), 30 * len(ways), seed)
        assert set(seen) <= set(ways)
        assert is_even(seen, len(ways))


# Here things that go anywhere with room, and again when stuck, do not go evenly.
UNEVEN_SIZES = [1, 2, 2]
UNEVEN_WHERE = {0: [0, 1], 1: [0, 1, 2], 2: [1, 2], 3: [0, 1, 2], 4: [0, 2]}


def hasty_sample(rng: Rng) -> list[list[int]]:
    """Puts each thing into any place that still has room: plausible, and wrong."""
    while True:
        lying: list[list[int]] = [[] for _ in UNEVEN_SIZES]
        for thing, places in UNEVEN_WHERE.items():
            room = [place for place in places if len(lying[place]) < UNEVEN_SIZES[place]]
            if not room:
                break
            lying[room[int(rng.below(len(room)))]].append(thing)
        else:
            return lying


def test_a_hasty_sampler_fails_where_the_exact_one_is_even() -> None:
    ways = all_ways(UNEVEN_SIZES, UNEVEN_WHERE)
    rng = Rng(1)
    hasty = Counter(
        tuple(tuple(there) for there in hasty_sample(rng)) for _ in range(200 * len(ways))
    )
    assert set(hasty) == set(ways)
    assert not is_even(hasty, len(ways))
    hidden = Hidden(UNEVEN_SIZES, masks_of(UNEVEN_WHERE))
    assert is_even(drawn(hidden, 200 * len(ways), 1), len(ways))


def by_bound(hidden: Hidden) -> Hidden:
    """Makes a sampler draw as it does where a table would be too large."""
    hidden.bound = Bound(hidden.left, hidden.masks)
    return hidden


def by_stirring(hidden: Hidden) -> Hidden:
    """Makes a sampler draw as it does where nothing else finds a way."""
    hidden.table = hidden.apart = hidden.bound = None
    hidden.is_mixed = False
    hidden.stirred = Stirred(hidden.left, hidden.masks)
    return hidden


@pytest.mark.parametrize(
    ("prepared", "seed"),
    [(by_bound, seed) for seed in range(1000, 1060)]
    + [(by_stirring, seed) for seed in range(2000, 2060)],
)
def test_samples_without_a_table_are_even_over_all_ways(
    prepared: Callable[[Hidden], Hidden], seed: int
) -> None:
    sizes, where = random_case(seed)
    ways = all_ways(sizes, where)
    hidden = Hidden(sizes, masks_of(where))
    if not 2 <= len(ways) <= 200 or not hidden.masks:
        return
    seen = drawn(prepared(hidden), 30 * len(ways), seed)
    assert set(seen) <= set(ways)
    assert is_even(seen, len(ways))
    assert hidden.count() == len(ways)


@pytest.mark.parametrize("prepared", [by_bound, by_stirring])
def test_the_case_that_a_hasty_sampler_fails_is_even_without_a_table(
    prepared: Callable[[Hidden], Hidden],
) -> None:
    ways = all_ways(UNEVEN_SIZES, UNEVEN_WHERE)
    hidden = prepared(Hidden(UNEVEN_SIZES, masks_of(UNEVEN_WHERE)))
    assert is_even(drawn(hidden, 200 * len(ways), 1), len(ways))


def test_bounds_of_the_choices_add_up_to_no_more_than_the_bound() -> None:
    """What the draws without a table rest on, for things with any numbers of slots."""
    g = Bound([60, 60], dict.fromkeys(range(120), 3)).g
    rng = Rng(5)
    for _ in range(20_000):
        slots = [1 + int(rng.below(1 + rng.below(120))) for _ in range(1 + rng.below(120))]
        shrinks = prod(g[count - 1] / g[count] for count in slots)
        assert shrinks * sum(1 / g[count - 1] for count in slots) <= 1 + 1e-9


def test_where_nothing_can_lie_stirring_says_so() -> None:
    hidden = by_stirring(Hidden([1, 1, 2], masks_of({0: [0, 1], 1: [0, 1], 2: [0, 1], 3: [1, 2]})))
    with pytest.raises(ValueError, match="cannot lie in any way"):
        hidden.sample(Rng(1))


def test_a_way_is_found_where_neither_a_table_nor_the_bound_finds_one() -> None:
    """As late in Super Dominos with four: a hundred things, each in a few of many small places."""
    rng = random.Random(3)
    sizes = [1] * 75 + [8, 8, 9]
    slots = [place for place, size in enumerate(sizes) for _ in range(size)]
    where = {
        thing: sorted({home, *rng.sample(range(len(sizes)), 4)})
        for thing, home in enumerate(slots)
    }
    hidden = Hidden(sizes, masks_of(where))
    lying = hidden.sample(Rng(1))
    assert hidden.stirred is not None
    assert [len(things) for things in lying] == sizes
    assert all(place in where[thing] for place, things in enumerate(lying) for thing in things)
    assert sorted(thing for things in lying for thing in things) == list(where)
    assert Hidden(sizes, masks_of(where)).sample(Rng(1)) == lying != hidden.sample(Rng(2))


def test_a_larger_table_helps_where_the_bound_does_not() -> None:
    """Chains of things that fit ever more places: the bound is far too high for them."""
    sizes = [1] * 24
    where = {thing: list(range(thing + 1)) for thing in range(24)}
    where[0] = [0, 1]
    hidden = by_bound(Hidden(sizes, masks_of(where)))
    lying = hidden.sample(Rng(1))
    assert all(place in where[thing] for place, (thing,) in enumerate(lying))
    assert hidden.bound is None


def test_a_wide_case_is_drawn_without_a_table() -> None:
    """Sixteen places of seven that all differ: far too many states to count."""
    sizes = [7] * 16
    where = {
        thing: [place for place in range(16) if (thing * 7 + place * 5) % 11 > 2]
        for thing in range(112)
    }
    hidden = Hidden(sizes, masks_of(where))
    assert hidden.bound is not None
    lying = hidden.sample(Rng(1))
    assert sorted(thing for things in lying for thing in things) == list(range(112))
    assert all(
        len(things) == 7 and all(place in where[thing] for thing in things)
        for place, things in enumerate(lying)
    )


def hands_case(seed: int) -> tuple[list[int], dict[int, list[int]], list[int]]:
    """Makes hands with a deal and draws, of which some things were laid, and a rest."""
    chance = random.Random(seed)
    sizes: list[int] = []
    owners: list[int] = []
    where: dict[int, list[int]] = {}
    chains: list[list[int]] = []
    tied = 0
    for owner in range(2):
        chain = list(range(len(sizes), len(sizes) + chance.randint(2, 3)))
        sizes += [chance.randint(1, 2), *[1] * (len(chain) - 1)]
        owners += [owner] * len(chain)
        chains.append(chain)
        for _ in range(chance.randint(0, 2)):
            first = chance.randrange(len(chain) - 1)
            where[tied] = chain[first : chance.randint(first + 2, len(chain))]
            tied += 1
    sizes.append(1)
    owners.append(-1)
    for thing in range(tied, sum(sizes)):
        where[thing] = [len(sizes) - 1]
        for chain in chains:
            where[thing] += chain[chance.randint(0, len(chain)) :]
    return sizes, where, owners


@pytest.mark.parametrize("seed", range(60))
def test_samples_hand_by_hand_are_even_over_all_ways(seed: int) -> None:
    sizes, where, owners = hands_case(seed)
    ways = all_ways(sizes, where)
    hidden = Hidden(sizes, masks_of(where), owners)
    if not 2 <= len(ways) <= 250 or hidden.left[-1] == 0:
        return
    hidden.apart = Apart(hidden.left, hidden.masks, owners)
    hidden.table = None
    assert hidden.apart.fits
    seen = drawn(hidden, 30 * len(ways), seed)
    assert hidden.apart is not None
    assert set(seen) <= set(ways)
    assert is_even(seen, len(ways))


def test_things_must_fill_the_places() -> None:
    with pytest.raises(ValueError, match="3 things do not fill places for 2"):
        Hidden([2], {1: 1, 2: 1, 3: 1})


def test_nothing_hidden_lies_in_one_way() -> None:
    assert Hidden([0, 0], {}).count() == 1
    assert Hidden([0, 0], {}).sample(Rng(1)) == [[], []]


def test_the_same_seed_draws_the_same_way() -> None:
    hidden = Hidden(UNEVEN_SIZES, masks_of(UNEVEN_WHERE))
    again = Hidden(UNEVEN_SIZES, masks_of(UNEVEN_WHERE))
    assert [hidden.sample(Rng(3)) for _ in range(9)] == [again.sample(Rng(3)) for _ in range(9)]


# A deal as far as it can matter: the hands, the tiles drawn in order, the rest.
Deal = tuple[tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...]]


def draws_in(view: View) -> int:
    """Counts the tiles drawn so far."""
    return sum(text.startswith("+") for _, text, _ in view.data["log"])


def deal_of(opening: dict[str, Any], draws: int) -> Deal:
    """Reads a deal out of the opening of a round."""
    return (
        tuple(tuple(sorted(hand)) for hand in opening["hands"]),
        tuple(opening["boneyard"][:draws]),
        tuple(sorted(opening["boneyard"][draws:])),
    )


def unseen(game: Game, view: View) -> list[str]:
    """Lists the tiles that the seat did not see when the round began."""
    opening = view.data["opening"]
    seen = {play.partition("@")[0] for play in opening.get("line", [])}
    for hand in opening["hands"]:
        if isinstance(hand, list):
            seen.update(hand)
    return [name for name in game.pieces() if name not in seen]


def conceivable(view: View, tiles: list[str]) -> Iterator[Deal]:
    """Gives every deal of the unseen tiles, whether or not it fits what happened."""
    hands = view.data["opening"]["hands"]
    draws = draws_in(view)

    def deal(seat: int, left: tuple[str, ...]) -> Iterator[tuple[list[list[str]], list[str]]]:
        if seat == len(hands):
            yield [], list(left)
        elif isinstance(hands[seat], list):
            for others, rest in deal(seat + 1, left):
                yield [hands[seat], *others], rest
        else:
            for hand in combinations(left, hands[seat]):
                kept = tuple(name for name in left if name not in hand)
                for others, rest in deal(seat + 1, kept):
                    yield [list(hand), *others], rest

    for given, rest in deal(0, tuple(tiles)):
        for first in permutations(rest, draws):
            yield deal_of(
                {"hands": given, "boneyard": [*first, *(t for t in rest if t not in first)]}, draws
            )


def conceivable_count(view: View, tiles: int) -> int:
    """Counts those deals without going through them."""
    count = 1
    for hand in view.data["opening"]["hands"]:
        if isinstance(hand, int):
            count *= comb(tiles, hand)
            tiles -= hand
    return count * perm(tiles, draws_in(view))


def gives_view(game: Game, view: View, deal: Deal) -> bool:
    """Tells whether a seat would see the same if the log of a view were played from a deal."""
    round = played_from(game, view, deal)
    return round is not None and round.view(view.seat) == view


def played_from(game: Game, view: View, deal: Deal) -> Round | None:
    """Plays the log of a view from a deal, if that can be done."""
    hands, first, rest = deal
    opening = dict(view.data["opening"])
    opening["hands"] = [list(hand) for hand in hands]
    opening["boneyard"] = [*first, *rest]
    try:
        round = game.load(opening)
    except BadPosition:
        return None
    for seat, text, _ in view.data["log"]:
        try:
            move = round.read("+" if text.startswith("+") else text)
            round.check(move)
        except IllegalMove:
            return None
        if round.turn != seat:
            return None
        round.play(move)
    return round


# What lies where now, and in which order pieces will be drawn.
Present = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]


def present_of(game: Game, round: Round) -> Present:
    """Gives what is to come depends on."""
    assert isinstance(round, DealtRound) and isinstance(game, DealtGame)
    drawn = game.draw_move >= 0
    return (
        tuple(tuple(sorted(hand)) for hand in round.hands_named()),
        tuple(round.boneyard_names()) if drawn else (),
    )


def check_listing(game: Game, view: View, deals: set[Deal]) -> None:
    """Compares the rounds that are listed, and the ways that lead to each, with enumeration."""
    worlds = game.worlds(view)
    assert isinstance(game, DealtGame)
    known: Counter[Present] = Counter()
    for hands, first, rest in deals:
        for order in permutations(rest) if game.draw_move >= 0 else [rest]:
            round = played_from(game, view, (hands, first, order))
            assert round is not None
            known[present_of(game, round)] += 1
    listed = worlds.each(len(known))
    assert listed is not None
    assert {present_of(game, round): ways for round, ways in listed} == known
    assert all(round.view(view.seat) == view for round, _ in listed)
    assert worlds.each(len(known) - 1) is None


def check_knowledge(game: Game, view: View, most: int) -> bool:
    """Compares what the engine works out with enumeration, if that is feasible."""
    tiles = unseen(game, view)
    if conceivable_count(view, len(tiles)) > most:
        return False
    deals = {deal for deal in conceivable(view, tiles) if gives_view(game, view, deal)}
    worlds = game.worlds(view)
    assert worlds.count() == len(deals)
    times = 25 * len(deals) if len(deals) <= 60 else 100
    rng = Rng(5)
    seen = Counter(
        deal_of(worlds.sample(rng).opening(), draws_in(view)) for _ in range(times)
    )
    assert set(seen) <= deals
    if len(deals) <= 60:
        assert is_even(seen, len(deals))
    if len(deals) <= 100 and all(len(rest) <= 3 for _, _, rest in deals):
        check_listing(game, view, deals)
    return len(deals) < conceivable_count(view, len(tiles))


def long_line(game: Game, outside: int, chance: random.Random) -> tuple[list[str], list[str]]:
    """Lays tiles at random until only so many are outside; answers the line and those."""
    while True:
        tiles = [(int(a), int(b)) for a, b in (name.split("-") for name in game.pieces())]
        chance.shuffle(tiles)
        lead = tiles.pop()
        line = [f"{lead[0]}-{lead[1]}"]
        ends = {"W": lead[0], "E": lead[1]}
        while len(tiles) > outside:
            fitting = [
                (tile, arm) for tile in tiles for arm in ends if ends[arm] in tile
            ]
            if not fitting:
                break
            tile, arm = chance.choice(fitting)
            tiles.remove(tile)
            ends[arm] = tile[0] + tile[1] - ends[arm]
            line.append(f"{tile[0]}-{tile[1]}@{arm}")
        if len(tiles) == outside:
            return line, [f"{high}-{low}" for high, low in tiles]


def late_position(game: Game, hands: list[int], boneyard: int, seed: int) -> Round:
    """Sets up a position with few tiles outside the line."""
    chance = random.Random(seed)
    line, tiles = long_line(game, sum(hands) + boneyard, chance)
    given: list[list[str]] = []
    for size in hands:
        given.append([tiles.pop() for _ in range(size)])
    return game.load({
        "hands": given, "boneyard": tiles, "line": line, "turn": 0, "leader": 0, "first": 0,
    })


def checked_play(game: Game, round: Round, seed: int, most: int) -> int:
    """Plays at random and checks every view; counts those that told something."""
    chance = random.Random(seed)
    told = 0
    while not round.over:
        for seat in range(-1, game.players):
            told += check_knowledge(game, round.view(seat), most)
        round.play(chance.choice(round.moves()))
    return told


LATE: list[tuple[str, dict[str, Any], list[int], int]] = [
    ("block", {"players": 2}, [3, 3], 3),
    ("block", {"players": 3}, [2, 3, 2], 1),
    ("block", {"players": 4}, [2, 2, 2, 2], 0),
    ("block", {"players": 3, "spinner": "always"}, [2, 3, 2], 1),
    ("draw", {"players": 2}, [2, 2], 4),
    ("draw", {"players": 3}, [2, 1, 2], 3),
    ("draw", {"players": 3, "boneyard_reserve": 2}, [2, 2, 1], 3),
    ("draw", {"players": 2, "voluntary_draw": True}, [2, 2], 3),
    ("draw", {"players": 2, "dead_ends_block": True, "spinner": "always"}, [2, 2], 4),
    ("muggins", {"players": 2, "auto_claim": True}, [2, 2], 3),
    ("muggins", {"players": 3, "auto_claim": True, "next_lead": "winner"}, [1, 2, 2], 2),
    ("muggins", {"players": 2}, [1, 2], 2),
    ("muggins", {"players": 2, "spinner": "every", "auto_claim": True}, [2, 2], 3),
    ("muggins", {"players": 3, "spinner": "every", "drawing": "needed"}, [1, 2, 1], 2),
]


@pytest.mark.parametrize(("name", "options", "hands", "boneyard"), every(3, LATE))
def test_late_positions_hide_exactly_the_deals_that_enumeration_finds(
    name: str, options: dict[str, Any], hands: list[int], boneyard: int
) -> None:
    game = sobremesa.game(name, **options)
    told = 0
    for seed in range(3):
        round = late_position(game, hands, boneyard, seed)
        told += checked_play(game, round, seed, most=450)
    assert told > 0


DEALT: list[tuple[str, dict[str, Any]]] = [
    ("block", {"players": 2, "hand_size": 2}),
    ("muggins", {"players": 2, "hand_size": 1}),
    ("muggins", {"players": 2, "hand_size": 2, "auto_claim": True}),
    ("muggins", {"players": 3, "hand_size": 1, "no_double": "heaviest"}),
    ("muggins", {"players": 2, "hand_size": 2, "no_double": "redeal", "auto_claim": True}),
    ("muggins", {"players": 2, "hand_size": 2, "no_double": "heaviest", "auto_claim": True}),
]


def checked_deals(name: str, options: dict[str, Any], most: int) -> int:
    """Deals some rounds, plays their first moves and checks what every seat knows."""
    game = sobremesa.game(name, **options)
    told = 0
    for seed in range(5):
        chance = random.Random(seed)
        round = game.start(seed).round
        while not round.over and len(round.played()) < 5:
            for seat in range(game.players):
                told += check_knowledge(game, round.view(seat), most)
            round.play(chance.choice(round.moves()))
    return told


@pytest.mark.parametrize(("name", "options"), every(2, DEALT))
def test_whole_deals_hide_exactly_what_enumeration_finds(
    name: str, options: dict[str, Any]
) -> None:
    assert checked_deals(name, options, most=750) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [("draw", {"hand_size": 2}), *DEALT])
def test_whole_deals_with_draws_hide_exactly_what_enumeration_finds(
    name: str, options: dict[str, Any]
) -> None:
    assert checked_deals(name, options, most=8000) > 0


@pytest.mark.parametrize("spec", ["texas-42", "double-takes", "super-bridge"])
def test_the_last_tricks_can_be_listed(spec: str) -> None:
    """What a seat cannot see of the last tricks, against what it draws, and its number."""
    game = sobremesa.game(spec)
    rng = Rng(3)
    listed = None
    round = game.start(2).round
    while listed is None:
        moves = round.moves()
        round.play(moves[int(rng.below(len(moves)))])
        worlds = game.worlds(round.view(0))
        listed = worlds.each(30)
    assert len(listed) > 1 and sum(ways for _, ways in listed) == worlds.count()
    hands = [present_of(game, world) for world, _ in listed]
    assert len(set(hands)) == len(listed)
    drawn = Counter(present_of(game, worlds.sample(rng)) for _ in range(40 * len(listed)))
    assert set(drawn) <= set(hands)
    assert is_even(drawn, len(listed))


@pytest.mark.parametrize("spec", ["block", "texas-42", "mexican-train"])
def test_too_much_is_not_listed(spec: str) -> None:
    game = sobremesa.game(spec)
    assert game.worlds(game.start(1).round.view(0)).each(1000) is None
