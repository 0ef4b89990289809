"""One table without a table: simulated machine, camera and players behind the kiosk's real ports.

`World` is what is true: which tiles lie where, and the hand that the players have laid down. The
kiosk sees it only through the serial port and the camera's frames.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import rules
from firmware_bridge.client import open_table
from hw_sim.camera import HASTY, Scene, SimCamera, rough
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal, stacks_of
from hw_sim.players.cards import CardHand, HandRecords, dealt_cards, played_record
from hw_sim.players.table_top import lay_drawn
from hw_sim.players.target_ends import TargetEnd, attempts_from, play_to
from hw_sim.table import SimTable
from kiosk.clock import SystemClock
from kiosk.demo.card_table import CardTable
from kiosk.demo.log_check import differences
from kiosk.demo.mishaps import NEAT, Look, SimMishaps
from kiosk.demo.scenes import scene_of, with_wrong_tile, without_rivers
from kiosk.demo.watching import SimWatcher
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.from_log import matching_record
from kiosk.view import HandView
from rules.games import CARD_PLAYS
from rules.tiles import CODES, TILES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from kiosk.session.draft import Draft
    from kiosk.session.state import Session
    from kiosk.view import View
    from rules.play.wall import Stacks
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
        """That hand as it was played by rule."""
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
        One that was watched to another end lies as it was played; while an older hand is amended
        everything lies as it lies. Raise `Refused` where play does not come to that end.
        """
        if not isinstance(view, HandView) or view.stage is Stage.TABLE:
            return  # the camera looks at nothing but dice before play
        session, draft = view.session, view.draft
        if draft.amends is not None or _hand_of(session, draft) == self._laid:
            return
        hand = self._hand_over(session, draft)
        if hand is None:
            raise Refused("end_not_played", "play did not come to it", where="outcome")
        self.hand = hand
        self.lay(hand.record(), view)

    def _hand_over(self, session: Session, draft: Draft) -> TableHand | None:
        """Return the hand in play, over: as it was watched to its end, else to what *draft* tells.

        Nothing where it does not come to that end. Walls of which nobody has seen a tile yet are
        shuffled for another try: as well they might have been built so.
        """
        is_watched = self.watcher.course(session, draft) is not None
        self.watcher.follow(session, draft)
        hand = self.watcher.hand(session, draft)
        assert not isinstance(hand, CardHand)
        if hand is None or hand.course.is_over:
            return hand
        end = _target_end(draft)
        if is_watched:
            over = play_to(hand, end, self._rng)
        else:
            hands = chain((hand,), iter(lambda: self._deal_anew(session, draft), None))
            over = next(filter(None, attempts_from(hands, end, self._rng)), None)
        if over is not None:
            self.watcher.finish(session, draft, over)
        elif not is_watched:
            self.watcher.forget()  # nobody has seen anything of it still
        return over

    def _deal_anew(self, session: Session, draft: Draft) -> TableHand:
        """Return the hand of *session* as it is dealt from the same walls in another order."""
        self.machine.act(lambda simulation: simulation.device.places.shuffle_walls(self._rng))
        return self.deal(session, draft)

    def deal(self, session: Session, draft: Draft) -> TableHand:
        """Return the hand of *session* as it is dealt from the walls that the machine has built.

        They are broken by the dice of *draft*; where none stand, or those of another game, people
        build by hand. Raise `RecordError` for a game without walls.
        """
        spec = HandSpec(
            options=session.options,
            state=_state(session, draft),
            dice=[list(throw) for throw in draft.dice],
        )
        game = rules.ruleset(session.ruleset)
        tiles = game.tiles_for({**game.defaults, **session.options})
        standing = self._standing()
        are_its = Counter(CODES[tile] for wall in standing for stack in wall for tile in stack)
        walls = standing if are_its == Counter(tiles) else None
        return deal(session.ruleset, walls, self._rng, spec)

    def deal_any(self, session: Session, draft: Draft) -> TableHand | CardHand:
        """Return the hand of *session* as it is dealt; cards and dominoes people shuffle.

        Raise `RecordError` as `deal` does, and where nobody has said yet who leads.
        """
        if session.ruleset not in CARD_PLAYS:
            return self.deal(session, draft)
        spec = HandSpec(options=session.options, state=_state(session, draft))
        return dealt_cards(session.ruleset, self._rng, spec)

    def play(self, session: Session, draft: Draft) -> HandRecords:
        """Return a hand of cards or dominoes that the players of *session* have played."""
        spec = HandSpec(options=session.options, state=_state(session, draft))
        return played_record(session.ruleset, self._rng, spec)

    def lay_cards(self, view: View) -> None:
        """Let the players lay out, for the camera's next look, what they have just played."""
        if not isinstance(view, HandView):
            return
        if _hand_of(view.session, view.draft) != self._laid:
            self.bring_cards(self._cards_over(view.session, view.draft), view)
        self.cards.lay()

    def _cards_over(self, session: Session, draft: Draft) -> HandRecords:
        """Return the hand in play, over: as it was watched, unless that was thrown in."""
        self.watcher.follow(session, draft)
        self.watcher.hurry()
        hand = self.watcher.hand(session, draft)
        if isinstance(hand, CardHand) and matching_record(hand.course, draft) is not None:
            return hand.records()
        return self.play(session, draft)

    def bring_cards(self, records: HandRecords, view: HandView) -> None:
        """Let the players hold the cards of *records* in the hand that *view* shows."""
        self._laid = _hand_of(view.session, view.draft)
        self.cards.bring(records)

    def lay(self, record: Json, view: HandView, *, is_planted: bool = False) -> None:
        """Lay the hands of *record* on the table, tile by tile, and before the camera.

        They belong to the hand that *view* shows; what else play left there lies as `hand` has it.
        Where *is_planted*, the camera gets to see a wrong tile: a misreading that nothing but a
        comparison can find.
        """
        self.truth, self._laid = record, _hand_of(view.session, view.draft)
        scene = self._scene(with_wrong_tile(record) if is_planted else record)
        camera = self.camera.above(len(scene.seats))
        camera.play_with(self.machine.set_in_play)
        camera.show(scene, self._manners)
        hand = self.hand
        if hand is not None and hand.walls == self._standing():
            self.machine.act(lambda simulation: lay_drawn(hand, simulation.device.places))

    def _standing(self) -> Stacks:
        return stacks_of(self.machine.walls)

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


def _state(session: Session, draft: Draft) -> Json:
    """Return the `state` of the record of the hand that is played."""
    standing = session.standing
    return standing.to_state(standing.banker if draft.leader is None else draft.leader)


def _winners(draft: Draft) -> tuple[tuple[int, str, int | None], ...]:
    """Return seat, way and giver of each win, as far as the kiosk was told how it was made."""
    return tuple((win.seat, win.by, win.giver) for win in draft.noted_wins)


def _target_end(draft: Draft) -> TargetEnd:
    """Return the end that *draft* tells: nobody's where nobody has won."""
    wins = groupby(draft.noted_wins, key=lambda win: win.call)
    calls = tuple(tuple((win.seat, win.by, win.giver) for win in call) for _, call in wins)
    return TargetEnd(calls, tuple(frozenset(seat.declared) for seat in draft.seats))


def _hand_of(session: Session, draft: Draft) -> Hand:
    return Hand(session.opened, len(session.hands), draft.outcome, _winners(draft))
