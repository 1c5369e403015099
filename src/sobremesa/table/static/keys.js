// Keys: arrows choose, Enter touches, Escape takes back, digits count from the left.

import { takeUp } from "./alone.js";
import { takeBack, touch, turn } from "./choosing.js";
import { beside, reachable, stepOf } from "./focus.js";
import { button, hit, hitThing } from "./page.js";
import { current, state } from "./state.js";
import { walk } from "./telling.js";
import { kindOf } from "./touches.js";

/** @type {Record<string, string>} */
const ALONE = { u: "undo", y: "redo", h: "hint" };

/** @param {KeyboardEvent} event @param {HTMLElement | SVGElement | null} thing */
function goBy(event, thing) {
  state.byKeys = true;
  const step = stepOf(event.key);
  const list = reachable();
  if (!list.length) return;
  const at = list.findIndex((one) => one === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length;
  const isOnBoard = at >= 0 && thing && current().kinds.board.includes(kindOf(thing.dataset.touch || ""));
  const chosen = isOnBoard ? beside(list, thing, event.key) : list[next];
  if (chosen) chosen.focus({ preventScroll: true });
  event.preventDefault();
}

/** @param {number} number */
function press(number) {
  const one = reachable()[number - 1];
  if (!one) return;
  state.byKeys = true;
  one.focus({ preventScroll: true });
  if (one.dataset.touch) touch(one.dataset.touch);
  else if (one instanceof HTMLElement) one.click();
}

/** @param {string} id */
function pressAlone(id) {
  const found = button(id);
  if (!found.disabled && !found.hidden) found.click();
}

/** @param {KeyboardEvent} event */
function listen(event) {
  if (!state.message || event.ctrlKey || event.metaKey || event.altKey) return;
  if (hit(event).matches("input, textarea, select")) return;
  const thing = hitThing(event, "#picture [data-touch]");
  const laid = hitThing(event, ".loose");
  const isEnter = event.key === "Enter" || event.key === " ";
  if (stepOf(event.key) && hit(event).closest("#in-words")) {
    walk(stepOf(event.key));
    event.preventDefault();
  } else if (stepOf(event.key) && !hit(event).closest(".log")) {
    goBy(event, thing);
  } else if (isEnter && thing) {
    state.byKeys = true;
    touch(thing.dataset.touch || "");
    event.preventDefault();
  } else if (isEnter && laid) {
    state.byKeys = true;
    takeUp(laid);
    event.preventDefault();
  } else if (/^r$/i.test(event.key) && state.path.length) {
    turn(event.shiftKey ? -1 : 1);
  } else if (isEnter || event.key === "Tab") {
    state.byKeys = true;
  } else if (event.key === "Escape") {
    takeBack();
  } else if ((state.message.alone && /^[uyh]$/i.test(event.key)) || (state.message.hints && /^h$/i.test(event.key))) {
    pressAlone(ALONE[event.key.toLowerCase()]);
  } else if (/^[1-9]$/.test(event.key)) {
    press(Number(event.key));
  }
}

/** Listens to keys. */
export function listenToKeys() {
  document.addEventListener("keydown", listen);
}
