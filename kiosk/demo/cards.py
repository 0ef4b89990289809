"""Hands of cards and dominoes played unattended and read by the camera.

The machine does not deal them, so the dice are thrown and play goes as in `PlayDemo`; but what
lies on the table in the end is read from it. What the camera is unsure of, and what no camera
sees, is told by touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.camera import trick_reading
from kiosk.demo.touch import PlayDemo
from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session.record import hand_record
from rules.games.cards.hanafuda import PACK
from rules.play.game import PlayGame, SummaryKind
from vision.types import REVIEW_THRESHOLD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hw_sim.players.cards import HandRecords
    from kiosk.demo.hands import Json
    from vision.table import CardReading


class CardDemo(PlayDemo):
    """People who lay what they have played before the camera."""

    def _tell(self, records: HandRecords, *, is_planted: bool) -> list[str]:
        """Let the camera read the table, another hand's where *is_planted*; return what differs.

        What is compared is as the camera has it, not as people would tap it.
        """
        table_records = self._world.play(self._session, self._draft) if is_planted else records
        self._tap(c.EndPlay())
        self._world.bring_cards(table_records, self._view)
        self._tiles, self._corrected = 0, 0
        self._tap(c.SayPlay(self._read(table_records.summary["play"], records.summary["play"])))
        record = hand_record(self._session, self._draft)["play"]
        truth = self._comparable(records.summary["play"])
        return [] if self._comparable(record) == truth else [f"read {record}, there lies {truth}"]

    def _read(self, lies: Json, summary: Json) -> Json:
        """Return the play that is seen where *lies* does, corrected by people's *summary*."""
        raise NotImplementedError

    def _comparable(self, play: Json) -> Json:
        """Return what can be compared of *play*."""
        return play

    def _look(self) -> CardReading:
        assert isinstance(self._game, PlayGame)
        reading = self._service.cards(self._game.deck, len(self._session.players))
        self._tiles = (self._tiles or 0) + len(reading.cards)
        return reading


class FlowerDemo(CardDemo):
    """Who captured which flower card is nothing but where it lies."""

    def _read(self, lies: Json, summary: Json) -> Json:  # noqa: ARG002 -- as the others
        players = len(summary["captured"])
        reading = self._look()
        self._corrected = sum(card.confidence < REVIEW_THRESHOLD for card in reading.cards)
        return in_order(reading, summary, players)

    def _comparable(self, play: Json) -> Json:
        """Return *play* in the order of the pack."""
        return in_pack(play)


class TrickDemo(CardDemo):
    """Piles of dominoes and the last trick; premiums before it are told."""

    def _read(self, lies: Json, summary: Json) -> Json:  # noqa: ARG002 -- as the others
        house = {**self._game.defaults, **self._session.options}
        reading = self._look()
        try:
            return {**summary, **trick_reading.play_from_reading(reading, house)}
        except Refused:
            self._corrected = len(reading.cards)
            return summary


DEMOS: Final[Mapping[SummaryKind, type[CardDemo]]] = {
    "captured_cards": FlowerDemo,
    "last_trick": TrickDemo,
}
"""Who plays a game whose end is read from the table, by the summary that this gives."""


def in_order(reading: CardReading, summary: Json, players: int) -> Json:
    """Return the play that *reading* shows; where it is unsure, people's *summary* holds.

    What no camera sees, such as whether the devil came last, is told too.
    """
    lying = {card: seat for seat, pile in enumerate(summary["captured"]) for card in pile}
    lying |= dict.fromkeys(summary["table"], players)
    sure = {card.code for card in reading.cards if card.confidence >= REVIEW_THRESHOLD}
    piles = [*reading.seats, reading.middle]
    read = {card.code: place for place, pile in enumerate(piles) for card in pile}
    where = {card: read[card] if card in sure else lying[card] for card in PACK if card in lying}
    captures = [[card for card in where if where[card] == seat] for seat in range(players)]
    table = [card for card in where if where[card] == players]
    return {**summary, "captured": captures, "table": table}


def in_pack(play: Json) -> Json:
    """Return *play* with every pile in the order of the pack."""
    piles = [sorted(pile) for pile in play["captured"]]
    return {**play, "captured": piles, "table": sorted(play["table"])}
