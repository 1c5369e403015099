"""What is said at a poker table: who checks, bets, raises, folds and shows."""

from __future__ import annotations

from typing import Any, Final

from sobremesa.core.game import NOBODY, View
from sobremesa.core.wording import plural
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Names, Say

RANKS: Final[dict[str, str]] = {
    name: name for name in (
        N_("High Piece"), N_("One Pair"), N_("Flush"), N_("Threes"), N_("Four Straight"),
        N_("Full Hand"), N_("Five Straight"), N_("Fours"), N_("Six Straight"), N_("Royal"),
    )
}

DEAL_OF: Final = N_("Deal {number} of {hands}")
CHIPS: Final = plural("{count} chip", "{count} chips")
POT: Final = N_("Pot")
MAIN_POT: Final = N_("Main pot")
SIDE_POT: Final = N_("Side pot")
DEALER: Final = N_("dealer")
DEALER_LETTER: Final = N_("D")
OUT: Final = N_("out")
RANKING: Final = N_("Hands, the best first")

ANTES: Final = N_("Everybody antes {chips}.")
CHECKS: Final = N_("{name} checks.")
FOLDS: Final = N_("{name} folds.")
BETS: Final = N_("{name} bets {chips}.")
RAISES: Final = N_("{name} raises to {chips}.")
CALLS: Final = N_("{name} calls {chips}.")
BETS_ALL: Final = N_("{name} bets {chips} and is all-in.")
RAISES_ALL: Final = N_("{name} raises to {chips} and is all-in.")
CALLS_ALL: Final = N_("{name} calls with {chips} and is all-in.")
STANDS_PAT: Final = N_("{name} stands pat.")
EXCHANGES: Final = plural("{name} exchanges {count} tile.", "{name} exchanges {count} tiles.")
DRAWS_FOR: Final = N_("{name} throws {thrown} away and draws {drawn}.")
GOES_BACK: Final = N_("{name} gets {chips} back, which nobody matched.")
SHOWS: Final = N_("{name} shows {rank}: {tiles}.")
TAKES_POT: Final = N_("{name} takes the pot of {chips}.")
TAKES_MAIN: Final = N_("{name} takes the main pot of {chips}.")
TAKES_SIDE: Final = N_("{name} takes a side pot of {chips}.")
TAKES_ALL: Final = N_("{name} takes all {count} pots: {chips}.")
TAKES_UNSHOWN: Final = N_("All others have folded: {name} takes {chips}.")
IS_OUT: Final = N_("{name} has no chips left and is out.")
HAS_CHIPS: Final = N_("{name}: {gain}, {total} in all.")
WINS_SESSION: Final = plural(
    "{name} wins the session with {chips} chip.",
    "{name} wins the session with {chips} chips.", by="chips",
)

YOU_OPEN: Final = N_("Your turn: check or bet")
YOU_ANSWER: Final = N_("Your turn: {chips} to call")
YOU_EXCHANGE: Final = plural(
    "Exchange {count} tile, or stand pat", "Exchange up to {count} tiles, or stand pat"
)
IS_TO_ACT: Final = N_("{name} is to act")
IS_TO_EXCHANGE: Final = N_("{name} may exchange tiles")

LABEL_FOLD: Final = N_("Fold")
LABEL_CHECK: Final = N_("Check")
LABEL_CALL: Final = N_("Call {chips}")
LABEL_CALL_ALL: Final = N_("Call all-in: {chips}")
LABEL_BET: Final = N_("Bet {chips}")
LABEL_RAISE: Final = N_("Raise to {chips}")
LABEL_HALF_POT: Final = N_("Half pot: {chips}")
LABEL_WHOLE_POT: Final = N_("Pot: {chips}")
LABEL_ALL_IN: Final = N_("All-in: {chips}")
LABEL_PAT: Final = N_("Stand pat")
LABEL_EXCHANGE: Final = N_("Exchange")

BADGE_CHECK: Final = N_("check")
BADGE_FOLD: Final = N_("fold")
BADGE_BET: Final = N_("bet {chips}")
BADGE_RAISE: Final = N_("raise {chips}")
BADGE_CALL: Final = N_("call {chips}")
BADGE_ALL_IN: Final = N_("all-in")
BADGE_PAT: Final = N_("pat")


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
        view.data["before"], staked_at_first(view), strict=True
    )]
    found: list[Moment] = []
    for seat, text, made in view.data["log"]:
        left[seat] += made
        found.append(Moment(seat, text, -made, left[seat] == 0))
    return found


def staked_at_first(view: View) -> list[int]:
    """Gives what lay in the pot before the first move: the antes, or what was set up."""
    opening = view.data["opening"]
    if "staked" in opening:
        return [int(chips) for chips in opening["staked"]]
    ante = int(view.data["options"]["ante"])
    return [min(ante, int(before)) for before in view.data["before"]]


def given_back(view: View) -> list[int]:
    """Finds what went back to each seat because nobody matched it."""
    paid = staked_at_first(view)
    for moment in moments(view):
        paid[moment.seat] += moment.paid
    return [all_ - kept for all_, kept in zip(paid, view.data["staked"], strict=True)]


def chips_in_words(count: int, say: Say) -> str:
    """Says how many chips there are."""
    return say(CHIPS).format(count=count)


def rank_of(view: View, seat: int, say: Say) -> str:
    """Names the hand of a seat, if it may be seen."""
    rank = view.data["ranks"][seat] if seat >= 0 else ""
    return say(RANKS[rank]) if rank else ""


def pot_name(view: View, number: int, say: Say) -> str:
    """Names a pot: there is one, or a main pot and side pots."""
    if len(view.data["pots"]) == 1:
        return say(POT)
    return say(SIDE_POT if number else MAIN_POT)


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the deal ended."""
    data = view.data
    if view.over:
        won = session(view, names, say)
        return " ".join(won or awards(view, names, say))
    exchanging = data["stage"] == "exchange"
    if view.turn != view.seat:
        name = saying.seat_name(view.turn, names, say)
        return say(IS_TO_EXCHANGE if exchanging else IS_TO_ACT).format(name=name)
    if exchanging:
        return say(YOU_EXCHANGE).format(count=min(3, data["boneyard"]))
    if data["call"]:
        return say(YOU_ANSWER).format(chips=data["call"])
    return say(YOU_OPEN)


def happened(moment: Moment, names: Names, say: Say) -> str:
    """Says what one entry of the log tells."""
    name = saying.seat_name(moment.seat, names, say)
    if moment.kind == "exchange":
        return exchanged(moment, name, say)
    template = {
        "fold": FOLDS, "check": CHECKS, "pat": STANDS_PAT,
        "call": CALLS_ALL if moment.all_in else CALLS,
        "bet": BETS_ALL if moment.all_in else BETS,
        "raise": RAISES_ALL if moment.all_in else RAISES,
    }[moment.kind]
    return say(template).format(name=name, chips=moment.level or moment.paid)


def exchanged(moment: Moment, name: str, say: Say) -> str:
    """Says how many tiles were exchanged or, to the seat itself, which."""
    thrown, _, drawn = moment.text[1:].partition("+")
    if drawn:
        return say(DRAWS_FOR).format(
            name=name, thrown=thrown.replace(",", " "), drawn=drawn.replace(",", " ")
        )
    return say(EXCHANGES).format(name=name, count=moment.exchanged)


def ending(view: View, names: Names, say: Say) -> list[str]:
    """Says how a deal ended: what went back, who showed what, who took which pot."""
    data = view.data
    said = [
        say(GOES_BACK).format(name=saying.seat_name(seat, names, say), chips=chips)
        for seat, chips in enumerate(given_back(view)) if chips
    ]
    if data["ending"] == "showdown":
        folded = data["folded"]
        said += [
            say(SHOWS).format(
                name=saying.seat_name(seat, names, say), rank=rank_of(view, seat, say),
                tiles=" ".join(hand),
            )
            for seat, hand in enumerate(data["hands"])
            if isinstance(hand, list) and hand and seat not in folded
        ]
    return said + awards(view, names, say) + session(view, names, say)


def awards(view: View, names: Names, say: Say) -> list[str]:
    """Says who took which pot."""
    data = view.data
    said: list[str] = []
    takers = {pot["winner"] for pot in data["pots"]}
    if len(data["pots"]) > 1 and len(takers) == 1:
        return [say(TAKES_ALL).format(
            name=saying.seat_name(takers.pop(), names, say), count=len(data["pots"]),
            chips=sum(pot["chips"] for pot in data["pots"]),
        )]
    for number, pot in enumerate(data["pots"]):
        template = TAKES_POT if len(data["pots"]) == 1 else TAKES_SIDE if number else TAKES_MAIN
        if data["ending"] == "folded":
            template = TAKES_UNSHOWN
        said.append(say(template).format(
            name=saying.seat_name(pot["winner"], names, say), chips=pot["chips"]
        ))
    return said


def session(view: View, names: Names, say: Say) -> list[str]:
    """Says who has won the session, if it is over."""
    scores = view.scores
    return [
        say(WINS_SESSION).format(name=saying.seat_name(seat, names, say), chips=scores[seat])
        for seat in view.game.decided(scores, int(view.data["number"]))
    ]


def settlement(view: View, names: Names, say: Say) -> list[str]:
    """Says for each seat what it won or lost and what it has."""
    scores = view.scores
    said: list[str] = []
    for seat, gain in enumerate(view.data["points"]):
        name = saying.seat_name(seat, names, say)
        if view.data["before"][seat] == 0:
            continue
        if scores[seat] == 0:
            said.append(say(IS_OUT).format(name=name))
        else:
            said.append(say(HAS_CHIPS).format(name=name, gain=f"{gain:+d}", total=scores[seat]))
    return said


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [say(ANTES).format(chips=view.data["options"]["ante"])]
    said += [happened(moment, names, say) for moment in moments(view)]
    if view.over:
        said += ending(view, names, say) + settlement(view, names, say)
    return said


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last."""
    if view.over:
        return " ".join(awards(view, names, say))
    past = moments(view)
    return happened(past[-1], names, say) if past else ""


def badges(view: View, say: Say) -> dict[int, list[Badge]]:
    """Finds for each seat what it did last in this betting round, and whether it is all-in."""
    data = view.data
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    past = moments(view)
    for number, moment in enumerate(past):
        if moment.kind in ("exchange", "pat") and number and past[number - 1].kind not in (
            "exchange", "pat"
        ):
            found = {seat: [] for seat in found}
        found[moment.seat] = [badge(moment, number == len(past) - 1, say)]
    for seat in data["folded"]:
        if not found[seat] or found[seat][0].text != say(BADGE_FOLD):
            found[seat] = [Badge(say(BADGE_FOLD), say(BADGE_FOLD), False)]
    for seat in range(int(view.game.players)):
        if data["before"][seat] == 0:
            found[seat] = [Badge(say(OUT), say(OUT), False)]
        elif not view.over and data["chips"][seat] == 0 and seat not in data["folded"]:
            text = say(BADGE_ALL_IN)
            now = any(one.now for one in found[seat])
            found[seat] = [Badge(text, text, now)]
    return found


def badge(moment: Moment, now: bool, say: Say) -> Badge:
    """Says in a word what a seat did."""
    if moment.kind == "exchange":
        return Badge(f"×{moment.exchanged}", f"×{moment.exchanged}", now)
    template = {
        "fold": BADGE_FOLD, "check": BADGE_CHECK, "pat": BADGE_PAT, "call": BADGE_CALL,
        "bet": BADGE_BET, "raise": BADGE_RAISE,
    }[moment.kind]
    text = say(template).format(chips=moment.level or moment.paid)
    return Badge(text, text, now)


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    data = view.data
    if kind == "call":
        short = data["chips"][view.turn] == data["call"]
        return say(LABEL_CALL_ALL if short else LABEL_CALL).format(chips=data["call"])
    if kind in ("bet", "raise"):
        return stake_label(kind, int(what or data["least"]), data, say)
    if kind == "all-in":
        return say(LABEL_ALL_IN).format(chips=data["most"])
    plain = {
        "fold": LABEL_FOLD, "check": LABEL_CHECK, "pat": LABEL_PAT, "exchange": LABEL_EXCHANGE,
    }
    return say(plain[kind]) if kind in plain else what


def stake_label(kind: str, chips: int, data: dict[str, Any], say: Say) -> str:
    """Says what a bet or raise comes to; where any size is possible, that of the pot by name."""
    pot = sum(data["staked"]) + data["call"]
    template = LABEL_BET if kind == "bet" else LABEL_RAISE
    if data["options"]["betting"] == "no_limit":
        if chips == data["level"] + pot:
            template = LABEL_WHOLE_POT
        elif chips == data["level"] + pot // 2:
            template = LABEL_HALF_POT
    return say(template).format(chips=chips)


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "pick":
        return saying.spoken_tile(what, say)
    if kind in ("bet", "raise"):
        template = LABEL_BET if kind == "bet" else LABEL_RAISE
        return say(template).format(chips=what or view.data["least"])
    return label(touch, view, say=say)


def table_in_words(view: View, say: Say) -> str:
    """Says what is in the pots and what the seat holds."""
    pots = ", ".join(
        f"{pot_name(view, number, say)} {pot['chips']}"
        for number, pot in enumerate(view.data["pots"])
    )
    rank = rank_of(view, view.seat, say) if view.seat != NOBODY else ""
    return f"{pots}. {rank}." if rank else f"{pots}."
