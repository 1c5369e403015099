"""Plots of studies, in the colours of the house.

They are SVG with text that stays text, a title for those who cannot see them, and colours that
change with a dark page. What differs differs in shape too, so that black and white is enough.
"""

from __future__ import annotations

import io
from html import escape
from math import ceil
from textwrap import wrap
from typing import Any, Final

from sobremesa import Refused
from sobremesa.extras import missing_library
from sobremesa.lab.arena import Estimate
from sobremesa.lab.findings import CLEAR, Effect, Found, Seats, written
from sobremesa.lab.units import SHARE

INK: Final = "#2b2620"
FAINT: Final = "#635849"
# Alternatives, each with its colour by day and by night, and its shape.
COLOURS: Final = ["#15607d", "#c02f0d", "#4d6b1f", "#7a4a86"]
NIGHT: Final = {
    INK: "#f1e9d8", FAINT: "#b4c8c5", "#15607d": "#6fcbe6", "#c02f0d": "#ff7a57",
    "#4d6b1f": "#b5d67a", "#7a4a86": "#d9a9e6",
}
SHAPES: Final = ["o", "s", "D", "^", "v", "P", "X", "*"]
# Inches.
WIDTH: Final = 7.2
ROW: Final = 0.3
HEAD: Final = 0.7
# A line of a title, a letter of one, and a number below a panel.
LINE: Final = 0.14
LETTER: Final = 0.075
NUMBER: Final = 0.42
# A bold letter; a mark of a legend with the space around it, and a line of one; the space between
# two strips, where their numbers stand.
BOLD: Final = 0.085
HANDLE: Final = 0.6
ENTRY: Final = 0.19
GAP: Final = 0.34
# The part of the width that the names of strips have.
LEFT: Final = 0.22


def plotting() -> Any:
    """Finds the library that draws, set as the house draws.

    :raises Refused: if it is not installed.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise Refused(missing_library("a plot", missing, "lab")) from missing
    style = {
        "svg.fonttype": "none", "svg.hashsalt": "sobremesa", "font.family": "sans-serif",
        "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT, "axes.labelcolor": INK,
        "xtick.color": FAINT, "ytick.color": INK, "xtick.labelcolor": INK,
    }
    return Figure, matplotlib.rc_context(style)


def svg(figure: Any, title: str, told: str) -> str:
    """Writes a figure with its title and what it shows in words."""
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawn = out.getvalue()
    drawn = drawn[drawn.index("<svg"):]
    head, _, rest = drawn.partition(">")
    night = "".join(
        f'[style*="fill: {day}"]{{fill:{dark}!important}}'
        f'[style*="stroke: {day}"]{{stroke:{dark}!important}}'
        for day, dark in NIGHT.items()
    )
    words = (
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"
        f"<style>text{{font-family:system-ui,sans-serif!important}}"
        f"@media (prefers-color-scheme:dark){{{night}}}</style>"
    )
    return f'{head} role="img" aria-label="{escape(f"{title}. {told}")}">{words}{rest}'


def drawable(found: Estimate | None) -> bool:
    """Tells whether an estimate has an interval with ends."""
    return found is not None and abs(found[1]) < float("inf") and abs(found[2]) < float("inf")


def effects_plot(found: Found, title: str) -> str:
    """Draws every measure, a strip each, with a mark and an interval for each alternative."""
    labels = [one.label for one in found.subject.alternatives]
    effects = [
        effect for effect in found.effects if any(drawable(level) for level in effect.levels)
    ]
    _, styled = plotting()
    with styled:
        return svg(effects_figure(labels, effects, title), title, in_words(effects, labels))


def effects_figure(labels: list[str], effects: list[Effect], title: str) -> Any:
    """Makes the figure of the strips, in the style that is set: below the title, if there are
    several alternatives, what their marks mean, then the strips."""
    Figure, _ = plotting()
    count = max(1, len(effects))
    lines = wrap(title, int(WIDTH / BOLD))
    named = LINE * 1.2 * len(lines) + 0.12
    columns = max(1, int(WIDTH / (HANDLE + LETTER * max(map(len, labels)))))
    head = named + (ENTRY * ceil(len(labels) / columns) if len(labels) > 1 else 0) + 0.12
    tall = 0.12 + 0.14 * len(labels)
    high = head + count * tall + (count - 1) * GAP + 0.35
    figure = Figure(figsize=(WIDTH, high))
    strips = figure.subplots(count, 1, squeeze=False)[:, 0]
    for axes, effect in zip(strips, effects, strict=False):
        _strip(axes, effect, labels)
    figure.text(0.01, 1 - 0.06 / high, "\n".join(lines), weight="bold", va="top")
    if len(labels) > 1:
        # A measure may mean nothing for some of them.
        marks = {
            name: handle for axes in strips
            for handle, name in zip(*axes.get_legend_handles_labels(), strict=True)
        }
        names = [label for label in labels if label in marks]
        figure.legend(
            [marks[name] for name in names], names, loc="upper left", ncols=columns,
            bbox_to_anchor=(0, 1 - named / high), borderaxespad=0, frameon=False, fontsize=8,
        )
    figure.subplots_adjust(
        left=LEFT, right=0.97, top=1 - head / high, bottom=0.35 / high, hspace=GAP / tall,
    )
    return figure


def _strip(axes: Any, effect: Effect, labels: list[str]) -> None:
    """Draws one measure."""
    for place, (label, level) in enumerate(zip(labels, effect.levels, strict=True)):
        if level is None or not drawable(level):
            continue
        mean, low, high = level
        colour = COLOURS[place % len(COLOURS)]
        axes.plot([low, high], [-place, -place], color=colour, linewidth=2.2,
                  linestyle="-" if place % 2 == 0 else (0, (3, 1)))
        axes.plot(mean, -place, SHAPES[place % len(SHAPES)], color=colour, markersize=5.5,
                  label=label, linestyle="none")
    axes.set_ylim(-len(labels) + 0.3, 0.7)
    axes.set_yticks([])
    words = wrap(effect.measure.words, int(LEFT * WIDTH / LETTER) - 2)
    axes.set_ylabel("\n".join(words), rotation=0, ha="right", va="center")
    axes.margins(x=0.08)
    axes.tick_params(axis="x", labelsize=7.5, length=2)
    axes.grid(axis="x", color=FAINT, alpha=0.25, linewidth=0.6)
    if effect.measure.unit == SHARE:
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.3g}"
                                       if abs(value) < 0.001 < abs(value) else f"{value:.1%}")
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)


def in_words(effects: list[Effect], labels: list[str]) -> str:
    """Says what a plot of measures shows."""
    parts = []
    for effect in effects:
        levels = [
            f"{label} {written(effect.measure, level)}"
            for label, level in zip(labels, effect.levels, strict=True) if level is not None
        ]
        parts.append(f"{effect.measure.words}: {'; '.join(levels)}")
    return ". ".join(parts)


def seats_plot(seats: Seats, title: str, even: float) -> str:
    """Draws what each seat wins, beside an even share."""
    Figure, styled = plotting()
    with styled:
        figure = Figure(figsize=(WIDTH, HEAD + 0.4 + ROW * len(seats.won)))
        axes = figure.subplots()
        for seat, (mean, low, high) in enumerate(seats.won):
            axes.plot([low, high], [-seat, -seat], color=COLOURS[0], linewidth=2.2)
            axes.plot(mean, -seat, "o", color=COLOURS[1], markersize=6)
        axes.axvline(even, color=FAINT, linestyle=":", linewidth=1.2)
        axes.set_yticks([-seat for seat in range(len(seats.won))],
                        [f"seat {seat + 1}" for seat in range(len(seats.won))])
        axes.set_ylim(-len(seats.won) + 0.4, 0.6)
        axes.set_xlabel("share of the wins; dotted: an even share")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(axis="x", color=FAINT, alpha=0.25, linewidth=0.6)
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        axes.set_title(title, loc="left", fontsize=9, weight="bold")
        figure.tight_layout()
        told = "; ".join(
            f"seat {seat + 1} {mean:.1%} ({low:.1%} to {high:.1%})"
            for seat, (mean, low, high) in enumerate(seats.won)
        )
        return svg(figure, title, f"{told}; an even share is {even:.1%}")


def study_plot(found: Found, shown: list[Effect], title: str) -> str:
    """Draws a panel for each measure with a row for each alternative; a dotted line goes through
    the first, and what differs from it clearly is filled."""
    labels = [one.label for one in found.subject.alternatives]
    _, styled = plotting()
    with styled:
        return svg(study_figure(labels, shown, title), title, in_short(shown, labels))


def study_figure(labels: list[str], shown: list[Effect], title: str) -> Any:
    """Makes the figure of the panels, in the style that is set."""
    Figure, _ = plotting()
    figure = Figure(figsize=(WIDTH, HEAD + 0.25 + 0.24 * len(labels)))
    panels = figure.subplots(1, len(shown), squeeze=False, sharey=True)[0]
    for axes, effect in zip(panels, shown, strict=True):
        _panel(axes, effect)
    panels[0].set_yticks([-place for place in range(len(labels))], labels, fontsize=8)
    lines = _fitted(figure, panels, shown)
    figure.set_figheight(figure.get_figheight() + LINE * (lines - 1))
    figure.text(0.01, 1 - 0.16 / figure.get_figheight(), title, weight="bold", va="center")
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.28 / figure.get_figheight()))
    return figure


def _fitted(figure: Any, panels: Any, shown: list[Effect]) -> int:
    """Breaks titles and leaves out numbers where panels are narrow, so that none lies on another;
    gives how many lines the longest title has."""
    # The names of the rows take what they need, whatever the titles.
    for axes in panels:
        axes.set_title("")
    figure.tight_layout()
    lines = 1
    for axes, effect in zip(panels, shown, strict=True):
        wide = axes.get_position().width * WIDTH
        words = wrap(effect.measure.words, max(8, int(wide / LETTER)), break_long_words=False)
        axes.set_title("\n".join(words), loc="left", fontsize=8.5)
        axes.locator_params(axis="x", nbins=max(2, min(4, int(wide / NUMBER))))
        lines = max(lines, len(words))
    return lines


def _panel(axes: Any, effect: Effect) -> None:
    """Draws one measure of all alternatives."""
    base = effect.levels[0]
    if base is not None and len(effect.levels) > 1:
        axes.axvline(base[0], color=FAINT, linestyle=":", linewidth=1.1)
    for place, level in enumerate(effect.levels):
        if level is None or not drawable(level):
            continue
        mean, low, high = level
        clear = place == 0 or effect.marks[place - 1] == CLEAR
        colour = COLOURS[1] if clear and place else COLOURS[0]
        axes.plot([low, high], [-place, -place], color=colour, linewidth=1.8)
        axes.plot(mean, -place, "o", color=colour, markersize=4.5,
                  markerfacecolor=colour if clear else "none")
    axes.set_ylim(-len(effect.levels) + 0.4, 0.6)
    axes.tick_params(axis="x", labelsize=7.5, length=2)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=FAINT, alpha=0.25, linewidth=0.6)
    axes.margins(x=0.1)
    if effect.measure.unit == SHARE:
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.3g} %")
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)


def in_short(shown: list[Effect], labels: list[str]) -> str:
    """Says between what each measure of a plot lies, and where: of several the first."""
    parts = []
    for effect in shown:
        known = [
            (level[0], label)
            for label, level in zip(labels, effect.levels, strict=True) if level is not None
        ]
        if not known:
            continue
        (least, few), (most, many) = min(known, key=_mean), max(known, key=_mean)
        low, high = (_short(effect, value) for value in (least, most))
        if low != high:
            told = f"{low} ({few}) to {high} ({many})"
        else:
            told = f"{low} throughout" if len(known) == len(labels) > 1 else f"{low} ({few})"
        parts.append(f"{effect.measure.words} {told}")
    return "; ".join(parts)


def _short(effect: Effect, value: float) -> str:
    """Writes a mean of a measure in three digits, or as many as stand before the point."""
    if effect.measure.unit == SHARE:
        return f"{value:.1%}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _mean(known: tuple[float, str]) -> float:
    return known[0]
