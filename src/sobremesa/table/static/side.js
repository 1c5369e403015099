// The panel beside the picture: the score, the log, and how it folds.

import { $, make, perhaps, words } from "./page.js";

/** @import {Step} from "./messages.js" */

/** Makes a list say some lines, and leaves alone what it says already.
 * @param {HTMLElement} list @param {string[]} lines */
export function fillList(list, lines) {
  const kept = [...list.children].slice(0, lines.length);
  while (list.children.length > lines.length) list.lastChild?.remove();
  kept.forEach((item, place) => { if (item.textContent !== lines[place]) item.textContent = lines[place]; });
  for (const line of lines.slice(kept.length)) list.append(make("li", {}, line));
  list.scrollTop = list.scrollHeight;
}

/** Shows who has how many points. Partners have one score, which stands above their names.
 * @param {Omit<Step, "scene">} step */
export function showScores({ sides, names, scores, bots, turn, winners }) {
  const order = sides.length ? sides.flatMap((side) => side.seats) : names.map((_, seat) => seat);
  const heads = new Map(sides.map((side) => [side.seats[0], make("li", { class: "side" },
    make("strong", { class: "name" }, side.names), make("strong", { class: "total" }, String(side.score)))]));
  $("scores").classList.toggle("sides", sides.length > 0);
  $("scores").replaceChildren(...order.flatMap((seat) => {
    const name = make("span", { class: "name" }, names[seat]);
    if (bots[seat]) name.append(" ", make("small", { class: "faint" }, words.bot));
    const item = make("li", { "data-seat": seat }, name, make("span", { class: "points" }, String(scores[seat])));
    if (turn === seat) item.classList.add("turn");
    if (winners.includes(seat)) item.classList.add("winner");
    const head = heads.get(seat);
    return head ? [head, item] : [item];
  }));
}

/** On a small screen the panel lies over the table: a touch outside closes it, and does no more. */
export function foldSide() {
  const button = perhaps("side-button");
  if (!button) return;
  const side = $("side");
  /** @param {boolean} open */
  const fold = (open) => {
    side.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  const isOver = () => side.classList.contains("open") && getComputedStyle(side).position === "fixed";
  button.addEventListener("click", () => fold(!side.classList.contains("open")));
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!isOver() || side.contains(target) || button.contains(target)) return;
    fold(false);
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOver()) {
      fold(false);
      button.focus();
    }
  });
  fold(side.classList.contains("open"));
}
