// Pointer: a press and release touches; a press that moves drags the thing to where it goes.

import { takeUp } from "./alone.js";
import { nextTouches } from "./choices.js";
import { pickUp, takeBack, touch, turn } from "./choosing.js";
import { light } from "./light.js";
import { MOVE, note } from "./notes.js";
import { $, hit, hitThing, nearest, perhaps } from "./page.js";
import { picture, thingOf } from "./picture.js";
import { nextHand, send } from "./sending.js";
import { asked, state } from "./state.js";
import { isCell, shadow, turnable } from "./turning.js";

/** What is dragged, where that began, and where it goes back to.
 * @typedef {{thing: SVGGElement, name: string, x: number, y: number, moving: boolean, home: SVGTransform | null,
 *   above: ChildNode | null}} Drag */

const FAR = 9;              // pixels; what moved less was touched
const NEAR = 140;           // how near to an end a tile has to be let go
/** @type {Drag | null} */
let drag = null;
let handled = false;

export function isDragging() {
  return drag !== null;
}

/** Lets go of what is dragged. */
export function letGo() {
  if (drag && drag.moving) {
    drag.thing.classList.remove("dragged");
    drag.thing.style.transform = "";
    const around = drag.thing.parentNode;
    if (around && (!drag.above || drag.above.parentNode === around)) around.insertBefore(drag.thing, drag.above);
  }
  drag = null;
}

/** @param {Event} event @returns {SVGGElement | null} */
function thingAt(event) {
  /** @type {SVGGElement | null} */
  const thing = event.target instanceof Element ? event.target.closest("[data-touch]") : null;
  return thing && picture.contains(thing) ? thing : null;
}

/** @param {PointerEvent} event */
function press(event) {
  state.byKeys = false;
  const thing = thingAt(event);
  if (!thing || event.button !== 0) return;
  drag = {
    thing, name: thing.dataset.touch || "", x: event.clientX, y: event.clientY, moving: false, home: null, above: null,
  };
}

/** @param {Drag} now */
function mayMove({ name }) {
  if (!state.message) return false;
  const isInHand = state.path.length === 1 && state.path[0] === name && turnable(name);
  return isInHand || (!state.path.length && nextTouches().has(name));
}

/** @param {Drag} now @param {number} pointer */
function lift(now, pointer) {
  now.moving = true;
  picture.setPointerCapture(pointer);
  now.home = now.thing.transform.baseVal.consolidate();
  if (turnable(now.name)) pickUp(now.name);
  else state.path = [now.name];
  light();
  now.thing.classList.add("dragged");
  // Above everything else while it is in the hand.
  now.above = now.thing.nextSibling;
  now.thing.parentNode?.append(now.thing);
}

/** @param {PointerEvent} event */
function move(event) {
  if (!drag) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.moving) {
    if (Math.hypot(dx, dy) < FAR || !mayMove(drag)) return;
    lift(drag, event.pointerId);
  }
  const scale = /** @type {SVGGraphicsElement} */ (drag.thing.parentNode).getScreenCTM();
  if (!drag.home || !scale) return;
  const inverse = scale.inverse();
  const m = drag.home.matrix;
  const x = m.e + inverse.a * dx + inverse.c * dy;
  const y = m.f + inverse.b * dx + inverse.d * dy;
  drag.thing.style.transform = `matrix(${m.a},${m.b},${m.c},${m.d},${x},${y})`;
}

/** Where a drag ends: for a piece the cell under it, for a tile the nearest end.
 * @param {string} name @param {number} x @param {number} y */
function goal(name, x, y) {
  if (!turnable(name)) return nearestEnd(x, y);
  for (const one of document.elementsFromPoint(x, y)) {
    /** @type {SVGElement | null} */
    const under = one.closest("[data-add]");
    if (under && under.dataset.touch !== name && isCell(under)) return under.dataset.touch || null;
  }
  return null;
}

/** @param {number} x @param {number} y */
function nearestEnd(x, y) {
  return nearest(nextTouches(), NEAR, (name) => {
    const box = thingOf(name)?.getBoundingClientRect();
    return box ? Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) : Infinity;
  });
}

/** @param {PointerEvent} event */
function release(event) {
  handled = Boolean(drag);
  if (!drag) return;
  const { name, moving } = drag;
  const end = moving ? goal(name, event.clientX, event.clientY) : null;
  letGo();
  if (!moving) touch(name);
  else if (end) touch(end);
  else takeBack();
}

function breakOff() {
  const moving = drag && drag.moving;
  letGo();
  if (moving) takeBack();
}

/** @param {MouseEvent} event */
function click(event) {
  const thing = thingAt(event);
  const laid = hitThing(event, ".loose");
  // A screen reader presses without a pointer.
  if (thing && event.detail === 0) touch(thing.dataset.touch || "");
  else if (!thing && !handled && (state.path.length || state.wanted)) takeBack();
  else if (!thing && laid) takeUp(laid);
  peek(event, thing);
  handled = false;
}

/** Looking into a pile, where touching it does nothing else. @param {Event} event @param {Element | null} thing */
function peek(event, thing) {
  const pile = hitThing(event, "[data-peek]");
  const isUsed = thing && (thing.classList.contains("lit") || thing.classList.contains("chosen"));
  if (pile && !isUsed) note(pile.dataset.peek || "", { topic: MOVE });
}

/** @param {Event} event */
function pressButton(event) {
  const pressed = hitThing(event, "button");
  if (!pressed) return;
  if (pressed.dataset.touch) touch(pressed.dataset.touch);
  else if (pressed.id === "next-hand") nextHand();
}

/** Does what was chosen in the list of moves. @param {Event} event */
function choose(event) {
  const pressed = hitThing(event, "button");
  if (!pressed || state.sending) return;
  const { move, step } = pressed.dataset;
  if (move !== undefined) send(asked().moves.find((one) => one.move === Number(move)));
  else if (step !== undefined) touch(step);
  else if (pressed.dataset.turn) turn(1);
  else takeBack();
}

/** Listens to the pointer. */
export function listenToPointer() {
  picture.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && state.message) shadow(hit(event).closest("[data-add]"));
  });
  picture.addEventListener("focusin", (event) => {
    if (state.byKeys) shadow(hit(event).closest("[data-add]"));
  });
  picture.addEventListener("pointerdown", press);
  picture.addEventListener("pointermove", move);
  picture.addEventListener("pointerup", release);
  picture.addEventListener("pointercancel", breakOff);
  picture.addEventListener("click", click);
  $("buttons").addEventListener("click", pressButton);
  perhaps("choice-list")?.addEventListener("click", choose);
}
