// Waiting for others: who has come, and bots for the free seats when nobody does.

import { keep, kept } from "./keeping.js";
import "./languages.js";
import { listen } from "./lines.js";
import { rememberTable } from "./mine.js";
import { note } from "./notes.js";
import { offerNotices } from "./notices.js";
import { $, base, body, button, language, make, words } from "./page.js";
import { newId } from "./posting.js";
import { linkItem, showLinks } from "./share.js";
import { signTurn } from "./sign.js";
import { counted, fill } from "./text.js";
import { request } from "./wire.js";

/** @import {Waiting} from "./messages.js" */

const meeting = body.dataset.meeting || "";
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** What this device adds to the deals, drawn after they were promised, and kept to compare in the end. */
function cut() {
  const name = `cut:${body.dataset.promise}`;
  const made = kept(name) || newId();
  keep(name, made);
  return made;
}

/** @param {Waiting} told */
function showChairs({ chairs, yours }) {
  $("chairs").replaceChildren(...chairs.map((name, seat) => {
    const shown = make("li", { class: name ? "taken" : "free" }, name || words.free_seat);
    if (yours.includes(seat)) shown.append(" ", make("small", { class: "faint" }, words.you));
    return shown;
  }));
}

/** @param {Waiting} told */
function offerBots({ free, offer, bots, agreed, waiting, rated }) {
  clearInterval(timer);
  if (rated) return;
  const due = performance.now() + 1000 * offer;
  const tick = () => {
    const left = Math.max(0, Math.ceil((due - performance.now()) / 1000));
    const isDue = left === 0 || agreed > 0;
    button("bots").hidden = !isDue || !free || bots;
    if (!free) $("bots-word").textContent = "";
    else if (agreed) $("bots-word").textContent = fill(words.bots_agreed, { agreed, waiting });
    else $("bots-word").textContent = isDue ? "" : fill(words.bots_soon, { seconds: left });
    if (isDue) clearInterval(timer);
  };
  timer = setInterval(tick, 1000);
  tick();
}

/** @param {Waiting} told */
function show(told) {
  if (told.go) {
    hangUp();
    $("waiting").textContent = words.going;
    signTurn(true);
    location.replace(told.go);
    return;
  }
  showChairs(told);
  $("waiting").textContent = counted(words.waiting_for, told.free, language);
  offerBots(told);
}

button("bots").addEventListener("click", async () => {
  button("bots").disabled = true;
  const answer = await request(`${base}/bots`, { what: { bots: true } });
  button("bots").disabled = false;
  if (!answer.ok) note(answer.error);
});
showLinks(meeting);
$("invite").hidden = false;
$("links").prepend(linkItem("invitation", `/m/${meeting}`));
rememberTable(base);
offerNotices();
const hangUp = listen(`${base}/live`, { cut: cut() }, show);
