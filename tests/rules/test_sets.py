"""What all line games share, clause by clause, as far as Block, Draw and Muggins lean on it."""

from __future__ import annotations

from math import comb

import pytest

import sobremesa
from sobremesa import BadOption, Game, Rng
from sobremesa.core.playout import finish
from sobremesa.material.dominoes import PIPS, SIZES, empty_hands, parse_tile, tile_name, tiles_in
from sobremesa.picture.lines import route
from tests.rules.playing import ends, held, legal, open_numbers, play, refused, shown
from tests.rules.positions import NEARLY_BLOCKED, blocked, dealt, set_up

clause = pytest.mark.clause

GAMES = ["block", "draw", "muggins"]


def pips(name: str) -> int:
    return int(PIPS[parse_tile(name)])


@clause("SETS-01", "SETS-02", "SETS-E01", "SETS-E02", "SETS-E03", "SETS-E04")
@clause("SETS-F01", "SETS-F02", "SETS-F03", "SETS-F04")
@pytest.mark.parametrize(("top", "tiles", "spots", "on_doubles"), [
    (6, 28, 168, 42), (9, 55, 495, 90), (12, 91, 1092, 156), (15, 136, 2040, 240),
])
def test_a_set_has_every_pair_once(top: int, tiles: int, spots: int, on_doubles: int) -> None:
    names = sobremesa.game("draw", set=top).pieces()
    pairs = {frozenset(map(int, name.split("-"))) for name in names}
    assert len(names) == len(pairs) == tiles == comb(top + 1, 2) + top + 1
    assert max(max(pair) for pair in pairs) == top and min(min(pair) for pair in pairs) == 0
    assert sum(map(pips, names)) == spots == top * tiles
    doubles = [name for name in names if len(set(name.split("-"))) == 1]
    assert len(doubles) == top + 1
    assert sum(map(pips, doubles)) == on_doubles
    assert tiles_in(15) == 2 * 4 * 17


@clause("SETS-E06")
def test_seven_tiles_and_eight_halves_show_a_six() -> None:
    sixes = [name for name in sobremesa.game("block").pieces() if "6" in name]
    assert sixes == ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]
    assert "".join(sixes).count("6") == 8


@clause("SETS-11", "SETS-E07", "SETS-E08")
def test_pips_are_added_up_and_blanks_count_nothing() -> None:
    assert [pips(name) for name in ("0-0", "6-6", "15-15", "6-4")] == [0, 12, 30, 10]
    hands = empty_hands(1)
    for name in ("6-6", "5-0", "3-1"):
        hands.give(0, parse_tile(name))
    assert hands.pips(0) == 21


@clause("SETS-02", "SETS-R20", "SETS-R22", "SETS-E18")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("top", [7, 8, 18])
def test_other_sets_are_refused(name: str, top: int) -> None:
    with pytest.raises(BadOption) as caught:
        sobremesa.game(name, set=top)
    assert str(caught.value) == (
        f"set cannot be {top}: it is 6 or 9 or 12 or 15 (SETS-R20)"
    )


@clause("SETS-03", "SETS-R20")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("top", SIZES)
def test_every_set_is_played_to_the_end_by_the_same_rules(name: str, top: int) -> None:
    game = sobremesa.game(name, set=top, players=3)
    round = game.start(top).round
    finish(round, Rng(top))
    assert round.over
    assert round.dump()["ending"] in ("domino", "blocked", "target")


@clause("SETS-04", "SETS-05", "SETS-R02", "SETS-E19")
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_deals_the_same_and_the_whole_set(name: str) -> None:
    game = sobremesa.game(name, players=3)
    deal = game.start(8).round.opening()
    assert game.start(8).round.opening() == deal
    assert game.start(9).round.opening()["hands"] != deal["hands"]
    tiles = [tile for hand in deal["hands"] for tile in hand] + deal["boneyard"]
    assert sorted(tiles) == sorted(game.pieces())


@clause("SETS-04")
def test_the_tiles_are_shuffled_before_each_hand() -> None:
    match = set_up("block", ["6-1", "6-5"], line="6-6")
    play(match, "6-1")
    first = match.round.opening()["hands"]
    second = match.next_round().opening()["hands"]
    assert [len(hand) for hand in second] == [7, 7]
    assert second != first


@clause("SETS-R02")
def test_the_boneyard_is_drawn_in_order() -> None:
    match = set_up("draw", ["1-1 2-1", "3-3"], line="6-6", boneyard="5-5 4-4 6-3")
    play(match, "+")
    assert match.view(0).data["log"] == [[0, "+5-5", 0]]
    play(match, "+", "+")
    assert [text for _, text, _ in match.view(0).data["log"]] == ["+5-5", "+4-4", "+6-3"]


@clause("SETS-05", "SETS-R15")
@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_the_tiles_of_another(name: str) -> None:
    match = sobremesa.game(name, players=3).start(4)
    hands = match.round.dump()["hands"]
    for seat in range(3):
        seen = match.view(seat).data["hands"]
        assert seen == [hands[place] if place == seat else 7 for place in range(3)]
    assert match.view(-1).data["hands"] == [7, 7, 7]


@clause("SETS-06")
def test_the_boneyard_is_dead_in_block_and_drawn_from_in_draw() -> None:
    hands = ["1-1 2-1", "3-3"]
    assert legal(set_up("block", hands, line="6-6")) == ["/"]
    assert legal(set_up("draw", hands, line="6-6")) == ["+"]
    assert legal(set_up("muggins", hands, line="6-6")) == ["+"]


@clause("SETS-07", "SETS-09", "SETS-E21")
@pytest.mark.parametrize("name", GAMES)
def test_only_equal_numbers_are_joined(name: str) -> None:
    match = set_up(name, ["6-4 6-5 1-1", "2-2"], line="4-3 3-2@E 2-0@E")
    refused(match, "6-5", "6-5 does not fit: the line asks for 4 or 0 (SETS-09)")
    refused(match, "6-4@E", "6-4 does not fit at E, which asks for 0 (SETS-09)")
    play(match, "6-4")
    assert ends(match) == {"W": 6, "E": 0}


@clause("SETS-07", "SETS-R18")
def test_a_tile_is_led_once_and_then_joined() -> None:
    match = dealt("block", ["6-6 6-4", "6-5"])
    refused(match, "6-4@W", "the line is empty: 6-4 can only be led (SETS-07)")
    lead = match.round.read("6-5")
    play(match, "6-6")
    with pytest.raises(sobremesa.IllegalMove) as caught:
        match.play(lead)
    assert str(caught.value) == "the line has been led: say where 6-5 goes (SETS-07)"


@clause("SETS-08", "SETS-R12", "SETS-E22")
def test_a_double_keeps_the_number_and_one_point() -> None:
    match = set_up("block", ["4-4 1-1", "4-2 4-1"], line="6-4")
    play(match, "4-4")
    assert ends(match) == {"W": 6, "E": 4}
    play(match, "4-2")
    assert ends(match) == {"W": 6, "E": 2}


@clause("SETS-08", "SETS-E22")
def test_a_double_is_drawn_crosswise() -> None:
    match = set_up("block", ["1-1", "2-2"], line="6-4 4-4@E 4-1@E")
    laid = route.lay_out(match.view(-1).data, 0, 0, 900, 200, 40)
    turns = {lying.name: lying.turn % 180 for lying in laid.tiles}
    assert turns["6-4"] == turns["4-1"] != turns["4-4"]


@clause("SETS-10", "SETS-E23")
@pytest.mark.parametrize("name", GAMES)
def test_the_first_without_tiles_goes_domino(name: str) -> None:
    match = set_up(
        sobremesa.game(name, players=3), ["5-5 4-3", "6-1", "2-1"], line="6-6", turn=1
    )
    play(match, "6-1")
    if name == "muggins":
        play(match, "=0", "quiet", "quiet")
    assert match.round.over
    assert shown(match, "ending") == "domino" and shown(match, "winner") == 1
    assert match.scores == [0, 17 + 3, 0]


@clause("SETS-R03", "SETS-E10")
@pytest.mark.parametrize("name", GAMES)
def test_a_set_serves_as_many_as_it_has_hands(name: str) -> None:
    left = [
        shown(sobremesa.game(name, players=players).start(1), "boneyard") for players in (2, 3, 4)
    ]
    assert left == [14, 7, 0]
    with pytest.raises(BadOption, match=r"5 players .* need 35 tiles; .* has 28 \(SETS-R03\)"):
        sobremesa.game(name, players=5)
    with pytest.raises(BadOption, match=r"players cannot be 1: .* from 2 \(SETS-R03\)"):
        sobremesa.game(name, players=1)


@clause("SETS-R03", "SETS-F05")
@pytest.mark.parametrize(("size", "most"), [
    (7, [4, 7, 13, 19]), (6, [4, 9, 15, 22]), (9, [3, 6, 10, 15]),
])
def test_the_largest_tables(size: int, most: list[int]) -> None:
    for top, players in zip(SIZES, most, strict=True):
        game = sobremesa.game("draw", set=top, players=players, hand_size=size)
        round = game.start(1).round
        assert round.view(-1).data["hands"] == [size] * players
        finish(round, Rng(1))
        assert round.over
        with pytest.raises(BadOption, match="SETS-R03"):
            sobremesa.game("draw", set=top, players=players + 1, hand_size=size)


@clause("SETS-R03")
def test_the_hand_size_can_be_agreed() -> None:
    match = sobremesa.game("draw", players=4, hand_size=5).start(2)
    assert shown(match, "hands") == [5] * 4 and shown(match, "boneyard") == 8
    with pytest.raises(BadOption, match="hand_size cannot be 0"):
        sobremesa.game("draw", hand_size=0)


@clause("SETS-R04", "SETS-E14")
@pytest.mark.parametrize(("reserve", "asked"), [(0, "+"), (1, "+"), (2, "/")])
def test_a_reserve_of_the_boneyard_may_not_be_drawn(reserve: int, asked: str) -> None:
    game = sobremesa.game("draw", boneyard_reserve=reserve)
    match = set_up(game, ["1-1", "6-5"], line="6-6", boneyard="5-5 4-4", rest=1)
    assert legal(match) == [asked]
    if reserve == 1:
        play(match, "+")
        assert legal(match) == ["/"]
        refused(match, "+", "the boneyard is exhausted (SETS-R04)")


@clause("SETS-R04", "SETS-R10")
def test_options_of_the_draw_games_are_refused_elsewhere() -> None:
    for option in ("boneyard_reserve", "dead_ends_block", "voluntary_draw"):
        with pytest.raises(BadOption, match=f"block has no option {option}"):
            sobremesa.game("block", **{option: 1})
    with pytest.raises(BadOption, match=r"boneyard_reserve cannot be 3: it is 0 or 1 or 2"):
        sobremesa.game("draw", boneyard_reserve=3)


@clause("SETS-R22", "SETS-R18")
@pytest.mark.parametrize(("name", "option"), [
    ("block", "no_double"), ("block", "auto_claim"), ("draw", "round_to_five"),
    ("draw", "no_double"), ("draw", "auto_claim"), ("bergen", "spinner"),
    ("muggins", "voluntary_draw"), ("muggins", "claim"), ("draw", "hands"), ("draw", "rounds"),
])
def test_an_option_a_game_does_not_have_is_refused(name: str, option: str) -> None:
    with pytest.raises(BadOption, match=f"^{name} has no option {option}: "):
        sobremesa.game(name, **{option: "auto"})


@clause("SETS-R22")
@pytest.mark.parametrize(("option", "value"), [
    ("set", "six"), ("players", 2.5), ("players", True), ("hand_size", -1), ("target", "many"),
    ("finish_hand", "maybe"), ("first_player", -2), ("next_lead", "loser"), ("spinner", True),
])
def test_a_value_that_is_not_allowed_is_refused_and_never_changed(
    option: str, value: object
) -> None:
    with pytest.raises(BadOption, match=f"^{option} cannot be {value}: it is "):
        sobremesa.game("block", **{option: value})


@clause("SETS-R22")
def test_options_can_be_written_as_text() -> None:
    written = sobremesa.game("draw(players=3,set=9,voluntary_draw=yes)")
    assert written == sobremesa.game("draw", players=3, set=9, voluntary_draw=True)
    assert written.spec == "draw(players=3,set=9,voluntary_draw=True)"


@clause("SETS-R05", "SETS-E09")
@pytest.mark.parametrize("name", ["block", "draw"])
def test_the_turn_passes_to_the_left(name: str) -> None:
    led = sobremesa.game(name, players=4, first_player=2).start(1)
    order = [led.turn]
    while len(order) < 5:
        play(led, legal(led)[0])
        if led.turn != order[-1]:
            order.append(led.turn)
    assert order == [2, 3, 0, 1, 2]


@clause("SETS-R06")
@pytest.mark.parametrize("name", GAMES)
def test_a_first_player_who_does_not_sit_there_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match=r"first_player cannot be 3: the seats are 0 to 2"):
        sobremesa.game(name, players=3, first_player=3)
    assert shown(sobremesa.game(name, players=3, first_player=2).start(1), "first") == 2


@clause("SETS-R07", "SETS-E13")
def test_without_a_double_all_draw_in_turn_and_keep_what_they_draw() -> None:
    match = dealt("muggins(players=3,hand_size=4)", [
        "1-0 2-0 3-0 4-0", "5-0 2-1 3-1 4-1", "5-1 6-1 3-2 5-2",
    ], boneyard="4-2 6-0 2-2 5-5", first=1)
    turns = []
    for _ in range(3):
        turns.append(match.turn)
        assert legal(match) == ["+"]
        play(match, "+")
    assert turns == [1, 2, 0]
    assert match.turn == 0 and legal(match) == ["2-2"]
    assert shown(match, "hands") == [5, 5, 5]
    assert match.round.dump()["boneyard"][0] == "5-5"
    play(match, "2-2")
    assert shown(match, "hands") == [4, 5, 5]
    assert "4-2" in held(match, 1) and "6-0" in held(match, 2)


@clause("SETS-R06", "SETS-R07")
def test_the_nominal_first_player_stays_the_same_where_the_double_leads() -> None:
    match = set_up(
        "muggins(players=3)", ["6-1", "6-5", "1-1"], line="6-6", first=2, leader=1
    )
    play(match, "6-1", "=0", "quiet", "quiet")
    match.next_round()
    assert shown(match, "first") == 2


@clause("SETS-R07")
def test_the_tiles_drawn_in_search_of_a_double_are_hidden() -> None:
    match = dealt("muggins(players=3,hand_size=4)", [
        "1-0 2-0 3-0 4-0", "5-0 2-1 3-1 4-1", "5-1 6-1 3-2 5-2",
    ], boneyard="4-2 6-0 2-2 5-5", first=1)
    play(match, "+")
    assert match.view(1).data["log"] == [[1, "+4-2", 0]]
    assert match.view(2).data["log"] == [[1, "+?", 0]]


@clause("SETS-R08", "SETS-E24")
@pytest.mark.parametrize("name", GAMES)
def test_who_can_play_may_not_pass(name: str) -> None:
    match = set_up(name, ["1-1", "6-5 2-2"], line="6-6", turn=1)
    refused(match, "pass", "you can play, so you may not pass (SETS-R08)")


@clause("SETS-R09", "SETS-E25")
@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_not_blocked_while_somebody_can_play(name: str) -> None:
    game = sobremesa.game(name, players=3)
    alive = set_up(game, ["1-0 1-1", "2-1 2-2", "6-5 3-1"], line="6-6 6-4@W 4-4@W", rest=2)
    play(alive, "/", "/")
    assert not alive.round.over and alive.turn == 2
    assert "6-5@E" in legal(alive) and "/" not in legal(alive)


@clause("SETS-R09", "SETS-E25")
@pytest.mark.parametrize("name", GAMES)
def test_a_block_that_the_table_does_not_show_takes_all_passes(name: str) -> None:
    game = sobremesa.game(name, players=3, **({} if name == "block" else {"boneyard_reserve": 2}))
    # Only 6-4 and 6-0 could be joined; they are out of the hands, which nobody can know.
    line = "6-6 6-1@W 1-1@W 2-1@W 6-2@W 6-3@E 3-3@E 3-1@E 5-1@E 6-5@E"
    taken = "4-4 4-3 4-2 4-1 4-0 5-4 5-5 5-3 5-2 5-0"
    match = set_up(
        game, [taken, "1-0 2-0", "3-0"], line=line, boneyard="6-4 6-0", turn=1, rest=2
    )
    play(match, "/", "/")
    assert not match.round.over
    play(match, "/")
    assert shown(match, "ending") == "blocked"


@clause("SETS-R09")
@pytest.mark.parametrize("spec", ["block", "draw(dead_ends_block=True)", "draw"])
def test_a_block_that_the_table_shows_is_declared_at_once(spec: str) -> None:
    match = blocked(spec, ["1-1", "3-3"], rest=1 if spec == "draw" else None)
    assert shown(match, "log") == [[0, "6-4@E", 0]]


@clause("SETS-R10", "SETS-E15")
def test_dead_ends_are_drawn_on_or_block_at_once_as_agreed() -> None:
    line = "6-6 6-5@W 5-4@W 6-4@W 6-3@W 3-2@W 6-2@W 6-0@E 1-0@E"
    bones = "5-5 4-4 5-3 5-2 5-1"
    match = set_up("draw", ["6-1", "3-3"], line=line, boneyard=bones, rest=0)
    play(match, "6-1@E")
    assert open_numbers(match) == [6, 6]
    for _ in range(5):
        assert match.turn == 1 and legal(match) == ["+"]
        play(match, "+")
    assert legal(match) == ["/"]
    at_once = set_up(
        "draw(dead_ends_block=True)", ["6-1", "3-3"], line=line, boneyard=bones, rest=0
    )
    play(at_once, "6-1@E")
    assert shown(at_once, "ending") == "blocked"
    assert len(shown(at_once, "boneyard")) == 5


@clause("SETS-R11")
@pytest.mark.parametrize("name", GAMES)
def test_every_player_is_for_himself(name: str) -> None:
    game = sobremesa.game(name, players=4)
    match = game.start(6)
    rng = Rng(6)
    while not match.over:
        if match.round.over:
            match.next_round()
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    assert len(match.scores) == 4 and len(match.winners) == 1
    assert match.scores[match.winners[0]] == max(match.scores)


@clause("SETS-R12")
def test_only_the_first_double_is_a_spinner_and_only_where_the_game_says_so() -> None:
    line = "6-6 6-5@W 5-5@W"
    assert ends(set_up("block", ["1-1", "2-2"], line=line)) == {"W": 5, "E": 6}
    assert ends(set_up("draw", ["1-1", "2-2"], line=line)) == {"W": 5, "E": 6}
    muggins = set_up("muggins", ["1-1", "2-2"], line=line)
    assert ends(muggins) == {"W": 5, "E": 6, "N": 6, "S": 6}


@clause("SETS-R13")
@pytest.mark.parametrize("arm", ["W", "E", "N", "S"])
def test_free_points_of_a_spinner_are_taken_in_order(arm: str) -> None:
    game = sobremesa.game("block", spinner="always", players=4)
    hands = ["6-1 1-1", "6-2 2-2", "6-3 3-3", "6-4 4-4"]
    match = set_up(game, hands, line="6-6")
    assert legal(match) == ["6-1@W"]
    play(match, f"6-1@{arm}", "6-2", "6-3", "6-4")
    assert shown(match, "line") == ["6-6", "6-1@W", "6-2@E", "6-3@N", "6-4@S"]
    second = set_up(game, hands, line="6-6")
    other = second.round.read("6-1@E") + len(game.pieces())
    with pytest.raises(sobremesa.IllegalMove, match="free points of the double are alike"):
        second.play(other)


@clause("SETS-R14", "SETS-E16", "SETS-E17")
@pytest.mark.parametrize(("before", "after", "winners"), [
    ([91, 94, 0], [104, 111, 0], [1]), ([91, 87, 0], [104, 104, 0], []),
    ([80, 80, 0], [93, 97, 0], []),
])
def test_the_highest_total_at_or_above_the_target_wins(
    before: list[int], after: list[int], winners: list[int]
) -> None:
    match = blocked("block(players=3)", ["6-1", "5-0", "6-6 5-3"], before=before)
    assert match.scores == after
    assert match.winners == winners
    assert match.over == bool(winners)
    if not winners:
        assert match.next_round().view(-1).data["before"] == after


@clause("SETS-R19")
@pytest.mark.parametrize(("before", "winners"), [
    ([1, 4, 0], [1]), ([4, 0, 0], [0, 1]), ([91, 94, 0], [1]),
])
def test_after_the_last_hand_the_best_totals_win_and_share(
    before: list[int], winners: list[int]
) -> None:
    game = sobremesa.game("block(players=3)")
    game.last_round = 4
    hands = ["6-1", "5-0", "6-6 5-3"]
    match = blocked(game, hands, before=before, number=4)
    assert match.round.points() == [13, 17, 0]
    assert match.over and match.winners == winners
    assert blocked(game, hands, before=[1, 4, 0], number=3).winners == []


@clause("SETS-R15")
def test_drawn_tiles_are_known_to_who_draws_until_the_hand_is_over() -> None:
    match = set_up("draw", ["1-1 2-1", "6-5"], line="6-6", boneyard="5-5 6-1")
    play(match, "+", "+")
    mine, other, watching = (match.view(seat).data for seat in (0, 1, -1))
    assert [text for _, text, _ in mine["log"]] == ["+5-5", "+6-1"]
    for data in (other, watching):
        assert [text for _, text, _ in data["log"]] == ["+?", "+?"]
        assert data["hands"][0] == 4 and data["boneyard"] == 22
    play(match, "6-1", "6-5")
    assert match.round.over
    assert [text for _, text, _ in match.view(-1).data["log"]][:2] == ["+5-5", "+6-1"]
    assert match.view(-1).data["hands"] == [["1-1", "2-1", "5-5"], []]


@clause("SETS-R15")
def test_naming_a_tile_while_drawing_tells_nothing() -> None:
    for guess in ("+5-5", "+4-4"):
        match = set_up("draw", ["1-1 2-1", "3-3"], line="6-6", boneyard="5-5 6-1")
        play(match, guess)
        assert held(match, 0) == ["1-1", "2-1", "5-5"]


@clause("SETS-R16")
def test_passes_and_domino_are_told_by_themselves() -> None:
    match = set_up("block", ["1-1", "6-5"], line="6-6")
    play(match, "/", "6-5")
    data = match.view(-1).data
    assert data["log"] == [[0, "/", 0], [1, "6-5@W", 0]]
    assert (data["ending"], data["winner"]) == ("domino", 1)


@clause("SETS-R18")
@pytest.mark.parametrize("move", ["", "hello", "7-7", "6-4@", "6-4@Q", "64@N", "@W", "6-4@W2"])
def test_what_cannot_be_played_is_refused_and_costs_nothing(move: str) -> None:
    match = set_up("draw", ["6-4 1-1", "3-3"], line="6-6")
    before = match.round.dump()
    with pytest.raises(sobremesa.IllegalMove):
        match.play(move)
    assert match.round.dump() == before and match.scores == [0, 0]


@clause("SETS-R21")
@pytest.mark.parametrize(("hands", "winner", "leader"), [
    (["6-1", "5-0", "6-6 5-3"], 1, 1), (["6-1", "5-2", "6-6 5-3"], -1, 0),
    (["6-0", "5-1", "3-3"], -1, 0), (["6-6", "5-5", "0-0"], 2, 2),
])
@pytest.mark.parametrize("name", GAMES)
def test_the_winner_of_a_block_is_who_alone_gained_most(
    name: str, hands: list[str], winner: int, leader: int
) -> None:
    extra = {} if name == "block" else {"dead_ends_block": True}
    game = sobremesa.game(name, players=3, next_lead="winner", **extra)
    match = blocked(game, hands, by=2)
    assert shown(match, "winner") == winner
    match.next_round()
    assert match.turn == leader


@clause("SETS-R21")
@pytest.mark.parametrize("name", GAMES)
def test_rotation_moves_on_from_the_last_leader_after_a_block_too(name: str) -> None:
    extra = {} if name == "block" else {"dead_ends_block": True}
    game = sobremesa.game(name, players=3, next_lead="rotate", **extra)
    match = blocked(game, ["6-6", "5-5", "0-0"], by=2)
    match.next_round()
    assert match.turn == 1


@clause("SETS-01")
def test_tiles_are_named_high_number_first_however_they_are_written() -> None:
    for written in ("4-6", "6-4", "46", "64", "[4|6]", "4:6", " 6 - 4 "):
        assert tile_name(parse_tile(written)) == "6-4"
    assert tile_name(parse_tile("11-15")) == "15-11"


def test_the_nearly_blocked_line_asks_for_a_four() -> None:
    game: Game = sobremesa.game("block")
    assert open_numbers(set_up(game, ["1-1", "6-4"], line=NEARLY_BLOCKED)) == [4, 6]
