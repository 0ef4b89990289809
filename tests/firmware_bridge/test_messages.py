"""Messages: every one survives the wire; newer ones with more fields are understood."""

from __future__ import annotations

import struct
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import messages as m
from firmware_bridge.codes import JobKind

RANGES = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFFFFFF, "Q": (1 << 64) - 1}


def letters(kind: type[m.Message]) -> list[str]:
    """Return one layout letter per fixed field of *kind*."""
    return list(kind.LAYOUT.replace("4s", "s"))


@st.composite
def any_message(draw: st.DrawFn) -> m.Message:
    """Return some message with any values that fit."""
    kind = draw(st.sampled_from(m.MESSAGES))
    values: list[object] = [
        draw(st.binary(min_size=4, max_size=4))
        if letter == "s"
        else draw(st.integers(0, RANGES[letter]))
        for letter in letters(kind)
    ]
    if kind.TAIL:
        values.append(draw(st.binary(max_size=200)))
    return kind(*values)


@pytest.mark.parametrize("kind", m.MESSAGES, ids=lambda kind: kind.__name__)
def test_layout_and_fields_of_a_message_agree(kind: type[m.Message]) -> None:
    assert len(fields(kind)) == len(letters(kind)) + kind.TAIL
    assert struct.calcsize("<" + kind.LAYOUT) <= m.MAX_BODY


def test_no_two_messages_share_a_number() -> None:
    assert len({kind.NUMBER for kind in m.MESSAGES}) == len(m.MESSAGES)


@given(any_message())
def test_a_message_survives_the_wire(message: m.Message) -> None:
    assert m.decode(m.encode(message)) == message


@given(any_message(), st.binary(min_size=1, max_size=8))
def test_fields_added_by_newer_firmware_are_ignored(message: m.Message, extra: bytes) -> None:
    assert m.decode(m.encode(message) + extra) == message


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_a_bad_message(body: bytes) -> None:
    try:
        message = m.decode(body)
    except m.BadMessageError:
        return
    assert m.encode(message) == body[: len(m.encode(message))]


@given(any_message(), st.data())
def test_a_message_cut_short_is_never_read(message: m.Message, data: st.DataObject) -> None:
    body = m.encode(message)
    with pytest.raises(m.BadMessageError):
        m.decode(body[: data.draw(st.integers(0, len(body) - 1))])


def test_a_value_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="GetStatus"):
        m.encode(m.GetStatus(70_000))


def test_a_body_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 240"):
        m.encode(m.IdentifyPage(1, 2, 3, bytes(240)))


def test_arguments_of_a_roll_survive_the_wire() -> None:
    packed = m.pack_arguments(JobKind.ROLL, {"dice": 3})
    assert m.unpack_arguments(JobKind.ROLL, packed) == {"dice": 3}


@pytest.mark.parametrize("arguments", [{}, {"dice": 300}, {"dice": 2, "tiles": 1}])
def test_wrong_arguments_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="roll"):
        m.pack_arguments(JobKind.ROLL, arguments)


def test_arguments_cut_short_are_refused() -> None:
    with pytest.raises(m.BadMessageError, match="next_hand"):
        m.unpack_arguments(JobKind.NEXT_HAND, b"\x01")
