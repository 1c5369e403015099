"""A bare installation on any system: no optional package, and none of what only Unix has.

What Windows lacks is taken away here, so that it shows on any system; there it is really missing.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

# Modules and names that Windows does not have.
TAKEN_AWAY = """
import sys
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "curses", "readline",
             "syslog", "posix_ipc"):
    sys.modules[name] = None
import os, signal, socket, subprocess, multiprocessing, multiprocessing.util, tempfile, shutil
for name in ("fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "getpgid", "killpg",
             "nice", "setsid", "getloadavg", "sched_getaffinity", "uname", "mkfifo"):
    if hasattr(os, name) and name not in ("fork",):
        delattr(os, name)
for name in ("SIGHUP", "SIGALRM", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGXFSZ", "setitimer",
             "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)
if len(sys.argv) > 1 and sys.argv[1] == "bare":
    sys.argv.pop(1)
    for name in ("numpy", "pyarrow", "ray", "matplotlib", "gymnasium", "pettingzoo", "pyspiel",
                 "open_spiel", "psycopg", "alembic", "sqlalchemy", "fastapi", "uvicorn", "jinja2",
                 "segno", "webauthn", "pywebpush", "openskill", "prometheus_client"):
        sys.modules[name] = None
from sobremesa.cli import main
main()
"""
UTF8 = {"PYTHONIOENCODING": "utf-8", "PYTHONWARNDEFAULTENCODING": "1"}


def run(*words: str, bare: bool = True, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", TAKEN_AWAY, *(["bare"] if bare else []), *words],
        capture_output=True, text=True, encoding="utf-8", input=typed, check=False, timeout=300,
        env={**os.environ, **UTF8},
    )


@pytest.mark.parametrize("words", [
    ["games"], ["rules", "draw"], ["schema", "block"], ["example"],
    ["solve", "traffic", "--set", "6"], ["puzzle", "solve", "3x3"], ["lab", "measures"],
    ["lab", "duel", "block", "greedy", "random", "--matches", "4", "--workers", "1"],
    ["study", "cuadrominos", "--numbers", "2", "--quiet"],
])
def test_a_command_runs_without_what_only_unix_has(words: list[str]) -> None:
    result = run(*words)
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    # Every text file is opened in an encoding that is named.
    assert "EncodingWarning" not in result.stderr, result.stderr


def test_a_match_is_kept_and_shown_without_what_only_unix_has(tmp_path: Path) -> None:
    kept = str(tmp_path / "match.txt")
    result = run("play", "draw", "--seed", "1", "--save", kept, typed="?\nhint\nquit\n")
    assert result.returncode == 0, result.stderr
    result = run("record", "show", kept)
    assert result.returncode == 0 and "Draw: You" in result.stdout, result.stderr
    assert (tmp_path / "match.txt").read_bytes().count(b"\r") == 0


def test_what_is_not_installed_is_named_in_a_sentence() -> None:
    for words in (["table"], ["lab", "compare", "block", "set=6,9", "--deals", "2"], ["reports"]):
        result = run(*words)
        assert result.returncode == 1 and "Traceback" not in result.stderr, result.stderr
        assert re.search(r"which is not installed here: pip install .*\[\w+\]", result.stderr)
