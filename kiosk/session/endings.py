"""How the end of a hand is called out: who won on what, or that nobody did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kiosk.session import commands as c
from rules.game import Game
from rules.record.wins import is_shared

Json = Mapping[str, Any]


def ending(record: Json, game: Game) -> Iterator[c.Command]:
    """Yield what people call at the end of the hand of *record*."""
    yield from (c.SayWho(claims) for claims in calls(record, game))
    if record["outcome"] == "abort":
        yield c.CallAbort()
    elif game.plays:
        yield c.EndPlay()
    elif not record.get("wins"):
        yield c.CallDraw()
    elif game.plays_on:
        yield c.UseUpWall()


def calls(record: Json, game: Game) -> Iterator[tuple[c.Claim, ...]]:
    """Yield the winners of *record* as they are called out: those of one tile together."""
    claims: list[c.Claim] = []
    for place, win in enumerate(record.get("wins", ())):
        if claims and game.plays_on and not is_shared(record["wins"], place):
            yield tuple(claims)
            claims = []
        claims.append(c.Claim(win["seat"], win["by"], win.get("from")))
    if claims:
        yield tuple(claims)
