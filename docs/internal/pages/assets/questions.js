"use strict";

// Questions are what a learner can be asked before the next step is shown: what a condition comes
// to, and after a return, which line runs next.

class Questions {
  constructor(player) {
    this.player = player;
  }

  // at returns the question at step k, or null.
  at(k, onlyReturns) {
    const { player } = this, next = k + 1;
    if (next > player.last) return null;
    const ended = player.returned(k);
    if (ended?.isSearch && player.call(k)) return { kind: "line", answer: player.line(next), options: this.options(k, ended) };
    if (player.condition(next) && player.call(next)?.isSearch && !onlyReturns) return { kind: "condition", answer: player.kind(next) === TRUE };
    return null;
  }

  // after returns the first step from k on, and before the end, with a question, or undefined.
  after(k, onlyReturns, end = this.player.last) {
    for (let s = Math.max(0, k); s < end; s++) if (this.at(s, onlyReturns)) return s;
  }

  // options are lines of which one runs after step k, a return: the true one, and those that
  // learners take for it, with the reason why they are wrong.
  options(k, ended) {
    const { player } = this, main = player.calls[0];
    const lines = new Map([
      [player.line(k + 1), ""],
      [player.line(k), "whyCall"],           // the call itself, once more
      [player.line(ended.start + 1), "whyTop"],
      [player.line(player.placements?.[0] + 1), "whyFull"], // what is done with a placement
      [player.line(main.end) ?? main.line, "whyEnd"],
    ].reverse());                            // of two for one line, the first counts
    return [...lines].reverse().filter(([line]) => line > 0).slice(0, 4).sort(([a], [b]) => a - b)
      .map(([line, why]) => ({ line, why, call: ended.label, caller: player.call(k).label }));
  }
}
