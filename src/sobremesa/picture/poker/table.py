"""The picture of a poker table: seats round a cloth, tiles, chips, bets and pots."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from sobremesa.core.game import NOBODY, View
from sobremesa.families.poker.views import seen
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.poker import words
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Place, Scene, group, num
from sobremesa.picture.seats import Box, Frame, Look, Room, Table

# What a chip is worth, the dearest first.
WORTHS: Final = [100, 25, 5, 1]
# How wide half a chip is, and how far one lies above another.
CHIP: Final = 15.0
RISE: Final = 6.0


class Spot(NamedTuple):
    """A place on the table."""

    x: float
    y: float


class Spots(NamedTuple):
    """Where everything lies: cards and tiles of the seats, bets, dealer marks, cloth and pots.

    The own hand, the heading and what is said lie where the frame has them at every table.
    """

    frame: Frame
    cards: dict[int, Box]
    tiles: dict[int, Box]
    bets: dict[int, Spot]
    dealers: dict[int, Spot]
    cloth: tuple[float, float, float, float]
    pot: Spot
    boneyard: Spot
    ranking: Box


# The name, stack and doing of another seat of a wide table, and its tiles on the cloth.
PLATE: Final = Room(244, 64)
TILES: Final = Room(262, 104)


def wide_layout(view: View) -> Spots:
    """Divides a wide table: one seat opposite, or two, or one at each side as well.

    The tiles of all lie on the cloth, in front of their seats.
    """
    own, others = seats.around(view)
    frame = seats.wide(view)
    beside = 312.0
    # Middle and upper edge of each plate, and where its bet lies.
    places: dict[int, list[tuple[float, float, Spot]]] = {
        1: [(600, 10, Spot(600, 224))],
        2: [(420, 10, Spot(480, 226)), (780, 10, Spot(720, 226))],
        3: [
            (150, 196, Spot(beside, 414)), (600, 10, Spot(600, 224)),
            (1050, 196, Spot(1200 - beside, 414)),
        ],
    }
    cards = {own: frame.seats[own]}
    tiles: dict[int, Box] = {}
    bets = {own: Spot(600, 490)}
    dealers = {own: Spot(720, 510)}
    for seat, (x, y, bet) in zip(others, places[len(others)], strict=True):
        cards[seat] = Box(x - PLATE.width / 2, y, *PLATE)
        # Those at the sides have their tiles nearer to the middle, and all below their plates.
        middle = x if y < 100 else beside if x < 600 else 1200 - beside
        tiles[seat] = Box(middle - TILES.width / 2, cards[seat].bottom + 6, *TILES)
        inwards = 1 if x <= 600 else -1
        dealers[seat] = Spot(middle + inwards * (TILES.width / 2 + 6), tiles[seat].y + 52)
        bets[seat] = bet
    return Spots(
        frame, cards, tiles, bets, dealers, (600, 316, 430 if len(others) == 1 else 520, 234),
        Spot(600, 350), Spot(830, 380), frame.boneyard,
    )


# How high the card with the names of hands is on a tall table, and where the felt is left little.
RANKING: Final = 132.0
LOW_RANKING: Final = 102.0
# A felt on which chips and what is written below them have room.
FELT: Final = 96.0


def tall_layout(view: View, asking: bool, room: Room) -> Spots:
    """Divides a tall table: the others above, the pot between, the names of hands and the own
    hand below."""
    own, others = seats.around(view)
    frame = seats.tall(view, asking, room)
    across = (room.width - 20 - 6 * (len(others) - 1)) / len(others)
    cramped = frame.talk.y - RANKING - 10 - 146 < FELT
    # When all is over nobody looks for the name of a hand.
    high = RANKING if not cramped else 0.0 if view.over else LOW_RANKING
    ranking = Box(8, frame.talk.y - high - 4, room.width - 16, high)
    bottom = ranking.y - 6
    middle = (146 + bottom) / 2
    cards = {own: frame.seats[own]}
    # On a low felt the pot lies between the bets, not above or below them.
    aside = 78.0 if cramped and not view.over else 0.0
    bets = {own: Spot(room.width / 2 + aside, bottom - 40)}
    dealers = {own: Spot(room.width / 2 + 84 + aside / 2, bottom - 26)}
    for place, seat in enumerate(others):
        card = Box(10 + place * (across + 6), 36, across, 104)
        cards[seat] = card
        centre = card.x + card.width / 2
        inwards = (room.width / 2 - centre) * 0.12
        bets[seat] = Spot(centre + (inwards if abs(inwards) > 1 else -aside), 186)
        dealers[seat] = Spot(card.x + 16, 156)
    return Spots(
        frame, cards, in_cards(cards, others), bets, dealers,
        (room.width / 2, middle, room.width / 2 - 12, (bottom - 146) / 2),
        Spot(room.width / 2, middle + (0 if cramped else 8)), Spot(room.width - 62, middle + 6),
        ranking,
    )


def in_cards(cards: dict[int, Box], others: list[int]) -> dict[int, Box]:
    """Gives the room for the tiles of the other seats inside their cards."""
    found: dict[int, Box] = {}
    for seat in others:
        box = cards[seat]
        top = box.y + name_size(box) + 16
        found[seat] = Box(box.x + 6, top, box.width - 12, box.bottom - top - 20)
    return found


def name_size(box: Box) -> float:
    """Chooses how large the name on a card is."""
    return 13.0 if box.width < 150 else 15.0


def low_layout(view: View, asking: bool, room: Room) -> Spots:
    """Divides a low table: the others at the left, the pot in the middle, the names of hands at
    the right."""
    own, others = seats.around(view)
    frame = seats.low(view, asking, room)
    area = frame.line
    ranking = Box(area.right - 166, area.y, 166, area.height)
    felt_width = area.width - 172
    centre = area.x + felt_width / 2
    middle = area.y + area.height / 2
    cards = frame.seats
    bets = {own: Spot(centre + 20, area.bottom - 38)}
    dealers = {own: Spot(centre - 40, area.bottom - 22)}
    for seat in others:
        card = cards[seat]
        bets[seat] = Spot(area.x + 38, max(card.y + card.height / 2 - 2, area.y + 40))
        dealers[seat] = Spot(card.right + 4, card.y + card.height / 2 + 8)
    return Spots(
        frame, cards, in_cards(cards, others), bets, dealers,
        (centre, middle, felt_width / 2, area.height / 2 - 2),
        Spot(centre + 20, middle - 6), Spot(area.x + felt_width - 44, middle), ranking,
    )


def spots_of(view: View, shape: str, room: Room | None, asking: bool) -> Spots:
    """Divides a table of any shape."""
    if shape == "wide":
        return wide_layout(view)
    divide = tall_layout if shape == "tall" else low_layout
    return divide(view, asking, room or seats.ROOMS[shape])


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the poker table as one seat sees it."""
    table = table_of(view, say, look.numerals)
    spots = spots_of(view, look.shape, look.room, look.standalone)
    frame = spots.frame
    own, others = seats.around(view)
    asked = words.headline(view, say)
    drawn: list[Drawn] = [
        setting.cloth(frame, look), felt(*spots.cloth),
        setting.heading(table, frame, words.stage(view, say)),
        [card(table, seat, spots) for seat in others], own_card(table, own, spots.cards[own]),
        boneyard(table, spots.boneyard, frame.compact), dealer(table, spots),
        [
            stack(
                f"chip-bet-{seat}", seen(view)["bets"][seat], *spots.bets[seat],
                scale=1.0 if frame.compact else 1.3,
            )
            for seat in (*others, own)
        ],
        pots(table, spots), winning_hand(table, spots),
        ranking(table, spots.ranking, frame.compact),
        said(table, spots, asked if look.standalone else ""),
        own_hand(table, own, frame),
    ]
    return document(table, frame, drawn, look.shape, asked)


def table_of(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of the picture need to know."""
    return Table(view, say, numerals, calls={}, badges=words.badges(view, say), fresh=set())


def document(table: Table, frame: Frame, drawn: Drawn, shape: str, asked: str) -> Scene:
    """Makes a scene that says what is in the pots."""
    # As wide as twice its height, the linen running on at both sides.
    crop = (frame.width / 2 - frame.height, 0.0, 2 * frame.height, frame.height)
    return setting.document(table, words, frame, shape, asked, drawn, crop)


def felt(x: float, y: float, across: float, down: float) -> str:
    """Draws the cloth on which bets are laid."""
    where = f'cx="{num(x)}" cy="{num(y)}" rx="{num(across)}" ry="{num(down)}"'
    return f'<ellipse class="felt" {where}/>'


def chips_of(amount: int) -> list[tuple[int, int]]:
    """Changes an amount into chips: how many of each worth.

    >>> chips_of(37)
    [(25, 1), (5, 2), (1, 2)]
    """
    found: list[tuple[int, int]] = []
    for worth in WORTHS:
        count, amount = divmod(amount, worth)
        found += [(worth, count)] if count else []
    return found


def stack(key: str, amount: int, x: float, y: float, name: str = "", scale: float = 1.0) -> Drawn:
    """Draws chips in stacks, with the amount and perhaps a name below; it moves as one."""
    if amount == 0:
        return ()
    kinds = chips_of(amount)
    drawn: list[str] = []
    for place, (worth, count) in enumerate(kinds):
        across = (place - (len(kinds) - 1) / 2) * (2 * CHIP + 3)
        drawn += [chip(worth, across, -number * RISE) for number in range(count)]
    written = f"{name} {amount}" if name else str(amount)
    drawn.append(parts.words(written, 0, 28, "amount mid", 17))
    return Node(key, drawn, at=Place(x, y, scale=scale), label=written)


def chip(worth: int, x: float, y: float) -> str:
    """Draws one chip lying flat."""
    spot = f'cx="{num(x)}" rx="{num(CHIP)}" ry="{num(CHIP * 0.48)}"'
    return (
        f'<ellipse class="chip-side c{worth}" cy="{num(y + 4.2)}" {spot}/>'
        f'<ellipse class="chip c{worth}" cy="{num(y)}" {spot}/>'
        f'<ellipse class="chip-rim" cy="{num(y)}" cx="{num(x)}"'
        f' rx="{num(CHIP * 0.62)}" ry="{num(CHIP * 0.3)}"/>'
    )


def pots(table: Table, spots: Spots) -> Drawn:
    """Draws the pots in the middle or, once won, in front of their winners."""
    found = seen(table.view)["pots"]
    drawn: list[Drawn] = []
    won: Counter[int] = Counter()
    narrow = spots.frame.compact
    for number, pot in enumerate(found):
        name, winner = words.pot_name(table.view, number, table.say), pot["winner"]
        step = 142.0 if narrow else 200.0 if winner == NOBODY else 150.0
        scale = 2.0 if winner == NOBODY and not narrow else 1.2
        if winner == NOBODY:
            x, y = spots.pot.x + (number - (len(found) - 1) / 2) * step, spots.pot.y
        else:
            x, y = spots.bets[winner]
            x += won[winner] * step * (1 if x <= spots.pot.x else -1)
            won[winner] += 1
        drawn.append(stack(f"chip-pot-{number}", pot["chips"], x, y, name, scale))
    return drawn


def dealer(table: Table, spots: Spots) -> Node:
    """Draws the dealer's mark."""
    x, y = spots.dealers[seen(table.view)["dealer"]]
    letter = table.say("D")
    drawn = f'<circle class="dealer" r="12"/>{parts.words(letter, 0, 5, "dealer-letter mid", 14)}'
    return Node("chip-dealer", drawn, at=Place(x, y), label=table.say(words.DEALER))


def takes(view: View, seat: int) -> bool:
    """Tells whether a seat took a pot."""
    return any(pot["winner"] == seat for pot in seen(view)["pots"])


def seat_class(view: View, seat: int) -> str:
    """Names how a card is marked: its turn, a pot won, or folded."""
    if seat == view.turn:
        return "seat turn"
    if takes(view, seat):
        return "seat won"
    out = seen(view)["before"][seat] == 0 or seat in seen(view)["folded"]
    return "seat folded" if out else "seat"


def card_head(table: Table, seat: int, box: Box, size: float) -> str:
    """Draws the panel of a card with its name and stack."""
    view = table.view
    pad = 8.0 if box.width < 150 else 12.0
    line = box.y + size + 7
    x = box.x + pad
    drawn = [parts.panel("card", *box)]
    if seat == view.turn:
        drawn.append(parts.mark(x, line))
        x += 13
    elif takes(view, seat):
        drawn.append(parts.words("★", x, line, "gain", size))
        x += size + 2
    score = str(view.scores[seat])
    right = box.right - pad
    drawn.append(parts.words(score, right, line + 1, "score end", size + 5))
    right -= 0.54 * (size + 5) * len(score) + 8
    made = seen(view)["points"][seat]
    if view.over and made > 0 and box.width > 150:
        drawn.append(parts.words(f"+{made}", right, line, "gain end", size))
        right -= parts.breadth(f"+{made}", size) + 6
    name = parts.cut(table.name(seat), size * 1.07, right - x)
    drawn.append(parts.words(name, x, line, "name", size))
    return "".join(drawn)


def shown_winner(view: View) -> int:
    """Finds the other seat whose hand won the first pot and was shown: it lies in the middle."""
    for pot in seen(view)["pots"] if view.over else []:
        seat = int(pot["winner"])
        if seat not in (NOBODY, max(view.seat, 0)) and isinstance(seen(view)["hands"][seat], list):
            return seat
    return NOBODY


def winning_hand(table: Table, spots: Spots) -> Drawn:
    """Draws in the middle the hand that won, with its name, or who took the pot unseen."""
    view = table.view
    if not view.over:
        return ()
    x, y, across, _ = spots.cloth
    seat = shown_winner(view)
    size = 15.0 if spots.frame.compact else 24.0
    if seat == NOBODY or not seen(view)["hands"][seat]:
        lines = parts.folded(words.news(view, table.say), size, 1.3 * across)
        return Node("sm-won", parts.paragraph(lines, x, y + 8, size * 1.3, "name mid", size))
    crowded = len(spots.tiles) > 2
    tile = 40.0 if spots.frame.compact else 50.0 if crowded else 62.0
    top = y - (26 if spots.frame.compact else 52)
    box = Box(x - 0.8 * across, top, 1.6 * across, 2.1 * tile)
    rank = words.rank_of(view, seat, table.say)
    named = parts.words(
        f"{table.name(seat)} · {rank}", x, box.bottom + size + 5, "name mid", size - 1
    )
    return Node("sm-won", [table.hand(seat, box, tile, middle=True), named])


def card(table: Table, seat: int, spots: Spots) -> Node:
    """Draws the place of another seat: name, chips, tiles, and what it did or showed."""
    view = table.view
    box = spots.cards[seat]
    drawn: list[Drawn] = [card_head(table, seat, box, name_size(box))]
    if seat != shown_winner(view):
        drawn.append(group("held", table.hand(seat, spots.tiles[seat], 46, middle=True)))
    above = 19.0 if spots.frame.compact else 24.0
    drawn.append(foot(table, seat, box.x + 8, box.bottom - above, box.width - 16))
    return Node(f"seat-{seat}", drawn, seat_class(view, seat))


def foot(table: Table, seat: int, x: float, y: float, room: float) -> str:
    """Draws the name of a hand that was shown, or what the seat did last."""
    view = table.view
    rank = words.rank_of(view, seat, table.say) if seat != view.seat or view.over else ""
    size = 12.0 if room < 180 else 13.0
    told = [(badge.text, badge.now and not view.over) for badge in table.badges[seat]]
    if rank and seat not in seen(view)["folded"]:
        told = [(rank, takes(view, seat))]
    return "".join(
        parts.pill(parts.cut(text, size, room - 14), x, y, size, now)[0] for text, now in told
    )


def own_card(table: Table, seat: int, box: Box) -> Node:
    """Draws the place of the seat that looks on; its tiles lie elsewhere."""
    size = 13.0 if box.height < 50 else 15.0
    above = 20.0 if box.height < 60 else 23.0
    return Node(f"seat-{seat}", [
        card_head(table, seat, box, size),
        foot(table, seat, box.x + 10, box.bottom - above, box.width - 20),
    ], seat_class(table.view, seat))


def own_hand(table: Table, seat: int, frame: Frame) -> Node:
    """Draws the viewer's own tiles large; they can be touched when tiles are exchanged."""
    view = table.view
    hand = seen(view)["hands"][seat]
    box = frame.hand
    faded = "folded" if seat in seen(view)["folded"] else ""
    if not isinstance(hand, list):
        return Node("sm-hand", table.hand(seat, box, frame.hand_tile, middle=True), faded)
    asked = view.turn == view.seat == seat and seen(view)["stage"] == "exchange"
    size = frame.hand_tile
    step = size + 12
    start = box.x + box.width / 2 - (len(hand) - 1) * step / 2
    drawn = [
        parts.tile(
            name, start + place * step, box.y + box.height / 2 + 4, 0, size,
            numerals=table.numerals, touch=f"pick:{name}" if asked else "",
            spoken=saying.spoken_tile(name, table.say),
        )
        for place, name in enumerate(hand)
    ]
    return Node("sm-hand", drawn, faded)


def boneyard(table: Table, spot: Spot, compact: bool) -> Drawn:
    """Draws the tiles that are left to draw, where tiles are exchanged."""
    view = table.view
    count = seen(view)["boneyard"]
    if not seen(view)["options"]["draw"] or view.over:
        return ()
    shown = min(count, 5)
    width = 18.0 if compact else 30.0
    drawn = [
        parts.back(f"b-{place}", spot.x + (place - (shown - 1) / 2) * 6, spot.y - 14, 0, width)
        for place in range(shown)
    ]
    text = saying.tiles_left(count, table.say)
    told = parts.words(text, spot.x, spot.y + width + 6, "quiet mid", 12 if compact else 14)
    return Node("sm-boneyard", [*drawn, told])


def ranking(table: Table, box: Box, compact: bool) -> Drawn:
    """Draws the card with the names of hands, the best first, with the viewer's own marked."""
    if not box.height:
        return ()
    own = seen(table.view)["ranks"][table.view.seat] if table.view.seat >= 0 else ""
    size = 12.0 if compact else 13.0
    drawn = [
        parts.panel("card", *box),
        parts.words(table.say("Hands, the best first"), box.x + 12, box.y + 20, "name", size + 0.5),
    ]
    columns = 1 if box.width <= 200 else 2 if box.height >= RANKING else 3
    per_column = -(-len(words.RANKS) // columns)
    step = min(19.0, (box.height - 42) / (per_column - 0.5))
    for place, name in enumerate(reversed(words.RANKS)):
        column, row = divmod(place, per_column)
        x = box.x + 12 + column * box.width / columns
        mark, css = ("▸ ", "name") if name == own else ("", "quiet")
        text = parts.cut(mark + table.say(name), size, box.width / columns - 12)
        drawn.append(parts.words(text, x, box.y + 40 + row * step, css, size))
    return Node("sm-ranking", drawn)


def said(table: Table, spots: Spots, asked: str) -> Drawn:
    """Writes what happened, what is asked, and the name of the viewer's own hand."""
    view = table.view
    told = words.news(view, table.say)
    rank = words.rank_of(view, view.seat, table.say)
    drawn: list[Drawn] = [setting.talk(table, spots.frame, told, asked, "")]
    if spots.frame.compact and spots.frame.height > spots.frame.width:
        beside = spots.cards[max(view.seat, 0)].y + 28
        line = setting.spoken_line(rank, spots.frame.width - 16, beside, "name end", 15, 140)
        drawn.append(Node("sm-rank", line))
    return drawn


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the hands that were shown with their names, and the pots with their winners."""
    table = table_of(view, say, False)
    hands = [
        seat for seat, hand in enumerate(seen(view)["hands"]) if isinstance(hand, list) and hand
    ]
    side = len(seen(view)["pots"]) > 1
    rows = -(-len(hands) // 2)
    down = (height - 20) / rows
    drawn: list[Drawn] = [parts.cloth(width, height)]
    for place, seat in enumerate(hands):
        row, column = divmod(place, 2)
        x = width * (0.25 + 0.5 * column)
        y = 14 + row * down
        drawn.append(table.hand(seat, Box(x - 110, y, 220, 84), 34, middle=True))
        text = words.rank_of(view, seat, say)
        pill, across = parts.pill(text, 0, 0, 13, takes(view, seat))
        drawn.append(Node(inside=pill, at=Place(x - across / 2, y + 88)))
        if side:
            drawn += won_beside(view, seat, x, y + 138, say)
    frame = seats.wide(view)._replace(width=width, height=height)
    return document(table, frame, drawn, "wide", words.headline(view, say))


def won_beside(view: View, seat: int, x: float, y: float, say: Voice) -> list[Drawn]:
    """Draws the pots that a seat took, below its hand."""
    drawn: list[Drawn] = []
    for number, pot in enumerate(seen(view)["pots"]):
        if pot["winner"] == seat:
            name = words.pot_name(view, number, say)
            drawn.append(stack(f"chip-pot-{number}", pot["chips"], x + len(drawn) * 120, y, name))
    return drawn
