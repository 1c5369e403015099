"""Compares the versions that a release tells, and writes its notes: python -m tests.release TAG."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEADING = re.compile(r"^## (?P<version>\S+) – (?P<day>\d{4}-\d\d-\d\d)$", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def versions() -> dict[str, str]:
    """Return the version that each file tells."""
    return {
        name: found[1] if (found := re.search(pattern, read(name), re.MULTILINE)) else ""
        for name, pattern in {
            "src/sobremesa/__init__.py": r'^__version__ = "(.*)"$',
            "CITATION.cff": r"^version: (.*)$",
            "CHANGELOG.md": HEADING.pattern,
        }.items()
    }


def days() -> set[str]:
    """Return the days of the release that its files tell."""
    released = re.search(r"^date-released: (.*)$", read("CITATION.cff"), re.MULTILINE)
    newest = HEADING.search(read("CHANGELOG.md"))
    assert released and newest
    return {released[1], newest["day"]}


def notes(version: str) -> str:
    """Return what the change log says of a version."""
    parts = re.split(r"^## ", read("CHANGELOG.md"), flags=re.MULTILINE)[1:]
    wanted = [part for part in parts if part.split()[0] == version]
    return wanted[0].partition("\n")[2].strip() + "\n" if wanted else ""


def main(tag: str, *options: str) -> int:
    """Refuse a tag whose files tell another version; print the notes if asked."""
    version = tag.removeprefix("v")
    wrong = [f"{name} says {said}" for name, said in versions().items() if said != version]
    if len(days()) > 1:
        wrong.append(f"CITATION.cff and CHANGELOG.md tell different days: {sorted(days())}")
    if wrong:
        print(f"{tag} cannot be released: {'; '.join(wrong)}", file=sys.stderr)
        return 1
    if "--notes" in options:
        print(notes(version), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
