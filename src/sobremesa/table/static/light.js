// Shows what can be touched, what was touched, and what is asked by that.

import { fittingOn, isPick, mayWait, nextTouches } from "./choices.js";
import { $, all, words } from "./page.js";
import { coarse, labelOf, picture, thingOf, things } from "./picture.js";
import { reach } from "./reach.js";
import { svgElement } from "./stage.js";
import { asked, current, state } from "./state.js";
import { tellChoices } from "./telling.js";
import { fill } from "./text.js";
import { kindOf } from "./touches.js";
import { isCell, shadow, turnOf } from "./turning.js";

/** What is asked next, after a touch: the table names it by the kind of touch that follows.
 * @param {Set<string>} open */
function question(open) {
  const { asks } = asked();
  const kind = [...open].map(kindOf).find((one) => asks[one]);
  return kind === undefined ? words.choose_end : asks[kind];
}

/** @param {Set<string>} open */
function headline(open) {
  const { path, wanted } = state;
  if (wanted) return open.size ? words.what_fits : words.nothing_fits;
  if (path.length === 1 && turnOf(path[0])) return words.turn_or_lay;
  if (path.length && open.size > 1 && !path.some(isPick)) return question(open);
  return asked().headline;
}

/** @param {SVGGElement} thing @param {Set<string>} open */
function lightThing(thing, open) {
  const message = current();
  const { spoken } = asked();
  const name = thing.dataset.touch || "";
  const lit = open.has(name);
  const isTouched = state.path.includes(name);
  thing.classList.toggle("lit", lit);
  thing.classList.toggle("chosen", isTouched || state.wanted === name);
  thing.classList.toggle("ahead", state.ahead === name);
  // A picture that names its things knows more than words without one: where they lie.
  if (spoken[name] && !thing.hasAttribute("aria-label")) thing.setAttribute("aria-label", spoken[name]);
  thing.setAttribute("aria-pressed", String(isTouched || state.ahead === name));
  const asks = message.alone && isCell(thing) && !message.over;
  if (lit || asks || isTouched || (!open.size && mayWait(name))) thing.setAttribute("tabindex", "0");
  else thing.removeAttribute("tabindex");
}

/** @param {Set<string>} open */
function lightButtons(open) {
  for (const button of all(HTMLButtonElement, "[data-touch]", $("buttons"))) {
    const lit = open.has(button.dataset.touch || "");
    button.classList.toggle("lit", lit);
    if (!state.sending) button.hidden = !lit;
    button.disabled = state.sending;
  }
}

/** Who plays alone may take up again what lies on the board. */
function lightLoose() {
  const isLoose = Boolean(current().alone);
  for (const laid of picture.querySelectorAll("[data-drop]")) {
    laid.classList.toggle("loose", isLoose);
    if (isLoose) laid.setAttribute("tabindex", "0");
  }
}

/** Marks what waits for its turn. */
function showAhead() {
  for (const old of picture.querySelectorAll(".ahead-mark")) old.remove();
  const thing = state.ahead && thingOf(state.ahead);
  $("ahead").hidden = !thing;
  if (!thing || !state.ahead) return;
  $("ahead").textContent = fill(words.ahead, { thing: labelOf(state.ahead) });
  const box = thing.getBBox();
  thing.append(svgElement("circle", {
    class: "ahead-mark", cx: box.x + box.width, cy: box.y, r: Math.min(box.width, box.height) / 5,
  }));
}

/** @returns {Set<string>} */
function openNow() {
  if (state.sending) return new Set();
  return state.wanted ? fittingOn(state.wanted) : nextTouches();
}

/** Lights up what can be touched now. */
export function light() {
  const open = openNow();
  for (const thing of things()) lightThing(thing, open);
  lightButtons(open);
  lightLoose();
  picture.classList.toggle("wanting", Boolean(state.wanted));
  $("turn").hidden = !(state.path.length === 1 && turnOf(state.path[0]));
  shadow(null);
  showAhead();
  if (coarse.matches) reach(picture);
  $("headline").classList.toggle("asks", open.size > 0);
  $("headline").textContent = headline(open);
  tellChoices();
}
