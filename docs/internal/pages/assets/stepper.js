"use strict";

// The stepper shows a Player on the page. Everything on the page follows from the run and the
// number of the step: show draws a step, whichever came before.
//
//	stepper.stage, stepper.n, stepper.language   what the page is about
//	stepper.showTrace(trace)                     shows a run, with its own source, at the step that was shown before
//	stepper.showFailure(failure, source)         says why the source, a list of lines, has no run
//	stepper.showFile()                           shows the run of the stage's file, and follows what is saved
//
// They may be called at any time, whatever is shown or still being loaded. After one of the first
// two the file is not followed.

const stepper = (() => {
  const main = byId("main"), stage = document.body.dataset.stage, language = document.documentElement.lang;
  const live = main.dataset.live === "true";
  const listing = document.querySelector(".listing"), code = new Code(listing);
  const speeds = [0.5, 1, 2, 4, 8, 16, 32, 64];

  let player = null, places, board, stack, tree, story, questions, rovers = [];
  let question = null;                      // what is asked now
  let score = { right: 0, asked: 0 };
  let timer = 0;                            // of playing; 0 while paused

  // What the address says.

  const address = new URLSearchParams(location.search);
  const numbers = [...document.querySelectorAll(".numbers a")].map(link => Number(link.dataset.n));
  const n = Number(address.get("n") ?? Math.min(4, Math.max(...numbers)));
  let wanted = Math.max(1, Math.floor(address.get("step")) || 1); // until a run is shown
  let at = wanted - 1;
  byId("predict").checked = address.has("predict");
  byId("onlyReturns").checked = address.get("predict") === "returns";

  // linkTo is what the address of a step adds to that of the page.
  function linkTo(step, queens = n) {
    const query = new URLSearchParams({ n: queens });
    if (step !== undefined) query.set("step", step + 1);
    if (byId("predict").checked) query.set("predict", byId("onlyReturns").checked ? "returns" : "1");
    return "?" + query;
  }

  let addressTimer = 0;
  function rememberAddress() {
    byId("language").search = linkTo(at);
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      // The steps of another run are others.
      for (const link of document.querySelectorAll(".stages a")) link.search = linkTo(undefined, Math.min(n, link.dataset.max));
      for (const link of document.querySelectorAll(".numbers a")) link.search = linkTo(undefined, link.dataset.n);
      try {
        history.replaceState(null, "", linkTo(at) + location.hash); // which the editor may not have read yet
      } catch { /* some browsers refuse this for a file: the address stays as it was */ }
    }, 150); // browsers allow it only so often
  }

  // The file of the stage, which is followed until another run is given.

  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  addEventListener("pageshow", event => { if (event.persisted && !player) location.reload(); });

  let following = 0; // counts the times that a file began to be followed, or no longer is

  async function showFile() {
    const mine = ++following;
    clear();
    write(byId("narration"), say(live ? "loading" : "loadingFile"));
    main.setAttribute("aria-busy", "true");
    await follow(mine);
    if (main.classList.contains("low")) scrollTo(0, byId("story").offsetTop - 4);
  }

  // follow shows the run of the file, and from then on whether it was saved and what it holds.
  async function follow(mine, isNewer = false) {
    let trace = null, failure = null;
    try {
      if (!document.hidden || !isNewer) trace = await loadTrace(stage, n, language, leaving.signal, isNewer);
    } catch (error) {
      if (!isNewer || error.error) failure = error; // else the server is gone, and may come back
    }
    if (mine !== following || leaving.signal.aborted) return;
    if (isNewer && (trace || failure)) await showSource().catch(() => {});
    if (mine !== following) return;
    if (trace) begin(trace);
    else if (failure) fail(failure);
    if (live) setTimeout(() => follow(mine, true), 1000);
  }

  // showSource shows the file as it was saved, in colors.
  async function showSource() {
    const page = new DOMParser().parseFromString(await (await fetch(location.pathname, { signal: leaving.signal })).text(), "text/html");
    const lines = page.querySelectorAll(".listing .line");
    if (lines.length > 0) code.replace([...lines]);
  }

  function showTrace(trace) {
    following++;
    begin(trace);
  }

  function showFailure(failure, source) {
    following++;
    code.setSource(source);
    fail(failure);
  }

  function showEdited() {
    if (!live) return;
    const lines = difference(JSON.parse(byId("original").textContent) ?? [], code.texts());
    byId("edited").hidden = lines.length === 0;
    byId("edited").open = lines.length <= 4 && !isLow.matches && !isNarrow.matches;
    setText(byId("edited").querySelector("pre"), lines.join("\n"));
  }

  // begin shows a run, at the step that was shown before.
  function begin(trace) {
    clear();
    code.setSource(trace.source);
    showEdited();
    if (wanted > trace.steps.length && trace.steps.length > 0) notice(say("pastEnd", { step: wanted, last: trace.steps.length }));
    wanted = 0;
    if (trace.steps.length === 0) notice(say("noSteps"));
    tellEnd(trace);
    tellNotes(trace);
    if (trace.steps.length === 0) return write(byId("narration"), "");
    player = new Player(trace);
    places = new Places(player);
    board = new Board(player, places);
    stack = new Stack(player);
    tree = new Tree(player);
    story = new Story(player);
    questions = new Questions(player);
    setText(byId("treeLead"), player.squareName ? say("treeLead", { name: player.squareName }) : "");
    delete byId("output").dataset.shown;
    code.setPressable([...places.visits.keys()]);
    drawMarks();
    listMoments();
    byId("slider").max = player.last + 1;
    main.classList.add("ready");
    seek(at);
  }

  function clear() {
    pause();
    player = question = null;
    byId("notices").replaceChildren();
    code.setPressable([]);
    main.classList.remove("failed");
    main.removeAttribute("aria-busy");
  }

  function fail(answer) {
    clear();
    showEdited();
    write(byId("narration"), "");
    main.classList.add("failed");
    switch (answer.error) {
      case "broken":
      case "untraceable":
        notice(say(answer.error), problemList(answer.problems, () => null));
        for (const problem of answer.problems) if (problem.file === "main.go") code.markError(problem.line, problemText(problem));
        code.keepInView();
        break;
      case "missing":
        notice(say("notExported", { list: numbers.join(", ") }));
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

  function tellEnd(trace) {
    if (trace.end === "done") return;
    const key = named("end", trace.end), { line, status } = trace;
    notice(say(key, { line, status, message: trace.message && quoted(trace.message), steps: trace.steps.length.toLocaleString() }));
    if (trace.stuck) notice(say("stuck"));
    if (line) code.markError(line, trace.message);
  }

  // tellNotes tells what the program itself would not show: another n than its own, and what is not seen on a terminal.
  function tellNotes({ notes, lost, stderr }) {
    if (lost) notice(say("lost", { count: lost.toLocaleString() }));
    if (stderr) notice(say("stderr"), make("pre", "", stderr));
    for (const note of notes ?? []) {
      const text = note.code === "fixed" && !note.line ? say("noteNone") : say(named("note", note.code), note);
      if (note.line) code.remark(note.line, text);
      else notice(text);
    }
  }

  function drawMarks() {
    const scale = 1000 / Math.max(1, player.last);
    const marks = [...new Set((player.placements ?? []).map(step => Math.round(step * scale * 2) / 2))];
    byId("marks").firstElementChild.setAttribute("d", marks.map(x => `M${x} 0V6`).join(""));
  }

  function listMoments() {
    byId("moments").replaceChildren(...player.moments().map((moment, i) => {
      const button = make("button", "moment");
      button.type = "button";
      write(button, say(moment.word, { call: moment.call, search: player.roles.search }));
      button.append(" ", make("kbd", "", String(i + 1)));
      button.lastChild.setAttribute("aria-hidden", "true");
      button.addEventListener("click", () => goTo(moment.step));
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

  // goTo leads to a step that was pointed at.
  function goTo(step) {
    pause();
    seek(step);
  }

  // show writes all that a step changes before it asks for any size: the browser lays the page out
  // once.
  function show(feedback) {
    // A condition that is asked for is shown without its outcome.
    const focused = rovers.find(rover => rover.hasFocus()), isAsked = question?.kind === "condition", k = isAsked ? at + 1 : at;
    if (k > 0) player.stateAt(k - 1); // which is asked for, too: from there it is one step
    const state = player.stateAt(k), place = player.place(k);
    const isNextTold = !question && !(byId("predict").checked && questions.at(k, false)?.kind === "line");
    const waiting = new Map();
    for (const [, line] of state.stack.slice(0, -1)) waiting.set(line, (waiting.get(line) ?? 0) + 1);
    code.show({
      from: place?.line, to: place?.end, kind: { [RETURN]: "back", [CALL]: "call" }[player.kind(k)], waiting,
      ran: isAsked ? undefined : player.ran(k), next: isNextTold ? player.next(k) : isAsked ? place?.line : undefined,
      options: question?.options?.map(({ line }) => line) ?? [],
    });
    board.show(k, state, isAsked);
    stack.show(k, state);
    tree.show(k);
    showOutput(player, k);
    story.show(k, state, question, feedback, isNextTold);
    showAnswers();
    showControls();
    for (const rover of rovers) rover.settle();
    if (focused && !focused.hasFocus()) focused.stop?.focus({ preventScroll: true });
    code.keepInView();
    tree.keepInView();
    byId("stack").scrollTop = 0;
    byId("output").scrollTop = byId("output").scrollHeight;
  }

  // Predicting.

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
    else answers.append(...question.options.map(({ line }, i) =>
      button(String(i + 1), say("option", { line }) + " " + quoted(player.code(line)), line)));
  }

  function reply(answer) {
    if (!question) return;
    const right = answer === question.answer;
    score.asked++;
    if (right) score.right++;
    const chosen = question.options?.find(({ line }) => line === answer);
    const why = right ? "" : chosen?.why ? say(chosen.why, chosen) : "";
    goOn(right ? "right" : "wrong", why);
  }

  // goOn shows the step that was asked for, and why an answer was wrong.
  function goOn(verdict, why = "") {
    const inside = byId("answers").contains(document.activeElement);
    seek(at + 1, { verdict, why });
    if (inside) byId("step").focus({ preventScroll: true }); // the answers are gone
  }

  function setPredict() {
    main.classList.toggle("predicting", byId("predict").checked);
    if (player) seek(at);
  }

  function ask() {
    return byId("predict").checked ? questions.at(at, byId("onlyReturns").checked) : null;
  }

  function nextQuestion() {
    if (!player) return;
    if (!byId("predict").checked) byId("predict").click();
    const step = questions.after(question ? at + 1 : at, byId("onlyReturns").checked);
    if (step === undefined) return;
    goTo(step);
    question = ask();
    show();
  }

  // Moving.

  function step() {
    if (question) return;
    const asked = ask();
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
      const to = places.stride(byId("stride").value, at), asked = byId("predict").checked ? questions.after(at, byId("onlyReturns").checked, to) : undefined;
      seek(asked ?? to);
      if (asked !== undefined) step(); // which asks, and pauses
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
    setAttribute(byId("narration"), "aria-live", playing ? "off" : "polite");
    setText(byId("play").querySelector("span"), say(playing ? "pause" : "play"));
    setAttribute(byId("play").querySelector("path"), "d", playing ? PAUSE : PLAY);
    const perSecond = say("perSecond", { count: speeds[byId("speed").value] });
    setAttribute(byId("speed"), "aria-valuetext", perSecond);
    setText(byId("speed-label"), perSecond);
    if (!player) return;
    const place = say("positionOf", { step: (at + 1).toLocaleString(), last: (player.last + 1).toLocaleString() });
    setText(byId("position"), place);
    byId("slider").value = at + 1;
    setAttribute(byId("slider"), "aria-valuetext", place);
    const { right, asked } = score;
    setText(byId("score"), asked ? say("score", { right, asked }) : "");
    const disable = (id, off) => setAttribute(byId(id), "aria-disabled", String(off));
    disable("back", at === 0 && !question);
    disable("placeBack", player.previousPlacement(at) === undefined);
    disable("placeNext", player.nextPlacement(at) === undefined);
    disable("step", at === player.last || question !== null);
    disable("play", question !== null);
    for (const id of ["stepOver", "toReturn"]) disable(id, at === player.last);
    disable("showAnswer", question === null);
  }

  // The view: which panes are shown, and the size for the wall.

  const panes = { showCode: "hide-code", showState: "hide-state", showCalls: "hide-calls" };

  function togglePane(id) {
    const hidden = main.classList.contains(panes[id]);
    const others = Object.values(panes).filter(name => name !== panes[id] && !main.classList.contains(name));
    if (!hidden && others.length === 0) return; // one stays
    main.classList.toggle(panes[id]);
    byId(id).setAttribute("aria-pressed", hidden);
    code.keepInView();
  }

  const isLow = matchMedia("(max-height: 36rem)"), isNarrow = matchMedia("(max-width: 40rem)");

  function setPresenting(on) {
    document.documentElement.classList.toggle("presenting", on);
    byId("present").setAttribute("aria-pressed", on);
    main.classList.toggle("low", on || isLow.matches);
    main.classList.toggle("narrow", isNarrow.matches);
  }

  function present() {
    const on = !document.documentElement.classList.contains("presenting");
    setPresenting(on);
    // Where full screen is refused, the larger type remains.
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  for (const media of [isLow, isNarrow]) {
    media.addEventListener("change", () => setPresenting(document.documentElement.classList.contains("presenting")));
  }
  addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) setPresenting(false); });

  // How much of the window the bars cover, for what scrolls between them.
  const covers = (element, name) => new ResizeObserver(() => {
    const isBar = getComputedStyle(element).position === "sticky";
    document.documentElement.style.setProperty(name, isBar ? element.offsetHeight + 6 + "px" : "0px");
  }).observe(element);
  covers(byId("story"), "--above");
  covers(document.querySelector(".controls"), "--below");

  // What gets the focus comes wholly into sight, a square with its board.
  addEventListener("focusin", event => {
    const focused = event.target.closest("button, a, input, select, [role=button]");
    for (const element of [focused?.closest("#board"), focused]) element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  // Buttons, keys, slider.

  for (const name of ["step", "back", "stepOver", "toReturn", "placeNext", "placeBack"]) {
    byId(name).addEventListener("click", () => act(name));
  }
  byId("play").addEventListener("click", () => (timer ? pause() : play()));
  byId("help").addEventListener("click", () => byId("panel").showModal());
  byId("present").addEventListener("click", present);
  for (const id in panes) byId(id).addEventListener("click", () => togglePane(id));
  for (const id of ["predict", "onlyReturns"]) byId(id).addEventListener("change", setPredict);
  byId("nextQuestion").addEventListener("click", nextQuestion);
  byId("showAnswer").addEventListener("click", () => { if (question) goOn("shown"); });
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
  addEventListener("click", event => {
    if (event.detail > 0 && document.activeElement.matches("button, pre, [role=button], [type=checkbox]")) document.activeElement.blur();
  });
  for (const range of document.querySelectorAll("[type=range]")) range.addEventListener("pointerup", () => range.blur());

  // The dialog in which a step or a placement is typed, and from which a link is copied.

  function openPlaces() {
    if (!player) return;
    pause();
    byId("toStep").max = player.last + 1;
    byId("toStep").value = at + 1;
    byId("toPlacementLine").hidden = !player.placements?.length;
    byId("toPlacement").max = player.placements?.length;
    byId("toPlacement").value = "";
    byId("link").value = new URL(linkTo(at), location.href);
    setText(byId("copied"), "");
    byId("places").showModal();
    byId("toStep").select();
  }

  byId("position").addEventListener("click", openPlaces);
  byId("leavePlaces").addEventListener("click", () => byId("places").close());
  byId("places").querySelector("form").addEventListener("submit", () => {
    const number = Number(byId("toPlacement").value);
    if (number) goTo(player.placements[number - 1]);
    else if (byId("toStep").value) goTo(byId("toStep").value - 1);
  });
  byId("copyLink").addEventListener("click", async () => {
    byId("link").select();
    try {
      await navigator.clipboard.writeText(byId("link").value);
    } catch { // not allowed: it is marked for the reader to copy
      return;
    }
    setText(byId("copied"), say("copied"));
  });

  function nextStride() {
    byId("stride").selectedIndex = (byId("stride").selectedIndex + 1) % byId("stride").length;
  }

  // A press leads to where that came to be on which it is: of a line, to its next visit, with Shift to the one before.

  listing.addEventListener("click", event => {
    const number = code.lineOf(event.target);
    if (!player || !number || !getSelection().isCollapsed) return;
    if (question?.kind === "line") reply(number);
    else if (!question) visit(number, event.shiftKey);
  });

  function visit(line, isBack) {
    const step = isBack ? places.previousVisit(line, at) : places.nextVisit(line, at) ?? places.nextVisit(line, -1);
    if (step !== undefined) goTo(step);
  }

  document.querySelector(".state").addEventListener("click", event => {
    const step = player && !question ? board.stepOf(event.target, at) : undefined;
    if (step !== undefined) goTo(step);
  });
  document.querySelector(".calls").addEventListener("click", event => {
    const call = event.target.closest("[data-start]"), printed = event.target.closest("[data-from]");
    if (call) goTo(Number(call.dataset.start));
    else if (printed && getSelection().isCollapsed) goTo(places.printed(Number(printed.dataset.from)));
  });

  const keys = {
    ArrowRight: "step", PageDown: "step", ArrowLeft: "back", PageUp: "back", ArrowDown: "stepOver", ArrowUp: "toReturn",
    Home: "first", End: "last", n: "placeNext", p: "placeBack",
  };

  addEventListener("keydown", event => {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || main.classList.contains("editing")) return;
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    if (scrolls(target, event.key)) return;
    // With a Korean input method the N key types ㅜ: its place on the keyboard tells.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key;
    if (!handle(letter)) return;
    event.preventDefault();
  });

  // scrolls reports whether the key scrolls the pane that has the focus, or what that stands in.
  function scrolls(target, key) {
    if (!target.closest(".pane, pre, #story") || !/^(Arrow|Page|Home|End)/.test(key)) return false;
    for (let box = target; box; box = box.parentElement) {
      const isPage = box === document.documentElement;
      if (!isPage && getComputedStyle(box).overflowY === "visible") continue;
      if (/Left|Right/.test(key) ? box.scrollWidth > box.clientWidth : box.scrollHeight > box.clientHeight) return true;
    }
    return false;
  }

  function handle(key) {
    if (question?.kind === "condition" && (key === "t" || key === "f")) reply(key === "t");
    else if (question?.kind === "line" && question.options[key - 1]) reply(question.options[key - 1].line);
    else if (/^[1-9]$/.test(key)) byId("moments").children[key - 1]?.click();
    else if (keys[key]) act(keys[key]);
    else if (key === " ") timer ? pause() : play();
    else if (key === "+" || key === "=") setSpeed(Math.min(speeds.length - 1, Number(byId("speed").value) + 1));
    else if (key === "-") setSpeed(Math.max(0, byId("speed").value - 1));
    else if ((key === "[" || key === "]") && player) visit(player.line(at), key === "[");
    else if (key === "q") byId("predict").click();
    else if (key === "e") nextQuestion();
    else if (key === "a") byId("showAnswer").click();
    else if (key === "g") openPlaces();
    else if (key === "y") nextStride();
    else if (key === "w") present();
    else if (key === "l") changeTheme();
    else if (key === "i") byId("edit")?.click();
    else if (key === "z") togglePane("showCode");
    else if (key === "x") togglePane("showState");
    else if (key === "c") togglePane("showCalls");
    else if (key === "?") byId("panel").showModal();
    else return false;
    return true;
  }

  rovers = [
    new Rover(listing, { isList: true, current: () => code.current }),
    new Rover(document.querySelector(".state"), { current: () => document.querySelector(".square.here") }),
    new Rover(byId("stack"), { isList: true, current: () => document.querySelector("#stack .runs button") }),
    new Rover(byId("tree"), { current: () => tree?.current() }),
    new Rover(byId("output"), { isList: true, current: () => byId("output").lastElementChild }),
  ];
  for (const id in panes) byId(id).setAttribute("aria-pressed", true);
  setPresenting(false);
  for (const link of document.querySelectorAll(".numbers a")) {
    if (Number(link.dataset.n) === n) link.setAttribute("aria-current", "true");
  }
  setPredict();
  showControls();
  showFile();
  return { stage, n, language, showTrace, showFailure, showFile };
})();
