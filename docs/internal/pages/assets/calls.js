"use strict";

// The calls: those that are open, the tree of those that were made, and what was printed.

class Stack {
  constructor(player) {
    this.player = player;
    this.frames = []; // of the open calls, main first: { call, item, text }
    const deepest = player.depth.reduce((most, depth) => Math.max(most, depth), 0);
    byId("stack").replaceChildren();
    byId("stack").style.setProperty("--frames", deepest + 1); // and one that has returned
  }

  show(k, state) {
    const path = this.player.path(k), list = byId("stack");
    list.querySelector(".gone")?.remove();
    while (this.frames.length && this.frames.at(-1).call !== path[this.frames.length - 1]) this.frames.pop().item.remove();
    while (this.frames.length < path.length) {
      const frame = { call: path[this.frames.length], item: make("li") };
      list.prepend(frame.item);
      this.frames.push(frame);
    }
    const changed = new Set(this.player.changes(k).map(([name]) => name));
    this.frames.forEach((frame, depth) =>
      this.fill(frame, state.stack[depth][1], this.player.locals(state, depth), depth === path.length - 1 ? changed : null));
    const ended = this.player.returned(k);
    if (ended) list.prepend(make("li", "gone", this.button(ended, [], say("isGone"))));
  }

  // fill writes a call into its item; changed are names of the call that runs.
  fill(frame, line, locals, changed) {
    const values = locals.map(([name, value]) => [name, shown(value)]);
    const text = JSON.stringify([line, values, changed && values.map(([name]) => changed.has(name))]);
    if (frame.text === text) return;
    frame.text = text;
    setClass(frame.item, changed ? "runs" : "");
    const names = values.map(([name, value]) =>
      make("code", changed?.has(name) ? "changed" : "", `${name} = ${value.length > 20 ? value.slice(0, 19) + "…" : value}`));
    frame.item.replaceChildren(this.button(frame.call, names, changed ? say("running") : say("waits", { line })));
  }

  button(call, names, where) {
    const button = make("button", "", make("code", "call", call.label), make("span", "locals", ...names), make("span", "where", where));
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.start = call.start;
    return button;
  }
}

const WHOLE_TREE = 160;    // calls, up to which the whole tree is drawn
const MOST_SIBLINGS = 10;  // that are drawn of a larger one

// A Tree draws the calls: all of a small run, as far as they are made; of a larger one those that
// are open, and those that each of them has made so far.
class Tree {
  constructor(player) {
    this.player = player;
    this.isWhole = 1 < player.calls.length && player.calls.length <= WHOLE_TREE;
    this.drawn = "";
    byId("tree").className = this.isWhole ? "whole" : "";
    byId("tree").replaceChildren();
    if (this.isWhole) this.drawWhole();
  }

  // chip is the button of a call, with the number of the square that its caller was at.
  chip(call) {
    const chip = make("button", "chip", call.isSearch ? String(call.j ?? "·") : "•");
    chip.type = "button";
    chip.tabIndex = -1;
    chip.dataset.start = call.start;
    return chip;
  }

  current() { return byId("tree").querySelector("[aria-current=true]"); }

  // classOf tells of a call how it stands after step k.
  classOf(call, k, path, ended) {
    const isOpen = path[call.depth] === call, isCurrent = isOpen && call === path.at(-1);
    return "chip" + (isOpen ? " open" : "") + (isCurrent ? " current" : "") + (call === ended ? " returned" : "") +
      (!isOpen && call.found > 0 && call.end <= k ? " found" : "") + (call.isSearch ? "" : " helper");
  }

  mark(chip, call, k, path, ended) {
    const className = this.classOf(call, k, path, ended);
    if (chip.className === className && chip.title) return;
    const name = this.player.squareName, found = className.includes("found") ? call.found : 0;
    chip.title = say(call.j === undefined ? "treeCall" : "treeCallOf", { call: call.label, name, j: call.j }) + (found ? say("treeFound", { found }) : "");
    chip.className = className;
    const isCurrent = className.includes("current");
    chip.setAttribute("aria-current", isCurrent);
    chip.querySelector("sup")?.remove();
    if (!found || !call.isSearch) return;
    const count = chip.appendChild(make("sup", "", String(found)));
    count.setAttribute("aria-hidden", "true"); // the title says it
  }

  // rowOf names the row of a call: calls of other functions than the search have one of their own.
  rowOf(call) { return call.depth + (call.isSearch || call.parent < 0 ? "" : "/" + call.name); }

  labelOf(call) { return call.isSearch ? call.label : call.name + "()"; }

  drawWhole() {
    const { calls } = this.player, across = [], rows = new Map();
    let leaves = 0;
    const visit = call => {
      const children = call.children.map(number => visit(calls[number]));
      return across[call.number] = children.length ? children[0] : leaves++ + .5; // above the first: it grows to the right
    };
    visit(calls[0]);
    for (const call of calls.slice(1).sort((a, b) => a.depth - b.depth)) { // without main
      if (!rows.has(this.rowOf(call))) rows.set(this.rowOf(call), { number: rows.size, label: this.labelOf(call) });
    }
    const tree = byId("tree"), levels = make("div", "levels"), whole = make("div", "calls-drawn");
    tree.style.setProperty("--rows", rows.size);
    tree.style.setProperty("--leaves", leaves);
    tree.classList.toggle("narrow", leaves > 12);
    for (const { label } of rows.values()) levels.append(make("code", "", label));
    const svg = whole.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    svg.setAttribute("viewBox", `0 0 ${leaves} ${rows.size}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    this.nodes = calls.slice(1).map(call => {
      const chip = this.chip(call), row = rows.get(this.rowOf(call)).number, x = across[call.number];
      chip.style.setProperty("--x", x / leaves);
      chip.style.setProperty("--row", row);
      const line = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
      const above = rows.get(this.rowOf(calls[call.parent]));
      if (above) line.setAttribute("d", `M${across[call.parent]} ${above.number + .5}V${row - .05}H${x}V${row + .5}`);
      whole.append(chip);
      return { call, chip, line };
    });
    tree.append(levels, whole);
  }

  show(k) {
    const path = this.player.path(k), ended = this.player.returned(k);
    if (this.isWhole) {
      for (const { call, chip, line } of this.nodes) {
        const isMade = call.start <= k ? "visible" : "hidden";
        if (chip.style.visibility !== isMade) chip.style.visibility = line.style.visibility = isMade;
        this.mark(chip, call, k, path, ended);
      }
      return;
    }
    const last = path.length ? path : this.player.path(this.player.home(k)?.start ?? 0); // of a run that is over, its search
    const open = last.at(-1), made = open?.children.filter(number => this.player.calls[number].start <= k).length;
    const drawn = [path.length > 0, open?.number, made, ended?.number].join();
    if (drawn !== this.drawn) this.drawOpen(k, last, path, ended);
    this.drawn = drawn;
  }

  drawOpen(k, last, path, ended) {
    const { calls } = this.player, levels = [];
    let above = last.slice(0, 1);
    for (let depth = 0; above.length; depth++) {
      const open = last[depth], rows = Map.groupBy(above, call => this.rowOf(call));
      for (const [, row] of rows) levels.push({ row, open: row.includes(open) ? open : undefined, isFirst: row === [...rows.values()][0] });
      above = open ? open.children.map(number => calls[number]).filter(call => call.start <= k) : [];
    }
    if (levels.length > 1) levels.shift(); // main
    let from = 0, openAbove = 0;
    byId("tree").replaceChildren(...levels.map(({ row, open, isFirst }, depth) => {
      const hidden = Math.max(0, row.length - MOST_SIBLINGS), visible = row.slice(hidden);
      if (isFirst) from = openAbove;
      const chips = make("span", "chips", ...visible.map(call => {
        const chip = this.chip(call);
        this.mark(chip, call, k, path, ended);
        return chip;
      }));
      if (hidden) chips.prepend(make("small", "", say("earlier", { count: hidden })));
      if (open) openAbove = visible.indexOf(open);
      return make("div", "level", branches(depth, from, visible.length), make("code", "", this.labelOf(open ?? row.at(-1))), chips);
    }));
  }

  // keepInView scrolls to the call that runs.
  keepInView() {
    const tree = byId("tree"), chip = this.isWhole && this.current();
    if (!chip || tree.scrollWidth <= tree.clientWidth) return;
    const room = tree.getBoundingClientRect(), box = chip.getBoundingClientRect();
    if (box.left < room.left + room.width / 4 || box.right > room.right) tree.scrollLeft += box.left - room.left - room.width / 2;
  }
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

// showOutput shows what is printed by step k. Each line of it is to be pressed.
function showOutput(player, k) {
  const output = byId("output"), end = player.printed[k], before = k > 0 ? player.printed[k - 1] : 0;
  if (output.dataset.shown === `${before} ${end}`) return;
  output.dataset.shown = `${before} ${end}`;
  output.classList.toggle("empty", end === 0);
  if (end === 0) return output.replaceChildren(say("nothing"));
  const lines = [], start = Math.max(0, before - MOST_OUTPUT);
  for (let from = start, to; from < end; from = to) {
    to = Math.min(end, player.output.indexOf("\n", from) + 1 || end);
    const old = Math.max(from, Math.min(before, to)), line = pressable(make("span", "", player.output.slice(from, old)));
    if (to > old) line.append(make("mark", "", player.output.slice(old, to)));
    line.dataset.from = from;
    lines.push(line);
  }
  if (start > 0) lines[0].prepend("…");
  output.replaceChildren(...lines);
}
