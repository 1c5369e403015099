"""The games whose lines leave from one double, drawn."""

from __future__ import annotations

import re

import pytest

import sobremesa
from sobremesa import picture
from sobremesa.picture.hubs import table as hubs
from sobremesa.picture.saying import PLAIN
from sobremesa.picture.scenes import Writer, nodes_in
from sobremesa.picture.seats import ROOMS, Box, Look, around
from tests.laws import watched

HUBS = ["mexican-train", "super-dominos"]
RAIL = re.compile(r'<path class="rail" d="M[\d.]+ [\d.]+h[-\d.]+V([\d.]+)H([\d.]+)"')
TILE = re.compile(r'id="tile-[^>]*translate\(([\d.]+) ([\d.]+)\)')


@pytest.mark.parametrize("name", HUBS)
def test_a_rail_turns_only_where_a_tile_follows(name: str) -> None:
    turned = 0
    for match in watched(sobremesa.game(name), seed=3):
        svg = picture.svg(match.view(0), standalone=False)
        tiles = [(float(x), float(y)) for x, y in TILE.findall(svg)]
        for down, across in RAIL.findall(svg):
            near = [x for x, y in tiles if abs(y - float(down)) < 2 and abs(x - float(across)) < 50]
            assert near
            turned += 1
    assert turned


def test_small_tiles_have_figures_for_their_pips() -> None:
    """Fifteen pips on half a tile of a phone are a grey spot."""
    for shape in ("tall", "low"):
        match = list(watched(sobremesa.game("super-dominos"), seed=3))[-1]
        station = hubs.station(
            hubs.table_of(match.view(0), PLAIN, False),
            hubs.frame_of(match.view(0), Look(shape, standalone=False)), shape,
        )
        laid = [
            node for node in nodes_in(station)
            if node.id.startswith("tile-1") and len(node.id.split("-")[1]) == 2
        ]
        assert laid
        for tile in laid:
            assert tile.at is not None
            writer = Writer()
            writer.write(tile.inside)
            faces = "".join(writer.symbols.values())
            assert 40 * tile.at.scale >= 20 or "numeral" in faces


@pytest.mark.parametrize("name", HUBS)
@pytest.mark.parametrize("shape", ["tall", "low"])
def test_a_hand_of_any_size_lies_within_the_picture(name: str, shape: str) -> None:
    sizes = set()
    for match in watched(sobremesa.game(name), seed=3):
        view = match.view(0)
        if match.round.over:
            continue
        svg = picture.svg(view, shape=shape, standalone=False)
        own, _ = around(view)
        held = view.data["hands"][own]
        for tile in held:
            x, scale = re.findall(
                rf'id="tile-{tile}"[^>]*translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)', svg
            )[0]
            assert 20 * float(scale) + 2 <= float(x) <= ROOMS[shape].width - 20 * float(scale) - 2
        sizes.add(len(held))
    assert len(sizes) > 4


def test_an_empty_line_shows_where_its_first_tile_goes_and_a_closed_one_needs_no_room() -> None:
    game = sobremesa.game("mexican-train")
    view = next(match.view(0) for match in watched(game, seed=3) if match.view(0).data["line"])
    strips, _, _ = hubs.strips_of(
        hubs.lanes(view), Box(0, 0, 380, 300), "tall", hubs.closed_trains(view)
    )
    drawn = [
        hubs.strip_drawn(hubs.table_of(view, PLAIN, False), strip, 18) for strip in strips
    ]
    for strip, lane in zip(strips, drawn, strict=True):
        roomy = strip.track.height > hubs.SMALLEST_TRACK
        assert ('class="gap"' in Writer().write(lane)) == (roomy and not strip.lane.pieces)
