"""How one to nine play riichi: zero-rule.md, "Walls, dice, deal", "Play", "Draw"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.riichi import alone
from rules.games.riichi.many_seats_play import ManySeatsPlay
from rules.games.riichi.play import all_riichi
from rules.games.riichi.zero_rule import GAME, are_limited, reach_of, winds_of_seats
from rules.hands.covers import completes
from rules.hands.keys import few_alike, pack
from rules.play.absences import why_absent
from rules.play.actions import Action, Chow, Discard, Draw, Kong, Pung, Win
from rules.play.kongs import with_claimed
from rules.play.position import Ending, LoggedWin, Position
from rules.tiles import KIND, Tile, without
from rules.value import NOTHING

OLD_DEAD: Final = 14
"""Tiles of the dead wall by the older text, its indicators among them."""
OLD_INDICATORS: Final = 4
"""Stacks of it that have a tile turned up, at most."""


class ZeroRulePlay(ManySeatsPlay):
    """As many copies of each tile as players, and sets of as many tiles."""

    game: ClassVar[Any] = GAME
    absences = why_absent(
        rare={
            300_000: "dealt",
        },
        illegal="furiten",
        evident="ready",
    )
    all_but_one = "all_but_one_win"

    # The wall

    def count_reserved(self, at: Position) -> int:
        """Return what is left of the dead wall: a tile, or the older text's without indicators."""
        if at.options["dead_wall"] != OLD_DEAD:
            return 1
        return OLD_DEAD - min(len(at.wall.turned), OLD_INDICATORS)

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the next tile, by the older text the next of the dead wall."""
        if at.options["dead_wall"] == OLD_DEAD:
            return at.wall.draw_from_tail()
        return super().draw_supplement(at)

    def kong_indicator_place(self, at: Position) -> int:
        """Return the top of the stack before the one turned up last."""
        return at.wall.turned[-1] - 2

    def hidden_indicators(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[Tile]:
        """Return the tiles below the indicators that nobody has drawn."""
        if not super().hidden_indicators(at, wins):
            return ()
        wall = at.wall
        return [wall.tiles[place + 1] for place in wall.turned if place + 1 >= wall.head]

    # Hands with more than four of a kind, and of one who plays alone

    def completes(self, kinds: Sequence[int], sets: int) -> bool:
        """Return whether *kinds* may fit into *sets* sets and a pair: never no where they do.

        More than four of a kind are left out, as if wild tiles stood in their places.
        """
        return completes(pack(few_alike(kinds)), sets)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be a hand without sets, or have a partial run as head."""
        return alone.has_heads(at.options) or super().may_be_special(at, seat, kinds)

    def declarations(self, at: Position, seat: int) -> Sequence[str]:
        """Return riichi, which one alone declares whenever he is ready."""
        words = super().declarations(at, seat)
        if words or not alone.has_heads(at.options) or at.seats[seat].declared:
            return words
        return self._riichi(at, seat)

    def declare_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that the hand is not ready after the discard."""
        rest = without(at.seats[action.seat].hand, action.tile)
        if alone.has_heads(at.options) and alone.waits_of(rest, at.options):
            return None
        return super().declare_bar(at, action)

    # Claims

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that riichi, or restricted calling, stands against the claim."""
        source = action.source
        if not isinstance(action, Chow) and source is not None and are_limited(at.options):
            most = reach_of(with_claimed(action))
            if (action.seat - source) % at.players > most:
                return Reason("limited_calls", {"most": most})
        return super().claim_bar(at, action)

    def claim_rank(self, claim: Action) -> int:
        """Return the size of the set claimed, a win before all, a chow after all."""
        if isinstance(claim, Win):
            return GAME.largest_set + 1
        return 0 if isinstance(claim, Chow) else len(with_claimed(claim).tiles)

    # Ends, and what the record says

    def end_after_discard(self, at: Position) -> Ending | None:
        """Return an abortive draw: winds in a row from the first discard on, riichi of all."""
        if throws_winds(at):
            return Ending("abort", ({"kind": "winds_in_a_row"},))
        if at.players != 2 and all_riichi(at):
            return Ending("abort", ({"kind": "all_riichi"},))
        return None

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:  # noqa: ARG002 -- hook
        """Return after how many draws one who plays alone was ready."""
        turns = turns_until_ready(at) if at.players == 1 else None
        return NOTHING if turns is None else {"turns": turns}


def throws_winds(at: Position) -> bool:
    """Return whether everybody's first discard was a wind, nothing claimed."""
    winds = winds_of_seats(at.players)
    return at.untouched and all(
        len(place.river) == 1 and KIND[place.river[0]] in winds for place in at.seats
    )


def turns_until_ready(at: Position) -> int | None:
    """Return how many draws one alone had when his hand became ready as it is; nothing if not.

    The hand is followed back, discard by discard, while it waits.
    """
    hand, draws, ready_draws = at.seats[0].hand, at.seats[0].draws, None
    for one in reversed(at.log):
        if isinstance(one, Discard):
            if not alone.waits_of(hand, at.options):
                return ready_draws
            ready_draws, hand = draws, (*hand, one.tile)
        elif isinstance(one, Draw) and one.tile is not None:
            hand, draws = without(hand, one.tile), draws - 1
    return ready_draws


PLAY: Final = ZeroRulePlay()
