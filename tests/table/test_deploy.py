"""What is deployed: the compose file, the proxy's configuration and the unit of systemd, read and
run with their own commands."""

from __future__ import annotations

import configparser
import os
import re
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
from sobremesa.places import TRAVELLING
from tests.table.host import answers, lay, send, state
from tests.table.test_proxy import NGINX, free_port
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
LEFT_OUT = shutil.ignore_patterns("*.so", "*.sources", "__pycache__")
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
        # Whoever scrapes joins the network of the tables; nothing of it is open to the world.
        assert given["figures"] == ("0.0.0.0", 9200)
        assert services[table]["networks"] == ["inside"] and "ports" not in services[table]
        assert f"server {table}:8000" in rules
        assert services[table]["depends_on"]["database"] == {"condition": "service_healthy"}
    mounted = {one.split(":")[0] for one in services["proxy"]["volumes"]}
    assert mounted == {"./nginx.conf", "./certificates"}
    build = services["table-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"


def steps() -> list[tuple[str, str]]:
    """Reads the steps of the Dockerfile: a word, and what follows it."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_container_is_built_from_the_package_and_what_travels_with_it() -> None:
    copied = {one for word, rest in steps() if word == "COPY" for one in rest.split()[:-1]}
    travelling = {one.folder for one in TRAVELLING.values() if not one.optional}
    assert travelling | {"src", "pyproject.toml", "setup.py", "README.md", "LICENSE"} == {
        one for one in copied if not one.startswith("requirements")
    }
    assert [one for one in copied if not (ROOT / one).exists()] == []


def test_nothing_of_the_container_can_change_unseen() -> None:
    images = [rest.split()[0] for word, rest in steps() if word == "FROM"]
    images += [
        service["image"] for service in compose()["services"].values() if "build" not in service
    ]
    assert len(images) == 4
    for image in images:
        assert re.fullmatch(r"\w+:[\w.-]+@sha256:[0-9a-f]{64}", image), image
    installed = [rest for word, rest in steps() if word == "RUN" and "pip install" in rest]
    assert installed
    for command in installed:
        assert "--no-deps" in command
        assert "--require-hashes" in command or "--no-index" in command


@pytest.mark.slow
def test_what_the_container_does_ends_in_a_first_page(tmp_path: Path) -> None:
    home: Path | None = None
    wheels, packed = tmp_path / "wheels", tmp_path / "requirements.txt"
    for word, rest in steps():
        if word == "FROM":
            home = tmp_path / f"stage-{rest.split()[-1][-5:]}"
            subprocess.run([sys.executable, "-m", "venv", home / "venv"], check=True)
            continue
        assert home is not None
        if word == "COPY":
            *sources, place = rest.split()
            for source in sources:
                aim = packed if place == "/requirements.txt" else home / source
                aim.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, aim, ignore=LEFT_OUT)
                else:
                    shutil.copyfile(ROOT / source, aim)
        elif word == "RUN" and "pip " in rest:
            line = rest[rest.index("pip "):].partition(" && ")[0]
            for old, new in (("/wheels", wheels), ("/requirements.txt", packed)):
                line = line.replace(f" {old}", f" {shlex.quote(str(new))}")
            run = subprocess.run(
                [home / "venv" / "bin" / "python", "-m", *shlex.split(line)],
                cwd=home, capture_output=True, text=True, check=False,
            )
            assert run.returncode == 0, run.stdout + run.stderr
    assert home is not None
    port, figures = free_port(), free_port()
    command = compose()["services"]["table-1"]["command"]
    for name, value in (
        ("--host", "127.0.0.1"), ("--port", str(port)), ("--proxy", "127.0.0.1"),
        ("--database", str(tmp_path / "table.db")), ("--figures", f"0.0.0.0:{figures}"),
    ):
        command = with_option(command, name, value)
    program = home / "venv" / "bin" / "sobremesa"
    table = subprocess.Popen([program, *command], cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(f"http://127.0.0.1:{port}"))
        assert "muggins" in httpx.get(f"http://127.0.0.1:{port}/").text
        assert httpx.get(f"http://127.0.0.1:{port}/studies").is_success
        assert answers_at(f"http://127.0.0.1:{figures}/metrics")
    finally:
        table.terminate()
        table.wait(PATIENCE)


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
