/* Taps that were meant for the screen before, and second taps on the same button. */

export const DEAF_MS = 350;

/** Return whether a tap at *now* comes too soon after the screen appeared at *shown*. */
export function isTooSoon(now, shown) {
  return now - shown < DEAF_MS;
}

export function guardTaps(page) {
  const shown = performance.now();
  page.addEventListener("click", (event) => {
    if (event.detail > 0 && isTooSoon(performance.now(), shown)) {
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
