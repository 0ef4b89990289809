"""One table without a table: simulated machine, camera and players behind the kiosk's real ports.

`World` is what is true: which tiles lie where, and the hand that the players have laid down. The
kiosk sees it only through the serial port and the camera's frames.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import rules
from firmware_bridge.client import open_table
from hw_sim.camera import HASTY, Scene, SimCamera, rough
from hw_sim.machine.tiles import Area, Tier
from hw_sim.players import FurtherWin, HandSpec, drawn_record, winning_record
from hw_sim.players.by_rule import TableHand, dealt, stacks_of
from hw_sim.players.cards import CardHand, HandRecords, dealt_cards, played_record
from hw_sim.players.drawn import lay_drawn
from hw_sim.players.wished import WishedEnd, play_to
from hw_sim.table import SimTable
from kiosk.clock import SystemClock
from kiosk.demo.card_table import CardTable
from kiosk.demo.indicators import indicator_stack
from kiosk.demo.log_check import differences
from kiosk.demo.mishaps import NEAT, Look, SimMishaps
from kiosk.demo.scenes import scene_of, with_wrong_tile, without_rivers
from kiosk.demo.watching import SimWatcher
from kiosk.session import Stage
from kiosk.session.from_log import ended_as
from kiosk.view import HandView
from rules.games import CARD_PLAYS
from rules.ruleset import Ruleset
from rules.tiles import CODES, TILES, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kiosk.session.draft import Draft
    from kiosk.session.state import Session
    from kiosk.view import View
    from rules.game import Game
    from vision.types import TableReading

BOX: Final[Mapping[str, int]] = {
    code: 4 if tile < TILES["1f"] else 1 for code, tile in TILES.items() if code != "0z"
} | {"0p": 2}
"""Every tile that lies in the table's drawer: the games take what they need."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """Which hand of which session players sit at."""

    opened: int
    number: int
    outcome: str
    winners: tuple[tuple[int, str, int | None], ...]
    """Seat, way and giver of each win, in order."""


class World:
    """The table top, its machine, and four people who play."""

    def __init__(
        self,
        journal: Path,
        *,
        seed: int,
        speed: float,
        look: Look = NEAT,
        table: Callable[..., SimTable] = SimTable,
    ) -> None:
        """Set a *table* up, and let the camera see it in that *look*.

        `close` it in the end.
        """
        self._rng = random.Random(seed)  # noqa: S311 -- players
        self.machine = table(BOX, seed=seed, speed=speed)
        evening = rough(np.random.default_rng(seed)) if look.is_rough else None
        self.camera = SimCamera(seed=seed, tile_set="plain", conditions=evening)
        self._manners = HASTY if look.is_rough else None
        self._has_rivers = look.has_rivers
        try:
            self.client = open_table(self.machine.port, journal=journal)
        except BaseException:
            self.machine.close()
            raise
        self.mishaps = SimMishaps(self.machine)
        self.truth: Json | None = None
        """The record of the hand that lies on the table; `None` while nobody has won."""
        self.hand: TableHand | None = None
        """That hand as it was played by rule; `None` where it was laid out to fit what was said."""
        self.reading: TableReading | None = None
        """What the camera has read last."""
        self.watcher = SimWatcher(self.deal_any, SystemClock())
        self._laid: Hand | None = None

    @cached_property
    def cards(self) -> CardTable:
        """The table with cards or dominoes, under the same camera."""
        return CardTable(self.camera.conditions)

    def clear(self, tiles: Mapping[str, int]) -> None:
        """Take everything off the table top and put exactly *tiles* into the machine."""
        if self.needs(tiles):
            self.machine.use_set(tiles)
        self.camera.clear()
        self.truth = self.hand = self._laid = None
        self.watcher.forget()

    def lay_down(self, view: View) -> None:
        """Let the players lay their hands down, once per hand.

        They play the hand by rule to the end that the kiosk was told, from where it was watched.
        One that was watched to another end lies as it was played. An end that play does not come
        to, as a rare one, is laid out to fit what was said.
        """
        if not isinstance(view, HandView) or view.stage is Stage.TABLE:
            return  # the camera looks at nothing but dice before play
        session, draft = view.session, view.draft
        if _hand_of(session, draft) == self._laid:
            return
        self.hand = self._hand_over(session, draft) if draft.amends is None else None
        if self.hand is not None:
            self.lay(self.hand.record(), view)
        else:
            self.lay(self.invent(session, draft, is_drawn=draft.outcome == "draw"), view)

    def _hand_over(self, session: Session, draft: Draft) -> TableHand | None:
        """Return the hand in play, over: as it was watched to its end, else to what *draft* tells.

        Nothing where it is not played by rule, or does not come to that end.
        """
        self.watcher.follow(session, draft)
        hand, end = self.watcher.hand(session, draft), _wished_end(draft)
        assert not isinstance(hand, CardHand)
        if hand is None or hand.course.is_over:
            return hand
        over = None if end is None else play_to(hand, end, self._rng)
        if over is not None:
            self.watcher.finish(session, draft, over)
        return over

    def invent(self, session: Session, draft: Draft, *, is_drawn: bool) -> Json:
        """Return the record of a hand for *session* that agrees with what *draft* says of it."""
        game = rules.ruleset(session.ruleset)
        assert isinstance(game, Ruleset)
        given = HandSpec(
            options=session.options,
            state=_state(session, draft),
            dice=[list(throw) for throw in draft.dice],
            indicators=self._turned_up(draft, game, session.options),
            winner=next(iter(_winners(draft)), None),
            further=_further(draft),
            declared=[list(seat.declared) for seat in draft.seats],
        )
        lay_out = drawn_record if is_drawn else winning_record
        return lay_out(game, self._rng, given)

    def deal(self, session: Session, draft: Draft) -> TableHand:
        """Return the hand of *session* as it is dealt from the walls that the machine has built.

        They are broken by the dice of *draft*; walls that are down people build by hand. Raise
        `RecordError` for a game without walls, and for walls of other tiles.
        """
        given = HandSpec(
            options=session.options,
            state=_state(session, draft),
            dice=[list(throw) for throw in draft.dice],
        )
        walls = self.machine.walls
        standing = stacks_of(walls) if any(walls) else None
        return dealt(session.ruleset, standing, self._rng, given)

    def deal_any(self, session: Session, draft: Draft) -> TableHand | CardHand:
        """Return the hand of *session* as it is dealt; cards and dominoes people shuffle.

        Raise `RecordError` as `deal` does, and where nobody has said yet who leads.
        """
        if session.ruleset not in CARD_PLAYS:
            return self.deal(session, draft)
        given = HandSpec(options=session.options, state=_state(session, draft))
        return dealt_cards(session.ruleset, self._rng, given)

    def play(self, session: Session, draft: Draft) -> HandRecords:
        """Return a hand of cards or dominoes that the players of *session* have played."""
        given = HandSpec(options=session.options, state=_state(session, draft))
        return played_record(session.ruleset, self._rng, given)

    def lay_cards(self, view: View) -> None:
        """Let the players lay out, for the camera's next look, what they have just played."""
        if not isinstance(view, HandView):
            return
        if _hand_of(view.session, view.draft) != self._laid:
            self.bring_played(self._cards_over(view.session, view.draft), view)
        self.cards.lay()

    def _cards_over(self, session: Session, draft: Draft) -> HandRecords:
        """Return the hand in play, over: as it was watched, unless that was thrown in."""
        self.watcher.follow(session, draft)
        self.watcher.hurry()
        hand = self.watcher.hand(session, draft)
        if isinstance(hand, CardHand) and ended_as(hand.course, draft) is not None:
            return hand.records()
        return self.play(session, draft)

    def bring_played(self, played: HandRecords, view: HandView) -> None:
        """Let the players hold what was *played* in the hand that *view* shows."""
        self._laid = _hand_of(view.session, view.draft)
        self.cards.bring(played)

    def lay(self, record: Json, view: HandView, *, planted: bool = False) -> None:
        """Lay the hands of *record* on the table, tile by tile, and before the camera.

        They belong to the hand that *view* shows; what else play left there lies as `hand` has it.
        Where *planted*, the camera gets to see a wrong tile: a misreading that nothing but a
        comparison can find.
        """
        self.truth, self._laid = record, _hand_of(view.session, view.draft)
        scene = self._scene(with_wrong_tile(record) if planted else record)
        camera = self.camera.above(len(scene.seats))
        camera.play_with(self.machine.set_in_play)
        camera.show(scene, self._manners)
        if any(self.machine.walls):
            if self.hand is None:
                self._fetch(record)
            else:
                hand = self.hand
                self.machine.act(lambda simulation: lay_drawn(hand, simulation.device.places))

    def unlike_log(self) -> tuple[str, ...] | None:
        """Return where the camera saw what play left otherwise than the log has it.

        `None` where nothing of it lies there, or the hand has no log.
        """
        if self.reading is None or self.hand is None or self.truth is None or not self._has_rivers:
            return None
        return tuple(differences(self.reading, self.hand.scene(self.truth)))

    def _scene(self, record: Json) -> Scene:
        """Return what lies there: of a hand played by rule all that play left, if wanted."""
        if self.hand is None:
            return scene_of(record)
        scene = self.hand.scene(record)
        return scene if self._has_rivers else without_rivers(scene)

    def close(self) -> None:
        """Switch the machine off."""
        self.machine.close()

    def needs(self, tiles: Mapping[str, int]) -> bool:
        """Return whether people have to change the sets before they play with *tiles*."""
        return any(faces != dict(tiles) for faces in self.machine.sets)

    def _fetch(self, record: Json) -> None:
        """Move the tiles of *record*, which nobody drew, from the walls to where they lie."""
        for seat, laid in enumerate(record["seats"]):
            wins = [win for win in record["wins"] if win["seat"] == seat]
            rows = [
                (Area.HAND, laid.get("hand") or ""),
                (Area.HAND, "".join(win["tile"] for win in wins if win["tile"])),
                (Area.MELDS, "".join(meld["tiles"] for meld in laid.get("melds", ()))),
                (Area.FLOWERS, laid.get("flowers", "")),
                (Area.ASIDE, laid.get("aside", "")),
            ]
            for area, text in rows:
                for tile in parse(text):
                    self.machine.fetch(CODES[tile], seat, area)

    def _turned_up(self, draft: Draft, game: Game, options: Mapping[str, Any]) -> list[str] | None:
        """Return the tile that stands where the dice say, or nothing if there are no walls.

        A flower is passed over for the next stack's: it would be laid out, and another turned up.
        """
        place = draft.wall_break.get("indicator")
        walls = self.machine.walls
        if not place or game.indicators != 1 or not any(walls):
            return None
        flowers = game.flower_tiles({**game.defaults, **options})
        lengths = [len(wall) for wall in walls]
        for further in range(sum(lengths)):
            on_from_there = {**place, "stack": place["stack"] + further}
            side, stack = indicator_stack({**draft.wall_break, "indicator": on_from_there}, lengths)
            tile = (
                walls[side][stack][place["tier"] == Tier.BOTTOM] if stack < lengths[side] else None
            )
            if tile is not None and TILES[tile.face] not in flowers:
                return [self.machine.turn_up(side, stack, Tier(place["tier"])).face]
        return None


def _state(session: Session, draft: Draft) -> Json:
    """Return the `state` of the record of the hand that is played."""
    standing = session.standing
    return standing.to_state(standing.banker if draft.leader is None else draft.leader)


def _winners(draft: Draft) -> tuple[tuple[int, str, int | None], ...]:
    """Return seat, way and giver of each win, as far as the kiosk was told how it was made."""
    return tuple((win.seat, win.by, win.giver) for win in draft.noted_wins)


def _wished_end(draft: Draft) -> WishedEnd | None:
    """Return the end that *draft* tells, if it is one winner's or nobody's."""
    winners = _winners(draft)
    if len(winners) > 1 or draft.outcome != ("win" if winners else "draw"):
        return None
    said = tuple(frozenset(seat.declared) for seat in draft.seats)
    return WishedEnd(next(iter(winners), None), said)


def _further(draft: Draft) -> tuple[FurtherWin, ...] | None:
    """Return the wins after the first one, where the kiosk was told of any."""
    wins = draft.noted_wins
    if not wins:
        return None
    return tuple(
        FurtherWin(win.seat, win.by, win.giver, shares=win.call == before.call)
        for before, win in pairwise(wins)
    )


def _hand_of(session: Session, draft: Draft) -> Hand:
    return Hand(session.opened, len(session.hands), draft.outcome, _winners(draft))
