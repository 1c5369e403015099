// What came and is not shown yet: one after the other, with time to look; whoever is far behind
// sees the last of it.

import { begun, followed } from "./following.js";

/** @import {Message, Since, Whole} from "./messages.js" */

const FAR_BEHIND = 6;

export class Queue {
  /** @type {Message[]} */
  #waiting = [];
  /** @type {Message | null} */
  #shown = null;
  #isShowing = false;
  #show;
  #rest;

  /** @param {(message: Message) => Promise<void>} show
   * @param {() => Promise<void>} rest lets pass what is needed to look */
  constructor(show, rest) {
    this.#show = show;
    this.#rest = rest;
  }

  get isEmpty() {
    return this.#waiting.length === 0;
  }

  /** Takes what the server told, and tells whether it goes on from what is known here; else the whole has to be
   * asked for. @param {Whole | Since} fresh */
  take(fresh) {
    const newest = this.#waiting.at(-1) || this.#shown;
    if (fresh.since === undefined) {
      if (!newest || fresh.number >= newest.number) this.#put(begun(fresh));
      return true;
    }
    if (!newest || newest.number !== fresh.since) return false;
    if (fresh.number >= newest.number) this.#put(followed(newest, fresh));
    return true;
  }

  /** @param {Message} message */
  #put(message) {
    this.#waiting.push(message);
    this.#showAll();
  }

  async #showAll() {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      while (this.#waiting.length) {
        if (this.#waiting.length > FAR_BEHIND) this.#waiting.splice(0, this.#waiting.length - 1);
        this.#shown = /** @type {Message} */ (this.#waiting.shift());
        await this.#show(this.#shown);
        if (this.#waiting.length) await this.#rest();
      }
    } finally {
      this.#isShowing = false;
    }
  }
}
