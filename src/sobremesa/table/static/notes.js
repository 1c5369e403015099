// Notes that lie over the page for a while, above the hand. A touch goes through a note to what
// lies below, and takes it away; one that lasts stays no longer than it is true.

import { $, body, hit, perhaps, unbroken } from "./page.js";

/** @typedef {{text: string, topic: string | symbol, lasting: boolean, more: (Node | string)[]}} Note */

// Who learns may read as long as they like.
const A_WHILE = Number(body.dataset.patience) || 5000;
const A_LETTER = 60;        // a long note stays until it can have been read
/** @type {Note[]} */
const notes = [];           // what is said now; the last one is shown
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

// What notes of the position that is shown are about.
export const MOVE = "move";

function show() {
  const place = $("toast");
  const last = notes.at(-1);
  clearTimeout(timer);
  place.hidden = !last;
  place.replaceChildren(...(last ? [...unbroken(last.text), ...last.more] : []));
  // In a lesson it stands among words that scroll.
  if (last) perhaps("coach")?.scrollTo(0, 0);
  if (last && !last.lasting) {
    timer = setTimeout(() => unnote(last.topic), Math.max(A_WHILE, A_LETTER * last.text.length));
  }
}

/** Says something. What was said about the same topic goes; what does not last makes room for whatever is said next.
 * @param {string} text @param {Partial<Omit<Note, "text">>} how */
export function note(text, { topic = "passing", lasting = false, more = [] } = {}) {
  const kept = notes.filter((one) => one.topic !== topic && one.lasting);
  notes.splice(0, notes.length, ...kept);
  if (text) notes.push({ text, topic, lasting, more });
  show();
}

/** Takes back what was said about a topic. @param {string | symbol} topic */
export function unnote(topic) {
  const kept = notes.filter((one) => one.topic !== topic);
  if (kept.length === notes.length) return;
  notes.splice(0, notes.length, ...kept);
  show();
}

function forgetAll() {
  notes.length = 0;
  show();
}

document.addEventListener("pointerdown", (event) => {
  const place = perhaps("toast");
  if (!place || place.hidden || hit(event).closest("#toast button")) return;
  const box = place.getBoundingClientRect();
  const across = event.clientX >= box.left && event.clientX <= box.right;
  if (across && event.clientY >= box.top && event.clientY <= box.bottom) forgetAll();
}, { capture: true });

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && notes.length) forgetAll();
}, { capture: true });
