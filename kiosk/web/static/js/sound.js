/* Five short cues, made here: ready, read, look, paid, fault. The page says which one is due. */

export const CUES = {
  ready: [[660, 0, 0.12], [880, 0.13, 0.18]],
  read: [[880, 0, 0.09], [1175, 0.1, 0.14]],
  look: [[587, 0, 0.12], [587, 0.2, 0.12]],
  paid: [[784, 0, 0.1], [988, 0.1, 0.1], [1319, 0.2, 0.24]],
  fault: [[294, 0, 0.28], [220, 0.32, 0.4]],
};
export const LOUDNESS = { low: 0.06, loud: 0.25 };
const HEARD = "heard";

/** Return the cue of *due*, `paid:12`, unless it is the one that was *heard* last. */
export function cueOf(due, heard) {
  if (!due || due === heard) return "";
  const name = due.split(":")[0];
  return name in CUES ? name : "";
}

function play(context, notes, loudness) {
  for (const [pitch, start, length] of notes) {
    const tone = context.createOscillator();
    const swell = context.createGain();
    const at = context.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    swell.gain.setValueAtTime(0, at);
    swell.gain.linearRampToValueAtTime(loudness, at + 0.015);
    swell.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(swell).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

export function soundCues(page) {
  let context = null;
  const listen = () => {
    const due = page.querySelector("[data-cue]")?.dataset.cue ?? "";
    const cue = cueOf(due, sessionStorage.getItem(HEARD));
    if (due) sessionStorage.setItem(HEARD, due);
    const loudness = LOUDNESS[page.body.dataset.sound];
    if (!cue || !loudness || !window.AudioContext) return;
    context ??= new AudioContext();
    play(context, CUES[cue], loudness);
    page.body.dataset.sounded = cue;
  };
  listen();
  page.addEventListener("arrived", listen);
}
