// The picture: what the device and a page ask of it, and what can be touched in it.

import { keep, kept } from "./keeping.js";
import { all, perhaps } from "./page.js";

// Nothing is to move.
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
// Fingers touch it.
export const coarse = matchMedia("(any-pointer: coarse)");
// Pages without one do nothing with it.
export const picture = /** @type {HTMLElement} */ (perhaps("picture"));

/** A phone gets a picture of its own, upright or across; every other screen the wide one. */
export function shape() {
  const box = picture.getBoundingClientRect();
  if (box.height > box.width) return "tall";
  return box.height < 480 ? "low" : "wide";
}

/** How much room there is for it, so that type and what is touched are large enough. */
function room() {
  const box = picture.getBoundingClientRect();
  return { across: Math.round(box.width), down: Math.round(box.height) };
}

function boxes() {
  return all(HTMLInputElement, ".wish");
}

/** What a person wants drawn, kept from table to table. */
export function wishes() {
  /** @type {Record<string, string | number>} */
  const found = { shape: shape() };
  if (found.shape !== "wide") Object.assign(found, room());
  for (const box of boxes()) {
    if (box.checked) found[box.id] = "yes";
  }
  return found;
}

/** @param {() => void} redraw */
export function listenToWishes(redraw) {
  for (const box of boxes()) {
    box.checked = kept(box.id) === "yes";
    box.addEventListener("change", () => {
      keep(box.id, box.checked ? "yes" : "no");
      redraw();
    });
  }
}

export function things() {
  return all(SVGGElement, "[data-touch]", picture);
}

/** Finds what has the name of a touch. @param {string} name @returns {SVGGElement | null} */
export function thingOf(name) {
  return picture.querySelector(`[data-touch="${CSS.escape(name)}"]`);
}

/** @param {string} name */
export function labelOf(name) {
  const thing = thingOf(name);
  return (thing && thing.getAttribute("aria-label")) || name;
}
