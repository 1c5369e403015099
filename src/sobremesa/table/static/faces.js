// Faces for the seats, drawn from a few parts: everybody has one by their name, until they choose another.

import { svgElement } from "./stage.js";

/** @typedef {{skin: string, hair: string, ground: string, style: string, extra: string}} Look */

/** @type {Look[]} */
const LOOKS = [
  { skin: "#f2c9a1", hair: "#5b3a21", ground: "#dbe7d3", style: "bob", extra: "" },
  { skin: "#8d5a3b", hair: "#221a17", ground: "#f3dcc0", style: "short", extra: "beard" },
  { skin: "#f6d7bd", hair: "#c9792b", ground: "#cfe1ea", style: "bun", extra: "glasses" },
  { skin: "#c98f62", hair: "#2c2320", ground: "#eed7d7", style: "long", extra: "" },
  { skin: "#f0c7a5", hair: "#9b9b9b", ground: "#e4dcc9", style: "bald", extra: "moustache" },
  { skin: "#6f432a", hair: "#1c1614", ground: "#d8e2f0", style: "curls", extra: "" },
  { skin: "#f4cfb0", hair: "#e0b84c", ground: "#d9ead9", style: "short", extra: "glasses" },
  { skin: "#d9a173", hair: "#3b2a20", ground: "#f0e2b8", style: "cap", extra: "" },
  { skin: "#f2c9a1", hair: "#b8b8b8", ground: "#e3d5e6", style: "bun", extra: "" },
  { skin: "#a8714a", hair: "#33211a", ground: "#d6e8e6", style: "bob", extra: "glasses" },
  { skin: "#f5d3b5", hair: "#7a2f1d", ground: "#f1dfc8", style: "curls", extra: "moustache" },
  { skin: "#dcab80", hair: "#4a4a4a", ground: "#dfe3cd", style: "cap", extra: "beard" },
];
export const FACES = LOOKS.length;

// Within a circle of radius 16 round the middle; what is behind the head, then what lies on it.
/** @type {Record<string, [behind: string, above: string]>} */
const STYLES = {
  bald: ["", ""],
  short: ["", "M-8.6 -2Q-9 -11 0 -11.5 9 -11 8.6 -2 7 -6.5 0 -7 -7 -6.5 -8.6 -2Z"],
  bob: ["M-10.5 6Q-11.5 -12 0 -12 11.5 -12 10.5 6Z", "M-8.6 -1Q-8 -10.5 1 -11 8 -10.5 8.6 -1 4 -4 1.5 -7.5 -3 -3 -8.6 -1Z"],
  long: ["M-10.5 13Q-12 -12 0 -12 12 -12 10.5 13Z", "M-8.6 -1Q-8 -11 0 -11 8 -11 8.6 -1 5 -7 0 -7.6 -5 -7 -8.6 -1Z"],
  bun: ["M0 -8a4.2 4.2 0 1 1 .1 0Z", "M-8.8 -1Q-9 -11.5 0 -11.5 9 -11.5 8.8 -1 6 -6 0 -7.8 -6 -6 -8.8 -1Z"],
  curls: ["M-9 -1a4 4 0 0 1 0 -6 4.4 4.4 0 0 1 5 -5.5 5 5 0 0 1 8 0 4.4 4.4 0 0 1 5 5.5 4 4 0 0 1 0 6Z", "M-8 -5q2 -4 5 -3 3 -3 6 0 4 -1 5 3 -4 -1 -8 -1 -4 0 -8 1Z"],
  cap: ["", "M-9 -4Q-9 -12 0 -12 9 -12 9 -4L13 -2.6 9 -2.4Q0 -6 -9 -2.6Z"],
};
/** @type {Record<string, string>} */
const EXTRAS = {
  "": "",
  glasses: "M-6.6 -1h5v3.4h-5zM1.6 -1h5v3.4h-5zM-1.6 .2h3.2",
  moustache: "M-4.4 4.4Q-2 2.8 0 4 2 2.8 4.4 4.4 2 5.6 0 4.8 -2 5.6 -4.4 4.4Z",
  beard: "M-8 1.5Q-7.4 9.6 0 10.2 7.4 9.6 8 1.5 6 6 0 6.2 -6 6 -8 1.5Z",
};

/** Gives the face of a name: the same on every device. @param {string} name */
export function faceOfName(name) {
  let sum = 7;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) || 0)) % 1000003;
  return sum % FACES;
}

/** Gives the face of a seat: what was chosen, if it is one, or that of the name.
 * @param {unknown} chosen @param {string} name */
export function faceOf(chosen, name) {
  const isFace = typeof chosen === "number" && Number.isInteger(chosen) && chosen >= 0 && chosen < FACES;
  return isFace ? chosen : faceOfName(name);
}

/** Draws a face within a radius of 16 round the middle. @param {number} number */
export function faceDrawing(number) {
  const { skin, hair, ground, style, extra } = LOOKS[number];
  const [behind, above] = STYLES[style];
  const isLine = extra === "glasses";
  const drawn = svgElement("g", { class: "person-face" });
  drawn.append(
    svgElement("circle", { r: 16, fill: ground, stroke: "#6b5a44", "stroke-width": 1.2 }),
    svgElement("path", { d: behind, fill: hair }),
    svgElement("path", { d: "M-12 15.2Q-10 9 -3 9.4H3Q10 9 12 15.2 6 17 0 16.6 -6 17 -12 15.2Z", fill: hair, opacity: 0.55 }),
    svgElement("circle", { cy: 0.6, r: 8.8, fill: skin }),
    svgElement("path", { d: above, fill: hair }),
    svgElement("path", { d: "M-3.9 .6v.1M3.9 .6v.1", stroke: "#2a2018", "stroke-width": 1.9, "stroke-linecap": "round" }),
    svgElement("path", { d: "M-2.8 6.2Q0 8 2.8 6.2", fill: "none", stroke: "#7a2f1d", "stroke-width": 1.1, "stroke-linecap": "round" }),
    svgElement("path", isLine ? { d: EXTRAS[extra], fill: "none", stroke: "#2a2018", "stroke-width": 0.9 } : { d: EXTRAS[extra], fill: hair }),
  );
  return drawn;
}

/** Draws a face as a picture of its own. @param {number} number */
export function facePicture(number) {
  const svg = svgElement("svg", { viewBox: "-17 -18.5 34 35.5", class: "person", "aria-hidden": "true" });
  svg.append(faceDrawing(number));
  return svg;
}
