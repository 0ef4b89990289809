"""Hands of plain players and what they leave lying: what the tests of traces have in common."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hw_sim.camera import Scene
from hw_sim.camera.scene import lying
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import deal
from kiosk.demo.log_check import count_stacks
from rules.tiles import TILES
from rules.traces import TRACES, SeatLeft, TableLeft, traces

Json = dict[str, Any]
Word = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Beside:
    """What the table tells of a hand beside what its log has."""

    sure: frozenset[Word]
    proposed: frozenset[Word]
    log: frozenset[Word]
    """Of the words that leave traces."""


def beside_log(name: str, seed: int) -> Beside:
    """Return what lies on the table after a hand of the game *name*, told and true."""
    hand = deal(name, None, random.Random(seed), HandSpec()).to_the_end()
    record = hand.record()
    left = left_of(hand.scene(record))
    game = hand.course.at.game
    all_traces = list(traces(game, unsaid(record), left))
    sure = frozenset((one.seat, one.word) for one in all_traces if one.is_sure)
    proposed = frozenset((one.seat, one.word) for one in all_traces if not one.is_sure)
    return Beside(sure, proposed, frozenset(_words(hand.course.record())))


def unsaid(record: Json) -> Json:
    """Return *record* before anybody has said a word of it."""
    seats = [{**seat, "declared": [], "facts": {}} for seat in record["seats"]]
    wins = [{**win, "marks": [], "facts": {}} for win in record["wins"]]
    return {**record, "seats": seats, "wins": wins}


def left_of(scene: Scene) -> TableLeft:
    """Return what an eye that misses nothing sees of *scene*."""
    rivers = [lying(seat.river) for seat in scene.seats]
    seats = [
        SeatLeft(
            tuple(TILES[one.code] for one in river),
            tuple(place for place, one in enumerate(river) if one.sideways),
            seat.has_stick,
        )
        for seat, river in zip(scene.seats, rivers, strict=True)
    ]
    stacks = sum(count_stacks(seat.wall) for seat in scene.seats)
    if scene.in_disorder:
        return TableLeft((SeatLeft(),) * len(seats), sum(map(len, rivers)), stacks)
    return TableLeft(tuple(seats), stacks=stacks)


def _words(record: Json) -> Iterator[Word]:
    for number, seat in enumerate(record["seats"]):
        words = [*(f"declared.{word}" for word in seat["declared"])]
        words += [f"fact.{word}" for word in seat.get("facts", ())]
        yield from ((number, word.split(".")[1]) for word in words if word in TRACES)
    for win in record["wins"]:
        words = [*(f"mark.{word}" for word in win["marks"])]
        words += [f"fact.{word}" for word in win.get("facts", ())]
        yield from ((win["seat"], word.split(".")[1]) for word in words if word in TRACES)
