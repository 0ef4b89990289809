"""Each kind of damage to the bytes on a cable: at one frame, at a rate, for a while."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.wire.frame import Deframer, Frame, FrameType
from hw_sim.faults.wire import DAMAGE, Wire, WireFaults

FRAME = Frame(FrameType.DATA, 0x4242, 3, 1, 0, b"hello table").to_bytes()
FORGED = {
    "unknown_version": "other version",
    "unknown_type": "unknown type",
    "wrong_length": "wrong length",
    "oversize": "too long",
}
WHOLE = {"duplicate", "split", "junk", "stale_session", "seq_jump", *FORGED}
"""Damage that lets the frame itself come through."""


def wire(**rates: float) -> Wire:
    return Wire(random.Random(1), WireFaults(others=rates))


@pytest.mark.parametrize("name", DAMAGE)
def test_the_third_frame_is_spoilt_and_no_other(name: str) -> None:
    cable = wire()
    cable.damage_next(name, nth=3)
    came = []
    for number in range(5):
        cable.push(FRAME, float(number))
        came.append(cable.pull(number + 0.5))
    assert [came[at] == FRAME for at in (0, 1, 3, 4)] == [True] * 4
    assert cable.damaged == (1 if came[2] != FRAME or name == "split" else 0)


@pytest.mark.parametrize("name", DAMAGE)
def test_no_damage_makes_another_frame_of_ours(name: str) -> None:
    cable, deframer, whole = wire(**{name: 1.0}), Deframer(), 0
    for number in range(300):
        cable.push(FRAME, number / 10)
        for frame in deframer.feed(cable.pull(number / 10 + 0.09)):
            assert frame.body == b"hello table"
            whole += frame.to_bytes() == FRAME
    deframer.feed(b"\0")
    assert (whole >= 299) == (name in WHOLE)


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_frame_is_counted_by_what_is_wrong_with_it(name: str) -> None:
    cable, deframer = wire(**{name: 1.0}), Deframer()
    cable.push(FRAME, 0.0)
    deframer.feed(cable.pull(1.0))
    assert deframer.noise[FORGED[name]] == 1


def test_what_is_no_frame_cannot_be_forged() -> None:
    for junk in (b"\0\xff\0", b"\0\x02\x01\0"):
        assert DAMAGE["seq_jump"](random.Random(1), junk) == [junk, junk]


def test_a_stalled_cable_gives_everything_later_in_order() -> None:
    cable = wire()
    cable.push(b"one", 0.0)
    cable.stall(0.0, 5.0)
    cable.push(b"two", 1.0)
    assert cable.pull(4.9) == b""
    assert cable.deadline() == 5.0
    assert cable.pull(5.0) == b"onetwo"


def test_a_cut_cable_carries_nothing_until_it_is_joined() -> None:
    cable = wire()
    cable.is_cut = True
    cable.push(FRAME, 0.0)
    assert cable.pull(1.0) == b""
    cable.is_cut = False
    cable.push(FRAME, 1.0)
    assert cable.pull(2.0) == FRAME


@pytest.mark.parametrize("nth", [0, -1])
def test_there_is_no_frame_before_the_next(nth: int) -> None:
    with pytest.raises(ValueError, match="choose from"):
        wire().damage_next("lose", nth)


def test_an_unknown_damage_is_refused() -> None:
    with pytest.raises(ValueError, match="choose from"):
        WireFaults(others={"curse": 0.1})
    with pytest.raises(ValueError, match="choose from"):
        wire().damage_next("curse")
