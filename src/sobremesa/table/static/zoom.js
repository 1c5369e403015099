// Comes nearer to the table: two fingers, a double tap, Ctrl and the wheel, or + − 0; a finger
// that drags where nothing can be dragged moves the table under it.
"use strict";

const zooming = (() => {
  const MOST = 4;
  const TAP = 300;
  let near = 1;
  let middle = { x: 0.5, y: 0.5 };   // what is in the middle, as a part of the whole
  let picture = null;
  let whole = null;                  // the button that shows all of it again
  const fingers = new Map();
  let pinch = null;
  let pan = null;
  let lastTap = { time: 0, x: 0, y: 0 };
  let swallow = false;

  function sizes(drawing) {
    const [, , width, height] = (drawing.dataset.whole || drawing.getAttribute("viewBox")).split(" ").map(Number);
    return { width, height };
  }

  // Shows a drawing as near as the last one was.
  function keep(drawing) {
    if (!drawing.getAttribute("viewBox")) return;
    if (!drawing.dataset.whole) drawing.dataset.whole = drawing.getAttribute("viewBox");
    const { width, height } = sizes(drawing);
    const half = 0.5 / near;
    middle.x = Math.min(Math.max(middle.x, half), 1 - half);
    middle.y = Math.min(Math.max(middle.y, half), 1 - half);
    drawing.setAttribute("viewBox", [
      (middle.x - half) * width, (middle.y - half) * height, width / near, height / near,
    ].join(" "));
  }

  function show() {
    const drawing = picture.querySelector("svg");
    if (drawing) keep(drawing);
    whole.hidden = near === 1;
    picture.classList.toggle("near", near > 1);
    picture.dispatchEvent(new Event("zoomed"));
  }

  // A point of the screen as a part of the whole picture.
  function partAt(x, y) {
    const drawing = picture.querySelector("svg");
    const { width, height } = sizes(drawing);
    const point = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM().inverse());
    return { x: point.x / width, y: point.y / height };
  }

  // Brings the table nearer, keeping what is under a point where it is.
  function zoomTo(wished, x, y) {
    if (!picture.querySelector("svg")) return;
    const under = partAt(x, y);
    const before = near;
    near = Math.min(Math.max(wished, 1), MOST);
    middle.x = under.x + ((middle.x - under.x) * before) / near;
    middle.y = under.y + ((middle.y - under.y) * before) / near;
    show();
  }

  function reset() {
    near = 1;
    middle = { x: 0.5, y: 0.5 };
    show();
  }

  function span() {
    const [one, other] = [...fingers.values()];
    return { wide: Math.hypot(one.x - other.x, one.y - other.y), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  }

  // What was begun with one finger is not what is meant.
  function letGo(pointer) {
    picture.dispatchEvent(new PointerEvent("pointercancel", { pointerId: pointer }));
    swallow = true;
  }

  function down(event) {
    if (!event.isTrusted) return;
    if (fingers.size === 0) swallow = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) {
      letGo(event.pointerId);
      pan = null;
      pinch = { near, ...span() };
    } else if (fingers.size === 1 && near > 1) {
      pan = { x: event.clientX, y: event.clientY, moving: false };
    }
  }

  function move(event) {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (pinch && fingers.size === 2) {
      const now = span();
      shift(now.x - pinch.x, now.y - pinch.y);
      pinch.x = now.x;
      pinch.y = now.y;
      zoomTo((pinch.near * now.wide) / Math.max(pinch.wide, 1), now.x, now.y);
    } else if (pan && !picture.querySelector(".dragged")) {
      if (!pan.moving && Math.hypot(event.clientX - pan.x, event.clientY - pan.y) < 12) return;
      if (!pan.moving) letGo(event.pointerId);
      pan.moving = true;
      shift(dx, dy);
      show();
    }
  }

  function shift(dx, dy) {
    const drawing = picture.querySelector("svg");
    const { width, height } = sizes(drawing);
    const scale = drawing.getScreenCTM();
    middle.x -= dx / scale.a / width;
    middle.y -= dy / scale.d / height;
  }

  function up(event) {
    if (!event.isTrusted || !fingers.delete(event.pointerId)) return;
    if (fingers.size < 2) pinch = null;
    if (fingers.size) return;
    const free = picture.parentNode.contains(event.target)
      && !event.target.closest("[data-touch], [data-drop], button");
    if (event.type === "pointerup" && event.pointerType === "touch" && free && !swallow && !(pan && pan.moving)) {
      const again = event.timeStamp - lastTap.time < TAP
        && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 40;
      if (again && near > 1) reset();
      else if (again) zoomTo(2, event.clientX, event.clientY);
      lastTap = { time: again ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    }
    pan = null;
  }

  function start(where) {
    picture = where;
    const stage = picture.parentNode;
    whole = document.getElementById("whole");
    whole.addEventListener("click", reset);
    stage.addEventListener("pointerdown", down);
    stage.addEventListener("pointermove", move);
    // A finger may leave the table before it leaves the screen.
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    // A finger that moved the table touched nothing.
    stage.addEventListener("click", (event) => {
      if (!swallow || event.detail === 0 || event.target === whole) return;
      swallow = false;
      event.stopPropagation();
      event.preventDefault();
    }, true);
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(near * (event.deltaY < 0 ? 1.2 : 1 / 1.2), event.clientX, event.clientY);
    }, { passive: false });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
      const box = picture.getBoundingClientRect();
      const at = [box.left + box.width / 2, box.top + box.height / 2];
      if (event.key === "+") zoomTo(near * 1.5, ...at);
      else if (event.key === "-") zoomTo(near / 1.5, ...at);
      else if (event.key === "0") reset();
    });
  }

  return { start, keep };
})();
