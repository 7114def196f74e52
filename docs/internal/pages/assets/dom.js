"use strict";

// What the parts of the stepper share: the elements of the page and its texts.

const byId = id => document.getElementById(id);

const words = JSON.parse(byId("words").textContent);

// say returns a text of the page, with values put in for the names in braces.
function say(key, values = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

function make(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function quoted(code) { return "`" + String(code).replaceAll("`", "'") + "`"; }

// write puts a text into an element; what stands in backquotes becomes code, of which a short piece stays whole.
function write(element, text) {
  const code = text => make("code", text.length <= 24 ? "short" : "", text);
  element.replaceChildren(...text.split("`").map((part, i) => (i % 2 ? code(part) : part)).filter(part => part !== ""));
}

// The setters leave alone what is so already: a step changes little of the page.
function setText(element, text) { if (element.textContent !== text) element.textContent = text; }
function setClass(element, className) { if (element.className !== className) element.className = className; }
function setAttribute(element, name, value) { if (element.getAttribute(name) !== value) element.setAttribute(name, value); }

function shown(value) {
  if (Array.isArray(value)) return "[" + value.join(" ") + "]";
  return String(value ?? "nil");
}
