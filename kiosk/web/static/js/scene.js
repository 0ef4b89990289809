/* A result is played once where it comes about: elements in rhythm, the limit, payments that fly,
   totals that count, ranks that change. What stands in the page is how it ends. */

const PLAYED = "scene";
const BEATS = "#main .items > tbody > tr, #main .ready form, #main .flows-of-draw li";
export const BEAT_MS = 120;
export const BEATS_MS = 540;
export const WRITING_MS = 300;
export const PAYING_MS = 400;
export const COUNTING_MS = 300;
const FIRST_MS = 150;
const EASE = "cubic-bezier(.2, .8, .3, 1)";

/** Return when, in ms, what begins: a beat's length, the sign, payments, counting, the end. */
export function score(beats, isWritten) {
  const beat = beats ? Math.min(BEAT_MS, BEATS_MS / beats) : 0;
  const sign = FIRST_MS + beats * beat;
  const paid = sign + (isWritten ? WRITING_MS : 0);
  const counted = paid + PAYING_MS / 2;
  return { beat, sign, paid, counted, end: counted + COUNTING_MS };
}

/** Return *value* as the pages write it: grouped by thousands, with a true minus. */
export function grouped(value) {
  return value.toLocaleString("en").replace("-", "−");
}

const points = (place) => place.split(" ").map((one) => `${one}px`).join(", ");

/* Each entry: what moves, how, when it begins and for how long. */
function* moves(main, beats, at) {
  for (const tiles of main.querySelectorAll(".reading")) {
    yield [tiles, [{ opacity: 0, transform: "translateX(-24px)" }, {}], 0, 250];
  }
  for (const tile of main.querySelectorAll(".won")) {
    yield [tile, [{ opacity: 0, transform: "translateY(-40px)" }, {}], FIRST_MS, 250];
  }
  for (const [place, row] of beats.entries()) {
    yield [row, [{ opacity: 0, transform: "translateX(28px)" }, {}], FIRST_MS + place * at.beat, 200];
  }
  for (const word of main.querySelectorAll(".worth .big")) {
    yield [word, [{ opacity: 0, transform: "scale(1.4)" }, {}], at.sign, WRITING_MS];
  }
  for (const sign of main.querySelectorAll(".calligraphy")) {
    yield [sign, [{ opacity: 0, transform: "scale(3) rotate(-8deg)" }, {}], at.sign, WRITING_MS];
  }
  for (const panel of main.querySelectorAll(".score.at-limit")) {
    const glow = { boxShadow: "0 0 60px 10px var(--amber)" };
    yield [panel, [{}, glow, {}], at.sign + WRITING_MS / 2, 600];
  }
  for (const arrow of main.querySelectorAll(".flow")) {
    yield [arrow, [{ opacity: 0 }, {}], at.paid, PAYING_MS];
  }
  for (const plate of main.querySelectorAll("[data-payer]")) {
    const [payer, payee] = [plate.dataset.payer, plate.dataset.payee].map(points);
    const flight = [
      { opacity: 0, transform: `translate(${payer})` },
      { opacity: 1, transform: `translate(${payee})`, offset: 0.7 },
      { transform: "none" },
    ];
    yield [plate, flight, at.paid, PAYING_MS];
  }
  for (const row of main.querySelectorAll("[data-shift]")) {
    const from = { transform: `translateY(${row.dataset.shift * row.offsetHeight}px)` };
    yield [row, [from, {}], at.counted, COUNTING_MS];
  }
}

/* Numbers run with an animation that shows nothing else: whoever ends that, ends them. */
function count(cell, at) {
  const [text, total, before] = [cell.textContent, Number(cell.dataset.total), Number(cell.dataset.before)];
  const clock = cell.animate([], { delay: at.counted, duration: COUNTING_MS, fill: "backwards" });
  const tick = () => {
    const isRunning = clock.playState !== "finished" && clock.playState !== "idle";
    const done = clock.effect.getComputedTiming().progress ?? 0;
    cell.textContent = isRunning ? grouped(Math.round(before + done * (total - before))) : text;
    if (isRunning) requestAnimationFrame(tick);
  };
  tick();
  return clock;
}

function play(main) {
  const beats = [...main.ownerDocument.querySelectorAll(BEATS)];
  const at = score(beats.length, Boolean(main.querySelector(".calligraphy")));
  const running = [...moves(main, beats, at)].map(([part, frames, delay, duration]) =>
    part.animate(frames, { delay, duration, fill: "backwards", easing: EASE }));
  for (const cell of main.querySelectorAll("[data-before]")) running.push(count(cell, at));
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
