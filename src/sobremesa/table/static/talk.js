// Talk at the table: what was said to everybody or to this seat, a line to say, ready-made offers.

import { note } from "./notes.js";
import { base, entry, language, make, perhaps, words } from "./page.js";
import { newId, post } from "./posting.js";
import { state } from "./state.js";
import { counted, fill } from "./text.js";
import { request } from "./wire.js";

/** @import {Line, Talk} from "./messages.js" */
/** @import {Message} from "./following.js" */

/**
 * @typedef {object} Talking
 * @property {() => number} heard how many lines this seat has
 * @property {(fresh: Talk) => void} hear
 * @property {(message: Message) => void} look what the table shows tells who sits here now, and under which name
 * @property {() => Promise<void>} poll
 * @property {(seat: number) => void} forget
 */

/** @type {Talking} */
const SILENT = { heard: () => 0, hear() {}, look() {}, async poll() {}, forget() {} };

/** @param {Line} line */
function item(line) {
  const who = line.private ? fill(words.whispers, { name: line.name, to: line.to }) : line.name;
  return make("li", { class: line.private ? "private" : "public", "data-seat": line.seat },
    make("b", {}, who), " ", make("span", {}, line.text));
}

/** @param {HTMLElement} list @returns {Talking} */
function talking(list) {
  const form = /** @type {HTMLFormElement | null} */ (perhaps("talk-form"));
  let heard = 0;
  /** @type {number | null} */
  let ears = null;          // the seat that heard them
  let unread = 0;
  let begun = false;        // whether what was said before this page came is here

  function isSeen() {
    return !document.hidden && list.checkVisibility({ visibilityProperty: true });
  }

  function mark() {
    /** @type {NodeListOf<HTMLElement>} */
    const badges = document.querySelectorAll(".unread");
    for (const badge of badges) {
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
  function hear(fresh) {
    if (ears === null) ears = fresh.from;
    // What was on its way to another seat of this device is not shown to this one.
    if (fresh.from !== ears) return;
    const first = fresh.heard - fresh.talk.length;
    const missed = fresh.talk.slice(Math.max(0, heard - first));
    const fromOthers = missed.filter((line) => line.seat !== ears);
    const isNews = begun;
    begun = true;
    heard = Math.max(heard, fresh.heard);
    list.append(...missed.map(item));
    list.scrollTop = list.scrollHeight;
    if (fromOthers.length && isNews && !isSeen()) {
      unread += fromOthers.length;
      mark();
      const last = fromOthers[fromOthers.length - 1];
      note(`${last.name}: ${last.text}`);
    }
  }

  /** @param {number} seat */
  function forget(seat) {
    heard = 0;
    ears = seat;
    unread = 0;
    begun = false;
    list.replaceChildren();
    mark();
  }

  /** @param {HTMLFormElement} asking */
  function listeners(asking) {
    return /** @type {HTMLSelectElement} */ (asking.elements.namedItem("to"));
  }

  /** @param {Message} message */
  function look(message) {
    if (ears === null) ears = message.seat;
    if (!form) return;
    form.hidden = message.seat < 0;
    for (const choice of listeners(form).options) {
      if (choice.value !== "-1") {
        choice.textContent = fill(words.to_one, { name: message.names[Number(choice.value)] });
        choice.hidden = choice.disabled = Number(choice.value) === message.seat;
      }
    }
  }

  async function poll() {
    /** @type {Record<string, number>} */
    const asked = { heard };
    if (state.seat !== null) asked.seat = state.seat;
    const answer = await request(`${base}/talk`, { asked });
    if (answer.status === 200 && !answer.unclear) hear(answer.data);
    else begun = begun || answer.status === 204;
  }

  /** @param {HTMLFormElement} asking @param {object} what */
  async function say(asking, what) {
    const answer = await post("talk", {
      seat: ears, to: Number(listeners(asking).value), id: newId(), ...what,
    });
    if (!answer.ok) note(answer.error);
    return answer.ok;
  }

  if (form) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = entry(form, "text");
      if (field.value.trim() && await say(form, { text: field.value })) field.value = "";
    });
    /** @type {NodeListOf<HTMLButtonElement>} */
    const offers = document.querySelectorAll("#offers button");
    for (const button of offers) {
      button.addEventListener("click", () => {
        say(form, { offer: button.dataset.offer, about: Number(button.dataset.about) });
      });
    }
  }
  document.addEventListener("visibilitychange", read);
  document.addEventListener("click", () => setTimeout(read, 400));
  return { heard: () => heard, hear, look, poll, forget };
}

const list = perhaps("said");
export const talk = list ? talking(list) : SILENT;
