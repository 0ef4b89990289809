"""What a game is played for beside the points of its hands: prizes, chips, the result's parts."""

from __future__ import annotations

from dataclasses import dataclass

import rules
from kiosk.i18n import Catalogue, signed
from kiosk.session import Session
from kiosk.session.settle import prize_unit
from kiosk.session.shapes import Json


@dataclass(frozen=True, slots=True)
class ResultPart:
    """What one thing brings everybody in the end: uma, chips."""

    title: str
    shares: tuple[int, ...]


def prizes_title(unit: str, t: Catalogue) -> str:
    """Return what prizes in this *unit* are called."""
    return t(f"ui.prizes.{unit}", "ui.prizes")


def prizes_title_of(session: Session, t: Catalogue) -> str:
    """Return what the prizes of *session* are called."""
    return prizes_title(prize_unit(rules.ruleset(session.ruleset), session.options), t)


def prize_words(session: Session, t: Catalogue) -> tuple[str, ...]:
    """Return what each seat has of prizes, `Chips +3`; empty words where nobody has any."""
    shares, title = session.standing.prizes, prizes_title_of(session, t)
    if not any(shares):
        return ("",) * len(session.everyone)
    return tuple(f"{title} {signed(share)}" for share in shares)


def result_parts(settlement: Json, t: Catalogue) -> tuple[ResultPart, ...]:
    """Return what makes the results that the last hand brings; nothing where points say all."""
    parts = settlement["next"].get("final_parts", {})
    return tuple(
        ResultPart(t(f"ui.result.{name}"), tuple(shares)) for name, shares in parts.items()
    )
