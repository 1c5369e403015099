"""The table of the lock-and-key game in pictures."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import View, picture
from sobremesa.picture.locks import tiles
from sobremesa.picture.scenes import Node, nodes_in
from tests.laws import watched


def things(view: View, shape: str) -> list[Node]:
    return list(nodes_in(picture.scene(view, shape=shape, standalone=False).drawn))


@pytest.mark.parametrize("shape", ["wide", "tall", "low"])
def test_every_touch_of_every_move_is_drawn_once_or_is_a_button(shape: str) -> None:
    for number, match in enumerate(watched(sobremesa.game("cerrojo", players=3), 4)):
        view = match.view(match.turn)
        drawn = things(view, shape)
        ids = [thing.id for thing in drawn if thing.id]
        assert len(ids) == len(set(ids))
        asked = {touch for choice in view.data["moves"] for touch in choice["touches"]}
        touches = [thing.touch for thing in drawn if thing.touch]
        # A hand may hold equal tiles.
        places = [touch for touch in touches if not touch.startswith("tile:")]
        assert len(places) == len(set(places))
        assert {touch for touch in asked if ":" in touch} <= set(touches)
        if number == 12:
            break


def test_equal_tiles_are_told_apart_and_keep_their_names_when_they_are_laid() -> None:
    match = sobremesa.game("cerrojo", players=2, target=60).start(3)
    seat = int(match.turn)
    move = match.view(seat).data["moves"][0]
    before = {thing.id for thing in things(match.view(seat), "wide")}
    match.play(move["move"])
    assert match.view(seat).data["line"]
    after = {thing.id for thing in things(match.view(seat), "wide")}
    tiles_of = [{id for id in ids if id.startswith("tile-")} for ids in (before, after)]
    assert tiles_of[0] == tiles_of[1]


def test_faces_of_different_looks_have_different_names() -> None:
    faces = [
        tiles.face(name, turn, figure)
        for name in ("1", "9", "2C", "2L") for turn in (0, 90, 180, 270)
        for figure in (29.0, 35.0, 44.0)
    ] + [tiles.face(name, turn, 0.0) for name in ("1", "9") for turn in (0, 90)]
    assert len({face.name for face in faces}) == len(faces)
    # A figure is as large on every tile that is large enough.
    assert tiles.readable(82) == tiles.readable(60) < tiles.readable(24)


def test_a_diagram_lights_the_next_places_and_has_nothing_to_touch() -> None:
    match = sobremesa.game("cerrojo", players=2, target=60).start(3)
    match.play(match.round.moves()[0])
    view = match.view(int(match.turn))
    svg = picture.diagram(view, 680, 220)
    places = {
        touch for touch in picture.scene(view).touches if touch.partition(":")[0] in ("end", "free")
    }
    assert svg.count('class="ghost lit"') == len(places) > 0
    assert "data-touch" not in svg and 'role="button"' not in svg
