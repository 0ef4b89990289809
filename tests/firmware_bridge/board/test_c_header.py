"""The C header is what the messages draw, and a C program reads and writes the same bytes."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.board.c_header import HEADER, c_name, header
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import JobKind

VECTORS = Path(__file__).resolve().parents[3] / "docs" / "table-link-vectors.json"
GOLDEN = json.loads(VECTORS.read_text("utf-8"))
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
NEEDS_COMPILER = pytest.mark.skipif(
    COMPILER is None, reason="no C compiler here: install cc, gcc or clang to try the C header"
)
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic")
FRAME_TYPES = {"DATA": 1, "ACK": 2, "SYNC": 3, "SYNACK": 4, "URGENT": 5, "TELEM": 6, "REFUSE": 7}
TOP = """
#include <stdio.h>
#include "table_link.h"
static int wrong;
static uint32_t chance = 1;
static uint8_t any(void) {
    chance = chance * 1664525u + 1013904223u;
    return (uint8_t)(chance >> 24);
}
#define CHECK(what) do { if (!(what)) { puts(#what); wrong = 1; } } while (0)
static void noise_is_no_frame(long packets) {
    uint8_t packet[600]; tlp_frame frame;
    while (packets-- > 0) {
        size_t size = (size_t)any() * 2 + any() % 2;
        for (size_t at = 0; at < size; at++) packet[at] = (uint8_t)(any() % 3 ? any() : any() % 4);
        CHECK(!tlp_decode_frame(&frame, packet, size));
    }
}
static void any_frame_survives_the_wire(int frames) {
    uint8_t out[TLP_MAX_WIRE]; tlp_frame one, two;
    while (frames-- > 0) {
        memset(&one, 0, sizeof one); memset(&two, 0, sizeof two);
        one.type = any() % 16; one.seq = any(); one.session = any(); one.body_size = any() % 241;
        for (size_t at = 0; at < one.body_size; at++)
            one.body[at] = (uint8_t)(any() % 4 ? any() : 0);
        size_t size = tlp_encode_frame(&one, out);
        CHECK(size <= sizeof out && !out[0] && !out[size - 1] && !memchr(out + 1, 0, size - 2));
        CHECK(tlp_decode_frame(&two, out + 1, size - 2) && !memcmp(&one, &two, sizeof one));
    }
    one.body_size = TLP_MAX_BODY + 1;
    CHECK(tlp_encode_frame(&one, out) == 0);
}
int main(void) {
    uint8_t out[TLP_MAX_WIRE];
    noise_is_no_frame(40000) /* ten million bytes */;
    any_frame_survives_the_wire(2000);
"""


def test_the_header_in_the_repository_is_the_one_that_the_messages_draw() -> None:
    assert HEADER.read_text("utf-8") == header(), "run `python -m firmware_bridge header`"


def c_bytes(data: str) -> str:
    """Return bytes in hex as C writes a list of them; C knows no empty list."""
    return ", ".join(f"0x{byte:02x}" for byte in bytes.fromhex(data)) or "0"


def is_run(value: object) -> bool:
    return isinstance(value, str)


def trial(own: str, values: dict[str, Any], body: str, later: str = "") -> Iterator[str]:
    """Yield C that encodes *values*, compares, decodes *body* and compares each of the values.

    *later* is the layout of the fields that older senders leave out.
    """
    size = len(body) // 2
    cut = size - struct.calcsize("<" + later) - 1
    yield f"    {{ static const uint8_t body[] = {{{c_bytes(body)}}}; tlp_{own} one, two;"
    tails = {name for name in values if f"{name}_size" in struct_of(own)}
    for name, value in values.items():
        if name in tails:
            yield f"    static const uint8_t {name}[] = {{{c_bytes(value)}}};"
            yield f"    one.{name} = {name}; one.{name}_size = {len(value) // 2};"
        elif is_run(value):
            yield f"    static const uint8_t {name}[] = {{{c_bytes(value)}}};"
            yield f"    memcpy(one.{name}, {name}, sizeof {name});"
        else:
            yield f"    one.{name} = {value}{'' if value < 0 else 'u'};"
    yield f"    CHECK(tlp_encode_{own}(&one, out) == {size} && !memcmp(out, body, {size}));"
    yield f"    CHECK(tlp_decode_{own}(&two, body, {size}));"
    if cut >= 0:
        yield f"    CHECK(!tlp_decode_{own}(&two, body, {cut}));"
    yield f"    CHECK(tlp_decode_{own}(&two, body, {size}));"
    for name, value in values.items():
        if is_run(value):
            yield f"    CHECK(!memcmp(two.{name}, {name}, {len(value) // 2}));"
        else:
            yield f"    CHECK(two.{name} == one.{name});"
    yield "    }"


def older_trial(own: str, values: dict[str, Any], body: str) -> Iterator[str]:
    """Yield C that decodes what an older sender says, and finds what it left out filled in."""
    yield f"    {{ static const uint8_t body[] = {{{c_bytes(body)}}}; tlp_{own} two;"
    yield f"    CHECK(tlp_decode_{own}(&two, body, {len(body) // 2}));"
    for name, value in values.items():
        if not is_run(value):
            yield f"    CHECK(two.{name} == {value}u);"
    yield "    }"


def struct_of(own: str) -> str:
    """Return the members of a struct in the header."""
    before = header().split(f"}} tlp_{own};")[0]
    return before[before.rindex("typedef struct") :]


def frame_trial(line: dict[str, Any]) -> Iterator[str]:
    """Yield C that decodes a frame of the golden file, compares its body and encodes it again."""
    wire, body = line["wire"], line["body"]
    size = len(wire) // 2
    yield f"    {{ static const uint8_t wire[] = {{{c_bytes(wire)}}}; tlp_frame one;"
    yield f"    static const uint8_t body[] = {{{c_bytes(body)}}};"
    yield f"    CHECK(tlp_decode_frame(&one, wire + 1, {size - 2}));"
    yield f"    CHECK(one.type == {FRAME_TYPES[line['type']]});"
    yield f"    CHECK(one.body_size == {len(body) // 2} && !memcmp(one.body, body, one.body_size));"
    yield f"    CHECK(tlp_encode_frame(&one, out) == {size} && !memcmp(out, wire, {size}));"
    yield f"    for (size_t at = 1; at < {size - 1}; at++) {{"
    yield "        uint8_t bad[sizeof wire]; memcpy(bad, wire, sizeof wire); bad[at] ^= 4;"
    yield f"        CHECK(!tlp_decode_frame(&one, bad + 1, {size - 2})); }} }}"


def program() -> str:
    """Return a C program that tries every golden line and returns 0 where all are right."""
    lines = [TOP]
    for line in GOLDEN["messages"]:
        later = getattr(m, line["message"]).MORE
        lines += trial(c_name(line["message"]), line["fields"], line["body"], later)
    for line in GOLDEN["arguments"]:
        if line["arguments"]:
            later, _ = m.LATER[JobKind[line["job"].upper()]]
            lines += trial(f"{line['job']}_args", line["arguments"], line["bytes"], later)
    for line in GOLDEN["older messages"]:
        lines += older_trial(c_name(line["message"]), line["fields"], line["body"])
    for line in GOLDEN["older arguments"]:
        lines += older_trial(f"{line['job']}_args", line["arguments"], line["bytes"])
    for line in GOLDEN["frames"]:
        lines += frame_trial(line)
    return "\n".join([*lines, "    return wrong; }", ""])


def run_program(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return how a C program ends, compiled without a warning."""
    source, built = folder / "golden.c", folder / "golden"
    source.write_text(text, "utf-8")
    command = [str(COMPILER), *STRICT, "-I", str(HEADER.parent), "-o", str(built), str(source)]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    return subprocess.run([str(built)], capture_output=True, text=True, check=False)


@NEEDS_COMPILER
def test_a_c_program_reads_and_writes_every_golden_line(tmp_path: Path) -> None:
    run = run_program(program(), tmp_path)
    assert run.returncode == 0, run.stdout


@NEEDS_COMPILER
def test_the_trial_notices_a_wrong_byte(tmp_path: Path) -> None:
    run = run_program(program().replace("0x23, 0x26", "0x23, 0x27"), tmp_path)
    assert run.returncode == 1
    assert "tlp_encode_set_baud" in run.stdout
