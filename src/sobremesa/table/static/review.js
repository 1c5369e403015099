// A review: waits until the match is looked through, fits the picture to a narrow screen, and copies the link to it.

import "./languages.js";
import { $, base, body, perhaps } from "./page.js";
import { askLong, follow } from "./patience.js";
import { copy } from "./share.js";
import { addressed } from "./wire.js";

const NARROW = matchMedia("(max-width: 40rem)");
const SCENE = "#there .picture";
let done = body.dataset.done || "0";

/** @param {{done: number, parts: number, ready: boolean}} told */
function take(told) {
  if (told.ready) {
    location.reload();
    return "all";
  }
  const isMore = String(told.done) !== done;
  done = String(told.done);
  const bar = /** @type {HTMLProgressElement} */ ($("progress"));
  bar.max = told.parts;
  bar.value = told.done;
  return isMore ? "new" : "same";
}

/** A wide picture is shown until the tall one is there, and where it does not come. */
async function fitPicture() {
  const { at = "", seat = "" } = body.dataset;
  try {
    const answer = await fetch(addressed(base, { at, seat, shape: "tall" }));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const tall = page.querySelector(SCENE);
    if (tall) document.querySelector(SCENE)?.replaceWith(document.importNode(tall, true));
  } catch { /* Without a connection the picture stays as it is. */ }
}

perhaps("share")?.addEventListener("click", () => {
  copy(new URL($("share").dataset.share || "", location.href).href, $("share"));
});
if (!body.dataset.ready) follow(() => askLong(`${base}/progress`, { done }), take);
else if (NARROW.matches) fitPicture();
