// A table without a server: what its page asks goes to an engine in the page, which answers the same.

import { base, body, language, make, words } from "./page.js";
import { road } from "./road.js";

/** @import {Line} from "./road.js" */

const OPEN = 1;
/** @type {Map<number, (answer: Response) => void>} */
const waiting = new Map();
/** @type {Line | null} */
let line = null;
let asked = 0;
let isOpen = false;
/** @type {object[]} */
const early = [];           // what was sent before the engine was there

const engine = new Worker(body.dataset.pocket || "", { type: "module" });

/** @param {object} what */
function send(what) {
  if (isOpen) engine.postMessage(what);
  else early.push(what);
}

/** Says that there is no engine, and why, if that is known. @param {string} why */
function giveUp(why) {
  const place = /** @type {HTMLElement} */ (document.querySelector("#picture"));
  if (isOpen) return;
  place.replaceChildren(make("div", { class: "waiting", role: "alert" },
    make("p", {}, words.no_engine), make("p", { class: "faint" }, why),
    make("p", {}, make("a", { class: "act", href: "/offline" }, words.to_offline))));
}

/** @param {string} match */
function begin(match) {
  body.dataset.table = match;
  history.replaceState(null, "", `#match=${match}`);
  isOpen = true;
  for (const one of early.splice(0)) send(one);
}

engine.addEventListener("message", ({ data }) => {
  if (data.opened) begin(data.opened);
  else if (data.told) line?.onmessage?.({ data: data.told });
  else if (data.failed !== undefined) giveUp(data.failed);
  else {
    waiting.get(data.id)?.(new Response(data.text, { status: data.status }));
    waiting.delete(data.id);
  }
});
engine.addEventListener("error", (event) => {
  event.preventDefault();
  giveUp(event.message || "");
});

road.ask = (address, given) => {
  asked += 1;
  const id = asked;
  send({
    id, where: address.pathname.slice(base.length + 1), query: address.search.slice(1), body: String(given.body || ""),
  });
  return new Promise((give) => waiting.set(id, give));
};
road.open = () => {
  /** @type {Line} */
  const opened = { readyState: OPEN, send: (said) => send({ said }), onopen: null, onmessage: null, onclose: null };
  line = opened;
  queueMicrotask(() => opened.onopen?.({}));
  return opened;
};

/** What stands behind the # is the match to go on with, or what is wished for a new one. */
function opening() {
  const given = new URLSearchParams(location.hash.slice(1));
  const game = body.dataset.game || "";
  const { match = "", bot = "", daily = "", new: _, ...options } = Object.fromEntries(given);
  return { language, game, match, wish: { game, options, bot, daily: Boolean(daily) } };
}

engine.postMessage({ opening: opening() });
// Another match is another visit.
addEventListener("hashchange", () => location.reload());
