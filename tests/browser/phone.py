"""Looks at a table as a finger does: what can be touched, how large it is, what can be read."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import Page

import sobremesa
from sobremesa.core.rng import Rng
from tests.table.host import Json, lay, send, wait_for_turn

# How many moves of one's own are played before a look.
MOVES = 6

# Measures whatever answers to a finger now: how far its hit area reaches through its middle,
# across and down, as the browser itself resolves points.
TOUCHABLE = """() => {
  const owner = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && hit.closest("[data-touch], button, a, input, select, summary, label");
  };
  const things = [
    ...document.querySelectorAll("#picture .lit"),
    ...document.querySelectorAll("#ask button, #ask a, #ask input, .masthead button, .masthead a"),
    ...document.querySelectorAll("#way a"),
  ].filter((one) => !one.hidden && one.checkVisibility());
  return things.map((thing) => {
    const box = thing.getBoundingClientRect();
    const spots = [];
    for (let down = 0; down <= 8; down += 1) {
      for (let across = 0; across <= 8; across += 1) {
        spots.push([box.left + (box.width * across) / 8, box.top + (box.height * down) / 8]);
      }
    }
    let best = { wide: 0, high: 0 };
    for (const [x, y] of spots) {
      if (owner(x, y) !== thing) continue;
      const reach = (dx, dy) => {
        let far = 0;
        while (far < 400 && owner(x + dx * (far + 1), y + dy * (far + 1)) === thing) far += 1;
        return far;
      };
      const found = { wide: reach(-1, 0) + reach(1, 0) + 1, high: reach(0, -1) + reach(0, 1) + 1 };
      if (Math.min(found.wide, found.high) > Math.min(best.wide, best.high)) best = found;
    }
    return { name: thing.dataset.touch || thing.id || thing.textContent.trim(), ...best };
  });
}"""

# Every text that is shown, with the size of its letters on the screen.
TEXTS = """() => {
  const found = [];
  for (const text of document.querySelectorAll("#picture text")) {
    if (!text.textContent.trim() || !text.checkVisibility({ opacityProperty: true })) continue;
    if (text.closest(".ghost:not(.lit)")) continue;
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.b, matrix.d);
    const box = text.getBoundingClientRect();
    found.push({ text: text.textContent, size, kind: text.getAttribute("class"),
                 left: box.left, right: box.right, top: box.top, bottom: box.bottom });
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("svg, script, .sr, .skip, noscript")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = parent.getBoundingClientRect();
    if (box.width < 2) continue;
    found.push({ text: node.textContent.trim(), size: parseFloat(getComputedStyle(parent).fontSize),
                 kind: parent.className, cut: parent.scrollWidth > parent.clientWidth + 1
                   && getComputedStyle(parent).overflow !== "visible",
                 left: box.left, right: box.right, top: box.top, bottom: box.bottom });
  }
  return found;
}"""

# What lies over the hand: points of its tiles that belong to something else on the page.
COVERED = """() => {
  const covered = [];
  const held = ["tile:", "card:", "piece:", "pick:"]
    .map((kind) => `#picture [data-touch^="${kind}"]`);
  for (const tile of document.querySelectorAll(held.join())) {
    const box = tile.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !hit.closest("#picture")) covered.push(tile.dataset.touch);
  }
  return covered;
}"""


def seated(client: httpx.Client, game: str, **options: Any) -> Json:
    """Lays a table with bots at the other seats and plays some moves there."""
    made = sobremesa.game(game, **options)
    laid = lay(client, game, ["me", *["bot:random"] * (int(made.players) - 1)], **options)
    rng = Rng(3)
    for _ in range(MOVES):
        now = wait_for_turn(client, laid["mine"])
        if now["over"]:
            break
        moves = now["moves"] or [{"move": row[0]} for row in now["folded"]["moves"]]
        chosen = moves[int(rng.below(len(moves)))]["move"]
        answer = send(client, laid["mine"], now["number"], now["seat"], chosen)
        assert answer.status_code == 200, answer.text
    wait_for_turn(client, laid["mine"])
    return laid


def open_table(page: Page, laid: Json) -> None:
    """Opens a table and waits until it asks for something."""
    page.goto(laid["mine"])
    page.wait_for_function(
        "() => document.querySelector('#picture .lit, #buttons .lit, #next-hand, #buttons .act')"
    )
    page.wait_for_function(
        "() => !document.getAnimations().some((one) => one.playState === 'running')"
    )
    rest(page)


def rest(page: Page) -> None:
    """Waits until what was drawn has been fitted to its place, and fingers to what was fitted:
    observers of sizes are told after the next layout."""
    page.evaluate(
        "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
    )
