"""How Fuzhou is played: fuzhou.md, "Walls, dice, deal", "Special tiles", "Play", "Winning"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.fujian.fuzhou import FLOWER_SET, GAME, GOLDS, SETS, golden_pair, hand_of
from rules.play.absences import why_absent
from rules.play.actions import (
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    ShowFlower,
    Win,
)
from rules.play.facts import with_rivals
from rules.play.play_rules import PlayRules
from rules.play.position import LoggedWin, Position
from rules.play.record import WON, record
from rules.record.parse import read_record
from rules.ruleset import Ruleset
from rules.tiles import FLOWER_GROUPS, HONORS, KIND, Tile, without
from rules.value import evolve

DEAD: Final = 18
"""Tiles that nobody draws at first; the indicator lies upon them."""
LAST: Final = 4
"""Number of usable tiles that are drawn at the end without discards."""
NO_KONGS: Final = Reason("last_four_no_kongs")
ROBS: Final = "robbing_the_gold"
FLOWERS_OVER: Final = 1
"""The step of the opening before which the gold is turned up."""


def flower_sets(flowers: Sequence[Tile]) -> int:
    """Return how many sets are among the *flowers*: equal honors, four seasons, four plants."""
    equal = sum(count == FLOWER_SET for count in Counter(flowers).values())
    return equal + sum(group.issubset(flowers) for group in FLOWER_GROUPS)


class FuzhouPlay(PlayRules):
    """Golds known after the flowers are laid out, robbed before play, and four last draws."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        evident="discarded_gold",
    )
    blocks = (4, 4, 4, 4)
    opening = ("flower_rounds", "heavenly_hand", "gold")

    # Walls

    def indicator_places(self, at: Position) -> Iterable[int]:  # noqa: ARG002 -- hook
        """Return nothing: the gold is turned up after the flowers were exchanged."""
        return ()

    def step_over(self, at: Position) -> Position:
        """Return the position with the gold turned up; flowers before it are the banker's."""
        if at.step != FLOWERS_OVER:
            return at
        banker = at.state.banker
        tile, wall = at.wall.draw_from_tail()
        while tile >= HONORS:
            place = at.seats[banker]
            place = evolve(place, flowers=(*place.flowers, tile))
            at = evolve(at, wall=wall, seats=at.put(banker, place))
            tile, wall = wall.draw_from_tail()
        at = evolve(at, wall=at.wall.turn_up_from_tail())
        return evolve(at, wild=self.game.wild_tiles(at.wall.indicators, at.options))

    def count_reserved(self, at: Position) -> int:
        """Return the dead wall: one more for an open kong, two for a concealed one and flowers."""
        melds = [meld for place in at.seats for meld in place.melds if meld.is_kong]
        kongs = sum(1 if meld.is_exposed else 2 for meld in melds)
        return DEAD + kongs + 2 * sum(flower_sets(place.flowers) for place in at.seats)

    # The last four tiles

    def draws_only(self, at: Position) -> bool:
        """Return whether the tile just drawn is one of the last, after which nobody discards."""
        if at.stage != "turn" or at.drew not in ("wall", "flower"):
            return False
        since = list(takewhile(lambda one: not isinstance(one, Draw), reversed(at.log)))
        if len(since) == len(at.log) or any(isinstance(one, Kong) for one in since):
            return False
        flowers = at.seats[at.turn].flowers
        flower_count = sum(isinstance(one, ShowFlower) for one in since)
        supplements = sum(isinstance(one, DrawReplacement) for one in since)
        growth = 2 * (flower_sets(flowers) - flower_sets(flowers[: len(flowers) - flower_count]))
        return self.live(at) + growth + supplements + 1 <= LAST

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that nobody discards after the last four tiles."""
        return Reason("last_four_drawn") if self.draws_only(at) else None

    def pass_bar(self, at: Position, seat: int) -> Reason | None:
        """Return that a turn goes by with the last four tiles only."""
        if self.flowers_in(at, seat) or not self.draws_only(at):
            return super().pass_bar(at, seat)
        return None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that there are no kongs with four tiles left."""
        return NO_KONGS if self.live(at) <= LAST else None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that the banker robs the gold, or that there are no kongs any more."""
        if at.window is not None and at.window.declares:
            return Reason("gold_robbed")
        return self.kong_bar(at, action) if isinstance(action, Kong) else None

    # Golds

    def lies_aside(self, at: Position, tile: Tile) -> bool:  # noqa: ARG002 -- hook
        """Return no: a discarded gold lies among the discards."""
        return False

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:  # noqa: ARG002 -- hook
        """Return whether all three golds are there, which win by themselves."""
        return sum(kind in at.wild for kind in kinds) == GOLDS

    def is_whole(self, at: Position, seat: int, hand: Sequence[Tile]) -> bool:
        """Return whether *hand*, with one more gold if it lacks a tile, is whole."""
        naturals = [KIND[tile] for tile in hand if KIND[tile] not in at.wild]
        sets = SETS - len(at.seats[seat].melds)
        return all(kind < HONORS for kind in naturals) and self.completes(naturals, sets)

    def opening_offers(self, at: Position, seat: int) -> Iterable[Action]:
        """Yield the flowers, then the banker's heavenly hand, then who robs the gold or has all."""
        yield from super().opening_offers(at, seat)
        is_banker = seat == at.state.banker
        step = self.opening[at.step]
        if "asked" in at.seats[seat].notes or step == "flower_rounds":
            return
        if step == "heavenly_hand" and is_banker and self.is_whole(at, seat, at.seats[seat].hand):
            yield from (Win(seat, "self_draw", at.drawn), Pass(seat))
        elif step == "gold" and not is_banker and self._declares(at, seat):
            yield from (Win(seat, "declared"), Pass(seat))

    def _declares(self, at: Position, seat: int) -> bool:
        hand = at.seats[seat].hand
        return self.may_be_special(at, seat, hand) or self.is_whole(at, seat, hand)

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return that the banker may rob the gold with his first discard."""
        place = at.seats[seat]
        is_first = seat == at.state.banker and not place.draws and not place.river
        has_claimed = any(meld.is_exposed for meld in place.melds)
        return (ROBS,) if is_first and at.drew and not has_claimed else ()

    def declare_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that no gold completes what is left."""
        rest = without(at.seats[action.seat].hand, action.tile)
        return None if self.is_whole(at, action.seat, rest) else Reason("gold_incomplete")

    def stands(self, at: Position, seat: int, word: str) -> Position:
        """Return the position in which the banker robs the gold unless the discard is won on."""
        return at.note(seat, word)

    def wins_after_discard(self, at: Position) -> Sequence[Win]:
        """Return the banker's robbing the gold."""
        banker = at.state.banker
        return (Win(banker, "declared"),) if ROBS in at.seats[banker].notes else ()

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks; who declares with more than three golds alone robs the gold."""
        marks = super().marks(at, win)
        is_whole = self.is_whole(at, win.seat, at.seats[win.seat].hand)
        if win.by == "declared" and is_whole:
            return marks | {ROBS}
        return marks if is_whole else marks - {"dealt"}

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:
        """Return the nearest with a golden pair, else the nearest, the others as rivals."""
        first = next((one for one in wins if self._has_golden_pair(at, one)), wins[0])
        return (with_rivals(first, wins),)

    def _has_golden_pair(self, at: Position, win: LoggedWin) -> bool:
        hand_record = read_record(self.game, record(self, at, (win,), WON))
        return golden_pair(hand_of(hand_record, hand_record.wins[0]))


PLAY: Final = FuzhouPlay()
