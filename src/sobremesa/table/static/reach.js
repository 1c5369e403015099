// Makes whatever can be touched as large as a finger needs, and no two of them overlap.

import { svgElement } from "./stage.js";

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** A thing, what is drawn of it, and how far a finger reaches it.
 * @typedef {{thing: SVGGElement, box: Box, wide: Box}} Reach */

const FINGER = 46;
/** @type {[keyof Box, keyof Box][]} */
const SIDES = [["left", "right"], ["top", "bottom"]];

/** @param {Element} thing */
function answers(thing) {
  return !thing.classList.contains("ghost") || thing.classList.contains("lit");
}

/** What is drawn of a thing; how far a finger reaches is not part of it. @param {Element} thing */
function boxOf(thing) {
  const old = thing.querySelector(":scope > .reach");
  if (old) old.remove();
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  return { left, right, top, bottom };
}

/** @param {Box} box @param {Box} stage */
export function grown(box, stage) {
  const across = Math.max(0, FINGER - (box.right - box.left)) / 2;
  const down = Math.max(0, FINGER - (box.bottom - box.top)) / 2;
  const wide = {
    left: box.left - across, right: box.right + across, top: box.top - down, bottom: box.bottom + down,
  };
  // At the edge of the table it grows inwards.
  for (const [low, high] of SIDES) {
    const out = Math.max(stage[low] - wide[low], 0) - Math.max(wide[high] - stage[high], 0);
    if (out > 0 && box[low] >= stage[low]) wide[high] += out;
    if (out < 0 && box[high] <= stage[high]) wide[low] += out;
  }
  return wide;
}

/** Two that are near each other meet half-way.
 * @param {{box: Box, wide: Box}} one @param {{box: Box, wide: Box}} other */
export function part(one, other) {
  const across = Math.max(other.box.left - one.box.right, one.box.left - other.box.right);
  const down = Math.max(other.box.top - one.box.bottom, one.box.top - other.box.bottom);
  if (Math.max(across, down) < 0) return;
  const [low, high] = SIDES[across >= down ? 0 : 1];
  const [first, second] = one.box[low] < other.box[low] ? [one, other] : [other, one];
  const middle = (first.box[high] + second.box[low]) / 2;
  if (first.wide[high] <= middle && second.wide[low] >= middle) return;
  const crossing = one.wide.left < other.wide.right && other.wide.left < one.wide.right
    && one.wide.top < other.wide.bottom && other.wide.top < one.wide.bottom;
  if (!crossing) return;
  first.wide[high] = Math.min(first.wide[high], middle);
  second.wide[low] = Math.max(second.wide[low], middle);
}

/** @param {Reach} reach */
function lay({ thing, wide }) {
  const place = thing.getScreenCTM();
  if (!place) return;
  const back = place.inverse();
  const corners = [[wide.left, wide.top], [wide.right, wide.bottom]]
    .map(([x, y]) => new DOMPoint(x, y).matrixTransform(back));
  thing.prepend(svgElement("rect", {
    class: "reach",
    x: Math.min(corners[0].x, corners[1].x), y: Math.min(corners[0].y, corners[1].y),
    width: Math.abs(corners[0].x - corners[1].x), height: Math.abs(corners[0].y - corners[1].y),
  }));
}

/** Gives everything in a picture that can be touched the room of a finger. @param {HTMLElement} picture */
export function reach(picture) {
  const stage = picture.getBoundingClientRect();
  /** @type {NodeListOf<SVGGElement>} */
  const things = picture.querySelectorAll("svg [data-touch]");
  const boxes = [...things].filter(answers).map((thing) => ({ thing, box: boxOf(thing) }));
  const found = boxes.map((one) => ({ ...one, wide: grown(one.box, stage) }));
  found.forEach((one, place) => {
    for (const other of found.slice(place + 1)) part(one, other);
  });
  for (const one of found) {
    if (SIDES.some(([low, high]) => one.wide[low] < one.box[low] - 0.5 || one.wide[high] > one.box[high] + 0.5)) {
      lay(one);
    }
  }
}
