"""Plays for the measures that are asked of one game, and the views between their moves."""

from __future__ import annotations

from typing import Any

import sobremesa
from sobremesa import Match, Rng
from sobremesa.bots import bot
from sobremesa.core.gains import round_won
from sobremesa.lab.asking import own_measures
from sobremesa.lab.asking.play import Play

Data = dict[str, Any]


def played(name: str, kind: str, seed: int, **options: object) -> Play:
    """Lets bots of one kind play a round."""
    game = sobremesa.game(name, **options)
    round, rng, mind = Match(game, seed).round, Rng(seed), bot(name, kind)
    first = int(round.turn)
    while not round.over:
        round.play(mind.choose(round.view(int(round.turn)), rng))
    return Play(game, [round], round_won(round), first, [kind] * int(game.players))


def ask(play: Play, name: str) -> float | None:
    """Asks for one measure of the game."""
    return own_measures(play.game.name)[name].ask(play)


def told(play: Play) -> list[tuple[int, str, Data, Data]]:
    """Lists every move by seat and text, with what an onlooker sees before it and after it."""
    [round] = play.rounds
    now = round.reopened()
    found = []
    for move in round.played():
        seat, text, before = int(now.turn), now.text(int(move)), now.view(-1).data
        now.play(move)
        found.append((seat, text, before, now.view(-1).data))
    return found


def part(count: float, whole: float) -> float | None:
    """Gives a share, None of nothing."""
    return count / whole if whole else None
