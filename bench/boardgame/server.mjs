// A server of boardgame.io with a game of dominoes like our Block, for bench/load.py.
// node server.mjs PORT [FOLDER]: in memory, or in files of a folder.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, FlatFile } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const TILES = Array.from({ length: 7 }, (_, high) => Array.from({ length: high + 1 }, (_, low) => [high, low])).flat();

function deal(random) {
  const tiles = random.Shuffle(TILES);
  return { line: [], ends: [], players: { 0: tiles.slice(0, 7), 1: tiles.slice(7, 14) }, passes: 0 };
}

const Block = {
  name: "block",
  setup: ({ random }) => ({ ...deal(random), scores: [0, 0] }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, playerID, random }, place) => {
      const hand = G.players[playerID];
      const tile = hand[place];
      if (!tile) return "INVALID_MOVE";
      const end = G.ends.findIndex((number) => tile.includes(number));
      if (G.ends.length && end < 0) return "INVALID_MOVE";
      hand.splice(place, 1);
      G.line.push(tile);
      if (!G.ends.length) G.ends = tile.slice();
      else G.ends[end] = tile[0] === G.ends[end] ? tile[1] : tile[0];
      G.passes = 0;
      if (!hand.length) Object.assign(G, deal(random), { scores: G.scores.map((old, seat) => old + (seat === Number(playerID))) });
      return undefined;
    },
    pass: ({ G, random }) => {
      G.passes += 1;
      if (G.passes > 1) Object.assign(G, deal(random), { scores: G.scores });
    },
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [Block], origins: [/.*/], ...(db ? { db } : {}) });
server.run({ port: Number(port), callback: () => console.log("ready") });
