// What is asked, buttons for what is not drawn, and the time there is.

import { light } from "./light.js";
import { note } from "./notes.js";
import { $, base, body, make, words } from "./page.js";
import { asked, current } from "./state.js";
import { fill } from "./text.js";
import { kindOf } from "./touches.js";
import { insist } from "./wire.js";

/** @import {Button} from "./messages.js" */

/** @type {Map<string, number>} */
const amounts = new Map();  // how far each slider was moved
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export function forgetAmounts() {
  amounts.clear();
}

/** Asks what is to be asked now. */
export function ask() {
  const now = asked();
  const message = current();
  $("headline").textContent = now.headline;
  const many = new Set(now.quick.map(kindOf));
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
  if (message.ended) buttons.push(wayOn());
  $("buttons").replaceChildren(...buttons);
  showLapse();
  showClock();
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
    : await insist(`${base}/again`, {}, () => false);
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
    slider.value = String(place);
    field.value = String(numbers[place]);
    button.dataset.touch = choices[place].touch;
    const spoken = asked().spoken[choices[place].touch];
    button.textContent = spoken;
    button.setAttribute("aria-label", spoken);
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  field.addEventListener("change", () => {
    const wished = Number(field.value);
    const above = numbers.findIndex((number) => number >= wished);
    show(above < 0 ? numbers.length - 1 : above);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    field.dispatchEvent(new Event("change"));
    button.click();
  });
  show(Math.min(amounts.get(kind) || 0, numbers.length - 1));
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

/** Shows the time of a turn, for all to see. */
function showClock() {
  clearInterval(timer);
  const { clock } = current();
  $("clock").hidden = !clock;
  if (!clock) return;
  const end = performance.now() + 1000 * clock.left;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    $("clock").textContent = fill(words.time_left, { seconds: left });
    $("clock").classList.toggle("short", left <= Math.max(5, clock.of / 5));
  };
  tick();
  timer = setInterval(tick, 250);
}
