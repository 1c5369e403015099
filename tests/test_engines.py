"""Engines: ours for others, those of others for us, and what hostile ones cannot do."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import Refused, Rng, View
from sobremesa.cli import main
from sobremesa.engines import Engine, EngineFailed, host, serve
from sobremesa.lab.arena import duel
from tests.waiting import wait_until

EXAMPLES = Path(__file__).parent.parent / "examples" / "engines"
PYTHON_BOT = f"{sys.executable} {EXAMPLES / 'greedy_bot.py'}"
SCRIPT_BOT = f"node {EXAMPLES / 'random_bot.mjs'}"

GREET = 'say("sobremesa 1 test"); hear(); say("yes")\n'
BEGIN = f"""
import os, sys, time
def say(line): print(line, flush=True)
def hear(): return sys.stdin.readline()
hear(); {GREET}
"""


@pytest.fixture(autouse=True)
def nothing_is_left() -> object:
    yield None
    host.end_all()
    host.ENGINES.clear()


def program(tmp_path: Path, source: str) -> str:
    """Writes a program in Python; gives the command that runs it."""
    path = tmp_path / "engine.py"
    path.write_text(source)
    return f"{sys.executable} {shlex.quote(str(path))}"


def choice(name: str = "muggins", **options: object) -> View:
    """Gives a view with several moves."""
    match = sobremesa.game(name, **options).start(seed=3)
    while len(match.round.moves()) < 2:
        match.play(match.round.moves()[0])
    return match.view(match.turn)


@pytest.mark.parametrize("command", [PYTHON_BOT, SCRIPT_BOT], ids=["python", "javascript"])
def test_the_example_engines_play_a_match(command: str) -> None:
    engine = Engine(command)
    match = sobremesa.game("muggins", target=30).start(seed=5)
    rng = Rng(1)
    while not match.over:
        if match.round.over:
            match.next_round()
        match.play(engine.choose(match.view(match.turn), rng))
    assert match.winners and engine.failures == 0 and engine.title


def test_the_example_lays_the_heaviest_tile() -> None:
    view = choice("block")
    engine = Engine(PYTHON_BOT)
    chosen = engine.choose(view, Rng(1))
    weights = {
        one["move"]: sum(map(int, one["touches"][0].removeprefix("tile:").split("-")))
        for one in view.data["moves"]
    }
    assert weights[chosen] == max(weights.values())


@pytest.mark.parametrize("name", sobremesa.games())
def test_our_own_engine_chooses_what_the_bot_chooses(name: str) -> None:
    view = choice(name)
    kind = sobremesa.bots.names(name)[0]
    said = io.StringIO()
    lines = [
        "sobremesa 1", f"play {name} {json.dumps(view.game.options)}",
        f"choose 1000 7 {view.json()}", "quit",
    ]
    serve(kind, lines, said)
    expected = sobremesa.bots.choose(kind, view, Rng(7))
    assert said.getvalue().splitlines() == [f"sobremesa 1 {kind}", "yes", f"move {expected}"]


def test_our_engine_plays_through_the_command_line(tmp_path: Path) -> None:
    house = Path(sobremesa.__file__).parent.parent
    engine = Engine(program(tmp_path, f"""
import sys
sys.path.insert(0, {str(house)!r})
from sobremesa.cli import main
main(["engine", "--bot", "greedy"])
"""), seconds=20)
    view = choice()
    assert engine.choose(view, Rng(3)) in view.moves
    assert engine.title == "greedy" and engine.failures == 0


@pytest.mark.parametrize(("line", "answer"), [
    ("choose", "error say choose"),
    ("choose 1000 7 {}", "error this is no view"),
    ("choose 1000 7 []", "error this is no JSON object"),
    ("choose 1000 7 " + "[" * 100_000, "error this is no JSON"),
    ("choose 1000 -7 {}", "error say choose"),
    ("play chess {}", "no there is no game called chess"),
    ('play block {"players": 99}', "no "),
    ("play block 7", "no this is no JSON object"),
    ("bestmove e2e4", "error bestmove e2e4 is no line"),
    ("", "error"),
])
def test_our_engine_answers_what_it_does_not_understand(line: str, answer: str) -> None:
    said = io.StringIO()
    serve("random", ["sobremesa 1", line, "quit"], said)
    lines = said.getvalue().splitlines()
    assert len(lines) == 2 and lines[1].startswith(answer)


def test_our_engine_wants_to_be_greeted() -> None:
    said = io.StringIO()
    serve("random", ["uci", "sobremesa 2", "sobremesa 1"], said)
    assert [line.split()[0] for line in said.getvalue().splitlines()] == [
        "error", "error", "sobremesa",
    ]


def test_a_duel_with_an_engine(tmp_path: Path) -> None:
    outcome = duel(
        sobremesa.game("block", target=20), [f"engine:{PYTHON_BOT}", "random"], 44, workers=2
    )
    assert sum(outcome.wins) == 44
    again = duel(
        sobremesa.game("block", target=20), [f"engine:{PYTHON_BOT}", "random"], 44, workers=1
    )
    assert again.wins == outcome.wins
    said = CliRunner().invoke(main, [
        "lab", "duel", "block", f"engine:{PYTHON_BOT}", "random", "--matches", "2",
    ])
    assert said.exit_code == 0 and "greedy_bot.py" in said.output


@pytest.mark.parametrize(("source", "reason"), [
    ("", "has ended"),
    ("raise SystemExit(3)", "has ended"),
    ("print('uciok', flush=True); import time; time.sleep(60)", "greets with sobremesa 1"),
    ("import os; os.write(1, bytes(range(128, 256)) + b'\\n')", "no line of text"),
    ("while True: print('x' * 100000)", "no line"),
    ("while True: print('x')", "greets with sobremesa 1"),
    (BEGIN + "hear(); os.write(1, b'move ' + bytes(range(256)) + b'\\n')", "no line of text|said"),
    (BEGIN + "hear()\nwhile True: sys.stderr.write('x' * 100000)", "in time"),
    (BEGIN.replace('say("yes")', 'say("no only chess")'), "does not play muggins: no only chess"),
    (BEGIN + "hear(); say('move 999999')", "not legal"),
    (BEGIN + "hear(); say('move -1')", "said: move -1"),
    (BEGIN + "hear(); say('bestmove e2e4')", "said: bestmove"),
    (BEGIN + "hear(); say('move ' + '9' * 3000)", "said: move 9"),
    (BEGIN + "hear()\nwhile True: say('info thinking')", "does not answer"),
])
def test_what_an_engine_does_wrong_is_said(tmp_path: Path, source: str, reason: str) -> None:
    engine = Engine(program(tmp_path, source))
    with pytest.raises(EngineFailed, match=reason):
        engine.choose(choice(), Rng(1))
    assert engine.failures == 1 and not host.RUNNING


def test_an_engine_that_hangs_is_ended_with_what_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "GRACE", 0.1)
    pids = tmp_path / "pids"
    engine = Engine(program(tmp_path, BEGIN + f"""
os.fork()
open({str(pids)!r}, "a").write(f"{{os.getpid()}}\\n")
time.sleep(600)
"""), seconds=0.5)
    began = time.monotonic()
    with pytest.raises(EngineFailed, match="in time"):
        engine.choose(choice(), Rng(1))
    assert time.monotonic() - began < 30
    started = [int(pid) for pid in pids.read_text().split()]
    assert len(started) == 4
    wait_until(lambda: not any(is_running(pid) for pid in started))


def is_running(pid: int) -> bool:
    """Tells whether a process is there and has not just ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        return text.rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_an_engine_that_never_reads_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "STARTING", 0.5)
    engine = Engine(program(tmp_path, "import time; time.sleep(600)"))
    with pytest.raises(EngineFailed, match="in time"):
        engine.plays(sobremesa.game("block"))
    assert not host.RUNNING


def test_after_a_crash_an_engine_is_started_again(tmp_path: Path) -> None:
    flag = tmp_path / "crashed"
    engine = Engine(program(tmp_path, BEGIN + f"""
import json
asked = hear()
if not os.path.exists({str(flag)!r}):
    open({str(flag)!r}, "w").close()
    os._exit(1)
say(f"move {{json.loads(asked.split(' ', 3)[3])['moves'][0]['move']}}")
hear()
"""))
    view = choice()
    assert engine.choose(view, Rng(1)) == view.moves[0]
    assert engine.failures == 1


def test_an_engine_is_no_shell_and_knows_little_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "1234")
    told = tmp_path / "told"
    source = f"import json, os, sys; told = open({str(told)!r}, 'w')\n"
    source += "json.dump([sys.argv[1:], dict(os.environ)], told)"
    engine = Engine(program(tmp_path, source) + " '; touch /tmp/x' '$HOME'")
    with pytest.raises(EngineFailed):
        engine.plays(sobremesa.game("block"))
    arguments, environment = json.loads(told.read_text())
    assert arguments == ["; touch /tmp/x", "$HOME"]
    assert "SECRET_TOKEN" not in environment


@pytest.mark.parametrize("command", ["", "/nowhere/to/be/found", str(EXAMPLES)])
def test_what_cannot_be_started_is_refused(command: str) -> None:
    with pytest.raises(EngineFailed):
        Engine(command).plays(sobremesa.game("block"))


def test_a_duel_refuses_an_engine_that_does_not_play() -> None:
    with pytest.raises(Refused, match="cannot be started"):
        duel(sobremesa.game("block"), ["engine:/nowhere", "random"], 2, workers=1)


def test_engines_end_with_the_program_that_asked_them(tmp_path: Path) -> None:
    pids = tmp_path / "pid"
    command = program(tmp_path, f"import os; open({str(pids)!r}, 'w').write(str(os.getpid()))\n"
                      + BEGIN + "time.sleep(600)")
    subprocess.run([sys.executable, "-c", f"""
import sobremesa
from sobremesa.engines import Engine
Engine({command!r}).plays(sobremesa.game("block"))
"""], check=True, timeout=60)
    wait_until(lambda: not is_running(int(pids.read_text())))


def test_an_engine_gets_only_what_its_seat_may_know() -> None:
    """What is said to an engine is the view as data, and nothing beside it."""
    heard: list[str] = []

    class Overheard(host.Process):
        def say(self, line: str) -> None:
            heard.append(line)
            super().say(line)

    original, host.Process = host.Process, Overheard  # type: ignore[misc]
    try:
        view = choice("draw")
        Engine(PYTHON_BOT).choose(view, Rng(1))
    finally:
        host.Process = original  # type: ignore[misc]
    assert heard[0] == "sobremesa 1"
    assert json.loads(heard[-1].split(" ", 3)[3]) == view.data


@pytest.mark.parametrize("name", ["block", "muggins", "cerrojo", "thats-it", "djambi", "texas-42"])
def test_our_engine_answers_whatever_stands_in_a_view(name: str) -> None:
    """Numbers beyond 64 bits, texts, nothing and lists in every place of a view."""
    game = sobremesa.game(name)
    view = game.start(1).view(game.start(1).turn)
    wrong: list[object] = [10**30, -(10**30), "x", None, [], {}, 1.5, True]
    lines = ["sobremesa 1"]
    for field in view.data:
        for new in wrong:
            data = {**view.data, field: new}
            lines.append(f"choose 100 7 {json.dumps(data)}")
            if isinstance(view.data[field], list) and view.data[field]:
                data = {**view.data, field: [new, *view.data[field][1:]]}
                lines.append(f"choose 100 7 {json.dumps(data)}")
    said = io.StringIO()
    serve("greedy", lines, said)
    answers = said.getvalue().splitlines()
    assert len(answers) == len(lines)
    assert all(answer.startswith(("move ", "error ")) for answer in answers[1:])


def test_an_engine_that_no_game_has_does_not_greet() -> None:
    result = CliRunner().invoke(main, ["engine", "--bot", "nobody"], input="sobremesa 1\n")
    assert result.exit_code == 1 and result.stdout == ""
    assert "no game has a bot called nobody" in result.output


def test_an_engine_with_arguments_plays_in_a_line_up() -> None:
    result = CliRunner().invoke(main, [
        "lab", "compare", "block", "set=6,9", "--deals", "2", "--workers", "1",
        "--players", f"engine:{PYTHON_BOT}",
    ])
    assert result.exit_code == 0, result.output


def test_quotation_marks_that_are_not_closed_are_refused() -> None:
    for words in (["duel", "block", "engine:'", "random"],
                  ["compare", "block", "set=6,9", "--players", "'engine:x y"]):
        result = CliRunner().invoke(main, ["lab", *words])
        assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output


def test_a_match_that_an_engine_breaks_off_is_given_up_alone(tmp_path: Path) -> None:
    """It names no legal move where it holds a certain tile, however often it is asked."""
    path = tmp_path / "picky.py"
    path.write_text(BEGIN + """
import json
while True:
    word, _, rest = hear().partition(" ")
    if word == "play": say("yes"); continue
    if word != "choose": break
    view = json.loads(rest.split(" ", 2)[2])
    hand = view["opening"]["hands"][view["seat"]]
    say("move 99999" if "6-6" in hand else f"move {view['moves'][0]['move']}")
""", encoding="utf-8")
    engine = f"engine:{sys.executable} {path}"
    game = sobremesa.game("block", target=1)
    outcome = duel(game, [engine, "random"], matches=12, seed=1, workers=1)
    assert 0 < outcome.given_up < 12 and outcome.matches + outcome.given_up == 12
    assert "picky.py" in outcome.text() and "move 99999 is not legal here" in outcome.text()
