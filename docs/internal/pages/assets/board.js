"use strict";

// The board with its queens, the lists of the program beside and below it, and the other variables.

class Board {
  constructor(player, places) {
    this.player = player;
    this.places = places;
    this.size = 0;
  }

  // build draws a board of the size that it has at step k, and the lists of the program.
  build(k) {
    const { player } = this, { roles } = player, board = byId("board");
    this.size = player.size(k);
    this.squares = [];
    this.lists = [];
    board.replaceChildren();
    byId("lists").replaceChildren();
    board.hidden = !player.squareName;
    if (board.hidden) byId("lists").append(make("p", "hint", say("noBoard")));
    board.style.setProperty("--n", this.size);
    this.drawSquares(board);
    if (roles) {
      const first = player.home(k)?.start ?? 0, state = player.stateAt(first), range = [...Array(this.size).keys()];
      const isByRow = roles.by === "row";
      if (roles.queens) this.drawBeside({ list: roles.queens, indices: range }, isByRow ? "row" : "column");
      for (const flag of roles.flags) {
        const element = (column, row) => player.elementOf(flag, column, row, first, state);
        if (flag.kind === "row" && !isByRow) this.drawBeside({ list: flag.list, flag, indices: range.map(row => element(0, row)) }, "row");
        else if (flag.kind === "column" && isByRow) this.drawBeside({ list: flag.list, flag, indices: range.map(column => element(column, 0)) }, "column");
        else this.drawList({ list: flag.list, flag, indices: [...new Set(range.flatMap(column => range.map(row => element(column, row))))] }, this.formula(flag));
      }
    }
    const end = player.stateAt(player.last);
    for (const [slot, name] of player.trace.vars.entries()) {
      const short = shortName(name), values = end.vars[slot];
      if (Array.isArray(values) && !this.lists.some(list => list.name === short)) this.drawList({ slot, name: short, indices: [...values.keys()] });
    }
  }

  // formula is the index of a flag as the program writes it: i-j+n-1.
  formula(flag) {
    const value = JSON.stringify(["[]", flag.list, flag.index]);
    for (const { parts = [], values = [] } of this.player.trace.places) {
      const at = values.findIndex(other => JSON.stringify(other) === value);
      if (at >= 0) return /\[(.*)\]$/.exec(parts[2 * at + 1])?.[1] ?? "";
    }
    return "";
  }

  drawSquares(board) {
    for (let i = 0; i < this.size; i++) {
      place(board, make("span", "axis", String(i)), i + 2, 1);
      place(board, make("span", "axis", String(i)), 1, i + 2);
      this.squares.push([]);
      for (let j = 0; j < this.size; j++) {
        const square = pressable(place(board, make("span", "square"), i + 2, j + 2), say("square", { column: i, row: j }));
        square.append(byId("queen").content.cloneNode(true));
        this.squares[i].push(square);
      }
    }
  }

  // drawBeside puts a list with an element for each row at the right of the board, for each column below it.
  drawBeside(list, line) {
    const board = byId("board"), beyond = this.size + 2;
    list.name ??= this.player.nameOf(list.list);
    list.cells = list.indices.map((_, i) => place(board, pressable(make("span", "cell")), ...(line === "row" ? [beyond, i + 2] : [i + 2, beyond])));
    place(board, make("code", "axis name", list.name), ...(line === "row" ? [beyond, 1] : [1, beyond]));
    this.lists.push(list);
  }

  drawList(list, formula) {
    list.name ??= this.player.nameOf(list.list);
    list.indices = list.indices.filter(Number.isInteger).sort((a, b) => a - b).slice(0, 32);
    const row = make("div", "cells");
    list.cells = list.indices.map(index => {
      const cell = pressable(make("span", "cell"));
      row.append(make("span", "place-of-cell", make("span", "axis", String(index)), cell));
      return cell;
    });
    const title = make("p", "", make("code", "", list.name));
    if (formula) title.append(" ", make("small", "", make("code", "", formula)));
    list.box = make("div", "list", title, row);
    list.box.setAttribute("role", "group");
    byId("lists").append(list.box);
    this.lists.push(list);
  }

  // stepOf is the step up to k at which what an element shows came to be; undefined where it shows nothing.
  stepOf(element, k) {
    const { player, places } = this;
    const square = element.closest(".square"), cell = element.closest(".cell"), other = element.closest("#others code");
    if (square) {
      const column = this.squares.findIndex(rows => rows.includes(square)), row = this.squares[column].indexOf(square);
      const queen = player.queens(k, player.stateAt(k)).find(queen => queen.column === column && queen.row === row);
      return queen && player.roles.queens ? places.put(queen.call, k) : places.tried(column, row, k);
    }
    if (other) return places.since(k, (_, state) => state.vars[other.dataset.slot]);
    const list = this.lists.find(list => list.cells.includes(cell)), index = list?.indices[list.cells.indexOf(cell)];
    return list && places.since(k, (s, state) => this.valuesOf(list, s, state)[index]);
  }

  valuesOf(list, k, state) {
    return (list.list === undefined ? state.vars[list.slot] : this.player.list(list.list, k, state)) ?? [];
  }

  // show draws step k. What a condition that is asked for comes to is left out.
  show(k, state, isAsked) {
    const { player } = this;
    if (this.size !== player.size(k) || !this.lists) this.build(k);
    const queens = player.queens(k, state), reads = player.reads(k, state), marks = player.marks(k, state);
    this.showSquares(k, state, queens, reads, isAsked);
    this.showLists(k, state, queens, reads, marks);
    this.showOthers(k, state);
  }

  showSquares(k, state, queens, reads, isAsked) {
    const { player, size } = this;
    const names = Array.from({ length: size }, () => Array(size).fill(""));
    const add = (column, row, name) => { if (names[column]?.[row] !== undefined) names[column][row] += name; };
    for (const { column, row, leaving } of queens) add(column, row, leaving ? " queen leaving" : " queen");
    const here = player.here(k, state);
    if (here) add(here.column, here.row, " here");
    for (const { flag, index, value } of reads) {
      if (!flag) continue;
      for (const [column, row] of player.lanes(flag, index, k, state)) add(column, row, value === flag.taken && !isAsked ? " lane blocked" : " lane");
    }
    this.squares.forEach((rows, column) => rows.forEach((square, row) => {
      const className = "square" + ((column + row) % 2 ? " deep" : "") + names[column][row];
      if (square.className === className) return;
      square.className = className;
      setAttribute(square, "aria-label", say(className.includes("queen") ? "aQueen" : "square", { column, row }));
    }));
    const isComplete = player.placements && queens.length === size && !queens.some(queen => queen.leaving);
    byId("board").classList.toggle("complete", Boolean(isComplete));
  }

  showLists(k, state, queens, reads, marks) {
    const { player } = this, before = k > 0 ? player.stateAt(k - 1) : state;
    const owners = new Set(queens.map(queen => player.roles.by === "row" ? queen.row : queen.column));
    let orphans = false, stale = false;
    const texts = [];
    for (const list of this.lists) {
      const values = this.valuesOf(list, k, state), old = this.valuesOf(list, Math.max(0, k - 1), before);
      list.indices.forEach((index, i) => {
        const value = values[index], { flag } = list;
        const isOrphan = marks.some(mark => mark.flag === flag && mark.index === index && mark.orphan);
        const isStale = list.list !== undefined && list.list === player.roles?.queens && value !== undefined && !owners.has(index);
        orphans ||= isOrphan;
        stale ||= isStale;
        setAttribute(list.cells[i], "aria-label", `${list.name}[${index}] = ${shown(value)}`);
        setText(list.cells[i], value === true ? "●" : value === false ? "○" : shown(value ?? ""));
        setClass(list.cells[i], "cell" + (value === true ? " on" : value === false ? " off" : "") + (isOrphan ? " orphan" : "") + (isStale ? " stale" : "") +
          (value !== old[index] ? " changed" : "") + (reads.some(read => read.name === list.name && read.index === index) ? " read" : ""));
      });
      const text = `${list.name} = ${shown(list.indices.map(index => values[index]))}`;
      if (list.box) setAttribute(list.box, "aria-label", text);
      else texts.push(text);
    }
    setAttribute(byId("board"), "aria-label", texts.join(", ") || say("board"));
    setClass(byId("hint"), orphans ? "hint orphan" : "hint");
    setText(byId("hint"), orphans ? say("orphan") : stale ? say("stale") : "");
  }

  // showOthers lists the variables that are no lists, each name once: of the board that is searched, if there are several.
  showOthers(k, state) {
    const { player } = this, objects = Object.values(player.home(k)?.objects ?? {}).map(({ to }) => to);
    const changed = new Set(k > 0 ? player.changes(k).map(([slot]) => slot) : []);
    const others = new Map();
    player.trace.vars.forEach((name, slot) => {
      const value = state.vars[slot], short = shortName(name), isOfBoard = objects.includes(name.split(".")[0]);
      if (value === undefined || value === null || Array.isArray(value) || short === player.nameOf(player.roles?.n) || others.has(short) && !isOfBoard) return;
      others.set(short, [value, slot]);
    });
    const codes = [...byId("others").children];
    while (codes.length > others.size) codes.pop().remove();
    while (codes.length < others.size) codes.push(byId("others").appendChild(pressable(make("code"))));
    [...others].forEach(([name, [value, slot]], i) => {
      setText(codes[i], `${name} = ${shown(value)}`);
      setClass(codes[i], changed.has(slot) ? "changed" : "");
      codes[i].dataset.slot = slot;
    });
  }
}

function shortName(name) { return name.split(".").at(-1); }

function place(board, element, column, row) {
  element.style.gridColumn = column;
  element.style.gridRow = row;
  board.append(element);
  return element;
}
