"""Hands of cards and dominoes in a session: told as a whole, led by whom the players choose."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from kiosk.errors import Refused
from kiosk.session import Session, Stage, State, apply, can, step
from kiosk.session import commands as c
from kiosk.session.events import PlayerId
from kiosk.session.record import draft_of, hand_record
from tests.ids import case_id

PLAYERS = tuple(PlayerId(name) for name in "abcd")
DOUBLE = {"finish": [0, 2], "bombs": []}


class Cards:
    """A session of a card game, folded in memory."""

    def __init__(self, game: str = "shuangkou") -> None:
        self.state = State()
        self.seq = 0
        self.do(c.OpenSession(game, PLAYERS))

    def do(self, *commands: c.Command) -> Cards:
        """Carry the commands out, one after another."""
        for command in commands:
            for event in step(self.state, command, rules):
                self.seq += 1
                self.state = apply(self.state, event, self.seq)
        return self

    def hand(self, play: dict[str, Any]) -> Cards:
        """Play and count one hand."""
        return self.do(c.StartPlay(), c.EndPlay(), c.SayPlay(play), c.Settle(), c.ConfirmHand())

    def can(self, command: c.Command) -> bool:
        """Return whether the screen may show a button for *command*."""
        return can(self.state, command, rules)

    @property
    def session(self) -> Session:
        assert self.state.session is not None
        return self.state.session


def test_a_hand_is_told_and_counted() -> None:
    cards = Cards().hand(DOUBLE)
    assert cards.session.standing.totals == (4, -4, 4, -4)
    assert cards.session.hands[0].record["play"] == DOUBLE
    assert "seats" not in cards.session.hands[0].record


def test_what_was_said_last_stands() -> None:
    cards = Cards().do(c.StartPlay(), c.EndPlay(), c.SayPlay(DOUBLE))
    cards.do(c.SayPlay({"finish": [1, 0, 3]}), c.Settle(), c.ConfirmHand())
    assert cards.session.standing.totals == (-2, 2, -2, 2)


def test_what_cannot_be_settled_stays_on_the_screen_with_its_place() -> None:
    cards = Cards().do(c.StartPlay(), c.EndPlay(), c.SayPlay({"finish": [0, 1]}), c.Settle())
    assert cards.state.stage is Stage.REVIEW
    assert cards.state.draft is not None
    assert [problem.where for problem in cards.state.draft.problems] == ["play.finish"]


def test_a_hand_given_up_pays_nothing() -> None:
    cards = Cards().do(c.StartPlay(), c.CallAbort(), c.Settle(), c.ConfirmHand())
    assert cards.session.standing.totals == (0, 0, 0, 0)


def test_a_counted_hand_comes_back_to_be_corrected() -> None:
    cards = Cards().do(c.SayLeader(3)).hand(DOUBLE)
    record = cards.session.hands[0].record
    cards.do(c.VoidHand(cards.session.hands[0].seq, fix=True))
    assert cards.state.draft is not None
    assert hand_record(cards.session, cards.state.draft) == record
    assert draft_of(record).leader == 3


def test_the_players_say_who_leads_where_the_rules_do_not() -> None:
    cards = Cards()
    assert cards.can(c.SayLeader(2))
    cards.do(c.SayLeader(2)).hand(DOUBLE)
    assert cards.session.hands[0].record["state"]["banker"] == 2
    assert cards.session.standing.banker is None
    assert cards.can(c.SayLeader(1))
    cards.do(c.SayLeader(1)).hand({"finish": [3, 0, 1]})
    assert cards.session.standing.banker == 3
    assert not cards.can(c.SayLeader(1))


def test_a_hand_without_a_leader_is_not_settled() -> None:
    cards = Cards().hand(DOUBLE)
    cards.do(c.StartPlay(), c.EndPlay(), c.SayPlay(DOUBLE), c.Settle())
    assert cards.state.draft is not None
    assert [problem.where for problem in cards.state.draft.problems] == ["state.banker"]
    cards.do(c.SayLeader(0), c.Settle(), c.ConfirmHand())
    assert cards.session.standing.totals == (8, -8, 8, -8)


@pytest.mark.parametrize(
    "command",
    [c.CallWin(0), c.SayWho((c.Claim(0, "self_draw"),)), c.CallDraw(), c.SayLeader(9)],
    ids=case_id,
)
def test_what_belongs_to_tile_hands_is_refused(command: c.Command) -> None:
    cards = Cards().do(c.StartPlay())
    assert not cards.can(command)


def test_the_camera_reads_no_cards() -> None:
    cards = Cards().do(c.StartPlay(), c.EndPlay())
    with pytest.raises(Refused, match="play"):
        cards.do(c.ReadTable())


@pytest.mark.parametrize("command", [c.EndPlay(), c.SayPlay({}), c.SayLeader(0)], ids=case_id)
def test_what_belongs_to_cards_is_refused_in_a_tile_game(command: c.Command) -> None:
    tiles = Cards("taiwan").do(c.StartPlay())
    assert not tiles.can(command)


def test_dice_may_be_thrown_for_the_leader_though_no_wall_is_broken() -> None:
    cards = Cards().do(c.NoteDice((3, 4)))
    assert cards.state.draft is not None
    assert (cards.state.draft.dice, cards.state.draft.wall_break) == (((3, 4),), {})


def test_the_dominoes_first_taker_follows_from_the_dice() -> None:
    cards = Cards("tien-gow").do(c.NoteDice((3, 4)))
    assert cards.state.draft is not None
    assert cards.state.draft.wall_break["first"] == 0
    assert not cards.state.draft.wants_throw
