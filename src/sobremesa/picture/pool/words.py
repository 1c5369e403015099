"""What is said at a table of High Fives."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.pool.high_fives import value
from sobremesa.families.pool.views import seen
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Voice

DEAL_OF: Final = N_("Deal {deal} of {deals}")
POOL: Final = N_("Pool")


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    if view.over:
        return ending(view, say)[-1]
    name = say.seat(view.turn)
    missed = seen(view)["missed"]
    if missed and view.turn == view.seat:
        before = say.seat((view.turn - 1) % int(view.game.players))
        return say("{name} overlooked {tile}: claim it?", name=before, tile=missed)
    if missed:
        return say("{name} may claim {tile}", name=name, tile=missed)
    if view.turn == view.seat:
        return say("Your turn: play a tile")
    return say(saying.IS_TO_PLAY, name=name)


def ending(view: View, say: Voice) -> list[str]:
    """Says who got the bonus and who won."""
    data = seen(view)
    winner = int(data["winner"])
    if winner >= 0:
        said = say(
            "{name} has the most tiles, {count}, and gets 5 points.", name=say.seat(winner),
            count=len(data["piles"][winner]),
        )
    else:
        said = say("Nobody alone has the most tiles.")
    swept = []
    if data["options"]["last_taker_sweeps"] and data["taker"] >= 0:
        swept = [say("{name} took last and sweeps the pool.", name=say.seat(data["taker"]))]
    return [*swept, said, *saying.match_won(view, say)]


def overlooked(view: View) -> list[str]:
    """Gives for every entry of the log the tile that was overlooked before it, or nothing."""
    missed = seen(view)["opening"].get("missed", "")
    found: list[str] = []
    for _, text, _ in view.log:
        found.append(missed)
        missed = text if text[0].isdigit() and "x" not in text else ""
    return found


def last_first(view: View) -> list[tuple[int, str]]:
    """Gives the entries of the log, the last first, each with what was overlooked before it."""
    return [*enumerate(overlooked(view))][::-1]


def happened(entry: int, missed: str, view: View, say: Voice) -> str:
    """Says what one entry of the log tells, `missed` being the tile that was overlooked
    before it; empty for what is not worth a sentence."""
    seat, text, points = seen(view)["log"][entry]
    name = say.seat(seat)
    if text == "quiet":
        return ""
    tile, cross, other = text.partition("x")
    if not cross:
        return say("{name} leaves {tile} in the pool.", name=name, tile=tile)
    if tile:
        template = N_("{name} plays {tile} and takes {other}, worth {points}.") if points else N_(
            "{name} plays {tile} and takes {other}."
        )
        return say(template, name=name, tile=tile, other=other, points=points)
    template = N_("{name} claims {tile} with {other}, worth {points}.") if points else N_(
        "{name} claims {tile} with {other}."
    )
    return say(template, name=name, tile=missed, other=other, points=points)


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [happened(entry, missed, view, say) for entry, missed in enumerate(overlooked(view))]
    if view.over:
        said += [
            say(
                "{name}: {tiles}, {points}.", name=say.seat(seat),
                tiles=saying.tiles_left(len(pile), say),
                points=say(saying.POINTS, points=view.scores[seat]),
            )
            for seat, pile in enumerate(seen(view)["piles"])
        ]
        said += ending(view, say)
    return [sentence for sentence in said if sentence]


def news(view: View, say: Voice) -> str:
    """Says what happened last."""
    if view.over:
        return ending(view, say)[0]
    told = (happened(entry, missed, view, say) for entry, missed in last_first(view))
    return next(filter(None, told), "")


def last_capture(view: View) -> tuple[int, list[str]] | None:
    """Finds who took a pair last, and which."""
    for entry, missed in last_first(view):
        seat, text, _ = seen(view)["log"][entry]
        tile, cross, other = text.partition("x")
        if cross:
            return seat, [tile or missed, other]
    return None


def fresh_tiles(view: View) -> set[str]:
    """Finds the tiles that were just played, taken or claimed."""
    for entry, missed in last_first(view):
        text = seen(view)["log"][entry][1]
        if text != "quiet":
            tile, _, other = text.partition("x")
            return {tile or missed, other}
    return set()


def badges(view: View, say: Voice) -> dict[int, list[Badge]]:
    """Finds the points that the last pair brought."""
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    last = [entry for entry in view.log if entry[1] != "quiet"][-1:]
    for seat, text, points in last:
        if "x" in text:
            found[seat].append(Badge(f"+{points}", f"+{points}", True))
    return found


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    plain = {"leave": N_("Leave it in the pool"), "quiet": N_("Let it lie")}
    kind, _, what = touch.partition(":")
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind not in ("tile", "pool"):
        return label(touch, view, say)
    tile = saying.spoken_tile(what, say)
    return say("{tile}, worth {points}", tile=tile, points=value(what)) if value(what) else tile


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return dict.fromkeys(("pool", "leave"), N_("Which tile of the pool does it take?"))


def stage(view: View, say: Voice) -> str:
    """Says which deal this is."""
    return say(DEAL_OF, deal=seen(view)["deal"], deals=seen(view)["deals"])


def in_words(view: View, say: Voice) -> str:
    """Says what lies in the pool."""
    return f"{say(POOL)}: {', '.join(seen(view)['pool']) or say(saying.NOTHING)}."
