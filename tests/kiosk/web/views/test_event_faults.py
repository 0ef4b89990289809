"""A ledger with an event that cannot be shown: everything else is, and people can take it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.verify import verify
from kiosk.session import Stage
from kiosk.session.events import (
    EventWithdrawn,
    HandSettled,
    HandVoided,
    LedgerEvent,
    PenaltyWithdrawn,
    PlayerId,
    PlayerReplaced,
    SeatsChanged,
    SessionClosed,
    SessionOpened,
)
from kiosk.session.repairs import WithdrawEvent
from kiosk.session.shapes import Json
from tests.kiosk.ledger.stores import write_unchecked
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import unlock

FOUR = tuple(PlayerId(f"p{number}") for number in range(1, 5))
STRANGERS = ("x", "", f"p{2**63}", "p0")
OPENING = SessionOpened("wuhan", {}, FOUR, 0, "0.1")
NOBODIES = SessionOpened("wuhan", {}, tuple(map(PlayerId, STRANGERS)), 0, "0.1")
CHESS = SessionOpened("chess", {}, FOUR, 0, "9.0")
UNPAID = {"net": [0] * 4, "payments": [], "next": {"banker": 0, "round": 1, "repeats": 0}}
STRANGE = HandSettled(1, {"form": 7}, UNPAID)
Kiosk = Callable[..., Parlour]


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Kiosk]:
    """Yield what opens a kiosk on a ledger with these events, in a program that starts then."""
    path, parlours = tmp_path / "ledger.sqlite", list[Parlour]()

    def restart(*events: LedgerEvent | tuple[str, Json]) -> Parlour:
        before = Parlour(path)
        for name in NAMES:
            before.service.enrol(name)
        before.service.close()
        write_unchecked(path, events)
        parlours.append(Parlour(path))
        return parlours[-1]

    yield restart
    for parlour in parlours:
        parlour.service.close()


PAGES = ("/", "/ledger/", "/history/", "/settings", "/new", "/api/v1/state")
HAND = HandSettled(1, {"form": 7}, UNPAID)
ENDING = SessionClosed((0, 0, 0, 0))
CROOKED = {"number": 1, "record": {}, "settlement": {**UNPAID, "net": [5, -5, 0, 0]}}
"""A hand that does not add up: nobody pays."""
MANY = {**asdict(OPENING), "start_score": "many"}
UNFIT = (
    ((OPENING, ENDING, ENDING), 3, "no session was open"),
    ((HAND,), 1, "no session was open"),
    ((OPENING, SessionClosed((9, 0, 0, 0))), 2, "its points are not those of the session"),
    ((OPENING, ("hand_settled", CROOKED)), 2, "this program cannot read it"),
    ((OPENING, HandSettled(1, {"wins": 5}, UNPAID)), 2, "this program cannot read it"),
    ((OPENING, PlayerReplaced(9, FOUR[0])), 2, "this program cannot read it"),
    ((OPENING, PlayerReplaced(4, FOUR[0])), 2, "it names seats that do not exist"),
    ((OPENING, SeatsChanged((0, 0, 1, 2))), 2, "it names seats that do not exist"),
    ((OPENING, HandVoided(1)), 2, "it does not fit the hands that count"),
    ((OPENING, PenaltyWithdrawn(1)), 2, "that penalty does not count"),
    ((OPENING, EventWithdrawn(1)), 2, "what it takes back counts, or does not exist"),
    ((("session_opened", MANY),), 1, "this program cannot read it"),
)
"""Events, the number of the one that does not follow from those before it, and why."""


@pytest.mark.parametrize(
    "events",
    [(NOBODIES,), (OPENING, PlayerReplaced(1, PlayerId("x"))), (CHESS,), (OPENING, STRANGE)],
)
def test_every_page_is_there_and_tells_which_event_cannot_be_shown(
    kiosk: Kiosk, events: tuple[LedgerEvent, ...]
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
    visitor = kiosk(OPENING, PlayerReplaced(1, PlayerId("x"))).visitor()
    visitor.go("/repair/").tap("Hold to replace", seat="1", name="Ema")
    assert not visitor.go("/").sees("Event 2")
    assert visitor.sees("Ema")


@pytest.mark.parametrize(("events", "seq", "why"), UNFIT)
def test_an_event_that_does_not_follow_is_named_and_taken_back_by_touch(
    kiosk: Kiosk, events: tuple[LedgerEvent, ...], seq: int, why: str
) -> None:
    parlour = kiosk(*events)
    visitor = parlour.visitor()
    assert [visitor.go(page).status for page in PAGES] == [200] * len(PAGES)
    assert visitor.go("/").sees(f"Event {seq} ")
    assert visitor.sees(why)
    visitor.tap(f"Hold to take back: event {seq}")
    assert not visitor.go("/").sees(f"Event {seq} ")
    report = verify(parlour.service._store.path)
    assert (report.is_whole, report.faults) == (True, ())


def test_a_hand_after_an_event_that_does_not_follow_counts(kiosk: Kiosk) -> None:
    visitor = kiosk(OPENING, ENDING, ENDING, OPENING, ENDING, HAND, OPENING, HAND).visitor()
    assert not visitor.sees("Event ")
    assert visitor.go("/history/").sees("has an event that cannot be shown")
    assert visitor.go("/history/4").sees("Event 6 ")
    visitor.tap("Hold to take back: event 6")
    assert visitor.path == "/history/4"
    assert not visitor.sees("Event 6 ")
    assert visitor.go("/history/1").sees("Event 3 ")
    visitor.tap("Hold to take back: event 3")
    assert not visitor.go("/history/").sees("has an event that cannot be shown")


def test_the_operators_check_names_an_event_of_an_older_session(kiosk: Kiosk) -> None:
    visitor = unlock(kiosk(OPENING, ENDING, ENDING, OPENING).app, "/operator/ledger/")
    assert visitor.sees("Event 3 ")
    visitor.tap("Hold to take back: event 3")
    assert visitor.path == "/operator/ledger/"
    assert not visitor.sees("Event 3 ")


def test_taking_an_event_back_leaves_the_hand_at_work(kiosk: Kiosk) -> None:
    parlour = kiosk(OPENING, SessionClosed((9, 0, 0, 0)))
    visitor = parlour.visitor()
    visitor.tap("Start the hand" if not parlour.is_waiting else "Skip the machine")
    before = parlour.service.state
    visitor.go("/ledger/").tap("Hold to take back: event 2")
    assert parlour.service.state == replace(before, faults=())
    assert parlour.service.state.stage is Stage.PLAYING


def test_what_counts_is_not_taken_back(kiosk: Kiosk) -> None:
    parlour = kiosk(OPENING, HAND)
    with pytest.raises(Refused) as refusal:
        parlour.service.submit(WithdrawEvent(2), "take-back-1")
    assert refusal.value.code == "event_counts"
    assert verify(parlour.service._store.path).events == 2


def test_a_hand_whose_record_cannot_be_read_is_undone_by_touch(kiosk: Kiosk) -> None:
    parlour = kiosk(OPENING, STRANGE)
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


@pytest.mark.parametrize(
    ("opening", "hand"),
    [
        (CHESS, HAND),
        (OPENING, HandSettled(1, {"ruleset": "chess"}, UNPAID)),
        (OPENING, HandSettled(1, {"form": 7}, UNPAID, {"readings": 1})),
    ],
)
def test_a_hand_of_an_unknown_game_or_reading_has_its_page(
    kiosk: Kiosk, opening: SessionOpened, hand: HandSettled
) -> None:
    visitor = kiosk(opening, hand).visitor()
    assert [visitor.go(page).status for page in ("/ledger/2", "/ledger/2/undo")] == [200, 200]
    assert visitor.sees("Event 2 cannot be shown")


def test_again_is_not_offered_once_somebody_was_forgotten(kiosk: Kiosk) -> None:
    parlour = kiosk(OPENING, SessionClosed((0, 0, 0, 0)))
    visitor = parlour.visitor()
    visitor.find("Same players again")
    parlour.service.forget(FOUR[0])
    assert not [one for one in visitor.go("/").page.targets if one.text == "Same players again"]
