"""What is said at the table of a trick game."""

from __future__ import annotations

from typing import Any, Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.material.cards import NUMBERS
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Names, Say, seat_name, spoken_tile

SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES: Final = {
    "C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades"),
    "N": N_("no trump"), "trumps": N_("trumps"),
    "blanks": N_("blanks"), "ones": N_("ones"), "twos": N_("twos"), "threes": N_("threes"),
    "fours": N_("fours"), "fives": N_("fives"), "sixes": N_("sixes"), "doubles": N_("doubles"),
    "no-trump": N_("no trump"),
}
RANK_NAMES: Final = {
    "A": N_("ace"), "R": N_("king"), "K": N_("king"), "D": N_("queen"), "Q": N_("queen"),
    "V": N_("jack"), "J": N_("jack"), "S": N_("Maid"), "M": N_("Maid"),
}
# The letters below the ace, by those that are printed.
COURT_LETTERS: Final = {"R": N_("K"), "D": N_("Q"), "V": N_("J"), "S": N_("M")}
COMPASS: Final = [N_("North"), N_("East"), N_("South"), N_("West")]

DEAL_OF: Final = N_("Deal {number} of {deals}")
HAND_OF: Final = N_("Hand {number}, game at 250")
ROUND_OF: Final = N_("Round {number} of {rounds}")
VULNERABLE: Final = {
    "none": N_("nobody vulnerable"), "NS": N_("North and South vulnerable"),
    "EW": N_("East and West vulnerable"), "both": N_("all vulnerable"),
}
CARDS_LEFT: Final = plural("{count} card", "{count} cards")
TRICKS: Final = plural("{count} trick", "{count} tricks")
DEALER: Final = N_("dealer")
DECLARER: Final = N_("declarer")
DUMMY: Final = N_("dummy")
BIDDER: Final = N_("bid {bid}")
PASS: Final = N_("pass")
DOUBLE: Final = N_("double")
REDOUBLE: Final = N_("redouble")
LED: Final = N_("{suit} led")
TRUMPS_ARE: Final = N_("Trumps: {suit}")
NO_TRICK: Final = N_("No trick has been played yet.")

YOU_CALL: Final = N_("Your call")
YOU_DECLARE: Final = N_("Name trumps")
YOU_LEAD: Final = N_("Your lead")
YOU_CALL_NUMBER: Final = N_("Your lead: a tile, and the number you call")
YOU_PLAY: Final = N_("Your turn: play to {suit}")
YOU_PLAY_DUMMY: Final = N_("Your turn: play from dummy")
YOU_LEAD_DUMMY: Final = N_("Your lead, from dummy")
YOU_ARE_DUMMY: Final = N_("You are dummy: {name} plays your cards")
YOU_ANSWER: Final = N_("{name} claims {count} of the tricks left: do you accept?")
YOU_CORRECT: Final = N_("You did not follow: withdraw your tile?")
CALLS: Final = N_("{name} is to call")
DECLARES: Final = N_("{name} names trumps")
LEADS: Final = N_("{name} is to lead")
ANSWERS: Final = N_("{name} is asked about the claim")
CORRECTS: Final = N_("{name} is asked about their tile")

SAID: Final = N_("{name}: {call}.")
NAMED: Final = N_("{name} names {suit} as trumps.")
NAMED_NONE: Final = N_("{name} names no trump.")
LED_WITH: Final = N_("{name} leads {piece}.")
LED_CALLING: Final = N_("{name} leads {piece} and calls {number}.")
PLAYED: Final = N_("{name} plays {piece}.")
FROM_DUMMY: Final = N_("{name} plays {piece} from dummy.")
TAKES: Final = N_("{name} takes the trick.")
WITHDREW: Final = N_("{name} withdraws their tile and plays {piece}.")
CLAIMED: Final = plural(
    "{name} shows their hand and claims {count} trick.",
    "{name} shows their hand and claims {count} tricks.",
)
ACCEPTED: Final = N_("{name} accepts.")
REFUSED: Final = N_("{name} does not accept.")

THROWN_IN: Final = N_("Nobody bids: the hand is thrown in.")
PASSED_OUT: Final = N_("All pass: nothing is scored.")
MADE_BID: Final = N_("{name} bid {bid} and took {took}: {ours} points to {theirs}.")
LOST_BID: Final = N_("{name} bid {bid} and took only {took}: {theirs} points for the others.")
MADE: Final = N_("{contract} by {name}, made with {tricks}: {points}.")
LOST: Final = N_("{contract} by {name}, {short} down: {points} for the others.")
GAME_OVER: Final = N_("All tiles are played; {name} has most points.")
SHARED: Final = N_("All tiles are played; the best share the win.")
SIDE_WINS: Final = plural(
    "{names} win with {points} point.", "{names} win with {points} points.", by="points"
)
MATCH_DRAWN: Final = N_("The match is drawn.")
AND: Final = N_("{one} and {other}")
TALLY: Final = {
    "tricks": N_("bid tricks"), "part": N_("part-score"), "game": N_("game"), "slam": N_("slam"),
    "overtricks": N_("overtricks"), "undertricks": N_("undertricks"),
}

LABEL_DOUBLE: Final = N_("Double")
LABEL_REDOUBLE: Final = N_("Redouble")
LABEL_BID: Final = N_("Bid {bid}")
LABEL_SUIT: Final = N_("Call {number}")
LABEL_CLAIM: Final = N_("Claim…")
LABEL_TRICKS: Final = plural("Claim {count} trick", "Claim {count} tricks")
LABEL_ACCEPT: Final = N_("Accept")
LABEL_REFUSE: Final = N_("Do not accept")
LABEL_KEEP: Final = N_("Let it stand")
SPOKEN_CARD: Final = N_("{rank} of {suit}")


def is_cards(view: View) -> bool:
    """Tells whether the game is played with cards."""
    return view.game.name == "super-bridge"


def letter(name: str, view: View, say: Say) -> str:
    """Gives the number or letter of a card as it is shown: unless the table has chosen, in the
    language of the page (BRIDGE-R37)."""
    rank = name[1:]
    follows = view.data["options"]["letters"] == "auto"
    return say(COURT_LETTERS[rank]) if follows and rank in COURT_LETTERS else rank


def piece(name: str, view: View, say: Say = str) -> str:
    """Writes a tile or a card as a sentence shows it.

    >>> import sobremesa
    >>> piece("SR", sobremesa.game("super-bridge").start(1).view(0))
    '♠K'
    """
    return SUIT_SIGNS[name[0]] + letter(name, view, say) if is_cards(view) else name


def contract_text(contract: str, say: Say) -> str:
    """Writes a contract or a bid: `4SX` as 4♠ X."""
    strain = contract[1]
    sign = SUIT_SIGNS.get(strain) or "NT"
    doubled = contract[2:]
    return f"{contract[0]}{sign}" + (f" {doubled}" if doubled else "")


def call_text(call: str, view: View, say: Say) -> str:
    """Says a call of an auction."""
    plain = {"pass": PASS, "X": DOUBLE, "XX": REDOUBLE}
    if call in plain:
        return say(plain[call])
    return contract_text(call, say) if is_cards(view) else call


def suit_text(suit: str, say: Say) -> str:
    """Names a suit, or the number that was called."""
    return say(SUIT_NAMES[suit]) if suit in SUIT_NAMES else suit


def side_name(view: View, seat: int, names: Names, say: Say) -> str:
    """Names a seat, or it and its partners."""
    partners = [
        seat_name(other, names, say) for other in range(int(view.game.players))
        if view.game.side_of(other) == view.game.side_of(seat)
    ]
    return partners[0] if len(partners) == 1 else say(AND).format(
        one=partners[0], other=partners[1]
    )


def cards_left(count: int, view: View, say: Say) -> str:
    """Says how many tiles or cards somebody holds."""
    if not is_cards(view):
        return saying.tiles_left(count, say)
    return say(CARDS_LEFT).format(count=count)


def tricks_of(view: View, seat: int) -> int:
    """Counts the tricks that a seat has taken."""
    return sum(one["taker"] == seat for one in view.data["tricks"])


def tricks_text(count: int, say: Say) -> str:
    """Says how many tricks somebody has taken."""
    return say(TRICKS).format(count=count)


def progress(view: View, say: Say) -> str:
    """Says which deal this is."""
    data = view.data
    if "vulnerable" in data:
        deal = say(DEAL_OF).format(number=data["number"], deals=data["options"]["deals"])
        return f"{deal} · {say(VULNERABLE[data['vulnerable']])}"
    if "part" in data:
        now = min(data["part"] + 1, data["parts"])
        return say(ROUND_OF).format(number=now, rounds=data["parts"])
    return say(HAND_OF).format(number=data["number"])


def aim(view: View, say: Say) -> str:
    """Says what is played for: the contract, the bid with its trumps."""
    data = view.data
    if data.get("contract"):
        return contract_text(data["contract"], say)
    if data.get("declaration"):
        trumps = say(TRUMPS_ARE).format(suit=suit_text(data["declaration"], say))
        return f"{data['bid']} · {trumps}"
    return str(data["bid"]) if data.get("bid") else ""


def table_in_words(view: View, say: Say) -> str:
    """Says what lies on the table."""
    fallen = view.data["trick"]["pieces"]
    if not fallen:
        return say(NO_TRICK) if not view.data["tricks"] else ""
    return ", ".join(piece(name, view, say) for name in fallen) + "."


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the deal ended."""
    if view.over:
        return ending(view, names, say)[-1]
    data = view.data
    stage = "correct" if data.get("asked") == "correct" else data.get("stage", "play")
    name = seat_name(view.turn, names, say)
    if view.turn == view.seat:
        return your_turn(view, stage, names, say)
    told = {
        "auction": CALLS, "declaration": DECLARES, "claim": ANSWERS, "correct": CORRECTS,
    }
    if stage in told:
        return say(told[stage]).format(name=name)
    going_on = bool(data["trick"]["pieces"])
    if view.seat >= 0 and data.get("dummy") == view.seat:
        declarer = seat_name(data["declarer"], names, say)
        if view.turn == data["declarer"]:
            return say(YOU_ARE_DUMMY).format(name=declarer)
    return say(saying.IS_TO_PLAY if going_on else LEADS).format(name=name)


def your_turn(view: View, stage: str, names: Names, say: Say) -> str:
    """Says what is asked of the seat that looks on."""
    data = view.data
    if stage == "claim":
        return say(YOU_ANSWER).format(
            name=seat_name(data["declarer"], names, say), count=data["claimed"]
        )
    plain = {"auction": YOU_CALL, "declaration": YOU_DECLARE, "correct": YOU_CORRECT}
    if stage in plain:
        return say(plain[stage])
    dummy = "hand" in data and data["hand"] != view.seat
    if not data["trick"]["pieces"]:
        calling = "part" in data
        return say(YOU_LEAD_DUMMY if dummy else YOU_CALL_NUMBER if calling else YOU_LEAD)
    if dummy:
        return say(YOU_PLAY_DUMMY)
    return say(YOU_PLAY).format(suit=suit_text(data["trick"]["suit"], say))


def ending(view: View, names: Names, say: Say) -> list[str]:
    """Says how a deal ended, and who won the match if it is won."""
    data = view.data
    said = [deal_ended(view, names, say)]
    winners = data["winners"]
    if not winners or "part" in data:
        return said
    if len(winners) == int(view.game.players):
        return [*said, say(MATCH_DRAWN)]
    return [*said, say(SIDE_WINS).format(
        names=side_name(view, winners[0], names, say), points=view.scores[winners[0]]
    )]


def deal_ended(view: View, names: Names, say: Say) -> str:
    """Says what a deal has brought."""
    data = view.data
    if "part" in data:
        winners = data["winners"]
        if len({view.game.side_of(seat) for seat in winners}) > 1:
            return say(SHARED)
        return say(GAME_OVER).format(name=side_name(view, winners[0], names, say))
    if "contract" in data:
        return contract_ended(view, names, say)
    if data["bidder"] < 0:
        return say(THROWN_IN)
    side = data["bidder"] % 2
    scored = data["scored"]
    made = data["taken"][side] >= min(data["bid"], 42)
    return say(MADE_BID if made else LOST_BID).format(
        name=seat_name(data["bidder"], names, say), bid=data["bid"],
        took=data["taken"][side], ours=scored[side], theirs=scored[1 - side],
    )


def contract_ended(view: View, names: Names, say: Say) -> str:
    """Says whether a contract was made, and what it scores."""
    data = view.data
    if data["declarer"] < 0:
        return say(PASSED_OUT)
    points = sum(points for _, points in data["tally"])
    tricks = data["won"][data["declarer"] % 2]
    return say(MADE if points > 0 else LOST).format(
        contract=contract_text(data["contract"], say),
        name=seat_name(data["declarer"], names, say), tricks=tricks_text(tricks, say),
        points=saying.points_text(abs(points), say),
        short=8 + int(data["contract"][0]) - tricks,
    )


class Story:
    """The log with what each entry was: a call, a lead, a card to a trick, an answer."""

    def __init__(self, view: View, names: Names, say: Say) -> None:
        self.view = view
        self.names = names
        self.say = say
        self.fallen = 0
        self.trick = 0
        self.asked = False
        self.lines: list[str] = []
        for seat, text, _ in view.data["log"]:
            self.lines += [line for line in self.tell(seat, text) if line]

    def tell(self, seat: int, text: str) -> list[str]:
        """Says what one entry tells."""
        say, view = self.say, self.view
        name = seat_name(seat, self.names, say)
        if text in ("accept", "refuse"):
            agrees = text == "accept"
            return [say(ACCEPTED if agrees else REFUSED).format(name=name)]
        if text.startswith("claim="):
            return [say(CLAIMED).format(name=name, count=text[6:])]
        if text == "keep":
            return self.settled()
        if is_call(text, view):
            return [say(SAID).format(name=name, call=call_text(text, view, say))]
        if text in SUIT_NAMES:
            named = NAMED_NONE if text == "no-trump" else NAMED
            return [say(named).format(name=name, suit=suit_text(text, say))]
        return self.played(seat, name, text)

    def played(self, seat: int, name: str, text: str) -> list[str]:
        """Tells of a piece played to a trick, and of who took it."""
        say, view = self.say, self.view
        size = int(view.game.players)
        if self.fallen == size:
            return [say(WITHDREW).format(name=name, piece=text), *self.settled()]
        trick = self.current()
        owner = (trick["leader"] + self.fallen) % size
        thing, _, called = text.partition("=")
        shown = piece(thing, view, say)
        template = LED_WITH if self.fallen == 0 else PLAYED
        if called and self.fallen == 0:
            template = LED_CALLING
        elif owner != seat:
            template = FROM_DUMMY
        self.fallen += 1
        told = [say(template).format(name=name, piece=shown, number=called)]
        if self.fallen == size and not self.open_to_doubt(trick):
            return told + self.settled()
        return told

    def open_to_doubt(self, trick: dict[str, Any]) -> bool:
        """Tells whether somebody who did not follow is asked before the trick is taken."""
        options = self.view.data["options"]
        if options.get("revoke") != "penalty":
            return False
        size = 15 if self.view.game.players == 3 else 17
        return self.trick % size != size - 1

    def settled(self) -> list[str]:
        """Tells who took a full trick, once it is in the list of those taken."""
        tricks = self.view.data["tricks"]
        if self.fallen < int(self.view.game.players) or self.trick >= len(tricks):
            return []
        taker = seat_name(tricks[self.trick]["taker"], self.names, self.say)
        self.trick += 1
        self.fallen = 0
        return [self.say(TAKES).format(name=taker)]

    def current(self) -> dict[str, Any]:
        """Gives the trick that the story has come to."""
        tricks: list[dict[str, Any]] = self.view.data["tricks"]
        if self.trick < len(tricks):
            return tricks[self.trick]
        found: dict[str, Any] = self.view.data["trick"]
        return found


def is_call(text: str, view: View) -> bool:
    """Tells whether an entry of the log is a call of the auction."""
    if text in ("pass", "X", "XX"):
        return True
    if is_cards(view):
        return text[0].isdecimal()
    return text.isdecimal()


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = Story(view, names, say).lines
    return said + ending(view, names, say) if view.over else said


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last."""
    if view.over:
        return ending(view, names, say)[0]
    lines = Story(view, names, say).lines
    return lines[-1] if lines else ""


def badges(view: View, say: Say) -> dict[int, list[Badge]]:
    """Finds for each seat its part in the deal: dealer, declarer, dummy, what it bid."""
    data = view.data
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    playing = data.get("stage", "play") != "auction"
    if data.get("declarer", -1) >= 0:
        found[data["declarer"]].append(Badge(
            f"{say(DECLARER)} {contract_text(data['contract'], say)}",
            contract_text(data["contract"], say), False,
        ))
        found[data["dummy"]].append(Badge(say(DUMMY), say(DUMMY), False))
    elif data.get("bidder", -1) >= 0 and playing:
        bid = say(BIDDER).format(bid=data["bid"])
        found[data["bidder"]].append(Badge(bid, str(data["bid"]), False))
    if not playing:
        found[data["dealer"]].append(Badge(say(DEALER), say(DEALER), False))
        for seat, call in {seat: call for seat, call in data["calls"]}.items():
            text = call_text(call, view, say)
            found[seat].append(Badge(text, text, data["calls"][-1] == [seat, call]))
    return found


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    plain = {
        "double": LABEL_DOUBLE, "redouble": LABEL_REDOUBLE,
        "claim": LABEL_CLAIM, "accept": LABEL_ACCEPT, "refuse": LABEL_REFUSE,
        "keep": LABEL_KEEP,
    }
    if kind in plain:
        return say(plain[kind])
    if kind == "pass":
        # As in the auction: dominoes have a word of their own for it in some languages.
        return say(PASS)[:1].upper() + say(PASS)[1:]
    if kind == "bid":
        return say(LABEL_BID).format(bid=call_text(what, view, say))
    if kind == "trump":
        named = suit_text(what, say)
        return named[:1].upper() + named[1:]
    if kind == "suit":
        return say(LABEL_SUIT).format(number=what)
    if kind == "tricks":
        return say(LABEL_TRICKS).format(count=what)
    return piece(what, view, say)


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return spoken_tile(what, say)
    if kind == "card":
        return spoken_card(what, say)
    return label(touch, view, say=say)


def spoken_card(name: str, say: Say) -> str:
    """Says a card in words.

    >>> spoken_card("SA", str), spoken_card("H12", str)
    ('ace of spades', '12 of hearts')
    """
    suit, rank = name[0], name[1:]
    shown = rank if rank in NUMBERS else say(RANK_NAMES[rank])
    return say(SPOKEN_CARD).format(rank=shown, suit=say(SUIT_NAMES[suit]))


