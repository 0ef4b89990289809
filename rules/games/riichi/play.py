"""How riichi is played: riichi.md, "Walls, dice, deal", "Play", "Draw"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.riichi.hand import ORPHAN_KINDS, waits_without_sets
from rules.games.riichi.payment import STICK
from rules.games.riichi.riichi import GAME, Riichi
from rules.play.absences import why_absent
from rules.play.actions import Chow, Discard, Kong, Pung, Win, swap_kinds
from rules.play.kongs import around_kong
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Place, Position, Window
from rules.tiles import KIND, WINDS, Tile
from rules.value import NOTHING, evolve

FIRST_INDICATOR: Final = 6
"""Places from the end of the wall to the first indicator, the top of the third stack."""
MOST_KONGS: Final = 4
TERMINALS: Final = 9
SETS: Final = 4
RIICHI: Final = frozenset(("riichi", "double_riichi"))
MISSED: Final = "missed"
MISSED_FOR_GOOD: Final = "missed_for_good"


class RiichiPlay(PlayRules):
    """Riichi for four."""

    game: ClassVar[Riichi] = GAME
    absences = why_absent(
        rare={
            10_000: "kong_draw robbed_kong nagashi",
            20_000: "three_wins",
            50_000: "four_kongs",
            100_000: "first_draw before_first_draw",
            300_000: "dealt",
        },
        illegal="furiten",
        evident="ready",
        people="chombo",
    )
    robbable: ClassVar[tuple[str, ...]] = ("kong_added", "kong_concealed")
    cleared_by_draw = frozenset((MISSED,))
    cleared_by_claim = frozenset(("ippatsu",))
    has_last_discard_claims = False
    bots_claim = False
    bounds_kongs: ClassVar[bool] = True
    """Whether no more than four kongs can lie on the table."""
    left_for_riichi: ClassVar[int] = 4
    """How many tiles must be left that can be drawn when riichi is declared."""

    def kong_indicator_place(self, at: Position) -> int:
        """Return the top of the next stack after the indicators that lie there."""
        return len(at.wall.tiles) - FIRST_INDICATOR - 2 * len(at.wall.turned)

    def indicators_for(self, at: Position, kong: Kong) -> tuple[int, bool]:
        """Return one indicator, of an open kong only after the discard."""
        is_due = len(at.wall.turned) <= self.game.turned_for_kongs(at.options)
        return int(is_due), kong.kind != "kong_concealed"

    def hidden_indicators(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[Tile]:
        """Return the tiles below the indicators once a riichi hand has won."""
        if not self.game.has_hidden_indicators(at.options):
            return ()
        if not any(at.seats[entry.win.seat].declared & RIICHI for entry in wins):
            return ()
        return [at.wall.tiles[place + 1] for place in at.wall.turned]

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be seven pairs or thirteen orphans."""
        if at.seats[seat].melds:
            return False
        different = len(set(kinds))
        return different == 7 or (different == 13 and ORPHANS.issuperset(kinds))

    # Riichi

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return riichi, or double riichi, where a discard may be left ready."""
        place = at.seats[seat]
        if place.declared or any(meld.is_exposed for meld in place.melds) or not at.drew:
            return ()
        if not self.has_stick(at, seat) or self.live(at) < self.left_for_riichi:
            return ()
        kinds = self._kinds(place.hand)
        if not place.melds and _is_near_special(kinds):
            return self._riichi(at, seat)
        # who is ready with a tile too many completes one set more than the hand has
        if self.completes(kinds, SETS - len(place.melds) + 1):
            return self._riichi(at, seat)
        return ()

    def has_stick(self, at: Position, seat: int) -> bool:
        """Return whether *seat* has the points that riichi costs."""
        return at.state.scores[seat] >= STICK

    def _kinds(self, tiles: Sequence[Tile]) -> list[int]:
        return [self.game.kind_of[tile] for tile in tiles]

    def _riichi(self, at: Position, seat: int) -> Sequence[str]:
        is_first = at.untouched and not at.seats[seat].river
        return ("double_riichi",) if is_first else ("riichi",)

    def declare_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that the hand is not ready after the discard."""
        place = at.seats[action.seat]
        rest = list(place.hand)
        rest.remove(action.tile)
        kinds = self._kinds(rest)
        melds = len(place.melds)
        if self.may_be_ready(kinds, melds) and self.game.waits(rest, melds):
            return None
        return Reason("riichi_not_ready")

    def may_be_ready(self, kinds: list[int], melds: int) -> bool:
        """Return whether *kinds* may wait beside *melds* sets: never no where they do."""
        return self.completes(kinds, SETS - melds) or bool(waits_without_sets(kinds, melds))

    def stands(self, at: Position, seat: int, word: str) -> Position:
        """Return the position with the stick on the table and one uninterrupted turn ahead."""
        return super().stands(at, seat, word).note(seat, "ippatsu")

    def after_discard(self, at: Position, action: Discard) -> Position:
        """Return the position in which the turn after riichi is over."""
        place = at.seats[action.seat]
        if "ippatsu" not in place.notes:
            return at
        place = evolve(place, notes=place.notes - {"ippatsu"})
        return evolve(at, seats=at.put(action.seat, place))

    # What is barred

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that riichi, or a claim just made, leaves other tiles only."""
        if at.seats[action.seat].declared and action.tile != at.drawn:
            return Reason("riichi_discards_drawn")
        return None

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> Reason | None:  # noqa: ARG002 -- hook
        """Return that the tile is what was claimed, or what would make the same run."""
        kind_of = self.game.kind_of
        if kind_of[tile] in swap_kinds(claim, kind_of):
            return Reason("swap_calling")
        return None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that riichi, a fifth kong or a swap-call stands against the claim."""
        place = at.seats[action.seat]
        if place.declared:
            return Reason("riichi_claims_win")
        return self._too_many_kongs(at) if isinstance(action, Kong) else None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that a claim, riichi or four kongs stand against a kong."""
        if not at.drew:
            return Reason("discard_after_claim")
        place = at.seats[action.seat]
        if place.declared:
            if action.kind != "kong_concealed" or at.drawn not in action.tiles:
                return Reason("riichi_kong_of_drawn")
            before, after = around_kong(at, action)
            if self._waits(before) != self._waits(after):
                return Reason("riichi_kong_keeps_wait")
        return self._too_many_kongs(at)

    def _waits(self, place: Place) -> frozenset[int]:
        return self.game.waits(place.hand, len(place.melds))

    def _too_many_kongs(self, at: Position) -> Reason | None:
        is_one_too_many = self.bounds_kongs and at.kongs >= MOST_KONGS
        return Reason("four_kongs") if is_one_too_many else None

    def aborts(self, at: Position, seat: int) -> Sequence[str]:
        """Return nine terminals and honors, at the first turn."""
        return ("nine_terminals",) if at.untouched and not at.seats[seat].river else ()

    def abort_bar(self, at: Position, seat: int, reason: str) -> Reason | None:
        """Return why the hand may not be ended for *reason*."""
        if reason not in self.game.incidents or reason != "nine_terminals":
            return super().abort_bar(at, seat, reason)
        if not self.aborts(at, seat):
            return Reason("nine_terminals_first")
        kinds = {KIND[tile] for tile in at.seats[seat].hand}
        if len(kinds & ORPHANS) < TERMINALS:
            return Reason("nine_terminals_needed")
        return None

    # Wins

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return furiten by a win let go; by one's own discards the record shows it."""
        misses = at.seats[win.seat].notes & {MISSED, MISSED_FOR_GOOD}
        return {"furiten": True} if misses and win.by != "self_draw" else NOTHING

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return that only 1, 9 and honors were discarded and none claimed, once all is drawn."""
        river = at.seats[seat].river
        if self.live(at) > 0 or not river or any(KIND[tile] not in ORPHANS for tile in river):
            return NOTHING
        melds = [meld for place in at.seats for meld in place.melds]
        return NOTHING if any(meld.source == seat for meld in melds) else {"nagashi": True}

    def miss_notes(
        self, at: Position, window: Window, seat: int, *, was_offered: bool
    ) -> tuple[str, ...]:
        """Return furiten: until the next draw, after riichi for the rest of the hand."""
        place = at.seats[seat]
        if self.game.kind_of[window.tile] not in self.game.waits(place.hand, len(place.melds)):
            return ()
        is_concealed = at.kong is not None and at.kong.kind == "kong_concealed"
        if window.by == "robbed_kong" and is_concealed and not was_offered:
            return ()
        return (MISSED_FOR_GOOD,) if place.declared else (MISSED,)

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:
        """Return all of them, or by option the nearest, or nobody where three are too many."""
        rule = at.options["multiple_wins"]
        if rule == "nearest":
            return super().winners(at, wins)
        if rule == "two" and len(wins) > 2:
            return Ending("abort", ({"kind": "three_wins"},))
        return wins

    # Abortive draws

    def end_after_discard(self, at: Position) -> Ending | None:
        """Return an abortive draw that the discard completes."""
        kind = next((kind for kind, holds in ABORTIVE if holds(at)), None)
        if kind is None or kind not in self.game.incidents:
            return None
        return Ending("abort", ({"kind": kind},))


ORPHANS: Final = frozenset(ORPHAN_KINDS)


def _is_near_special(kinds: Sequence[int]) -> bool:
    """Return whether fourteen *kinds* may leave seven pairs or thirteen orphans ready."""
    different = set(kinds)
    if len(different) <= 8:
        return sum(kinds.count(kind) >= 2 for kind in different) >= 6
    return len(different & ORPHANS) >= 12


def four_winds(at: Position) -> bool:
    """Return whether everybody's first discard was the same wind, nothing claimed."""
    if not at.untouched or any(len(place.river) != 1 for place in at.seats):
        return False
    winds = {place.river[0] for place in at.seats}
    return len(winds) == 1 and KIND[winds.pop()] in WINDS


def all_riichi(at: Position) -> bool:
    """Return whether everybody has declared riichi."""
    return all(place.declared for place in at.seats)


def four_kongs(at: Position) -> bool:
    """Return whether four kongs lie on the table, not all of one seat."""
    if at.untouched or at.kongs != MOST_KONGS:
        return False
    return max(sum(meld.is_kong for meld in place.melds) for place in at.seats) < MOST_KONGS


ABORTIVE: Final = (
    ("four_winds", four_winds),
    ("four_riichi", all_riichi),
    ("four_kongs", four_kongs),
)

PLAY: Final = RiichiPlay()
