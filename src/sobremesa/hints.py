"""Advice to whoever plays against bots: what the strong player would do, and why.

It is thought of from the seat's own view and nothing else, chance included: the same view gets the
same advice, word for word. For games of one player the solver speaks in its place (`alone.py`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, Final

from sobremesa import bots, picture
from sobremesa.bots.levels import teacher
from sobremesa.bots.outlook import MATCH, Outlook
from sobremesa.bots.thoughts import EXACT, POINTS, POSITIONS, ROUNDS, TURNS
from sobremesa.core.game import View, make_game
from sobremesa.core.rng import Rng
from sobremesa.core.wording import plural
from sobremesa.picture.saying import N_, Names, Say, Voice, in_a_row

# How many effects are told of the move, and of the next best.
MOST_TOLD: Final = 4
FEWER_TOLD: Final = 2

WINS: Final = plural(
    "wins {won} of {count} imagined round", "wins {won} of {count} imagined rounds"
)
CHANCES: Final = {
    True: N_("{percent} % to win the match"), False: N_("{percent} % to win the round"),
}
ALL_SEEN: Final = plural(
    "{count} deal is possible, and was looked at",
    "{count} deals are possible, and all were looked at",
)
IN_TURNS: Final = N_("about {turns} turns to the end of the round")
IN_POINTS: Final = plural(
    "{points} points in the mean of {count} imagined deal",
    "{points} points in the mean of {count} imagined deals",
)
AHEAD: Final = plural("looked {count} turn ahead", "looked {count} turns ahead")
NOTHING_ELSE: Final = N_("there is nothing else to do")
NEXT_BEST: Final = N_("Next best: {move}")


@dataclass(frozen=True)
class Candidate:
    """A move with what was thought of it; shares and chances are -1 where they are not known."""

    move: int
    text: str
    touches: list[str]
    value: float = 0.0
    count: int = 0
    won: float = -1.0
    chance: float = -1.0


@dataclass(frozen=True)
class Advice:
    """What the strong player does, and what came next; `unit` says how they were compared."""

    unit: str
    about_match: bool
    candidates: list[Candidate] = field(default_factory=list)

    @property
    def best(self) -> Candidate:
        """The move that is advised."""
        return self.candidates[0]


def seed_of(view: View) -> int:
    """Derives chance from what a seat knows, so that the same view gets the same advice."""
    return int.from_bytes(hashlib.sha256(f"hint:{view.json()}".encode()).digest()[:8])


def advise(view: View) -> Advice:
    """Asks the strong player for the best move and the next best."""
    game = view.game
    thoughts = bots.think(teacher(game.name), view, Rng(seed_of(view)))
    choices = {int(choice["move"]): choice for choice in view.data["moves"]}
    weighed = {one.move: one for one in thoughts.weighed}
    order = list(dict.fromkeys([thoughts.move, *weighed]))[:2]
    found: list[Candidate] = []
    for move in order:
        choice = choices[move]
        told = Candidate(move, choice["text"], list(choice["touches"]))
        if move in weighed:
            one = weighed[move]
            told = Candidate(
                move, told.text, told.touches, one.value, one.count, one.won, one.chance
            )
        found.append(told)
    return Advice(thoughts.unit, Outlook(game).about == MATCH, found)


def advise_on(spec: str, data: dict[str, Any]) -> Advice:
    """Advises on a view that was sent as data; runs in a worker process."""
    return advise(View(make_game(spec, {}), data))


def said(advice: Advice, view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what to do and why, and what would be next best."""
    voice = Voice(say, names)
    best, *others = advice.candidates
    reasons = [*does(best, view, voice)[:MOST_TOLD], *numbers(best, advice, voice)]
    if len(view.moves) == 1:
        reasons = [*reasons[:MOST_TOLD], voice(NOTHING_ELSE)]
    found = [_sentence(named(best, view, say), reasons, voice)]
    for other in others:
        why = [*does(other, view, voice)[:FEWER_TOLD], *numbers(other, advice, voice)]
        found.append(_sentence(voice(NEXT_BEST, move=named(other, view, say)), why, voice))
    return " ".join(found)


def _sentence(what: str, reasons: list[str], voice: Voice) -> str:
    told = f"{what}."
    if reasons:
        told = voice(N_("{move}: {reasons}."), move=what, reasons=in_a_row(reasons, voice))
    return f"{told[:1].upper()}{told[1:]}"


def named(candidate: Candidate, view: View, say: Say) -> str:
    """Says a move as a screen reader would, thing by thing."""
    return ", ".join(picture.spoken(touch, view, say=say) for touch in candidate.touches)


def does(candidate: Candidate, view: View, voice: Voice) -> list[str]:
    """Says what a move does, as far as that follows from what the seat knows."""
    return picture.effects(
        view, after(view, candidate.move), candidate.text, names=voice.names, say=voice.say
    )


def after(view: View, move: int, seed: int = 0) -> View:
    """Gives what the seat would know after a move, in one of the rounds that it may be in."""
    world = view.game.worlds(view).sample(Rng(seed))
    world.play(move)
    return world.view(view.seat)


def numbers(candidate: Candidate, advice: Advice, voice: Voice) -> list[str]:
    """Says in numbers what was thought of a move."""
    if candidate.count == 0:
        return []
    percent = round(100 * candidate.chance)
    if advice.unit == ROUNDS:
        won = voice(
            WINS, won=round(candidate.won * candidate.count), count=candidate.count
        )
        more = [voice(CHANCES[True], percent=percent)] if advice.about_match else []
        return [won, *more]
    if advice.unit == EXACT:
        return [
            voice(CHANCES[advice.about_match], percent=percent),
            voice(ALL_SEEN, count=candidate.count),
        ]
    if advice.unit == TURNS:
        return [voice(IN_TURNS, turns=f"{-candidate.value:.1f}")]
    if advice.unit == POINTS:
        points = f"{candidate.value:+.0f}".replace("-", "−")
        return [voice(IN_POINTS, points=points, count=candidate.count)]
    if advice.unit == POSITIONS:
        return [voice(AHEAD, count=candidate.count)]
    return []
