"use strict";

// The story says what happened at a step, and what comes next.

class Story {
  constructor(player) {
    this.player = player;
  }

  // show tells of step k, or puts a question; feedback says how the one before was answered.
  show(k, state, reads, question, feedback, predicting) {
    const narration = byId("narration");
    const [className, text] = question ? ["ask", this.ask(k, question)] : this.tell(k, state, predicting);
    setClass(byId("story"), className);
    write(narration, text);
    if (feedback) narration.prepend(make("strong", feedback.verdict, say(feedback.verdict)), ` ${feedback.why} `);
    if (!question) narration.append(...this.values(k, state, reads));
  }

  ask(k, question) {
    const { player } = this;
    if (question.kind === "line") return say("askLine");
    const line = player.line(k);
    return say("askCondition", { line, code: quoted(player.condition(line)) });
  }

  // values are the elements that the line reads, with their values: rowUsed[2] = true.
  values(k, state, reads) {
    const { player } = this;
    if (player.kind(k) > FALSE) return [];
    return reads.flatMap(({ name, text, index }) => {
      const value = player.shared(state, name)[index];
      const isWritten = player.kind(k) === STATEMENT && player.code(player.line(k)).startsWith(text + " =");
      if (value === undefined || isWritten) return [];
      return [" ", make("span", "value " + value, `${name}[${index}] = ${value}`)];
    });
  }

  // tell says what happened at a step, and gives it a color.
  tell(k, state, predicting) {
    const { player } = this;
    const kind = player.kind(k), line = player.line(k), call = player.call(k);
    const code = quoted(player.condition(line) || player.code(line).replace(/\s*\{$/, ""));
    switch (kind) {
      case STATEMENT:
        return ["", say("statement", { line, code: quoted(player.code(line)) })];
      case TRUE:
      case FALSE:
        if (player.condition(line)) return ["", say(kind === TRUE ? "conditionTrue" : "conditionFalse", { line, code })];
        return ["", say(kind === TRUE ? "turn" : "noTurn", { line, code })];
      case CALL:
        if (player.rank.has(k)) {
          const placement = player.shared(state, "pos")?.slice(0, player.trace.n).join(" ") ?? "";
          return ["found", say("found", { placement, number: player.rank.get(k) })];
        }
        if (call.parent < 0) return ["call", say("start")];
        return ["call", say("called", { call: call.label, caller: player.calls[call.parent].label, line: call.callerLine })];
    }
    const ended = player.returned(k);
    if (!call) return ["found", say("over", { count: player.placements.length })];
    const parts = [say("returned", { call: ended.label, caller: call.label, line })];
    const { i, j } = state.stack.at(-1)[2];
    if (i !== undefined && j !== undefined) parts.push(say("again", { locals: `\`i\u00a0=\u00a0${i}\`, \`j\u00a0=\u00a0${j}\`` }));
    if (k < player.last && !predicting) {
      parts.push(say("ahead", { line: player.line(k + 1), code: quoted(player.code(player.line(k + 1))) }));
    }
    return ["back", parts.join(" ")];
  }
}
