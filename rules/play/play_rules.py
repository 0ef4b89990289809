"""How a game is played: what its sheet says in "Walls, dice, deal", "Play" and "Draw".

A game is one subclass of `PlayRules` in its own folder; attributes are the sheet's data,
methods are there where a sheet says more: `docs/tutorials/play-a-game.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

from rules.errors import Reason
from rules.hands.catalogue import STANDARD, Catalogue
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.play import facts
from rules.play.absences import Absence
from rules.play.actions import (
    Action,
    Chow,
    Declare,
    Discard,
    DrawReplacement,
    Exchange,
    Kong,
    Pass,
    Pung,
    ShowFlower,
    ThrowDice,
    Win,
)
from rules.play.aims import ANY, Aim
from rules.play.misses import missed_pungs, missed_wins
from rules.play.position import Ending, LoggedWin, Place, Position, Window
from rules.ruleset import Ruleset
from rules.tiles import KIND, Tile
from rules.value import NOTHING, evolve
from rules.walls import Break, Throws

REPLACED: Final = "replaced"
"""The note of a seat whose flowers wait until the go-round is over."""

OpeningStep = Literal["flowers", "flower_rounds", "declare", "exchange"]


class PlayRules:
    """One game's way of playing."""

    game: ClassVar[Ruleset]
    blocks: ClassVar[tuple[int, ...]] = (4, 4, 4, 1)
    """How many tiles everybody takes at a time; the banker takes one more at the end."""
    opening: ClassVar[tuple[OpeningStep | str, ...]] = ()
    """What comes between the deal and the banker's first turn, in order."""
    kongs: ClassVar[tuple[str, ...]] = ("kong_concealed", "kong_added", "kong_discard")
    robbable: ClassVar[tuple[str, ...]] = ("kong_added",)
    """The kongs whose tile others may win on."""
    aside_won_by: ClassVar[Literal["", "discard", "robbed_kong"]] = ""
    """What a win on a tile that is laid aside counts as; nothing where there is none."""
    aside_interrupts: ClassVar[bool] = False
    """Whether a tile laid aside ends the first go-round and what a claim wipes out."""
    priority: ClassVar[Mapping[type[Any], int]] = {Win: 2, Pung: 1, Kong: 1, Chow: 0}
    """Which claim goes before which; among equals the nearest after the discarder."""
    cleared_by_draw: ClassVar[frozenset[str]] = frozenset()
    """The notes of a seat that its next draw wipes out."""
    cleared_by_claim: ClassVar[frozenset[str]] = frozenset()
    """The notes of all seats that a claim or a kong wipes out."""
    cleared_by_own_claim: ClassVar[frozenset[str]] = frozenset()
    """The notes of a seat that its own claim of a discard wipes out."""
    cleared_when_skipped: ClassVar[frozenset[str]] = frozenset()
    """The notes of a seat that another's claim wipes out if it passes over its turn."""
    catalogue: ClassVar[Catalogue] = STANDARD
    has_last_discard_claims: ClassVar[bool] = True
    """Whether the last discard can be claimed for a set."""
    laid_open: ClassVar[frozenset[str]] = frozenset()
    """The announcements by which a hand is laid open for all to see."""
    bots_aims: ClassVar[Sequence[Aim]] = ANY
    """What a plain player works for: the shapes that win."""
    bots_claim: ClassVar[bool] = True
    """Whether a claim helps a plain player, who knows of no yaku."""
    bots_declare: ClassVar[bool] = True
    """Whether a plain player announces what it can with a discard."""
    plays_on: ClassVar[bool] = False
    """Whether the others go on after a win; `ends_after` says until when."""
    dealt_wins_together: ClassVar[bool] = False
    """Whether several may win in the opening, which then ends the hand once all were asked."""
    later_throws: ClassVar[int] = 0
    """How often dice are thrown at most after those that break the wall."""
    missed_win: ClassVar[str] = ""
    """What is noted of a seat that lets a win go, the tile's code in its braces; or nothing."""
    notes_missed_pungs: ClassVar[bool] = False
    """Whether it is noted of a seat that it lets a pung go."""
    absences: ClassVar[Mapping[str, Absence]] = NOTHING  # what play never brought about, and why

    # Deal

    def count_reserved(self, at: Position) -> int:
        """Return how many of the tiles that are left nobody draws, indicators not counted."""
        return max(0, (self.game.dead_wall or 0) - len(at.wall.turned))

    def live(self, at: Position) -> int:
        """Return how many tiles can be drawn yet."""
        return at.wall.left - self.count_reserved(at)

    def supplements(self, at: Position) -> int:
        """Return how many supplements can be taken yet: by default as many as can be drawn."""
        return self.live(at)

    def indicator_places(self, at: Position) -> Iterable[int]:
        """Return the places of the wall that are turned up after the deal, in order.

        By default what `jantaku break` calls the indicator, if the game turns one up.
        """
        if not self.game.indicators:
            return ()
        throws = Throws(at.state.banker, at.dice, at.players, at.options)
        wall_break = self.game.break_wall(throws)
        if not isinstance(wall_break, Break) or wall_break.indicator is None:
            return ()
        return (at.wall.place_of(wall_break, at.players),)

    def draws_indicators(self, at: Position) -> bool:  # noqa: ARG002 -- hook
        """Return whether the tile turned up is drawn when its turn comes, not skipped."""
        return False

    def finish_deal(self, at: Position) -> Position:
        """Return the position after the deal with what the game adds to it."""
        return at

    def opening_offers(self, at: Position, seat: int) -> Iterable[Action]:
        """Yield what *seat* may or must do in the step of the opening; nothing to go on."""
        place = at.seats[seat]
        match self.opening[at.step]:
            case "flowers" | "flower_rounds":
                waits = REPLACED in place.notes
                flowers = () if waits else self.flowers_in(at, seat)
                yield from (ShowFlower(seat, tile) for tile in flowers)
                if not flowers and len(place.hand) < self.full_hand(at, seat):
                    yield DrawReplacement(seat)
            case "declare":
                words = [] if "asked" in place.notes else self.early_declarations(at, seat)
                yield from (Declare(seat, word) for word in words)
                if words:
                    yield Pass(seat)

    def early_declarations(self, at: Position, seat: int) -> Sequence[str]:  # noqa: ARG002 -- hook
        """Return what *seat* may announce before its first draw."""
        return ()

    def repeats_step(self, at: Position) -> bool:
        """Return whether the step of the opening goes round once more before the next one."""
        return self.opening[at.step] == "flower_rounds" and any(
            self.flowers_in(at, seat) for seat in range(at.players)
        )

    def step_over(self, at: Position) -> Position:
        """Return the position once the step of the opening before `at.step` is over."""
        return at

    def after_exchange(self, at: Position, action: Exchange) -> Position:
        """Return the position after *action*, tiles handed over in the opening."""
        raise NotImplementedError

    def dice_bar(self, at: Position, action: ThrowDice) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why dice may not say where a kong's supplement is taken, or nothing."""
        return Reason("no_dice")

    def after_throw(self, at: Position, action: ThrowDice) -> Position:  # noqa: ARG002 -- hook
        """Return the position after a throw in the middle of the hand."""
        return at

    def after_supplements(self, at: Position) -> Position:
        """Return the position after the last supplement that was due."""
        return at

    def full_hand(self, at: Position, seat: int) -> int:
        """Return how many tiles *seat* has in hand before it discards, or waits for its turn."""
        rest = self.game.hand_size - 3 * len(at.seats[seat].melds)
        return rest + (seat == at.state.banker and at.stage == "opening")

    def flowers_in(self, at: Position, seat: int) -> tuple[Tile, ...]:
        """Return the flowers that *seat* holds and has to lay out."""
        hand = at.seats[seat].hand if at.flowers else ()
        return tuple([tile for tile in hand if tile in at.flowers])

    # What is barred, each with the sheet's reason

    def discard_bar(self, at: Position, action: Discard) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why the tile may not be discarded now, or nothing."""
        return None

    def swap_bar(self, at: Position, claim: Chow | Pung, tile: Tile) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why *tile* may not be discarded right after the *claim*, or nothing."""
        return None

    def claim_bar(self, at: Position, action: Chow | Pung | Kong) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why a discard may not be claimed so, or nothing."""
        return None

    def kong_bar(self, at: Position, action: Kong) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why a kong may not be laid in one's own turn, or nothing."""
        return None

    def win_bar(self, at: Position, action: Win) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why a win may not be claimed that would settle, or nothing."""
        return None

    def abort_bar(self, at: Position, seat: int, reason: str) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why *seat* may not end the hand for this *reason*, or nothing."""
        return Reason("no_such_end", {"reason": reason})

    def draw_bar(self, at: Position) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why the seat in turn may not draw, or nothing."""
        return None

    def decline_bar(self, at: Position, seat: int) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why *seat* may not leave the next tile of the wall to others, or nothing."""
        return Reason("draw_due")

    def pass_bar(self, at: Position, seat: int) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why *seat* may not let its turn go by; in most games one has to discard."""
        return Reason("discard_due")

    # What else may be done in one's turn

    def declarations(self, at: Position, seat: int) -> Sequence[str]:  # noqa: ARG002 -- hook
        """Return what *seat* may announce with a discard."""
        return ()

    def declare_bar(self, at: Position, action: Discard) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why the announcement may not be made with this discard, or nothing."""
        return None

    def aside_bar(self, at: Position, seat: int, tile: Tile) -> Reason | None:  # noqa: ARG002 -- hook
        """Return why *tile* may not be laid aside for a supplement just now, or nothing."""
        return None

    def kinds_aside(self, at: Position) -> frozenset[int]:
        """Return the kinds that are ever laid aside for a supplement: by default kong tiles."""
        return at.apart

    def aborts(self, at: Position, seat: int) -> Sequence[str]:  # noqa: ARG002 -- hook
        """Return for which reasons *seat* might end the hand."""
        return ()

    def lies_aside(self, at: Position, tile: Tile) -> bool:
        """Return whether *tile*, when discarded, lies in its owner's area, claimed by nobody."""
        return KIND[tile] in at.apart or KIND[tile] in at.wild

    def chow_reach(self, at: Position) -> int:
        """Return from how many seats before its own a seat may claim a chow; 0 for never."""
        return self.game.chow_reach(at.options) if self.game.chows else 0

    def unclaimable(self, at: Position) -> frozenset[int]:
        """Return the kinds that are in no set laid down, claimed or konged."""
        return at.wild | at.apart

    # Wins

    def stand_ins(self, at: Position) -> frozenset[int]:
        """Return the kinds that may be others in a hand that wins: by default the wild ones."""
        return at.wild

    def may_complete(self, at: Position, seat: int, tile: Tile | None) -> bool:
        """Return whether *tile* may complete the hand of *seat*: never no where it settles.

        Without *tile* the hand has the last tile already. It only spares asking the
        settlement about hands that no reading makes whole.
        """
        place = at.seats[seat]
        kind_of = self.game.kind_of
        kinds = [kind_of[one] for one in (place.hand if tile is None else (*place.hand, tile))]
        loose = self.stand_ins(at)
        naturals = [kind for kind in kinds if kind not in loose] if loose else kinds
        if naturals and max(naturals) >= self.game.set_kinds:
            return False
        if self.completes(naturals, self.game.hand_size // 3 - len(place.melds)):
            return True
        return self.may_be_special(at, seat, kinds)

    def completes(self, kinds: Sequence[int], sets: int) -> bool:
        """Return whether *kinds*, wild tiles left out, fit into *sets* sets and a pair."""
        return completes(pack(kinds), sets, self.catalogue)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:  # noqa: ARG002 -- hook
        """Return whether *kinds*, all concealed tiles, may be a shape that is no sets and pair."""
        return False

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Return the wins that *seat* may try in its turn."""
        if at.drew and at.drawn is not None and "self_draw" in self.game.ways:
            yield Win(seat, "self_draw", at.drawn)

    def flower_wins(self, at: Position, seat: int, tile: Tile) -> Iterable[Win]:  # noqa: ARG002 -- hook
        """Return the wins of any seat that *seat*'s laying out the flower *tile* brings."""
        return ()

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks of the hand record that the log shows for *win*."""
        return facts.marks(at, win, is_last=self.live(at) <= 0, names=self.game.marks)

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:  # noqa: ARG002 -- hook
        """Return the facts of *win* that the log shows."""
        return NOTHING

    def hidden_indicators(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[Tile]:  # noqa: ARG002 -- hook
        """Return the tiles that are turned up because of *wins*."""
        return ()

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:  # noqa: ARG002 -- hook
        """Return the facts of *seat* that the log shows."""
        return NOTHING

    def incidents(self, at: Position) -> Sequence[Mapping[str, Any]]:  # noqa: ARG002 -- hook
        """Return the incidents that the log shows, however the hand ends."""
        return ()

    def miss_notes(
        self,
        at: Position,  # noqa: ARG002 -- hook
        window: Window,  # noqa: ARG002 -- hook
        seat: int,  # noqa: ARG002 -- hook
        *,
        was_offered: bool,  # noqa: ARG002 -- hook
    ) -> tuple[str, ...]:
        """Return what is noted of a *seat* whose tiles the claimed one would have completed."""
        return ()

    def pass_notes(
        self,
        at: Position,  # noqa: ARG002 -- hook
        window: Window,
        seat: int,  # noqa: ARG002 -- hook
        offers: Sequence[Action],
    ) -> tuple[str, ...]:
        """Return what is noted of a *seat* that let all its *offers* go by."""
        notes = missed_pungs(offers) if self.notes_missed_pungs else ()
        is_noted = self.missed_win and window.by != "robbed_flower"
        return (*notes, *missed_wins(self.missed_win, offers)) if is_noted else notes

    def claim_rank(self, claim: Action) -> int:
        """Return how far *claim* goes before others of the same tile."""
        return self.priority[type(claim)]

    def wins_after_discard(self, at: Position) -> Sequence[Win]:  # noqa: ARG002 -- hook
        """Return the wins without a tile that stand once nobody has taken the discard."""
        return ()

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:  # noqa: ARG002 -- hook
        """Return who wins of all who claim one tile, nearest first, or why nobody does.

        By default the nearest, with the others as rivals.
        """
        return (facts.with_rivals(wins[0], wins),)

    # What comes of it

    def after_discard(self, at: Position, action: Discard) -> Position:  # noqa: ARG002 -- hook
        """Return the position right after a discard, before anybody may claim it."""
        return at

    def set_aside(self, place: Place, tile: Tile) -> Place:
        """Return the *place* of a seat with *tile* laid aside: where `aside` lies."""
        return evolve(place, aside=(*place.aside, tile))

    def after_win(self, place: Place, win: Win) -> Place:  # noqa: ARG002 -- hook
        """Return the *place* of a winner where play goes on: by default it is out."""
        return evolve(place, is_out=True)

    def stands(self, at: Position, seat: int, word: str) -> Position:
        """Return the position once an announcement made with a discard stands."""
        place = at.seats[seat]
        words = place.declared | {word}
        return evolve(at, seats=at.put(seat, evolve(place, declared=words)))

    def indicators_for(self, at: Position, kong: Kong) -> tuple[int, bool]:  # noqa: ARG002 -- hook
        """Return how many indicators the *kong* brings, and whether only after the discard."""
        return 0, False

    def kong_indicator_place(self, at: Position) -> int:
        """Return the place of the wall where the next indicator for a kong is turned up."""
        raise NotImplementedError

    def end_after_discard(self, at: Position) -> Ending | None:  # noqa: ARG002 -- hook
        """Return how the hand ends with a discard that nobody claimed, if it does."""
        return None

    def end_by_exhaustion(self, at: Position) -> Ending:  # noqa: ARG002 -- hook
        """Return how the hand ends when nothing is left to draw."""
        return Ending("draw")

    def ends_after(self, at: Position) -> bool:  # noqa: ARG002 -- hook
        """Return whether the hand is over after the wins so far, where play goes on."""
        return True

    def draw_supplement(self, at: Position) -> tuple[Tile, Any]:
        """Return the supplement and the wall without it: by default from the tail."""
        return at.wall.draw_from_tail()
