"""Hands of Ataki's B rule in a line each: seat 0 is banker and East, seat 1 wins, dora is 2p."""

from __future__ import annotations

from functools import partial

from tests.rules import records as hands
from tests.rules.games.riichi import hands as riichi_lines
from tests.rules.records import Data, settle

MANGAN = ("3456799m777z", "8m")
"""With a pung of the own wind laid down: half flush and two honors, 40 fu 4 han."""

ataki = partial(riichi_lines.win, "ataki-b")
"""A won hand; `riichi=True` declares it."""

unwon = partial(hands.record_no_win, "ataki-b", deal=riichi_lines.INDICATOR)
"""A hand that nobody won."""


def show_hands(data: Data, **hands: str) -> Data:
    """Return *data* with hands shown, `s2="…"` for seat 2."""
    for name, hand in hands.items():
        data["seats"][int(name[1:])]["hand"] = hand
    return data


def fouls(*kinds: tuple[str, int]) -> list[Data]:
    """Return incidents: what, and whose."""
    return [{"kind": kind, "seat": seat} for kind, seat in kinds]


def prizes(data: Data) -> list[int]:
    """Return what each seat gains beside the points."""
    gains: list[int] = settle(data)["prize_net"]
    return gains
