"use strict";

// The calls: those that are open, the tree of those that were made, and what was printed.

class Stack {
  constructor(player) {
    this.player = player;
    this.frames = []; // of the open calls, main first: { call, item, text }
    const deepest = Math.max(...player.depth);
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
    this.frames.forEach((frame, depth) => this.fill(frame, state.stack[depth], depth === path.length - 1 ? changed : null));
    const ended = this.player.returned(k);
    if (ended) list.prepend(make("li", "gone", make("code", "call", ended.label), make("span", "locals"), make("span", "where", say("isGone"))));
    list.scrollTop = 0;
  }

  // fill writes a call into its item; changed are names of the call that runs.
  fill(frame, [, line, locals], changed) {
    const values = Object.entries(locals).map(([name, value]) => [name, shown(value)]);
    const text = JSON.stringify([line, values, changed && values.map(([name]) => changed.has(name))]);
    if (frame.text === text) return;
    frame.text = text;
    setClass(frame.item, changed ? "top" : "");
    const names = values.map(([name, value]) =>
      make("code", changed?.has(name) ? "changed" : "", `${name} = ${value.length > 20 ? value.slice(0, 19) + "…" : value}`));
    frame.item.replaceChildren(make("code", "call", frame.call.label), make("span", "locals", ...names),
      make("span", "where", changed ? say("running") : say("waits", { line })));
  }
}

const MOST_SIBLINGS = 10;

// A Tree draws the open calls and the calls that each of them has made so far: never the whole
// tree, which may have thousands.
class Tree {
  constructor(player, goTo) {
    this.player = player;
    this.goTo = goTo;
    byId("tree").replaceChildren();
  }

  show(k) {
    const { player } = this;
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
      const chips = visible.map(call => this.chip(call, call === open, call === path.at(-1), call === ended));
      const level = make("li", "", branches(depth, openAbove, visible.length), make("code", "", (open ?? calls.at(-1)).label));
      const row = make("span", "chips", ...chips);
      if (hidden) row.prepend(make("small", "", say("earlier", { count: hidden })));
      level.append(row);
      openAbove = open ? visible.indexOf(open) : 0;
      return level;
    }));
  }

  chip(call, isOpen, isCurrent, isReturned) {
    const found = isOpen ? 0 : call.found;
    const mark = call.name === "report" ? "✓" : call.name === "set" ? String(call.j ?? "·") : "·";
    const chip = make("button", "chip" + (isOpen ? isCurrent ? " open current" : " open" : "") + (isReturned ? " returned" : "") + (found ? " found" : ""), mark);
    if (found && call.name === "set") chip.append(make("sup", "", String(found)));
    chip.type = "button";
    chip.title = say("treeCall", { call: call.label, j: call.j ?? "-", found }).replaceAll("`", "");
    chip.setAttribute("aria-label", chip.title);
    if (isCurrent) chip.setAttribute("aria-current", "true");
    chip.addEventListener("click", () => {
      this.goTo(call.start);
      document.querySelector("#tree [aria-current]")?.focus(); // this chip is drawn anew
    });
    return chip;
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

function showOutput(player, k) {
  const end = player.printed[k], before = k > 0 ? player.printed[k - 1] : 0;
  const output = byId("output");
  output.classList.toggle("empty", end === 0);
  if (end === 0) return output.replaceChildren(say("nothing"));
  const start = Math.max(0, before - MOST_OUTPUT);
  output.replaceChildren((start > 0 ? "…" : "") + player.output.slice(start, before));
  if (end > before) output.append(make("mark", "", player.output.slice(before, end)));
}
