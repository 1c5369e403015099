"""Djambi, clause by clause."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, IllegalMove, Match, Rng
from sobremesa.core.playout import finish
from sobremesa.families.boards.djambi import Djambi, position_of
from tests.spread import spread

clause = pytest.mark.clause

CORNERS = {"s": (0, 0), "w": (0, 1), "n": (1, 1), "e": (1, 0)}
RING_A1 = "x:a2 x:b1 x:b2"
RING_F6 = ["e5", "e6", "e7", "f5", "f7", "g5", "g6", "g7"]


def line_of(pieces: str, side: int) -> str:
    """Writes the board of `sP:a1 nT=0:c3 x:d4`."""
    board = {place: word for word, _, place in (one.partition(":") for one in pieces.split())}
    files = "abcdefghijklm"[:side]
    return "/".join(
        ",".join(board.get(f"{file}{rank}", "1") for file in files) for rank in range(side, 0, -1)
    )


def table(pieces: str, mover: str = "0r", *, princes: str | None = None, **options: Any) -> Match:
    """Sets up a position; princes who are not named stand in their corners."""
    game = sobremesa.game("djambi", **options)
    assert isinstance(game, Djambi)
    side = int(game.rules.side)
    camps = "swne" if game.players > 2 or "two_player_layout" not in options else "sn"
    for camp in camps if princes is None else princes:
        if f"{camp}P" not in pieces:
            east, north = CORNERS[camp]
            pieces += f" {camp}P:{'abcdefghijklm'[east * (side - 1)]}{north * (side - 1) + 1}"
    board, *rest = mover.split()
    fields = " ".join([line_of(pieces, side), board, *rest])
    return Match(game, deal={"fen": fields})


def do(match: Match, *texts: str) -> str:
    """Plays steps; gives the last as the log tells it."""
    for text in texts:
        match.play(text)
    log = match.view(-1).data["log"]
    return str(log[-1][1])


def ways(match: Match, origin: str = "") -> set[str]:
    """Lists where the pieces, or that on one square, can go."""
    found = {move["touches"][-1] for move in moves(match) if not origin
             or move["touches"][0] == f"square:{origin}"}
    return {touch.removeprefix("square:") for touch in found}


def moves(match: Match) -> list[dict[str, Any]]:
    choices: list[dict[str, Any]] = match.view(match.turn).data["moves"]
    return choices


def seen(match: Match, part: str) -> Any:
    return match.view(-1).data[part]


def standing(match: Match) -> dict[str, str]:
    """Says what stands where: kind, camp, owner, like `T NE 0`; a corpse is `x`."""
    return {
        piece["square"]: "x" if piece["kind"] == "x"
        else f"{piece['kind']} {piece['camp']} {piece['owner']}"
        for piece in seen(match, "pieces")
    }


def owned(match: Match, seat: int) -> int:
    """Counts the living pieces of a seat."""
    return sum(piece["owner"] == seat for piece in seen(match, "pieces"))


def refused(match: Match, text: str) -> str:
    with pytest.raises(IllegalMove) as reason:
        match.play(text)
    return str(reason.value)


def whole_turns(match: Match) -> int:
    """Counts the legal turns of the seat to move."""
    return len(position_of(match.view(-1)).turns())


def turn_order(match: Match, count: int) -> list[int]:
    """Plays harmless turns and notes whose they are; centre turns are declined."""
    found = []
    for _ in range(count):
        found.append(match.turn)
        if "--" in [move["text"].partition(",")[0] for move in moves(match)]:
            match.play("--")
        else:
            step_aside(match)
    return found


def step_aside(match: Match) -> None:
    """Moves a necromobile one square along its rank, and back the next time."""
    for move in moves(match):
        found = re.fullmatch(r"N([a-m])(\d+)-([a-m])(\d+)", move["text"])
        if found and found[2] == found[4] and abs(ord(found[1]) - ord(found[3])) == 1:
            match.play(move["move"])
            return
    raise AssertionError("nobody can step aside")


# Material and set-up.


@clause("DJAMBI-01", "DJAMBI-R05")
def test_two_three_or_four_play() -> None:
    for players in (2, 3, 4):
        assert sobremesa.game("djambi", players=players).players == players
    for players in (1, 5):
        with pytest.raises(BadOption, match="players"):
            sobremesa.game("djambi", players=players)


@clause("DJAMBI-02", "DJAMBI-R01", "DJAMBI-R02", "DJAMBI-F02")
def test_boards_are_odd_squares_that_hold_four_camps() -> None:
    sizes = [
        len(sobremesa.game("djambi", board=side).rules.squares) for side in (7, 9, 11, 13)  # type: ignore[attr-defined]
    ]
    assert sizes == [49, 81, 121, 169]
    assert all(25 <= size <= 210 for size in sizes)
    assert sobremesa.game("djambi").options["board"] == 11
    for side in (5, 8, 15):
        with pytest.raises(BadOption, match="DJAMBI-R02"):
            sobremesa.game("djambi", board=side)
    assert 210 not in {one * other for one in range(1, 210, 2) for other in range(1, 210, 2)}


@clause("DJAMBI-03")
@pytest.mark.parametrize(("side", "centre"), [(7, "d4"), (9, "e5"), (11, "f6"), (13, "g7")])
def test_one_square_is_the_centre(side: int, centre: str) -> None:
    assert seen(sobremesa.game("djambi", board=side).start(1), "centre") == centre


@clause("DJAMBI-04", "DJAMBI-46", "DJAMBI-E01", "DJAMBI-F01", "DJAMBI-R03")
def test_four_camps_of_nine_in_the_corners() -> None:
    match = sobremesa.game("djambi").start(1)
    stands = standing(match)
    assert len(stands) == 36 and 121 - len(stands) == 85 and "f6" not in stands
    expected = {
        "SW": ["Pa1", "Tb1", "Ra2", "Nb2", "Zc3", "Gc1", "Gc2", "Ga3", "Gb3"],
        "NW": ["Pa11", "Tb11", "Ra10", "Nb10", "Zc9", "Gc11", "Gc10", "Ga9", "Gb9"],
        "NE": ["Pk11", "Tj11", "Rk10", "Nj10", "Zi9", "Gi11", "Gi10", "Gk9", "Gj9"],
        "SE": ["Pk1", "Tj1", "Rk2", "Nj2", "Zi3", "Gi1", "Gi2", "Gk3", "Gj3"],
    }
    for seat, (camp, pieces) in enumerate(expected.items()):
        for piece in pieces:
            assert stands[piece[1:]] == f"{piece[0]} {camp} {seat}"


@clause("DJAMBI-R03")
def test_the_modern_camp_changes_necromobile_and_zoomobile() -> None:
    stands = standing(sobremesa.game("djambi", board=9, camp_layout="modern").start(1))
    assert stands["b2"] == "Z SW 0" and stands["c3"] == "N SW 0"
    assert stands["h8"] == "Z NE 2" and stands["g7"] == "N NE 2"


@clause("DJAMBI-F03")
@pytest.mark.parametrize("side", [7, 9, 11, 13])
def test_the_layout_is_its_own_mirror_image(side: int) -> None:
    kinds = {
        (ord(square[0]) - 96, int(square[1:])): what[0]
        for square, what in standing(sobremesa.game("djambi", board=side).start(1)).items()
    }
    assert kinds == {(side + 1 - file, rank): kind for (file, rank), kind in kinds.items()}
    assert kinds == {(file, side + 1 - rank): kind for (file, rank), kind in kinds.items()}


@clause("DJAMBI-05", "DJAMBI-R44")
def test_all_corpses_look_alike() -> None:
    match = table("sT:d4 nG:d9 wZ:h8")
    do(match, "Td4xd9", "@d5")
    corpse = next(piece for piece in seen(match, "pieces") if piece["square"] == "d5")
    assert (corpse["kind"], corpse["camp"], corpse["owner"]) == ("x", "", -1)
    assert "x" in seen(match, "fen").split("/")[6]


@clause("DJAMBI-06", "DJAMBI-R39")
def test_the_last_prince_is_king() -> None:
    match = table("sT:k10 nZ:c5 nG:e5", princes="sn")
    assert do(match, "Tk10xPk11", "x@a5") == "x@a5,NE>SW:2,NE-out,king=SW"
    assert match.over and match.winners == [0] and match.scores == [12, 0, 0, 0]
    assert seen(match, "ending") == "king" and seen(match, "winner") == 0


@clause("DJAMBI-R39")
def test_ownerless_princes_do_not_keep_the_game_open() -> None:
    match = table("sT:k10", princes="sne", players=3)
    do(match, "Tk10xPk11", "x@a5")
    assert match.winners == [0]


@clause("DJAMBI-07")
def test_everybody_sees_everything() -> None:
    match = sobremesa.game("djambi").start(5)
    do(match, match.view(match.turn).data["moves"][0]["text"])
    views = [match.view(seat).data for seat in range(-1, 4)]
    own = ("seat", "moves", "silence", "plain")
    public = [{part: view[part] for part in view if part not in own} for view in views]
    assert all(view == public[0] for view in public)
    worlds = match.game.worlds(match.view(2))
    assert worlds.count() == 1 and worlds.sample(Rng(1)) == match.round


# Turns.


@clause("DJAMBI-08", "DJAMBI-R05")
@pytest.mark.parametrize(("players", "order"), [
    (4, [0, 1, 2, 3, 0]), (3, [0, 1, 2, 0, 1]), (2, [0, 1, 0, 1, 0]),
])
def test_turns_go_round_clockwise_and_are_not_skipped(players: int, order: list[int]) -> None:
    match = table("sN:d2 wN:d10 nN:h10" + (" eN:h2" if players == 4 else ""), players=players)
    assert turn_order(match, 5) == order
    assert "only a centre turn may be declined" in refused(match, "--")


@clause("DJAMBI-R05")
def test_the_first_player_is_named_or_drawn_by_lot() -> None:
    assert {sobremesa.game("djambi").start(seed).turn for seed in range(40)} == {0, 1, 2, 3}
    assert sobremesa.game("djambi", first_player=2).start(9).turn == 2
    with pytest.raises(BadOption, match="DJAMBI-R05"):
        sobremesa.game("djambi", players=3, first_player=3)


@clause("DJAMBI-R05", "DJAMBI-R32")
def test_the_rotation_goes_on_from_the_last_seat_when_players_are_out() -> None:
    match = table("sN:d2 wN:d10 wT:k10 eN:h2", "1r")
    do(match, "Tk10xPk11", "x@f3")
    assert [match.turn, *seen(match, "coming")] == [3, 0, 1, 3, 0, 1]
    assert not seen(match, "seats")[2]["in"]


@clause("DJAMBI-09")
def test_a_turn_moves_one_piece_of_the_player() -> None:
    match = table("sN:d2 wN:d10")
    before = standing(match)
    assert "is not yours" in refused(match, "Nd10-d9")
    assert "no piece on d5" in refused(match, "d5-d6")
    do(match, "Nd2-e2")
    changed = set(before.items()) ^ set(standing(match).items())
    assert changed == {("d2", "N SW 0"), ("e2", "N SW 0")}
    assert match.turn == 1


@clause("DJAMBI-10", "DJAMBI-11")
@pytest.mark.parametrize("kind", "PNZTR")
def test_all_but_warriors_run_like_a_queen(kind: str) -> None:
    match = table(f"s{kind}:d5 wP:a11 nP:k11 eP:k1" + ("" if kind == "P" else " sP:a1"))
    queen = {
        f"{'abcdefghijk'[x]}{y + 1}" for x in range(11) for y in range(11)
        if (x, y) != (3, 4) and (x == 3 or y == 4 or x - y == -1 or x + y == 7)
    }
    expected = queen - {"a1", "a11", "k11", "k1"}
    assert ways(match, "d5") == expected
    assert "eight directions" in refused(match, "d5-e7")


@clause("DJAMBI-11", "DJAMBI-R06", "DJAMBI-12", "DJAMBI-32")
def test_pieces_and_corpses_in_the_way_stop_a_run() -> None:
    match = table("sT:d4 nG:d7 nG:d9 x:f4 sN:b4")
    along = {square for square in ways(match, "d4") if square[0] == "d" or square[1:] == "4"}
    assert along == {"d5", "d6", "d7", "d3", "d2", "d1", "e4", "c4"}
    assert "what stands on d7 is in the way" in refused(match, "Td4xd9")
    assert "in the way" in refused(match, "d4-g4")
    assert "your own" in refused(match, "d4-b4")


# The pieces.


@clause("DJAMBI-13", "DJAMBI-14")
def test_a_prince_kills_and_puts_the_corpse_anywhere_free_but_the_centre() -> None:
    match = table("sP:d4 nG:d9 wZ:h8")
    do(match, "Pd4xGd9")
    assert seen(match, "step") == "place" and seen(match, "acting") == "d9"
    free = ways(match)
    assert "d4" in free and not free & {"d9", "f6", "h8", "a11", "k11", "k1"}
    assert len(free) == 121 - 6
    do(match, "x@g7")
    assert standing(match)["g7"] == "x" and standing(match)["d9"] == "P SW 0"


@clause("DJAMBI-15", "DJAMBI-16", "DJAMBI-17", "DJAMBI-R13", "DJAMBI-37", "DJAMBI-E10")
def test_a_necromobile_takes_the_place_of_a_corpse_and_puts_it_elsewhere() -> None:
    match = table("sN:b2 x:b7", princes="sn")
    do(match, "Nb2~xb7")
    assert len(ways(match)) == 117 and {"b2", "k9"} <= ways(match)
    assert "not be put on the centre" in refused(match, "x@f6")
    assert "not free" in refused(match, "x@k11")
    do(match, "x@k9")
    assert standing(match)["k9"] == "x" and standing(match)["b7"] == "N SW 0"
    blocked = table("sN:b2 x:b7 nG:b5", princes="sn")
    assert {square for square in ways(blocked, "b2") if square[0] == "b"} == {"b1", "b3", "b4"}


@clause("DJAMBI-16")
@pytest.mark.parametrize("victim", ["sG:e5", "wG:e5"])
def test_whose_the_corpse_was_makes_no_difference(victim: str) -> None:
    match = table(f"nT:e9 {victim} sN:b2 wN:d11 eN:h1", "2r")
    do(match, "Te9xe5", "x@b7", "Nh1-i1", "Nb2~xb7", "x@k9")
    assert standing(match)["k9"] == "x"


@clause("DJAMBI-18")
def test_a_necromobile_has_no_power_over_the_living() -> None:
    match = table("sN:b2 nG:b5")
    assert "no power over the living" in refused(match, "Nb2-b5")


@clause("DJAMBI-19", "DJAMBI-21", "DJAMBI-R12")
def test_a_zoomobile_sends_a_living_enemy_anywhere_free() -> None:
    match = table("sZ:c3 nG:c8 sT:h2")
    do(match, "Zc3~Gc8")
    free = ways(match)
    assert {"c3", "h3", "g2"} <= free and "f6" not in free and len(free) == 121 - 1 - 6
    assert do(match, "G@h3") == "G@h3"
    assert standing(match)["h3"] == "G NE 2", "exposed to the direct killer, alive"
    assert standing(match)["c8"] == "Z SW 0"


@clause("DJAMBI-20", "DJAMBI-R08", "DJAMBI-R09")
def test_a_zoomobile_does_not_move_its_own_camp_nor_corpses() -> None:
    match = table("sZ:c3 sG:c8 nT=0:e3 x:a3 eG:c1")
    assert {"c8", "e3", "a3"} & ways(match, "c3") == set()
    assert "c1" in ways(match, "c3")
    assert "its own camp" in refused(match, "Zc3-c8")
    assert "its own camp" in refused(match, "Zc3-e3"), "what is captured is own camp"
    assert "corpse" in refused(match, "Zc3-a3")


@clause("DJAMBI-50", "DJAMBI-R09", "DJAMBI-R41")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_variant_1_sends_pieces_of_the_own_camp_too(players: int) -> None:
    match = table("sZ:c3 sG:c8 sP:e3 x:a3", players=players, own_camp_sending=True)
    assert {"c8", "e3"} <= ways(match, "c3") and "a3" not in ways(match, "c3")
    do(match, "Zc3~Pe3")
    expected = {4: "P@f6,centre=SW", 3: "P@f6,~SE>SW:1,centre=SW", 2: "P@f6,centre=S"}
    assert do(match, "P@f6") == expected[players]


@clause("DJAMBI-22", "DJAMBI-E06", "DJAMBI-R12")
def test_a_direct_killer_kills_by_taking_the_place() -> None:
    match = table("sT:d4 nG:d9", princes="sn")
    do(match, "Td4xGd9")
    assert len(ways(match)) == 117 and "d4" in ways(match) and "f6" not in ways(match)
    do(match, "x@d4")
    assert standing(match) == {
        "a1": "P SW 0", "k11": "P NE 2", "d9": "T SW 0", "d4": "x",
    }


@clause("DJAMBI-R12")
def test_the_corpse_may_have_to_lie_where_the_direct_killer_came_from() -> None:
    match = table("sT:d4 nG:d9", direct_killer_corpse="origin")
    assert do(match, "Td4xGd9") == "Td4xGd9,x@d4"
    assert standing(match)["d4"] == "x" and match.turn == 1


@clause("DJAMBI-23", "DJAMBI-24", "DJAMBI-25", "DJAMBI-26", "DJAMBI-E07")
def test_a_remote_killer_kills_beside_its_new_square_only() -> None:
    match = table("sR:e6 nG:e7")
    shooting = [text.split() for text in turns_of(match) if "!Ge7" in text]
    assert shooting == [["Re6-d7", "!Ge7"], ["Re6-f7", "!Ge7"]]
    assert "takes nobody's place" in refused(match, "Re6-e7")
    do(match, "Re6-d7")
    assert seen(match, "step") == "victim"
    do(match, "!Ge7")
    assert standing(match)["e7"] == "x" and standing(match)["d7"] == "R SW 0"
    diagonal = table("sR:a6 nG:e7")
    do(diagonal, "Ra6-d6")
    assert diagonal.turn == 1 and standing(diagonal)["e7"] == "G NE 2"


def turns_of(match: Match) -> list[str]:
    """Lists the whole turns that begin with each first step, as texts."""
    found = []
    for move in moves(match):
        twin = match.round.copy()
        twin.play(move["move"])
        if twin.turn != match.turn or twin.over:
            found.append(move["text"])
        else:
            found += [f"{move['text']} {twin.text(second)}" for second in twin.moves()]
    return found


@clause("DJAMBI-E09", "DJAMBI-R11")
def test_a_remote_killer_kills_one_or_nobody() -> None:
    match = table("sR:e2 nG:e7 nG:d6")
    do(match, "Re2-e6")
    assert {move["text"] for move in moves(match)} == {"!Ge7", "!Gd6", "!none"}
    assert "one piece only" in refused(match, "!all")
    assert refused(match, "!Pe7") == "Pe7 does not follow: it is Ge7"
    do(match, "!none")
    assert standing(match)["e7"] == "G NE 2" and standing(match)["d6"] == "G NE 2"


@clause("DJAMBI-R11")
def test_with_all_a_remote_killer_kills_everybody_in_reach_or_nobody() -> None:
    match = table("sR:e2 nG:e7 nP:d6 wP:f6 wG:b8", remote_kill_count="all")
    do(match, "Re2-e6")
    assert {move["text"].partition(",")[0] for move in moves(match)} == {"!all", "!none"}
    assert "all or nobody" in refused(match, "!e7")
    told = do(match, "!all")
    assert {"xGe7", "xPd6", "-Pf6", "NW>SW:1", "NW-out", "NE-out"} <= set(told.split(","))
    assert seen(match, "seats")[3]["in"] and match.turn == 3


@clause("DJAMBI-R10")
def test_along_its_path_a_remote_killer_kills_beside_every_square_it_crosses() -> None:
    pieces = "sR:e2 nG:d4 nG:f5 nG:d2 nG:d1"
    ends = table(pieces)
    do(ends, "Re2-e6")
    assert ends.turn == 1, "nobody stands beside the end square"
    match = table(pieces, remote_kill="along_path")
    do(match, "Re2-e6")
    assert {move["text"] for move in moves(match)} == {"!Gd4", "!Gf5", "!none"}


@clause("DJAMBI-27", "DJAMBI-28", "DJAMBI-29", "DJAMBI-R20", "DJAMBI-R21")
def test_a_warrior_goes_two_squares_in_its_players_first_turn_only() -> None:
    match = table("sG:d4 sN:b2 wN:d11 nN:h10 eN:h1", "0r 0 0123")
    two = {"d6", "f4", "d2", "b4", "b6", "f2", "f6", "b2"}
    one = {"d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"}
    assert ways(match, "d4") == (two | one) - {"f6", "b2"}
    do(match, "Nb2-b3", "Nd11-e11", "Nh10-g10", "Nh1-g1")
    assert ways(match, "d4") == one
    assert "does not go so far" in refused(match, "Gd4-d6")


@clause("DJAMBI-R20")
def test_a_first_turn_is_the_first_one_played() -> None:
    match = table("sP:f6 sG:d3 wN:d11 nN:h10 eN:h1", "1r 1 0123")
    do(match, "Nd11-e11", "--", "Nh10-g10")
    assert seen(match, "kind") == "centre" and "d5" in ways(match, "d3")
    do(match, "Gd3-d5", "Nh1-g1")
    assert match.turn == 0 and "d7" not in ways(match, "d5")


@clause("DJAMBI-R20")
def test_with_piece_first_move_each_warrior_has_its_own_licence() -> None:
    match = table("sG:d4 sG:h4 nZ:h9 wN:d11 eN:h1", "0r 0 d4.h4", warrior_step="piece_first_move")
    do(match, "Gd4-d5", "Nd11-e11", "Zh9~Gh4", "G@b8", "Nh1-g1")
    assert "d7" not in ways(match, "d5")
    assert {"b10", "d8"} <= ways(match, "b8"), "being sent is not a move of the warrior"


@clause("DJAMBI-R20")
def test_with_always_two_warriors_go_one_or_two_squares() -> None:
    match = table("sG:d4 nG:b6", warrior_step="always_two")
    assert {"d5", "d6", "b6"} <= ways(match, "d4")


@clause("DJAMBI-30")
def test_a_warrior_kills_by_taking_the_place() -> None:
    match = table("sG:d4 nT:e5")
    do(match, "Gd4xTe5", "x@d4")
    assert standing(match)["e5"] == "G SW 0" and standing(match)["d4"] == "x"


@clause("DJAMBI-31")
def test_corpses_stay_on_the_board() -> None:
    rng = Rng(4)
    game = sobremesa.game("djambi")
    round = game.start(4).round
    while not round.over:
        options = round.moves()
        round.play(options[int(rng.below(len(options)))])
    view = round.view(-1).data
    dead = [piece for piece in view["pieces"] if piece["kind"] == "x"]
    log = "".join(text for _, text, _ in view["log"])
    assert dead and 36 - len(view["pieces"]) == log.count(",-"), "what is gone has disappeared"


@clause("DJAMBI-R07")
def test_nobody_kills_his_own() -> None:
    match = table("sT:d4 sG:d6 sP:a4 sR:h6 nG:h9 sG:g8")
    assert "your own" in refused(match, "Td4-d6")
    assert "your own" in refused(match, "Pa4-d4")
    do(match, "Rh6-h8")
    assert {move["text"] for move in moves(match)} == {"!Gh9", "!none"}


@clause("DJAMBI-R08", "DJAMBI-R30")
def test_ownerless_pieces_are_enemies_of_everybody() -> None:
    pieces = "sT:d4 sZ:h4 sR:b6 eG~e:d9 eN~e:h8 eR~e:c8 sN:i1"
    match = table(pieces, princes="swn", players=3)
    assert "d9" in ways(match, "d4") and "d10" not in ways(match, "d4")
    assert "h8" in ways(match, "h4")
    do(match, "Rb6-b8")
    assert "!Rc8" in {move["text"] for move in moves(match)}
    match = table(pieces, princes="swn", players=3)
    assert "not yours" in refused(match, "Gd9-d8")


# The centre.


@clause("DJAMBI-33", "DJAMBI-36", "DJAMBI-R14", "DJAMBI-E04")
def test_only_a_prince_stops_on_the_centre() -> None:
    game = sobremesa.game("djambi", first_player=0)
    assert "only a prince can occupy the centre" in refused(game.start(1), "Zc3-f6")
    prince = table("sP:f2")
    assert do(prince, "Pf2-f6") == "Pf2-f6,centre=SW"
    suicide = sobremesa.game("djambi", first_player=0, centre_entry="suicide").start(1)
    assert do(suicide, "Zc3-f6") == "Zc3-f6,-Zf6"
    assert owned(suicide, 0) == 8 and "f6" not in standing(suicide)


@clause("DJAMBI-R14")
def test_a_remote_killer_that_ends_on_the_centre_kills_nobody() -> None:
    match = table("sR:f2 nG:f7", centre_entry="suicide")
    assert do(match, "Rf2-f6") == "Rf2-f6,-Rf6"
    assert standing(match)["f7"] == "G NE 2"


@clause("DJAMBI-34", "DJAMBI-35", "DJAMBI-R17", "DJAMBI-E13")
def test_a_warrior_and_the_prince_it_kills_on_the_centre_disappear() -> None:
    match = table("nP:f6 nZ:c9 nG:b8 sG:g5")
    assert do(match, "Gg5xPf6") == "Gg5xPf6,-Pf6,-Gf6,NE>SW:2,NE-out"
    assert "f6" not in standing(match) and owned(match, 0) == 3
    direct = table("nP:f6 nZ:c9 sT:f2")
    assert do(direct, "Tf2xPf6") == "Tf2xPf6,-Pf6,-Tf6,NE>SW:1,NE-out"


@clause("DJAMBI-34", "DJAMBI-35", "DJAMBI-R17", "DJAMBI-E14")
def test_a_prince_who_kills_on_the_centre_occupies_it() -> None:
    match = table("nP:f6 nZ:c9 sP:f1")
    assert do(match, "Pf1xPf6") == "Pf1xPf6,-Pf6,NE>SW:1,NE-out,centre=SW"
    assert standing(match)["f6"] == "P SW 0"


@clause("DJAMBI-R17")
def test_with_move_on_the_killer_leaves_the_centre_at_once() -> None:
    match = table("nP:f6 nZ:c9 sT:f2 wG:f9 wN:d11", centre_capture="move_on")
    assert do(match, "Tf2xPf6", "x@f5") == "x@f5,NE>SW:1,NE-out"
    assert match.turn == 0 and seen(match, "step") == "move_on" and seen(match, "acting") == "f6"
    assert "has to move on" in refused(match, "--")
    assert "has to move on" in refused(match, "c9c8")
    assert "f9" in ways(match) and "f5" not in ways(match), "the further move may act"
    assert "c9" not in ways(match), "what was taken over is own"
    do(match, "Tf6xGf9", "x@f2")
    assert match.turn == 1 and standing(match)["f9"] == "T SW 0"


@clause("DJAMBI-R17")
def test_with_move_on_a_prince_stays_and_who_cannot_move_disappears() -> None:
    prince = table("nP:f6 sP:f1", centre_capture="move_on")
    do(prince, "Pf1xPf6", "x@a5")
    assert standing(prince)["f6"] == "P SW 0" and prince.turn == 1
    ring = " ".join(f"x:{square}" for square in RING_F6 if square != "g5")
    match = table(f"nP:f6 sG:g5 {ring} wN:a8 nN:a9", centre_capture="move_on")
    told = do(match, "Gg5xPf6", "x@g5")
    assert told == "x@g5,-Gf6,NE>SW:1,NE-out" and match.turn == 1


@clause("DJAMBI-R17", "DJAMBI-R12")
def test_a_direct_killer_moving_on_puts_the_corpse_where_it_likes() -> None:
    match = table(
        "nP:f6 nZ:c9 sT:f2 wG:f9", centre_capture="move_on", direct_killer_corpse="origin",
    )
    assert do(match, "Tf2xPf6") == "Tf2xPf6,x@f2,NE>SW:1,NE-out"
    do(match, "Tf6xGf9")
    assert seen(match, "step") == "place" and "f6" not in ways(match)


@clause("DJAMBI-R17")
def test_a_king_does_not_have_to_move_on() -> None:
    match = table("nP:f6 sT:f2", princes="s", centre_capture="move_on")
    assert do(match, "Tf2xPf6", "x@f5") == "x@f5,NE-out,king=SW"
    assert match.over


@clause("DJAMBI-R15", "DJAMBI-19")
@pytest.mark.parametrize(("allowed", "prince", "other"), [
    ("prince_only", True, False), ("nobody", False, False), ("anybody", True, True),
])
def test_whom_a_zoomobile_may_send_to_the_centre(
    allowed: str, prince: bool, other: bool
) -> None:
    for piece, may in (("P", prince), ("G", other)):
        match = table(f"sZ:c3 n{piece}:c8", send_to_centre=allowed)
        do(match, f"Zc3~{piece}c8")
        assert ("f6" in ways(match)) == may
        if may:
            told = do(match, f"{piece}@f6")
            assert told == ("P@f6,centre=NE" if piece == "P" else "G@f6,-Gf6")


@clause("DJAMBI-R16", "DJAMBI-E03")
def test_the_empty_centre_may_be_crossed() -> None:
    match = sobremesa.game("djambi", first_player=0).start(1)
    do(match, "Zc3~Zi9")
    assert {"c3", "f5"} <= ways(match) and "f6" not in ways(match)


@clause("DJAMBI-R18", "DJAMBI-E12")
def test_a_zoomobile_dislodges_the_prince_from_the_centre_and_disappears() -> None:
    match = table("nP:f6 sZ:f2", princes="s")
    do(match, "Zf2~Pf6")
    assert len(ways(match)) == 119 and "f6" not in ways(match)
    assert do(match, "P@h3") == "P@h3,-Zf6"
    assert standing(match) == {"a1": "P SW 0", "h3": "P NE 2"}
    assert seen(match, "coming") == [0, 2, 0, 2, 0]


@clause("DJAMBI-R18")
def test_with_move_on_the_zoomobile_goes_on() -> None:
    match = table("nP:f6 sZ:f2 wP:c6", centre_capture="move_on")
    do(match, "Zf2~Pf6", "P@h3")
    assert seen(match, "step") == "move_on"
    do(match, "Zf6~Pc6")
    assert "f6" in ways(match), "the centre it left is free for a prince"
    assert do(match, "P@f6") == "P@f6,centre=NW"


@clause("DJAMBI-R19", "DJAMBI-E08")
def test_a_remote_killer_shoots_the_prince_on_the_centre() -> None:
    match = table("nP:f6 nZ:c9 nG:b8 sR:b6")
    do(match, "Rb6-e6")
    assert do(match, "!Pf6") == "!Pf6,-Pf6,NE>SW:2,NE-out"
    assert standing(match)["e6"] == "R SW 0" and "f6" not in standing(match)
    diagonal = table("nP:f6 sR:b5")
    do(diagonal, "Rb5-e5")
    assert diagonal.turn == 2 and standing(diagonal)["f6"] == "P NE 2"


@clause("DJAMBI-38", "DJAMBI-R22", "DJAMBI-R23", "DJAMBI-E19")
def test_the_prince_on_the_centre_plays_after_every_turn_of_another() -> None:
    match = table("sP:f2 sN:d2 wN:d10 nN:h10 eN:h2")
    do(match, "Pf2-f6")
    assert [match.turn, *seen(match, "coming")] == [1, 0, 2, 0, 3, 0]
    kinds = []
    order = []
    for _ in range(8):
        order.append(match.turn)
        kinds.append(seen(match, "kind"))
        turn_order(match, 1)
    assert order == [1, 0, 2, 0, 3, 0, 1, 0]
    assert kinds == ["rotation", "centre"] * 2 + ["rotation"] * 3 + ["centre"]


@clause("DJAMBI-E20", "DJAMBI-R22")
def test_who_leaves_the_centre_in_a_centre_turn_loses_the_others() -> None:
    match = table("sP:f2 sN:d2 wN:d10 nN:h10 eN:h2")
    do(match, "Pf2-f6", "Nd10-e10", "Pf6-f5")
    assert turn_order(match, 4) == [2, 3, 0, 1]


@clause("DJAMBI-R24", "DJAMBI-E21")
@pytest.mark.parametrize(("rule", "order"), [
    ("no_extra", [0, 2, 0, 2, 0]), ("double", [0, 2, 0, 0, 2]),
])
def test_the_centre_with_two_players_left(rule: str, order: list[int]) -> None:
    match = table("sP:f6 sN:d2 nN:h10", princes="sn", two_left_centre=rule)
    assert turn_order(match, 5) == order


@clause("DJAMBI-R25")
def test_a_prince_sent_to_the_centre_has_a_turn_at_once() -> None:
    match = table("sZ:c3 nP:c8 nN:h10 wN:d10 eN:h2")
    do(match, "Zc3~Pc8", "P@f6")
    assert match.turn == 2 and seen(match, "kind") == "centre"
    assert turn_order(match, 4) == [2, 1, 2, 3], "after NW the turn is NE's own"


@clause("DJAMBI-E32", "DJAMBI-R17", "DJAMBI-42")
def test_the_centre_changes_hands() -> None:
    match = table("sP:f6 sN:d2 wP:f9 wN:d10 nN:h10 eN:h2", "1r")
    assert do(match, "Pf9xPf6") == "Pf9xPf6,-Pf6,SW>NW:1,SW-out,centre=NW"
    assert turn_order(match, 7) == [2, 1, 3, 1, 2, 1, 3]


@clause("DJAMBI-39", "DJAMBI-R35", "DJAMBI-E22")
def test_a_prince_on_the_centre_carries_corpses() -> None:
    match = table("sP:f6 x:f9")
    do(match, "Pf6~xf9")
    assert "f6" not in ways(match) and "f7" in ways(match)
    do(match, "x@a8")
    assert standing(match)["f9"] == "P SW 0" and "f6" not in standing(match)
    elsewhere = table("sP:f5 x:f9")
    up = {square for square in ways(elsewhere, "f5") if square[0] == "f" and int(square[1:]) > 5}
    assert up == {"f6", "f7", "f8"}
    assert "corpse" in refused(elsewhere, "Pf5-f9")


def ringed(extra: str = "", mover: str = "2r", **options: Any) -> Match:
    """A prince of SW on the centre, the ring closed but for e5; NE's necromobile closes it."""
    ring = " ".join(f"x:{square}" for square in RING_F6 if square != "e5")
    return table(
        f"sP:f6 {ring} x:h10 nN:h8 sZ:a4 sG:b4 wN:d10 eN:h2 {extra}", mover, **options
    )


@clause("DJAMBI-40", "DJAMBI-41", "DJAMBI-R31", "DJAMBI-E23", "DJAMBI-R46")
def test_a_prince_encircled_on_the_centre_for_a_round_disappears() -> None:
    match = ringed()
    assert do(match, "Nh8~xh10", "x@e5") == "x@e5,ring"
    assert seen(match, "timers") == [{"what": "ring", "camp": "", "seats": [0, 1, 2, 3]}]
    assert match.turn == 0 and seen(match, "kind") == "centre" and "e5" in ways(match, "f6")
    do(match, "--", "Nh2-i2", "Za4-a5", "Nd10-e10", "--")
    assert match.turn == 2 and standing(match)["f6"] == "P SW 0"
    assert do(match, "Nh10-h9") == "Nh10-h9,-Pf6,SW>~SW:2,SW-out"
    assert seen(match, "waiting")[0]["free"] and seen(match, "timers") == []
    assert match.turn == 3 and [seat["in"] for seat in seen(match, "seats")] == [
        False, True, True, True]


@clause("DJAMBI-R31")
def test_the_ring_starts_anew_when_it_was_broken() -> None:
    match = ringed()
    do(match, "Nh8~xh10", "x@e5", "--", "Nh2-i2", "Pf6~xe5", "x@a8")
    assert seen(match, "timers") == []
    assert standing(match)["e5"] == "P SW 0"


@clause("DJAMBI-R31")
def test_the_centre_may_be_safe() -> None:
    match = ringed(centre_encircle="safe")
    assert do(match, "Nh8~xh10", "x@e5") == "x@e5"
    do(match, "--", "Nh2-i2", "Za4-a5", "Nd10-e10", "--", "Nh10-h9", "--", "Ni2-h2")
    assert standing(match)["f6"] == "P SW 0"


@clause("DJAMBI-41")
def test_the_next_prince_on_the_centre_takes_what_the_vanished_one_left() -> None:
    match = ringed()
    do(match, "Nh8~xh10", "x@e5", "--", "Nh2-i2", "Za4-a5", "Nd10-e10", "--", "Nh10-h9")
    assert owned(match, 0) == 0 and match.turn == 3
    do(match, "Pk1-k8", "Ne10~xe7", "x@c11", "Nh9-h10", "Pk8-e8", "Ne7-d7", "Nh10-h9")
    do(match, "Pe8-e7", "Nd7-c7", "Nh9-h10")
    assert do(match, "Pe7-f6") == "Pe7-f6,~SW>SE:2,centre=SE"
    assert owned(match, 3) == 4


# Princes lost.


@clause("DJAMBI-42", "DJAMBI-R40", "DJAMBI-E25", "DJAMBI-R32")
def test_who_kills_a_prince_takes_over_all_his_pieces() -> None:
    match = table(
        "nT:a4 wP:a8 wN:b11 wG:c11 wG:d11 wG:e11 wZ:f11 eN=1:g11 eG=1:h11 eT=1:i11", "2r"
    )
    assert do(match, "Ta4xPa8", "x@b2") == "x@b2,NW>NE:8,NW-out"
    assert owned(match, 2) == 10
    do(match, "Pk1-k2", "Pa1-a2")
    assert match.turn == 2 and "i10" in ways(match, "i11")


@clause("DJAMBI-43", "DJAMBI-45", "DJAMBI-R26", "DJAMBI-R28", "DJAMBI-E15", "DJAMBI-R32")
def test_an_encircled_prince_without_necromobile_is_lost() -> None:
    match = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 sZ:h5", "1r")
    assert do(match, "Nd9~xd5", "x@b2") == "x@b2,xPa1,SW>~SW:2,SW-out"
    assert standing(match)["a1"] == "x" and standing(match)["h4"] == "G SW -1"
    assert seen(match, "coming") == [3, 1, 2, 3, 1]
    saved = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 eN=0:h5", "1r")
    assert do(saved, "Nd9~xd5", "x@b2") == "x@b2"
    assert standing(saved)["a1"] == "P SW 0"


@clause("DJAMBI-R26")
@pytest.mark.parametrize(("prince", "ring"), [
    ("a1", "a2 b1 b2"), ("a5", "a4 a6 b4 b5 b6"), ("c4", "b3 b4 b5 c3 c5 d3 d4 d5"),
])
def test_edges_are_walls_and_living_pieces_do_not_encircle(prince: str, ring: str) -> None:
    squares = ring.split()
    corpses = " ".join(f"x:{square}" for square in squares[1:])
    match = table(f"sP:{prince} {corpses} x:h5 wN:h9", "1r")
    do(match, "Nh9~xh5")
    assert do(match, f"x@{squares[0]}") == f"x@{squares[0]},xP{prince},SW-out"
    living = table(f"sP:{prince} {corpses} wG:{squares[0]} wN:h9", "1r")
    do(living, "Nh9-h8")
    assert standing(living)[prince] == "P SW 0"


@clause("DJAMBI-R26")
def test_the_ring_alone_may_be_enough() -> None:
    match = table(
        "x:a2 x:b1 x:d5 wN:d9 sN:h5", "1r", encircle_needs_no_necromobile=False
    )
    assert do(match, "Nd9~xd5", "x@b2") == "x@b2,xPa1,SW>~SW:1,SW-out"


@clause("DJAMBI-R27", "DJAMBI-E16")
def test_the_defeat_comes_when_the_last_necromobile_dies() -> None:
    match = table(f"{RING_A1} sN:h5 sZ:d8 nR:j5 wN:d10 eN:h2")
    do(match, "Nh5-h6", "Nd10-e10")
    do(match, "Rj5-j6")
    assert match.turn == 3
    do(match, "Nh2-i2", "Nh6-h5", "Ne10-d10", "Rj6-i6")
    assert match.turn == 3, "h5 is diagonal"
    do(match, "Ni2-h2", "Zd8-c8", "Nd10-e10", "Ri6-i5")
    assert do(match, "!Nh5") == "!Nh5,xPa1,SW>~SW:1,SW-out"


@clause("DJAMBI-R28")
def test_a_defeat_is_final_when_the_ring_is_opened() -> None:
    match = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 eN:b9 nN:h9", "1r")
    do(match, "Nd9~xd5", "x@b2", "Nh9-h8", "Nb9~xb2", "x@g2")
    assert not seen(match, "seats")[0]["in"] and standing(match)["a1"] == "x"


@clause("DJAMBI-E17", "DJAMBI-F07", "DJAMBI-R26")
def test_a_prince_next_to_the_centre_is_never_encircled() -> None:
    corpses = "x:d4 x:d5 x:d6 x:e4 x:e6 x:f4 x:f5"
    match = table(f"sP:e5 {corpses} wN:h9 nN:h10 eN:h2", "1r")
    do(match, "Nh9-h8", "Nh10-i10", "Nh2-i2")
    assert standing(match)["e5"] == "P SW 0" and "f6" in ways(match, "e5")


@clause("DJAMBI-44", "DJAMBI-R29", "DJAMBI-R30", "DJAMBI-R46")
def test_a_round_later_the_pieces_go_to_the_prince_on_the_centre() -> None:
    match = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 nP:f6 nN:h8 eN:h2", "1r")
    do(match, "Nd9~xd5", "x@b2")
    assert match.turn == 2 and owned(match, 2) == 2
    assert seen(match, "timers") == [{"what": "estate", "camp": "SW", "seats": [1, 2, 3]}]
    do(match, "Nh8-i8", "Nh2-i2", "--")
    assert match.turn == 1 and owned(match, 2) == 2
    assert do(match, "Nd5-d6") == "Nd5-d6,~SW>NE:1"
    assert owned(match, 2) == 3


@clause("DJAMBI-44", "DJAMBI-R29")
def test_without_a_prince_on_the_centre_the_first_to_come_takes_all() -> None:
    match = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 nP:f9 nN:h8 eN:h2", "1r")
    do(match, "Nd9~xd5", "x@b2")
    assert do(match, "Pf9-f6") == "Pf9-f6,centre=NE", "the round is not over"
    assert "not yours" in refused(match, "Gh4-h5")
    match = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 nP:f9 nN:h8 eN:h2", "1r")
    do(match, "Nd9~xd5", "x@b2", "Nh8-i8", "Nh2-i2", "Nd5-d6")
    assert seen(match, "waiting")[0]["free"]
    assert do(match, "Pf9-f6") == "Pf9-f6,~SW>NE:1,centre=NE"


@clause("DJAMBI-R29")
def test_who_drops_out_is_not_waited_for() -> None:
    match = table("x:a2 x:b1 x:d5 wN:d9 sG:h4 nN:i8 nT:k2 wG:c11", "1r")
    do(match, "Nd9~xd5", "x@b2", "Tk2xPk1", "x@a8")
    assert seen(match, "timers") == [{"what": "estate", "camp": "SW", "seats": [1]}]
    do(match, "Nd5-d6")
    assert seen(match, "waiting") == [
        {"camp": "SW", "pieces": [seen(match, "waiting")[0]["pieces"][0]], "free": True}
    ]


@clause("DJAMBI-R29")
def test_inheritance_without_delay() -> None:
    match = table(
        "x:a2 x:b1 x:d5 wN:d9 sG:h4 nP:f6 nN:h8", "1r", inherit_delay="none"
    )
    assert do(match, "Nd9~xd5", "x@b2") == "x@b2,xPa1,SW>NE:1,SW-out"


@clause("DJAMBI-R38")
def test_opponents_fall_first_when_several_princes_are_encircled() -> None:
    pieces = "sP:a1 x:a2 x:b1 nP:c3 x:b3 x:b4 x:c4 x:d2 x:d3 x:d4 x:c2 sT:b7 nG:e7"
    alone = table(pieces, princes="sn")
    assert do(alone, "Tb7xGe7", "x@b2") == "x@b2,xPc3,NE-out,king=SW"
    others = table(pieces)
    told = do(others, "Tb7xGe7", "x@b2")
    assert set(told.split(",")[1:]) == {"xPa1", "xPc3", "SW>~SW:1", "SW-out", "NE-out"}


# Numbers of players.


@clause("DJAMBI-47", "DJAMBI-R34", "DJAMBI-E26", "DJAMBI-R33")
def test_the_first_player_on_the_centre_owns_the_fourth_camp() -> None:
    match = sobremesa.game("djambi", players=3, first_player=1).start(1)
    assert [seat["camps"] for seat in seen(match, "seats")] == [["SW"], ["NW"], ["NE"]]
    waiting = seen(match, "waiting")[0]
    assert waiting["camp"] == "SE" and len(waiting["pieces"]) == 9
    fen = seen(match, "fen").replace("wP,", "1,").replace("/11/11/11", "/5,wP,5/11/11", 1)
    match = Match(match.game, deal={"fen": fen})
    assert do(match, "Pf8-f6") == "Pf8-f6,~SE>NW:9,centre=NW"
    assert owned(match, 1) == 18
    do(match, "Gi11-h11", "Pf6-f8")
    assert owned(match, 1) == 18, "kept after leaving the centre"


@clause("DJAMBI-E26", "DJAMBI-R33")
def test_one_prince_of_two_is_a_plain_kill() -> None:
    match = table("wP:a11 eP=1:k4 wZ:c9 eG=1:h3 nT:k8", "2r", players=3)
    assert do(match, "Tk8xPk4", "x@b5") == "x@b5"
    assert seen(match, "seats")[1]["in"] and owned(match, 1) == 3


@clause("DJAMBI-E27", "DJAMBI-R34")
def test_who_kills_the_ownerless_prince_has_the_rest_of_his_camp() -> None:
    match = sobremesa.game("djambi", players=3, first_player=2).start(1)
    fen = seen(match, "fen").replace("nT,nP", "1,nP").replace("/11/11/11", "/10,nT/11/11", 1)
    fen = fen.replace("eZ,eG,eG", "eZ,eG,1").replace("eN,eR", "eN,1")
    fen = fen.replace("/11/11/s", "/eG,eR,9/11/s")
    match = Match(match.game, deal={"fen": fen})
    assert do(match, "Tk8xPk1", "x@f3") == "x@f3,~SE>NE:8"
    assert seen(match, "waiting") == []
    prince = table("nP:f8 nG:b5 eG=2:b6", "2r", princes="swn", players=3)
    assert do(prince, "Pf8-f6") == "Pf8-f6,centre=NE", "a later occupation brings no camp"


@clause("DJAMBI-R34")
def test_the_fourth_prince_alone() -> None:
    pieces = "eP:k1 x:j1 x:k2 x:d5 wN:d9 eN:c3 eG:b6 sZ:h4"
    match = table(pieces, "1r", princes="swn", players=3)
    assert do(match, "Nd9~xd5", "x@j2") == "x@j2,xPk1", "his own necromobile does not save him"
    assert len(seen(match, "waiting")[0]["pieces"]) == 2
    sent = table("eP:h8 eG:b6 sZ:h4 wN:d9", "0r", princes="swn", players=3)
    assert do(sent, "Zh4~Ph8", "P@f6") == "P@f6"
    assert seen(sent, "coming") == [2, 0, 1, 2, 0] and "f6" not in ways(sent, "d9")


@clause("DJAMBI-R34")
def test_the_fourth_prince_may_die_when_his_camp_is_claimed() -> None:
    match = table("wP:f8 eP:k1 eG:b6", "1r", players=3, fourth_prince="dies_on_takeover")
    assert do(match, "Pf8-f6") == "Pf8-f6,xPk1,~SE>NW:1,centre=NW"
    assert standing(match)["k1"] == "x"


@clause("DJAMBI-R34", "DJAMBI-R31")
def test_the_fourth_prince_ringed_on_the_centre_disappears_after_three_turns() -> None:
    ring = " ".join(f"x:{square}" for square in RING_F6 if square != "e5")
    match = table(
        f"eP:f6 eG:b6 {ring} x:h10 nN:h8 wN:d10 sN:d2", "2r", princes="swn", players=3
    )
    do(match, "Nh8~xh10", "x@e5", "Nd2-e2", "Nd10-e10")
    assert do(match, "Nh10-h9") == "Nh10-h9,-Pf6"
    assert seen(match, "waiting")[0]["free"]


@clause("DJAMBI-48", "DJAMBI-R04")
def test_two_players_have_the_two_camps_of_their_side() -> None:
    match = sobremesa.game("djambi", players=2).start(1)
    assert [seat["camps"] for seat in seen(match, "seats")] == [["SW", "SE"], ["NW", "NE"]]
    assert {what[-1] for square, what in standing(match).items() if int(square[1:]) < 6} == {"0"}
    assert {what[-1] for square, what in standing(match).items() if int(square[1:]) > 6} == {"1"}


@clause("DJAMBI-R04")
def test_two_players_may_have_one_camp_each() -> None:
    match = sobremesa.game("djambi", players=2, two_player_layout="single_camp").start(1)
    assert [seat["camps"] for seat in seen(match, "seats")] == [["SW"], ["NE"]]
    assert len(standing(match)) == 18


@clause("DJAMBI-49", "DJAMBI-R43", "DJAMBI-E28", "DJAMBI-R33")
def test_two_players_fight_until_the_second_prince_is_dead() -> None:
    match = table("sT:a8 eT:k8 sP:f2 eN:h2 wN:d9", players=2)
    assert do(match, "Ta8xPa11", "x@b5") == "x@b5"
    do(match, "Nd9-e9", "Pf2-f6")
    assert not match.over, "the centre alone wins nothing"
    do(match, "Ne9-d9")
    assert do(match, "Tk8xPk11", "x@b6") == "x@b6,N>S:1,N-out,king=S"


@clause("DJAMBI-E31", "DJAMBI-R33", "DJAMBI-R27")
def test_an_encircled_prince_who_is_not_the_last_only_dies() -> None:
    pieces = "sP:a1 x:a2 x:b1 x:d5 eP:f6 wN:d9 sZ:h4"
    match = table(pieces, "1r", players=2)
    assert do(match, "Nd9~xd5", "x@b2") == "x@b2,xPa1"
    assert owned(match, 0) == 2 and match.turn == 0
    saved = table(pieces + " eN:h2", "1r", players=2)
    assert do(saved, "Nd9~xd5", "x@b2") == "x@b2"


@clause("DJAMBI-R33")
@pytest.mark.parametrize(("rule", "told", "left"), [
    ("last_prince", "x@b5", 5), ("camp", "x@b5,S>N:2", 3),
    ("first_prince", "x@b5,S>N:5,S-out,king=N", 0),
])
def test_what_is_lost_with_one_prince_of_two(rule: str, told: str, left: int) -> None:
    match = table("sP:a3 sZ:c3 wG=0:d4 sG:e5 eG:h4 nT:a7", "1r", players=2, prince_loss=rule)
    assert do(match, "Ta7xPa3", "x@b5") == told
    assert owned(match, 0) == left


@clause("DJAMBI-R33")
def test_a_camp_lost_by_encirclement_waits() -> None:
    match = table(
        "sP:a1 x:a2 x:b1 x:d5 wN:d9 sZ:h4 eG:h3", "1r", players=2, prince_loss="camp"
    )
    assert do(match, "Nd9~xd5", "x@b2") == "x@b2,xPa1,S>~SW:1"
    assert seen(match, "timers") == [{"what": "estate", "camp": "SW", "seats": [0, 1]}]
    assert match.turn == 0 and owned(match, 0) == 2


@clause("DJAMBI-R30", "DJAMBI-R33", "DJAMBI-R34")
def test_an_ownerless_second_prince_gives_what_waits_to_his_killer() -> None:
    match = table(
        "sP:a1 x:a2 x:b1 x:d5 wN:d9 eP=0:f9 sZ:h4 nT:h9", "1r", princes="wn", players=3,
        prince_loss="first_prince",
    )
    assert do(match, "Nd9~xd5", "x@b2") == "x@b2,xPa1,SW>~SW:2,SW-out"
    assert do(match, "Th9xPf9", "x@c8") == "x@c8,~SW>NE:1"


# Rulings on order and end.


@clause("DJAMBI-R23")
def test_a_centre_turn_may_be_declined_a_rotation_turn_may_not() -> None:
    match = table("sP:f6 wN:d10 nN:h10 eN:h2 sN:d2", "1r")
    assert "only a centre turn" in refused(match, "--")
    do(match, "Nd10-e10")
    assert "decline" in ways(match)
    do(match, "--")
    assert match.turn == 2


@clause("DJAMBI-R36")
def test_who_cannot_move_is_skipped_and_not_defeated() -> None:
    walled = "nP:k11 nR:j11 nT:k10 x:j10 x:i11 x:i10 x:j9 x:k9"
    match = table(f"{walled} wN:d9 eN:h2", "1r")
    assert do(match, "Nd9-d8") == "Nd9-d8,NE-skipped"
    assert match.turn == 3 and seen(match, "seats")[2]["in"]


@clause("DJAMBI-R37")
def test_fifty_rounds_without_a_kill_are_a_draw() -> None:
    match = table("sN:d2 nN:h10 wN:d10 eN:h2", "0r 0 - - 49:0123")
    assert turn_order(match, 3) == [0, 1, 2] and not match.over
    assert do(match, "Nh2-i2") == "Nh2-i2,draw"
    assert match.winners == [0, 1, 2, 3] and match.scores == [3, 3, 3, 3]
    free = table("sN:d2 nN:h10 wN:d10 eN:h2", "0r 0 - - 49:0123", no_kill_rounds=0)
    turn_order(free, 4)
    assert not free.over and seen(free, "quiet") == 50


@clause("DJAMBI-R37")
def test_a_kill_begins_the_count_anew_and_those_in_the_game_share() -> None:
    match = table("sT:d2 nN:h10 wN:d10 nG:d6", "0r 0 - - 49:012", princes="swn")
    do(match, "Td2xGd6", "x@a5")
    assert seen(match, "quiet") == 0
    last = table("sN:d2 nN:h10 wN:d10", "2r 2 - - 49:2", princes="swn")
    do(last, "Nh10-i10")
    assert last.winners == [0, 1, 2] and last.scores == [4, 4, 4, 0]


@clause("DJAMBI-R37")
def test_the_same_position_for_the_third_time_is_a_draw() -> None:
    match = table("sN:d2 nN:h10", princes="sn")
    told = ""
    for _ in range(2):
        for text in ("Nd2-e2", "Nh10-i10", "Ne2-d2", "Ni10-h10"):
            assert not match.over
            told = do(match, text)
    assert told == "Ni10-h10,draw" and seen(match, "ending") == "draw"


@clause("DJAMBI-R37")
def test_another_owner_or_licence_makes_another_position() -> None:
    lines = ["0r 0 - - 0:02", "0r 0 0 - 0:02"]
    keys = {position_of(table("sN:d2 nN:h10", line, princes="sn").view(-1)).key for line in lines}
    pieces = ["sN:d2 nN:h10 nG:b5", "sN:d2 nN:h10 nG=0:b5", "sN:d2 nN:h10 nG~w:b5"]
    keys |= {position_of(table(one, princes="sn").view(-1)).key for one in pieces}
    timer = table("sN:d2 nN:h10 nG~w:b5", "0r 0 - w:02 0:02", princes="sn")
    keys.add(position_of(timer.view(-1)).key)
    assert len(keys) == 6


@clause("DJAMBI-R45")
def test_no_move_is_taken_back() -> None:
    match = table("sN:d2 sT:e2 nG:e5")
    do(match, "Te2xGe5")
    assert "say where" in refused(match, "decline")
    assert all(move["touches"][0].startswith("square:") for move in moves(match))
    assert "say where the piece that was taken goes" in refused(match, "Nd2-d3")


@clause("DJAMBI-R46")
def test_a_killed_prince_is_taken_over_before_what_waits_is_claimed() -> None:
    match = table("sP:f9 nP:f6 nZ:c3 wG~w:b8", "0r 0 - w:03 0:023", princes="sne")
    assert do(match, "Pf9xPf6") == "Pf9xPf6,-Pf6,NE>SW:1,NE-out,centre=SW"
    assert owned(match, 0) == 2, "the timer of the other camp still runs"
    assert seen(match, "timers") == [{"what": "estate", "camp": "NW", "seats": [3]}]


@clause("DJAMBI-R47")
@pytest.mark.parametrize("side", [7, 9, 11, 13])
def test_there_is_always_a_square_for_the_corpse(side: int) -> None:
    rng = Rng(side)
    game = sobremesa.game("djambi", board=side)
    for seed in range(3):
        round = game.start(seed).round
        while not round.over:
            options = round.moves()
            assert options, "every first step can be completed"
            round.play(options[int(rng.below(len(options)))])
    assert side * side > 36


# Counts.


@clause("DJAMBI-E02", "DJAMBI-F08")
def test_the_first_turn_of_sw() -> None:
    match = sobremesa.game("djambi", first_player=0).start(1)
    assert {origin: len(ways(match, origin)) for origin in ("c1", "c2", "a3", "b3", "c3")} == {
        "c1": 4, "c2": 5, "a3": 4, "b3": 5, "c3": 21,
    }
    assert {"i3", "c9", "i9"} <= ways(match, "c3")
    assert whole_turns(match) == 291
    assert all(not ways(match, origin) for origin in ("a1", "b1", "a2", "b2"))


@clause("DJAMBI-F08")
@pytest.mark.parametrize("side", [7, 9, 11, 13])
def test_prince_killers_and_necromobile_cannot_begin(side: int) -> None:
    match = sobremesa.game("djambi", board=side, first_player=0).start(1)
    assert not any(ways(match, origin) for origin in ("a1", "b1", "a2", "b2"))


@clause("DJAMBI-F04", "DJAMBI-E02", "DJAMBI-E28", "DJAMBI-E29")
@pytest.mark.parametrize(("players", "counts"), [
    (4, [159, 165, 291, 441]), (3, [159, 165, 291, 441]), (2, [188, 240, 412, 616]),
])
def test_legal_first_turns_on_every_board(players: int, counts: list[int]) -> None:
    found = []
    for side in (7, 9, 11, 13):
        game = sobremesa.game("djambi", players=players, board=side, first_player=0)
        found.append(whole_turns(game.start(1)))
    assert found == counts


@clause("DJAMBI-F04", "DJAMBI-E02")
def test_legal_first_turns_with_warriors_of_one_step() -> None:
    found = []
    for side in (7, 9, 11, 13):
        match = sobremesa.game("djambi", board=side, first_player=0).start(1)
        fen = seen(match, "fen").replace(" 0123 ", " - ")
        found.append(whole_turns(Match(match.game, deal={"fen": fen})))
    assert found == [79, 157, 283, 433]


@clause("DJAMBI-F05")
@pytest.mark.parametrize(("side", "pairs"), [(9, 34_339), (11, 100_530)])
def test_pairs_of_first_turns(side: int, pairs: int) -> None:
    match = sobremesa.game("djambi", board=side, first_player=0).start(1)
    assert position_of(match.view(-1)).perft(2) == pairs


@clause("DJAMBI-F06")
@pytest.mark.parametrize(("side", "kills"), [(7, 78), (9, 0), (11, 0), (13, 0)])
def test_kills_of_the_first_turn(side: int, kills: int) -> None:
    match = sobremesa.game("djambi", board=side, first_player=0).start(1)
    assert sum("x@" in text for text in turns_of(match)) == kills


# Positions and notation.


def test_a_position_comes_back_from_its_line() -> None:
    game = sobremesa.game("djambi", players=3)
    round = game.start(3).round
    rng = Rng(3)
    while not round.over:
        if len(round.log) % 5 == 0:
            line = round.view(-1).data["fen"]
            assert game.load({"fen": line}).view(-1).data["fen"] == line
        options = round.moves()
        round.play(options[int(rng.below(len(options)))])


@pytest.mark.parametrize(("fields", "problem"), [
    ("11/11 0r", "11 ranks"),
    ("x", "two to six fields"),
    ("{board} 9r", "does not say who"),
    ("{board} 2r", "has no prince"),
    ("{board} 0c", "no prince on the centre"),
    ("{board} 0r 7", "no seat"),
    ("{board} 0r 0 9", "first turn"),
    ("{board} 0r 0 - n:0", "nothing waits"),
    ("{board} 0r 0 - ?", "no timer"),
    ("{board} 0r 0 - +:01", "not encircled"),
    ("{board} 0r 0 - - 50:01", "are a draw"),
    ("{board} 0r 0 - - x", "no count"),
    ("{board} k2", "king has a prince"),
    ("10,sP/11/11/11/11/11/11/11/11/11/sP,10 0r", "one too many"),
    ("11/11/11/11/11/11/11/11/11/11/sP,10 0r", "two players"),
    ("10,wP/11/11/11/11/5,x,5/11/11/11/11/sP,10 0r", "corpse cannot lie"),
    ("10,wP/11/11/11/11/5,sG,5/11/11/11/11/sP,10 0r", "only a prince"),
    ("10,wP/11/11/11/11/5,sP,5/11/11/11/11/wG~w,10 1r", "belongs to the prince"),
    ("10,wP/11/11/11/11/11/11/11/11/11/sP,9,q 0r", "is no piece"),
    ("10,wP/11/11/11/11/11/11/11/11/11/sP,9,eG=3 0r", "owns nothing"),
    ("12,wP/11/11/11/11/11/11/11/11/11/sP,10 0r", "13 squares"),
    ("10,wP/11/11/11/11/11/11/11/11/sG,sG,9/sP,sG,9 0r+", "nothing on the centre"),
    ("10,wP/11/11/11/11/11/11/11/11/x,x,9/sP,x,9 0r", "cannot move"),
])
def test_a_position_that_cannot_be_is_refused_with_the_reason(fields: str, problem: str) -> None:
    board = "10,wP/11/11/11/11/11/11/11/11/11/sP,10"
    game = sobremesa.game("djambi")
    with pytest.raises(BadPosition, match=problem):
        game.load({"fen": fields.format(board=board)})


def test_all_problems_of_a_position_are_told_at_once() -> None:
    with pytest.raises(BadPosition) as wrong:
        sobremesa.game("djambi").load({"fen": "x 0r", "number": 0, "hands": [], "before": [1]})
    assert len(wrong.value.problems) == 4


def test_a_step_in_hand_is_part_of_a_position() -> None:
    match = table("sT:d4 nG:d9")
    do(match, "Td4xd9")
    data = match.round.dump()
    del data["history"]
    again = match.game.load(data)
    assert again.moves() == match.round.moves()
    assert again.view(-1).data["pieces"] == seen(match, "pieces")
    for chosen in (["d4"], ["d4", "e6"], ["d4", "d5"], "d4d9", ["d4", "z9"]):
        with pytest.raises(BadPosition):
            match.game.load({**data, "chosen": chosen})


@pytest.mark.parametrize("text", ["Td4xGd9", "d4d9", "Td4d9", "d4xd9", "d4-d9", " Td4xd9 "])
def test_letters_and_signs_may_be_left_out(text: str) -> None:
    match = table("sT:d4 nG:d9")
    match.play(text)
    assert seen(match, "chosen") == ["d4", "d9"]


def test_written_consequences_must_be_right() -> None:
    match = table("nP:f6 nZ:c9 sG:g5")
    assert "does not follow: it is Gg5xPf6,-Pf6,-Gf6,NE>SW:1,NE-out" in refused(
        match, "Gg5xPf6,king=SW"
    )
    assert "there is no T on g5" in refused(match, "Tg5xPf6")
    do(match, "Gg5xPf6,-Pf6,-Gf6,NE>SW:1,NE-out")


def test_a_piece_keeps_its_number_while_it_is_carried() -> None:
    match = table("sT:d4 nG:d9")
    victim = next(piece["id"] for piece in seen(match, "pieces") if piece["square"] == "d9")
    do(match, "Td4xGd9")
    assert seen(match, "held") == victim
    held = next(piece for piece in seen(match, "pieces") if piece["id"] == victim)
    assert (held["kind"], held["camp"], held["square"]) == ("x", "", "")
    do(match, "x@b5")
    assert next(p["id"] for p in seen(match, "pieces") if p["square"] == "b5") == victim


@pytest.mark.parametrize("games", spread([4, 5000], [4]))
@pytest.mark.parametrize("bundle", ["as_printed", "modern"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_both_bundles_end(bundle: str, players: int, games: int) -> None:
    game = sobremesa.game("djambi", players=players, bundle=bundle)
    for seed in range(games):
        round = game.start(seed).round
        assert finish(round, Rng(seed)) <= game.longest
        assert sum(round.points()) == 12
