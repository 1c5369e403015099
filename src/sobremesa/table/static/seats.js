// Who is here: a word beside every other person's name, and a bot for somebody who has been away.

import { note } from "./notes.js";
import { base, make, perhaps, words } from "./page.js";
import { newId, post } from "./posting.js";
import { fill } from "./text.js";
import { request } from "./wire.js";

/** @import {Seats} from "./messages.js" */
/** @import {Message} from "./following.js" */

/**
 * @typedef {object} Seating
 * @property {(fresh: Seats) => void} hear
 * @property {(message: Message) => void} look
 * @property {() => Promise<void>} poll
 */

/** @type {Seating} */
const NOBODY_ELSE = { hear() {}, look() {}, async poll() {} };

/** @param {HTMLElement} place @returns {Seating} */
function seating(place) {
  const said = { here: words.is_here, away: words.is_away, "not-yet": words.not_yet };
  /** @type {Seats | null} */
  let now = null;           // who is here
  /** @type {Message | null} */
  let shown = null;         // what the table shows
  /** @type {Set<number>} */
  const asked = new Set();  // the seats for which a bot was asked

  /** @param {Seats} seats @param {Message} message */
  function mark({ presence, held }, message) {
    /** @type {NodeListOf<HTMLElement>} */
    const items = document.querySelectorAll("#scores li[data-seat]");
    for (const item of items) {
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
  function offer({ absent }, message) {
    const away = absent.filter((seat) => seat === message.turn && !asked.has(seat));
    place.hidden = !away.length;
    place.replaceChildren(...away.map((seat) => {
      const sentence = fill(words.been_away, { name: message.names[seat] });
      const button = make("button", {
        type: "button", class: "act quiet-act", "data-seat": seat, "aria-label": `${sentence} ${words.let_bot}`,
      }, words.let_bot);
      button.addEventListener("click", () => standIn(seat));
      return button;
    }));
  }

  function show() {
    if (!now || !shown) return;
    for (const seat of [...asked]) if (!now.absent.includes(seat)) asked.delete(seat);
    mark(now, shown);
    offer(now, shown);
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
  function hear(fresh) {
    now = fresh;
    show();
  }

  /** @param {Message} message */
  function look(message) {
    shown = message;
    show();
  }

  async function poll() {
    const answer = await request(`${base}/seats`);
    if (answer.status === 200 && !answer.unclear) hear(answer.data);
  }

  return { hear, look, poll };
}

const place = perhaps("absent");
export const seats = place ? seating(place) : NOBODY_ELSE;
