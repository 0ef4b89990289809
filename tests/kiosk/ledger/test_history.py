"""The past of a ledger: sessions in a few numbers, hands folded when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.careers import records_of
from kiosk.ledger.history import Chronicle
from kiosk.ledger.rows import Change
from kiosk.ledger.store import LedgerStore
from kiosk.session.events import EventWithdrawn, LedgerEvent, PlayerId, SessionClosed
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand, write_unchecked

AFTER_TWO = (98, 80, 120, 100)


class GrowingLedger:
    """A ledger to which sessions of two hands are added."""

    def __init__(self, book: LedgerStore) -> None:
        self.book = book
        self.past = Chronicle(book)
        self.seq = 0

    def write(self, *events: LedgerEvent) -> None:
        """Write *events* one after the other."""
        for event in events:
            self.book.commit(Change(f"op-{self.seq}", self.seq, event))
            self.seq += 1

    def play_session(self) -> None:
        """Play a session of two hands to its end."""
        self.write(OPENED, settle_hand(1), settle_hand(2), SessionClosed(AFTER_TWO))


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[GrowingLedger]:
    """Yield a ledger of nothing yet."""
    book = open_ledger(tmp_path / "ledger.sqlite")
    yield GrowingLedger(book)
    book.close()


def test_sessions_are_told_as_they_stand_now(ledger: GrowingLedger) -> None:
    ledger.play_session()
    ledger.write(OPENED, settle_hand(1))
    before = [(one.opened, one.hands, one.totals, one.is_closed) for one in ledger.past.sittings()]
    ledger.write(settle_hand(2))
    now = ledger.past.sittings()[-1]
    assert before == [(1, 2, AFTER_TWO, True), (5, 1, (99, 90, 110, 100), False)]
    assert (now.hands, now.totals) == (2, AFTER_TWO)


def test_a_session_tells_when_it_was_opened(ledger: GrowingLedger) -> None:
    ledger.write(OPENED, settle_hand(1), SessionClosed((99, 90, 110, 100)))
    sitting = ledger.past.sitting(1)
    assert sitting.began_ms == ledger.past.time_of(1)
    assert sitting.began_ms > 1_000_000


def test_a_player_has_what_all_sessions_come_to(ledger: GrowingLedger) -> None:
    for _ in range(3):
        ledger.play_session()
    [record] = records_of(PlayerId("p2"), ledger.past.sittings())
    assert (record.sessions, record.hands, record.points, record.best) == (3, 6, 60, 10)
    assert (record.firsts, record.last) == (3, 11)
    assert records_of(PlayerId("p9"), ledger.past.sittings()) == ()


def test_a_player_s_best_hand_is_that_of_all_sessions(ledger: GrowingLedger) -> None:
    payments = [{"from": 2, "to": 1, "amount": 10, "for": "win"}]
    settlement = {**settle_hand(1).settlement, "net": [0, 10, -10, 0], "payments": payments}
    ledger.play_session()
    ledger.write(OPENED, replace(settle_hand(1), settlement=settlement))
    [record] = records_of(PlayerId("p2"), ledger.past.sittings())
    assert (record.sessions, record.points, record.best) == (2, 10, 10)


def test_what_a_player_did_in_a_session_is_counted_from_its_hands(ledger: GrowingLedger) -> None:
    wins = (
        [{"seat": 2, "from": 1}],
        [{"seat": 2, "by": "self_draw"}, {"seat": 3, "from": 1}],
        [{"seat": 0, "from": 2}],
    )
    hands = [
        replace(settle_hand(at), record={"ruleset": "plain", "wins": w})
        for at, w in enumerate(wins, 1)
    ]
    ledger.write(OPENED, *hands)
    [sitting] = ledger.past.sittings()
    counts = {str(t.player): (t.hands, t.wins, t.drawn, t.given) for t in sitting.tallies}
    assert counts == {
        "p0": (3, 1, 0, 0),
        "p1": (3, 0, 0, 2),
        "p2": (3, 2, 1, 1),
        "p3": (3, 1, 0, 0),
    }
    points = {str(t.player): (t.points, t.best, t.place, t.last) for t in sitting.tallies}
    assert points["p1"] == (-30, 0, 0, 4)
    assert points["p2"] == (30, 10, 0, 4)
    ledger.write(SessionClosed((97, 70, 130, 100)))
    [sitting] = ledger.past.sittings()
    assert [t.place for t in sitting.tallies] == [3, 4, 1, 2]


def test_games_stand_in_the_order_of_hands_played(ledger: GrowingLedger) -> None:
    ledger.play_session()
    other = replace(OPENED, ruleset="other")
    ledger.write(other, *map(settle_hand, (1, 2, 3)))
    records = records_of(PlayerId("p1"), ledger.past.sittings())
    assert [(one.ruleset, one.hands) for one in records] == [("other", 3), ("plain", 2)]


def test_a_session_that_another_one_follows_is_over(ledger: GrowingLedger) -> None:
    ledger.write(OPENED, settle_hand(1), OPENED, settle_hand(1))
    first, second = ledger.past.sittings()
    assert (first.is_closed, first.totals) == (True, (99, 90, 110, 100))
    assert not second.is_closed


def test_an_opening_that_cannot_be_read_has_no_session(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, [("session_opened", "{}"), settle_hand(1), OPENED, settle_hand(1)])
    book = open_ledger(path)
    past = Chronicle(book)
    first, second = past.sittings()
    views = past.session(1), past.hand(2), past.hand(4)
    book.close()
    assert (first.opened, first.is_closed, first.tallies, first.faults) == (1, True, (), 2)
    assert (second.opened, second.hands, second.faults) == (3, 1, 0)
    assert views[:2] == (None, None)
    assert views[2] is not None


def test_an_event_that_does_not_follow_is_told_until_it_is_taken_back(
    ledger: GrowingLedger,
) -> None:
    ledger.write(OPENED, settle_hand(1), SessionClosed((1, 2, 3, 4)))
    assert [one.seq for one in ledger.past.faults()] == [3]
    assert ledger.past.sittings()[0].faults == 1
    ledger.write(EventWithdrawn(3))
    assert ledger.past.sittings()[0].faults == 0


def test_taking_back_what_opened_the_session_does_not_follow(ledger: GrowingLedger) -> None:
    ledger.write(OPENED, EventWithdrawn(1))
    assert [one.seq for one in ledger.past.faults()] == [2]


def test_an_event_may_be_taken_back_in_a_later_session(ledger: GrowingLedger) -> None:
    ledger.write(OPENED, settle_hand(1), SessionClosed((1, 2, 3, 4)), OPENED, EventWithdrawn(3))
    assert [one.faults for one in ledger.past.sittings()] == [0, 0]


def test_what_comes_before_the_first_session_is_told_with_it(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, [settle_hand(1), OPENED, settle_hand(1)])
    book = open_ledger(path)
    past = Chronicle(book)
    [sitting] = past.sittings()
    begin = past.begin()
    book.close()
    assert (begin, sitting.opened, sitting.hands, sitting.faults) == (0, 2, 1, 1)


def test_a_hand_is_found_in_its_session(ledger: GrowingLedger) -> None:
    for _ in range(40):
        ledger.play_session()
    hand = ledger.past.hand(159)
    assert hand is not None
    assert (hand.seq, hand.number) == (159, 2)
    assert ledger.past.hand(160) is None
    assert ledger.past.hand(0) is None


def test_the_screens_need_only_what_comes_from_the_last_session_on(ledger: GrowingLedger) -> None:
    ledger.play_session()
    first = ledger.past.begin()
    ledger.play_session()
    assert (first, ledger.past.begin()) == (0, 4)


def test_what_is_no_session_is_none(ledger: GrowingLedger) -> None:
    ledger.play_session()
    assert ledger.past.session(2) is None
    assert ledger.past.session(77) is None
    with pytest.raises(KeyError):
        ledger.past.sitting(2)


def test_an_event_has_its_time_and_a_missing_one_none(ledger: GrowingLedger) -> None:
    ledger.play_session()
    entry = next(ledger.book.entries())
    assert ledger.past.time_of(1) == entry.at_ms
    assert ledger.past.time_of(9) is None


def test_what_was_seen_before_is_told_while_the_ledger_is_away(ledger: GrowingLedger) -> None:
    ledger.play_session()
    before = ledger.past.sittings()
    other = Chronicle(ledger.book)
    other.openings()
    at = ledger.past.time_of(1)
    path = ledger.book.path
    ledger.book.close()
    path.rename(path.with_name("elsewhere"))
    path.mkdir()
    assert ledger.past.sittings() == before
    assert other.openings() == (1,)
    assert ledger.past.time_of(1) == at
    assert ledger.past.time_of(2) is None
    for past in (other, Chronicle(ledger.book)):
        with pytest.raises(Refused):
            past.sittings()
