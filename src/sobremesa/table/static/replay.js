// The replay: one step of a match after the other, and back.

import "./languages.js";
import { draw } from "./motion.js";
import { note, unnote } from "./notes.js";
import { $, base, body, field, hit, perhaps, words } from "./page.js";
import { listenToWishes, picture, shape, wishes } from "./picture.js";
import { player } from "./player.js";
import { nextScene } from "./scene.js";
import { fillList, showScores } from "./scores.js";
import { copy } from "./share.js";
import { foldSide } from "./side.js";
import { fill } from "./text.js";
import { request } from "./wire.js";
import { startZooming } from "./zoom.js";

/** @import {Step} from "./messages.js" */

const FIRST = 2;
const STEP = "step";        // what notes of a step that cannot be had are about
const last = Number(body.dataset.last);
const seat = body.dataset.seat || "";
const isThere = Boolean(perhaps("picture"));
let at = isThere ? Number(picture.dataset.at) : FIRST;
/** @type {number | null} */
let hand = null;
let asking = 0;

/** Shows a step; tells whether it could be had. @param {number} number */
async function go(number) {
  const to = Math.min(Math.max(number, FIRST), last);
  asking += 1;
  const mine = asking;
  at = to;
  field("slider").value = String(to);
  const answer = await request(`${base}/${to}`, { asked: { seat, ...wishes() } });
  if (mine !== asking) return false;
  if (!answer.ok || answer.unclear) {
    note(answer.error, { topic: STEP, lasting: true });
    return false;
  }
  unnote(STEP);
  await show(to, answer.data);
  return true;
}

/** @param {number} to @param {Step} step */
async function show(to, step) {
  await draw(nextScene(null, step.scene), step.kinds, hand === null || hand === step.hand);
  hand = step.hand;
  picture.dataset.at = String(to);
  $("headline").textContent = step.headline;
  $("count").textContent = fill(words.step, { step: to - 1, steps: last - 1 });
  fillList($("log"), step.log);
  showScores(step);
  $("spoken").textContent = step.log.slice(-1).concat(step.headline).join(" ");
  history.replaceState(null, "", `${location.pathname}?at=${to}&seat=${seat}`);
}

function shareStep() {
  const number = Math.min(at, Number(body.dataset.shareLast));
  const address = new URL(body.dataset.share || "", location.href);
  if (number >= FIRST) address.searchParams.set("at", String(number));
  copy(address.href, $("share"));
}

/** @param {string} what @param {(link: HTMLElement) => void} follow */
function listenToJumps(what, follow) {
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll(what);
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      follow(link);
    });
  }
}

function start() {
  const rolling = player({ at: () => at, first: FIRST, last, go });
  /** @param {number} number */
  const step = (number) => {
    rolling.pause();
    go(number);
  };
  listenToJumps("#first", () => step(FIRST));
  listenToJumps("#back", () => step(at - 1));
  listenToJumps("#forth", () => step(at + 1));
  listenToJumps("#last", () => step(last));
  listenToJumps(".jumps [data-at]", (link) => step(Number(link.dataset.at)));
  listenToJumps(".jumps [data-seat]", (link) => { location.search = `?at=${at}&seat=${link.dataset.seat}`; });
  field("slider").addEventListener("input", () => step(Number(field("slider").value)));
  $("share").addEventListener("click", shareStep);
  document.addEventListener("keydown", (event) => {
    if (hit(event).matches("input, textarea, select") && hit(event).id !== "slider") return;
    const to = new Map([["ArrowLeft", at - 1], ["ArrowRight", at + 1], ["Home", FIRST], ["End", last]]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  });
  listenToWishes(() => go(at));
  startZooming();
  if (Object.keys(wishes()).length > 1 || shape() !== "wide") go(at);
}

foldSide();
if (isThere) start();
