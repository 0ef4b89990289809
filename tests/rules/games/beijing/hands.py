"""Beijing hands in a line each: seat 0 is banker, seat 1 wins, `2z` is wild."""

from __future__ import annotations

from functools import partial
from typing import Final

from tests.rules.records import Data, pung, record_no_win, record_win, settle

TURNED: Final[Data] = {"indicators": ["1z"]}
PLAIN: Final = ("345678m345p4699s", "5s")
"""A concealed hand without a wild tile."""

OPEN: Final = ("234m34p56799s", "5p", pung("888p"))
"""The same with a claimed pung: a self-draw of 4."""

PAIRS: Final = ("1133m5577p2299s3z", "3z")
"""Seven pairs without a wild tile."""

beijing = partial(record_win, "beijing", deal=TURNED)
"""A won hand."""

unpaid = partial(record_no_win, "beijing", deal=TURNED)
"""A hand that nobody won."""


def names(data: Data) -> list[str]:
    """Return the elements that counted."""
    return [item["id"] for item in settle(data)["wins"][0]["items"]]
