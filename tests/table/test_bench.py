"""The bench of the table measures what it says."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import bench.__main__ as whole
import httpx
import pytest
from bench import table, wire

ROW = re.compile(
    r"  (\S+) +2 tables +4 pages +4 moves   answered p50 +([\d.]+) ms p99 +([\d.]+) ms   "
    r"shown p50 +([\d.]+) ms p99 +([\d.]+) ms   server's processor +([\d.]+) ms a move"
)


def test_moves_at_many_tables_are_timed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "PAUSE", 0.0)
    table.main(tables=2, moves=2)
    _, *rows = capsys.readouterr().out.splitlines()
    found = [ROW.fullmatch(row) for row in rows]
    assert [one and one[1] for one in found] == ["block", "mexican-train"]
    for one in found:
        assert one is not None
        half, most, *_ = times = [float(number) for number in one.groups()[1:]]
        assert 0 < half <= most and min(times) > 0


def test_a_table_that_fails_ends_the_measuring() -> None:
    """With no server there, nothing is waited for."""
    with pytest.raises(ExceptionGroup) as failed:
        asyncio.run(table.measure("http://127.0.0.1:9", "block", 2, 1, float))
    assert failed.group_contains(httpx.ConnectError)


def test_the_whole_bench_measures_every_part_once_and_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[str] = []
    for name in whole.PARTS:
        monkeypatch.setitem(whole.PARTS, name, partial(measured.append, name))
    whole.main([])
    assert measured == list(whole.PARTS) and measured[-2:] == ["wire", "table"]
    measured.clear()
    whole.main(["worlds", "search"])
    assert measured == ["worlds", "search"]
    with pytest.raises(SystemExit, match=r"no part 'serch': the parts are openspiel, .*search"):
        whole.main(["worlds", "serch"])


def test_what_a_move_costs_on_the_wire_is_less_than_the_whole(
    capsys: pytest.CaptureFixture[str]
) -> None:
    wire.main(["block"])
    row = capsys.readouterr().out.splitlines()[-1]
    assert row.startswith("Block, 2 players")
    median, deflated, largest, told, share, *_ = row.removeprefix("Block, 2 players").split()
    assert int(deflated) < int(median) <= int(largest) < int(told)
    assert 0 < int(share.rstrip("%")) < 50
