"""Installing it on a machine that has Python and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(".venv", ".git", "build", "*.so", "*.egg-info", "__pycache__")


@pytest.mark.slow
def test_without_a_compiler_it_installs_plays_and_says_so_once(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT, symlinks=True)
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    no_compiler = {**os.environ, "CC": "/bin/false"}
    no_compiler.pop("PYTHONPATH", None)
    subprocess.run(
        [home / "bin" / "pip", "install", "-q", source], check=True, env=no_compiler,
    )
    played = subprocess.run(
        [home / "bin" / "sobremesa", "play", "muggins", "--seat", "-1", "--target", "20"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env=no_compiler,
    )
    assert "The match goes to:" in played.stdout
    assert played.stderr.count("runs uncompiled") == 1
    shown = subprocess.run(
        [home / "bin" / "sobremesa", "rules", "draw"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env=no_compiler,
    )
    assert "DRAW-01" in shown.stdout


def locked(name: str) -> dict[str, str]:
    """Reads the versions of a lock, those for this Python where they differ."""
    pinned = {}
    for line in (ROOT / "requirements" / f"{name}.txt").read_text().splitlines():
        if line[:1].isalnum():
            one = Requirement(line.removesuffix("\\"))
            if one.marker is None or one.marker.evaluate():
                pinned[one.name] = str(one.specifier).removeprefix("==")
    return pinned


@pytest.mark.parametrize(("name", "extras"), [
    ("table", ["table"]), ("dev", ["table", "dev"]), ("bench", ["table", "dev", "bench"]),
])
def test_every_requirement_is_locked_within_its_range(name: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in extras:
        asked += project["project"]["optional-dependencies"][extra]
    pinned = locked(name)
    for one in map(Requirement, asked):
        if one.name != project["project"]["name"]:
            assert pinned[one.name.replace("_", "-")] in one.specifier, one


def test_all_locks_agree() -> None:
    whole = locked("bench")
    for name in ("table", "dev"):
        assert locked(name).items() <= whole.items()
