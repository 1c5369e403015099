"""Scenes: what is drawn once, what can be touched, and what changes between two of them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import islice
from typing import Any

import pytest

import sobremesa
from sobremesa import picture
from sobremesa.picture.scenes import Node, Place, Scene, Symbol, difference, nodes_in
from tests.following import comparable, follow_scene
from tests.laws import one_of_each_family, some, watched

# So many events of a round are followed.
STEPS = 40
SVG = "{http://www.w3.org/2000/svg}"


def scene(*drawn: Any) -> Scene:
    return Scene(100, 50, "wide", "A table", "Nothing happened.", list(drawn))


@pytest.mark.parametrize("name", one_of_each_family())
@pytest.mark.parametrize("shape", ["wide", "tall"])
def test_differences_lead_from_each_scene_to_the_next(name: str, shape: str) -> None:
    known: dict[str, Any] = {}
    old: Scene | None = None
    for match in islice(watched(sobremesa.game(name), seed=4), STEPS):
        new = picture.scene(match.view(0), shape=shape, standalone=False)
        known = follow_scene(known, difference(old, new))
        whole = follow_scene({}, difference(None, new))
        assert comparable({"scene": known}) == comparable({"scene": whole})
        assert whole["symbols"].items() <= known["symbols"].items()
        old = new


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_id_is_there_once_and_every_face_is_defined(name: str) -> None:
    for round in some(sobremesa.game(name), seed=6, looks=4):
        for seat in (-1, 0):
            drawn = picture.scene(round.view(seat), standalone=False)
            ids = [node.id for node in nodes_in(drawn.drawn) if node.id]
            assert len(ids) == len(set(ids))
            root = ET.fromstring(drawn.svg(standalone=False))
            defined = [one.get("id") for one in root.iter() if one.get("id")]
            assert len(defined) == len(set(defined))
            used = {one.get("href", "") for one in root.iter(f"{SVG}use")}
            assert used <= {f"#{id}" for id in defined}


@pytest.mark.parametrize("name", sobremesa.games())
def test_what_is_drawn_to_be_touched_is_in_the_scene_with_its_words(name: str) -> None:
    for round in some(sobremesa.game(name), seed=2, looks=8):
        view = round.view(max(int(round.turn), 0))
        laid_out = picture.scene(view)
        touches = laid_out.touches
        drawn = {
            one.get("data-touch", "") for one in ET.fromstring(laid_out.svg()).iter()
        } - {""}
        assert drawn <= set(touches)
        assert all(touches[name].label for name in drawn)


def test_a_face_is_written_once_however_often_it_is_used() -> None:
    face = Symbol("face-1", '<rect class="face"/>')
    root = ET.fromstring(scene(
        Node("a", face, at=Place(1, 2)), Node("b", face, at=Place(3, 4, 90))
    ).svg())
    assert len(root.findall(f".//{SVG}rect")) == 1
    assert len(root.findall(f".//{SVG}use")) == 2


def test_what_only_moved_is_told_by_its_place() -> None:
    old = scene(Node("a", "<rect/>", at=Place(1, 2)), Node("b", "<circle/>"))
    new = scene(Node("a", "<rect/>", at=Place(5, 2, 180, 0.5)), Node("b", "<circle/>"))
    assert difference(old, new) == {"moved": {"a": "translate(5 2) rotate(180) scale(0.500)"}}
    assert difference(new, new) == {}


def test_what_came_changed_and_went_is_told() -> None:
    old = scene(Node("a", "<rect/>"), Node("b", "<circle/>"))
    new = scene(Node("b", "<circle r=\"2\"/>"), Node("c", "<path/>", touch="c", label="a path"))
    told = difference(old, new)
    assert told["went"] == ["a"]
    assert set(told["nodes"]) == {"", "b", "c"}
    assert 'data-touch="c"' in told["nodes"]["c"]


def test_a_still_picture_has_nothing_to_touch() -> None:
    drawn = scene(Node("a", "<rect/>", "tile", touch="tile:a", label="tile a"))
    still = ET.fromstring(drawn.svg(still=True))
    assert not any(one.get("data-touch") or one.get("role") == "button" for one in still.iter())
    assert drawn.touches["tile:a"].label == "tile a"


def test_names_and_words_are_made_fit_for_xml() -> None:
    drawn = scene(Node("a", "", touch="x", label='<b> & "Ana"'))
    node = next(one for one in ET.fromstring(drawn.svg()).iter() if one.get("id") == "a")
    assert node.get("aria-label") == '<b> & "Ana"'
