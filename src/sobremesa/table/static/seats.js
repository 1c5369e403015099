// Who is here: a word beside every other person's name, and a bot for somebody who has been away.
"use strict";

// `tools` are those of the table: post, newId.
function seating(tools) {
  const place = $("absent");
  if (!place) return { hear() {}, look() {}, poll() {} };
  const said = { here: words.is_here, away: words.is_away, "not-yet": words.not_yet };
  let now = null;           // who is here
  let shown = null;         // what the table shows
  const asked = new Set();  // the seats for which a bot was asked

  function wordOf(seat) {
    return now.held.includes(seat) ? words.is_held : said[now.presence[seat]];
  }

  function mark() {
    for (const item of document.querySelectorAll("#scores li[data-seat]")) {
      const seat = Number(item.dataset.seat);
      const old = item.querySelector(".presence");
      if (old) old.remove();
      if (!now.presence[seat] || shown.yours.includes(seat)) continue;
      const kind = now.held.includes(seat) ? "held" : now.presence[seat];
      item.querySelector(".name").append(make("small", { class: `presence ${kind}` }, wordOf(seat)));
    }
  }

  function offer() {
    const seats = now.absent.filter((seat) => !asked.has(seat));
    place.hidden = !seats.length;
    place.replaceChildren(...seats.map((seat) => {
      const name = shown.names[seat];
      const button = make("button", { type: "button", "data-seat": seat }, fill(words.let_bot, { name }));
      button.addEventListener("click", () => standIn(seat));
      return make("p", {}, `${fill(words.been_away, { name })} `, button);
    }));
  }

  function show() {
    if (!now || !shown) return;
    for (const seat of [...asked]) if (!now.absent.includes(seat)) asked.delete(seat);
    mark();
    offer();
  }

  async function standIn(seat) {
    asked.add(seat);
    show();
    const answer = await tools.post("stand-in", { seat, id: tools.newId() });
    if (answer.ok) return;
    asked.delete(seat);
    note(answer.error);
    show();
  }

  function hear(fresh) {
    now = fresh;
    show();
  }

  function look(message) {
    shown = message;
    show();
  }

  async function poll(base) {
    const answer = await request(`${base}/seats`);
    if (answer.status === 200 && !answer.unclear) hear(answer.data);
  }

  return { hear, look, poll };
}
