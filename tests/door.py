"""The README's two commands on a bare machine: `python3 tests/door.py`, and `--then "make test"`.

In a clean clone, with an empty home and an environment of nothing but PATH, `make play` is run up
to a move that somebody plays in Chromium, stopped by Ctrl-C, and run once more. How many seconds
each step took is printed. Any Python runs this: what drives Chromium gets an environment of its
own.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Seconds for a step on a machine that does much else; how long it may take is for people to read.
PATIENCE = 900.0
# What drives the browser, of all that is locked for the tests.
DRIVER = {"playwright", "pyee", "greenlet", "typing-extensions"}
# What says where packages come from, wherever a machine keeps it.
ABOUT_PACKAGES = re.compile(r"(PIP|npm_config|NPM_CONFIG|UV)_\w+|\w+_proxy|\w+_PROXY|SSL_CERT_\w+")
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "node_modules", "*.so", "*.so.sources", "*.egg-info",
    "__pycache__", ".*_cache", "*.db*",
)


def bare(home: Path) -> dict[str, str]:
    """Return an environment of nothing but PATH, and of where packages come from."""
    kept = {name: value for name, value in os.environ.items() if ABOUT_PACKAGES.fullmatch(name)}
    for name, file in (
        ("PIP_CONFIG_FILE", Path.home() / ".config" / "pip" / "pip.conf"),
        ("npm_config_userconfig", Path.home() / ".npmrc"),
    ):
        if file.is_file():
            kept.setdefault(name, str(file))
    return {"PATH": os.environ["PATH"], "HOME": str(home), **kept}


def clone(into: Path) -> None:
    """Copy what is committed here; without git, the files as they are."""
    if shutil.which("git") and (ROOT / ".git").exists():
        subprocess.run(["git", "clone", "-q", str(ROOT), str(into)], check=True)
    else:
        shutil.copytree(ROOT, into, ignore=LEFT_OUT)


def make_driver(folder: Path, env: dict[str, str]) -> Path:
    """Make an environment that can drive a browser; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, env=env)
    locked = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    wanted = [one for one in re.split(r"\n(?=\S)", locked) if one.partition("==")[0] in DRIVER]
    list_of_them = folder / "driver.txt"
    list_of_them.write_text("\n".join(wanted) + "\n", encoding="utf-8")
    python = folder / "bin" / "python"
    subprocess.run(
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check",
         "--require-hashes", "-r", str(list_of_them)], check=True, env=env,
    )
    return python


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_shown(address: str) -> bool:
    """Return whether the first page is there."""
    try:
        with urllib.request.urlopen(address, timeout=10) as page:
            return page.status == 200 and b"muggins" in page.read()
    except OSError:
        return False


def wait_for(what: Callable[[], bool], play: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for something, as long as the table is alive."""
    deadline = time.monotonic() + PATIENCE
    while not what():
        if play.poll() is not None or time.monotonic() > deadline:
            told = log.read_text(encoding="utf-8", errors="replace")
            sys.exit(f"door: the first page does not come\n{told}")
        time.sleep(0.05)


@contextmanager
def playing(tree: Path, env: dict[str, str], log: Path, name: str) -> Iterator[tuple[str, float]]:
    """Run `make play` until its first page is there, and end it by Ctrl-C afterwards."""
    port, begun = free_port(), time.monotonic()
    with log.open("wb") as out:
        play = subprocess.Popen(
            ["make", "play", "OPEN=no", f"PORT={port}"], cwd=tree, env=env, stdout=out,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for(lambda: is_shown(address), play, log)
        say(f"{name}: the first page after {time.monotonic() - begun:.1f} s")
        yield address, begun
    finally:
        asked = time.monotonic()
        if play.poll() is None:
            os.killpg(play.pid, signal.SIGINT)
        play.wait(60)
        say(f"{name}: ended {time.monotonic() - asked:.1f} s after Ctrl-C")
        print(log.read_text(encoding="utf-8", errors="replace"), flush=True)


def say(line: str) -> None:
    load = os.getloadavg()[0]
    print(f"door: {line} (load {load:.1f} on {os.cpu_count()} processors)", flush=True)


def visit(address: str) -> None:
    """Lay a table and play a move, as a person does in a browser; runs in the driver's Python."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "google-chrome")
    program = next(filter(None, map(shutil.which, names)))
    with sync_playwright() as running:
        chromium = running.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )
        page = chromium.new_page()
        page.set_default_timeout(1000 * PATIENCE / 3)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        page.locator('a[href^="/games/block"]:visible').first.click()
        page.locator("#lay .ways-in button.act").first.click()
        lit = "#picture .lit, #buttons .lit:not(:disabled)"
        page.wait_for_selector(lit)
        for _ in range(4):
            seen = page.evaluate("Number(document.body.dataset.number)")
            page.locator(lit).first.click()
            page.wait_for_function(
                """([seen, lit]) => Number(document.body.dataset.number) > seen
                    || document.querySelector(lit)""", arg=[seen, lit],
            )
            if page.evaluate("Number(document.body.dataset.number)") > seen:
                break
        else:
            sys.exit("door: no move was played")
        chromium.close()
        if wrong:
            sys.exit(f"door: the page complained: {wrong}")


def main() -> None:
    """Walk through the door."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--visit", help="plays a move at this address (for the driver's Python)")
    reader.add_argument("--into", default="sobremesa", help="the name of the clone's folder")
    reader.add_argument("--then", default="", help="a command to run in the clone afterwards")
    given = reader.parse_args()
    if given.visit:
        visit(given.visit)
        return
    with tempfile.TemporaryDirectory(prefix="sobremesa-") as folder:
        place = Path(folder)
        tree, home = place / given.into, place / "home"
        home.mkdir()
        env = bare(home)
        clone(tree)
        subprocess.run(["make", "-s", "browser"], cwd=tree, env=env, check=True)
        driver = make_driver(place / "driver", env)
        with playing(tree, env, place / "first.log", "first start") as (address, begun):
            walk = [str(driver), str(ROOT / "tests" / "door.py"), "--visit", address]
            subprocess.run(walk, env=env, check=True)
            say(f"first start: a move was played after {time.monotonic() - begun:.1f} s")
        with playing(tree, env, place / "second.log", "second start"):
            pass
        if given.then:
            begun = time.monotonic()
            ended = subprocess.run(
                shlex.split(given.then), cwd=tree, env=env, stdin=subprocess.DEVNULL, check=False
            )
            say(f"{given.then} took {time.monotonic() - begun:.0f} s")
            sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
