"""What is deployed: the compose file, the proxy's configuration and the unit of systemd, read and
run with their own commands."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]

from sobremesa.cli import main
from tests.table.host import answers, lay, send, state
from tests.table.test_proxy import NGINX, free_port
from tests.waiting import PATIENCE, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
TABLES = ("table-1", "table-2")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def unit() -> configparser.ConfigParser:
    # Each option of systemd may stand more than once and has its case.
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "sobremesa.service")
    return found


def options(command: list[str]) -> dict[str, Any]:
    """Reads a command of the terminal as the terminal does."""
    name, *given = command
    return dict(main.commands[name].make_context(name, given).params)


def with_option(command: list[str], name: str, value: str) -> list[str]:
    """Gives another value to an option of a command."""
    at = command.index(name)
    return [*command[: at + 1], value, *command[at + 2:]]


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """Runs a command of the terminal as a service would."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sobremesa.cli", *command],
        stdout=subprocess.PIPE, text=True, env=dict(os.environ),
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


@contextmanager
def proxy(folder: Path, ports: list[int]) -> Iterator[str]:
    """Runs nginx by the configuration that is deployed; gives its address."""
    assert NGINX is not None
    key, certificate = folder / "table.key", folder / "table.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )
    rules, port = (DEPLOY / "nginx.conf").read_text(encoding="utf-8"), free_port()
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80", f"listen 127.0.0.1:{free_port()}"),
        ("/etc/nginx/certificates", str(folder)),
        *((f"{table}:8000", f"127.0.0.1:{at}") for table, at in zip(TABLES, ports, strict=True)),
    ):
        assert old in rules
        rules = rules.replace(old, new)
    paths = "\n".join(
        f"{kind}_temp_path {folder};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\n{paths}\n{rules}}}\n"
    )
    nginx = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)])
    url = f"https://localhost:{port}"
    try:
        wait_until(lambda: answers(url))
        yield url
    finally:
        nginx.terminate()
        nginx.wait()


def test_the_services_of_the_compose_file_know_each_other() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"database", *TABLES, "proxy"}
    rules = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    for table in TABLES:
        given = options(services[table]["command"])
        assert (given["host"], given["proxy"], given["port"]) == ("0.0.0.0", address, 8000)
        assert given["database"] == "postgresql://sobremesa@database/sobremesa"
        assert f"server {table}:8000" in rules
        assert services[table]["depends_on"]["database"] == {"condition": "service_healthy"}
    mounted = {one.split(":")[0] for one in services["proxy"]["volumes"]}
    assert mounted == {"./nginx.conf", "./certificates"}
    build = services["table-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    copied = [
        line.split()[1:-1] for line in (DEPLOY / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY")
    ]
    assert [one for group in copied for one in group if not (DEPLOY.parent / one).exists()] == []


def test_the_unit_of_systemd_starts_a_table(postgres_url: str) -> None:
    service = unit()["Service"]
    program, *command = shlex.split(service["ExecStart"])
    assert program == "/opt/sobremesa/bin/sobremesa"
    name, _, given = service["Environment"].partition("=")
    place = command.index(f"${{{name}}}")
    assert given == "postgresql:///sobremesa"
    command[place] = postgres_url
    port, figures = free_port(), free_port()
    command = with_option(with_option(command, "--port", str(port)), "--figures", str(figures))
    with running(command) as process:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"))
        wait_until(lambda: answers_at(f"http://127.0.0.1:{figures}/metrics"))
        process.send_signal(signal.SIGTERM)
        assert process.wait(float(service["TimeoutStopSec"])) == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_can_read_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "sobremesa.service").read_text(encoding="utf-8")
    copy = tmp_path / "sobremesa.service"
    copy.write_text(text.replace("/opt/sobremesa/bin/sobremesa", sys.executable))
    told = subprocess.run(
        ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False
    )
    assert str(copy) not in told.stderr and "sobremesa.service:" not in told.stderr, told.stderr


def answers_at(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


@pytest.mark.skipif(NGINX is None, reason="there is no nginx here")
def test_two_tables_behind_the_proxy_go_on_when_one_is_gone(
    postgres_url: str, tmp_path: Path
) -> None:
    services = compose()["services"]
    ports = [free_port() for _ in TABLES]
    with ExitStack() as stack:
        tables = []
        for table, port in zip(TABLES, ports, strict=True):
            command = services[table]["command"]
            for name, value in (
                ("--host", "127.0.0.1"), ("--port", str(port)), ("--proxy", "127.0.0.1"),
                ("--database", postgres_url), ("--figures", str(free_port())),
            ):
                command = with_option(command, name, value)
            tables.append(stack.enter_context(running(command)))
        for port in ports:
            wait_until(lambda port=port: answers(f"http://127.0.0.1:{port}"))  # type: ignore[misc]
        for table, port in zip(TABLES, ports, strict=True):
            _, python, *asked = services[table]["healthcheck"]["test"]
            assert python == "python"
            asked[-1] = asked[-1].replace(":8000", f":{port}")
            assert subprocess.run([sys.executable, *asked], check=False).returncode == 0
        url = stack.enter_context(proxy(tmp_path, ports))
        client = stack.enter_context(
            httpx.Client(base_url=url, timeout=PATIENCE, verify=False)
        )
        link = lay(client, "block", ["me", "hot"], first_player=0)["mine"]
        for turn in range(8):
            if turn == 4:
                tables[0].kill()
                tables[0].wait()
            now = state(client, link, seat=turn % 2)
            move = now["moves"][0]["move"]
            assert send(client, link, now["number"], turn % 2, move).status_code == 200
