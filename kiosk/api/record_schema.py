"""JSON Schemas of the hand record and the settlement: `hand-record.md`, "Record", "Settlement".

They say the form; what tiles and facts a game has only its rules say. Cards and dominoes tell
their `play`, mahjong games their `deal`, `seats` and `wins`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.api.schema import (
    COUNT,
    FLAG,
    NOTHING,
    PLAIN,
    WHOLE,
    Schema,
    free,
    one_of,
    or_null,
    record,
    ref,
)
from kiosk.api.schema import rows as list_of

if TYPE_CHECKING:
    from collections.abc import Mapping

WORD: Final[Schema] = {"type": "string"}
CODE: Final[Schema] = {"type": "string", "description": "a tile: 5m, 1z, 0p, 3f"}
TILES: Final[Schema] = {"type": "string", "description": "tiles: 123m456p11z"}
WORDS: Final = list_of(WORD)
CODES: Final = list_of(CODE)
ANYTHING: Final[Schema] = {"type": "object", "additionalProperties": PLAIN}
SEAT: Final = COUNT
PARTY: Final[Schema] = {"anyOf": [SEAT, one_of("pot", "bank")]}

MELD: Final = record(
    {"kind": WORD, "tiles": TILES}, {"claimed": or_null(CODE), "from": or_null(SEAT)}
)
WIN: Final = record(
    {"seat": SEAT, "by": WORD},
    {
        "tile": or_null(CODE),
        "from": or_null(SEAT),
        "marks": WORDS,
        "kong": or_null(COUNT),
        "facts": ANYTHING,
    },
)
SEAT_OF_RECORD: Final = record(
    {},
    {
        "hand": or_null(TILES),
        "melds": list_of(MELD),
        "flowers": TILES,
        "aside": TILES,
        "discards": {"anyOf": [CODES, TILES, NOTHING]},
        "declared": WORDS,
        "facts": ANYTHING,
    },
)
RECORD_SCHEMAS: Final[Mapping[str, Schema]] = {
    "Record": record(
        {"ruleset": WORD, "outcome": one_of("win", "draw", "abort")},
        {
            "options": ANYTHING,
            "state": record(
                {},
                {
                    "banker": SEAT,
                    "round": COUNT,
                    "repeats": COUNT,
                    "scores": or_null(list_of(WHOLE)),
                    "carry": ANYTHING,
                },
            ),
            "deal": record(
                {},
                {
                    "indicators": CODES,
                    "hidden_indicators": CODES,
                    "dice": list_of(list_of(COUNT)),
                    "east": or_null(SEAT),
                },
            ),
            "seats": list_of(ref("Seat")),
            "wins": list_of(ref("Win")),
            "incidents": list_of({**free(kind=WORD), "additionalProperties": PLAIN}),
            "play": ANYTHING,
        },
    ),
    "Seat": SEAT_OF_RECORD,
    "Win": WIN,
    "Payment": free(**{"from": PARTY, "to": PARTY, "amount": WHOLE, "for": WORD}),
    "Settlement": free(
        ruleset=WORD,
        net=list_of(WHOLE),
        payments=list_of(ref("Payment")),
        wins=list_of(free(seat=SEAT)),
        next=free(over=FLAG),
    ),
}
