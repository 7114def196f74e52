"use strict";

// The program: its lines, and the marks on them that belong to one step.

class Code {
  constructor(listing) {
    this.listing = listing;
    this.lines = [...listing.querySelectorAll(".line")];
    this.marked = []; // what undoes the marks of the step that is shown
    this.current = null;
    this.colored = new Map(this.lines.map(line => [this.text(line).textContent, this.text(line).cloneNode(true)]));
    new ResizeObserver(() => this.keepInView()).observe(listing);
  }

  // setSource shows a source that is given, without remarks. Lines that the page came with keep their colors.
  setSource(source) {
    for (const line of this.lines) {
      line.classList.remove("wrong");
      for (const remark of line.querySelectorAll(".remark")) remark.remove();
    }
    if (JSON.stringify(this.texts()) === JSON.stringify(source)) return;
    this.replace(source.map((text, i) => {
      const number = make("span", "number");
      number.dataset.number = i + 1;
      const line = make("span", "line", number, this.colored.get(text)?.cloneNode(true) ?? this.plain(text), "\n");
      line.id = "L" + (i + 1);
      return line;
    }));
  }

  plain(text) {
    const [tabs] = /^\t{0,6}/.exec(text);
    return make("span", "text", ...(tabs ? [make("span", "indent in" + tabs.length, tabs)] : []), text.slice(tabs.length));
  }

  // replace puts the lines of a newer page in place of those that are shown.
  replace(lines) {
    this.lines = lines;
    this.marked = [];
    this.current = null;
    this.listing.querySelector("code").replaceChildren(...lines);
  }

  // texts are the lines as the file has them, without remarks.
  texts() {
    return this.lines.map(line => [...this.text(line).childNodes].filter(part => !part.classList?.contains("remark")).map(part => part.textContent).join(""));
  }

  // setPressable makes the lines with the numbers those that lead somewhere.
  setPressable(numbers) {
    for (const number of numbers) if (this.lines[number - 1]) pressable(this.lines[number - 1]);
    this.listing.tabIndex = numbers.length > 0 ? -1 : 0;
  }

  text(line) { return line.querySelector(".text"); }

  lineOf(element) { return this.lines.indexOf(element.closest(".line")) + 1; }

  markError(number, text) {
    const line = this.lines[number - 1];
    line?.classList.add("wrong");
    if (line && text) this.text(line).append(make("span", "remark error", text));
  }

  // show marks the lines of a step: from..to are those of its statement, ran the one that has just
  // run, next the one that runs next. Calls wait at lines, with their number; some lines may be offered as an answer.
  show({ from, to, kind, ran, next, waiting, options }) {
    for (const undo of this.marked) undo();
    this.marked = [];
    for (const [number, count] of waiting) this.mark(number, ["waiting"], say("waitHere", { count }));
    for (const option of options) this.mark(option, ["option"]);
    this.mark(ran, ["ran"]);
    this.mark(next, ["next"]);
    for (let number = from + 1; number <= to; number++) this.mark(number, ["current", "more", kind]);
    this.current = this.mark(from, ["current", kind]);
    this.current?.setAttribute("aria-current", "step");
  }

  // remark puts a remark on a line, for good.
  remark(number, text) {
    const line = this.lines[number - 1];
    if (line) this.text(line).append(make("span", "remark", text));
  }

  mark(number, classes, remark) {
    const line = this.lines[number - 1];
    if (!line) return null;
    classes = classes.filter(Boolean);
    line.classList.add(...classes);
    const note = remark && this.text(line).appendChild(make("span", "remark", remark));
    this.marked.push(() => {
      line.classList.remove(...classes);
      line.removeAttribute("aria-current");
      note?.remove();
    });
    return line;
  }

  // keepInView scrolls the program, never the page, and only if the line is near its edge.
  keepInView() {
    const line = this.current ?? this.listing.querySelector(".wrong");
    if (!line) return;
    const pane = this.listing.getBoundingClientRect(), box = line.getBoundingClientRect();
    const margin = Math.min(90, pane.height / 5);
    if (box.top >= pane.top + margin && box.bottom <= pane.bottom - margin) return;
    this.listing.scrollTop += box.top + Math.min(box.height, pane.height) / 2 - pane.top - pane.height / 2;
  }
}

// difference returns the lines in which two texts differ: with - those of the old one, with + those of the new one.
function difference(old, now) {
  let top = 0, oldEnd = old.length, nowEnd = now.length;
  while (top < Math.min(oldEnd, nowEnd) && old[top] === now[top]) top++;
  while (oldEnd > top && nowEnd > top && old[oldEnd - 1] === now[nowEnd - 1]) oldEnd--, nowEnd--;
  const common = new Map(); // by two places: how many lines the rests have in common
  const inCommon = (i, j) => common.get(i + "," + j) ?? 0;
  for (let i = oldEnd - 1; i >= top; i--) {
    for (let j = nowEnd - 1; j >= top; j--) {
      common.set(i + "," + j, old[i] === now[j] ? inCommon(i + 1, j + 1) + 1 : Math.max(inCommon(i + 1, j), inCommon(i, j + 1)));
    }
  }
  const lines = [];
  for (let i = top, j = top; i < oldEnd || j < nowEnd;) {
    if (i < oldEnd && j < nowEnd && old[i] === now[j]) i++, j++;
    else if (i < oldEnd && (j === nowEnd || inCommon(i + 1, j) >= inCommon(i, j + 1))) lines.push("-" + old[i++]);
    else lines.push("+" + now[j++]);
  }
  return lines;
}

// named is the key of a text for a word of a trace: endPanic for panic.
function named(prefix, word) { return prefix + word[0].toUpperCase() + word.slice(1); }

// problemText is what is wrong at a place of the program: in the compiler's words, or in ours.
function problemText({ code, text }) { return code ? say(named("cannot", code)).replaceAll("`", "") : text; }

// problemList lists places of the program, each a button where a press on it does something.
function problemList(problems, pressed) {
  return make("ul", "problems", ...problems.map(problem => {
    const press = pressed(problem), place = make(press ? "button" : "code", "", `${problem.file}:${problem.line}`);
    if (press) place.addEventListener("click", press);
    return make("li", "", place, " " + problemText(problem));
  }));
}
