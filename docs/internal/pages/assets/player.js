"use strict";

// A Player knows a whole run, step by step, from its trace. It does not know the page.

const STATEMENT = 0, TRUE = 1, FALSE = 2, CALL = 3, RETURN = 4;
const KEY_EVERY = 256;

function apply(state, [kind, line, changes = [], text, extra]) {
  if (kind === CALL) state.stack.push([extra, line, {}]);
  if (kind === RETURN) state.stack.pop();
  const top = state.stack.at(-1);
  if (top) top[1] = line;
  for (const [name, ...change] of changes) {
    const home = typeof name === "number" ? state.vars : top[2];
    if (change.length === 0) delete home[name];
    else if (change.length === 1) home[name] = Array.isArray(change[0]) ? change[0].slice() : change[0];
    else home[name][change[0]] = change[1];
  }
}

class Player {
  constructor(trace) {
    this.trace = trace;
    this.last = trace.steps.length - 1;
    this.calls = [];        // every call of the run, in order
    this.callAt = [];       // the number of the call that runs after a step, -1 after the end
    this.depth = [];        // how many calls are open after a step
    this.placements = [];   // the steps at which a placement is found
    this.output = "";       // all that is printed
    this.printed = [];      // how much of it is printed after a step
    this.rank = new Map();  // the number of a placement by its step
    this.keys = [];         // the state before every 256th step
    const state = { stack: [], vars: [] };
    let current = -1, depth = 0;
    trace.steps.forEach((step, k) => {
      const [kind, line, , text = "", extra] = step;
      const caller = state.stack.at(-1);
      if (k % KEY_EVERY === 0) this.keys.push(structuredClone(state));
      const callerLine = caller?.[1], j = caller?.[2].j;
      apply(state, step);
      if (kind === CALL) {
        const call = {
          number: this.calls.length, name: extra, label: this.label(extra, state.stack.at(-1)[2]), parent: current,
          children: [], start: k, end: Infinity, depth, line, callerLine, j, found: 0, placed: Infinity,
        };
        if (current >= 0) this.calls[current].children.push(call.number);
        this.calls.push(call);
        current = call.number;
        depth++;
        if (extra === "report") this.foundAt(k, call);
      } else if (kind === RETURN) {
        this.calls[current].end = k;
        current = this.calls[current].parent;
        depth--;
      } else if (kind === STATEMENT && /\bpos\[[^\]]*\]\s*=[^=]/.test(this.source(line))) {
        const owner = this.nearest(current, call => call.name === "set") ?? this.calls[current];
        owner.placed = Math.min(owner.placed, k);
      }
      this.output += text;
      this.printed.push(this.output.length);
      this.callAt.push(current);
      this.depth.push(depth);
    });
  }

  foundAt(k, report) {
    this.placements.push(k);
    this.rank.set(k, this.placements.length);
    for (let call = report; call; call = this.calls[call.parent]) call.found++;
  }

  // label is the call as the program writes it: set(3). Only numbers and truths are shown.
  label(name, parameters) {
    return name + "(" + Object.values(parameters).filter(v => typeof v !== "string" && !Array.isArray(v)).join(", ") + ")";
  }

  nearest(number, isTheOne) {
    for (let call = this.calls[number]; call; call = this.calls[call.parent]) if (isTheOne(call)) return call;
  }

  source(line) { return this.trace.source[line - 1] ?? ""; }
  code(line) { return this.source(line).trim(); }
  kind(k) { return this.trace.steps[k]?.[0]; }
  line(k) { return this.trace.steps[k]?.[1]; }
  changes(k) { return this.trace.steps[k]?.[2] ?? []; }
  call(k) { return this.calls[this.callAt[k]]; }

  // returned is the call that ended at step k, if one did.
  returned(k) {
    if (this.kind(k) !== RETURN) return undefined;
    return this.calls[k > 0 ? this.callAt[k - 1] : -1];
  }

  // stateAt gives the calls that are open and the shared variables after step k.
  stateAt(k) {
    const key = Math.floor(k / KEY_EVERY), state = structuredClone(this.keys[key]);
    for (let s = key * KEY_EVERY; s <= k; s++) apply(state, this.trace.steps[s]);
    return state;
  }

  // shared is a variable that all calls share, be it a field of a struct or not.
  shared(state, name) {
    return state.vars[this.trace.vars.findIndex(v => v === name || v.endsWith("." + name))];
  }

  // path is the open calls after step k, main first.
  path(k) {
    const path = [];
    for (let call = this.call(k); call; call = this.calls[call.parent]) path.unshift(call);
    return path;
  }

  // owners tells for each column which open call has a queen there, after step k.
  owners(k, state) {
    const owners = new Map(), writes = this.calls.some(call => call.placed < Infinity);
    this.path(k).forEach((call, at) => {
      const column = state.stack[at]?.[2].i;
      if (call.name === "set" && (!writes || k > call.placed)) owners.set(column, call);
    });
    return owners;
  }

  // Where the keys lead from step k.

  over(k) {
    for (let s = k + 1; s <= this.last; s++) if (this.depth[s] <= this.depth[k]) return s;
    return this.last;
  }

  toReturn(k) { return Math.min(this.call(k)?.end ?? this.last, this.last); }

  nextPlacement(k) { return this.placements.find(s => s > k); }
  previousPlacement(k) { return this.placements.findLast(s => s < k); }

  // condition is the text of a condition at the line, or "" where none stands: the turns of a
  // range loop are no condition.
  condition(line) {
    const code = this.code(line).replace(/\{$/, "").trim();
    const found = /^(?:\} else )?if (.+)$/.exec(code) ?? /^for (.+)$/.exec(code);
    if (!found || /\brange\b/.test(found[1])) return "";
    const parts = found[1].split(";");
    return (parts.length === 3 ? parts[1] : parts.at(-1)).trim();
  }

  // moments are steps at which learners' questions are answered.
  moments() {
    const inner = this.calls.filter(call => call.name === "set" && this.calls[call.parent]?.name === "set");
    const returning = inner.filter(call => call.end <= this.last);
    const deepest = returning.reduce((best, call) => (call.depth > (best?.depth ?? 0) ? call : best), undefined);
    const dead = returning.find(call => call.children.length === 0);
    const refused = this.trace.steps.findIndex((_, k) =>
      this.kind(k) === TRUE && this.call(k)?.name === "set" && /^continue\b/.test(this.code(this.line(k + 1))));
    return [
      { word: "momentCall", step: inner[0]?.start },
      { word: "momentReturn", step: deepest?.end, call: deepest?.label },
      { word: "momentRefused", step: refused < 0 ? undefined : refused },
      { word: "momentDead", step: dead?.end },
    ].filter(moment => moment.step !== undefined);
  }

  // reads finds the elements of the shared lists that a line of the source reads or writes, as the
  // running call sees them: rowUsed[j] with j = 2 is { name: "rowUsed", text: "rowUsed[j]", index: 2 }.
  reads(line, state) {
    const found = [], code = this.source(line).replace(/\/\/.*/, "").replace(/"[^"]*"|'[^']*'/g, "");
    const value = name => {
      const locals = state.stack.at(-1)?.[2] ?? {};
      if (typeof locals[name] === "number") return locals[name];
      const shared = this.shared(state, name.split(".").at(-1));
      if (typeof shared === "number") return shared;
      return name.split(".").at(-1) === "n" ? this.trace.n : NaN;
    };
    for (const [text, qualified, expression] of code.matchAll(/([A-Za-z_][\w.]*)\[([^\[\]]+)\]/g)) {
      const name = qualified.split(".").at(-1);
      if (!Array.isArray(this.shared(state, name))) continue;
      if (!/^[\w\s.+-]+$/.test(expression)) continue;
      let index = 0;
      for (const [, sign, term] of expression.matchAll(/([+-]?)\s*([\w.]+)/g)) {
        index += (sign === "-" ? -1 : 1) * (/^\d/.test(term) ? Number(term) : value(term));
      }
      if (Number.isInteger(index) && !found.some(f => f.text === text)) found.push({ name, text, index });
    }
    return found;
  }
}
