// The lobby: the tables that are open, as they come and go.

import { keep, kept } from "./keeping.js";
import "./languages.js";
import { listen } from "./lines.js";
import { showMine } from "./mine.js";
import { $, body, entry, language, make, words } from "./page.js";
import { counted } from "./text.js";

/** @import {OpenTable} from "./messages.js" */

const form = /** @type {HTMLFormElement} */ (document.querySelector(".play-now"));
const NAME = "name";
const isSignedIn = "signedIn" in body.dataset;

/** @param {OpenTable} one */
function tableItem(one) {
  const kind = [...(one.rated ? [words.rated] : []), ...(one.usual ? [] : [words.house_rules])];
  const pace = [one.pace, ...kind].join(" · ");
  const sit = make("form", { method: "post", action: `/m/${one.id}/sit` },
    make("input", { type: "hidden", name: "name", value: "" }),
    make("button", { class: "act", "aria-label": `${words.sit_down}: ${one.game}, ${one.names.join(", ")}` }, words.sit_down));
  sit.addEventListener("submit", () => { entry(sit, "name").value = entry(form, "name").value; });
  return make("li", { "data-meeting": one.id },
    make("div", {}, make("b", {}, one.game), ` · ${one.names.join(", ")}`,
      make("p", { class: "faint" }, `${pace} · ${counted(words.free_seats, one.free, language)}`),
      ...(one.watching ? [make("p", { class: "faint" }, one.watching)] : [])),
    one.rated && !isSignedIn ? make("a", { class: "act quiet-act", href: "/you" }, words.sign_in) : sit);
}

/** @param {OpenTable[]} tables */
function show(tables) {
  $("open-tables").replaceChildren(...tables.map(tableItem));
  $("nobody").hidden = tables.length > 0;
}

// Whoever is signed in finds the name of the account here.
entry(form, "name").value ||= kept(NAME) || "";
entry(form, "name").addEventListener("change", () => keep(NAME, entry(form, "name").value.trim()));
show(JSON.parse(body.dataset.tables || "[]"));
showMine();
listen("/lobby/live", null, ({ tables }) => show(tables));
