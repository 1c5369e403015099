"""Tiddle-a-Wink, clause by clause."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, Match, Rng, picture
from sobremesa.core.playout import finish
from sobremesa.families.lines.tiddle_a_wink import TiddleAWink
from tests.laws import array
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import dealt, set_up

clause = pytest.mark.clause

D6 = "tiddle-a-wink(players=3,set=6)"
POOL = "tiddle-a-wink(version=2)"
ONE_TILE_EACH = ["6-1", "6-2", "3-3", "4-4", "5-5", "5-4", "2-2"]


@clause("TIDDLE-01", "TIDDLE-02", "TIDDLE-R01", "TIDDLE-R02", "TIDDLE-E01", "TIDDLE-F01")
@pytest.mark.parametrize(("top", "shares"), [
    (9, "27/1 18/1 13/3 11/0 9/1 7/6 6/7 6/1 5/5"),
    (12, "45/1 30/1 22/3 18/1 15/1 13/0 11/3 10/1 9/1"),
    (6, "14/0 9/1 7/0 5/3 4/4 4/0 3/4 3/1"),
])
def test_the_tiles_are_shared_out_equally(top: int, shares: str) -> None:
    for players, share in enumerate(shares.split(), start=2):
        view = sobremesa.game("tiddle-a-wink", players=players, set=top).start(1).view(-1).data
        assert {f"{hand}/{view['boneyard']}" for hand in view["hands"]} == {share}


@clause("TIDDLE-R01", "TIDDLE-R02")
@pytest.mark.parametrize(("players", "tiles"), [(2, 55), (6, 55), (7, 91), (10, 91)])
def test_the_group_decides_which_set_is_taken(players: int, tiles: int) -> None:
    assert len(sobremesa.game("tiddle-a-wink", players=players).pieces()) == tiles
    assert len(sobremesa.game("tiddle-a-wink", players=players, set="15").pieces()) == 136


@clause("TIDDLE-R01")
def test_groups_that_are_too_large_are_refused() -> None:
    for players in (1, 31):
        with pytest.raises(BadOption, match=r"from 2 to 30 \(TIDDLE-R01\)"):
            sobremesa.game("tiddle-a-wink", players=players)
    with pytest.raises(BadOption, match=r"would get 2 tiles each.*\(TIDDLE-R01\)"):
        sobremesa.game("tiddle-a-wink", players=10, set=6)


@clause("TIDDLE-R01", "TIDDLE-01")
@pytest.mark.parametrize(("players", "each"), [(11, 8), (18, 5), (30, 3)])
def test_as_many_play_as_the_tiles_serve(players: int, each: int) -> None:
    game = sobremesa.game("tiddle-a-wink", players=players)
    match = game.start(3)
    assert match.view(-1).data["hands"] == [each] * players
    played_on = match.round
    rng = Rng(1)
    while not played_on.over:
        played_on.play(played_on.moves()[int(rng.below(len(played_on.moves())))])
        if len(played_on.log) == players:
            view = played_on.view(1)
            assert game.worlds(view).sample(rng).view(1) == view
            for shape in ("wide", "tall"):
                drawn = picture.svg(view, shape=shape)
                for seat in range(players):
                    name = "Seat " if seat == 1 else "(Seat )?"
                    assert re.search(rf'id="seat-{seat}".*?class="name"[^>]*>{name}{seat + 1}<',
                                     drawn, re.S), (shape, seat)


@clause("TIDDLE-R03", "TIDDLE-04")
def test_the_holder_of_the_highest_double_may_start_with_any_tile() -> None:
    hands = ["8-8", "7-7", "", "", "9-9 9-2 6-6", ""]
    match = dealt(sobremesa.game("tiddle-a-wink", starts_with="any_tile"), hands)
    assert match.turn == 4 and {"9-9", "9-2", "6-6"} <= set(legal(match))
    refused(match, "8-8", "you do not hold 8-8 (SETS-05)")
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")
    assert picture.headline(match.view(4)) == "Your turn: lead a tile"
    play(match, "9-2")
    assert sorted(open_numbers(match)) == [2, 9] and match.turn == 5
    view = match.view(0)
    worlds = match.game.worlds(view)
    for seed in range(20):
        there = worlds.sample(Rng(seed)).opening()["hands"]
        assert "9-9" in there[4], "everybody knows who holds the highest double"
    with pytest.raises(BadOption, match="starts_with belongs to version 1, not to version 2"):
        sobremesa.game("tiddle-a-wink", version=2, starts_with="any_tile")


@clause("TIDDLE-04", "TIDDLE-R03", "TIDDLE-E03")
def test_the_highest_double_must_start() -> None:
    match = dealt("tiddle-a-wink", ["8-8", "7-7", "", "", "9-9 9-2 6-6", ""])
    assert match.turn == 4 and legal(match) == ["9-9"]
    refused(match, "6-6", "9-9 must be led (TIDDLE-R03)")
    play(match, "9-9")
    assert open_numbers(match) == [9, 9]


@clause("TIDDLE-05", "TIDDLE-R04", "TIDDLE-R05", "TIDDLE-E03", "TIDDLE-E04")
def test_the_starting_double_earns_a_tile_that_need_not_be_laid() -> None:
    hands = ["", "", "", "", "9-9 9-2 6-6", ""]
    match = play(dealt("tiddle-a-wink", hands), "9-9")
    assert match.turn == 4 and "9-2@W" in legal(match) and "." in legal(match)
    play(match, "9-2")
    assert sorted(ends(match).values()) == [2, 9] and match.turn == 5
    stops = play(dealt("tiddle-a-wink", hands), "9-9", ".")
    assert open_numbers(stops) == [9, 9] and stops.turn == 5


@clause("TIDDLE-R08", "TIDDLE-R09", "TIDDLE-E06")
def test_ending_a_turn_after_a_double_is_no_pass() -> None:
    match = set_up(D6, ["2-2 5-5", "1-1", "3-3"], line="6-2", passes=2)
    play(match, "2-2")
    assert legal(match) == ["."]
    refused(match, "/", "after a double a turn is ended, not passed (TIDDLE-R08)")
    play(match, ".")
    assert shown(match, "passes") == 0 and match.turn == 1
    play(match, "/", "/", "/")
    assert shown(match, "ending") == "blocked"


@clause("TIDDLE-R05", "TIDDLE-R08")
def test_being_asked_for_another_tile_tells_nothing() -> None:
    match = set_up(D6, ["2-2 5-5", "1-1", "3-3"], line="6-2")
    play(match, "2-2")
    assert shown(match, "asked") == "add"
    assert not match.view(0).data["plain"]
    play(match, ".")
    worlds = match.game.worlds(match.view(1))
    hands = [worlds.sample(Rng(seed)).dump()["hands"][0] for seed in range(40)]
    assert any("6" in name or "2" in name for hand in hands for name in hand)


@clause("TIDDLE-05", "TIDDLE-E07")
def test_a_tile_that_is_no_double_earns_nothing() -> None:
    match = set_up(D6, ["6-5 6-1", "1-1", "3-3"], line="6-2")
    play(match, "6-5")
    assert match.turn == 1
    refused(match, ".", "a turn is ended only after a double (TIDDLE-05)")


@clause("TIDDLE-R06", "TIDDLE-R07", "TIDDLE-E08")
def test_the_extra_tile_goes_anywhere_and_doubles_go_on_and_on() -> None:
    game = sobremesa.game("tiddle-a-wink", players=3, set=9)
    other_end = set_up(game, ["5-5 8-2 1-1", "0-0", "3-3"], line="5-2")
    play(other_end, "5-5@W", "8-2@E")
    assert sorted(ends(other_end).values()) == [5, 8] and other_end.turn == 1
    chain = set_up(game, ["8-8 5-5 5-0 1-1", "0-0", "3-3"], line="8-5")
    play(chain, "8-8@W", "5-5@E")
    assert chain.turn == 0 and "5-0@E" in legal(chain)
    play(chain, "5-0@E")
    assert chain.turn == 1
    short = sobremesa.game("tiddle-a-wink", players=3, set=9, chain_doubles=False)
    match = set_up(short, ["8-8 5-5 5-0 1-1", "0-0", "3-3"], line="8-5")
    play(match, "8-8@W", "5-5@E")
    assert match.turn == 1


@clause("TIDDLE-03", "TIDDLE-R08", "TIDDLE-R12", "TIDDLE-E09")
def test_who_has_no_open_number_passes_and_draws_nothing() -> None:
    match = set_up(D6, ["5-5 4-4", "6-1", "3-3"], line="6-2", boneyard="6-6")
    assert legal(match) == ["/"]
    refused(match, "+", "nothing is drawn in Tiddle-a-Wink (BLOCK-02)")
    play(match, "/")
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")


@clause("TIDDLE-06", "TIDDLE-R10", "TIDDLE-R11", "TIDDLE-E10", "SETS-R17")
def test_going_out_on_a_double_ends_the_hand_with_the_call() -> None:
    match = set_up(D6, ["0-0", "6-1", "3-3"], line="6-0")
    play(match, "0-0")
    assert shown(match, "ending") == "domino" and match.scores == [13, 0, 0]
    view = match.view(1)
    assert "Tiddle-a-Wink!" in picture.svg(view)
    assert "Seat 1: “Tiddle-a-Wink!”, and scores 13." in picture.log_lines(view)


@clause("TIDDLE-07", "TIDDLE-R12", "TIDDLE-E12", "TIDDLE-F04")
def test_a_block_scores_as_in_block() -> None:
    game = sobremesa.game("tiddle-a-wink", players=6, set=6)
    hands = ["2-1", "6-3", "5-3 1-0", "6-5 3-0", "6-6 5-1 2-0", "5-5 6-2 1-1"]
    match = set_up(game, hands, line="4-4")
    play(match, *["/"] * 6)
    assert shown(match, "ending") == "blocked"
    assert match.scores == [57, 27, 27, 12, 0, 0]


@clause("TIDDLE-07", "TIDDLE-R16")
def test_a_hundred_points_win_version_one() -> None:
    match = set_up(D6, ["0-0", "6-1", "3-3"], line="6-0", before=[87, 0, 0])
    play(match, "0-0")
    assert match.over and match.winners == [0]
    assert sobremesa.game("tiddle-a-wink", target=300).options["target"] == 300


@clause("TIDDLE-R13")
def test_the_starting_double_may_have_four_points() -> None:
    hands = ["9-9 9-2", "", "", "", "", ""]
    two = play(dealt("tiddle-a-wink", hands), "9-9")
    assert open_numbers(two) == [9, 9]
    four = play(dealt("tiddle-a-wink(spinner=always)", hands), "9-9")
    assert open_numbers(four) == [9] * 4
    with pytest.raises(BadOption, match=r"never or always \(TIDDLE-R13\)"):
        sobremesa.game("tiddle-a-wink", spinner="auto")


def no_doubles(game: Game) -> list[str]:
    """Hands without a double, for the players of a game."""
    assert isinstance(game, TiddleAWink)
    singles = [name for name in game.pieces() if len(set(name.split("-"))) == 2]
    size = int(game.hand_size)
    return [
        " ".join(singles[size * seat:size * seat + size]) for seat in range(game.players)
    ]


@clause("TIDDLE-R14", "TIDDLE-R21", "TIDDLE-E18")
def test_a_deal_without_a_double_is_dealt_again_and_the_pool_stays() -> None:
    game = sobremesa.game(POOL)
    assert isinstance(game, TiddleAWink)
    with pytest.raises(BadPosition, match="nobody holds a double: the tiles are dealt again"):
        dealt(game, no_doubles(game))
    order = [name for hand in no_doubles(game) for name in hand.split()]
    order += [name for name in game.pieces() if name not in order]
    deck = array([game.pieces().index(name) for name in order])
    assert not game.is_playable(deck, 1)
    assert all(shown(game.start(seed), "pool") == 6 for seed in range(20))


@clause("TIDDLE-R15")
def test_the_highest_double_starts_later_hands_too() -> None:
    match = sobremesa.game("tiddle-a-wink", target=9999).start(2)
    finish(match.round, Rng(2))
    match.next_round()
    assert legal(match) == [shown(match, "lead")]


@clause("TIDDLE-08", "TIDDLE-R23", "TIDDLE-E02", "TIDDLE-F02")
@pytest.mark.parametrize(("players", "left"), [(6, 10), (7, 7), (8, 4), (9, 1)])
def test_six_to_nine_get_three_tiles_of_the_small_set(players: int, left: int) -> None:
    view = sobremesa.game(POOL, players=players).start(1).view(-1).data
    assert view["hands"] == [3] * players and view["boneyard"] == left


@clause("TIDDLE-R23", "TIDDLE-E02")
@pytest.mark.parametrize("players", [2, 5, 10])
def test_other_groups_are_refused_in_version_two(players: int) -> None:
    with pytest.raises(BadOption, match=r"six to nine play it \(TIDDLE-R23\)"):
        sobremesa.game(POOL, players=players)


@clause("TIDDLE-R24")
@pytest.mark.parametrize(("options", "reason"), [
    ({"version": 2, "target": 50}, "target belongs to version 1, not to version 2"),
    ({"version": 2, "spinner": "always"}, "spinner belongs to version 1, not to version 2"),
    ({"version": 2, "finish_hand": True}, "finish_hand belongs to version 1"),
    ({"version": 2, "set": 9}, "set cannot be 9 in version 2"),
    ({"stake": 2}, "stake belongs to version 2, not to version 1"),
    ({"stack": 9}, "stack belongs to version 2, not to version 1"),
    ({"hands": 3}, "hands belongs to version 2, not to version 1"),
    ({"pool_block": "carry"}, "pool_block belongs to version 2, not to version 1"),
    ({"version": 3}, "version cannot be 3: it is 1 or 2"),
])
def test_options_of_the_other_version_are_refused(
    options: dict[str, object], reason: str
) -> None:
    with pytest.raises(BadOption, match=reason + r".*\(TIDDLE-R24\)"):
        sobremesa.game("tiddle-a-wink", **options)
    assert sobremesa.game("tiddle-a-wink", version=2, set=6) is not None


@clause("TIDDLE-09", "TIDDLE-R22", "TIDDLE-E13")
def test_the_line_of_version_two_grows_in_one_direction() -> None:
    match = dealt(POOL, ["6-6 6-3", "6-2", "", "", "", ""])
    play(match, "6-6")
    assert ends(match) == {"W": 6}
    play(match, "6-3")
    assert ends(match) == {"W": 3}
    refused(match, "6-2@E", "the line has no end E (SETS-R12)")
    refused(match, "6-2", "6-2 does not fit: the line asks for 3 (SETS-09)")


@clause("TIDDLE-09", "TIDDLE-11", "TIDDLE-E14")
def test_doubles_earn_tiles_in_version_two_as_well() -> None:
    match = dealt(POOL, ["6-6 6-5 4-3", "5-5 5-1 0-0", "4-4 3-3 2-2", "", "", ""])
    play(match, "6-6", "6-5", "5-5", "5-1")
    assert match.turn == 2 and legal(match) == ["/"]
    play(match, "/")
    assert ends(match) == {"W": 1}


@clause("TIDDLE-10", "TIDDLE-R17", "TIDDLE-R19", "TIDDLE-E15")
def test_everybody_stakes_and_who_goes_out_takes_the_pool() -> None:
    game = sobremesa.game(POOL, players=7)
    match = set_up(game, ONE_TILE_EACH, line="6-6 6-3@W", turn=2)
    assert shown(match, "pool") == 7 and match.scores == [-1] * 7
    play(match, "3-3")
    assert match.scores == [-1, -1, 6, -1, -1, -1, -1]
    assert "takes the pool of 7" in picture.headline(match.view(0))


@clause("TIDDLE-R17", "TIDDLE-R24")
def test_a_stake_can_be_agreed() -> None:
    game = sobremesa.game(POOL, stake=5)
    match = game.start(1)
    assert match.scores == [-5] * 6 and shown(match, "pool") == 30


def blocked_pool(spec: str, leader: int = 0, **parts: object) -> Match:
    """Example 16: one open 0 that nobody has, and hands of 4, 4, 9, 12, 6, 7 and 10 pips."""
    hands = ["3-1", "2-2", "5-4", "6-6", "5-1", "4-3", "5-5"]
    match = set_up(
        sobremesa.game(spec, players=7), hands, line="6-2 6-0@W", leader=leader, **parts
    )
    return play(match, *["/"] * 7)


@clause("TIDDLE-R17", "TIDDLE-R18", "TIDDLE-E16")
def test_equal_hands_divide_the_pool_and_the_odd_counter_stays() -> None:
    match = blocked_pool(POOL)
    assert shown(match, "takings") == [3, 3, 0, 0, 0, 0, 0]
    assert match.scores == [2, 2, -1, -1, -1, -1, -1]
    match.next_round()
    assert shown(match, "pool") == 8


@clause("TIDDLE-R17", "TIDDLE-E16")
def test_the_pool_of_a_block_may_be_carried() -> None:
    match = blocked_pool("tiddle-a-wink(version=2,pool_block=carry)")
    assert match.scores == [-1] * 7
    match.next_round()
    assert shown(match, "pool") == 14


@clause("TIDDLE-R17", "TIDDLE-R18")
@pytest.mark.parametrize(("leader", "scores"), [
    (0, [3, 2]), (1, [2, 3]), (4, [3, 2]),
])
@pytest.mark.parametrize("block", ["lowest", "carry"])
def test_a_block_in_the_last_hand_leaves_nothing_in_the_pool(
    leader: int, scores: list[int], block: str
) -> None:
    match = blocked_pool(f"tiddle-a-wink(version=2,pool_block={block})", leader, number=7)
    assert match.scores == [*scores, -1, -1, -1, -1, -1]
    assert match.over and sum(match.scores) == 0


@clause("TIDDLE-R20", "SETS-R19")
def test_a_session_has_a_hand_for_each_player_and_the_best_balances_share_it() -> None:
    match = sobremesa.game(POOL).start(5)
    rng = Rng(5)
    finish(match.round, rng)
    while not match.over:
        match.next_round()
        finish(match.round, rng)
    assert len(match.rounds()) == 6
    best = max(match.scores)
    assert match.winners == [seat for seat, score in enumerate(match.scores) if score == best]
    short = sobremesa.game(POOL, hands=1).start(5)
    finish(short.round, rng)
    assert short.over


@clause("TIDDLE-R20")
def test_balances_may_go_below_zero_without_a_stack_and_not_with_one() -> None:
    assert min(sobremesa.game(POOL).start(1).scores) == -1
    assert sobremesa.game(POOL, stack=3).start(1).scores == [2] * 6
    with pytest.raises(BadOption, match=r"nobody could pay the stake of 4 \(TIDDLE-R20\)"):
        sobremesa.game(POOL, stack=3, stake=4)


@clause("TIDDLE-R20")
def test_a_session_ends_before_a_hand_that_somebody_cannot_pay() -> None:
    match = blocked_pool(
        "tiddle-a-wink(version=2,stack=2,hands=50,pool_block=carry)", before=[1] * 7
    )
    # The pool held 7 of the hand before and 7 of this one; each gets two back.
    assert match.over and match.scores == [2] * 7
    assert match.winners == list(range(7))
    odd = blocked_pool(
        "tiddle-a-wink(version=2,stack=2,hands=50)", leader=3,
        before=[2, 2, 2, 2, 2, 1, 1],
    )
    # The pool of 2 + 7 gives the tied four each; the odd one goes to the starter.
    assert odd.over and odd.scores == [5, 5, 1, 2, 1, 0, 0]
    assert odd.winners == [0, 1]
    assert "Not everybody can pay another stake: the session ends." in picture.log_lines(
        odd.view(0)
    )
    goes_on = sobremesa.game(POOL, players=7, stack=9, hands=50)
    assert not play(
        set_up(goes_on, ONE_TILE_EACH, line="6-6 6-3@W", turn=2), "3-3"
    ).over


@clause("TIDDLE-F02")
@pytest.mark.parametrize(("players", "chance"), [
    (6, Fraction(1, 9867)), (7, Fraction(1, 1184040)), (8, Fraction(0)), (9, Fraction(0)),
])
def test_how_seldom_no_hand_has_a_double(players: int, chance: Fraction) -> None:
    assert Fraction(comb(21, 3 * players), comb(28, 3 * players)) == chance


@clause("TIDDLE-F03")
@pytest.mark.parametrize(("spec", "share"), [
    ("tiddle-a-wink", 57), ("tiddle-a-wink(players=5)", 26), ("tiddle-a-wink(players=8)", 81),
    ("tiddle-a-wink(players=10)", 91), (POOL, 83), ("tiddle-a-wink(version=2,players=9)", 97),
])
def test_how_often_random_play_goes_out(spec: str, share: int) -> None:
    game = sobremesa.game(spec)
    rng = Rng(31)
    hands = 250
    out = 0
    for _ in range(hands):
        round = game.deal(rng, 0, 1, game.starting_points())
        while not round.over:
            moves = round.moves()
            if len(moves) > 1 and round.text(moves[-1]) == ".":
                moves.pop()
            round.play(moves[int(rng.below(len(moves)))])
        out += round.dump()["ending"] == "domino"
    assert abs(100 * out / hands - share) < 8


@pytest.mark.parametrize(("parts", "reason"), [
    ({"before": [5] * 6}, "more counters before the players than there can be"),
    ({"number": 7}, r"number must be a whole number from 1 to 6"),
    ({"asked": "add"}, r"a tile is added only when the last one is a double \(TIDDLE-05\)"),
])
def test_what_cannot_be_in_the_pool_game_is_refused(
    parts: dict[str, object], reason: str
) -> None:
    hands = ["6-1", "6-2", "3-3", "4-4", "5-5", "5-4"]
    with pytest.raises(BadPosition, match=reason):
        set_up(POOL, hands, line="6-3", **parts)


def test_the_words_of_the_extra_tile() -> None:
    match = play(dealt("tiddle-a-wink", ["9-9 9-2", "", "", "", "", ""]), "9-9")
    assert picture.headline(match.view(0)) == "Add another tile, or end your turn"
    assert picture.headline(match.view(1)) == "Seat 1 may add a tile"
    assert picture.label("done", match.view(0)) == "End turn"
    play(match, "end")
    assert picture.log_lines(match.view(1))[-1] == "Seat 1 adds no tile."
    assert held(match, 0)[-1] == "9-2"
