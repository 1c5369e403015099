// Makes whatever can be touched as large as a finger needs, and no two of them overlap.
"use strict";

const reaching = (() => {
  const FINGER = 46;
  const SVG = "http://www.w3.org/2000/svg";

  function answers(thing) {
    return !thing.classList.contains("ghost") || thing.classList.contains("lit");
  }

  // What is drawn of a thing; how far a finger reaches is not part of it.
  function boxOf(thing) {
    const old = thing.querySelector(":scope > .reach");
    if (old) old.remove();
    const { left, right, top, bottom } = thing.getBoundingClientRect();
    return { left, right, top, bottom };
  }

  function grown(box, stage) {
    const across = Math.max(0, FINGER - (box.right - box.left)) / 2;
    const down = Math.max(0, FINGER - (box.bottom - box.top)) / 2;
    const wide = {
      left: box.left - across, right: box.right + across, top: box.top - down, bottom: box.bottom + down,
    };
    // At the edge of the table it grows inwards.
    for (const [low, high] of [["left", "right"], ["top", "bottom"]]) {
      const out = Math.max(stage[low] - wide[low], 0) - Math.max(wide[high] - stage[high], 0);
      if (out > 0 && box[low] >= stage[low]) wide[high] += out;
      if (out < 0 && box[high] <= stage[high]) wide[low] += out;
    }
    return wide;
  }

  // Two that are near each other meet half-way.
  function part(one, other) {
    const across = Math.max(other.box.left - one.box.right, one.box.left - other.box.right);
    const down = Math.max(other.box.top - one.box.bottom, one.box.top - other.box.bottom);
    if (Math.max(across, down) < 0) return;
    const [low, high] = across >= down ? ["left", "right"] : ["top", "bottom"];
    const [first, second] = one.box[low] < other.box[low] ? [one, other] : [other, one];
    const middle = (first.box[high] + second.box[low]) / 2;
    if (first.wide[high] <= middle && second.wide[low] >= middle) return;
    const crossing = one.wide.left < other.wide.right && other.wide.left < one.wide.right
      && one.wide.top < other.wide.bottom && other.wide.top < one.wide.bottom;
    if (!crossing) return;
    first.wide[high] = Math.min(first.wide[high], middle);
    second.wide[low] = Math.max(second.wide[low], middle);
  }

  function lay({ thing, wide }) {
    const back = thing.getScreenCTM().inverse();
    const corners = [[wide.left, wide.top], [wide.right, wide.bottom]]
      .map(([x, y]) => new DOMPoint(x, y).matrixTransform(back));
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("class", "reach");
    rect.setAttribute("x", Math.min(corners[0].x, corners[1].x));
    rect.setAttribute("y", Math.min(corners[0].y, corners[1].y));
    rect.setAttribute("width", Math.abs(corners[0].x - corners[1].x));
    rect.setAttribute("height", Math.abs(corners[0].y - corners[1].y));
    thing.prepend(rect);
  }

  return function reach(picture) {
    const stage = picture.getBoundingClientRect();
    const found = [...picture.querySelectorAll("svg [data-touch]")].filter(answers)
      .map((thing) => ({ thing, box: boxOf(thing) }));
    for (const one of found) one.wide = grown(one.box, stage);
    found.forEach((one, place) => {
      for (const other of found.slice(place + 1)) part(one, other);
    });
    for (const one of found) {
      if (["left", "top"].some((side) => one.wide[side] < one.box[side] - 0.5)
        || ["right", "bottom"].some((side) => one.wide[side] > one.box[side] + 0.5)) lay(one);
    }
  };
})();
