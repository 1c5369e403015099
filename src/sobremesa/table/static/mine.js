// The tables of this device: kept when they are opened, listed with whose turn it is.
"use strict";

const MINE = "sobremesa:tables";
const MOST_MINE = 40;

function mine() {
  try {
    return JSON.parse(keep(MINE) || "[]").filter((one) => typeof one === "string");
  } catch {
    return [];
  }
}

// Remembers a link, the one opened last in front.
function rememberTable(link) {
  keep(MINE, JSON.stringify([link, ...mine().filter((one) => one !== link)].slice(0, MOST_MINE)));
}

function forgetTable(link) {
  keep(MINE, JSON.stringify(mine().filter((one) => one !== link)));
}

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

// Running tables come first, and among them those that wait for whoever looks.
async function showMine() {
  const place = $("mine");
  const links = mine();
  if (!place || !links.length) return;
  const answer = await request("/api/tables/mine", { what: { links } });
  if (!answer.ok || answer.unclear) return;
  const found = answer.data.tables;
  const known = new Set(found.map((one) => one.link));
  for (const link of links) if (!known.has(link)) forgetTable(link);
  const rank = (one) => (one.ended ? 2 : one.yours ? 0 : 1);
  const shown = found.filter((one) => !one.onward && !(one.ended && place.dataset.only === "running"))
    .sort((one, other) => rank(one) - rank(other));
  $("mine-list").replaceChildren(...shown.map(tableItem));
  place.hidden = !shown.length;
}
