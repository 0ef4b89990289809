"""What a board says of itself, as a C header that keeps it in flash."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

EXAMPLE: Final = Path(__file__).with_name("ports") / "dictionary.json"
"""The dictionary of the wired machine; a maker writes one of this kind."""
ROW: Final = 16
"""Bytes in a line."""

_FRAME: Final = """/* Drawn from a dictionary in JSON by `python -m firmware_bridge dictionary`. */
#ifndef DICTIONARY_H
#define DICTIONARY_H

#include <stdint.h>
#ifdef __AVR__
#include <avr/pgmspace.h>
#define DICTIONARY_PLACE PROGMEM
#define DICTIONARY_BYTE(at) pgm_read_byte(dictionary_bytes + (at))
#else
#define DICTIONARY_PLACE
#define DICTIONARY_BYTE(at) dictionary_bytes[at]
#endif
#define DICTIONARY_SIZE {size}
#define DICTIONARY_BAUDS {bauds} /* each with a comma behind it */

static const uint8_t dictionary_bytes[DICTIONARY_SIZE] DICTIONARY_PLACE = {{
{rows}
}};

static inline void dictionary_read(uint16_t at, uint8_t *to, uint8_t size)
{{
    while (size--)
        *to++ = DICTIONARY_BYTE(at++);
}}

#endif
"""


def pack(dictionary: Mapping[str, Any]) -> bytes:
    """Return a dictionary as it goes over the line: zlib-compressed JSON."""
    return zlib.compress(json.dumps(dictionary, sort_keys=True, ensure_ascii=False).encode(), 9)


def c_dictionary(dictionary: Mapping[str, Any]) -> str:
    """Return the header `dictionary.h` for a port's `main.c`."""
    data = pack(dictionary)
    parts = [data[at : at + ROW] for at in range(0, len(data), ROW)]
    rows = "\n".join("    " + " ".join(f"0x{byte:02X}," for byte in part) for part in parts)
    bauds = " ".join(f"{baud}," for baud in dictionary.get("bauds", ()))
    return _FRAME.format(size=len(data), bauds=bauds, rows=rows)
