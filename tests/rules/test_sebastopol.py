"""Sebastopol, clause by clause."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import BadOption, Match, Rng, picture
from sobremesa.core.playout import finish
from tests.rules.playing import ends, held, legal, play, refused, shown
from tests.rules.positions import dealt, set_up

clause = pytest.mark.clause

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"


def siege() -> Match:
    """P2 holds 6-6; the tiles of the worked examples 2 to 8 are dealt."""
    return dealt("sebastopol", [
        "5-3 4-1 2-0 4-0 3-0 2-1 4-3", "6-2 6-4 1-0 0-0 4-4 3-3 4-2", "6-6 6-3 5-0 2-2 5-4 5-1 1-1",
        "6-5 6-1 5-5 6-0 3-1 5-2 3-2",
    ])


@clause("SEBASTOPOL-01", "SEBASTOPOL-F01", "SEBASTOPOL-E01")
def test_all_tiles_are_dealt_seven_to_each_of_four() -> None:
    view = sobremesa.game("sebastopol").start(1).view(-1).data
    assert view["hands"] == [7, 7, 7, 7] and view["boneyard"] == 0


@clause("SEBASTOPOL-01", "SEBASTOPOL-R11", "SEBASTOPOL-E01")
@pytest.mark.parametrize(("option", "value"), [("players", 3), ("players", 5), ("set", 7)])
def test_other_counts_and_sets_are_refused(option: str, value: int) -> None:
    with pytest.raises(BadOption, match=rf"{option} cannot be {value}.*\(SEBASTOPOL-R11\)"):
        sobremesa.game("sebastopol", **{option: value})


@clause("SEBASTOPOL-02", "SEBASTOPOL-03", "SEBASTOPOL-R02", "SEBASTOPOL-E02")
def test_the_holder_of_the_double_six_leads_it_and_the_turn_goes_left() -> None:
    match = siege()
    assert match.turn == 2 and legal(match) == ["6-6"]
    refused(match, "2-2", "6-6 must be led (SEBASTOPOL-02)")
    play(match, "6-6")
    assert match.turn == 3


@clause("SEBASTOPOL-05", "SEBASTOPOL-R05", "SEBASTOPOL-E03")
def test_who_holds_a_six_must_lay_one_and_chooses_which() -> None:
    match = play(siege(), "6-6")
    assert legal(match) == ["6-0@W", "6-1@W", "6-5@W"]
    refused(match, "/", "you can play, so you may not pass (SETS-R08)")


@clause("SEBASTOPOL-06", "SEBASTOPOL-R03", "SEBASTOPOL-E04")
def test_who_has_no_six_passes_although_a_branch_would_take_his_tile() -> None:
    match = play(siege(), "6-6", "6-5")
    assert match.turn == 0 and "5-3" in held(match, 0)
    assert legal(match) == ["/"]
    reason = (
        "5-3 must wait: until 6-6 has four branches only tiles with 6 are laid, on it "
        "(SEBASTOPOL-06)"
    )
    refused(match, "5-3", reason)
    refused(match, "5-3@W", reason)
    play(match, "/")
    refused(match, "4-4@E", reason.replace("5-3", "4-4"))


@clause("SEBASTOPOL-04", "SEBASTOPOL-06", "SEBASTOPOL-R01", "SEBASTOPOL-R04", "SEBASTOPOL-R07")
@clause("SEBASTOPOL-E06", "SEBASTOPOL-E07", "SEBASTOPOL-R12")
def test_after_four_branches_every_end_is_open_and_the_double_six_full() -> None:
    match = play(siege(), "6-6", "6-5", "/", "6-2", "6-3", "6-1")
    assert ends(match) == {"W": 5, "E": 2, "N": 3, "S": 1}
    assert match.turn == 0
    assert {"5-3@W", "5-3@N", "4-1@S", "2-0@E"} <= set(legal(match))
    play(match, "2-0")
    assert match.turn == 1
    refused(match, "6-4", "6-4 does not fit: the line asks for 5 or 0 or 3 or 1 (SETS-09)")


@clause("SEBASTOPOL-R07", "SEBASTOPOL-E08", "SEBASTOPOL-F02")
def test_the_two_sixes_left_are_ordinary_tiles() -> None:
    match = play(siege(), "6-6", "6-5", "/", "6-2", "6-3", "6-1", "4-1@S")
    assert ends(match) == {"W": 5, "E": 2, "N": 3, "S": 4}
    play(match, "6-4@S")
    assert ends(match) == {"W": 5, "E": 2, "N": 3, "S": 6}
    sixes = [
        name for hand in match.round.dump()["hands"] for name in hand if "6" in name.split("-")
    ]
    assert sixes == ["6-0"]


@clause("SEBASTOPOL-R03", "SEBASTOPOL-R06", "SEBASTOPOL-E09")
def test_one_player_with_all_sixes_lays_all_four_branches() -> None:
    match = dealt("sebastopol", [SIXES, "", "", ""])
    play(match, "6-6")
    for tile in ("6-5", "6-4", "6-3", "6-2"):
        play(match, "/", "/", "/", tile)
    passes = sum(text == "/" for _, text, _ in shown(match, "log"))
    assert passes == 12 and not match.round.over
    assert held(match, 0) == ["6-0", "6-1"]


@clause("SEBASTOPOL-R08", "SEBASTOPOL-E10")
def test_other_doubles_keep_their_branch_and_open_none() -> None:
    match = set_up(
        "sebastopol", ["5-5 1-1", "4-4", "3-3", "2-2"],
        line="6-6 6-5@W 6-2@E 6-3@N 6-1@S", rest=3,
    )
    play(match, "5-5")
    assert ends(match) == {"W": 5, "E": 2, "N": 3, "S": 1}
    assert len(ends(match)) == 4


# All four branches end in a 4.
FOURS = "6-6 6-5@W 6-2@E 6-3@N 6-1@S 5-4@W 4-2@E 4-3@N 4-1@S"


@clause("SEBASTOPOL-07", "SEBASTOPOL-R09", "SEBASTOPOL-E12", "SEBASTOPOL-E13")
def test_four_passes_in_a_row_block_and_score_the_differences() -> None:
    match = set_up("sebastopol", ["3-0", "5-3 1-0", "5-2 2-0", "5-5 2-2"], line=FOURS)
    play(match, "/", "/", "/")
    assert not match.round.over
    play(match, "/")
    assert shown(match, "ending") == "blocked"
    assert match.scores == [23, 5, 5, 0]


@clause("SEBASTOPOL-07")
def test_nothing_is_drawn() -> None:
    match = set_up("sebastopol", ["3-0", "5-3", "5-2", "5-5"], line=FOURS)
    refused(match, "+", "nothing is drawn in Sebastopol (BLOCK-02)")


@clause("SEBASTOPOL-R02", "SEBASTOPOL-E14")
def test_the_double_six_leads_the_next_hand_too() -> None:
    match = sobremesa.game("sebastopol").start(4)
    finish(match.round, Rng(4))
    match.next_round()
    assert legal(match) == ["6-6"]


@clause("SEBASTOPOL-07", "SEBASTOPOL-R10", "SEBASTOPOL-E15")
def test_domino_scores_the_pips_of_the_others_and_a_hundred_win() -> None:
    match = set_up(
        "sebastopol", ["5-5", "5-1 0-0", "2-2", "4-4"], line=FOURS, turn=3, before=[0, 0, 0, 92]
    )
    play(match, "4-4@W")
    assert shown(match, "ending") == "domino"
    assert match.scores == [0, 0, 0, 112] and match.winners == [3]
    assert sobremesa.game("sebastopol", target=50).options["target"] == 50


@clause("SEBASTOPOL-R13")
def test_every_player_is_for_himself() -> None:
    match = set_up("sebastopol", ["4-4", "5-5", "5-1", "2-2"], line=FOURS)
    play(match, "4-4@W")
    assert match.scores == [20, 0, 0, 0]


@clause("SEBASTOPOL-R06", "SEBASTOPOL-F02", "SEBASTOPOL-F03", "SEBASTOPOL-05")
def test_the_siege_always_ends_with_two_sixes_left_and_few_passes() -> None:
    game = sobremesa.game("sebastopol")
    rng = Rng(5)
    hands = 500
    dominoes = 0
    for _ in range(hands):
        match = Match(game, deal=game.deal(rng, 0, 1, [0] * 4).opening())
        passes = row = 0
        while len(shown(match, "line")) < 5:
            moves = legal(match)
            move = moves[int(rng.below(len(moves)))]
            row = row + 1 if move == "/" else 0
            passes += move == "/"
            assert row <= 3 and passes <= 12
            play(match, move)
        left = [name for seat in range(4) for name in held(match, seat) if "6" in name]
        assert len(left) == 2
        finish(match.round, rng)
        dominoes += shown(match, "ending") == "domino"
    assert abs(100 * dominoes / hands - 91) < 4


@clause("SEBASTOPOL-R03")
def test_a_pass_in_the_siege_tells_that_there_is_no_six() -> None:
    match = play(siege(), "6-6", "6-5", "/")
    view = match.view(3)
    worlds = match.game.worlds(view)
    hands = [worlds.sample(Rng(seed)).dump()["hands"][0] for seed in range(40)]
    assert not any("6" in name for hand in hands for name in hand)
    # They may well hold what fits the branch that had begun.
    assert any("5" in name for hand in hands for name in hand)
    assert "pass 6" in picture.svg(view)


def test_the_headline_says_that_only_sixes_are_laid() -> None:
    match = play(siege(), "6-6")
    assert picture.headline(match.view(3)) == "Your turn: lay a tile on 6-6"
    assert picture.headline(match.view(0), names="ABCD") == "D is to play on 6-6"
    play(match, "6-5", "/", "6-2", "6-3", "6-1")
    assert picture.headline(match.view(0)) == "Your turn"


def test_four_empty_places_wait_round_the_double_six() -> None:
    match = play(siege(), "6-6")
    assert picture.svg(match.view(0)).count('class="place"') == 4
    play(match, "6-5")
    view = match.view(0)
    assert picture.svg(view).count('class="place"') == 3
    assert "Open: east 6, north 6, south 6" in picture.ascii(view)
    play(match, "/", "6-2", "6-3", "6-1")
    assert 'class="place"' not in picture.svg(match.view(0))


@clause("SEBASTOPOL-R11", "SEBASTOPOL-F04")
@pytest.mark.parametrize(("top", "each", "aside"), [(9, 13, 3), (12, 22, 3), (15, 34, 0)])
def test_larger_sets_are_shared_out_and_their_highest_double_is_led(
    top: int, each: int, aside: int
) -> None:
    game = sobremesa.game("sebastopol", set=top)
    for seed in range(6):
        round = game.start(seed).round
        view = round.view(-1).data
        assert view["hands"] == [each] * 4 and view["boneyard"] == aside
        doubles = [
            name for hand in round.dump()["hands"] for name in hand
            if len(set(name.split("-"))) == 1
        ]
        highest = max(doubles, key=lambda name: int(name.partition("-")[0]))
        assert [round.text(move) for move in round.moves()] == [highest]
        round.play(round.moves()[0])
        number = highest.partition("-")[0]
        while round.line.fresh:  # type: ignore[attr-defined]
            for move in round.moves():
                text = round.text(move)
                assert text == "/" or number in text.partition("@")[0].split("-")
            round.play(round.moves()[-1])
        assert f"on {highest}" not in picture.headline(round.view(int(round.turn)))
