"""Messages: every one survives the wire; newer ones with more fields are understood."""

from __future__ import annotations

import json
import re
import struct
from dataclasses import asdict, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind
from firmware_bridge.wire.frame import Deframer

RANGES = {
    "B": (0, 0xFF),
    "H": (0, 0xFFFF),
    "I": (0, 0xFFFFFFFF),
    "Q": (0, (1 << 64) - 1),
    "i": (-(1 << 31), (1 << 31) - 1),
}
VECTORS = Path(__file__).resolve().parents[3] / "docs" / "table-link-vectors.json"
GOLDEN = json.loads(VECTORS.read_text("utf-8"))


def letters(kind: type[m.Message]) -> list[str]:
    """Return one layout letter per fixed field of *kind*, with its length where it has one."""
    return re.findall(r"\d*[A-Za-z]", kind.LAYOUT + kind.MORE)


def value_of(letter: str) -> st.SearchStrategy[object]:
    """Return any value that a field of this layout *letter* can hold."""
    if letter.endswith("s"):
        size = int(letter[:-1])
        return st.binary(min_size=size, max_size=size)
    return st.integers(*RANGES[letter])


@st.composite
def any_message(draw: st.DrawFn) -> m.Message:
    """Return some message with any values that fit."""
    kind = draw(st.sampled_from(m.MESSAGES))
    values: list[object] = [draw(value_of(letter)) for letter in letters(kind)]
    if kind.TAIL:
        values.append(draw(st.binary(max_size=200)))
    return kind(*values)


@pytest.mark.parametrize("kind", m.MESSAGES, ids=lambda kind: kind.__name__)
def test_layout_and_fields_of_a_message_agree(kind: type[m.Message]) -> None:
    assert len(fields(kind)) == len(letters(kind)) + kind.TAIL
    assert struct.calcsize("<" + kind.LAYOUT + kind.MORE) <= m.MAX_BODY


def test_no_two_messages_share_a_number() -> None:
    with pytest.raises(ValueError, match="Twin: Sync is 1 already"):
        type(m.Sync)("Twin", (m.Message,), {"__slots__": ()}, number=1)


def plain(message: m.Message) -> dict[str, object]:
    """Return the fields of *message* as the golden file writes them: bytes in hex."""
    return {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in asdict(message).items()
    }


@pytest.mark.parametrize("line", GOLDEN["messages"], ids=lambda line: str(line["message"]))
def test_the_bytes_of_a_message_are_those_of_the_golden_file(line: dict[str, object]) -> None:
    message = m.decode(bytes.fromhex(str(line["body"])))
    assert (type(message).__name__, plain(message)) == (line["message"], line["fields"])
    assert m.encode(message).hex() == line["body"]


def test_the_golden_file_has_every_message() -> None:
    names = [line["message"] for line in GOLDEN["messages"]]
    assert names == [kind.__name__ for kind in m.MESSAGES]


@pytest.mark.parametrize("line", GOLDEN["arguments"], ids=lambda line: str(line["job"]))
def test_the_bytes_of_a_jobs_arguments_are_those_of_the_golden_file(
    line: dict[str, object],
) -> None:
    kind, data = JobKind[str(line["job"]).upper()], bytes.fromhex(str(line["bytes"]))
    arguments = m.unpack_arguments(kind, data)
    assert arguments == line["arguments"]
    assert m.pack_arguments(kind, arguments) == data


@pytest.mark.parametrize("line", GOLDEN["older messages"], ids=lambda line: str(line["message"]))
def test_what_older_firmware_leaves_out_has_the_value_that_means_nothing(
    line: dict[str, object],
) -> None:
    message = m.decode(bytes.fromhex(str(line["body"])))
    assert (type(message).__name__, plain(message)) == (line["message"], line["fields"])
    assert m.encode(message, with_more=False).hex() == line["body"]


@pytest.mark.parametrize("line", GOLDEN["older arguments"], ids=lambda line: str(line["job"]))
def test_a_job_that_names_no_set_is_sent_and_read_as_ever(line: dict[str, object]) -> None:
    kind, data = JobKind[str(line["job"]).upper()], bytes.fromhex(str(line["bytes"]))
    arguments = m.unpack_arguments(kind, data)
    assert arguments == line["arguments"]
    assert m.pack_arguments(kind, {n: v for n, v in arguments.items() if n != "set"}) == data


@pytest.mark.parametrize("line", GOLDEN["frames"], ids=lambda line: str(line["type"]))
def test_the_bytes_of_a_frame_are_those_of_the_golden_file(line: dict[str, object]) -> None:
    (frame,) = Deframer().feed(bytes.fromhex(str(line["wire"])))
    assert (frame.type.name, frame.body.hex()) == (line["type"], line["body"])
    assert frame.to_bytes().hex() == line["wire"]


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
    body = m.encode(message, with_more=False)
    with pytest.raises(m.BadMessageError):
        m.decode(body[: data.draw(st.integers(0, len(body) - 1))])


@given(any_message(), st.data())
def test_a_message_cut_among_its_later_fields_is_an_older_one(
    message: m.Message, data: st.DataObject
) -> None:
    body, older = m.encode(message), m.encode(message, with_more=False)
    end = data.draw(st.integers(len(older), max(len(older), len(body) - 1)))
    assert m.encode(m.decode(body[:end]), with_more=False) == older


def test_a_value_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="GetStatus"):
        m.encode(m.GetStatus(70_000))


def test_a_body_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 240"):
        m.encode(m.IdentifyPage(1, 2, 3, bytes(240)))


def test_nothing_can_follow_a_run_of_any_length() -> None:
    with pytest.raises(ValueError, match="Long: nothing can follow"):
        type(m.Sync)("Long", (m.Message,), {"__slots__": ()}, number=0xFE, tail=True, more="B")


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
