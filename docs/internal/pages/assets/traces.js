"use strict";

// Traces of a stage's file come from the server, which makes them anew when the file is saved, or
// lie beside the pages of an export. The stepper does not know where a trace comes from: one that is
// made in the page itself is given to stepper.showTrace, or to stepper.showFailure what kept it from being made.
//
// A trace is that of package trace. A failure is {error, text, problems}, that of package server.

let tag = null; // of the server's last answer

// loadTrace returns the trace of a stage's file as it is now, or rejects with a failure. If only a
// newer one than before is wanted, it returns null where there is none.
function loadTrace(stage, n, language, signal, isNewer = false) {
  const { base, live, words } = byId("main").dataset;
  const name = `${base}traces/${stage}-${n}${words === "true" ? "." + language : ""}`;
  return live === "true" ? fetchTrace(name + ".json", signal, isNewer) : readTrace(name + ".js");
}

async function fetchTrace(address, signal, isNewer) {
  if (isNewer && !tag) return null; // the server could not tell
  const response = await fetch(address, { signal, ...(isNewer && { headers: { "If-None-Match": tag }, cache: "no-store" }) });
  if (response.status === 304) return null;
  tag = response.headers.get("ETag") ?? (response.status < 500 ? '"saved meanwhile"' : null);
  const answer = await response.json();
  if (response.ok) return answer;
  throw answer;
}

// readTrace runs the script that an export has for each trace: browsers fetch nothing beside a page from a disk.
function readTrace(address) {
  return new Promise((resolve, reject) => {
    window.receiveTrace = resolve;
    const script = make("script");
    script.src = address;
    script.onerror = () => reject({ error: "missing" });
    document.head.append(script);
  });
}
