"use strict";

// The other language opens at the heading that stands at the top of the window.
document.getElementById("language").addEventListener("click", event => {
  let place = null;
  for (const heading of document.querySelectorAll("article [data-place]")) {
    if (heading.getBoundingClientRect().top < innerHeight / 3) place = heading.dataset.place;
  }
  if (place > 0) event.currentTarget.hash = "place-" + place;
});

const place = /^#place-(\d+)$/.exec(location.hash);
if (place) {
  const heading = document.querySelector(`article [data-place="${place[1]}"]`);
  if (heading) location.replace("#" + heading.id);
}

// The contents of the page close when they have served.
const places = document.querySelector(".places");
addEventListener("click", event => { if (places && !event.target.closest(".places summary")) places.open = false; });

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.key === "Escape" && places?.open) {
    places.open = false;
    places.querySelector("summary").focus();
  }
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (way && !event.target.closest("pre, .table, input")) document.querySelector(`.top [rel=${way}]`)?.click();
});

// What is too wide can be scrolled by keys.
function letScroll() {
  for (const box of document.querySelectorAll(".table, .code.text pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
letScroll();
addEventListener("resize", letScroll);

// The code beside follows the text: the lines that were quoted last are marked and in sight.
const listing = document.querySelector("aside .listing"), file = document.querySelector("aside h2")?.textContent;
const quotes = [...document.querySelectorAll("figure.go")].filter(figure => figure.querySelector("figcaption")?.textContent === file).map(figure => {
  const numbers = [...figure.querySelectorAll(".number")].map(number => Number(number.dataset.number)).filter(number => number > 0);
  return { figure, lines: numbers.map(number => document.getElementById("L" + number)) };
}).filter(quote => quote.lines.length > 0);
let shown = null;

function follow() {
  const isAbove = (element, height) => element.checkVisibility({ contentVisibilityAuto: true }) && element.getBoundingClientRect().top < height;
  const section = [...document.querySelectorAll("article h2[id]")].findLast(heading => isAbove(heading, innerHeight / 5));
  for (const link of document.querySelectorAll(".places a")) {
    if (section && decodeURIComponent(link.hash) === "#" + section.id) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
  const quote = quotes.findLast(({ figure }) => isAbove(figure, innerHeight / 2)) ?? null;
  if (quote === shown) return;
  for (const line of shown?.lines ?? []) line.classList.remove("quoted");
  shown = quote;
  if (!quote) return;
  for (const line of quote.lines) line.classList.add("quoted");
  const first = quote.lines[0], last = quote.lines.at(-1);
  const height = last.offsetTop + last.offsetHeight - first.offsetTop;
  listing.scrollTo({
    top: first.offsetTop - listing.offsetTop - Math.max(20, (listing.clientHeight - height) / 2),
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}

let asked = 0;
addEventListener("scroll", () => {
  cancelAnimationFrame(asked);
  asked = requestAnimationFrame(follow);
}, { passive: true });
follow();
