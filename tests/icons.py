"""Draws the icons of the installed table from `icon.svg`: python -m tests.icons."""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from sobremesa.table.scripts import STATIC
from tests.browser.conftest import ARGUMENTS, WHOLE, found

# Each icon with its size, and which part of it the drawing takes: where an icon is cut to a
# circle, the drawing stays in the middle and its ground goes to the edges.
ICONS = {"icon-192": (192, 1.0), "icon-512": (512, 1.0), "icon-whole-512": (512, 0.72),
         "icon-whole-180": (180, 0.8)}
GROUND = "#1c6e8c"


def main() -> None:
    """Writes the icons."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as running, running.chromium.launch(
        executable_path=found("chromium-headless-shell", *WHOLE), args=ARGUMENTS
    ) as browser:
        page = browser.new_page()
        for name, (size, part) in ICONS.items():
            page.set_viewport_size({"width": size, "height": size})
            ground = GROUND if part < 1 else "transparent"
            page.set_content(
                f"<body style='margin:0;background:{ground};display:grid;place-items:center;"
                f"height:{size}px'><div style='width:{size * part}px;height:{size * part}px'>"
                f"{svg}</div></body>"
            )
            page.screenshot(path=STATIC / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
