"""One Chromium and one server for all tests that are played by hand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.visits import PACE
from tests.table.host import Server
from tests.table.nursery import ROOMY

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]
WHOLE = ["chromium", "google-chrome"]


@pytest.fixture(scope="package")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser") / "table.db"


@pytest.fixture(scope="package")
def server(database: Path) -> Iterator[Server]:
    with Server(database, PACE, ROOMY) as running:
        yield running


def found(*names: str) -> str:
    """Finds the first browser that is there."""
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "the browser tests need Chromium"
    return path


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium without its window, which opens a page with a third of the work."""
    shell = found("chromium-headless-shell", *WHOLE)
    with playwright.chromium.launch(executable_path=shell, args=ARGUMENTS) as running:
        yield running


@pytest.fixture(scope="package")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium with all that it has, notices included."""
    with playwright.chromium.launch(executable_path=found(*WHOLE), args=ARGUMENTS) as running:
        yield running
