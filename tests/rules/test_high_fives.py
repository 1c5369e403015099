"""High Fives: every clause, ruling, worked example and fact of its page."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, Match, Rng
from sobremesa.families.pool.high_fives import HighFives, deals_for, value
from sobremesa.material.dominoes import NAMES
from tests.rules.playing import held, legal, play, refused, shown
from tests.rules.positions import names

clause = pytest.mark.clause


def position(
    game: Game, hands: list[str], *, pool: str = "", piles: list[str] | None = None,
    **parts: Any,
) -> dict[str, Any]:
    """A position of the last deal, what is not mentioned lying on the pile of the last seat."""
    assert isinstance(game, HighFives)
    seats = int(game.players)
    held_by = [names(hand) for hand in hands]
    won = [names(pile) for pile in piles or [""] * seats]
    lying = names(pool)
    known = {*lying, *(name for group in [*held_by, *won] for name in group)}
    won[-1] += [name for name in NAMES if name not in known]
    return {
        "hands": held_by, "pool": lying, "piles": won, "boneyard": [],
        "deal": len(game.deals), "turn": 0, **parts,
    }


def set_up(hands: list[str], *, game: str = "high-fives", **parts: Any) -> Match:
    rules = sobremesa.game(game)
    return Match(rules, deal=position(rules, hands, **parts))


def played_out(game: Game, seed: int) -> Match:
    rng = Rng(seed)
    match = game.start(seed)
    while not match.round.over:
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    return match


# What a tile is worth -----------------------------------------------------------------------


@clause("H5-14", "H5-15", "H5-16", "H5-R01", "H5-E01", "H5-E02")
@pytest.mark.parametrize(("tile", "points"), [
    ("3-2", 1), ("4-1", 1), ("12-3", 3), ("8-7", 3), ("13-12", 5), ("15-15", 7), ("0-0", 1),
    ("5-5", 3), ("10-10", 5), ("7-7", 1), ("5-0", 1), ("12-2", 0), ("10-0", 2), ("15-10", 5),
])
def test_what_a_tile_is_worth(tile: str, points: int) -> None:
    assert value(tile) == points


@clause("H5-01", "H5-17", "H5-F01")
def test_the_scoring_tiles_total_a_hundred() -> None:
    worth = [value(name) for name in NAMES]
    assert sum(worth) == 100
    assert [worth.count(points) for points in (1, 2, 3, 4, 5, 6, 7)] == [16, 5, 9, 5, 4, 0, 1]
    doubles = [name for name in NAMES if len(set(name.split("-"))) == 1]
    pips = [sum(int(number) for number in name.split("-")) for name in NAMES]
    assert len(doubles) == 16
    assert [pips.count(total) for total in (5, 10, 15, 20, 25, 30)] == [3, 6, 8, 6, 3, 1]
    scoring = {name for name, total in zip(NAMES, pips, strict=True) if total and total % 5 == 0}
    assert {name for name in NAMES if value(name)} == scoring | set(doubles)
    smaller = [
        sum(value(name) for name in NAMES if int(name.split("-")[0]) <= top) for top in (6, 9, 12)
    ]
    assert smaller == [14, 29, 55]


@clause("H5-F02")
def test_double_fifteen_is_the_best_tile() -> None:
    assert max(NAMES, key=value) == "15-15" and value("15-15") == 7


# The deal -----------------------------------------------------------------------------------

SCHEDULE = {
    2: ([5] * 13, 1), 3: ([5] * 8 + [3], 2), 4: ([5] * 6 + [2], 3), 5: ([4] * 6 + [2], 1),
    6: ([4] * 5 + [1], 5), 7: ([4, 4, 4, 3, 3], 5), 8: ([4] * 4, 3),
}


@clause("H5-02", "H5-03", "H5-10", "H5-R12", "H5-R02", "H5-13")
@clause("H5-E09", "H5-E10", "H5-E12", "H5-E13", "H5-R03")
@pytest.mark.parametrize("players", SCHEDULE)
def test_the_deals_come_out_as_ruled(players: int) -> None:
    deals, over = SCHEDULE[players]
    match = sobremesa.game("high-fives", players=players, first_player=1).start(players)
    assert [len(hand) for hand in match.round.dump()["hands"]] == [deals[0]] * players
    assert len(shown(match, "pool")) == 5
    rng = Rng(players)
    for number, size in enumerate(deals, start=1):
        assert shown(match, "deal") == number and match.turn == 1
        assert [len(hand) for hand in match.round.dump()["hands"]] == [size] * players
        last = number == len(deals)
        if last:
            assert shown(match, "boneyard") == 0
            lying = 136 - players * sum(deals)
            assert lying - 5 == over
        for _ in range(size * players):
            before = len(shown(match, "pool"))
            moves = match.round.moves()
            move = moves[int(rng.below(len(moves)))]
            taking = "x" in match.round.text(move)
            match.play(move)
            if not match.round.over and shown(match, "deal") == number:
                assert len(shown(match, "pool")) == before + (-1 if taking else 1)
            elif not match.round.over and shown(match, "deal") == len(deals):
                assert len(shown(match, "pool")) == before + (-1 if taking else 1) + over
    assert match.round.over


@clause("H5-E14", "H5-F04", "H5-R02")
@pytest.mark.parametrize(("players", "pool", "rounds", "over"), [
    (2, 5, 13, 1), (3, 15, 8, 1), (4, 15, 6, 1), (5, 15, 6, 1), (6, 15, 5, 1), (7, 8, 5, 2),
    (8, 5, 4, 3),
])
def test_larger_pools_leave_over_what_the_booklet_says(
    players: int, pool: int, rounds: int, over: int
) -> None:
    game = sobremesa.game("high-fives", players=players, pool="leftovers")
    assert isinstance(game, HighFives)
    deals = deals_for(players, pool)
    assert [int(size) for size in game.deals] == deals and len(deals) == rounds
    assert 136 - pool - players * sum(deals) == over
    assert len(game.start(1).view(0).data["pool"]) == pool
    assert players == 7 or len(set(deals)) == 1


@clause("H5-F03", "H5-R02")
def test_where_the_booklets_remark_holds() -> None:
    said = {2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 8: 3}
    assert {players for players in said if SCHEDULE[players][1] == said[players]} == {2, 5, 8}
    full = [131 % (players * (5 if players < 5 else 4)) for players in range(2, 7)]
    assert full == [1, 11, 11, 11, 11]
    assert [131 % players for players in range(2, 9)] == [1, 2, 3, 1, 5, 5, 3]


@clause("H5-04", "H5-11", "H5-R11")
def test_one_player_begins_every_deal_and_play_goes_to_the_left() -> None:
    match = sobremesa.game("high-fives", players=3, first_player=2).start(4)
    movers = []
    for _ in range(20):
        movers.append(match.turn)
        match.play(match.round.moves()[0])
    assert movers == [2, 0, 1] * 6 + [2, 0]
    starts = {sobremesa.game("high-fives", players=3).start(seed).turn for seed in range(30)}
    assert starts == {0, 1, 2}
    with pytest.raises(BadOption, match="H5-R11"):
        sobremesa.game("high-fives", first_player=2)
    with pytest.raises(BadOption):
        sobremesa.game("high-fives", players=9)


# Playing ------------------------------------------------------------------------------------


@clause("H5-05", "H5-07", "H5-08", "H5-R04", "H5-R07", "H5-E03")
def test_a_tile_takes_one_of_the_tiles_that_it_matches() -> None:
    match = set_up(["12-5", "0-0"], pool="12-2 7-5 5-5 3-1 9-8", points=[0, 0])
    assert sorted(legal(match)) == ["12-5x12-2", "12-5x5-5", "12-5x7-5"]
    refused(match, "12-5x3-1", "12-5 and 3-1 share no number (H5-R07)")
    refused(match, "12-5x12-4", "12-5 cannot take 12-4, which is not in the pool (H5-05)")
    refused(
        match, "12-5", "12-5 can take 12-2 or 5-5 or 7-5: say which, like 12-5x12-2 (H5-07)"
    )
    refused(match, "1-0", "you do not hold 1-0 (H5-05)")
    play(match, "12-5x5-5")
    assert match.round.points()[0] == 3 and match.view(0).data["log"][0][2] == 3
    assert shown(match, "piles")[0] == ["12-5", "5-5"]
    assert shown(match, "pool") == ["12-2", "7-5", "3-1", "9-8"]


@clause("H5-06", "H5-E04")
def test_a_tile_that_matches_nothing_stays_in_the_pool() -> None:
    match = set_up(["11-10", "15-15"], pool="1-0 3-2 5-4 7-6 9-8")
    assert legal(match) == ["11-10"]
    play(match, "11-10")
    assert shown(match, "pool") == names("1-0 3-2 5-4 7-6 9-8 11-10")


@clause("H5-12", "H5-E06")
def test_into_an_empty_pool_a_tile_is_left() -> None:
    match = set_up(["11-10 5-5", "15-15 0-0"], pool="")
    assert legal(match) == ["5-5", "11-10"]
    play(match, "5-5")
    assert shown(match, "pool") == ["5-5"]


@clause("H5-07", "H5-E07")
def test_the_other_match_stays() -> None:
    match = set_up(["6-3", "15-15"], pool="6-6 9-6")
    assert legal(match) == ["6-3x6-6", "6-3x9-6"]
    play(match, "6-3x9-6")
    assert shown(match, "pool") == ["6-6"]


@clause("H5-R04")
def test_taking_is_compulsory_and_a_lone_match_need_not_be_named() -> None:
    match = set_up(["6-3", "15-15"], pool="9-6 1-0")
    with pytest.raises(sobremesa.IllegalMove, match="H5-R04"):
        match.play(33 * NAMES.index("6-3"))
    play(match, "6-3")
    assert shown(match, "piles")[0] == ["6-3", "9-6"]


@clause("H5-R06", "H5-E08")
def test_pairs_that_lie_in_the_pool_are_not_taken() -> None:
    match = set_up(["9-9", "15-15"], pool="2-1 3-2")
    assert legal(match) == ["9-9"]
    play(match, "9-9")
    assert shown(match, "pool") == ["2-1", "3-2", "9-9"] and shown(match, "piles")[0] == []
    watchful = set_up(["9-9", "15-15"], pool="2-1 3-2", game="high-fives(overlook=True)")
    play(watchful, "9-9")
    assert watchful.turn == 1 and legal(watchful) == ["15-15"], "nothing was overlooked"


# Overlooking --------------------------------------------------------------------------------

WATCHFUL = "high-fives(overlook=True)"


@clause("H5-09", "H5-R05", "H5-R14")
def test_an_overlooked_tile_may_be_claimed_by_the_next_player() -> None:
    match = set_up(
        ["6-3 1-0", "15-15 14-14", "11-0 13-0"], pool="6-6 9-6 8-2",
        game="high-fives(overlook=True,players=3)", points=[0, 0, 0],
    )
    assert "6-3" in legal(match) and "6-3x6-6" in legal(match)
    play(match, "6-3")
    assert match.turn == 1 and shown(match, "missed") == "6-3"
    assert legal(match) == ["quiet", "x6-6", "x9-6"]
    assert match.view(1).data["silence"] == match.round.read("quiet")
    refused(match, "15-15", "say first whether you claim the overlooked tile (H5-R14)")
    refused(match, "x8-2", "6-3 and 8-2 share no number (H5-R07)")
    play(match, "x9-6")
    assert shown(match, "piles")[1] == ["6-3", "9-6"] and shown(match, "pool") == ["6-6", "8-2"]
    assert match.round.points()[1] == value("9-6") + value("6-3")
    assert match.turn == 1 and legal(match)[0] == "14-14", "then they play as usual"


@clause("H5-R14")
def test_the_right_to_claim_lapses() -> None:
    match = set_up(
        ["6-3 1-0", "15-15 14-14", "11-0 13-0"], pool="6-6 9-6",
        game="high-fives(overlook=True,players=3)",
    )
    play(match, "6-3", "quiet", "15-15")
    assert match.turn == 2 and shown(match, "missed") == ""
    assert not any(text.startswith("x") for text in legal(match))
    assert shown(match, "pool") == ["6-6", "9-6", "6-3", "15-15"]


@clause("H5-R14")
def test_after_the_last_play_the_next_seat_may_still_claim() -> None:
    match = set_up(["0-0", "12-6"], pool="6-6 15-15 9-1", game=WATCHFUL, piles=["", ""])
    play(match, "0-0", "12-6")
    assert not match.round.over and match.turn == 0
    assert legal(match) == ["quiet", "x6-6"]
    claimed = play(set_up(["0-0", "12-6"], pool="6-6 15-15 9-1", game=WATCHFUL), "0-0", "12-6",
                   "x6-6")
    assert claimed.round.over and claimed.round.dump()["piles"][0] == ["12-6", "6-6"]
    play(match, "quiet")
    assert match.round.over
    game = sobremesa.game("high-fives", overlook=True, players=2, first_player=0)
    rng = Rng(1)
    for seed in range(30):
        dealt = game.start(seed)
        while shown(dealt, "deal") == 1:
            texts = legal(dealt)
            left = [text for text in texts if "x" not in text]
            play(dealt, left[int(rng.below(len(left)))])
            plays = sum(text != "quiet" for _, text, _ in dealt.view(-1).data["log"])
            if plays == 10 and shown(dealt, "missed"):
                assert shown(dealt, "deal") == 1 and dealt.turn == 0
                assert legal(dealt)[0] == "quiet" and len(legal(dealt)) > 1
                return
    raise AssertionError("no deal ended with an overlooked tile")


@clause("H5-R05")
def test_nothing_is_overlooked_by_default() -> None:
    match = set_up(["6-3", "15-15"], pool="9-6 6-6")
    assert legal(match) == ["6-3x6-6", "6-3x9-6"]
    refused(match, "x9-6", "nothing was overlooked that you could claim (H5-R14)")
    refused(match, "quiet", "nothing was overlooked that you could claim (H5-R14)")


# The score ----------------------------------------------------------------------------------


@clause("H5-18", "H5-R09", "H5-R10", "H5-R13", "H5-E15")
@pytest.mark.parametrize(("counts", "points", "after", "winners"), [
    ((60, 62), [52, 41], [52, 46], [0]), ((60, 60), [52, 41], [52, 41], [0]),
    ((62, 60), [40, 45], [45, 45], [0, 1]), ((60, 60), [45, 45], [45, 45], [0, 1]),
])
def test_the_most_tiles_bring_five_points(
    counts: tuple[int, int], points: list[int], after: list[int], winners: list[int]
) -> None:
    tiles = [name for name in NAMES if name not in ("1-0", "3-2")]
    lying = [name for name in tiles if not set(name.split("-")) & {"1", "0", "3", "2"}]
    pool = lying[:136 - 2 - sum(counts)]
    rest = [name for name in tiles if name not in pool]
    data = {
        "hands": [["1-0"], ["3-2"]], "pool": pool, "deal": 13, "turn": 0, "boneyard": [],
        "piles": [rest[:counts[0]], rest[counts[0]:]], "points": points,
    }
    match = play(Match(sobremesa.game("high-fives"), deal=data), "1-0", "3-2")
    assert match.round.over and match.over
    assert match.scores == after and match.winners == winners
    assert shown(match, "winner") == (
        -1 if counts[0] == counts[1] else 0 if counts[0] > counts[1] else 1
    )


@clause("H5-E16", "H5-17", "H5-18", "H5-R08", "H5-19")
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("options", [{}, {"overlook": True, "pool": "leftovers"}])
def test_all_points_add_up_to_a_hundred(players: int, options: dict[str, Any]) -> None:
    match = sobremesa.game("high-fives", players=players, **options).start(players)
    rng = Rng(players)
    while not match.round.over:
        piles = shown(match, "piles")
        assert match.scores == [sum(value(name) for name in pile) for pile in piles]
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    piles, pool = shown(match, "piles"), shown(match, "pool")
    worth = [sum(value(name) for name in pile) for pile in piles]
    assert sum(worth) + sum(value(name) for name in pool) == 100
    most = max(len(pile) for pile in piles)
    alone = [len(pile) for pile in piles].count(most) == 1
    bonus = [5 if alone and len(pile) == most else 0 for pile in piles]
    assert match.scores == [one + other for one, other in zip(worth, bonus, strict=True)]


@clause("H5-R08", "H5-R15")
def test_the_last_taker_sweeps_only_if_the_table_says_so() -> None:
    hands, pool = ["1-0 4-4", "3-2 14-14"], "15-15 4-3 12-11"
    plain = play(set_up(hands, pool=pool), "4-4x4-3", "3-2", "1-0", "14-14")
    assert "15-15" in shown(plain, "pool")
    sweeping = "high-fives(last_taker_sweeps=True)"
    swept = play(set_up(hands, pool=pool, game=sweeping), "4-4x4-3", "3-2", "1-0", "14-14")
    assert shown(swept, "pool") == []
    assert {"15-15", "12-11", "3-2", "1-0", "14-14"} <= set(shown(swept, "piles")[0])
    assert swept.round.points()[0] == plain.round.points()[0] + 7 + value("3-2") + 1
    nobody = play(
        set_up(["1-0", "3-2"], pool="15-15", game=sweeping, taker=-1), "1-0", "3-2"
    )
    assert shown(nobody, "pool") == ["15-15", "1-0", "3-2"]
    claiming = "high-fives(last_taker_sweeps=True,overlook=True)"
    claimed = set_up(["9-8", "12-6"], pool="6-6 15-15 3-1", game=claiming)
    play(claimed, "9-8", "12-6", "x6-6")
    assert shown(claimed, "taker") == 0 and "15-15" in shown(claimed, "piles")[0]


@clause("H5-R15")
def test_swept_tiles_count_for_the_bonus() -> None:
    tiles = [name for name in NAMES if name not in ("1-0", "3-2")]
    pool = [name for name in tiles if not set(name.split("-")) & {"1", "0", "3", "2"}][:10]
    rest = [name for name in tiles if name not in pool]
    data = {
        "hands": [["1-0"], ["3-2"]], "pool": pool, "deal": 13, "turn": 0, "boneyard": [],
        "piles": [rest[:60], rest[60:]], "points": [0, 0], "taker": 0,
    }
    match = play(Match(sobremesa.game("high-fives", last_taker_sweeps=True), deal=data),
                 "1-0", "3-2")
    assert [len(pile) for pile in shown(match, "piles")] == [72, 64]
    assert shown(match, "winner") == 0


# What a seat can know -----------------------------------------------------------------------


def test_worlds_are_all_ways_to_deal_the_unseen_tiles() -> None:
    game = sobremesa.game("high-fives", players=2, first_player=0)
    rng = Rng(5)
    match = game.start(5)
    while shown(match, "deal") < 12:
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    play(match, legal(match)[0])
    view = match.view(0)
    assert view.data["boneyard"] == 11 and view.data["hands"][1] == 5
    worlds = game.worlds(view)
    unseen = set(match.round.dump()["hands"][1]) | set(match.round.dump()["boneyard"])
    assert worlds.count() == sum(1 for _ in combinations(unseen, 5)) == 4368
    seen: dict[str, int] = {}
    assert all(worlds.sample(rng).view(0) == view for _ in range(20))
    for _ in range(1000):
        world = worlds.sample(rng)
        for name in world.dump()["hands"][1]:
            seen[name] = seen.get(name, 0) + 1
    # Every tile is as likely in the other hand: 5 of 16 in 1000 are 312.
    assert set(seen) == unseen
    assert all(250 < times < 375 for times in seen.values())


def test_hands_are_hidden_and_everything_won_is_seen() -> None:
    match = sobremesa.game("high-fives", players=3).start(2)
    view = match.view(1)
    assert view.data["hands"][0] == view.data["hands"][2] == 5
    assert view.data["hands"][1] == held(match, 1)
    assert view.data["boneyard"] == 136 - 5 - 15
    hidden = [name for seat in (0, 2) for name in held(match, seat)]
    text = view.json()
    assert not any(f'"{name}"' in text for name in hidden)


# Positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("parts", "reason"), [
    ({"pol": []}, "a position has no pol: did you mean pool?"),
    ({"deal": 14}, "deal must be a whole number from 1 to 13"),
    ({"deal": 12}, "in deal 12 the boneyard has 11 tiles (H5-R02)"),
    ({"number": 2}, "number must be 1"),
    ({"pool": "5-5"}, "pool must be a list of tiles"),
    ({"turn": -1}, "turn must be -1 in a round that is over, and only there"),
    ({"over": True, "turn": -1}, "the round is over when all hands are played (H5-10)"),
    ({"missed": "6-6"}, "nothing is overlooked at this table (H5-R05)"),
    ({"turn": 1}, "a seat that has played has one tile fewer than one that has not (H5-05)"),
    ({"piles": [["1-0"], "2-0"]}, "piles must be a list of tiles for each seat"),
])
def test_positions_that_cannot_be_are_refused(parts: dict[str, Any], reason: str) -> None:
    game = sobremesa.game("high-fives")
    data = position(game, ["12-5", "0-0"], pool="6-6")
    data.update(parts)
    with pytest.raises(BadPosition) as caught:
        game.load(data)
    assert reason in caught.value.problems


def test_a_missed_tile_lies_in_the_pool() -> None:
    game = sobremesa.game(WATCHFUL)
    data = position(game, ["12-5", "0-0"], pool="6-6", missed="6-5")
    with pytest.raises(BadPosition, match="missed is a tile of the pool"):
        game.load(data)
    empty = position(game, ["", ""], pool="6-6")
    with pytest.raises(BadPosition, match="somebody must have a tile to play"):
        game.load(empty)


def test_random_rounds_keep_every_tile_and_every_point() -> None:
    check_random_rounds(14)


@pytest.mark.slow
def test_twenty_thousand_random_rounds() -> None:
    check_random_rounds(20_000)


def check_random_rounds(count: int) -> None:
    games = [
        sobremesa.game("high-fives", players=players, overlook=watchful, last_taker_sweeps=sweep)
        for players in range(2, 9)
        for watchful, sweep in ((False, False), (True, True))
    ]
    for number in range(count):
        match = played_out(games[number % len(games)], number)
        round = match.round
        assert sorted(round.pieces()) == sorted(NAMES)
        left = sum(value(name) for name in shown(match, "pool"))
        bonus = 5 if shown(match, "winner") >= 0 else 0
        assert sum(match.scores) + left == 100 + bonus
        assert len(match.winners) >= 1
