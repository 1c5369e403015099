// The tables of this device: kept when they are opened, listed with whose turn it is.

import { keep, kept } from "./keeping.js";
import { $, make, perhaps, words } from "./page.js";
import { fill } from "./text.js";
import { request } from "./wire.js";

/** @import {Mine} from "./messages.js" */

const TABLES = "tables";
const MOST_MINE = 40;

/** @returns {string[]} */
function mine() {
  try {
    return JSON.parse(kept(TABLES) || "[]").filter((/** @type {unknown} */ one) => typeof one === "string");
  } catch {
    return [];
  }
}

/** A table has the name and the secrets of the meeting that it was. @param {string} link */
function seatOf(link) {
  return link.replace(/^\/m\//, "/t/");
}

/** Remembers a link, the one opened last in front. @param {string} link */
export function rememberTable(link) {
  const others = mine().filter((one) => seatOf(one) !== seatOf(link));
  keep(TABLES, JSON.stringify([link, ...others].slice(0, MOST_MINE)));
}

/** @param {string} link */
function forgetTable(link) {
  keep(TABLES, JSON.stringify(mine().filter((one) => one !== link)));
}

/** @param {Mine} one */
function tableItem(one) {
  const state = one.yours ? "yours" : one.ended ? "ended" : "running";
  const others = one.with.join(", ");
  const away = make("button", { type: "button", class: "forget", "aria-label": fill(words.forget, { game: one.game }) }, "×");
  const item = make("li", { class: state },
    make("a", { href: one.link }, make("b", {}, one.game), others ? ` · ${others}` : ""),
    make("span", { class: "standing" }, one.headline), away);
  away.addEventListener("click", () => {
    forgetTable(one.link);
    item.remove();
    $("mine").hidden = !$("mine-list").children.length;
  });
  return item;
}

/** Lists the tables: running ones come first, and among them those that wait for whoever looks. */
export async function showMine() {
  const place = perhaps("mine");
  const links = mine();
  if (!place || !links.length) return;
  const answer = await request("/api/tables/mine", { what: { links } });
  if (!answer.ok || answer.unclear) return;
  /** @type {Mine[]} */
  const found = answer.data.tables;
  const known = new Set(found.map((one) => one.link));
  for (const link of links) if (!known.has(link)) forgetTable(link);
  /** @param {Mine} one */
  const rank = (one) => (one.ended ? 2 : one.yours ? 0 : 1);
  const shown = found.filter((one) => !one.onward && !(one.ended && place.dataset.only === "running"))
    .sort((one, other) => rank(one) - rank(other));
  $("mine-list").replaceChildren(...shown.map(tableItem));
  place.hidden = !shown.length;
}
