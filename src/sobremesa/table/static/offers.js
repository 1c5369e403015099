// Offers between those who play: to take a move back, and to call it a draw.

import { note } from "./notes.js";
import { all, make, perhaps, words } from "./page.js";
import { newId, post } from "./posting.js";
import { current } from "./state.js";

/** @import {Message, Offer} from "./messages.js" */

const place = perhaps("offer");   // only where others play

/** @param {HTMLButtonElement} button @param {string} where @param {object} what */
async function send(button, where, what) {
  button.disabled = true;
  const answer = await post(where, { id: newId(), ...what });
  button.disabled = false;
  if (!answer.ok) note(answer.error);
}

/** @param {Offer} offer @param {boolean} yes @param {string} label */
function choice(offer, yes, label) {
  const button = make("button", { type: "button", class: yes ? "act" : "quiet-act", "data-yes": String(yes) }, label);
  button.addEventListener("click", () => send(button, "answer", { seat: offer.seat, offer: offer.number, yes }));
  return button;
}

/** @param {Offer} offer */
function choices(offer) {
  if (offer.mine) return [choice(offer, false, words.withdraw)];
  if (offer.seat < 0) return [];
  return [choice(offer, true, words.agree), choice(offer, false, words.decline)];
}

/** Shows the offer that waits, and what can be offered. @param {Message} message */
export function showOffers({ offer, offers }) {
  if (!place) return;
  for (const button of all(HTMLButtonElement, ".make-offer")) {
    button.hidden = !(String(button.dataset.offer) in offers);
  }
  const shown = offer ? String(offer.number) + offer.seat : "";
  // A button under a finger stays where it is.
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.hidden = !offer;
  place.replaceChildren(...(offer ? [make("span", {}, offer.text), ...choices(offer)] : []));
}

export function listenToOffers() {
  for (const button of all(HTMLButtonElement, ".make-offer")) {
    button.addEventListener("click", () => {
      const { number, offers } = current();
      const what = String(button.dataset.offer);
      send(button, "offer", { seat: offers[what], what, number });
    });
  }
}
