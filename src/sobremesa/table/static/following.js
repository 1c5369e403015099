// What a page knows of a table: all of it is told once, and then what is different.

import { nextScene } from "./scene.js";

/** @import {Folded, Message, Move, Since, Whole} from "./messages.js" */

/** Gives many moves that came as their numbers and the places of their touches.
 * @param {Folded} folded @returns {Move[]} */
export function unfolded({ touches, moves }) {
  return moves.map(([move, ...places]) => ({ move, touches: places.map((place) => touches[place]) }));
}

/** @param {Whole} fresh @returns {Message} */
export function begun(fresh) {
  const moves = fresh.folded ? unfolded(fresh.folded) : fresh.moves;
  return { ...fresh, moves, scene: nextScene(null, fresh.scene) };
}

/** What is told since something else was: what it does not say is as it was.
 * @param {Message} old @param {Since} told @returns {Message} */
export function followed(old, { since: _, more, ...fresh }) {
  const log = more ? [...old.log.slice(0, more[0]), ...more[1]] : old.log;
  if (fresh.folded !== undefined) fresh.moves = fresh.folded ? unfolded(fresh.folded) : fresh.moves || [];
  return { ...old, ...fresh, log, scene: nextScene(old.scene, fresh.scene) };
}
