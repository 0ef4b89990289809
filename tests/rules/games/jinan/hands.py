"""Jinan hands in a line each: seat 0 is banker, seat 1 wins."""

from __future__ import annotations

from functools import partial

from tests.rules.records import chow, pung, record_no_win, record_win

PLAIN = ("67822m345p46s", "5s", chow("234s"))
"""A common win without a flower."""

PUNGS_FROM_0 = (pung("111m"), pung("333p"), pung("777s"))
BOUND = ("6788s", "5s", *PUNGS_FROM_0)
"""A common win of one point with three sets from seat 0."""

jinan = partial(record_win, "jinan")
"""A won hand."""

unpaid = partial(record_no_win, "jinan")
"""A hand that nobody won."""
