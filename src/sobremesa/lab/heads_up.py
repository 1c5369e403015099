"""Makes the table of the equilibrium bot: `python -m sobremesa.lab.heads_up`.

It learns for so many rounds (an argument, 1,000 unless told) in both readings of the straights,
writes the table beside the bot, and says what the best answer to what was written wins.
"""

from __future__ import annotations

import sys
import zlib

from sobremesa.bots.poker.equilibrium import TABLE, packed, read_shares, solved_game
from sobremesa.solvers.heads_up import equilibrium, exploitability


def main(rounds: int) -> None:
    """Solves, writes and measures."""
    games = [solved_game(hoyle) for hoyle in (False, True)]
    rows = [packed(equilibrium(game, rounds)) for game in games]
    data = zlib.compress(b"".join(rows), 9)
    TABLE.write_bytes(data)
    print(f"{TABLE.name}: {len(data)} bytes after {rounds} rounds of learning")
    for game, shares, reading in zip(games, read_shares(data), ("examples", "hoyle"), strict=True):
        lost = exploitability(game, shares.strategy())
        print(f"straights={reading}: the best answer wins {lost:.5f} chips a deal")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
