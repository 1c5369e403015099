"""What travels with the package beside its own files, and where it lies: in an installed package,
or in the folders of a source tree.

This is the only list of it. The build reads it (setup.py), whoever opens such a file asks it, and
tests compare the wheel, the packed source and the container with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

HOUSE: Final = Path(__file__).parent


class Travelling(NamedTuple):
    """A folder of the source tree, its place in the package, and which of its files travel."""

    folder: str
    place: str
    ends: tuple[str, ...]
    # What npm fetches need not be there.
    optional: bool = False


TRAVELLING: Final = {
    "rules": Travelling("docs/rules", "rules/pages", (".md", ".svg")),
    "courses": Travelling("docs/lessons", "rules/courses", (".toml",)),
    "studies": Travelling("docs/studies", "rules/study_pages", (".md", ".json", ".svg")),
    "examples": Travelling("examples", "example_files", (".py", ".mjs")),
    # The interpreter of offline play.
    "interpreter": Travelling(
        "node_modules/pyodide", "table/pyodide", (".mjs", ".wasm", ".zip", ".json"), True
    ),
}


def place_of(name: str) -> Path:
    """Return the folder of what travels: the package has it, or else the source tree.

    >>> (place_of("rules") / "muggins.md").is_file()
    True
    """
    one = TRAVELLING[name]
    installed = HOUSE / one.place
    return installed if installed.is_dir() else HOUSE.parents[1] / one.folder


def travelling_files(tree: Path, *, optional: bool = True) -> dict[str, Path]:
    """Return the files of a source tree that travel, by their place in the package.

    :raises FileNotFoundError: if a folder that has to be there is not.
    """
    files = {}
    for one in TRAVELLING.values():
        folder = tree / one.folder
        if not one.optional and not folder.is_dir():
            raise FileNotFoundError(
                f"{one.folder} is missing, which travels with the package: take the whole source"
            )
        for file in sorted(folder.rglob("*")) if optional or not one.optional else []:
            if file.suffix in one.ends:
                files[f"{one.place}/{file.relative_to(folder).as_posix()}"] = file
    return files
