/* A hand that was played, step by step: what the page has brought is drawn as elsewhere. */

const SVG = "http://www.w3.org/2000/svg";
const PACE_MS = 900;
const replays = new WeakSet();

/** Return every step with all seats: each tells only those that it has changed. */
export function whole(frames) {
  let seats = {};
  return frames.map((frame) => {
    seats = { ...seats, ...frame.seats };
    return { ...frame, seats };
  });
}

/** Return the step to which *by* leads from *now*, of as many as the *last* one says. */
export function stepFrom(now, by, last) {
  const next = { first: 0, last }[by] ?? now + Number(by);
  return Math.min(Math.max(next, 0), last);
}

const KEYS = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };

class Replay {
  constructor(page, place) {
    const hand = JSON.parse(place.querySelector("script").textContent);
    this.page = page;
    this.place = place;
    this.frames = whole(hand.frames);
    this.names = hand.names;
    this.slider = page.querySelector("[data-replay-slider]");
    this.eye = page.querySelector("[data-replay-eye]");
    this.run = page.querySelector("[data-replay-run]");
    this.now = 0;
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.eye.addEventListener("change", () => this.goTo(this.now));
    this.run.addEventListener("click", () => this.play(!this.timer));
    for (const button of page.querySelectorAll("[data-replay-step]")) {
      button.addEventListener("click", () => this.step(button.dataset.replayStep));
    }
    this.onKey = (event) => this.key(event);
    page.addEventListener("keydown", this.onKey);
    page.addEventListener("leaving", () => this.leave(), { once: true });
    this.goTo(0);
  }

  leave() {
    this.play(false);
    this.page.removeEventListener("keydown", this.onKey);
  }

  key(event) {
    const by = KEYS[event.key];
    if (!by || event.target.matches("select, summary")) return;
    event.preventDefault();
    this.step(by);
  }

  step(by) {
    this.play(false);
    this.goTo(stepFrom(this.now, by, this.frames.length - 1));
  }

  play(isOn) {
    clearInterval(this.timer);
    this.timer = isOn ? setInterval(() => this.next(), PACE_MS) : undefined;
    this.run.setAttribute("aria-pressed", String(isOn));
  }

  next() {
    if (this.now === this.frames.length - 1) this.play(false);
    else this.goTo(this.now + 1);
  }

  goTo(number) {
    this.now = number;
    this.slider.value = number;
    const frame = this.frames[number];
    const put = (name, text) => { this.place.querySelector(`[data-${name}]`).textContent = text; };
    const isOpen = this.isOpen(frame.who); /* of another's act one sees what lies there */
    put("says", isOpen ? frame.says : frame.others_hear);
    put("number", this.place.dataset.step.replace("#", number));
    put("left", frame.left && `· ${frame.left}`);
    put("rules", isOpen ? frame.rules : "");
    const barred = frame.unclaimed.filter(([seat]) => this.isOpen(seat));
    put("unclaimed", barred.map(([, words]) => words).join(" · "));
    put("may", isOpen ? frame.may : "");
    this.place.querySelector("[data-turned]").replaceChildren(...this.tiles(frame.turned));
    for (const seat of this.place.querySelectorAll("[data-seat]")) this.draw(seat, frame);
  }

  isOpen(seat) {
    return ["", String(seat)].includes(this.eye.value);
  }

  draw(place, frame) {
    const seat = frame.seats[place.dataset.seat];
    const hand = this.isOpen(place.dataset.seat) ? seat.hand : seat.hand.map(() => this.place.dataset.back);
    const fill = (name, ...nodes) => place.querySelector(`[data-${name}]`).replaceChildren(...nodes);
    place.classList.toggle("acts", Number(place.dataset.seat) === frame.who);
    fill("said", seat.said.join(" "));
    fill("hand", ...this.tiles(hand));
    fill("sets", ...[...seat.sets, seat.apart].filter((one) => one.length).map((one) => this.set(one)));
    fill("river", ...this.tiles(seat.river));
  }

  set(codes) {
    const set = this.page.createElement("span");
    set.className = "set";
    set.append(...this.tiles(codes));
    return set;
  }

  tiles(codes) {
    return codes.map((code) => {
      const tile = this.page.createElementNS(SVG, "svg");
      const { deck, faces, symbol } = this.place.dataset;
      tile.setAttribute("class", `tile of-${deck}${code ? "" : " back"}`);
      tile.setAttribute("role", "img");
      tile.setAttribute("aria-label", this.names[code] ?? code);
      const use = this.page.createElementNS(SVG, "use");
      if (code) use.setAttribute("href", `${faces}#${symbol}${code}`);
      tile.append(use);
      return tile;
    });
  }
}

export function replayHand(page) {
  const place = page.querySelector("[data-replay]");
  if (!place || replays.has(place)) return;
  replays.add(place);
  new Replay(page, place);
}
