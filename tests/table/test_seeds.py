"""One seed gives one deal, whichever way it comes in; old tables keep the deals they had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

import sobremesa
from sobremesa import Match, Round, cli, record, solvers
from sobremesa.core.game import Data, Game
from sobremesa.lab import solitaires
from sobremesa.table.app import create_app
from sobremesa.table.events import DEAL, MOVE, START, Event, Place, fingerprint
from sobremesa.table.fate import Fate
from sobremesa.table.minds import seed_for
from sobremesa.table.storage import Store, share_of
from sobremesa.terminal import TerminalTable
from tests.table.host import AT_ONCE, kept, lay, opened, state, stored_match

SEED = 5
SECRET = "the-secret-of-both-seats"


def in_the_terminal(game: Game, patch: pytest.MonkeyPatch) -> Data:
    found: list[Data] = []

    def look(table: TerminalTable, _: object) -> None:
        found.append(table.match.round.opening())

    patch.setattr(TerminalTable, "play_to_the_end", look)
    result = CliRunner().invoke(cli.main, ["play", game.name, "--seed", str(SEED)])
    assert result.exit_code == 0, result.output
    return found[0]


def at_a_table(game: Game, database: Path) -> Data:
    app = create_app(f"sqlite:///{database}", pace=AT_ONCE, fate=Fate(seed=SEED), workers=1)
    with TestClient(app) as client:
        laid = lay(client, game.name, ["me"] * int(game.players))
        return stored_match(database, laid["table"]).rounds()[0].opening()


def in_a_record(game: Game) -> Data:
    kept_record = record.read(record.write(game.start(SEED)))
    assert kept_record.tags["Seed"] == str(SEED)
    return kept_record.match().round.opening()


@pytest.mark.parametrize("name", sobremesa.games())
def test_a_seed_deals_the_same_in_every_way(
    name: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sobremesa.game(name)
    opening = game.start(SEED).round.opening()
    assert at_a_table(game, database) == opening
    assert in_the_terminal(game, monkeypatch) == opening
    assert in_a_record(game) == opening


@pytest.mark.parametrize("name", [one for one in sobremesa.games() if solvers.solvable(one)])
def test_a_seed_deals_the_same_to_who_solves_and_to_who_studies(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Data] = []

    def solve(round: Round, nodes: int) -> solvers.Answer:
        found.append(round.opening())
        return solvers.Answer("unknown", 0, "", [], 0)

    monkeypatch.setattr(cli, "solve_round", solve)
    monkeypatch.setattr(solitaires, "solve", solve)
    assert CliRunner().invoke(cli.main, ["solve", name, "--seed", str(SEED)]).exit_code == 0
    assert found == [sobremesa.game(name).start(SEED).round.opening()]
    for studied, top in solitaires.subjects():
        if studied == name:
            solitaires.study_deal(solitaires.Deal(name, top, SEED, 1, False))
            assert found[-1] == sobremesa.game(name, set=top).start(SEED).round.opening()


def old_events(game: Game, seed: int) -> list[Event]:
    """Makes the events of a finished first hand as tables had them before."""
    rng = sobremesa.Rng(seed_for(seed, 2))
    first = game.deal(rng, game.opener(rng), 1, game.starting_points())
    start: dict[str, Any] = {
        "game": game.name, "options": dict(game.options), "rules": 1, "seed": seed,
        "silence": 0.0, "seats": [{"kind": "person", "name": ""}] * 2,
    }
    events = [Event(1, START, start), Event(2, DEAL, first.opening())]
    match = Match(game, deal=first.opening())
    while not match.round.over:
        move = match.round.moves()[0]
        data = {"seat": match.turn, "move": move, "text": match.round.text(move)}
        events.append(Event(len(events) + 1, MOVE, data))
        match.play(move)
    return events


def test_an_old_table_goes_on_with_the_deals_it_had(database: Path) -> None:
    game = sobremesa.game("block", target=500)
    events = old_events(game, SEED)
    hashes = fingerprint(SECRET), fingerprint(share_of(SECRET))
    store = Store(f"sqlite:///{database}")
    store.migrate()
    name = store.lay([Place(seat, "person", "", *hashes) for seat in range(2)], events, False)
    store.close()
    before = Match(game, deal=events[1].data)
    for one in events[2:]:
        before.play(one.data["move"])
    number = len(events) + 1
    later = game.deal_next(sobremesa.Rng(seed_for(SEED, number)), before.round)
    link = f"/t/{name}/{SECRET}"
    with opened(database) as client:
        assert state(client, link)["number"] == len(events)
        assert client.post(f"{link}/next", json={"number": len(events)}).status_code == 200
    with kept(database) as store:
        stored = store.events(name)
    assert stored[: len(events)] == events
    assert stored[-1] == Event(number, DEAL, later.opening())
