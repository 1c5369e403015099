// Comes nearer to the table: two fingers, a double tap, Ctrl and the wheel, or + − 0; a finger
// that drags where nothing can be dragged moves the table under it.

import { $, hit } from "./page.js";
import { picture } from "./picture.js";

const MOST = 4;
const TAP = 300;
let near = 1;
let middle = { x: 0.5, y: 0.5 };   // what is in the middle, as a part of the whole
/** @type {Map<number, {x: number, y: number}>} */
const fingers = new Map();
/** @type {{near: number, wide: number, x: number, y: number} | null} */
let pinch = null;
/** @type {{x: number, y: number, moving: boolean} | null} */
let pan = null;
let lastTap = { time: 0, x: 0, y: 0 };
let swallow = false;

/** @param {SVGSVGElement} drawing */
function sizes(drawing) {
  const box = drawing.dataset.whole || drawing.getAttribute("viewBox") || "";
  const [, , width, height] = box.split(" ").map(Number);
  return { width, height };
}

/** Shows a drawing as near as the last one was. @param {SVGSVGElement} drawing */
export function keepNear(drawing) {
  const box = drawing.getAttribute("viewBox");
  if (!box) return;
  if (!drawing.dataset.whole) drawing.dataset.whole = box;
  const { width, height } = sizes(drawing);
  const half = 0.5 / near;
  middle.x = Math.min(Math.max(middle.x, half), 1 - half);
  middle.y = Math.min(Math.max(middle.y, half), 1 - half);
  drawing.setAttribute("viewBox", [
    (middle.x - half) * width, (middle.y - half) * height, width / near, height / near,
  ].join(" "));
}

function show() {
  const drawing = picture.querySelector("svg");
  if (drawing) keepNear(drawing);
  $("whole").hidden = near === 1;
  picture.classList.toggle("near", near > 1);
  picture.dispatchEvent(new Event("zoomed"));
}

/** Brings the table nearer, keeping what is under a point where it is.
 * @param {number} wished @param {number} x @param {number} y */
function zoomTo(wished, x, y) {
  const drawing = picture.querySelector("svg");
  const scale = drawing && drawing.getScreenCTM();
  if (!drawing || !scale) return;
  const { width, height } = sizes(drawing);
  const point = new DOMPoint(x, y).matrixTransform(scale.inverse());
  const under = { x: point.x / width, y: point.y / height };
  const before = near;
  near = Math.min(Math.max(wished, 1), MOST);
  middle.x = under.x + ((middle.x - under.x) * before) / near;
  middle.y = under.y + ((middle.y - under.y) * before) / near;
  show();
}

function reset() {
  near = 1;
  middle = { x: 0.5, y: 0.5 };
  show();
}

function span() {
  const [one, other] = [...fingers.values()];
  return { wide: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** What was begun with one finger is not what is meant. @param {number} pointer */
function letGo(pointer) {
  picture.dispatchEvent(new PointerEvent("pointercancel", { pointerId: pointer }));
  swallow = true;
}

/** @param {PointerEvent} event */
function down(event) {
  if (!event.isTrusted) return;
  if (fingers.size === 0) swallow = false;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size === 2) {
    letGo(event.pointerId);
    pan = null;
    pinch = { near, ...span() };
  } else if (fingers.size === 1 && near > 1) {
    pan = { x: event.clientX, y: event.clientY, moving: false };
  }
}

/** @param {PointerEvent} event */
function move(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const dx = event.clientX - finger.x;
  const dy = event.clientY - finger.y;
  finger.x = event.clientX;
  finger.y = event.clientY;
  if (pinch && fingers.size === 2) {
    const now = span();
    shift(now.x - pinch.x, now.y - pinch.y);
    pinch.x = now.x;
    pinch.y = now.y;
    zoomTo((pinch.near * now.wide) / Math.max(pinch.wide, 1), now.x, now.y);
  } else if (pan && !picture.querySelector(".dragged")) {
    if (!pan.moving && Math.hypot(event.clientX - pan.x, event.clientY - pan.y) < 12) return;
    if (!pan.moving) letGo(event.pointerId);
    pan.moving = true;
    shift(dx, dy);
    show();
  }
}

/** @param {number} dx @param {number} dy */
function shift(dx, dy) {
  const drawing = picture.querySelector("svg");
  const scale = drawing && drawing.getScreenCTM();
  if (!drawing || !scale) return;
  const { width, height } = sizes(drawing);
  middle.x -= dx / scale.a / width;
  middle.y -= dy / scale.d / height;
}

/** @param {PointerEvent} event */
function up(event) {
  if (!event.isTrusted || !fingers.delete(event.pointerId)) return;
  if (fingers.size < 2) pinch = null;
  if (fingers.size) return;
  const isFree = around().contains(hit(event)) && !hit(event).closest("[data-touch], [data-drop], button");
  if (event.type === "pointerup" && event.pointerType === "touch" && isFree && !swallow && !(pan && pan.moving)) {
    const isSecond = event.timeStamp - lastTap.time < TAP
      && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
    if (isSecond && near > 1) reset();
    else if (isSecond) zoomTo(2, event.clientX, event.clientY);
    lastTap = { time: isSecond ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
  }
  pan = null;
}

function around() {
  return /** @type {HTMLElement} */ (picture.parentNode);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || hit(event).matches("input, textarea, select")) return;
  const box = picture.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  if (event.key === "+") zoomTo(near * 1.5, x, y);
  else if (event.key === "-") zoomTo(near / 1.5, x, y);
  else if (event.key === "0") reset();
}

/** Begins to listen to fingers, the wheel and keys. */
export function startZooming() {
  const stage = around();
  const whole = $("whole");
  whole.addEventListener("click", reset);
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  // A finger may leave the table before it leaves the screen.
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  // A finger that moved the table touched nothing.
  stage.addEventListener("click", (event) => {
    if (!swallow || event.detail === 0 || event.target === whole) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(near * (event.deltaY < 0 ? 1.2 : 1 / 1.2), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("keydown", press);
}
