"""Study pages: parts, a game's own measures, what stays of a page and what is made anew."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sobremesa
from sobremesa import Match, Refused, Rng
from sobremesa.bots import bot
from sobremesa.cli import main
from sobremesa.core.game import known_games
from sobremesa.lab import study_page
from sobremesa.lab.asking import own_measures
from sobremesa.lab.asking.play import Play
from sobremesa.lab.asking.solo import tiles_of_quads
from sobremesa.lab.findings import CLEAR, Effect, read_results
from sobremesa.lab.measures import MEASURES, Pace, measured
from sobremesa.lab.plots import effects_figure, in_short, plotting, study_figure
from sobremesa.lab.study import read_study
from sobremesa.studies import out_of_date, page_study
from tests.test_documents import GUIDE, no_new_games, run_python

__all__ = ["no_new_games"]

STUDIES = Path(__file__).parents[1] / "docs" / "studies"
SMALL = """
seed = 3
[[games]]
name = "players"
game = "block"
compare = {players = [2, 4]}
show = ["blocked", "closer", "moves", "passes"]
tell = ["seats", "endings", "events"]
deals = 30
[[games]]
name = "options"
game = "block"
each = ["set=15", "capicua=25", "target=50 finish_hand=yes"]
show = ["moves", "margin"]
deals = 60
"""


def lab(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", *words])


def studies(folder: Path, *words: str) -> Result:
    return lab("studies", *words, "--folder", str(folder), "--workers", "1")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies")
    (folder / "block.toml").write_text(SMALL, encoding="utf-8")
    told = studies(folder, "block")
    assert told.exit_code == 0, told.output
    return folder


@pytest.mark.parametrize("name", sobremesa.games())
def test_own_measures_have_names_and_values_of_their_own(name: str) -> None:
    own = own_measures(name)
    assert not set(own) & {*MEASURES, "game", "label", "deal", "bots", "events", "endings"}
    game = sobremesa.game(name)
    found = measured(game, ["random"] * int(game.players), 5, 6, True, Pace())
    for one in own.values():
        value, bounds = found[one.measure.name], one.measure.bounds(game, True)
        assert re.fullmatch("[a-z_]+", one.measure.name)
        assert one.measure.words and one.measure.meaning.endswith(".")
        if value is not None and bounds is not None:
            assert bounds[0] <= value <= bounds[1], one.measure.name


def test_a_guest_has_no_measures_of_its_own(no_new_games: None) -> None:
    run_python(GUIDE)
    assert own_measures("briscola") == {}
    assert "briscola" in known_games()


def played(name: str, kind: str, seed: int) -> Play:
    game = sobremesa.game(name)
    match, rng, minds = Match(game, seed), Rng(seed), bot(name, kind)
    round = match.round
    while not round.over:
        round.play(minds.choose(round.view(int(round.turn)), rng))
    return Play(game, [round], [0.0, 0.0], 0, [kind] * 2)


def ask(play: Play, name: str) -> float | None:
    return own_measures(play.game.name)[name].ask(play)


def test_passes_and_who_closed_are_those_of_the_log() -> None:
    for seed in range(12):
        play = played("block", "random", seed)
        texts = [text for _, text, _ in play.rounds[0].view(-1).log]
        assert ask(play, "passes") == texts.count("/")
        blocked = play.rounds[0].view(-1).data["ending"] == "blocked"
        assert (ask(play, "closer") is not None) == blocked
        assert not (blocked and ask(play, "leader_out"))


def test_what_bingo_is_asked_is_told_by_its_row() -> None:
    stopped = set()
    for seed in range(20):
        play = played("bingo", "random", seed)
        data = play.rounds[0].view(-1).data
        left = len(data["row"])
        stopped.add(left)
        assert (ask(play, "left"), ask(play, "passes")) == (left, data["passes"])
        assert (ask(play, "one_cycle"), ask(play, "two_cycles")) == (left == 13, left == 26)
        touched = [place for _, _, _, place in data["story"]]
        assert ask(play, "first_pass") == len([place for place in touched if place <= 28])
    assert stopped == {0, 13, 26}


def test_quads_of_traffic_have_the_tiles_that_lie_on_the_table() -> None:
    later = 0
    for seed in range(8):
        play = played("traffic", "greedy", seed)
        counts = tiles_of_quads(play)
        assert ask(play, "left") == 28 - len(play.rounds[0].view(-1).data["table"])
        assert all(1 <= count <= 3 for count in counts)
        if counts:
            later += 1
            assert ask(play, "single_tile") == counts.count(1) / len(counts)
            assert ask(play, "two_or_three") == 1 - counts.count(1) / len(counts)
    assert later > 0


def test_what_is_forgotten_and_called_is_that_of_the_log() -> None:
    calls = 0
    for seed in range(12):
        play = played("muggins", "random", seed)
        [round] = play.rounds
        log = [
            (round.text(move), made)
            for move, (_, _, made) in zip(round.played(), round.view(-1).log, strict=True)
        ]
        assert ask(play, "in_play") == sum(made for _, made in log)
        called = [made for text, made in log if text == "muggins"]
        assert ask(play, "called") == sum(called)
        assert ask(play, "vain_calls") == (
            called.count(0) / len(called) if called else None
        )
        calls += len(called)
        assert ask(play, "draws") == sum(text == "+" for text, _ in log)
    assert calls > 12
    careful = played("muggins", "greedy", 3)
    assert ask(careful, "forgotten") == 0 == ask(careful, "called")


def test_a_measure_that_means_nothing_in_some_deals_is_the_mean_of_the_others(
    made: Path,
) -> None:
    _, [found] = read_results(made / "block.lab" / "players" / "results.parquet")
    [closer] = [one for one in found.effects if one.measure.name == "closer"]
    [blocked] = [one for one in found.effects if one.measure.name == "blocked"]
    assert closer.levels[0] is not None and blocked.levels[0] is not None
    assert 0 < blocked.levels[0][0] < 1
    assert blocked.levels[0][2] - blocked.levels[0][1] < closer.levels[0][2] - closer.levels[0][1]
    assert closer.differences[0] is not None


def test_a_page_has_its_parts_with_tables_plots_and_the_command(made: Path) -> None:
    text = (made / "block.md").read_text(encoding="utf-8")
    assert text.startswith("# Block: how it plays\n")
    assert re.search(r"\| players=4 \| [\d.*]+ %.* \(\d+\.\d to \d+\.\d\) \|", text)
    assert "| as printed |" in text and "| target=50, finish_hand=yes |" in text
    assert "**" in text.split("| set=15 |")[1].split("\n")[0]
    assert "seed 3" in text and "`sobremesa lab studies block`" in text
    for alt, picture in re.findall(r"!\[([^\]]+)\]\((.*?)\)", text):
        drawn = (made / picture).read_text(encoding="utf-8")
        assert "<title>" in drawn and "prefers-color-scheme:dark" in drawn
        assert alt.split(";")[0] in drawn.replace("&amp;", "&")
    kept = json.loads((made / "block.json").read_text(encoding="utf-8"))
    assert set(kept["parts"]) == {"players", "options"}
    assert kept["parts"]["players"]["deals"] == 30


def test_in_narrow_panels_no_words_lie_on_others() -> None:
    """Super Bridge has long names, of its options as of its measures."""
    path = STUDIES / "super-bridge.toml"
    kept = study_page.read_kept(path.with_suffix(".json"))
    [stakes] = [one for one in page_study(path).subjects if one.part.name == "stakes"]
    found = study_page.found_in(stakes, kept["parts"]["stakes"])
    panels = study_page.shown(found)[:study_page.MOST_PANELS]
    with plotting()[1]:
        figure = study_figure([one.label for one in stakes.alternatives], panels, "Stakes")
        figure.draw_without_rendering()
        for words in (
            [text for text in figure.findobj(lambda one: hasattr(one, "get_text"))
             if text.get_text().replace("\n", " ") in {one.measure.words for one in panels}],
            *([text for text in axes.get_xticklabels()
               if axes.get_xlim()[0] <= text.get_position()[0] <= axes.get_xlim()[1]]
              for axes in figure.axes),
        ):
            boxes = sorted((text.get_window_extent() for text in words), key=lambda box: box.x0)
            assert boxes and all(one.x1 < other.x0 for one, other in pairwise(boxes))
        assert len(figure.axes) == len(panels) == 4


def test_the_marks_of_many_alternatives_lie_neither_on_the_title_nor_on_a_strip() -> None:
    study = read_study(
        "deals = 2\n[[games]]\ngame = 'block'\n[games.compare]\n"
        "next_lead = ['fixed', 'rotate', 'winner']\nspinner = ['auto', 'always']"
    )
    labels = [one.label for one in study.subjects[0].alternatives]
    closer = Effect(MEASURES["moves"], [None, *[(4.0, 3.0, 5.0)] * 5], [], [])
    named = replace(MEASURES["moves"], words="dealer's partner holds the bid")
    moves = Effect(named, [(4.0, 3.0, 5.0)] * 6, [], [])
    title = "block: next_lead=fixed,rotate,winner spinner=auto,always, 2 equal deals, " * 2
    with plotting()[1]:
        figure = effects_figure(labels, [closer, moves], title)
        figure.draw_without_rendering()
        [legend], [name] = figure.legends, figure.texts
        assert [text.get_text() for text in legend.get_texts()] == labels
        assert all(axes.yaxis.label.get_window_extent().x0 >= 0 for axes in figure.axes)
        boxes = [one.get_window_extent() for one in (name, legend, *figure.axes)]
        assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))
        assert all(box.x0 >= 0 and box.x1 <= figure.bbox.x1 for box in boxes)


def test_a_plot_says_in_words_where_its_ends_are_and_what_is_alike() -> None:
    def effect(*means: float) -> Effect:
        return Effect(MEASURES["moves"], [(mean, mean - 1, mean + 1) for mean in means], [], [])

    labels = ["as printed", "set=9", "set=12"]
    assert in_short([effect(4, 9, 9)], labels) == "moves 4 (as printed) to 9 (set=9)"
    assert in_short([effect(4, 4, 4)], labels) == "moves 4 throughout"
    assert in_short([effect(4)], labels[:1]) == "moves 4 (as printed)"
    assert in_short([effect(12360)], labels[:1]) == "moves 12,360 (as printed)"


def test_an_option_tells_the_table_what_it_changes_clearly(made: Path) -> None:
    told = study_page.read_kept(made / "block.json")
    assert set(told["effects"]) == {"set"}
    assert 1 <= len(told["effects"]["set"]) <= study_page.MOST_EFFECTS
    for change in told["effects"]["set"]:
        levels = told["parts"]["options"]["measures"][change["measure"]]
        assert change["value"] == 15 and levels["marks"][0] == CLEAR
        assert (change["before"], change["after"]) == (levels["levels"][0][0],
                                                      levels["levels"][1][0])


def test_what_people_wrote_stays_and_what_is_kept_is_not_played_again(
    made: Path, tmp_path: Path
) -> None:
    for name in ("block.toml", "block.json"):
        (tmp_path / name).write_bytes((made / name).read_bytes())
    page = tmp_path / "block.md"
    page.write_text(
        "# Block\n\nWhat we learnt.\n\n<!-- study: options -->\nof yore\n<!-- end -->\n\n"
        "More words.\n", encoding="utf-8",
    )
    assert studies(tmp_path, "--check").exit_code == 1
    told = studies(tmp_path)
    assert told.exit_code == 0, told.output
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Block\n\nWhat we learnt.\n\n<!-- study: options -->\n\n|")
    assert "of yore" not in text and "More words." in text
    assert text.index("More words.") < text.index("<!-- study: players -->")
    assert not (tmp_path / "block.lab").exists()
    assert studies(tmp_path, "--check").exit_code == 0
    assert studies(tmp_path).exit_code == 0 and page.read_text(encoding="utf-8") == text


def test_a_page_of_an_unknown_game_is_no_missing_file(made: Path) -> None:
    assert "did you mean block?" in studies(made, "blok").output
    assert "no study file" in studies(made, "draw").output


def test_a_changed_question_makes_its_part_old_and_no_other(made: Path, tmp_path: Path) -> None:
    for path in made.glob("block.*"):
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    study = tmp_path / "block.toml"
    study.write_text(SMALL.replace("deals = 60", "deals = 61"), encoding="utf-8")
    told = studies(tmp_path, "block", "--check")
    assert told.exit_code == 1
    assert "block: options is older" in told.output and "players is older" not in told.output


@pytest.mark.parametrize(("text", "reason"), [
    (SMALL.replace('name = "players"', ""), "every \\[\\[games\\]\\] has a name"),
    (SMALL.replace('"players"', '"all"'), "no part is called all"),
    (SMALL.replace('"players"', '"options"'), "the same name"),
    (SMALL.replace('"players"', '"Who?"'), "small letters"),
    (SMALL.replace('"closer"', '"closser"'), "did you mean closer"),
    (SMALL.replace('"seats"', '"seets"'), "did you mean seats"),
    (SMALL.replace('"set=15"', '"set"'), "changes as NAME=VALUE"),
    (SMALL.replace('"set=15"', '"sett=15"'), "sett"),
    (SMALL.replace('"set=15"', '"set=6"'), "is the same as another"),
    (SMALL.replace("each =", "compare = {set=[6, 9]}\neach ="), "either compare or each"),
    (SMALL.replace('"block"', '"draw"').replace('"closer", ', "").replace(', "passes"', ""),
     "game = \"block\""),
])
def test_a_study_that_makes_no_page_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "block.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=reason):
        page_study(path)


def test_every_value_of_every_option_can_be_asked_for() -> None:
    study = read_study("deals = 2\n[[games]]\ngame = 'draw'\neach = ['*']")
    labels = [one.label for one in study.subjects[0].alternatives]
    assert labels[0] == "as printed" and len(set(labels)) == len(labels) > 10
    assert "set=9" in labels and "set=6" not in labels
    assert not any(label.startswith("players") for label in labels)


def test_measures_of_a_game_are_listed() -> None:
    told = lab("measures", "muggins")
    assert "vain_calls" in told.output and "blocked" in told.output
    assert "vain_calls" not in lab("measures").output
    assert lab("measures", "mugins").exit_code == 1


@pytest.mark.parametrize("path", sorted(STUDIES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_pages_of_the_house_answer_their_study_files(path: Path) -> None:
    assert out_of_date(page_study(path), path) == []


# Of a table, and of the words above it: a mean, which of them may stand some words before, and
# its interval.
NUMBER = r"[-−+]?\d[\d,]*(?:\.\d+)?"
INTERVAL = rf"\((?:95 %: )?({NUMBER}) to ({NUMBER})\)"


def exactly(number: str) -> float:
    return float(number.replace("−", "-").replace(",", ""))


def rounds_to(number: str, found: float) -> bool:
    """Tells whether a figure is another, rounded, whatever its sign: who loses 3 gains -3."""
    half = 0.5001 * 10.0 ** -len(number.partition(".")[2])
    return abs(abs(exactly(number)) - abs(found)) <= half


@pytest.mark.parametrize("path", sorted(STUDIES.glob("*.toml")), ids=lambda path: path.stem)
def test_figures_in_words_are_those_of_the_tables(path: Path) -> None:
    text = path.with_suffix(".md").read_text(encoding="utf-8")
    words = " ".join(study_page.MARK.sub("", text).split())
    [listed] = [
        line for line in (STUDIES / "index.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("|") and f"]({path.stem}.md)" in line
    ]
    tables = "".join(found[0] for found in study_page.MARK.finditer(text))
    cells = [
        (exactly(mean), sorted((abs(exactly(low)), abs(exactly(high)))))
        for mean, low, high in re.findall(
            rf"({NUMBER})(?: %)?\**(?:\\\*)? {INTERVAL}", tables
        )
    ]
    elsewhere = (STUDIES / "solitaires.md").read_text(encoding="utf-8").splitlines()
    for written in (words, listed):
        for found in re.finditer(INTERVAL, written):
            ends = sorted(found.groups(), key=lambda end: abs(exactly(end)))
            before = written[max(0, found.start() - 110):found.start()]
            means = re.findall(NUMBER, before)[-4:]
            there = any(
                all(map(rounds_to, ends, known)) and any(rounds_to(one, mean) for one in means)
                for mean, known in cells
            )
            quoted = any(
                all(f"{end}%" in line for end in ends)
                and any(f" {one}%" in line or f" {one} of " in line for one in means)
                for line in elsewhere
            )
            assert there or quoted, f"{before[-60:]}{found[0]}"
