"""Records whose deals can be checked, and those that do not hold."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import Match, Rng, record
from sobremesa.bots import choose
from sobremesa.cli import main
from sobremesa.core.errors import BadRecord
from sobremesa.record import fair

SECRET = hashlib.sha256(b"the secret of these tests").hexdigest()
CUTS = ["1:b00c-5", "3:Marsala_"]
OPTIONS = {"draw": {"target": 50}, "domino-poker": {"players": 3}, "cuadrominos": {"players": 2}}
# A hand of a board game can go on for long; a record may break off.
LONG = 300


def played(name: str, hands: int = 3) -> Match:
    """Plays some hands that are dealt by the secret."""
    game = sobremesa.game(name, **OPTIONS.get(name, {}))
    match = Match(game, fair.seed_of(SECRET, 1, CUTS))
    rng = Rng(3)
    for hand in range(2, hands + 2):
        while not match.round.over and len(match.round.log) < LONG:
            match.play(choose("random", match.view(match.turn), rng))
        if match.over or not match.round.over or hand == hands + 1:
            return match
        seed = fair.seed_of(SECRET, hand, CUTS)
        match.next_round(game.deal_next(Rng(seed), match.round).opening())
    return match


def written(match: Match, seat: int | None = None) -> str:
    kept = record.recorded(match, seat=seat, tags=fair.tags_of(SECRET, shown=True))
    fair.add_cuts(kept, [CUTS for _ in kept.hands])
    return record.text(kept)


@pytest.mark.parametrize("name", sobremesa.games())
@pytest.mark.parametrize("seat", [None, 0])
def test_every_deal_of_a_record_is_found_again(name: str, seat: int | None) -> None:
    match = played(name, hands=2)
    found = fair.verify(record.read(written(match, seat)))
    assert [one.opening() for one in found.rounds()] == [one.opening() for one in match.rounds()]


def test_a_record_of_one_seat_hides_hands_and_is_checked_all_the_same() -> None:
    kept = record.read(written(played("domino-poker"), 0))
    with pytest.raises(BadRecord, match="is hidden in this record"):
        kept.match()
    assert len(fair.verify(kept).rounds()) == len(kept.hands)


def test_the_law_can_be_followed_with_a_shell() -> None:
    lines = subprocess.run(
        ["sh", "-c", "printf '%s\\n' \"$@\" | sha256sum | cut -c 1-16", "-", SECRET, "2", *CUTS],
        capture_output=True, text=True, check=True,
    )
    assert int(lines.stdout, 16) == fair.seed_of(SECRET, 2, CUTS)
    promised = subprocess.run(
        ["sh", "-c", "printf %s \"$1\" | sha256sum", "-", SECRET], capture_output=True, text=True,
        check=True,
    )
    assert promised.stdout.split()[0] == fair.promise(SECRET)


@pytest.mark.parametrize(("old", "new", "reason"), [
    (SECRET, SECRET[::-1], "not the one that was promised"),
    (SECRET, SECRET + "\ud800", "not the one that was promised"),
    (f'[Secret "{SECRET}"]\n', "", "is not shown"),
    (f'[Promise "{fair.promise(SECRET)}"]\n', "", "nothing was promised"),
    ("b00c-5", "b00c-6", "hand 1 was not dealt by the secret"),
    ("3:Marsala_", "Marsala", "the cut Marsala of hand 1 cannot be read"),
    ('[First "', '[First "1', "first must be"),
])
def test_what_does_not_hold_is_said(old: str, new: str, reason: str) -> None:
    text = written(played("draw"))
    assert old in text
    with pytest.raises(BadRecord, match=reason):
        fair.verify(record.read(text.replace(old, new, 1)))


def test_one_tile_dealt_otherwise_is_noticed() -> None:
    kept = record.read(written(played("draw")))
    hands = kept.hands[1].tags["Deal"].split("; ")
    one, other = hands[0].split()[0], hands[-1].split()[-1]
    kept.hands[1].tags["Deal"] = "; ".join(hands).replace(one, "@").replace(other, one).replace(
        "@", other)
    with pytest.raises(BadRecord, match="hand 2 was not dealt by the secret"):
        fair.verify(kept)


def test_the_terminal_checks_a_record(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(written(played("draw", hands=2)), encoding="utf-8")
    result = CliRunner().invoke(main, ["record", "verify", str(file)])
    assert result.exit_code == 0, result.output
    assert "Hand 2: dealt by the secret and what seat 1, 3 added" in result.output
    assert "All 2 deals follow from the secret" in result.output
    file.write_text(file.read_text(encoding="utf-8").replace(CUTS[0], "1:x"), encoding="utf-8")
    result = CliRunner().invoke(main, ["record", "verify", str(file)])
    assert result.exit_code == 1
    assert "hand 1 was not dealt by the secret and what was added" in result.output


def test_records_with_a_promise_stay_records() -> None:
    match = played("draw")
    kept = record.read(written(match))
    assert kept.match().rounds()[0].opening() == match.rounds()[0].opening()
    assert record.text(kept) == written(match)
