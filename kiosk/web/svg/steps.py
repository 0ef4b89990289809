"""What to do about a fault, drawn: one picture for each step of the catalogue.

A drawing is parts in their places; which drawings a fault's steps have is data too.
Where the model of the table makes a difference, its own drawing takes the place of the usual one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from kiosk.web.svg.step_parts import PARTS, TALL, WIDE

LINE_LOST: Final = 0
"""A line that says no more."""


_TABLE: Final = "table 60 42; walls 60 42; lid 60 42"
_STUCK: Final = "back 60 46 24; arrow 40 22; grip 66 36"
_TRAY: Final = "cut 60 44; row 60 68 0 .9"
_TAKEN: Final = "arrow 34 24; grip 66 24"
_CLOSED: Final = "body 60 54; cover 58 34 -24; arrow 96 28 180"
_RESTART: Final = "switch 30 45; turn 84 34 0 .7"

DRAWINGS: Final[Mapping[str, str]] = {
    "tap_done": "tick 44 40 0 2; finger 70 42",
    "look_clear": "table 44 44; walls 44 44; eye 44 44; cup 98 26 0 1.2; cross 98 26; tick 98 70",
    "hands_off": "lifter 60 56; palm 74 30; cross 36 30",
    "look_table": "table 44 48; walls 44 48; back 22 20 40 .7; back 64 62 -30 .7; eye 100 34",
    "look_floor": "bench 60 36; back 22 76 90; eye 28 56 0 .9; face 100 77 90",
    "put_in": "cut 60 48; raised_lid 60 12 0 .6; back 60 52; arrow 32 30 180; grip 66 44",
    "look_tray": "cut 60 44; back 22 58 34 .8; back 98 58 -34 .8; eye 60 30",
    "open_drop": "cut 60 52; raised_lid 60 26; arrow 102 28",
    "take_extra": f"{_TRAY}; back 60 32; {_TAKEN}",
    "take_other": f"{_TRAY}; blue 60 32; {_TAKEN}",
    "take_face_up": f"{_TRAY}; face 60 32; {_TAKEN}",
    "take_thing": f"{_TRAY}; coin 60 32; {_TAKEN}",
    "take_weak": f"{_TRAY}; face 60 32; magnet 16 70 0 .7; {_TAKEN}",
    "part_tiles": "back 46 52 -12 1.5; back 76 52 12 1.5; arrow 18 52 -90 .8; arrow 102 52 90 .8; "
    "grip 80 34 0 .8",
    "free_drop": "cut 60 52; raised_lid 60 34 -9; back 38 38 60; arrow 18 22; grip 44 30",
    "open_side": f"{_TABLE}; flap 60 42",
    "open_chute": f"{_TABLE}; chute_flap 60 42",
    "open_chain": "table 60 42; chain_cover 60 42",
    "take_belt": f"belt 60 60; {_STUCK}",
    "take_head": f"head 60 52; {_STUCK}",
    "take_pusher": f"pusher 60 58; back 84 66; {_STUCK}",
    "take_wall": f"lifter 60 52; back 30 54; back 92 54; {_STUCK}",
    "take_ramp": f"ramp 60 50; back 22 66; back 98 22 -30; {_STUCK}",
    "take_chute": f"chute 60 54; {_STUCK}",
    "take_chain": f"chain 60 54; {_STUCK}",
    "take_motor": f"motor 60 54; {_STUCK}",
    "take_one_head": f"head 52 50; chain 66 64 0 .7; {_STUCK}",
    "take_two_heads": f"head 34 54 0 .8; head 88 54 0 .8; {_STUCK}",
    "clear_wall": "lifter 60 60; row 60 62; cup 60 36; arrow 22 26; grip 72 34 0 .9",
    "clear_middle": "bench 60 56; cup 60 28; arrow 24 22; grip 72 26 0 .9",
    "off_and_on": f"{_RESTART}; ten 84 76",
    "restart": _RESTART,
    "wait_long": "clock 60 34 0 1.2; two_minutes 60 78",
    "wait": "clock 60 45 0 1.5",
    "empty": "cut 60 46; back 36 30 -20; face 60 24; back 84 30 20; arrow 60 62",
    "wipe": "sensor 44 48; cloth 74 38; grip 78 30 0 .8",
    "two_plugs": "plug 54 26; socket 78 26 0 .8; plug 54 66; socket 78 66 0 .8",
    "own_dice": "palm 38 50; die 76 34 12; die 92 62 -14",
    "press_dome": "dome 60 56; finger 60 24",
    "throw_again": "die 46 46 -10; die 74 46 12; turn 60 45 0 1.4",
    "ask_why": "stop 52 56; what 96 44 0 1.4",
    "twist_stop": "stop 60 60; turn 60 40 0 1.2",
    "close_cover": _CLOSED,
    "close_service": f"{_CLOSED}; spanner 22 22",
    "level": "bench 60 48; level 60 22",
    "plug_console": "console 84 45 0 .8; plug 38 45; arrow 26 22 90 .8",
    "by_hand": "row 60 66; row 52 44; grip 64 36",
    "call": "phone 44 48 0 1.2; chip 90 32 0 .8",
    "hold_keys": "console 60 34; finger 38 34; finger 82 34",
    "both_ends": "screen 26 24; bench 92 24 0 .46; plug 66 68; socket 88 68; arrow 22 56 90 .8",
    "right_table": "bench 86 40 0 .6; plug 44 58; tick 88 76",
    "permit": "screen 36 42 0 1.2; key 88 48",
    "close_program": "window 60 45 0 1.3; cross 86 24 0 .7; finger 86 28 0 .9",
    "update": "chip 52 48 0 1.3; arrow 100 45",
}
"""Parts in their places, by name: x, y on a sheet of `WIDE` by `TALL`, degrees clockwise, size."""

AT_THE_SIDE: Final = ("open_side", "open_chute")
"""Drawn from above: turned to the side of the fault."""

OF_MODEL: Final[Mapping[str, Mapping[str, str]]] = {
    "single_port": {"take_head": "take_one_head"},
    "eight_port_deal": {"take_head": "take_two_heads"},
    "roller_coaster": {"take_wall": "take_ramp"},
}
"""What takes another drawing's place at a model that is built otherwise (protocol.md 3.1)."""

_STEPS: Final[Mapping[str, tuple[int, ...]]] = {
    "look_table look_floor put_in": (101,),
    "open_drop take_extra tap_done": (102,),
    "open_drop take_other tap_done": (103,),
    "open_drop take_face_up tap_done": (104,),
    "open_drop part_tiles tap_done": (105,),
    "open_drop take_thing tap_done": (106,),
    "open_drop take_weak tap_done": (107,),
    "free_drop tap_done": (201,),
    "open_side take_belt tap_done": (202,),
    "open_side take_head tap_done": (203,),
    "open_side take_pusher tap_done": (204,),
    "clear_wall take_wall tap_done": (205,),
    "clear_middle tap_done": (206,),
    "open_chute take_chute tap_done": (207,),
    "open_chain take_chain tap_done": (208,),
    "open_side take_motor tap_done": (301,),
    "off_and_on tap_done": (302,),
    "wait_long tap_done": (303,),
    "empty off_and_on tap_done": (305, 405, 406),
    "open_side wipe tap_done": (401, 402, 404),
    "look_clear tap_done": (501, 502, 503, 908, 909),
    "two_plugs tap_done": (505,),
    "own_dice tap_done": (601,),
    "press_dome tap_done throw_again": (602,),
    "tap_done throw_again": (603, 604),
    "ask_why twist_stop tap_done": (701,),
    "hands_off tap_done": (702,),
    "close_cover tap_done": (703,),
    "level look_clear tap_done": (704,),
    "plug_console tap_done": (705,),
    "close_service tap_done": (706,),
    "wait": (801, 802, 805),
    "by_hand": (803,),
    "look_clear": (806,),
    "call": (807, 808),
    "hold_keys": (809,),
    "both_ends": (LINE_LOST, 901, 904),
    "permit": (902,),
    "close_program": (903,),
    "restart both_ends": (905,),
    "right_table permit": (907,),
    "update": (910, 911),
    "": (304, 403, 504, 605, 606, 804, 906, 912),
}
STEPS: Final[Mapping[int, tuple[str, ...]]] = {
    code: tuple(names.split()) for names, codes in _STEPS.items() for code in codes
}
"""The drawings of each fault's steps, in their order; notes below them have none."""
OF_STAGE: Final[Mapping[tuple[int, str], tuple[str, ...]]] = {
    (101, "build"): ("look_table", "look_floor", "look_tray"),
}
"""The drawings of a fault whose steps are others in a stage of the machine's work."""
UNKNOWN: Final = ("look_clear", "tap_done")
"""The drawings of any other fault's steps."""


def drawings_of(code: int, model: str, stage: str = "") -> tuple[str, ...]:
    """Return the names of the drawings of the steps against fault *code* at a table of *model*.

    *stage* is what the machine was doing, where it says so.
    """
    other, usual = OF_MODEL.get(model, {}), STEPS.get(code, UNKNOWN)
    return tuple(other.get(name, name) for name in OF_STAGE.get((code, stage), usual))


def step_picture(name: str, quarters: int = 0) -> Markup:
    """Return the drawing *name*, the side in question turned *quarters* counter-clockwise."""
    parts = "".join(map(_place, DRAWINGS[name].split("; ")))
    if name in AT_THE_SIDE and quarters:
        parts = f"<g transform='rotate({-90 * quarters} {WIDE // 2} {TALL // 2})'>{parts}</g>"
    return Markup(  # noqa: S704 -- numbers and drawings of ours
        f"<svg class='step-picture' viewBox='0 0 {WIDE} {TALL}' data-step='{name}'"
        f" aria-hidden='true'>{parts}</svg>"
    )


def _place(part: str) -> str:
    name, x, y, *more = part.split()
    turn = f" rotate({more[0]})" if more else ""
    size = f" scale({more[1]})" if more[1:] else ""
    return f"<g transform='translate({x} {y}){turn}{size}'>{PARTS[name]}</g>"
