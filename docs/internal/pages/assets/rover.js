"use strict";

// A Rover makes all that can be pressed in a box one stop of the Tab key. The arrow keys lead to
// what is next, Enter and the space bar press, and Escape leaves.
class Rover {
  // A list is left alone by the left and the right arrow. Current returns what should be the stop, if that can be told.
  constructor(box, { isList = false, current = () => null } = {}) {
    this.box = box;
    this.isList = isList;
    this.current = current;
    this.stop = null;
    box.addEventListener("focusin", event => this.stopAt(event.target.closest(PART)));
    box.addEventListener("keydown", event => this.press(event));
  }

  parts() { return [...this.box.querySelectorAll(PART)]; }
  hasFocus() { return this.box.contains(document.activeElement); }

  stopAt(part) {
    if (this.stop === part) return;
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = part;
    if (part) part.tabIndex = 0;
  }

  // settle chooses the stop after the parts have changed. Where the focus was, it stays.
  settle() {
    if (this.hasFocus()) return;
    this.stopAt(this.current() ?? (this.box.contains(this.stop) ? this.stop : this.box.querySelector(PART)));
  }

  press(event) {
    const part = event.target.closest(PART), direction = DIRECTIONS[event.key];
    if (!part || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") return part.blur();
    if (event.key === "Enter" || event.key === " ") {
      part.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: event.shiftKey }));
    } else if (direction && !(this.isList && direction[0])) {
      this.next(part, ...direction)?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // next is the part that is nearest on one side, rather straight ahead than aside.
  next(part, dx, dy) {
    if (this.isList) return this.parts()[this.parts().indexOf(part) + dy];
    const [x, y] = middle(part);
    let nearest, least = Infinity;
    for (const other of this.parts()) {
      const [otherX, otherY] = middle(other);
      const ahead = (otherX - x) * dx + (otherY - y) * dy, aside = Math.abs((otherX - x) * dy + (otherY - y) * dx);
      if (ahead < 1 || ahead + 3 * aside >= least) continue;
      nearest = other;
      least = ahead + 3 * aside;
    }
    return nearest;
  }
}

const PART = "button, [role=button]";
const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// pressable makes an element something that a Rover leads to.
function pressable(element, label) {
  element.setAttribute("role", "button");
  element.tabIndex = -1;
  if (label) setAttribute(element, "aria-label", label);
  return element;
}
