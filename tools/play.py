"""Open the table from the source tree at once, and compile the engine meanwhile: `make play`.

Which engine plays is settled when a table starts, and holds until it ends: without a compiled
library of just this source, the server and all processes it starts read the source alone
(SOBREMESA_INTERPRETED). Compiled and uncompiled modules have different classes for the same
things, which must not meet in one process, nor be sent from one process to another. So the library
that is made in the background serves the next start, and is not replaced while another table of
this folder plays by it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
# Held together by tables that play by the compiled engine, alone by whoever compiles it.
LOCK = ROOT / "build" / "engine.lock"
LOG = ROOT / "build" / "compiling.log"
# Where npm fetches the interpreter of offline play, before it is put in place as a whole.
FETCHED = ROOT / "build" / "offline"
INTERPRETER = ROOT / "node_modules" / "pyodide"
INTERPRETED = "SOBREMESA_INTERPRETED"
# Begins a line by which the build tells how far it is.
PROGRESS = "compiled "


def is_compiled() -> bool:
    """Return whether a compiled engine of just this source is there."""
    asked = "import sys, sobremesa; sys.exit(not sobremesa.compiled)"
    return subprocess.run([sys.executable, "-c", asked], capture_output=True).returncode == 0


def locked(how: int) -> IO[str] | None:
    """Hold the compiled engine as long as the file that is returned; nothing if others hold it."""
    LOCK.parent.mkdir(exist_ok=True)
    file = LOCK.open("w", encoding="utf-8")
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


class Beside:
    """Work beside the table: at the lowest priority, ended with it, and told in one line."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[str]] = []
        self.ended = False
        self.lock = threading.Lock()

    def start(self, *command: str, folder: Path = ROOT) -> subprocess.Popen[str] | None:
        """Start a command out of reach of the keyboard; nothing if the table has ended."""
        with self.lock:
            if self.ended:
                return None
            process = subprocess.Popen(
                ["nice", "-n", "19", *command], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                env={**os.environ, "SOBREMESA_PROGRESS": "1"},
            )
            self.running.append(process)
            return process

    def end(self) -> None:
        """End what still runs, with all that it has started."""
        with self.lock:
            self.ended = True
        for process in self.running:
            with suppress(ProcessLookupError):
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def say(self, line: str, *, passing: bool = False) -> None:
        """Say something, in place of what was said in passing."""
        if self.ended or (passing and not sys.stdout.isatty()):
            return
        with suppress(OSError):
            start = "\r\033[K" if sys.stdout.isatty() else ""
            print(f"{start}{line}", end="" if passing else "\n", flush=True)

    def compile(self) -> None:
        """Compile the engine for the next start."""
        held = locked(fcntl.LOCK_EX)
        if held is None:
            self.say("The engine is not compiled while another table of this folder needs it")
            return
        with held:
            self.build()

    def build(self) -> None:
        """Run the build, and tell how far it is and how it ends."""
        process = self.start(sys.executable, "setup.py", "-q", "build_ext", "--inplace")
        if process is None:
            return
        self.say("Compiling the engine beside the table, for quicker bots at the next start")
        said = []
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(PROGRESS):
                share = line.removeprefix(PROGRESS).strip()
                self.say(f"Compiling the engine: {share}", passing=True)
            else:
                said.append(line)
        status = process.wait()
        if any("no C compiler" in line for line in said):
            self.say("There is no C compiler: the table goes on, and bots only take longer")
        elif status == 0 and is_compiled():
            self.say("The engine is compiled: from the next start bots answer quicker")
        elif not self.ended:
            with suppress(OSError):
                LOG.parent.mkdir(exist_ok=True)
                LOG.write_text("".join(said), encoding="utf-8")
            self.say(f"The engine was not compiled ({LOG.relative_to(ROOT)} says why): the table "
                     "goes on, and bots only take longer")

    def fetch_interpreter(self) -> None:
        """Fetch what plays without a connection, for the next start."""
        if (INTERPRETER / "pyodide.asm.wasm").exists():
            return
        if shutil.which("npm") is None:
            self.say("Playing offline needs npm, which is not here: all else goes on")
            return
        with suppress(OSError):
            FETCHED.mkdir(parents=True, exist_ok=True)
            for name in ("package.json", "package-lock.json"):
                shutil.copy(ROOT / name, FETCHED)
            process = self.start(
                "npm", "ci", "--omit=dev", "--no-audit", "--no-fund", "--silent", folder=FETCHED
            )
            if process is not None and process.communicate() and process.returncode == 0:
                INTERPRETER.parent.mkdir(exist_ok=True)
                (FETCHED / "node_modules" / "pyodide").rename(INTERPRETER)
                return
        self.say("What playing offline needs was not fetched by npm: all else goes on")


def main(options: list[str]) -> int:
    """Open the table with options of `sobremesa table`, until it is stopped."""
    reloads = "--reload" in options
    compiles = not reloads and not os.environ.get(INTERPRETED)
    held = locked(fcntl.LOCK_SH) if compiles else None
    if held is not None and is_compiled():
        compiles = False
    elif held is not None:
        held.close()
    if reloads or compiles:
        os.environ[INTERPRETED] = "1"
    # The keyboard's Ctrl-C goes to both: the table ends by it, and this ends after the table.
    table = subprocess.Popen([sys.executable, "-m", "sobremesa.cli", "table", *options])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: table.terminate())
    os.environ.pop(INTERPRETED, None)
    beside = Beside()
    for work in [beside.compile] * compiles + [beside.fetch_interpreter]:
        threading.Thread(target=work, daemon=True).start()
    status = table.wait()
    beside.end()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
