"""How Yichang is played: yichang.md, "Walls, dice, deal", "Play", "Winning"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.hubei.yichang import GAME, SUITS_ONLY, find_waits
from rules.play.absences import why_absent
from rules.play.actions import Action, Chow, Discard, Exchange, Kong, Pung, ThrowDice, Win
from rules.play.dice import throw_offers
from rules.play.kongs import around_kong
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Place, Position
from rules.record.values import Meld, Seat
from rules.ruleset import Ruleset
from rules.tiles import KIND, Tile, without
from rules.value import NOTHING, evolve

EXCHANGE: Final = GAME.guides[0]
LAID: Final = "laid"
"""The note of a seat that has laid its three tiles down."""
WON: Final = "won"


class YichangPlay(PlayRules):
    """Three tiles are exchanged, and winners play on until the wall is used up."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            20_000: "dealt",
        }
    )
    opening: ClassVar[tuple[str, ...]] = ("exchange", "exchange_die")
    later_throws = 1
    plays_on = True

    # The exchange of three

    def opening_offers(self, at: Position, seat: int) -> Iterator[Action]:
        """Yield the threes of one suit, then the banker's throw that says whose everyone takes."""
        if self.opening[at.step] == "exchange":
            if LAID not in at.seats[seat].notes:
                for tiles in threes(at.seats[seat].hand):
                    yield Exchange(seat, tiles)
        elif seat == at.state.banker and not at.pips:
            yield from throw_offers(at, seat, (1,))

    def after_exchange(self, at: Position, action: Exchange) -> Position:
        """Return the position in which the tiles lie there; nobody takes any before the throw."""
        return at.note(action.seat, LAID)

    def after_throw(self, at: Position, action: ThrowDice) -> Position:
        """Return the position in which everyone has taken another's three tiles."""
        exchanges = {one.seat: one.tiles for one in at.log if isinstance(one, Exchange)}
        places = EXCHANGE.takes_from[sum(action.dice)]
        seats = []
        for seat, place in enumerate(at.seats):
            hand = place.hand
            for tile in exchanges[seat]:
                hand = without(hand, tile)
            hand = tuple(sorted((*hand, *exchanges[(seat + places) % at.players])))
            seats.append(evolve(place, hand=hand))
        return evolve(at, seats=tuple(seats), drawn=seats[at.state.banker].hand[-1])

    # Supplements, and hands that are frozen

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the next tile of the wall."""
        return at.wall.draw()

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that who has won discards what he draws."""
        if has_won(at, action.seat) and action.tile != at.drawn:
            return Reason("won_discards_drawn")
        return None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that who has won claims no more sets."""
        return Reason("won_claims_nothing") if has_won(at, action.seat) else None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that a kong would change the hand of one who has won."""
        if not has_won(at, action.seat) or at.drawn is None:
            return None
        if action.kind == "kong_added":
            is_drawn = at.drawn in action.tiles
            return None if is_drawn else Reason("won_added_drawn")
        before, after = around_kong(at, action)
        if find_waits(Seat(before.hand, before.melds)) == find_waits(Seat(after.hand, after.melds)):
            return None
        return Reason("won_kong_keeps_wait")

    # Wins

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:
        """Return all who claim the tile, which is another than one that was won on just before."""
        first, *others = wins
        if any(_is_alike(one.win, first.win) for one in at.wins[-1:]):
            first = evolve(first, facts={**first.facts, "separate": True})
        return (first, *others)

    def after_win(self, place: Place, win: Win) -> Place:  # noqa: ARG002 -- hook
        """Return the *place* of a winner, who plays on."""
        return evolve(place, notes=place.notes | {WON})

    def ends_after(self, at: Position) -> bool:  # noqa: ARG002 -- hook
        """Return no: play goes on until the wall is used up."""
        return False

    def end_by_exhaustion(self, at: Position) -> Ending:
        """Return the end: with or without wins everybody shows his hand."""
        return Ending("win" if at.wins else "draw")

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return how many wins lay before each set got its present form."""
        melds = at.seats[seat].melds
        return {"made_after": [_made_after(at, seat, meld) for meld in melds]} if melds else NOTHING


def threes(hand: Sequence[Tile]) -> Iterator[tuple[Tile, ...]]:
    """Yield the different threes of one suit in *hand*."""
    for suit in range(len(SUITS_ONLY) // 9):
        tiles = [tile for tile in hand if KIND[tile] // 9 == suit]
        yield from dict.fromkeys(combinations(tiles, 3))


def has_won(at: Position, seat: int) -> bool:
    """Return whether *seat* has won in this hand."""
    return WON in at.seats[seat].notes


def _is_alike(one: Win, other: Win) -> bool:
    return (one.by, one.tile, one.source) == (other.by, other.tile, other.source)


def _made_after(at: Position, seat: int, meld: Meld) -> int:
    """Return how many wins there were before *seat* last laid or grew *meld*."""
    kind: type[Any] = Kong if meld.is_kong else Pung
    count = wins = 0
    for one in at.log:
        wins += isinstance(one, Win)
        if isinstance(one, kind) and one.seat == seat and meld.tiles[0] in (*one.tiles, one.tile):
            count = wins
    return count


PLAY: Final = YichangPlay()
