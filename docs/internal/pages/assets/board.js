"use strict";

// The board with its queens, the lists of the program beside and below it, and the other variables.

class Board {
  constructor(player) {
    this.player = player;
    this.size = player.trace.n;
    this.squares = [];
    this.lists = new Map(); // by name: { cells, box }
    const board = byId("board");
    board.replaceChildren();
    byId("lists").replaceChildren();
    board.hidden = !this.has("pos");
    if (board.hidden) byId("lists").append(make("p", "hint", say("noBoard").replaceAll("`", "")));
    board.style.setProperty("--n", this.size);
    board.setAttribute("role", "img");
    this.drawSquares(board);
    if (this.has("pos")) this.drawBeside(board, "pos", i => [i + 2, this.size + 2], [1, this.size + 2]);
    if (this.has("rowUsed")) this.drawBeside(board, "rowUsed", j => [this.size + 2, j + 2], [this.size + 2, 1]);
    this.drawList("slashUsed", "i + j", 2 * this.size - 1);
    this.drawList("backslashUsed", "i - j + n - 1", 2 * this.size - 1);
    for (const name of player.trace.vars) {
      const short = name.split(".").at(-1);
      if (!this.lists.has(short)) this.drawList(short, "", 32);
    }
  }

  has(name) { return this.player.trace.vars.some(v => v === name || v.endsWith("." + name)); }

  slot(name) { return this.player.trace.vars.findIndex(v => v === name || v.endsWith("." + name)); }

  drawSquares(board) {
    for (let i = 0; i < this.size; i++) {
      place(board, make("span", "axis", String(i)), i + 2, 1);
      place(board, make("span", "axis", String(i)), 1, i + 2);
      this.squares.push([]);
      for (let j = 0; j < this.size; j++) {
        const square = place(board, make("span", "square"), i + 2, j + 2);
        square.append(byId("queen").content.cloneNode(true));
        this.squares[i].push(square);
      }
    }
  }

  drawBeside(board, name, at, title) {
    const cells = [];
    for (let i = 0; i < this.size; i++) cells.push(place(board, make("span", "cell"), ...at(i)));
    place(board, make("code", "axis name", name), ...title);
    this.lists.set(name, { cells });
  }

  drawList(name, formula, size) {
    const values = this.player.shared(this.player.stateAt(this.player.last), name);
    if (!Array.isArray(values)) return;
    const row = make("div", "cells"), cells = [];
    for (let i = 0; i < Math.min(size, values.length); i++) {
      const box = make("span", "place-of-cell", make("span", "axis", String(i)));
      cells.push(box.appendChild(make("span", "cell")));
      row.append(box);
    }
    const title = make("p", "", make("code", "", name));
    if (formula) title.append(" ", make("small", "", make("code", "", formula)));
    const box = make("div", "list", title, row);
    box.setAttribute("role", "img");
    byId("lists").append(box);
    this.lists.set(name, { cells, box });
  }

  show(k, state, reads, question) {
    const { player, size } = this;
    const owners = player.owners(k, state), top = state.stack.at(-1), pos = player.shared(state, "pos");
    const changed = new Set(player.changes(k).filter(change => typeof change[0] === "number" && k > 0)
      .map(([slot, index, value]) => value === undefined ? `${slot}` : `${slot}.${index}`));
    // The call that runs may be at another row already, and pos still hold the one before.
    const leaving = i => top?.[0] === "set" && top[2].i === i && top[2].j !== pos?.[i];
    const queens = [...owners.keys()].filter(i => !leaving(i)).map(i => [i, pos?.[i]]);
    const stands = (name, index) => queens.some(([i, j]) => index === lane(name, i, j, size));

    let orphans = false, stale = false;
    for (const [name, { cells, box }] of this.lists) {
      const slot = this.slot(name), values = state.vars[slot] ?? [];
      const isFlag = ["rowUsed", "slashUsed", "backslashUsed"].includes(name);
      cells.forEach((cell, index) => {
        const value = values[index];
        const orphan = isFlag && value === true && Array.isArray(pos) && !stands(name, index);
        const old = name === "pos" && value !== undefined && !owners.has(index);
        orphans ||= orphan;
        stale ||= old;
        setText(cell, value === true ? "●" : value === false ? "○" : shown(value ?? ""));
        setClass(cell, "cell" + (value === true ? " on" : value === false ? " off" : "") + (orphan ? " orphan" : "") + (old ? " stale" : "") +
          (changed.has(`${slot}`) || changed.has(`${slot}.${index}`) ? " changed" : "") +
          (reads.some(read => read.name === name && read.index === index) ? " read" : ""));
      });
      if (box) setAttribute(box, "aria-label", `${name} = ${shown(values.slice(0, cells.length))}`);
    }
    setClass(byId("hint"), orphans ? "hint orphan" : "hint");
    setText(byId("hint"), orphans ? say("orphan") : stale ? say("stale") : "");

    const inSet = top?.[0] === "set", asked = question?.kind === "condition";
    const looked = reads.filter(read => read.name !== "pos").map(read => ({ ...read, blocked: player.shared(state, read.name)[read.index] === true }));
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const lanes = looked.filter(({ name, index }) => index === lane(name, i, j, size));
        setClass(this.squares[i][j], "square" + ((i + j) % 2 ? " deep" : "") +
          (owners.has(i) && pos?.[i] === j ? leaving(i) ? " queen leaving" : " queen" : "") +
          (inSet && top[2].i === i && top[2].j === j ? " here" : "") +
          (lanes.length ? " lane" : "") + (!asked && lanes.some(lane => lane.blocked) ? " blocked" : ""));
      }
    }
    byId("board").classList.toggle("complete", player.rank.has(k));
    const list = name => this.lists.has(name) ? [`${name} = ${shown(player.shared(state, name)?.slice(0, size))}`] : [];
    setAttribute(byId("board"), "aria-label", [...list("pos"), ...list("rowUsed")].join(", "));
    this.showOthers(state, changed);
  }

  showOthers(state, changed) {
    const others = this.player.trace.vars.map((name, slot) => [name.split(".").at(-1), state.vars[slot], slot])
      .filter(([name, value]) => !this.lists.has(name) && name !== "n" && value !== undefined && value !== null);
    byId("others").replaceChildren(...others.map(([name, value, slot]) =>
      make("code", changed.has(`${slot}`) ? "changed" : "", `${name} = ${shown(value)}`)));
  }
}

// lane is the index of the flag of a list that stands for the square in column i and row j.
function lane(name, i, j, size) {
  return { rowUsed: j, slashUsed: i + j, backslashUsed: i - j + size - 1 }[name];
}

function place(board, element, column, row) {
  element.style.gridColumn = column;
  element.style.gridRow = row;
  board.append(element);
  return element;
}
