"""Odd spellings of a number: what `int` would read, what it would choke on, and what is huge."""

from __future__ import annotations


def spellings(number: int) -> list[str]:
    """Writes a number in every way that is not the one way to write it."""
    plain = str(number)
    sign, figures = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
    return [
        f"{sign}0{figures}", f"{sign}{figures.zfill(10)}", f"{sign}{'0' * 5000}{figures}",
        f"+{plain}", f"++{plain}", f"--{figures}", f"- {figures}", f" {plain}", f"{plain} ",
        f"\t{plain}", f"{plain}\n", f"\u00a0{plain}", f"\u2003{plain}", f"{plain}\u3000",
        f"{sign}{figures[0]}_{figures[1:] or '0'}", f"{sign}0_{figures}", f"_{plain}", f"{plain}_",
        f"{plain}.0", f"{plain}.", f"{plain}e0", f"{sign}0.{figures}e{len(figures)}",
        f"{sign}0x{abs(number):x}", f"{sign}0b{abs(number):b}", f"{sign}0o{abs(number):o}",
        f"{plain}L", f"{plain}j", f"({plain})", f"{plain},0", f"{plain};", f'"{plain}"',
        f"{plain}\x00", f"\ufeff{plain}", f"\u200e{plain}", f"\u2212{figures}",
        *(
            sign + "".join(chr(zero + int(figure)) for figure in figures)
            for zero in (0x660, 0x966, 0xFF10, 0x1D7CE, 0x1FBF0)
        ),
        "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(figure)] for figure in figures),
    ]


NO_NUMBERS = [
    "", "-", "+", ".", "-0", "00", "x", "null", "true", "None", "NaN", "nan", "Infinity", "-inf",
    "1e309", "9" * 10, "9" * 20, "9" * 5000, "-" + "9" * 5000, str(2**31), str(2**32 + 2),
    str(2**63 - 1), str(2**63), str(2**64 + 2), "½", "Ⅷ", "八", "²", "%", "%00", "\x00", "\ud7ff",
    "../2", "2/../2", "[]", "{}", "'", "2 or 1=1",
]
