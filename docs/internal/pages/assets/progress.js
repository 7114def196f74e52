"use strict";

// How far the learner has come with the exercises, as this browser has kept it.

{
  const words = JSON.parse(document.getElementById("words").textContent);
  for (const item of document.querySelectorAll(".progress [data-folder]")) {
    try {
      const state = localStorage.getItem("eightqueens:state:" + item.dataset.folder);
      if (!state) continue;
      item.classList.add(state.replaceAll(" ", "-"));
      item.querySelector(".state").textContent = words["state:" + state] ?? "";
    } catch { /* a browser may keep nothing for pages from files */ }
  }
}
