// The gallery: games are found as one chooses. Without it the server does that.

import { entry } from "./page.js";

/** @type {HTMLFormElement | null} */
const filters = document.querySelector(".filters");

/** @param {HTMLFormElement} form */
function find(form) {
  const players = entry(form, "players").value;
  const kind = entry(form, "kind").value;
  let found = 0;
  /** @type {NodeListOf<HTMLElement>} */
  const cards = document.querySelectorAll(".game-card");
  for (const card of cards) {
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

/** Finds games whenever something else is chosen. */
export function listenToFilters() {
  if (!filters) return;
  const form = filters;
  /** @type {HTMLElement} */ (form.querySelector("button")).hidden = true;
  form.addEventListener("change", () => find(form));
  form.addEventListener("submit", (event) => event.preventDefault());
  // A browser that comes back to the page may have kept what was chosen.
  addEventListener("pageshow", () => find(form));
}
