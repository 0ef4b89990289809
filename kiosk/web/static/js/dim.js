/* A screen that nobody touches goes dark; the touch that wakes it does nothing else. */

export const MINUTE_MS = 60_000;

export function dimWhenIdle(page) {
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    const minutes = Number(page.body.dataset.dim);
    if (minutes) timer = setTimeout(() => page.body.classList.add("dark"), minutes * MINUTE_MS);
  };
  page.addEventListener("pointerdown", wait, true);
  page.addEventListener("keydown", () => {
    page.body.classList.remove("dark");
    wait();
  }, true);
  page.addEventListener("click", (event) => {
    if (!page.body.classList.contains("dark")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    page.body.classList.remove("dark");
  }, true);
  wait();
}
