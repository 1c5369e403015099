"""What is asked of the games of tricks, in hands whose end is known and against what is seen."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Round
from sobremesa.core.gains import round_won
from sobremesa.lab.asking.play import Play
from tests.asked import ask, part, played


def texas_hand(*calls: str) -> Play:
    """Plays a hand of 42 in which seat 0 has all sixes; after the calls all play their first."""
    game = sobremesa.game("texas-42", first_dealer=3)
    return finished(game.load({"first": 3, "hands": [
        ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"],
        ["0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "1-1"],
        ["2-1", "3-1", "4-1", "5-1", "2-2", "3-2", "4-2"],
        ["5-2", "3-3", "4-3", "5-3", "4-4", "5-4", "5-5"],
    ], "moves": list(calls)}))


def finished(round: Round) -> Play:
    """Plays what is left of a round, always the first move there is."""
    first = round.mover(0)
    while not round.over:
        round.play(round.moves()[0])
    game = round.game
    return Play(game, [round], round_won(round), int(first), ["x"] * int(game.players))


def test_a_hand_that_takes_all_makes_its_bid() -> None:
    play = texas_hand("35", "pass", "pass", "pass", "sixes")
    assert ask(play, "thrown_in") == 0
    assert ask(play, "bid") == 35 and ask(play, "taken") == 42 and ask(play, "gain") == 42
    assert ask(play, "made") == ask(play, "high_made") == ask(play, "high_bids") == 1
    assert ask(play, "low_made") is None and ask(play, "limit_made") is None
    assert ask(play, "high_trumps") == ask(play, "high_trumps_made") == 1
    assert ask(play, "low_trumps_made") is None and ask(play, "doubles") == 0
    assert ask(play, "left_bids") == 1 and ask(play, "dealer_bids") == 0


def test_a_bid_against_that_hand_is_lost() -> None:
    play = texas_hand("pass", "30", "pass", "pass", "blanks")
    taken = ask(play, "taken")
    assert taken is not None and ask(play, "across_bids") == 1
    assert ask(play, "made") == (taken >= 30)
    assert ask(play, "gain") == (2 * taken - 42 if taken >= 30 else taken - 42 - 30)
    assert ask(play, "overbid") == (21 < taken < 30)


def test_a_hand_that_all_pass_has_no_bid() -> None:
    play = texas_hand("pass", "pass", "pass", "pass")
    assert ask(play, "thrown_in") == 1
    assert ask(play, "bid") is None and ask(play, "made") is None


@pytest.mark.parametrize("seed", range(12))
def test_a_bid_is_scored_as_the_table_sees_it(seed: int) -> None:
    play = played("texas-42", "easy", seed)
    [round] = play.rounds
    seen = round.view(-1).data
    if not seen["bid"]:
        assert ask(play, "thrown_in") == 1
        return
    side = seen["bidder"] % 2
    made = seen["taken"][side] >= min(seen["bid"], 42)
    assert ask(play, "made") == made and ask(play, "taken") == seen["taken"][side]
    assert ask(play, "gain") == seen["scored"][side] - seen["scored"][1 - side]
    heights = [ask(play, name) for name in ("low_bids", "high_bids", "limit_bids")]
    assert heights == [seen["bid"] < 35, 35 <= seen["bid"] < 42, seen["bid"] >= 42]
    trumps = [ask(play, name) for name in ("low_trumps", "high_trumps", "doubles", "no_trump")]
    assert sum(one for one in trumps if one) == 1
    assert ask(play, "no_trump") == (seen["declaration"] == "no-trump")
    places = ("dealer_bids", "left_bids", "across_bids", "right_bids")
    assert ask(play, places[(seen["bidder"] - seen["dealer"]) % 4]) == 1
    assert ask(play, "dealer_made") == (made if seen["bidder"] == seen["dealer"] else None)


def doubles_in(play: Play) -> list[tuple[int, bool, bool]]:
    """Lists the doubles by the place in the trick, whether they are in suit and whether they
    take it, from what an onlooker sees."""
    found = []
    for trick in play.rounds[0].view(-1).data["tricks"]:
        for place, name in enumerate(trick["pieces"]):
            high, low = name.split("-")
            if high == low:
                taker = (trick["taker"] - trick["leader"]) % len(trick["pieces"])
                found.append((place, high == trick["suit"], place == taker))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_doubles_are_counted_where_they_were_laid(seed: int, players: int) -> None:
    play = played("double-takes", "random", seed, players=players)
    laid = doubles_in(play)
    out = [takes for _, in_suit, takes in laid if not in_suit]
    led = [takes for place, _, takes in laid if place == 0]
    following = [takes for place, in_suit, takes in laid if place and in_suit]
    assert ask(play, "out") == part(len(out), len(laid))
    assert ask(play, "take_all") == part(sum(out), len(out))
    assert ask(play, "led_takes") == part(sum(led), len(led))
    assert ask(play, "following_takes") == part(sum(following), len(following))
    tricks = play.rounds[0].view(-1).data["tricks"]
    assert ask(play, "by_doubles") == part(sum(out), len(tricks))
    assert ask(play, "takes_all") == pytest.approx(sum(out))
    kept = [trick["leader"] == trick["taker"] for trick in tricks]
    assert ask(play, "leader_keeps") == part(sum(kept), len(kept))
    assert ask(play, "last_trick") == play.won[tricks[-1]["taker"]]


def test_partners_share_what_they_were_dealt() -> None:
    seen = 0
    for seed in range(12):
        play = played("double-takes", "greedy", seed, partnership=True)
        dealt = [0, 0]
        for trick in play.rounds[0].view(-1).data["tricks"]:
            for place, name in enumerate(trick["pieces"]):
                high, low = name.split("-")
                dealt[(trick["leader"] + place) % 2] += high == low
        if dealt[0] == dealt[1]:
            assert ask(play, "most_dealt") is None
        else:
            assert ask(play, "most_dealt") == play.won[dealt.index(max(dealt))]
            seen += 1
    assert seen


@pytest.mark.parametrize("seed", range(8))
def test_a_contract_is_judged_as_the_table_sees_it(seed: int) -> None:
    play = played("super-bridge", "greedy", seed)
    seen = play.rounds[0].view(-1).data
    if not seen["contract"]:
        assert ask(play, "passed_out") == 1 and ask(play, "level") is None
        return
    side, level = seen["declarer"] % 2, int(seen["contract"][0])
    over = seen["won"][side] - 8 - level
    assert ask(play, "level") == level and ask(play, "made") == (over >= 0)
    assert ask(play, "overtricks") == (over if over >= 0 else None)
    assert ask(play, "undertricks") == (-over if over < 0 else None)
    assert ask(play, "score") == sum(points for _, points in seen["tally"])
    assert ask(play, "doubled") == seen["contract"].endswith("X")
    strains = [ask(play, name) for name in ("minors", "majors", "without_trumps")]
    strain = seen["contract"][1]
    assert strains == [strain in "CD", strain in "HS", strain == "N"]
    assert ask(play, "dealer_plays") == (side == seen["dealer"] % 2)
    # In the first deal of a match nobody is vulnerable.
    assert ask(play, "safe_score") == ask(play, "score") and ask(play, "risky_made") is None


def contract_of(*calls: str) -> Play:
    """Plays a deal in which each seat has one suit: North spades, East hearts, and so on."""
    ranks = [*map(str, range(1, 13)), "S", "V", "D", "R", "A"]
    game = sobremesa.game("super-bridge")
    hands = [[suit + rank for rank in ranks] for suit in "SHDC"]
    return finished(game.load({"first": 2, "hands": hands, "moves": list(calls)}))


def test_a_super_slam_that_takes_all_is_made_and_scores_its_bonus() -> None:
    play = contract_of("pass", "pass", "9S", "pass", "pass", "pass")
    assert ask(play, "slams") == ask(play, "slams_made") == 1 and ask(play, "games") == 0
    assert ask(play, "score") == 360 + 500 + 4000 and ask(play, "overtricks") == 0
    assert ask(play, "dealer_plays") == 1 and ask(play, "dealer_declares") == 0


def test_a_part_score_with_the_tricks_of_a_game_is_a_game_missed() -> None:
    play = contract_of("pass", "pass", "1S", "pass", "pass", "pass")
    assert ask(play, "parts_made") == ask(play, "missed") == 1
    assert ask(play, "overtricks") == 8 and ask(play, "part_score") == 40 + 100 + 800


def test_a_doubled_contract_that_takes_nothing_costs_all() -> None:
    play = contract_of("pass", "pass", "4N", "X", "pass", "pass", "pass")
    assert ask(play, "games") == 1 and ask(play, "games_made") == 0
    assert ask(play, "doubled_made") == 0
    assert ask(play, "doubled_score") == ask(play, "game_score") == -(200 + 250 * 11)
