"""Hands played unattended that are told by touch: cards, dominoes, and tiles dealt by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.demo import telling
from kiosk.demo.hands import Demo, Json, PlayedHand
from kiosk.demo.scenes import with_wrong_tile
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.record import hand_record

if TYPE_CHECKING:
    from hw_sim.players.cards import HandRecords


ABORTS: Final = 0.06
"""Share of hands that are given up."""


class PlayDemo(Demo):
    """People who play a game without tiles of the machine over and over."""

    _tiles: int | None = None
    """How many cards the camera read; `None` where the hand is told by touch."""
    _corrected: int = 0

    def _deal(self) -> None:
        """Let the table throw the dice that the game wants; the rest is done by hand."""
        if self._game.has_break:
            while self._draft.wants_throw:
                self._throw()
        elif self._session.standing.banker is None or not self._session.counted:
            self._throw()
            seats = len(self._session.players)
            self._tap(c.SayLeader((sum(self._draft.dice[-1]) - 1) % seats))
        self._tap(c.StartPlay())

    def _hand(self, number: int, *, planted: bool) -> PlayedHand:
        """Play one hand and return how it went; a *planted* one is told wrongly."""
        before = self._session.standing.totals
        played = self._world.play(self._session, self._draft)
        dice, broken = self._draft.dice, dict(self._draft.wall_break)
        self._tiles, self._corrected = None, 0
        if not planted and self._chance.random() < ABORTS:
            truth: Json = {**played.full, "play": {}, "outcome": "abort"}
            self._tap(c.CallAbort())
            differences: list[str] = []
        else:
            truth = played.full
            differences = self._tell(played, planted=planted)
        settlement, corrected = self._settle(truth, differences)
        expected = tuple(map(sum, zip(before, settlement.get("net", before), strict=True)))
        if self._session.standing.totals != expected:
            differences.append(f"totals {self._session.standing.totals}, should be {expected}")
        return PlayedHand(
            number,
            dice,
            broken,
            self._tiles,
            corrected + self._corrected,
            settlement,
            self._session.standing.totals,
            tuple(differences),
        )

    def _tell(self, played: HandRecords, *, planted: bool) -> list[str]:
        """Tap what was played, where *planted* another hand; return how the record differs."""
        said = self._world.play(self._session, self._draft) if planted else played
        self._tap(c.EndPlay(), c.SayPlay(said.summary["play"]))
        written = hand_record(self._session, self._draft)
        return [] if written == said.summary else [f"record {written} is not {said.summary}"]


SIDES: Final = 4
"""Players whom the machine can serve."""


class ByHandDemo(Demo):
    """People who build and deal by hand and lay their hands before the camera."""

    def _deal(self) -> None:
        """Let the table throw the dice; walls and deal are the players' work."""
        while self._draft.wants_throw:
            self._throw()
        self._tap(c.StartPlay())


class TouchDemo(ByHandDemo):
    """People who play without walls and camera over and over."""

    def _show(self, truth: Json, *, planted: bool) -> None:
        """Tap what lies on the table into the review screen."""
        told = with_wrong_tile(truth) if planted else truth
        if self._draft.stage is Stage.READING:  # a hand that nobody won is reviewed at once
            self._tap(c.EnterByHand())
        self._tap(*telling.of_tiles(told, self._draft))
