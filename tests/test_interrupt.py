"""Ctrl-C stops every search at once: with --quiet, in a pipe, and from Python."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.spread import spread
from tests.waiting import PATIENCE

# Each would go on for minutes, if not for hours.
COMMANDS = {
    "a solitaire": ["solve", "traffic", "--set", "15", "--nodes", "0"],
    "a board": ["puzzle", "solve", "7x7", "--numbers", "6", "--nodes", "0", "--quiet"],
    "all fillings": ["puzzle", "solve", "3x10", "--numbers", "4", "--all"],
    "a narrow board": ["puzzle", "solve", "2x32", "--numbers", "5", "--nodes", "0"],
    "fillings": ["puzzle", "count", "5x5", "--numbers", "5", "--quiet"],
    "a puzzle": ["puzzle", "make", "7x9", "--numbers", "6", "--difficulty", "hard"],
    "a study of deals": ["study", "solitaires", "--set", "12", "--nodes", "100000000"],
    "a study of boards": ["study", "cuadrominos", "--numbers", "5", "--nodes", "0", "--quiet"],
    "a duel": ["lab", "duel", "djambi", "search-deep", "search-deep", "search-deep",
               "search-deep"],
    "deep bots": ["play", "djambi", "--seat", "-1", "--bots", "search-deep"],
}
# The kinds of search that are stopped on every run.
SPREAD = ("a solitaire", "fillings", "deep bots")
PYTHON = {
    "a search": "from sobremesa.solvers import solve; "
                "solve(sobremesa.game('traffic', set=15).start(0).round, nodes=2**70)",
    "a count": "from sobremesa.solvers.tilings import rectangle; rectangle(5, 5, 5).count()",
    "random play": "sobremesa.playouts(sobremesa.game('djambi'), 10**9)",
}


def heed_interrupts() -> None:
    """Undoes what a shell does to whatever it runs in the background: that ignores SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(words: list[str]) -> tuple[int, str]:
    """Starts a process, sends it SIGINT while it works, and waits for its end; tells its code and
    what it said."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=heed_interrupts,
    )
    try:
        wait_until_busy(process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
        return process.returncode, said
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def wait_until_busy(process: subprocess.Popen[str]) -> None:
    """Waits until a process, or one that it began, has computed for a while after its start."""
    began = time.monotonic()
    while used(process.pid) < 2.0:
        assert process.poll() is None, "it ended by itself"
        assert time.monotonic() - began < 300, "it did not begin to work"
        time.sleep(0.05)


def used(group: int) -> float:
    """Gives the processor time of all processes of a session, in seconds."""
    ticks = 0
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", encoding="ascii") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == group:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at /proc")
@pytest.mark.parametrize("what", spread(COMMANDS, SPREAD))
def test_a_command_stops_at_once(what: str) -> None:
    code, said = interrupted(["-m", "sobremesa.cli", *COMMANDS[what]])
    assert "Traceback" not in said
    assert code == (0 if what == "deep bots" else 1), said


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at /proc")
@pytest.mark.parametrize("what", spread(PYTHON, ["a search"]))
def test_a_search_from_python_raises_keyboard_interrupt_at_once(what: str) -> None:
    code, said = interrupted(["-c", f"import sobremesa; {PYTHON[what]}"])
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert code == -signal.SIGINT
