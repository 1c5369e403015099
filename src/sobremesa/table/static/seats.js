// Who is here: a word beside every other person's name, and a bot for somebody who has been away.

import { note } from "./notes.js";
import { all, base, make, perhaps, words } from "./page.js";
import { newId, post } from "./posting.js";
import { showMuted } from "./shunning.js";
import { fill } from "./text.js";
import { request } from "./wire.js";

/** @import {Message, Seats} from "./messages.js" */

const place = perhaps("absent");    // only where there are others
const said = { here: words.is_here, away: words.is_away, "not-yet": words.not_yet };
/** @type {Seats | null} */
let now = null;                     // who is here
/** @type {Message | null} */
let shown = null;                   // what the table shows
/** @type {Set<number>} */
const asked = new Set();            // the seats for which a bot was asked

/** @param {Seats} seats @param {Message} message */
function mark({ presence, held }, message) {
  for (const item of all(HTMLElement, "#scores li[data-seat]")) {
    const seat = Number(item.dataset.seat);
    item.querySelector(".presence")?.remove();
    const here = presence[seat];
    if (!here || message.yours.includes(seat)) continue;
    const isHeld = held.includes(seat);
    item.querySelector(".name")?.append(
      make("small", { class: `presence ${isHeld ? "held" : here}` }, isHeld ? words.is_held : said[here]),
    );
  }
}

/** Only the person for whom all others wait holds the table up. @param {Seats} seats @param {Message} message */
function offers({ absent }, message) {
  return absent.filter((seat) => seat === message.turn && !asked.has(seat)).map((seat) => {
    const sentence = fill(words.been_away, { name: message.names[seat] });
    const button = make("button", {
      type: "button", class: "act quiet-act", "data-seat": seat, "aria-label": `${sentence} ${words.let_bot}`,
    }, words.let_bot);
    button.addEventListener("click", () => standIn(seat));
    return make("span", {}, `${sentence} `, button);
  });
}

/** Whoever has left takes their own seat again. @param {Seats} seats @param {Message} message */
function returns({ left }, message) {
  return left.filter((seat) => message.yours.includes(seat)).map((seat) => {
    const button = make("button", { type: "button", class: "act", "data-back": seat }, words.come_back);
    button.addEventListener("click", async () => {
      button.disabled = true;
      const answer = await post("back", { seat, id: newId() });
      button.disabled = false;
      if (!answer.ok) note(answer.error);
    });
    return make("span", { class: "left" }, `${words.you_left} `, button);
  });
}

/** @param {HTMLButtonElement} button */
async function stepAway(button) {
  button.disabled = true;
  const answer = await post("away", { seat: Number(button.dataset.seat), id: newId() });
  button.disabled = false;
  if (!answer.ok) note(answer.error);
}

/** Nobody steps away who has left. @param {Seats} seats */
function fitAways({ left }) {
  for (const button of all(HTMLButtonElement, ".step-away")) {
    button.hidden = left.includes(Number(button.dataset.seat)) || shown?.ended === true;
  }
}

export function listenToAways() {
  for (const button of all(HTMLButtonElement, ".step-away")) button.addEventListener("click", () => stepAway(button));
}

function show() {
  if (!place || !now || !shown) return;
  for (const seat of [...asked]) if (!now.absent.includes(seat)) asked.delete(seat);
  mark(now, shown);
  fitAways(now);
  showMuted(now.muted);
  place.replaceChildren(...returns(now, shown), ...offers(now, shown));
  place.hidden = !place.children.length;
}

/** @param {number} seat */
async function standIn(seat) {
  asked.add(seat);
  show();
  const answer = await post("stand-in", { seat, id: newId() });
  if (answer.ok) return;
  asked.delete(seat);
  note(answer.error);
  show();
}

/** @param {Seats} fresh */
export function hear(fresh) {
  now = fresh;
  show();
}

/** @param {Message} message */
export function look(message) {
  shown = message;
  show();
}

export async function poll() {
  const answer = place && await request(`${base}/seats`);
  if (answer && answer.status === 200 && !answer.unclear) hear(answer.data);
}
