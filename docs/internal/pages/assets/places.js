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

  // printed is the step at which the character of the output with the index was printed.
  printed(index) { return this.player.printed.findIndex(end => end > index); }

  // since is the step at which the value that is there at step k came to be: read takes it from a state.
  since(k, read) {
    const value = JSON.stringify(read(this.player.stateAt(k), k));
    // Only steps that change a shared variable need a look.
    for (let s = k; s > 0; s--) {
      if (!this.player.changes(s).some(([slot]) => typeof slot === "number")) continue;
      if (JSON.stringify(read(this.player.stateAt(s - 1), s - 1)) !== value) return s;
    }
    return 0;
  }

  // tried is the last step before k, or else the next one after it, at which the search looks at a square.
  tried(column, row, k) {
    const isHere = s => {
      const { player } = this;
      if (player.kind(s) !== TRUE || player.trace.steps[s][1] !== player.roles?.loop || !player.call(s)?.isSearch) return false;
      const here = player.here(s, player.stateAt(s));
      return here?.column === column && here?.row === row;
    };
    for (let s = k - 1; s >= 0; s--) if (isHere(s)) return s;
    for (let s = k + 1; s <= this.player.last; s++) if (isHere(s)) return s;
    return undefined;
  }
}
