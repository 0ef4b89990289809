"""What the seats page shows to phones: the code by which they get to its list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app, url_for
from markupsafe import Markup

from kiosk.seat_lists import SeatList, SeatLists
from kiosk.session import Stage
from kiosk.web.address import phone_address
from kiosk.web.context import service, words
from kiosk.web.svg.qr import qr_picture


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the seats page shows to phones."""

    code: Markup
    host: str
    """The same to be typed, in two parts: `10.0.0.7:8000`."""
    path: str


def seat_lists() -> SeatLists:
    """Return the lists of those who have taken a seat by phone."""
    return cast("SeatLists", current_app.extensions["jantaku_seat_lists"])


def invite(ruleset: str, seats: int, seq: int) -> tuple[Invitation | None, SeatList | None]:
    """Return what the seats page shows to phones, and who has come by it; neither where none can.

    None can while a session is open, or where the kiosk is in no network.
    """
    address = phone_address()
    if not address or service().state.stage is not Stage.LOBBY:
        return None, None
    seat_list = seat_lists().look(ruleset, seats, seq)
    path = url_for("join.show", code=seat_list.code)
    code = qr_picture(address + path, words()("ui.join"))
    return Invitation(code, address.partition("://")[2], path), seat_list
