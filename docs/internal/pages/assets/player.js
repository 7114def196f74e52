"use strict";

// A Player knows a whole run, step by step, from its trace. It knows nothing of the page, and it
// parses no Go: what the parts of the program are is told by the places and the roles of the trace.

const STATEMENT = 0, TRUE = 1, FALSE = 2, CALL = 3, RETURN = 4;
const KEY_EVERY = 64;

const OPERATORS = {
  "+": (a, b) => (b === undefined ? a : a + b), "-": (a, b) => (b === undefined ? -a : a - b), "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b), "%": (a, b) => a % b, "<<": (a, b) => a * 2 ** b, ">>": (a, b) => Math.floor(a / 2 ** b),
  "&": (a, b) => a & b, "|": (a, b) => a | b, "^": (a, b) => (b === undefined ? ~a : a ^ b), "&^": (a, b) => a & ~b,
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};

class Player {
  constructor(trace) {
    this.trace = trace;
    this.roles = trace.roles;
    this.last = trace.steps.length - 1;
    this.slots = new Map(trace.vars.map((name, slot) => [name, slot]));
    this.calls = [];        // every call of the run, in order
    this.callAt = [];       // the number of the call that runs after a step, -1 after the end
    this.depth = [];        // how many calls are open after a step
    this.placements = this.roles?.full ? [] : null; // the steps at which one is found, if that can be told
    this.output = "";       // all that is printed
    this.printed = [];      // how much of it is printed after a step
    this.rank = new Map();  // the number of a placement by its step
    this.keys = [];         // the state before every 64th step
    this.kept = new Map();  // the last ones that were asked for
    this.tables = new Map();
    this.walk();
  }

  // walk goes through the run once and notes what the page asks for later.
  walk() {
    const state = { stack: [], vars: [] };
    let current = -1, depth = 0;
    this.trace.steps.forEach((step, k) => {
      if (k % KEY_EVERY === 0) this.keys.push(structuredClone(state));
      const [kind, place, , text = "", extra] = step;
      const caller = state.stack.at(-1), callerLine = caller?.[1], j = caller?.[2][this.squareName];
      this.apply(state, step);
      if (kind === CALL) {
        const locals = state.stack.at(-1)[2], isSearch = extra === this.roles?.search;
        const call = {
          number: this.calls.length, name: extra, label: this.label(extra, locals), parent: current, children: [],
          start: k, end: Infinity, line: this.line(k), callerLine, depth,
          isSearch, level: (this.calls[current]?.level ?? 0) + (isSearch ? 1 : 0), // and how many searches are open in it
          j: this.calls[current]?.isSearch ? j : undefined,                        // the square that its caller tries
          placed: Infinity, found: 0,                                              // its first queen, the placements in it
        };
        if (current >= 0) this.calls[current].children.push(call.number);
        this.calls.push(call);
        current = call.number;
        depth++;
        if (isSearch) {
          call.size = this.evaluate(this.roles.n, state);
          call.objects = Object.fromEntries(Object.entries(locals).filter(([, value]) => value?.to !== undefined));
        }
      } else if (kind === RETURN) {
        this.calls[current].end = k;
        current = this.calls[current].parent;
        depth--;
      }
      const call = this.calls[current];
      if (call?.isSearch) {
        if (kind === STATEMENT && this.roles.put.includes(place)) call.placed = Math.min(call.placed, k);
        const full = this.roles.full;
        if (full?.place === place && kind === (full.is ? TRUE : FALSE) && this.isComplete(call, state)) this.foundAt(k, call);
      }
      this.output += text;
      this.printed.push(this.output.length);
      this.callAt.push(current);
      this.depth.push(depth);
    });
  }

  // isComplete reports whether the open calls of one search, call the innermost, have put a queen each into as
  // many columns as the board has.
  isComplete(call, state) {
    let queens = 0, depth = state.stack.length - 1;
    for (let c = call; c?.isSearch; c = this.calls[c.parent], depth--) {
      if (this.roles.queens === null ? state.stack[depth][2][this.parameterName] < call.size : c.placed < Infinity) queens++;
    }
    return queens === call.size;
  }

  foundAt(k, innermost) {
    this.placements.push(k);
    this.rank.set(k, this.placements.length);
    for (let call = innermost; call; call = this.calls[call.parent]) call.found++;
  }

  // The names of the variables with which a search counts its calls, and the squares that each call tries.
  get parameterName() { return this.roles?.by === "row" ? this.roles.row : this.roles?.column; }
  get squareName() { return this.roles?.by === "row" ? this.roles.column : this.roles?.row; }

  // label is the call as the program writes it: set(3). Only numbers and truths are shown.
  label(name, parameters) {
    return name + "(" + Object.values(parameters).filter(v => typeof v === "number" || typeof v === "boolean").join(", ") + ")";
  }

  apply(state, [kind, place, changes = [], , extra]) {
    if (kind === CALL) state.stack.push([extra, 0, {}]);
    if (kind === RETURN) state.stack.pop();
    const top = state.stack.at(-1);
    if (top) top[1] = this.trace.places[place].line;
    for (const [name, ...change] of changes) {
      const home = typeof name === "number" ? state.vars : top[2];
      if (change.length === 0) delete home[name];
      else if (change.length === 1) home[name] = Array.isArray(change[0]) ? change[0].slice() : change[0];
      else home[name][change[0]] = change[1];
    }
  }

  // stateAt returns the calls that are open, [name, line, locals] each, and the shared variables after step k.
  // It is not to be changed.
  stateAt(k) {
    if (this.kept.has(k)) return this.kept.get(k);
    let s = Math.floor(k / KEY_EVERY) * KEY_EVERY, from = this.keys[s / KEY_EVERY];
    if (this.kept.has(k - 1)) [s, from] = [k, this.kept.get(k - 1)];
    const state = structuredClone(from);
    for (; s <= k; s++) this.apply(state, this.trace.steps[s]);
    if (this.kept.size >= 4) this.kept.delete(this.kept.keys().next().value);
    this.kept.set(k, state);
    return state;
  }

  // states goes through the steps up to k: each with its state, which holds until the next.
  *states(k) {
    const state = { stack: [], vars: [] };
    for (let s = 0; s <= k; s++) {
      this.apply(state, this.trace.steps[s]);
      yield [s, state];
    }
  }

  source(line) { return this.trace.source[line - 1] ?? ""; }
  code(line) { return this.source(line).trim(); }
  kind(k) { return this.trace.steps[k]?.[0]; }
  place(k) { return this.trace.places[this.trace.steps[k]?.[1]]; }
  line(k) { return this.place(k)?.line; }
  changes(k) { return this.trace.steps[k]?.[2] ?? []; }
  call(k) { return this.calls[this.callAt[k]]; }

  // condition is the text of the condition that was tried at step k, over all its lines; "" where none was.
  condition(k) {
    return [TRUE, FALSE].includes(this.kind(k)) && this.place(k).kind !== "range" ? this.place(k).text : "";
  }

  // ran is the line that has just run at step k, next the one that runs next.
  ran(k) { return this.kind(k) === STATEMENT ? this.line(k - 1) : this.line(k); }
  next(k) { return this.kind(k) === STATEMENT ? this.line(k) : this.kind(k + 1) === RETURN ? undefined : this.line(k + 1); }

  // returned is the call that ended at step k, if one did.
  returned(k) {
    if (this.kind(k) !== RETURN) return undefined;
    return this.calls[k > 0 ? this.callAt[k - 1] : -1];
  }

  // locals are the local variables of an open call, [name, value] each, without those that lead to shared ones.
  locals(state, depth = state.stack.length - 1) {
    return Object.entries(state.stack[depth]?.[2] ?? {}).filter(([, value]) => value?.to === undefined);
  }

  // path is the open calls after step k, main first.
  path(k) {
    const path = [];
    for (let call = this.call(k); call; call = this.calls[call.parent]) path.unshift(call);
    return path;
  }

  // Values.

  // evaluate computes a value of the trace in an open call; given are names that mean something else than there.
  // It returns undefined where the trace does not tell.
  evaluate(value, state, depth = state.stack.length - 1, given = {}) {
    if (value === null || typeof value === "number" || typeof value === "boolean") return value ?? undefined;
    if (typeof value === "string") {
      if (value in given) return given[value];
      const locals = state.stack[depth]?.[2] ?? {};
      return value in locals ? locals[value] : state.vars[this.slots.get(value)] ?? undefined;
    }
    const [operator, first, second] = value;
    const a = this.evaluate(first, state, depth, given);
    if (operator === ".") return state.vars[this.slots.get(`${a?.to ?? first}.${second}`)] ?? undefined;
    if (operator === "len") return Array.isArray(a) ? a.length : undefined;
    if (operator === "!") return typeof a === "boolean" ? !a : undefined;
    if (operator === "&&" && a === false || operator === "||" && a === true) return a;
    const b = value.length > 2 ? this.evaluate(second, state, depth, given) : undefined;
    if (operator === "[]") return Array.isArray(a) ? a[b] : undefined;
    if (a === undefined || value.length > 2 && (b === undefined || typeof a !== typeof b)) return undefined;
    switch (operator) {
      case "&&":
      case "||": return b;
      case "==": return typeof a === "object" ? undefined : a === b;
      case "!=": return typeof a === "object" ? undefined : a !== b;
    }
    return typeof a === "number" ? OPERATORS[operator]?.(a, b) : undefined;
  }

  // home is the call of the search on whose board step k is: one that is open, or the last before, or the first.
  home(k) {
    return this.path(k).findLast(call => call.isSearch) ?? this.calls.findLast(call => call.isSearch && call.start <= k) ??
      this.calls.find(call => call.isSearch);
  }

  // size is the number of columns and rows of the board at step k.
  size(k) { return this.home(k)?.size ?? this.trace.n; }

  // list is the value of a role, like roles.queens or a flag's list, at step k: in the call that searches, or as the
  // last one that did saw it.
  list(value, k, state) {
    const depth = this.path(k).findLastIndex(call => call.isSearch);
    const list = depth >= 0 ? this.evaluate(value, state, depth) : this.evaluate(value, state, undefined, this.home(k)?.objects);
    return Array.isArray(list) ? list : undefined;
  }

  // nameOf is the name of a list without what it is a part of: pos of b.pos.
  nameOf(value) { return typeof value === "string" ? value : Array.isArray(value) && value[0] === "." ? value[2] : ""; }

  // The board. Columns and rows are those of the program, whether its calls go from column to column or from row to row.

  square(parameter, square) {
    return this.roles.by === "row" ? { column: square, row: parameter } : { column: parameter, row: square };
  }

  // here is the square at which the call that runs after step k looks, if it is one of the search.
  here(k, state) {
    if (!this.call(k)?.isSearch) return undefined;
    const locals = state.stack.at(-1)[2], square = this.square(locals[this.parameterName], locals[this.squareName]);
    return Number.isInteger(square.column) && Number.isInteger(square.row) ? square : undefined;
  }

  // queens are those of the open calls after step k; leaving tells of one whose call is at another square already.
  queens(k, state) {
    const queens = [], path = this.path(k), list = this.list(this.roles?.queens ?? null, k, state);
    const innermost = path.findLastIndex(call => call.isSearch);
    path.forEach((call, depth) => {
      if (!call.isSearch) return;
      const locals = state.stack[depth][2], parameter = locals[this.parameterName], at = locals[this.squareName];
      if (list === undefined || this.roles.queens === null) {
        if (depth < innermost && Number.isInteger(at)) queens.push({ ...this.square(parameter, at), call, leaving: false });
      } else if (k > call.placed && Number.isInteger(list[parameter])) {
        queens.push({ ...this.square(parameter, list[parameter]), call, leaving: list[parameter] !== at });
      }
    });
    return queens;
  }

  // elementOf is the index that a flag has for a square.
  elementOf(flag, column, row, k, state) {
    const depth = this.path(k).findLastIndex(call => call.isSearch), { objects = {} } = depth < 0 ? this.home(k) ?? {} : {};
    return this.evaluate(flag.index, state, depth < 0 ? undefined : depth, { ...objects, [this.roles.column]: column, [this.roles.row]: row });
  }

  // lanes are the squares [column, row] for which an element of a flag stands.
  lanes(flag, index, k, state) {
    const size = this.size(k), key = this.roles.flags.indexOf(flag) + "/" + size;
    if (!this.tables.has(key)) {
      const table = new Map();
      for (let column = 0; column < size; column++) {
        for (let row = 0; row < size; row++) {
          const element = this.elementOf(flag, column, row, k, state);
          table.set(element, [...table.get(element) ?? [], [column, row]]);
        }
      }
      this.tables.set(key, table);
    }
    return this.tables.get(key).get(index) ?? [];
  }

  // marks are the elements of flags that are taken after step k; an orphan is that of no queen.
  marks(k, state) {
    const queens = this.queens(k, state).filter(queen => !queen.leaving);
    return (this.roles?.flags ?? []).flatMap(flag => (this.list(flag.list, k, state) ?? []).flatMap((value, index) =>
      value !== flag.taken ? [] :
        [{ flag, index, orphan: !queens.some(({ column, row }) => this.elementOf(flag, column, row, k, state) === index) }]));
  }

  // left is the first step at which a call that tries its next square has left a mark of the one before behind;
  // undefined if there is none.
  left() {
    if (!this.roles?.flags.length || this.roles.loop < 0) return undefined;
    const lists = this.roles.flags.map(flag => ({ taken: flag.taken, slot: this.slotOf(flag.list), count: 0, values: [] }));
    const bySlot = new Map(lists.map(list => [list.slot, list]));
    const step = this.trace.steps.findIndex(([kind, place, changes = []], k) => {
      for (const [slot, ...change] of changes) {
        const list = bySlot.get(slot);
        if (!list) continue;
        if (change.length === 1) list.values = change[0].slice?.() ?? [];
        else list.values[change[0]] = change[1];
        list.count = list.values.filter(value => value === list.taken).length;
      }
      if (place !== this.roles.loop || kind !== TRUE && kind !== FALSE || !this.call(k)?.isSearch) return false;
      return lists.some(list => list.count > this.call(k).level - 1); // more marks than calls that wait
    });
    return step < 0 ? undefined : step;
  }

  // slotOf is the slot of a list of the first search, if all calls share it.
  slotOf(value) {
    const first = this.calls.find(call => call.isSearch);
    if (typeof value === "string") return this.slots.get(value);
    return value?.[0] === "." ? this.slots.get(`${first?.objects[value[1]]?.to ?? value[1]}.${value[2]}`) : undefined;
  }

  // reads are the elements of lists that the place of step k names, as the running call sees them: of rowUsed[j] with
  // j = 2 the name rowUsed, the index 2, its value, and the flag, if it is one.
  reads(k, state) {
    const found = [];
    if (!(this.kind(k) <= FALSE)) return found;
    const visit = value => {
      if (!Array.isArray(value)) return;
      value.slice(1).forEach(visit);
      if (value[0] !== "[]") return;
      const index = this.evaluate(value[2], state), name = this.nameOf(value[1]);
      if (!Number.isInteger(index) || found.some(read => read.name === name && read.index === index)) return;
      found.push({ flag: this.flagOf(value[1]), name, index, value: this.evaluate(value, state) });
    };
    (this.place(k).values ?? []).forEach(visit);
    return found;
  }

  isSame(value, other) { return JSON.stringify(value) === JSON.stringify(other); }

  flagOf(list) { return this.roles?.flags.find(flag => this.isSame(flag.list, list)) ?? null; }

  // effect tells what happened since the step before, in order: what the statement that was about to run has
  // written, and what step k itself is.
  effect(k) {
    const state = this.stateAt(k), effects = this.writes(k, state), place = this.place(k);
    switch (this.kind(k)) {
      case TRUE:
      case FALSE: {
        const result = this.kind(k) === TRUE, isLoop = place.kind !== "if";
        if (this.condition(k)) effects.push({ kind: "condition", text: place.text, values: this.substituted(place, state), result });
        if (isLoop && !result) effects.push({ kind: "over", text: place.text });
        if (isLoop && result) {
          const name = place.target?.[0] ?? (this.trace.steps[k][1] === this.roles?.loop ? this.squareName : undefined);
          effects.push({ kind: "turn", name, value: typeof name === "string" ? this.evaluate(name, state) : undefined });
        }
        break;
      }
      case CALL:
        effects.push({ kind: "call", call: this.call(k) });
        break;
      case RETURN:
        effects.push({ kind: "return", call: this.returned(k), results: this.trace.steps[k][4] });
    }
    const text = this.trace.steps[k][3];
    if (text) effects.push({ kind: "print", text });
    return effects;
  }

  // writes are what the statement before step k has written.
  writes(k, state) {
    const place = this.place(k - 1);
    if (![STATEMENT, RETURN].includes(this.kind(k - 1)) || this.kind(k) === CALL || !place.target || place.kind === "range") return [];
    const before = this.stateAt(k - 1), depth = before.stack.length - 1, locals = before.stack[depth]?.[2] ?? {};
    const here = this.call(k - 1)?.isSearch ? this.square(locals[this.parameterName], locals[this.squareName]) : {};
    return place.target.flatMap(target => {
      const isElement = Array.isArray(target) && target[0] === "[]", list = isElement ? target[1] : target;
      const name = this.nameOf(list), index = isElement ? this.evaluate(target[2], before) : undefined;
      const given = isElement && typeof list === "string" ? {} : locals; // of a method that has just returned
      const objects = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.to !== undefined));
      const home = this.evaluate(list, state, depth, objects), value = isElement ? home?.[index] : home;
      if (name === "" || value === undefined || isElement && !Number.isInteger(index)) return [];
      const effect = { kind: "write", name, index, value, before: this.evaluate(target, before) };
      const flag = isElement && this.flagOf(list);
      if (flag && this.call(k - 1)?.isSearch) return [{ ...effect, role: flag.kind, taken: value === flag.taken, ...here }];
      if (isElement && this.isSame(list, this.roles?.queens) && this.call(k - 1)?.isSearch) return [{ ...effect, role: "queen", ...this.square(index, value) }];
      return [effect];
    });
  }

  // substituted is the text of a place with values in place of its operands: 2 == 3 for i == n-1; "" if none is known.
  substituted(place, state) {
    let known = false;
    const text = (place.parts ?? []).map((part, i) => {
      const value = i % 2 ? this.evaluate(place.values[(i - 1) / 2], state) : undefined;
      if (value === undefined || typeof value === "object") return part;
      known = true;
      return String(value);
    }).join("");
    return known ? text : "";
  }

  // Where the keys lead from step k.

  over(k) {
    for (let s = k + 1; s <= this.last; s++) if (this.depth[s] <= this.depth[k]) return s;
    return this.last;
  }

  toReturn(k) { return Math.min(this.call(k)?.end ?? this.last, this.last); }

  nextPlacement(k) { return this.placements?.find(s => s > k); }
  previousPlacement(k) { return this.placements?.findLast(s => s < k); }

  // moments are steps at which learners' questions are answered.
  moments() {
    const inner = this.calls.filter(call => call.isSearch && this.calls[call.parent]?.isSearch);
    const returning = inner.filter(call => call.end <= this.last);
    const deepest = returning.reduce((best, call) => (call.depth > (best?.depth ?? 0) ? call : best), undefined);
    const dead = this.placements && returning.find(call => call.found === 0 && !call.children.some(child => this.calls[child].isSearch));
    const refused = this.trace.steps.findIndex((_, k) =>
      this.kind(k) === TRUE && this.call(k)?.isSearch && this.place(k + 1)?.kind === "continue");
    return [
      { word: "momentCall", step: inner[0]?.start },
      { word: "momentReturn", step: deepest?.end, call: deepest?.label },
      { word: "momentRefused", step: refused },
      { word: "momentLeft", step: this.left() },
      { word: "momentDead", step: dead?.end },
    ].filter(moment => moment.step >= 0);
  }
}
