// The replay: one step of a match after the other, and back, by hand or by itself.

import { keep, kept } from "./keeping.js";
import "./languages.js";
import { draw } from "./motion.js";
import { note, unnote } from "./notes.js";
import { $, all, base, body, field, hit, perhaps, words } from "./page.js";
import { listenToWishes, picture, shape, wishes } from "./picture.js";
import { nextScene } from "./scene.js";
import { copy } from "./share.js";
import { fillList, foldSide, showScores } from "./side.js";
import { tellLines } from "./telling.js";
import { fill } from "./text.js";
import { listenToWords } from "./walking.js";
import { paused, request } from "./wire.js";
import { startZooming } from "./zoom.js";

/** @import {Step} from "./messages.js" */

const FIRST = 2;
const STEP = "step";        // what notes of a step that cannot be had are about
const SPEEDS = [0.5, 1, 2, 4];
const A_STEP = 1000;
const last = Number(body.dataset.last);
const seat = body.dataset.seat || "";
const isThere = Boolean(perhaps("picture"));
let at = isThere ? Number(picture.dataset.at) : FIRST;
/** @type {number | null} */
let hand = null;
let asking = 0;
let speed = Math.max(0, SPEEDS.indexOf(Number(kept("speed") || 1)));
let starts = 0;
let running = 0;            // which time it was started; 0: it stands

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
  picture.classList.toggle("settled", step.ended);
  $("headline").textContent = step.headline;
  $("count").textContent = fill(words.step, { step: to - 1, steps: last - 1 });
  fillList($("log"), step.log);
  tellLines(step.lines);
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

function showPlayer() {
  const label = running ? words.pause : words.play;
  $("play").textContent = running ? "❚❚" : "▶";
  $("play").setAttribute("aria-label", label);
  $("play").title = label;
  body.classList.toggle("rolling", running > 0);
  const rate = `${SPEEDS[speed]}×`.replace("0.5", "½");
  $("speed").textContent = rate;
  $("speed").setAttribute("aria-label", fill(words.speed, { speed: rate }));
}

function pause() {
  running = 0;
  showPlayer();
}

async function play() {
  starts += 1;
  const mine = starts;
  running = mine;
  showPlayer();
  if (at >= last) await go(FIRST);
  while (running === mine && at < last) {
    await paused(A_STEP / SPEEDS[speed]);
    if (running === mine && !await go(at + 1)) break;
  }
  if (running === mine) pause();
}

/** @param {number} step 0: the next speed, or the first after the last */
function faster(step) {
  speed = step ? Math.min(Math.max(speed + step, 0), SPEEDS.length - 1) : (speed + 1) % SPEEDS.length;
  keep("speed", SPEEDS[speed]);
  showPlayer();
}

/** @param {KeyboardEvent} event */
function pressPlayer(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+" || event.key === "-") faster(event.key === "+" ? 1 : -1);
  else if (/^p$/i.test(event.key) || (event.key === " " && !hit(event).closest("button, a, input, .log"))) {
    event.preventDefault();
    $("play").click();
  }
}

/** @param {number} number */
function jump(number) {
  pause();
  go(number);
}

/** @param {string} what @param {(link: HTMLElement) => void} follow */
function listenToJumps(what, follow) {
  for (const link of all(HTMLElement, what)) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      follow(link);
    });
  }
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (hit(event).matches("input:not(#slider), textarea, select")) return;
  const to = new Map([["ArrowLeft", at - 1], ["ArrowRight", at + 1], ["Home", FIRST], ["End", last]]).get(event.key);
  if (to === undefined) {
    pressPlayer(event);
    return;
  }
  event.preventDefault();
  jump(to);
}

function start() {
  listenToJumps("#first", () => jump(FIRST));
  listenToJumps("#back", () => jump(at - 1));
  listenToJumps("#forth", () => jump(at + 1));
  listenToJumps("#last", () => jump(last));
  listenToJumps(".jumps [data-at]", (link) => jump(Number(link.dataset.at)));
  listenToJumps(".jumps [data-seat]", (link) => { location.search = `?at=${at}&seat=${link.dataset.seat}`; });
  field("slider").addEventListener("input", () => jump(Number(field("slider").value)));
  perhaps("share")?.addEventListener("click", shareStep);
  $("play").addEventListener("click", () => (running ? pause() : play()));
  $("speed").addEventListener("click", () => faster(0));
  document.addEventListener("keydown", press);
  listenToWords();
  listenToWishes(() => go(at));
  startZooming();
  showPlayer();
  if (Object.keys(wishes()).length > 1 || shape() !== "wide") go(at);
}

foldSide();
if (isThere) start();
