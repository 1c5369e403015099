// Where keys can go.

import { all, nearest } from "./page.js";
import { picture } from "./picture.js";

/** @typedef {HTMLElement | SVGElement} Reachable */

/** Lists what keys can reach, what is drawn first, from left to right. @returns {Reachable[]} */
export function reachable() {
  const drawn = all(SVGElement, "#picture .lit");
  const buttons = all(HTMLButtonElement, "#buttons button.lit, #next-hand").filter((one) => !one.hidden && !one.disabled);
  const lit = [...drawn, ...buttons];
  return (lit.length ? lit : all(SVGElement, "[data-touch][tabindex]", picture)).map((one) => ({ one, box: one.getBoundingClientRect(), isDrawn: picture.contains(one) }))
    .sort((a, b) => Number(b.isDrawn) - Number(a.isDrawn)
      || a.box.left + a.box.width / 2 - b.box.left - b.box.width / 2)
    .map(({ one }) => one);
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };

/** Tells whether an arrow goes on or back. @param {string} key */
export function stepOf(key) {
  const [dx, dy] = ARROWS[key] || [0, 0];
  return dx + dy;
}

/** On a board an arrow leads to the nearest thing on that side.
 * @param {Reachable[]} list @param {Element} from @param {string} key */
export function beside(list, from, key) {
  const [dx, dy] = ARROWS[key];
  const here = from.getBoundingClientRect();
  return nearest(list, Infinity, (one) => {
    const box = one.getBoundingClientRect();
    const x = box.left + box.width / 2 - here.left - here.width / 2;
    const y = box.top + box.height / 2 - here.top - here.height / 2;
    const along = x * dx + y * dy;
    return along > 4 ? along + 2 * (Math.abs(x * dy) + Math.abs(y * dx)) : Infinity;
  });
}

/** Gives the focus to what had it, or to the first that can be reached. @param {string | null} name */
export function refocus(name) {
  // Whoever reads the table in words goes on there.
  if (document.activeElement?.closest("#in-words")) return;
  const list = reachable();
  const same = list.find((one) => one.dataset.touch === name);
  const chosen = same || list[0];
  if (chosen) chosen.focus({ preventScroll: true });
}
