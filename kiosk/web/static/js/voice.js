/* What the page says aloud: by the kiosk's sounds, else by a voice of the browser's own. */

const SAID = "said";
const LOUDNESS = { off: 0.6, low: 0.25, loud: 1 };

/** Return the browser's voice for *language*, where it has one. */
export function ownVoice(language) {
  const [short] = language.split("-");
  return window.speechSynthesis?.getVoices().find((voice) => voice.lang.startsWith(short)) ?? null;
}

export function speak(page) {
  let context = null;
  let turn = 0;
  const playSound = async (name, mine) => {
    const answer = await fetch(`/voice/${name}.wav`);
    if (!answer.ok) return false;
    context ??= new AudioContext();
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = await context.decodeAudioData(await answer.arrayBuffer());
    gain.gain.value = LOUDNESS[page.body.dataset.sound] ?? 1;
    source.connect(gain).connect(context.destination);
    if (mine !== turn || context.state === "suspended") return true;
    await new Promise((over) => {
      source.onended = over;
      source.start();
    });
    return true;
  };
  const saySelf = (text) => new Promise((over) => {
    const voice = ownVoice(page.documentElement.lang);
    if (!voice) return over();
    const said = new SpeechSynthesisUtterance(text);
    said.voice = voice;
    said.onend = said.onerror = over;
    return window.speechSynthesis.speak(said);
  });
  const listen = async () => {
    const says = page.querySelector("#says");
    const { sounds } = says.dataset;
    if (!sounds || says.textContent === sessionStorage.getItem(SAID)) return;
    sessionStorage.setItem(SAID, says.textContent);
    turn += 1;
    const mine = turn;
    for (const { sound, text } of JSON.parse(sounds)) {
      if (mine !== turn) return;
      page.body.dataset.said = text;
      if (!sound || !(await playSound(sound, mine))) await saySelf(text);
    }
  };
  const ask = () => {
    const note = page.querySelector("[data-voiceless]");
    if (note) note.hidden = Boolean(ownVoice(page.documentElement.lang));
  };
  const attach = () => {
    ask();
    listen();
  };
  attach();
  page.addEventListener("arrived", attach);
  window.speechSynthesis?.addEventListener("voiceschanged", ask);
  /* A browser makes no sound before the first touch. */
  page.addEventListener("pointerdown", () => context?.resume());
}
