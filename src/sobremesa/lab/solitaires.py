"""How often the solitaires can be won, and how often a careful person would win them.

Every deal has its own seed, so a study can be made again, or made longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from sobremesa import Match, Refused, Rng, game, games
from sobremesa.bots import bot
from sobremesa.core.errors import suggestion
from sobremesa.core.game import game_class, served
from sobremesa.lab.arena import wilson
from sobremesa.lab.drawing import sheet
from sobremesa.lab.workers import shared
from sobremesa.material.dominoes import SET_NAMES
from sobremesa.solvers import solvable, solve

# Larger sets take too long where something is decided.
LARGEST = 12


def subjects() -> list[tuple[str, int]]:
    """Lists the games for one with their sets, those in which nothing is decided last.

    >>> subjects()[-1]
    ('bingo', 15)
    """
    found = [
        (name, int(top)) for name in games() if served(name, {}, 2) == [1]
        for option in game_class(name).declared() if option.name == "set"
        for top in sorted(option.allowed or [], key=int)
    ]
    searched = [(name, top) for name, top in found if solvable(name) and top <= LARGEST]
    return searched + [(name, top) for name, top in found if not solvable(name)]


def chosen(names: Sequence[str], sets: Sequence[int]) -> list[tuple[str, int]]:
    """List the games for one with their sets, or only those that are named.

    :raises Refused: if a name or a set is that of none.
    """
    found = subjects()
    known = list(dict.fromkeys(name for name, _ in found))
    for name in names:
        if name not in known:
            raise Refused(
                "{name} is no game for one that is studied: {hint}",
                name=name, hint=suggestion(name, known),
            )
    wanted = [
        (name, top) for name, top in found
        if (not names or name in names) and (not sets or top in sets)
    ]
    if not wanted:
        raise Refused(
            "no such game has that set: the sets are {sets}",
            sets=", ".join(str(top) for top in sorted({
                top for name, top in found if not names or name in names
            })),
        )
    return wanted


@dataclass(frozen=True)
class Finding:
    """What a study found of one game with one set.

    `won`, `lost` and `unknown` count the deals by what the solver says of them; `played`
    of them were also played by the careful player, who won `careful` and nearly won `close`.
    """

    game: str
    top: int
    deals: int
    won: int
    lost: int
    unknown: int
    played: int
    careful: int
    close: int

    @property
    def name(self) -> str:
        """The game and its set, in words."""
        return f"{game(self.game, set=self.top).title}, {SET_NAMES[self.top]}"

    def winnable(self) -> tuple[float, float]:
        """Gives the least and the most that the share of deals that can be won may be: the
        95 % interval of those known to be, and of those not known not to be."""
        return wilson(self.won, self.deals)[0], wilson(self.deals - self.lost, self.deals)[1]

    def row(self) -> str:
        """Writes the finding as a row of a table."""
        low, high = self.winnable()
        played = "has no decisions"
        if solvable(self.game):
            worst, best = wilson(self.careful, self.played)
            close = f", nearly {self.close}" if self.close else ""
            played = (
                f"{self.careful} of {self.played} ({worst:.0%} to {best:.0%}){close}"
                if self.played else "not played"
            )
        return (
            f"| {self.name} | {self.deals} | {self.won / self.deals:.1%} | "
            f"{self.unknown / self.deals:.1%} | {low:.1%} to {high:.1%} | {played} |"
        )


HEAD = (
    "| game | deals | can be won | unknown | 95 % interval | the careful player wins |\n"
    "|---|---|---|---|---|---|"
)


def table(findings: list[Finding]) -> str:
    """Writes the findings as a table.

    >>> print(table([Finding("squeeze", 6, 10, 9, 0, 1, 5, 2, 3)]).splitlines()[-1])
    | Squeeze, double-six | 10 | 90.0% | 10.0% | 59.6% to 100.0% | 2 of 5 (12% to 77%), nearly 3 |
    """
    return "\n".join([HEAD, *(finding.row() for finding in findings)])


@dataclass(frozen=True)
class Deal:
    """One deal to be studied."""

    game: str
    top: int
    seed: int
    nodes: int
    play: bool


def study_deal(deal: Deal) -> tuple[str, str]:
    """Says what can be made of a deal, and what the careful player makes of it."""
    rules = game(deal.game, set=deal.top)
    match = Match(rules, deal.seed)
    if not solvable(deal.game):
        # The last move takes the longest step where all lead to the same.
        while not match.over:
            match.play(match.round.moves()[-1])
        return ("won" if match.winners else "lost"), ""
    verdict = solve(match.round, nodes=deal.nodes).verdict
    if not deal.play:
        return verdict, ""
    player = bot(deal.game, "careful")
    rng = Rng(deal.seed)
    while not match.over:
        moves = match.round.moves()
        match.play(moves[0] if len(moves) == 1 else player.choose(match.view(0), rng))
    return verdict, str(match.view(0).data["ending"])


def study(
    name: str, top: int, deals: int, played: int, *, nodes: int = 200_000, seed: int = 1,
    workers: int | None = None, progress: Callable[[int], None] | None = None,
) -> Finding:
    """Studies so many deals of one game, of which the careful player plays the first."""
    rng = Rng(seed)
    wanted = [
        Deal(name, top, rng.below_big(1 << 64), nodes, number < played) for number in range(deals)
    ]
    found: list[tuple[str, str]] = []
    for outcome in shared(study_deal, wanted, workers or os.cpu_count() or 1):
        found.append(outcome)
        if progress is not None:
            progress(len(found))
    verdicts = [verdict for verdict, _ in found]
    endings = [ending for _, ending in found]
    return Finding(
        name, top, deals, verdicts.count("won"), verdicts.count("lost"),
        verdicts.count("unknown"), min(played, deals) if solvable(name) else 0,
        endings.count("win"), endings.count("close win"),
    )


# A plot: a row for each finding, as wide as this for all deals.
WIDTH = 420
LEFT = 225
ROW = 34
STYLE = (
    "svg{font:13px system-ui,sans-serif;fill:#2b2620}.won{fill:#15607d}.unknown{fill:#15607d;"
    "fill-opacity:.4}.lost{fill:#e0d5c0}.careful{fill:#c02f0d}.axis{stroke:#635849}"
    "@media (prefers-color-scheme:dark){svg{fill:#f1e9d8}.won,.unknown{fill:#6fcbe6}"
    ".lost{fill:#214e55}.careful{fill:#ff7a57}.axis{stroke:#b4c8c5}}"
)


def plot(findings: list[Finding]) -> str:
    """Draws the shares: can be won, unknown and lost above, won by the careful player below."""
    height = ROW * len(findings) + 62
    drawn = [_bars(finding, 10 + place * ROW) for place, finding in enumerate(findings)]
    bottom = 10 + ROW * len(findings)
    for tenth in range(0, 11, 2):
        x = LEFT + WIDTH * tenth / 10
        drawn.append(f'<path class="axis" d="M{x:g} {bottom}v5"/>')
        drawn.append(
            f'<text x="{x:g}" y="{bottom + 20}" text-anchor="middle">{tenth * 10} %</text>'
        )
    drawn.append(
        f'<rect class="won" x="{LEFT}" y="{bottom + 30}" width="12" height="12"/>'
        f'<text x="{LEFT + 18}" y="{bottom + 41}">can be won</text>'
        f'<rect class="lost" x="{LEFT + 105}" y="{bottom + 30}" width="12" height="12"/>'
        f'<rect class="unknown" x="{LEFT + 105}" y="{bottom + 30}" width="12" height="12"/>'
        f'<text x="{LEFT + 123}" y="{bottom + 41}">unknown</text>'
        f'<rect class="lost" x="{LEFT + 195}" y="{bottom + 30}" width="12" height="12"/>'
        f'<text x="{LEFT + 213}" y="{bottom + 41}">lost</text>'
        f'<rect class="careful" x="{LEFT + 255}" y="{bottom + 33}" width="12" height="6"/>'
        f'<text x="{LEFT + 273}" y="{bottom + 41}">won by the careful player</text>'
    )
    title = "Which deals can be won, and which are"
    return sheet(title, LEFT + WIDTH + 60, height, STYLE, drawn)


def _bars(finding: Finding, top: float) -> str:
    won = WIDTH * finding.won / finding.deals
    unknown = WIDTH * finding.unknown / finding.deals
    drawn = (
        f'<text x="{LEFT - 10}" y="{top + 16:g}" text-anchor="end">{escape(finding.name)}</text>'
        f'<rect class="lost" x="{LEFT}" y="{top:g}" width="{WIDTH}" height="14"/>'
        f'<rect class="unknown" x="{LEFT + won:.1f}" y="{top:g}" width="{unknown:.1f}"'
        ' height="14"/>'
        f'<rect class="won" x="{LEFT}" y="{top:g}" width="{won:.1f}" height="14"/>'
    )
    if finding.played:
        careful = WIDTH * finding.careful / finding.played
        drawn += (
            f'<rect class="careful" x="{LEFT}" y="{top + 17:g}" width="{careful:.1f}" height="6"/>'
        )
    return drawn
