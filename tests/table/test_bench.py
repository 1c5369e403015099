"""The bench of the table measures what it says."""

from __future__ import annotations

import re

import bench.__main__ as whole
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


def test_the_whole_bench_measures_the_table_too(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    for name in vars(whole).copy():
        if name.startswith(("show_", "find_")):
            monkeypatch.setattr(whole, name, lambda *_: None)
    monkeypatch.setattr(table, "main", lambda: measured.append("table"))
    monkeypatch.setattr(wire, "main", lambda: measured.append("wire"))
    whole.main()
    assert measured == ["wire", "table"]


def test_what_a_move_costs_on_the_wire_is_less_than_the_whole(
    capsys: pytest.CaptureFixture[str]
) -> None:
    wire.main(["block"])
    row = capsys.readouterr().out.splitlines()[-1]
    assert row.startswith("Block, 2 players")
    median, deflated, largest, told, share, *_ = row.removeprefix("Block, 2 players").split()
    assert int(deflated) < int(median) <= int(largest) < int(told)
    assert 0 < int(share.rstrip("%")) < 50
