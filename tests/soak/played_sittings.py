"""Whole sittings by their seed that are really played, from the machine's wall to the ledger.

Plain players play every hand by rule from the tiles that the machine has built, or from a pack.
In the middle of hands the machine stops, its cable comes off, the kiosk dies; people mend it and
play on. Some hands are watched, so that their logs fill in marks and facts; the others are told in
full, by the camera, which misreads, or by touch. The last hand is undone, or taken back and
counted again. After each hand four things have to agree: the log, what the kiosk settled, what
is written down here, and in the end the ledger. What else happens stands in `tests.soak.evening`.
The same seed is the same sitting: `python -m tests.soak.played_sittings GAME SEED`.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import rules
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal, stacks_of
from hw_sim.players.cards import CardHand, dealt_cards, played_record
from hw_sim.players.table_top import lay_drawn
from kiosk.demo import hand_entry
from kiosk.demo.hands import NAMES, lying, rows
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.draft import Draft, DraftTile, Part, Place
from kiosk.session.endings import ending
from kiosk.session.record import hand_record
from kiosk.session.state import Session
from rules.errors import RecordError
from rules.games import CARD_PLAYS, MODULES
from rules.games.logs import write_hand
from rules.play.logs import Hand
from tests.soak.cores import count_all
from tests.soak.evening import LINK_S, Evening, through
from tests.soak.hands import FACES

Json = dict[str, Any]

HANDS: Final = 25
SITTING: Final = 16
"""Hands after which people stand up."""
UNDONE: Final = 0.08
"""How often the last hand is undone."""
TAKEN_BACK: Final = 0.14
"""How often that, or taken back to be counted again."""
WATCHED: Final = 0.4
TROUBLE: Final = 0.02
"""The chance after each action of a hand that something happens to machine or kiosk."""
MOVES_OF_CARDS: Final = 24
"""Moments of a hand of cards, which the kiosk is told only once it is over."""
A_MOVE_S: Final = 1.5
SIDES: Final = 4


class PlayedSitting(Evening):
    """People who play *game* by rule through one seed."""

    def __init__(self, place: Path, game: str, seed: int) -> None:
        self._game = rules.ruleset(game)
        self._watched: tuple[Session, Draft, TableHand | CardHand] | None = None
        faces = self._game.tiles_for(self._game.defaults) or FACES
        super().__init__(place, crc32(f"{game} {seed}".encode()), rules, faces)
        self._people = random.Random(self._seed + 1)
        self.paper: list[Json] = []
        """The state before each hand that counts, as it is written down beside the kiosk."""
        self._state: Json = {}
        self._settled: dict[int, Json] = {}
        """What each hand came to, by its number in the ledger."""
        self._logs: dict[int, tuple[str, ...]] = {}
        """The log of each hand that was watched, by the same number."""

    def play(self, hands: int) -> None:
        """Play *hands* hands; raise `AssertionError` where anything disagrees with the log."""
        for _ in range(hands):
            self._sit_down()
            self._hand()
            self._table.simulation.device.places.check()
            self._agree()
            if self._session.standing.over or len(self.paper) > SITTING:
                self.tap(c.CloseSession())

    # The watcher's side: the kiosk asks what the log of the hand shows

    def follow(self, session: Session, draft: Draft) -> Hand | None:
        """Return the hand that is played, if it is watched."""
        return self.course(session, draft)

    def course(self, session: Session, draft: Draft) -> Hand | None:
        """Return the hand that is played, if it is watched."""
        if self._watched is None:
            return None
        before, at_deal, hand = self._watched
        same = (before.opened, len(before.hands), at_deal.dice)
        return hand.course if same == (session.opened, len(session.hands), draft.dice) else None

    def hurry(self) -> None:
        """Play on as before."""

    def _open(self) -> None:
        super()._open()
        self.service.watcher = self

    # People

    def _sit_down(self) -> None:
        if self.service.state.stage is not Stage.LOBBY:
            return
        seats = self._game.players(self._game.defaults)
        players = tuple(self.service.enrol(name) for name in NAMES[:seats])
        self.tap(c.OpenSession(self._game.id, players))
        self.paper = []
        standing = self._session.standing
        self._state = standing.to_state(standing.banker)

    def _hand(self) -> None:
        """Play one hand, undo the last one, or count it again."""
        last, chance = self._session.last_hand, self._people.random()
        if last is not None and self.paper and chance < TAKEN_BACK:
            self.tap(c.VoidHand(last.seq, fix=chance > UNDONE))
            if self.service.state.stage is Stage.REVIEW:
                self.tap(hand_entry.settling(self._draft, self._game))
                self.tap(c.ConfirmHand())
                self.counted["hands taken back and counted again"] += 1
            else:
                self._state = self.paper.pop()
                self.counted["hands undone"] += 1
            return
        if self._game.id in CARD_PLAYS:
            self._hand_of_cards()
        else:
            self._hand_of_tiles()

    def _agree(self) -> None:
        """Assert that the kiosk stands where the paper does."""
        standing = self._session.standing
        state = standing.to_state(standing.banker)
        assert state == self._state, (state, self._state)

    # Cards and dominoes

    def _hand_of_cards(self) -> None:
        if self._draft.wants_throw and self._game.has_break:
            self._throw()
        state = self._state
        if state["banker"] is None:
            leader = self._people.randrange(len(self._session.players))
            state = {**state, "banker": leader}
            self.tap(c.SayLeader(leader))
        self.tap(c.StartPlay())
        spec = HandSpec(options=self._session.options, state=state)
        session, draft = self._session, self._draft
        for _ in range(MOVES_OF_CARDS):
            self._meanwhile()
        if self._people.random() < WATCHED:
            self._hand_of_cards_watched(session, draft, spec)
            return
        records = played_record(self._game.id, self._people, spec)
        self.tap(c.EndPlay())
        self.tap(c.SayPlay(records.summary["play"]))
        self._settle(records.full)

    def _hand_of_cards_watched(self, session: Session, draft: Draft, spec: HandSpec) -> None:
        """Take over how a hand that was watched ended; its log tells the rest."""
        hand = dealt_cards(self._game.id, self._people, spec)
        hand = deque(hand.follow(), 1).pop() if not hand.course.is_over else hand
        self._watched = session, draft, hand
        for tap in ending(hand.course.record(), self._game):
            self.tap(tap)
        self._settle(hand.course.record())
        self._watched = None
        self._logs[self._seq] = tuple(write_hand(hand.course))
        self.counted["hands watched"] += 1

    # Tiles

    def _hand_of_tiles(self) -> None:
        self._deal()
        while self._draft.wants_throw:
            self._throw()
        session, draft = self._session, self._draft
        first, is_built = self._deal_hand(session, draft)
        self.tap(c.StartPlay())
        hand = first
        for hand in first.follow():  # noqa: B007 -- the last one is told
            self._meanwhile()
        self._mended()
        if is_built:
            lay_drawn(hand, self._table.simulation.device.places)
        is_watched = self._people.random() < WATCHED
        self._watched = (session, draft, hand) if is_watched else None
        self.counted["hands watched"] += is_watched
        self._tell(hand, is_watched=is_watched)
        self._watched = None

    def _throw(self) -> None:
        """Throw by hand what the machine has not thrown."""
        dice = self._game.dice_for({**self._game.defaults, **self._session.options})
        pips = tuple(self._people.randint(1, 6) for _ in range(dice))
        self.tap(c.NoteDice(pips))
        self.counted["throws by hand"] += 1

    def _deal_hand(self, session: Session, draft: Draft) -> tuple[TableHand, bool]:
        """Return the hand as it is dealt, and whether from the machine's walls, not from others."""
        places = self._table.simulation.device.places
        spec = HandSpec(
            options=session.options,
            state=self._state,
            dice=[list(throw) for throw in draft.dice],
        )
        walls = [places.stacks(side) for side in range(SIDES)]
        if draft.walls_up and any(walls):
            with suppress(RecordError):
                hand = deal(self._game.id, stacks_of(walls), self._people, spec)
                self.counted["hands from the machine's walls"] += 1
                return hand, True
        self.counted["hands from walls built by people"] += 1
        return deal(self._game.id, None, self._people, spec), False

    def _meanwhile(self) -> None:
        """Let a moment of the hand go by, and now and then something happen in it."""
        chance = self._people.random()
        if chance >= TROUBLE:
            return
        self._client.run(lambda: False, A_MOVE_S)
        if chance < TROUBLE / 4:
            self._crash()
            self.counted["crashes in the middle of a hand"] += 1
        elif chance < TROUBLE / 2:
            self._table.pull_cable()
            self.counted["cables pulled in the middle of a hand"] += 1
        elif chance < TROUBLE * 0.75:
            self._table.strike()
            self._client.run(lambda: False, A_MOVE_S)
            self.counted["faults in the middle of a hand"] += 1
        else:
            self._mended()

    def _mended(self) -> None:
        """Let people mend the machine, and wait until it rests."""
        self._mend()
        self._client.run(self._is_at_rest, LINK_S)

    def _tell(self, hand: TableHand, *, is_watched: bool) -> None:
        """Tell how *hand* ended, and see that the kiosk settles it as the log does."""
        record = hand.record()
        self._eye.scene = hand.scene(record)
        taps = ending if is_watched else hand_entry.in_play
        for tap in taps(record, self._game):
            self.tap(tap)
        self._show(record)
        if not is_watched:
            for tap in hand_entry.of_wins(record, self._draft):
                self.tap(tap)
        settled = self._settle(record)
        assert settled["net"] == list(hand.course.settlement().net), hand.course.at.log
        if is_watched:
            seq = self._seq
            self._logs[seq] = tuple(write_hand(hand.course))

    def _show(self, record: Json) -> None:
        """Let the camera read what lies there and put it right, or tap it all in."""
        readings = self._draft.readings
        self.tap(c.ReadTable())
        if self._draft.readings > readings:
            self._correct(record)
            return
        self.counted["hands told by touch"] += 1
        if self._draft.stage is Stage.READING:
            self.tap(c.EnterByHand())
        for tap in hand_entry.of_tiles(record, self._draft):
            self.tap(tap)

    def _correct(self, record: Json) -> None:
        """Tap until the draft shows what lies there."""
        there = lying(record)
        draft_rows = rows(self._draft)
        for row in sorted(there.keys() | draft_rows.keys()):
            taps = list(_corrections(row, draft_rows.get(row, ()), there.get(row, ()), self._draft))
            for tap in taps:
                self.tap(tap)
            self.counted["rows corrected"] += bool(taps)

    def _settle(self, truth: Json) -> Json:
        """Settle and confirm the hand; return what it came to, which is what *truth* comes to."""
        expected = rules.settle_json(truth)
        record = hand_record(self._session, self._draft)
        assert rules.settle_json(record) == expected, (record, truth)
        self.tap(hand_entry.settling(self._draft, self._game))
        assert not self._draft.problems, (self._draft.problems, truth)
        assert dict(self._draft.settlement) == expected, (self._draft.settlement, truth)
        self.tap(c.ConfirmHand())
        self.counted["hands counted"] += 1
        self.paper.append(self._state)
        self._state = following(self._state, expected)
        self._settled[self._seq] = expected
        return expected

    def look_back(self) -> None:
        """Compare the ledger with what was written down, and count what happened."""
        super().look_back()
        past = self.service.past
        for seq, expected in self._settled.items():
            past_hand = past.hand(seq)
            assert past_hand is not None
            assert dict(past_hand.settlement) == expected
            assert rules.settle_json(dict(past_hand.record)) == expected
            assert past.log(seq) == self._logs.get(seq, ())


def following(state: Json, settled: Json) -> Json:
    """Return the state after a hand that was played in *state* and came to *settled*."""
    after = settled["next"]
    scores = map(sum, zip(state["scores"], settled["net"], strict=True))
    facts = {name: after[name] for name in ("banker", "round", "repeats", "carry")}
    state = {**state, **facts, "scores": list(scores)}
    if any(settled.get("prize_net", ())):
        before = state.get("prizes", [0] * len(state["scores"]))
        prizes = [*map(sum, zip(before, settled["prize_net"], strict=True))]
        state.pop("prizes", None)  # of prizes that cancel out no record tells
        state |= {"prizes": prizes} if any(prizes) else {}
    return {**state, "winners": list(after["winners"])} if after.get("winners") else state


def _corrections(
    row: str, tiles: Sequence[DraftTile], there: Sequence[str], draft: Draft
) -> Iterator[c.Command]:
    """Yield the taps after which *row* of *draft*, read as *tiles*, shows what lies *there*."""
    left, strange = Counter(there), []
    for tile in tiles:
        if left[tile.code]:
            left[tile.code] -= 1
        else:
            strange.append(tile)
    missing = list(left.elements())
    for tile in strange:
        yield c.CorrectTile(tile.number, missing.pop()) if missing else c.RemoveTile(tile.number)
    if missing:
        yield _add(row, "".join(missing), draft)


def _add(row: str, tiles: str, draft: Draft) -> c.Command:
    """Return the tap that adds *tiles* to a *row* as `rows` names it."""
    if row.startswith("wins"):
        win = draft.wins[int(row[5 : row.index("]")])]
        return c.WinOn(win.seat, tiles, win.number)
    if row.startswith("deal"):
        return c.AddTiles(Place(Part(row.removeprefix("deal."))), tiles)
    seat, part = row.removeprefix("seats[").split("].")
    return c.AddTiles(Place(Part(part), int(seat)), tiles)


def sitting(name: str, seed: int, hands: int = HANDS) -> Counter[str]:
    """Play a sitting of the game *name*; an error tells how to play it again."""
    again = f"python -m tests.soak.played_sittings {name} {seed}"
    return through(lambda place: PlayedSitting(place, name, seed), hands, again)


def sittings(seeds: int, hands: int = HANDS, first: int = 1) -> dict[str, Any]:
    """Play *seeds* sittings of every game; a disagreement ends them and tells game and seed."""
    begin = time.perf_counter()
    names = sorted(MODULES)
    counts = count_all(
        lambda number: sitting(names[number % len(names)], first + number // len(names), hands),
        range(seeds * len(names)),
    )
    took = {"minutes": (time.perf_counter() - begin) / 60}
    by_name = {name.replace(" ", "_"): number for name, number in sorted(counts.items())}
    totals = {"games": len(names), "sittings": seeds * len(names), **by_name}
    return {**totals, "disagreements": 0, **took}


if __name__ == "__main__":
    print(dict(sitting(sys.argv[1], int(sys.argv[2]))))
