"use strict";

// What is copied from a block of code is what stands there: with its blank lines, without line
// numbers, without the remarks of the stepper and the $ in front of a command.

function textOf(fragment) {
  for (const remark of fragment.querySelectorAll(".remark")) remark.remove();
  return fragment.textContent;
}

addEventListener("copy", event => {
  const selection = getSelection();
  if (selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0), ancestor = range.commonAncestorContainer;
  const pre = (ancestor.closest ? ancestor : ancestor.parentElement).closest("pre");
  if (!pre) return;
  const text = textOf(range.cloneContents());
  event.clipboardData.setData("text/plain", pre.closest(".console") ? text.replace(/^\$ /gm, "") : text);
  event.preventDefault();
});

// The button of a console block copies its commands, to be pasted into a terminal.
function wholeText(pre) {
  const text = textOf(pre.cloneNode(true));
  if (!pre.closest(".console")) return text;
  return text.split("\n").filter(line => line.startsWith("$ ")).map(line => line.slice(2) + "\n").join("");
}

const template = document.getElementById("copy");
for (const pre of template ? document.querySelectorAll("pre:not(.editor pre)") : []) {
  const button = template.content.firstElementChild.cloneNode(true);
  pre.after(button);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(wholeText(pre));
    } catch { // not allowed: all is marked for the reader to copy
      return getSelection().selectAllChildren(pre);
    }
    button.classList.add("done");
    document.getElementById("said").textContent = button.dataset.done;
    setTimeout(() => {
      button.classList.remove("done");
      document.getElementById("said").textContent = "";
    }, 2000);
  });
}
