"""What Python says about the public names, compiled or not."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from sobremesa import bots, extras

ROOT = Path(__file__).parent.parent


def public() -> dict[str, Any]:
    """Lists what docs/api promises: the functions, the classes, and the methods of the classes."""
    names = {f"sobremesa.{name}": getattr(sobremesa, name) for name in sobremesa.__all__}
    names |= {f"sobremesa.bots.{name}": getattr(bots, name) for name in bots.__all__}
    for name, value in list(names.items()):
        if inspect.isclass(value):
            names |= {
                f"{name}.{member}": getattr(value, member) for member, held in vars(value).items()
                if not member.startswith("_") and is_code(held)
            }
    return {name: value for name, value in names.items() if callable(value) or is_code(value)}


def is_code(value: Any) -> bool:
    return inspect.isroutine(value) or isinstance(value, property)


PUBLIC = public()


def test_the_public_names_are_those_of_the_page_of_the_contract() -> None:
    assert {"sobremesa.game", "sobremesa.Match.play", "sobremesa.bots.choose"} <= PUBLIC.keys()
    page = (ROOT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    for listed in re.findall(r"members: \[(.*)\]", page):
        for name in listed.split(", "):
            assert {f"sobremesa.{name}", f"sobremesa.bots.{name}"} & PUBLIC.keys(), name


@pytest.mark.parametrize("name", PUBLIC)
def test_help_says_what_a_public_name_is_for(name: str) -> None:
    assert (inspect.getdoc(PUBLIC[name]) or "").strip(), name


@pytest.mark.parametrize(
    "name", [name for name in PUBLIC if inspect.isroutine(PUBLIC[name])]
)
def test_help_shows_the_types_of_a_public_function(name: str) -> None:
    shown = pydoc.plain(pydoc.render_doc(PUBLIC[name]))
    short = name.rpartition(".")[2]
    typed = re.search(rf"\b{short}\((?:self|cls)?(?:, )?(.*)\) -> \S+", shown)
    assert typed, shown
    assert not typed[1].strip("/* ,") or ":" in typed[1], shown


def test_help_of_a_move_in_a_match_reads_well() -> None:
    shown = pydoc.plain(pydoc.render_doc(sobremesa.Match.play))
    assert re.search(r"move: '?int \| str", shown) and "Plays a move" in shown


@pytest.mark.skipif(not sobremesa.compiled, reason="nothing is compiled here")
def test_the_source_says_the_same_as_what_was_compiled_of_it() -> None:
    ask = (
        "import json, sobremesa; from tests.test_help import PUBLIC; from inspect import getdoc;"
        "assert not sobremesa.compiled;"
        "print(json.dumps({name: getdoc(value) for name, value in PUBLIC.items()}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "SOBREMESA_INTERPRETED": "1"},
    )
    written = json.loads(done.stdout)
    assert PUBLIC.keys() <= written.keys()
    for name, text in written.items():
        assert (inspect.getdoc(pydoc.locate(name)) or "").endswith(text), name


@pytest.mark.parametrize("room", ["bots", "record", "solvers", "rules", "lab", "engines", "schema"])
def test_a_room_opens_after_importing_the_package_alone(room: str) -> None:
    ask = f"import sobremesa; print(sobremesa.{room}.__name__)\nprint({room!r} in dir(sobremesa))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == f"sobremesa.{room}\nTrue\n", done.stderr


def test_importing_the_package_opens_no_room_that_is_not_needed() -> None:
    ask = "import sobremesa, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=ROOT)
    rooms = {f"sobremesa.{room}" for room in ("adapters", "lab", "table", "rules", "extras")}
    assert not set(done.stdout.split()) & {*rooms, "numpy", "rich", "click"}


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'bot'"):
        importlib.import_module("sobremesa").bot  # noqa: B018


@pytest.mark.parametrize(("library", "start", "extra"), [
    ("numpy", "sobremesa.batch('block', 2)", "batch"),
    ("gymnasium", "import sobremesa.adapters.gymnasium", "adapters"),
    ("pettingzoo", "import sobremesa.adapters.pettingzoo", "adapters"),
    ("pyspiel", "import sobremesa.adapters.openspiel", "adapters"),
    ("pyarrow", "from sobremesa.lab.running import arrow; arrow()", "lab"),
    ("matplotlib", "from sobremesa.lab import plots; plots.plotting()", "lab"),
    ("ray", "from sobremesa.lab.crowd import Cluster; Cluster._ray()", "lab"),
    ("fastapi", "import sys; from sobremesa.cli import main; main(['table'])", "table"),
])
def test_a_missing_extra_is_named_with_its_command(library: str, start: str, extra: str) -> None:
    ask = f"import sys; sys.modules[{library!r}] = None; import sobremesa; {start}"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=ROOT)
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode
    assert f" needs {library}, which is not installed here: pip install " in last
    assert last.endswith(f"[{extra}]'"), last


def test_the_command_names_where_this_installation_came_from() -> None:
    assert extras.install_command("lab").endswith(f"'{ROOT}[lab]'")
    assert extras.wanted("lab", {}) == "'sobremesa[lab]'"
    assert extras.wanted("lab", {
        "url": "https://example.org/s.git", "vcs_info": {"vcs": "git", "commit_id": "1f"},
    }) == "'sobremesa[lab] @ git+https://example.org/s.git@1f'"
    wheel = Path("/a b/sobremesa-0.2.0-py3-none-any.whl")
    assert extras.wanted("lab", {"url": wheel.as_uri()}) == f"'{wheel}[lab]'"
