"""A sample of what `fuzz_terminal` and `fuzz_options` try for as long as one likes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

import sobremesa
from tests import fuzz_options, fuzz_terminal
from tests.test_interrupt import heed_interrupts, used
from tests.waiting import PATIENCE, wait_until

COMMAND = [sys.executable, "-m", "sobremesa.cli"]
LONG = ["lab", "duel", "djambi", "search", "search", "search", "search", "--workers", "2"]


@pytest.mark.parametrize("seed", range(2))
def test_no_command_ends_in_a_traceback(seed: int) -> None:
    assert fuzz_terminal.fuzz(seed, times=1, patience=0.3) == []


@pytest.mark.slow
def test_no_command_ends_in_a_traceback_for_long() -> None:
    assert fuzz_terminal.fuzz(100, seconds=600) == []


@pytest.mark.parametrize("name", sobremesa.games())
def test_every_level_plays_under_any_options(name: str) -> None:
    for seed in range(2):
        assert fuzz_options.fault_of(name, str(seed), 0.15) == ""


@pytest.mark.slow
def test_every_level_plays_under_any_options_for_long() -> None:
    assert fuzz_options.fuzz(100, 600, 5) == []


@pytest.mark.parametrize("words", [["games"], ["schema", "block"], ["lab", "measures"]])
def test_a_reader_that_has_had_enough_ends_a_command_quietly(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run(
        [*COMMAND, *words], stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
    )
    os.close(writer)
    assert result.returncode == 1
    assert "Broken" not in result.stderr and "Exception" not in result.stderr


def alive(session: int) -> list[int]:
    """Lists the processes of a session that run."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", encoding="ascii") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(name))
    return found


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at /proc")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_whoever_asked_for_the_work(sign: signal.Signals) -> None:
    process = subprocess.Popen(
        [*COMMAND, *LONG], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, preexec_fn=heed_interrupts,
    )
    try:
        wait_until(lambda: len(alive(process.pid)) > 2 and used(process.pid) > 2)
        process.send_signal(sign)
        process.wait(PATIENCE)
        wait_until(lambda: not alive(process.pid))
    finally:
        if alive(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
