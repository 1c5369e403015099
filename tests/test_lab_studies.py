"""Studies: the same bytes whoever plays and however a run ends; refusals in words."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from math import inf
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sobremesa import Refused
from sobremesa.cli import main
from sobremesa.lab import running
from sobremesa.lab.crowd import Alone, crowd
from sobremesa.lab.findings import read_results
from sobremesa.lab.keeping import Journal, line_of
from sobremesa.lab.running import RESULTS, Stopper, run
from sobremesa.lab.study import Until, read_study, subject_of
from sobremesa.lab.workers import Processes
from sobremesa.studies import unreached

SMALL = """
title = "Rounding to five"
deals = 20
[[games]]
game = "muggins"
compare = {round_to_five = ["no", "yes"]}
[[games]]
game = "block"
bots = ["greedy", "greedy random"]
"""


def made(folder: Path, text: str = SMALL, workers: int = 1) -> bytes:
    """Runs a study and gives the bytes of its results."""
    run(read_study(text), folder, crowd(workers=workers))
    return (folder / RESULTS).read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return made(tmp_path_factory.mktemp("whole"))


def test_the_results_are_the_same_for_any_number_of_workers(whole: bytes, tmp_path: Path) -> None:
    assert made(tmp_path, workers=3) == whole


def test_running_again_plays_nothing_and_changes_nothing(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made(tmp_path) == whole
    monkeypatch.setattr(running, "_play", lambda *_: pytest.fail("a deal was played again"))
    assert made(tmp_path) == whole


def test_results_name_alternatives_in_the_order_in_which_they_are_numbered(tmp_path: Path) -> None:
    made(tmp_path, """
deals = 1
[[games]]
game = "block"
compare = {set = [6, 9], players = [2, 3]}
""")
    _, [found] = read_results(tmp_path / RESULTS)
    assert [one.label for one in found.subject.alternatives] == [
        "set=6, players=2", "set=6, players=3", "set=9, players=2", "set=9, players=3",
    ]
    assert [len(seats.won) for seats in found.seats] == [2, 3, 2, 3]


def test_a_killed_run_goes_on_where_it_stood(whole: bytes, tmp_path: Path) -> None:
    study, out = tmp_path / "small.toml", tmp_path / "out"
    study.write_text(SMALL, encoding="utf-8")
    command = [
        sys.executable, "-m", "sobremesa.cli", "lab", "run", str(study), "--out", str(out),
        "--workers", "2",
    ]
    for least in (3, 10, 25):
        process = subprocess.Popen(
            command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        while process.poll() is None and kept(out) < least:
            time.sleep(0.01)
        # Only the run itself: its workers end by themselves.
        process.kill()
        process.wait()
    lines = kept(out)
    assert lines >= 10
    before = texts(out)
    assert made(out) == whole
    for path, text in texts(out).items():
        assert text.startswith(before.get(path, b"").rpartition(b"\n")[0])
        deals = [line.split(b"[")[1] for line in text.splitlines()]
        assert len(set(deals)) == len(deals)


def texts(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*.jsonl"))}


def kept(folder: Path) -> int:
    return sum(text.count(b"\n") for text in texts(folder).values())


@pytest.mark.parametrize("torn", [1, 10, 200])
def test_an_unfinished_line_is_cut_off(whole: bytes, tmp_path: Path, torn: int) -> None:
    made(tmp_path, SMALL.replace("deals = 20", "deals = 5"))
    for path in tmp_path.rglob("*.jsonl"):
        path.write_bytes(path.read_bytes() + line_of(17, [{"x": "y" * 500}])[:torn])
    assert made(tmp_path) == whole


def test_a_longer_study_keeps_what_a_shorter_has_played(whole: bytes, tmp_path: Path) -> None:
    made(tmp_path, SMALL.replace("deals = 20", "deals = 12"))
    before = texts(tmp_path)
    assert made(tmp_path) == whole
    after = texts(tmp_path)
    assert all(after[path].startswith(text) for path, text in before.items())
    assert made(tmp_path, SMALL.replace("deals = 20", "deals = 12")) != whole
    assert texts(tmp_path) == after


def test_a_full_disk_loses_nothing(whole: bytes, tmp_path: Path) -> None:
    """No file may grow beyond some kilobytes: the run says so, and goes on later."""
    study, out = tmp_path / "small.toml", tmp_path / "out"
    study.write_text(SMALL, encoding="utf-8")
    script = (
        "import resource, signal, sys\n"
        "from sobremesa.cli import main\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
        "main(sys.argv[1:])\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, "lab", "run", str(study), "--out", str(out),
         "--workers", "1"], capture_output=True, text=True,
    )
    assert told.returncode == 1
    assert "cannot be written" in told.stderr and "what is done stays done" in told.stderr
    assert "Traceback" not in told.stderr
    assert kept(out) > 3
    assert made(out) == whole


def test_a_folder_that_takes_no_files_is_no_full_disk(tmp_path: Path) -> None:
    study = tmp_path / "small.toml"
    study.write_text(SMALL, encoding="utf-8")
    told = CliRunner().invoke(
        main, ["lab", "run", str(study), "--out", str(study / "out"), "--workers", "1"]
    )
    assert told.exit_code == 1
    assert "cannot be written: Not a directory" in told.output
    assert "make room" not in told.output


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    holding = (
        "import sys, pathlib\n"
        "from sobremesa.lab.keeping import held\n"
        "with held(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(tmp_path)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(Refused, match="another run is writing"):
            made(tmp_path)
        other.communicate("")
    made(tmp_path)


def kill_me_once(mark: Path, task: int) -> int:
    """Dies the first time that it is called for task 3."""
    if task == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


def kill_me(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def test_a_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    from functools import partial

    work = partial(kill_me_once, tmp_path / "mark")
    found = dict(Processes(2).done(work, iter(range(10))))
    assert found == {task: task * task for task in range(10)}
    with pytest.raises(Refused, match="die again and again"):
        list(Processes(2).done(kill_me, iter(range(3))))


def test_every_alternative_plays_the_same_deals_from_every_seat(tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    made(tmp_path)
    rows = parquet.read_table(tmp_path / RESULTS).to_pylist()
    plays = [(row["label"], row["deal"], row["seating"]) for row in rows]
    assert plays == [
        *((label, deal, 0) for deal in range(20)
          for label in ("round_to_five=no", "round_to_five=yes")),
        *((label, deal, seating) for deal in range(20)
          for label, seating in (("greedy", 0), ("greedy random", 0), ("greedy random", 1))),
    ]
    subject = read_study(SMALL).subjects[0]
    one, other = (
        alternative.game.start(subject.seeds(7)[0]).round.dump()["hands"]
        for alternative in subject.alternatives
    )
    assert one == other


STOPPED = """
deals = 2000
[until]
measure = "forced"
width = 0.3
[[games]]
game = "block"
"""


def test_a_study_stops_when_its_interval_is_narrow(tmp_path: Path) -> None:
    first = made(tmp_path / "one", STOPPED)
    [ran] = run(read_study(STOPPED), tmp_path / "one", Alone())
    assert ran.reached and 10 < ran.deals < 2000
    assert made(tmp_path / "three", STOPPED, workers=3) == first
    _, [found] = read_results(tmp_path / "one" / RESULTS)
    [forced] = [one for one in found.effects if one.measure.name == "forced"]
    level = forced.levels[0]
    assert level is not None and level[2] - level[1] <= 0.3
    assert found.stopped and "hold at every look" in found.text()


def test_a_width_that_is_not_reached_is_said(tmp_path: Path) -> None:
    study = tmp_path / "far.toml"
    study.write_text(
        STOPPED.replace("deals = 2000", "deals = 30").replace("forced", "first")
        .replace("width = 0.3", "width = 0.5"), encoding="utf-8",
    )
    told = CliRunner().invoke(main, ["lab", "run", str(study), "--workers", "1"])
    assert told.exit_code == 0, told.output
    assert "wide after 30 deals, not 0.5: about" in told.output
    assert (tmp_path / "far.lab" / RESULTS).exists()


def planted(values: list[float], measure: str = "blocked") -> Stopper:
    """Shows deals of two alternatives to a stopper, the second with these values on top."""
    subject = subject_of("block", {}, {"next_lead": ["fixed", "winner"]}, [["random"]])
    stopper = Stopper(subject, Until(measure, 0.2), 10**6)
    for deal, value in enumerate(values):
        rows: list[dict[str, Any]] = [
            {"alternative": 0, measure: 0.0}, {"alternative": 1, measure: value},
        ]
        stopper.take(deal, rows)
    return stopper


def test_a_stopper_takes_deals_in_their_order_and_stops_for_good() -> None:
    stopper = planted([0.0] * 500)
    assert stopper.stopped and stopper.seen < 500
    again = planted([])
    for deal in reversed(range(500)):
        again.take(deal, [{"alternative": one, "blocked": 0.0} for one in (0, 1)])
    assert again.seen == stopper.seen


@pytest.mark.parametrize(("text", "reason"), [
    ("deals = 4", "a study needs a game at least"),
    ("deals = [", "this is no TOML"),
    ("dels = 4", "a study has no dels: did you mean deals"),
    ("deals = 0\n[[games]]\ngame = 'block'", "deals is a whole number from 1"),
    ("deals = 4\nunit = 'hands'\n[[games]]\ngame = 'block'", "unit is rounds or matches, not hand"),
    ("deals = 4\n[[games]]\ngame = 'blok'", "there is no game called blok: did you mean block"),
    ("deals = 4\n[[games]]\ngame = 'block'\noptions = {plyers = 3}", "did you mean players"),
    ("deals = 4\n[[games]]\ngame = 'block'\noptions = {players = 30}", "players"),
    ("deals = 4\n[[games]]\ngame = 'block'\ncompare = {players = 3}", "compare needs a list"),
    ("deals = 4\n[[games]]\ngame = 'block'\noptions = {players=2}\ncompare = {players=[2,3]}",
     "players is both set and compared"),
    ("deals = 4\n[[games]]\ngame = 'block'\ncompare = {players=[2,2]}", "is the same as another"),
    ("deals = 4\n[[games]]\ngame = 'block'\nbots = ['gredy']", "no bot called gredy"),
    ("deals = 4\n[[games]]\ngame = 'block'\nbots = []", "bots is a list of line-ups"),
    ("deals = 4\n[[games]]\ngame = 'block'\n[[games]]\ngame = 'block'", "twice"),
    ("[[games]]\ngame = 'block'", "say how many deals"),
    ("[until]\nmeasure = 'blokced'\nwidth = 0.1\n[[games]]\ngame = 'block'",
     "there is no measure called blokced"),
    ("[until]\nmeasure = 'blocked'\nwidth = 0\n[[games]]\ngame = 'block'", "more than 0"),
    ("[until]\nmeasure = 'blocked'\nwidth = nan\n[[games]]\ngame = 'block'", "more than 0"),
    ("[until]\nmeasure = 'blocked'\n[[games]]\ngame = 'block'", "needs a measure and a width"),
    ("deals = 100\n[until]\nmeasure = 'blocked'\nwidth = 0.01\n[[games]]\ngame = 'block'",
     "can never be reached with 100 deals: whatever comes of them"),
    ("[until]\nmeasure = 'blocked'\nwidth = 1e-9\n[[games]]\ngame = 'block'", "can never be"),
    ("deals = 4\npace = 3\n[[games]]\ngame = 'block'", "pace names seconds"),
    ("deals = 4\npace = {deal = -1}\n[[games]]\ngame = 'block'", "a number of seconds"),
])
def test_a_study_that_cannot_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        read_study(text)


def test_a_measure_that_a_game_has_not_is_refused(tmp_path: Path) -> None:
    text = "[until]\nmeasure = 'blocked'\nwidth = 0.5\n[[games]]\ngame = 'squeeze'"
    with pytest.raises(Refused, match="squeeze as it is played here has no measure blocked"):
        made(tmp_path, text)


def test_a_study_stops_by_a_measure_that_only_some_deals_tell_of(tmp_path: Path) -> None:
    """Who wins a blocked hand is asked of blocked hands alone: what stops is the interval that
    is told, of one alternative and of the difference of two."""
    text = "deals = 1000\n[until]\nmeasure = 'closer'\nwidth = {}\n[[games]]\ngame = 'block'\n"
    made(tmp_path / "one", text.format(0.4))
    made(tmp_path / "two", text.format(0.9) + "compare = {players = [2, 4]}")
    for folder, width in (("one", 0.4), ("two", 0.9)):
        _, [found] = read_results(tmp_path / folder / RESULTS)
        [closer] = [one for one in found.effects if one.measure.name == "closer"]
        [told] = closer.differences or closer.levels
        assert found.reached and found.deals < 1000
        assert told is not None and told[2] - told[1] <= width


def test_a_measure_that_no_deal_tells_of_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 20)
    stopper = Stopper(subject_of("block", {}, {}, [["random"]]), Until("closer", 0.9), 100)
    with pytest.raises(Refused, match="has no measure closer"):
        for deal in range(20):
            stopper.take(deal, [{"alternative": 0, "closer": None}])


def test_an_interval_without_end_is_said() -> None:
    subject = subject_of("block", {}, {}, [["random"]])
    ran = running.Run(subject, 60, inf, False)
    assert "no interval of margin after 60 deals" in unreached(Until("margin", 1.0), ran)


def test_results_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no file"):
        read_results(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("deal\n")
    with pytest.raises(Refused, match="holds no results of a study"):
        read_results(tmp_path / "text.parquet")


def test_a_journal_reads_only_whole_lines(tmp_path: Path) -> None:
    journal = Journal(tmp_path, read_study(SMALL).subjects[0])
    journal.add(3, [])
    journal.add(1, [])
    journal.close()
    assert journal.read(0) == {1: [], 3: []}
    assert journal.read(1) == {}
