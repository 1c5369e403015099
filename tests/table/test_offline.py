"""The table as an app: its manifest and icons, and what a device keeps to play offline."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sobremesa.table import offline
from sobremesa.table.scripts import STATIC

here = pytest.mark.skipif(
    offline.interpreter() is None, reason="the interpreter is not here: npm ci fetches it"
)


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and png[12:16] == b"IHDR"
    across, down = struct.unpack(">II", png[16:24])
    return int(across), int(down)


@pytest.mark.parametrize(("language", "offline_word"), [
    ("en", "Play offline"), ("es", "Jugar sin conexión"), ("fr", "Jouer hors connexion"),
    ("ro", "Joacă fără conexiune"),
])
def test_the_manifest_can_be_installed_from(
    client: TestClient, language: str, offline_word: str
) -> None:
    answer = client.get(f"/manifest.webmanifest?language={language}")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert told["lang"] == language and told["display"] == "standalone"
    assert told["start_url"] == told["scope"] == "/"
    if offline.version():
        assert told["shortcuts"][0]["name"] == offline_word
    purposes = set()
    for icon in told["icons"]:
        image = client.get(icon["src"])
        assert image.status_code == 200
        purposes.add(icon["purpose"])
        if icon["type"] == "image/png":
            assert "x".join(map(str, size_of(image.content))) == icon["sizes"]
    assert purposes == {"any", "maskable"}
    assert size_of((STATIC / "icon-whole-180.png").read_bytes()) == (180, 180)


def test_every_page_names_the_manifest(client: TestClient) -> None:
    page = client.get("/")
    assert 'rel="manifest" href="/manifest.webmanifest?language=en"' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]


@here
def test_only_the_engine_may_compile(client: TestClient) -> None:
    files = client.get("/offline/files").json()["files"]
    for one in files:
        policy = client.get(one["address"]).headers["content-security-policy"]
        is_engine = one["address"].startswith("/offline/engine/")
        assert ("'wasm-unsafe-eval'" in policy) == is_engine
        assert "'unsafe-eval'" not in policy and "'unsafe-inline'" not in policy


@here
def test_all_that_a_device_keeps_is_there(client: TestClient) -> None:
    told = client.get("/offline/files?language=fr").json()
    assert told["version"] == offline.kept_version("fr") != offline.kept_version("es")
    for one in told["files"]:
        assert client.get(one["address"]).status_code == 200
        assert one["address"].startswith(("/offline", "/static/", "/pictures/"))


@here
def test_the_engine_is_packed_uncompiled_and_the_same_each_time() -> None:
    first = offline.archive()
    offline.archive.cache_clear()
    assert offline.archive() == first
    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert "sobremesa/table/pocket.py" in names and "mypy_extensions.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert "sobremesa/table/storage.py" not in names


def test_without_the_interpreter_the_table_is_as_ever(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "place_of", lambda name: Path("nowhere"))
    offline.version.cache_clear()
    try:
        assert "/offline" not in client.get("/").text
        assert client.get("/offline").json()["code"] == "no-offline"
        assert client.get("/manifest.webmanifest").json()["shortcuts"] == []
    finally:
        offline.version.cache_clear()
