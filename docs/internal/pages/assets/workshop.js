"use strict";

// The workshop makes programs in the page: it loads Go's own compiler when it is first asked for, and
// hands on what the page asks of it. Worker.js does the work.

const workshop = (() => {
  let index = null;         // of the pack: {name, parts, files, exec, recorder}
  const parts = [];         // of the pack, as text
  let worker = null, ready = null;
  let asked = 0, listener = null; // to the answers to the last question

  function runScript(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = resolve;
      script.onerror = () => reject(new Error("missing"));
      document.head.append(script);
    }).finally(() => document.head.lastElementChild.remove());
  }

  function bytesOf(text) {
    const characters = atob(text), bytes = new Uint8Array(characters.length);
    for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
    return bytes;
  }

  // load loads what is missing, and tells how much of it there is, from 0 to 1.
  async function load(progress) {
    const folder = byId("main").dataset.base + "workshop/";
    if (!index) await runScript(folder + "index.js");
    for (let k = 0; k < index.parts; k++) {
      progress(k / index.parts);
      if (!parts[k]) await runScript(`${folder}${index.name}/${k}.js`);
    }
    progress(1);
    const stream = new Blob(parts.map(bytesOf)).stream().pipeThrough(new DecompressionStream("gzip"));
    const pack = new Uint8Array(await new Response(stream).arrayBuffer());
    parts.length = 0;
    const text = `${index.exec};${workshopWorker};workshopWorker();`;
    worker = new Worker(URL.createObjectURL(new Blob([text])));
    await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.ready) resolve();
        if (data.broken) broke(data.broken, reject);
        if (data.id === asked) listener(data.kind, data.value);
      };
      worker.onerror = event => broke(event.message, reject);
      worker.postMessage({ role: "workshop", pack, names: index.files, text }, [pack.buffer]);
    });
  }

  function broke(reason, reject) {
    worker?.terminate();
    worker = ready = null;
    reject(new Error(reason));
    listener?.("failure", JSON.stringify({ error: "failed", text: reason }));
    listener?.("end");
  }

  // ask has the workshop do something, and tells of what comes of it until the end. Nothing more is heard of
  // what was asked before.
  async function ask(question, progress, heard) {
    const id = ++asked;
    listener?.("end");
    listener = null;
    ready ??= load(progress);
    try {
      await ready;
    } catch (error) {
      ready = null; // it can be tried again
      throw error;
    }
    if (id !== asked) return;
    await new Promise(resolve => {
      listener = (kind, value) => (kind === "end" ? resolve() : heard(kind, value));
      worker.postMessage({ id, asked: { ...question, recorder: index.recorder } });
    });
  }

  // stop ends the program that runs.
  function stop() {
    asked++;
    worker?.postMessage({ id: asked });
    listener?.("end");
    listener = null;
  }

  return { ask, stop, open: opened => { index = opened; }, receive: (k, text) => { parts[k] = text; } };
})();
