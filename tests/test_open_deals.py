"""Deals with all hands open, in the terminal and as pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sobremesa
from sobremesa import record
from sobremesa.cli import main
from sobremesa.open_deals import OpenBoard, open_boards
from sobremesa.picture.tricks import openhands
from sobremesa.record import boards_in
from sobremesa.solvers.open_hands import STRAINS, double_dummy
from sobremesa.solvers.par import Scoring

# All aces, kings and queens are with North and South.
BRIDGE = (
    '[Event "?"]\n[Board "2"]\n[North "Ana"]\n[Dealer "E"]\n[Vulnerable "NS"]\n'
    '[Deal "N:AKQJ.AKQ.432.432 T98.JT9.765.8765 765.876.AKQ.AKQJ 432.5432.JT98.T9"]\n'
)
ENDING = '[Event "?"]\n[Board "{number}"]\n[Deal "N:.AK.. A.3.. 32... 54..."]\n{more}'
PLAYED = (
    '[Declarer "N"]\n[Contract "1NT"]\n[Play "E"]\nH3 S2 S4 HA\nSA S3 S5 HK\n'
)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "boards.pbn"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_an_ordinary_deal_of_bridge_is_solved_and_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "deal.svg"
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, BRIDGE), "--svg", str(picture))
    assert result.exit_code == 0, result.output
    rows = {line.split()[0]: line.split()[1:] for line in result.output.splitlines() if line}
    table = double_dummy(BRIDGE.split('Deal "')[1].split('"')[0])
    assert rows["North"] == [str(table["N"][strain]) for strain in STRAINS]
    assert rows["West"] == [str(table["W"][strain]) for strain in STRAINS]
    assert "Ana" in result.output and "♠ A K Q J" in result.output
    assert "East-West can make nothing." in result.output
    # Seven no trump and vulnerable: 220 for the tricks, 500 for the game, 1500 for the slam.
    assert "Par: 7NT by" in result.output and "2220 for North-South" in result.output
    drawn = ET.fromstring(picture.read_text(encoding="utf-8"))
    texts = ["".join(one.itertext()) for one in drawn.iter() if one.tag.endswith("}text")]
    tricks = [tricks for row in table.values() for tricks in row.values()]
    assert "A K Q J" in texts and "Ana" in texts and texts.count("13") == tricks.count(13) > 0


def test_what_each_card_cost_stands_behind_it(tmp_path: Path) -> None:
    board = ENDING.format(number=1, more=PLAYED)
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, board))
    assert "1NT by North: with best play declarer takes 1 tricks." in result.output
    assert "trick  1:  E ♥3 −1    S ♠2       W ♠4       N ♥A" in result.output


def test_one_of_several_boards_is_chosen_by_its_number(tmp_path: Path) -> None:
    boards = file(tmp_path, ENDING.format(number=4, more="\n") + ENDING.format(number=9, more=""))
    result = run("solve", "super-bridge", "--pbn", boards)
    assert "Board 4," in result.output and "Board 9," in result.output
    assert "Board 4," not in run("solve", "super-bridge", "--pbn", boards, "--board", "9").output
    missing = run("solve", "super-bridge", "--pbn", boards, "--board", "7")
    assert missing.exit_code == 1 and "there is no board 7" in missing.output
    many = run("solve", "super-bridge", "--pbn", boards, "--svg", str(tmp_path / "x.svg"))
    assert many.exit_code == 1 and "name it by --board" in many.output


@pytest.mark.parametrize(("text", "said"), [
    ('[Deal "N:A... A... K... Q..."]', "SA is dealt twice, to N and E"),
    ("nothing", "no board with a deal"),
    (ENDING.format(number=1, more=PLAYED.replace("S4 HA", "S6 HA")),
     "S6 is not in the hand of W"),
])
def test_a_wrong_board_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, text))
    assert result.exit_code == 1 and said in result.output and "Traceback" not in result.output


def test_pbn_is_only_for_bridge(tmp_path: Path) -> None:
    result = run("solve", "texas-42", "--pbn", file(tmp_path, BRIDGE))
    assert result.exit_code == 1 and "PBN is for bridge, not for texas-42" in result.output
    assert "only deals of tricks" in run("solve", "squeeze", "--svg", str(tmp_path / "x")).output


def test_results_that_take_too_long_are_bounds() -> None:
    game = sobremesa.game("super-bridge")
    board = boards_in(record.pbn(game.start(3)))[0]
    solved = OpenBoard(board, 1, Scoring(), 300).solve()
    assert solved.table() is None
    results = solved.diagram().results
    assert results is not None
    assert any("–" in cell for _, row in results.rows for cell in row)
    assert "unknown after 300 positions" in "\n".join(solved.diagram().notes)


def test_a_hand_of_42_is_solved_for_every_declaration(tmp_path: Path) -> None:
    picture = tmp_path / "hand.svg"
    result = run("solve", "texas-42", "--seed", "7", "--svg", str(picture))
    assert result.exit_code == 0, result.output
    rows = [line.split()[2:] for line in result.output.splitlines() if line.startswith("Seat ")]
    results = [row for row in rows if len(row) == 9]
    assert len(results) == 4
    assert all(0 <= int(points) <= 42 for row in results for points in row)
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count('id="tile-') == 28
    ((diagram, lines),) = open_boards(sobremesa.game("texas-42"), 7, None, 0)
    assert diagram.results is not None
    assert [row for _, row in diagram.results.rows] == results and lines == []
    assert openhands.plain(diagram) in result.output
