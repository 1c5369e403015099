// Pieces that are turned in the hand before they are laid: how each of them lies.

import { $, all } from "./page.js";
import { picture } from "./picture.js";
import { state } from "./state.js";

/** @type {Map<string, number>} */
const turned = new Map();   // quarter turns of each piece from how it is drawn
/** @type {{name: string, quarters: number} | null} */
let held = null;            // a piece that was taken up from the board

/** Finds a piece that can be turned by the name of its touch. @param {string} name @returns {SVGGElement | null} */
export function turnable(name) {
  return picture.querySelector(`[data-turns][data-touch="${CSS.escape(name)}"]`);
}

/** Names the turns of a piece, one for each quarter. @param {string} name */
function waysOf(name) {
  const ways = turnable(name)?.dataset.turns;
  return ways === undefined ? [] : ways.split(" ");
}

/** @param {string} name */
export function quartersOf(name) {
  return turned.get(name) || 0;
}

/** Names how a piece lies in the hand; null if it lies in one way only. @param {string} name */
export function turnOf(name) {
  const ways = waysOf(name);
  return ways.length > 1 ? ways[((quartersOf(name) % 4) + 4) % 4] : null;
}

/** @param {string} name @param {number} quarters */
export function setTurn(name, quarters) {
  turned.set(name, quarters);
  turnable(name)?.style.setProperty("--turn", String(quarters));
}

/** Turns a piece to how the touch of a turn names it. @param {string} name @param {string} way */
export function turnTo(name, way) {
  setTurn(name, waysOf(name).indexOf(way));
}

/** Says that a piece is taken from the board into the hand, as it is shown next.
 * @param {string} name @param {number} quarters */
export function holdNext(name, quarters) {
  held = { name, quarters };
}

/** Shows the pieces as they lie in the hand, and takes into it what came from the board. */
export function hold() {
  const pieces = all(SVGGElement, "[data-turns]", picture);
  for (const piece of pieces) {
    piece.style.setProperty("--turn", String(quartersOf(piece.dataset.touch || "")));
  }
  if (pieces.length) $("turn-keys").hidden = false;
  if (!held) return;
  const { name, quarters } = held;
  held = null;
  if (!turnable(name)) return;
  setTurn(name, quarters);
  state.path = [name];
}

/** Whether a piece can be laid on a thing, or tried there. @param {SVGElement} thing */
export function isCell(thing) {
  return thing.dataset.add !== undefined && thing.dataset.turns === undefined;
}

/** Finds the cell that a touch names. @param {string} name @returns {SVGGElement | null} */
export function cellOf(name) {
  return picture.querySelector(`[data-add][data-touch="${CSS.escape(name)}"]:not([data-turns])`);
}

/** What the numbers of a piece, its turn and a cell add up to is a move, allowed or not.
 * @param {string} name @param {SVGElement} cell */
export function moveOf(name, cell) {
  const quarters = Math.max(waysOf(name).indexOf(turnOf(name) || ""), 0);
  return Number(cell.dataset.add) + Number(turnable(name)?.dataset.add) + quarters;
}

/** Shows the piece in the hand on the cell under the pointer. @param {Element | null} cell */
export function shadow(cell) {
  for (const old of picture.querySelectorAll(".shade")) old.replaceChildren();
  const name = state.path[0];
  if (state.path.length !== 1 || !cell || !cell.classList.contains("lit")) return;
  const piece = turnable(name)?.querySelector(".lift");
  /** @type {SVGElement | null} */
  const place = cell.querySelector(".shade");
  if (!piece || !place) return;
  place.append(piece.cloneNode(true));
  place.style.setProperty("--turn", String(quartersOf(name)));
}
