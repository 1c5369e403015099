"""Imports between the rooms of the house point down only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent / "src" / "sobremesa"

# What each room may import, besides itself.
MAY_IMPORT = {
    "core": set[str](),
    "material": {"core"},
    "families": {"core", "material"},
    "solvers": {"core", "material", "families"},
    "bots": {"core", "material", "families", "solvers"},
    "picture": {"core", "material", "families"},
    "record": {"core", "material", "families"},
    "rules": {"core", "material", "families", "picture"},
    "engines": {"core", "material", "families", "bots"},
    "lab": {"core", "material", "families", "solvers", "bots", "engines", "record"},
    "table": {
        "core", "material", "families", "solvers", "bots", "engines", "picture", "record", "rules",
    },
    "cli": {
        "core", "material", "families", "solvers", "bots", "engines", "picture", "record", "rules",
        "lab", "table",
    },
    "adapters": {"core", "material", "families", "bots", "record"},
}
# The engine is compiled, and needs nobody.
ENGINE = {"core", "material", "families", "bots", "solvers"}
ENGINE_LIBRARIES = {"mypy_extensions", "librt"}


def imports(path: Path) -> set[str]:
    """Lists the modules that a file imports, dotted."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "sobremesa":
                found.update(f"sobremesa.{alias.name}" for alias in node.names)
            else:
                found.add(node.module)
    return found


def room_of(path: Path) -> str:
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


FILES = sorted(path for path in HOUSE.rglob("*.py") if path.parent != HOUSE or path.stem == "cli")


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HOUSE)) for path in FILES])
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    allowed = MAY_IMPORT[room] | {room}
    rooms = {
        name.split(".")[1] for name in imports(path)
        if name.startswith("sobremesa.") and name.split(".")[1] in MAY_IMPORT
    }
    assert rooms <= allowed


@pytest.mark.parametrize(
    "path", [path for path in FILES if room_of(path) in ENGINE],
    ids=lambda path: str(path.relative_to(HOUSE)),
)
def test_the_engine_needs_nobody(path: Path) -> None:
    import sys

    outside = {name.split(".")[0] for name in imports(path)} - {"sobremesa"}
    assert outside <= sys.stdlib_module_names | ENGINE_LIBRARIES
