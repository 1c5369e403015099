"""Several processes at one port, whether they are well, what they count, and how they end."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from sobremesa.table.app import create_app
from sobremesa.table.logs import JsonLines
from sobremesa.table.metrics import Metrics
from tests.table.host import AT_ONCE, SAME, answers, asking, lay, opened, state
from tests.table.postgres import Postgres
from tests.waiting import PATIENCE, wait_until

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def free_ports(count: int) -> int:
    """Finds the first of some ports in a row that nobody uses."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            first = int(probe.getsockname()[1])
        if first + count < 65000:
            return first


def test_a_server_is_well_and_ready_until_it_drains(client: TestClient) -> None:
    assert client.get("/health").text == "well\n"
    assert client.get("/ready").status_code == 200
    client.app.state.house.draining = True  # type: ignore[attr-defined]
    assert client.get("/ready").status_code == 503
    assert client.get("/health").status_code == 200


def test_a_server_without_its_database_is_not_ready(
    postgres: Postgres, postgres_url: str
) -> None:
    with opened(postgres_url) as client:
        assert client.get("/ready").status_code == 200
        postgres.stop()
        assert client.get("/ready").status_code == 503
        postgres.start()
        wait_until(lambda: client.get("/ready").is_success)


def test_figures_are_told_as_prometheus_reads_them(database: Path) -> None:
    port = free_ports(1)
    app = create_app(f"sqlite:///{database}", pace=AT_ONCE, fate=SAME, workers=1, figures=port)
    with TestClient(app) as client:
        laid = lay(client, "block", ["me", "bot:greedy"], first_player=1)
        wait_until(lambda: len(state(client, laid["mine"])["moves"]) > 0)
        told = httpx.get(f"http://127.0.0.1:{port}/metrics")
        assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
        figures = {
            (one.name, *one.labels.values()): one.value
            for family in text_string_to_metric_families(told.text) for one in family.samples
        }
        assert figures["sobremesa_tables",] == 1
        assert figures["sobremesa_events_total", "move"] >= 1
        assert figures["sobremesa_thought_seconds_count",] >= 1
        assert figures["sobremesa_answers_total", "2xx"] >= 2
        assert figures["sobremesa_database_failures_total",] == 0
        assert figures["sobremesa_write_seconds_bucket", "+Inf"] == (
            figures["sobremesa_write_seconds_count",]
        )
        assert figures["process_resident_memory_bytes",] > 0
        assert httpx.get(f"http://127.0.0.1:{port}/ready").text == "ready\n"
        assert httpx.get(f"http://127.0.0.1:{port}/nothing").status_code == 404
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"figures!\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 404 ")
        # Nobody else reads them.
        assert client.get("/metrics").status_code == 404


def test_all_figures_of_the_page_are_told_also_in_the_open_form(database: Path) -> None:
    port = free_ports(1)
    app = create_app(f"sqlite:///{database}", pace=AT_ONCE, fate=SAME, workers=1, figures=port)
    with TestClient(app):
        wish = {"Accept": "application/openmetrics-text; version=1.0.0"}
        told = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=wish)
        assert told.headers["content-type"].startswith("application/openmetrics-text")
        assert told.text.endswith("# EOF\n")
    kinds = {line.split()[2]: line.split()[3] for line in told.text.splitlines()
             if line.startswith("# TYPE")}
    page = OPERATIONS.read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `sobremesa_")]
    documented = {
        name if name.startswith("sobremesa") else f"sobremesa{name}"
        for row in rows for name in re.findall("`([a-z_]+)`", row)
    }
    assert documented == {
        f"{name}_total" if kind == "counter" else name for name, kind in kinds.items()
        if name.startswith("sobremesa")
    }
    assert kinds["sobremesa_write_seconds"] == kinds["sobremesa_write_size"] == "histogram"


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    for value in (0.5, 1.0, 1.5, 9.0):
        one.thinking.observe(value)
    assert one.value("thought_seconds_bucket", le="1.0") == 2
    assert one.value("thought_seconds_sum") == 12
    assert other.value("thought_seconds_count") == 0


def test_a_log_for_machines_is_one_line_each() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "sobremesa.x", logging.ERROR, "", 1, "%s\nfell", ("a\ttile",), sys.exc_info()
        )
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["from"]) == ("error", "sobremesa.x")
    assert told["message"] == "a\ttile\nfell"
    assert "two\nlines" in told["trace"]


def test_several_processes_serve_at_one_port_and_the_dead_are_replaced(url: str) -> None:
    figures = free_ports(2)
    server = subprocess.Popen(
        [sys.executable, "-m", "sobremesa.cli", "table", "--port", "0", "--database", url,
         "--workers", "2", "--figures", str(figures), "--log", "json"],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )
    try:
        assert server.stdout is not None
        ready, _, _ = select.select([server.stdout], [], [], PATIENCE)
        assert ready
        address = server.stdout.readline().split()[1].rstrip("/")
        places = [f"http://127.0.0.1:{figures + place}" for place in range(2)]
        for place in places:
            wait_until(lambda place=place: _is_ready(place))  # type: ignore[misc]
            wait_until(lambda place=place: "sobremesa_others 1.0\n" in _figures(place))  # type: ignore[misc]
        with asking(address) as client:
            laid = lay(client, "block", ["me", "bot:greedy"])
        children = _children(server.pid)
        workers = [one for one in children if "spawn_main" in _words(one)]
        os.kill(workers[0], signal.SIGKILL)
        wait_until(lambda: all(_is_ready(place) for place in places))
        with asking(address) as client:
            assert state(client, laid["mine"])["number"] >= 2
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
        assert not answers(address)
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
        server.stdout.close() if server.stdout else None


@pytest.mark.parametrize("moment", ["while it starts", "while it serves"])
def test_servers_end_with_a_supervisor_that_is_killed(url: str, moment: str) -> None:
    """Nothing answers any more, and another start has the port to itself."""
    figures = free_ports(2)
    server = subprocess.Popen(
        [sys.executable, "-m", "sobremesa.cli", "table", "--port", "0", "--database", url,
         "--workers", "2", "--figures", str(figures)],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    )
    try:
        assert server.stdout is not None
        ready, _, _ = select.select([server.stdout], [], [], PATIENCE)
        assert ready
        address = server.stdout.readline().split()[1].rstrip("/")
        wait_until(lambda: len(_children(server.pid)) >= 2)
        places = [f"http://127.0.0.1:{figures + place}" for place in range(2)]
        if moment == "while it serves":
            for place in places:
                wait_until(lambda place=place: _is_ready(place))  # type: ignore[misc]
        children = _children(server.pid)
        server.kill()
        server.wait()
        wait_until(lambda: not any(_lives(one) for one in children))
        assert not answers(address) and not any(_is_ready(place) for place in places)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.stdout.close() if server.stdout else None


def _lives(pid: int) -> bool:
    """Tell whether a process is there and has not ended."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        return told.rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _is_ready(place: str) -> bool:
    try:
        return httpx.get(f"{place}/ready").is_success
    except httpx.TransportError:
        return False


def _figures(place: str) -> str:
    try:
        return httpx.get(f"{place}/metrics").text
    except httpx.TransportError:
        return ""


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return [int(one) for one in found]


def _words(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
