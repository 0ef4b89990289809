"""Hands dealt by hand, played unattended: read by the camera, or told by touch.

The machine serves a square table: its walls lie on four sides. At a larger one the dice unit
throws, the players build and deal by hand. What lies before them the camera reads, or they tap it
into the review screen.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from kiosk.demo.hands import Demo, Json, has_thrown
from kiosk.demo.world import with_wrong_tile
from kiosk.session import Part, Stage
from kiosk.session import commands as c
from kiosk.session.draft import Place

SIDES: Final = 4
"""Players whom the machine can serve."""


class ByHandDemo(Demo):
    """People who build and deal by hand and lay their hands before the camera."""

    def _deal(self) -> None:
        """Let the table throw the dice; walls and deal are the players' work."""
        while self._draft.wants_throw:
            thrown = len(self._draft.dice)
            self._tap(c.UseTable("roll_dice"))
            self._wait("the dice", partial(has_thrown, thrown))
        self._tap(c.StartPlay())


class TouchDemo(ByHandDemo):
    """People who play without walls and camera over and over."""

    def _show(self, truth: Json, *, planted: bool) -> None:
        """Tap what lies on the table into the review screen."""
        told = with_wrong_tile(truth) if planted else truth
        if self._draft.stage is Stage.READING:  # a hand that nobody won is reviewed at once
            self._tap(c.EnterByHand())
        deal = told["deal"]
        self._write(Place(Part.INDICATORS), "".join(deal["indicators"]))
        self._write(Place(Part.HIDDEN_INDICATORS), "".join(deal["hidden_indicators"]))
        for number, seat in enumerate(told["seats"]):
            for meld in seat["melds"]:
                self._tap(_laid(number, meld))
            self._write(Place(Part.HAND, number), seat["hand"] or "")
        self._tap(*(c.WinOn(win["seat"], win["tile"]) for win in told["wins"]))

    def _write(self, place: Place, tiles: str) -> None:
        """Tap the row at *place*, unless it is empty."""
        if tiles:
            self._tap(c.WriteRow(place, tiles))


def _laid(seat: int, meld: Json) -> c.LayMeld:
    """Return the tap that lays *meld* before *seat*."""
    return c.LayMeld(seat, meld["kind"], meld["tiles"], meld.get("claimed", ""), meld.get("from"))
