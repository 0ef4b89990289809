"""What a table says of itself: the entries of its dictionary (`protocol.md` §6.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the dictionary."""

    name: str
    form: str
    """What it is in JSON."""
    words: str
    is_required: bool = False


ENTRIES: Final = (
    Entry("model", "text", "name of the model, for people", is_required=True),
    Entry("serial", "text", "the same for the table's whole life", is_required=True),
    Entry("firmware", "text", "version of the board's program", is_required=True),
    Entry("sides", "4", "sides that walls stand on", is_required=True),
    Entry("max_stacks", "number", "most stacks of two on a side", is_required=True),
    Entry("dice", "number", "most dice that it throws at once, 0 for none", is_required=True),
    Entry("deals", "true, false", "lifts dealt tiles before the players", is_required=True),
    Entry("jobs", "list of texts", "jobs that it takes, in small letters: `next_hand`, `roll`"),
    Entry(
        "commands",
        "list of texts",
        "what else it takes: `flip_dora`, `score_display`, `lights`, `sound`, `get_log`, "
        "`get_stats`, `update`, `seed_commit`, `seed_reveal`, `get_inputs`, `get_parameters`, "
        "`set_parameter`, `get_usage`, `mark_serviced`; `end_drop`: RESUME in stage DROP says that "
        "the tiles are in, as the lift key does",
    ),
    Entry(
        "dice_source",
        "text",
        "`motor_sensor`, `motor_camera`, `rng` for one without dice, or `none` for one that throws "
        "and does not read: its throws are done without pips",
    ),
    Entry(
        "gears",
        "list of numbers",
        "tile counts that a switch at the table is turned to by people; the status says which one "
        "is set, and SET_GEAR is refused with 803. Absent: the host sets any",
    ),
    Entry("bauds", "list of numbers", "speeds that `SetBaud` may ask for beside 115,200"),
    Entry("sets", "1, 2", "sets of tiles that it holds; absent means 1, told by old firmware"),
    Entry("min_tiles", "number", "smallest set that it builds; absent means 34"),
    Entry("tile_class", "text", "size of its tiles, as in `No. 45`; absent or empty: not known"),
    Entry("inputs", "list of objects", "what `GetInputs` reads, in its order (below)"),
    Entry("parameters", "list of objects", "what can be set, in the order of `GetParameters`"),
    Entry("usage", "list of objects", "the mechanisms that `GetUsage` counts, in its order"),
    Entry("faults", "list of objects", "the maker's own faults, from 1000 on"),
    Entry("coin_seconds", "number", "what a pulse of its coin slot pays for; 0: the house says"),
)
"""Every entry that a host reads; what else stands there is a maker's own."""

REQUIRED: Final = tuple(entry.name for entry in ENTRIES if entry.is_required)
"""Names of those without which a table is none."""

OBJECTS: Final = {
    "inputs": (
        Entry("name", "text", "what it is called on the board: `S1`", is_required=True),
        Entry("least", "number", "the value at the left end of its bar", is_required=True),
        Entry("most", "number", "that at the right end; a switch has 0 and 1", is_required=True),
        Entry("unit", "text", "of its values: `mV`; a switch has none"),
        Entry("decimals", "0 to 3", "how many of its digits stand behind the point; absent: none"),
        Entry("side", "0 to 3", "where it is; absent: not at a side"),
        Entry("low", "number", "below it something is wrong"),
        Entry("high", "number", "above it something is wrong"),
        Entry("threshold", "number, text", "where it switches, or the parameter that says where"),
        Entry("text", "text, object", "for people: a text, or one for each language"),
    ),
    "parameters": (
        Entry("name", "text", "what it is called: `lift_time`", is_required=True),
        Entry("least", "number", "the least that it can be set to", is_required=True),
        Entry("most", "number", "the most; within both the table is safe", is_required=True),
        Entry("default", "number", "what the maker has set it to", is_required=True),
        Entry("unit", "text", "of its values"),
        Entry("decimals", "0 to 3", "as of inputs"),
        Entry("text", "text, object", "for people"),
    ),
    "usage": (
        Entry("name", "text", "the mechanism", is_required=True),
        Entry("side", "0 to 3", "where it is; absent: not at a side, or all four as one"),
        Entry("service_cycles", "number", "cycles from one service until the next is due"),
        Entry("service_hours", "number", "the same in hours of work"),
        Entry("text", "text, object", "for people"),
    ),
    "faults": (
        Entry("code", "1000 to 65535", "the maker's number of the fault", is_required=True),
        Entry("name", "text", "what it is called: `fan_stopped`", is_required=True),
        Entry("text", "text, object", "what has happened, for people", is_required=True),
        Entry("severity", "text", "`warn`, `fault`, `lockout`, `safety`; absent: `fault`"),
        Entry("action", "text", "as in §3.2, with `_`; absent: `call_service`"),
        Entry("steps", "text, object", "what to do, one a line; absent: call service"),
    ),
}
"""What stands in the objects of such a list."""
