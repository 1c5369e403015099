"""The rules pages as documents: tables, pictures, and finding them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sobremesa
from sobremesa import UnknownGame, rules
from sobremesa.rules import draw
from sobremesa.rules.options import with_options

# Each game has a page of its own.
pytestmark = pytest.mark.whole
ROOT = Path(__file__).parent.parent.parent
PICTURE = re.compile(r"!\[([^\]]+)\]\(pictures/([a-z0-9-]+)\.svg\)")


def test_every_game_has_a_page_and_the_shared_page_comes_first() -> None:
    assert rules.pages() == ["domino-sets", *sobremesa.games()]
    for name in rules.pages():
        assert rules.page(name).startswith("# ")


def test_a_page_that_is_not_there_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownGame) as caught:
        rules.page("mugins")
    assert str(caught.value) == "there is no rules page for mugins: did you mean muggins?"
    with pytest.raises(UnknownGame, match="there are: domino-sets, block, draw, "):
        rules.page("../chess")


def test_the_pages_are_where_people_look_for_them() -> None:
    for name in rules.pages():
        assert (ROOT / "docs" / "rules" / f"{name}.md").read_text("utf-8") == rules.page(name)


@pytest.mark.parametrize("name", rules.pages())
def test_the_table_of_options_is_what_the_game_declares(name: str) -> None:
    assert with_options(name, rules.page(name)) == rules.page(name)
    assert ("<!-- options -->" in rules.page(name)) == (name in sobremesa.games())


@pytest.mark.parametrize("name", draw.names())
def test_stored_pictures_are_what_is_drawn_now(name: str) -> None:
    stored = (draw.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert stored == draw.drawn(name), "run python -m sobremesa.rules.draw"


def test_every_picture_is_on_a_page_and_every_page_has_its_pictures() -> None:
    shown = [
        found for name in rules.pages() for _, found in PICTURE.findall(rules.page(name))
    ]
    assert sorted(shown) == sorted(draw.names())
    assert sorted(path.stem for path in draw.PICTURES.glob("*.svg")) == sorted(draw.names())


@pytest.mark.parametrize(("name", "numbers"), [
    ("sets-crosswise", [1, 6]), ("block-two-ends", [1, 5]), ("block-blocked", [4, 4]),
    ("draw-four-ways", [1, 2, 3, 4]), ("draw-first-double", [3, 5, 5, 5]),
    ("muggins-one-arm", [3, 6, 6, 6]), ("muggins-spinner", [0, 2, 3, 5]),
    ("muggins-doubles", [0, 2, 3, 5]),
])
def test_pictures_show_what_their_captions_say(name: str, numbers: list[int]) -> None:
    assert sorted(draw.view_of(name).data["ends"].values()) == numbers


@pytest.mark.parametrize(("name", "count"), [
    ("muggins-one-arm", 15), ("muggins-spinner", 10), ("muggins-doubles", 20),
])
def test_captions_count_the_ends_as_the_engine_does(name: str, count: int) -> None:
    captions = {found: caption for caption, found in PICTURE.findall(rules.page("muggins"))}
    assert draw.view_of(name).data["count"] == count
    assert str(count) in captions[name]


@pytest.mark.clause("SETS-R01", "SETS-F07")
def test_the_booklet_has_nineteen_headings() -> None:
    rows = re.findall(r"^  \| (\d+) \|", rules.page("domino-sets"), re.MULTILINE)
    assert [int(row) for row in rows] == list(range(1, 20))


@pytest.mark.parametrize("name", rules.pages())
def test_links_between_pages_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+\.md)\)", rules.page(name)):
        assert target.removesuffix(".md") in rules.pages()
