"""Asking the rules what a hand pays."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kiosk.session.by_hand import typed_settlement
from kiosk.session.draft import Draft, Stage
from kiosk.session.events import check_net
from kiosk.session.record import hand_record
from rules.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.session.engine import Engine
    from kiosk.session.state import Session

log = logging.getLogger(__name__)


def settled(session: Session, draft: Draft, engine: Engine) -> Draft:
    """Return *draft* with the settlement to be shown, or at review with what is wrong."""
    told = answer(session, draft, engine)
    if "error" in told:
        return replace(draft, problems=_problems(told["error"]), settlement={})
    return replace(draft, stage=Stage.SETTLEMENT, settlement=told, problems=())


def answer(session: Session, draft: Draft, engine: Engine) -> dict[str, Any]:
    """Return the engine's answer, or what was typed in its place.

    A failure of the engine itself is an answer too.

    The catch is wide on purpose: whatever breaks inside a game's rules, the hand that four people
    have just played must stay on the screen.
    """
    record = hand_record(session, draft)
    if draft.typed:
        return typed_settlement(record, session.standing, draft.typed, engine)
    try:
        told = engine.settle_json(record)
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
