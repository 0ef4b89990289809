"""What only people know, one tap at the settlement: the rules settle again at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from kiosk.session import Part, Stage
from kiosk.session.commands import WinOn, WriteRow
from kiosk.session.draft import Place
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor

HAND = "234m345p567s2233p"
"""Waits on 2p and 3p; all simples."""


@pytest.fixture
def settlement(parlour: Parlour) -> Visitor:
    """Return someone who looks at what Dana's win on Bo's discard pays in riichi."""
    return settle_win(parlour, "Bo")


def settle_win(parlour: Parlour, how: str) -> Visitor:
    """Return someone who looks at what Dana's win pays."""
    someone = parlour.sit_down("riichi")
    someone.tap("Skip the machine" if parlour.is_waiting else "Start the hand")
    someone.tap("Dana wins").tap(how, place=0).tap("Enter by hand")
    parlour.service.submit(WriteRow(Place(Part.INDICATORS), "9s"), "turned")
    parlour.service.submit(WriteRow(Place(Part.HAND, 3), HAND), "hand")
    parlour.service.submit(WinOn(3, "2p"), "tile")
    return someone.go("/").tap("Score it")


class CountingRules:
    """The rules, counting how often they settle a hand."""

    def __init__(self) -> None:
        self.settled = 0
        self.ruleset, self.break_wall = rules.ruleset, rules.break_wall

    def settle_json(self, data: object, /) -> dict[str, Any]:
        """Settle *data* as the rules do."""
        self.settled += 1
        return rules.settle_json(data)


def test_a_settlement_shown_again_asks_the_rules_nothing(tmp_path: Path) -> None:
    engine = CountingRules()
    parlour = Parlour(tmp_path / "ledger.sqlite", engine=engine)
    someone = settle_win(parlour, "Bo")
    first, engine.settled = engine.settled, 0
    someone.go("/").go("/")
    again, _ = engine.settled, someone.tap("Confirm & next hand")
    parlour.service.close()
    assert first > 1
    assert again == 0
    assert engine.settled <= 1


def net(parlour: Parlour) -> list[int]:
    """Return what the hand at work comes to."""
    draft = parlour.service.view().draft
    assert draft is not None
    gains: list[int] = draft.settlement["net"]
    return gains


def test_a_tap_settles_again_and_stays(parlour: Parlour, settlement: Visitor) -> None:
    before = net(parlour)
    settlement.tap("On the last discard (houtei)")
    assert parlour.service.view().stage is Stage.SETTLEMENT
    assert net(parlour)[3] > before[3]
    settlement.tap("On the last discard (houtei)")
    assert net(parlour) == before


def test_what_was_said_is_counted(parlour: Parlour, settlement: Visitor) -> None:
    settlement.tap("Riichi (立直)").tap("Ippatsu (一発)")
    gain = net(parlour)[3]
    settlement.tap("Confirm & next hand")
    session = parlour.service.view().session
    assert session is not None
    (hand,) = session.hands
    assert hand.record["wins"][0]["marks"] == ["ippatsu"]
    assert hand.record["seats"][3]["declared"] == ["riichi"]
    assert hand.settlement["net"][3] == gain


def test_only_what_the_rules_take_is_offered(settlement: Visitor) -> None:
    words = {target.text for target in settlement.page.targets}
    assert "On the last discard (houtei)" in words
    assert "On the last tile (haitei)" not in words  # nobody draws a discard
    assert "Ippatsu (一発)" not in words  # nor wins at once after a riichi that was not declared


def test_a_word_that_another_stands_on_stays(parlour: Parlour, settlement: Visitor) -> None:
    settlement.tap("Riichi (立直)").tap("Ippatsu (一発)").tap("Riichi (立直)")
    assert settlement.sees("That does not fit this hand.")
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.seats[3].declared == ("riichi",)


def test_a_self_drawn_win_is_asked_other_things(parlour: Parlour) -> None:
    words = {target.text for target in settle_win(parlour, "Tsumo").page.targets}
    assert "On the last tile (haitei)" in words
    assert "On the last discard (houtei)" not in words


def test_a_drawn_hand_is_asked_nothing(parlour: Parlour) -> None:
    someone = parlour.sit_down().tap("Skip the machine", "Draw")
    assert someone.sees("Confirm & next hand")
    assert not someone.sees("Anything else?")


def test_a_counted_hand_offers_nothing_more(settlement: Visitor) -> None:
    settlement.tap("Confirm & next hand", "Ledger", "Dana wins")
    assert not settlement.sees("Anything else?")
