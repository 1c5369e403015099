// The form of a table says what does not fit before it is sent. Without it the server does that.

import { entry } from "./page.js";

/** @import {Checked} from "./messages.js" */

let asked = 0;

/** @param {HTMLFormElement} form */
async function check(form) {
  const options = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (!name.startsWith("sitter")) options.append(name, String(value));
  }
  asked += 1;
  const number = asked;
  const answer = await fetch(`${form.dataset.check}?${options}`);
  if (!answer.ok || number !== asked) return;
  show(form, await answer.json());
}

/** @param {HTMLFormElement} form @param {Checked} checked */
function show(form, { players, served, fault, reason }) {
  const count = entry(form, "players");
  if (players.length && count.type === "number") {
    [count.min, count.max] = [String(players[0]), String(players.at(-1))];
    /** @type {HTMLElement} */ (form.querySelector(".served")).textContent = served;
  }
  /** @type {NodeListOf<HTMLSelectElement>} */
  const choices = form.querySelectorAll(".seat-choice");
  for (const choice of choices) {
    for (const seat of choice.options) {
      seat.hidden = seat.disabled = Number(seat.value) > Number(count.value);
    }
  }
  form.querySelector("#refusal")?.remove();
  /** @type {NodeListOf<HTMLElement>} */
  const places = form.querySelectorAll("[data-fault]");
  for (const place of places) {
    const isAtFault = place.dataset.fault === fault;
    place.textContent = isAtFault ? reason : "";
    place.hidden = !isAtFault;
    const field = entry(form, place.dataset.fault || "");
    if (!field) continue;
    field.toggleAttribute("aria-invalid", isAtFault);
    if (isAtFault) field.setAttribute("aria-invalid", "true");
    if (isAtFault) field.setAttribute("aria-errormessage", place.id);
    else field.removeAttribute("aria-errormessage");
  }
}

/** Checks the form of the page, now and whenever it changes. */
export function checkForm() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector(".lay[data-check]");
  if (!form) return;
  form.addEventListener("change", () => check(form));
  /** @type {HTMLElement | null} */
  const wrong = form.querySelector("[aria-invalid=true]");
  if (wrong) wrong.focus();
  else check(form);
}
