"""Poker learnt from sampled deals: near what is known where it is tiny, and as the bot plays it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from pytest import approx

import sobremesa
from sobremesa import Match, Refused, Rng
from sobremesa.bots import bot, choose
from sobremesa.bots.poker.buckets import bucketed, dealing_for
from sobremesa.bots.poker.equilibrium import kind_for
from sobremesa.bots.poker.sampled import KINDS, PARTS, Kind, packed, read_books
from sobremesa.core.arrays import Int, vec
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.families.poker.moves import CALL, CHECK, FOLD, STAKE
from sobremesa.families.poker.ranks import ORDER
from sobremesa.families.poker.round import PokerRound
from sobremesa.families.poker.sets import TileSets
from sobremesa.lab.poker import kind_named, learn
from sobremesa.solvers.answers import answer_to, answered, exact_answer, points_of
from sobremesa.solvers.betting import BettingTree, ResponseTree, is_nearer, move_for
from sobremesa.solvers.heads_up import HeadsUp, Points, best_answer, equilibrium
from sobremesa.solvers.sampled import Book, Dealing, Grain, learnt

# What the first player wins in Kuhn's poker.
KUHN = -1 / 18


def game_of(**options: object) -> Poker:
    game = sobremesa.game("domino-poker", **options)
    assert isinstance(game, Poker)
    return game


def row(count: int) -> vec[Int]:
    """Numbers from 0 on."""
    return vec[Int]([Int(number) for number in range(count)])


def every_hand(count: int) -> Grain:
    """Tells all hands apart."""
    return Grain(row(count), row(count), False)


@cache
def kuhn() -> tuple[Book, Dealing]:
    """Kuhn's poker: three hands of one tile, one bet, no raise."""
    tree = BettingTree(game_of(players=2, bet=1, max_raises=0), 100, [], False)
    dealing = Dealing(TileSets(3, 1), row(3), 2, [])
    return learnt(tree, every_hand(3), dealing, 30_000, 1), dealing


def shares(book: Book, point: int, hand: int) -> list[float]:
    base = int(book.at(point, hand))
    return [float(book.shares[base + action]) for action in range(int(book.tree.counts[point]))]


def all_wins(book: Book, tree: BettingTree, sets: TileSets) -> list[float]:
    """What exact best answers win from both places."""
    hands = HeadsUp(sets, sets.all_hands(), Points([]))
    numbers = row(int(sets.hands))
    return [exact_answer(book, tree, place, hands, numbers) for place in (0, 1)]


def test_kuhns_poker_is_learnt_from_samples() -> None:
    book, _ = kuhn()
    first, second = all_wins(book, book.tree, TileSets(3, 1))
    assert first == approx(KUHN, abs=0.02)
    assert second == approx(-KUHN, abs=0.02)
    # The queen never bets first, and after a bet the jack folds and the king calls.
    queen, after_bet = 1, 3
    assert shares(book, 0, queen)[1] < 0.05
    assert shares(book, after_bet, 0)[1] < 0.05
    assert shares(book, after_bet, 2)[0] < 0.05
    assert shares(book, after_bet, queen)[1] == approx(1 / 3, abs=0.06)


def test_samples_come_near_the_exact_solution() -> None:
    sets = TileSets(6, 2)
    tree = BettingTree(game_of(players=2, max_raises=1), 100, [], False)
    dealing = Dealing(sets, row(15), 2, [])
    exact = HeadsUp(sets, sets.all_hands(), points_of(tree))
    value = best_answer(exact, equilibrium(exact, 300), 0)
    few, many = (
        all_wins(learnt(tree, every_hand(15), dealing, rounds, 2), tree, sets)
        for rounds in (300, 40_000)
    )
    assert value == approx(many[0], abs=0.05)
    assert sum(many) / 2 < 0.03 < sum(few) / 2


def test_learning_follows_from_its_seed() -> None:
    book, dealing = kuhn()
    for seed, same in ((1, True), (2, False)):
        again = learnt(book.tree, every_hand(3), dealing, 30_000, seed)
        assert (list(again.shares) == list(book.shares)) == same


def test_an_answer_to_somebody_who_always_calls_wins_what_the_best_answer_wins() -> None:
    _, dealing = kuhn()
    tree = BettingTree(game_of(players=2, bet=1, max_raises=0), 100, [], False)
    calling = Book(tree, every_hand(3))
    for point in range(len(tree.whose)):
        for hand in range(3):
            base = calling.at(point, hand)
            stays = 1 if tree.counts[point] == 2 and tree.kinds[tree.first[point]] == 0 else 0
            calling.regrets[base + stays] = 1.0
    calling.harden()
    best = all_wins(calling, tree, TileSets(3, 1))
    answers = [
        answer_to(calling, tree, place, every_hand(3), dealing, 3000, place) for place in (0, 1)
    ]
    mean, error = answered(calling, answers, dealing, 4000, 9)
    assert sum(best) / 2 > 0.1
    assert abs(mean - sum(best) / 2) < 4 * error


def test_a_tree_has_the_moves_of_the_rules() -> None:
    rng = Rng(4)
    for options in ({"players": 3}, {"players": 2, "draw": True}, {"players": 4}):
        game = game_of(**options)
        tree = BettingTree(game, 100, [], False)
        for _ in range(20):
            round = game.deal(rng, 0, 1, game.starting_points())
            assert isinstance(round, PokerRound)
            point = 0
            while not round.over:
                moves = round.moves()
                move = moves[int(rng.below(len(moves)))]
                if FOLD <= move <= CALL or move >= STAKE:
                    first, count = int(tree.first[point]), int(tree.counts[point])
                    found = [
                        int(move_for(round, tree.kinds[place], tree.shares[place]))
                        for place in range(first, first + count)
                    ]
                    assert sorted(found) == moves
                    assert int(tree.whose[point]) == int(round.turn)
                    action = int(tree.action_for(point, round, move))
                    assert found[action] == move
                    point = int(tree.next[first + action])
                round.play(move)
            ending = -1 - point
            assert int(tree.staying[ending]) == int(round.staying)
            seats = range(int(game.players))
            assert [int(tree.paid[ending * len(seats) + seat]) for seat in seats] == [
                int(round.staked[seat]) for seat in seats
            ]


def test_a_merged_tree_forgets_how_the_pot_was_made() -> None:
    game = game_of(players=3, draw=True)
    merged = BettingTree(game, 100, [], True)
    assert len(merged.whose) < 1500
    opened = [point for point in range(len(merged.whose)) if merged.drew[point] != 0]
    assert len(opened) == len(merged.whose) - len(BettingTree(game_of(), 100, [], False).whose)


def test_hands_after_an_exchange_are_those_of_the_rules() -> None:
    game = game_of(players=3, draw=True)
    dealing = dealing_for(False, 3, True)
    for seed in range(30):
        dealing.deal(Rng(seed))
        round = game.begin(dealing.deck, 0, 1, vec[Int]([Int(100)] * 3))
        assert isinstance(round, PokerRound)
        for _ in range(3):
            round.play(CHECK)
        thrown = []
        while not round.over and round.stage == 1:
            most = min(3, int(round.boneyard()))
            number = dealing.sets.number(round.hands[round.turn])
            thrown.append(int(dealing.exchanges[8 + most][number]))
            round.play(3 + thrown[-1])
        winner = int(dealing.winner(7, 7))
        assert [int(dealing.late[21 + seat]) for seat in range(3)] == [
            int(dealing.sets.number(hand)) for hand in round.hands
        ]
        for _ in range(3):
            round.play(CHECK)
        assert round.points()[winner] == 2


@pytest.mark.parametrize(("staked", "smaller"), [
    (0.3, True), (0.5, True), (0.6, True), (0.9, False), (1.0, False), (3.0, False),
])
def test_a_stake_between_two_sizes_is_taken_for_the_nearer(staked: float, smaller: bool) -> None:
    assert is_nearer(0.5, 1.0, staked) == smaller


def test_an_answer_may_stake_what_the_table_does_not_know() -> None:
    table = BettingTree(game_of(players=2, betting="no_limit"), 20, [1.0], False)
    answers = ResponseTree(table, 0, [0.7, 1.0, 1.5])
    assert int(answers.counts[0]) > int(table.counts[0])
    for point in range(len(answers.whose)):
        if answers.whose[point] == 1:
            assert answers.counts[point] == table.counts[answers.known[point]]
    with_same = ResponseTree(table, 0, [1.0])
    assert list(with_same.known) == list(range(len(table.whose)))
    assert list(with_same.next) == list(table.next)


def test_buckets_grow_finer_towards_the_best_hands() -> None:
    chances = vec[float]([number / 1000 for number in range(1000)])
    found = [int(bucket) for bucket in bucketed(chances, row(1000), 20)]
    assert found == sorted(found)
    assert found[0] == 0 and found[-1] == 19
    sizes = [found.count(bucket) for bucket in range(20)]
    assert all(later <= earlier + 1 for earlier, later in pairwise(sizes))
    assert sizes[0] > 4 * sizes[-1] > 0


SMALL = Kind("small", 2, False, 6, 1, [9, 20], [1.0], False)


def test_what_is_packed_is_read_again() -> None:
    grain = SMALL.grain(False)
    dealing = dealing_for(False, 2, False)
    books = [learnt(tree, grain, dealing, 300, 1) for tree in SMALL.trees()]
    again = read_books(SMALL, grain, packed(books))
    for one, other in zip(books, again, strict=True):
        assert list(other.shares) == approx(list(one.shares), abs=1.5 / PARTS)
    assert packed(again) == packed(read_books(SMALL, grain, packed(again)))


def test_a_table_that_is_cut_off_is_refused() -> None:
    data = packed([Book(tree, SMALL.grain(False)) for tree in SMALL.trees()[:0]])
    with pytest.raises(Refused, match="small is not complete"):
        read_books(SMALL, SMALL.grain(False), data)


def test_a_table_is_learnt_and_measured(tmp_path: Path) -> None:
    said: list[str] = []
    path = tmp_path / "small.bin"
    learn(SMALL, 200, 3, path, said.append)
    first = path.read_bytes()
    learn(SMALL, 200, 3, path, said.append)
    assert path.read_bytes() == first
    assert f"{len(first)} bytes after 200 deals each, seed 3" in said[0]


def test_an_unknown_table_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(Refused, match="no table called five: the tables are"):
        kind_named("five")


TABLES: list[dict[str, object]] = [
    {"players": 2, "draw": True}, {"players": 3}, {"players": 4},
    {"players": 2, "betting": "no_limit"}, {"players": 3, "straights": "hoyle"},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_bot_plays_whole_sessions_against_anybody(options: dict[str, object]) -> None:
    for seed in range(3):
        match = game_of(hands=10, **options).start(seed)
        rng = Rng(seed)
        while not match.over:
            if match.round.over:
                match.next_round()
                continue
            kind = "equilibrium" if match.turn == seed % 2 else "random"
            view = match.view(match.turn)
            try:
                move = choose(kind, view, rng.copy())
            except Refused:
                # Whoever is left of three may have more chips than the tables know.
                assert options.get("betting") == "no_limit"
                move = choose("greedy", view, rng.copy())
            assert move in view.moves
            if kind == "equilibrium":
                assert choose(kind, view, rng.copy()) == move
            rng.word()
            match.play(move)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_royal_is_never_folded(options: dict[str, object]) -> None:
    royal = ["6-6", "5-5", "4-4", "3-3", "2-2"]
    others = [name for name in ORDER if name not in royal]
    seats = int(game_of(**options).players)
    hands = [others[5 * seat : 5 * seat + 5] for seat in range(seats - 1)]
    deal = {
        "hands": [*hands, royal], "boneyard": others[5 * (seats - 1) :], "first": 0,
    }
    match = Match(game_of(**options), deal=deal)
    for _ in range(seats - 1):
        match.play("bet2" if match.turn == 0 else "call")
    found = {choose("equilibrium", match.view(seats - 1), Rng(seed)) for seed in range(40)}
    assert int(FOLD) not in found


@pytest.mark.parametrize("options", [
    {"players": 3, "betting": "no_limit"}, {"players": 2, "draw": True, "betting": "no_limit"},
    {"players": 2, "betting": "no_limit", "stack": 200}, {"players": 3, "bet": 3},
    {"players": 4, "max_raises": 2}, {"players": 3, "draw": True},
])
def test_other_tables_are_refused_and_the_master_searches(options: dict[str, object]) -> None:
    match = game_of(**options).start(1)
    view = match.view(match.turn)
    with pytest.raises(Refused, match="the equilibrium bot plays with an ante of 1, bets of 2"):
        choose("equilibrium", view, Rng(1))
    assert bot("domino-poker", "strong").choose(view, Rng(1)) in view.moves


def test_every_kind_of_table_is_found_by_its_options() -> None:
    for kind in KINDS.values():
        assert kind_for(kind.game(), kind.players) is kind
    assert kind_for(game_of(players=3), 2) is None
