"""What people lay before the simulated camera in games that the machine does not deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import TYPE_CHECKING, Final

import rules
from hw_sim.camera import SimCamera
from hw_sim.camera.art import SIZES
from rules.games.cards.hanafuda import DECK
from rules.play.game import PlayGame, SummaryKind
from vision.geometry import Layout

if TYPE_CHECKING:
    from hw_sim.camera import Conditions
    from hw_sim.players.cards import HandRecords

BACK: Final = "0z"
Look = Callable[[SimCamera], None]
"""Lays something before the camera."""


class CardTable:
    """A table with flower cards or dominoes, and the camera above it."""

    def __init__(self, conditions: Conditions) -> None:
        """Hang the camera up; *conditions* are those of the same evening."""
        self._conditions = conditions
        self._cameras: dict[str, SimCamera] = {}
        self._looks: Iterator[tuple[SimCamera, Look]] = iter(())
        self.camera = self._above(DECK)

    def bring(self, records: HandRecords) -> None:
        """Let people hold the cards of *records*; they lay them down before each look."""
        game = rules.ruleset(records.full["ruleset"])
        assert isinstance(game, PlayGame)
        camera = self._above(game.deck)
        self._looks = cycle([(camera, lay) for lay in ENDINGS[game.summary](records)])

    def lay(self) -> None:
        """Let people lay down what the camera is to see, after all of it the first again."""
        self.camera, lay = next(self._looks)
        lay(self.camera)

    def _above(self, deck: str) -> SimCamera:
        if deck not in self._cameras:
            layout = Layout(tile=SIZES[deck])
            self._cameras[deck] = SimCamera(layout, tile_set=deck, conditions=self._conditions)
        return self._cameras[deck]


def show_captures(records: HandRecords) -> list[Look]:
    """Return one look at the cards that everybody has captured."""
    summary = records.summary["play"]
    return [lambda camera: camera.lay(summary["captured"], summary["table"])]


def show_last_trick(records: HandRecords) -> list[Look]:
    """Return one look at the piles and the last trick, turned up after a sweep."""
    summary, plays = records.summary["play"], records.full["play"]["tricks"][-1]["plays"]
    tiles = {play["seat"]: play["tiles"] for play in plays}
    down = {play["seat"] for play in plays if play.get("down") and summary["sweep"] is None}
    trick = [[BACK] * len(tiles[seat]) if seat in down else tiles[seat] for seat in sorted(tiles)]
    piles = list(summary["piles"])
    piles[summary["last"]["winner"]] -= len(trick[0])
    return [lambda camera: camera.lay_trick(trick, piles)]


ENDINGS: Final[Mapping[SummaryKind, Callable[[HandRecords], list[Look]]]] = {
    "captured_cards": show_captures,
    "last_trick": show_last_trick,
}
"""What the camera is shown at the end of a hand, by the summary in which people tell it."""
