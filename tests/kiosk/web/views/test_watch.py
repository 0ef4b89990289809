"""A hand that somebody follows can be watched, and what its log shows need not be said again."""

from __future__ import annotations

import random
import re

import pytest

from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal
from kiosk.demo.watching import SimWatcher
from kiosk.session import Draft, Session, Stage
from kiosk.session import commands as c
from rules.play.actions import Discard
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.views.test_speech import read_announcement, read_sounds, with_voice
from tests.kiosk.web.visitor import Visitor


def deal_hand(session: Session, draft: Draft) -> TableHand:  # noqa: ARG001 -- form
    state = session.standing.to_state(0)
    return deal(session.ruleset, None, random.Random(1), HandSpec(state=state))


def at_play(parlour: Parlour, ruleset: str, clock: SetClock | None = None) -> Visitor:
    """Return someone at a hand of *ruleset* that simulated players play."""
    parlour.service.watcher = SimWatcher(deal_hand, clock or SetClock())
    return begin_hand(parlour, ruleset)


def begin_hand(parlour: Parlour, ruleset: str) -> Visitor:
    """Return someone at a hand of *ruleset* that has begun."""
    someone = parlour.sit_down(ruleset)
    return someone.tap("Skip the machine" if parlour.is_waiting else "Start the hand")


def test_a_hand_is_watched_action_by_action(parlour: Parlour) -> None:
    clock = SetClock()
    someone = at_play(parlour, "riichi", clock).tap("Watch")
    assert someone.sees("The hand as it is played")
    assert someone.sees("Wall: 69")
    clock.pass_s(60)
    assert not someone.go("/watch").sees("Wall: 69")


def test_nobody_sees_the_tiles_of_a_hand_that_goes_on(parlour: Parlour) -> None:
    someone = at_play(parlour, "riichi").tap("Watch")
    assert someone.page.html.count("#t0z") == 4 * 13 + 1


DISCARDS = {
    "en": r"Aiko discards [a-z ]+\.",
    "ja": r"Aiko、[ァ-ヶー]+。",
    "zh-Hans": r"Aiko打\w+。",
    "zh-Hant": r"Aiko打\w+。",
}


@pytest.mark.parametrize("language", DISCARDS)
def test_the_newest_discard_is_said(parlour: Parlour, language: str) -> None:
    clock = SetClock()
    someone = at_play(parlour, "riichi", clock).tap("Watch")
    clock.pass_s(1)
    someone.browser.set_cookie("language", language)
    assert re.fullmatch(DISCARDS[language], read_announcement(someone.go("/watch")))
    assert read_sounds(with_voice(someone, "results", "/watch")) == []
    assert read_sounds(with_voice(someone, "everything", "/watch")) == [read_announcement(someone)]


def test_discards_thrown_in_disorder_lie_together_in_no_order(parlour: Parlour) -> None:
    clock = SetClock()
    someone = at_play(parlour, "wuhan", clock).tap("Watch")
    clock.pass_s(30)
    someone.go("/watch")
    watcher = parlour.service.watcher
    view = parlour.service.view()
    assert watcher is not None
    assert view.session is not None
    assert view.draft is not None
    course = watcher.course(view.session, view.draft)
    assert course is not None
    assert len([one for one in course.at.log if isinstance(one, Discard)]) > 4
    assert someone.sees("Discards, thrown together")
    assert someone.page.html.count('class="tiles river"') == 1


def test_the_end_is_taken_over_and_what_the_log_shows_is_filled_in(parlour: Parlour) -> None:
    someone = at_play(parlour, "riichi").tap("Watch", "Play to the end", "Take this end over")
    if parlour.service.view().stage is Stage.READING:
        someone.tap("Enter by hand")
    assert someone.go("/").sees("The log of the hand shows it, so it is filled in")
    assert someone.sees("Riichi (立直)")
    assert not someone.sees("Play ended otherwise")


def test_the_review_says_how_play_ended_where_people_said_otherwise(parlour: Parlour) -> None:
    someone = at_play(parlour, "riichi").tap("Watch", "Play to the end")
    ended = re.search(r"[A-Z][a-z]+ wins", someone.page.text)
    assert ended is not None
    winner = ("Aiko", "Bo", "Chen", "Dara").index(ended[0].split()[0])
    other = c.SayWho((c.Claim((winner + 1) % 4, "self_draw", None),))
    parlour.service.submit(other, "another-end")
    someone.go("/").tap("Enter by hand")
    assert someone.sees("Play ended otherwise")
    assert someone.sees(ended[0])


def test_a_hand_cannot_be_taken_over_before_its_end(parlour: Parlour) -> None:
    someone = at_play(parlour, "riichi").tap("Watch")
    assert not any(target.text == "Take this end over" for target in someone.page.targets)


def test_at_a_real_table_nobody_watches_and_people_say_everything(parlour: Parlour) -> None:
    someone = begin_hand(parlour, "riichi")
    assert "/watch" not in someone.page.html
    assert "The hand as it is played" not in someone.go("/watch").page.text
