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

const TAPPED = "a[href], button, summary, input[type=image]";

/* What a tap would do. A button that did the same a moment ago may be tapped at once. */
function doing(target) {
  if (!target.form) return target.href ?? target.textContent;
  const fields = [...new FormData(target.form)].filter(([name]) => name !== "op" && name !== "seen");
  return JSON.stringify([target.form.getAttribute("action"), target.name, target.value || target.textContent, fields]);
}

export function guardTaps(page) {
  let shown = drawnAt();
  let known = new Set();
  let ready = 0;
  /* The page says when it takes any tap. */
  const wait = () => {
    clearTimeout(ready);
    delete page.documentElement.dataset.hears;
  };
  const hear = () => {
    wait();
    const isNew = [...page.querySelectorAll(TAPPED)].some((target) => !known.has(doing(target)));
    const left = isNew ? shown + DEAF_MS - performance.now() : 0;
    ready = setTimeout(() => { page.documentElement.dataset.hears = "1"; }, Math.max(0, left) + 1);
  };
  hear();
  page.addEventListener("asking", wait);
  page.addEventListener("leaving", () => {
    known = new Set([...page.querySelectorAll(TAPPED)].map(doing));
  });
  page.addEventListener("arrived", () => {
    shown = performance.now();
    hear();
  });
  page.addEventListener("click", (event) => {
    const target = event.target.closest?.(TAPPED);
    if (event.detail > 0 && target && isTooSoon(event.timeStamp, shown) && !known.has(doing(target))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);
  page.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
  });
}
