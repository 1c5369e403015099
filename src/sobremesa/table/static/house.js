// The gallery and the page of a game: games are found as one chooses, and the form of a table
// says what does not fit before it is sent. Without it the server does both.
"use strict";

(() => {
  const filters = document.querySelector(".filters");
  const form = document.querySelector(".lay[data-check]");

  function find() {
    const { players, kind } = filters.elements;
    let found = 0;
    for (const card of document.querySelectorAll(".game-card")) {
      const fits = (!players.value || card.dataset.players.split(" ").includes(players.value))
        && (!kind.value || card.dataset.kind === kind.value);
      card.hidden = !fits;
      found += fits;
    }
    filters.querySelector(".found").textContent = JSON.parse(filters.dataset.counts)[found];
    const chosen = [...new FormData(filters)].filter(([, value]) => value);
    const query = String(new URLSearchParams(chosen));
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
  }

  if (filters) {
    filters.querySelector("button").hidden = true;
    filters.addEventListener("change", find);
    filters.addEventListener("submit", (event) => event.preventDefault());
    // A browser that comes back to the page may have kept what was chosen.
    addEventListener("pageshow", find);
  }

  let asked = 0;
  async function check() {
    const options = [...new FormData(form)].filter(([name]) => !name.startsWith("sitter"));
    asked += 1;
    const number = asked;
    const answer = await fetch(`${form.dataset.check}?${new URLSearchParams(options)}`);
    if (!answer.ok || number !== asked) return;
    show(await answer.json());
  }

  function show({ players, served, fault, reason }) {
    const count = form.elements.players;
    if (players.length && count.type === "number") {
      [count.min, count.max] = [players[0], players.at(-1)];
      form.querySelector(".served").textContent = served;
    }
    for (const choice of form.querySelectorAll(".seat-choice")) {
      for (const seat of choice.options) {
        seat.hidden = seat.disabled = Number(seat.value) > Number(count.value);
      }
    }
    form.querySelector("#refusal")?.remove();
    for (const place of form.querySelectorAll("[data-fault]")) {
      const isAtFault = place.dataset.fault === fault;
      place.textContent = isAtFault ? reason : "";
      place.hidden = !isAtFault;
      const field = form.elements[place.dataset.fault];
      if (!field) continue;
      field.toggleAttribute("aria-invalid", isAtFault);
      if (isAtFault) field.setAttribute("aria-invalid", "true");
      if (isAtFault) field.setAttribute("aria-errormessage", place.id);
      else field.removeAttribute("aria-errormessage");
    }
  }

  if (form) {
    form.addEventListener("change", check);
    const wrong = form.querySelector("[aria-invalid=true]");
    if (wrong) wrong.focus();
    else check();
  }
})();
