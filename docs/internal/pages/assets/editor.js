"use strict";

// The editor of one file of a program: the learner changes it, and the workshop makes a program of it. What is written
// is kept in this browser, by file, and nothing of it is sent anywhere.

(() => {
  const frame = byId("editor"), text = byId("text"), numbers = byId("textLines"), printed = byId("printed");
  const file = frame.dataset.file, folder = file.split("/").at(-2), name = file.split("/").at(-1);
  const sources = JSON.parse(byId("sources").textContent), original = sources[name];
  const language = document.documentElement.lang;

  const kept = {
    get(key) { try { return localStorage.getItem("eightqueens:" + key); } catch { return null; } },
    set(key, value) {
      try {
        if (value === null) localStorage.removeItem("eightqueens:" + key);
        else localStorage.setItem("eightqueens:" + key, value);
      } catch { tell(say("notKept")); }
    },
  };

  function tell(message) { write(byId("doing"), message); }

  // settle makes room for what came of a run, if there is anything.
  function settle() {
    frame.classList.toggle("told", byId("found").hasChildNodes() || !printed.hidden || !byId("difference").hidden);
  }

  function show(...results) {
    byId("found").replaceChildren(...results);
    settle();
  }

  // Typing.

  // put puts a text in place of what is selected, so that it can be undone.
  function put(inserted) {
    if (inserted === "" ? document.execCommand("delete") : document.execCommand("insertText", false, inserted)) return;
    text.setRangeText(inserted, text.selectionStart, text.selectionEnd, "end");
    changed();
  }

  // replace puts another text in place of all, and leaves alone what is the same at its beginning and its end.
  function replace(now) {
    const old = text.value, at = text.selectionStart, top = text.scrollTop, focused = document.activeElement;
    if (old === now) return;
    let begin = 0, end = 0;
    while (begin < Math.min(old.length, now.length) && old[begin] === now[begin]) begin++;
    while (end < Math.min(old.length, now.length) - begin && old.at(-1 - end) === now.at(-1 - end)) end++;
    text.focus({ preventScroll: true });
    text.setSelectionRange(begin, old.length - end);
    put(now.slice(begin, now.length - end));
    const place = at <= begin ? at : at >= old.length - end ? at + now.length - old.length : now.length - end;
    text.setSelectionRange(place, place);
    text.scrollTop = top;
    if (focused !== text) focused?.focus({ preventScroll: true });
  }

  // indent moves the selected lines by a tab, or puts one where nothing is selected.
  function indent(isOut) {
    const { value, selectionStart, selectionEnd } = text;
    if (selectionStart === selectionEnd && !isOut) return put("\t");
    const begin = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const lines = value.slice(begin, selectionEnd), moved = isOut ? lines.replace(/^\t/gm, "") : lines.replace(/^(?=.)/gm, "\t");
    if (lines === moved) return;
    text.setSelectionRange(begin, selectionEnd);
    put(moved);
    text.setSelectionRange(selectionStart === selectionEnd ? begin + moved.length : begin, begin + moved.length);
  }

  let leaves = false; // the next Tab leaves the editor
  text.addEventListener("keydown", event => {
    if (event.isComposing) return; // Hangul
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return byId(byId("check") ? "check" : "run").click();
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    switch (event.key) {
      case "Escape":
        leaves = true;
        return tell(say("tabLeaves"));
      case "Tab":
        if (leaves) break;
        event.preventDefault();
        return indent(event.shiftKey);
    }
    if (event.key !== "Shift") leaves = false;
  });

  // A new line begins as far in as the one before, and one step further behind a bracket that opens.
  text.addEventListener("beforeinput", event => {
    if (event.inputType !== "insertLineBreak") return;
    event.preventDefault();
    const line = text.value.slice(text.value.lastIndexOf("\n", text.selectionStart - 1) + 1, text.selectionStart);
    put("\n" + /^\t*/.exec(line)[0] + (/[{(\[:]\s*$/.test(line) ? "\t" : ""));
  });

  text.addEventListener("input", changed);
  text.addEventListener("scroll", () => { numbers.scrollTop = text.scrollTop; });

  function changed() {
    kept.set(file, text.value === original ? null : text.value);
    try {
      if (location.hash.startsWith("#edit=")) history.replaceState(null, "", location.pathname + location.search); // this is another text
    } catch { /* some browsers refuse this for a file: the link is opened again with the page */ }
    mark([]);
    showDifference();
  }

  // mark numbers the lines, and marks those with a problem.
  function mark(problems) {
    const wrong = new Set(problems.filter(problem => problem.file === name).map(problem => problem.line));
    numbers.replaceChildren(...text.value.split("\n").map((_, i) => make("span", wrong.has(i + 1) ? "wrong" : "", i + 1 + "\n")));
    numbers.scrollTop = text.scrollTop;
  }

  function showDifference() {
    const isOpen = byId("changes").getAttribute("aria-pressed") === "true";
    byId("difference").hidden = !isOpen;
    if (!isOpen) return settle();
    const lines = difference(original.split("\n"), text.value.split("\n"));
    setText(byId("difference"), lines.join("\n") || say("noChange"));
    settle();
  }

  // goTo selects a line.
  function goTo(line) {
    const lines = text.value.split("\n"), begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
    text.scrollTop = (line - 5) * parseFloat(getComputedStyle(text).lineHeight);
  }

  // What is printed: the beginning and, of more than can be read, the end.

  const MOST = 64 << 10; // characters
  let decoders, first, last, characters, lines, drawing = false;

  function clear() {
    decoders = [];
    first = last = "";
    characters = lines = 0;
    show();
    printed.hidden = true;
    draw();
  }

  function add(output, bytes) {
    decoders[output] ??= new TextDecoder();
    const piece = decoders[output].decode(bytes, { stream: true });
    characters += piece.length;
    for (let at = -1; (at = piece.indexOf("\n", at + 1)) >= 0;) lines++;
    const room = Math.max(0, MOST - first.length);
    first += piece.slice(0, room);
    last = (last + piece.slice(room)).slice(-MOST / 16);
    if (!drawing) requestAnimationFrame(draw);
    drawing = true;
  }

  function draw() {
    drawing = false;
    printed.hidden &&= first === "";
    const isCut = characters > first.length + last.length;
    settle();
    setText(printed, isCut ? `${first.slice(0, first.lastIndexOf("\n") + 1)}…\n${last.slice(last.indexOf("\n") + 1)}` : first + last);
    if (isCut && frame.classList.contains("busy")) tell(say("printedLines", { lines: lines.toLocaleString(), characters: characters.toLocaleString() }));
  }

  // What the workshop is asked.

  const LIMIT = 60; // seconds, of a run
  let runs = 0;

  async function ask(question, heard) {
    const mine = ++runs;
    let limit = 0;
    clear();
    mark([]);
    frame.classList.add("busy");
    byId("stop").hidden = false;
    tell(say("making"));
    try {
      await workshop.ask({ folder, language, edited: name, files: { ...sources, [name]: text.value }, ...question }, part => {
        if (mine === runs) tell(say("fetching", { percent: Math.floor(100 * part) }));
        if (mine === runs && part === 1) tell(say("making"));
      }, (kind, value) => {
        if (mine !== runs) return;
        if (kind === "formatted") replace(value);
        else if (kind === "failure") fail(JSON.parse(value));
        else if (kind === "running") {
          tell(say("isRunning"));
          if (question.do === "run") limit = setTimeout(() => stop(say("runLimit", { seconds: LIMIT })), LIMIT * 1000);
        } else heard(kind, value);
      });
    } catch (error) {
      if (mine === runs) tell(say(error.message === "missing" ? "fetchFailed" : "workshopFailed", { reason: error.message }));
    }
    clearTimeout(limit);
    if (mine !== runs) return;
    frame.classList.remove("busy");
    byId("stop").hidden = true;
  }

  function stop(message) {
    runs++;
    workshop.stop();
    frame.classList.remove("busy");
    byId("stop").hidden = true;
    draw();
    tell(message);
  }

  function fail({ error, text: reason, problems }) {
    tell(say({ broken: "brokenHere", failed: "workshopFailed" }[error] ?? error, { reason }));
    if (!problems) return;
    mark(problems);
    show(problemList(problems, problem => problem.file === name && (() => goTo(problem.line))));
  }

  function run() {
    const args = frame.dataset.words ? ["-lang", language] : [];
    const input = byId("input") ? byId("input").value + "\n" : "";
    ask({ do: "run", args, input }, (kind, value, cause = value.cause) => {
      if (kind === "written") return add(value[0], value[1]);
      frame.classList.remove("busy");
      draw();
      const ending = { memory: "runMemory", stack: "runStack", "": value.exit === 0 ? "runDone" : "runExit" }[cause] ?? "workshopFailed";
      const count = lines.toLocaleString();
      tell(say(ending, { status: value.exit, reason: cause, lines: count }));
    });
  }

  function trace() {
    const args = frame.dataset.words ? ["-lang", language] : [];
    ask({ do: "trace", n: stepper.n, args }, (kind, value) => {
      tell("");
      edit(false);
      stepper.showTrace(JSON.parse(value));
    });
  }

  function check() {
    ask({ do: "check" }, (kind, value) => {
      const { state, message } = JSON.parse(value);
      kept.set("state:" + folder, state === "not begun" ? null : state);
      tell(say("state:" + state));
      show(...(message ? [make("pre", "verdict", message.join("\n"))] : []));
      mark([...(message ?? []).join("\n").matchAll(/exercise\.go:(\d+)/g)].map(([, line]) => ({ file: name, line: Number(line) })));
    });
  }

  // edit shows the editor in place of the stepper, or the other way round.
  function edit(isEditing) {
    byId("main").classList.toggle("editing", isEditing);
    if (isEditing) text.focus({ preventScroll: true });
    else byId("step").focus({ preventScroll: true });
  }

  // A change can be carried by a link: everything stands in the address behind the #, which is sent to no server.

  async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  }

  async function share() {
    const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text.value));
    const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    location.hash = "edit=" + packed;
    try {
      await navigator.clipboard.writeText(location.href);
      tell(say("linkCopied"));
    } catch { tell(say("linkInAddress")); }
  }

  let own = null; // what was kept when the page was opened
  async function open() {
    own = kept.get(file);
    const [, packed] = /^#edit=([\w-]+)$/.exec(location.hash) ?? [];
    text.value = own ?? original;
    if (packed) {
      try {
        const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), character => character.charCodeAt(0));
        text.value = new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
        tell(say(own !== null && own !== text.value ? "linkOpenedOwn" : "linkOpened"));
        byId("mine").hidden = own === null || own === text.value;
      } catch { tell(say("badLink")); }
    }
    mark([]);
    if (byId("edit") && text.value !== original) edit(true);
    frame.classList.add("ready");
  }

  function download() {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([text.value]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  const actions = {
    run, trace, check, share, download, edit: () => edit(true), leave: () => edit(false), stop: () => stop(say("stopped")),
    original: () => replace(original),
    mine() {
      replace(own);
      byId("mine").hidden = true;
    },
    changes() {
      const button = byId("changes");
      button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
      showDifference();
    },
  };
  for (const [id, act] of Object.entries(actions)) byId(id)?.addEventListener("click", () => act());
  clear();
  open();

})();
