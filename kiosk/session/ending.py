"""Whether a hand whose payments people typed was the last one, as far as the rules can say.

The rules are asked what follows a hand in which nothing is paid, with the points as they stand
after the typed ones; where that hand would lead elsewhere, the rounds of the session are counted.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiosk.events import Json
    from kiosk.session.engine import Engine

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


def _asked(table: Json, engine: Engine) -> Iterator[Json]:
    """Yield what follows a hand in which nobody pays, for each such hand that the rules know.

    A game that breaks down on it says nothing: people may be typing because of just that.
    """
    if engine.ruleset(table["ruleset"]).plays:
        return
    seats = [EMPTY_SEAT for _ in table["state"]["scores"]]
    deal: dict[str, Any] = {"indicators": [], "hidden_indicators": [], "dice": []}
    for outcome in UNPAID:
        hand = {"deal": deal, "seats": seats, "outcome": outcome, "wins": [], "incidents": []}
        try:
            told = engine.settle_json({**table, **hand})
        except Exception:
            log.exception("the engine failed ruleset=%s", table["ruleset"])
            return
        if "error" not in told and not any(told["net"]):
            yield told["next"]
