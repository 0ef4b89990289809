"""The session of one table: pure state, commands and events; no clock, no I/O, no web."""

from kiosk.session.dice import wants_dice
from kiosk.session.draft import (
    Draft,
    DraftChanged,
    DraftMeld,
    DraftSeat,
    DraftTile,
    DraftWin,
    Part,
    Place,
    Stage,
)
from kiosk.session.events import ReadingRequest, TableRequest
from kiosk.session.fold import replay
from kiosk.session.repair_events import amendment, at_work
from kiosk.session.state import PlayedHand, Session, Standing, State
from kiosk.session.steps import (
    Event,
    apply,
    can,
    check_settlement,
    step,
    verify,
)

__all__ = [
    "Draft",
    "DraftChanged",
    "DraftMeld",
    "DraftSeat",
    "DraftTile",
    "DraftWin",
    "Event",
    "Part",
    "Place",
    "PlayedHand",
    "ReadingRequest",
    "Session",
    "Stage",
    "Standing",
    "State",
    "TableRequest",
    "amendment",
    "apply",
    "at_work",
    "can",
    "check_settlement",
    "replay",
    "step",
    "verify",
    "wants_dice",
]
