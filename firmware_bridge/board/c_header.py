"""The protocol as a C header, drawn from the same messages: for boards, and for tests of them.

`python -m firmware_bridge header` writes `table_link.h`; a test keeps the file in the
repository equal to what is drawn here, and has a compiler try it on the golden bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final

from firmware_bridge.faults import FAULTS
from firmware_bridge.wire import codes
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.frame import BAUD, BUFFER_CAP, FALL_BACK_S, FRAME_VERSION, GAP, FrameType

HEADER: Final = Path(__file__).with_name("table_link.h")
"""Where the drawn header stands."""

_TYPES: Final = {
    "B": ("uint8_t", 1),
    "H": ("uint16_t", 2),
    "I": ("uint32_t", 4),
    "Q": ("uint64_t", 8),
    "h": ("int16_t", 2),
    "i": ("int32_t", 4),
}
"""What a layout letter is in C, and how many bytes it takes."""

_ENUMS: Final = (
    codes.JobKind, codes.Mechanism, codes.JobState, codes.TableState, codes.Stage,
    codes.SetState, codes.ControlAction, codes.EventKind, codes.ResetCause, codes.StatusFlag,
    codes.DiceSource, codes.Key, FrameType,
)  # fmt: skip

_TOP: Final = """\
/* Table Link Protocol: its messages, numbers and frames.
 *
 * Drawn by `python -m firmware_bridge header` from the messages in firmware_bridge/wire.
 * A message is encoded into at most TLP_MAX_BODY bytes. Decoding returns 0 for bytes that are no
 * such message; bytes behind the known fields are ignored, and fields that an older sender does not
 * have yet get the values that mean nothing. A field of any length is a pointer into the body that
 * was decoded. C99; no memory is taken, nothing is kept.
 */
#ifndef TABLE_LINK_H
#define TABLE_LINK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
"""

_TOOLS: Final = """\
static inline size_t tlp_put(uint8_t *out, uint64_t value, size_t size)
{
    for (size_t at = 0; at < size; at++)
        out[at] = (uint8_t)(value >> (8 * at));
    return size;
}

static inline uint64_t tlp_get(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t at = 0; at < size; at++)
        value |= (uint64_t)from[at] << (8 * at);
    return value;
}

/* The CRC of what went before, `crc`, and of `data` behind it; that of nothing is 0. Four bits at a
 * time: a table of 64 bytes, and two steps a byte in place of eight. */
static inline uint32_t tlp_crc32_on(uint32_t crc, const uint8_t *data, size_t size)
{
    static const uint32_t of[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
        0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
        0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu,
    };
    crc = ~crc;
    for (size_t at = 0; at < size; at++) {
        crc ^= data[at];
        crc = (crc >> 4) ^ of[crc & 15u];
        crc = (crc >> 4) ^ of[crc & 15u];
    }
    return ~crc;
}

static inline uint32_t tlp_crc32(const uint8_t *data, size_t size)
{
    return tlp_crc32_on(0, data, size);
}
"""

_FRAMES: Final = """\
typedef struct {
    uint8_t type, flags, seq, ack;
    uint16_t session, body_size;
    uint8_t body[TLP_MAX_BODY];
} tlp_frame;

/* Write a frame as it goes over the wire, both delimiters with it: at most TLP_MAX_WIRE bytes. */
static inline size_t tlp_encode_frame(const tlp_frame *frame, uint8_t *wire)
{
    uint8_t raw[TLP_HEADER + TLP_MAX_BODY + TLP_CRC];
    size_t size = 0, code = 1, to = 2;
    if (frame->body_size > TLP_MAX_BODY)
        return 0;
    size += tlp_put(raw + size, (uint8_t)(TLP_FRAME_VERSION << 4 | frame->type), 1);
    size += tlp_put(raw + size, frame->flags, 1);
    size += tlp_put(raw + size, frame->session, 2);
    size += tlp_put(raw + size, frame->seq, 1);
    size += tlp_put(raw + size, frame->ack, 1);
    size += tlp_put(raw + size, frame->body_size, 2);
    memcpy(raw + size, frame->body, frame->body_size);
    size += frame->body_size;
    size += tlp_put(raw + size, tlp_crc32(raw, size), TLP_CRC);
    wire[0] = 0;
    for (size_t at = 0; at < size; at++) {
        if (raw[at] != 0)
            wire[to++] = raw[at];
        else { /* no run is longer than COBS can say: a frame is not so long */
            wire[code] = (uint8_t)(to - code);
            code = to++;
        }
    }
    wire[code] = (uint8_t)(to - code);
    wire[to++] = 0;
    return to;
}

/* Read what stood between two delimiters; return 0 for anything but a whole frame. */
static inline int tlp_decode_frame(tlp_frame *frame, const uint8_t *packet, size_t size)
{
    uint8_t raw[TLP_HEADER + TLP_MAX_BODY + TLP_CRC];
    size_t to = 0, at = 0;
    while (at < size) {
        size_t run = packet[at];
        if (run == 0 || run == 0xFF || at + run > size)
            return 0;
        for (size_t end = at + run; ++at < end;) {
            if (packet[at] == 0 || to == sizeof raw)
                return 0;
            raw[to++] = packet[at];
        }
        if (at < size) {
            if (to == sizeof raw)
                return 0;
            raw[to++] = 0;
        }
    }
    if (to < TLP_HEADER + TLP_CRC || raw[0] >> 4 != TLP_FRAME_VERSION)
        return 0;
    if (tlp_crc32(raw, to - TLP_CRC) != tlp_get(raw + to - TLP_CRC, TLP_CRC))
        return 0;
    frame->type = raw[0] & 0x0F;
    frame->flags = raw[1];
    frame->session = (uint16_t)tlp_get(raw + 2, 2);
    frame->seq = raw[4];
    frame->ack = raw[5];
    frame->body_size = (uint16_t)tlp_get(raw + 6, 2);
    if (frame->body_size != to - TLP_HEADER - TLP_CRC)
        return 0;
    memcpy(frame->body, raw + TLP_HEADER, frame->body_size);
    return 1;
}
"""

Field = tuple[str, str]
"""Name and layout letter of a field, the letter with a length where it is a run of bytes."""

Later = list[tuple[str, str, object]]
"""Fields that older senders lack: name, letter, and the value that stands for them then."""


def header() -> str:
    """Return the whole header."""
    parts = [
        _TOP,
        "".join(f"#define TLP_{name} {value}\n" for name, value in _numbers().items()),
        *(
            _enum(kind.__name__, {word: int(one) for word, one in kind.__members__.items()})
            for kind in _ENUMS
        ),
        _enum("Fault", {kind.name.upper(): kind.code for kind in FAULTS.values()}),
        _TOOLS,
        _FRAMES,
        *map(_message, m.MESSAGES),
        *(_job(kind) for kind, (_, names) in m.ARGUMENTS.items() if names or m.LATER[kind][1]),
        "#endif\n",
    ]
    return "\n".join(parts)


def c_name(name: str) -> str:
    """Return a class name as C writes it: `SetBaud` is `set_baud`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _numbers() -> dict[str, str]:
    return {
        "PROTOCOL": str(m.PROTOCOL),
        "LOWEST_PROTOCOL": str(m.LOWEST),
        "FRAME_VERSION": str(FRAME_VERSION),
        "GAP": str(GAP),
        "HEADER": "8",
        "CRC": "4",
        "MAX_BODY": str(m.MAX_BODY),
        "MAX_WIRE": "(TLP_HEADER + TLP_MAX_BODY + TLP_CRC + 4)",
        "BUFFER_CAP": str(BUFFER_CAP),
        "NO_SIDE": f"0x{codes.NO_SIDE:02X}",
        "BAUD": f"{BAUD}u",
        "FALL_BACK_MS": str(int(1000 * FALL_BACK_S)),
        **{_constant(kind.__name__): f"0x{kind.NUMBER:02X}" for kind in m.MESSAGES},
    }


def _constant(name: str) -> str:
    """Return the name of a message's number: `MESSAGE_SET_BAUD`."""
    return f"MESSAGE_{c_name(name).upper()}"


def _enum(name: str, members: dict[str, int]) -> str:
    own = c_name(name)
    lines = (f"    TLP_{own.upper()}_{word} = {number},\n" for word, number in members.items())
    return f"enum tlp_{own} {{\n{''.join(lines)}}};\n"


def _message(kind: type[m.Message]) -> str:
    letters = [*_letters(kind.LAYOUT), *(["tail"] if kind.TAIL else [])]
    all_fields = fields(kind)
    members = [(one.name, letter) for one, letter in zip(all_fields, letters, strict=False)]
    more = zip(all_fields[len(members) :], _letters(kind.MORE), strict=True)
    later = [(one.name, letter, one.default) for one, letter in more]
    own = c_name(kind.__name__)
    return "\n".join((
        f"/* {_first_line(kind)} */",
        _struct(own, [*members, *_drop_defaults(later)]),
        _encoder(own, [*members, *_drop_defaults(later)], kind.NUMBER),
        _decoder(own, members, later, kind.NUMBER),
    ))  # fmt: skip


def _job(kind: codes.JobKind) -> str:
    layout, names = m.ARGUMENTS[kind]
    more, extras = m.LATER[kind]
    members = list(zip(names, _letters(layout), strict=True))
    later: Later = [
        (name, letter, codes.ANY_SET) for name, letter in zip(extras, _letters(more), strict=True)
    ]
    own = f"{kind.name.lower()}_args"
    return "\n".join((
        f"/* What a start of {kind.name} carries in its args. */",
        _struct(own, [*members, *_drop_defaults(later)]),
        _encoder(own, [*members, *_drop_defaults(later)], None),
        _decoder(own, members, later, None),
    ))  # fmt: skip


def _drop_defaults(later: Later) -> list[Field]:
    return [(name, letter) for name, letter, _ in later]


def _letters(layout: str) -> list[str]:
    return re.findall(r"\d*[A-Za-z]", layout)


def _first_line(kind: type[m.Message]) -> str:
    return str(kind.__doc__).split("\n", 1)[0]


def _struct(own: str, members: Iterable[Field]) -> str:
    lines = "".join(f"    {line};\n" for name, letter in members for line in _members(name, letter))
    return f"typedef struct {{\n{lines}}} tlp_{own};\n"


def _members(name: str, letter: str) -> Iterator[str]:
    if letter == "tail":
        yield f"const uint8_t *{name}"
        yield f"uint8_t {name}_size"
    elif letter.endswith("s"):
        yield f"uint8_t {name}[{letter[:-1]}]"
    else:
        yield f"{_TYPES[letter][0]} {name}"


def _size(letter: str) -> int:
    if letter == "tail":
        return 1
    return int(letter[:-1]) if letter.endswith("s") else _TYPES[letter][1]


def _encoder(own: str, members: list[Field], number: int | None) -> str:
    """Return the function that writes a struct; a message begins with its *number*."""
    lines = [] if number is None else [f"at += tlp_put(out + at, 0x{number:02X}, 1);"]
    for name, letter in members:
        if letter == "tail":
            fixed = sum(_size(one) for _, one in members) + 1
            lines = [f"if ({fixed}u + from->{name}_size > TLP_MAX_BODY)", "    return 0;", *lines]
            lines.append(f"at += tlp_put(out + at, from->{name}_size, 1);")
            lines.append(f"memcpy(out + at, from->{name}, from->{name}_size);")
            lines.append(f"at += from->{name}_size;")
        elif letter.endswith("s"):
            lines += [f"memcpy(out + at, from->{name}, {letter[:-1]});", f"at += {letter[:-1]};"]
        else:
            wide = f"(uint64_t)from->{name}"
            lines.append(f"at += tlp_put(out + at, {wide}, {_size(letter)});")
    return (
        f"static inline size_t tlp_encode_{own}(const tlp_{own} *from, uint8_t *out)\n"
        f"{{\n    size_t at = 0;\n{_indent(lines)}    return at;\n}}\n"
    )


def _decoder(own: str, members: list[Field], later: Later, number: int | None) -> str:
    """Return the function that reads a struct, and says whether the bytes were one."""
    first = 0 if number is None else 1
    least = first + sum(_size(letter) for _, letter in members)
    start = "" if number is None else f" || body[0] != 0x{number:02X}"
    lines = [f"if (size < {least}{start})", "    return 0;"] if least else []
    lines += _read(members, first, least)
    if later:
        whole = least + sum(_size(letter) for _, letter, _ in later)
        lines.append(f"if (size < {whole}) {{")
        lines += [f"    {line}" for name, _, value in later for line in _stand_in(name, value)]
        lines += ["    return 1;", "}", *_read(_drop_defaults(later), least, whole)]
    return (
        f"static inline int tlp_decode_{own}(tlp_{own} *to, const uint8_t *body, size_t size)\n"
        f"{{\n{_indent(lines)}    return 1;\n}}\n"
    )


def _read(members: list[Field], at: int, least: int) -> list[str]:
    """Return the lines that read fields from byte *at* on; with a tail, *least* bytes are there."""
    lines = []
    for name, letter in members:
        if letter == "tail":
            lines += [
                f"if (size < {least}u + body[{at}])", "    return 0;",
                f"to->{name}_size = body[{at}];", f"to->{name} = body + {at + 1};",
            ]  # fmt: skip
        elif letter.endswith("s"):
            lines.append(f"memcpy(to->{name}, body + {at}, {letter[:-1]});")
        else:
            kind, size = _TYPES[letter]
            lines.append(f"to->{name} = ({kind})tlp_get(body + {at}, {size});")
        at += _size(letter)
    return lines


def _stand_in(name: str, value: object) -> list[str]:
    if isinstance(value, bytes):
        assert not any(value), "C clears a run of bytes"
        return [f"memset(to->{name}, 0, {len(value)});"]
    return [f"to->{name} = {value};"]


def _indent(lines: Iterable[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)
