"""What follows a hand whose payments people typed, and whether it was the last one.

Both as far as the rules can say. What follows is what they say of the hand as it was told. For the
end they are asked what follows a hand in which nothing is paid, with the points as they stand
after the typed ones; where that hand would lead elsewhere, the rounds of the session are counted.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiosk.session.engine import Engine
    from kiosk.session.events import Json

log = logging.getLogger(__name__)

UNPAID: Final = ("draw", "abort")
"""Outcomes of a hand in which nobody need pay."""
EMPTY_SEAT: Final[Json] = {
    "hand": None,
    "melds": [],
    "flowers": [],
    "aside": [],
    "declared": [],
    "facts": {},
}


def told_next(record: Json, banker: int | None, engine: Engine) -> Json:
    """Return what the rules say follows the hand of *record*; empty where they cannot say.

    Where people named the next *banker*, only what leads to that one counts. Of a hand that
    nobody won, and whose tiles settle to nothing, the rules still know what a draw does.
    """
    asked = (one for one in _told(record, engine) if banker in (None, one["banker"]))
    return next(asked, {})


def _told(record: Json, engine: Engine) -> Iterator[Json]:
    """Yield what follows the hand as it was told, else an unpaid one that ended likewise."""
    told = _answer(record, engine)
    if told is not None:
        yield told["next"]
    elif record["outcome"] in UNPAID:
        yield from _asked(record, engine, (record["outcome"],))


def _answer(record: Json, engine: Engine) -> Json | None:
    """Return what *record* comes to; `None` where the rules refuse it, or break down on it.

    Then they say nothing: people may be typing because of just that.
    """
    try:
        told = engine.settle_json(record)
    except Exception:
        log.exception("the engine failed ruleset=%s", record["ruleset"])
        return None
    return None if "error" in told else told


def is_last(table: Json, following: Json, engine: Engine) -> bool:
    """Return whether a hand that leads to *following* ends the session by its rules.

    *table* has `ruleset`, `options` and the `state` before the hand, with the scores after it.
    """
    for told in _asked(table, engine):
        if told["banker"] == following["banker"]:
            return bool(told.get("over"))
    rounds = _rounds(table, engine)
    return bool(rounds) and following["round"] > rounds


def _rounds(table: Json, engine: Engine) -> int:
    """Return how many rounds the session has; 0 where it ends otherwise or never."""
    game = engine.ruleset(table["ruleset"])
    options = {**game.defaults, **table["options"]}
    said = options.get("rounds")
    return said if type(said) is int else game.rounds


def _asked(table: Json, engine: Engine, outcomes: Sequence[str] = UNPAID) -> Iterator[Json]:
    """Yield what follows a hand in which nobody pays, for each such hand that the rules know."""
    if engine.ruleset(table["ruleset"]).plays:
        return
    seats = [EMPTY_SEAT for _ in table["state"]["scores"]]
    deal: dict[str, Any] = {"indicators": [], "hidden_indicators": [], "dice": []}
    for outcome in outcomes:
        hand = {"deal": deal, "seats": seats, "outcome": outcome, "wins": [], "incidents": []}
        told = _answer({**table, **hand}, engine)
        if told is not None and not any(told["net"]):
            yield told["next"]
