/* Taps that were meant for the screen before, and second taps on the same button. */

export const DEAF_MS = 350;

/** Return whether a tap at *now* comes too soon after the screen appeared at *shown*. */
export function isTooSoon(now, shown) {
  return now - shown < DEAF_MS;
}

/* A busy machine runs scripts long after it has drawn the screen: people count from what they see. */
function drawnAt() {
  const [drawn] = performance.getEntriesByName("first-contentful-paint");
  return drawn ? drawn.startTime : performance.now();
}

export function guardTaps(page) {
  const shown = drawnAt();
  const left = shown + DEAF_MS - performance.now();
  setTimeout(() => { page.documentElement.dataset.hears = "1"; }, Math.max(0, left) + 1);
  page.addEventListener("click", (event) => {
    if (event.detail > 0 && isTooSoon(event.timeStamp, shown)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
  });
  /* A page that comes back from the browser's memory may be sent again: the op id keeps it single. */
  window.addEventListener("pageshow", () => {
    for (const form of page.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
}
