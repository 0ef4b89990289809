"""Hands of Ataki's B rule in a line each: seat 0 is banker and East, seat 1 wins, dora is 2p."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.hands import items, record, settled, won

if TYPE_CHECKING:
    from tests.rules.hands import Data

INDICATOR = {"indicators": ["1p"]}
PINFU = ("234m567m34599p67s", "8s")
"""Four runs, a worthless pair, waiting from both ends; nothing else."""
MANGAN = ("3456799m777z", "8m")
"""With a pung of the own wind laid down: half flush and two honors, 40 fu 4 han."""
READY = "123m456p45789s33z"
NOT_READY = "159m159p159s1234z"
DORA = frozenset(("dora", "red_five", "ura_dora"))


def ataki(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *riichi* declares it."""
    if how.pop("riichi", False):
        how["before"] = {"declared": ["riichi"], **how.get("before", {})}
    return won("ataki-b", hand, tile, *melds, **{"deal": INDICATOR, **how})


def unwon(outcome: str = "draw", **fields: Any) -> Data:
    """Return the record of a hand that nobody won."""
    return record("ataki-b", outcome=outcome, **{"deal": INDICATOR, **fields})


def shown(data: Data, **hands: str) -> Data:
    """Return *data* with hands shown, `s2="…"` for seat 2."""
    for name, hand in hands.items():
        data["seats"][int(name[1:])]["hand"] = hand
    return data


def fouls(*kinds: tuple[str, int]) -> list[Data]:
    """Return incidents: what, and whose."""
    return [{"kind": kind, "seat": seat} for kind, seat in kinds]


def prizes(data: Data) -> list[int]:
    """Return what each seat gains beside the points."""
    gains: list[int] = settled(data)["prize_net"]
    return gains


def worth(data: Data) -> tuple[int | None, int | None, int]:
    """Return han, fu and points of the only winner."""
    (entry,) = settled(data)["wins"]
    return entry["han"], entry["fu"], entry["score"]


def yaku(data: Data) -> dict[str, int]:
    """Return the winner's yaku with their values, dora left out."""
    return {name: value for name, value in items(settled(data)).items() if name not in DORA}
