"""The scripts of the pages: which each page asks for, how long browsers keep them, and that what
they believe of the server's messages is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import picture
from sobremesa.picture.scenes import nodes_in
from sobremesa.table.scripts import FOREVER, STATIC, folder, modules
from sobremesa.table.sentences import script_words
from tests.laws import some
from tests.table.host import lay, state

ENTRIES = (
    "table", "replay", "game", "gallery", "lobby", "meeting", "languages", "you", "clubs",
    "tournament", "analysis", "learn", "review", "offline", "pocket-table", "engine",
)
TYPES = (STATIC / "messages.d.ts").read_text(encoding="utf-8")


def fields(name: str) -> set[str]:
    """Lists what an interface of the messages has, with what it extends."""
    head = rf"export interface {name}(?: extends ([\w, ]+))? "
    found = re.search(head + r"{\n(.*?)\n}", TYPES, re.DOTALL)
    assert found is not None, name
    above = [one.strip() for one in (found[1] or "").split(",") if one.strip()]
    own = set(re.findall(r"^  (\w+)\??:", found[2], re.MULTILINE))
    return own.union(*(fields(one) for one in above))


def asked_for(client: TestClient, path: str) -> tuple[list[str], list[str]]:
    """Gives the modules that a page names, and its scripts."""
    page = client.get(path).text
    return (
        re.findall(r'<link rel="modulepreload" href="([^"]+)">', page),
        re.findall(r'<script type="module" src="([^"]+)">', page),
    )


def test_a_page_names_all_that_its_script_imports(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    for path, script in (
        (laid["mine"], "table"), (laid["mine"] + "/replay", "replay"), ("/games/block", "game"),
        ("/", "gallery"), ("/lobby", "lobby"), ("/you", "you"), ("/clubs", "clubs"),
        ("/rules/block", "languages"), ("/records", "languages"),
    ):
        named, begun = asked_for(client, path)
        assert named == modules(script)
        assert begun == named[-1:] == [f"/static/{folder()}/{script}.js"]


def test_every_script_is_of_use_to_a_page() -> None:
    used = {Path(address).name for entry in ENTRIES for address in modules(entry)}
    # The service worker belongs to all pages.
    assert used | {"worker.js"} == {path.name for path in STATIC.glob("*.js")}


def test_browsers_keep_a_script_until_any_changes(client: TestClient) -> None:
    for address in modules("table"):
        answer = client.get(address)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, FOREVER)


@pytest.mark.parametrize("path", ["table.js", "v-0123456789abcdef/table.js", "table.css"])
def test_other_addresses_are_asked_for_again(client: TestClient, path: str) -> None:
    answer = client.get(f"/static/{path}")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    again = client.get(f"/static/{path}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")


def test_there_is_nothing_else_in_the_folder(client: TestClient) -> None:
    for path in ("", f"{folder()}/", f"{folder()}/no.js", f"{folder()}/{folder()}/table.js",
                 f"{folder()}/../app.py", f"{folder()}/%2e%2e/app.py"):
        assert client.get(f"/static/{path}").status_code == 404, path


def test_the_scripts_know_the_words_that_they_get() -> None:
    union = re.search(r"export type Words = Record<(.*?),\n", TYPES, re.DOTALL)
    assert union is not None
    counted = {"days", "days_in_row", "unread", "free_seats", "waiting_for"}
    assert {*re.findall(r'"(\w+)"', union[1])} | counted == script_words(str).keys()


def test_the_scripts_know_what_they_are_told(client: TestClient) -> None:
    laid = lay(client, "good-neighbors", ["me"])
    told = state(client, laid["mine"])
    assert told.keys() == fields("Whole") - {"since"}
    assert told["alone"].keys() == fields("Alone")
    assert told["scene"].keys() <= fields("Change")
    assert told["kinds"].keys() == fields("Kinds")
    step = client.get(laid["mine"] + "/replay/2").json()
    assert step.keys() == fields("Step")
    partners = lay(client, "texas-42", ["me", "friend", "friend", "friend"])
    told = state(client, partners["mine"])
    assert told["sides"][0].keys() - {"yours"} == fields("Side")
    assert client.get(partners["mine"] + "/seats").json().keys() == fields("Seats")


def test_every_kind_that_a_page_is_told_is_touched_or_drawn() -> None:
    touched: set[str] = set()
    drawn: set[str] = set()
    games = [
        sobremesa.game("domino-poker", draw=True, players=3),
        *map(sobremesa.game, ("block", "super-bridge", "djambi", "cuadrominos",
                              "cuadrominos-puzzle")),
    ]
    for game in games:
        for round in some(game, seed=3, looks=12):
            view = round.view(max(int(round.turn), 0))
            touched.update(
                touch.partition(":")[0]
                for move in view.data["moves"] for touch in move["touches"]
            )
            nodes = nodes_in(picture.scene(view, standalone=False).drawn)
            drawn.update(node.id.partition("-")[0] for node in nodes if node.id)
    for meaning in ("any_order", "picked", "turns", "ahead", "board"):
        assert set(picture.KINDS[meaning]) <= touched, meaning
    for meaning in ("gliding", "faces", "backs"):
        assert set(picture.KINDS[meaning]) <= drawn, meaning
