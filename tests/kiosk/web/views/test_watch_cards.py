"""A hand of cards or dominoes is watched; what its log shows need not be said, and it is kept."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hw_sim.players import HandSpec
from hw_sim.players.cards import CardHand, dealt_cards
from kiosk.demo.watching import PACE_MS, SimWatcher
from kiosk.session import Draft, Session
from kiosk.view import HandView
from rules.games import CARD_PLAYS
from rules.play.actions import Pass
from rules.play.cards import CardCourse
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.web.actions.test_plays import press
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.visitor import Visitor

GAMES = sorted(CARD_PLAYS)
SEATS = {"mushi": 2}
FILLED_IN = "Filled in from the log of the hand: "


def at_play(parlour: Parlour, game: str, clock: SetClock | None = None, seed: int = 1) -> Visitor:
    """Return someone at a hand of *game* that simulated players play."""

    def deal(session: Session, draft: Draft) -> CardHand:
        state = session.standing.to_state(draft.leader or 0)
        return dealt_cards(session.ruleset, random.Random(seed), HandSpec(state=state))

    parlour.service.watcher = SimWatcher(deal, clock or SetClock())
    names = list(NAMES[: SEATS.get(game, 4)])
    someone = parlour.visitor().go(f"/new/{game}/seats").tap("Start", name=names)
    return someone.tap("Skip the machine" if parlour.is_waiting else "Start the hand")


def hand_of(parlour: Parlour) -> CardCourse[Any]:
    """Return the hand that is watched."""
    view, watcher = parlour.service.view(), parlour.service.watcher
    assert isinstance(view, HandView)
    assert watcher is not None
    hand = watcher.course(view.session, view.draft)
    assert isinstance(hand, CardCourse)
    return hand


def watch_to_the_end(parlour: Parlour, game: str) -> Visitor:
    """Return someone who reviews a hand that was watched to its end."""
    someone = at_play(parlour, game).tap("Watch", "Play to the end", "Take this end over")
    return someone.go("/")


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_what_players_hold_while_they_play(parlour: Parlour, game: str) -> None:
    clock = SetClock()
    someone = at_play(parlour, game, clock).tap("Watch")
    clock.pass_s(6 * PACE_MS / 1000)
    someone.go("/watch")
    hand = hand_of(parlour)
    view = hand.play.view(hand.table)
    lies_open = {card for cards in (view.table, *view.before) for card in cards}
    hand_cards = {card for cards in view.hands for card in cards}
    assert len(hand.log) >= 6
    assert someone.sees("The hand as it is played")
    assert all(f'#{card}"' not in someone.page.html for card in hand_cards - lies_open)
    assert all(f'#{card}"' in someone.page.html for card in view.table)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_log_shows_is_filled_in_and_the_hand_is_replayed_from_the_ledger(
    parlour: Parlour, game: str
) -> None:
    someone = watch_to_the_end(parlour, game)
    assert someone.sees(FILLED_IN)
    hand = hand_of(parlour)
    someone.tap("Score it", "Confirm & next hand")
    session = parlour.service.view().session
    assert session is not None
    entry = session.hands[-1]
    assert list(entry.settlement["net"]) == list(hand.settlement().net)
    someone.go(f"/ledger/{entry.seq}").tap("Replay")
    assert "data-replay" in someone.page.html
    assert "banner wrong" not in someone.page.html
    assert "By the rules: " in someone.page.html


def test_what_people_change_is_not_said_to_be_of_the_log(parlour: Parlour) -> None:
    someone = watch_to_the_end(parlour, "shuangkou")
    assert someone.sees(f"{FILLED_IN}order of finishing")
    press(someone, "/finish", seat=hand_of(parlour).table.finish[-1])
    assert not someone.sees(f"{FILLED_IN}order of finishing")


def test_a_hand_that_people_settle_otherwise_says_so_in_its_replay(parlour: Parlour) -> None:
    someone = watch_to_the_end(parlour, "shuangkou")
    first = hand_of(parlour).table.finish[0]
    for seat in (first, (first + 1) % 4, (first + 3) % 4):
        press(someone, "/finish", seat=seat)
    someone.tap("Score it", "Confirm & next hand")
    session = parlour.service.view().session
    assert session is not None
    someone.go(f"/ledger/{session.hands[-1].seq}").tap("Replay")
    assert someone.sees("people put it right by hand")


def test_back_in_play_nothing_is_filled_in_any_more(parlour: Parlour) -> None:
    watch_to_the_end(parlour, "tien-gow").tap("Back")
    draft = parlour.service.view().draft
    assert draft is not None
    assert draft.play == {}
    assert draft.log == ()


def test_nobody_learns_that_a_flower_might_have_been_pulled(parlour: Parlour) -> None:
    clock = SetClock()
    someone = at_play(parlour, "sakura", clock, seed=7).tap("Watch")
    silent = 0
    while not (hand := hand_of(parlour)).is_over:
        last = hand.log[-1] if hand.log else None
        if isinstance(last, Pass) and hand.is_silent:
            silent += 1
        assert not someone.go("/watch").sees(": passes")
        clock.pass_s(PACE_MS / 1000)
    assert not silent  # it takes no time, so that nobody ever looks at it


def test_who_has_not_said_who_leads_cannot_watch_yet(parlour: Parlour) -> None:
    someone = at_play(parlour, "shuangkou").tap("The hand is over")
    for seat in (0, 2):  # after a double finish anybody may lead
        press(someone, "/finish", seat=seat)
    someone.tap("Score it", "Confirm & next hand", "Skip the machine")
    assert "/watch" not in someone.page.html
    assert "/watch" in someone.tap("Bo").page.html


def test_where_nobody_follows_cards_people_say_everything(parlour: Parlour) -> None:
    someone = parlour.visitor().go("/new/tien-gow/seats").tap("Start", name=list(NAMES))
    someone.tap("Skip the machine" if parlour.is_waiting else "Start the hand")
    assert "/watch" not in someone.page.html
    assert not someone.tap("The hand is over").sees(FILLED_IN)
