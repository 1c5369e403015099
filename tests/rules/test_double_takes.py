"""Double Takes, clause by clause."""

from __future__ import annotations

from itertools import combinations

import pytest

import sobremesa
from sobremesa import BadOption, Match, Rng
from sobremesa.core.playout import finish as play_out
from sobremesa.families.tricks.double_takes import DoubleTakesRound
from sobremesa.material.dominoes import HIGH, LOW, NAMES
from tests.rules.tricks import deal, legal, play, refused, shown

clause = pytest.mark.clause


def trick(tiles: str, players: int = 4, spec: str = "") -> Match:
    """Deals so that everybody can play the tile meant for them, and plays the trick.

    The first tile is written with its call; the hands hold nothing else of the suit called.
    """
    words = tiles.split()
    suit = words[0].partition("=")[2]
    names = [word.partition("=")[0] for word in words]
    others = iter(
        name for name in reversed(NAMES)
        if name not in names and suit not in name.split("-")
    )
    size = 15 if players == 3 else 17
    hands = [" ".join([name, *(next(others) for _ in range(size - 1))]) for name in names]
    game = f"double-takes(players={players}{spec})"
    return play(deal(game, hands), tiles)


def won(match: Match) -> list[int]:
    """Gives the points of the seats."""
    return match.round.points()


@clause("DTAKE-01", "DTAKE-12", "DTAKE-14", "DTAKE-18", "DTAKE-20", "DTAKE-21", "DTAKE-E17",
        "DTAKE-F02", "DTAKE-F03", "DTAKE-F04", "DTAKE-R07")
@pytest.mark.parametrize(("players", "total"), [(4, 50), (2, 84), (3, 61)])
def test_all_points_of_a_game_are_won_by_somebody(players: int, total: int) -> None:
    for seed in range(5):
        match = sobremesa.game("double-takes", players=players).start(seed)
        play_out(match.round, Rng(seed))
        assert sum(won(match)) == total
        best = max(won(match))
        assert match.winners == [seat for seat in range(players) if won(match)[seat] == best]


@clause("DTAKE-02", "DTAKE-F05", "DTAKE-R02", "DTAKE-13")
def test_the_set_is_double_fifteen_and_every_tile_is_played_once() -> None:
    game = sobremesa.game("double-takes", players=4)
    assert len(game.pieces()) == 136
    match = game.start(3)
    play_out(match.round, Rng(3))
    fallen = [name for one in shown(match)["tricks"] for name in one["pieces"]]
    assert sorted(fallen) == sorted(NAMES)
    with pytest.raises(BadOption):
        sobremesa.game("double-takes", set=9)


@clause("DTAKE-03", "DTAKE-E01", "DTAKE-R03")
def test_inside_a_suit_the_other_number_decides_and_the_double_has_no_privilege() -> None:
    ranked = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    match = sobremesa.game("double-takes").start(1)
    round = match.round
    assert isinstance(round, DoubleTakesRound)
    round.trick.lead(11)
    tiles = [NAMES.index(f"{max(11, other)}-{min(11, other)}") for other in ranked]
    strengths = [int(round.strength(tile)) for tile in tiles]
    assert strengths == sorted(strengths, reverse=True) and len(set(strengths)) == 16


@clause("DTAKE-04", "DTAKE-E13", "DTAKE-R05")
def test_the_leader_calls_one_of_the_numbers_of_his_tile() -> None:
    match = deal("double-takes", ["9-6 6-6", "", "", ""])
    assert {"9-6=9", "9-6=6", "6-6=6"} <= legal(match)
    assert refused(match, "9-6=4") == "4 is not on 9-6: call one of its numbers (DTAKE-04)"
    assert refused(match, "9-6") == "call a number with your lead, as 9-6=9 (DTAKE-04)"
    assert match.round.touches(match.round.read("9-6=6")) == ("tile:9-6", "suit:6")
    play(match, "6-6")
    assert shown(match)["trick"]["suit"] == "6"


@clause("DTAKE-05", "DTAKE-06", "DTAKE-R04", "DTAKE-E12")
def test_who_can_follow_must_and_who_cannot_plays_anything() -> None:
    void = " ".join(name for name in NAMES if "5" not in name.split("-"))
    hand = ["4-4", "9-7", *[name for name in void.split() if name not in ("4-4", "9-7")][:15]]
    match = deal("double-takes", ["5-1", " ".join(hand), "5-2", ""])
    play(match, "5-1=5")
    assert legal(match) == set(hand)
    play(match, "9-7")
    assert all("5" in name.split("-") for name in legal(match))
    wrong = next(name for name in shown(match, 2)["hands"][2] if "5" not in name.split("-"))
    assert refused(match, wrong) == f"{wrong} does not follow: 5 was called (DTAKE-05)"
    assert refused(match, "5-2=5") == "only the leader calls a number (DTAKE-04)"


@clause("DTAKE-07", "DTAKE-08", "DTAKE-09", "DTAKE-10", "DTAKE-11", "DTAKE-R06", "DTAKE-R14",
        "DTAKE-E02", "DTAKE-E03", "DTAKE-E04", "DTAKE-E06", "DTAKE-E07", "DTAKE-E08",
        "DTAKE-E09", "DTAKE-E10")
@pytest.mark.parametrize(("tiles", "taker", "points"), [
    ("12-11=11 14-11 11-11 11-3", 1, 2),
    ("4-2=2 9-2 7-7 15-2", 2, 2),
    ("4-2=4 7-7 12-12 15-4", 2, 3),
    ("15-15=15 15-14 15-3 15-1", 0, 2),
    ("15-15=15 15-14 0-0 15-1", 2, 3),
    ("13-10=10 10-10 12-10 10-1", 0, 2),
    ("13-10=13 10-10 15-13 13-1", 1, 2),
    ("0-0=0 1-0 6-5 9-8", 1, 2),
    ("8-3=8 6-5 2-1 4-0", 0, 1),
])
def test_who_takes_a_trick_and_what_it_counts(tiles: str, taker: int, points: int) -> None:
    match = trick(tiles)
    assert shown(match)["tricks"][0]["taker"] == taker
    assert won(match) == [points if seat == taker else 0 for seat in range(4)]
    assert match.turn == taker and shown(match)["taken"][taker] == 1


@clause("DTAKE-E14")
def test_with_two_players_an_off_suit_double_takes_the_trick_too() -> None:
    match = trick("7-3=7 9-9", players=2)
    assert won(match) == [0, 2]


@clause("DTAKE-15")
def test_tricks_and_doubles_taken_are_shown_to_all() -> None:
    view = shown(trick("4-2=4 7-7 12-12 15-4"))
    assert view["tricks"][0]["pieces"] == ["4-2", "7-7", "12-12", "15-4"]
    assert (view["taken"], view["won"]) == ([0, 0, 1, 0], [0, 0, 3, 0])


@clause("DTAKE-16", "DTAKE-R11", "DTAKE-F01")
@pytest.mark.parametrize(("players", "size", "rounds"), [(4, 17, 2), (2, 17, 4), (3, 15, 3)])
def test_the_rounds_are_dealt_from_one_shuffle(players: int, size: int, rounds: int) -> None:
    match = sobremesa.game("double-takes", players=players).start(2)
    opening = match.round.opening()
    stock = [name for hand in opening["hands"] for name in hand] + opening["boneyard"]
    rng = Rng(2)
    for part in range(rounds):
        view = shown(match, 0)
        assert view["part"] == part
        start = part * size * players
        assert sorted(view["hands"][0]) == sorted(stock[start : start + size])
        assert view["aside"] == 136 - (part + 1) * size * players
        while not match.round.over and shown(match)["part"] == part:
            moves = match.round.moves()
            match.play(moves[int(rng.below(len(moves)))])
    assert match.round.over and match.over


@clause("DTAKE-17", "DTAKE-R09", "DTAKE-R01", "DTAKE-E15")
@pytest.mark.parametrize(("players", "first", "leaders"), [
    (4, 2, [2, 3]), (3, 0, [0, 1, 2]), (2, 1, [1, 0, 1, 0]),
])
def test_the_first_lead_of_each_round_goes_one_seat_on(
    players: int, first: int, leaders: list[int]
) -> None:
    match = sobremesa.game("double-takes", players=players, first_leader=first).start(1)
    play_out(match.round, Rng(1))
    size = 15 if players == 3 else 17
    tricks = shown(match)["tricks"]
    assert [tricks[part * size]["leader"] for part in range(len(leaders))] == leaders
    with pytest.raises(BadOption, match="DTAKE-R01"):
        sobremesa.game("double-takes", players=players, first_leader=players)


@clause("DTAKE-R01")
def test_the_first_leader_is_drawn_by_lot_unless_named() -> None:
    game = sobremesa.game("double-takes")
    assert {game.start(seed).turn for seed in range(40)} == {0, 1, 2, 3}


@clause("DTAKE-19", "DTAKE-R08")
def test_partners_share_their_tricks() -> None:
    match = sobremesa.game("double-takes", partnership=True).start(4)
    play_out(match.round, Rng(4))
    points = won(match)
    assert points[0] == points[2] and points[1] == points[3]
    assert points[0] + points[1] == 50
    with pytest.raises(BadOption, match="DTAKE-19"):
        sobremesa.game("double-takes", players=3, partnership=True)


@clause("DTAKE-22", "DTAKE-R10", "DTAKE-E16")
@pytest.mark.parametrize(("last", "extra"), [("8-8", 1), ("9-8", 0)])
def test_the_last_tile_of_three_goes_to_the_last_taker(last: str, extra: int) -> None:
    game = sobremesa.game("double-takes", players=3)
    names = [name for name in NAMES if name != last]
    hands = [names[15 * seat : 15 * seat + 15] for seat in range(3)]
    match = Match(game, deal={"hands": hands, "boneyard": [*names[45:], last]})
    while len(match.round.log) < 134:
        match.play(match.round.moves()[0])
    assert shown(match)["aside"] == 1
    before = match.round.copy()
    match.play(match.round.moves()[0])
    taker = shown(match)["tricks"][-1]["taker"]
    doubles = sum(HIGH[NAMES.index(name)] == LOW[NAMES.index(name)]
                  for name in shown(match)["tricks"][-1]["pieces"])
    assert won(match)[taker] - before.points()[taker] == 1 + doubles + extra
    assert sorted(match.round.pieces()) == sorted(NAMES)


def revoking(tricks: int = 0) -> Match:
    """Brings a game with penalties to a trick that seat 1 could follow, but need not."""
    game = sobremesa.game("double-takes", players=2, revoke="penalty", first_leader=0)
    for seed in range(200):
        match = game.start(seed)
        while len(shown(match)["tricks"]) < tricks:
            match.play(next(move for move in match.round.moves() if follows(match, move)))
        for move in match.round.moves():
            twin = match.round.copy()
            twin.play(move)
            assert isinstance(twin, DoubleTakesRound)
            if match.turn == 0 and 0 < len(twin.followers()) < len(twin.held(1)):
                match.play(move)
                return match
    raise AssertionError("seat 1 can always follow")


def follows(match: Match, move: int) -> bool:
    """Tells whether a move follows suit, or is free."""
    round = match.round
    assert isinstance(round, DoubleTakesRound)
    if round.trick.is_empty():
        return True
    following = round.followers()
    return len(following) == 0 or move in following or match.round.text(move) == "keep"


def revoke(match: Match) -> Match:
    """Plays a tile that does not follow although another would."""
    wrong = [move for move in match.round.moves() if not follows(match, move)]
    match.play(wrong[0])
    return match


@clause("DTAKE-R12", "DTAKE-R15", "DTAKE-23", "DTAKE-24")
def test_a_revoke_that_stands_costs_five_and_one_put_right_costs_one() -> None:
    kept = revoke(revoking())
    assert shown(kept)["asked"] == "correct" and kept.turn == 1
    righted = revoke(revoking())
    kept.play("keep")
    righted.play(righted.round.moves()[0])
    for match, cost in ((kept, 5), (righted, 1)):
        round = match.round
        assert isinstance(round, DoubleTakesRound)
        assert list(round.owed) == [0, cost]
        size = len(shown(match)["tricks"])
        assert size == 1
        while shown(match)["part"] == 0:
            match.play(next(move for move in match.round.moves() if follows(match, move)))
        assert list(round.owed) == [0, 0]
        tricks = shown(match)["tricks"]
        made = sum(
            1 + sum(len(set(name.split("-"))) == 1 for name in one["pieces"])
            for one in tricks if one["taker"] == 1
        )
        assert won(match)[1] == made - cost


@clause("DTAKE-R15")
def test_a_tile_put_right_is_found_again_in_the_hand_of_who_withdrew_it() -> None:
    match = revoke(revoking())
    wrong = shown(match)["trick"]["pieces"][1]
    match.play(match.round.moves()[0])
    assert shown(match)["returned"] == {wrong: 1}
    world = match.game.worlds(match.view(0)).sample(Rng(1))
    assert wrong in world.view(1).data["hands"][1]


@clause("DTAKE-R15")
def test_everybody_who_did_not_follow_is_asked_so_that_being_asked_tells_nothing() -> None:
    match = trick("8-3=8 6-5 2-1 4-0", spec=",revoke=penalty")
    for seat in (1, 2, 3):
        assert (match.turn, shown(match)["asked"]) == (seat, "correct")
        assert match.round.silence() == match.round.read("keep")
        match.play("keep")
    assert len(shown(match)["tricks"]) == 1
    round = match.round
    assert isinstance(round, DoubleTakesRound)
    assert list(round.owed) == [0, 0, 0, 0]


@clause("DTAKE-25", "DTAKE-R13")
def test_the_last_two_tricks_of_a_round_cost_nothing() -> None:
    match = revoke(revoking(tricks=15))
    match.play("keep")
    round = match.round
    assert isinstance(round, DoubleTakesRound)
    assert list(round.owed) == [0, 0]
    while shown(match)["part"] == 0:
        assert shown(match)["asked"] == "play"
        match.play(match.round.moves()[0])


def test_hidden_hands_are_counted_as_enumeration_counts_them() -> None:
    """In the last round of two players nothing lies aside, so the other hand is known."""
    match = sobremesa.game("double-takes", players=3).start(9)
    rng = Rng(9)
    while shown(match)["part"] < 2 or len(shown(match)["tricks"]) < 42:
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    seat = match.turn
    view = match.view(seat)
    round = match.round
    assert isinstance(round, DoubleTakesRound)
    others = [place for place in range(3) if place != seat]
    hidden = [int(tile) for place in others for tile in round.held(place)]
    hidden += [NAMES.index(name) for name in round.boneyard_names()]
    lacks = {place: lacking(view.data, place) for place in others}
    sizes = [len(round.held(place)) for place in others]
    ways = 0
    for one in combinations(hidden, sizes[0]):
        rest = [tile for tile in hidden if tile not in one]
        for two in combinations(rest, sizes[1]):
            ways += not (set(one) & lacks[others[0]]) and not (set(two) & lacks[others[1]])
    assert match.game.worlds(view).count() == ways


def lacking(data: dict[str, object], seat: int) -> set[int]:
    """Finds the tiles that a seat showed not to hold in the last round."""
    found: set[int] = set()
    tricks = data["tricks"]
    assert isinstance(tricks, list)
    for one in [*tricks[30:], data["trick"]]:
        for place, name in enumerate(one["pieces"]):
            suit = one["suit"]
            if (one["leader"] + place) % 3 == seat and suit not in name.split("-"):
                found |= {
                    tile for tile in range(136) if suit in NAMES[tile].split("-")
                }
    return found
