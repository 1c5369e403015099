"""Installing it on a machine that has Python and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from sobremesa.places import travelling_files

ROOT = Path(__file__).parent.parent
LEFT_OUT = shutil.ignore_patterns(
    ".venv", ".git", "build", "dist", "node_modules", "*.so", "*.egg-info", "__pycache__"
)
FIRST_STEPS = """
import sobremesa
batch = sobremesa.batch("block", 256, seed=7)
for _ in range(100):
    batch.step(batch.drawn)
print(batch.observations.shape, batch.masks.shape, batch.rewards.shape, sobremesa.compiled)
"""
# What the compiler does before it writes C, where no library of others is seen.
FRONT_END = """
import runpy
from mypyc.build import get_mypy_config
from mypyc.codegen.emitmodule import parse_and_typecheck
from mypyc.options import CompilerOptions
build = runpy.run_path("setup.py")
options = [*build["MEANT_FOR_THE_COMPILER"], "--no-site-packages", *build["engine_sources"]()]
how = CompilerOptions(multi_file=True)
sources, _, settings = get_mypy_config(options, None, how, None)
seen = parse_and_typecheck(sources, settings, how, [(sources, "sobremesa")])
print(len(sources), [name for name in seen.graph if name.startswith("sobremesa.adapters.")])
"""


def ran(*command: object, **given: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command to its good end, out of reach of this source tree."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    given["env"] = {**own, **given.get("env", {})}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def clean_home(place: Path, *wanted: object, **given: Any) -> Path:
    """Makes an environment with nothing but what is wanted; gives where its programs are."""
    ran(sys.executable, "-m", "venv", place)
    ran(place / "bin" / "pip", "install", "-q", *wanted, **given)
    return place / "bin"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Packs the source, as it would be handed out."""
    copy = tmp_path_factory.mktemp("source") / "sobremesa"
    packed = tmp_path_factory.mktemp("packed")
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT, symlinks=True)
    pack = f"from setuptools.build_meta import build_sdist; build_sdist({str(packed)!r})"
    ran(sys.executable, "-c", pack, cwd=copy)
    (found,) = packed.glob("*.tar.gz")
    return found


def files_of_the_house() -> set[str]:
    """Lists what a wheel has to hold: the package, and what travels with it."""
    house = ROOT / "src" / "sobremesa"
    own = {
        path.relative_to(house).as_posix() for path in house.rglob("*")
        if path.is_file() and path.suffix not in NOT_PACKED and "__pycache__" not in path.parts
    }
    return own | set(travelling_files(ROOT))


# Compiled engines, and what catalogues are written in.
NOT_PACKED = {*EXTENSION_SUFFIXES, ".so", ".pyd", ".po", ".pot"}


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from the packed source."""
    built = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", built, source)
    (found,) = built.glob("*.whl")
    return found


def test_the_tree_has_no_symbolic_links() -> None:
    listed = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no checkout")
    assert "src/sobremesa/rules/__init__.py" in listed.stdout
    assert [line for line in listed.stdout.splitlines() if line.startswith("120000")] == []


def test_the_compiler_reads_the_engine_without_any_library_of_others() -> None:
    read = ran(sys.executable, "-c", FRONT_END, cwd=ROOT).stdout.split(maxsplit=1)
    assert int(read[0]) > 100 and read[1] == "[]\n"


def test_a_wheel_of_the_packed_source_holds_the_package_and_all_that_travels_with_it(
    source: Path, tmp_path: Path
) -> None:
    with tarfile.open(source) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    build = f"from setuptools.build_meta import build_wheel; build_wheel({str(tmp_path)!r})"
    ran(sys.executable, "-c", build, cwd=unpacked, env={"SOBREMESA_INTERPRETED": "1"})
    (built,) = tmp_path.glob("*.whl")
    names = {
        name.removeprefix("sobremesa/") for name in zipfile.ZipFile(built).namelist()
        if name.startswith("sobremesa/") and Path(name).suffix not in NOT_PACKED
    }
    # Who builds from the packed source has fetched no interpreter.
    fetched = set(travelling_files(ROOT)) - set(travelling_files(ROOT, optional=False))
    assert names == files_of_the_house() - fetched


def test_a_build_without_a_folder_that_travels_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    ended = subprocess.run(
        [sys.executable, ROOT / "setup.py", "--version"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        "sobremesa: docs/rules is missing, which travels with the package: take the whole source\n"
    )


@pytest.mark.slow
def test_the_packed_source_installs_without_a_compiler_plays_and_says_so_once(
    source: Path, tmp_path: Path
) -> None:
    home = clean_home(tmp_path / "venv", source, env={"CC": "/bin/false"})
    played = ran(home / "sobremesa", "play", "muggins", "--seat", "-1", "--target", "20")
    assert "The match goes to:" in played.stdout
    assert played.stderr.count("runs uncompiled") == 1
    assert "DRAW-01" in ran(home / "sobremesa", "rules", "draw", cwd=tmp_path).stdout


@pytest.mark.slow
def test_the_wheel_holds_what_is_needed_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    ends = {Path(name).suffix for name in names if not name.startswith("sobremesa-")}
    assert not ends & {".c", ".h", ".o"}
    for needed in (
        "rules/pages/muggins.md", "rules/courses/muggins.toml", "table/static/",
        "core/batch.cpython", "py.typed",
    ):
        assert any(name.startswith(f"sobremesa/{needed}") for name in names), needed


@pytest.mark.slow
def test_the_wheel_plays_steps_batches_and_opens_the_table(wheel: Path, tmp_path: Path) -> None:
    home = clean_home(tmp_path / "venv", f"sobremesa[batch,table] @ {wheel.as_uri()}")
    played = ran(
        home / "sobremesa", "play", "muggins", "--seat", "-1", "--target", "20", cwd=tmp_path
    )
    assert "The match goes to:" in played.stdout and played.stderr == ""
    stepped = ran(home / "python", "-c", FIRST_STEPS, cwd=tmp_path)
    assert stepped.stdout == "(256, 377) (256, 141) (256, 2) True\n"
    assert "--host" in ran(home / "sobremesa", "table", "--help", cwd=tmp_path).stdout
    assert "DRAW-01" in ran(home / "sobremesa", "rules", "draw", cwd=tmp_path).stdout
    ran(home / "sobremesa", "example", "selfplay.py", cwd=tmp_path)
    learnt = ran(
        home / "python", "selfplay.py", "block", "--seconds", "2", "--svg", "curve.svg",
        cwd=tmp_path,
    )
    assert "on 2,000 new deals against greedy" in learnt.stdout
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_the_wheel_runs_without_being_installed(wheel: Path, tmp_path: Path) -> None:
    home = clean_home(tmp_path / "venv", "pipx", "uv")
    wanted = f"sobremesa[table] @ {wheel.as_uri()}"
    apart = {
        "PIPX_HOME": str(tmp_path / "pipx"), "UV_CACHE_DIR": str(tmp_path / "uv"),
        "UV_PYTHON": sys.executable,
    }
    for command in (
        [home / "pipx", "run", "--python", sys.executable, "--spec", wanted, "sobremesa"],
        [home / "uvx", "--from", wanted, "sobremesa"],
    ):
        assert "muggins" in ran(*command, "games", cwd=tmp_path, env=apart).stdout
        assert "--host" in ran(*command, "table", "--help", cwd=tmp_path, env=apart).stdout


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
    ("table", ["table"]), ("server", ["table", "postgres"]), ("dev", ["table", "dev"]),
    ("bench", ["table", "dev", "bench"]),
])
def test_every_requirement_is_locked_within_its_range(name: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = list(project["project"]["dependencies"])
    if name != "server":
        asked += project["build-system"]["requires"]
    for extra in extras:
        asked += project["project"]["optional-dependencies"][extra]
    pinned = locked(name)
    for one in map(Requirement, asked):
        if one.name != project["project"]["name"]:
            assert pinned[one.name.replace("_", "-")] in one.specifier, one


def test_all_locks_agree() -> None:
    whole = locked("bench")
    for name in ("table", "server", "dev"):
        assert locked(name).items() <= whole.items()
