"""A ledger with an event that cannot be shown: everything else is, and people can take it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.ledger.rows import Change
from kiosk.session.events import (
    HandSettled,
    PlayerId,
    PlayerReplaced,
    Recorded,
    SessionClosed,
    SessionOpened,
)
from tests.kiosk.web.parlour import NAMES, Parlour

FOUR = tuple(PlayerId(f"p{number}") for number in range(1, 5))
STRANGERS = ("x", "", f"p{2**63}", "p0")
OPENED = SessionOpened("wuhan", {}, FOUR, 0, "0.1")
NOBODIES = SessionOpened("wuhan", {}, tuple(map(PlayerId, STRANGERS)), 0, "0.1")
CHESS = SessionOpened("chess", {}, FOUR, 0, "9.0")
UNPAID = {"net": [0] * 4, "payments": [], "next": {"banker": 0, "round": 1, "repeats": 0}}
STRANGE = HandSettled(1, {"form": 7}, UNPAID)
Kiosk = Callable[..., Parlour]


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    """Yield what opens a kiosk on a ledger with these events, in a program that starts then."""
    path, opened = tmp_path / "ledger.sqlite", list[Parlour]()

    def restart(*events: Recorded) -> Parlour:
        before = Parlour(path)
        for name in NAMES:
            before.service.enrol(name)
        for seq, event in enumerate(events):
            before.service._store.commit(Change(f"old-{seq}", seq, event))
        before.service.close()
        opened.append(Parlour(path))
        return opened[-1]

    yield restart
    for parlour in opened:
        parlour.service.close()


PAGES = ("/", "/ledger/", "/history/", "/settings", "/new", "/api/v1/state")


@pytest.mark.parametrize(
    "events",
    [(NOBODIES,), (OPENED, PlayerReplaced(1, PlayerId("x"))), (CHESS,), (OPENED, STRANGE)],
)
def test_every_page_is_there_and_tells_which_event_cannot_be_shown(
    kiosk: Kiosk, events: tuple[Recorded, ...]
) -> None:
    parlour = kiosk(*events)
    visitor = parlour.visitor()
    assert [visitor.go(page).status for page in PAGES] == [200] * len(PAGES)
    page = "/ledger/2" if STRANGE in events else "/"
    assert visitor.go(page).sees(f"Event {len(events)} ")


@pytest.mark.parametrize("opening", [NOBODIES, CHESS])
def test_a_session_that_cannot_be_shown_is_ended_by_touch(
    kiosk: Kiosk, opening: SessionOpened
) -> None:
    parlour = kiosk(opening)
    visitor = parlour.visitor()
    if opening is NOBODIES:
        visitor.tap("End session")
    visitor.tap("Hold to end")
    assert visitor.go("/").sees("Play")
    assert not visitor.sees("Event 1")
    assert visitor.go("/history/").status == 200
    assert parlour.sit_down().sees("Aiko")


def test_somebody_takes_over_the_seat_of_a_player_that_nobody_is(kiosk: Kiosk) -> None:
    visitor = kiosk(OPENED, PlayerReplaced(1, PlayerId("x"))).visitor()
    visitor.go("/repair/").tap("Hold to take over", seat="1", name="Ema")
    assert not visitor.go("/").sees("Event 2")
    assert visitor.sees("Ema")


def test_a_hand_whose_record_cannot_be_read_is_undone_by_touch(kiosk: Kiosk) -> None:
    parlour = kiosk(OPENED, STRANGE)
    visitor = parlour.visitor().go("/ledger/")
    assert visitor.sees("cannot be shown")
    visitor.go("/ledger/2/undo").tap("Hold to undo")
    session = parlour.service.view().session
    assert session is not None
    assert session.last_hand is None


def test_an_older_session_that_cannot_be_shown_is_told_by_its_games_id(kiosk: Kiosk) -> None:
    visitor = kiosk(CHESS, SessionClosed((0, 0, 0, 0))).visitor().go("/history/")
    assert visitor.sees("chess")
    assert visitor.go("/history/1").status == 409
    assert visitor.sees("This game is not installed.")


def test_again_is_not_offered_once_somebody_was_forgotten(kiosk: Kiosk) -> None:
    parlour = kiosk(OPENED, SessionClosed((0, 0, 0, 0)))
    visitor = parlour.visitor()
    visitor.find("Same four again")
    parlour.service.forget(FOUR[0])
    assert not [one for one in visitor.go("/").page.targets if one.text == "Same four again"]
