"""Hands of flower cards played unattended and read by the camera.

The machine does not deal cards, so the dice are thrown and play goes as in `PlayDemo`; but who
captured what is read from the table, and what the camera is unsure of is told by touch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.play_demo import PlayDemo
from kiosk.session import commands as c
from kiosk.session.record import hand_record
from rules.games.hanafuda.cards import PACK
from vision.marked import SURE

if TYPE_CHECKING:
    from hw_sim.plays import Played
    from kiosk.demo import Json
    from vision.cards import CardReading

DECK: Final = "hanafuda"
GAMES: Final = ("mushi", "sakura")
"""Games whose end is nothing but where each card lies."""


class CardDemo(PlayDemo):
    """People who lay their captured cards out before the camera."""

    def _tell(self, played: Played, *, planted: bool) -> list[str]:
        """Let the camera read the cards, *planted* ones of another hand; return what differs."""
        shown = self._world.play(self._session, self._draft) if planted else played
        self._tap(c.EndPlay())
        self._world.lay_played(shown, self._service.view())
        told = played.told["play"]
        seen = self._service.cards(DECK, len(told["captured"]))
        play = in_order(seen, told, len(told["captured"]))
        self._tiles = len(seen.cards)
        self._corrected = sum(card.confidence < SURE for card in seen.cards)
        self._tap(c.SayPlay(play))
        written = hand_record(self._session, self._draft)["play"]
        said = in_pack(told)
        return [] if in_pack(written) == said else [f"read {written}, there lies {said}"]


def in_order(seen: CardReading, told: Json, players: int) -> Json:
    """Return the play that *seen* shows; where it is unsure, what people have *told* holds.

    What no camera sees, such as whether the devil came last, is told too.
    """
    lying = {card: seat for seat, pile in enumerate(told["captured"]) for card in pile}
    lying |= dict.fromkeys(told["table"], players)
    sure = {card.code for card in seen.cards if card.confidence >= SURE}
    piles = [*seen.seats, seen.middle]
    read = {card.code: place for place, pile in enumerate(piles) for card in pile}
    where = {card: read[card] if card in sure else lying[card] for card in PACK if card in lying}
    captured = [[card for card in where if where[card] == seat] for seat in range(players)]
    table = [card for card in where if where[card] == players]
    return {**told, "captured": captured, "table": table}


def in_pack(play: Json) -> Json:
    """Return *play* with every pile in the order of the pack."""
    captured = [sorted(pile) for pile in play["captured"]]
    return {**play, "captured": captured, "table": sorted(play["table"])}
