"""What is asked of one game alone: the answers are those counted by hand."""

from __future__ import annotations

import pytest

import sobremesa
from sobremesa import Game, Match, Rng
from sobremesa.bots import bot
from sobremesa.core.gains import round_won
from sobremesa.families.poker.ranks import mask_of
from sobremesa.families.pool.high_fives import value
from sobremesa.lab.asking import own_measures
from sobremesa.lab.asking.play import Play
from sobremesa.lab.rarity import decided_otherwise, misplaced, strength, table
from sobremesa.material.dominoes import NAMES
from tests.rules import test_domino_poker as poker
from tests.rules import test_high_fives as fives
from tests.rules.playing import play
from tests.rules.positions import blocked, dealt, set_up
from tests.rules.test_matador import ALL_MATADORS


def of(match: Match) -> Play:
    """Gives the round of a match as a play."""
    round = match.round
    return Play(match.game, [round], round_won(round), int(round.view(-1).data["first"]), [])


def played(game: Game, seed: int) -> Play:
    match, rng, minds = Match(game, seed), Rng(seed), bot(game.name, "random")
    while not match.round.over:
        match.play(minds.choose(match.round.view(int(match.round.turn)), rng))
    return of(match)


def ask(match: Match | Play, *names: str) -> list[float | None]:
    play = match if isinstance(match, Play) else of(match)
    own = own_measures(play.game.name)
    return [own[name].ask(play) for name in names]


def test_what_is_drawn_is_counted_by_hand_and_by_turn() -> None:
    match = set_up("draw", ["6-5 5-0", "1-1 4-1"], line="6-6", boneyard="3-3 2-1 6-2")
    play(match, "6-5@W", "+", "+", "+", "6-2@E", "5-0@W")
    assert ask(match, "draws", "longest_draw", "emptied", "drawer_wins") == [3, 3, 0, 0]
    assert ask(match, "passes", "leader_out") == [0, 1]


def test_headers_are_counted_without_the_lead() -> None:
    """BERGEN-E02 to E09: a triple with the led double, a double-header, a triple by a double."""
    match = dealt("bergen(players=3)", ["4-3 6-1", "6-6 6-3 2-1", "6-4 6-2 2-2"])
    play(match, "6-6", "6-4@W", "4-3@W", "6-3@W", "6-2@W", "6-1@E", "2-1@E", "2-2@W")
    assert match.round.points() == [0, 7, 3]
    assert ask(match, "triples", "doubles", "by_double") == [2, 1, 0.5]
    assert ask(match, "from_triples", "from_doubles") == [0.6, 0.2]
    assert ask(match, "bid_own", "bid_other") == [None, None]


@pytest.mark.parametrize(("hands", "moves", "own", "other"), [
    (["3-3 1-1", "5-3 0-0"], ["3-3@E", "5-3@W"], 0, 1),
    (["3-3 3-1", "5-1 0-0"], ["3-3@E", "5-1@W", "3-1@W"], 1, 0),
    (["3-3 1-1", "3-1 0-0"], ["3-3@E", "3-1@E"], 0, 0),
    (["3-3 1-1", "5-1 0-0"], ["3-3@E", "5-1@W"], 0, 0),
])
def test_a_double_laid_in_wait_pays_its_side_or_another(
    hands: list[str], moves: list[str], own: int, other: int
) -> None:
    match = play(set_up("bergen", hands, line="4-4 5-4@W 4-3@E"), *moves)
    assert ask(match, "bid_own", "bid_other", "triples") == [own, other, own + other]


def test_blocks_of_bergen_are_tied_or_decided_by_a_hand_free_of_doubles() -> None:
    tied = blocked("bergen(dead_ends_block=yes)", ["5-5", "3-3"])
    assert ask(tied, "tied_blocks", "free_blocks") == [1, 0]
    free = blocked("bergen(dead_ends_block=yes)", ["5-5", "3-1"])
    assert ask(free, "tied_blocks", "free_blocks") == [0, 1]


def test_matadors_open_closed_ends() -> None:
    match = set_up("matador", ["5-2 1-1", "4-0 6-1"], line="3-0", boneyard="6-6", turn=1)
    play(match, "4-0@W", "+", "5-2@W:5", "6-1@E:6")
    assert ask(match, "matadors", "reopening", "ever_closed", "matador_out") == [2, 1, 1, 1]
    assert ask(match, "matadors_win", "blanks_win", "held_back") == [None, 1, 1]


def test_a_line_without_matadors_is_closed_for_good() -> None:
    match = set_up("matador", ["4-0 1-1", ""], line=ALL_MATADORS, rest=1)
    play(match, "4-0@E")
    assert ask(match, "closed_at_last", "ever_closed", "matadors", "matador_out") == [1, 1, 0, None]


def test_the_siege_of_sebastopol_is_told_apart_from_what_follows() -> None:
    for seed in range(20):
        hand = played(sobremesa.game("sebastopol"), seed)
        texts = [text for _, text, _ in hand.rounds[0].view(-1).log]
        laid_before = [sum(one != "/" for one in texts[:place]) for place in range(len(texts))]
        siege = [
            text for text, before in zip(texts, laid_before, strict=True) if 1 <= before < 5
        ]
        assert ask(hand, "siege_passes", "later_passes") == [
            siege.count("/"), texts.count("/") - siege.count("/"),
        ]
        assert ask(hand, "branched") == [1]
        arms = [text.partition("@")[2] for text in texts if "@" in text]
        lengths = [arms.count(arm) for arm in "WENS"]
        assert ask(hand, "all_grown", "longest_branch") == [min(lengths) > 1, max(lengths)]
        hands = hand.rounds[0].dump()["hands"]
        assert ask(hand, "sixes_left") == [sum("6" in tile for hand in hands for tile in hand)]


def test_the_shares_of_the_seats_add_up() -> None:
    for seed in range(10):
        hand = played(sobremesa.game("sebastopol"), seed)
        won, leader = hand.won, int(hand.rounds[0].view(-1).data["leader"])
        assert ask(hand, "next_wins", "third_wins", "last_wins") == [
            won[(leader + place) % 4] for place in (1, 2, 3)
        ]
        points = hand.rounds[0].points()
        others = (sum(points) - points[leader]) / 3
        assert ask(hand, "leader_gain") == [points[leader] - others]


def test_extra_tiles_are_laid_or_declined() -> None:
    game, line = "tiddle-a-wink(players=3,set=6)", "6-6 6-5@W 6-4@E"
    out = set_up(game, ["5-5 5-1", "1-1 0-0", ""], line=line, rest=2)
    play(out, "5-5@W", "5-1@W")
    assert ask(out, "extras", "declined", "extras_win", "out_with_double") == [1, 0, 1, 0]
    assert ask(out, "doubles_win", "shared") == [0, 0]
    quiet = set_up(game, ["5-5 5-1", "1-1 0-0", ""], line=line, rest=2)
    play(quiet, "5-5@W", "done")
    assert ask(quiet, "extras", "declined", "extras_win") == [0, 1, None]


def test_the_best_hand_of_poker_may_be_driven_out() -> None:
    hands = ["6-6 5-5 6-1 5-3 4-1", "6-5 3-1 4-2 5-2 6-2"]
    bluff = play(poker.dealt(hands), "check", "bet2", "fold")
    assert ask(bluff, "showdowns", "checked", "best_wins", "driven_out") == [0, 0, 0, 1]
    assert ask(bluff, "bluffs", "bluffs_win") == [1, 1]
    shown = play(poker.dealt(hands), "bet2", "call")
    assert ask(shown, "showdowns", "best_wins", "named_wins", "bluffs", "pot") == [1, 1, 1, 0, 6]
    assert ask(shown, "first_gain", "dealer_gain", "driven_out") == [3, -3, None]
    assert ask(play(poker.dealt(hands), "check", "check"), "checked", "pot") == [1, 2]


def test_hands_are_counted_one_by_one() -> None:
    assert ("Full Hand", "Threes") in misplaced()
    assert ("Threes", "Flush") in misplaced()
    assert ("Royal", "Six Straight") not in misplaced()
    assert 0 < decided_otherwise() < 0.001
    assert strength(mask_of(["2-1", "3-1", "4-1", "3-2", "5-2"])) < 0.01
    assert table().splitlines()[1].split() == ["High", "Piece", "9767", "1.6", "1", "1"]


@pytest.mark.parametrize("players", [2, 4, 7])
def test_what_is_left_in_the_pool_is_what_nobody_took(players: int) -> None:
    for seed in range(3):
        game = played(sobremesa.game("high-fives", players=players), seed)
        round = game.rounds[0]
        data = round.view(-1).data
        assert ask(game, "left", "overlooked") == [len(data["pool"]), 0]
        [given, left] = ask(game, "bonus_given", "left_points")
        assert left == 100 + 5 * (given or 0) - sum(round.points())
        texts = [text for _, text, _ in round.view(-1).log]
        taken = sum("x" in text for text in texts)
        assert ask(game, "taking") == [taken / len(texts)]
        last = max(place for place, text in enumerate(texts) if "x" in text)
        assert ask(game, "taker_wins") == [game.won[round.mover(last)]]


@pytest.mark.parametrize(("points", "decided"), [(51, 1), (52, 1), (53, 0)])
def test_the_bonus_decides_where_it_makes_another_win(points: int, decided: int) -> None:
    """The second player has all other tiles but three without a point, and so most of them."""
    pile: list[str] = []
    for name in sorted(NAMES, key=value, reverse=True):
        if value(name) and sum(map(value, [*pile, name])) <= points:
            pile.append(name)
    match = fives.set_up(["9-8", "2-0"], pool="6-3", piles=[" ".join(pile), ""])
    play(match, "9-8", "2-0")
    assert match.round.points() == [points, 105 - points]
    assert ask(match, "bonus_given", "bonus_decides", "given", "left") == [1, decided, 0, 3]
