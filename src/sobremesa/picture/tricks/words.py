"""What is said at the table of a trick game."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.tricks.hand import TrickGame
from sobremesa.families.tricks.views import seen
from sobremesa.material.cards import NUMBERS
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, PLAIN, Badge, Voice
from sobremesa.picture.tricks.alerts import Listener

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

VULNERABLE: Final = {
    "none": N_("nobody vulnerable"), "NS": N_("North and South vulnerable"),
    "EW": N_("East and West vulnerable"), "both": N_("all vulnerable"),
}
DEALER: Final = N_("dealer")
DECLARER: Final = N_("declarer")
DUMMY: Final = N_("dummy")
PASS: Final = N_("pass")
LED: Final = N_("{suit} led")
NO_TRICK: Final = N_("No trick has been played yet.")
TALLY: Final = {
    "tricks": N_("bid tricks"), "part": N_("part-score"), "game": N_("game"), "slam": N_("slam"),
    "overtricks": N_("overtricks"), "undertricks": N_("undertricks"),
}


def rules_of(view: View) -> TrickGame:
    """Gives the rules of a view's game."""
    game = view.game
    assert isinstance(game, TrickGame)
    return game


def is_cards(view: View) -> bool:
    """Tells whether the game is played with cards."""
    return type(rules_of(view)).CARDS


def letter(name: str, view: View, say: Voice) -> str:
    """Gives the number or letter of a card as it is shown: unless the table has chosen, in the
    language of the page (BRIDGE-R37)."""
    rank = name[1:]
    follows = seen(view)["options"]["letters"] == "auto"
    return say(COURT_LETTERS[rank]) if follows and rank in COURT_LETTERS else rank


def piece(name: str, view: View, say: Voice = PLAIN) -> str:
    """Writes a tile or a card as a sentence shows it.

    >>> import sobremesa
    >>> piece("SR", sobremesa.game("super-bridge").start(1).view(0))
    '♠K'
    """
    return SUIT_SIGNS[name[0]] + letter(name, view, say) if is_cards(view) else name


def contract_text(contract: str) -> str:
    """Writes a contract or a bid: `4SX` as 4♠ X."""
    return f"{contract[0]}{SUIT_SIGNS.get(contract[1], 'NT')} {contract[2:]}".rstrip()


def call_text(call: str, view: View, say: Voice) -> str:
    """Says a call of an auction."""
    plain = {"pass": PASS, "X": N_("double"), "XX": N_("redouble")}
    if call in plain:
        return say(plain[call])
    return contract_text(call) if is_cards(view) else call


def suit_text(suit: str, say: Voice) -> str:
    """Names a suit, or the number that was called."""
    return say(SUIT_NAMES[suit]) if suit in SUIT_NAMES else suit


def cards_left(count: int, view: View, say: Voice) -> str:
    """Says how many tiles or cards somebody holds."""
    if not is_cards(view):
        return saying.tiles_left(count, say)
    return say(plural("{count} card", "{count} cards"), count=count)


def tricks_of(view: View, seat: int) -> int:
    """Counts the tricks that a seat has taken."""
    return sum(one["taker"] == seat for one in seen(view)["tricks"])


def tricks_text(count: int, say: Voice) -> str:
    """Says how many tricks somebody has taken."""
    return say(plural("{count} trick", "{count} tricks"), count=count)


def stage(view: View, say: Voice) -> str:
    """Says which deal this is."""
    data = seen(view)
    if "vulnerable" in data:
        deals = data["options"]["deals"]
        deal = say("Deal {number} of {deals}", number=data["number"], deals=deals)
        return f"{deal} · {say(VULNERABLE[data['vulnerable']])}"
    if "part" in data:
        now = min(data["part"] + 1, data["parts"])
        return say("Round {number} of {rounds}", number=now, rounds=data["parts"])
    return say("Hand {number}, game at 250", number=data["number"])


def aim(view: View, say: Voice) -> str:
    """Says what is played for: the contract, the bid with its trumps."""
    data = seen(view)
    if data.get("contract"):
        return contract_text(data["contract"])
    if data.get("declaration"):
        trumps = say("Trumps: {suit}", suit=suit_text(data["declaration"], say))
        return f"{data['bid']} · {trumps}"
    return str(data["bid"]) if data.get("bid") else ""


def in_words(view: View, say: Voice) -> str:
    """Says what lies on the table."""
    fallen = seen(view)["trick"]["pieces"]
    if not fallen:
        return say(NO_TRICK) if not seen(view)["tricks"] else ""
    return ", ".join(piece(name, view, say) for name in fallen) + "."


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the deal ended."""
    if view.over:
        return ending(view, say)[-1]
    data = seen(view)
    stage = "correct" if data.get("asked") == "correct" else data.get("stage", "play")
    name = say.seat(view.turn)
    if view.turn == view.seat:
        return your_turn(view, stage, say)
    told = {
        "auction": N_("{name} is to call"), "declaration": N_("{name} names trumps"),
        "claim": N_("{name} is asked about the claim"),
        "correct": N_("{name} is asked about their tile"),
    }
    if stage in told:
        return say(told[stage], name=name)
    going_on = bool(data["trick"]["pieces"])
    if view.seat >= 0 and data.get("dummy") == view.seat and view.turn == data["declarer"]:
        return say("You are dummy: {name} plays your cards", name=name)
    return say(saying.IS_TO_PLAY if going_on else N_("{name} is to lead"), name=name)


def your_turn(view: View, stage: str, say: Voice) -> str:
    """Says what is asked of the seat that looks on."""
    data = seen(view)
    if stage == "claim":
        return say(
            "{name} claims {count} of the tricks left: do you accept?",
            name=say.seat(data["declarer"]), count=data["claimed"],
        )
    plain = {
        "auction": N_("Your call"), "declaration": N_("Name trumps"),
        "correct": N_("You did not follow: withdraw your tile?"),
    }
    if stage in plain:
        return say(plain[stage])
    dummy = "hand" in data and data["hand"] != view.seat
    if not data["trick"]["pieces"]:
        calling = "part" in data
        return say(
            N_("Your lead, from dummy") if dummy
            else N_("Your lead: a tile, and the number you call") if calling else N_("Your lead")
        )
    if dummy:
        return say("Your turn: play from dummy")
    return say("Your turn: play to {suit}", suit=suit_text(data["trick"]["suit"], say))


def ending(view: View, say: Voice) -> list[str]:
    """Says how a deal ended, and who won the match if it is won."""
    data = seen(view)
    said = [deal_ended(view, say)]
    winners = data["winners"]
    if not winners or "part" in data:
        return said
    if len(winners) == int(view.game.players):
        return [*said, say("The match is drawn.")]
    won = plural(
        "{names} win with {points} point.", "{names} win with {points} points.", by="points"
    )
    names, points = saying.side_name(view, winners[0], say), view.scores[winners[0]]
    return [*said, say(won, names=names, points=points)]


def deal_ended(view: View, say: Voice) -> str:
    """Says what a deal has brought."""
    data = seen(view)
    if "part" in data:
        winners = data["winners"]
        if len({view.game.side_of(seat) for seat in winners}) > 1:
            return say("All tiles are played; the best share the win.")
        return say(
            "All tiles are played; {name} has most points.",
            name=saying.side_name(view, winners[0], say),
        )
    if "contract" in data:
        return contract_ended(view, say)
    if data["bidder"] < 0:
        return say("Nobody bids: the hand is thrown in.")
    side = data["bidder"] % 2
    scored = data["scored"]
    made = data["taken"][side] >= min(data["bid"], 42)
    return say(
        N_("{name} bid {bid} and took {took}: {ours} points to {theirs}.") if made
        else N_("{name} bid {bid} and took only {took}: {theirs} points for the others."),
        name=say.seat(data["bidder"]), bid=data["bid"], took=data["taken"][side], ours=scored[side],
        theirs=scored[1 - side],
    )


def contract_ended(view: View, say: Voice) -> str:
    """Says whether a contract was made, and what it scores."""
    data = seen(view)
    if data["declarer"] < 0:
        return say("All pass: nothing is scored.")
    points = sum(points for _, points in data["tally"])
    tricks = data["won"][data["declarer"] % 2]
    return say(
        N_("{contract} by {name}, made with {tricks}: {points}.") if points > 0
        else N_("{contract} by {name}, {short} down: {points} for the others."),
        contract=contract_text(data["contract"]), name=say.seat(data["declarer"]),
        tricks=tricks_text(tricks, say), points=say(saying.POINTS, points=abs(points)),
        short=8 + int(data["contract"][0]) - tricks,
    )


class Story:
    """The log with what each entry was: a call, a lead, a card to a trick, an answer.

    Where it `explains`, a call comes with what it shows.
    """

    def __init__(self, view: View, say: Voice, *, explains: bool = False) -> None:
        self.view = view
        self.explains = explains
        self.say = say
        self.fallen = 0
        self.trick = 0
        self.lines: list[str] = []
        self.listener = Listener(view, say)
        for seat, text, _ in view.log:
            self.lines += [line for line in self.tell(seat, text) if line]

    def tell(self, seat: int, text: str) -> list[str]:
        """Says what one entry tells."""
        say, view = self.say, self.view
        name = say.seat(seat)
        answers = {"accept": N_("{name} accepts."), "refuse": N_("{name} does not accept.")}
        if text in answers:
            return [say(answers[text], name=name)]
        if text.startswith("claim="):
            claims = plural(
                "{name} shows their hand and claims {count} trick.",
                "{name} shows their hand and claims {count} tricks.",
            )
            return [say(claims, name=name, count=text[6:])]
        if text == "keep":
            return self.settled()
        if is_call(text, view):
            call = call_text(text, view, say)
            alert = self.listener.hear(seat, text) if self.explains else ""
            return [say("{name}: {call}.", name=name, call=f"{call} ({alert})" if alert else call)]
        if text in SUIT_NAMES:
            named = N_("{name} names no trump.") if text == "no-trump" else N_(
                "{name} names {suit} as trumps."
            )
            return [say(named, name=name, suit=suit_text(text, say))]
        return self.played(seat, name, text)

    def played(self, seat: int, name: str, text: str) -> list[str]:
        """Tells of a piece played to a trick, and of who took it."""
        say, view = self.say, self.view
        size = int(view.game.players)
        if self.fallen == size:
            return [
                say("{name} withdraws their tile and plays {piece}.", name=name, piece=text),
                *self.settled(),
            ]
        data = seen(view)
        trick = [*data["tricks"], data["trick"]][self.trick]
        owner = (trick["leader"] + self.fallen) % size
        thing, _, called = text.partition("=")
        shown = piece(thing, view, say)
        template = N_("{name} leads {piece}.") if self.fallen == 0 else N_("{name} plays {piece}.")
        if called and self.fallen == 0:
            template = N_("{name} leads {piece} and calls {number}.")
        elif owner != seat:
            template = N_("{name} plays {piece} from dummy.")
        self.fallen += 1
        told = [say(template, name=name, piece=shown, number=called)]
        if self.fallen == size and not self.open_to_doubt():
            return told + self.settled()
        return told

    def open_to_doubt(self) -> bool:
        """Tells whether somebody who did not follow is asked before the trick is taken."""
        size = 15 if self.view.game.players == 3 else 17
        revoke = seen(self.view)["options"].get("revoke")
        return revoke == "penalty" and self.trick % size != size - 1

    def settled(self) -> list[str]:
        """Tells who took a full trick, once it is in the list of those taken."""
        tricks = seen(self.view)["tricks"]
        if self.fallen < int(self.view.game.players) or self.trick >= len(tricks):
            return []
        taker = self.say.seat(tricks[self.trick]["taker"])
        self.trick += 1
        self.fallen = 0
        return [self.say("{name} takes the trick.", name=taker)]


def is_call(text: str, view: View) -> bool:
    """Tells whether an entry of the log is a call of the auction."""
    is_bid = text[0].isdecimal() if is_cards(view) else text.isdecimal()
    return is_bid or text in ("pass", "X", "XX")


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = Story(view, say, explains=True).lines
    return said + ending(view, say) if view.over else said


def news(view: View, say: Voice) -> str:
    """Says what happened last."""
    if view.over:
        return ending(view, say)[0]
    lines = Story(view, say).lines
    return lines[-1] if lines else ""


def badges(view: View, say: Voice) -> dict[int, list[Badge]]:
    """Finds for each seat its part in the deal: dealer, declarer, dummy, what it bid."""
    data = seen(view)
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    playing = data.get("stage", "play") != "auction"
    if data.get("declarer", -1) >= 0:
        contract = contract_text(data["contract"])
        found[data["declarer"]].append(Badge(f"{say(DECLARER)} {contract}", contract, False))
        found[data["dummy"]].append(Badge(say(DUMMY), say(DUMMY), False))
    elif data.get("bidder", -1) >= 0 and playing:
        bid = say("bid {bid}", bid=data["bid"])
        found[data["bidder"]].append(Badge(bid, str(data["bid"]), False))
    if not playing:
        found[data["dealer"]].append(Badge(say(DEALER), say(DEALER), False))
        for seat, call in {seat: call for seat, call in data["calls"]}.items():
            text = call_text(call, view, say)
            found[seat].append(Badge(text, text, data["calls"][-1] == [seat, call]))
    return found


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    plain = {
        "double": N_("Double"), "redouble": N_("Redouble"), "claim": N_("Claim…"),
        "accept": N_("Accept"), "refuse": N_("Do not accept"), "keep": N_("Let it stand"),
    }
    if kind in plain:
        return say(plain[kind])
    if kind == "pass":
        # As in the auction: dominoes have a word of their own for it in some languages.
        return say(PASS)[:1].upper() + say(PASS)[1:]
    if kind == "bid":
        return say("Bid {bid}", bid=call_text(what, view, say))
    if kind == "trump":
        named = suit_text(what, say)
        return named[:1].upper() + named[1:]
    if kind == "suit":
        return say("Call {number}", number=what)
    if kind == "tricks":
        return say(plural("Claim {count} trick", "Claim {count} tricks"), count=what)
    return piece(what, view, say)


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return saying.spoken_tile(what, say)
    if kind == "card":
        return spoken_card(what, say)
    return label(touch, view, say)


def spoken_card(name: str, say: Voice) -> str:
    """Says a card in words.

    >>> spoken_card("SA", Voice()), spoken_card("H12", Voice())
    ('ace of spades', '12 of hearts')
    """
    suit, rank = name[0], name[1:]
    shown = rank if rank in NUMBERS else say(RANK_NAMES[rank])
    return say("{rank} of {suit}", rank=shown, suit=say(SUIT_NAMES[suit]))


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    if "part" in seen(view):
        return {"suit": N_("Which number do you call?")}
    return {"tricks": N_("How many tricks do you claim?")} if is_cards(view) else {}
