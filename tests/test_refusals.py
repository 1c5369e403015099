"""What a refusal says is true, and what it offers can be done, in every game.

Random rounds are stopped now and then, and everything that a person might type or touch by
mistake is tried: words of other games, tiles of anybody, ends that are not there, any number.
"""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import sobremesa
from sobremesa import BadOption, BadPosition, Game, Match, Refused, Round
from sobremesa.core.game import REGISTRY
from tests.laws import some

WORDS = [
    "pass", "/", "+", "draw", "take", "stop", "done", "quiet", "muggins", "=5", "=0", "check",
    "fold", "call", "bet", "raise", "all-in", "pat", "paso", "--", "!none", "!all", "decline",
    "double", "redouble", "accept", "refuse", "fill", "waste", "step", "run", "deal", "12-5",
    "x5-5",
]
ENDS = ("Q", "N", "W", "T1", "T2", "M1", "M9", "L1", "L3")
# Where the rules leave a choice that changes what can be said.
VARIANTS = [
    "block(spinner=always)", "draw(voluntary_draw=true)", "mexican-train(series_may_stop=true)",
    "mexican-train(owner_on_marked=double_only)", "super-dominos(players=2)",
    "domino-poker(betting=no_limit, draw=true)", "domino-poker(draw=true, players=2)",
    "high-fives(overlook=true)", "matador(matador_compulsory=true)", "traffic(set=9)",
    "texas-42(all_pass=dealer_30)", "muggins(auto_claim=true)", "cerrojo(players=4)",
]
# What a word in the last clause of a refusal offers: a legal move whose text or touch it is.
OFFERS = {
    "stop": r"stop|\.", "draw": r"\+|draw", "pass": r"/|pass|paso", "check": "check",
    "call": "call", "fold": "fold", "bet": r"bet.*", "raise": r"raise.*|all-in",
    "take the discard": "take", "stand pat": "pat",
    "lay a tile": r"\d+-\d+@.*", "go on": r"\d+-\d+@.*",
}


def games() -> list[Game]:
    """Lists every game as printed, and the variants that there are."""
    return [sobremesa.game(name) for name in [*REGISTRY, *VARIANTS]]


def held_by(round: Round) -> list[str]:
    """Lists the tiles that the seat to decide sees in its own hand."""
    hands = round.view(int(round.turn)).data.get("hands", [])
    hand = hands[int(round.turn)] if hands else []
    return [str(tile) for tile in hand] if isinstance(hand, list) else []


def tried(round: Round, game: Game, chance: random.Random) -> Iterator[str | int]:
    """Gives what a person might try."""
    yield from WORDS
    pieces = list(game.pieces())
    tiles = held_by(round)[:6] + chance.sample(pieces, min(4, len(pieces)))
    for tile in tiles:
        yield tile
        yield f"{tile}@{chance.choice(ENDS)}"
        other = chance.choice(pieces)
        yield from (f"{tile}x{other}", f"{tile}+{other}", f"{tile}={tile[0]}")
    for _ in range(12):
        yield chance.randrange(int(game.move_count))


def refusals(game: Game, looks: int) -> Iterator[tuple[Round, Refused]]:
    """Gives what is refused in random rounds."""
    chance = random.Random(game.spec)
    for round in some(game, seed=len(game.spec), looks=looks):
        if round.over:
            continue
        for given in tried(round, game, chance):
            try:
                round.check(round.read(given) if isinstance(given, str) else given)
            except Refused as refused:
                yield round, refused


def texts(round: Round) -> list[str]:
    return [round.text(move) for move in round.moves()]


def can_lay(round: Round) -> bool:
    """Tells whether the seat to decide can lay a tile of its hand."""
    return any(round.touches(move)[0].startswith("tile:") for move in round.moves())


def holds(round: Round, refused: Refused) -> bool:
    named = refused.values.get("tile", refused.values.get("piece", refused.values.get("card")))
    return str(named) in held_by(round)


def boneyard(round: Round) -> int:
    return int(round.view(-1).data["boneyard"])


# What a sentence claims, and how that is seen.
CLAIMS: list[tuple[str, Callable[[Round, Refused], bool]]] = [
    (r"^you can play", lambda round, _: can_lay(round)),
    (r"no tile of yours fits|^you cannot play", lambda round, _: not can_lay(round)),
    (r"^you do not hold|is not in this hand", lambda round, refused: not holds(round, refused)),
    (r"boneyard is empty", lambda round, _: boneyard(round) == 0),
    (r"while there (are tiles|is a tile) to draw", lambda round, _: boneyard(round) > 0),
    (r"^nobody has bet", lambda round, _: "check" in texts(round)),
    (r"there is a bet of", lambda round, _: "call" in texts(round)),
    (r" does not fit: ", lambda round, refused: not any(
        text.startswith(f"{refused.values['tile']}@") for text in texts(round)
    )),
]


def is_offered(word: str, reason: str) -> bool:
    """Tells whether the last clause of a reason tells to do something."""
    clause = re.sub(r" \([A-Z0-9, -]+\)$", "", reason).rpartition(": ")[2]
    return re.search(rf"(?:^|, | or |and ){word}(?:$| or |,| before)", clause) is not None


@pytest.mark.parametrize("game", games(), ids=lambda game: game.spec)
def test_what_a_refusal_says_is_true(game: Game) -> None:
    for round, refused in refusals(game, looks=14):
        reason = str(refused)
        for pattern, is_true in CLAIMS:
            if re.search(pattern, reason):
                assert is_true(round, refused), (reason, texts(round))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.spec)
def test_what_a_refusal_offers_can_be_done(game: Game) -> None:
    for round, refused in refusals(game, looks=14):
        reason = str(refused)
        if " is no " in reason:
            # How something is written, not what can be done.
            continue
        for word, move in OFFERS.items():
            if is_offered(word, reason):
                assert any(re.fullmatch(move, text) for text in texts(round)), (
                    reason, texts(round)
                )
        example = reason.rpartition(" like ")[2].partition(" (")[0]
        if re.search(r" like \S*(?: \S*)?\{", refused.template):
            assert round.read(example) in round.moves(), (reason, texts(round))


def test_a_match_that_is_over_offers_nothing() -> None:
    match = Match(sobremesa.game("block", target=1))
    while not match.round.over:
        match.play(match.round.moves()[0])
    with pytest.raises(Refused, match="over"):
        match.play("pass")


def test_a_refusal_of_a_worker_reaches_who_waits_for_it() -> None:
    problems = ["5-5 lies twice", "{0} is no tile"]
    for wrong in (BadPosition(problems), Refused("no {what}", what="hand")):
        told = pickle.loads(pickle.dumps(wrong))
        assert type(told) is type(wrong) and str(told) == str(wrong)


@pytest.mark.parametrize(("name", "options", "sentence"), [
    ("sebastopol", {"players": 5}, "players cannot be 5: it is 4 (SEBASTOPOL-R11)"),
    ("big-clock", {"players": 2}, "players cannot be 2: it is 1 (SETS-R22)"),
])
def test_an_option_with_one_value_names_it(
    name: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadOption) as refused:
        sobremesa.game(name, **options)
    assert str(refused.value) == sentence


def test_an_option_of_other_games_is_not_taken_for_a_slip_of_the_pen() -> None:
    with pytest.raises(BadOption, match="domino-poker has no option zero_sum: there are: "):
        sobremesa.game("domino-poker", zero_sum=True)
    with pytest.raises(BadOption, match="high-fives has no option set: there are: "):
        sobremesa.game("high-fives", set=9)
    with pytest.raises(BadOption, match=r"did you mean spinner\?"):
        sobremesa.game("block", spiner=True)
