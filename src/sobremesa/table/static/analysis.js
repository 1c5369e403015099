// A deal with all hands open: asks until everything is worked out, and shows what is known by then.

import "./languages.js";
import { $, base, body, make, words } from "./page.js";
import { askLong, follow } from "./patience.js";
import { fill } from "./text.js";

/** @import {Analysis, Laid} from "./messages.js" */

const NARROW = matchMedia("(max-width: 40rem)");
/** @type {Analysis | null} */
let known = null;

/** @param {string} svg */
function draw(svg) {
  const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  $("diagram").replaceChildren(document.importNode(drawing, true));
}

/** @param {Laid | undefined} laid @param {boolean} isLeader */
function cell(laid, isLeader) {
  if (!laid) return make("td", {});
  const place = make("td", isLeader ? { class: "leader" } : {}, laid.text);
  if (laid.cost === null) place.append(" ", make("span", { class: "faint", title: words.cost_unknown }, "?"));
  if (laid.cost) {
    place.classList.add("costly");
    place.append(" ", make("b", { "aria-label": fill(words.cost, { count: laid.cost }) }, `−${laid.cost}`));
  }
  return place;
}

/** @param {Analysis} found */
function showTricks({ lead, tricks, given, names }) {
  $("played").hidden = !tricks.length;
  $("lead").textContent = lead;
  const head = [words.trick_number, ...names].map((name) => make("th", { scope: "col" }, name));
  $("seats").replaceChildren(make("tr", {}, ...head));
  $("tricks").replaceChildren(...tricks.map((trick, number) => make(
    "tr", {}, make("th", { scope: "row" }, String(number + 1)),
    ...names.map((_, seat) => cell(trick.find((laid) => laid.seat === seat), trick[0]?.seat === seat)),
  )));
  $("given").replaceChildren(...given.map((line) => make("li", {}, line)));
}

/** @param {Analysis} found */
function show(found) {
  known = found;
  draw(found.svg);
  showTricks(found);
  $("state").hidden = !found.left;
  body.dataset.left = String(found.left);
}

function ask() {
  const { hand = "", seat = "" } = body.dataset;
  return askLong(`${base}/${hand}`, { shape: NARROW.matches ? "tall" : "wide", seat });
}

NARROW.addEventListener("change", async () => {
  if (known?.left) return;
  const answer = await ask();
  if (answer.ok && answer.data) show(answer.data);
});
follow(ask, (found) => {
  show(found);
  return found.left ? "new" : "all";
});
