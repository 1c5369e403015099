// What this device has learnt: of each game the steps that were done.

import { nextOf, stepsIn } from "./course.js";
import { keep, kept } from "./keeping.js";
import { all } from "./page.js";

/** @param {string} game */
export function learnt(game) {
  return stepsIn(kept(`learnt:${game}`));
}

/** Notes that a step was done. @param {string} game @param {string} step */
export function noteLearnt(game, step) {
  const known = learnt(game);
  if (!known.includes(step)) keep(`learnt:${game}`, JSON.stringify([...known, step]));
}

/** Lets the ways to courses lead to where somebody left them. */
export function leadOn() {
  for (const way of all(HTMLAnchorElement, "a[data-steps]")) {
    const game = way.dataset.learn || "";
    const steps = (way.dataset.steps || "").split(" ");
    const known = learnt(game);
    if (known.length) way.href = `/learn/${game}/${nextOf(steps, known)}`;
    way.classList.toggle("learnt", steps.every((one) => known.includes(one)));
  }
}
