"""The law of quick minds, for every registered game: they look only at what the mover knows.

A policy gets a whole round, so it could see more. In rounds that the mover cannot tell apart it
must have the same chances, to the last bit. A game without a policy of its own is played by chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest

import sobremesa
from sobremesa import Game, Rng, Round, bots
from sobremesa.bots.lines.policy import BergenPolicy, ClaimPolicy, MugginsPolicy, lacks_shown
from sobremesa.bots.policy import EVEN, POLICIES, Policy, finish, policy_of
from sobremesa.core.arrays import Int, vec
from sobremesa.families.lines.round import LineRound
from tests.laws import every_game, positions
from tests.rules.playing import play
from tests.rules.positions import set_up
from tests.test_bots import late

# The configurations that `make test` tries: every game as it is usually played, and some others.
USUAL = [sobremesa.game(name) for name in sobremesa.games()]
OTHERS = [game for game in every_game() if game not in USUAL]
GAMES = [*USUAL, *OTHERS[::8]]
SLOW = [pytest.param(game, marks=pytest.mark.slow) for game in OTHERS if game not in GAMES]
WORLDS = 3
LOOKS = 5
# Where more play, to find the hidden hands of a late position takes long.
MANY_SEATS = 8

each_game = pytest.mark.parametrize("game", [*GAMES, *SLOW], ids=lambda game: game.spec)
each_policy = pytest.mark.parametrize("name", POLICIES)


def chances(policy: Policy, round: Round) -> list[float]:
    """Gives the chances of all legal moves."""
    return [float(chance) for chance in policy.chances(round, round.legal())]


def by_policy(game: Game, policy: Policy, seed: int) -> Iterator[Round]:
    """Gives a round that a policy plays, at every ply; it is played on between two looks."""
    rng = Rng(seed)
    round = game.start(seed).round
    while not round.over:
        yield round
        round.play(policy.choose(round, rng))


def choices(game: Game, policy: Policy) -> list[Round]:
    """Gives some positions with a choice, from play by chance and by a policy."""
    found: list[Round] = []
    for line in (positions(game, 3), by_policy(game, policy, 4)):
        open_to = [round.copy() for round in line if not round.over and len(round.moves()) > 1]
        if game.players > MANY_SEATS:
            open_to = open_to[: len(open_to) // 3 + 1]
        found += open_to[:: max(1, len(open_to) // LOOKS)][:LOOKS]
    return found


def check_law(policy: Policy, round: Round, rng: Rng) -> None:
    """Holds a policy to the law at one position."""
    before = round.dump()
    held = chances(policy, round)
    assert round.dump() == before, "a policy changes nothing"
    assert len(held) == len(round.moves()), "every legal move has its place"
    assert min(held) >= 0.0 and abs(sum(held) - 1.0) < 1e-9
    worlds = round.game.worlds(round.view(int(round.turn)))
    for _ in range(WORLDS):
        world = worlds.sample(rng)
        assert chances(policy, world) == held, "a policy sees what the mover does not"


@each_game
def test_a_policy_looks_only_at_what_the_mover_knows(game: Game) -> None:
    policy = policy_of(game.name)
    rng = Rng(7)
    for round in choices(game, policy):
        check_law(policy, round, rng)


@pytest.mark.parametrize("spec", [
    "block(players=4,teams=pairs)", "draw(players=4,hand_size=5,teams=pairs)",
    "bergen(players=4,teams=pairs)", "matador(players=4,teams=pairs)", "sebastopol(teams=pairs)",
    "muggins(players=4,teams=pairs)", "muggins(bundle=British Fives and Threes)",
    "muggins(bundle=Texan Five-Up)", "muggins(bundle=Sniff)",
    "muggins(players=2,set=9,spinner=every)",
])
def test_a_policy_looks_into_no_partners_hand(spec: str) -> None:
    game = sobremesa.game(spec)
    rng = Rng(7)
    for round in choices(game, policy_of(game.name)):
        check_law(policy_of(game.name), round, rng)


@each_game
def test_a_policy_takes_legal_moves_only(game: Game) -> None:
    policy = policy_of(game.name)
    rng = Rng(5)
    for round in by_policy(game, policy, 6):
        before = round.dump()
        assert int(policy.choose(round, rng)) in round.moves()
        assert round.dump() == before


class Peeking(Policy):
    """Looks at the hand of the next player."""

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Prefers high moves if the neighbour has many pips."""
        hand = round.dump()["hands"][(round.turn + 1) % round.game.players]
        pips = sum(int(half) for tile in hand for half in tile.split("-"))
        return vec[float]([float(pips * place) for place in range(len(moves))])


class Meddling(Policy):
    """Changes what it looks at."""

    def values(self, round: Round, moves: vec[Int]) -> vec[float]:
        """Plays the first move."""
        round.play(moves[0])
        return EVEN.values(round, moves)


@pytest.mark.parametrize(
    ("policy", "reason"),
    [(Peeking(50.0), "sees what the mover does not"), (Meddling(1.0), "changes nothing")],
)
def test_who_breaks_the_law_is_found_out(policy: Policy, reason: str) -> None:
    round = sobremesa.game("block").start(3).round
    with pytest.raises(AssertionError, match=reason):
        check_law(policy, round, Rng(1))


def test_a_game_without_a_policy_is_played_by_chance() -> None:
    assert policy_of("hide-and-seek") is EVEN
    round = sobremesa.game("block").start(1).round
    assert set(chances(EVEN, round)) == {1 / len(round.moves())}


def test_heat_says_how_far_chance_decides() -> None:
    class Counting(Policy):
        def values(self, round: Round, moves: vec[Int]) -> vec[float]:
            return vec[float]([2.0 * float(place) for place in range(len(moves))])

    round = sobremesa.game("block").start(1).round
    cold, warm = chances(Counting(0.0), round), chances(Counting(2.0), round)
    assert cold == [0.0] * (len(cold) - 1) + [1.0]
    assert all(math.isclose(after / before, math.e) for before, after in pairwise(warm))


@each_policy
def test_a_policy_beats_chance(name: str) -> None:
    game = sobremesa.game(name)
    policy = policy_of(name)
    players = int(game.players)
    gained = 0.0
    for deal in range(100):
        for mind in (policy, EVEN) if players == 1 else (policy,):
            seat = deal % players
            round = game.start(deal).round
            rng = Rng(deal)
            while not round.over:
                own = game.side_of(int(round.turn)) == game.side_of(seat)
                round.play((mind if own else EVEN).choose(round, rng))
            gained += round.utility()[seat] if mind is policy else -round.utility()[seat]
    assert gained > 0


@pytest.mark.parametrize("game", USUAL, ids=lambda game: game.spec)
def test_a_standing_is_in_the_units_of_utility(game: Game) -> None:
    policy = policy_of(game.name)
    for round in by_policy(game, policy, 8):
        likely = [float(gain) for gain in policy.standing(round)]
        assert len(likely) == game.players and all(map(math.isfinite, likely))
        if game.is_zero_sum():
            assert abs(sum(likely)) < 1e-6
    assert list(policy.standing(round)) == round.utility()


@pytest.mark.parametrize(
    "name", ["mexican-train", "super-dominos", "cerrojo", "cuadrominos", "high-fives"]
)
def test_a_standing_foretells_how_long_rounds_end(name: str) -> None:
    game = sobremesa.game(name)
    policy = policy_of(name)
    rng = Rng(1)
    agreed = 0.0
    for seed in range(60 if sobremesa.compiled else 8):
        round = game.start(seed).round
        plies = finish(round.copy(), policy, rng.copy())
        for _ in range(plies * 2 // 3):
            if not round.over:
                round.play(policy.choose(round, rng))
        likely = list(policy.standing(round))
        finish(round, policy, rng)
        agreed += sum(guess * gain for guess, gain in zip(likely, round.utility(), strict=True))
    assert agreed > 0


def values(round: Round) -> dict[str, float]:
    """Gives what the policy of a game thinks of each move."""
    worth = policy_of(round.game.name).values(round, round.legal())
    return {round.text(move): float(one) for move, one in zip(round.moves(), worth, strict=True)}


@pytest.mark.parametrize("spec", ["block", "block(players=4)", "draw", "draw(set=9)", "sebastopol"])
def test_who_has_shown_to_lack_a_number_does_not_hold_it(spec: str) -> None:
    game = sobremesa.game(spec)
    shown = 0
    for seed in range(12):
        for round in positions(game, seed):
            if round.over:
                continue
            assert isinstance(round, LineRound)
            lacks = lacks_shown(round, 4 if game.name == "sebastopol" else 0)
            for seat in range(int(game.players)):
                for number in range(int(round.rules.top) + 1):
                    # Whoever is to decide may just have drawn what fits.
                    if seat != round.turn and lacks[seat] >> number & 1:
                        shown += 1
                        assert round.hands.with_number(seat, number) == 0
    assert shown > 20


def test_a_pass_is_played_upon() -> None:
    round = late("block", [["5-1", "3-1", "3-2", "6-2"], ["6-6", "4-4", "6-0"]], ["5-3"])
    round.play(round.read("5-1@W"))
    round.play(round.read("/"))
    # Seat 1 has neither a 1 nor a 3: 3-1 shuts it out, though 3-2 is heavier.
    worth = values(round)
    assert max(worth, key=worth.__getitem__).startswith("3-1@")


def test_a_pass_of_the_partner_is_not_played_upon() -> None:
    hands = ["3-1 3-2 6-2", "5-5 5-2 5-4", "6-6 4-4 6-0", "1-1 2-2 4-2"]
    wish: dict[str, tuple[float, str]] = {}
    for spec in ("block(players=4)", "block(players=4,teams=pairs)"):
        match = set_up(spec, hands, line="5-3 5-1@W", turn=2)
        play(match, "/", "1-1@W")
        worth = values(match.round)
        greedy = bots.choose("greedy", match.view(0), Rng(1))
        # Seat 2 has neither a 1 nor a 3: 3-1 shuts it out.
        wish[spec] = worth["3-1@W"] - worth["3-2@E"], match.round.text(greedy)
    alone, together = wish.values()
    assert alone[0] > 0 > together[0]
    assert alone[1].startswith("3-1") and together[1].startswith("3-2")


def test_going_out_is_worth_most_and_needless_draws_least() -> None:
    round = late("muggins", [["5-2"], ["1-1", "2-2", "3-3"]], ["5-5"])
    worth = values(round)
    assert worth["5-2@W"] == max(worth.values()) and worth["+"] == min(worth.values())


def test_points_are_counted_claimed_and_called() -> None:
    hands = [["5-0", "5-2", "5-1"], ["1-1", "2-2", "3-3"]]
    round = late("muggins", hands, ["5-5"])
    assert chosen(round) == "5-0@W"
    round.play(round.read("5-0@W"))
    assert chosen(round) == "=10"
    round.play(round.read("=0"))
    assert chosen(round) == "muggins"


@pytest.mark.parametrize("spec", [
    "muggins(auto_claim=True)", "bergen", "muggins(auto_claim=True,counting=threes)",
    "muggins(auto_claim=True,counting=both,spinner=never,exact_target=True,target=12)",
])
def test_the_points_of_a_tile_are_those_that_it_makes(spec: str) -> None:
    game = sobremesa.game(spec)
    bare: ClaimPolicy = MugginsPolicy(0.0) if game.name == "muggins" else BergenPolicy(0.0)
    bare.point, bare.point_left = 1.0, 0.0
    bare.pip = bare.double = bare.number_kept = bare.tile_that_fits = 0.0
    bare.end_held = bare.stuck = bare.pip_won = 0.0
    scored = 0
    for seed in range(8):
        for round in positions(game, seed):
            if round.over or round.view(int(round.turn)).data["lead"] == "":
                continue
            seat = int(round.turn)
            for move, worth in zip(round.moves(), bare.values(round, round.legal()), strict=True):
                after = round.copy()
                after.play(move)
                made = after.points()[seat] - round.points()[seat]
                if "@" in round.text(move) and not after.over:
                    assert worth == made
                    scored += made > 0
    assert scored > 20


def test_a_train_goes_where_the_longest_run_is() -> None:
    game = sobremesa.game("mexican-train", players=2, hand_size=5, set=6)
    hands = [["6-1", "6-2", "5-2", "5-4", "1-0"], ["4-4", "3-3", "2-2", "1-1", "3-0"]]
    used = {tile for hand in hands for tile in hand} | {"6-6"}
    round = game.load({
        "hands": hands, "boneyard": [tile for tile in game.pieces() if tile not in used],
        "line": ["6-6"], "turn": 0, "leader": 0, "first": 0,
    })
    worth = values(round)
    # 6-2, 5-2, 5-4 is a run of 24 pips; 6-1 can go to a siding.
    assert worth["6-2@T1"] > worth["6-1@T1"]
    assert worth["6-1@M1"] > worth["6-2@M1"]


def chosen(round: Round) -> str:
    """Gives the text of the move that the policy of a game thinks most of."""
    worth = values(round)
    return max(worth, key=worth.__getitem__)
