"""Bots and questions in their worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import Rng, View
from sobremesa.bots import Bot
from sobremesa.bots.bot import BOTS
from sobremesa.core.errors import BadOption, BadPosition, BadRecord
from sobremesa.core.match import Match
from sobremesa.table import minds as minds_module
from sobremesa.table.crew import Crew, Worker, WorkerDied, packed, unpacked
from sobremesa.table.minds import Asker, Minds, Questions, glance, seed_for, share_for, think
from sobremesa.table.problems import Problem
from sobremesa.table.tempo import Tempo, Thought
from sobremesa.table.turns import Turn
from tests.table.host import lay, state, stored_match
from tests.waiting import PATIENCE, wait_until

HERE = Asker("192.0.2.1", "table")


def test_a_process_that_only_begins_does_not_hear_what_ends_its_table() -> None:
    worker = Worker(0)
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(worker.do, os.getpid, (), PATIENCE)
        wait_until(lambda: worker.process is not None)
        process = worker.process
        assert process is not None and process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        assert answer.result() == process.pid
    worker.end()


@pytest.fixture
def minds() -> Iterator[Minds]:
    made = Minds(1)
    yield made
    made.close()


def asked(workers: int = 1, within: float = 60.0) -> Questions:
    return Questions(workers, at_once=6, for_address=4, for_table=2, within=within)


@pytest.fixture
def questions() -> Iterator[Questions]:
    made = asked()
    yield made
    made.close()


@pytest.fixture
def match() -> Match:
    return sobremesa.game("block").start(1)


def kill_workers() -> None:
    for worker in active_children():
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()


def test_a_bot_chooses_the_same_move_for_the_same_seed(minds: Minds, match: Match) -> None:
    view = match.view(match.turn)
    chosen = [asyncio.run(minds.choose("random", view, 7)).move for _ in range(3)]
    assert set(chosen) <= set(view.moves)
    assert len(set(chosen)) == 1


def test_a_bot_that_fails_is_stood_in_for(minds: Minds, match: Match) -> None:
    view = match.view(match.turn)
    assert asyncio.run(minds.choose("nobody knows this bot", view, 7)).move in view.moves


def test_a_worker_that_dies_is_replaced(minds: Minds, match: Match) -> None:
    view = match.view(match.turn)
    first = asyncio.run(minds.choose("greedy", view, 7)).move
    kill_workers()
    assert asyncio.run(minds.choose("greedy", view, 7)).move == first


def test_a_forced_move_goes_to_a_worker_like_any_other(
    minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []
    do = minds.crew._do

    def counted(work: object, sent: tuple[object, ...]) -> object:
        given.append(1)
        return do(work, sent)  # type: ignore[arg-type]

    monkeypatch.setattr(minds.crew, "_do", counted)
    round = sobremesa.game("draw", first_player=0).start(1).round
    while len(round.moves()) > 1:
        round.play(round.moves()[0])
    view = round.view(int(round.turn))
    assert asyncio.run(minds.choose("greedy", view, 7)).move == view.moves[0]
    assert given == [1]


@pytest.mark.parametrize("game", ["block", "draw"])
def test_every_move_of_a_bot_is_thought_about_and_then_waited_for(
    client: TestClient, database: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """A pass that all can see, a forced draw and a choice: each takes the same steps."""
    steps: list[str] = []
    do = Crew._do

    def thought(crew: Crew, work: object, given: tuple[object, ...]) -> object:
        steps.append("thought")
        return do(crew, work, given)  # type: ignore[arg-type]

    wait = Tempo.wait

    def waited(*given: Any) -> float:
        steps.append("waited")
        return wait(*given)

    monkeypatch.setattr(Crew, "_do", thought)
    monkeypatch.setattr(Tempo, "wait", waited)
    laid = lay(client, game, ["bot:greedy"] * 2, target=20)
    wait_until(lambda: bool(state(client, laid["watch"])["ended"]))
    choices: list[int] = []
    match = stored_match(database, laid["table"])
    for round in match.rounds():
        again = Match(match.game, deal=round.opening())
        for move in round.played():
            choices.append(len(again.round.moves()))
            again.play(move)
    assert 1 in choices and max(choices) > 1
    assert steps == ["thought", "waited"] * len(choices)


def test_seeds_differ_by_event() -> None:
    assert len({seed_for(1, number) for number in range(100)}) == 100
    assert seed_for(1, 2) == seed_for(1, 2)


def test_times_are_drawn_evenly() -> None:
    drawn = sorted(share_for(7, number) for number in range(1000))
    assert all(abs(one - place / 1000) < 0.06 for place, one in enumerate(drawn))


# Work for the workers: it waits for a file, so that tests need not wait for a time.


def wait_for(sign: str, answer: int) -> int:
    while not os.path.exists(sign):
        time.sleep(0.01)
    return answer


def begin(begun: str) -> None:
    Path(begun).touch()
    while True:
        time.sleep(0.01)


def refuse() -> None:
    raise BadOption("{option} is {kind}", option="x", kind=BadRecord("{word}{{", word="{y}"))


def fail() -> None:
    raise KeyError("what nobody expected")


def refused(asking: object) -> tuple[int, str, int]:
    assert isinstance(asking, Problem), asking
    return asking.status, asking.code, asking.retry


def test_an_address_at_a_table_and_everywhere_and_all_have_so_many_questions_open(
    questions: Questions, tmp_path: Path
) -> None:
    async def run() -> None:
        sign = str(tmp_path / "go")
        askers = [HERE, HERE, Asker("192.0.2.1", "other"), Asker("192.0.2.1"),
                  # Others can ask at the same table, each one question where many wait.
                  Asker("192.0.2.2", "table"), Asker("192.0.2.3", "fourth")]
        open_ones = [
            asyncio.create_task(questions.ask(asker, wait_for, sign, number))
            for number, asker in enumerate(askers)
        ]
        await asyncio.sleep(0)
        for asker, status in (
            (HERE, 429), (Asker("192.0.2.1", "fifth"), 429), (Asker("192.0.2.2", "fifth"), 429),
            (Asker("192.0.2.9", "sixth"), 503),
        ):
            with pytest.raises(Problem) as busy:
                await questions.ask(asker, wait_for, sign, 0)
            assert refused(busy.value)[:2] == (status, "busy")
            assert busy.value.retry > 0
        (tmp_path / "go").touch()
        assert await asyncio.gather(*open_ones) == list(range(len(askers)))
        assert await questions.ask(HERE, wait_for, sign, 7) == 7
        assert not questions.open.taken and not questions.at_tables

    asyncio.run(run())


def test_a_question_that_takes_too_long_is_given_up_and_the_next_is_answered(
    tmp_path: Path
) -> None:
    questions = asked(within=0.2)

    async def run() -> None:
        with pytest.raises(Problem) as hard:
            await questions.ask(HERE, begin, str(tmp_path / "begun"))
        assert refused(hard.value)[:2] == (503, "too-hard")
        questions.crew.within = PATIENCE
        assert await questions.ask(HERE, len, "abc") == 3

    try:
        asyncio.run(run())
    finally:
        questions.close()


def test_the_time_of_a_question_counts_from_when_it_starts(tmp_path: Path) -> None:
    """Five questions wait, the last of them for longer than one may take."""
    questions = asked(within=3.0)

    async def run() -> None:
        await questions.ask(HERE, len, "")
        open_ones = [
            questions.ask(Asker(f"192.0.2.{number}"), time.sleep, 0.7) for number in range(5)
        ]
        assert await asyncio.gather(*open_ones) == [None] * 5

    try:
        asyncio.run(run())
    finally:
        questions.close()


def test_a_question_whose_worker_is_killed(questions: Questions, tmp_path: Path) -> None:
    async def run() -> None:
        asking = asyncio.create_task(questions.ask(HERE, begin, str(tmp_path / "begun")))
        await asyncio.to_thread(wait_until, (tmp_path / "begun").exists)
        await asyncio.to_thread(kill_workers)
        with pytest.raises(Problem) as gone:
            await asking
        assert refused(gone.value)[:2] == (503, "too-hard")
        assert await questions.ask(HERE, len, "abc") == 3

    asyncio.run(run())


def test_whoever_stops_waiting_keeps_the_question_open_until_it_is_worked_out(
    questions: Questions, tmp_path: Path
) -> None:
    async def run() -> None:
        sign = str(tmp_path / "go")
        asking = [asyncio.create_task(questions.ask(HERE, wait_for, sign, 1)) for _ in "ab"]
        await asyncio.sleep(0)
        for one in asking:
            one.cancel()
        await asyncio.wait(asking)
        with pytest.raises(Problem):
            await questions.ask(HERE, wait_for, sign, 1)
        (tmp_path / "go").touch()
        while questions.open.taken:
            await asyncio.sleep(0.01)
        assert await questions.ask(HERE, len, "abc") == 3

    asyncio.run(run())


def test_a_worker_refuses_in_the_same_words_and_fails_without_breaking(
    questions: Questions
) -> None:
    async def run() -> None:
        with pytest.raises(BadOption, match=r"^x is \{y\}\{$"):
            await questions.ask(HERE, refuse)
        with pytest.raises(Exception, match="what nobody expected"):
            await questions.ask(HERE, fail)
        assert await questions.ask(HERE, len, "abc") == 3

    asyncio.run(run())
    position = unpacked(packed(BadPosition(["{one}", "two"])))
    assert isinstance(position, BadPosition)
    assert position.problems == ["{one}", "two"]


def test_a_crew_that_is_closed_while_it_works(tmp_path: Path) -> None:
    crew = Crew(1, 60.0)

    async def run() -> None:
        working = asyncio.create_task(crew.do(Turn(), begin, str(tmp_path / "begun")))
        waiting = asyncio.create_task(crew.do(Turn(), len, "abc"))
        await asyncio.to_thread(wait_until, (tmp_path / "begun").exists)
        await asyncio.to_thread(crew.close)
        for one in (working, waiting):
            with pytest.raises((WorkerDied, asyncio.CancelledError)):
                await one

    asyncio.run(run())


def test_bots_never_wait_behind_questions(
    minds: Minds, questions: Questions, match: Match, tmp_path: Path
) -> None:
    async def run() -> None:
        sign = str(tmp_path / "go")
        asking = [asyncio.create_task(questions.ask(HERE, wait_for, sign, 1)) for _ in "ab"]
        view = match.view(match.turn)
        assert (await minds.choose("greedy", view, 7)).move in view.moves
        assert not any(one.done() for one in asking)
        (tmp_path / "go").touch()
        await asyncio.gather(*asking)

    asyncio.run(run())


# Bots that misbehave, made known in the worker as another distribution would make them known.


class Raises(Bot):
    """Breaks down."""

    def choose(self, view: View, rng: Rng) -> int:
        raise RuntimeError("this bot has lost its mind")


class Illegal(Bot):
    """Names a move that nobody can make."""

    def choose(self, view: View, rng: Rng) -> int:
        return 1 + max(view.moves)


class Wordy(Bot):
    """Answers with what is no number."""

    def choose(self, view: View, rng: Rng) -> int:
        return "the double six"  # type: ignore[return-value]


class Endless(Bot):
    """Never stops thinking."""

    def choose(self, view: View, rng: Rng) -> int:
        while True:
            time.sleep(0.01)


class Deadly(Bot):
    """Ends the process that it thinks in."""

    def choose(self, view: View, rng: Rng) -> int:
        os._exit(3)


MISBEHAVING: dict[str, Bot] = {
    "raises": Raises(), "illegal": Illegal(), "wordy": Wordy(), "endless": Endless(),
    "deadly": Deadly(),
}


def think_badly(kind: str, spec: str, data: dict[str, Any], seed: int) -> Thought:
    """Lets bots choose, those that misbehave among them; runs in a worker process."""
    BOTS["block"].update(MISBEHAVING)
    return think(kind, spec, data, seed)


def no_policy(spec: str, data: dict[str, Any], seed: int) -> Thought:
    """Finds that no round fits a view; runs in a worker process."""
    raise BadPosition(["no round fits this"])


@pytest.fixture
def bad_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(minds_module, "think", think_badly)
    known = dict(BOTS["block"])
    BOTS["block"].update(MISBEHAVING)
    yield
    BOTS["block"].clear()
    BOTS["block"].update(known)


@pytest.mark.usefixtures("bad_bots")
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("raises", "raises failed: RuntimeError: this bot has lost its mind"),
        ("illegal", "which is not legal"),
        # Compiled code refuses what is no number sooner.
        ("wordy", "wordy"),
        ("endless", "endless thought for more than 2 seconds"),
        ("deadly", "a worker process died while deadly was thinking"),
    ],
)
def test_the_quick_mind_stands_in_for_a_bot_that_misbehaves(
    minds: Minds, match: Match, kind: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    view = match.view(match.turn)
    # The process is there before the time of a thought is cut short.
    asyncio.run(minds.choose("random", view, 7))
    minds.crew.within = 2.0 if kind == "endless" else PATIENCE
    quick = glance(match.game.spec, view.data, 7)
    assert asyncio.run(minds.choose(kind, view, 7)).move == quick.move
    assert said in caplog.text
    assert f"{kind} does not move in block: somebody stands in" in caplog.text


@pytest.mark.usefixtures("bad_bots")
def test_the_random_bot_stands_in_where_the_quick_mind_fails(
    minds: Minds, match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(minds_module, "glance", no_policy)
    view = match.view(match.turn)
    expected = asyncio.run(minds.choose("random", view, 7))
    assert asyncio.run(minds.choose("raises", view, 7)).move == expected.move
    assert "the quick mind failed: no round fits this" in caplog.text


@pytest.mark.usefixtures("bad_bots")
def test_a_match_with_a_bot_that_misbehaves_goes_on_to_its_end(
    client: TestClient, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    laid = lay(client, "block", ["bot:raises", "bot:illegal"], target=10)
    wait_until(lambda: bool(state(client, laid["watch"])["ended"]))
    assert stored_match(database, laid["table"]).winners
    assert "raises failed: RuntimeError" in caplog.text


@pytest.mark.parametrize("name", sobremesa.games())
def test_the_quick_mind_of_every_game_chooses_from_a_view(name: str) -> None:
    round = sobremesa.game(name).start(3).round
    view = round.view(int(round.turn))
    chosen = glance(view.game.spec, view.data, 5).move
    assert chosen in view.moves
    assert glance(view.game.spec, view.data, 5).move == chosen
