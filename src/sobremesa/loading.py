"""Which engine is loaded: the compiled library, or the source that it was compiled from.

The package imports this module before every other, so an older Python must be able to read it.
Where `SOBREMESA_INTERPRETED` is set, every module is read from its source, in this process and in
those it starts. In a source tree a library that was compiled from other source is refused, because
it would hide what was edited. An installed package has one library and one source, and is not
looked at.

A build writes the digests of its sources beside the library. Times alone would not do: a checkout
makes every file new, and an edit during a build is older than the library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  (whoever runs a source tree is not asked by pip)
    sys.exit(f"Sobremesa needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

INTERPRETED = bool(os.environ.get("SOBREMESA_INTERPRETED"))
HOUSE = Path(__file__).parent
LIBRARY = HOUSE.parent / f"sobremesa__mypyc{EXTENSION_SUFFIXES[0]}"


def read_source_only() -> None:
    """Let Python pass over the compiled modules of the house."""
    house = str(HOUSE)

    def find_source(path: str) -> FileFinder:
        if path != house and not path.startswith(house + os.sep):
            raise ImportError("not a folder of the house", path=path)
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, find_source)
    sys.path_importer_cache.pop(house, None)


def digest_of(source: Path) -> str:
    """Return the digest of a file's content."""
    return sha256(source.read_bytes()).hexdigest()


def record_of(library: Path) -> Path:
    """Name the file that tells from what source a library was compiled."""
    return library.with_name(f"{library.name}.sources")


def stale_source(library: Path = LIBRARY, *, thorough: bool = False) -> str:
    """Name a source file that differs from what the library was compiled from, or nothing.

    :param thorough: compare all contents, not only of files younger than the library.
    """
    tree = library.parent.parent
    if not (tree / "setup.py").exists() or not library.exists():
        return ""
    compiled_at = library.stat().st_mtime_ns
    for name, digest in recorded(library):
        source = tree / name
        if not source.exists():
            return name
        younger = source.stat().st_mtime_ns > compiled_at
        if (younger or (thorough and digest)) and digest_of(source) != digest:
            return name
    return ""


def recorded(library: Path) -> Iterator[tuple[str, str]]:
    """List the files that a library was compiled from with their digests; without a record, those
    that lie beside a compiled module, with none."""
    record = record_of(library)
    if record.exists():
        for line in record.read_text(encoding="utf-8").splitlines():
            digest, _, name = line.partition("  ")
            yield name, digest
        return
    end = EXTENSION_SUFFIXES[0]
    for module in (library.parent / "sobremesa").rglob(f"*{end}"):
        source = module.with_name(module.name.removesuffix(end) + ".py")
        yield source.relative_to(library.parent.parent).as_posix(), ""


def refusal(stale: str) -> str:
    """Say which file the compiled engine does not know, and what to do."""
    return (
        f"the compiled engine is older than {stale}: test the source as it is with"
        " `make try T=tests/…`, set SOBREMESA_INTERPRETED=1, or compile it again with"
        " `.venv/bin/python -m pip install --no-deps --no-build-isolation -e .`"
    )


def choose_engine() -> None:
    """Load the source if that is wanted, else the library if it is of this source.

    :raises ImportError: if the source was edited after it was compiled.
    """
    if INTERPRETED:
        read_source_only()
    elif stale := stale_source():
        raise ImportError(refusal(stale), name="sobremesa")


choose_engine()
