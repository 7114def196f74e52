"use strict";

// Places finds the steps to which a press leads: on a line of the program, a square, a value, a
// printed text.

class Places {
  constructor(player) {
    this.player = player;
    this.visits = new Map(); // by line: the steps at which it runs next, or has just been tried
    for (let k = 0; k <= player.last; k++) {
      const line = player.line(k), seen = this.visits.get(line);
      if (!line || player.kind(k) === RETURN && k < player.last) continue;
      if (seen === undefined) this.visits.set(line, [k]);
      else if (seen.at(-1) !== k - 1) seen.push(k); // a condition with a call in it is tried in two steps
    }
  }

  nextVisit(line, k) { return this.visits.get(line)?.find(step => step > k); }
  previousVisit(line, k) { return this.visits.get(line)?.findLast(step => step < k); }

  // stride is the step to which playing leads from step k: the next one, or that of the next queen, call or placement.
  stride(by, k) {
    const { player } = this;
    const isThere = {
      step: () => true,
      queen: s => player.kind(s - 1) === STATEMENT && player.roles.put.includes(player.trace.steps[s - 1][1]),
      call: s => player.kind(s) === CALL && (!player.roles || player.call(s).isSearch),
      placement: s => player.rank.has(s),
    }[by === "queen" && !player.roles?.put.length ? "call" : by];
    for (let s = k + 1; s < player.last; s++) if (isThere(s)) return s;
    return player.last;
  }

  // printed is the step at which what stands in the output from an index on was printed, without the blanks before it.
  printed(index) {
    const { output, printed } = this.player, blanks = /^\s*/.exec(output.slice(index))[0].length;
    return printed.findIndex(end => end > Math.min(index + blanks, output.length - 1));
  }

  // since is the step up to k from which on a value has been what it is; valueOf returns it, given a step and its state.
  since(k, valueOf) {
    let since = 0, before;
    for (const [s, state] of this.player.states(k)) {
      const value = valueOf(s, state);
      if (value !== before) since = s;
      before = value;
    }
    return since;
  }

  // put is the step up to k at which a call put the queen that it has.
  put(call, k) {
    const { player } = this;
    for (let s = k; s > call.start; s--) {
      if (player.callAt[s - 1] === call.number && player.kind(s - 1) === STATEMENT && player.roles.put.includes(player.trace.steps[s - 1][1])) return s;
    }
    return call.start;
  }

  // tried is the last step before k, or else the next one after it, at which the search turns to a square.
  tried(column, row, k) {
    const { player } = this;
    const isHere = s => {
      if (player.kind(s) !== TRUE || player.trace.steps[s][1] !== player.roles.loop || !player.call(s)?.isSearch) return false;
      const here = player.here(s, player.stateAt(s));
      return here?.column === column && here?.row === row;
    };
    for (let s = k - 1; s >= 0; s--) if (isHere(s)) return s;
    for (let s = k + 1; s <= player.last; s++) if (isHere(s)) return s;
  }
}
