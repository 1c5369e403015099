"""Every address fuzzed from an OpenAPI schema: no server error, precise refusals, and nothing that
is refused is written."""

from __future__ import annotations

import inspect
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import requests
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from starlette.routing import Route

from sobremesa.table import programs
from sobremesa.table.app import ROOMS
from sobremesa.table.limits import Allowance
from tests.spread import every
from tests.table.host import AT_ONCE, Json, lay, opened
from tests.table.test_fuzz import MANY, Place

# Nothing happens by itself, so that whatever is written was sent.
STILL = replace(AT_ONCE, bot=600.0, answer=600.0, linger=600.0, notice=600.0, silence=600.0)
QUICK, LONG = 3, 10
# What forms ask; JSON bodies are described by their models.
FORMS: dict[str, list[str]] = {
    "/play": ["game", "pace", "name"],
    "/m/{meeting}/sit": ["name"],
    "/m/{meeting}/{secret}/leave": [],
    "/t/{table}/{secret}/claim": ["id"],
    "/m/{meeting}/{secret}/claim": ["id"],
    "/c/{club}/{secret}/claim": ["id"],
    "/tables": ["game", "players", "target", "sitter0", "sitter1", "sitter0.name", "silence",
                "clock", "clock.days", "watching", "winnable", "daily", "today", "difficulty",
                "rated"],
    "/games/{name}/check": ["players", "target", "sitter0", "sitter1", "bundle"],
    "/language": ["language", "to"],
    "/records": ["text", "file"],
    "/clubs": ["title", "game", "form", "rounds", "pace", "boards"],
    "/c/{club}/enter": ["name0", "name1", "cut"],
    "/c/{club}/{secret}/pair": ["seen"],
    "/c/{club}/{secret}/decide": ["seen", "round", "place", "points"],
    "/c/{club}/{secret}/leave": ["seen", "side"],
    "/t/{table}/{secret}/review": ["hand", "move", "text", "line", "at"],
    "/t/{table}/{secret}/review/remove": ["hand", "move", "text", "line", "at"],
}
# What is posted without a body.
BARE = {
    "/api/promises", "/you/sign-in/begin", "/you/passkeys/begin", "/you/code", "/you/sign-out",
    "/you/sign-out/others", "/t/{table}/{secret}/promise",
}
# The words of some holes in addresses, of which one is often right.
KNOWN: dict[str, list[str]] = {
    "name": ["block", "muggins", "djambi", "no-game"], "game": ["block", "no-game"],
    "language": ["en", "es", "xx"], "what": ["hint", "winnable", "loss", "x"],
    "at": ["1", "2", "999", "-1", "x"], "table": ["x"], "place": ["1", "2", "hand", "99", "x"],
    "version": ["x"],
}
QUERY = ["seat", "last", "heard", "shape", "format", "players", "touch", "number", "language"]


def routes() -> dict[str, dict[str, Route]]:
    """Lists the routes by address and method."""
    found: dict[str, dict[str, Route]] = {}
    for room in ROOMS:
        for route in room.router.routes:
            if isinstance(route, Route):
                for method in (route.methods or set()) - {"HEAD"}:
                    found.setdefault(route.path, {})[method] = route
    return found


def body_of(route: Route) -> Json | None:
    """Describes what a route reads: the model that it names, or the fields of its form."""
    source = inspect.getsource(route.endpoint)
    module = inspect.getmodule(route.endpoint)
    asked = re.search(r"\b(?:read\(request, (?:(\w+)\.)?(\w+)\)|(_keep|_drop)\(request\))", source)
    if asked is not None:
        name = asked[2] or {"_keep": "DeviceAsked", "_drop": "DeviceGone"}[asked[3]]
        model = getattr(getattr(module, asked[1]) if asked[1] else module, name)
        whole: Json = model.model_json_schema(ref_template="#/components/schemas/{model}")
        return {"json": whole}
    if route.path in FORMS:
        fields = {field: {"type": "string", "maxLength": 40} for field in FORMS[route.path]}
        return {"form": {"type": "object", "properties": fields}}
    return None


def operation(path: str, route: Route, defs: Json) -> Json:
    """Describes one operation at an address."""
    holes = re.findall(r"{(\w+)}", path)
    queries = QUERY if "GET" in (route.methods or set()) else []
    strings: Json = {"type": "string", "minLength": 1, "maxLength": 30}
    told: Json = {
        "responses": {"default": {"description": "Whatever is answered."}},
        "parameters": [
            *({"name": hole, "in": "path", "required": True, "schema": {
                "anyOf": [{"enum": KNOWN[hole]}, strings]}} for hole in holes),
            *({"name": one, "in": "query", "schema": {
                "anyOf": [{"type": "integer"}, {"type": "string"}]}} for one in queries),
        ],
    }
    body = body_of(route)
    if body is not None:
        kind, shape = next(iter(body.items()))
        defs.update(shape.pop("$defs", {}))
        media = "application/json" if kind == "json" else "application/x-www-form-urlencoded"
        told["requestBody"] = {"required": True, "content": {media: {"schema": shape}}}
    return told


def whole_schema(place: Place) -> Json:
    """Describes every address of a server, with the tables that there are."""
    paths: Json = {}
    defs: Json = {}
    known = routes()
    for path, addresses in place.paths().items():
        for address in addresses:
            for method, route in known[path].items():
                # It ends only when its match does.
                if path != f"{programs.PREFIX}/stream":
                    paths.setdefault(address, {})[method.lower()] = operation(address, route, defs)
    return {"openapi": "3.1.0", "info": {"title": "all", "version": "1"}, "paths": paths,
            "components": {"schemas": defs}}


class Written:
    """Counts whatever is written of a database, but for who was seen when."""

    def __init__(self, database: Path) -> None:
        self.database = database

    def __call__(self) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database)) as line:
            names = [name for (name,) in line.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
            counts = [(name, *line.execute(f"SELECT count(*) FROM {name}").fetchone())
                      for name in names if name not in ("keys", "spent_challenges")]
            versions = [line.execute(f"SELECT sum(version) FROM {name}").fetchone()
                        for name in ("tables", "meetings", "tournaments")]
            return counts + versions


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("openapi") / "table.db"


@pytest.fixture(scope="module")
def place(database: Path) -> Iterator[Place]:
    with opened(database, STILL, MANY) as client, pytest.MonkeyPatch.context() as patched:
        patched.setattr(programs, "allowance", Allowance(10**9, 0.0))
        yield Place(client)


def ask(client: TestClient, case: schemathesis.Case[Any], **headers: str) -> httpx.Response:
    """Sends what was generated."""
    made = requests.Request(**{
        name: value for name, value in case.as_transport_kwargs("http://testserver").items()
        if name in ("method", "url", "headers", "params", "json", "data", "files", "cookies")
    }).prepare()
    parts = urlsplit(str(made.url))
    body: Any = made.body or b""
    answer: httpx.Response = client.request(
        str(made.method), f"{parts.path}?{parts.query}" if parts.query else parts.path,
        content=body.encode() if isinstance(body, str) else body,
        headers={**dict(made.headers), **headers}, follow_redirects=False,
    )
    return answer


def check(answer: httpx.Response) -> None:
    """Refuses a server error, and a refusal that does not say what is wrong."""
    assert answer.status_code < 500 or answer.json()["code"] == "too-hard", answer.text
    if answer.status_code >= 400:
        if "text/html" in answer.headers["content-type"]:
            assert "<p" in answer.text
            return
        told = answer.json()
        assert told.keys() == {"error", "code"} and all(told.values())
        assert not re.search(r"\{[a-z]{3,}\}", told["error"]), told


@pytest.fixture(scope="module")
def schema(place: Place) -> Any:
    return schemathesis.openapi.from_dict(whole_schema(place))


def fuzz(
    place: Place, schema: Any, database: Path, path: str, method: str, examples: int
) -> None:
    """Sends what fits the schema of an operation and what does not."""
    written = Written(database)
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @settings(
            max_examples=examples, deadline=None, database=None, derandomize=True,
            suppress_health_check=list(HealthCheck), phases=[Phase.generate],
        )
        @given(case=schema[path][method].as_strategy(generation_mode=mode))
        def tried(case: schemathesis.Case[Any]) -> None:
            before = written()
            answer = ask(place.client, case)
            check(answer)
            if answer.status_code >= 400:
                assert written() == before, (path, answer.text)

        # Where nothing is asked for, nothing can be wrong.
        with suppress(*[Unsatisfiable] * (mode == GenerationMode.NEGATIVE)):
            tried()


def operations() -> list[tuple[str, str]]:
    return [(path, method) for path, known in sorted(routes().items()) for method in sorted(known)
            if path not in ("/static/picture.css", f"{programs.PREFIX}/stream")]


@pytest.mark.parametrize(("path", "method"), every(8, operations()))
def test_whatever_is_sent_by_the_schema_is_answered_precisely(
    place: Place, schema: Any, database: Path, path: str, method: str
) -> None:
    for address in place.paths()[path][:1]:
        fuzz(place, schema, database, address, method, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method"), operations())
def test_whatever_is_sent_for_long_by_the_schema_is_answered_precisely(
    place: Place, schema: Any, database: Path, path: str, method: str
) -> None:
    for address in place.paths()[path]:
        fuzz(place, schema, database, address, method, LONG)


def test_the_schema_says_what_every_address_reads() -> None:
    unread = {
        path for path, known in routes().items()
        if "POST" in known and body_of(known["POST"]) is None
    }
    assert unread == BARE


def fuzz_programs(client: TestClient, examples: int) -> None:
    """Holds the programs' addresses to what they say of themselves."""
    laid = lay(client, "draw", ["me", "friend"], first_player=0)
    token = f"Bearer {laid['mine'].removeprefix('/t/').replace('/', '.')}"
    raw = client.get(f"{programs.PREFIX}/openapi.json").json()
    schema = schemathesis.openapi.from_dict(raw)
    for path, known in raw["paths"].items():
        for method in known:
            if path.endswith("/stream"):
                continue
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                _hold(client, schema[path][method], mode, token, examples)


def _hold(
    client: TestClient, operation: Any, mode: GenerationMode, token: str, examples: int
) -> None:
    strategy = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate],
    )
    @given(case=strategy)
    def tried(case: schemathesis.Case[Any]) -> None:
        for authorization in (token, "Bearer x.y", "nothing"):
            answer = ask(client, case, Authorization=authorization)
            check(answer)
            if authorization != token:
                assert answer.status_code in (401, 404), answer.text
            documented = operation.definition.raw["responses"]
            assert str(answer.status_code) in documented, (answer.status_code, answer.text)
            case.operation.validate_response(schemathesis.Response.from_any(answer))

    with suppress(*[Unsatisfiable] * (mode == GenerationMode.NEGATIVE)):
        tried()


def test_programs_are_answered_as_their_schema_says(place: Place) -> None:
    fuzz_programs(place.client, QUICK)


@pytest.mark.slow
def test_programs_are_answered_for_long_as_their_schema_says(place: Place) -> None:
    fuzz_programs(place.client, LONG)


def test_the_schema_of_the_whole_house_can_be_read(place: Place) -> None:
    found = json.loads(json.dumps(whole_schema(place)))
    assert len(found["paths"]) > 100
