"""What commands write: files that cannot be written, a full disk, narrow encodings, a closed
terminal."""

from __future__ import annotations

import os
import pty
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from sobremesa import record
from sobremesa.cli import main
from sobremesa.files import check_file, lock, write_text
from sobremesa.terminal import FileToWrite, FolderToWrite
from tests.waiting import PATIENCE, wait_until

COMMAND = [sys.executable, "-m", "sobremesa.cli"]
WATCH = ["play", "block", "--seat", "-1", "--seed", "1", "--bots", "random"]
# What a command may read and never writes, by the name of its parameter.
READS = {"file", "pbn", "kept"}


def run(*words: str, typed: str = "", charset: str = "utf-8", **environment: str) -> Result:
    return CliRunner(charset=charset, env=environment).invoke(main, list(words), input=typed)


def commands(
    group: click.Group, words: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Lists every command with the words that name it."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


def to_write() -> list[tuple[str, str]]:
    """Lists every option that names a file or a folder to be written, with its command."""
    return [
        (words, param.opts[0]) for words, command in commands(main) for param in command.params
        if isinstance(param.type, FileToWrite | FolderToWrite)
    ]


def test_every_path_that_a_command_writes_is_checked_first() -> None:
    plain = [
        (words, param.name) for words, command in commands(main) for param in command.params
        if isinstance(param.type, click.Path) and param.name not in READS
        and not isinstance(param.type, FileToWrite | FolderToWrite)
    ]
    # The folder of the study pages is there before.
    assert plain == [("lab studies", "folder")]
    assert len(to_write()) > 15


# What each command needs to be understood; what it does with it never begins.
ARGUMENTS = {
    "play": ["block"], "solve": ["super-bridge"], "puzzle solve": ["3x5"], "puzzle make": ["3x3"],
    "puzzle tricks": ["texas-42"], "lab ladder": ["block"], "lab stakes": ["block"],
    "lab poker": ["two-draw"], "lab compare": ["block", "set=6,9"], "lab report": ["block"],
    "lab run": [__file__],
}


@pytest.mark.parametrize(("words", "option"), to_write())
def test_a_path_that_cannot_be_written_is_refused_before_the_work(
    words: str, option: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    path = tmp_path / "file" / "under" / "it"
    result = run(*words.split(), *ARGUMENTS.get(words, []), option, str(path))
    assert result.exit_code == 1, result.output
    assert f"{path} cannot be written: " in " ".join(result.output.split()), result.output
    assert result.stdout == ""


def test_a_file_to_be_written_in_a_folder_that_is_missing_is_refused_in_the_language_of_play(
    tmp_path: Path
) -> None:
    words = [*WATCH, "--save", str(tmp_path / "none" / "x"), "--language", "es"]
    assert "no se puede escribir" in run(*words).output


def test_checking_a_file_changes_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("old", encoding="utf-8")
    check_file(kept)
    check_file(tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert kept.read_text(encoding="utf-8") == "old"


def test_a_file_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "new"


def limited(most: int) -> None:
    """Lets this process write no file larger than that, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def run_on_a_full_disk(most: int, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE, check=False,
        preexec_fn=lambda: limited(most),
    )


def test_a_full_disk_keeps_the_older_record(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    kept.write_text("an older match", encoding="utf-8")
    result = run_on_a_full_disk(100, *WATCH, "--save", str(kept))
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert f"{kept} cannot be written: File too large" in result.stderr
    assert result.stdout == ""
    assert kept.read_text(encoding="utf-8") == "an older match"


def test_a_disk_that_fills_during_a_match_keeps_the_hands_before(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    result = run_on_a_full_disk(1000, *WATCH, "--save", str(kept))
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert "The match goes to" in result.stdout
    assert "cannot be written" in result.stderr
    match = record.read(kept.read_text(encoding="utf-8")).match()
    assert match.rounds()[0].over and not match.over
    assert [path.name for path in tmp_path.iterdir()] == ["match.txt"]


@pytest.mark.parametrize("sign", [signal.SIGHUP, signal.SIGTERM])
def test_a_match_is_kept_when_its_terminal_is_closed(sign: signal.Signals, tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "play", "block", "--seed", "1", "--save", str(kept)],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    ) as process:
        os.close(theirs)
        said = b""
        while b"Your move" not in said:
            said += os.read(ours, 4096)
        os.write(ours, b"6-4\n")
        while said.count(b"Your move") < 2:
            said += os.read(ours, 4096)
        # A signal that comes just before the terminal is read waits for what is typed; whoever
        # closes a terminal ends the reading too, here the signal is sent again.
        for _ in range(60):
            process.send_signal(sign)
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
                break
        else:
            process.kill()
        assert process.returncode == 128 + sign
    os.close(ours)
    result = run("record", "show", str(kept))
    assert result.exit_code == 0, result.output
    assert "You lay 6-4" in result.output


@pytest.mark.parametrize("words", [["games"], ["--help"], ["schema", "block"], ["rules", "block"]])
def test_an_output_that_is_full_is_said_in_a_sentence(words: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run(
            [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 1
    sentence = "Error: the output cannot be written: No space left on device"
    assert result.stderr.splitlines()[-1] == sentence
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("charset", ["cp1252", "latin-1"])
@pytest.mark.parametrize("words", [
    ["games", "--language", "fr"], ["games", "--language", "ro"],
    ["rules", "block", "--language", "ro"], ["puzzle", "tricks", "super-bridge", "--seed", "1"],
])
def test_an_encoding_without_some_signs_gets_others(words: list[str], charset: str) -> None:
    result = run(*words, charset=charset)
    assert result.exit_code == 0, result.output
    # The suits are told apart.
    assert "tricks" not in words or all(f"{suit} " in result.output for suit in "SHDC")


def test_what_cannot_be_decoded_is_no_move() -> None:
    result = CliRunner().invoke(
        main, ["play", "block", "--seed", "1"], input=b"\xff\xfe\nquit\n",
    )
    assert result.exit_code == 0 and "You leave the table." in result.output


def test_another_run_in_the_same_folder_is_refused_where_there_is_no_fcntl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows locks by another module; that it is asked can be shown anywhere."""
    import types

    locked: list[int] = []
    module = types.ModuleType("msvcrt")
    module.LK_NBLCK = 2  # type: ignore[attr-defined]
    module.locking = lambda file, mode, count: locked.append(mode)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "msvcrt", module)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(sys, "platform", "win32")
    with (tmp_path / "lock").open("w", encoding="utf-8") as file:
        lock(file)
    assert locked == [2]


def read_all(ours: int) -> bytes:
    said = b""
    while True:
        try:
            more = os.read(ours, 4096)
        except OSError:
            return said
        if not more:
            return said
        said += more


@pytest.mark.parametrize("environment", [{}, {"LESS": "-F"}, {"PAGER": "cat"}, {"NO_COLOR": "1"}])
def test_the_rules_in_a_terminal_are_free_of_escape_codes_that_are_shown(
    environment: dict[str, str]
) -> None:
    """A pager that does not pass styles on writes ESC out, or gets none."""
    ours, theirs = pty.openpty()
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    with subprocess.Popen(
        [*COMMAND, "rules", "block"], stdin=theirs, stdout=theirs, stderr=theirs,
        env={**kept, "TERM": "xterm", **environment}, start_new_session=True,
    ) as process:
        os.close(theirs)
        said = b""
        while b"Block" not in said:
            said += os.read(ours, 4096)
        os.write(ours, b"q")
        said += read_all(ours)
        process.wait(PATIENCE)
    os.close(ours)
    assert b"ESC" not in said and b"^[[" not in said
    wait_until(lambda: process.poll() is not None)


def test_a_comparison_without_a_folder_on_a_full_disk_promises_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    result = run_on_a_full_disk(
        100, "lab", "compare", "block", "set=6,9", "--deals", "2", "--workers", "1"
    )
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert "name another folder with --out" in result.stderr
    assert "what is done stays done" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_example_that_was_not_written_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run_on_a_full_disk(1000, "example", "selfplay.py")
    assert result.returncode == 1 and "cannot be written" in result.stderr
    assert list(tmp_path.iterdir()) == []
    assert run("example", "selfplay.py").exit_code == 0


def test_a_comparison_that_is_ended_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with subprocess.Popen(
        [*COMMAND, "lab", "compare", "djambi", "players=3,4", "--deals", "100000",
         "--workers", "1"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:
        wait_until(lambda: any(tmp_path.glob("sobremesa-*/deals/*/*.jsonl")))
        process.terminate()
        assert process.wait(PATIENCE) == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []


def test_whoever_watches_is_told_while_the_bots_play() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "djambi", "--seat", "-1", "--seed", "1", "--bots", "middle"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Middle ")
        # Its round goes on for many moves.
        assert process.poll() is None
        process.terminate()
