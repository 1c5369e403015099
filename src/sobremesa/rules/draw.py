"""Draws the pictures of the rules pages and brings their tables of options up to date.

Run it as `python -m sobremesa.rules.draw` after a change of the pictures or the options.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from sobremesa import picture
from sobremesa.core.game import NOBODY, Game, View, make_game
from sobremesa.picture.saying import Say
from sobremesa.rules import FOLDER as PAGES
from sobremesa.rules import page, pages
from sobremesa.rules.options import with_options
from sobremesa.rules.setting import rest_of, set_up

FOLDER = Path(__file__).parent
PICTURES = PAGES / "pictures"


def names() -> list[str]:
    """Lists the pictures there are."""
    return list(_positions())


@cache
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


def drawn(name: str, say: Say = str) -> str:
    """Draws a picture of the rules pages, its words in a language."""
    width, height = _positions()[name]["size"]
    return picture.diagram(view_of(name), width, height, say=say)


def main() -> None:
    """Writes all pages and pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name in names():
        (PICTURES / f"{name}.svg").write_text(drawn(name), encoding="utf-8")
    for name in pages():
        (PAGES / f"{name}.md").write_text(with_options(name, page(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
