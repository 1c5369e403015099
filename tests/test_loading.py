"""Which engine is loaded: nobody tests, or plays, what a compiled library hides."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import sobremesa
from sobremesa import loading
from sobremesa.places import TRAVELLING

ROOT = Path(__file__).parent.parent
BLOCK = "src/sobremesa/families/lines/block.py"
# Those that a version manager keeps are found as well; its shims on the path may lead nowhere.
OLD_PYTHONS = [
    path for minor in ("8", "9", "10") for path in (
        shutil.which(f"python3.{minor}"),
        *map(str, Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")),
    ) if path and not subprocess.run([path, "-c", ""], capture_output=True).returncode
]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copies the source and shares what is compiled of it, as a build would have left it."""
    def copied(source: str, place: str) -> None:
        (os.link if source.endswith((".so", ".pyd")) else shutil.copyfile)(source, place)

    left_out = shutil.ignore_patterns(
        "__pycache__", "*.egg-info", "*.sources", "table", "lab", "rules", "record", "adapters"
    )
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=left_out, copy_function=copied)
    library = tmp_path / "src" / loading.LIBRARY.name
    if library.exists():
        library.unlink()
        shutil.copyfile(loading.LIBRARY, library)
    for name in ("setup.py", "conftest.py", "pyproject.toml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "spread.py"):
        shutil.copyfile(ROOT / "tests" / name, tmp_path / "tests" / name)
    (tmp_path / "tests" / "test_own.py").write_text(
        "import sobremesa\n\n\ndef test_which() -> None:\n    print(sobremesa.compiled)\n"
    )
    return tmp_path


@pytest.fixture
def run(tree: Path) -> Run:
    def run(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
        own = {name: os.environ[name] for name in os.environ if name != "SOBREMESA_INTERPRETED"}
        return subprocess.run(
            [sys.executable, *command], cwd=tree, capture_output=True, text=True,
            env={**own, "PYTHONPATH": str(tree / "src"), **env},
        )

    return run


def edit(tree: Path) -> None:
    with (tree / BLOCK).open("a") as block:
        block.write("\nEDITED = True\n")


def record(tree: Path) -> Path:
    """Notes what the library was compiled from, as setup.py does."""
    noted = loading.record_of(tree / "src" / loading.LIBRARY.name)
    noted.write_text(f"{loading.digest_of(tree / BLOCK)}  {BLOCK}\n")
    return noted


needs_compiled = pytest.mark.skipif(not sobremesa.compiled, reason="nothing is compiled here")
ASK = "import sobremesa.families.lines.block as b; print(hasattr(b, 'EDITED'))"


@needs_compiled
@pytest.mark.parametrize("recorded", [True, False])
def test_an_edit_that_the_compiled_engine_hides_is_refused_in_words(
    tree: Path, run: Run, recorded: bool
) -> None:
    if recorded:
        record(tree)
    assert run("-c", ASK).stdout == "False\n"
    edit(tree)
    refused = run("-c", ASK)
    assert refused.returncode == 1
    assert f"the compiled engine is older than {BLOCK}: " in refused.stderr.splitlines()[-1]
    assert "make try" in refused.stderr and "pip install" in refused.stderr
    assert run("-c", ASK, SOBREMESA_INTERPRETED="1").stdout == "True\n"


@needs_compiled
def test_tests_compare_content_and_say_one_sentence(tree: Path, run: Run) -> None:
    record(tree)
    assert "1 passed" in run("-m", "pytest", "-q", "tests/test_own.py").stdout
    edit(tree)
    older = (tree / "src" / loading.LIBRARY.name).stat().st_mtime - 60
    os.utime(tree / BLOCK, (older, older))
    assert run("-c", ASK).returncode == 0
    refused = run("-m", "pytest", "-q", "tests/test_own.py")
    assert refused.returncode == 4
    said = (refused.stdout + refused.stderr).strip()
    assert "\n" not in said and f"older than {BLOCK}: " in said
    plain = run("-m", "pytest", "-q", "tests/test_own.py", SOBREMESA_INTERPRETED="1")
    assert "1 passed" in plain.stdout


@needs_compiled
def test_a_checkout_that_makes_files_new_and_leaves_them_as_they_were_is_accepted(
    tree: Path, run: Run
) -> None:
    record(tree)
    os.utime(tree / BLOCK)
    assert run("-c", ASK).stdout == "False\n"


@needs_compiled
def test_a_module_that_is_gone_is_not_played_from_the_library(tree: Path, run: Run) -> None:
    record(tree)
    (tree / BLOCK).unlink()
    assert BLOCK in run("-c", ASK).stderr


@needs_compiled
def test_what_is_installed_is_not_looked_at(tree: Path, run: Run) -> None:
    edit(tree)
    (tree / "setup.py").unlink()
    assert run("-c", ASK).stdout == "False\n"


def test_the_source_can_be_asked_for_and_processes_that_are_started_get_it_too() -> None:
    ask = "import sobremesa, sys; print(sobremesa.compiled, sobremesa.game.__module__)"
    start = f"import sobremesa, subprocess, sys; subprocess.run([sys.executable, '-c', {ask!r}])"
    own = {**os.environ, "SOBREMESA_INTERPRETED": "1"}
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, env=own)
    assert done.stdout == "False sobremesa\n", done.stderr


@needs_compiled
def test_no_compiled_module_is_loaded_when_the_source_is_asked_for(run: Run) -> None:
    ask = (
        "import sobremesa, sys; print([name for name, module in sys.modules.items()"
        " if name.startswith('sobremesa') and not module.__file__.endswith('.py')])"
    )
    assert run("-c", ask, SOBREMESA_INTERPRETED="1").stdout == "[]\n"


@pytest.mark.parametrize("module", ["__init__", "loading"])
def test_an_older_python_can_read_as_far_as_the_refusal(module: str) -> None:
    source = (ROOT / "src" / "sobremesa" / f"{module}.py").read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=(3, 8)).body


@pytest.mark.skipif(not OLD_PYTHONS, reason="no older Python is here")
@pytest.mark.parametrize("ask", [["-c", "import sobremesa"], ["-m", "sobremesa"]])
@pytest.mark.parametrize("python", OLD_PYTHONS)
def test_an_older_python_is_refused_in_one_sentence(python: str, ask: list[str]) -> None:
    refused = subprocess.run(
        [python, *ask], capture_output=True, text=True, cwd=ROOT / "src", timeout=10,
        env={"PATH": os.environ["PATH"]},
    )
    assert refused.returncode == 1 and refused.stdout == ""
    assert refused.stderr.startswith("Sobremesa needs Python 3.11 or newer; this is Python 3.")
    assert refused.stderr.count("\n") == 1


def test_make_try_takes_any_arguments_of_pytest_and_compiles_nothing() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not here")
    done = subprocess.run(
        [make, "-n", "-W", "requirements/dev.txt", "try", "T=tests/test_rng.py -k 'a or b'"],
        cwd=ROOT, capture_output=True, text=True,
        # The make that runs these tests says nothing to this one.
        env={name: told for name, told in os.environ.items() if not name.startswith("MAKE")},
    )
    *prepared, tested = done.stdout.splitlines()
    assert tested.endswith("-m pytest -q tests/test_rng.py -k 'a or b'"), done.stderr
    assert "SOBREMESA_INTERPRETED=1 " in tested
    assert all("SOBREMESA_INTERPRETED=1 " in line for line in prepared if "-e ." in line)


@pytest.mark.slow
def test_a_build_notes_what_it_compiled_and_keeps_what_help_shows(tree: Path, run: Run) -> None:
    for library in (tree / "src").rglob(f"*{EXTENSION_SUFFIXES[0]}"):
        library.unlink()
    for travelling in TRAVELLING.values():
        (tree / travelling.folder).mkdir(parents=True)
    for name in ("README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, tree / name)
    # One room is enough, and takes a tenth of the time.
    setup = (tree / "setup.py").read_text()
    (tree / "setup.py").write_text(re.sub(r"^ROOMS = .*$", 'ROOMS = ["core"]', setup, flags=re.M))
    built = run("setup.py", "-q", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr
    noted = loading.record_of(tree / "src" / loading.LIBRARY.name).read_text()
    match = "src/sobremesa/core/match.py"
    assert f"{loading.digest_of(tree / match)}  {match}\n" in noted
    assert "1 passed" in run("-m", "pytest", "-q", "tests/test_own.py").stdout
    ask = "import sobremesa; help(sobremesa.Match.play); help(sobremesa.playouts)"
    shown = run("-c", ask).stdout
    assert "play(self, move: int | str, " in shown and "Plays a move" in shown
    assert "playouts(game: Game, count: int, " in shown and "random rounds" in shown
    (tree / match).write_text((tree / match).read_text() + "\nEDITED = True\n")
    assert run("-m", "pytest", "-q", "tests/test_own.py").returncode == 4
