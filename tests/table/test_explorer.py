"""Interleavings of two servers over one database, drawn by seeds (`explorer.py`)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.table.explorer import explore

# So that every seed is the same run everywhere.
FIXED = {**os.environ, "PYTHONHASHSEED": "0"}


def explored(*asked: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.table.explorer", *asked],
        env=FIXED, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_however_servers_and_persons_interleave_everything_holds() -> None:
    assert "everything holds" in explored("--seed", "11", "--seeds", "6")


def test_one_seed_is_one_run() -> None:
    assert explore(3) == explore(3)


@pytest.mark.slow
def test_however_servers_and_persons_interleave_for_long_everything_holds() -> None:
    assert "everything holds" in explored("--seed", "1000", "--seconds", "240")
