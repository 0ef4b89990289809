"""What lies on the simulated table at the end of a hand, as the camera is shown it: pure."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import rules
from hw_sim.camera import Scene
from rules.tiles import TILES, parse, write

Json = dict[str, Any]


def scene_of(record: Json) -> Scene:
    """Return what lies on the table when the hand of *record* has ended."""
    return Scene.from_record(record, rules.ruleset(record["ruleset"]).hand_size)


def without_rivers(scene: Scene) -> Scene:
    """Return *scene* once people have cleared away what is not theirs to show."""
    seats = [replace(seat, river=(), wall=(), has_stick=False, sticks=()) for seat in scene.seats]
    return replace(scene, seats=tuple(seats))


def with_wrong_tile(record: Json) -> Json:
    """Return *record* with another tile in place of the first that is shown of a hand or a set."""
    wrong: Json = copy.deepcopy(record)
    hands = [(seat, "hand") for seat in wrong["seats"] if seat["hand"]]
    melds = [(meld, "tiles") for seat in wrong["seats"] for meld in seat["melds"]]
    for row, name in (*hands, *melds)[:1]:
        first, *rest = parse(row[name])
        other = TILES["1z"] if first != TILES["1z"] else TILES["2z"]
        row[name] = write((other, *rest))
    return wrong
