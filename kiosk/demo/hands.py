"""Whole hands played unattended over the simulated table, each compared with what is true.

Everything goes through the kiosk's own door, as taps do; only the players are simulated. What
the camera read, what was corrected, what the rules settled and what the ledger holds is compared
with the `World`, which knows.
"""

from __future__ import annotations

import random
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import rules
from firmware_bridge.errors import ConnectionLostError, NoReplyError
from hw_sim.camera import BACK
from kiosk.demo import hand_entry
from kiosk.demo.scenes import scene_of
from kiosk.demo.world import World
from kiosk.errors import Refused
from kiosk.jobs import Job
from kiosk.service import Service
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.draft import Draft, DraftTile
from kiosk.session.record import hand_record
from kiosk.session.state import Session
from kiosk.table.port import Link
from kiosk.view import HandView, SessionView, View

NAMES: Final = ("Aiko", "Bo", "Chen", "Dara", "Emi", "Fumio", "Gao", "Hana", "Ines")
PATIENCE_S: Final = 600.0
"""How long the demo waits for machine or camera before it gives up: a busy machine is slow."""
LINK_BROKE: Final = frozenset((ConnectionLostError.code, NoReplyError.code))
"""Refusals of a tap that came while the table could not be reached."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of the demo, and everything in which it differs from what is true."""

    number: int
    dice: tuple[tuple[int, ...], ...]
    wall_break: Json
    tiles: int | None
    """How many tiles the camera read; `None` where the hand was told by touch."""
    corrected: int
    settlement: Json
    totals: tuple[int, ...]
    differences: tuple[str, ...]
    unlike_log: tuple[str, ...] | None = None
    """Where the camera saw discards, walls or sticks otherwise than the log has them."""


class Demo:
    """Four people who play *game* over and over."""

    def __init__(self, world: World, service: Service, game: str, seed: int) -> None:
        """Play in *world* through *service*; the same *seed* plays the same hands."""
        self._world = world
        self._service = service
        self._game = rules.ruleset(game)
        self._chance = random.Random(seed)  # noqa: S311 -- players, not secrets
        self._run = uuid.uuid4().hex
        self._taps = 0

    def play(self, hands: int, planted_hand: int | None = None) -> Iterator[PlayedHand]:
        """Play *hands* hands; in number *planted_hand* a wrong tile is put before the camera."""
        for number in range(1, hands + 1):
            self._sit_down()
            self._deal()
            hand = self._hand(number, is_planted=number == planted_hand)
            yield hand
            if not hand.settlement:
                return  # as on a real table: nothing goes on until someone has looked
        self._tap(c.CloseSession())

    def imbalance(self) -> int:
        """Return by how much the open session's totals and pot miss what was there at first."""
        session = self._session
        standing = session.standing
        start = session.start_score * len(session.players)
        return sum(standing.totals) + standing.pot + standing.bank - start

    @property
    def _view(self) -> HandView:
        view = self._service.view()
        if not isinstance(view, HandView):
            raise Refused("not_now", "no session is open", where="stage")
        return view

    @property
    def _session(self) -> Session:
        view = self._service.view()
        if not isinstance(view, SessionView):
            raise Refused("not_now", "no session was opened", where="stage")
        return view.session

    @property
    def _draft(self) -> Draft:
        return self._view.draft

    def _tap(self, *commands: c.Command) -> None:
        for command in commands:
            self._taps += 1
            self._service.submit(command, f"demo-{self._run}-{self._taps}")

    def _use_table(self, job: Job) -> None:
        """Tap for *job*, and tap again where the link broke just then: it comes back by itself."""
        while True:
            self._wait("the table", lambda view: view.table.link is Link.ONLINE)
            try:
                return self._tap(c.UseTable(job))
            except Refused as refusal:
                if refusal.code not in LINK_BROKE:
                    raise

    def _throw(self) -> None:
        """Let the table's dice unit throw once."""
        throw_count = len(self._draft.dice)
        self._use_table("roll_dice")
        self._wait("the dice", partial(has_thrown, throw_count))

    def _wait(self, what: str, so: Callable[[View], bool]) -> None:
        """Wait until *so* holds; raise `Refused` when *what* does not come."""
        deadline = time.monotonic() + PATIENCE_S
        with self._service.live.subscribe() as screen:
            while not so(self._service.view()):
                left = deadline - time.monotonic()
                if left <= 0:
                    raise Refused("demo_stuck", f"waited {PATIENCE_S:.0f} s for {what}")
                screen.wait(left)

    def _sit_down(self) -> None:
        """Open a session where none is open, after the last one's end too."""
        if self._service.view().stage is Stage.OVER:
            self._tap(c.CloseSession())
        if self._service.view().stage is Stage.LOBBY:
            count = self._game.players(self._game.defaults)
            players = tuple(self._service.enrol(name) for name in NAMES[:count])
            self._tap(c.OpenSession(self._game.id, players))

    def _deal(self) -> None:
        """Let the machine build and raise the walls, throw the dice and deal."""
        self._use_table("next_hand")
        self._wait("the walls", lambda view: view.draft is not None and view.draft.walls_up)
        self._put_second_set_in()
        while self._draft.wants_throw:
            self._throw()
        self._tap(c.StartPlay())

    def _put_second_set_in(self) -> None:
        """Put the other set in where it is still in its box, as people do before they throw."""
        other = self._service.view().table.other_set
        if other is not None and other.state == "out":
            self._use_table("second_set")
            self._wait("the second set", second_set_is_in)

    def _hand(self, number: int, *, is_planted: bool) -> PlayedHand:
        before = self._session.standing.totals
        truth = self._play_by_rule()
        self._tap(*hand_entry.in_play(truth, self._game))
        read = self._show(truth, is_planted=is_planted)
        self._tap(*hand_entry.of_wins(truth, self._draft))
        differences = self._misread(truth)
        settlement, correction_count = self._settle(truth, differences)
        expected = tuple(map(sum, zip(before, settlement.get("net", before), strict=True)))
        if not differences and self._session.standing.totals != expected:
            differences.append(f"totals {self._session.standing.totals}, should be {expected}")
        return PlayedHand(
            number,
            tuple(map(tuple, truth["deal"]["dice"])),
            dict(rules.break_wall(self._game.id, truth["state"]["banker"], truth["deal"]["dice"])),
            read,
            correction_count,
            settlement,
            self._session.standing.totals,
            tuple(differences),
            self._world.unlike_log(),
        )

    def _play_by_rule(self) -> Json:
        """Play the hand by rule and return its record."""
        self._world.hand = self._world.deal(self._session, self._draft).to_the_end()
        return self._world.hand.record()

    def _show(self, truth: Json, *, is_planted: bool) -> int | None:
        """Let the camera read what lies there; return how many tiles it read."""
        self._world.lay(truth, self._view, is_planted=is_planted)
        self._tap(c.ReadTable())
        self._wait("the camera", lambda view: view.stage is Stage.REVIEW and not view.reading)
        read = sum(1 for tile in self._draft.tiles() if tile.seen)
        self._correct(truth)
        return read

    def _correct(self, truth: Json) -> None:
        """Answer for every tile that the screen marks as doubtful, as a player would."""
        codes_by_row = lying(truth)
        for row, tiles in rows(self._draft).items():
            codes = codes_by_row.get(row, ())
            if len(codes) == len(tiles):
                self._tap(*(c.CorrectTile(*answer) for answer in answers(tiles, codes)))

    def _misread(self, truth: Json) -> list[str]:
        """Return where the corrected reading differs from what lies on the table."""
        codes_by_row = lying(truth)
        read = {row: tuple(tile.code for tile in tiles) for row, tiles in rows(self._draft).items()}
        return [
            f"{row}: read {' '.join(read.get(row, ('nothing',)))}, there lies "
            f"{' '.join(codes_by_row.get(row, ('nothing',)))}"
            for row in sorted(codes_by_row.keys() | read.keys())
            if sorted(codes_by_row.get(row, ())) != sorted(read.get(row, ()))
        ]

    def _settle(self, truth: Json, differences: list[str]) -> tuple[Json, int]:
        """Settle and confirm the hand; add to *differences* where the rules say otherwise.

        Return the settlement, empty where it was refused, and how many tiles were corrected.
        """
        expected = rules.settle_json(truth)
        record = hand_record(self._session, self._draft)
        if not differences and rules.settle_json(record) != expected:
            differences.append(f"record {record} is not {truth}")
        self._tap(hand_entry.settling(self._draft, self._game))
        correction_count = self._draft.corrections
        if self._draft.problems:
            problems = "; ".join(f"{one.where}: {one.message}" for one in self._draft.problems)
            differences.append(f"refused, and not counted: {problems}")
            return {}, correction_count
        if dict(self._draft.settlement) != expected:
            differences.append(f"settled {dict(self._draft.settlement)}, should be {expected}")
        settlement = dict(self._draft.settlement)
        self._tap(c.ConfirmHand())
        return settlement, correction_count


def has_thrown(before: int, view: View) -> bool:
    """Return whether there are more throws than *before*."""
    return view.draft is not None and len(view.draft.dice) > before


def second_set_is_in(view: View) -> bool:
    """Return whether the hole is closed over both sets."""
    other = view.table.other_set
    return other is not None and other.state != "out" and not view.table.is_busy


def answers(tiles: Sequence[DraftTile], codes: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield number and true code of each doubtful tile of a row in which *codes* lie.

    A row may be shown in another order than it is told in (a claimed tile lies where it says
    from whom), so the codes are shared out: what was read right first.
    """
    left = Counter(codes)
    left.subtract(tile.code for tile in tiles if not tile.is_doubtful)
    wrong = []
    for tile in tiles:
        if tile.is_doubtful and left[tile.code] > 0:
            left[tile.code] -= 1
            yield tile.number, tile.code
        elif tile.is_doubtful:
            wrong.append(tile)
    yield from zip((tile.number for tile in wrong), (+left).elements(), strict=False)


def lying(truth: Json) -> dict[str, tuple[str, ...]]:
    """Return the tiles that lie open on the table by where they lie; empty rows left out."""
    scene = scene_of(truth)
    rows: dict[str, tuple[str, ...]] = {
        "deal.indicators": scene.indicators,
        "deal.hidden_indicators": scene.hidden_indicators,
    }
    for number, seat in enumerate(scene.seats):
        rows[f"seats[{number}].hand"] = () if set(seat.hand) == {BACK} else seat.hand
        rows[f"seats[{number}].flowers"] = seat.flowers
        rows[f"seats[{number}].aside"] = seat.aside
        for place, meld in enumerate(seat.melds):
            rows[f"seats[{number}].melds[{place}]"] = meld.tiles
    for place, win in enumerate(truth["wins"]):
        rows[f"wins[{place}].tile"] = () if win["tile"] is None else (win["tile"],)
    return {row: codes for row, codes in rows.items() if codes}


def rows(draft: Draft) -> dict[str, tuple[DraftTile, ...]]:
    """Return the rows of tiles on the review screen by where they lie; empty ones left out."""
    rows: dict[str, tuple[DraftTile, ...]] = {
        "deal.indicators": draft.indicators,
        "deal.hidden_indicators": draft.hidden_indicators,
    }
    for number, seat in enumerate(draft.seats):
        rows[f"seats[{number}].hand"] = seat.hand or ()
        rows[f"seats[{number}].flowers"] = seat.flowers
        rows[f"seats[{number}].aside"] = seat.aside
        for place, meld in enumerate(seat.melds):
            rows[f"seats[{number}].melds[{place}]"] = meld.tiles
    for place, win in enumerate(draft.wins):
        rows[f"wins[{place}].tile"] = () if win.tile is None else (win.tile,)
    return {row: tiles for row, tiles in rows.items() if tiles}
