"""The picture of a trick game: hands round the table, the trick in the middle, the auction."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sobremesa.core.game import NOBODY, View
from sobremesa.core.views import count_of, face_up
from sobremesa.families.tricks.views import Trick, seen
from sobremesa.material.cards import ENGLISH, ROMANIAN
from sobremesa.picture import parts, saying, seats, setting
from sobremesa.picture.lines.words import ASIDE
from sobremesa.picture.saying import Voice
from sobremesa.picture.scenes import Drawn, Node, Scene, clean, group, num
from sobremesa.picture.seats import Box, Frame, Look, Table
from sobremesa.picture.tricks import cards, words
from sobremesa.picture.tricks.alerts import alerts, shown_by

# How far a row of cards reaches below the row above it, so that a finger hits both.
ROW_STEP: Final = 47.0
STRAINS: Final = "CDHSN"


class Layout(NamedTuple):
    """The frame, where the trick lies and how far its pieces reach, and where dummy lies."""

    frame: Frame
    centre: tuple[float, float]
    reach: tuple[float, float]
    piece: float
    dummy: Box


def layout_of(view: View, look: Look) -> Layout:
    """Divides the table for a view."""
    data = seen(view)
    has_cards = words.is_cards(view)
    own, _ = seats.around(view)
    if not look.compact:
        frame = seats.wide(view)
        if not has_cards:
            frame = seats.with_large_hand(frame, seats.hand_size(view, own))
        area = frame.line
        where = side_of(view, data["dummy"]) if opened(view) else ""
        dummy, centre = {
            "top": (Box(area.x, 112, area.width, 92), (600.0, 384.0)),
            "left": (Box(area.x, 140, 330, 392), (790.0, 336.0)),
            "right": (Box(area.right - 330, 140, 330, 392), (410.0, 336.0)),
        }.get(where, (area, (600.0, area.y + area.height / 2)))
        return Layout(frame, centre, (150.0, 98.0), 88.0 if has_cards else 64.0, dummy)
    frame = seats.framed(view, look)
    if bids_by_touch(view):
        return Layout(auction_frame(frame), (0.0, 0.0), (0.0, 0.0), 0.0, frame.line)
    if has_cards:
        frame = with_card_rows(frame, view, own)
    flat = look.shape == "low"
    if not flat:
        frame = with_wide_panel(frame, own)
    area = frame.line
    if opened(view) and data["dummy"] != own:
        if flat or area.height < 164 + TRICK:
            dummy = Box(area.x, area.y, 6 * seats.FINGER + 14, area.height)
            across = area.right - dummy.right
            # On a tall table what was led is written below it.
            lower = 0.0 if flat else 8.0
            return Layout(
                frame, (dummy.right + across / 2, area.y + area.height / 2 - lower),
                (across / 2 - 22, 36.0 if flat else 30.0), 40.0, dummy,
            )
        return Layout(
            frame, (frame.width / 2, area.y + 164 + (area.height - 164) / 2), (86.0, 32.0),
            48.0, Box(area.x, area.y, area.width, 160),
        )
    reach = (104.0, 46.0) if flat else (92.0, 66.0)
    piece = (50.0 if has_cards else 40.0) if flat else 58.0 if has_cards else 42.0
    if not flat:
        # All of a trick lies between the others and what was said last.
        piece = min(piece, area.height / (3 if has_cards else 4.2))
        half = 0.7 * piece if has_cards else piece
        reach = (reach[0], min(reach[1], area.height / 2 - half))
    centre = (area.x + area.width / 2, area.y + area.height / 2)
    return Layout(frame, centre, reach, piece, area)


# How high a trick has to be on a table in the hand, where it does not lie beside dummy.
TRICK: Final = 124.0
# What is played for, with its trumps, is longer than the name of a boneyard.
PANEL: Final = 176.0


def with_wide_panel(frame: Frame, own: int) -> Frame:
    """Gives what is played for more room beside the viewer's own card."""
    box, mine = frame.boneyard, frame.seats[own]
    more = PANEL - box.width
    return frame._replace(
        boneyard=box._replace(x=box.x - more, width=PANEL),
        seats={**frame.seats, own: mine._replace(width=mine.width - more)},
    )


def bids_by_touch(view: View) -> bool:
    """Tells whether the bids of an auction are drawn, to be touched."""
    return words.is_cards(view) and view.seat >= 0 and not view.over and (
        seen(view).get("stage", "play") == "auction"
    )


def auction_frame(frame: Frame) -> Frame:
    """Gives a table in the hand to the bids: the sheet names the players, and the cards, which
    nobody touches yet, lie close."""
    if frame.width > frame.height:
        hand = Box(6, frame.height - 90, frame.width - 12, 84)
        talk = Box(10, hand.y - 22, frame.width - 20, 20)
        return frame._replace(
            seats={}, hand=hand, talk=talk, title=Box(10, 6, frame.width - 20, 20),
            line=Box(6, 30, frame.width - 12, talk.y - 32),
        )
    hand = Box(5, frame.height - 146, frame.width - 10, 138)
    talk = frame.talk._replace(y=hand.y - frame.talk.height - 4)
    return frame._replace(
        seats={}, hand=hand, talk=talk, line=Box(6, 34, frame.width - 12, talk.y - 38)
    )


def card_width(frame: Frame) -> float:
    """Gives the width of the viewer's own cards."""
    if not frame.compact:
        return 76.0
    return 60.0 if frame.height > frame.width else 52.0


def with_card_rows(frame: Frame, view: View, own: int) -> Frame:
    """Makes room for the viewer's own cards, in as many rows as fingers need."""
    rows = seats.hand_rows(seats.hand_size(view, own), frame.hand.width)
    height = 1.4 * card_width(frame) + ROW_STEP * (rows - 1) + 10
    return seats.with_hand_of(frame, own, height, 6)


def opened(view: View) -> bool:
    """Tells whether dummy lies open, elsewhere than in the viewer's own hand."""
    dummy = seen(view).get("dummy", NOBODY)
    return dummy >= 0 and isinstance(seen(view)["hands"][dummy], list) and not view.over


def side_of(view: View, seat: int) -> str:
    """Tells at which side of the table a seat sits."""
    own, _ = seats.around(view)
    players = int(view.game.players)
    around = {
        2: ("own", "top"), 3: ("own", "left", "right"), 4: ("own", "left", "top", "right"),
    }
    return around[players][(seat - own) % players]


def scene(view: View, say: Voice, look: Look) -> Scene:
    """Lays out the table of a trick game as one seat sees it; `numerals` gives suits four
    colours."""
    table = table_of(view, say, look.numerals)
    layout = layout_of(view, look)
    frame = layout.frame
    own, others = seats.around(view)
    asked = words.headline(view, say)
    told, aside = words.news(view, say), ""
    if look.shape == "tall" and foot_of_dummy(view, layout) > frame.talk.y:
        # The last row of dummy's cards leaves room for it at the right.
        told, aside = "", told
    drawn: list[Drawn] = [
        setting.cloth(frame, look), setting.heading(table, frame, words.stage(view, say)),
        [
            seat_card(table, seat, frame.seats[seat]) for seat in (*others, own)
            if seat in frame.seats
        ],
        panel(table, frame.boneyard, compact=look.compact) if frame.seats else (),
        middle(table, layout), dummy_hand(table, layout, look.shape),
        setting.talk(table, frame, told, asked if look.standalone else "", aside),
        own_hand(table, own, frame),
    ]
    coloured = group("four" if has_four_colours(table) else "", drawn)
    return document(table, frame, coloured, look.shape, asked)


def has_four_colours(table: Table) -> bool:
    """Tells whether every suit has a colour of its own."""
    return table.numerals and words.is_cards(table.view)


def table_of(view: View, say: Voice, numerals: bool) -> Table:
    """Gathers what the parts of the picture need to know."""
    return Table(
        view, say, numerals, calls={}, badges=words.badges(view, say),
        fresh=set(showing(view)["pieces"][-1:]), top=type(words.rules_of(view)).TOP,
    )


def document(table: Table, frame: Frame, drawn: Drawn, shape: str, asked: str) -> Scene:
    """Makes a scene that says what lies on the table."""
    area = frame.line
    crop = (area.x, area.y - 10, area.width, area.height + 20)
    return setting.document(table, words, frame, shape, asked, drawn, crop)


def ranks_of(view: View) -> list[str]:
    """Gives the letters of the cards."""
    return ENGLISH if seen(view)["options"].get("letters") == "en" else ROMANIAN


def showing(view: View) -> Trick:
    """Gives the trick to be drawn: the one on the table or, before a lead, the last one."""
    data = seen(view)
    has_begun = data["trick"]["pieces"] or not data["tricks"]
    return data["trick"] if has_begun else data["tricks"][-1]


def seat_card(table: Table, seat: int, box: Box) -> Node:
    """Draws the place card of a seat: name, tricks, what it holds, its part in the deal."""
    view = table.view
    small = box.width < 140 or box.height < 52
    size = 12.5 if small else 15.0
    note = max(size - 2, 12.0)
    x, line = box.x + 11, box.y + size + 7
    drawn: list[Drawn] = [parts.panel("card", *box), seats.side_mark(view, seat, box)]
    if seat == view.turn:
        drawn.append(parts.mark(x, line))
        x += 13
    score = str(view.scores[seat])
    figures = size + 5 if len(score) < 4 else size + 1
    drawn.append(parts.words(score, box.right - 10, line + 1, "score end", figures))
    room = box.right - 16 - x - 0.6 * figures * len(score)
    name = table.name(seat)
    if words.is_cards(view):
        letter = f"{table.say(words.COMPASS[seat])[:1]} · "
        if parts.breadth(letter + name, size * 1.1) <= room:
            name = letter + name
    drawn.append(parts.words(parts.cut(name, size * 1.1, room), x, line, "name", size))
    held = seen(view)["hands"][seat]
    count = count_of(held)
    taken = words.tricks_of(view, seat)
    facts = [words.tricks_text(taken, table.say)] if taken or not count else []
    # One's own hand can be counted.
    if count and box.height >= 60 and (seat != view.seat or not facts):
        facts.append(words.cards_left(count, view, table.say))
    while len(facts) > 1 and parts.breadth(" · ".join(facts), note) > box.width - 18:
        facts.pop()
    told = " · ".join(facts)
    across, low = box.x + 9, line + size + 11
    badges = seats.with_partner(table.badges[seat], view, seat, table.say)
    if low + note + 5 > box.bottom:
        # There is no line below for what the seat is or has called: it stands beside.
        low = line + 6
        needed = sum(parts.breadth(badge.short, note) + 18 for badge in badges)
        if badges and across + parts.breadth(told, note) + 10 + needed > box.right:
            told = ""
        across += parts.breadth(told, note) + 8 if told else 0
    drawn.append(parts.words(told, box.x + 11, line + size + 4, "quiet", note))
    for place, badge in enumerate(badges):
        rest = sum(parts.breadth(other.short, note) + 18 for other in badges[place + 1:])
        fits = across + parts.breadth(badge.text, note) + 14 + rest <= box.right - 4
        pill, width = parts.pill(badge.text if fits else badge.short, across, low, note, badge.now)
        if across + width <= box.right - 2:
            drawn.append(pill)
            across += width + 4
    if isinstance(held, int) and held and box.height >= 80:
        # In a low card they stand beside what the seat is or has called.
        left = across if badges and box.height < 100 else box.x + 10
        drawn.append(backs_at(view, seat, held, box, left))
    state = "seat turn" if seat == view.turn else "seat"
    # Once the calls no longer lie on the table, the seat's card tells what they showed.
    told = "" if bids_lie(view) else shown_by(
        view, table.say, lambda call: words.call_text(call, view, table.say)
    ).get(seat, "")
    if not told:
        return Node(f"seat-{seat}", drawn, state)
    return Node(f"seat-{seat}", drawn, f"{state} peek explained", more={"data-peek": told})


def backs_at(view: View, seat: int, count: int, box: Box, left: float) -> list[Node]:
    """Draws what a seat holds, face down along the lower edge of its card, if there is room."""
    has_cards = words.is_cards(view)
    width = 20.0 if has_cards else 14.0 if box.height < 100 else 17.0
    room = box.right - 10 - left
    if room < min(count, 2) * width:
        return []
    step = min(width + 3, (room - width) / max(count - 1, 1))
    start = left + width / 2
    y = box.bottom - (1.4 if has_cards else 2.0) * width / 2 - 5
    return [
        cards.back(f"{seat}-{place}", start + place * step, y, width) if has_cards
        else parts.back(f"{seat}-{place}", start + place * step, y, 0, width)
        for place in range(count)
    ]


def panel(table: Table, box: Box, *, compact: bool) -> Drawn:
    """Writes what is played for, and how many tricks or points each side has."""
    view = table.view
    data = seen(view)
    told = [words.aim(view, table.say)]
    if "won" in data and "contract" in data:
        north, east, south, west = (table.say(name)[:1] for name in words.COMPASS)
        ours, theirs = data["won"]
        told.append(f"{north}-{south} {ours} · {east}-{west} {theirs}")
    elif "taken" in data and "bid" in data:
        told.append(by_side(table, data["taken"]))
    elif "aside" in data:
        told += [table.say(ASIDE), saying.tiles_left(data["aside"], table.say)]
    size = 12.0 if compact else 19.0
    lines = [part for line in told if line for part in parts.folded(line, size, box.width - 6)]
    if not lines:
        return ()
    first, step = (42.0, 34.0) if not compact else (18.0, 18.0) if len(lines) < 3 else (14.0, 14.0)
    x, y = box.x + box.width / 2, box.y + first
    return Node("sm-panel", [
        parts.panel("card", *box), parts.paragraph(lines, x, y, step, "mid name", size)
    ])


def by_side(table: Table, points: list[int]) -> str:
    """Writes the points of both sides: your own first; for those who look on, with seats."""
    view = table.view
    if view.seat < 0:
        sitting = [
            "+".join(
                str(seat + 1) for seat in range(int(view.game.players))
                if view.game.side_of(seat) == side
            )
            for side in range(len(points))
        ]
        return " · ".join(f"{who}: {made}" for who, made in zip(sitting, points, strict=True))
    own = view.game.side_of(view.seat)
    return " · ".join([
        table.say("Us {points}", points=points[own]),
        table.say("Them {points}", points=points[1 - own]),
    ])


def middle(table: Table, layout: Layout) -> Drawn:
    """Draws what is in the middle: the auction, the trick, or the score of the deal."""
    view = table.view
    if bids_lie(view):
        return auction(table, layout.frame.line)
    if view.over and "tally" in seen(view):
        return score_sheet(table, layout)
    return trick(table, layout)


def bids_lie(view: View) -> bool:
    """Tells whether the calls lie in the middle of the table."""
    return seen(view).get("stage", "play") in ("auction", "declaration") and not view.over


def trick(table: Table, layout: Layout) -> Node:
    """Draws the pieces of the trick, each on the side of the table it came from."""
    view = table.view
    shown = showing(view)
    drawn: list[Drawn] = []
    for place, name in enumerate(shown["pieces"]):
        seat = (shown["leader"] + place) % int(view.game.players)
        drawn.append(piece(table, name, *spot(view, seat, layout), layout.piece))
    if shown["suit"]:
        led = table.say(words.LED, suit=words.suit_text(shown["suit"], table.say))
        drawn.append(led_label(led, layout))
    past = {} if seen(view)["trick"]["pieces"] else {"opacity": ".6"}
    return Node("sm-trick", drawn, "trick", more=past)


def led_label(led: str, layout: Layout) -> str:
    """Writes which suit was led: between the pieces, or beside them where there is no room."""
    x, y = layout.centre
    if not layout.frame.compact:
        return parts.words(led, x, y + 5, "name mid", 15)
    area = layout.frame.line
    if layout.frame.height > layout.frame.width and layout.dummy.width < area.width:
        # Beside dummy there is none but the lower corner.
        return parts.words(led, area.right - 6, area.bottom - 1, "name end", 14)
    above = max(y - layout.reach[1] - layout.piece * 0.4, area.y + 14)
    return parts.words(led, area.right - 6, above, "name end", 14)


def spot(view: View, seat: int, layout: Layout) -> tuple[float, float]:
    """Finds where the piece of a seat lies."""
    x, y = layout.centre
    dx, dy = layout.reach
    return {
        "own": (x, y + dy), "left": (x - dx, y), "top": (x, y - dy), "right": (x + dx, y),
    }[side_of(view, seat)]


def piece(table: Table, name: str, x: float, y: float, width: float, touch: bool = False) -> Node:
    """Draws a tile or a card; with `touch` it can be touched."""
    view = table.view
    if not words.is_cards(view):
        return table.tile(name, x, y, 0, width, touch=touch)
    return cards.card(
        name, x, y, width, ranks=ranks_of(view), letter=words.letter(name, view, table.say),
        four=has_four_colours(table), fresh=name in table.fresh,
        touch=f"card:{name}" if touch else "", spoken=words.spoken_card(name, table.say),
    )


def own_hand(table: Table, own: int, frame: Frame) -> Drawn:
    """Draws the viewer's hand: tiles in rows, cards sorted by suit and lying over each other."""
    view = table.view
    held = seen(view)["hands"][own]
    touch = own == view.seat and not view.over
    if not words.is_cards(view):
        return table.hand(own, frame.hand, frame.hand_tile, touch=touch, middle=True)
    if isinstance(held, int):
        return backs(own, held, frame.hand)
    names = [name for suit in cards.by_suit(held, ranks_of(view)).values() for name in suit]
    box = frame.hand
    width = card_width(frame)
    # Before the play nobody touches a card, so they may lie close.
    close = bids_by_touch(view)
    rows = 1 if not frame.compact else (1 if box.width > 500 else 2) if close else seats.hand_rows(
        len(names), box.width
    )
    first = -(-len(names) // rows)
    drawn: list[Node] = []
    for place, name in enumerate(names):
        row, column = divmod(place, max(first, 1))
        inside = min(first, len(names) - row * first)
        step = min(width + 4, (box.width - width) / max(inside - 1, 1))
        start = box.x + (box.width - width - step * (inside - 1)) / 2 + width / 2
        y = box.y + box.height / 2 + (row - (rows - 1) / 2) * ROW_STEP
        drawn.append(piece(table, name, start + column * step, y, width, touch))
    return drawn


def backs(seat: int, count: int, box: Box) -> list[Node]:
    """Draws a hand of cards face down."""
    width = min(60.0, box.height / 1.5)
    step = min(width * 0.5, (box.width - width) / max(count - 1, 1))
    start = box.x + (box.width - step * (count - 1)) / 2
    return [
        cards.back(f"{seat}-{place}", start + place * step, box.y + box.height / 2, width)
        for place in range(count)
    ]


def dummy_hand(table: Table, layout: Layout, shape: str) -> Drawn:
    """Lays dummy's cards out in suits, where the seat sits."""
    view = table.view
    own, _ = seats.around(view)
    if not opened(view) or seen(view)["dummy"] == own:
        return ()
    seat = seen(view)["dummy"]
    touch = view.seat == seen(view)["declarer"]
    suits = cards.by_suit(face_up(seen(view)["hands"][seat]), ranks_of(view))
    box = layout.dummy
    drawn: list[Node] = []
    if shape == "wide" and side_of(view, seat) == "top":
        held = sum(len(suit) for suit in suits.values())
        gaps = 14.0 * (sum(bool(suit) for suit in suits.values()) - 1)
        width = 60.0
        step = min(46.0, (box.width - width - gaps) / max(held - 1, 1))
        x = box.x + (box.width - width - gaps - step * (held - 1)) / 2 + width / 2
        for suit in suits.values():
            for name in suit:
                drawn.append(piece(table, name, x, box.y + 46, width, touch))
                x += step
            x += 14 if suit else 0
        return Node("sm-dummy", drawn)
    if shape != "wide" and touch:
        return dummy_in_reach(table, [name for suit in suits.values() for name in suit], box)
    width = 58.0 if shape == "wide" else 44.0
    # A row covers the lower part of the one above, where nothing is to be read.
    high = min(1.5 * width, (box.height - 1.4 * width) / 3)
    for row, suit in enumerate(filter(None, suits.values())):
        step = min(width * 0.8, (box.width - width) / max(len(suit) - 1, 1))
        for place, name in enumerate(suit):
            x, y = box.x + width / 2 + place * step, box.y + 0.7 * width + high * row
            drawn.append(piece(table, name, x, y, width, touch))
    return Node("sm-dummy", drawn)


def foot_of_dummy(view: View, layout: Layout) -> float:
    """Finds how far down dummy's cards reach that lie in rows for fingers; 0 without them."""
    data = seen(view)
    if not opened(view) or data["dummy"] == seats.around(view)[0] or view.seat != data["declarer"]:
        return 0.0
    rows = seats.hand_rows(len(face_up(data["hands"][data["dummy"]])), layout.dummy.width)
    return layout.dummy.y + (rows - 1) * ROW_STEP + 1.4 * IN_REACH


# How wide dummy's cards are where fingers touch them.
IN_REACH: Final = 46.0


def dummy_in_reach(table: Table, names: list[str], box: Box) -> Node:
    """Lays dummy's cards in rows that fingers hit, for the declarer who plays them."""
    width = IN_REACH
    per_row = -(-len(names) // seats.hand_rows(len(names), box.width)) or 1
    step = min(width + 2, (box.width - width) / max(per_row - 1, 1))
    return Node("sm-dummy", [
        piece(
            table, name, box.x + width / 2 + place % per_row * step,
            box.y + 0.7 * width + place // per_row * ROW_STEP, width, True,
        )
        for place, name in enumerate(names)
    ])


def auction(table: Table, area: Box) -> Drawn:
    """Draws the auction sheet and, for a player who may bid, the bidding box."""
    view = table.view
    has_box = bids_by_touch(view)
    if area.width > 800:
        high = area.height - 16 if has_box else 0.0
        across = 372.0 if has_box else 560.0
        left = area.x + (20 if has_box else (area.width - across) / 2)
        sheet = Box(left, area.y + 8, across, high)
        box = Box(area.x + 420, area.y + 8, area.width - 440, area.height - 16)
    elif not has_box:
        sheet, box = Box(area.x, area.y + 4, area.width, 0.0), area
    elif area.width > area.height and area.width < 480:
        # Nine bids side by side need the whole breadth of a phone.
        low = min(5 * 46.0, area.height - 76)
        sheet = Box(area.x, area.y, area.width, area.height - low - 4)
        box = Box(0.0, area.bottom - low, area.width + 2 * area.x, low)
    elif area.width > area.height:
        across = min(max(area.width - 6 - 9 * 44.5, 150.0), 182.0)
        sheet = Box(area.x, area.y, across, area.height)
        left = across + 6
        box = Box(area.x + left, area.y, area.width - left, min(area.height, 5 * 46.0))
    else:
        low = min(9 * 45.5, area.height - 76)
        sheet = Box(area.x, area.y, area.width, area.height - low - 4)
        box = Box(area.x, area.bottom - low, area.width, low)
    return [calls_sheet(table, sheet, area), bidding_box(table, box) if has_box else ()]


# A sheet that has no height of its own shows at least this many rows.
FEWEST_ROWS: Final = 3


def calls_sheet(table: Table, box: Box, area: Box) -> Node:
    """Writes the calls in four columns, the dealer's first row begun where the dealer sits."""
    view = table.view
    data = seen(view)
    size = 15.0 if box.width > 380 or box.height > 200 else 12.5
    high = size + 9
    calls = by_column(data["calls"])
    last = max((row for row, _, _ in calls), default=0)
    if not box.height:
        most = int(area.height // high) - 2
        box = box._replace(height=high * (1 + min(max(last + 1, FEWEST_ROWS), most)) + 8)
        box = box._replace(y=area.y + (area.height - box.height) / 2)
    rows = max(1, int((box.height - high - 4) // high))
    across = box.width / 4
    drawn: list[Drawn] = [parts.oblong("sheet", *box, 10)]
    # Beside the marks of the sides; all are named in the same way.
    mark = 7.0
    space = across - mark - 4
    names = [table.name(seat) for seat in range(4)]
    if any(parts.breadth(name, 12) > space for name in names):
        names = [
            table.say(words.COMPASS[seat])[:1] if words.is_cards(view) else str(seat + 1)
            for seat in range(4)
        ]
    for seat, name in enumerate(names):
        css = "name mid" if seat == view.turn else "quiet mid"
        drawn.append(parts.words(
            name, box.x + (seat + 0.5) * across + mark / 2, box.y + size + 3, css,
            parts.fitted(name, max(size - 1, 12.0), space, 12.0)[1],
        ))
        head = Box(box.x + seat * across, box.y - 4, across, high + 8)
        drawn.append(seats.side_mark(view, seat, head))
    drawn.append(f'<path class="rule" d="M{num(box.x)} {num(box.y + high)}h{num(box.width)}"/>')
    if not calls and view.turn >= 0:
        told = table.say("No bid yet: {name} begins.", name=table.name(view.turn))
        lines = parts.folded(told, size, box.width - 16)
        middle, first = box.x + box.width / 2, box.y + 2 * high - 3
        drawn.append(parts.paragraph(lines, middle, first, high, "quiet mid", size))
    skip = max(0, last + 1 - rows)
    for place, ((row, seat, call), alert) in enumerate(
        zip(calls, alerts(view, table.say), strict=True)
    ):
        if row >= skip:
            now = " news" if [seat, call] == data["calls"][-1] and row == last else ""
            text = words.call_text(call, view, table.say)
            written = parts.words(
                text, box.x + (seat + 0.5) * across,
                box.y + high + (row - skip + 1) * high - 7, f"mid name{now}",
                parts.fitted(text, size, across - 4, 12.0)[1],
            )
            room = Box(
                box.x + seat * across, box.y + high + (row - skip) * high + 2, across, high
            )
            drawn.append(explained(f"sm-call-{place}", written, room, text, alert))
    return Node("sm-auction", drawn, "auction")


def explained(name: str, written: str, room: Box, text: str, alert: str) -> Drawn:
    """Adds to a call what it shows, for who touches it, points at it or has it read out."""
    if not alert:
        return written
    told = f"{text}: {alert}"
    inside = [f"<title>{clean(told)}</title>", parts.oblong("alert", *room, 4), written]
    return Node(name, inside, "peek explained", label=told, more={"data-peek": told})


def by_column(calls: list[list[Any]]) -> list[tuple[int, int, str]]:
    """Gives each call its row: a new row begins when a seat calls that is left of the last.

    >>> by_column([[3, "30"], [0, "pass"], [1, "31"], [0, "32"]])
    [(0, 3, '30'), (1, 0, 'pass'), (1, 1, '31'), (2, 0, '32')]
    """
    found: list[tuple[int, int, str]] = []
    row, before = 0, -1
    for seat, call in calls:
        row += seat <= before
        before = seat
        found.append((row, seat, call))
    return found


def bidding_box(table: Table, box: Box) -> Node:
    """Draws the 45 bids, levels down and strains across, or the other way on a low table; those
    that are legal light up."""
    view = table.view
    flat = box.width < 700 and box.width > box.height
    across, down = box.width / (9 if flat else 5), box.height / (5 if flat else 9)
    size = min(17.0, down - 9, across * 0.36)
    drawn: list[Node] = []
    for level in range(1, 10):
        for place, strain in enumerate(STRAINS):
            bid = f"{level}{strain}"
            x = box.x + (level - 1 if flat else place) * across
            y = box.y + (4 - place if flat else level - 1) * down
            spoken = words.spoken(f"bid:{bid}", view, table.say)
            inside = parts.oblong("bid", x + 2, y + 1.5, across - 4, down - 3, 5)
            middle, line = x + across / 2, y + down / 2 + size * 0.36
            if strain == "N":
                inside += parts.words(f"{level}NT", middle, line, "mid name", size)
            else:
                css = "suit" if strain in "DH" else "suit plain"
                inside += parts.words(str(level), middle - size * 0.3, line, "mid name", size)
                inside += cards.sign(
                    strain, middle + size * 0.55, y + down / 2, size * 0.95, css
                )
            drawn.append(Node("", inside, "bid-box", touch=f"bid:{bid}", label=spoken))
    return Node("sm-bidding", drawn, "bidding")


def figure(points: int) -> str:
    """Writes points with a true minus sign."""
    return str(points).replace("-", "−")


def score_sheet(table: Table, layout: Layout) -> Node:
    """Writes line by line what the deal has scored."""
    data = seen(table.view)
    area = layout.frame.line
    lines = [(table.say(words.TALLY[what]), points) for what, points in data["tally"]]
    total = sum(points for _, points in lines)
    high = min(30.0, (area.height - 24) / (len(lines) + 2))
    size = max(12.0, min(17.0, high * 0.6))
    box = Box(area.x + area.width / 2 - 170, area.y + min(14, high / 2), 340, area.height - 28)
    drawn = [parts.oblong("sheet", box.x, box.y, 340, high * (len(lines) + 2) + 20, 12)]
    title = words.aim(table.view, table.say)
    rows = [(title, ""), *((what, figure(points)) for what, points in lines), ("", figure(total))]
    for place, (what, points) in enumerate(rows):
        y = box.y + high + place * high
        css = "score" if place in (0, len(rows) - 1) else "name"
        drawn.append(parts.words(what, box.x + 20, y, css, size))
        drawn.append(parts.words(points, box.right - 20, y, f"{css} end", size))
    return Node("sm-tally", drawn)


def diagram(view: View, say: Voice, width: float, height: float) -> Scene:
    """Draws the trick alone or, before anything is led, the hand of the seat that looks on."""
    table = table_of(view, say, False)
    frame = seats.wide(view)._replace(
        width=width, height=height, line=Box(16, 16, width - 32, height - 32)
    )
    if showing(view)["pieces"]:
        layout = Layout(
            frame, (width / 2, height / 2), (118.0, 78.0),
            70.0 if words.is_cards(view) else 44.0, frame.line,
        )
        drawn: Drawn = trick(table, layout)
    else:
        drawn = own_hand(table, max(view.seat, 0), frame._replace(
            hand=Box(20, 20, width - 40, height - 40)
        ))
    asked = words.headline(view, say)
    return document(table, frame, [parts.cloth(width, height), drawn], "wide", asked)
