// Who sits where: a face at every seat. This device keeps the name and the face of whoever plays here.

import { FACES, faceDrawing, faceOf, facePicture } from "./faces.js";
import { keep, kept } from "./keeping.js";
import { all, body, make, perhaps, words } from "./page.js";
import { picture } from "./picture.js";
import { post } from "./posting.js";
import { fill } from "./text.js";

/** @import {Message} from "./messages.js" */

const SMALL = 0.55;         // how large a face is on a place card

/** Gives the face that was chosen here, or -1. */
export function ownFace() {
  const found = kept("face");
  const number = found !== null && /^\d{1,3}$/.test(found) ? Number(found) : -1;
  return number < FACES ? number : -1;
}

/** Gives the name that was kept here. @param {number} longest */
export function ownName(longest) {
  return (kept("name") || "").slice(0, longest);
}

/** @param {string} name */
export function keepName(name) {
  keep("name", name);
}

/** Shows a face at every seat, in the picture and beside the score. @param {Message} message */
export function showFaces({ names, faces }) {
  if (names.length < 2) return;
  names.forEach((name, seat) => {
    const face = faceOf(faces[seat], name);
    const card = picture.querySelector(`#seat-${seat}`);
    const edge = /** @type {SVGGraphicsElement | null} */ (card?.querySelector(".card"));
    card?.querySelector(".person-face")?.remove();
    if (card && edge) {
      const box = edge.getBBox();
      const drawn = faceDrawing(face);
      // On a phone the cards reach to the edge of the picture; a face stays whole.
      const x = Math.max(box.x - 1, 16 * SMALL + 1);
      drawn.setAttribute("transform", `translate(${x} ${box.y + 3}) scale(${SMALL})`);
      card.append(drawn);
    }
    const line = document.querySelector(`#scores li[data-seat="${seat}"] .name`);
    if (line && !line.querySelector(".person")) line.prepend(facePicture(face));
  });
}

/** Makes a choice of faces. @param {HTMLElement} place @param {number} now @param {(face: number) => void} choose */
export function offerFaces(place, now, choose) {
  place.replaceChildren(...Array.from({ length: FACES }, (_, face) => {
    const button = make("button", {
      type: "button", "aria-pressed": String(face === now), "aria-label": fill(words.face, { number: face + 1 }),
    });
    button.append(facePicture(face));
    button.addEventListener("click", () => {
      keep("face", face);
      for (const one of all(HTMLElement, "button", place)) one.setAttribute("aria-pressed", String(one === button));
      choose(face);
    });
    return button;
  }));
}

/** @param {number} seat @param {number} face */
function tellFace(seat, face) {
  post("face", { seat, face });
}

/** A seat without a name or a face gets those that are kept here; what does not fit is left as it is. */
export function introduce() {
  const { mySeat, unnamed, faceless } = body.dataset;
  if (mySeat === undefined) return;
  const seat = Number(mySeat);
  const name = ownName(24);
  if (unnamed && name.trim()) post("name", { seat, name });
  if (faceless && ownFace() >= 0) tellFace(seat, ownFace());
  const place = perhaps("faces");
  if (place) offerFaces(place, ownFace(), (face) => tellFace(seat, face));
}
