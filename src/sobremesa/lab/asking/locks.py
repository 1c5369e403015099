"""What is asked of the games of locks and keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from sobremesa import Round
from sobremesa.core.gains import round_won
from sobremesa.families.locks.layout import KEY_CLOSES, KEY_OPENS, LOCK_CLOSES
from sobremesa.families.locks.round import CLOSED, CerrojoRound
from sobremesa.families.locks.settling import decided_by
from sobremesa.lab.asking.play import Own, Play, Step, amount, share
from sobremesa.lab.units import NUMBER
from sobremesa.material.locks import KEY, LOCK


def table(round: Round) -> CerrojoRound:
    """Gives a round as what it is."""
    return cast("CerrojoRound", round)


def closed(play: Play) -> list[CerrojoRound]:
    """Lists the rounds that end because both sides are closed."""
    return [table(round) for round in play.rounds if table(round).ending == CLOSED]


def share_of_closed(play: Play, fits: Callable[[CerrojoRound], bool]) -> float | None:
    """Gives the share of the closed rounds that are as asked."""
    rounds = closed(play)
    return sum(map(fits, rounds)) / len(rounds) if rounds else None


def decided(test: str, play: Play) -> float | None:
    """Gives the share of the closed rounds that a test of the ladder decides."""
    return share_of_closed(play, lambda round: test_of(round) == test)


def test_of(round: CerrojoRound) -> str:
    """Names the test that put the best hand of a closed round before the next."""
    best, second = sorted(
        round.standing(team) for team in range(int(round.rules.teams.count))
    )[:2]
    return decided_by(best, second)


def holds_a_base(round: CerrojoRound, seat: int) -> bool:
    """Tells whether a seat holds a tile of the suit that an open side asks for."""
    return any(
        round.layout.is_open(side) and round.hands.of_suit(seat, round.layout.asks[side]) > 0
        for side in range(2)
    )


def by_repetition(play: Play) -> float | None:
    """Gives the share of the closed rounds that a pair which may not be repeated closes."""
    players = int(play.game.players)
    return share_of_closed(
        play, lambda round: any(holds_a_base(round, seat) for seat in range(players))
    )


def with_a_lock(play: Play) -> float | None:
    """Gives the share of the closed rounds in which a lock or key closes a side."""
    return share_of_closed(
        play, lambda round: any(not round.layout.is_open(side) for side in range(2))
    )


def passing(play: Play) -> list[Step]:
    """Lists the passes after the salida."""
    return [
        step for step in play.steps
        if step.move == table(step.round).rules.pass_move and table(step.round).layout.salida
    ]


def passes(play: Play) -> float:
    """Counts the passes of a round."""
    return play.each_round(len(passing(play)))


def barred(play: Play) -> float | None:
    """Gives the share of the passes of players who hold a base."""
    steps = passing(play)
    return sum(
        holds_a_base(table(step.round), step.seat) for step in steps
    ) / len(steps) if steps else None


def laying(play: Play) -> list[Step]:
    """Lists the plays, the salida among them."""
    return [
        step for step in play.steps if step.move < int(table(step.round).rules.plays.count)
    ]


def closes(step: Step) -> bool:
    """Tells whether a play closes a side with a lock."""
    plays = table(step.round).rules.plays
    return bool(plays.use(step.move) == LOCK_CLOSES or plays.free_closes(step.move))


def uses(step: Step, use: int) -> bool:
    """Tells whether the base of a play does this."""
    return bool(table(step.round).rules.plays.use(step.move) == use)


def locked(play: Play) -> float:
    """Counts the sides that are closed by a lock in a round."""
    return play.each_round(sum(map(closes, laying(play))))


def opened(play: Play) -> float:
    """Counts the sides that are opened by a key in a round."""
    return play.each_round(sum(uses(step, KEY_OPENS) for step in laying(play)))


def shut(play: Play) -> float:
    """Counts the sides that are closed for good in a round."""
    return play.each_round(sum(uses(step, KEY_CLOSES) for step in laying(play)))


def specials(play: Play, which: int) -> int:
    """Counts the locks, or the keys, that are laid."""
    return sum(
        kind % 3 == which for step in laying(play)
        for kind in table(step.round).rules.plays.tiles(step.move)
    )


def locks_turned(play: Play) -> float | None:
    """Gives the share of the locks laid that close a side."""
    laid = specials(play, LOCK)
    return sum(map(closes, laying(play))) / laid if laid else None


def keys_turned(play: Play) -> float | None:
    """Gives the share of the keys laid that open or close a side."""
    laid = specials(play, KEY)
    turned = sum(uses(step, KEY_OPENS) or uses(step, KEY_CLOSES) for step in laying(play))
    return turned / laid if laid else None


def lock_wins(play: Play) -> float | None:
    """Gives how often those win who are dealt a lock, counted for each lock."""
    return chance_of(play, lambda round, seat: round.hands.locks[seat])


def key_wins(play: Play) -> float | None:
    """Gives how often those win who are dealt a key, counted for each key."""
    return chance_of(play, lambda round, seat: round.hands.keys[seat])


def chance_of(play: Play, bits: Callable[[CerrojoRound, int], int]) -> float | None:
    """Gives the share of the win of those who are dealt something, as often as they are."""
    won, dealt = 0.0, 0
    for round in play.rounds:
        began = table(round.reopened())
        for seat, part in enumerate(round_won(round)):
            count = int(bits(began, seat)).bit_count()
            won += part * count
            dealt += count
    return won / dealt if dealt else None


def closer_wins(play: Play) -> float | None:
    """Gives how often those win who close a side with a lock."""
    steps = [step for step in laying(play) if closes(step)]
    return sum(play.won[step.seat] for step in steps) / len(steps) if steps else None


def draws(play: Play) -> float:
    """Counts the tiles taken from the deposit in a round."""
    return play.each_round(play.count("boneyard"))


ASKED: Final[dict[str, list[Own]]] = {
    "cerrojo": [
        *(
            share(
                f"by_{test}", words,
                f"Of the closed rounds, those in which {told} the winner before the next.",
                partial(decided, test),
            )
            for test, words, told in (
                ("points", "fewest points decide", "the points put"),
                ("a", "test a decides", "the points are equal and the number of tiles puts"),
                ("b", "test b decides", "the groups, test b, put"),
                ("c", "test c decides", "the hands are the same and the last play puts"),
            )
        ),
        share("by_repetition", "closed by repetition",
              "Of the closed rounds, those in which somebody still holds a tile that an open "
              "side asks for.", by_repetition),
        share("with_a_lock", "closed by a lock or key",
              "Of the closed rounds, those in which a lock or key closes a side at the end.",
              with_a_lock),
        amount("passes", "passes", "How often somebody must pass in a round.", NUMBER, passes),
        share("barred", "passes by repetition",
              "Of the passes, those of players who hold a tile that an open side asks for.",
              barred),
        amount("locked", "sides locked", "How often a lock closes a side in a round.", NUMBER,
               locked),
        amount("opened", "sides opened", "How often a key opens a side in a round.", NUMBER,
               opened),
        amount("shut", "sides shut", "How often a key closes a side for good in a round.", NUMBER,
               shut),
        share("locks_turned", "locks that close", "Of the locks laid, those that close a side.",
              locks_turned),
        share("keys_turned", "keys that turn",
              "Of the keys laid, those that open or close a side.", keys_turned),
        share("lock_wins", "wins with a lock",
              "How often those win who are dealt a lock, for each lock.", lock_wins),
        share("key_wins", "wins with a key",
              "How often those win who are dealt a key, for each key.", key_wins),
        share("closer_wins", "wins after locking",
              "How often those win who close a side with a lock.", closer_wins),
        amount("draws", "tiles taken", "Tiles taken from the deposit in a round.", NUMBER, draws),
    ],
}
