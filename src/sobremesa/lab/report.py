"""The balance report: one page with everything that was measured of a game, for its inventor."""

from __future__ import annotations

from dataclasses import asdict
from html import escape
from typing import Final

from sobremesa import Game, bots
from sobremesa.lab.findings import Effect, Event, Found, Seats, written
from sobremesa.lab.measures import MEASURES
from sobremesa.lab.plots import effects_plot, seats_plot
from sobremesa.lab.seer import NAME as SEER

STYLE: Final = """
:root{color-scheme:light dark;--ink:#2b2620;--paper:#fbf7ee;--faint:#635849;--line:#e0d5c0}
@media (prefers-color-scheme:dark){:root{--ink:#f1e9d8;--paper:#17292b;--faint:#b4c8c5;
--line:#3a5154}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);
max-width:50rem;margin:2rem auto;padding:0 1rem}
h1,h2{line-height:1.2}h2{margin-top:2.2rem}
table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line);
vertical-align:top;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto;margin:1rem 0}svg{width:100%;min-width:34rem;height:auto}
td{min-width:9.5rem}td:nth-last-child(1):not(:nth-child(2)){min-width:12rem}
.note,caption{color:var(--faint);font-size:.9rem;text-align:left}
code{background:var(--line);padding:.1rem .3rem;border-radius:.2rem;overflow-wrap:anywhere}
"""


def strong(game: Game) -> str:
    """Names a bot that plays a game sensibly and soon."""
    return "greedy" if "greedy" in bots.names(game.name) else "random"


def seeable(game: Game) -> bool:
    """Tells whether somebody who sees all would see more than others."""
    return int(game.players) > 1 and bool(game.info()["hidden"])


def table(head: list[str], rows: list[list[str]], caption: str) -> str:
    """Writes a table."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def plot(drawn: str) -> str:
    """Puts a plot where it can be moved on a narrow screen."""
    return f'<div class="scroll" tabindex="0">{drawn}</div>'


def page(main: Found, skill: Found | None, seer: Found | None, command: str) -> str:
    """Writes the report: what was found between equals, how much skill decides, and what seeing
    all is worth."""
    game = main.subject.alternatives[0].game
    title = f"{game.title}: how it plays"
    unit = "round" if main.subject.rounds else "match"
    parts = [
        f"<h1>{escape(title)}</h1>", f"<p>{escape(summary(main, skill, seer))}</p>",
        "<h2>All measures</h2>", measures_table(main),
        plot(effects_plot(main, f"{game.title}, {main.deals} equal deals")),
    ]
    if len(main.subject.alternatives) > 1:
        parts.append("<h2>What the options change</h2>" + differences_table(main))
    for one, seats, events, endings in zip(
        main.subject.alternatives, main.seats, main.events, main.endings, strict=True
    ):
        parts.append(f"<h2>{escape(one.label)}</h2>")
        if int(one.game.players) > 1:
            parts.append(seats_part(one.game, seats))
        parts.append(events_part(events, unit))
        if endings:
            parts.append(table(
                ["ending", "share"], [
                    [word, written(MEASURES["blocked"], share)] for word, share in endings.items()
                ],
                "How rounds end",
            ))
    parts += [skill_part(skill), seer_part(seer), method(main, command)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        + "\n".join(parts) + "</main></body></html>\n"
    )


def level(found: Found, name: str) -> str | None:
    """Writes a measure of the first alternative, if the game has it."""
    effect = effect_of(found, name)
    if effect is None or effect.levels[0] is None:
        return None
    return written(effect.measure, effect.levels[0])


def effect_of(found: Found, name: str) -> Effect | None:
    """Finds a measure among what was found."""
    return next((one for one in found.effects if one.measure.name == name), None)


def summary(main: Found, skill: Found | None, seer: Found | None) -> str:
    """Says the most important in a paragraph."""
    unit = "round" if main.subject.rounds else "match"
    one = main.subject.alternatives[0]
    said = [
        f"Between {', '.join(dict.fromkeys(one.kinds))} players, {one.game.title} takes "
        f"{level(main, 'moves')} moves a {unit}, {level(main, 'decisions')} of them decisions, "
        f"and {level(main, 'minutes')} minutes by the pace below."
    ]
    told = [
        ("first", "Whoever moves first wins {}."), ("blocked", "Blocked: {} of the rounds."),
        ("drawn", "Drawn: {}."), ("won", "Won: {}."),
        ("comebacks", "Whoever wins was behind half-way in {}."),
    ]
    for name, sentence in told:
        found = level(main, name)
        if found is not None:
            said.append(sentence.format(found))
    for other, sentence in ((skill, "A seat of {} among {} wins {}."),
                            (seer, "Whoever sees everything ({}) among {} wins {}.")):
        won = None if other is None else level(other, "named")
        if other is not None and won is not None:
            kinds = list(dict.fromkeys(other.subject.alternatives[0].kinds))
            said.append(sentence.format(kinds[0], " and ".join(kinds[1:]), won))
    return " ".join(said)


def measures_table(found: Found) -> str:
    """Writes all measures of all alternatives."""
    rows = [
        [effect.measure.words, *(written(effect.measure, one) for one in effect.levels),
         effect.measure.meaning]
        for effect in found.effects
    ]
    labels = [one.label for one in found.subject.alternatives]
    return table(["measure", *labels, "what it means"], rows, "Means with 95 % intervals")


def differences_table(found: Found) -> str:
    """Writes how the later alternatives differ from the first."""
    labels = [one.label for one in found.subject.alternatives]
    rows = [
        [effect.measure.words, *(
            f"{written(effect.measure, change, signed=True)} {mark}".rstrip()
            for change, mark in zip(effect.differences, effect.marks, strict=True)
        )]
        for effect in found.effects
    ]
    return table(
        ["measure", *labels[1:]], rows,
        f"Differences from {labels[0]}, deal by deal, with 95 % intervals. "
        "* the interval leaves out 0; ** also if one allows for all measures together",
    )


def seats_part(game: Game, seats: Seats) -> str:
    """Shows what each seat wins."""
    sides = {game.side_of(seat) for seat in range(int(game.players))}
    even = 1 / len(sides)
    rows = [
        [f"seat {seat + 1}", written(MEASURES["first"], won), f"{gained:+.2f}", f"{spread:.2f}"]
        for seat, (won, gained, spread) in enumerate(
            zip(seats.won, seats.gained, seats.spread, strict=True)
        )
    ]
    return plot(seats_plot(seats, f"{game.title}: who wins", even)) + table(
        ["seat", "wins", "gains", "spread of the gains"], rows,
        f"By seat; an even share is {even:.1%}. Gains are points against the mean of all, their "
        "spread is the standard deviation between equals",
    )


def events_part(events: list[Event], unit: str) -> str:
    """Shows with which moves points are made."""
    rows = [
        [event.kind, f"{event.often[0]:.2f} ({event.often[1]:.2f} to {event.often[2]:.2f})",
         f"{event.points:.1f}"]
        for event in events
    ]
    return table(
        ["kind", f"times a {unit}", "points each time"], rows, "Scoring moves by what is touched"
    ) if rows else ""


def skill_part(found: Found | None) -> str:
    """Shows how much skill decides."""
    if found is None:
        return ""
    kinds = list(dict.fromkeys(found.subject.alternatives[0].kinds))
    return (
        "<h2>How much skill decides</h2>"
        f"<p>A seat of {escape(kinds[0])} among {escape(' and '.join(kinds[1:]))} wins "
        f"{level(found, 'named')}, on {found.deals} deals that are played from every seat.</p>"
    )


def seer_part(found: Found | None) -> str:
    """Shows what hidden information is worth."""
    if found is None:
        return ""
    kinds = list(dict.fromkeys(found.subject.alternatives[0].kinds))
    return (
        "<h2>What hidden information is worth</h2>"
        f"<p>A player who sees all hands ({SEER}) among {escape(' and '.join(kinds[1:]))} wins "
        f"{level(found, 'named')}, on {found.deals} deals.</p>"
    )


def method(found: Found, command: str) -> str:
    """Says how the figures were made."""
    pace = asdict(found.subject.pace)
    kind = (
        "Intervals are confidence sequences: they hold at every look." if found.stopped
        else "The number of deals was fixed before."
    )
    return (
        "<h2>How this was made</h2>"
        f"<p><code>{escape(command)}</code></p>"
        f'<p class="note">Every alternative played the same {found.deals} deals, seed '
        f"{found.subject.seed}. {kind} Each interval holds the truth in 95 of 100 such studies; "
        "among many some do not. Minutes come from a pace: "
        f"{pace['deal']:g} seconds for a deal, {pace['move']:g} for a move, and "
        f"{pace['doubling']:g} more for each doubling of the moves to choose from.</p>"
    )
