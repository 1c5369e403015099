// A picture on the page, made from scenes: what has not changed stays where it is.

/** @import {Scene} from "./messages.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} markup */
function parsed(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGElement} */ (document.importNode(/** @type {Node} */ (drawing.firstChild), true));
}

/** @template {keyof SVGElementTagNameMap} Name @param {Name} name
 * @param {Record<string, string | number>} attributes */
export function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A drawing with its faces, and its things by their ids.
 * @typedef {{svg: SVGSVGElement, faces: SVGDefsElement, defined: Set<string>, elements: Map<string, SVGElement>,
 *   shown: Scene | null}} Drawing */

/** @param {Scene} scene @returns {Drawing} */
function begun(scene) {
  const [shape, width, height] = scene.size;
  const svg = svgElement("svg", {
    // Inside an image nothing could be touched by a screen reader.
    class: `sobremesa ${shape}`, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-labelledby": "sm-title sm-desc",
  });
  const faces = svgElement("defs", {});
  svg.append(svgElement("title", { id: "sm-title" }), svgElement("desc", { id: "sm-desc" }), faces);
  return { svg, faces, defined: new Set(), elements: new Map(), shown: null };
}

/** @param {Drawing} drawing @param {Scene} scene */
function define(drawing, scene) {
  for (const [name, markup] of scene.symbols) {
    if (drawing.defined.has(name)) continue;
    // Rules of a style sheet do not see what is around a face where it is used.
    drawing.faces.append(parsed(`<g id="${name}" class="sobremesa">${markup}</g>`));
    drawing.defined.add(name);
  }
}

/** Makes anew what changed, and moves what moved. @param {Drawing} drawing @param {Scene} scene */
function build({ elements, shown }, scene) {
  /** @type {Map<string, SVGElement>} */
  const fresh = new Map();
  for (const [id, node] of scene.nodes) {
    const known = shown && shown.nodes.get(id);
    // What was moved and is told whole again stands where its markup says.
    const stays = known && known.markup === node.markup && (known.place === null || node.place !== null);
    const element = (stays && elements.get(id)) || parsed(node.markup);
    if (element !== elements.get(id)) fresh.set(id, element);
    if (node.place !== null) element.setAttribute("transform", node.place);
  }
  return fresh;
}

/** Puts what is new in its place; marks in it are replaced by the things that stand there.
 * @param {Drawing} drawing @param {Scene} scene */
function put(drawing, scene) {
  const fresh = build(drawing, scene);
  const now = new Map([...drawing.elements, ...fresh]);
  for (const element of fresh.values()) {
    for (const mark of [...element.getElementsByTagNameNS(SVG, "i")]) {
      mark.replaceWith(/** @type {SVGElement} */ (now.get(mark.getAttribute("n") || "")));
    }
  }
  for (const [id, element] of fresh) {
    if (element.parentNode) continue;
    const old = drawing.elements.get(id);
    if (old) old.replaceWith(element);
    else drawing.svg.append(element);
  }
  drawing.elements = new Map([...now].filter(([, element]) => drawing.svg.contains(element)));
}

/** Makes a stage on which scenes are shown one after the other.
 * @param {HTMLElement} holder @param {(drawing: SVGSVGElement) => void} prepare is done with every new drawing */
export function stage(holder, prepare) {
  /** @type {Drawing | null} */
  let drawing = null;

  return {
    /** @param {Scene} scene */
    show(scene) {
      const stays = drawing && holder.contains(drawing.svg) && drawing.shown
        && String(drawing.shown.size) === String(scene.size);
      if (!drawing || !stays) {
        drawing = begun(scene);
        prepare(drawing.svg);
        holder.replaceChildren(drawing.svg);
      }
      define(drawing, scene);
      put(drawing, scene);
      const [title, desc] = drawing.svg.children;
      [title.textContent, desc.textContent] = scene.told;
      drawing.shown = scene;
    },
  };
}
