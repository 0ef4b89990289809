"""Write the protocol's test vectors as the program has them: `python docs/vectors.py`.

What is said stands in the file itself, as fields; its bytes are made here, and a test holds the
file to them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
FILE: Final = Path(__file__).with_name("table-link-vectors.json")
SESSION: Final = 0x4D4A
STEP_S: Final = 0.01
"""So much time passes in the conversation from one frame to the next."""

Line = dict[str, Any]


def regenerate(text: str) -> str:
    """Return the file *text* with all bytes as the program makes them."""
    vectors = json.loads(text)
    values = {
        name: [MAKERS[name](line) for line in vectors[name]] for name in MAKERS if name in vectors
    }
    values["conversation"] = list(conversation(vectors["conversation"]))
    parts = [f' "about": {json.dumps(vectors["about"])}']
    for name in vectors:
        if name != "about":
            lines = ",\n".join(f"  {json.dumps(line)}" for line in values[name])
            parts.append(f' "{name}": [\n{lines}\n ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def message_of(line: Mapping[str, Any]) -> Any:
    """Return the message that a *line* names, with its fields."""
    from firmware_bridge.wire import messages as m

    kind = getattr(m, line["message"])
    return kind(**{
        name: bytes.fromhex(value) if isinstance(value, str) else value
        for name, value in line["fields"].items()
    })  # fmt: skip


def body_of(line: Line, *, with_more: bool = True) -> Line:
    """Return a message with its bytes."""
    from firmware_bridge.wire.messages import encode

    return {**line, "body": encode(message_of(line), with_more=with_more).hex()}


def older_body(line: Line) -> Line:
    """Return a message as a sender writes it that does not know its later fields."""
    return body_of(line, with_more=False)


def arguments_of(line: Line) -> Line:
    """Return a job's arguments with their bytes."""
    from firmware_bridge.wire.codes import JobKind
    from firmware_bridge.wire.messages import pack_arguments

    body = pack_arguments(JobKind[line["job"].upper()], line["arguments"])
    return {**line, "bytes": body.hex()}


def older_arguments(line: Line) -> Line:
    """Return a job's arguments as a sender writes them that knows of no second set."""
    arguments = {name: value for name, value in line["arguments"].items() if name != "set"}
    return {**line, "bytes": arguments_of({**line, "arguments": arguments})["bytes"]}


def result_of(line: Line) -> Line:
    """Return what a host reads in the bytes of a job's result."""
    from firmware_bridge.jobs.job import result_from
    from firmware_bridge.wire.codes import JobKind

    kind = JobKind[line["job"].upper()]
    result = result_from(kind, bytes.fromhex(line["bytes"]), line["arguments"])
    assert result is not None, f"{line} is no result"
    return {**line, "result": asdict(result)}


def detail_of(line: Line) -> Line:
    """Return what a fault measured, with its bytes."""
    from firmware_bridge.faults import Detail

    return {**line, "bytes": Detail.LAYOUT.pack(*line["detail"].values()).hex()}


def frame_of(line: Line) -> Line:
    """Return a frame with its bytes."""
    from firmware_bridge.wire.frame import Frame, FrameType

    numbers = {name: line[name] for name in ("session", "seq", "ack", "flags")}
    frame = Frame(FrameType[line["type"]], body=bytes.fromhex(line["body"]), **numbers)
    return {**line, "wire": frame.to_bytes().hex()}


def packet_of(line: Line) -> Line:
    """Return bytes between two zeros that are no frame, with why."""
    from firmware_bridge.wire.frame import BadFrameError, parse

    try:
        parse(bytes.fromhex(line["packet"]))
    except BadFrameError as problem:
        return {**line, "why": str(problem)}
    raise AssertionError(f"{line} is a frame")


MAKERS: Final[dict[str, Callable[[Line], Line]]] = {
    "messages": body_of,
    "older messages": older_body,
    "arguments": arguments_of,
    "older arguments": older_arguments,
    "results": result_of,
    "details": detail_of,
    "frames": frame_of,
    "no frames": packet_of,
}
"""Who makes the bytes of each list."""


def conversation(lines: list[Line]) -> Iterator[Line]:
    """Yield a conversation as both ends of the link have it; who speaks and what is in *lines*."""
    from firmware_bridge.link.endpoint import DeviceLink, HostLink
    from firmware_bridge.wire.messages import SyncAnswer, encode

    hello = next(message_of(line) for line in lines if line.get("message") == SyncAnswer.__name__)
    host, board = HostLink(SESSION, 0.0), DeviceLink(lambda: hello)
    ends: dict[str, HostLink | DeviceLink] = {"host": host, "board": board}
    for number, line in enumerate(lines):
        speaker, now = ends[line["from"]], number * STEP_S
        hearer = board if speaker is host else host
        if "fields" in line and line["type"] == "DATA":
            speaker.send(encode(message_of(line)))
        if line["type"] == "URGENT":
            host.send_urgent(encode(message_of(line)))
        wire = speaker.frames(now)[0]
        hearer.receive(wire, now)
        yield {**line, **head_of(wire), "wire": wire.hex()}


def head_of(wire: bytes) -> Line:
    """Return the header of the frame on the *wire*."""
    from firmware_bridge.wire.frame import Deframer

    (frame,) = Deframer().feed(wire)
    return {"type": frame.type.name, "seq": frame.seq, "ack": frame.ack}


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    FILE.write_text(regenerate(FILE.read_text("utf-8")), "utf-8")
