"""Hands of five-player riichi and rule 0 in a line each: seat 0 is banker, seat 1 wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.hands import chow, items, record, seat, settled

if TYPE_CHECKING:
    from tests.rules.hands import Data

INDICATOR = {"indicators": ["9s"]}
DORA = frozenset(("dora", "ura_dora"))
OPEN = (chow("234m"), chow("678s"))
CHEAP = ("34p55m678s", "5p", *OPEN)
"""All simples, open: 30 fu, 1 han."""
READY = "123m456p45789s33z"
NOT_READY = "159m159p159s1234z"
PINFU = ("234m567m34588p67s", "8s")
"""Four runs, a worthless pair, a wait from both ends; all simples."""
ORPHANS = "19m19p19s123456z"
"""Twelve of the thirteen terminals and honors."""


def of(game: str, players: int = 5, **fields: Any) -> Data:
    """Return a record of *game* for *players*, whose seats showed nothing."""
    options = fields.pop("options", {})
    if game == "zero-rule":
        options = {"players": players, **options}
    data = record(game, options=options, **{"deal": INDICATOR, **fields})
    data["seats"] = data["seats"] if "seats" in fields else [{} for _ in range(players)]
    return data


def won(
    game: str,
    hand: str,
    tile: str,
    *melds: Data,
    winner: int = 1,
    source: int | None = None,
    by: str | None = None,
    players: int = 5,
    **how: Any,
) -> Data:
    """Return a hand that *winner* won: drawn by himself, or discarded by *source*."""
    before = {"declared": ["riichi"]} if how.pop("riichi", False) else {}
    before |= how.pop("before", {})
    win: Data = {
        "seat": winner,
        "tile": tile,
        "by": by or ("self_draw" if source is None else "discard"),
    }
    win |= {name: how.pop(name) for name in ("marks", "facts") if name in how}
    data = of(game, players, outcome="win", **how)
    data["seats"][winner] = seat(winner, players, hand, *melds, **before)
    data["wins"] = [win if source is None else win | {"from": source}]
    return data


def fu(data: Data) -> dict[str, int]:
    """Return the only winner's fu by reason."""
    (entry,) = settled(data)["wins"]
    return {item["id"]: item["value"] for item in entry["fu_items"]}


def yaku(data: Data) -> dict[str, int]:
    """Return the winner's yaku with their values, dora left out."""
    return {name: value for name, value in items(settled(data)).items() if name not in DORA}


def drawn(game: str, *ready: int, players: int = 5, **fields: Any) -> Data:
    """Return an exhaustive draw in which the seats *ready* are ready."""
    seats = [{"facts": {"ready": place in ready}} for place in range(players)]
    return of(game, players, outcome="draw", **{"seats": seats, **fields})


def ended(data: Data, *fields: str) -> tuple[Any, ...]:
    """Return the named fields of `next`."""
    return tuple(settled(data)["next"][field] for field in fields)


def two_winners(game: str, **options: Any) -> Data:
    """Return a hand in which seats 1 and 3 win on seat 2's tile."""
    hand = won(game, *CHEAP, source=2, options=options, state={"carry": {"deposits": 1}})
    other = won(game, "34p66m345s", "5p", chow("234s"), chow("678m"), winner=3, source=2)
    hand["seats"][3] = other["seats"][3]
    hand["wins"] += other["wins"]
    return hand
