"""The bots: always legal, from the view alone, and with the judgement they claim."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sobremesa
from sobremesa import IllegalMove, Refused, Rng, Round, UnknownGame, View
from sobremesa.bots import choose, names
from sobremesa.bots.lines.greedy import LineSight
from sobremesa.material.dominoes import parse_tile

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("block", {"players": 2}),
    ("block", {"players": 4, "spinner": "always"}),
    ("block", {"players": 19, "set": 15}),
    ("block", {"players": 2, "hand_size": 1}),
    ("draw", {"players": 3}),
    ("draw", {"players": 2, "voluntary_draw": True, "boneyard_reserve": 2}),
    ("draw", {"players": 2, "dead_ends_block": True, "set": 9}),
    ("draw", {"players": 7, "set": 12, "hand_size": 5}),
    ("muggins", {"players": 2}),
    ("muggins", {"players": 4, "auto_claim": True}),
    ("muggins", {"players": 3, "hand_size": 1, "no_double": "draw_in_turn"}),
    ("muggins", {"players": 5, "set": 9, "next_lead": "winner", "finish_hand": True}),
    ("muggins", {"players": 19, "set": 15}),
    ("muggins", {"players": 3, "set": 12, "no_double": "heaviest", "target": 20}),
    ("muggins", {"bundle": "Texan Five-Up"}),
    ("muggins", {"players": 2, "spinner": "sniff", "auto_claim": True}),
]


def late(name: str, hands: list[list[str]], line: list[str], **more: Any) -> Round:
    """Sets up a position in which seat 0 is to decide; the rest is the boneyard."""
    options = more.pop("options", {})
    game = sobremesa.game(name, players=len(hands), **options)
    used = {tile for hand in hands for tile in hand} | {play.partition("@")[0] for play in line}
    boneyard = [tile for tile in game.pieces() if tile not in used]
    return game.load({
        "hands": hands, "boneyard": boneyard, "line": line, "turn": 0, "leader": 0, "first": 0,
        **more,
    })


def chosen(round: Round, kind: str = "greedy") -> str:
    """Gives the text of the move that a bot chooses."""
    return round.text(choose(kind, round.view(int(round.turn)), Rng(1)))


@pytest.mark.parametrize("kind", ["random", "greedy"])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_every_choice_is_legal_at_every_table(
    name: str, options: dict[str, Any], kind: str
) -> None:
    game = sobremesa.game(name, **options)
    rng = Rng(3)
    match = game.start(3)
    for _ in range(3):
        while not match.round.over:
            mover = kind if match.turn % 2 == 0 else "random"
            match.play(choose(mover, match.view(match.turn), rng))
        if match.over:
            break
        match.next_round()


@pytest.mark.parametrize("name", ["block", "draw", "muggins"])
def test_a_bot_needs_nothing_but_the_data_of_its_view(name: str) -> None:
    game = sobremesa.game(name, players=3)
    round = game.start(11).round
    rng = Rng(8)
    while not round.over:
        view = round.view(int(round.turn))
        sent = View(game, json.loads(view.json()))
        imagined = game.worlds(view).sample(rng)
        move = choose("greedy", view, Rng(2))
        assert choose("greedy", sent, Rng(2)) == move
        assert choose("greedy", imagined.view(view.seat), Rng(2)) == move
        round.play(choose("random", view, rng))


def test_the_kinds_are_listed_weakest_first() -> None:
    for name in sobremesa.games():
        assert names(name)[0] == "random"
        # There is nothing to choose in Bingo.
        assert len(names(name)) > 1 or name == "bingo"


def test_an_unknown_kind_is_refused_with_a_suggestion() -> None:
    view = sobremesa.game("block").start(1).view(0)
    with pytest.raises(Refused, match="block has no bot called gredy: did you mean greedy"):
        choose("gredy", view, Rng(1))
    with pytest.raises(UnknownGame, match="did you mean muggins"):
        names("mugins")


def test_a_seat_that_is_not_to_decide_has_nothing_to_choose() -> None:
    round = sobremesa.game("block").start(1).round
    with pytest.raises(IllegalMove, match="not this seat's turn"):
        choose("random", round.view(1 - int(round.turn)), Rng(1))


def test_the_last_tile_is_laid_wherever_it_fits() -> None:
    round = late("draw", [["6-4"], ["1-1", "5-0"]], ["6-5", "5-2@E"], options={})
    assert chosen(round) == "6-4@W"


def test_a_heavy_double_is_shed_before_a_light_tile() -> None:
    round = late("block", [["6-6", "6-0", "3-1"], ["1-1", "5-0", "4-0"]], ["6-5", "5-2@E"])
    assert chosen(round) == "6-6@W"


def test_a_pass_is_remembered_and_played_upon() -> None:
    round = late(
        "block", [["5-1", "3-1", "3-2", "6-2"], ["6-6", "4-4", "6-0"]], ["5-3"]
    )
    assert LineSight(round.view(0)).chance(1, parse_tile("3-0")) > 0
    round.play(round.read("5-1@W"))
    round.play(round.read("/"))
    # Seat 1 has shown that it has neither a 1 nor a 3; it may have the 6-0.
    assert LineSight(round.view(0)).chance(1, parse_tile("3-0")) == 0
    assert LineSight(round.view(0)).chance(1, parse_tile("6-0")) > 0
    # 3-2 is heavier, but 3-1 leaves seat 1 without a play.
    assert chosen(round).startswith("3-1@")


def test_a_forced_draw_tells_that_only_the_drawn_tile_can_fit() -> None:
    round = late("draw", [["6-6", "5-4"], ["1-1", "2-1"]], ["6-5", "5-3@E"])
    round.play(round.read("6-6@W"))
    round.play(round.read("+"))
    sight = LineSight(round.view(0))
    others = len(sight.unseen)
    assert sight.chance(1, parse_tile("6-2")) == pytest.approx(1 / others)
    assert sight.chance(1, parse_tile("2-1")) == pytest.approx(3 / others)


def test_a_block_is_made_when_ahead_and_shunned_when_behind() -> None:
    # 6-1 would be the last of the ones, at both ends.
    line = ["1-1", "2-1@W", "2-0@W", "1-0@W", "4-1@E", "4-3@E", "3-1@E", "5-1@E", "5-4@E"]
    line += ["4-0@E", "6-0@E"]
    ahead = late("block", [["6-1", "0-0"], ["5-5", "6-6", "6-5"]], line)
    assert ahead.read("6-1@E") in ahead.moves()
    after = ahead.copy()
    after.play(after.read("6-1@E"))
    assert after.over
    assert after.points()[0] > 0
    assert chosen(ahead) == "6-1@E"
    behind = late("block", [["6-1", "6-2", "6-6", "5-5", "6-5", "6-4"], ["0-0"]], line)
    assert chosen(behind) != "6-1@E"


def test_points_are_taken_and_claimed() -> None:
    # 5-5 lies as the spinner, 5-0 makes 10; 5-2 and 5-1 make nothing.
    round = late("muggins", [["5-0", "5-2", "5-1"], ["1-1", "2-2", "3-3"]], ["5-5"])
    assert chosen(round) == "5-0@W"
    round.play(round.read("5-0@W"))
    assert chosen(round) == "=10"


def test_nothing_is_claimed_where_nothing_was_made() -> None:
    round = late("muggins", [["5-2", "6-6"], ["1-1", "2-2", "3-3"]], ["5-5"])
    round.play(round.read("5-2@W"))
    assert chosen(round) == "=0"


@pytest.mark.parametrize(("tile", "answer"), [("5-0@W", "muggins"), ("5-2@W", "quiet")])
def test_muggins_is_called_exactly_when_there_is_something_to_take(
    tile: str, answer: str
) -> None:
    round = late("muggins", [["5-0", "5-2", "6-6"], ["1-1", "2-2", "3-3"]], ["5-5"])
    round.play(round.read(tile))
    round.play(round.read("=0"))
    assert round.turn == 1
    assert chosen(round) == answer


def test_points_that_win_the_match_come_before_going_domino() -> None:
    hands = [["5-0", "5-2", "5-1"], ["1-1", "2-2", "3-3"]]
    round = late("muggins", hands, ["5-5"], before=[90, 0])
    assert chosen(round) == "5-0@W"


def test_fewer_points_are_left_to_the_next_player_than_by_chance() -> None:
    game = sobremesa.game("muggins", auto_claim=True)
    rng = Rng(4)
    left = 0.0
    by_chance = 0.0
    for seed in range(80):
        round = game.start(seed).round
        while not round.over:
            view = round.view(int(round.turn))
            tiles = [move for move in view.moves if round.text(move) != "+"]
            if len(tiles) > 1 and not any(scores(round, move) for move in tiles):
                left += best_reply(round, choose("greedy", view, rng))
                by_chance += sum(best_reply(round, move) for move in tiles) / len(tiles)
            round.play(choose("random", view, rng))
    assert left < 0.8 * by_chance


def scores(round: Round, move: int) -> int:
    """Gives the points that a move makes for its player."""
    after = round.copy()
    after.play(move)
    return after.points()[int(round.turn)] - round.points()[int(round.turn)]


def best_reply(round: Round, move: int) -> int:
    """Gives the most points that the next player can make after a move."""
    after = round.copy()
    after.play(move)
    return 0 if after.over else max(scores(after, reply) for reply in after.moves())


@pytest.mark.parametrize("name", ["draw", "muggins"])
def test_nobody_draws_who_can_play(name: str) -> None:
    options = {"voluntary_draw": True} if name == "draw" else {}
    game = sobremesa.game(name, players=3, **options)
    rng = Rng(6)
    for seed in range(10):
        round = game.start(seed).round
        while not round.over:
            view = round.view(int(round.turn))
            move = choose("greedy", view, rng)
            if round.text(move) == "+":
                assert view.moves == [move]
            round.play(move)
