// Moves as paths of touches: which of them go on from what was touched, and with what.

/** @import {Kinds, Move} from "./messages.js" */

/** @param {string} touch */
export function kindOf(touch) {
  return touch.split(":")[0];
}

/** Gives what is left of a path after some touches, or null. Things that belong together may be touched in any order.
 * @param {Kinds} kinds @param {string[]} touches @param {string[]} touched */
export function leftOf(kinds, touches, touched) {
  const left = [...touches];
  for (const name of touched) {
    const place = left.indexOf(name);
    const isNext = place === 0
      || (place > 0 && left.slice(0, place + 1).every((one) => kinds.any_order.includes(kindOf(one))));
    if (!isNext) return null;
    left.splice(place, 1);
  }
  return left;
}

/** Gives the moves that begin with some touches. The last touch of a path may name how a piece is turned: it is not
 * made, but follows from the way the piece lies in the hand.
 * @param {Kinds} kinds @param {Move[]} moves @param {string[]} touched
 * @param {string | null} way how the piece that was touched lies, if it can be turned */
export function fittingOf(kinds, moves, touched, way) {
  return moves.filter(({ touches }) => {
    const last = touches[touches.length - 1];
    return leftOf(kinds, touches, touched) !== null
      && (!way || !kinds.turns.includes(kindOf(last)) || last === way);
  });
}

/** Gives what can be touched next.
 * @param {Kinds} kinds @param {Move[]} moves @param {string[]} touched @param {string | null} way */
export function followingOf(kinds, moves, touched, way) {
  return new Set(fittingOf(kinds, moves, touched, way).flatMap(({ touches }) => {
    const left = leftOf(kinds, touches, touched) || [];
    const ordered = left.findIndex((name) => !kinds.any_order.includes(kindOf(name)));
    return left.slice(0, ordered < 0 ? left.length : Math.max(1, ordered));
  }));
}
