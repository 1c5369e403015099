"""The picture of a trick game: hands round the table, the trick in the middle, the auction."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sobremesa.core.game import NOBODY, View
from sobremesa.material.cards import ENGLISH, ROMANIAN
from sobremesa.picture import cards, parts, saying
from sobremesa.picture import tricks_words as words
from sobremesa.picture.family import Family, add_family
from sobremesa.picture.plain import face, fold
from sobremesa.picture.saying import Names, Say
from sobremesa.picture.seats import Box, Frame, Table, around, tall, wide
from sobremesa.picture.setting import heading, talk

# The height of the own cards on a tall table, which lie in two rows.
TWO_ROWS: Final = 152.0
STRAINS: Final = "CDHSN"


class Layout(NamedTuple):
    """The frame, where the trick lies and how far its pieces reach, and where dummy lies."""

    frame: Frame
    centre: tuple[float, float]
    reach: tuple[float, float]
    piece: float
    dummy: Box


def layout_of(view: View, shape: str, asking: bool) -> Layout:
    """Divides the table for a view."""
    data = view.data
    has_cards = words.is_cards(view)
    own, _ = around(view)
    if shape == "wide":
        frame = wide(view)
        area = frame.line
        dummy = area
        centre = (600.0, 336.0)
        where = side_of(view, data.get("dummy", NOBODY)) if opened(view) else ""
        if where == "top":
            dummy, centre = Box(area.x, 112, area.width, 92), (600.0, 384.0)
        elif where == "left":
            dummy, centre = Box(area.x, 140, 330, 392), (790.0, 336.0)
        elif where == "right":
            dummy, centre = Box(area.right - 330, 140, 330, 392), (410.0, 336.0)
        return Layout(frame, centre, (118.0, 82.0), 74.0 if has_cards else 50.0, dummy)
    frame = tall(view, asking)
    if has_cards:
        frame = with_two_rows(frame, own, asking)
    area = frame.line
    if opened(view) and data["dummy"] != own:
        return Layout(
            frame, (200.0, area.y + 172 + (area.height - 172) / 2), (80.0, 34.0), 50.0,
            Box(area.x, area.y, area.width, 164),
        )
    return Layout(
        frame, (200.0, area.y + area.height / 2), (92.0, 66.0), 58.0 if has_cards else 42.0, area
    )


def with_two_rows(frame: Frame, own: int, asking: bool) -> Frame:
    """Makes room for seventeen cards in two rows."""
    said = 40.0 if asking else 20.0
    hand = Box(10, 708 - TWO_ROWS, 380, TWO_ROWS)
    seats = {**frame.seats, own: Box(14, hand.y - 50, 220, 44)}
    return frame._replace(
        hand=hand, seats=seats, boneyard=Box(240, hand.y - 50, 146, 44),
        talk=Box(16, hand.y - 54 - said, 368, said),
        line=Box(12, frame.line.y, 376, hand.y - 58 - said - frame.line.y),
    )


def opened(view: View) -> bool:
    """Tells whether dummy lies open, elsewhere than in the own hand."""
    data = view.data
    dummy = data.get("dummy", NOBODY)
    return dummy >= 0 and isinstance(data["hands"][dummy], list) and not view.over


def side_of(view: View, seat: int) -> str:
    """Tells at which side of the table a seat sits."""
    own, _ = around(view)
    players = int(view.game.players)
    away = (seat - own) % players
    if away == 0:
        return "own"
    if players == 2:
        return "top"
    if players == 3:
        return "left" if away == 1 else "right"
    return ("left", "top", "right")[away - 1]


def svg(
    view: View, *, shape: str = "wide", names: Names = None, say: Say = str, aids: bool = False,
    numerals: bool = False, standalone: bool = True,
) -> str:
    """Draws the table of a trick game as one seat sees it; `numerals` gives suits four colours."""
    table = table_of(view, names, say, numerals)
    layout = layout_of(view, shape, standalone)
    frame = layout.frame
    own, others = around(view)
    asked = words.headline(view, names=names, say=say) if standalone else ""
    drawn = [
        parts.cloth(frame.width, frame.height, 0 if standalone else parts.BLEED),
        heading(table, frame, words.progress(view, say)),
        "".join(seat_card(table, seat, frame.seats[seat]) for seat in others),
        seat_card(table, own, frame.seats[own]),
        panel(table, frame.boneyard, compact=shape == "tall"),
        middle(table, layout),
        dummy_hand(table, layout, shape),
        talk(table, frame, words.news(view, names=names, say=say), asked, ""),
        own_hand(table, own, frame),
    ]
    four = ' class="four"' if numerals and words.is_cards(view) else ""
    return document(table, frame, f"<g{four}>{''.join(drawn)}</g>", shape, standalone)


def table_of(view: View, names: Names, say: Say, numerals: bool) -> Table:
    """Gathers what the parts of the picture need to know."""
    shown = showing(view)
    fresh = set(shown["pieces"][-1:])
    table = Table(
        view, names, say, numerals, calls={}, badges=words.badges(view, say), fresh=fresh,
    )
    if view.game.name == "double-takes":
        table.top, table.coloured = 15, True
    return table


def document(table: Table, frame: Frame, inside: str, shape: str, standalone: bool) -> str:
    """Wraps a drawing as an SVG that says what lies on the table."""
    view = table.view
    title = table.say(saying.PICTURE).format(
        game=saying.title(view, table.say), number=view.data["number"]
    )
    told = " ".join([
        words.table_in_words(view, table.say),
        words.headline(view, names=table.names, say=table.say),
    ])
    area = frame.line
    return parts.document(
        inside, frame.width, frame.height, shape, title, told, standalone=standalone,
        middle=(area.x, area.y - 10, area.width, area.height + 20),
    )


def ranks_of(view: View) -> list[str]:
    """Gives the letters of the cards."""
    return ENGLISH if view.data["options"].get("letters") == "en" else ROMANIAN


def showing(view: View) -> dict[str, Any]:
    """Gives the trick to be drawn: the one on the table or, before a lead, the last one."""
    data = view.data
    trick: dict[str, Any] = data["trick"]
    if trick["pieces"] or not data["tricks"]:
        return trick
    last: dict[str, Any] = data["tricks"][-1]
    return last


def seat_card(table: Table, seat: int, box: Box) -> str:
    """Draws the place card of a seat: name, tricks, what it holds, its part in the deal."""
    view = table.view
    small = box.width < 140 or box.height < 50
    size = 12.5 if small else 15.0
    x, line = box.x + 10, box.y + size + 7
    drawn = [parts.panel("card", *box)]
    if seat == view.turn:
        drawn.append(
            f'<path class="mark" d="M{parts.num(x)} {parts.num(line - 10)}l9 5.2l-9 5.2z"/>'
        )
        x += 13
    score = str(view.scores[seat])
    figures = size + 5 if len(score) < 4 else size + 1
    drawn.append(parts.words(score, box.right - 10, line + 1, "score end", figures))
    room = box.right - 16 - x - 0.6 * figures * len(score)
    name = table.name(seat)
    if words.is_cards(view):
        name = f"{table.say(words.COMPASS[seat])[:1]} · {name}"
    drawn.append(parts.words(parts.cut(name, size * 1.1, room), x, line, "name", size))
    held = view.data["hands"][seat]
    count = held if isinstance(held, int) else len(held)
    taken = words.tricks_of(view, seat)
    facts = [words.tricks_text(taken, table.say)] if taken or not count else []
    # One's own hand can be counted.
    if count and box.height >= 60 and (seat != view.seat or not facts):
        facts.append(words.cards_left(count, view, table.say))
    told = parts.cut(" · ".join(facts), size - 2, box.width - 18)
    drawn.append(parts.words(told, box.x + 10, line + size + 3, "quiet", size - 2))
    across, low = box.x + 8, line + size + 10
    if low + size + 4 > box.bottom:
        # There is no line below for what the seat is or has called: it stands beside.
        across, low = across + parts.breadth(told, size - 2) + 8, line + 5
    for badge in table.badges[seat]:
        text = badge.short if small else badge.text
        pill, width = parts.pill(text, across, low, size - 2.5, badge.now)
        if across + width <= box.right - 4:
            drawn.append(pill)
            across += width + 4
    if isinstance(held, int) and held and box.height >= 80:
        drawn.append(backs_at(view, seat, held, box))
    state = "seat turn" if seat == view.turn else "seat"
    return f'<g id="seat-{seat}" class="{state}">{"".join(drawn)}</g>'


def backs_at(view: View, seat: int, count: int, box: Box) -> str:
    """Draws what a seat holds, face down along the lower edge of its card."""
    if table_cards := words.is_cards(view):
        width = 20.0
    else:
        width = 14.0 if box.height < 100 else 17.0
    step = min(width + 3, (box.width - 20 - width) / max(count - 1, 1))
    start = box.x + 10 + width / 2
    y = box.bottom - (1.4 if table_cards else 2.0) * width / 2 - 5
    if box.height < 100 and view.data.get("stage") == "auction":
        return ""
    return "".join(
        cards.back(f"{seat}-{place}", start + place * step, y, width) if table_cards
        else parts.back(f"{seat}-{place}", start + place * step, y, 0, width)
        for place in range(count)
    )


def panel(table: Table, box: Box, *, compact: bool) -> str:
    """Writes what is played for, and how many tricks or points each side has."""
    view = table.view
    data = view.data
    told = [words.aim(view, table.say)]
    if "won" in data and "contract" in data:
        told.append(f"N-S {data['won'][0]} · E-W {data['won'][1]}")
    elif "taken" in data and "bid" in data:
        told.append(" : ".join(str(points) for points in data["taken"]))
    elif "aside" in data:
        told.append(saying.tiles_left(data["aside"], table.say))
    lines = [line for line in told if line]
    if not lines:
        return ""
    drawn = [parts.panel("card", *box)]
    size = 12.0 if compact else 19.0
    for place, line in enumerate(lines):
        drawn.append(parts.words(
            parts.cut(line, size, box.width - 16), box.x + box.width / 2,
            box.y + (18 + place * 18 if compact else 42 + place * 34), "mid name", size,
        ))
    return "".join(drawn)


def middle(table: Table, layout: Layout) -> str:
    """Draws what is in the middle: the auction, the trick, or the score of the deal."""
    view = table.view
    if view.data.get("stage", "play") in ("auction", "declaration") and not view.over:
        return auction(table, layout.frame.line)
    if view.over and "tally" in view.data:
        return score_sheet(table, layout)
    return trick(table, layout)


def trick(table: Table, layout: Layout) -> str:
    """Draws the pieces of the trick, each on the side of the table it came from."""
    view = table.view
    shown = showing(view)
    players = int(view.game.players)
    drawn: list[str] = []
    for place, name in enumerate(shown["pieces"]):
        seat = (shown["leader"] + place) % players
        x, y = spot(view, seat, layout)
        drawn.append(piece(table, name, x, y, layout.piece))
    if shown["suit"]:
        led = table.say(words.LED).format(suit=words.suit_text(shown["suit"], table.say))
        drawn.append(led_label(led, layout))
    past = "" if view.data["trick"]["pieces"] else ' opacity=".6"'
    return f'<g class="trick"{past}>{"".join(drawn)}</g>'


def led_label(led: str, layout: Layout) -> str:
    """Writes which suit was led: between the pieces, or beside them where there is no room."""
    x, y = layout.centre
    if layout.frame.width > 600:
        return parts.words(led, x, y + 5, "name mid", 15)
    area = layout.frame.line
    above = y - layout.reach[1] - layout.piece * 0.4
    return parts.words(led, area.right - 6, above, "name end", 14)


def spot(view: View, seat: int, layout: Layout) -> tuple[float, float]:
    """Finds where the piece of a seat lies."""
    x, y = layout.centre
    dx, dy = layout.reach
    return {
        "own": (x, y + dy), "left": (x - dx, y), "top": (x, y - dy), "right": (x + dx, y),
    }[side_of(view, seat)]


def piece(
    table: Table, name: str, x: float, y: float, width: float, touch: str = ""
) -> str:
    """Draws a tile or a card."""
    view = table.view
    if not words.is_cards(view):
        return table.tile(name, x, y, 0, width, touch=bool(touch))
    return cards.card(
        name, x, y, width, ranks=ranks_of(view), fresh=name in table.fresh, touch=touch,
        spoken=words.spoken_card(name, table.say),
    )


def own_hand(table: Table, own: int, frame: Frame) -> str:
    """Draws the own hand: tiles in rows, cards sorted by suit and lying over each other."""
    view = table.view
    held = view.data["hands"][own]
    touch = own == view.seat and not view.over
    if not words.is_cards(view):
        return table.hand(own, frame.hand, frame.hand_tile, touch=touch, middle=True)
    if isinstance(held, int):
        return backs(own, held, frame.hand)
    names = [name for suit in cards.by_suit(held, ranks_of(view)).values() for name in suit]
    box = frame.hand
    rows = 1 if box.width > 500 else 2
    width = 76.0 if rows == 1 else 60.0
    first = len(names) if rows == 1 else (len(names) + 1) // 2
    drawn: list[str] = []
    for place, name in enumerate(names):
        row, column = divmod(place, max(first, 1))
        inside = first if row == 0 else len(names) - first
        step = min(width + 4, (box.width - width) / max(inside - 1, 1))
        start = box.x + (box.width - width - step * (inside - 1)) / 2 + width / 2
        y = box.y + box.height / 2 + (row - (rows - 1) / 2) * 66
        drawn.append(piece(
            table, name, start + column * step, y, width, f"card:{name}" if touch else ""
        ))
    return "".join(drawn)


def backs(seat: int, count: int, box: Box) -> str:
    """Draws a hand of cards face down."""
    width = min(60.0, box.height / 1.5)
    step = min(width * 0.5, (box.width - width) / max(count - 1, 1))
    start = box.x + (box.width - step * (count - 1)) / 2
    return "".join(
        cards.back(f"{seat}-{place}", start + place * step, box.y + box.height / 2, width)
        for place in range(count)
    )


def dummy_hand(table: Table, layout: Layout, shape: str) -> str:
    """Lays dummy's cards out in suits, where the seat sits."""
    view = table.view
    own, _ = around(view)
    if not opened(view) or view.data["dummy"] == own:
        return ""
    seat = view.data["dummy"]
    touch = view.seat == view.data["declarer"]
    suits = cards.by_suit(view.data["hands"][seat], ranks_of(view))
    box = layout.dummy
    drawn: list[str] = []
    if shape == "wide" and side_of(view, seat) == "top":
        held = sum(len(suit) for suit in suits.values())
        gaps = 14.0 * (sum(bool(suit) for suit in suits.values()) - 1)
        width = 60.0
        step = min(46.0, (box.width - width - gaps) / max(held - 1, 1))
        x = box.x + (box.width - width - gaps - step * (held - 1)) / 2 + width / 2
        for suit in suits.values():
            for name in suit:
                drawn.append(piece(
                    table, name, x, box.y + 46, width, f"card:{name}" if touch else ""
                ))
                x += step
            x += 14 if suit else 0
        return "".join(drawn)
    rows = [suit for suit in suits.values() if suit]
    width = 58.0 if shape == "wide" else 47.0
    # A row covers the lower part of the one above, where nothing is to be read.
    high = min(1.5 * width, (box.height - 1.4 * width) / 3)
    for row, suit in enumerate(rows):
        step = min(width * 0.8, (box.width - width) / max(len(suit) - 1, 1))
        for place, name in enumerate(suit):
            x = box.x + width / 2 + place * step
            drawn.append(piece(
                table, name, x, box.y + 0.7 * width + high * row, width,
                f"card:{name}" if touch else "",
            ))
    return "".join(drawn)


def auction(table: Table, area: Box) -> str:
    """Draws the auction sheet and, for who may bid, the bidding box."""
    view = table.view
    has_box = words.is_cards(view) and view.seat >= 0
    if area.width > 500:
        sheet = Box(area.x + 20, area.y + 8, 372 if has_box else area.width - 40, area.height - 16)
        box = Box(area.x + 420, area.y + 8, area.width - 440, area.height - 16)
    else:
        low = 246.0 if has_box else 0.0
        sheet = Box(area.x, area.y, area.width, area.height - low - 4)
        box = Box(area.x, area.bottom - low, area.width, low)
    return calls_sheet(table, sheet) + (bidding_box(table, box) if has_box else "")


def calls_sheet(table: Table, box: Box) -> str:
    """Writes the calls in four columns, the dealer's first row begun where he sits."""
    view = table.view
    data = view.data
    size = 15.0 if box.width > 380 or box.height > 200 else 12.5
    high = size + 9
    rows = max(1, int((box.height - high - 4) // high))
    across = box.width / 4
    drawn = [f'<rect class="sheet" x="{parts.num(box.x)}" y="{parts.num(box.y)}"'
             f' width="{parts.num(box.width)}" height="{parts.num(box.height)}" rx="10"/>']
    for seat in range(4):
        name = parts.cut(table.name(seat), size - 1, across - 8)
        drawn.append(parts.words(
            name, box.x + (seat + 0.5) * across, box.y + size + 3, "quiet mid", size - 1
        ))
    drawn.append(f'<path class="rule" d="M{parts.num(box.x)} {parts.num(box.y + high)}'
                 f'h{parts.num(box.width)}"/>')
    calls = by_column(data["calls"])
    last = max((row for row, _, _ in calls), default=0)
    skip = max(0, last + 1 - rows)
    for row, seat, call in calls:
        if row >= skip:
            now = " news" if [seat, call] == data["calls"][-1] and row == last else ""
            drawn.append(parts.words(
                words.call_text(call, view, table.say), box.x + (seat + 0.5) * across,
                box.y + high + (row - skip + 1) * high - 7, f"mid name{now}", size,
            ))
    return f'<g class="auction">{"".join(drawn)}</g>'


def by_column(calls: list[list[Any]]) -> list[tuple[int, int, str]]:
    """Gives each call its row: a new row begins when a seat calls that is left of the last.

    >>> by_column([[3, "30"], [0, "pass"], [1, "31"], [0, "32"]])
    [(0, 3, '30'), (1, 0, 'pass'), (1, 1, '31'), (2, 0, '32')]
    """
    found: list[tuple[int, int, str]] = []
    row = 0
    before = -1
    for seat, call in calls:
        if seat <= before:
            row += 1
        before = seat
        found.append((row, seat, call))
    return found


def bidding_box(table: Table, box: Box) -> str:
    """Draws the 45 bids, levels down and strains across; those that are legal light up."""
    view = table.view
    across, down = box.width / 5, box.height / 9
    size = min(17.0, down - 9)
    drawn: list[str] = []
    for level in range(1, 10):
        for place, strain in enumerate(STRAINS):
            bid = f"{level}{strain}"
            x = box.x + place * across
            y = box.y + (level - 1) * down
            spoken = words.spoken(f"bid:{bid}", view, say=table.say)
            inside = (
                f'<rect class="bid" x="{parts.num(x + 2)}" y="{parts.num(y + 1.5)}"'
                f' width="{parts.num(across - 4)}" height="{parts.num(down - 3)}" rx="5"/>'
            )
            line = y + down / 2 + size * 0.36
            if strain == "N":
                inside += parts.words(f"{level}NT", x + across / 2, line, "mid name", size)
            else:
                inside += parts.words(
                    str(level), x + across / 2 - size * 0.3, line, "mid name", size
                )
                inside += cards.sign(
                    strain, x + across / 2 + size * 0.55, y + down / 2, size * 0.95, "suit plain"
                )
            drawn.append(
                f'<g class="touch bid-box" data-touch="bid:{bid}" role="button" '
                f"aria-label={parts.attr(spoken)}><title>{parts.clean(spoken)}</title>{inside}</g>"
            )
    return f'<g class="bidding">{"".join(drawn)}</g>'


def figure(points: int) -> str:
    """Writes points with a true minus sign."""
    return str(points).replace("-", "−")


def score_sheet(table: Table, layout: Layout) -> str:
    """Writes line by line what the deal has scored."""
    data = table.view.data
    area = layout.frame.line
    box = Box(area.x + area.width / 2 - 170, area.y + 14, 340, area.height - 28)
    lines = [(table.say(words.TALLY[what]), points) for what, points in data["tally"]]
    total = sum(points for _, points in lines)
    high = 30.0
    drawn = [f'<rect class="sheet" x="{parts.num(box.x)}" y="{parts.num(box.y)}"'
             f' width="340" height="{parts.num(high * (len(lines) + 2) + 20)}" rx="12"/>']
    title = words.aim(table.view, table.say)
    rows = [(title, ""), *((what, figure(points)) for what, points in lines), ("", figure(total))]
    for place, (what, points) in enumerate(rows):
        y = box.y + 30 + place * high
        css = "score" if place in (0, len(rows) - 1) else "name"
        drawn.append(parts.words(what, box.x + 20, y, css, 17))
        drawn.append(parts.words(points, box.right - 20, y, f"{css} end", 17))
    return "".join(drawn)


def diagram(view: View, width: float, height: float) -> str:
    """Draws the trick alone or, before anything is led, the hand of the seat that looks on."""
    table = table_of(view, None, str, False)
    frame = wide(view)._replace(
        width=width, height=height, line=Box(16, 16, width - 32, height - 32)
    )
    if showing(view)["pieces"]:
        layout = Layout(
            frame, (width / 2, height / 2), (118.0, 78.0),
            70.0 if words.is_cards(view) else 44.0, frame.line,
        )
        inside = trick(table, layout)
    else:
        inside = own_hand(table, max(view.seat, 0), frame._replace(
            hand=Box(20, 20, width - 40, height - 40)
        )).replace('class="touch ', 'class="').replace(' role="button"', ' role="img"')
    return document(table, frame, parts.cloth(width, height) + inside, "wide", True) + "\n"


def ascii(view: View, *, width: int = 80, names: Names = None, say: Say = str) -> str:
    """Writes the table as one seat sees it."""
    rows = [f"{saying.title(view, say)} · {words.progress(view, say)}", ""]
    badges = words.badges(view, say)
    for seat in range(int(view.game.players)):
        mark = ">" if seat == view.turn else " "
        held = view.data["hands"][seat]
        count = held if isinstance(held, int) else len(held)
        told = [
            say(saying.POINTS).format(points=view.scores[seat]),
            words.tricks_text(words.tricks_of(view, seat), say),
            words.cards_left(count, view, say), *(badge.text for badge in badges[seat]),
        ]
        rows.append(f"{mark} {saying.seat_name(seat, names, say)}: {', '.join(told)}")
        if isinstance(held, list) and seat != view.seat and held:
            rows.append(f"    {hand_text(view, held)}")
    rows += ["", *middle_rows(view, names, say)]
    if view.seat >= 0:
        own = hand_text(view, view.data["hands"][view.seat])
        rows += ["", f"{say(saying.YOUR_HAND)}: {own or say(saying.NOTHING)}"]
    told_last = words.news(view, names=names, say=say)
    asked = words.headline(view, names=names, say=say)
    rows += [""] + ([told_last] if told_last and told_last != asked else []) + [asked]
    return "\n".join(folded for row in rows for folded in fold(row, width))


def hand_text(view: View, held: list[str]) -> str:
    """Writes a hand: tiles as they are, cards by suit."""
    if not words.is_cards(view):
        return " ".join(face(*saying.halves(name)) for name in held)
    suits = cards.by_suit(held, ranks_of(view))
    return "  ".join(
        words.SUIT_SIGNS[suit] + " " + " ".join(name[1:] for name in names)
        for suit, names in suits.items() if names
    )


def middle_rows(view: View, names: Names, say: Say) -> list[str]:
    """Writes the auction, or the trick with who played what."""
    data = view.data
    if data.get("stage") == "auction":
        return [
            f"{saying.seat_name(seat, names, say)}: {words.call_text(call, view, say)}"
            for seat, call in data["calls"][-8:]
        ]
    aim = words.aim(view, say)
    rows = [aim] if aim else []
    shown = showing(view)
    players = int(view.game.players)
    for place, name in enumerate(shown["pieces"]):
        seat = (shown["leader"] + place) % players
        shown_piece = words.piece(name, view)
        rows.append(f"  {saying.seat_name(seat, names, say)}: {shown_piece}")
    if shown["suit"]:
        rows.append(say(words.LED).format(suit=words.suit_text(shown["suit"], say)))
    return rows or [say(words.NO_TRICK)]


add_family("tricks", Family(
    svg=svg, ascii=ascii, diagram=diagram, headline=words.headline, log_lines=words.log_lines,
    news=words.news, label=words.label, spoken=words.spoken,
))
