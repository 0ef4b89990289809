import { keepLive } from "./live.js";
import { guardTaps } from "./taps.js";
import { holdToAct } from "./hold.js";
import { fillSeats } from "./seats.js";

guardTaps(document);
holdToAct(document);
fillSeats(document);
keepLive(document);
