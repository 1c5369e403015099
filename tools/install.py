"""Set up a folder's own Python for `make`: the environment, the locked libraries, the package.

    python3 tools/install.py check           refuses a Python that is too old
    python3 tools/install.py venv FOLDER     makes the environment, with the Python that runs this
    .venv/bin/python tools/install.py table  installs requirements/table.txt and the package

What goes wrong is said in one sentence. Every Python from 3.7 can read
this file, because an old one has to be able to say that it is too old.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from typing import NoReturn

OLDEST = (3, 11)
# Bytes that the libraries take.
LARGEST = 300 * 10**6
NO_ROOM = f"there is no space left on the disk: make room for {LARGEST // 10**6} MB"
# What pip and venv say, and what to do about it.
ADVICE = (
    ("No space left", NO_ROOM),
    ("Disk quota", NO_ROOM),
    ("Temporary failure in name", "the package index cannot be reached: look at the connection"),
    ("NewConnectionError", "the package index cannot be reached: look at the connection"),
    ("ensurepip is not available", "this Python has no venv: install the package python3-venv"),
    ("No module named venv", "this Python has no venv: install the package python3-venv"),
    ("Permission denied", "files of this folder cannot be written: look at whose it is"),
    ("Read-only file system", "this folder cannot be written: copy it to where you may write"),
)


def give_up(sentence: str) -> NoReturn:
    """End with one sentence."""
    sys.stdout.flush()
    sys.exit(f"sobremesa: {sentence}")


def check_python() -> None:
    """Refuse a Python that is too old."""
    if sys.version_info < OLDEST:
        command = "make play PYTHON=python3.13"
        if sys.prefix == os.path.abspath(".venv"):
            command = "rm -rf .venv, then " + command
        give_up(
            f"this is Python {sys.version_info[0]}.{sys.version_info[1]}, and 3.11 or newer is"
            f" needed; if you have one, name it: {command}"
        )


def check_room() -> None:
    """Refuse a disk that is as good as full."""
    if shutil.disk_usage(".").free < LARGEST:
        give_up(NO_ROOM)


def run(what: str, *command: str) -> None:
    """Run a command quietly; if it fails, keep what it said and say what to do."""
    try:
        ended = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except OSError as reason:
        give_up(f"{what} failed: {reason}")
    if ended.returncode:
        for sign, sentence in ADVICE:
            if sign in ended.stdout:
                give_up(f"{what} failed: {sentence}")
        errors = [line for line in ended.stdout.splitlines() if "error" in line.lower()]
        lines = errors or ended.stdout.splitlines() or [f"it ended with {ended.returncode}"]
        give_up(f"{what} failed: {lines[-1].strip()}")


def pip(what: str, *given: str) -> None:
    """Run pip of this environment."""
    run(what, sys.executable, "-m", "pip", "--disable-pip-version-check", *given)


def make_environment(folder: str) -> None:
    """Make the environment anew, in place of a broken one."""
    check_room()
    print(f"Making {folder} with Python {sys.version_info[0]}.{sys.version_info[1]}")
    run(f"making {folder}", sys.executable, "-m", "venv", "--clear", folder)


def install(name: str) -> None:
    """Install locked libraries and the package, uncompiled, from its source."""
    if importlib.util.find_spec("pip") is None:
        # Somebody stopped it half made.
        make_environment(sys.prefix)
    check_room()
    print(f"Installing what requirements/{name}.txt names")
    # Python compiles to bytecode what it imports, and nobody waits for the rest.
    pip(
        "installing the libraries", "install", "-q", "--no-deps", "--no-compile",
        "--require-hashes", "-r", f"requirements/{name}.txt",
    )
    os.environ["SOBREMESA_INTERPRETED"] = "1"
    pip("installing the package", "install", "-q", "--no-deps", "--no-build-isolation", "-e", ".")


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    check_python()
    try:
        if sys.argv[1] == "venv":
            make_environment(sys.argv[2])
        elif sys.argv[1] != "check":
            install(sys.argv[1])
    except KeyboardInterrupt:
        give_up("stopped; run it again and it goes on")
