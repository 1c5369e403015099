// Drawing, and how things get from where they lay to where they lie.

import { calm, picture } from "./picture.js";
import { stage } from "./stage.js";
import { keepNear } from "./zoom.js";

/** @import {Kinds, Scene} from "./messages.js" */

export const QUARTER = 250;

const drawn = stage(picture, keepNear);

/** @param {string} id */
function kindOf(id) {
  return id.split("-")[0];
}

/** Finds where the things lie that glide. @param {Kinds} kinds */
function places(kinds) {
  /** @type {Map<string, {element: SVGGraphicsElement, here: DOMMatrix}>} */
  const found = new Map();
  for (const element of picture.querySelectorAll("[id]")) {
    if (!(element instanceof SVGGraphicsElement) || !kinds.gliding.includes(kindOf(element.id))) continue;
    const here = element.getScreenCTM();
    if (here) found.set(element.id, { element, here });
  }
  return found;
}

/** @param {DOMMatrix} matrix */
function css(matrix) {
  return `matrix(${matrix.a},${matrix.b},${matrix.c},${matrix.d},${matrix.e},${matrix.f})`;
}

/** Browsers do not carry single shapes of a drawing through a view transition, so things glide by themselves: from
 * where each lay on the screen to where it lies now, and a face from a back.
 * @param {Kinds} kinds @param {ReturnType<typeof places>} before */
function glide(kinds, before) {
  const now = places(kinds);
  const gone = [...before.keys()].filter((id) => kinds.backs.includes(kindOf(id)) && !now.has(id));
  for (const [id, { element, here }] of now) {
    let from = before.get(id);
    if (!from && kinds.faces.includes(kindOf(id)) && gone.length) from = before.get(String(gone.shift()));
    const home = element.transform.baseVal.consolidate();
    if (!home) continue;
    if (!from) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], QUARTER);
      continue;
    }
    const moved = Math.hypot(from.here.e - here.e, from.here.f - here.f) > 1
      || Math.abs(from.here.a - here.a) > 0.01;
    if (!moved) continue;
    const around = /** @type {SVGGraphicsElement} */ (element.parentNode).getScreenCTM();
    if (!around) continue;
    const start = around.inverse().multiply(from.here);
    element.animate(
      [{ transform: css(start) }, { transform: css(home.matrix) }],
      { duration: QUARTER, easing: "cubic-bezier(.2,.7,.3,1)" },
    );
  }
}

/** Shows a scene: things glide within a hand; another hand or seat fades in as a whole.
 * @param {Scene} scene @param {Kinds} kinds @param {boolean} sameHand */
export async function draw(scene, kinds, sameHand) {
  if (calm.matches || !picture.querySelector("svg")) {
    drawn.show(scene);
    return;
  }
  if (!sameHand && document.startViewTransition) {
    const change = document.startViewTransition(() => drawn.show(scene));
    change.ready.catch(() => {});
    change.finished.catch(() => {});
    await change.updateCallbackDone;
    return;
  }
  const before = places(kinds);
  drawn.show(scene);
  if (sameHand) glide(kinds, before);
}
