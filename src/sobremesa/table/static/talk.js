// Talk at the table: what was said to everybody or to this seat, a line to say, ready-made offers.
"use strict";

// `tools` are those of the table: post, newId, seat (from which the page looks), whispers.
function talking(tools) {
  const list = $("said");
  if (!list) return { heard: () => 0, hear() {}, look() {}, poll() {}, forget() {} };
  const form = $("talk-form");
  let heard = 0;            // how many lines this seat has
  let ears = null;          // the seat that heard them
  let unread = 0;
  let begun = false;        // whether what was said before this page came is here

  function isSeen() {
    return !document.hidden && list.checkVisibility({ visibilityProperty: true });
  }

  function mark() {
    for (const badge of document.querySelectorAll(".unread")) {
      badge.hidden = unread === 0;
      badge.textContent = counted(words.unread, unread);
    }
  }

  function read() {
    if (unread && isSeen()) {
      unread = 0;
      mark();
    }
  }

  function item(line) {
    const who = line.private ? fill(words.whispers, { name: line.name, to: line.to }) : line.name;
    return make("li", { class: line.private ? "private" : "public", "data-seat": line.seat },
      make("b", {}, who), " ", make("span", {}, line.text));
  }

  function hear(fresh) {
    if (ears === null) ears = fresh.from;
    // What was on its way to another seat of this device is not shown to this one.
    if (fresh.from !== ears) return;
    const first = fresh.heard - fresh.talk.length;
    const missed = fresh.talk.slice(Math.max(0, heard - first));
    const fromOthers = missed.filter((line) => line.seat !== ears);
    const isNews = begun;
    begun = true;
    heard = Math.max(heard, fresh.heard);
    list.append(...missed.map(item));
    list.scrollTop = list.scrollHeight;
    if (fromOthers.length && isNews && !isSeen()) {
      unread += fromOthers.length;
      mark();
      const last = fromOthers[fromOthers.length - 1];
      note(`${last.name}: ${last.text}`);
    }
  }

  function forget(seat) {
    heard = 0;
    ears = seat;
    unread = 0;
    begun = false;
    list.replaceChildren();
    mark();
  }

  // What the table shows tells who sits here now, and under which name.
  function look(message) {
    if (ears === null) ears = message.seat;
    if (!form) return;
    form.hidden = message.seat < 0;
    for (const choice of form.elements.to.options) {
      if (choice.value !== "-1") {
        choice.textContent = fill(words.to_one, { name: message.names[Number(choice.value)] });
        choice.hidden = choice.disabled = Number(choice.value) === message.seat;
      }
    }
  }

  async function poll(base) {
    const asked = { heard };
    if (tools.seat() !== null) asked.seat = tools.seat();
    const answer = await request(`${base}/talk`, { asked });
    if (answer.status === 200 && !answer.unclear) hear(answer.data);
    else begun = begun || answer.status === 204;
  }

  async function say(what) {
    const answer = await tools.post("talk", {
      seat: ears, to: Number(form.elements.to.value), id: tools.newId(), ...what,
    });
    if (!answer.ok) note(answer.error);
    return answer.ok;
  }

  if (form) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const field = form.elements.text;
      if (field.value.trim() && await say({ text: field.value })) field.value = "";
    });
    for (const button of document.querySelectorAll("#offers button")) {
      button.addEventListener("click", () => {
        say({ offer: button.dataset.offer, about: Number(button.dataset.about) });
      });
    }
  }
  document.addEventListener("visibilitychange", read);
  document.addEventListener("click", () => setTimeout(read, 400));
  return { heard: () => heard, hear, look, poll, forget };
}
