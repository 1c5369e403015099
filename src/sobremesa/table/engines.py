"""Engines that the owner of a server lets sit at its tables, as bots among the others.

`SOBREMESA_ENGINES` names them, one on a line or behind a semicolon: `clever=./clever --deep`.
Only who starts the server can say so: a visitor chooses among the names and never says a command.
Every process of the server reads this once, those in which bots think too.
"""

from __future__ import annotations

import os
import re

from sobremesa import bots
from sobremesa.bots.bot import add_bot
from sobremesa.core.errors import BadOption
from sobremesa.core.game import known_games
from sobremesa.engines import Engine

VARIABLE = "SOBREMESA_ENGINES"
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
# Seconds that an engine has for a move at a table.
SECONDS = 3.0


def named(written: str) -> dict[str, str]:
    """Reads the names of engines and their commands.

    >>> named("clever=./clever --deep; plain=python bot.py")
    {'clever': './clever --deep', 'plain': 'python bot.py'}

    :raises BadOption: if there is a line that is none, or a name that is taken.
    """
    found: dict[str, str] = {}
    for line in re.split(r"[;\n]", written):
        name, _, command = (part.strip() for part in line.partition("="))
        if not name and not command:
            continue
        if not NAME.fullmatch(name) or not command or name in found:
            raise BadOption(
                "{variable} names an engine like clever=./clever --deep, not {line}",
                variable=VARIABLE, line=line.strip()[:60],
            )
        found[name] = command
    return found


def seat_engines(written: str | None = None) -> list[str]:
    """Makes the engines known as bots of every game; answers their names.

    :raises BadOption: if one has the name of a bot.
    """
    engines = named(os.environ.get(VARIABLE, "") if written is None else written)
    for name, command in engines.items():
        for game in known_games():
            if name in bots.names(game) and not isinstance(bots.bot(game, name), Engine):
                raise BadOption("{game} has a bot called {name} already", game=game, name=name)
            add_bot(game, name, Engine(command, SECONDS))
    return list(engines)
