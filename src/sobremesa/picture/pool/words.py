"""What is said at a table of High Fives."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.pool.high_fives import value
from sobremesa.picture.saying import (
    IS_TO_PLAY,
    N_,
    Badge,
    Names,
    Say,
    match_won,
    points_text,
    seat_name,
    spoken_tile,
    tiles_left,
)

DEAL_OF: Final = N_("Deal {deal} of {deals}")
POOL: Final = N_("Pool")
LAST_TAKEN: Final = N_("{name} took")
WON: Final = N_("{count} won")
WON_TILES: Final = plural("{count} tile won", "{count} tiles won")

YOU_PLAY: Final = N_("Your turn: play a tile")
YOU_CLAIM: Final = N_("{name} overlooked {tile}: claim it?")
IS_TO_CLAIM: Final = N_("{name} may claim {tile}")

LEAVES: Final = N_("{name} leaves {tile} in the pool.")
TAKES: Final = N_("{name} plays {tile} and takes {other}.")
TAKES_WORTH: Final = N_("{name} plays {tile} and takes {other}, worth {points}.")
CLAIMS: Final = N_("{name} claims {tile} with {other}.")
CLAIMS_WORTH: Final = N_("{name} claims {tile} with {other}, worth {points}.")
HAS_MOST: Final = N_("{name} has the most tiles, {count}, and gets 5 points.")
NONE_MOST: Final = N_("Nobody alone has the most tiles.")
SWEEPS: Final = N_("{name} took last and sweeps the pool.")
SEAT_HAS: Final = N_("{name}: {tiles}, {points}.")

LABEL_LEAVE: Final = N_("Leave it in the pool")
LABEL_QUIET: Final = N_("Let it lie")
SPOKEN_WORTH: Final = N_("{tile}, worth {points}")


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    if view.over:
        return ending(view, names, say)[-1]
    name = seat_name(view.turn, names, say)
    missed = view.data["missed"]
    if missed and view.turn == view.seat:
        before = seat_name((view.turn - 1) % int(view.game.players), names, say)
        return say(YOU_CLAIM).format(name=before, tile=missed)
    if missed:
        return say(IS_TO_CLAIM).format(name=name, tile=missed)
    return say(YOU_PLAY) if view.turn == view.seat else say(IS_TO_PLAY).format(name=name)


def ending(view: View, names: Names, say: Say) -> list[str]:
    """Says who got the bonus and who won."""
    data = view.data
    winner = int(data["winner"])
    if winner >= 0:
        said = say(HAS_MOST).format(
            name=seat_name(winner, names, say), count=len(data["piles"][winner])
        )
    else:
        said = say(NONE_MOST)
    swept = []
    if data["options"]["last_taker_sweeps"] and data["taker"] >= 0:
        swept = [say(SWEEPS).format(name=seat_name(data["taker"], names, say))]
    return [*swept, said, *match_won(view, names, say)]


def overlooked(view: View) -> list[str]:
    """Gives for every entry of the log the tile that was overlooked before it, or nothing."""
    missed = view.data["opening"].get("missed", "")
    found: list[str] = []
    for _, text, _ in view.data["log"]:
        found.append(missed)
        missed = text if text[0].isdigit() and "x" not in text else ""
    return found


def happened(entry: int, missed: str, view: View, names: Names, say: Say) -> str:
    """Says what one entry of the log tells, `missed` being the tile that was overlooked
    before it; empty for what is not worth a sentence."""
    seat, text, points = view.data["log"][entry]
    name = seat_name(seat, names, say)
    if text == "quiet":
        return ""
    tile, cross, other = text.partition("x")
    if not cross:
        return say(LEAVES).format(name=name, tile=tile)
    if tile:
        template = TAKES_WORTH if points else TAKES
        return say(template).format(name=name, tile=tile, other=other, points=points)
    template = CLAIMS_WORTH if points else CLAIMS
    return say(template).format(
        name=name, tile=missed, other=other, points=points
    )


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [
        happened(entry, missed, view, names, say)
        for entry, missed in enumerate(overlooked(view))
    ]
    if view.over:
        said += [
            say(SEAT_HAS).format(
                name=seat_name(seat, names, say), tiles=tiles_left(len(pile), say),
                points=points_text(view.scores[seat], say),
            )
            for seat, pile in enumerate(view.data["piles"])
        ]
        said += ending(view, names, say)
    return [sentence for sentence in said if sentence]


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last."""
    if view.over:
        return ending(view, names, say)[0]
    missed = overlooked(view)
    for entry in range(len(missed) - 1, -1, -1):
        told = happened(entry, missed[entry], view, names, say)
        if told:
            return told
    return ""


def last_capture(view: View) -> tuple[int, list[str]] | None:
    """Finds who took a pair last, and which."""
    missed = overlooked(view)
    for entry in range(len(view.data["log"]) - 1, -1, -1):
        seat, text, _ = view.data["log"][entry]
        tile, cross, other = text.partition("x")
        if cross:
            return seat, [tile or missed[entry], other]
    return None


def fresh_tiles(view: View) -> set[str]:
    """Finds the tiles that were just played, taken or claimed."""
    for entry in range(len(view.data["log"]) - 1, -1, -1):
        text = view.data["log"][entry][1]
        if text != "quiet":
            tile, _, other = text.partition("x")
            return {tile or overlooked(view)[entry], other}
    return set()


def badges(view: View, say: Say) -> dict[int, list[Badge]]:
    """Finds the points that the last pair brought."""
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    last = [entry for entry in view.data["log"] if entry[1] != "quiet"][-1:]
    for seat, text, points in last:
        if "x" in text:
            found[seat].append(Badge(f"+{points}", f"+{points}", True))
    return found


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    plain = {"leave": LABEL_LEAVE, "quiet": LABEL_QUIET}
    kind, _, what = touch.partition(":")
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind not in ("tile", "pool"):
        return label(touch, view, say=say)
    tile = spoken_tile(what, say)
    return say(SPOKEN_WORTH).format(tile=tile, points=value(what)) if value(what) else tile
