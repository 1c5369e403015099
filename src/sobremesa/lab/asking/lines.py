"""What is asked of the games of the line."""

from __future__ import annotations

from typing import Final

from sobremesa import Round
from sobremesa.families.lines.claims import ClaimRound
from sobremesa.families.lines.game import BLOCKED, DOMINO
from sobremesa.families.lines.round import LineRound
from sobremesa.lab.asking.play import Own, Play, Step, amount, share
from sobremesa.lab.units import NUMBER, POINTS


def line(round: Round) -> LineRound:
    """Gives a round as what it is."""
    assert isinstance(round, LineRound)
    return round


def passes(play: Play) -> float:
    """Counts the passes of a hand."""
    return play.each_round(play.count("pass"))


def leader_out(play: Play) -> float:
    """Gives the share of the hands in which the leader goes domino."""
    return play.each_round(sum(
        line(round).ending == DOMINO and line(round).winner == line(round).leader
        for round in play.rounds
    ))


def closer(play: Play) -> float | None:
    """Gives the share of the blocked hands that whoever laid the last tile wins."""
    blocked = [round for round in play.rounds if line(round).ending == BLOCKED]
    if not blocked:
        return None
    return sum(
        play.game.side_of(last_to_lay(round)) == winning_side(play, round) for round in blocked
    ) / len(blocked)


def winning_side(play: Play, round: Round) -> int:
    """Names the side that has won a hand, or -1."""
    winner = int(line(round).winner)
    return play.game.side_of(winner) if winner >= 0 else -1


def last_to_lay(round: Round) -> int:
    """Names the seat that laid the last tile of a hand."""
    plays = line(round).rules.plays
    return next(
        round.mover(place) for place, move in reversed(list(enumerate(round.played())))
        if move < plays
    )


def draws(play: Play) -> float:
    """Counts the tiles drawn in a hand."""
    return play.each_round(play.count("boneyard"))


def made_in_play(play: Play) -> float:
    """Adds up the points that are made in a hand before it is settled."""
    return play.each_round(sum(step.made for step in play.steps))


def share_in_play(play: Play) -> float | None:
    """Gives which part of the points is made before hands are settled."""
    gains = sum(
        gain for step in play.steps for seat, gain in enumerate(step.gained)
        if play.game.side_of(seat) == seat
    )
    return sum(step.made for step in play.steps) / gains if gains else None


def forgotten(play: Play) -> float | None:
    """Gives which part of the tiles that score are not rightly claimed."""
    scoring = [
        (worth, claimed(step)) for step in play.steps
        if step.touches("claim") and (worth := worth_of(step)) > 0
    ]
    return sum(worth != told for worth, told in scoring) / len(scoring) if scoring else None


def claim_round(step: Step) -> ClaimRound:
    """Gives the round of a step as what it is."""
    assert isinstance(step.round, ClaimRound)
    return step.round


def worth_of(step: Step) -> int:
    """Gives what the tile laid last is worth."""
    return int(claim_round(step).worth())


def claimed(step: Step) -> int:
    """Gives the points that a step claims."""
    return int(claim_round(step).claiming.claimed_by(step.move))


def called(play: Play) -> float:
    """Adds up the points that callers take in a hand."""
    return play.each_round(sum(step.made for step in play.steps if step.touches("muggins")))


def vain_calls(play: Play) -> float | None:
    """Gives which part of the calls brings nothing."""
    calls = [step.made for step in play.steps if step.touches("muggins")]
    return sum(made == 0 for made in calls) / len(calls) if calls else None


OF_ALL: Final = [
    share("leader_out", "leader goes out", "Hands in which whoever led goes domino.", leader_out),
    share("closer", "closer wins",
          "Of the blocked hands, those that whoever laid the last tile wins.", closer),
]
PASSES: Final = amount(
    "passes", "passes", "How often somebody must pass in a hand.", NUMBER, passes
)
DRAWS: Final = amount("draws", "tiles drawn", "Tiles drawn in a hand.", NUMBER, draws)
OF_CLAIMS: Final = [
    amount("in_play", "points in play", "Points made in a hand before it is settled, by all.",
           POINTS, made_in_play),
    share("share_in_play", "share made in play",
          "The part of the points of a hand that is made before it is settled.", share_in_play),
    share("forgotten", "not claimed",
          "Of the tiles that score, those that are not rightly claimed.", forgotten),
    amount("called", "points of callers", "Points that callers of Muggins take in a hand.",
           POINTS, called),
    share("vain_calls", "calls in vain", "Of the calls of Muggins, those that bring nothing.",
          vain_calls),
]

ASKED: Final[dict[str, list[Own]]] = {
    "block": [PASSES, *OF_ALL],
    "muggins": [*OF_CLAIMS, PASSES, DRAWS, *OF_ALL],
}
