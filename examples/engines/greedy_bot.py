"""An engine in plain Python: it lays the heaviest tile that it can.

    sobremesa lab duel block "engine:python examples/engines/greedy_bot.py" random --matches 100

It knows nothing of the package, only the lines of docs/engines.md.
"""

import json
import re
import sys


def weight(choice: dict) -> int:
    """Adds up the numbers of the tile in a choice; what lays no tile weighs less than any."""
    tiles = [touch for touch in choice["touches"] if touch.startswith("tile:")]
    return sum(map(int, re.findall(r"\d+", tiles[0]))) if tiles else -1


def answer(line: str) -> str:
    """Answers a line of the host."""
    word, _, rest = line.partition(" ")
    if word == "sobremesa":
        return "sobremesa 1 Heaviest tile"
    if word == "play":
        return "yes"
    if word == "choose":
        _milliseconds, _seed, view = rest.split(" ", 2)
        best = max(json.loads(view)["moves"], key=weight)
        return f"move {best['move']}"
    return f"error what is {word}?"


for said in sys.stdin:
    if said.strip() == "quit":
        break
    print(answer(said.strip()), flush=True)
