import { keepLive } from "./live.js";
import { guardTaps } from "./taps.js";
import { keepPage } from "./pages.js";
import { holdToAct } from "./hold.js";
import { showCamera } from "./camera.js";
import { keyPad } from "./pin.js";
import { keepBalance } from "./balance.js";
import { fillSeats } from "./seats.js";
import { dimWhenIdle } from "./dim.js";
import { keyboard } from "./keyboard.js";
import { soundCues } from "./sound.js";
import { playScenes } from "./scene.js";
import { runTimers } from "./timers.js";

dimWhenIdle(document);
playScenes(document);
guardTaps(document);
holdToAct(document);
keepPage(document);
const attach = () => {
  for (const widget of [fillSeats, keyPad, keepBalance, showCamera]) widget(document);
};
attach();
document.addEventListener("arrived", attach);
keepLive(document);
keyboard(document);
runTimers(document);
soundCues(document);
