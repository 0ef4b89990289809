import { keepLive } from "./live.js";
import { guardTaps } from "./taps.js";
import { holdToAct } from "./hold.js";
import { showCamera } from "./camera.js";
import { keyPad } from "./pin.js";
import { keepBalance } from "./balance.js";
import { fillSeats } from "./seats.js";
import { dimWhenIdle } from "./dim.js";
import { soundCues } from "./sound.js";

dimWhenIdle(document);
guardTaps(document);
holdToAct(document);
fillSeats(document);
keyPad(document);
keepBalance(document);
showCamera(document);
keepLive(document);
soundCues(document);
