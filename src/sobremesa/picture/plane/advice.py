"""What a piece of Cuadróminos does: its points, and what is left in the hand."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.core.wording import plural
from sobremesa.families.plane.views import seen
from sobremesa.picture import advising
from sobremesa.picture.plane import words
from sobremesa.picture.saying import Voice

MEETS: Final = plural("meets {count} number at its corners", "meets {count} numbers at its corners")
LEFT: Final = plural("leaves you {count} piece", "leaves you {count} pieces")


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says how many corners coincide, what that brings and how many pieces are left."""
    said = advising.made(view, after, say)
    if not words.is_laid(text) or after.over:
        return said
    cell = text.partition("@")[2]
    if cell in seen(view)["cells"]:
        said.append(say(MEETS, count=words.coinciding(view, cell)))
    return [*said, say(LEFT, count=len(face_up(seen(after)["hands"][view.seat])))]
