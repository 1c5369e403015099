"""Opening the table to the house: who can open it, and codes for the cameras of other devices."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import httpx
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from sobremesa.cli import main
from sobremesa.places import HOUSE
from sobremesa.table.codes import in_terminal
from sobremesa.table.serve import _listen, house_address
from tests.table.host import answers, asking, lay
from tests.waiting import PATIENCE, wait_until


def started(database: Path, *arguments: str) -> tuple[subprocess.Popen[str], list[str]]:
    """Starts the table in a process of its own; gives what it says before it serves."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from sobremesa.cli import main; main()", "table", "--port", "0",
         "--database", str(database), *arguments],
        stdout=subprocess.PIPE, text=True, start_new_session=True, env=dict(os.environ),
    )
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
    if not ready:
        stop(process)
        raise AssertionError("the server does not start")
    return process, [process.stdout.readline() for _ in range(2)]


def stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)


def test_a_table_for_this_machine_says_so_and_how_to_let_the_house_in(database: Path) -> None:
    process, said = started(database)
    stop(process)
    assert "http://127.0.0.1:" in said[0]
    assert "Only this machine" in said[1]
    assert "make play HOST=lan" in said[1]


@pytest.mark.skipif(
    house_address().startswith("127."), reason="this machine is in no network"
)
def test_a_table_for_the_house_is_reached_by_its_address_and_makes_links_with_it(
    database: Path,
) -> None:
    process, said = started(database, "--host", "lan")
    try:
        address = said[0].split()[1].rstrip("/")
        wait_until(lambda: answers(address))
        assert house_address() in address
        assert "Every device in the house" in said[1]
        with asking(address) as client:
            link = lay(client, "block", ["me", "friend"])["mine"]
            page = client.get(link).text
        assert f'data-house="{address}"' in page
        port = address.rpartition(":")[2]
        with asking(f"http://127.0.0.1:{port}") as client:
            own = client.get(link).text
        assert f'data-house="{address}"' in own
    finally:
        stop(process)


def test_a_code_in_the_terminal_has_three_corners_to_find() -> None:
    drawn = in_terminal("http://192.168.1.20:8000/")
    assert len(drawn.splitlines()) > 10


def test_the_code_of_a_link_is_a_picture_of_it(client: TestClient) -> None:
    link = lay(client, "block", ["me", "friend"])["friends"]["1"]
    codes = [
        client.get(f"{link}/code", params={"origin": origin})
        for origin in ("http://192.168.1.20:8000", "https://table.example")
    ]
    for code in codes:
        assert code.status_code == 200
        assert code.headers["content-type"].startswith("image/svg+xml")
        assert re.search(rb"<svg[^>]* (width|viewBox)=", code.content)
    assert codes[0].content != codes[1].content


@pytest.mark.parametrize("origin", [
    "", "javascript:alert(1)", "http://", "http://a b", "http://a/b", "http://" + "a" * 300,
    "http://a<script>",
])
def test_a_code_is_made_for_nothing_but_an_origin(client: TestClient, origin: str) -> None:
    link = lay(client, "block", ["me", "friend"])["mine"]
    assert client.get(f"{link}/code", params={"origin": origin}).status_code == 422


def test_there_is_no_code_for_a_link_that_opens_nothing(client: TestClient) -> None:
    asked = {"origin": "http://a"}
    assert client.get("/t/no/such/code", params=asked).status_code == 404


def test_a_code_that_is_shown_does_not_make_the_friend_come(client: TestClient) -> None:
    laid = lay(client, "block", ["me", "friend"])
    asked = {"origin": "http://192.168.1.20:8000"}
    assert client.get(f"{laid['friends']['1']}/code", params=asked).status_code == 200
    client.post("/api/tables/mine", json={"links": [laid["friends"]["1"]]})
    assert client.get(f"{laid['mine']}/seats").json()["presence"] == ["here", "not-yet"]


def test_a_port_in_use_is_named_in_one_sentence(database: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        asked = ["table", "--port", str(port), "--database", str(database)]
        refused = CliRunner().invoke(main, asked)
    assert refused.exit_code == 1
    assert f"Error: port {port} of 127.0.0.1 is taken: name another with --port" in refused.output
    assert "Traceback" not in refused.output


def test_a_place_for_figures_that_is_none_is_refused() -> None:
    refused = CliRunner().invoke(main, ["table", "--figures", "everywhere"])
    assert refused.exit_code == 2
    assert "everywhere is no port up to 65000, with or without HOST: before it" in refused.output


def test_a_table_that_reloads_starts_anew_when_a_file_changes(
    database: Path, tmp_path: Path
) -> None:
    house = tmp_path / "sobremesa"
    copytree(HOUSE, house, ignore=ignore_patterns("*.so", "__pycache__"))
    table = subprocess.Popen(
        [sys.executable, "-m", "sobremesa.cli", "table", "--port", "0", "--reload",
         "--database", str(database)],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "SOBREMESA_INTERPRETED": "1"},
        cwd=tmp_path, stdout=subprocess.PIPE, text=True,
    )
    try:
        assert table.stdout is not None
        address = table.stdout.readline().split()[1].rstrip("/")
        wait_until(lambda: "Sobremesa" in page_at(f"{address}/nowhere"))
        page = house / "table" / "templates" / "problem.html"
        page.write_text("Changed!", encoding="utf-8")
        wait_until(lambda: "Changed!" in page_at(f"{address}/nowhere"))
        broken = house / "table" / "pages.py"
        whole = broken.read_text(encoding="utf-8")
        broken.write_text("def", encoding="utf-8")
        wait_until(lambda: page_at(f"{address}/nowhere") == "")
        broken.write_text(whole, encoding="utf-8")
        wait_until(lambda: "Changed!" in page_at(f"{address}/nowhere"))
    finally:
        table.terminate()
        table.wait(PATIENCE)
        assert table.stdout is not None
        table.stdout.close()


def page_at(url: str) -> str:
    """Reads a page; nothing while nobody answers."""
    try:
        return httpx.get(url, headers={"accept": "text/html"}, timeout=PATIENCE).text
    except httpx.TransportError:
        return ""


def test_whoever_comes_before_the_server_has_begun_waits_in_line() -> None:
    """The address is printed first, and read by programs that come at once."""
    with _listen("127.0.0.1", 0) as listening:
        socket.create_connection(listening.getsockname(), timeout=PATIENCE).close()
