"""Interleavings of two servers over one database, drawn by seeds (`explorer.py`)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# So that every seed is the same run everywhere.
FIXED = {**os.environ, "PYTHONHASHSEED": "0"}


def explored(*asked: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.table.explorer", *asked],
        env=FIXED, capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("seed", [1, 5])
def test_however_servers_and_persons_interleave_everything_holds(seed: int) -> None:
    assert "everything holds" in explored("--seed", str(seed), "--seeds", "4")


def test_one_seed_is_one_run() -> None:
    assert explored("--seed", "3", "--seeds", "1") == explored("--seed", "3", "--seeds", "1")


@pytest.mark.slow
def test_however_servers_and_persons_interleave_for_long_everything_holds() -> None:
    assert "everything holds" in explored("--seed", "1000", "--seconds", "240")
