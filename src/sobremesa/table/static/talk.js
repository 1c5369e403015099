// Talk at the table: what was said to everybody or to this seat, a line to say, ready-made offers.

import { note } from "./notes.js";
import { all, base, entry, language, make, perhaps, words } from "./page.js";
import { newId, post } from "./posting.js";
import { state } from "./state.js";
import { counted, fill } from "./text.js";
import { request } from "./wire.js";

/** @import {Line, Message, Talk} from "./messages.js" */

const list = perhaps("said");   // only where there are others
const form = /** @type {HTMLFormElement | null} */ (perhaps("talk-form"));
export let heard = 0;           // how many lines this seat has
/** @type {number | null} */
let ears = null;                // the seat that heard them
let unread = 0;
let begun = false;              // whether what was said before this page came is here

/** @param {Line} line */
function item(line) {
  const who = line.private ? fill(words.whispers, { name: line.name, to: line.to }) : line.name;
  return make("li", { class: line.private ? "private" : "public", "data-seat": line.seat },
    make("b", {}, who), " ", make("span", {}, line.text));
}

function isSeen() {
  return !document.hidden && list?.checkVisibility({ visibilityProperty: true });
}

function mark() {
  for (const badge of all(HTMLElement, ".unread")) {
    badge.hidden = unread === 0;
    badge.textContent = counted(words.unread, unread, language);
  }
}

function read() {
  if (unread && isSeen()) {
    unread = 0;
    mark();
  }
}

/** @param {Talk} fresh */
export function hear(fresh) {
  if (ears === null) ears = fresh.from;
  // What was on its way to another seat of this device is not shown to this one.
  if (!list || fresh.from !== ears) return;
  const first = fresh.heard - fresh.talk.length;
  const missed = fresh.talk.slice(Math.max(0, heard - first));
  const shown = missed.filter((line) => !line.muted);
  const fromOthers = shown.filter((line) => line.seat !== ears);
  const isNews = begun;
  begun = true;
  heard = Math.max(heard, fresh.heard);
  list.append(...shown.map(item));
  list.scrollTop = list.scrollHeight;
  const last = fromOthers.at(-1);
  if (last && isNews && !isSeen()) {
    unread += fromOthers.length;
    mark();
    note(`${last.name}: ${last.text}`);
  }
}

/** Forgets what another seat of this device heard. @param {number} seat */
export function forget(seat) {
  heard = 0;
  ears = seat;
  unread = 0;
  begun = false;
  list?.replaceChildren();
  mark();
}

/** Asks anew for all that was said, as somebody is heard no longer, or again. */
export async function hearAnew() {
  if (ears === null) return;
  forget(ears);
  await poll();
}

/** What the table shows tells who sits here now, and under which name. @param {Message} message */
export function look(message) {
  if (ears === null) ears = message.seat;
  if (!form) return;
  form.hidden = message.seat < 0;
  for (const choice of all(HTMLOptionElement, "[name=to] option:not([value='-1'])", form)) {
    choice.textContent = fill(words.to_one, { name: message.names[Number(choice.value)] });
    choice.hidden = choice.disabled = Number(choice.value) === message.seat;
  }
}

export async function poll() {
  if (!list) return;
  /** @type {Record<string, number>} */
  const asked = { heard };
  if (state.seat !== null) asked.seat = state.seat;
  const answer = await request(`${base}/talk`, { asked });
  if (answer.status === 200 && !answer.unclear) hear(answer.data);
  else begun = begun || answer.status === 204;
}

/** @param {HTMLFormElement} asking @param {object} what */
async function say(asking, what) {
  const answer = await post("talk", { seat: ears, to: Number(entry(asking, "to").value), id: newId(), ...what });
  if (!answer.ok) note(answer.error);
  return answer.ok;
}

if (form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = entry(form, "text");
    if (field.value.trim() && await say(form, { text: field.value })) field.value = "";
  });
  for (const button of all(HTMLElement, "#offers button", form)) {
    const { offer, about } = button.dataset;
    button.addEventListener("click", () => say(form, { offer, about: Number(about) }));
  }
}
document.addEventListener("visibilitychange", read);
document.addEventListener("click", () => setTimeout(read, 400));
