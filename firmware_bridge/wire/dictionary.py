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
        "`get_stats`, `update`, `seed_commit`, `seed_reveal`; `end_drop`: RESUME in stage DROP "
        "says that the tiles are in, as the lift key does",
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
)
"""Every entry that a host reads; what else stands there is a maker's own."""

REQUIRED: Final = tuple(entry.name for entry in ENTRIES if entry.is_required)
"""Names of those without which a table is none."""
