"""Prints how much of each room the tests reached: python -m tests.covered build/coverage.json."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path


def rooms(told: Path) -> dict[str, Counter[str]]:
    """Adds up what slipcover tells of each file, room by room.

    >>> import tempfile
    >>> told = Path(tempfile.mkdtemp(), "coverage.json")
    >>> one = {"b/sobremesa/core/rng.py": {"summary": {"covered_lines": 3}}}
    >>> _ = told.write_text(json.dumps({"files": one}))
    >>> rooms(told)
    {'core': Counter({'covered_lines': 3})}
    """
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path, file in json.loads(told.read_text(encoding="utf-8"))["files"].items():
        inside = Path(path).parts[Path(path).parts.index("sobremesa") + 1 :]
        found[inside[0] if inside[1:] else "ways in"].update(file["summary"])
    return dict(sorted(found.items()))


def share(counts: Counter[str], of: str) -> str:
    """Gives a share in per cent, or nothing where there is nothing to reach.

    >>> share(Counter(covered_lines=1, missing_lines=3), "lines"), share(Counter(), "lines")
    ('25 %', '')
    """
    covered, missing = counts[f"covered_{of}"], counts[f"missing_{of}"]
    return f"{covered / (covered + missing):.0%}".replace("%", " %") if covered + missing else ""


if __name__ == "__main__":
    print(f"{'room':<12}{'lines':>8}{'branches':>10}")
    found = rooms(Path(sys.argv[1]))
    for room, counts in {**found, "all": sum(found.values(), Counter())}.items():
        print(f"{room:<12}{share(counts, 'lines'):>8}{share(counts, 'branches'):>10}")
