"""The hand record and the settlement: `hand-record.md`, "Record", "Settlement".

The models say the form; what tiles and facts a game has only its rules say, and they read the
record themselves. Cards and dominoes tell their `play`, mahjong games their `deal`, `seats` and
`wins`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kiosk.api.models import Body, Count, Flag, Options, Reply, Text, Whole, Word

Tile = Annotated[str, Field(description="a tile: 5m, 1z, 0p, 3f")]
Tiles = Annotated[str, Field(description="tiles: 123m456p11z")]
SeatNumber = Count
Party = SeatNumber | Literal["pot", "bank"]


class Meld(Body):
    """A set that lies open, or a concealed kong."""

    kind: Word
    tiles: Tiles
    claimed: Tile | None = None
    giver: SeatNumber | None = Field(None, alias="from")


class Seat(Body):
    """What lay before a seat, and what was said there."""

    hand: Tiles | None = None
    melds: list[Meld] = []
    flowers: Tiles = ""
    aside: Tiles = ""
    discards: list[Tile] | Tiles | None = None
    declared: list[Word] = []
    facts: Options = {}


class Win(Body):
    """Who won, how, and on which tile."""

    seat: SeatNumber
    by: Word
    tile: Tile | None = None
    giver: SeatNumber | None = Field(None, alias="from")
    marks: list[Word] = []
    kong: Count | None = None
    facts: Options = {}
    value: Options | None = None


class Standing(Body):
    """Where the table stood before the hand."""

    banker: SeatNumber = 0
    round: Count = 1
    repeats: Count = 0
    scores: list[Whole] | None = None
    carry: Options = {}
    prizes: list[Whole] | None = None
    winners: list[SeatNumber] | None = None


class Deal(Body):
    """Dice, and the tiles that the table itself turned up."""

    indicators: list[Tile] = []
    hidden_indicators: list[Tile] = []
    dice: list[list[Count]] = []
    east: SeatNumber | None = None


class Incident(Reply):
    """A fine, a false win or the like, with what else is said of it."""

    __pydantic_extra__: Options
    kind: Word


class HandAtWork(Body):
    """What is known of a hand that has not ended."""

    ruleset: Word
    options: Options = {}
    state: Standing = Field(default_factory=Standing)
    deal: Deal = Field(default_factory=Deal)
    seats: list[Seat] = []
    incidents: list[Incident] = []


class Record(HandAtWork):
    """What happened in one hand."""

    outcome: Literal["win", "draw", "abort"]
    wins: list[Win] = []
    play: Options = {}


class Payment(Reply):
    """Points that one party gives another."""

    payer: Party = Field(alias="from")
    payee: Party = Field(alias="to")
    amount: Whole
    reason: Word = Field(alias="for")


class SettledWin(Reply):
    """A win as it was scored."""

    seat: SeatNumber


class NextHand(Reply):
    """What follows."""

    over: Flag


class Way(Reply):
    """One way of winning on a tile: its settlement, or the problems that stand against it."""

    by: Word
    giver: list[SeatNumber] = Field(alias="from")


class Wait(Reply):
    """A tile that completes a hand."""

    tile: Tile
    left: Count
    ways: list[Way]


class Alternative(Reply):
    """A win with one thing said otherwise, and by how much more that brings."""

    change: Word
    words: list[Text]
    giver: list[SeatNumber] = Field(alias="from")
    difference: Whole


class WhatElse(Reply):
    """What else would have counted for a winner, and what held but does not count beside it."""

    seat: SeatNumber
    alternatives: list[Alternative]
    contained: dict[str, Word]


class Settlement(Reply):
    """What a hand pays, and why."""

    ruleset: Word
    net: list[Whole]
    payments: list[Payment]
    wins: list[SettledWin]
    next: NextHand
