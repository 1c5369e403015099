"""Runs pytest, then alone what failed beside others, and prints last what needed that:
`python -m tests.attempts -n 2`.

Browsers and servers can starve beside others on two busy processors. What fails alone has failed,
and so has a run in which more than a few tests need a second attempt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

# So many tests may pass at their second attempt.
MOST = 3


class Failures:
    """A plugin of pytest that notes which tests fail."""

    def __init__(self) -> None:
        self.tests: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a test that fails, once, though its fixtures may fail after it."""
        if report.failed and report.nodeid not in self.tests:
            self.tests.append(report.nodeid)


def attempt(arguments: Sequence[str]) -> tuple[int, list[str]]:
    """Runs pytest once; returns its exit status and the tests that failed."""
    failures = Failures()
    status = pytest.main([*arguments], plugins=[failures])
    return int(status), failures.tests


def run(arguments: Sequence[str]) -> int:
    """Runs the tests, repeats what failed, and prints what that was; returns an exit status."""
    status, failed = attempt(arguments)
    if status != pytest.ExitCode.TESTS_FAILED or not failed:
        return status
    if len(failed) > MOST:
        print(f"{len(failed)} tests failed: too many for second attempts (at most {MOST})")
        return status
    again, failed_again = attempt(["-q", *failed])
    print(f"second attempts: {len(failed)} (at most {MOST})")
    for test in failed:
        print("  failed alone too:" if test in failed_again else "  passed alone:", test)
    return again


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
