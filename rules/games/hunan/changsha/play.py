"""How Changsha is played: changsha.md, "Walls, dice, deal", "Play", "Winning", "Draw"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Any, ClassVar, Final

from rules.errors import Reason
from rules.games.hunan.changsha import GAME
from rules.games.hunan.changsha.elements import dealt_patterns
from rules.hands.special import seven_pairs
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
    ThrowDice,
    Win,
)
from rules.play.kongs import around_kong
from rules.play.misses import MISSED_WIN, MISSED_WINS, missed_tiles
from rules.play.play_rules import PlayRules
from rules.play.position import LoggedWin, Place, Position, Window
from rules.play.record import win_problem
from rules.play.wall import Wall
from rules.ruleset import Ruleset
from rules.tiles import CODES, EYES, HONORS, KIND, Tile, without
from rules.value import NOTHING, evolve

FROZEN: Final = "frozen"
"""The note of a seat that chose a supplement by dice."""
LAST: Final = frozenset(("last_tile", "last_discard"))
"""Marks of a win on the last tile, which is the bird itself."""
TWO_DICE_ONLY, ONE_DIE_ONLY = GAME.guides[0].one_will_do, GAME.guides[0].one_only
"""From the first number of stacks on two dice are thrown; below the second number one."""
MOST_KONGS: Final = 16


class ChangshaPlay(PlayRules):
    """Wins on the dealt tiles, supplements by dice, and a last tile that may be refused."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            10_000: "supplement missed",
            20_000: "first_discard",
        }
    )
    opening: ClassVar[tuple[str, ...]] = ("dealt_wins",)
    dealt_wins_together = True
    later_throws = MOST_KONGS
    cleared_by_draw = frozenset(MISSED_WINS)
    has_last_discard_claims = False
    missed_win = MISSED_WIN

    # Dealt patterns

    def opening_offers(self, at: Position, seat: int) -> Iterator[Action]:
        """Yield the win with the dealt tiles of who was not asked yet."""
        place = at.seats[seat]
        if "asked" not in place.notes and dealt_patterns(place.hand):
            yield from (Win(seat, "declared"), Pass(seat))

    # Supplements

    def dice_bar(self, at: Position, action: ThrowDice) -> Reason | None:
        """Return why dice may not choose the supplement: not ready, or other dice than the wall."""
        if at.pips:
            return Reason("dice_thrown")
        stacks, count = len(at.wall.stacks()), action.count
        if count > 1 and stacks < ONE_DIE_ONLY:
            return Reason("few_stacks_one_die", {"stacks": ONE_DIE_ONLY})
        if count == 1 and stacks >= TWO_DICE_ONLY:
            return Reason("one_die_few_stacks", {"stacks": TWO_DICE_ONLY})
        if not self.find_waits(at, action.seat, at.seats[action.seat]):
            return Reason("dice_when_ready")
        return None

    def after_throw(self, at: Position, action: ThrowDice) -> Position:
        """Return the position in which the hand is frozen; by option two tiles are due."""
        at = at.note(action.seat, FROZEN)
        is_double = at.options["double_kong"] and len(self._stack(at)) > 1
        return evolve(at, supplements_due=2) if is_double else at

    def _stack(self, at: Position) -> list[int]:
        """Return the places of the stack that the dice say, the tail being one."""
        stacks = at.wall.stacks()
        return stacks[min(sum(at.pips), len(stacks)) - 1]

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the supplement: the tail, or the upper tile of the stack that the dice say."""
        return at.wall.take(self._stack(at)[0]) if at.pips else super().draw_supplement(at)

    def after_supplements(self, at: Position) -> Position:
        """Return the position with the first of two tiles beside the hand."""
        last, before = at.log[-1], at.log[-2]
        at = evolve(at, pips=())
        if not isinstance(last, DrawReplacement) or not isinstance(before, DrawReplacement):
            return at
        assert before.tile is not None
        place = at.seats[at.turn]
        place = evolve(place, hand=without(place.hand, before.tile))
        return evolve(at, seats=at.put(at.turn, place), beside=before.tile)

    def after_discard(self, at: Position, action: Discard) -> Position:
        """Return the position in which the second tile that dice brought is discarded, too."""
        if at.beside is None:
            return at
        place = at.seats[action.seat]
        place = evolve(place, river=(*place.river, at.beside))
        return evolve(at, seats=at.put(action.seat, place))

    # What is barred

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:
        """Return that the last tile, or what a frozen hand has drawn, is discarded."""
        if not at.drew or action.tile == at.drawn:
            return None
        if FROZEN in at.seats[action.seat].notes:
            return Reason("dice_freeze_draw")
        if at.drew == "wall" and self.live(at) <= 0:
            return Reason("last_tile_discarded")
        return None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:
        """Return that the hand is frozen, or that two tiles lie there."""
        if at.beside is not None:
            return Reason("two_discards_won")
        if FROZEN in at.seats[action.seat].notes:
            return Reason("dice_freeze")
        return None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:
        """Return that a kong would change a frozen hand, or leave a second tile in it."""
        if at.beside is not None:
            return Reason("two_tiles_together")
        place = at.seats[action.seat]
        if FROZEN not in place.notes or at.drawn is None:
            return None
        if action.kind == "kong_added":
            if at.drawn in action.tiles:
                return None
            return Reason("dice_added_drawn")
        before, after = around_kong(at, action)
        if self.find_waits(at, action.seat, before) == self.find_waits(at, action.seat, after):
            return None
        return Reason("dice_kong_keeps_wait")

    def decline_bar(self, at: Position, seat: int) -> Reason | None:
        """Return that only the last tile may be refused."""
        return None if self.live(at) == 1 else super().decline_bar(at, seat)

    # Wins

    def find_waits(self, at: Position, seat: int, place: Place) -> frozenset[int]:
        """Return the kinds that would complete what lies before *seat*, wherever they are."""
        alone = [place if one == seat else Place() for one in range(at.players)]
        at = evolve(at, seats=tuple(alone), drew="", beside=None, wall=Wall(()))
        return frozenset([kind for kind in range(HONORS) if self._completes(at, seat, Tile(kind))])

    def _completes(self, at: Position, seat: int, tile: Tile) -> bool:
        place = at.seats[seat]
        with_tile = evolve(place, hand=tuple(sorted((*place.hand, tile))))
        at = evolve(at, seats=at.put(seat, with_tile), drawn=tile)
        if not self.may_complete(at, seat, None):
            return False
        return win_problem(self, at, Win(seat, "self_draw", tile)) is None

    def may_complete(self, at: Position, seat: int, tile: Tile | None) -> bool:
        """Return whether *tile*, or the second one that dice brought, may complete the hand."""
        if super().may_complete(at, seat, tile):
            return True
        if at.beside is None:
            return False
        if tile is None and at.drawn is not None:
            place = at.seats[seat]
            place = evolve(place, hand=without(place.hand, at.drawn))
            at = evolve(at, seats=at.put(seat, place))
        return super().may_complete(at, seat, at.beside)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* are seven pairs, or all tiles 2, 5 and 8."""
        melds = at.seats[seat].melds
        meld_kinds = [KIND[tile] for meld in melds for tile in meld.tiles]
        return EYES.issuperset((*kinds, *meld_kinds)) or (not melds and bool(seven_pairs(kinds)))

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:  # noqa: ARG002 -- hook
        """Return all who claim the tile."""
        return wins

    def pass_notes(
        self, at: Position, window: Window, seat: int, offers: Sequence[Action]
    ) -> tuple[str, ...]:
        """Return the winning tile let go, and the second one that dice brought."""
        notes = super().pass_notes(at, window, seat, offers)
        if not notes or at.beside is None:
            return notes
        return (*notes, MISSED_WIN.format(CODES[at.beside]))

    # What the record says

    def hidden_indicators(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[Tile]:
        """Return the birds: the next tiles of the wall, if the last one is not the bird itself."""
        if not wins or any(win.marks & LAST for win in wins):
            return ()
        wall = at.wall
        birds: list[Tile] = []
        while len(birds) < self.game.turned_after_win(at.options) and wall.left:
            tile, wall = wall.draw()
            birds.append(tile)
        return birds

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks: a supplement is never the last tile, one by dice makes a cannon."""
        if win.by == "declared":
            return frozenset(("dealt",))
        marks = super().marks(at, win)
        if win.by != "discard":
            return marks
        if at.drew != "wall":
            marks -= {"last_discard"}
        return marks | {"kong_discard"} if took_by_dice(at) else marks

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return that a supplement came from the tail, and the second tile that dice brought."""
        if at.beside is not None and win.by != "declared":
            return {"other_tile": CODES[at.beside]}
        is_supplement = win.by == "self_draw" and at.drew == "kong"
        return {"supplement": "tail"} if is_supplement and not took_by_dice(at) else NOTHING

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return the winning tiles let go, and in a draw what became of the last tile."""
        tiles = missed_tiles(at.seats[seat].notes)
        if tiles:
            return {"missed": "".join(CODES[tile] for tile in tiles)}
        if at.ending is None or at.ending.outcome != "draw":
            return NOTHING
        having, what = last_tile_of(at)
        return {"last_tile": what} if having == seat else NOTHING


def took_by_dice(at: Position) -> bool:
    """Return whether the tile drawn last was a supplement that dice chose."""
    since = dropwhile(lambda one: not isinstance(one, (Draw, DrawReplacement)), reversed(at.log))
    rest = dropwhile(lambda one: isinstance(one, DrawReplacement), since)
    return at.drew == "kong" and isinstance(next(rest, None), ThrowDice)


def last_tile_of(at: Position) -> tuple[int, str]:
    """Return who drew the last tile and how; or who could choose first if all refused it."""
    if at.wall.left:
        return at.log[-at.players].seat, "offered_first"
    last = next(one for one in reversed(at.log) if isinstance(one, (Draw, DrawReplacement)))
    return last.seat, "taken" if isinstance(last, Draw) else "supplement"


PLAY: Final = ChangshaPlay()
