"""Asking the rules: what a hand pays and where the dice break the wall."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kiosk.errors import refused_for
from kiosk.events import check_net
from kiosk.session.draft import Draft, Stage
from kiosk.session.record import hand_record
from rules.errors import Problem, RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.session.engine import Engine
    from kiosk.session.state import Session

log = logging.getLogger(__name__)


def with_dice(
    session: Session, draft: Draft, dice: tuple[tuple[int, ...], ...], engine: Engine
) -> Draft:
    """Return *draft* with these throws and the wall break that they give.

    Raise `Refused` for dice that this game does not throw. Where no wall is broken, the
    dice say who leads or sits where, and people count themselves.
    """
    if not engine.ruleset(session.ruleset).has_break:
        return replace(draft, dice=dice, problems=())
    try:
        broken = engine.break_wall(
            session.ruleset,
            banker=session.standing.banker or 0,
            dice=[list(throw) for throw in dice],
            options=dict(session.options),
        )
    except RecordError as error:
        raise refused_for(error.problems) from error
    return replace(draft, dice=dice, wall_break=broken, problems=())


def settled(session: Session, draft: Draft, engine: Engine) -> Draft:
    """Return *draft* with the settlement to be shown, or at review with what is wrong."""
    told = answer(session, draft, engine)
    if "error" in told:
        return replace(draft, problems=_problems(told["error"]), settlement={})
    return replace(draft, stage=Stage.SETTLEMENT, settlement=told, problems=())


def answer(session: Session, draft: Draft, engine: Engine) -> dict[str, Any]:
    """Return the engine's answer; a failure of the engine itself is an answer too.

    The catch is wide on purpose: whatever breaks inside a game's rules, the hand that four people
    have just played must stay on the screen.
    """
    try:
        told = engine.settle_json(hand_record(session, draft))
        if "error" not in told:
            check_net(told)
    except Exception as failure:
        log.exception("the engine failed ruleset=%s", session.ruleset)
        return {"error": {"code": "engine_failed", "message": repr(failure), "where": ""}}
    return told


def _problems(error: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Return the engine's problems, all of them, in reading order."""
    listed = error.get("problems") or (error,)
    return tuple(
        Problem(problem["code"], problem["message"], problem.get("where", "")) for problem in listed
    )
