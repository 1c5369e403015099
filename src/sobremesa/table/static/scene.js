// The picture as a scene: things by their ids, each written apart. The server tells a whole scene
// once, and then what came, changed, moved and went.

/** @import {Change, Scene} from "./messages.js" */

/** @type {Scene} */
const NOTHING = { nodes: new Map(), symbols: new Map(), told: ["", ""], size: ["", 0, 0] };

/** Gives the scene that follows another, or the first one; scenes do not change.
 * @param {Scene | null} old @param {Change} change @returns {Scene} */
export function nextScene(old, change) {
  const before = old || NOTHING;
  const nodes = new Map(before.nodes);
  for (const id of change.went || []) nodes.delete(id);
  for (const [id, markup] of Object.entries(change.nodes || {})) nodes.set(id, { markup, place: null });
  for (const [id, place] of Object.entries(change.moved || {})) {
    const thing = nodes.get(id);
    if (!thing) throw new Error(`${id} moved, and is not there`);
    nodes.set(id, { markup: thing.markup, place });
  }
  const symbols = new Map([...before.symbols, ...Object.entries(change.symbols || {})]);
  return { nodes, symbols, told: change.told || before.told, size: change.size || before.size };
}
