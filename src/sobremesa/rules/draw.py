"""Draws the pictures of the rules pages and writes their tables of options.

Run it as `python -m sobremesa.rules.draw` after a change of the pictures or the options.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from sobremesa import picture
from sobremesa.core.game import NOBODY, Game, View, game_class, known_games, make_game
from sobremesa.core.options import Option
from sobremesa.rules import FOLDER as PAGES
from sobremesa.rules import page, pages
from sobremesa.rules.setting import rest_of, set_up

FOLDER = Path(__file__).parent
PICTURES = PAGES / "pictures"
MARKED = re.compile(r"<!-- options -->\n(?:.*\n)*?<!-- /options -->")


def names() -> list[str]:
    """Lists the pictures there are."""
    return list(_positions())


def _positions() -> dict[str, dict[str, Any]]:
    positions: dict[str, dict[str, Any]] = {}
    for name in pages():
        path = FOLDER / "positions" / f"{name}.json"
        if path.is_file():
            positions.update(json.loads(path.read_text(encoding="utf-8")))
    return positions


def view_of(name: str) -> View:
    """Sets up the position behind a picture, as its `seat` sees it, or somebody who watches.

    Where only the line is given, and other parts of the position where they matter, what is
    not in it is dealt out evenly. `rest` stands for all pieces that a position does not name.
    """
    position = _positions()[name]
    game = make_game(position["game"], position.get("options", {}))
    data = position.get("position")
    if data is None:
        dealt = _dealt_round(game, position["line"].split())
        data = {**dealt, **position.get("parts", {})}
    return game.load(set_up(game, data)).view(position.get("seat", NOBODY))


def _dealt_round(game: Game, line: list[str]) -> dict[str, Any]:
    rest = rest_of(game, line)
    seats = int(game.players)
    hands = [rest[4 * seat: 4 * seat + 4] for seat in range(seats)]
    return {"hands": hands, "boneyard": rest[4 * seats:], "line": line, "turn": 0}


def drawn(name: str) -> str:
    """Draws a picture of the rules pages."""
    width, height = _positions()[name]["size"]
    return picture.diagram(view_of(name), width, height)


def options_table(game: str) -> str:
    """Writes the options of a game as a table.

    >>> options_table("block").splitlines()[2].split(" | ")[:2]
    ['| Players', '`players`']
    """
    rows = [
        "| option | in code | default | values | what it decides | ruling |",
        "|---|---|---|---|---|---|",
    ]
    rows += [
        f"| {option.title} | `{option.name}` | {_value(option, option.default)} "
        f"| {_values(option)} "
        f"| {option.sentence} | {option.ruling} |"
        for option in game_class(game).OPTIONS
    ]
    return "\n".join(rows)


def _value(option: Option, value: object) -> str:
    if isinstance(option.default, bool):
        return "yes" if value else "no"
    word = option.words.get(str(value))
    return f"{word} (`{value}`)" if word and word != str(value) else f"`{value}`"


def _values(option: Option) -> str:
    if option.seat:
        return _seats(option)
    if option.allowed is None:
        return str(option.values())
    return ", ".join(_value(option, value) for value in option.allowed)


def _seats(option: Option) -> str:
    """Lists the seats that have a word, and says how the others are counted in code."""
    named = ", ".join(_value(option, int(value)) for value in option.words)
    return named if "0" in option.words else f"{named}, or a seat (`0` for seat 1, and so on)"


def with_options(name: str) -> str:
    """Gives a page with its table of options as the game declares them now."""
    if name not in known_games():
        return page(name)
    block = f"<!-- options -->\n\n{options_table(name)}\n\n<!-- /options -->"
    return MARKED.sub(lambda _: block, page(name))


def main() -> None:
    """Writes all pages and pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name in names():
        (PICTURES / f"{name}.svg").write_text(drawn(name), encoding="utf-8")
    for name in pages():
        (PAGES / f"{name}.md").write_text(with_options(name), encoding="utf-8")


if __name__ == "__main__":
    main()
