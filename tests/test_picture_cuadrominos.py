"""The table of Cuadróminos in pictures, plain text and words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import sobremesa
from sobremesa import Match, Rng, View, picture
from sobremesa.picture.plane import pieces
from sobremesa.picture.plane.table import fitted
from sobremesa.picture.scenes import Writer, nodes_in
from sobremesa.picture.seats import Box


def late(count: int = 25, **options: int) -> Match:
    """A round in which so many moves have been made, nobody drawing who need not."""
    match = sobremesa.game("cuadrominos", **options).start(seed=3)
    rng = Rng(3)
    draw = int(match.game.move_count) - 3
    while not match.round.over and len(match.round.played()) < count:
        moves = match.round.moves()
        placing = [move for move in moves if move < draw] or moves
        match.play(placing[int(rng.below(len(placing)))])
    return match


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_everything_that_lies_or_can_be_touched_is_drawn_once(shape: str) -> None:
    match = late()
    view = match.view(match.turn)
    scene = picture.scene(view, shape=shape)
    things = list(nodes_in(scene.drawn))
    touched = [thing.touch for thing in things if thing.touch]
    assert len(touched) == len(set(touched))
    assert {name for name in touched if name.startswith("cell:")} == {
        f"cell:{name}" for name in view.data["cells"]
    }
    assert {name for name in touched if name.startswith("tile:")} == {
        f"tile:{name}" for name in view.data["hands"][view.seat]
    }
    drawn = [thing.id for thing in things if thing.id]
    assert len(drawn) == len(set(drawn))
    laid = {"-".join(sorted(text.partition("@")[0].replace("/", "")))
            for text in view.data["plane"]}
    assert {f"piece-{name}" for name in laid} <= set(drawn)


def test_the_numbers_of_a_piece_and_a_cell_add_up_to_the_move() -> None:
    match = late()
    view = match.view(match.turn)
    adds = {
        touch: int(thing.more["data-add"])
        for touch, thing in picture.scene(view).touches.items() if "data-add" in thing.more
    }
    for choice in view.data["moves"]:
        path = choice["touches"]
        if path[0].startswith("tile:"):
            turn = choice["move"] % 4
            assert adds[path[0]] + adds[path[1]] + turn == choice["move"]


def test_cells_say_how_many_corners_meet_and_what_that_brings() -> None:
    view = late(14, players=2).view(0)
    svg = picture.svg(view)
    counts = meeting(view)
    assert svg.count(">+2</text>") == counts.count(3) > 0
    assert svg.count(">+4</text>") == counts.count(4) > 0


def test_a_cell_shows_the_numbers_that_it_asks_for() -> None:
    view = late(14, players=2).view(0)
    touches = picture.scene(view).touches
    for name, cell in view.data["cells"].items():
        writer = Writer()
        writer.write(touches[f"cell:{name}"])
        assert {name for name in writer.symbols if name.startswith("corner-")} == {
            pieces.corner(number, where).name
            for where, number in enumerate(cell["asks"]) if number >= 0
        }


def test_small_cells_say_how_many_corners_meet_and_nothing_that_cannot_be_read() -> None:
    view = late(20, players=2).view(0)
    root = ET.fromstring(picture.svg(view))
    marks = [
        "".join(group.itertext()) for group in root.iter() if group.get("class") == "meet"
    ]
    counts = meeting(view)
    assert [mark for mark in marks if int(mark or 0) > 2] == [
        str(count) for count in counts if count > 2
    ]


def meeting(view: View) -> list[int]:
    """How many corners meet in each cell that can be filled."""
    return [sum(number >= 0 for number in cell["asks"]) for cell in view.data["cells"].values()]


@pytest.mark.parametrize("width", [40, 80])
def test_plain_text_keeps_to_its_width(width: int) -> None:
    match = late(100, players=2, numbers=6, hand_size=60)
    text = picture.ascii(match.view(0), width=width)
    assert max(map(len, text.splitlines())) <= width
    for laid in match.view(0).data["plane"]:
        above = laid.partition("/")[0]
        assert above in text


def test_the_plane_is_drawn_within_its_part_of_the_table() -> None:
    area = Box(10, 20, 300, 200)
    for count in (0, 1, 20, 60):
        view = late(count, players=2).view(0)
        ground = fitted(view, area, 70)
        for cell in view.data["cells"]:
            x, y = ground.at(cell)
            half = ground.size / 2 - 0.01
            assert area.x <= x - half and x + half <= area.right
            assert area.y <= y - half and y + half <= area.bottom


def test_the_log_tells_of_the_start_the_rewards_and_the_end() -> None:
    match = late(1000, players=3)
    view = match.view(0)
    lines = picture.log_lines(view, names=["Ana", "Bo", "Cy"])
    starter = ["Ana", "Bo", "Cy"][view.data["first"]]
    assert lines[0] == f"{starter} shows {view.data['shown']}, the highest piece, and starts."
    assert lines[1].startswith(f"{starter} opens with ")
    made = [points for _, text, points in view.data["log"] if "@" in text]
    if view.data["winner"] >= 0:
        made[-1] -= 4
    assert sum(": three corners, 2 points." in line for line in lines) == made.count(2)
    assert sum(": four corners, 4 points." in line for line in lines) == made.count(4)
    assert [line for line in lines[-3:] if re.search(r"\d+ pieces left, [+−]\d+ in this", line)]


def test_draws_are_told_to_their_drawer_only() -> None:
    match = sobremesa.game("cuadrominos", players=2).start(seed=1)
    match.play(match.round.moves()[0])
    drawer = match.turn
    match.play("+")
    names = ["Ana", "Bo"]
    own = picture.log_lines(match.view(drawer), names=names)[-1]
    other = picture.log_lines(match.view(1 - drawer), names=names)[-1]
    assert other == f"{names[drawer]} draws from the pool."
    assert re.fullmatch(rf"{names[drawer]} draws \d-\d-\d-\d from the pool\.", own)
    match.play("+")
    assert picture.news(match.view(1 - drawer), names=names) == (
        f"{names[drawer]} draws 2 pieces from the pool."
    )
