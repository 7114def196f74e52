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
