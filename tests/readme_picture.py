"""Draws the picture of the README: a late position of a match that is kept in full.

Run it as `python -m tests.readme_picture` after a change of the pictures.
"""

from __future__ import annotations

from pathlib import Path

from sobremesa import picture, record

HERE = Path(__file__).parent
PICTURE = HERE.parent / "docs" / "pictures" / "muggins.svg"
KEPT = HERE / "golden" / "muggins-4-casual.txt"
NAMES = ["Ana", "Inés", "Radu", "Lucie"]
# So many moves before the end of the first hand.
LEFT = 4


def drawn() -> str:
    """Draws the position as the first seat saw it."""
    played = record.read(KEPT.read_text(encoding="utf-8")).match().rounds()[0]
    round = played.game.load(played.opening())
    for move in played.played()[:-LEFT]:
        round.play(move)
    return picture.svg(round.view(0), names=NAMES) + "\n"


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawn(), encoding="utf-8")
