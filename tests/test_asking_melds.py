"""What is asked of That's It!, against what an onlooker sees."""

from __future__ import annotations

from sobremesa.core.gains import round_won
from sobremesa.families.melds.melds import meld_points
from sobremesa.lab.asking.play import Play
from tests.asked import ask, part, played, told
from tests.rules.test_thats_it import set_up

VALUES = {
    3: {1: "three_plain", 2: "three_link", 7: "three_run"},
    4: {1: "four_plain", 2: "four_link", 3: "four_links", 9: "four_run"},
}


def test_turns_and_discards_are_those_of_the_log() -> None:
    for seed in range(10):
        play = played("thats-it", "greedy", seed, players=3)
        texts = [text for _, text, _, _ in told(play)]
        assert ask(play, "turns") == sum(text in ("+", "take") for text in texts)
        offered = [
            text for _, text, before, _ in told(play)
            if before["asked"] == "take" and before["discard"]
        ]
        assert ask(play, "taken") == part(offered.count("take"), len(offered))


def test_melds_are_those_that_the_winner_shows() -> None:
    for seed in range(20):
        for version in (7, 10):
            play = played("thats-it", "greedy", seed, version=version)
            end = play.rounds[0].view(-1).data
            *melds, _ = end["melds"]
            points = [meld_points(meld) for meld in melds]
            assert ask(play, "worth") == max(end["points"])
            assert ask(play, "plain") == (max(end["points"]) == len(melds))
            assert ask(play, "doubled") == (max(end["points"]) > sum(points))
            assert ask(play, "match_at_once") == (max(end["points"]) >= 25)
            for size, names in VALUES.items():
                own = [worth for meld, worth in zip(melds, points, strict=True)
                       if len(meld) == size]
                for worth, name in names.items():
                    assert ask(play, name) == own.count(worth) / len(own)


def test_a_hand_of_one_suit_is_doubled_and_wins_a_match_at_once() -> None:
    match = set_up(["2-0 2-1 2-2 3-2 4-2 5-2 6-2 9-8"])
    round = match.round
    round.play(round.read("9-8!"))
    play = Play(round.game, [round], round_won(round), 0, ["random"] * 2)
    assert (ask(play, "worth"), ask(play, "doubled"), ask(play, "match_at_once")) == (32, 1, 1)
    assert (ask(play, "three_run"), ask(play, "four_run"), ask(play, "plain")) == (1, 1, 0)
    assert (ask(play, "with_doubles"), ask(play, "put_off")) == (0, 0)


def test_playing_on_with_a_hand_that_could_be_declared_puts_it_off() -> None:
    match = set_up(["4-4 5-5 6-6 2-0 2-1 3-2 5-2 9-8"])
    round = match.round
    round.play(round.read("9-8"))
    for text in ("+", "15-14", "+", "4-4!"):
        legal = [round.text(move) for move in round.moves()]
        round.play(round.read(text if text in legal else next(
            other for other in legal if "!" not in other
        )))
    play = Play(round.game, [round], [0.0, 0.0], 0, ["random"] * 2)
    could = [
        text for _, text, before, _ in told(play)
        if before["asked"] == "discard" and not text.endswith("!")
    ]
    assert could[0] == "9-8" and 1 <= (ask(play, "put_off") or 0) <= len(could)
    assert ask(play, "with_doubles") is None is ask(play, "worth")
