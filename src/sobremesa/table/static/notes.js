// Notes that lie over the page for a while, above the hand. A touch goes through a note to what
// lies below, and takes it away; one that lasts stays no longer than it is true.
"use strict";

const A_WHILE = 5000;
const notes = [];           // what is said now; the last one is shown
let noteTimer = 0;

function showNote() {
  const place = $("toast");
  const last = notes.at(-1);
  clearTimeout(noteTimer);
  place.hidden = !last;
  place.replaceChildren(...(last ? [last.text, ...last.more] : []));
  if (last && !last.lasting) noteTimer = setTimeout(() => unnote(last.topic), A_WHILE);
}

// Says something. What was said about the same topic goes; what does not last makes room for
// whatever is said next.
function note(text, { topic = "passing", lasting = false, more = [] } = {}) {
  const kept = notes.filter((one) => one.topic !== topic && one.lasting);
  notes.splice(0, notes.length, ...kept);
  if (text) notes.push({ text, topic, lasting, more });
  showNote();
}

// Takes back what was said about a topic.
function unnote(topic) {
  const kept = notes.filter((one) => one.topic !== topic);
  if (kept.length === notes.length) return;
  notes.splice(0, notes.length, ...kept);
  showNote();
}

function forgetNotes() {
  notes.length = 0;
  showNote();
}

document.addEventListener("pointerdown", (event) => {
  const place = $("toast");
  if (!place || place.hidden || event.target.closest("#toast button")) return;
  const box = place.getBoundingClientRect();
  const across = event.clientX >= box.left && event.clientX <= box.right;
  if (across && event.clientY >= box.top && event.clientY <= box.bottom) forgetNotes();
}, { capture: true });

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && notes.length) forgetNotes();
}, { capture: true });
