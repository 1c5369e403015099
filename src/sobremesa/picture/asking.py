"""What is asked for after a first touch, by the kind of the next one."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.picture.saying import N_, Say

HIGHEST_CELL: Final = N_("Where does its highest number go?")

# By game or by family; a game comes first.
ASKED: Final = {
    "lines": {
        "end": N_("At which end does it go?"), "half": N_("By which half is it joined?"),
    },
    "mexican-train": {"end": N_("On which train or siding does it go?")},
    "super-dominos": {"end": N_("On which leg does it go?")},
    "locks": {
        "end": N_("On which side does it go, and how?"),
        "tile": N_("Which tile goes with it, as the free one?"),
        "alone": N_("Which tile goes with it, as the free one?"),
        "free": N_("Does it close the side, or is the side left open?"),
    },
    "big-clock": {"hour": N_("On which hour does it go?")},
    "good-neighbors": {"tile": N_("Which neighbor is its partner?")},
    "squeeze": {
        "tile": N_("Which tile is its partner?"),
        "pair": N_("Only these two, or those between too?"),
        "run": N_("Only these two, or those between too?"),
    },
    "traffic": {"cell": N_("On which cell does its other half lie?")},
    "pool": {
        "pool": N_("Which tile of the pool does it take?"),
        "leave": N_("Which tile of the pool does it take?"),
    },
    "melds": {
        "out": N_("Face up, or face down for That's it?"),
        "down": N_("Face up, or face down for That's it?"),
    },
    "boards": {"square": N_("To which square does it go?")},
    "plane": {"cell": N_("On which cell does it go?"), "turn": N_("Which way round?")},
    "puzzle": {"cell": N_("On which cell does it go?"), "turn": N_("Which way round?")},
    "double-takes": {"suit": N_("Which number do you call?")},
    "super-bridge": {"tricks": N_("How many tricks do you claim?")},
}


def asks(view: View, *, say: Say = str) -> dict[str, str]:
    """Says, for each kind of touch that can follow another, what is asked by it."""
    game = view.game
    found = ASKED.get(game.name) or ASKED.get(type(game).FAMILY) or {}
    told = {kind: say(sentence) for kind, sentence in found.items()}
    if game.name == "traffic" and not view.data["quad"]:
        told["cell"] = say(HIGHEST_CELL)
    return told
