// The gallery: games are found as one chooses. Without it the server does that.

import { showDay } from "./daily.js";
import "./languages.js";
import { leadOn } from "./learnt.js";
import { showMine } from "./mine.js";
import { all, body, entry } from "./page.js";
import { renewShelf } from "./shelf.js";

/** @param {HTMLFormElement} form */
function find(form) {
  const players = entry(form, "players").value;
  const kind = entry(form, "kind").value;
  let found = 0;
  for (const card of all(HTMLElement, ".game-card")) {
    const fits = (!players || (card.dataset.players || "").split(" ").includes(players))
      && (!kind || card.dataset.kind === kind);
    card.hidden = !fits;
    found += Number(fits);
  }
  const said = /** @type {HTMLElement} */ (form.querySelector(".found"));
  said.textContent = JSON.parse(form.dataset.counts || "[]")[found];
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) query.append(name, String(value));
  history.replaceState(null, "", String(query) ? `?${query}` : location.pathname);
}

const filters = /** @type {HTMLFormElement} */ (document.querySelector(".filters"));
/** @type {HTMLElement} */ (filters.querySelector("button")).hidden = true;
filters.addEventListener("change", () => find(filters));
filters.addEventListener("submit", (event) => event.preventDefault());
// A browser that comes back to the page may have kept what was chosen.
addEventListener("pageshow", () => find(filters));
showMine();
renewShelf(body.dataset.offline || "");
addEventListener("appinstalled", () => renewShelf(body.dataset.offline || "", true));
leadOn();
showDay();
