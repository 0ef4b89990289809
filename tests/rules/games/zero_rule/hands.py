"""Hands of five-player riichi and rule 0 in a line each: seat 0 is banker, seat 1 wins."""

from __future__ import annotations

from typing import Any

from tests.rules.games.riichi import hands as riichi_lines
from tests.rules.records import Data, chow, record, settle

INDICATOR = {"indicators": ["9s"]}
OPEN = (chow("234m"), chow("678s"))
CHEAP = ("34p55m678s", "5p", *OPEN)
"""All simples, open: 30 fu, 1 han."""
READY = "123m456p45789s33z"
NOT_READY = "159m159p159s1234z"
PINFU = ("234m567m34588p67s", "8s")
"""Four runs, a worthless pair, a wait from both ends; all simples."""
ORPHANS = "19m19p19s123456z"
"""Twelve of the thirteen terminals and honors."""


def table(game: str, players: int, fields: Data) -> Data:
    """Return the *fields* of a record for *players*, whose seats showed nothing."""
    seats: list[Data] = [{} for _ in range(players)]
    defaults = {"players": players} if game == "zero-rule" else {}
    options = {**defaults, **fields.get("options", {})}
    return {"deal": INDICATOR, "seats": seats, **fields, "options": options}


def of(game: str, players: int = 5, **fields: Any) -> Data:
    """Return a record of *game* for *players*."""
    return record(game, **table(game, players, fields))


def win(game: str, hand: str, tile: str, *melds: Data, players: int = 5, **how: Any) -> Data:
    """Return a won hand; *riichi* declares it."""
    return riichi_lines.win(game, hand, tile, *melds, **table(game, players, how))


def make_draw(game: str, *ready: int, players: int = 5, **fields: Any) -> Data:
    """Return an exhaustive draw in which the seats *ready* are ready."""
    seats = [{"facts": {"ready": place in ready}} for place in range(players)]
    return of(game, players, outcome="draw", **{"seats": seats, **fields})


def ended(data: Data, *fields: str) -> tuple[Any, ...]:
    """Return the named fields of `next`."""
    return tuple(settle(data)["next"][field] for field in fields)


def two_winners(game: str, **options: Any) -> Data:
    """Return a hand in which seats 1 and 3 win on seat 2's tile."""
    hand = win(game, *CHEAP, source=2, options=options, state={"carry": {"deposits": 1}})
    other = win(game, "34p66m345s", "5p", chow("234s"), chow("678m"), winner=3, source=2)
    hand["seats"][3] = other["seats"][3]
    hand["wins"] += other["wins"]
    return hand
