"""The look in one place: colours, type and the style sheet of every picture.

Every colour is a custom property with a fallback, so that the page, a notebook and a picture
on its own share one look, in daylight and by lamplight.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Final

# Token: (by daylight, by lamplight).
TOKENS: Final[dict[str, tuple[str, str]]] = {
    "linen": ("#efe8da", "#17383d"),
    "linen-light": ("#f8f3e8", "#214e55"),
    "linen-deep": ("#e0d5c0", "#0d2529"),
    "weave": ("#b9a888", "#8fc4c6"),
    "hem": ("#c3b190", "#4f8287"),
    "ink": ("#2b2620", "#f1e9d8"),
    "ink-quiet": ("#635849", "#b4c8c5"),
    "card": ("#fcf9f2", "#1d474d"),
    "card-edge": ("#d9ccb4", "#35686e"),
    "ivory": ("#fbf5e6", "#f3ead6"),
    "ivory-edge": ("#d8c7a3", "#c9b78f"),
    "ivory-side": ("#cbb78d", "#a8946a"),
    "ivory-bar": ("#b9a67c", "#a8946a"),
    "brass": ("#c9a35a", "#c9a35a"),
    "shadow": ("#5a4528", "#020b0d"),
    "back": ("#8a6a4c", "#7d5f44"),
    "back-edge": ("#6d5138", "#a3825f"),
    "back-side": ("#5c432d", "#3d2c1e"),
    "back-inlay": ("#b2906c", "#a3825f"),
    "hole": ("#ffffff", "#ffffff"),
    "vermilion": ("#c02f0d", "#ff7a57"),
    "sea": ("#15607d", "#6fcbe6"),
    "on-accent": ("#fffaf0", "#08242a"),
    "square-light": ("#f6eedb", "#2d5f66"),
    "square-dark": ("#e6d7b9", "#245057"),
    "board-rim": ("#8a6a4c", "#3d2c1e"),
    "board-ink": ("#f3e6cc", "#d8c19a"),
    "throne": ("#5c432d", "#0b1f23"),
    "camp-sw": ("#7b3471", "#c77bbd"),
    "camp-nw": ("#a86f00", "#e3b452"),
    "camp-ne": ("#3c6e2a", "#85bf6a"),
    "camp-se": ("#39458f", "#93a4f0"),
    "camp-none": ("#b3a991", "#71898a"),
    "sign": ("#fffaf0", "#10262a"),
    "pip": ("#2a241d", "#2a241d"),
    "suit-red": ("#b3202a", "#b3202a"),
    "suit-paper": ("#b3202a", "#ff9d94"),
    "suit-blue": ("#1c4fa0", "#1c4fa0"),
    "suit-green": ("#1f7a3a", "#1f7a3a"),
}

# What changes where somebody wants more contrast.
CONTRAST: Final[dict[str, tuple[str, str]]] = {
    "linen": ("#ffffff", "#000000"),
    "linen-light": ("#ffffff", "#0a0a0a"),
    "linen-deep": ("#f2f2f2", "#000000"),
    "weave": ("#ffffff", "#000000"),
    "hem": ("#3a3a3a", "#d0d0d0"),
    "ink": ("#000000", "#ffffff"),
    "ink-quiet": ("#1f1f1f", "#f0f0f0"),
    "card": ("#ffffff", "#000000"),
    "card-edge": ("#000000", "#ffffff"),
    "ivory": ("#ffffff", "#ffffff"),
    "ivory-edge": ("#000000", "#ffffff"),
    "ivory-bar": ("#000000", "#000000"),
    "vermilion": ("#a31500", "#ff9b80"),
    "sea": ("#003f5c", "#8fe0ff"),
    "on-accent": ("#ffffff", "#000000"),
    "pip": ("#000000", "#000000"),
}

# Tiles stay ivory by lamplight, so the colours of the numbers hold for both.
NUMBER_COLOURS: Final = [
    "#2a241d",  # 0 has no pips; a numeral is ink
    "#1573a6", "#2b7a33", "#c22f2f", "#7a4a1d", "#26378f", "#996300", "#b5338a", "#007d77",
    "#6a3aa3", "#bd5200", "#7d1535", "#5d666e", "#5a7a00", "#0a4a5c", "#111111",
]

# The corners of square pieces, from light to dark as the numbers go up, and their numerals.
CORNER_COLOURS: Final = [
    ("#f0d9a4", "#2a241d"), ("#dd9a2e", "#2a241d"), ("#8aa04a", "#1d1a14"),
    ("#b0506a", "#fffaf0"), ("#43549c", "#fffaf0"), ("#3b2a3f", "#fffaf0"),
]

CLASS_NAME: Final = re.compile(r"\.([a-z][a-z0-9-]*)")
TOKEN_USED: Final = re.compile(r"var\(--sm-([a-z-]+),")

SERIF: Final = '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif'
SANS: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

RULES: Final = """\
.sobremesa{font-family:@sans;font-size:14px;fill:@ink;-webkit-user-select:none;user-select:none}
.sobremesa text{pointer-events:none}
.stage .sobremesa{overflow:visible}
.sobremesa .glow-in{stop-color:@linen-light;stop-opacity:1}
.sobremesa .glow-mid{stop-color:@linen;stop-opacity:1}
.sobremesa .glow-out{stop-color:@linen-deep;stop-opacity:1}
.sobremesa .thread{stroke:@weave;stroke-width:.7;stroke-opacity:.17;fill:none}
.sobremesa .hem{stroke:@hem;stroke-width:1.6;stroke-dasharray:7 5;stroke-linecap:round;fill:none;\
stroke-opacity:.75}
.sobremesa .soft{fill:@shadow;fill-opacity:.075}
.sobremesa .face{fill:@ivory;stroke:@ivory-edge;stroke-width:1.2}
.sobremesa .side{fill:@ivory-side}
.sobremesa .sheen{stroke:@hole;stroke-width:1.6;stroke-opacity:.6;fill:none}
.sobremesa .pin{stroke:@brass;stroke-width:5;stroke-linecap:round;fill:none}
.sobremesa .wild{fill:@brass;stroke:@pip;stroke-width:.8;stroke-linejoin:round}
.sobremesa .counter{fill:@brass;stroke:@back-edge;stroke-width:1.4}
.sobremesa .bar{stroke:@ivory-bar;stroke-width:1.4;stroke-linecap:round;fill:none}
.sobremesa .hole{stroke:@hole;stroke-opacity:.85;stroke-linecap:round;fill:none}
.sobremesa .pip{stroke:@pip;stroke-linecap:round;fill:none}
.sobremesa .glint{stroke:@hole;stroke-opacity:.1;stroke-linecap:round;fill:none}
.sobremesa .numeral{font-family:@serif;font-weight:700;fill:@pip;text-anchor:middle}
.sobremesa .back{fill:@back;stroke:@back-edge;stroke-width:1.2}
.sobremesa .back-side{fill:@back-side}
.sobremesa .inlay{stroke:@back-inlay;stroke-width:1.6;stroke-opacity:.7;fill:none}
.sobremesa .card{fill:@card;fill-opacity:.82;stroke:@card-edge;stroke-width:1}
.sobremesa .turn .card{stroke:@vermilion;stroke-width:2.5;fill-opacity:1}
.sobremesa .mark{fill:@vermilion}
.sobremesa .name{font-weight:600}
.sobremesa .quiet{fill:@ink-quiet}
.sobremesa .title{font-family:@serif;font-weight:600}
.sobremesa .score{font-family:@serif;font-weight:700;font-variant-numeric:lining-nums tabular-nums}
.sobremesa .gain{fill:@sea;font-weight:700}
.sobremesa .news{fill:@sea;font-weight:500}
.sobremesa .ask{font-weight:600}
.sobremesa .asked{fill:@vermilion}
.sobremesa .end{text-anchor:end}
.sobremesa .mid{text-anchor:middle}
.sobremesa .badge{fill:@card;stroke:@ink-quiet;stroke-width:1}
.sobremesa .badge.now{fill:@sea;stroke:@sea}
.sobremesa .badge-text{font-weight:600;text-anchor:middle;fill:@ink}
.sobremesa .badge-text.now{fill:@on-accent}
.sobremesa .bubble{fill:@sea}
.sobremesa .bubble-text{font-weight:700;text-anchor:middle;fill:@on-accent}
.sobremesa .aid{fill:@ink-quiet}
.sobremesa .fresh{fill:none;stroke:@sea;stroke-width:2.8;vector-effect:non-scaling-stroke}
.sobremesa .halo{fill:none;stroke:@vermilion;stroke-width:2.6;opacity:0;\
vector-effect:non-scaling-stroke}
.sobremesa .mat{fill:@linen-deep;fill-opacity:.42;stroke:@hem;stroke-width:1;stroke-opacity:.5}
.sobremesa .place{fill:none;stroke:@hem;stroke-width:2;stroke-dasharray:3 6;stroke-linecap:round}
.sobremesa .brace{fill:none;stroke:@ink-quiet;stroke-width:1.4;stroke-linecap:round}
.sobremesa .link{fill:none;pointer-events:none;stroke:@brass;stroke-width:5;stroke-linecap:round}
.sobremesa .slot{fill:@vermilion;fill-opacity:.10;stroke:@vermilion;stroke-width:2.4;\
stroke-dasharray:7 4;stroke-linecap:round}
.sobremesa .slot-number{font-family:@serif;font-weight:700;fill:@vermilion;text-anchor:middle}
.sobremesa .rail{stroke:@hem;stroke-width:3;stroke-linecap:round;stroke-linejoin:round;fill:none;\
stroke-opacity:.55}
.sobremesa .coin{fill:@brass;stroke:@back-side;stroke-width:1.4}
.sobremesa .coin-hole{fill:none;stroke:@back-side;stroke-width:1.2}
.sobremesa .owed{fill:none;stroke:@vermilion;stroke-width:3;stroke-dasharray:5 3;\
vector-effect:non-scaling-stroke}
.sobremesa .owed-text{fill:@vermilion;font-weight:700}
.sobremesa .dim{opacity:.42}
.sobremesa .gap{fill:none;stroke:@hem;stroke-width:1.4;stroke-dasharray:4 5;stroke-opacity:.8}
.sobremesa .spoken{fill:none;stroke:@vermilion;stroke-width:4;vector-effect:non-scaling-stroke}
.sobremesa .dial{fill:none;stroke:@hem;stroke-width:1.4;stroke-opacity:.5}
.sobremesa .hour{font-family:@serif;font-weight:600;fill:@ink-quiet}
.sobremesa .at-home{fill:none;stroke:@brass;stroke-width:2.6;vector-effect:non-scaling-stroke}
.sobremesa .trouble{fill:none;stroke:@vermilion;stroke-width:2.6;stroke-dasharray:5 4;\
vector-effect:non-scaling-stroke}
.sobremesa .quad{fill:none;stroke:@ink-quiet;stroke-width:1.6;stroke-opacity:.55;\
pointer-events:none}
.sobremesa .quad.now{stroke:@sea;stroke-width:2.8;stroke-opacity:1}
.sobremesa .quad.begun{stroke:@vermilion;stroke-width:2.6;stroke-opacity:1;stroke-dasharray:7 4}
.sobremesa .edge-line{stroke:@pip;stroke-width:4.2;stroke-linejoin:round;stroke-linecap:round;\
fill:none}
.sobremesa .glyph{stroke:@pip;stroke-width:4;stroke-linecap:round;fill:none}
.sobremesa .solid{fill:@pip}
.sobremesa .hole-in{stroke:@ivory;stroke-width:2.4;stroke-linecap:round;fill:none}
.sobremesa .hole-in.dot{stroke-width:5.5}
.sobremesa .slot-line{stroke:@vermilion;stroke-width:5;stroke-linejoin:round;\
stroke-linecap:round;fill:none}
.sobremesa .slot-glyph .glyph{stroke:@vermilion}
.sobremesa .slot-glyph .solid{fill:@vermilion}
.sobremesa .cell{fill:@linen;stroke:@card-edge;stroke-width:.8}
.sobremesa .cell.made{fill:@ink-quiet;stroke:@ink-quiet}
.sobremesa .struck{stroke:@ink;stroke-width:2;stroke-linecap:round;fill:none}
.sobremesa .cell-text{font-weight:600;text-anchor:middle;fill:@ink-quiet}
.sobremesa .cell-text.on{fill:@card}
.sobremesa .ghost{opacity:0;pointer-events:none}
.sobremesa .ghost.lit,.sobremesa .ghost.chosen{opacity:1;pointer-events:auto}
.sobremesa .reach{fill:@vermilion;fill-opacity:0}
.sobremesa .row{fill:@vermilion;fill-opacity:.07}
.sobremesa .lit:hover .row{fill-opacity:.14}
.sobremesa .touch{outline:none;-webkit-tap-highlight-color:transparent}
.sobremesa .lit{cursor:pointer}
.sobremesa .lit .halo{opacity:.9}
.sobremesa .lit:hover .halo,.sobremesa .touch:focus-visible .halo,\
.sobremesa .chosen .halo{opacity:1}
.sobremesa .lit:hover .slot,.sobremesa .ghost:focus-visible .slot,\
.sobremesa .chosen .slot{fill-opacity:.28;stroke-dasharray:none}
.sobremesa .felt{fill:@linen-deep;fill-opacity:.6;stroke:@hem;stroke-width:2.4}
.sobremesa .amount{font-family:@serif;font-weight:700}
.sobremesa .chip{stroke:@pip;stroke-width:.9}
.sobremesa .chip-side{stroke:@pip;stroke-width:.9}
.sobremesa .chip-rim{fill:none;stroke:@pip;stroke-width:1;stroke-opacity:.45;stroke-dasharray:3 2}
.sobremesa .c1{fill:@ivory}
.sobremesa .c5{fill:@brass}
.sobremesa .c25{fill:@back}
.sobremesa .c100{fill:@ink-quiet}
.sobremesa .dealer{fill:@ivory;stroke:@back-side;stroke-width:2}
.sobremesa .dealer-letter{font-family:@serif;font-weight:700;fill:@pip}
.sobremesa .won .card{stroke:@sea;stroke-width:2.5;fill-opacity:1}
.sobremesa .folded .held,.sobremesa g.folded>[id]{opacity:.4}
.sobremesa .rank{font-family:@serif;font-weight:700;text-anchor:middle;fill:@pip}
.sobremesa .value{font-family:@serif;text-anchor:middle;fill:@pip;fill-opacity:.6}
.sobremesa .suit{fill:@pip}
.sobremesa .court{fill:none;stroke:@pip;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.sobremesa .s-d.suit,.sobremesa .s-h.suit,.sobremesa .s-d.rank,.sobremesa .s-h.rank{fill:@suit-red}
.sobremesa .s-d.court,.sobremesa .s-h.court{stroke:@suit-red}
.sobremesa .four .s-d.suit,.sobremesa .four .s-d.rank{fill:@suit-blue}
.sobremesa .four .s-c.suit,.sobremesa .four .s-c.rank{fill:@suit-green}
.sobremesa .four .s-d.court{stroke:@suit-blue}
.sobremesa .four .s-c.court{stroke:@suit-green}
.sobremesa .suit.plain{fill:@ink}
.sobremesa .s-d.suit.plain,.sobremesa .s-h.suit.plain{fill:@ink}
.sobremesa .red{fill:@suit-paper}
.sobremesa .bid-box .s-d.suit,.sobremesa .bid-box .s-h.suit{fill:@suit-paper}
.sobremesa .bid-box.lit .s-d.suit,.sobremesa .bid-box.lit .s-h.suit{fill:@suit-red}
.sobremesa .four .bid-box .s-d.suit{fill:@suit-blue}
.sobremesa .side-near{fill:@sea}
.sobremesa .side-far{fill:@brass}
.sobremesa .sheet{fill:@card;fill-opacity:.9;stroke:@card-edge;stroke-width:1}
.sobremesa .rule{stroke:@card-edge;stroke-width:1;fill:none}
.sobremesa .bid{fill:@card;stroke:@card-edge;stroke-width:1}
.sobremesa .explained{cursor:help}
.sobremesa .alert{fill:@sea;fill-opacity:0}
.sobremesa .explained:hover .alert{fill-opacity:.15}
.sobremesa .bid-box{opacity:.42}
.sobremesa .bid-box.lit{opacity:1}
.sobremesa .bid-box.lit .bid{fill:@ivory}
.sobremesa .bid-box.lit text{fill:@pip}
.sobremesa .bid-box.lit:hover .bid{stroke:@vermilion;stroke-width:2}
.sobremesa .lift{transition:transform .16s ease-out}
.sobremesa .lit .lift{transform:translateY(-3px)}
.sobremesa .lit:hover .lift,.sobremesa .touch:focus-visible .lift{transform:translateY(-6px)}
.sobremesa .chosen .lift{transform:translateY(-10px)}
.sobremesa .lit .lift.low{transform:none}
.sobremesa .chosen .lift.low,.sobremesa .lit:hover .lift.low{transform:translateY(-2.5px)}
.sobremesa .board-shade{fill:@shadow;fill-opacity:.22}
.sobremesa .board-rim{fill:@board-rim}
.sobremesa .square-light{fill:@square-light}
.sobremesa .square-dark{fill:@square-dark}
.sobremesa .board-edge{fill:none;stroke:@shadow;stroke-opacity:.45;stroke-width:1.2}
.sobremesa .coordinate{fill:@board-ink;text-anchor:middle;font-weight:600}
.sobremesa .throne{fill:@throne}
.sobremesa .maze{fill:none;stroke:@brass;stroke-width:1.7;stroke-linecap:round}
.sobremesa .camp-sw{fill:@camp-sw}
.sobremesa .camp-nw{fill:@camp-nw}
.sobremesa .camp-ne{fill:@camp-ne}
.sobremesa .camp-se{fill:@camp-se}
.sobremesa .camp-none{fill:@camp-none}
.sobremesa .home{fill-opacity:.13}
.sobremesa .base{stroke:@sign;stroke-width:1.3;stroke-opacity:.55}
.sobremesa .under{filter:brightness(.6)}
.sobremesa .sign{fill:@sign}
.sobremesa .sign-line{fill:none;stroke:@sign;stroke-width:2.3;stroke-linecap:round}
.sobremesa .sign-line.thick{stroke-width:3}
.sobremesa .cut-line{fill:none;stroke:@ink;stroke-opacity:.55;stroke-width:1.5;\
stroke-linecap:round}
.sobremesa .nobody .base{stroke:@ink-quiet;stroke-dasharray:4 3;stroke-opacity:1}
.sobremesa .origin-rim{fill:@sign;stroke:@sign;stroke-width:9;stroke-linejoin:round}
.sobremesa .bones{fill:none;stroke:@board-ink;stroke-width:2.6;stroke-linecap:round}
.sobremesa .bone-ends{fill:none;stroke:@board-ink;stroke-width:3.4;stroke-linecap:round}
.sobremesa .crown .sign{fill:@brass}
.sobremesa .crown .sign-line{stroke:@brass}
.sobremesa .out{opacity:.55}
.sobremesa .turn-ring{fill:none;stroke:@vermilion;stroke-width:2.4}
.sobremesa .hit{fill:@vermilion;fill-opacity:0}
.sobremesa .lit:hover .hit,.sobremesa .chosen .hit,\
.sobremesa .touch:focus-visible .hit{fill-opacity:.16}
.sobremesa .goal{fill:@vermilion;fill-opacity:.75}
.sobremesa .goal+.halo{opacity:0}
.sobremesa .touch:focus-visible .goal+.halo,.sobremesa .lit:hover .goal+.halo{opacity:1}
.sobremesa .fresh-square{fill:@sea;fill-opacity:.13;stroke:@sea;stroke-width:2}
.sobremesa .fresh-square.put{stroke-dasharray:4 3}
.sobremesa .way{fill:none;stroke:@sea;stroke-width:4;stroke-linecap:round;stroke-opacity:.75}
.sobremesa .way.put{stroke-width:2.6;stroke-dasharray:2 6}
.sobremesa .way-head{fill:@sea;fill-opacity:.85}
.sobremesa .in-hand{pointer-events:none}
.sobremesa .spin{transform:rotate(calc(var(--turn,0)*90deg))}
.sobremesa .upright{transform:rotate(calc(var(--turn,0)*-90deg))}
.sobremesa .quarter{stroke:@pip;stroke-opacity:.28;stroke-width:.7}
.sobremesa .corner{font-weight:700;text-anchor:middle;font-variant-numeric:lining-nums}
.sobremesa .given .face{fill:@ivory-edge}
.sobremesa .cell-free{fill:@linen-deep;fill-opacity:.55;stroke:@hem;stroke-width:.8}
.sobremesa .known{opacity:.62}
.sobremesa .cell-slot{opacity:0;stroke-width:2;vector-effect:non-scaling-stroke}
.sobremesa .lit .cell-slot,.sobremesa .chosen .cell-slot,\
.sobremesa .touch:focus-visible .cell-slot{opacity:1}
.sobremesa .tray .lit .halo{opacity:0}
.sobremesa .tray .lit:hover .halo,.sobremesa .tray .touch:focus-visible .halo,\
.sobremesa .tray .chosen .halo{opacity:1}
.sobremesa .shade{opacity:.78;pointer-events:none}
.sobremesa .meet{opacity:.85}
.sobremesa .chip-white{fill:@ivory}
.sobremesa .chip-blue{fill:@suit-blue}
.sobremesa .chip-red{fill:@suit-red}
.sobremesa .chip-value{font-weight:700;text-anchor:middle}
.sobremesa .on-white{fill:@pip}
.sobremesa .on-blue,.sobremesa .on-red{fill:@ivory}
.sobremesa .open .shade .lift{transform:none}
.sobremesa .open .shade .halo{opacity:0}
@media (prefers-reduced-motion:reduce){.sobremesa .lift{transition:none}}
"""


def var(token: str) -> str:
    """Refers to a token, with its daylight value to fall back on.

    >>> var("ivory")
    'var(--sm-ivory,#fbf5e6)'
    """
    return f"var(--sm-{token},{TOKENS[token][0]})"


def tokens_css(wanted: set[str] | None = None) -> str:
    """Defines the tokens, all or some, by daylight and by lamplight."""
    used = [token for token in TOKENS if wanted is None or token in wanted]
    day = "".join(f"--sm-{token}:{TOKENS[token][0]};" for token in used)
    lamp = "".join(f"--sm-{token}:{TOKENS[token][1]};" for token in used)
    return (
        f":root{{color-scheme:light;{day}}}\n"
        f"@media (prefers-color-scheme:dark){{"
        f":root:not([data-theme=light]){{color-scheme:dark;{lamp}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{lamp}}}\n"
    )


def contrast_css() -> str:
    """Defines the tokens for whoever wants more contrast, or has colours chosen by the system."""
    day, lamp = (
        "".join(f"--sm-{token}:{values[place]};" for token, values in CONTRAST.items())
        for place in (0, 1)
    )
    wanted = "(prefers-contrast:more)", "(forced-colors:active)"
    dark = ", ".join(f"{one} and (prefers-color-scheme:dark)" for one in wanted)
    return (
        f"@media {', '.join(wanted)}{{:root{{{day}}}}}\n"
        f"@media {dark}{{:root:not([data-theme=light]){{{lamp}}}}}\n"
    )


def rules_css() -> str:
    """Writes the rules, a line for each."""
    rules = RULES.replace("@serif", SERIF).replace("@sans", SANS)
    # The longest names first, so that `ink` does not eat the beginning of `ink-quiet`.
    for token in sorted(TOKENS, key=len, reverse=True):
        rules = rules.replace(f"@{token}", var(token))
    numbers = "".join(
        f".sobremesa .n{number}{{stroke:{colour}}}.sobremesa .numeral.n{number}"
        f"{{fill:{colour};stroke:none}}\n"
        for number, colour in enumerate(NUMBER_COLOURS)
    )
    corners = "".join(
        f".sobremesa .q{number}{{fill:{disc}}}\n.sobremesa .k{number}{{fill:{numeral}}}\n"
        for number, (disc, numeral) in enumerate(CORNER_COLOURS)
    )
    return rules + numbers + corners


def css() -> str:
    """Writes the whole style sheet of the pictures, as a page links it."""
    return tokens_css() + contrast_css() + rules_css()


def css_for(drawing: str) -> str:
    """Writes the part of the style sheet that a lone picture uses."""
    used = {
        word for element in ET.fromstring(drawing).iter()
        for word in element.get("class", "").split()
    }
    kept = [
        rule for rule in rules_css().splitlines(keepends=True)
        if is_used(rule.partition("{")[0], used)
    ]
    return tokens_css(set(TOKEN_USED.findall("".join(kept)))) + "".join(kept)


def is_used(selectors: str, used: set[str]) -> bool:
    """Tells whether a rule concerns something in a picture.

    >>> is_used(".sobremesa .lit:hover .halo,.sobremesa .pip", {"sobremesa", "pip"})
    True
    """
    return any(used.issuperset(CLASS_NAME.findall(one)) for one in selectors.split(","))
