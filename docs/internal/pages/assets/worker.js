"use strict";

// What runs beside the page, in a worker: Go's own compiler and linker, the tutorial's tool, and the programs that
// they make. The page makes the worker from the text of this function behind Go's wasm_exec.js, since a page that was
// opened from a disk may load no script for a worker.
//
// A worker is told first what it is: the workshop, which gets the modules and the packages and then answers what the
// page asks, or a program that it starts, which runs once and is gone.

function workshopWorker() {
  const files = new Map();   // of the file system in memory, by path: Uint8Array
  let written = () => {};    // gets what goes to standard output (1) and standard error (2)
  let stdin = new Uint8Array();
  let kept = "";             // the path of a file of which is told, as 3, what is written to it

  const failure = code => Object.assign(new Error(code), { code });
  const O_CREAT = 64, O_TRUNC = 512, O_APPEND = 1024, O_EXCL = 128;
  const opened = new Map();  // by number
  let lastNumber = 2;

  const isFolder = path => path === "/" || [...files.keys()].some(name => name.startsWith(path + "/"));
  const absolute = path => ("/" + path).replace(/\/\.?(?=\/|$)/g, "").replace(/^$/, "/");
  function status(path) {
    const data = files.get(path);
    if (!data && !isFolder(path)) throw failure("ENOENT");
    return {
      dev: 0, ino: 0, mode: data ? 0o100644 : 0o40755, nlink: 1, uid: 0, gid: 0, rdev: 0, size: data?.length ?? 0,
      blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !data,
    };
  }

  const calls = {
    open(path, flags) {
      path = absolute(path);
      const isThere = files.has(path);
      if (isThere && flags & O_CREAT && flags & O_EXCL) throw failure("EEXIST");
      if (!isThere && !(flags & O_CREAT) && !isFolder(path)) throw failure("ENOENT");
      if (!isThere && flags & O_CREAT || isThere && flags & O_TRUNC) files.set(path, new Uint8Array());
      opened.set(++lastNumber, { path, at: 0, appends: flags & O_APPEND });
      return lastNumber;
    },
    close(number) { opened.delete(number); },
    read(number, buffer, offset, length, position) {
      if (number === 0) {
        const part = stdin.subarray(0, length);
        buffer.set(part, offset);
        stdin = stdin.subarray(part.length);
        return part.length;
      }
      const file = opened.get(number), at = position ?? file.at;
      const part = files.get(file.path).subarray(at, at + length);
      buffer.set(part, offset);
      if (position === null) file.at += part.length;
      return part.length;
    },
    write(number, buffer, offset, length, position) {
      const bytes = buffer.subarray(offset, offset + length), file = opened.get(number);
      if (!file) return written(number, bytes), length;
      let data = files.get(file.path);
      const at = position ?? (file.appends ? data.length : file.at), end = at + length;
      if (end > data.length) {
        const room = end <= data.buffer.byteLength ? data.buffer : new ArrayBuffer(Math.max(end, 2 * data.length));
        const grown = new Uint8Array(room, 0, end);
        if (room !== data.buffer) grown.set(data);
        files.set(file.path, data = grown);
      }
      data.set(bytes, at);
      if (file.path === kept) written(3, bytes);
      if (position === null) file.at = end;
      return length;
    },
    fstat(number) { return status(opened.get(number)?.path ?? "/"); },
    stat(path) { return status(absolute(path)); },
    lstat(path) { return status(absolute(path)); },
    readdir(path) {
      const folder = absolute(path).replace(/\/?$/, "/");
      return [...new Set([...files.keys()].filter(name => name.startsWith(folder)).map(name => name.slice(folder.length).split("/")[0]))];
    },
    rename(from, to) {
      files.set(absolute(to), files.get(absolute(from)));
      files.delete(absolute(from));
    },
    unlink(path) { if (!files.delete(absolute(path))) throw failure("ENOENT"); },
    ftruncate(number, length) { files.set(opened.get(number).path, files.get(opened.get(number).path).slice(0, length)); },
    mkdir() {}, fsync() {}, chmod() {}, fchmod() {}, utimes() {}, // folders are there where files are
  };

  // Go calls back with an error, or null and a result.
  const fs = { constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_DIRECTORY: 65536 } };
  for (const name of ["chown", "fchown", "lchown", "link", "readlink", "rmdir", "symlink", "truncate"]) calls[name] = () => { throw failure("ENOSYS"); };
  for (const [name, call] of Object.entries(calls)) {
    fs[name] = (...parameters) => {
      const callback = parameters.pop();
      let result;
      try { result = call(...parameters); } catch (error) { return callback(error.code ? error : failure("EIO")); }
      callback(null, result);
    };
  }
  fs.writeSync = (number, bytes) => calls.write(number, bytes, 0, bytes.length, null);
  globalThis.fs.write = fs.write; // of wasm_exec.js
  Object.assign(globalThis.fs, fs);
  globalThis.process.cwd = () => "/";

  function joined(pieces) {
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  // run runs a program of Go to its end, and returns its exit status; less than 0 where the browser ended it.
  async function run(module, argv, env, most = Infinity) {
    const go = new Go();
    go.argv = argv;
    go.env = env;
    let exit = 0, isFull = false;
    go.exit = code => { exit = code; };
    const grown = go.importObject.gojs["runtime.resetMemoryDataView"];
    go.importObject.gojs["runtime.resetMemoryDataView"] = pages => {
      grown(pages);
      isFull = go._inst.exports.mem.buffer.byteLength > most;
      if (isFull) throw new Error("memory");
    };
    let fail;
    const failed = new Promise((_, reject) => {
      fail = event => { // where Go is called back
        event.preventDefault();
        reject(event.error);
      };
    });
    addEventListener("error", fail);
    try {
      await Promise.race([failed, go.run(await WebAssembly.instantiate(module, go.importObject))]);
    } catch (error) {
      return { exit: -1, error: isFull ? "memory" : error instanceof RangeError ? "stack" : String(error) };
    } finally {
      removeEventListener("error", fail);
    }
    return { exit };
  }

  // A program: everything that it writes is sent on, at once if it may be the last for long.
  async function beProgram({ code, argv, env, input, memory, isTraced, kept: path = "", files: texts = {} }) {
    stdin = input;
    kept = path;
    for (const [name, text] of Object.entries(texts)) files.set(absolute(name), new TextEncoder().encode(text));
    let waiting = [], length = 0, sent = performance.now();
    const send = () => {
      if (waiting.length > 0) postMessage({ written: waiting });
      waiting = [];
      length = 0;
      sent = performance.now();
    };
    written = (number, bytes) => {
      waiting.push([number, bytes.slice()]);
      length += bytes.length;
      if (number === 3 || isTraced || length > 1 << 18 || performance.now() - sent > 50) send();
    };
    const end = await run(await WebAssembly.compile(code), argv, env, memory);
    send();
    postMessage(end);
  }

  // The workshop.
  const modules = {};
  let script = "";    // of this worker, from which others are made
  let program = null; // the worker of the program that runs, and what ends it

  const decoder = new TextDecoder();
  const host = globalThis.host = {
    // command runs compile or link, and returns what it said if it failed.
    async command(name, ...args) {
      let said = "";
      written = (_, bytes) => { said += decoder.decode(bytes, { stream: true }); };
      const { exit, error } = await run(modules[name], [name, ...args], { HOME: "/", TMPDIR: "/tmp", GOGC: "off", GOMEMLIMIT: "1GiB" }); // they end soon
      written = () => {};
      return exit === 0 ? "" : said || error || `${name}: exit status ${exit}`;
    },

    // start runs a linked program, and tells of what it writes; the end comes last, {exit, error}.
    start(path, argv, env, input, options, tell) {
      host.stop();
      const address = URL.createObjectURL(new Blob([script]));
      const worker = new Worker(address);
      let untold = [], timer = 0; // what was written since Go was called, which takes its time
      const tellAll = () => {
        const written = untold;
        untold = [];
        timer = 0;
        for (const [number, pieces] of written) tell(number, joined(pieces));
      };
      const end = result => {
        if (program?.worker !== worker) return;
        worker.terminate();
        URL.revokeObjectURL(address);
        program = null;
        setTimeout(() => { // Go may be calling
          tellAll();
          tell(0, result);
        });
      };
      program = { worker, end };
      worker.onmessage = ({ data }) => {
        for (const [number, bytes] of data.written ?? []) {
          if (untold.at(-1)?.[0] === number) untold.at(-1)[1].push(bytes);
          else untold.push([number, [bytes]]);
        }
        if ("exit" in data) end(data);
        else timer ||= setTimeout(tellAll, 20);
      };
      worker.onerror = event => { // there is no room for another, for one
        event.preventDefault(); // it is no error of this worker
        end({ exit: -1, error: event.message ?? "worker" });
      };
      worker.postMessage({ role: "program", code: files.get(path), argv, env, input: new TextEncoder().encode(input), ...options });
    },

    stop() { program?.end({ exit: -1, error: "stopped" }); },
  };

  async function beWorkshop({ pack, names, text }) {
    script = text;
    let at = 0;
    for (const [name, size] of names) {
      files.set(name, pack.subarray(at, at + size));
      at += size;
    }
    await Promise.all(["compile", "link", "tool"].map(async name => {
      modules[name] = await WebAssembly.compile(files.get(`/${name}.wasm`));
      files.delete(`/${name}.wasm`);
    }));
    run(modules.tool, ["tool"], {}).then(({ error }) => postMessage({ broken: error ?? "tool" }));
    const answer = await new Promise(resolve => { host.ready = resolve; }); // the tool gives the function that answers
    postMessage({ ready: true });
    let last = 0;
    onmessage = async ({ data: { id, asked } }) => {
      last = id;
      host.stop();
      const reply = (kind, value) => {
        if (id === last) postMessage({ id, kind, value });
        return id === last;
      };
      if (asked) answer(JSON.stringify(asked), reply);
    };
  }

  onmessage = ({ data }) => {
    onmessage = null;
    if (data.role === "program") beProgram(data).catch(error => postMessage({ exit: -1, error: String(error) }));
    else beWorkshop(data).catch(error => postMessage({ broken: String(error) }));
  };
}
