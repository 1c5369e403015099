// What somebody does not want of another: to hear them, to meet them; and to report them.

import { note } from "./notes.js";
import { all, entry, words } from "./page.js";
import { post } from "./posting.js";
import { hearAnew } from "./talk.js";
import { fill } from "./text.js";

/** @import {Message} from "./messages.js" */

/** The part of the page about another person. @param {Element} thing */
function about(thing) {
  const part = /** @type {HTMLElement} */ (thing.closest(".shun"));
  return { other: Number(part.dataset.seat), name: part.querySelector(".who")?.textContent || "" };
}

/** @param {HTMLButtonElement} button */
async function mute(button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  const answer = await post("mute", { other: about(button).other, on });
  if (answer.ok) await refresh(answer.data.muted);
  else note(answer.error);
}

/** @param {HTMLButtonElement} button */
async function block(button) {
  const { other, name } = about(button);
  const answer = await post("block", { other });
  note(answer.ok ? fill(words.was_blocked, { name }) : answer.error);
  if (answer.ok) await hearAnew();
}

/** @param {HTMLFormElement} form */
async function report(form) {
  const answer = await post("report", {
    other: about(form).other, reason: entry(form, "reason").value, words: entry(form, "words").value,
  });
  note(answer.ok ? words.was_reported : answer.error);
  if (answer.ok) form.closest("details")?.removeAttribute("open");
}

/** @param {number[]} muted */
async function refresh(muted) {
  showMuted(muted);
  await hearAnew();
}

/** Marks who is muted. @param {number[]} muted */
export function showMuted(muted) {
  for (const button of all(HTMLButtonElement, ".shun [data-deed=mute]")) {
    button.setAttribute("aria-pressed", String(muted.includes(about(button).other)));
  }
}

/** Names may have changed. @param {Message} message */
export function look({ names }) {
  for (const part of all(HTMLElement, ".shun")) {
    const who = part.querySelector(".who");
    if (who) who.textContent = names[Number(part.dataset.seat)];
  }
}

export function listen() {
  const deeds = { mute, block };
  for (const button of all(HTMLButtonElement, ".shun [data-deed]")) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      await deeds[/** @type {"mute" | "block"} */ (button.dataset.deed)](button);
      button.disabled = false;
    });
  }
  for (const form of all(HTMLFormElement, ".report-form")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      report(form);
    });
  }
}
