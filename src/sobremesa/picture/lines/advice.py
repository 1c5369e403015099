"""What a move at a line does: what it leaves open, what it keeps, and who cannot answer."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.core.wording import plural
from sobremesa.families.lines.views import seen
from sobremesa.picture import advising, saying
from sobremesa.picture.lines import words
from sobremesa.picture.saying import N_, Voice

LEAVES_OPEN: Final = N_("leaves {numbers} open")
LACKS: Final = N_("{name} has no {numbers}")
NOBODY_FITS: Final = N_("nobody else can have a tile that fits")
KEEPS: Final = plural("keeps {count} tile that fits", "keeps {count} tiles that fit")
KEEPS_NONE: Final = N_("keeps nothing that fits")
RID_OF_DOUBLE: Final = N_("gets rid of a double")
RID_OF_PIPS: Final = plural(
    "gets rid of {pips} pip", "gets rid of {pips} pips", by="pips"
)
# A tile with so many pips is worth a word.
HEAVY: Final = 9


def effects(view: View, after: View, text: str, say: Voice) -> list[str]:
    """Says what a tile leaves, or what a claim brings."""
    said = advising.made(view, after, say)
    if not text[:1].isdigit():
        return said
    tile = saying.played(text)[0]
    if after.over and not face_up(seen(after)["hands"][view.seat]):
        return [*said, say(advising.GOES_OUT)]
    return [*said, *opened(view, after, say), *weight(tile, say)]


def weight(tile: str, say: Voice) -> list[str]:
    """Says that a tile is one to be rid of."""
    if saying.is_double(tile):
        return [say(RID_OF_DOUBLE)]
    pips = sum(saying.halves(tile))
    return [say(RID_OF_PIPS, pips=pips)] if pips >= HEAVY else []


def opened(view: View, after: View, say: Voice) -> list[str]:
    """Says which numbers are open then, who cannot have them, and what one keeps for them."""
    if after.over or not seen(after)["ends"]:
        return []
    wanted = sorted({words.wanted_at(arm, after) for arm in words.open_arms(after)})
    if not wanted:
        return []
    said = [say(LEAVES_OPEN, numbers=", ".join(wanted))]
    if words.WILD in wanted:
        return said
    numbers = {int(number) for number in wanted}
    own = [
        tile for tile in face_up(seen(after)["hands"][view.seat])
        if numbers & set(saying.halves(tile))
    ]
    if not unseen_with(view, after, numbers):
        said.append(say(NOBODY_FITS))
    else:
        said += [
            say(LACKS, name=say.seat(seat), numbers=", ".join(wanted))
            for seat, lacked in lacking(view).items() if numbers <= lacked
        ]
    said.append(say(KEEPS, count=len(own)) if own else say(KEEPS_NONE))
    return said


def unseen_with(view: View, after: View, numbers: set[int]) -> bool:
    """Tells whether a tile that the seat has not seen has one of some numbers."""
    laid = {saying.played(text)[0] for text in seen(after)["line"]}
    known = laid | set(face_up(seen(view)["hands"][view.seat]))
    game = words.rules_of(view)
    return any(
        game.names[tile] not in known and numbers & set(saying.halves(game.names[tile]))
        for tile in game.set
    )


def lacking(view: View) -> dict[int, set[int]]:
    """Finds the numbers that other seats have shown not to have, and have not drawn since."""
    found: dict[int, set[int]] = {}
    for moment in words.moments(view):
        if moment.seat == view.seat:
            continue
        if moment.draws:
            found.pop(moment.seat, None)
        elif moment.passes:
            found.setdefault(moment.seat, set()).update(
                int(number) for number in moment.wanted if number != words.WILD
            )
    return found
