"""The JSON Schemas of views: as narrow as what is shown, and the same by every way in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema_rs import Draft202012Validator, meta

import sobremesa
from sobremesa import schema
from sobremesa.cli import main
from sobremesa.core.game import NOBODY, Data, known_games
from tests.laws import configurations, some
from tests.table.host import opened
from tests.test_conformance import also_set_up

each_name = pytest.mark.parametrize("name", sobremesa.games())


@each_name
def test_a_schema_is_valid_and_describes_its_game(name: str) -> None:
    found = schema.schema_of(name)
    meta.validate(found)
    assert found["title"] == f"A view of {sobremesa.game(name).title}"
    assert found["properties"]["game"] == {"const": name}


@each_name
def test_a_view_that_differs_from_its_type_is_refused(name: str) -> None:
    found = schema.schema_of(name)
    check = Draft202012Validator(found)
    optional = set(optional_fields(found))
    for round in some(sobremesa.game(name), seed=3, looks=2):
        view = round.view(0).data
        assert check.is_valid(view)
        for what, changed in others(view, optional):
            assert not check.is_valid(changed), what


def others(view: Data, optional: set[str]) -> Iterator[tuple[str, Data]]:
    """Gives a view with one value of another type, or with a field missing, new or renamed."""
    text = json.dumps(view)
    for path in paths(view, ()):
        changed = json.loads(text)
        holder = changed
        for step in path[:-1]:
            holder = holder[step]
        held = holder[path[-1]]
        holder[path[-1]] = None
        yield f"{path} of another type", changed
        holder[path[-1]] = held
        if len(path) == 1:
            del holder[path[-1]]
            if path[0] not in optional:
                yield f"{path} missing", changed
            holder[f"{path[0]}s"] = held
            yield f"{path} renamed", changed


def paths(data: Any, before: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Gives the way to every value, of long lists to the first ones."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield (*before, name)
            yield from paths(value, (*before, name))
    if isinstance(data, list):
        for place, value in enumerate(data[:4]):
            yield (*before, place)
            yield from paths(value, (*before, place))


def optional_fields(found: Data) -> list[str]:
    """Lists the fields that a view may lack."""
    return [name for name in found["properties"] if name not in found["required"]]


@pytest.mark.parametrize("family", {kind.FAMILY: 0 for kind in known_games().values()})
def test_every_field_that_may_be_missing_occurs(family: str) -> None:
    names = [name for name, kind in known_games().items() if family == kind.FAMILY]
    found = {name: schema.schema_of(name) for name in names}
    wanted = {(name, field) for name in names for field in optional_fields(found[name])}
    wanted |= {
        ("", part) for name in names for kind in found[name]["$defs"].values()
        for part in optional_fields(kind)
    }
    tried = zip_longest(*(configurations(name) for name in names))
    for game in (game for row in tried for game in row if wanted and game is not None):
        for round in (one for begun in some(game, 3, looks=6) for one in also_set_up(begun)):
            for view in (round.view(seat).data for seat in range(NOBODY, game.players)):
                wanted -= {(game.name, field) for field in view}
                wanted -= {("", part) for part in view["opening"]}
    assert wanted == set()


def test_a_schema_is_the_same_by_every_way_in(tmp_path: Path) -> None:
    typed = CliRunner().invoke(main, ["schema", "muggins"])
    assert typed.stdout == schema.text("muggins")
    with opened(tmp_path / "table.db") as client:
        asked = client.get("/api/schema/muggins")
        assert asked.text == typed.stdout
        assert asked.headers["content-type"] == "application/schema+json"
        refused = client.get("/api/schema/mugins")
    assert refused.status_code == 404 and "did you mean muggins" in refused.text
    assert "did you mean muggins" in CliRunner().invoke(main, ["schema", "mugins"]).output
