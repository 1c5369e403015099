// What is asked, buttons for what is not drawn, and the time there is.

import { showClock } from "./clock.js";
import { tellDaily } from "./daily.js";
import { cutFor } from "./fairness.js";
import { light } from "./light.js";
import { note } from "./notes.js";
import { $, base, body, make, words } from "./page.js";
import { asked, current } from "./state.js";
import { kindOf } from "./touches.js";
import { insist } from "./wire.js";

/** @import {Button} from "./messages.js" */

/** @type {Map<string, number>} */
const amounts = new Map();  // how far each slider was moved
/** @type {Map<string, string>} */
const typed = new Map();  // what stands in each field and is not settled yet
let isReplacing = false;

export function forgetAmounts() {
  amounts.clear();
  typed.clear();
}

/** Asks what is to be asked now. */
export function ask() {
  const now = asked();
  const message = current();
  $("headline").textContent = now.headline;
  const many = new Set(now.quick.map(kindOf));
  const isTyping = document.activeElement?.matches(".amount [type=number]");
  /** @type {HTMLElement[]} */
  const buttons = now.buttons.filter((one) => !many.has(kindOf(one.touch)) || now.quick.includes(one.touch))
    .map((one) => touchButton(one));
  for (const kind of many) {
    buttons.push(amountField(kind, now.buttons.filter((one) => kindOf(one.touch) === kind)));
  }
  if (message.next) {
    buttons.push(make("button", { type: "button", class: "act", id: "next-hand" }, words.next_hand));
  }
  for (const one of message.alone?.near || []) {
    buttons.push(make("a", { class: "act quiet-act", href: one.href }, one.text));
  }
  if (message.over && message.daily?.ending) buttons.push(tellDaily(message.daily));
  if (message.ended) buttons.push(wayOn());
  isReplacing = true;
  $("buttons").replaceChildren(...buttons);
  isReplacing = false;
  if (isTyping) /** @type {HTMLElement | null} */ (document.querySelector(".amount [type=number]"))?.focus();
  showLapse();
  showClock(message);
  light();
}

/** After a match: to the next one, with the same people, by the same links. */
function wayOn() {
  const { yours, onward } = current();
  if (!yours.length && !onward) {
    return make("a", { class: "act", href: `/games/${body.dataset.game}` }, words.other_table);
  }
  const button = make("button", { type: "button", class: "act", id: "again" }, onward ? words.onward : words.again);
  button.addEventListener("click", () => playOn(button));
  return button;
}

/** @param {HTMLButtonElement} button */
async function playOn(button) {
  button.disabled = true;
  const { onward } = current();
  const secret = base.split("/").at(-1);
  const answer = onward ? { ok: true, data: { link: `/t/${onward}/${secret}` }, error: "" }
    : await insist(`${base}/again`, await cutFor(`${base}/promise`) || {}, () => false);
  if (answer.ok && answer.data.match) {
    location.href = `#match=${answer.data.match}`;
    return;
  }
  if (answer.ok) {
    location.href = `${answer.data.link}?from=${body.dataset.table}`;
    return;
  }
  note(answer.error);
  button.disabled = false;
}

/** What breaks a silence is a call, and stands out. @param {Button} one */
function touchButton(one) {
  const { moves, silence } = asked();
  const isCall = silence >= 0 && moves.some(({ move, touches }) => move !== silence && touches[0] === one.touch);
  return make("button", {
    type: "button", "data-touch": one.touch, class: isCall ? "touch-button call" : "touch-button", "aria-label": one.label,
  }, one.short);
}

/** Where there are many numbers to choose from, all of them are behind one field and a slider.
 * @param {string} kind @param {Button[]} choices */
function amountField(kind, choices) {
  const numbers = choices.map((one) => Number(one.touch.split(":")[1]));
  const highest = numbers[numbers.length - 1];
  const slider = make("input", { type: "range", min: 0, max: numbers.length - 1, "aria-hidden": "true", tabindex: -1 });
  const field = make("input", { type: "number", min: numbers[0], max: highest, "aria-label": words.amount });
  const button = touchButton(choices[0]);
  /** @param {number} place */
  function show(place) {
    amounts.set(kind, place);
    typed.delete(kind);
    slider.value = String(place);
    field.value = String(numbers[place]);
    button.dataset.touch = choices[place].touch;
    const spoken = asked().spoken[choices[place].touch];
    button.textContent = spoken;
    button.setAttribute("aria-label", spoken);
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  function settle() {
    // A field that is replaced while somebody types into it leaves what was typed to the next.
    if (isReplacing || !typed.has(kind)) return;
    const wished = Number(typed.get(kind));
    const above = numbers.findIndex((number) => number >= wished);
    show(above < 0 ? numbers.length - 1 : above);
  }
  field.addEventListener("input", () => typed.set(kind, field.value));
  field.addEventListener("blur", settle);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    settle();
    button.click();
  });
  const begun = typed.get(kind);
  show(Math.min(amounts.get(kind) || 0, numbers.length - 1));
  if (begun !== undefined) {
    typed.set(kind, begun);
    field.value = begun;
  }
  return make("div", { class: "amount" }, slider, field, button);
}

/** Shows the time that a call has. */
function showLapse() {
  const bar = $("lapse");
  const { lapse } = current();
  for (const old of bar.getAnimations()) old.cancel();
  bar.hidden = !lapse;
  if (lapse) {
    bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }],
      { duration: lapse * 1000, fill: "forwards" });
  }
}
