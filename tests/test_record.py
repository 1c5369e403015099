"""Records: exact writing, tolerant reading, precise refusals."""

from __future__ import annotations

import contextlib
import pickle
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sobremesa
from sobremesa import BadOption, BadRecord, Match, Refused, UnknownGame, UnknownRules, record
from sobremesa.cli import main
from sobremesa.record import writing
from tests.laws import played

GOLDEN = Path(__file__).parent / "golden"
# Whole matches played at random, kept to the byte: the same seed gives them on every platform.
KEPT = {
    "block-2": ("block", 1),
    "block-4-double-nine": ("block(players=4,set=9)", 2),
    "draw-3-rotate": ("draw(players=3,next_lead=rotate)", 3),
    "draw-5-double-twelve": ("draw(players=5,set=12,boneyard_reserve=2)", 4),
    "muggins-2": ("muggins(target=60)", 5),
    "muggins-4-casual": ("muggins(players=4,auto_claim=True)", 6),
    "djambi-2-move-on": (
        "djambi(players=2,board=7,warrior_step=always_two,centre_capture=move_on)", 8,
    ),
    "djambi-4": ("djambi(board=9)", 9),
    "block-4-winner": ("block(players=4,next_lead=winner,target=60)", 10),
    "bergen-3": ("bergen(players=3)", 11),
    "matador-3-rotate": ("matador(players=3,next_lead=rotate)", 12),
    "sebastopol-4": ("sebastopol(target=60)", 13),
    "muggins-6-double-fifteen": ("muggins(players=6,set=15,round_to_five=True)", 7),
    "high-fives-3-watchful": ("high-fives(players=3,overlook=True)", 8),
    "thats-it-3-two-hands": ("thats-it(players=3,max_hands=2)", 2),
}

# The same texts every time, however long they take.
SAME_TEXTS = settings(
    derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def muggins_match(seed: int = 5) -> Match:
    return played(sobremesa.game("muggins", players=3, target=60), seed)


def kept(seed: int = 5) -> str:
    return record.write(muggins_match(seed))


@pytest.mark.parametrize("name", KEPT)
def test_golden_matches_are_played_and_written_as_ever(name: str) -> None:
    spec, seed = KEPT[name]
    match = played(sobremesa.game(spec), seed)
    stored = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert record.write(match) == stored
    assert record.read(stored).match().scores == match.scores


@pytest.mark.parametrize("name", ["djambi", "block", "super-bridge", "mexican-train"])
def test_a_draw_by_agreement_is_written_read_and_shown(name: str, tmp_path: Path) -> None:
    match = sobremesa.game(name).start(seed=3)
    for _ in range(3):
        match.play(match.round.moves()[-1])
    match.agree()
    text = record.write(match)
    assert '[Result "draw"]' in text and text.rstrip().endswith("*")
    again = record.read(text).match()
    assert again == match and again.over and again.winners == []
    assert record.write(again) == text
    assert '[Result "draw"]' in record.write(match, seat=0)
    assert pickle.loads(pickle.dumps(match)) == match
    file = tmp_path / "drawn.txt"
    file.write_text(text)
    shown = CliRunner().invoke(main, ["record", "show", str(file), "--no-moves"])
    assert "draw by agreement" in shown.output


def test_lines_of_moves_are_short() -> None:
    lines = [line for line in kept().splitlines() if not line.startswith("[")]
    assert lines and max(len(line) for line in lines) < 80


def test_a_tolerant_reader_takes_what_people_write() -> None:
    text = kept()
    loose = text.replace("\n1. ", '\n% a line for machines\n{ the lead } 1... ; to the end\n', 1)
    loose = loose.replace(" quiet", " Quiet $2 (a (nested) thought)", 3)
    loose = loose.replace('[Game "muggins"]', '[Game   "muggins"  ]\n[Annotator "Ana \\"A\\""]')
    assert loose != text
    kept_tags = record.read(loose).tags
    assert kept_tags["Annotator"] == 'Ana "A"'
    assert record.read(loose).match().scores == record.read(text).match().scores


def test_unknown_tags_are_kept_and_written_back() -> None:
    match = muggins_match()
    text = record.write(match, tags={"Event": "Friday", "Weather": "rain"})
    again = record.read(text)
    assert again.tags["Weather"] == "rain"
    assert writing.text(again).splitlines()[:2] == text.splitlines()[:2]
    assert record.write(again.match(), tags=again.tags) == text


def test_a_record_without_seed_or_points_still_plays() -> None:
    lines = [
        line for line in kept().splitlines()
        if not line.startswith(("[Seed", "[Points", "[Result", "[Rules", "[First", "[Event"))
    ]
    assert record.read("\n".join(lines)).match().scores == muggins_match().scores


def test_a_record_cut_in_half_is_refused_wherever_it_is_cut() -> None:
    text = kept()
    whole = muggins_match().scores
    for at in range(0, len(text) - 2, max(1, len(text) // 200)):
        with pytest.raises(Refused):
            record.read(text[:at]).match()
    assert record.read(text).match().scores == whole


def test_a_cut_record_says_where_it_breaks_off() -> None:
    text = kept()
    cut = text[: text.index("\n\n[Hand \"2\"]") - 60].rsplit(maxsplit=1)[0]
    with pytest.raises(BadRecord, match=r"hand 1 breaks off after \d+ moves"):
        record.read(cut).match()
    with pytest.raises(BadRecord, match=r"its result .* is not reached"):
        record.read(text[: text.index("\n\n[Hand \"2\"]")]).match()


def test_a_record_of_newer_rules_is_refused() -> None:
    newer = kept().replace('[Rules "1"]', '[Rules "7"]')
    reason = "version 7 of the rules of muggins is not known here; version 1 is"
    with pytest.raises(UnknownRules, match=reason):
        record.read(newer).match()


@pytest.mark.parametrize("version", ["0", "01", "-1", "one", "", "9" * 5000])
def test_a_record_of_rules_that_nobody_knows_is_refused(version: str) -> None:
    with pytest.raises(UnknownRules, match="is not known here"):
        record.read(kept().replace('[Rules "1"]', f'[Rules "{version}"]')).match()


def test_unknown_games_and_options_are_named() -> None:
    with pytest.raises(UnknownGame, match="did you mean muggins"):
        record.read(kept().replace('"muggins"', '"mugins"')).match()
    with pytest.raises(BadOption, match="no option tarrget: did you mean target"):
        record.read(kept().replace("target=60", "tarrget=60")).game()
    with pytest.raises(BadRecord, match="target60 has no value"):
        record.read(kept().replace("target=60", "target60")).game()


@pytest.mark.parametrize(("old", "new", "reason"), [
    ("1. 6-6", "1. 6-5", r"hand 1, move 1, 6-5: 6-6 must be led"),
    ('[Before "0 0 0"]', '[Before "0 zero 0"]', "Before must be numbers"),
    ('[First "1"]', '[First "one"]', "First must be a number"),
    ('[Hand "2"]', "[Hand 2]", r"line \d+: a tag is written"),
    ("=20", "{ =20", "a comment is not closed"),
])
def test_what_is_wrong_is_said(old: str, new: str, reason: str) -> None:
    text = kept()
    assert old in text
    with pytest.raises(BadRecord, match=reason):
        record.read(text.replace(old, new, 1)).match()


def test_a_deal_with_a_tile_twice_is_refused() -> None:
    text = kept()
    deal = text[text.index('[Deal "') + 7:][:3]
    with pytest.raises(BadRecord, match="is there twice"):
        record.read(text.replace(f'[Deal "{deal}', '[Deal "6-6', 1)).match()


def test_a_seat_record_hides_what_the_seat_did_not_see() -> None:
    match = sobremesa.game("draw", players=3).start(seed=4)
    rng = sobremesa.Rng(4)
    while not any(text == "+?" for _, text, _ in match.view(0).data["log"]):
        moves = match.round.moves()
        match.play(moves[int(rng.below(len(moves)))])
    text = record.write(match, seat=0)
    assert "?7; ?7; ?7" in text and '[Seed "?"]' in text and "+?" in text
    with pytest.raises(BadRecord, match="written for one seat"):
        record.read(text).match()
    whole = record.write(match)
    assert "?" not in whole[whole.index("[Deal"):]
    assert record.read(whole).match().round == match.round


def test_the_record_of_a_seat_reads_back_to_the_same_bytes_once_all_is_open() -> None:
    match = muggins_match()
    text = record.write(match, seat=1)
    assert '[Seed "?"]' in text
    assert record.write(record.read(text).match()) == text


def test_a_set_up_position_keeps_its_place_in_the_record() -> None:
    game = sobremesa.game("block")
    start = game.start(seed=3).round
    for _ in range(4):
        start.play(start.moves()[0])
    position = {key: value for key, value in start.dump().items() if key != "history"}
    match = Match(game, deal=position)
    match.play(match.round.moves()[0])
    text = record.write(match)
    assert "[Position " in text
    assert record.write(record.read(text).match()) == text


@settings(SAME_TEXTS, max_examples=200)
@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        record.read(text).match()
    except Refused:
        return
    raise AssertionError("random text is no match")


@settings(SAME_TEXTS, max_examples=150)
@given(st.integers(0, 5000), st.text(alphabet='[]"{}();$%*+=/@-0123456789 WENSq\n', max_size=4))
def test_a_damaged_record_is_read_or_refused(place: int, damage: str) -> None:
    text = kept(8)
    place %= len(text)
    with contextlib.suppress(Refused):
        record.read(text[:place] + damage + text[place + len(damage):]).match()
