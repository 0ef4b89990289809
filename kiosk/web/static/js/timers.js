/* Clocks run down by the browser's own time from what the page says is left; one asks no server. */

/** Return *left* seconds as people read them, 4:05. */
export function clockTime(left) {
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

/** Show one clock as it stands *past* seconds after its page was made. */
export function showClock(clock, past) {
  const { runs, soon, late, over } = clock.dataset;
  const left = Math.max(0, Number(runs) - past);
  const state = left > soon ? "" : left > late ? "soon" : "late";
  const words = left ? clockTime(left) : over;
  if (clock.textContent !== words) clock.textContent = words;
  clock.parentElement.className = `clock ${state}`;
}

export function runTimers(page, now = () => performance.now()) {
  let since = now();
  page.addEventListener("arrived", () => { since = now(); });
  setInterval(() => {
    const past = Math.floor((now() - since) / 1000);
    for (const clock of page.querySelectorAll("[data-runs]")) showClock(clock, past);
  }, 500);
}
