"""What fails beside others is tried once more, alone, and that is counted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.attempts import MOST

ROOT = Path(__file__).parent.parent
# Each test fails so many times before it passes.
TESTS = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("failures", {failures})
def test_a_thing(failures, request):
    tries = Path(__file__).with_name(f"{{request.node.name}}.tries")
    tries.write_text((tries.read_text() if tries.exists() else "") + "x")
    assert len(tries.read_text()) > failures
"""


def attempted(folder: Path, tests: str) -> subprocess.CompletedProcess[str]:
    """Runs tests in a folder of their own."""
    (folder / "pytest.ini").write_text("[pytest]")
    (folder / "test_things.py").write_text(tests)
    return subprocess.run(
        [sys.executable, "-m", "tests.attempts", "-q", "-p", "no:cacheprovider"],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )


def last_lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Lists what was printed from the count of second attempts on."""
    lines = done.stdout.splitlines()
    return lines[next(place for place, line in enumerate(lines) if line.startswith("second")):]


def test_what_passes_alone_is_named_last_and_lets_the_run_pass(tmp_path: Path) -> None:
    done = attempted(tmp_path, TESTS.format(failures=[0, 1]))
    assert done.returncode == 0, done.stdout
    count, *named = last_lines(done)
    assert count == f"second attempts: 1 (at most {MOST})"
    [line] = named
    assert line.startswith("  passed alone: ") and line.endswith("::test_a_thing[1]")


def test_what_fails_alone_has_failed(tmp_path: Path) -> None:
    done = attempted(tmp_path, TESTS.format(failures=[0, 1, 2]))
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    _, passed, failed = last_lines(done)
    assert passed.startswith("  passed alone: ") and passed.endswith("[1]")
    assert failed.startswith("  failed alone too: ") and failed.endswith("[2]")


def test_too_many_are_not_tried_again(tmp_path: Path) -> None:
    done = attempted(tmp_path, TESTS.format(failures=[1] * (MOST + 1)))
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert done.stdout.splitlines()[-1].startswith(f"{MOST + 1} tests failed: too many")


@pytest.mark.parametrize(("test", "status"), [
    ("def test_nothing(): pass", pytest.ExitCode.OK),
    ("import nothing_of_this_name", pytest.ExitCode.INTERRUPTED),
])
def test_what_cannot_be_tried_again_ends_the_run(
    tmp_path: Path, test: str, status: int
) -> None:
    done = attempted(tmp_path, test)
    assert done.returncode == status
    assert "second attempts" not in done.stdout
