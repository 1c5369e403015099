"""The ladder: ratings that explain the results, the same whoever shares the work."""

from __future__ import annotations

from math import log10
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import sobremesa
from sobremesa import Refused, Rng, View
from sobremesa.bots import Bot, add_bot
from sobremesa.bots.bot import BOTS
from sobremesa.cli import main
from sobremesa.lab.ladder import (
    Ladder,
    alternating,
    climb,
    kept_in,
    plot,
    rated,
    read_csv,
    rungs,
    table,
    write_into,
)


def coins(chance: float, deals: int, seed: int) -> list[float]:
    rng = Rng(seed)
    return [float(rng.fraction() < chance) for _ in range(deals)]


def score(ladder: Ladder, one: int, other: int) -> float:
    found = ladder.scores[one][other]
    assert found is not None
    return found


def test_two_kinds_differ_by_what_their_results_say() -> None:
    """Three of four deals won: the odds are three to one, but for the deal that is added."""
    random, greedy = rated(["random", "greedy"], {("greedy", "random"): [1, 1, 1, 0] * 100})
    assert greedy == (1000.0, 1000.0, 1000.0)
    assert random[0] == pytest.approx(1000 - 400 * log10(300.5 / 100.5), abs=1e-6)
    # The variance of a share is p q / n, and a rating bends by n p q.
    reach = 1.96 * 400 / 2.302585 / (401 * 0.75 * 0.25) ** 0.5
    assert random[0] - random[1] == pytest.approx(reach, rel=0.01)
    assert random[2] - random[0] == pytest.approx(reach, rel=0.01)


def test_known_strengths_are_found_within_their_intervals() -> None:
    true = {"random": 600.0, "easy": 900.0, "greedy": 1000.0, "master": 1150.0}
    kinds = list(true)
    inside = 0
    for trial in range(40):
        met = {
            (one, other): coins(
                1 / (1 + 10 ** ((true[other] - true[one]) / 400)), 200, 1000 * trial + 10 * a + b
            )
            for a, one in enumerate(kinds) for b, other in enumerate(kinds) if a < b
        }
        found = rated(kinds, met)
        inside += sum(low <= true[kind] <= high for kind, (_, low, high) in
                      zip(kinds, found, strict=True) if kind != "greedy")
    # Of 120 intervals 114 should hold what is true; fewer than 104 would be very bad luck.
    assert inside >= 104


def test_deals_that_both_would_win_make_intervals_no_narrower() -> None:
    """What every deal gives to one seat and then to the other tells nothing."""
    even = rated(["random", "greedy"], {("random", "greedy"): [0.5] * 200})[0]
    tossed = rated(["random", "greedy"], {("random", "greedy"): [0.0, 1.0] * 100})[0]
    assert even[0] == tossed[0] == 1000.0
    assert even[2] - even[1] < 0.2 * (tossed[2] - tossed[1])


def test_who_always_wins_is_strong_but_nobody_knows_how_strong() -> None:
    random = rated(["random", "greedy"], {("random", "greedy"): [0.0] * 200})[0]
    assert -100 < random[0] < 0
    assert random[2] - random[0] > 200


def test_a_ladder_is_the_same_for_any_number_of_workers() -> None:
    game = sobremesa.game("draw", players=3)
    told: list[int] = []
    alone = climb(game, ["random", "greedy"], deals=9, seed=4, workers=1, progress=told.append)
    assert alone == climb(game, ["random", "greedy"], deals=9, seed=4, workers=2)
    assert alone != climb(game, ["random", "greedy"], deals=9, seed=5, workers=1)
    assert told == list(range(1, 10))
    assert score(alone, 0, 1) + score(alone, 1, 0) == 1.0


class Last(Bot):
    """Takes the last move."""

    def choose(self, view: View, rng: Rng) -> int:
        return view.moves[-1]


def test_a_ladder_of_three() -> None:
    add_bot("block", "last", Last())
    try:
        ladder = climb(sobremesa.game("block"), ["random", "last", "greedy"], 60, workers=1)
    finally:
        del BOTS["block"]["last"]
    assert ladder.elo[2] == (1000.0, 1000.0, 1000.0) and ladder.elo[0][2] < 1000
    assert [len(row) for row in ladder.scores] == [3, 3, 3]
    assert ladder.text().splitlines()[2].startswith("greedy  1000")
    drawn = ElementTree.fromstring(plot(ladder))
    assert len(drawn.findall(".//*[@class='dot']")) == 3


def test_both_kinds_sit_in_every_seat_and_partners_are_alike() -> None:
    pairs = alternating(sobremesa.game("texas-42"), "a", "b")
    assert pairs == [["a", "b", "a", "b"], ["b", "a", "b", "a"]]
    for name in ("mexican-train", "domino-poker", "tiddle-a-wink", "cerrojo"):
        first, second = alternating(sobremesa.game(name), "a", "b")
        assert all({one, other} == {"a", "b"} for one, other in zip(first, second, strict=True))


def test_neighbours_alone_make_a_ladder_too() -> None:
    add_bot("block", "last", Last())
    try:
        kinds = ["random", "last", "greedy"]
        ladder = climb(sobremesa.game("block"), kinds, 40, near=1, workers=1)
    finally:
        del BOTS["block"]["last"]
    assert ladder.scores[0][2] is None and ladder.scores[0][1] is not None
    assert len({elo for elo, _, _ in ladder.elo}) == 3
    assert read_csv(ladder.csv()).scores[2][0] is None


def test_alone_the_same_deals_are_compared() -> None:
    ladder = climb(
        sobremesa.game("good-neighbors", set=6), ["random", "greedy"], deals=40, workers=1
    )
    assert score(ladder, 1, 0) > 0.6 and ladder.elo[0][0] < 1000


def test_a_game_without_choices_has_a_ladder_of_one() -> None:
    ladder = climb(sobremesa.game("bingo"), ["random"], deals=2, workers=1)
    assert ladder.elo == [(1000.0, 1000.0, 1000.0)] and "random" in ladder.text()
    assert ElementTree.fromstring(plot(ladder)) is not None


def test_whole_matches_can_be_played() -> None:
    game = sobremesa.game("muggins", target=20)
    ladder = climb(game, ["random", "greedy"], deals=6, rounds=False, workers=1)
    assert ladder.unit == "matches" and score(ladder, 1, 0) > 0.5


def test_a_ladder_is_kept_and_read_again(tmp_path: Path) -> None:
    ladder = Ladder(
        "block(players=3)", ["random", "greedy"], 7, "rounds", 50,
        [(812.5, 790.0, 835.0), (1000.0, 1000.0, 1000.0)], [[None, 0.25], [0.75, None]],
    )
    assert read_csv(ladder.csv()) == ladder
    write_into(tmp_path, ladder)
    assert kept_in(tmp_path, ["block", "block(players=3)"]) == [ladder]
    (tmp_path / "block.csv").write_text(ladder.csv(), encoding="utf-8")
    with pytest.raises(Refused, match=r"block.csv is the ladder of block\(players=3\), not of"):
        kept_in(tmp_path, ["block"])
    assert table([ladder]).splitlines()[-1] == (
        "| Block | 50 | 812 ± 22 |  |  | 1000 |  |  |  |"
    )
    for wrong in ("", "a,b\n1,2\n", ladder.csv().splitlines()[0], ladder.csv()[:90]):
        with pytest.raises(Refused, match="no ladder"):
            read_csv(wrong)


@pytest.mark.parametrize("kinds", [["rndom", "greedy"], ["greedy", "greedy"], []])
def test_a_ladder_that_cannot_be_is_refused(kinds: list[str]) -> None:
    with pytest.raises(Refused):
        climb(sobremesa.game("block"), kinds, workers=1)


def test_every_game_has_its_rungs() -> None:
    for name in sobremesa.games():
        found = rungs(name)
        assert "random" in found
        assert len(found) > 1 or name == "bingo"


def test_the_page_about_the_bots_shows_the_ladders_that_are_kept() -> None:
    docs = Path(__file__).parent.parent / "docs"
    shown = table(kept_in(docs / "ladders", sobremesa.games()))
    assert shown in (docs / "bots.md").read_text(encoding="utf-8")


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_terminal_climbs_draws_and_keeps(tmp_path: Path) -> None:
    written = run(
        "lab", "ladder", "block", "--bot", "random", "--bot", "greedy", "--deals", "5",
        "--svg", str(tmp_path / "x.svg"), "--csv", str(tmp_path / "x.csv"),
        "--out", str(tmp_path / "kept"), "--players", "3",
    )
    assert "block(players=3), 5 deals from every seat, rounds, seed 1" in written
    assert read_csv((tmp_path / "x.csv").read_text(encoding="utf-8")).deals == 5
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    names = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert names == ["block(players=3).csv", "block(players=3).svg"]


def test_a_ladder_does_not_take_the_place_of_another(tmp_path: Path) -> None:
    words = ["lab", "ladder", "block", "--bot", "random", "--bot", "greedy", "--out", str(tmp_path)]
    run(*words, "--deals", "2", "--workers", "1")
    kept = (tmp_path / "block.csv").read_text(encoding="utf-8")
    for more in (
        ["--deals", "3"], ["--deals", "2", "--seed", "2"], ["--deals", "2", "--bot", "easy"],
        ["--deals", "2", "--whole-matches"],
    ):
        result = CliRunner().invoke(main, [*words, *more])
        assert result.exit_code == 1, result.output
        assert "keeps another ladder of block: random, greedy on 2 deals, seed 1" in result.output
    run(*words, "--deals", "2", "--players", "3", "--workers", "1")
    run(*words, "--deals", "2", "--workers", "1")
    assert (tmp_path / "block.csv").read_text(encoding="utf-8") == kept
    result = CliRunner().invoke(main, ["lab", "ladder", "--all", "--out", str(tmp_path)])
    assert result.exit_code == 1 and "is not of all kinds of bot" in result.output


def test_the_terminal_wants_one_game_or_all() -> None:
    for words in ([], ["block", "--all"], ["--all", "--players", "3"], ["block", "draw"]):
        result = CliRunner().invoke(main, ["lab", "ladder", *words])
        assert result.exit_code == 2 and "name one game" in result.output


def test_the_ladders_of_all_games_are_read_from_a_folder(tmp_path: Path) -> None:
    """With every ladder there nothing is played, and the table has a row for each game."""
    for name in sobremesa.games():
        kinds = rungs(name)
        ladder = Ladder(
            name, kinds, 1, "rounds", 3, [(1000.0, 1000.0, 1000.0)] * len(kinds),
            [[None] * len(kinds)] * len(kinds),
        )
        (tmp_path / f"{name}.csv").write_text(ladder.csv(), encoding="utf-8")
    lines = run("lab", "ladder", "--all", "--out", str(tmp_path)).splitlines()
    assert len(lines) == 2 + len(sobremesa.games())
    assert "| Block | 3 |" + len(rungs("block")) * " 1000 |" in lines
