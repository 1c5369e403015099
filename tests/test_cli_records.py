"""Records of one's own matches, as the terminal keeps and shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sobremesa
from sobremesa import Rng, View, bots, picture, record
from sobremesa.cli import main
from sobremesa.core.wording import You
from tests.laws import short
from tests.test_cli import words_of


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


def left(name: str, kept: Path, moves: int, *more: str) -> tuple[str, View]:
    """Plays some moves of a match and leaves; gives what was shown last, and the view of it."""
    game = sobremesa.game(name, **short(name))
    match, rng = game.start(5), Rng(5)
    typed = ""
    seat = 0
    while not match.round.over and (moves or match.turn != seat):
        view = match.view(match.turn)
        if match.turn == seat:
            typed += match.round.text(view.moves[0]) + "\n"
            match.play(view.moves[0])
            moves -= 1
        else:
            match.play(bots.choose("random", view, rng))
    result = run(
        "play", name, *words_of(short(name)), "--seed", "5", "--bots", "random",
        "--save", str(kept), *more, typed=typed + "quit\n",
    )
    assert result.exit_code == 0, result.output
    return result.stdout, match.view(seat)


@pytest.mark.parametrize("name", sobremesa.games())
def test_a_match_that_was_left_is_shown_as_its_seat_saw_it(name: str, tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    played, view = left(name, kept, 2)
    result = run("record", "show", str(kept))
    assert result.exit_code == 0, result.output
    if "[Seen " in kept.read_text(encoding="utf-8"):
        # The last picture of play is that of the record.
        names = ["You", *(f"Random {place}" for place in range(2, view.game.players + 1))]
        drawn = picture.ascii(view, names=[You(names[0]), *names[1:]])
        assert drawn in played and drawn in result.stdout
        assert run("record", "show", str(kept), "--seat", "1").stdout == result.stdout
        if view.game.players == 1:
            return
        other = run("record", "show", str(kept), "--seat", "2")
        assert other.exit_code == 1 and "was written for seat 1" in other.output


def test_a_match_left_in_its_second_hand_is_shown_with_the_first_whole(tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    game = sobremesa.game("block")
    match, rng = game.start(5), Rng(5)
    typed = ""
    while len(match.finished) < 1 or match.turn != 0:
        if match.round.over:
            match.next_round()
        elif match.turn == 0:
            move = match.view(0).moves[0]
            typed += match.round.text(move) + "\n"
            match.play(move)
        else:
            match.play(bots.choose("random", match.view(match.turn), rng))
    result = run("play", "block", "--seed", "5", "--bots", "random", "--save", str(kept),
                 typed=typed + "quit\n")
    assert "Hand 2" in result.output
    result = run("record", "show", str(kept))
    assert result.exit_code == 0, result.output
    names = [You("You"), "Random 2"]
    assert picture.ascii(match.finished[0].view(-1), names=names) in result.stdout
    assert picture.ascii(match.view(0), names=names) in result.stdout


@pytest.mark.parametrize("spoil", [
    lambda text: text.replace('\\"seat\\":0', '\\"seat\\":9'),
    lambda text: text.replace('\\"seat\\":0', '\\"seat\\":\\"x\\"'),
    lambda text: text.replace('[Seen "{', '[Seen "[{'),
    lambda text: text.replace('\\"game\\":\\"block\\"', '\\"game\\":\\"draw\\"'),
    lambda text: text.replace('\\"number\\":1', '\\"number\\":1' + 30 * "0"),
    lambda text: text.replace('\\"hands\\":[', '\\"hands\\":[[[],'),
    lambda text: text.replace('\\"log\\":[[', '\\"log\\":[[0,\\"6-6\\",0],['),
])
def test_what_nobody_can_have_seen_is_refused(spoil: object, tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    left("block", kept, 1)
    text = kept.read_text(encoding="utf-8")
    spoilt = spoil(text)  # type: ignore[operator]
    assert spoilt != text
    kept.write_text(spoilt, encoding="utf-8")
    result = run("record", "show", str(kept))
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.output
    assert "what was seen of hand 1 cannot be read" in result.output


def test_a_record_keeps_no_more_than_the_seat_knew(tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    _, view = left("draw", kept, 2)
    [hand] = record.read(kept.read_text(encoding="utf-8")).hands
    assert hand.tags["Seen"] == view.json()


@pytest.mark.parametrize("language", ["en", "es", "fr", "ro"])
def test_a_match_of_ones_own_is_told_to_whoever_played_it(language: str, tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    left("block", kept, 3, "--language", language)
    shown = run("record", "show", str(kept)).stdout
    assert "You lay" in shown and "You lays" not in shown
    spanish = run("record", "show", str(kept), "--language", "es").stdout
    assert re.search(r"^  Pones|Tú pones|Colocas|Juegas|Sales", spanish, re.MULTILINE), spanish
    assert "Tú pone " not in spanish and "You" not in spanish
