// A tournament: who has entered, who meets whom, and how they stand, told anew whenever it changes.

import { keep, kept } from "./keeping.js";
import "./languages.js";
import { listen } from "./lines.js";
import { $, body, entry } from "./page.js";
import { newId } from "./posting.js";
import { linkItem, showReach } from "./share.js";

const club = body.dataset.club || "";
const base = body.dataset.base || "";
const isOwn = base !== `/c/${club}`;

/** Reads the page once more and shows what it tells now; what is being typed stays. */
async function tellAgain() {
  const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const told = fresh.getElementById("told");
  if (!told || document.activeElement instanceof HTMLSelectElement) return;
  const isOpen = document.querySelector("details.fair")?.hasAttribute("open");
  $("told").replaceWith(document.adoptNode(told));
  if (isOpen) document.querySelector("details.fair")?.setAttribute("open", "");
  if (!fresh.getElementById("entry")) document.getElementById("entry")?.remove();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.dataset.sure && !confirm(form.dataset.sure)) event.preventDefault();
  // What this device adds to the deals is drawn after they were promised.
  if (form.id === "entry") {
    entry(form, "cut").value = newId();
    keep(`cut:${body.dataset.promise}`, entry(form, "cut").value);
  }
});

/** Shows the links to give away: the one for everybody, the partner's, and the organiser's own. */
function showLinks() {
  const key = `links:${base}`;
  if (location.hash.length > 1) {
    keep(key, location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  const partners = new URLSearchParams(kept(key) || "").getAll("partner");
  const items = [linkItem("invitation", `/c/${club}`), ...partners.map((path) => linkItem("partner", path))];
  if (document.querySelector(".organising")) items.push(linkItem("organiser", base));
  $("links").replaceChildren(...items);
  showReach();
  $("invite").hidden = false;
}

if (isOwn) showLinks();
let version = Number($("told").dataset.version);
listen(`/c/${club}/live`, null, (told) => {
  if (told.version === version) return;
  version = told.version;
  tellAgain();
});
