"""What an option changes, said in a line beside it, as the studies have measured it."""

from __future__ import annotations

from typing import Final

from babel.numbers import format_decimal, format_percent

from sobremesa.core.game import game_class
from sobremesa.core.options import Option
from sobremesa.picture.saying import N_
from sobremesa.rules import studies
from sobremesa.table.words import Say, plural

# The measures that are told, each in words; those that are shares are told in percent.
SHARES: Final = {
    "first": N_("the first player wins"),
    "drawn": N_("nobody wins alone"),
    "blocked": N_("blocked rounds"),
    "won": N_("rounds that are won"),
    "comebacks": N_("comebacks"),
    "forced": N_("moves without a choice"),
}
NUMBERS: Final = {
    "moves": N_("moves"),
    "minutes": N_("minutes"),
    "rounds": N_("rounds"),
    "leads": N_("changes of the lead"),
    "margin": N_("points between the first two"),
    "scoring": N_("moves that score"),
}
LENGTHS: Final = {"moves", "minutes", "rounds"}


def effect_lines(game: str, language: str, say: Say) -> dict[str, str]:
    """Gives a line for each option whose effect was measured.

    >>> effect_lines("bingo", "en", str)
    {}
    """
    found = {}
    for option in game_class(game).declared():
        line = effect_line(option, studies.effects(game).get(option.name, []), language, say)
        if line:
            found[option.name] = line
    return found


def effect_line(
    option: Option, changes: list[studies.Change], language: str, say: Say
) -> str:
    """Says what the values of an option change.

    >>> from sobremesa.families.lines.block import NEXT_LEAD
    >>> change = studies.Change("winner", "blocked", 0.121, 0.19, 0, "options")
    >>> effect_line(NEXT_LEAD, [change], "en", str)
    'with “the winner of the last hand” blocked rounds 12% → 19%'
    """
    told: dict[str, list[str]] = {}
    for change in changes:
        # The longer, the more moves score: both say the same.
        if change.measure == "scoring" and any(_alike(change, other) for other in changes):
            continue
        part = in_numbers(change, language, say)
        if part:
            told.setdefault(_whose(option, change, say), []).append(part)
    return "; ".join(
        say("with “{value}” {changes}").format(value=whose, changes=", ".join(parts))
        for whose, parts in told.items()
    )


def _alike(change: studies.Change, other: studies.Change) -> bool:
    """Tells whether another change is one of the length, of the same value and in the same way."""
    return (
        other.measure in LENGTHS and (other.value, other.players) == (change.value, change.players)
        and (other.after > other.before) == (change.after > change.before)
    )


def _whose(option: Option, change: studies.Change, say: Say) -> str:
    """Names a value, and how many play if not as many as usual."""
    word = say(option.word(change.value))
    if not change.players:
        return word
    players = say(plural("{count} player", "{count} players")).format(count=change.players)
    return f"{word} ({players})"


def in_numbers(change: studies.Change, language: str, say: Say) -> str:
    """Writes a measure before and after; nothing if that would be the same."""
    values = (change.before, change.after)
    if change.measure in SHARES:
        words = SHARES[change.measure]
        before, after = (format_percent(value, locale=language) for value in values)
    elif change.measure in NUMBERS:
        words = NUMBERS[change.measure]
        form = "0" if min(values) >= 10 else "0.0"
        before, after = (format_decimal(value, form, locale=language) for value in values)
    else:
        return ""
    return f"{say(words)} {before} → {after}" if before != after else ""
