// What this device keeps of whoever plays here: a name, a face, and what was won.

import { daysIn, daysInRow } from "./days.js";
import { kept } from "./keeping.js";
import { $, entry, language, make, perhaps, words } from "./page.js";
import { keepName, offerFaces, ownFace, ownName } from "./people.js";
import { results } from "./results.js";
import { tally } from "./tally.js";
import { counted, fill } from "./text.js";

/** @param {[name: string, title: string][]} games */
function rows(games) {
  return games.map(([name, title]) => ({ name, title, found: results(name) })).filter(({ found }) => found.length)
    .map(({ name, title, found }) => {
      const { played, won, streak, longest } = tally(found);
      const cells = [played, won, streak, longest].map((one) => make("td", {}, String(one)));
      return make("tr", {}, make("th", { scope: "row" }, make("a", { href: `/games/${name}` }, title)), ...cells);
    });
}

/** Shows what is kept here, and lets it be chosen. */
export function showDevice() {
  const place = perhaps("device");
  if (!place) return;
  /** @type {Record<string, string>} */
  const titles = JSON.parse(place.dataset.titles || "{}");
  const found = rows(Object.entries(titles));
  $("device-games").replaceChildren(...found);
  $("device-table").hidden = !found.length;
  const days = daysIn(kept("days"));
  const inRow = daysInRow(days, place.dataset.today || "");
  $("device-days").textContent = fill(words.streaks, { days: counted(words.days_in_row, inRow, language) });
  $("device-days").hidden = !inRow;
  const form = /** @type {HTMLFormElement} */ ($("device-name"));
  entry(form, "name").value = ownName(entry(form, "name").maxLength);
  form.addEventListener("change", () => keepName(entry(form, "name").value.trim()));
  form.addEventListener("submit", (event) => event.preventDefault());
  offerFaces($("faces"), ownFace(), () => {});
}
