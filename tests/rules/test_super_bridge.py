"""Super Bridge, clause by clause."""

from __future__ import annotations

import re
from fractions import Fraction
from math import factorial

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, IllegalMove, Match, Rng, rules
from sobremesa.core.playout import finish as play_out
from sobremesa.families.tricks.bridge_score import (
    AS_DESCRIBED,
    Tariff,
    contract_score,
    trick_points,
)
from sobremesa.families.tricks.super_bridge import (
    BID_NAMES,
    STRAINS,
    VULNERABLE_NAMES,
    SuperBridge,
    SuperBridgeRound,
    dealt,
)
from sobremesa.material.cards import ENGLISH, ROMANIAN, card_name, parse_card
from tests.laws import array
from tests.rules.tricks import deal, finish, legal, play, refused, shown

clause = pytest.mark.clause

N, E, S, W = range(4)
SUIT = ["A", "R", "D", "V", "S", *(str(number) for number in range(12, 0, -1))]
PASSES = " pass pass pass"


def whole(suit: str) -> str:
    """Writes all cards of a suit."""
    return " ".join(suit + rank for rank in SUIT)


def auction(calls: str, spec: str = "super-bridge", dealer: int = S) -> Match:
    """Makes calls from the dealer on."""
    return play(deal(spec, ["", "", "", ""], first=dealer), calls)


def score(contract: str, vulnerable: bool, tricks: int, tariff: Tariff = AS_DESCRIBED) -> int:
    """Scores a contract written as 4S, 4NX or 4NXX."""
    level, strain = int(contract[0]), STRAINS.index(contract[1])
    return contract_score(
        level, strain, contract.count("X"), vulnerable, tricks, tariff
    ).total()


def one_suit_each(calls: str) -> Match:
    """Deals North the spades, East the hearts, South the diamonds, West the clubs."""
    hands = [whole("S"), whole("H"), whole("D"), whole("C")]
    return play(deal("super-bridge", hands, first=N), calls)


@clause("BRIDGE-01", "BRIDGE-04", "BRIDGE-F05")
def test_the_pack_has_68_cards_four_suits_of_seventeen() -> None:
    pack = sobremesa.game("super-bridge").pieces()
    assert len(pack) == len(set(pack)) == 68
    for suit in "CDHS":
        ranks = [name[1:] for name in pack if name[0] == suit]
        assert len(ranks) == 17
        added = set(ranks) - {"A", "R", "D", "V", *(str(number) for number in range(2, 11))}
        assert added == {"S", "12", "11", "1"}


@clause("BRIDGE-02", "BRIDGE-03")
def test_ranks_fall_from_the_ace_to_the_one() -> None:
    assert [parse_card("S" + rank) % 17 + 1 for rank in SUIT] == list(range(17, 0, -1))
    assert [rank for rank in SUIT if not rank.isdecimal()] == ["A", "R", "D", "V", "S"]


@clause("BRIDGE-05", "BRIDGE-R37")
def test_letters_may_be_romanian_or_english() -> None:
    for romanian, english in zip(ROMANIAN, ENGLISH, strict=True):
        assert parse_card("H" + romanian) == parse_card("H" + english)
    assert card_name(parse_card("HM")) == "HS"
    assert "HM" in sobremesa.game("super-bridge", letters="en").pieces()
    assert "HS" in sobremesa.game("super-bridge").pieces()


@clause("BRIDGE-06")
def test_partners_sit_opposite() -> None:
    match = finish(one_suit_each("9S" + PASSES))
    points = match.round.points()
    assert points[N] == points[S] > 0 and points[E] == points[W] == 0
    with pytest.raises(BadOption, match="players"):
        sobremesa.game("super-bridge", players=3)


@clause("BRIDGE-07", "BRIDGE-R04")
def test_everybody_gets_seventeen_cards_dealt_from_the_dealers_left() -> None:
    view = shown(sobremesa.game("super-bridge").start(1))
    assert view["hands"] == [17, 17, 17, 17]
    hands = list(dealt(array(list(range(68))), S))
    assert hands[17 * W : 17 * W + 3] == [0, 4, 8]
    assert hands[17 * N : 17 * N + 3] == [1, 5, 9]
    assert hands[17 * S + 16] == 67


@clause("BRIDGE-08", "BRIDGE-R03", "BRIDGE-R01", "BRIDGE-R02", "BRIDGE-E78", "BRIDGE-10",
        "BRIDGE-58", "BRIDGE-59", "BRIDGE-R22", "BRIDGE-R23")
def test_dealers_and_vulnerability_of_a_match() -> None:
    match = sobremesa.game("super-bridge", deals=6).start(1)
    seen = []
    for deals in range(6):
        view = shown(match)
        assert match.turn == view["dealer"]
        seen.append(("NESW"[view["dealer"]], view["vulnerable"]))
        first, second = match.turn, None
        match.play("pass")
        second = match.turn
        assert second == (first + 1) % 4
        play(match, PASSES)
        assert match.over == (deals == 5)
        if not match.over:
            match.next_round()
    assert seen == [
        ("S", "none"), ("W", "NS"), ("N", "EW"), ("E", "both"), ("S", "none"), ("W", "NS"),
    ]


@clause("BRIDGE-R22")
def test_chicago_follows_the_dealers_side() -> None:
    game = sobremesa.game("super-bridge", vulnerability="chicago", first_dealer=N)
    match = game.start(1)
    seen = []
    for _ in range(4):
        seen.append(shown(match)["vulnerable"])
        play(match, "pass" + PASSES)
        if not match.over:
            match.next_round()
    assert seen == ["none", "EW", "NS", "both"]


@clause("BRIDGE-09", "BRIDGE-35")
def test_the_auction_comes_first_and_then_seventeen_tricks() -> None:
    match = auction("1C")
    assert refused(match, "SA").endswith("(BRIDGE-14)")
    play(match, PASSES)
    assert shown(match)["stage"] == "play"
    finish(match)
    view = shown(match)
    assert len(view["tricks"]) == 17 and sum(view["won"]) == 17
    assert all(len(one["pieces"]) == 4 for one in view["tricks"])


@clause("BRIDGE-11", "BRIDGE-R24", "BRIDGE-R29", "BRIDGE-R32")
def test_the_higher_total_after_the_last_deal_wins_and_equal_totals_are_a_draw() -> None:
    match = sobremesa.game("super-bridge", deals=2).start(1)
    play(match, "pass" + PASSES)
    match.next_round()
    finish(play(match, "pass" + PASSES))
    assert match.over and match.winners == [0, 1, 2, 3]
    one = sobremesa.game("super-bridge", deals=1).start(3)
    finish(play(one, "1C" + PASSES))
    best = max(one.scores)
    assert one.winners == [seat for seat in range(4) if one.scores[seat] == best]
    assert min(one.scores) == 0 and len(one.winners) == 2


@clause("BRIDGE-12", "BRIDGE-13", "BRIDGE-14", "BRIDGE-E13", "BRIDGE-F04")
def test_45_bids_rise_by_level_and_strain() -> None:
    assert len(BID_NAMES) == 45
    assert BID_NAMES[:6] == ["1C", "1D", "1H", "1S", "1N", "2C"]
    assert legal(auction("")) == {"pass", *BID_NAMES}
    assert len(legal(auction(""))) == 46
    every = {*legal(auction("1C")), *legal(auction("1C X")), "1C"}
    assert {*every, *BID_NAMES} == {"pass", "X", "XX", *BID_NAMES}


@clause("BRIDGE-15", "BRIDGE-16", "BRIDGE-17", "BRIDGE-E01", "BRIDGE-E02")
def test_a_bid_must_exceed_the_last() -> None:
    match = auction("4D")
    assert refused(match, "3S") == "3S is not above 4D (BRIDGE-15)"
    assert "4H" in legal(match)
    match = auction("2H")
    assert refused(match, "2C") == "2C is not above 2H (BRIDGE-15)"
    assert {"2S", "2N", "3C"} <= legal(match)


@clause("BRIDGE-18", "BRIDGE-21")
def test_who_passed_may_bid_later() -> None:
    match = auction("pass 1C pass 1H 1S")
    assert shown(match)["calls"][-1] == [S, "1S"]


@clause("BRIDGE-19", "BRIDGE-20", "BRIDGE-R07", "BRIDGE-R08", "BRIDGE-E08", "BRIDGE-E09",
        "BRIDGE-E10")
def test_only_the_other_side_doubles_and_only_the_bidders_redouble() -> None:
    match = auction("1N")
    assert "X" in legal(match)
    play(match, "pass")
    assert "cannot" not in refused(match, "X")
    assert refused(match, "X") == "only a bid of the other side can be doubled, once (BRIDGE-19)"
    match = auction("1N X")
    assert "XX" in legal(match) and "X" not in legal(match)
    play(match, "pass")
    assert "X" not in legal(match) and "XX" not in legal(match)
    play(match, "pass")
    assert "XX" in legal(match)
    match = auction("1D X 1H")
    assert "X" in legal(match) and "XX" not in legal(match)
    play(match, "pass")
    assert refused(match, "XX") == "only a double of the other side can be redoubled (BRIDGE-20)"
    redoubled = auction("1N X XX" + PASSES)
    view = shown(redoubled)
    assert (view["contract"], view["declarer"]) == ("1NXX", S)


@clause("BRIDGE-22", "BRIDGE-R05", "BRIDGE-E03", "BRIDGE-E04", "BRIDGE-R06")
def test_three_passes_end_the_auction_only_after_another_call() -> None:
    match = auction("pass pass pass")
    assert shown(match)["stage"] == "auction" and match.turn == E
    play(match, "1C" + PASSES)
    view = shown(match)
    assert (view["contract"], view["declarer"], match.turn) == ("1C", E, S)
    out = auction("pass" + PASSES)
    assert out.round.over and out.round.points() == [0, 0, 0, 0]
    out.next_round()
    assert shown(out)["dealer"] == W


@clause("BRIDGE-R06", "BRIDGE-R36")
def test_a_deal_that_all_pass_may_be_dealt_again_but_not_for_ever() -> None:
    game = sobremesa.game("super-bridge", passed_out="redeal", max_redeals=2)
    match = game.start(5)
    hands = []
    for _ in range(3):
        hands.append(shown(match, S)["hands"][S])
        assert (shown(match)["dealer"], shown(match)["vulnerable"]) == (S, "none")
        play(match, "pass" + PASSES)
    assert hands[0] != hands[1] != hands[2]
    assert match.round.over and match.round.points() == [0, 0, 0, 0]
    with pytest.raises(BadPosition, match="BRIDGE-R36"):
        game.load({"hands": match.round.opening()["hands"]})


@clause("BRIDGE-R06")
def test_a_redeal_hides_what_is_to_come_and_keeps_what_was_seen() -> None:
    match = sobremesa.game("super-bridge", passed_out="redeal", max_redeals=2).start(5)
    play(match, "pass" + PASSES)
    seen = shown(match, N)["opening"]
    assert isinstance(seen["hands"][N], list) and seen["hands"][E] == 17
    assert isinstance(seen["redeals"][0][N], list) and seen["redeals"][1] == [17, 17, 17, 17]


@clause("BRIDGE-23", "BRIDGE-24", "BRIDGE-25", "BRIDGE-R25", "BRIDGE-E06", "BRIDGE-E07",
        "BRIDGE-26")
@pytest.mark.parametrize(("calls", "contract", "declarer"), [
    ("1C 1H pass 2H 3C 3H pass pass pass", "3H", W),
    ("1S 2S pass 4S pass pass pass", "4S", W),
    ("1H pass 1S pass 4S pass pass pass", "4S", N),
])
def test_declarer_is_who_of_the_side_first_named_the_strain(
    calls: str, contract: str, declarer: int
) -> None:
    match = auction(calls)
    view = shown(match)
    assert (view["contract"], view["declarer"]) == (contract, declarer)
    assert match.turn == (declarer + 1) % 4


@clause("BRIDGE-R30", "BRIDGE-E12")
def test_nothing_is_above_nine_no_trump() -> None:
    match = auction("9N")
    assert legal(match) == {"pass", "X"}
    play(match, "X")
    assert legal(match) == {"pass", "XX"}


@clause("BRIDGE-27", "BRIDGE-28", "BRIDGE-R26", "BRIDGE-R35")
def test_dummy_lies_open_after_the_lead_and_declarer_plays_both_hands() -> None:
    match = sobremesa.game("super-bridge").start(2)
    play(match, "1N" + PASSES)
    assert all(isinstance(hand, int) for hand in shown(match)["hands"])
    match.play(match.round.moves()[0])
    view = shown(match)
    assert isinstance(view["hands"][N], list) and view["hands"][S] == 17
    assert (match.turn, view["hand"], view["dummy"]) == (S, N, N)
    assert isinstance(shown(match, S)["hands"][N], list)
    assert shown(match, N)["hands"][S] == 17
    own = shown(match, S)["hands"][S]
    dummys = set(shown(match, S)["hands"][N])
    assert legal(match) <= dummys
    reason = refused(match, own[0])
    assert reason == f"{own[0]} is in the other hand: N is to play (BRIDGE-R35)"
    seats = []
    while not match.round.over:
        seats.append(match.turn)
        match.play(match.round.moves()[0])
    assert N not in seats


@clause("BRIDGE-29", "BRIDGE-R27", "BRIDGE-E18")
def test_who_holds_the_suit_led_follows() -> None:
    hand = "C2 HA " + " ".join("D" + rank for rank in SUIT[:15])
    match = play(deal("super-bridge", ["", "", hand, "CV"], first=S), "1N" + PASSES)
    play(match, "CV")
    while shown(match)["hand"] != S:
        match.play(match.round.moves()[0])
    assert legal(match) == {"C2"}
    assert refused(match, "HA") == "HA does not follow: C was led (BRIDGE-29)"


def taker(trumps: str, cards: str) -> int:
    """Plays a trick from West on and gives the place of the card that takes it."""
    words = cards.split()
    match = sobremesa.game("super-bridge").start(1)
    round = match.round
    assert isinstance(round, SuperBridgeRound)
    play(match, f"pass pass 1{trumps}" + PASSES)
    # The lead is East's; give the cards to the seats that will play them.
    lead = int(round.trick.turn)
    for place, name in enumerate(words):
        card = parse_card(name)
        seat = (lead + place) % 4
        for other in range(4):
            round.hands[4 * other + card // 17] &= ~(1 << card % 17)
        round.hands[4 * seat + card // 17] |= 1 << card % 17
        round.play(card)
    assert len(round.takers) == 1
    return (int(round.takers[0]) - lead) % 4


@clause("BRIDGE-30", "BRIDGE-31", "BRIDGE-32", "BRIDGE-33", "BRIDGE-R31", "BRIDGE-E14",
        "BRIDGE-E15", "BRIDGE-E16")
@pytest.mark.parametrize(("trumps", "cards", "place"), [
    ("H", "S10 SA S2 S12", 1), ("H", "SA H1 SR S3", 1), ("H", "SA H4 HS S3", 2),
    ("H", "SA HS H4 S3", 1), ("N", "SA H1 SR S3", 0), ("H", "H3 H1 HA HR", 2),
    ("N", "C1 SA DA HA", 0),
])
def test_the_highest_trump_takes_a_trick_else_the_highest_of_the_suit_led(
    trumps: str, cards: str, place: int
) -> None:
    assert taker(trumps, cards) == place


@clause("BRIDGE-34", "BRIDGE-E19")
def test_the_hand_that_took_a_trick_leads_the_next() -> None:
    hands = ["SA", "S2", "S3", "S4"]
    match = play(deal("super-bridge", hands, first=S), "1N" + PASSES)
    assert match.turn == W
    play(match, "S4 SA S2 S3")
    assert shown(match)["hand"] == N and match.turn == S


@clause("BRIDGE-36", "BRIDGE-F07")
def test_four_no_trump_needs_twelve_tricks_and_is_beaten_by_six() -> None:
    assert score("4N", False, 12) > 0
    assert score("4N", False, 17 - 6) < 0
    assert 17 - 12 + 1 == 6


@clause("BRIDGE-E20", "BRIDGE-48")
def test_a_super_slam_with_one_suit_each() -> None:
    match = finish(one_suit_each("9S" + PASSES))
    assert shown(match)["won"] == [17, 0]
    assert match.round.points() == [4860, 0, 4860, 0]
    assert shown(match)["tally"] == [["tricks", 360], ["game", 500], ["slam", 4000]]


@clause("BRIDGE-E21", "BRIDGE-52", "BRIDGE-R32")
def test_without_trumps_the_same_cards_lose_every_trick() -> None:
    match = finish(one_suit_each("9N" + PASSES))
    assert shown(match)["won"] == [0, 17]
    assert match.round.points() == [0, 1700, 0, 1700]


EXAMPLE = re.compile(
    r"\*\*(BRIDGE-E\d\d)\*\* (\d) ?(NT|[♣♦♥♠])(?: (XX?))? (NV|V), (\d+) tricks: (−?\d+)(.*)"
)
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "N"}
TABLE = [found.groups() for found in EXAMPLE.finditer(rules.page("super-bridge"))]


@clause(
    "BRIDGE-E22", "BRIDGE-E24", "BRIDGE-E25", "BRIDGE-E26", "BRIDGE-E27", "BRIDGE-E28",
    "BRIDGE-E30", "BRIDGE-E31", "BRIDGE-E32", "BRIDGE-E33", "BRIDGE-E34", "BRIDGE-E36",
    "BRIDGE-E37", "BRIDGE-E38", "BRIDGE-E39", "BRIDGE-E40", "BRIDGE-E42", "BRIDGE-E43",
    "BRIDGE-E44", "BRIDGE-E45", "BRIDGE-E46", "BRIDGE-E48", "BRIDGE-E49", "BRIDGE-E50",
    "BRIDGE-E51", "BRIDGE-E52", "BRIDGE-E54", "BRIDGE-E55", "BRIDGE-E56", "BRIDGE-E57",
    "BRIDGE-E58", "BRIDGE-E60", "BRIDGE-E61", "BRIDGE-E62", "BRIDGE-E63", "BRIDGE-E64",
    "BRIDGE-E66", "BRIDGE-E67", "BRIDGE-E68", "BRIDGE-E69", "BRIDGE-E70", "BRIDGE-E72",
    "BRIDGE-E73", "BRIDGE-E74", "BRIDGE-E75", "BRIDGE-E76", "BRIDGE-45", "BRIDGE-R21",
)
@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_contract_scores_of_the_page(row: tuple[str, ...]) -> None:
    _, level, strain, doubled, vulnerable, tricks, result, more = row
    contract = level + SIGNS[strain] + (doubled or "")
    points = int(result.replace("−", "-"))
    assert score(contract, vulnerable == "V", int(tricks)) == points
    other = re.search(r'option "bridge": (?:.*= )?(\d+)', more)
    if other:
        assert score(contract, vulnerable == "V", int(tricks), Tariff(multiplied=True)) == int(
            other.group(1)
        )


def test_the_page_has_46_scored_contracts() -> None:
    assert len(TABLE) == 46


def by_the_clauses(
    level: int, strain: str, doubling: int, vulnerable: bool, tricks: int, bridge: bool
) -> int:
    """Scores a contract from tables written down from the clauses, not from formulas."""
    short = 8 + level - tricks
    if short > 0:
        undoubled = {False: 100, True: 200}[vulnerable]
        doubled = [200, 450, 700, 950, 1200, 1450, 1700, 1950, 2200, 2450]
        if vulnerable:
            doubled = [400, 900, 1400, 1900, 2400, 2900, 3400, 3900, 4400, 4900]
        while len(doubled) < 17:
            doubled.append(doubled[-1] + doubled[1] - doubled[0])
        loss = [undoubled * short, doubled[short - 1], 2 * doubled[short - 1]][doubling]
        return -loss
    minor, major = [30] * 9, [40] * 9
    values = {"C": minor, "D": minor, "H": major, "S": major, "N": [60, *[40] * 8]}
    bid = sum(values[strain][:level]) * ([1, 2, 4][doubling] if bridge else 1)
    games = {"C": 6, "D": 6, "H": 5, "S": 5, "N": 4}
    is_game = bid >= 180 if bridge else level >= games[strain]
    total = bid + ({False: 500, True: 800}[vulnerable] if is_game else 100)
    total += {7: (1000, 1500), 8: (2000, 3000), 9: (4000, 6000)}.get(level, (0, 0))[vulnerable]
    each = {False: [100, 200, 400], True: [200, 400, 800]}[vulnerable][doubling]
    return total + each * -short


@clause(
    "BRIDGE-37", "BRIDGE-38", "BRIDGE-39", "BRIDGE-40", "BRIDGE-41", "BRIDGE-42", "BRIDGE-43",
    "BRIDGE-44", "BRIDGE-46", "BRIDGE-47", "BRIDGE-49", "BRIDGE-50", "BRIDGE-51", "BRIDGE-53",
    "BRIDGE-54", "BRIDGE-55", "BRIDGE-56", "BRIDGE-57", "BRIDGE-R09", "BRIDGE-R10",
    "BRIDGE-R11", "BRIDGE-R12", "BRIDGE-R13", "BRIDGE-R14", "BRIDGE-R15", "BRIDGE-R16",
    "BRIDGE-R17", "BRIDGE-R18", "BRIDGE-R19", "BRIDGE-R20", "BRIDGE-R33", "BRIDGE-R34",
    "BRIDGE-F06", "BRIDGE-F08", "BRIDGE-F09", "BRIDGE-F10",
)
@pytest.mark.parametrize("bridge", [False, True])
def test_every_contract_scores_what_the_clauses_say(bridge: bool) -> None:
    tariff = Tariff(multiplied=bridge)
    for level in range(1, 10):
        for strain in "CDHSN":
            for doubling in range(3):
                for vulnerable in (False, True):
                    for tricks in range(18):
                        contract = f"{level}{strain}{'X' * doubling}"
                        assert score(contract, vulnerable, tricks, tariff) == by_the_clauses(
                            level, strain, doubling, vulnerable, tricks, bridge
                        ), (contract, vulnerable, tricks)


@clause("BRIDGE-R17")
def test_claim_7_charges_nothing_for_the_tenth_undertrick() -> None:
    claimed = Tariff(tenth_free=True)
    assert [score("9SX", False, tricks, claimed) for tricks in (8, 7, 6)] == [-2200, -2200, -2450]
    assert score("9SXX", False, 7, claimed) == -4400
    for untouched in ("9S", "9SX", "9SXX"):
        assert score(untouched, True, 7, claimed) == score(untouched, True, 7)
    assert score("9S", False, 7, claimed) == -1000
    hands = [whole("S"), whole("H"), whole("D"), whole("C")]
    for spec, points in (("super-bridge", 4200), ("super-bridge(tenth_undertrick=claimed)", 3950)):
        match = finish(play(deal(spec, hands, first=N), "9C X" + PASSES))
        assert match.round.points() == [0, points, 0, points]


@clause("BRIDGE-58", "BRIDGE-R22")
@pytest.mark.parametrize(("order", "sides"), [
    ("both_none_ns_ew", ["both", "none", "NS", "EW"]), ("in_turn", ["NS", "EW", "NS", "EW"]),
    ("none", ["none"] * 4), ("both", ["both"] * 4),
])
def test_a_group_of_four_deals_is_vulnerable_in_every_way_of_the_document(
    order: str, sides: list[str]
) -> None:
    game = SuperBridge({"vulnerability": order})
    names = [VULNERABLE_NAMES[game.vulnerable(number, S)] for number in range(1, 9)]
    assert names == sides + sides


@clause("BRIDGE-14", "BRIDGE-15")
@pytest.mark.parametrize(("written", "bid"), [
    ("3 pici", "3S"), ("4 caro", "4D"), ("2 trefle", "2C"), ("2 cupe", "2H"),
    ("1 treflă", "1C"), ("5 fără atu", "5N"), ("7 cupă", "7H"), ("9 PICĂ", "9S"),
])
def test_bids_are_read_in_the_words_of_the_document(written: str, bid: str) -> None:
    match = auction("")
    assert match.round.read(written) == match.round.read(bid)


@clause("BRIDGE-15")
def test_three_spades_after_four_diamonds_is_refused_as_the_document_says() -> None:
    assert "not above" in refused(auction("4D"), "3 pici")
    assert "not above" in refused(auction("2H"), "2 trefle")


@clause("BRIDGE-61")
def test_superior_cards_are_read_by_their_values() -> None:
    for value, letter in ((13, "S"), (14, "V"), (15, "D"), (16, "R"), (17, "A")):
        assert parse_card(f"♥{value}") == parse_card(f"H{letter}")
    with pytest.raises(IllegalMove):
        parse_card("H18")


@clause("BRIDGE-R18")
def test_penalties_may_be_capped_at_ten_undertricks() -> None:
    assert score("9SX", True, 0, Tariff(cap=10)) == -4900
    assert score("9S", False, 0, Tariff(cap=10)) == -1000
    match = deal("super-bridge(cap_undertricks=10)", [
        whole("S"), whole("H"), whole("D"), whole("C"),
    ], first=N)
    assert finish(play(match, "9N" + PASSES)).round.points() == [0, 1000, 0, 1000]


@clause("BRIDGE-42")
def test_the_first_games_have_180_points_of_bid_tricks() -> None:
    assert [trick_points(4, 4), trick_points(5, 3), trick_points(6, 1)] == [180, 200, 180]
    assert [trick_points(3, 4), trick_points(4, 3), trick_points(5, 1)] == [140, 160, 150]


@clause("BRIDGE-E79", "BRIDGE-R23")
def test_the_totals_of_a_match() -> None:
    totals = [0, 0]
    for contract, vulnerable, tricks, side in (
        ("4N", False, 12, 0), ("5S", False, 11, 1), ("7C", True, 15, 1),
    ):
        made = score(contract, vulnerable, tricks)
        totals[side if made > 0 else 1 - side] += abs(made)
    assert totals == [880, 2510]


@clause("BRIDGE-R28")
def test_a_claim_needs_both_defenders() -> None:
    match = sobremesa.game("super-bridge(claims=true)").start(2)
    play(match, "1N" + PASSES)
    assert not any(text.startswith("claim") for text in legal(match))
    match.play(match.round.moves()[0])
    assert {f"claim={tricks}" for tricks in range(18)} <= legal(match)
    play(match, "claim=9")
    view = shown(match)
    assert (view["stage"], match.turn, view["claimed"]) == ("claim", W, 9)
    assert isinstance(view["hands"][S], list), "a player who claims shows their hand"
    assert refused(match, "SA") == "say first whether you accept the claim (BRIDGE-R28)"
    play(match, "accept refuse")
    assert (shown(match)["stage"], match.turn) == ("play", S)
    assert "once in a trick" in refused(match, "claim=9")
    first = len(shown(match)["tricks"])
    while len(shown(match)["tricks"]) == first or match.turn != S:
        match.play(match.round.moves()[0])
    taken = shown(match)["won"][0]
    play(match, "claim=3 accept accept")
    assert match.round.over
    assert shown(match)["won"] == [taken + 3, 17 - taken - 3]
    assert "seventeen tricks are played" in refused(auction("1N" + PASSES), "claim=3")


@clause("BRIDGE-60", "BRIDGE-61")
def test_the_faces_of_the_cards() -> None:
    from sobremesa.picture.tricks.cards import face

    twelve = face("S12", ROMANIAN)
    assert twelve.count(">12<") == 2 and "rotate(180" in twelve
    for letter, number in zip("ARDVS", (17, 16, 15, 14, 13), strict=True):
        drawn = face("H" + letter, ROMANIAN)
        assert f">{letter}<" in drawn and f">{number}<" in drawn


@clause("BRIDGE-F01", "BRIDGE-F02", "BRIDGE-F03")
def test_how_many_deals_there_are() -> None:
    small = factorial(52) // factorial(13) ** 4
    large = factorial(68) // factorial(17) ** 4
    assert small == 53_644_737_765_488_792_839_237_440_000
    assert large == 154_947_239_832_579_302_317_200_400_901_307_816_000
    assert 2.888e9 < Fraction(large, small) < 2.889e9


@clause("BRIDGE-F12")
@pytest.mark.parametrize(("bids", "auctions"), [(0, 1), (1, 29), (2, 645), (3, 14197)])
def test_how_many_auctions_there_are(bids: int, auctions: int) -> None:
    assert (4 * 22**bids - 1) // 3 == auctions
    assert counted(bids) == auctions
    assert (4 * 22**45 - 1) // 3 == (
        3419474532948805455528487937180540088827907645240381652948309
    )


def counted(bids: int) -> int:
    """Counts the complete auctions of a round in which only the highest `bids` are left."""

    def rest(match: Match) -> int:
        if match.round.over or shown(match)["stage"] != "auction":
            return 1
        total = 0
        for move in match.round.moves():
            text = match.round.text(move)
            if text in BID_NAMES and BID_NAMES.index(text) < 45 - bids:
                continue
            twin = Match(match.game, deal=match.round.dump())
            twin.play(move)
            total += rest(twin)
        return total

    return rest(auction("")) if bids < 2 else by_states(bids)


def by_states(bids: int) -> int:
    """Counts auctions by what matters: the bid, its doubling, whose it is, the passes."""
    from functools import cache

    @cache
    def ways(highest: int, doubling: int, mine: bool, passes: int) -> int:
        if passes == (4 if highest < 0 else 3):
            return 1
        total = ways(highest, doubling, not mine, passes + 1)
        if highest >= 0 and doubling == 0 and not mine:
            total += ways(highest, 1, not mine, 0)
        if highest >= 0 and doubling == 1 and mine:
            total += ways(highest, 2, not mine, 0)
        for bid in range(highest + 1, bids):
            total += ways(bid, 0, False, 0)
        return total

    return ways(-1, 0, True, 0)


@clause("BRIDGE-F12")
def test_the_longest_auction_has_409_calls() -> None:
    match = auction("pass pass pass")
    for name in BID_NAMES:
        play(match, f"{name} pass pass X pass pass XX pass pass")
    play(match, "pass")
    assert len(shown(match)["calls"]) == 409
    assert shown(match)["contract"] == "9NXX"


@clause("BRIDGE-F11", "BRIDGE-R31")
def test_under_ruffing_is_legal_and_thirteen_claims_are_cited() -> None:
    assert taker("H", "SA H4 H3 S3") == 1
    cited = " ".join(re.findall(r"claims? ([\d, –]+)", rules.page("super-bridge")))
    assert max(int(number) for number in re.findall(r"\d+", cited)) == 13


def test_a_suit_not_followed_is_a_suit_not_held() -> None:
    match = sobremesa.game("super-bridge").start(11)
    play(match, "1N" + PASSES)
    rng = Rng(11)
    while len(shown(match)["tricks"]) < 12:
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    seat = match.turn
    world = match.game.worlds(match.view(seat)).sample(rng)
    assert world.view(seat) == match.view(seat)
    play_out(world, rng)
    assert world.over


@pytest.mark.parametrize(("double", "redouble"), [
    ("contra", "recontra"), ("Contra", "RECONTRA"), ("X", "XX"), ("double", "redouble"),
    ("dbl", "rdbl"),
])
def test_a_double_is_said_in_either_language(double: str, redouble: str) -> None:
    match = sobremesa.game("super-bridge").start(1)
    for call, text in (("1 NT", "1N"), (double, "X"), (redouble, "XX")):
        assert match.round.text(match.round.read(call)) == text
        match.play(call)


@pytest.mark.parametrize("call", ["2N", "2NT", "2 nt", "2 no trump", "2 fără atu", "2FA"])
def test_no_trump_is_said_in_either_language(call: str) -> None:
    round = sobremesa.game("super-bridge").start(1).round
    assert round.text(round.read(call)) == "2N"
