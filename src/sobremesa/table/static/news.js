// How a page hears what is new: a table tells it, a lesson has to be asked.

export const news = {
  /** Whether news come by themselves. */
  isLive: () => false,
  /** Asks for news, `anew` for what is shown already; tells whether there was an answer.
   * @type {(anew: boolean) => Promise<boolean>} */
  poll: async () => false,
};
