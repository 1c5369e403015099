"""Double dummy agrees with plain search, with the games' own rounds, and with DDS."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import sobremesa
from sobremesa import BadPosition, Refused, Round, Unsolved
from sobremesa.families.tricks.double_takes import DoubleTakesRound
from sobremesa.families.tricks.hand import TrickRound
from sobremesa.families.tricks.super_bridge import SuperBridgeRound
from sobremesa.families.tricks.texas_42 import Texas42Round
from sobremesa.material.dominoes import NAMES
from sobremesa.solvers.dummy import Memory, Search
from sobremesa.solvers.open_hands import (
    STRAINS,
    bridge_results,
    double_dummy,
    double_dummy_bounds,
    double_dummy_cards,
    double_dummy_leads,
    double_dummy_play,
)
from sobremesa.solvers.open_tiles import takes_bounds, takes_results, texas_points, texas_results
from sobremesa.solvers.par import CONTRACT_BRIDGE, Par, best_contract, makeable, par, sacrifice

Card = tuple[int, int]
Hands = tuple[tuple[Card, ...], ...]
Mark = pytest.MarkDecorator
SUITS = "SHDC"
RANKS = "AKQJMZET987654321"


def seeds(few: int, many: int) -> Mark:
    """Tries few deals now and leaves the others, up to many, to the slow run."""
    return pytest.mark.parametrize("seeds", [
        pytest.param(range(few), id="few"),
        pytest.param(range(few, many), id="many", marks=pytest.mark.slow),
    ])


def plain(hands: Hands, trump: int, leader: int, trick: tuple[Card, ...],
          memo: dict[tuple[Hands, int], int]) -> int:
    """Counts the tricks of seats 0 and 2; a card is its suit and its rank, low ranks win."""
    if len(trick) == 4:
        best = 0
        for place in range(1, 4):
            suit, rank = trick[place]
            if (suit == trick[best][0] and rank < trick[best][1]) or (
                suit != trick[best][0] and suit == trump
            ):
                best = place
        taker = (leader + best) % 4
        return (taker % 2 == 0) + plain(hands, trump, taker, (), memo)
    if not trick:
        if not hands[leader]:
            return 0
        if (hands, leader) in memo:
            return memo[hands, leader]
    seat = (leader + len(trick)) % 4
    cards = [card for card in hands[seat] if trick and card[0] == trick[0][0]] or hands[seat]
    results = [
        plain(
            (*hands[:seat], tuple(other for other in hands[seat] if other != card),
             *hands[seat + 1:]),
            trump, leader, (*trick, card), memo,
        )
        for card in cards
    ]
    found = max(results) if seat % 2 == 0 else min(results)
    if not trick:
        memo[hands, leader] = found
    return found


def dealt(rng: Random, size: int, ranks: int) -> Hands:
    pack = [(suit, rank) for suit in range(4) for rank in range(ranks)]
    rng.shuffle(pack)
    return tuple(tuple(pack[size * seat:size * seat + size]) for seat in range(4))


def written(hands: Hands, ranks: str = RANKS) -> str:
    return "N:" + " ".join(
        ".".join("".join(ranks[rank] for suit, rank in sorted(hand) if suit == which)
                 for which in range(4))
        for hand in hands
    )


def agrees_with_plain(seed: int, size: int) -> None:
    rng = Random(seed)
    ranks = rng.choice((size, size, size + 1, size + 3))
    hands = dealt(rng, size, ranks)
    table = double_dummy(written(hands))
    for strain in STRAINS:
        trump = SUITS.index(strain) if strain in SUITS else 4
        memo: dict[tuple[Hands, int], int] = {}
        for declarer in range(4):
            tricks = plain(hands, trump, (declarer + 1) % 4, (), memo)
            own = tricks if declarer % 2 == 0 else size - tricks
            assert table["NESW"[declarer]][strain] == own, (written(hands), strain, declarer)


@pytest.mark.parametrize("size", [1, 2, 3])
@seeds(60, 3000)
def test_small_deals_agree_with_plain_search(size: int, seeds: range) -> None:
    for seed in seeds:
        agrees_with_plain(seed, size)


@seeds(4, 400)
def test_deals_of_four_cards_agree_with_plain_search(seeds: range) -> None:
    for seed in seeds:
        agrees_with_plain(seed, 4)


def reaches(
    hands: Hands, trump: int, leader: int, trick: tuple[Card, ...], need: int,
    memo: dict[tuple[Hands, int, int], bool],
) -> bool:
    """Tells by trying everything whether seats 0 and 2 take `need` more tricks."""
    if len(trick) == 4:
        place = next(place for place in range(4) if beats_all(trick, place, trump))
        taker = (leader + place) % 4
        return reaches(hands, trump, taker, (), need - (taker % 2 == 0), memo)
    if not trick:
        if need <= 0 or need > len(hands[leader]):
            return need <= 0
        if (hands, leader, need) in memo:
            return memo[hands, leader, need]
    seat = (leader + len(trick)) % 4
    ours = seat % 2 == 0
    cards = [card for card in hands[seat] if trick and card[0] == trick[0][0]] or hands[seat]
    found = not ours
    for card in cards:
        left = tuple(other for other in hands[seat] if other != card)
        after = (*hands[:seat], left, *hands[seat + 1:])
        if reaches(after, trump, leader, (*trick, card), need, memo) == ours:
            found = ours
            break
    if not trick:
        memo[hands, leader, need] = found
    return found


@pytest.mark.parametrize(("size", "seeds"), [
    pytest.param(4, range(8), id="4-few"), pytest.param(5, range(2), id="5-few"),
    pytest.param(4, range(8, 6000), id="4-many", marks=pytest.mark.slow),
    pytest.param(5, range(2, 3000), id="5-many", marks=pytest.mark.slow),
    pytest.param(6, range(1000), id="6-many", marks=pytest.mark.slow),
])
def test_larger_deals_agree_with_trying_everything(size: int, seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands = dealt(rng, size, rng.choice((size, size + 1, size + 3, 17)))
        strain, declarer = rng.choice(STRAINS), rng.randrange(4)
        trump = SUITS.index(strain) if strain in SUITS else 4
        # The leader's side chooses the lead that is best for it.
        worst = min(double_dummy_leads(written(hands), "NESW"[declarer], strain).values())
        tricks = worst if declarer % 2 == 0 else size - worst
        memo: dict[tuple[Hands, int, int], bool] = {}
        leader = (declarer + 1) % 4
        assert reaches(hands, trump, leader, (), tricks, memo), (written(hands), strain, declarer)
        assert not reaches(hands, trump, leader, (), tricks + 1, memo), written(hands)


@seeds(40, 2000)
def test_every_lead_of_small_deals_agrees_with_plain_search(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands = dealt(rng, 3, 4)
        trump = rng.randrange(5)
        leads = double_dummy_leads(written(hands), "N", [*SUITS, "NT"][trump])
        assert len(leads) == 3
        for suit, rank in hands[1]:
            left = (hands[0], tuple(card for card in hands[1] if card != (suit, rank)), *hands[2:])
            tricks = plain(left, trump, 1, ((suit, rank),), {})
            assert leads[SUITS[suit] + RANKS[rank]] == tricks, (written(hands), trump)


def by_rounds(round: Round, seat: int, part: int = 0) -> int:
    """Searches a deal by the game's own rounds: what the side of `seat` has taken at the end."""
    if round.over or (round.game.name == "double-takes" and of_takes(round).part > part):
        return side_total(round, seat)
    results = []
    for move in round.moves():
        after = round.copy()
        after.play(move)
        results.append(by_rounds(after, seat, part))
    playing = int(of_tricks(round).trick.turn)
    return max(results) if playing % 2 == seat % 2 else min(results)


def of_tricks(round: Round) -> TrickRound:
    return cast(TrickRound, round)


def of_takes(round: Round) -> DoubleTakesRound:
    return cast(DoubleTakesRound, round)


def side_total(round: Round, seat: int) -> int:
    if round.game.name == "texas-42":
        return int(cast(Texas42Round, round).taken[seat % 2])
    if round.game.name == "double-takes":
        return sum(int(points) for points in list(of_takes(round).won)[seat % 2::2])
    return sum(int(taker) % 2 == seat % 2 for taker in of_tricks(round).takers)


def late(spec: str, seed: int, pieces: int) -> Round:
    """Plays at random until so few cards or tiles are left in all hands."""
    rng = Random(seed)
    number = seed
    while True:
        round = sobremesa.game(spec).start(number).round
        number += 1000
        while not round.over:
            held = of_tricks(round).held
            left = sum(len(held(seat)) for seat in range(round.game.players))
            if left <= pieces:
                return round
            moves = round.moves()
            round.play(moves[rng.randrange(len(moves))])


@pytest.mark.parametrize("pieces", [8, 9, 10, 11])
@seeds(3, 60)
def test_late_positions_of_super_bridge_agree_with_its_rounds(pieces: int, seeds: range) -> None:
    for seed in seeds:
        round = cast(SuperBridgeRound, late("super-bridge", seed, pieces))
        seat = int(round.trick.turn)
        before = side_total(round, seat)
        results = bridge_results(round)
        assert sorted(results) == sorted(round.moves())
        for move, tricks in results.items():
            after = round.copy()
            after.play(move)
            assert before + tricks == by_rounds(after, seat), (seed, move, round.dump())


@pytest.mark.parametrize("pieces", [8, 9, 10, 11])
@seeds(5, 100)
def test_late_positions_of_42_agree_with_its_rounds(pieces: int, seeds: range) -> None:
    for seed in seeds:
        round = cast(Texas42Round, late("texas-42", seed, pieces))
        seat = int(round.trick.turn)
        before = side_total(round, seat)
        results = texas_results(round)
        assert sorted(results) == sorted(round.moves())
        for move, points in results.items():
            after = round.copy()
            after.play(move)
            assert before + points == by_rounds(after, seat), (seed, move, round.dump())


@pytest.mark.parametrize("players", ["players=2", "partnership=yes"])
@pytest.mark.parametrize("pieces", [6, 7, 8, 9])
@seeds(4, 80)
def test_late_positions_of_double_takes_agree_with_its_rounds(
    players: str, pieces: int, seeds: range
) -> None:
    for seed in seeds:
        round = of_takes(late(f"double-takes({players})", seed, pieces))
        seat = int(round.turn)
        before = side_total(round, seat)
        results = takes_results(round)
        assert sorted(results) == sorted(round.moves())
        for move, points in results.items():
            after = round.copy()
            after.play(move)
            assert before + points == by_rounds(after, seat, int(round.part)), (seed, move)


@pytest.mark.parametrize(("spec", "said"), [
    ("double-takes(players=3)", "two sides"),
    ("double-takes(players=4)", "two sides"),
    ("double-takes(players=2,revoke=penalty)", "follows suit"),
])
def test_double_takes_without_two_sides_that_follow_is_refused(spec: str, said: str) -> None:
    round = of_takes(sobremesa.game(spec).start(1).round)
    with pytest.raises(Refused, match=said):
        takes_results(round)


def test_a_whole_hand_of_double_takes_has_only_bounds() -> None:
    round = of_takes(sobremesa.game("double-takes", partnership=True).start(1).round)
    doubles = sum(name.split("-")[0] == name.split("-")[1]
                  for seat in range(4) for name in round.hand_names(seat))
    assert set(takes_bounds(round, 100).values()) == {(0, 17 + doubles)}
    two = of_takes(sobremesa.game("double-takes", players=2).start(1).round)
    with pytest.raises(Unsolved, match="unknown after 300 positions"):
        takes_results(two, nodes=300)


def test_the_points_of_42_are_those_of_the_best_first_tile() -> None:
    # Four tiles each; seven would take an uncompiled engine too long.
    hands = [NAMES[:28][seat::4][:4] for seat in range(4)]
    assert 0 < texas_points(hands, "sixes", 0) <= 42
    assert texas_points(hands, "sixes", 0) == texas_points([*hands[2:], *hands[:2]], "sixes", 2)


@pytest.mark.parametrize(("deal", "said"), [
    ("N:A... A... K... Q...", "SA is dealt twice, to N and E"),
    ("N:AA... K2... Q3... J4...", "SA is dealt twice, both to N"),
    ("N:A... K... Q...", "a deal has four hands, not 3"),
    ("N:AB... K... Q... J...", "SB is no card"),
    ("N:AK... Q... J... T...", "equally long, not N 2, E 1, S 1, W 1"),
    ("X:A... K... Q... J...", "begins with a seat"),
    ("N:A.. K... Q... J...", "four suits with dots between, not A.."),
])
def test_a_wrong_deal_is_refused_by_name(deal: str, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        double_dummy(deal)


def test_an_unknown_seat_or_strain_is_refused() -> None:
    with pytest.raises(BadPosition, match="Q is no seat"):
        double_dummy_leads("N:A... K... Q... J...", "Q", "NT")
    with pytest.raises(BadPosition, match="X is no strain"):
        double_dummy_leads("N:A... K... Q... J...", "N", "X")


def search_of(hands: Hands, ranks: int, trump: int, room: int) -> Search:
    masks = [0] * 16
    for seat, hand in enumerate(hands):
        for suit, rank in hand:
            masks[4 * seat + suit] |= 1 << rank
    return Search(masks, ranks, trump, Memory(room))


@pytest.mark.parametrize("trump", [1, 4])
def test_a_search_that_is_spent_keeps_its_bounds_and_can_go_on(trump: int) -> None:
    search = search_of(dealt(Random(3), 10, 13), 13, trump, 1000)
    search.begin(0, 10)
    steps = 0
    widest = 11
    while True:
        search.allow(100 + 50 * steps)
        before = list(search.hands), list(search.lengths), list(search.suits), search.distribution
        known = search.settle(5)
        after = list(search.hands), list(search.lengths), list(search.suits), search.distribution
        assert before == after
        assert search.most - search.least < widest
        if known:
            break
        steps += 1
    assert steps > 0
    fresh = search_of(dealt(Random(3), 10, 13), 13, trump, 1000)
    fresh.begin(0, 10)
    assert fresh.tricks(5) == search.least == search.most


def test_what_is_unknown_is_said_with_its_bounds() -> None:
    deal = written(dealt(Random(5), 8, 13))
    table = double_dummy(deal)
    bounds = double_dummy_bounds(deal, 20)
    assert any(least < most for row in bounds.values() for least, most in row.values())
    for seat in "NESW":
        for strain in STRAINS:
            least, most = bounds[seat][strain]
            assert 0 <= least <= table[seat][strain] <= most <= 8
    with pytest.raises(Unsolved, match="unknown after 20 positions: C by") as raised:
        double_dummy(deal, nodes=20)
    assert raised.value.bounds["C by N"] == bounds["N"]["C"]
    with pytest.raises(Unsolved):
        double_dummy_leads(deal, "N", "S", nodes=20)


@seeds(30, 1500)
def test_every_card_in_the_middle_of_a_trick_agrees_with_plain_search(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands = dealt(rng, 3, 4)
        trump, leader = rng.randrange(5), rng.randrange(4)
        trick: tuple[Card, ...] = ()
        for place in range(rng.randrange(1, 4)):
            seat = (leader + place) % 4
            follow = [card for card in hands[seat] if trick and card[0] == trick[0][0]]
            card = rng.choice(follow or hands[seat])
            trick += (card,)
            hands = (*hands[:seat], tuple(one for one in hands[seat] if one != card),
                     *hands[seat + 1:])
        seat = (leader + len(trick)) % 4
        found = double_dummy_cards(
            written(hands), [*SUITS, "NT"][trump], "NESW"[leader],
            " ".join(SUITS[suit] + RANKS[rank] for suit, rank in trick),
        )
        follow = [card for card in hands[seat] if card[0] == trick[0][0]]
        assert len(found) == len(follow or hands[seat])
        for suit, rank in follow or hands[seat]:
            left = (*hands[:seat], tuple(one for one in hands[seat] if one != (suit, rank)),
                    *hands[seat + 1:])
            tricks = plain(left, trump, leader, (*trick, (suit, rank)), {})
            own = tricks if seat % 2 == 0 else 3 - tricks
            assert found[SUITS[suit] + RANKS[rank]] == own, (written(hands), trump, trick)


@seeds(20, 600)
def test_what_each_played_card_cost_agrees_with_plain_search(seeds: range) -> None:
    for seed in seeds:
        rng = Random(seed)
        hands = dealt(rng, 3, 4)
        trump, declarer = rng.randrange(5), rng.randrange(4)
        deal = written(hands)
        leader, taken = (declarer + 1) % 4, 0
        trick: tuple[Card, ...] = ()
        cards: list[str] = []
        wanted = [plain(hands, trump, leader, (), {})]
        for _ in range(12):
            seat = (leader + len(trick)) % 4
            follow = [card for card in hands[seat] if trick and card[0] == trick[0][0]]
            card = rng.choice(follow or hands[seat])
            cards.append(SUITS[card[0]] + RANKS[card[1]])
            hands = (*hands[:seat], tuple(one for one in hands[seat] if one != card),
                     *hands[seat + 1:])
            trick += (card,)
            wanted.append(taken + plain(hands, trump, leader, trick, {}))
            if len(trick) == 4:
                # Nothing is left to choose for a search of no cards: it names the taker.
                taken += plain(((), (), (), ()), trump, leader, trick, {})
                leader = next(
                    (leader + place) % 4 for place in range(4) if beats_all(trick, place, trump)
                )
                trick = ()
        even = declarer % 2 == 0
        assert double_dummy_play(deal, "NESW"[declarer], [*SUITS, "NT"][trump], cards) == [
            (value, value) if even else (3 - value, 3 - value) for value in wanted
        ]


def beats_all(trick: tuple[Card, ...], place: int, trump: int) -> bool:
    """Tells whether the card at a place takes a full trick."""
    def strength(card: Card) -> tuple[bool, bool, int]:
        return card[0] == trump, card[0] == trick[0][0], -card[1]
    return max(trick, key=strength) == trick[place]


@pytest.mark.parametrize(("cards", "said"), [
    (["SA"], "SA is not in the hand of E, who is to play"),
    (["SK", "S3", "H4"], "H4 does not follow: W has ST"),
    ([""], " is no card"),
])
def test_a_card_that_cannot_be_played_is_refused(cards: list[str], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        double_dummy_play("N:AQ... K2... J3... T.4..", "N", "NT", cards)


@pytest.mark.parametrize(("hands", "leader", "trick", "said"), [
    ("N:A2... K3... Q... 4...", "S", "S5 H6", "H6 does not follow: W has S4"),
    ("N:A2... K3... Q... J4...", "S", "SA", "SA is dealt twice, to N and S"),
    ("N:A2... K3... Q... J4...", "S", "X5", "X5 is no card"),
    ("N:A... K... Q... J...", "S", "S2 S3 S4 S5", "at most three cards"),
])
def test_a_wrong_trick_is_refused_by_its_card(
    hands: str, leader: str, trick: str, said: str
) -> None:
    with pytest.raises(BadPosition, match=said):
        double_dummy_cards(hands, "NT", leader, trick)


def test_what_is_missing_of_a_pack_is_named() -> None:
    hands = dealt(Random(1), 13, 13)
    short = (*hands[:3], hands[3][1:])
    card = "SHDC"[hands[3][0][0]] + "AKQJT98765432"[hands[3][0][1]]
    with pytest.raises(BadPosition, match=f"missing: {card}"):
        double_dummy(written(short, "AKQJT98765432"))


def test_a_small_memory_gives_the_same_results() -> None:
    for seed in range(5):
        found = []
        for room in (4, 100_000):
            search = search_of(dealt(Random(seed), 6, 7), 7, seed, room)
            search.begin(0, 6)
            found.append(search.tricks(3))
        assert found[0] == found[1]


def test_a_remembered_answer_holds_where_the_cards_that_mattered_have_the_same_owners() -> None:
    memory = Memory(10)
    # Seat 2 has the best card of the first suit and seat 1 the next; only the best matters.
    memory.rows[0], memory.masks[0] = 0b0110, 0b0011
    memory.keep(7, 20, 3 | 5 << 5)
    memory.rows[0] = 0b1110
    assert memory.find(7, 20, 3) == memory.find(7, 20, 6) == 3 | 5 << 5
    assert memory.find(7, 20, 4) == memory.find(8, 20, 3) == memory.find(7, 24, 3) == -1
    memory.rows[0] = 0b1111
    assert memory.find(7, 20, 3) == -1
    # What is found out later joins what was known, beside an answer that rests on more.
    memory.rows[0], memory.masks[0] = 0b0110, 0b1111
    memory.keep(7, 20, 5 | 5 << 5)
    memory.rows[0], memory.masks[0] = 0b1110, 0b0011
    memory.keep(7, 20, 4 << 5)
    assert memory.find(7, 20, 3) == memory.find(7, 20, 5) == 3 | 4 << 5


def test_a_sequence_of_one_hand_is_not_taken_for_cards_of_two() -> None:
    """North has the two best spades or the best alone; only then the second reaches South."""
    rest = [0, 0, 0b100, 0b10000, 0b100, 0, 1]
    east, south, west = [*rest[3:]], [0b11, 0, 0], [0b100000, 0b11000, 0, 0]
    one = [0b11, *rest[:3], *east, 0b1000, *south, *west]
    two = [0b1000001, *rest[:3], *east, 0b100, *south, *west]
    search = Search([one[place] | two[place] for place in range(16)], 7, 4, Memory(100))
    found: list[int] = []
    for masks in (one, two):
        search.restart(masks)
        search.begin(0, 3)
        found.append(search.tricks(3))
    assert found == [2, 3]


def test_a_guarded_trump_is_lost_by_whoever_has_to_lead_from_it() -> None:
    table = double_dummy("N:Q9... .A..9 .K..K KJ...")
    assert (table["W"]["S"], table["S"]["S"]) == (2, 1)


def test_par_is_the_best_contract_or_the_cheapest_sacrifice() -> None:
    table = {seat: dict.fromkeys(STRAINS, 12 if seat in "NS" else 5) for seat in "NESW"}
    assert repr(par(table)) == "4NT by N, +680"
    # 5H makes: 200 for the tricks and the game. 5S doubled is two short of it.
    table = {seat: {"C": 8, "D": 8, "H": 13, "S": 4, "NT": 8} for seat in "NS"}
    table |= {seat: {"C": 4, "D": 4, "H": 4, "S": 11, "NT": 4} for seat in "EW"}
    assert repr(par(table, "NS")) == "5SX by E, +450"
    assert repr(par(table, "EW", "S")) == "5H by S, +700"


def test_a_sacrifice_costs_less_than_what_it_saves() -> None:
    table = {seat: {"C": 8, "D": 8, "H": 13, "S": 4, "NT": 8} for seat in "NS"}
    table |= {seat: {"C": 4, "D": 4, "H": 4, "S": 11, "NT": 4} for seat in "EW"}
    assert makeable(table)["S"] == {"C": 0, "D": 0, "H": 5, "S": 0, "NT": 0}
    assert repr(sacrifice(table, 1, "NS")) == "5SX by E, +450"
    # Two down doubled and vulnerable is 900 against 700.
    assert sacrifice(table, 1, "EW") is None
    assert sacrifice(table, 0, "none") is None


@seeds(3, 1000)
def test_deals_of_52_cards_agree_with_dds(seeds: range) -> None:
    types = pytest.importorskip("endplay.types")
    dds = pytest.importorskip("endplay.dds")
    bridge = "AKQJT98765432"
    for seed in seeds:
        hands = dealt(Random(seed), 13, 13)
        deal = written(hands, bridge)
        theirs = dds.calc_dd_table(types.Deal(deal))
        ours = double_dummy(deal)
        for strain in STRAINS:
            denom = types.Denom.find(strain)
            for seat in "NESW":
                assert ours[seat][strain] == theirs[denom, types.Player.find(seat)], deal


@pytest.mark.parametrize("size", [5, 6, 8])
@seeds(15, 1500)
def test_late_deals_of_52_cards_agree_with_dds(size: int, seeds: range) -> None:
    types = pytest.importorskip("endplay.types")
    dds = pytest.importorskip("endplay.dds")
    for seed in seeds:
        rng = Random(seed)
        deal = written(dealt(rng, size, rng.choice((size, size + 2, 13))), "AKQJT98765432")
        ours = double_dummy(deal)
        theirs = types.Deal(deal)
        for strain in STRAINS:
            theirs.trump = types.Denom.find(strain)
            for declarer in range(4):
                theirs.first = types.Player.find("ESWN"[declarer])
                most = max(tricks for _, tricks in dds.solve_board(theirs))
                assert ours["NESW"[declarer]][strain] == size - most, (deal, strain, declarer)


SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "NT": "NT"}


@seeds(40, 400)
def test_par_of_bridge_agrees_with_dds(seeds: range) -> None:
    types = pytest.importorskip("endplay.types")
    dds = pytest.importorskip("endplay.dds")
    marks = {"none": "none", "NS": "ns", "EW": "ew", "both": "both"}
    deal = types.Deal(written(dealt(Random(1), 13, 13), "AKQJT98765432"))
    theirs = dds.calc_dd_table(deal)
    same = compared = 0
    for seed in seeds:
        rng = Random(seed)
        table: dict[str, dict[str, int]] = {seat: {} for seat in "NESW"}
        for column, strain in enumerate(STRAINS):
            side = rng.randrange(3, 11)
            for row, seat in enumerate("NESW"):
                tricks = side if seat in "NS" else 13 - side
                table[seat][strain] = max(0, tricks - rng.randrange(2))
                place = [3, 2, 1, 0, 4][column]
                theirs._data.resTable[place][row] = table[seat][strain]
        for vulnerable, mark in marks.items():
            dealer = rng.choice("NESW")
            other = dds.par(theirs, types.Vul.find(mark), types.Player.find(dealer))
            ours = par(table, vulnerable, dealer, CONTRACT_BRIDGE)
            assert ours.score == other.score
            named = {
                one.level and f"{one.level}{SIGNS[one.denom.abbr]}"
                for one in other
            }
            compared += 1
            same += (ours.contract or 0) in named
            check_sacrifices(table, vulnerable, ours)
    # Two sides can score the same by contracts of their own; DDS then names one of them.
    assert same >= 0.99 * compared


def check_sacrifices(table: dict[str, dict[str, int]], vulnerable: str, found: Par) -> None:
    """No sacrifice is named that costs as much as it saves once it is answered."""
    for side in range(2):
        best = best_contract(table, 1 - side, vulnerable, CONTRACT_BRIDGE)
        if best is not None and best.score == found.score:
            assert sacrifice(table, side, vulnerable, CONTRACT_BRIDGE) is None


@seeds(1, 60)
def test_what_cards_cost_agrees_with_dds(seeds: range) -> None:
    types = pytest.importorskip("endplay.types")
    dds = pytest.importorskip("endplay.dds")
    for seed in seeds:
        rng = Random(seed)
        hands = dealt(rng, 13, 13)
        deal = written(hands, "AKQJT98765432")
        theirs = types.Deal(deal)
        theirs.trump, theirs.first = types.Denom.find("S"), types.Player.find("E")
        cards: list[str] = []
        playing = theirs.copy()
        for _ in range(40):
            legal = sorted(str(card) for card in playing.legal_moves())
            card = rng.choice(legal)
            cards.append(card)
            playing.play(card)
        plain_cards = ["SHDC"["♠♥♦♣".index(card[0])] + card[1:] if card[0] in "♠♥♦♣" else card
                       for card in cards]
        wanted = dds.analyse_play(theirs, [types.Card(card) for card in plain_cards])
        ours = double_dummy_play(deal, "N", "S", plain_cards)
        assert [least for least, _ in ours] == list(wanted)
