"""What the dealing machine can be asked for: session, table and pages share the words."""

from typing import Literal

Job = Literal[
    "next_hand",
    "raise_walls",
    "roll_dice",
    "second_set",
    "open_hole",
    "close_hole",
    "stop",
    "resume",
]
