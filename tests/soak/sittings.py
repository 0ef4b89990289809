"""Whole sittings by their seed (`kiosk.md` §3, L8), compared with separate bookkeeping.

What happens meanwhile stands in `tests.soak.evening`; hands are undone, too. The same seed is the
same sitting: `python -m tests.soak.sittings SEED`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from kiosk.session import commands as c
from kiosk.session.draft import Part, Place, Stage
from rules.tiles import parse, write
from tests.kiosk.plain_game import OPEN, PLAYERS, PlainEngine
from tests.soak.cores import count_all
from tests.soak.evening import Evening, through
from tests.soak.hands import FACES

SEATS: Final = 4
STAKE: Final = 10
START: Final = 100
HANDS: Final = 50
SITTING: Final = 30
"""Hands after which people stand up."""


@dataclass
class ScoreSheet:
    """What four people would write on paper."""

    totals: list[int] = field(default_factory=lambda: [START] * SEATS)
    pot: int = 0
    before: list[tuple[list[int], int]] = field(default_factory=list)

    def note(self, winner: int | None, giver: int | None, ready: tuple[int, ...]) -> None:
        """Write one hand down."""
        self.before.append((self.totals[:], self.pot))
        for seat in ready:
            self.totals[seat] -= 1
            self.pot += 1
        if winner is None:
            return
        payers = [seat for seat in range(SEATS) if seat != winner] if giver is None else [giver]
        for seat in payers:
            self.totals[seat] -= STAKE
        self.totals[winner] += STAKE * len(payers) + self.pot
        self.pot = 0

    def undo(self) -> None:
        """Strike the last hand out."""
        self.totals, self.pot = self.before.pop()


class Sitting(Evening):
    """Four people who play the plain game through one seed."""

    def __init__(self, place: Path, seed: int) -> None:
        super().__init__(place, seed, PlainEngine(), FACES)
        self.paper = ScoreSheet()

    def play(self, hands: int) -> None:
        """Play *hands* hands; raise `AssertionError` where kiosk, paper or table disagree."""
        for _ in range(hands):
            self._hand()
            session = self._session
            assert list(session.standing.totals) == self.paper.totals
            assert session.standing.pot == self.paper.pot
            self._table.simulation.device.places.check()
            if session.standing.over or len(self.paper.before) > SITTING:
                self.tap(c.CloseSession())

    def _hand(self) -> None:
        """Play one hand, or undo the last one."""
        if self.service.state.stage is Stage.LOBBY:
            self.paper = ScoreSheet()
            for name in PLAYERS:
                self.service.enrol(name)
            self.tap(OPEN)
        session = self._session
        if session.last_hand is not None and self._chance.random() < 0.1:
            self.tap(c.VoidHand(session.last_hand.seq))
            self.paper.undo()
            self.counted["hands undone"] += 1
            return
        self._deal()
        winner, giver, ready = self._outcome()
        self.tap(c.StartPlay())
        for seat in ready:
            self.tap(c.Declare(seat, "ready"))
        if winner is None:
            self.tap(c.CallDraw())
        else:
            self._win(winner, giver)
        self.tap(c.Settle())
        self.tap(c.ConfirmHand())
        self.paper.note(winner, giver, ready)

    def _outcome(self) -> tuple[int | None, int | None, tuple[int, ...]]:
        if self._chance.random() < 0.2:
            ready = tuple(seat for seat in range(SEATS) if self._chance.random() < 0.4)
            return None, None, ready
        winner = self._chance.randrange(SEATS)
        giver = (winner + self._chance.randrange(SEATS)) % SEATS
        return winner, None if giver == winner else giver, ()

    def _win(self, winner: int, giver: int | None) -> None:
        """Lay a hand open, let it be read, and put right what was read wrongly."""
        tiles = self._chance.sample(DECK, 14)
        hand, winning_tile = tuple(tiles[:13]), tiles[13]
        self._eye.lies = {winner: (hand, winning_tile)}
        self.tap(c.CallWin(winner))
        self.tap(c.SayWho((c.Claim(winner, "self_draw" if giver is None else "discard", giver),)))
        self.tap(c.ReadTable())
        if self._draft.stage is Stage.REVIEW:
            self._correct(winner, hand)
        else:
            self.counted["hands told by touch"] += 1
            self.tap(c.EnterByHand())
            self.tap(c.WriteRow(Place(Part.HAND, winner), write(parse("".join(hand)))))
        tile = self._draft.wins[0].tile
        if tile is None or tile.code != winning_tile:
            self.tap(c.WinOn(winner, winning_tile))
        counts = Counter(one.code for one in self._draft.seats[winner].hand or ())
        assert counts == Counter(hand), (counts, hand)

    def _correct(self, seat: int, hand: tuple[str, ...]) -> None:
        """Tap until the draft shows what lies there."""
        left = Counter(hand)
        strange = []
        for tile in self._draft.seats[seat].hand or ():
            if left[tile.code]:
                left[tile.code] -= 1
            else:
                strange.append(tile.number)
        missing = list(left.elements())
        for number in strange:
            if missing:
                self.tap(c.CorrectTile(number, missing.pop()))
            else:
                self.tap(c.RemoveTile(number))
        if missing:
            self.tap(c.AddTiles(Place(Part.HAND, seat), "".join(missing)))
        self.counted["readings corrected"] += bool(strange or missing)


DECK: Final = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)] + [
    f"{rank}z" for rank in range(1, 8) for _ in range(4)
]


def sitting(seed: int, hands: int = HANDS) -> Counter[str]:
    """Play the sitting of *seed*; an error tells how to play it again."""
    again = f"python -m tests.soak.sittings {seed}"
    return through(lambda place: Sitting(place, seed), hands, again)


def sittings(seeds: int, hands: int = HANDS, first: int = 1) -> dict[str, Any]:
    """Play the sittings of *seeds* seeds; a disagreement ends them and tells its seed."""
    begin = time.perf_counter()
    counts = count_all(partial(sitting, hands=hands), range(first, first + seeds))
    took = {"minutes": (time.perf_counter() - begin) / 60}
    by_name = {name.replace(" ", "_"): number for name, number in sorted(counts.items())}
    return {"seeds": seeds, "hands": seeds * hands, **by_name, "disagreements": 0, **took}


if __name__ == "__main__":
    print(sittings(1, first=int(sys.argv[1])))
