/* One stream a page tells that something changed; the page then fetches itself anew. */

import { show } from "./pages.js";

export const SILENCE_MS = 9000;
export const POLL_MS = 2000;
export const AGAIN_MS = 5000;
export const LOOK_MS = 30000;
export const TOUCH_MS = 500;
export const MOVES_MS = 900;

/** Return whether the stream has been silent for too long at *now*. */
export function isLost(now, heard) {
  return now - heard > SILENCE_MS;
}

/** Return whether a finger that last touched at *touched* may still be on its way at *now*. */
export function isTouching(now, touched) {
  return now - touched < TOUCH_MS;
}

/** Return whether the page made at the change *live* lacks what the stream told of at *since*. */
export function isOlder(live, since) {
  const tick = (change) => Number(change.split(".")[1] ?? 0);
  return tick(live) < tick(since);
}

/* Open menus, half-held buttons and forms on their way are not taken from under the finger.
   What the page has opened by itself holds nothing up. */
function isBusy(page) {
  return Boolean(page.querySelector("details.menu[open], details.by-hand[open]:not([data-open]), .holding, form[data-sent]"));
}

export function keepLive(page) {
  if (!window.EventSource) return;
  let heard = performance.now();
  let owed = false;
  let touched = -Infinity;
  /* A button that is replaced between touch and click would swallow the tap. */
  for (const name of ["pointerdown", "pointerup"]) {
    page.addEventListener(name, () => { touched = performance.now(); }, true);
  }
  const waits = () => isBusy(page) || isTouching(performance.now(), touched);
  /* One look after the other: of two at once the older page could come in last, and stay. */
  let isLooking = false;
  const look = async () => {
    owed = page.body.hasAttribute("data-live");
    if (isLooking) return;
    isLooking = true;
    let isShown = true;
    while (owed && isShown && !waits()) {
      owed = false; /* what changes from here on is owed again */
      isShown = await fetchAndShow().catch(() => false);
    }
    owed ||= !isShown;
    isLooking = false;
  };
  const fetchAndShow = async () => {
    const asked = { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(LOOK_MS) };
    const answer = await fetch(window.location.pathname + window.location.search, asked);
    const html = await answer.text();
    if (waits()) return false;
    if (!(await show(page, html, new URL(answer.url), true))) window.location.reload();
    return true;
  };
  const hear = () => { heard = performance.now(); };
  /* What changed between the page's making and this moment is told at once. */
  let since = "";
  let stream = null;
  const begin = () => {
    if (stream || !page.body.hasAttribute("data-live")) return;
    since = page.body.dataset.live;
    heard = performance.now();
    listen();
  };
  const listen = () => {
    stream = new EventSource(`/events?since=${encodeURIComponent(since)}`);
    stream.addEventListener("beat", hear);
    stream.addEventListener("change", (event) => {
      since = event.lastEventId || since;
      hear();
      look();
    });
    /* A browser gives up where too many screens were open; meanwhile the page looks by itself. */
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
    });
  };
  begin();
  /* What goes on by itself, such as a hand that is watched, tells nobody. */
  setInterval(() => { if (page.querySelector("[data-moves]")) look(); }, MOVES_MS);
  page.addEventListener("arrived", () => {
    begin();
    /* The answer to a tap may come after a look that has shown more already. */
    if (!isLooking && isOlder(page.body.dataset.live ?? since, since)) look();
  });
  window.addEventListener("pagehide", () => stream?.close());
  setInterval(() => {
    if (!stream) return;
    const lost = isLost(performance.now(), heard);
    const banner = page.querySelector("[data-lost]");
    if (banner) banner.hidden = !lost;
    if (lost || owed) look();
  }, POLL_MS);
}
