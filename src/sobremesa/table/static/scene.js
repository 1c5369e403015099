// The picture as a scene: things by their ids, each written apart. The server tells a whole scene
// once, and then what came, changed, moved and went.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

// A scene that follows another, or the first one; scenes do not change.
function nextScene(old, change) {
  const before = old || { nodes: new Map(), symbols: new Map(), told: ["", ""], size: null };
  const nodes = new Map(before.nodes);
  for (const id of change.went || []) nodes.delete(id);
  for (const [id, markup] of Object.entries(change.nodes || {})) nodes.set(id, { markup, place: null });
  for (const [id, place] of Object.entries(change.moved || {})) nodes.set(id, { markup: nodes.get(id).markup, place });
  const symbols = new Map([...before.symbols, ...Object.entries(change.symbols || {})]);
  return { nodes, symbols, told: change.told || before.told, size: change.size || before.size };
}

function parsedNode(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement.firstChild, true);
}

function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// A picture on the page, made from scenes: what has not changed stays where it is.
function stage(holder, prepare) {
  let shown = null;
  let drawing = null;
  let elements = new Map();
  let defined = new Set();
  let faces = null;

  function begin(scene) {
    const [shape, width, height] = scene.size;
    drawing = svgElement("svg", {
      // Inside an image nothing could be touched by a screen reader.
      class: `sobremesa ${shape}`, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-labelledby": "sm-title sm-desc",
    });
    faces = svgElement("defs", {});
    drawing.append(svgElement("title", { id: "sm-title" }), svgElement("desc", { id: "sm-desc" }), faces);
    defined = new Set();
    elements = new Map();
    prepare(drawing);
    holder.replaceChildren(drawing);
  }

  function define(scene) {
    for (const [name, markup] of scene.symbols) {
      if (defined.has(name)) continue;
      // Rules of a style sheet do not see what is around a face where it is used.
      faces.append(parsedNode(`<g id="${name}" class="sobremesa">${markup}</g>`));
      defined.add(name);
    }
  }

  // Makes anew what changed; marks in it are then replaced by the things that stand there.
  function build(scene, old) {
    const fresh = new Map();
    for (const [id, node] of scene.nodes) {
      const known = old && old.nodes.get(id);
      if (!known || known.markup !== node.markup || !elements.has(id)) fresh.set(id, parsedNode(node.markup));
      const element = fresh.get(id) || elements.get(id);
      if (node.place !== null) element.setAttribute("transform", node.place);
    }
    return fresh;
  }

  function put(scene) {
    const old = shown;
    const fresh = build(scene, old);
    const now = new Map(elements);
    for (const [id, element] of fresh) now.set(id, element);
    for (const element of fresh.values()) {
      for (const mark of [...element.getElementsByTagNameNS(SVG, "i")]) mark.replaceWith(now.get(mark.getAttribute("n")));
    }
    for (const [id, element] of fresh) {
      if (element.parentNode) continue;
      if (elements.has(id)) elements.get(id).replaceWith(element);
      else drawing.append(element);
    }
    elements = new Map([...now].filter(([, element]) => drawing.contains(element)));
  }

  return {
    show(scene) {
      const changed = !drawing || !holder.contains(drawing) || !shown || String(shown.size) !== String(scene.size);
      if (changed) {
        begin(scene);
        shown = null;
      }
      define(scene);
      put(scene);
      const [title, desc] = drawing.children;
      [title.textContent, desc.textContent] = scene.told;
      shown = scene;
    },
  };
}
