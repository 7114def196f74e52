"use strict";

// The story says what has just happened, in words and values, and what comes next.

class Story {
  constructor(player) {
    this.player = player;
  }

  // show tells of step k, or puts a question; feedback says how the one before was answered.
  show(k, state, question, feedback, isNextTold) {
    const narration = byId("narration");
    setClass(byId("story"), question ? "ask" : this.color(k));
    const happened = make("span", "happened"), next = make("span", "next");
    write(happened, question ? this.ask(k, question) : this.tell(k, state));
    if (feedback) happened.prepend(make("strong", feedback.verdict, say(feedback.verdict)), ` ${feedback.why} `);
    if (!question && isNextTold) write(next, this.next(k));
    narration.replaceChildren(...[happened, next].filter(part => part.hasChildNodes()).flatMap((part, i) => (i ? [" ", part] : [part])));
  }

  ask(k, question) {
    if (question.kind === "line") return say("askLine");
    return say("askCondition", { line: this.player.line(k), code: quoted(this.player.condition(k)) });
  }

  color(k) {
    const { player } = this;
    if (player.rank.has(k) || !player.call(k)) return "found";
    return { [CALL]: "call", [RETURN]: "back" }[player.kind(k)] ?? "";
  }

  // next says which line comes next, unless the next step does nothing but say so.
  next(k) {
    const { player } = this, line = player.next(k), returning = player.returned(k + 1);
    if (returning) return say("nextReturns", { call: returning.label });
    if ([TRUE, FALSE, CALL].includes(player.kind(k)) && player.kind(k + 1) === STATEMENT) return "";
    return line ? say("ahead", { line, code: quoted(player.code(line)) }) : "";
  }

  // tell says what happened between the step before and step k.
  tell(k, state) {
    const { player } = this;
    const effects = player.effect(k);
    effects.sort((a, b) => (b.kind === "print") - (a.kind === "print")); // before a call or a return
    const parts = effects.map(effect => this.effect(effect, k, state));
    if (parts.length === 0) parts.push(this.way(k));
    if (player.rank.has(k)) parts.push(say("found", { placement: this.placement(k, state), number: player.rank.get(k) }));
    if (k === player.last && player.trace.end === "done") {
      parts.push(player.placements ? say("over", { count: player.placements.length }) : say("overPlain"));
    }
    return parts.filter(Boolean).map(capital).join(" ");
  }

  // way says how the program came to the statement of step k, where that is all that happened.
  way(k) {
    const { player } = this, kind = player.kind(k - 1), call = player.call(k)?.label;
    switch (kind) {
      case STATEMENT: return this.ran(k - 1);
      case CALL: return say("begins", { call });
      case RETURN: return say("goesOn", { call });
    }
    if (player.place(k - 1)?.kind === "if") return say(kind === TRUE ? "soTrue" : "soFalse");
    return say(kind === TRUE ? "intoTurn" : "afterLoop");
  }

  // ran is said of a statement that has changed nothing here.
  ran(k) {
    const { player } = this, place = player.place(k);
    if (["continue", "break"].includes(place.kind)) return say(place.kind);
    if (place.kind === "if" || place.kind === "for") return "";
    return say("ran", { line: place.line, code: quoted(place.text) });
  }

  effect(effect, k, state) {
    switch (effect.kind) {
      case "write": return this.write(effect);
      case "condition": return this.condition(effect, k, state);
      case "turn":
        if (typeof effect.value !== "number" || typeof effect.name !== "string") return say("turn");
        return say(effect.value === 0 ? "firstTurn" : "turnWith", { code: quoted(`${effect.name} = ${effect.value}`) });
      case "over": return say("noTurn", { code: quoted(effect.text) });
      case "print":
        if (effect.text.trim() === "") return say(effect.text.includes("\n") ? "printedLine" : "printedBlank");
        return say("printed", { text: quoted(short(effect.text.trim().split("\n").at(-1))) });
      case "call": {
        const caller = this.player.calls[effect.call.parent];
        if (!caller) return say("start");
        return say("called", { call: effect.call.label, caller: caller.label, line: effect.call.callerLine });
      }
      case "return": return this.returned(effect, k, state);
    }
    return "";
  }

  write({ name, index, value, role, taken, column, row }) {
    const code = quoted(`${name}${index === undefined ? "" : `[${index}]`} = ${short(shown(value))}`);
    if (role === "queen") return say("stands", { code, column, row });
    if (role) return say(taken ? "taken" : "free", { code, line: lineOf(role, { column, row }) });
    return say("now", { code });
  }

  // condition tells the whole condition, with values in place of its variables, and what the elements that it reads mean.
  condition({ text, values, result }, k, state) {
    const { player } = this, code = quoted(text), outcome = say(result ? "true" : "false");
    const here = player.here(k, state), flags = here ? player.reads(k, state).filter(read => read.flag) : [];
    const taken = flags.filter(read => read.value === read.flag.taken);
    const told = flags.length ? say("conditionOf", { code, outcome, values: flags.map(({ name, index, value }) => quoted(`${name}[${index}] = ${value}`)).join(", ") }) :
      values && values !== String(result) ? say("conditionWith", { code, outcome, values: quoted(values) }) : say("condition", { code, outcome });
    const meant = taken.map(read => say("isTaken", { line: lineOf(read.flag.kind, here) }));
    if (taken.length === 0 && flags.length === 1) meant.push(say("isFree", { line: lineOf(flags[0].flag.kind, here) }));
    return [told, ...meant.map(capital)].join(" ");
  }

  returned({ call, results }, k, state) {
    const { player } = this, caller = player.call(k);
    if (!caller) return "";
    if (results === null) return say("left", { call: call.label });
    const parts = [say("returned", { call: call.label, caller: caller.label, line: player.line(k) })];
    if (results.length) parts.push(say("result", { code: quoted(results.map(shown).join(", ")) }));
    const locals = player.locals(state).filter(([, value]) => typeof value === "number").slice(0, 3);
    if (locals.length) parts.push(say("again", { locals: locals.map(([name, value]) => quoted(`${name}\u00a0=\u00a0${value}`)).join(", ") }));
    return parts.join(" ");
  }

  placement(k, state) {
    const { player } = this, numbers = [], isByRow = player.roles.by === "row";
    for (const { column, row } of player.queens(k, state)) numbers[isByRow ? row : column] = isByRow ? column : row;
    return numbers.join(" ");
  }
}

// lineOf is the row, column or diagonal through a square.
function lineOf(kind, square) {
  const key = "line" + kind;
  return say(key, square);
}

function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

function short(text) { return text.length > 40 ? text.slice(0, 39) + "…" : text; }
