/* A result is played once where it comes about: elements in rhythm, the limit, payments that fly,
   totals that count, ranks that change. What stands in the page is how it ends. */

const PLAYED = "scene";
const BEATS = "#main .items > tbody > tr, #main .ready form, #main .flows-of-draw li";
const BEAT_MS = 120;
const BEATS_MS = 540;
const FIRST_MS = 150;
const ROW_MS = 200;
const TILE_MS = 250;
const WRITING_MS = 300;
const GLOW_MS = 600;
const PAYING_MS = 400;
const COUNTING_MS = 300;
const EASE = "cubic-bezier(.2, .8, .3, 1)";

/** Return when what moves begins and for how long, in ms, however many *beats* there are. */
export function score(beats, isWritten) {
  const beat = beats ? Math.min(BEAT_MS, BEATS_MS / beats) : 0;
  const written = FIRST_MS + beats * beat;
  const paid = written + (isWritten ? WRITING_MS : 0);
  return {
    hand: [0, TILE_MS],
    won: [FIRST_MS, TILE_MS],
    rows: Array.from({ length: beats }, (_, place) => [FIRST_MS + place * beat, ROW_MS]),
    sign: [written, WRITING_MS],
    glow: [written + WRITING_MS / 2, GLOW_MS],
    payments: [paid, PAYING_MS],
    totals: [paid + PAYING_MS / 2, COUNTING_MS],
  };
}

/** Return *value* as the pages write it: grouped by thousands, with a true minus. */
export function grouped(value) {
  return value.toLocaleString("en").replace("-", "−");
}

const points = (place) => place.split(" ").map((one) => `${one}px`).join(", ");

/* Each entry: what moves, how, when it begins and for how long. */
function* moves(main, beats, at) {
  for (const tiles of main.querySelectorAll(".reading")) {
    yield [tiles, [{ opacity: 0, transform: "translateX(-24px)" }, {}], at.hand];
  }
  for (const tile of main.querySelectorAll(".won")) {
    yield [tile, [{ opacity: 0, transform: "translateY(-40px)" }, {}], at.won];
  }
  for (const [place, row] of beats.entries()) {
    yield [row, [{ opacity: 0, transform: "translateX(28px)" }, {}], at.rows[place]];
  }
  for (const word of main.querySelectorAll(".worth .big")) {
    yield [word, [{ opacity: 0, transform: "scale(1.4)" }, {}], at.sign];
  }
  for (const sign of main.querySelectorAll(".calligraphy")) {
    yield [sign, [{ opacity: 0, transform: "scale(3) rotate(-8deg)" }, {}], at.sign];
  }
  for (const panel of main.querySelectorAll(".score.at-limit")) {
    const glow = { boxShadow: "0 0 60px 10px var(--amber)" };
    yield [panel, [{}, glow, {}], at.glow];
  }
  for (const arrow of main.querySelectorAll(".flow")) {
    yield [arrow, [{ opacity: 0 }, {}], at.payments];
  }
  for (const plate of main.querySelectorAll("[data-payer]")) {
    const [payer, payee] = [plate.dataset.payer, plate.dataset.payee].map(points);
    const flight = [
      { opacity: 0, transform: `translate(${payer})` },
      { opacity: 1, transform: `translate(${payee})`, offset: 0.7 },
      { transform: "none" },
    ];
    yield [plate, flight, at.payments];
  }
  for (const row of main.querySelectorAll("[data-shift]")) {
    const from = { transform: `translateY(${row.dataset.shift * row.offsetHeight}px)` };
    yield [row, [from, {}], at.totals];
  }
}

/* Numbers run with an animation that shows nothing else: whoever ends that, ends them. */
function count(cell, [delay, duration]) {
  const [text, total, before] = [cell.textContent, Number(cell.dataset.total), Number(cell.dataset.before)];
  const clock = cell.animate([], { delay, duration, fill: "backwards" });
  const tick = () => {
    const isRunning = clock.playState !== "finished" && clock.playState !== "idle";
    const done = clock.effect.getComputedTiming().progress ?? 0;
    cell.textContent = isRunning ? grouped(Math.round(before + done * (total - before))) : text;
    if (isRunning) requestAnimationFrame(tick);
  };
  tick();
  return clock;
}

/** Set everything in motion that moves when a result comes about; return what runs. */
export function play(main) {
  const beats = [...main.ownerDocument.querySelectorAll(BEATS)];
  const at = score(beats.length, Boolean(main.querySelector(".calligraphy")));
  const running = [...moves(main, beats, at)].map(([part, frames, [delay, duration]]) =>
    part.animate(frames, { delay, duration, fill: "backwards", easing: EASE }));
  for (const cell of main.querySelectorAll("[data-before]")) running.push(count(cell, at.totals));
  return running;
}

export function playScenes(page) {
  let running = [];
  let wasShown = false;
  let isSwallowed = false;
  const sceneOf = () => page.querySelector("#main").dataset.scene ?? "";
  const isStill = () => page.documentElement.classList.contains("motion-off")
    || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const end = () => {
    for (const one of running) one.cancel();
    running = [];
    page.documentElement.dataset.scene = "over";
  };
  page.addEventListener("leaving", () => { wasShown = Boolean(sceneOf()); });
  page.addEventListener("arrived", ({ detail }) => {
    const scene = sceneOf();
    if (running.length && !scene) end();
    const isNew = scene && !wasShown && scene !== sessionStorage.getItem(PLAYED);
    if (scene) sessionStorage.setItem(PLAYED, scene);
    if (!isNew || !detail.isNews || isStill()) return;
    page.documentElement.dataset.scene = "plays";
    running = play(page.querySelector("#main"));
    Promise.all(running.map((one) => one.finished)).then(end, () => {});
  });
  if (sceneOf()) sessionStorage.setItem(PLAYED, sceneOf());
  /* A tap on the scene ends it and does nothing else. */
  page.addEventListener("pointerdown", (event) => {
    isSwallowed = running.length > 0 && Boolean(event.target.closest?.("#main"));
    if (running.length) end();
    if (isSwallowed) event.stopImmediatePropagation();
  }, true);
  page.addEventListener("click", (event) => {
    if (!isSwallowed) return;
    isSwallowed = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}
