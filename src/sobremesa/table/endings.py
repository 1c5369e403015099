"""Endings of trick games as problems in a browser: `/problems/GAME`.

Nothing is kept here. The address says which problem it is and what its solver has played, and every
piece that can be played is a link, so that a page needs no script and can be told to others.
"""

from __future__ import annotations

from secrets import randbits
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from sobremesa import ending_problems
from sobremesa.alone import daily_seed
from sobremesa.core.errors import Refused
from sobremesa.core.game import make_game
from sobremesa.ending_problems import DIFFICULTIES, GAMES, Standing
from sobremesa.picture.saying import Voice
from sobremesa.solvers.endings import MEDIUM
from sobremesa.table.limits import address_of
from sobremesa.table.look import page
from sobremesa.table.minds import Asker
from sobremesa.table.numbers import number_in
from sobremesa.table.problems import Problem
from sobremesa.table.visit import house_of, language_of
from sobremesa.table.words import speech

router = APIRouter()

# More pieces than these nobody plays in an ending.
MOST_PLAYED: Final = 24
MOST_SEED: Final = (1 << 64) - 1


def work_out(
    game: str, difficulty: str, seed: int, played: list[str], language: str
) -> Standing:
    """Plays a problem so far, in a process of the solvers."""
    return ending_problems.standing(game, difficulty, seed, played, Voice(speech(language)))


@router.get("/problems/{name}")
async def problem_page(request: Request, name: str) -> Response:
    """Shows a problem as far as somebody has come with it."""
    asked = request.query_params
    difficulty = asked.get("difficulty", MEDIUM)
    if name not in GAMES or difficulty not in DIFFICULTIES:
        raise Problem(404, "no-problem", "There is no such problem.")
    today = house_of(request).fate.today()
    if "seed" not in asked:
        daily = "daily" in asked
        seed: int | None = daily_seed(make_game(name, {}), today) if daily else randbits(32)
        return RedirectResponse(address(name, difficulty, str(seed), []), 303)
    seed = number_in(asked["seed"], 0, MOST_SEED)
    played = asked.get("played", "").split()
    if seed is None or len(played) > MOST_PLAYED:
        raise Problem(404, "no-problem", "There is no such problem.")
    questions = request.app.state.analyses.questions
    try:
        found: Standing = await questions.ask(
            Asker(address_of(request), ""), work_out, name, difficulty, seed, played,
            language_of(request),
        )
    except Problem:
        raise
    except Refused as refused:
        raise Problem(422, "no-problem", "{reason}", reason=refused) from None
    return page(
        request, "ending.html", found=found, game=make_game(name, {}), shows_key="key" in asked,
        choices=[
            (address(name, difficulty, asked["seed"], [*played, piece]), text)
            for piece, text in found.choices
        ],
        again=address(name, difficulty, asked["seed"], []), begun=bool(played),
        back=address(name, difficulty, asked["seed"], played[:-1]),
        key=address(name, difficulty, asked["seed"], played) + "&key=yes",
        others=[
            (f"/problems/{name}?difficulty={one}", title, one == difficulty)
            for one, title in DIFFICULTIES.items()
        ],
        daily=f"/problems/{name}?difficulty={difficulty}&daily=yes", today=today,
    )


def address(name: str, difficulty: str, seed: str, played: list[str]) -> str:
    """Writes the address of a problem with what was played.

    >>> address("texas-42", "easy", "7", ["6-4", "2-1"])
    '/problems/texas-42?difficulty=easy&seed=7&played=6-4+2-1'
    """
    asked = {"difficulty": difficulty, "seed": seed}
    if played:
        asked["played"] = " ".join(played)
    return f"/problems/{name}?{urlencode(asked)}"
