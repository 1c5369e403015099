"""The terminal, as a person types it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sobremesa
from sobremesa import Match, picture, record
from sobremesa.cli import main
from sobremesa.core.options import Value
from tests.laws import plain_bot, seated, short
from tests.spread import spread


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


def test_games_are_listed_with_their_players() -> None:
    result = run("games")
    assert result.exit_code == 0
    for name in sobremesa.games():
        assert name in result.output
    assert "2-4" in result.output


@pytest.mark.parametrize("name", sobremesa.games())
def test_the_rules_of_every_game_are_shown(name: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 0
    assert re.search(r"\b[A-Z0-9]+-01\b", result.output)


def test_a_misspelt_game_is_guessed() -> None:
    for command, thing in (("rules", "rules page for"), ("play", "game called")):
        result = run(command, "mugins")
        assert result.exit_code == 1
        assert f"there is no {thing} mugins: did you mean muggins?" in result.output


@pytest.mark.parametrize(("words", "reason"), [
    (["--tarrget", "50"], "block has no option tarrget: did you mean target?"),
    (["--target", "many"], "target cannot be many: it is a whole number from 1 ("),
    (["--players", "5"], "5 players with 7 tiles each need 35 tiles"),
    (["--bots", "gredy"], "did you mean greedy?"),
    (["--bots", "greedy,random"], "1 seat is free, 2 bots are named"),
    (["--seat", "4"], "there is no seat 4: the seats are 1 to 2"),
    (["nonsense"], "nonsense is not understood"),
])
def test_a_wrong_option_is_refused_with_a_reason(words: list[str], reason: str) -> None:
    result = run("play", "block", *words)
    assert result.exit_code != 0
    assert reason in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("words", "reason"), [
    (["block", "--teams", "pairs", "--players", "3"],
     "pairs are for four players, not 3 (SETS-R23)"),
    (["muggins", "--exact_target", "yes", "--finish_hand", "yes"],
     "exact_target ends a hand when the target is reached, and finish_hand does not: choose one"),
    (["muggins", "--play_on", "yes"], "play_on is for pairs whose last tile counts one"),
    (["draw", "--first_lead", "every_hand", "--next_lead", "rotate"],
     "next_lead matters only where the highest double does not open every hand: see first_lead"),
])
def test_options_that_exclude_each_other_are_named_before_the_start(
    words: list[str], reason: str
) -> None:
    result = run("play", *words)
    assert result.exit_code == 1
    assert reason in " ".join(result.output.split())
    assert "Hand 1" not in result.output


@pytest.mark.parametrize(("game", "bundle", "hands"), [
    ("block", "Brazilian", "6 tiles"), ("block", "Spanish", "7 tiles"),
])
def test_a_bundle_can_be_named_in_the_terminal(game: str, bundle: str, hands: str) -> None:
    result = run("play", game, "--bundle", bundle, "--seed", "3", typed="")
    assert "Traceback" not in result.output
    assert hands in result.output, result.output


@pytest.mark.parametrize("name", sobremesa.games())
def test_bots_play_a_match_while_one_watches(name: str, tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    players = str(seated(name, 3).players)
    result = run("play", name, "--seat", "-1", "--seed", "3", "--players", players,
                 "--bots", plain_bot(name), *words_of(short(name)), "--save", str(kept))
    assert result.exit_code == 0, result.output
    match = record.read(kept.read_text(encoding="utf-8")).match()
    assert match.over and match.game.players == int(players)
    assert says_the_end(match) in result.output


def says_the_end(match: Match) -> str:
    """What the terminal says last: who won, or how a game for one ended."""
    if match.game.players == 1:
        return picture.headline(match.view(0))
    return "The match goes to:"


def words_of(options: dict[str, Value]) -> list[str]:
    """Writes options as a terminal takes them."""
    return [
        word for name, value in options.items()
        for word in ("--" + name.replace("_", "-"), str(value))
    ]


@pytest.mark.parametrize("name", spread(
    sobremesa.games(), [name for name in sobremesa.games() if name != "thats-it"]
))
def test_a_person_plays_a_match_with_the_first_move_that_is_listed(name: str) -> None:
    """Answers every question by what the picture of the moves would offer first."""
    typed, match = first_moves(name, seed=5)
    result = run(
        "play", name, *words_of(short(name)), "--seed", "5", "--bots", "random", typed=typed
    )
    assert result.exit_code == 0, result.output
    assert says_the_end(match) in result.output


def first_moves(name: str, seed: int) -> tuple[str, Match]:
    """Plays the same match beside the terminal and writes down what the person types."""
    from sobremesa import Rng, bots

    match = sobremesa.game(name, **short(name)).start(seed)
    rng = Rng(seed)
    typed = []
    while not match.over:
        if match.round.over:
            match.next_round()
        view = match.view(match.turn)
        if match.turn == 0:
            typed.append(view.data["moves"][0]["text"])
            match.play(view.moves[0])
        else:
            match.play(bots.choose("random", view, rng))
    return "\n".join(typed) + "\n", match


def test_a_wrong_move_is_explained_and_asked_again() -> None:
    result = run("play", "draw", "--seed", "1", "--first_player", "1",
                 typed="?\n9-9\n2-2@Q\nhelp\nlog\n\nquit\n")
    assert result.exit_code == 0
    assert "9-9 is not in the double-six set" in result.output
    assert "the line is empty: 2-2 can only be led (SETS-07)" in result.output
    assert "Write a move like one of these:" in result.output
    assert "You leave the table." in result.output


def test_leaving_keeps_what_the_person_knew(tmp_path: Path) -> None:
    kept = tmp_path / "left.txt"
    run("play", "draw", "--seed", "1", "--save", str(kept), typed="quit\n")
    text = kept.read_text(encoding="utf-8")
    assert "; ?7; ?14" in text and '[Seed "?"]' in text


def test_a_record_is_shown(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    run("play", "muggins", "--seat", "-1", "--target", "30", "--seed", "3", "--save", str(kept))
    result = run("record", "show", str(kept))
    assert result.exit_code == 0
    assert result.stdout.startswith("Muggins: ")
    assert "Hand 1" in result.output


def test_a_broken_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    run("play", "block", "--seat", "-1", "--target", "30", "--seed", "3", "--save", str(kept))
    text = kept.read_text(encoding="utf-8")
    kept.write_text(text[: len(text) // 2], encoding="utf-8")
    result = run("record", "show", str(kept))
    assert result.exit_code == 1 and "Error: " in result.output
    kept.write_bytes(b"\xff\xfe\x00nonsense\x80")
    result = run("record", "show", str(kept))
    assert result.exit_code == 1 and "is not a text file" in result.output


def test_a_duel_prints_rates_with_intervals() -> None:
    result = run("lab", "duel", "block", "greedy", "random", "--matches", "40",
                 "--option", "target=30")
    assert result.exit_code == 0, result.output
    assert "greedy" in result.output and "95 %" in result.output


def test_a_duel_takes_options_as_every_command_does() -> None:
    for words in (["--target", "30"], ["--target=30"], ["--option", "target=30"]):
        result = run("lab", "duel", "block", "greedy", "random", "--matches", "4", *words)
        assert result.stdout.startswith("block(target=30), 4 matches"), result.output
    result = run("lab", "duel", "block", "greedy", "random", "--tarrget", "30")
    assert result.exit_code == 1 and "did you mean target?" in result.output
    result = run("lab", "duel", "block", "--target", "30", "greedy", "random")
    assert result.exit_code == 2 and "greedy is not understood" in result.output
    assert "--auto_claim" in run("lab", "duel", "muggins", "--help").output


def test_a_duel_plays_equal_deals() -> None:
    result = run("lab", "duel", "block", "greedy", "random", "--equal", "--matches", "10")
    assert "10 matches on 5 equal deals" in result.stdout, result.output
    # The command's own --rounds does not hide the option of the game.
    result = run(
        "lab", "duel", "cuadrominos", "random", "random", "--rounds", "--matches", "4",
        "--option", "rounds=3",
    )
    assert result.stdout.startswith("cuadrominos(players=2,rounds=3), 4 rounds on 4"), result.output


def test_a_level_that_does_not_exist_is_answered_with_those_that_do() -> None:
    for words in (
        ["lab", "duel", "block", "wizard", "random"], ["play", "block", "--bots", "wizard"],
        ["lab", "ladder", "block", "--bot", "wizard"],
    ):
        result = run(*words)
        assert result.exit_code == 1
        told = "block has no bot called wizard: there are: random, greedy, "
        assert told + "learner, easy, middle, strong, master" in result.output
    assert "did you mean master?" in run("lab", "duel", "block", "maser", "random").output
    wrong = run("lab", "duel", "block", "greedy", "random", "--standing", "90,x")
    assert wrong.exit_code == 1 and "90,x are no points" in wrong.output


@pytest.mark.parametrize("words", [["--players", "3"], ["--option", "players=3"]])
def test_a_duel_takes_the_number_of_players_from_the_bots(words: list[str]) -> None:
    result = run("lab", "duel", "block", "greedy", "random", *words)
    assert result.exit_code == 1 and "name a bot for each player" in result.output


def test_a_deal_is_solved_and_its_line_told() -> None:
    result = run("solve", "good-neighbors", "--seed", "7", "--set", "6")
    assert result.exit_code == 0, result.output
    assert "Good Neighbors, seed 7: it can be won." in result.output
    assert result.output.rstrip().endswith("Every pair is found: a win.")
    assert "there is no solver for bingo" in run("solve", "bingo").output


def test_a_search_that_stops_says_so() -> None:
    result = run("solve", "squeeze", "--nodes", "10")
    assert "unknown, the search stopped before the end" in result.output


def test_solitaires_are_studied(tmp_path: Path) -> None:
    plot = tmp_path / "shares.svg"
    result = run(
        "study", "solitaires", "--deals", "3", "--played", "0", "--nodes", "500", "--set", "6",
        "--svg", str(plot),
    )
    assert result.exit_code == 0, result.output
    rows = [line for line in result.output.splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + 5 and "| Squeeze, double-six | 3 |" in result.output
    assert plot.read_text(encoding="utf-8").count('class="won"') == 5 + 1


def test_seats_in_options_count_from_one() -> None:
    for seat in ("1", "2"):
        result = run("play", "block", "--seat", seat, "--first_player", seat, typed="quit\n")
        assert "The line is empty." in result.output
        assert "Your turn: lead a tile" in result.output
    for wrong in ("0", "3", "nobody"):
        result = run("play", "block", "--first_player", wrong, typed="quit\n")
        assert result.exit_code == 1
        assert (
            f"first_player cannot be {wrong}: it is by chance, or a seat from 1 to 2 (SETS-R06)"
        ) in result.output
    assert run("play", "block", "--first_player", "by chance", typed="quit\n").exit_code == 0


def test_the_help_of_a_game_lists_its_options_as_people_read_them() -> None:
    helped = " ".join(run("play", "cerrojo", "--help").output.split())
    assert "--tie_b Second test of a tie:" in helped
    assert "largest_group (the largest group of a suit)" in helped
    assert "Options of Cerrojo" in helped
    assert "first_dealer First dealer: North, East, South, West [South]" in " ".join(
        run("play", "super-bridge", "--help").output.split()
    )
    assert "Options of" not in run("play", "--help").output


@pytest.mark.parametrize("name", sobremesa.games())
def test_help_is_made_from_the_moves_of_the_game(name: str) -> None:
    result = run("play", name, "--seed", "4", *words_of(short(name)), typed="help\n\nquit\n")
    assert result.exit_code == 0, result.output
    helped = result.output.split("Write a move like one of these:")[1]
    examples, _, rest = helped.partition("What else you can type:")
    assert len(examples.strip().splitlines()) >= 1
    assert ("undo" in rest) == (seated(name, 1).players == 1)
    tiles = {"djambi", "super-bridge", "domino-poker", "bingo", "cuadrominos-puzzle"}
    assert name not in tiles or "@W" not in helped


def test_a_claim_is_typed_as_it_is_said() -> None:
    match = sobremesa.game("muggins", first_player=0).start(1)
    lead = match.round.text(match.round.moves()[0])
    typed = f"{lead}\nmaybe\n\n11\nnothing\nquit\n"
    said = run("play", "muggins", "--first_player", "1", "--seed", "1", typed=typed).output
    assert "say first what you claim for your tile: 5, for example, or nothing" in said
    assert "11 cannot be claimed: claims are 0, 5, 10 and so on" in said
    assert "You claim nothing." in said
    pips = sum(int(number) for number in lead.partition("@")[0].split("-"))
    said = run("play", "muggins", "--first_player", "1", "--seed", "1",
               typed=f"{lead}\n{pips - pips % 5}\nquit\n").output
    assert "cannot be claimed" not in said and "say first" not in said


def test_empty_input_gets_a_sentence() -> None:
    result = run("play", "block", "--seed", "1", "--first_player", "1", typed="\nquit\n")
    assert "Type a move, ? to list the moves, or help." in result.output


def test_moves_are_taken_back_only_by_somebody_alone() -> None:
    result = run("play", "block", "--seed", "1", "--first_player", "1", typed="undo\nquit\n")
    assert "Moves are taken back only in games for one." in result.output


def test_a_lost_solitaire_can_be_taken_up_again() -> None:
    typed, match = first_moves("good-neighbors", seed=5)
    assert not match.winners
    words = ["play", "good-neighbors", *words_of(short("good-neighbors")), "--seed", "5"]
    result = run(*words, typed=typed + "what\nundo 2\nquit\n")
    assert "Type undo, or press Enter." in result.output
    assert "2 moves are taken back." in result.output
    assert "You leave the table." in result.output
    assert run(*words, typed=typed + "\n").exit_code == 0


def test_signs_that_steer_the_terminal_are_shown_harmlessly(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    match = sobremesa.game("block").start(1)
    nasty = "Eve\x1b[2J\x1b]0;owned\x07\r\u202e\x9b"
    text = record.write(match, tags={"Seat1": nasty, "Seat2": "?"})
    kept.write_text(text, encoding="utf-8")
    result = run("record", "show", str(kept))
    assert result.exit_code == 0, result.output
    assert "Block: Eve\\x1b[2J\\x1b]0;owned\\x07\\x0d\\u202e\\x9b, Seat 2" in result.output
    kept.write_text(text.replace('[Deal "', '[Deal "\x1b[31m6-7 '), encoding="utf-8")
    spoilt = run("record", "show", str(kept))
    assert spoilt.exit_code == 1 and "Traceback" not in spoilt.output
    played = run("play", "block", "--seed", "1", "--first_player", "1", typed="6\x1b[2J\nquit\n")
    assert "  6\\x1b[2J is no" in played.output
    for shown in (result, spoilt):
        assert all(sign == "\n" or sign.isprintable() for sign in shown.output)


@pytest.mark.parametrize("words", [
    ["play", "block", "--seed", str(2**64)], ["play", "block", "--seed", "-1"],
    ["play", "block", "--players", str(2**62)], ["play", "block", "--target", "9" * 5000],
    ["play", "block", "--seat", str(2**70)], ["solve", "squeeze", "--seed", str(2**70)],
    ["solve", "squeeze", "--nodes", str(2**70)], ["lab", "duel", "block", "greedy", "random",
     "--matches", str(2**70)], ["lab", "duel", "block", "greedy", "random", "--seed", "-1"],
    ["puzzle", "make", "3x3", "--seed", str(2**70)], ["puzzle", "solve", "3x3", "--numbers", "99"],
    ["play", "block", "--seed", "9" * 5000],
])
def test_a_number_that_is_too_large_is_refused_in_a_sentence(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code in (1, 2) and "Error: " in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_examples_are_listed_and_written_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    listed = CliRunner().invoke(main, ["example"])
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [
        "greedy_bot.py", "random_bot.mjs", "selfplay.py",
    ]
    assert CliRunner().invoke(main, ["example", "selfplay.py"]).exit_code == 0
    written = tmp_path / "selfplay.py"
    kept = Path(__file__).parent.parent / "examples" / "selfplay.py"
    assert written.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    written.write_text("my own")
    again = CliRunner().invoke(main, ["example", "selfplay.py"])
    assert again.exit_code == 1 and "selfplay.py was not written: File exists" in again.output
    assert written.read_text() == "my own"
    wrong = CliRunner().invoke(main, ["example", "../selfplay.py"])
    assert wrong.exit_code == 1 and "did you mean selfplay.py?" in wrong.output
