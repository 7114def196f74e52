"use strict";

// Light or dark: as the system has it, until the reader chooses. The choice holds for every page.

try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser may keep nothing for pages from files */ }

function changeTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (document.documentElement.dataset.theme ?? system) === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch { /* it holds for this page */ }
}

addEventListener("click", event => {
  if (event.target.closest("#theme")) changeTheme();
});
