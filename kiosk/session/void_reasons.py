"""Why a hand can be void: the incidents that the rules take for one, and whose they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kiosk.session.draft import Draft
from kiosk.session.settle import Engine, answer
from kiosk.session.state import Session


@dataclass(frozen=True, slots=True)
class Reason:
    """An incident that makes a hand void."""

    kind: str
    has_seat: bool
    """Whether it has to be said whose it is."""


def void_reasons(session: Session, draft: Draft, engine: Engine) -> tuple[Reason, ...]:
    """Return the reasons that the rules take for the void hand of *draft*; most games have none."""
    return tuple(_reasons(session, draft, engine))


def _reasons(session: Session, draft: Draft, engine: Engine) -> Iterator[Reason]:
    banker = session.standing.banker
    for kind in engine.ruleset(session.ruleset).incidents:
        if _is_taken(session, draft, engine, {"kind": kind}):
            yield Reason(kind, has_seat=False)
        elif _is_taken(session, draft, engine, {"kind": kind, "seat": banker}):
            yield Reason(kind, has_seat=True)


def _is_taken(session: Session, draft: Draft, engine: Engine, incident: dict[str, Any]) -> bool:
    void_draft = replace(draft, outcome="abort", wins=(), incidents=(incident,), typed={})
    return "error" not in answer(session, void_draft, engine)
