"""Pictures and words of That's It! and High Fives."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import sobremesa
from sobremesa import picture, rules
from sobremesa.families.melds.melds import Terms, grouped, hand_points, meld_points
from sobremesa.picture.melds import table as melds
from sobremesa.picture.pool import table as pool
from sobremesa.picture.saying import PLAIN
from sobremesa.picture.scenes import nodes_in
from sobremesa.rules import draw
from tests.laws import some
from tests.rules.playing import play
from tests.rules.test_high_fives import set_up as fished
from tests.rules.test_thats_it import LOOSE, MELDED
from tests.rules.test_thats_it import set_up as melded

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("thats-it", {}), ("thats-it", {"players": 19}), ("thats-it", {"players": 5, "version": 10}),
    ("high-fives", {}), ("high-fives", {"players": 8}),
    ("high-fives", {"players": 4, "overlook": True, "pool": "leftovers"}),
]
# What is asked by buttons, having no thing to touch.
BUTTONS = {"void", "quiet"}


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_drawing_is_sound_and_has_everything_that_can_be_touched(
    name: str, options: dict[str, Any], shape: str
) -> None:
    game = sobremesa.game(name, **options)
    for round in some(game, seed=5, looks=5):
        for seat in (-1, max(int(round.turn), 0)):
            view = round.view(seat)
            scene = picture.scene(view, shape=shape)
            drawn = ElementTree.fromstring(scene.svg())
            ids = [thing.get("id") for thing in drawn.iter() if thing.get("id")]
            assert len(ids) == len(set(ids))
            asked = {touch for choice in view.data["moves"] for touch in choice["touches"]}
            assert asked - set(scene.touches) <= BUTTONS
            text = picture.ascii(view, width=72)
            assert max(len(row) for row in text.splitlines()) <= 72
            for touch in asked:
                assert picture.spoken(touch, view) and picture.label(touch, view)


def test_the_hand_stands_in_its_melds() -> None:
    view = melded([f"{LOOSE[:11]} 4-4 5-5 6-6 13-2 12-1"], turn=0).view(0)
    assert "[4|4] [5|5] [6|6] =7  +  " in picture.ascii(view)
    row = melds.stood([["9-8", "9-9", "11-9"], ["4-0", "1-0"]])
    assert [tile.linked for tile in row] == [False, True, False, False, False]
    assert [tile.meld for tile in row] == [0, 0, 0, -1, -1]


def test_a_row_breaks_between_melds() -> None:
    groups = [["10-0", "10-1", "10-2", "10-7"], ["4-4", "5-5", "6-6"], ["15-3"]]
    rows = melds.broken(melds.stood(groups), 40.0, 300.0)
    assert [[tile.name for tile in row] for row in rows] == [
        ["10-0", "10-1", "10-2", "10-7"], ["4-4", "5-5", "6-6", "15-3"],
    ]


@pytest.mark.parametrize(("hand", "told"), [
    (MELDED, "Your hand scores 10"), ("10-0 10-1 10-2 15-4 13-5 12-9 8-6", "Melded: 3 of 7"),
])
def test_the_table_says_how_far_the_hand_is(hand: str, told: str) -> None:
    assert told in picture.ascii(melded([hand]).view(0))
    assert told not in picture.ascii(melded([hand]).view(1))


def test_a_hand_of_thats_it_in_words() -> None:
    match = melded([MELDED, "15-14 13-12"], boneyard="15-9 12-3", game="thats-it(target=10)")
    assert picture.headline(match.view(0)) == "Your turn: draw a tile"
    assert picture.headline(match.view(1)) == "Seat 1 is to draw"
    play(match, "+")
    assert picture.news(match.view(0)) == "Seat 1 draws 15-9."
    assert picture.news(match.view(1)) == "Seat 1 draws a tile."
    asked = "Discard a tile, or lay one face down: That's it!"
    assert picture.headline(match.view(0)) == asked
    play(match, "15-9")
    assert picture.news(match.view(1)) == "Seat 1 draws a tile. Seat 1 discards 15-9."
    assert picture.headline(match.view(1)) == "Take the discard or draw a tile"
    play(match, "take")
    assert picture.news(match.view(0)) == "Seat 2 takes 15-9."
    assert "took 15-9" in picture.svg(match.view(0))
    play(match, "15-14", "+", "12-3!")
    view = match.view(1)
    assert picture.news(view) == "Seat 1: “That's it!” The hand scores 10."
    assert picture.headline(view) == "Seat 1 wins the match with 10 points."
    assert "Seat 1 shows 10-0 10-1 10-2 10-7 + 4-4 5-5 6-6." in picture.log_lines(view)
    assert "3 + 7 = 10" in picture.svg(view)


def test_a_void_hand_in_words() -> None:
    match = melded([LOOSE], discard="1-0", rest="trash")
    asked = "The boneyard is empty: take the discard, or end the hand"
    assert picture.headline(match.view(0)) == asked
    assert picture.label("void", match.view(0)) == "End the hand"
    play(match, "void")
    assert picture.headline(match.view(0)) == "The hand is void: nobody scores."
    assert picture.log_lines(match.view(1)) == [
        "Seat 1 does not want the last discard.", "The hand is void: nobody scores.",
    ]


def test_a_round_of_high_fives_in_words() -> None:
    match = fished(
        ["6-3 1-0", "15-15 14-14"], pool="6-6 9-6", game="high-fives(overlook=True)",
        points=[0, 0],
    )
    play(match, "6-3")
    assert picture.headline(match.view(1)) == "Seat 1 overlooked 6-3: claim it?"
    assert picture.headline(match.view(0)) == "Seat 2 may claim 6-3"
    play(match, "x9-6")
    assert picture.news(match.view(0)) == "Seat 2 claims 6-3 with 9-6, worth 3."
    play(match, "15-15", "1-0", "14-14")
    view = match.view(0)
    assert "Seat 2 leaves 15-15 in the pool." in picture.log_lines(view)
    assert picture.news(view) == "Seat 2 has the most tiles, 132, and gets 5 points."
    assert picture.headline(view) == "Seat 2 wins the match with 8 points."


def test_the_pair_that_was_taken_last_is_shown() -> None:
    match = play(fished(["12-5", "0-0"], pool="5-5 3-1"), "12-5")
    scene = picture.scene(match.view(1))
    taken = next(node for node in nodes_in(scene.drawn) if node.id == "sm-taken")
    things = [node.id for node in nodes_in(taken.inside) if node.id]
    assert things == ["tile-12-5", "tile-5-5", "worth-5-5"]
    assert "Seat 1 took" in scene.svg()
    assert picture.spoken("pool:5-5", match.view(1)) == "tile double five, worth 3"


@pytest.mark.parametrize(("name", "points", "total"), [
    ("thats-it-hand", [3, 7], 10), ("thats-it-suit", [9, 7], 32),
])
def test_the_pictures_of_thats_it_show_what_their_captions_say(
    name: str, points: list[int], total: int
) -> None:
    view = draw.view_of(name)
    hand = view.data["hands"][0]
    groups = grouped(hand, Terms(7))
    assert [meld_points(group) for group in groups[:-1]] == points
    assert hand_points(hand, Terms(7)) == total
    caption = re.search(rf"!\[([^\]]+)\]\(pictures/{name}", rules.page("thats-it"))
    assert caption is not None and str(total) in caption.group(1)


def test_the_picture_of_the_pool_shows_what_its_caption_says() -> None:
    view = draw.view_of("high-fives-pool")
    taken = {choice["touches"][-1] for choice in view.data["moves"]}
    assert taken == {"pool:12-2", "pool:7-5", "pool:5-5"}
    shown = nodes_in(pool.diagram(view, PLAIN, 600, 300).drawn)
    assert {node.touch for node in shown if "lit" in node.state} == taken
