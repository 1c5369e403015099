// An engine in JavaScript: it takes any legal move, the same for the same seed.
//
//     sobremesa lab duel muggins "engine:node examples/engines/random_bot.mjs" greedy --matches 100

import { createInterface } from "node:readline";

/** Answers a line of the host. */
function answer(line) {
  const [word, ...rest] = line.split(" ");
  if (word === "sobremesa") return "sobremesa 1 Any move";
  if (word === "play") return "yes";
  if (word === "choose") {
    const [, seed, ...view] = rest;
    const { moves } = JSON.parse(view.join(" "));
    return `move ${moves[Number(seed) % moves.length].move}`;
  }
  return `error what is ${word}?`;
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "quit") break;
  console.log(answer(line));
}
