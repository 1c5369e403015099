"""Deals with all hands open, in the terminal and as pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

import sobremesa
from sobremesa import record
from sobremesa.cli import main
from sobremesa.open_deals import OpenBoard, open_boards, signed
from sobremesa.picture.tricks import openhands
from sobremesa.record import boards_in
from sobremesa.solvers.open_hands import SEATS, STRAINS, double_dummy
from sobremesa.solvers.par import Scoring, par, par_bounds

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
    assert "1NT by North: with best play declarer takes 1." in result.output
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
     "board 1: S6 is not in the hand of W"),
    (BRIDGE + '[Contract "3SS"]', "board 2: 3SS is no contract"),
    (BRIDGE + '[Contract "8S"]', "board 2: 8S is no contract"),
    (BRIDGE + '[Declarer "Q"]', "board 2: Q is no declarer"),
    (BRIDGE + '[Contract "NT"]', "board 2: NT is no contract"),
    (BRIDGE + '[Result "14"]', "Result says 14, and there are 13 tricks"),
    (BRIDGE.replace('"E"]', '"Q"]'), "board 2: Q is no dealer"),
    (BRIDGE + '[Contract "3NT"]\n[Auction "E"]\npass 1C AP',
     "board 2: Contract says 3NT, and the auction ended in 1C"),
    (BRIDGE + '[Declarer "N"]\n[Auction "E"]\npass 1C AP',
     "board 2: Declarer says N, and by the auction it is S"),
    (BRIDGE + '[Auction "N"]\n1C AP', "the auction begins with N, who does not deal"),
    (BRIDGE + '[Declarer "S"]\n[Contract "1C"]\n[Play "N"]\nS2', "begins with N, but W leads"),
    (BRIDGE + '[Auction "E"]\npass 1C AP\n[Result "0"]\n[Play "W"]\nS2 SJ S8 S5\n*',
     "Result says 0, which declarer cannot have taken after 1 of 1 tricks"),
])
def test_a_wrong_board_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, text))
    assert result.exit_code == 1 and said in result.output and "Traceback" not in result.output


def test_in_an_ending_anybody_may_lead_whatever_the_level(tmp_path: Path) -> None:
    ending = ENDING.format(number=1, more=PLAYED.replace("1NT", "NT").replace('"N"', '"S"'))
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, ending))
    assert "NT by South: with best play declarer takes 1." in result.output
    west = ENDING.format(number=1, more=(
        '[Declarer "S"]\n[Contract "NT"]\n[Play "E"]\nSA S3 S5 HK\nH3 S2 S4 HA\n'
    ))
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, west))
    assert "trick  1:  E ♠A       S ♠3       W ♠5       N ♥K" in result.output
    east = west.replace('"S"]\n[Contract', '"E"]\n[Contract')
    assert "NT by East: with best play declarer takes 1." in run(
        "solve", "super-bridge", "--pbn", file(tmp_path, east)
    ).output


def test_an_auction_says_what_the_tags_leave_out(tmp_path: Path) -> None:
    board = BRIDGE + '[Auction "E"]\nPass 1C =1= Pass 3NT! AP\n[Play "E"]\nST +\n'
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, board))
    assert "3NT by North: with best play declarer takes 13." in result.output


def test_all_boards_are_looked_through_before_the_first_is_solved(tmp_path: Path) -> None:
    boards = file(tmp_path, BRIDGE + ENDING.format(number=9, more='[Contract "Q"]'))
    result = run("solve", "super-bridge", "--pbn", boards)
    assert result.exit_code == 1 and "board 9: Q is no contract" in result.output
    assert "Board 2" not in result.output


def test_a_file_in_the_letters_of_the_standard_is_read(tmp_path: Path) -> None:
    path = tmp_path / "latin.pbn"
    path.write_bytes(BRIDGE.replace("Ana", "Zoë").encode("latin-1"))
    assert "Zoë" in run("solve", "super-bridge", "--pbn", str(path)).output
    path.write_bytes(b"\xff\xfe")
    assert "is not a text file" in run("solve", "super-bridge", "--pbn", str(path)).output


def whole_board(*, result: int) -> str:
    """Plays a deal in which everybody has a suit: in 7S North's spades take all the tricks."""
    suits = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
    rows = "\n".join(f"H{rank} D{rank} C{rank} S{rank}" for rank in "AKQJT98765432")
    return (
        f'[Board "5"]\n[Deal "N:{" ".join(suits)}"]\n[Declarer "N"]\n[Contract "7S"]\n'
        f'[Result "{result}"]\n[Play "E"]\n{rows}\n'
    )


def test_a_result_that_the_play_contradicts_is_refused(tmp_path: Path) -> None:
    assert run("solve", "super-bridge", "--pbn", file(tmp_path, whole_board(result=13))
               ).exit_code == 0
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, whole_board(result=12)))
    assert "board 5: Result says 12, and declarer took 13" in result.output


def test_a_record_is_solved_like_its_pbn(tmp_path: Path) -> None:
    match = sobremesa.game("super-bridge", deals=1).start(3)
    solved = [
        run("solve", "super-bridge", "--nodes", "200", "--pbn", file(tmp_path, text)).output
        for text in (record.write(match), record.pbn(match))
    ]
    assert solved[0] == solved[1] and "Board 1, South deals" in solved[0]


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
    notes = "\n".join(solved.diagram().notes)
    assert "unknown after 300 positions" in notes
    assert "North-South cannot be sure of any contract." in notes
    worst, best = par_bounds(solved.bounds(), "none", "S")
    assert worst.score < best.score
    assert f"Par: {signed(worst.score)} to {signed(best.score)} for North-South." in notes


def test_a_sacrifice_is_told_with_its_price(tmp_path: Path) -> None:
    board = (
        '[Board "1"]\n[Dealer "E"]\n[Vulnerable "NS"]\n[Deal "N:73.QT973.J54.T76 '
        'QT9862.K84.32.J4 K5.AJ2.AQ97.AK85 AJ4.65.KT86.Q932"]\n'
    )
    result = run("solve", "super-bridge", "--pbn", file(tmp_path, board))
    told = "Against 4♥ (620) East-West can sacrifice in 4♠ doubled (300)."
    assert told in result.output and "Par: 4♠ by East, doubled, 300" in result.output


def test_par_lies_between_the_pars_of_its_bounds() -> None:
    rng = Random(4)
    for _ in range(200):
        table = {seat: {strain: rng.randrange(2, 14) for strain in STRAINS} for seat in SEATS}
        bounds = {
            seat: {strain: (tricks - rng.randrange(2), tricks + rng.randrange(3))
                   for strain, tricks in row.items()} for seat, row in table.items()
        }
        mark, dealer = rng.choice(["none", "NS", "EW", "both"]), rng.choice(SEATS)
        worst, best = par_bounds(bounds, mark, dealer)
        assert worst.score <= par(table, mark, dealer).score <= best.score
        exact = {seat: {strain: (tricks, tricks) for strain, tricks in row.items()}
                 for seat, row in table.items()}
        both = {repr(one) for one in par_bounds(exact, mark, dealer)}
        assert both == {repr(par(table, mark, dealer))}


def test_what_a_side_could_bid_in_42_is_not_said_before_it_is_known() -> None:
    (deal,) = open_boards(sobremesa.game("texas-42"), 7, None, 3)
    assert deal.solve().diagram().notes[1:] == [
        "It is not known whether Seat 1 and Seat 3 could bid 30.",
        "It is not known whether Seat 2 and Seat 4 could bid 30.",
    ]


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
    (deal,) = open_boards(sobremesa.game("texas-42"), 7, None, 0)
    diagram = deal.solve().diagram()
    assert diagram.results is not None
    assert [row for _, row in diagram.results.rows] == results and deal.costs() is None
    assert openhands.plain(diagram) in result.output
