"use strict";

// The stepper shows a Player on the page. Everything on the page follows from the run and the
// number of the step: show draws a step, whichever came before.

(() => {
  const byId = id => document.getElementById(id);
  const main = byId("main"), stage = document.body.dataset.stage, language = document.documentElement.lang;
  const live = main.dataset.live === "true";
  const words = JSON.parse(byId("words").textContent);
  const lines = [...document.querySelectorAll(".listing .line")];
  const listing = document.querySelector(".listing");
  const speeds = [0.5, 1, 2, 4, 8, 16, 32, 64];

  let player = null, n = 4, at = 0;
  let question = null;                      // what is asked now
  let score = { right: 0, asked: 0 };
  let timer = 0;                            // of playing; 0 while paused

  // Texts.

  function say(key, values = {}) {
    return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  function quoted(code) { return "`" + code.replaceAll("`", "'") + "`"; }

  // write puts a text into an element; what stands in backquotes becomes code.
  function write(element, text) {
    element.replaceChildren(...text.split("`").map((part, i) => (i % 2 ? make("code", "", part) : part)).filter(part => part !== ""));
  }

  function make(tag, className = "", ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    return element;
  }

  function shown(value) {
    if (Array.isArray(value)) return "[" + value.join(" ") + "]";
    return String(value ?? "nil");
  }

  // What the address says.

  const address = new URLSearchParams(location.search);
  n = Number(address.get("n") ?? 4);
  const wanted = Math.max(1, Math.floor(address.get("step")) || 1);
  byId("predict").checked = address.get("predict") === "1";

  let addressTimer = 0;
  function rememberAddress() {
    const query = new URLSearchParams({ n, step: at + 1 });
    if (byId("predict").checked) query.set("predict", "1");
    byId("language").search = "?" + query;
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      try {
        history.replaceState(null, "", "?" + query);
      } catch { /* some browsers refuse this for a file: the address stays as it was */ }
    }, 150); // browsers allow it only so often
  }

  // Loading.

  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  addEventListener("pageshow", event => { if (event.persisted && !player) location.reload(); });

  function traceName() {
    return `traces/${stage}-${n}${main.dataset.words === "true" ? "." + language : ""}`;
  }

  async function fetchTrace() {
    const response = await fetch(`${main.dataset.base}${traceName()}.json`, { signal: leaving.signal });
    const answer = await response.json();
    if (!response.ok) throw answer;
    return answer;
  }

  function readTrace() {
    return new Promise((resolve, reject) => {
      window.receiveTrace = resolve;
      const script = make("script");
      script.src = `${main.dataset.base}${traceName()}.js`;
      script.onerror = () => reject({ error: "missing" });
      document.head.append(script);
    });
  }

  async function load() {
    for (const link of document.querySelectorAll(".numbers a")) {
      if (Number(link.dataset.n) === n) link.setAttribute("aria-current", "true");
    }
    write(byId("narration"), say(live ? "loading" : "loadingFile"));
    main.setAttribute("aria-busy", "true");
    let trace;
    try {
      trace = live ? await fetchTrace() : await readTrace();
    } catch (error) {
      if (!leaving.signal.aborted) fail(error);
      return;
    } finally {
      main.removeAttribute("aria-busy");
    }
    showSource(trace.source);
    if (trace.steps.length === 0) notice(say("noSteps"));
    tellEnd(trace);
    if (trace.steps.length === 0) return write(byId("narration"), "");
    player = new Player(trace);
    if (wanted > player.last + 1) notice(say("pastEnd", { step: wanted, last: player.last + 1 }));
    buildBoard();
    buildMarks();
    buildMoments();
    byId("slider").max = player.last + 1;
    main.classList.add("ready");
    seek(wanted - 1);
  }

  function fail(answer) {
    write(byId("narration"), "");
    main.classList.add("failed");
    switch (answer.error) {
      case "broken":
      case "untraceable": {
        const list = make("ul");
        for (const problem of answer.problems) {
          const item = make("li"), place = `${problem.file}:${problem.line}`;
          item.append(make("code", "", place), " " + problem.text);
          list.append(item);
          if (problem.file === "main.go") markError(problem.line, problem.text);
        }
        notice(say(answer.error), list);
        const first = document.querySelector(".line.wrong");
        if (first) keepInView(first);
        break;
      }
      case "missing":
        notice(say("notExported", { list: [...document.querySelectorAll(".numbers a")].map(link => link.dataset.n).join(", ") }));
        break;
      default:
        notice(answer.text ?? say("unreachable"));
    }
  }

  function notice(text, ...more) {
    const box = make("div", "notice");
    const paragraph = make("p");
    write(paragraph, text);
    box.append(paragraph, ...more);
    byId("notices").append(box);
  }

  function markError(line, text) {
    lines[line - 1]?.classList.add("wrong");
    lines[line - 1]?.querySelector(".text").append(make("span", "remark error", text));
  }

  function tellEnd(trace) {
    if (trace.end === "done") return;
    const key = "end" + trace.end[0].toUpperCase() + trace.end.slice(1);
    notice(say(key, { line: trace.line, message: trace.message.replaceAll("`", "'"), steps: trace.steps.length.toLocaleString() }));
    if (trace.line) markError(trace.line, trace.message);
  }

  // showSource puts the source that was traced in place of one that is older.
  function showSource(source) {
    const same = source.length === lines.length && lines.every((line, i) => line.querySelector(".text").textContent === source[i]);
    if (same) return;
    lines.splice(0, lines.length, ...source.map((text, i) => {
      const number = make("span", "number");
      number.dataset.number = i + 1;
      const line = make("span", "line", number, make("span", "text", text), "\n");
      line.id = "L" + (i + 1);
      return line;
    }));
    listing.querySelector("code").replaceChildren(...lines);
  }

  // The parts that are built once for a run.

  let squares = [], lists = new Map();

  function cell(className) { return make("span", "cell " + className); }

  function buildBoard() {
    const board = byId("board"), size = player.trace.n;
    squares = [];
    lists = new Map();
    board.replaceChildren();
    byId("lists").replaceChildren();
    const has = name => player.trace.vars.some(v => v === name || v.endsWith("." + name));
    board.hidden = !has("pos");
    if (board.hidden) byId("lists").append(make("p", "hint", say("noBoard").replaceAll("`", "")));
    board.style.setProperty("--n", size);
    board.setAttribute("role", "img");
    const put = (element, column, row) => {
      element.style.gridColumn = column;
      element.style.gridRow = row;
      board.append(element);
      return element;
    };
    for (let i = 0; i < size; i++) {
      put(make("span", "axis", String(i)), i + 2, 1);
      put(make("span", "axis", String(i)), 1, i + 2);
      squares.push([]);
      for (let j = 0; j < size; j++) {
        const square = put(make("span", (i + j) % 2 ? "square deep" : "square"), i + 2, j + 2);
        square.append(byId("queen").content.cloneNode(true));
        squares[i].push(square);
      }
    }
    const besideBoard = (name, place) => {
      const cells = [];
      for (let i = 0; i < size; i++) cells.push(put(cell(""), ...place(i)));
      lists.set(name, { cells });
    };
    if (has("pos")) {
      put(make("code", "axis name", "pos"), 1, size + 2);
      besideBoard("pos", i => [i + 2, size + 2]);
    }
    if (has("rowUsed")) {
      put(make("code", "axis name", "rowUsed"), size + 2, 1);
      besideBoard("rowUsed", j => [size + 2, j + 2]);
    }
    buildList("slashUsed", "i + j", 2 * size - 1);
    buildList("backslashUsed", "i - j + n - 1", 2 * size - 1);
    for (const name of player.trace.vars) {
      const short = name.split(".").at(-1);
      if (!lists.has(short) && Array.isArray(player.shared(player.stateAt(player.last), short))) buildList(short, "", 32);
    }
  }

  function buildList(name, formula, size) {
    const values = player.shared(player.stateAt(player.last), name);
    if (!Array.isArray(values)) return;
    const row = make("div", "cells"), cells = [];
    for (let i = 0; i < Math.min(size, values.length); i++) {
      const place = make("span", "place-of-cell", make("span", "axis", String(i)));
      cells.push(place.appendChild(cell("")));
      row.append(place);
    }
    const title = make("p", "", make("code", "", name));
    if (formula) title.append(" ", make("small", "", make("code", "", formula)));
    const box = make("div", "list", title, row);
    box.setAttribute("role", "img");
    byId("lists").append(box);
    lists.set(name, { cells, box });
  }

  function buildMarks() {
    const scale = 1000 / Math.max(1, player.last);
    const marks = [...new Set(player.placements.map(step => Math.round(step * scale * 2) / 2))];
    byId("marks").firstElementChild.setAttribute("d", marks.map(x => `M${x} 0V6`).join(""));
  }

  function buildMoments() {
    byId("moments").replaceChildren(...player.moments().map(moment => {
      const button = make("button", "moment");
      button.type = "button";
      write(button, say(moment.word, { call: moment.call }));
      button.addEventListener("click", () => { pause(); seek(moment.step); });
      return button;
    }));
  }

  // Showing a step.

  // seek goes to a step and draws it. A question that was open is taken back.
  function seek(step, feedback) {
    if (!player) return;
    at = Math.max(0, Math.min(step, player.last));
    question = null;
    show(feedback);
    rememberAddress();
  }

  function show(feedback) {
    // A condition that is asked for is shown without its outcome.
    const asked = question?.kind === "condition";
    const k = asked ? at + 1 : at;
    const state = player.stateAt(k);
    const reads = player.reads(player.line(k) ?? 0, state);
    showLine(k, state);
    showBoard(k, state, reads);
    showStack(k, state);
    showTree(k);
    showOutput(k);
    showStory(k, state, reads, feedback);
    showControls();
  }

  let drawn = []; // what was put on lines of the source for one step

  function showLine(k, state) {
    for (const undo of drawn) undo();
    drawn = [];
    const decorate = (number, className, remark) => {
      const line = lines[number - 1];
      if (!line) return;
      if (className) line.classList.add(...className.split(" "));
      const note = remark && line.querySelector(".text").appendChild(remark);
      drawn.push(() => {
        if (className) line.classList.remove(...className.split(" "));
        note?.remove();
      });
      return line;
    };
    const waiting = new Map();
    for (const [, line] of state.stack.slice(0, -1)) waiting.set(line, (waiting.get(line) ?? 0) + 1);
    for (const [line, count] of waiting) decorate(line, "waiting", make("span", "remark", say("waitHere", { count })));

    const kind = player.kind(k), number = player.line(k);
    const className = kind === RETURN ? "current back" : kind === CALL ? "current call" : "current";
    const current = decorate(number, className);
    if (question?.kind === "line") for (const option of question.options) decorate(option, "option");
    if (current) keepInView(current);
  }

  // keepInView scrolls the source, never the page, and only if the line is near its edge.
  function keepInView(line) {
    const pane = listing.getBoundingClientRect(), box = line.getBoundingClientRect();
    const margin = Math.min(90, pane.height / 5);
    if (box.top >= pane.top + margin && box.bottom <= pane.bottom - margin) return;
    listing.scrollTop += box.top - pane.top - pane.height / 2;
  }

  function showBoard(k, state, reads) {
    const size = player.trace.n, owners = player.owners(k, state), top = state.stack.at(-1);
    const pos = player.shared(state, "pos");
    const changed = new Set(player.changes(k).filter(change => typeof change[0] === "number" && k > 0)
      .map(([slot, index, value]) => value === undefined ? `${slot}` : `${slot}.${index}`));
    // The call that runs may be at another row already, and pos still hold the one before.
    const leaving = i => top?.[0] === "set" && top[2].i === i && top[2].j !== pos?.[i];
    const queens = [...owners.keys()].filter(i => !leaving(i)).map(i => [i, pos?.[i]]);
    const stands = (name, index) => queens.some(([i, j]) =>
      index === { rowUsed: j, slashUsed: i + j, backslashUsed: i - j + size - 1 }[name]);

    let orphans = false, stale = false;
    for (const [name, { cells, box }] of lists) {
      const slot = player.trace.vars.findIndex(v => v === name || v.endsWith("." + name));
      const values = state.vars[slot] ?? [];
      const isFlag = ["rowUsed", "slashUsed", "backslashUsed"].includes(name);
      cells.forEach((cell, index) => {
        const value = values[index];
        const orphan = isFlag && value === true && Array.isArray(pos) && !stands(name, index);
        const old = name === "pos" && value !== undefined && !owners.has(index);
        orphans ||= orphan;
        stale ||= old;
        cell.textContent = value === true ? "●" : value === false ? "○" : shown(value ?? "");
        cell.className = "cell" + (value === true ? " on" : value === false ? " off" : "") + (orphan ? " orphan" : "") + (old ? " stale" : "") +
          (changed.has(`${slot}`) || changed.has(`${slot}.${index}`) ? " changed" : "") +
          (reads.some(read => read.name === name && read.index === index) ? " read" : "");
      });
      box?.setAttribute("aria-label", `${name} = ${shown(values.slice(0, cells.length))}`);
    }
    byId("orphan").hidden = !orphans;
    byId("stale").hidden = !stale || orphans;

    const inSet = top?.[0] === "set";
    const looked = reads.filter(read => read.name !== "pos").map(read => ({ ...read, blocked: player.shared(state, read.name)[read.index] === true }));
    const asked = question?.kind === "condition";
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const lanes = looked.filter(({ name, index }) => index === { rowUsed: j, slashUsed: i + j, backslashUsed: i - j + size - 1 }[name]);
        squares[i][j].className = "square" + ((i + j) % 2 ? " deep" : "") +
          (owners.has(i) && pos?.[i] === j ? leaving(i) ? " queen leaving" : " queen" : "") +
          (inSet && top[2].i === i && top[2].j === j ? " here" : "") +
          (lanes.length ? " lane" : "") + (!asked && lanes.some(lane => lane.blocked) ? " blocked" : "");
      }
    }
    byId("board").classList.toggle("complete", player.rank.has(k));
    const list = name => lists.has(name) ? [`${name} = ${shown(player.shared(state, name)?.slice(0, size))}`] : [];
    byId("board").setAttribute("aria-label", [...list("pos"), ...list("rowUsed")].join(", "));

    const others = player.trace.vars.map((name, slot) => [name.split(".").at(-1), state.vars[slot], slot])
      .filter(([name, value]) => !lists.has(name) && name !== "n" && value !== undefined && value !== null);
    byId("others").replaceChildren(...others.map(([name, value, slot]) =>
      make("code", changed.has(`${slot}`) ? "changed" : "", `${name} = ${shown(value)}`)));
  }

  function showStack(k, state) {
    const changed = new Set(player.changes(k).map(([name]) => name));
    const path = player.path(k);
    const frames = state.stack.map(([, line, locals], depth) => {
      const call = path[depth], isTop = depth === state.stack.length - 1;
      const names = make("span", "locals", ...Object.entries(locals).map(([name, value]) => {
        let text = shown(value);
        if (text.length > 20) text = text.slice(0, 19) + "…";
        return make("code", isTop && changed.has(name) ? "changed" : "", `${name} = ${text}`);
      }));
      return make("li", isTop ? "top" : "", make("code", "call", call.label), names,
        make("span", "where", isTop ? say("running") : say("waits", { line })));
    });
    const ended = player.returned(k);
    if (ended) frames.push(make("li", "gone", make("code", "call", ended.label), make("span", "locals"), make("span", "where", say("isGone"))));
    byId("stack").replaceChildren(...frames.reverse());
  }

  const MOST_SIBLINGS = 10;

  // showTree draws the open calls and the calls that each of them has made so far: never the whole
  // tree, which may have thousands.
  function showTree(k) {
    const path = player.path(k), ended = player.returned(k);
    const levels = [];
    let above = path.length ? [path[0]] : player.calls.slice(0, 1);
    for (let depth = 0; above.length; depth++) {
      const open = path[depth];
      levels.push({ calls: above, open });
      above = open ? open.children.map(number => player.calls[number]).filter(call => call.start <= k) : [];
    }
    if (levels.length > 1) levels.shift(); // main
    let openAbove = 0;
    byId("tree").replaceChildren(...levels.map(({ calls, open }, depth) => {
      const hidden = Math.max(0, calls.length - MOST_SIBLINGS), visible = calls.slice(hidden);
      const chips = visible.map(call => {
        const isOpen = call === open, found = isOpen ? 0 : call.found;
        const mark = call.name === "report" ? "✓" : call.name === "set" ? String(call.j ?? "·") : "·";
        const chip = make("button", "chip" + (isOpen ? call === path.at(-1) ? " open current" : " open" : "") +
          (call === ended ? " returned" : "") + (found ? " found" : ""), mark);
        if (found && call.name === "set") chip.append(make("sup", "", String(found)));
        chip.type = "button";
        chip.title = say("treeCall", { call: call.label, j: call.j ?? "-", found }).replaceAll("`", "");
        chip.setAttribute("aria-label", chip.title);
        if (call === path.at(-1)) chip.setAttribute("aria-current", "true");
        chip.addEventListener("click", () => {
          pause();
          seek(call.start);
          document.querySelector("#tree [aria-current]")?.focus(); // this chip is drawn anew
        });
        return chip;
      });
      const level = make("li", "", branches(depth, openAbove, visible.length), make("code", "", (open ?? calls.at(-1)).label));
      const row = make("span", "chips", ...chips);
      if (hidden) row.prepend(make("small", "", say("earlier", { count: hidden })));
      level.append(row);
      openAbove = open ? visible.indexOf(open) : 0;
      return level;
    }));
  }

  // branches draws lines from a chip above to the chips of a level. A chip and its gap are 40 wide.
  function branches(depth, from, count) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const width = 40 * Math.max(from + 1, count), x = index => 40 * index + 17;
    svg.setAttribute("viewBox", `0 0 ${width} 8`);
    svg.style.width = width / 16 + "rem";
    svg.setAttribute("aria-hidden", "true");
    if (depth > 0) {
      const path = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
      let d = `M${x(from)} 0V4`;
      for (let index = 0; index < count; index++) d += `M${x(from)} 4H${x(index)}V8`;
      path.setAttribute("d", d);
    }
    return svg;
  }

  const MOST_OUTPUT = 4000;

  function showOutput(k) {
    const end = player.printed[k], before = k > 0 ? player.printed[k - 1] : 0;
    const output = byId("output");
    output.classList.toggle("empty", end === 0);
    if (end === 0) return output.replaceChildren(say("nothing"));
    const start = Math.max(0, before - MOST_OUTPUT);
    output.replaceChildren((start > 0 ? "…" : "") + player.output.slice(start, before));
    if (end > before) output.append(make("mark", "", player.output.slice(before, end)));
    output.scrollTop = output.scrollHeight;
  }

  function showStory(k, state, reads, feedback = "") {
    const narration = byId("narration");
    const [className, text] = question ? ["ask", ask()] : tell(k, state);
    byId("story").className = className;
    write(narration, text);
    if (feedback) narration.prepend(make("strong", feedback, say(feedback)), " ");
    narration.append(...values(k, state, reads));
    showAnswers();
    const { right, asked } = score;
    byId("score").textContent = asked ? say("score", { right, asked }) : "";
  }

  // values are the elements that the line reads, with their values: rowUsed[2] = true.
  function values(k, state, reads) {
    if (player.kind(k) > FALSE) return [];
    return reads.flatMap(({ name, text, index }) => {
      const value = player.shared(state, name)[index];
      const isWritten = player.kind(k) === STATEMENT && player.code(player.line(k)).startsWith(text + " =");
      if (value === undefined || isWritten || question) return [];
      return [" ", make("span", "value " + value, `${name}[${index}] = ${value}`)];
    });
  }

  // tell says what happened at a step, and gives it a color.
  function tell(k, state) {
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
    if (k < player.last && !byId("predict").checked) {
      parts.push(say("ahead", { line: player.line(k + 1), code: quoted(player.code(player.line(k + 1))) }));
    }
    return ["back", parts.join(" ")];
  }

  // Predicting.

  function ask() {
    if (question.kind === "line") return say("askLine");
    const line = player.line(at + 1);
    return say("askCondition", { line, code: quoted(player.condition(line)) });
  }

  function showAnswers() {
    const answers = byId("answers");
    answers.replaceChildren();
    if (!question) return;
    const button = (key, text, answer) => {
      const b = make("button", "answer");
      b.type = "button";
      write(b, text);
      b.prepend(make("kbd", "", key), " ");
      b.addEventListener("click", () => reply(answer));
      return b;
    };
    if (question.kind === "condition") answers.append(button("T", say("true"), true), button("F", say("false"), false));
    else answers.append(...question.options.map((line, i) =>
      button(String(i + 1), say("option", { line }) + " " + quoted(player.code(line)), line)));
  }

  function reply(answer) {
    if (!question) return;
    const right = answer === question.answer;
    score.asked++;
    if (right) score.right++;
    const inside = byId("answers").contains(document.activeElement);
    seek(at + 1, right ? "right" : "wrong");
    if (inside) byId("step").focus({ preventScroll: true }); // the answers are gone
  }

  // Moving.

  function step() {
    if (question) return;
    const asked = byId("predict").checked ? player.question(at) : null;
    if (!asked) return seek(at + 1);
    pause();
    question = asked;
    show();
  }

  const actions = {
    step,
    back: () => seek(question ? at : at - 1),
    stepOver: () => seek(player.over(at)),
    toReturn: () => seek(player.toReturn(at)),
    placeNext: () => seek(player.nextPlacement(at) ?? at),
    placeBack: () => seek(player.previousPlacement(at) ?? at),
    first: () => seek(0),
    last: () => seek(player.last),
  };

  function act(name) {
    if (!player) return;
    pause();
    actions[name]();
  }

  function play() {
    clearInterval(timer);
    if (!player || question) return;
    if (at === player.last) seek(0);
    timer = setInterval(() => {
      step();
      if (at === player.last) pause();
    }, 1000 / speeds[byId("speed").value]);
    showControls();
  }

  function pause() {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    show();
  }

  function setSpeed(speed) {
    byId("speed").value = speed;
    showControls();
    if (timer) play();
  }

  const PLAY = "M7 4v16l13-8z", PAUSE = "M8 5v14M16 5v14";

  function showControls() {
    const playing = timer !== 0;
    byId("narration").setAttribute("aria-live", playing ? "off" : "polite");
    byId("play").querySelector("span").textContent = say(playing ? "pause" : "play");
    byId("play").querySelector("path").setAttribute("d", playing ? PAUSE : PLAY);
    const perSecond = say("perSecond", { count: speeds[byId("speed").value] });
    byId("speed").setAttribute("aria-valuetext", perSecond);
    byId("speed-label").textContent = perSecond;
    if (!player) return;
    const place = say("positionOf", { step: (at + 1).toLocaleString(), last: (player.last + 1).toLocaleString() });
    byId("position").textContent = place;
    byId("slider").value = at + 1;
    byId("slider").setAttribute("aria-valuetext", place);
    byId("slider").style.setProperty("--done", at / Math.max(1, player.last));
    const disable = (id, off) => byId(id).setAttribute("aria-disabled", off);
    disable("back", at === 0 && !question);
    disable("placeBack", player.previousPlacement(at) === undefined);
    disable("placeNext", player.nextPlacement(at) === undefined);
    disable("step", at === player.last || question !== null);
    disable("play", question !== null);
    for (const id of ["stepOver", "toReturn"]) disable(id, at === player.last);
  }

  // Buttons, keys, slider.

  for (const name of ["step", "back", "stepOver", "toReturn", "placeNext", "placeBack"]) {
    byId(name).addEventListener("click", () => act(name));
  }
  byId("play").addEventListener("click", () => (timer ? pause() : play()));
  byId("help").addEventListener("click", () => byId("panel").showModal());
  byId("predict").addEventListener("change", () => { question = null; if (player) seek(at); });
  byId("speed").addEventListener("input", event => setSpeed(event.target.value));

  let sliding = 0;
  byId("slider").addEventListener("input", () => {
    pause();
    cancelAnimationFrame(sliding);
    const to = byId("slider").value - 1;
    sliding = requestAnimationFrame(() => seek(to));
  });
  // A pointer leaves what has keys of its own, so that those of the stepper go on working; the
  // keyboard stays in it.
  for (const element of [byId("slider"), byId("speed"), listing, byId("output")]) element.addEventListener("pointerup", () => element.blur());

  listing.addEventListener("click", event => {
    const line = event.target.closest(".line");
    if (question?.kind === "line" && line) reply(lines.indexOf(line) + 1);
  });

  const keys = {
    ArrowRight: "step", PageDown: "step", ArrowLeft: "back", PageUp: "back", ArrowDown: "stepOver", ArrowUp: "toReturn",
    Home: "first", End: "last", n: "placeNext", p: "placeBack",
  };

  addEventListener("keydown", event => {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || byId("panel").open) return;
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    if (target.matches("pre") && /^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return; // scroll it
    // With a Korean input method the N key types ㅜ: its place on the keyboard tells.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key;
    if (!handle(letter)) return;
    event.preventDefault();
  });

  function handle(key) {
    if (question?.kind === "condition" && (key === "t" || key === "f")) reply(key === "t");
    else if (question?.kind === "line" && question.options[key - 1]) reply(question.options[key - 1]);
    else if (keys[key]) act(keys[key]);
    else if (key === " ") timer ? pause() : play();
    else if (key === "+" || key === "=") setSpeed(Math.min(speeds.length - 1, Number(byId("speed").value) + 1));
    else if (key === "-") setSpeed(Math.max(0, byId("speed").value - 1));
    else if (key === "q") byId("predict").click();
    else if (key === "?") byId("panel").showModal();
    else return false;
    return true;
  }

  showControls();
  load();
})();
