"""Setting up where something is missing: a sentence that says what to do, and never a traceback."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# What the Makefile itself calls.
TOOLS = ("sh", "make", "find", "id", "rm", "mkdir", "touch", "ls", "env")
OLD_PYTHON = """#!{python}
import runpy, sys
sys.version_info = (3, 10, 13, "final", 0)
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copies what `make` reads, into a folder with spaces in its name."""
    copy = tmp_path / "a table for games"
    shutil.copytree(ROOT / "tools", copy / "tools")
    shutil.copytree(ROOT / "requirements", copy / "requirements")
    for name in ("Makefile", "pyproject.toml", "setup.py", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, copy)
    return copy


def tools(folder: Path, *more: str) -> dict[str, str]:
    """Makes an environment in which only some programs can be found."""
    folder.mkdir(exist_ok=True)
    for name in (*TOOLS, *more):
        program = shutil.which(name)
        assert program, name
        (folder / name).symlink_to(Path(program).resolve())
    return {"PATH": str(folder), "HOME": str(folder)}


def refusal(tree: Path, env: dict[str, str], *asked: str) -> str:
    """Runs make to its bad end; gives the sentence it ends with."""
    ended = subprocess.run(
        ["make", *asked], cwd=tree, env=env, capture_output=True, text=True, check=False
    )
    assert ended.returncode
    told = ended.stdout + ended.stderr
    assert "Traceback" not in told
    (sentence,) = [line for line in told.splitlines() if line.startswith("sobremesa: ")]
    return sentence.removeprefix("sobremesa: ")


@pytest.mark.parametrize("target", ["play", "test", "browser", "postgres", "node"])
def test_an_older_python_is_refused_at_once(tree: Path, tmp_path: Path, target: str) -> None:
    old = tmp_path / "python3.10"
    old.write_text(OLD_PYTHON.format(python=sys.executable))
    old.chmod(0o755)
    env = tools(tmp_path / "bin")
    assert refusal(tree, env, target, f"PYTHON={old}") == (
        "this is Python 3.10, and 3.11 or newer is needed; if you have one, name it: "
        "make play PYTHON=python3.13"
    )
    assert not (tree / ".venv").exists()


def test_no_python_is_a_sentence(tree: Path, tmp_path: Path) -> None:
    assert refusal(tree, tools(tmp_path / "bin"), "play") == (
        "there is no python3; name a Python from 3.11: make play PYTHON=python3.13"
    )


@pytest.mark.parametrize(("target", "program"), [
    ("browser", "chromium"), ("node", "nodejs npm"),
])
def test_what_tests_need_is_named_where_there_is_no_apt(
    tree: Path, tmp_path: Path, target: str, program: str
) -> None:
    assert refusal(tree, tools(tmp_path / "bin"), target) == (
        f"{program} is needed, and apt-get cannot install it here: install it yourself"
    )


def test_a_full_disk_is_a_sentence(tree: Path, tmp_path: Path) -> None:
    full = tmp_path / "full disk"
    full.mkdir()
    there = subprocess.run(
        ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=2m none "$0"', full],
        capture_output=True, check=False,
    ) if shutil.which("unshare") else None
    if there is None or there.returncode:
        pytest.skip("nobody may mount a small disk here")
    steps = (
        'mount -t tmpfs -o size=2m none "$0" && cp -r "$1"/. "$0" && cd "$0" && '
        f'exec make play OPEN=no PYTHON="{sys.executable}"'
    )
    ended = subprocess.run(
        ["unshare", "-m", "sh", "-c", steps, full, tree],
        capture_output=True, text=True, check=False,
    )
    assert ended.returncode
    assert "sobremesa: there is no space left on the disk: make room for 300 MB\n" in ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr


def beside(what: str, env: dict[str, str]) -> str:
    """Does what `make play` does beside the table; gives what it says."""
    program = f"import sys; sys.path.insert(0, 'tools'); import play; play.Beside().{what}()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=env, capture_output=True, text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_without_a_compiler_the_table_goes_on() -> None:
    told = beside("compile", {**os.environ, "CC": "/bin/false"}).splitlines()
    assert told[-1] == "There is no C compiler: the table goes on, and bots only take longer"


def test_a_library_that_a_table_plays_by_is_not_replaced() -> None:
    lock = ROOT / "build" / "engine.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_SH)
        told = beside("compile", {**os.environ, "CC": "/bin/false"})
    assert told == "The engine is not compiled while another table of this folder needs it\n"


def test_without_npm_the_table_goes_on(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, 'tools'); import play; from pathlib import Path\n"
        f"play.INTERPRETER = Path({str(tmp_path)!r}); play.Beside().fetch_interpreter()"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=tools(tmp_path / "bin"),
        capture_output=True, text=True, check=True,
    )
    assert told.stdout == "Playing offline needs npm, which is not here: all else goes on\n"
