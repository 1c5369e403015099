// The page of a game. Its form says what does not fit before it is sent; without it the server does that.

import { showDay } from "./daily.js";
import { cutFor } from "./fairness.js";
import "./languages.js";
import { leadOn } from "./learnt.js";
import { showMine } from "./mine.js";
import { all, entry, perhaps } from "./page.js";
import { keepName, ownName } from "./people.js";
import { showStatistics } from "./results.js";

/** @import {Checked} from "./messages.js" */

const form = /** @type {HTMLFormElement} */ (document.querySelector(".lay[data-check]"));
const players = entry(form, "players");
let asked = 0;

async function check() {
  const options = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (!name.startsWith("sitter")) options.append(name, String(value));
  }
  asked += 1;
  const number = asked;
  const answer = await fetch(`${form.dataset.check}?${options}`);
  if (answer.ok && number === asked) show(await answer.json());
}

/** @param {Checked} checked */
function show({ players: served, served: span, fault, reason }) {
  if (served.length && players.type === "number") {
    [players.min, players.max] = [String(served[0]), String(served.at(-1))];
    /** @type {HTMLElement} */ (form.querySelector(".served")).textContent = span;
  }
  for (const seat of all(HTMLOptionElement, ".seat-choice option", form)) {
    seat.hidden = seat.disabled = Number(seat.value) > Number(players.value);
  }
  form.querySelector("#refusal")?.remove();
  for (const place of all(HTMLElement, "[data-fault]", form)) {
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

/** Asks who sits where for as many seats as there are players. */
function fitSitters() {
  for (const row of all(HTMLElement, ".sitter")) row.hidden = Number(row.dataset.seat) >= Number(players.value);
}

/** Asks of the clock only what its kind needs. */
function fitClock() {
  const kind = entry(form, "clock")?.value || "";
  for (const row of all(HTMLElement, "[data-clocks]", form)) {
    row.hidden = !(row.dataset.clocks || "").split(" ").includes(kind);
  }
}

let isCut = false;

/** A table is dealt by a secret that was promised before, and by what this device adds to it.
 * @param {SubmitEvent} event */
async function cut(event) {
  if (isCut) return;
  event.preventDefault();
  isCut = true;
  const made = await cutFor("/api/promises");
  entry(form, "ticket").value = made ? made.ticket : "";
  entry(form, "cut").value = made ? made.cut : "";
  form.requestSubmit(/** @type {HTMLElement | null} */ (event.submitter));
}

form.addEventListener("submit", cut);
// A promise is good for one table: whoever comes back to this page gets another.
addEventListener("pageshow", () => { isCut = false; });
form.addEventListener("change", check);
players.addEventListener("input", fitSitters);
entry(form, "clock")?.addEventListener("change", fitClock);
const [wrong] = all(HTMLElement, "[aria-invalid=true]", form);
if (wrong) wrong.focus();
else check();
showStatistics();
showDay();
const myName = perhaps("sitter0.name");
if (myName instanceof HTMLInputElement && !myName.value && perhaps("sitter1")) {
  myName.value = ownName(myName.maxLength);
  myName.addEventListener("change", () => keepName(myName.value.trim()));
}
showMine();
leadOn();
fitSitters();
fitClock();
