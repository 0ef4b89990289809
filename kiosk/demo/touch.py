"""Hands played unattended that are told by touch: cards, dominoes, and tiles dealt by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.demo import hand_entry
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
        elif self._session.standing.banker is None or not self._session.counted_hands:
            self._throw()
            seats = len(self._session.players)
            self._tap(c.SayLeader((sum(self._draft.dice[-1]) - 1) % seats))
        self._tap(c.StartPlay())

    def _hand(self, number: int, *, is_planted: bool) -> PlayedHand:
        """Play one hand and return how it went; where it *is_planted*, it is told wrongly."""
        before = self._session.standing.totals
        records = self._world.play(self._session, self._draft)
        dice, wall_break = self._draft.dice, dict(self._draft.wall_break)
        self._tiles, self._corrected = None, 0
        if not is_planted and self._chance.random() < ABORTS:
            truth: Json = {**records.full, "play": {}, "outcome": "abort"}
            self._tap(c.CallAbort())
            differences: list[str] = []
        else:
            truth = records.full
            differences = self._tell(records, is_planted=is_planted)
        settlement, correction_count = self._settle(truth, differences)
        expected = tuple(map(sum, zip(before, settlement.get("net", before), strict=True)))
        if self._session.standing.totals != expected:
            differences.append(f"totals {self._session.standing.totals}, should be {expected}")
        return PlayedHand(
            number,
            dice,
            wall_break,
            self._tiles,
            correction_count + self._corrected,
            settlement,
            self._session.standing.totals,
            tuple(differences),
        )

    def _tell(self, records: HandRecords, *, is_planted: bool) -> list[str]:
        """Tap what was played, another hand where *is_planted*; return how the record differs."""
        entry = self._world.play(self._session, self._draft) if is_planted else records
        self._tap(c.EndPlay(), c.SayPlay(entry.summary["play"]))
        record = hand_record(self._session, self._draft)
        return [] if record == entry.summary else [f"record {record} is not {entry.summary}"]


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

    def _show(self, truth: Json, *, is_planted: bool) -> None:
        """Tap what lies on the table into the review screen."""
        entry = with_wrong_tile(truth) if is_planted else truth
        if self._draft.stage is Stage.READING:  # a hand that nobody won is reviewed at once
            self._tap(c.EnterByHand())
        self._tap(*hand_entry.of_tiles(entry, self._draft))
