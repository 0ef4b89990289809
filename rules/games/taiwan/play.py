"""How Taiwan's sixteen-tile game is played: taiwan.md, "Walls, dice, deal", "Play"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.games.taiwan.sixteen import ALL_FLOWERS, SIZE
from rules.games.taiwan.taiwan import EARLY_READY, GAME
from rules.hands.covers import completes, waits
from rules.hands.keys import pack
from rules.play.actions import Action, Chow, Discard, Kong, Pung, Win
from rules.play.flow import over, to_draw
from rules.play.play_rules import PlayRules
from rules.play.position import Place, Position, Window, Won
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.tiles import COPIES, FLOWERS, KIND, Tile
from rules.value import NOTHING

DEAD: Final = 16
DECLINED: Final = "declined"
MISSED: Final = "missed_win"
READY: Final = frozenset(("ready", *EARLY_READY))


class TaiwanPlay(PlayRules):
    """Sixteen tiles, flowers laid out, ready announced with a discard."""

    game: ClassVar[Ruleset] = GAME
    blocks = (4, 4, 4, 4)
    opening = ("flowers", "declare")
    cleared_by_draw = frozenset((MISSED,))
    hides_order = True

    def reserved(self, at: Position) -> int:
        """Return the tiles that stay undrawn by the option `dead_wall`."""
        dead = at.options["dead_wall"]
        if dead == "none":
            return 0
        return DEAD + (at.kongs if dead == "plus_kongs" else 0)

    # Ready

    def waits(self, place: Place, hand: Sequence[Tile]) -> frozenset[int]:
        """Return what the concealed *hand* waits for, kinds left out that the seat has all of."""
        kinds = [KIND[tile] for tile in hand]
        if any(kind >= FLOWERS for kind in kinds):
            return frozenset()
        laid = [KIND[tile] for meld in place.melds for tile in meld.tiles]
        found = waits(pack(kinds), SIZE - len(place.melds))
        return frozenset([kind for kind in found if laid.count(kind) < COPIES])

    def early_declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return heavenly ready, where it is played and the dealt hand is ready."""
        place = at.seats[seat]
        if not at.options["heavenly_ready"] or seat == at.state.banker:
            return ()
        return ("heavenly_ready",) if self.waits(place, place.hand) else ()

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return the announcement that a discard may carry, where it may leave the hand ready."""
        place = at.seats[seat]
        kinds = [KIND[tile] for tile in place.hand]
        if place.declared or not completes(pack(kinds), SIZE - len(place.melds) + 1):
            return ()
        has_claimed = any(meld.is_exposed for meld in place.melds)
        return ("ready",) if place.river or has_claimed else ("earthly_ready",)

    def declare_bar(self, at: Position, action: Discard) -> str | None:
        """Return that the hand is not ready after the discard."""
        place = at.seats[action.seat]
        rest = list(place.hand)
        rest.remove(action.tile)
        is_near = completes(pack([KIND[tile] for tile in rest]), SIZE - len(place.melds))
        if is_near and self.waits(place, rest):
            return None
        return "ready is announced with a hand that waits for a tile"

    # What is barred

    def discard_bar(self, at: Position, action: Discard) -> str | None:
        """Return that an announced hand, or the last tile taken in turn, leaves no choice."""
        if action.tile == at.drawn:
            return None
        if at.seats[action.seat].declared:
            return "ready was announced: the hand is not changed any more"
        is_last = at.options["refuse_last_tile"] and self.live(at) <= 0 and at.drew == "wall"
        return "who takes the last tile wins or discards it" if is_last else None

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> str | None:
        """Return that the tile is like the claimed one, where the house bars that."""
        is_barred = at.options["no_discard_of_claimed_tile"] and KIND[tile] == KIND[claim.tile]
        return "a tile like the one just claimed is not discarded" if is_barred else None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> str | None:
        """Return that ready was announced, or that one has just discarded such a tile."""
        place = at.seats[action.seat]
        if place.declared:
            return "ready was announced: nothing is claimed but the win"
        is_barred = at.options["no_claim_of_own_discard"] and place.river
        if is_barred and action.tile is not None and KIND[place.river[-1]] == KIND[action.tile]:
            return "a tile like one's own discard is not claimed within the go-round"
        return None

    def kong_bar(self, at: Position, action: Kong) -> str | None:
        """Return that a claim just made, or an announcement, stands against the kong."""
        if at.options["no_kong_after_claim"] and not at.drew:
            return "no kong between a claim and its discard"
        place = at.seats[action.seat]
        if not place.declared:
            return None
        if action.kind == "kong_added" and not place.declared.isdisjoint(EARLY_READY):
            return "who was ready from the first discard on has no pung to add to"
        rest = [tile for tile in place.hand if tile not in action.tiles]
        if at.drawn in action.tiles:
            before = list(place.hand)
            before.remove(at.drawn)
            if action.kind == "kong_added" or self._keeps(place, before, rest):
                return None
        return "ready was announced: a kong may not change what the hand waits for"

    def _keeps(self, place: Place, before: Sequence[Tile], after: Sequence[Tile]) -> bool:
        """Return whether the wait is the same *after* a concealed kong as *before* it."""
        sets = SIZE - len(place.melds)
        now = waits(pack([KIND[tile] for tile in after]), sets - 1)
        return waits(pack([KIND[tile] for tile in before]), sets) == now

    # The last tile

    def decline_bar(self, at: Position, seat: int) -> str | None:
        """Return that only the last tile may be left to the next, where the house plays so."""
        if at.options["refuse_last_tile"] and self.live(at) == 1:
            return None
        return super().decline_bar(at, seat)

    def declined(self, at: Position, seat: int) -> Position:
        """Return the position in which the next seat is offered it, or nobody is left."""
        at = at.noted(seat, DECLINED)
        if all(DECLINED in place.notes for place in at.seats):
            return over(at, self.exhausted(at))
        return to_draw(self, at, at.others(seat)[0])

    # Wins

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Yield the self-draw, and the win with all eight flowers."""
        yield from super().own_wins(at, seat)
        if len(at.seats[seat].flowers) == len(ALL_FLOWERS):
            yield Win(seat, "declared")

    def flower_wins(self, at: Position, seat: int, tile: Tile) -> Iterable[Win]:
        """Yield seven robs one: the eighth flower is laid out, or it lies there already."""
        for other, place in enumerate(at.seats):
            if len(place.flowers) != len(ALL_FLOWERS) - 1:
                continue
            (eighth,) = ALL_FLOWERS.difference(place.flowers)
            owner = next((one for one in at.others(other) if eighth in at.seats[one].flowers), None)
            if owner is not None and (other == seat or eighth == tile):
                yield Win(other, "robbed_flower", Tile(eighth), owner)

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks; a flower win is dealt while nothing was played yet."""
        if win.by == "robbed_flower":
            return frozenset(("dealt",)) if at.step < len(self.opening) else frozenset()
        if win.by == "declared":
            place = at.seats[win.seat]
            is_first = at.drew == "wall" and place.draws == 1 and not place.river
            return frozenset(("dealt",)) if at.drew == "deal" or is_first else frozenset()
        return super().marks(at, win)

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return that a winning tile was let go since the last draw."""
        is_missed = MISSED in at.seats[win.seat].notes and win.by in TAKEN
        return {MISSED: True} if is_missed and win.by != "robbed_flower" else NOTHING

    def passed(
        self,
        at: Position,  # noqa: ARG002 -- hook
        window: Window,
        seat: int,  # noqa: ARG002 -- hook
        offers: Sequence[Action],
    ) -> tuple[str, ...]:
        """Return a missed win, where one was offered."""
        is_win = any(isinstance(one, Win) for one in offers) and window.by != "robbed_flower"
        return (MISSED,) if is_win else ()

    def winners(self, at: Position, wins: Sequence[Won]) -> Sequence[Won]:
        """Return the nearest, or all where the house lets several win."""
        return wins if at.options["multiple_winners"] else wins[:1]


PLAY: Final = TaiwanPlay()
