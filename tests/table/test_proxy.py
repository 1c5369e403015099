"""Behind a proxy: the configuration of docs/serving.md, tried with nginx itself."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from sobremesa.table.limits import Limits
from tests.table.host import Server, answers, asking, lay
from tests.waiting import PATIENCE, wait_until

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"
# On Debian, programs of the system are not on everybody's path.
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
TWO_TABLES = Limits(tables=2, table_every=3600.0)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def proxy_before(server: Server, folder: Path) -> Iterator[tuple[str, str]]:
    """Runs nginx with the configuration of the page; gives its address, and the one without
    TLS."""
    assert NGINX is not None
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )
    port, plain = free_port(), free_port()
    told = re.search(r"```nginx\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert told is not None
    rules = told[1]
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("/etc/ssl/table.example.org.pem", str(certificate)),
        ("/etc/ssl/table.example.org.key", str(key)),
        ("http://127.0.0.1:8000", server.url),
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

    def serves() -> bool:
        assert nginx.poll() is None, (folder / "error.log").read_text()
        return answers(url)

    try:
        wait_until(serves)
        yield url, f"http://localhost:{plain}"
    finally:
        nginx.terminate()
        nginx.wait()


def client_from(url: str, address: str) -> httpx.Client:
    """Opens a client that comes from an address of this machine."""
    return httpx.Client(
        base_url=url, timeout=PATIENCE, headers={"X-Forwarded-For": "192.0.2.99"},
        transport=httpx.HTTPTransport(verify=False, local_address=address),
    )


async def first_said(url: str, origin: str) -> dict[str, object]:
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    async with websockets.connect(
        url.replace("https", "wss"), ssl=trusting, origin=websockets.Origin(origin)
    ) as line:
        await line.send('{"last": 0}')
        found: dict[str, object] = json.loads(await line.recv())
        return found


@pytest.mark.skipif(NGINX is None, reason="there is no nginx here")
def test_the_configuration_of_the_page_serves_tables_and_tells_addresses_apart(
    tmp_path: Path
) -> None:
    with (
        Server(tmp_path / "table.db", limits=TWO_TABLES, proxy="127.0.0.1") as server,
        proxy_before(server, tmp_path) as (url, plain),
    ):
        with client_from(url, "127.0.0.1") as near, client_from(url, "127.0.0.2") as other:
            laid = lay(near, "block", ["me", "friend"])
            lay(near, "block", ["me", "friend"])
            wish = {"game": "block", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            own = {"Origin": url, "Sec-Fetch-Site": "same-origin"}
            refused = near.post("/api/tables", json=wish, headers=own)
            assert refused.status_code == 429, refused.text
            assert int(refused.headers["Retry-After"]) > 0
            # Another visitor has an allowance of his own, whatever he says he is.
            assert other.post("/api/tables", json=wish, headers=own).status_code == 201
            stranger = {"Origin": "https://elsewhere.example"}
            assert other.post("/api/tables", json=wish, headers=stranger).status_code == 403
            large = near.post("/api/tables", content=b" " * 70_000)
            assert large.status_code == 413
            # A program hears of its turn at once, not when some kB have gathered.
            name, secret = laid["mine"].split("/")[2:]
            token = {"Authorization": f"Bearer {name}.{secret}"}
            with near.stream("GET", "/api/bots/stream", headers=token) as stream:
                assert json.loads(next(stream.iter_lines()))["number"] == 2
            assert "max-age=" in near.get("/rules").headers["Strict-Transport-Security"]
        led = httpx.get(f"{plain}/rules?x=1", follow_redirects=False)
        assert led.status_code == 301 and led.headers["location"] == "https://localhost/rules?x=1"
        said = asyncio.run(first_said(f"{url}{laid['mine']}/live", url))
        assert said["number"] == 2


def test_nobody_is_believed_about_an_address_unless_it_was_allowed(tmp_path: Path) -> None:
    with Server(tmp_path / "table.db", limits=TWO_TABLES) as server:
        with asking(server.url) as client:
            wish = {"game": "block", "seats": [{"kind": "me"}, {"kind": "friend"}]}
            answers = [
                client.post("/api/tables", json=wish, headers={
                    "X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}",
                    "X-Real-IP": f"192.0.2.{number}",
                }).status_code
                for number in range(4)
            ]
        assert answers == [201, 201, 429, 429]
