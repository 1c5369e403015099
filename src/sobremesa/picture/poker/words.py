"""What is said at a poker table: who checks, bets, raises, folds and shows."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import NOBODY, View
from sobremesa.core.wording import plural
from sobremesa.families.poker.views import PokerView, seen
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Voice

RANKS: Final[dict[str, str]] = {
    name: name for name in (
        N_("High Piece"), N_("One Pair"), N_("Flush"), N_("Threes"), N_("Four Straight"),
        N_("Full Hand"), N_("Five Straight"), N_("Fours"), N_("Six Straight"), N_("Royal"),
    )
}

DEALER: Final = N_("dealer")
OUT: Final = N_("out")
LABEL_BET: Final = N_("Bet {chips}")
LABEL_RAISE: Final = N_("Raise to {chips}")

BADGE_FOLD: Final = N_("fold")


class Moment:
    """One entry of the log: what was done, with how many chips, and whether they were the last."""

    def __init__(self, seat: int, text: str, paid: int, last: bool) -> None:
        self.seat = seat
        self.kind = text.rstrip("0123456789") if text[0] in "br" else text
        self.kind = "exchange" if text.startswith("x") else self.kind
        self.text = text
        self.level = text[len(self.kind):] if self.kind in ("bet", "raise") else ""
        self.paid = paid
        self.all_in = last and paid > 0

    @property
    def exchanged(self) -> int:
        """How many tiles were thrown away."""
        thrown = self.text[1:].partition("+")[0]
        return int(thrown) if thrown.isdecimal() else len(thrown.split(","))


def moments(view: View) -> list[Moment]:
    """Reads the log and follows the stacks."""
    left = [before - paid for before, paid in zip(
        seen(view)["before"], staked_at_first(view), strict=True
    )]
    found: list[Moment] = []
    for seat, text, made in view.log:
        left[seat] += made
        found.append(Moment(seat, text, -made, left[seat] == 0))
    return found


def staked_at_first(view: View) -> list[int]:
    """Gives what lay in the pot before the first move: the antes, or what was set up."""
    opening = seen(view)["opening"]
    if "staked" in opening:
        return [int(chips) for chips in opening["staked"]]
    ante = int(seen(view)["options"]["ante"])
    return [min(ante, int(before)) for before in seen(view)["before"]]


def given_back(view: View) -> list[int]:
    """Finds what went back to each seat because nobody matched it."""
    paid = staked_at_first(view)
    for moment in moments(view):
        paid[moment.seat] += moment.paid
    return [all_ - kept for all_, kept in zip(paid, seen(view)["staked"], strict=True)]


def chips_in_words(count: int, say: Voice) -> str:
    """Says how many chips there are."""
    return say(plural("{count} chip", "{count} chips"), count=count)


def rank_of(view: View, seat: int, say: Voice) -> str:
    """Names the hand of a seat, if it may be seen."""
    rank = seen(view)["ranks"][seat] if seat >= 0 else ""
    return say(RANKS[rank]) if rank else ""


def pot_name(view: View, number: int, say: Voice) -> str:
    """Names a pot: there is one, or a main pot and side pots."""
    if len(seen(view)["pots"]) == 1:
        return say("Pot")
    return say(N_("Side pot") if number else N_("Main pot"))


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the deal ended."""
    data = seen(view)
    if view.over:
        won = session(view, say)
        return " ".join(won or awards(view, say))
    exchanging = data["stage"] == "exchange"
    if view.turn != view.seat:
        asked = N_("{name} may exchange tiles") if exchanging else N_("{name} is to act")
        return say(asked, name=say.seat(view.turn))
    if exchanging:
        asked = plural(
            "Exchange {count} tile, or stand pat", "Exchange up to {count} tiles, or stand pat"
        )
        return say(asked, count=min(3, data["boneyard"]))
    if data["call"]:
        return say("Your turn: {chips} to call", chips=data["call"])
    return say("Your turn: check or bet")


def happened(moment: Moment, say: Voice) -> str:
    """Says what one entry of the log tells."""
    name = say.seat(moment.seat)
    if moment.kind == "exchange":
        return exchanged(moment, name, say)
    template = {
        "fold": N_("{name} folds."), "check": N_("{name} checks."), "pat": N_("{name} stands pat."),
        "call": N_("{name} calls {chips}."), "bet": N_("{name} bets {chips}."),
        "raise": N_("{name} raises to {chips}."),
    }[moment.kind]
    if moment.all_in:
        template = {
            "call": N_("{name} calls with {chips} and is all-in."),
            "bet": N_("{name} bets {chips} and is all-in."),
            "raise": N_("{name} raises to {chips} and is all-in."),
        }[moment.kind]
    return say(template, name=name, chips=moment.level or moment.paid)


def exchanged(moment: Moment, name: str, say: Voice) -> str:
    """Says how many tiles were exchanged or, to the seat itself, which."""
    thrown, _, drawn = moment.text[1:].replace(",", " ").partition("+")
    template = N_("{name} throws {thrown} away and draws {drawn}.") if drawn else plural(
        "{name} exchanges {count} tile.", "{name} exchanges {count} tiles."
    )
    return say(template, name=name, thrown=thrown, drawn=drawn, count=moment.exchanged)


def ending(view: View, say: Voice) -> list[str]:
    """Says how a deal ended: what went back, who showed what, who took which pot."""
    data = seen(view)
    said = [
        say("{name} gets {chips} back, which nobody matched.", name=say.seat(seat), chips=chips)
        for seat, chips in enumerate(given_back(view)) if chips
    ]
    if data["ending"] == "showdown":
        folded = data["folded"]
        said += [
            say(
                "{name} shows {rank}: {tiles}.", name=say.seat(seat), rank=rank_of(view, seat, say),
                tiles=" ".join(hand),
            )
            for seat, hand in enumerate(data["hands"])
            if isinstance(hand, list) and hand and seat not in folded
        ]
    return said + awards(view, say) + session(view, say)


def awards(view: View, say: Voice) -> list[str]:
    """Says who took which pot."""
    data = seen(view)
    said: list[str] = []
    takers = {pot["winner"] for pot in data["pots"]}
    if len(data["pots"]) > 1 and len(takers) == 1:
        return [say(
            "{name} takes all {count} pots: {chips}.", name=say.seat(takers.pop()),
            count=len(data["pots"]), chips=sum(pot["chips"] for pot in data["pots"]),
        )]
    for number, pot in enumerate(data["pots"]):
        template = N_("{name} takes the pot of {chips}.") if len(data["pots"]) == 1 else N_(
            "{name} takes a side pot of {chips}."
        ) if number else N_("{name} takes the main pot of {chips}.")
        if data["ending"] == "folded":
            template = N_("All others have folded: {name} takes {chips}.")
        said.append(say(template, name=say.seat(pot["winner"]), chips=pot["chips"]))
    return said


def session(view: View, say: Voice) -> list[str]:
    """Says who has won the session, if it is over."""
    wins = plural(
        "{name} wins the session with {chips} chip.", "{name} wins the session with {chips} chips.",
        by="chips",
    )
    return [
        say(wins, name=say.seat(seat), chips=view.scores[seat])
        for seat in view.game.decided(view.scores, seen(view)["number"])
    ]


def settlement(view: View, say: Voice) -> list[str]:
    """Says for each seat what it won or lost and what it has."""
    stands, out = N_("{name}: {gain}, {total} in all."), N_("{name} has no chips left and is out.")
    return [
        say(stands if total else out, name=say.seat(seat), gain=saying.signed(gain), total=total)
        for seat, (gain, total) in enumerate(zip(seen(view)["points"], view.scores, strict=True))
        if seen(view)["before"][seat]
    ]


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [say("Everybody antes {chips}.", chips=seen(view)["options"]["ante"])]
    said += [happened(moment, say) for moment in moments(view)]
    if view.over:
        said += ending(view, say) + settlement(view, say)
    return said


def news(view: View, say: Voice) -> str:
    """Says what happened last."""
    if view.over:
        return " ".join(awards(view, say))
    past = moments(view)
    return happened(past[-1], say) if past else ""


def badges(view: View, say: Voice) -> dict[int, list[Badge]]:
    """Finds for each seat what it did last in this betting round, and whether it is all-in."""
    data = seen(view)
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    past = moments(view)
    exchanging = False
    for moment in past:
        if moment.kind in ("exchange", "pat") and not exchanging:
            exchanging = True
            found = {seat: [] for seat in found}
        found[moment.seat] = [badge(moment, moment is past[-1], say)]
    for seat in data["folded"]:
        if not found[seat] or found[seat][0].text != say(BADGE_FOLD):
            found[seat] = [short(say(BADGE_FOLD))]
    for seat in range(int(view.game.players)):
        if data["before"][seat] == 0:
            found[seat] = [short(say(OUT))]
        elif not view.over and data["chips"][seat] == 0 and seat not in data["folded"]:
            found[seat] = [short(say("all-in"), any(one.now for one in found[seat]))]
    return found


def short(text: str, now: bool = False) -> Badge:
    """Makes a sign of a word that needs no shorter one."""
    return Badge(text, text, now)


def badge(moment: Moment, now: bool, say: Voice) -> Badge:
    """Says in a word what a seat did."""
    if moment.kind == "exchange":
        return short(f"×{moment.exchanged}", now)
    template = {
        "fold": BADGE_FOLD, "check": N_("check"), "pat": N_("pat"), "call": N_("call {chips}"),
        "bet": N_("bet {chips}"), "raise": N_("raise {chips}"),
    }[moment.kind]
    return short(say(template, chips=moment.level or moment.paid), now)


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    data = seen(view)
    if kind == "call":
        short = data["chips"][view.turn] == data["call"]
        return say(N_("Call all-in: {chips}") if short else N_("Call {chips}"), chips=data["call"])
    if kind in ("bet", "raise"):
        return stake_label(kind, int(what or data["least"]), data, say)
    if kind == "all-in":
        return say("All-in: {chips}", chips=data["most"])
    plain = {
        "fold": N_("Fold"), "check": N_("Check"), "pat": N_("Stand pat"), "exchange": N_("Exchange")
    }
    return say(plain[kind]) if kind in plain else what


def stake_label(kind: str, chips: int, data: PokerView, say: Voice) -> str:
    """Says what a bet or raise comes to; where any size is possible, that of the pot by name."""
    pot = sum(data["staked"]) + data["call"]
    template = LABEL_BET if kind == "bet" else LABEL_RAISE
    if data["options"]["betting"] == "no_limit":
        if chips == data["level"] + pot:
            template = N_("Pot: {chips}")
        elif chips == data["level"] + pot // 2:
            template = N_("Half pot: {chips}")
    return say(template, chips=chips)


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "pick":
        return saying.spoken_tile(what, say)
    if kind in ("bet", "raise"):
        template = LABEL_BET if kind == "bet" else LABEL_RAISE
        return say(template, chips=what or seen(view)["least"])
    return label(touch, view, say)


def in_words(view: View, say: Voice) -> str:
    """Says what is in the pots and what the seat holds."""
    pots = ", ".join(
        f"{pot_name(view, number, say)} {pot['chips']}"
        for number, pot in enumerate(seen(view)["pots"])
    )
    rank = rank_of(view, view.seat, say) if view.seat != NOBODY else ""
    return f"{pots}. {rank}." if rank else f"{pots}."


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return {}


def stage(view: View, say: Voice) -> str:
    """Says which deal of the session this is."""
    data = seen(view)
    return say("Deal {number} of {hands}", number=data["number"], hands=data["options"]["hands"])
