// The page of a lesson: the same picture, touches, keys and refusals as at a table. The server keeps nothing; the page
// says with everything it asks which moves were made here.

import { turn } from "./choosing.js";
import { begun } from "./following.js";
import { listenToKeys } from "./keys.js";
import "./languages.js";
import { learnt, noteLearnt } from "./learnt.js";
import { news } from "./news.js";
import { note, unnote } from "./notes.js";
import { $, all, base, body, button, make, unbroken, words } from "./page.js";
import { calm, coarse, listenToWishes, picture, wishes } from "./picture.js";
import { isDragging, listenToPointer } from "./pointer.js";
import { reach } from "./reach.js";
import { showStanding } from "./showing.js";
import { state } from "./state.js";
import { paused, request } from "./wire.js";
import { listenToWords } from "./walking.js";
import { startZooming } from "./zoom.js";

/** @import {Lesson, LessonLine, Taught} from "./messages.js" */

const LOST = "lost";
const A_LOOK = 1400;        // so long a move of somebody else is looked at
const AGAIN = 2000;
/** @type {ReturnType<typeof wishes>} */
let drawn = {};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Asks until there is an answer. @param {boolean} anew */
async function poll(anew) {
  clearTimeout(timer);
  for (;;) {
    drawn = wishes();
    const asked = { ...drawn };
    if (state.message) asked[anew ? "at" : "last"] = state.message.number;
    const answer = await request(`${base}/state`, { asked });
    if (!answer.unclear) {
      unnote(LOST);
      if (answer.status === 200) {
        const fresh = /** @type {Taught} */ (begun(answer.data));
        // What is only drawn anew takes back no move that was begun meanwhile.
        if (isBegun() && fresh.number === state.message?.number) drawn = {};
        else await show(fresh);
      } else if (!answer.ok) note(answer.error);
      return true;
    }
    note(answer.status ? words.server_trouble : words.lost, { topic: LOST, lasting: true });
    await paused(AGAIN);
  }
}

/** @param {Taught} fresh */
async function show(fresh) {
  await showStanding(fresh);
  const { lesson } = fresh;
  coach(lesson);
  const waits = !fresh.latest && lesson.lines.some((one) => one.fresh);
  $("go-on").hidden = !waits;
  if (waits && state.byKeys) $("go-on").focus();
  if (!fresh.latest && !waits) timer = setTimeout(() => poll(false), calm.matches ? A_LOOK / 2 : A_LOOK);
  if (lesson.done) finish();
  body.dataset.number = String(fresh.number);
  body.dataset.latest = String(fresh.latest);
}

/** @param {LessonLine} line */
function lineOf({ text, first, fresh, clauses }) {
  const item = make("li", { class: `${first ? "first" : ""} ${fresh ? "fresh" : ""}` }, make("span", {}, ...unbroken(text)));
  for (const { name, words: said } of clauses || []) item.append(make("details", {}, make("summary", {}, name), said));
  return item;
}

/** Says what there is to say. @param {Lesson} lesson */
function coach(lesson) {
  $("coach-ask").replaceChildren(...unbroken(lesson.ask));
  $("coach-ask").hidden = !lesson.ask;
  $("coach-lines").replaceChildren(...lesson.lines.map(lineOf));
  $("coach-idea").replaceChildren(...unbroken(lesson.idea));
  $("coach-idea").hidden = !lesson.idea;
  $("coach-can").replaceChildren(...unbroken(lesson.can));
  $("coach-can").hidden = !lesson.can;
  $("coach").classList.toggle("done", lesson.done);
  $("coach").scrollTop = 0;
  const latest = lesson.idea ? $("coach-idea") : $("coach-lines").querySelector(".fresh");
  latest?.scrollIntoView({ block: "nearest" });
  if (lesson.done) $("headline").textContent = "";
  const firsts = lesson.lines.filter((one) => one.first).map((one) => one.text);
  $("spoken").textContent = [...lesson.lines.filter((one) => !one.first).map((one) => one.text), ...firsts, lesson.idea,
    lesson.ask, lesson.can].filter(Boolean).join(" ");
}

function finish() {
  noteLearnt(body.dataset.game || "", body.dataset.place || "");
  showWay();
  $("onward").hidden = false;
  if (state.byKeys) $("onward").focus();
}

/** Marks what was done. */
function showWay() {
  const known = learnt(body.dataset.game || "");
  for (const one of all(HTMLElement, "#way [data-place]")) one.classList.toggle("done", known.includes(one.dataset.place || ""));
}

function isBegun() {
  return Boolean(state.path.length || state.wanted || isDragging());
}

/** The picture is drawn anew where its room has changed, but never under a move that was begun. */
function listenToRoom() {
  new ResizeObserver(() => {
    const now = wishes();
    const isFitting = ["shape", "across", "down"].every((one) => now[one] === drawn[one]);
    if (state.message && !isBegun() && !isFitting) poll(true);
  }).observe(/** @type {HTMLElement} */ (picture.parentNode));
  picture.addEventListener("zoomed", () => { if (coarse.matches) reach(picture); });
}

Object.assign(news, { poll });
$("turn").addEventListener("click", () => turn(1));
button("go-on").addEventListener("click", () => {
  $("go-on").hidden = true;
  poll(false);
});
listenToPointer();
listenToKeys();
listenToWords();
listenToWishes(() => poll(true));
listenToRoom();
startZooming();
showWay();
poll(false);
