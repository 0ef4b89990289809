"""How Singapore is played: singapore.md, "Walls, dice, deal", "Play", "Winning", "Draw"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar, Final

from rules.games.singapore import GAME, THREE_CLAIMS
from rules.hands.special import thirteen_orphans
from rules.play.absences import why_absent
from rules.play.actions import (
    Action,
    Chow,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    ShowFlower,
    Win,
)
from rules.play.facts import with_rivals
from rules.play.flowers import wins_by_seven_flowers, wins_with_all_flowers
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, LoggedWin, Position
from rules.record.values import TILES_OF_A_PUNG
from rules.ruleset import Ruleset
from rules.tiles import DRAGONS, KIND, WINDS, Tile, write
from rules.value import NOTHING

LATE: Final = 6
"""Most tiles left to be drawn at which a kong of a fresh discard is a late one."""


class SingaporePlay(PlayRules):
    """Flowers and animals, fifteen tiles that stay, and what liability asks about discards."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            50_000: "double_kong_draw",
            100_000: "first_discard before_first_draw",
            300_000: "dealt",
        },
        evident="no_choice",
        people="claimed_after warned",
    )
    opening = ("flowers",)
    robbable = ("kong_added", "kong_concealed")

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:  # noqa: ARG002 -- hook
        """Return whether *kinds* are thirteen orphans."""
        return bool(thirteen_orphans(kinds))

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Yield the self-draw, all flowers, and great honors where the house pays them at once."""
        yield from super().own_wins(at, seat)
        flowers = [*wins_with_all_flowers(at, seat)]
        yield from flowers
        if not flowers and at.options["honor_limits_at_once"] and has_great_honors(at, seat):
            yield Win(seat, "declared")

    def flower_wins(self, at: Position, seat: int, tile: Tile) -> Iterable[Win]:
        """Yield seven robs one."""
        return wins_by_seven_flowers(at, seat, tile)

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin] | Ending:
        """Return who has thirteen orphans, else the nearest; nobody of three by that option."""
        if at.options["triple_win_draw"] and len(wins) > THREE_CLAIMS:
            return Ending("draw")
        orphans = (one for one in wins if has_thirteen_orphans(at, one.win))
        return (with_rivals(next(orphans, wins[0]), wins),)

    # What liability and premiums ask

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks, and whether the kong was made of a kong's supplement."""
        marks = super().marks(at, win)
        is_double = win.by == "self_draw" and at.drew == "kong" and is_double_kong(at.log)
        return marks | {"double_kong_draw"} if is_double else marks

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return how many tiles are left at the winning discard, and whether it is fresh."""
        if win.by != "discard" or win.tile is None:
            return NOTHING
        discard_count = sum(place.river.count(win.tile) for place in at.seats)
        claim_count = sum(meld.claimed == win.tile for place in at.seats for meld in place.melds)
        return {"left": self.live(at), "fresh": discard_count - claim_count == 1}

    def seat_facts(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return the bonus tiles of the deal, those before each set, and late kongs."""
        place = at.seats[seat]
        facts: dict[str, Any] = {}
        if dealt_tiles := [tile for tile in dealt_bonus(at.log, seat) if tile in place.flowers]:
            facts["dealt_bonus"] = write(dealt_tiles)
        moments = [*zip(moments_of_sets(at, seat), place.melds, strict=False)]
        before = [
            [tile for tile in find_bonus_tiles(at.log[:moment], seat) if tile in place.flowers]
            for moment, _ in moments
        ]
        if any(len(tiles) < len(place.flowers) for tiles in before):
            facts["flowers_before"] = [write(tiles) for tiles in before]
        late = [
            number
            for number, (moment, meld) in enumerate(moments)
            if meld.kind == "kong_discard" and self.live(at) + draws(at.log[moment:]) <= LATE
        ]
        return {**facts, "late_kongs": late} if late else facts


def has_thirteen_orphans(at: Position, win: Win) -> bool:
    """Return whether the claimed tile makes thirteen orphans."""
    tiles = () if win.tile is None else (*at.seats[win.seat].hand, win.tile)
    return bool(thirteen_orphans([KIND[tile] for tile in tiles]))


def has_great_honors(at: Position, seat: int) -> bool:
    """Return whether *seat* has sets of all dragons, or of all winds."""
    place = at.seats[seat]
    kinds = [KIND[tile] for tile in place.hand]
    sets = {KIND[meld.tiles[0]] for meld in place.melds if meld.kind != "chow"}
    sets |= {kind for kind in kinds if kinds.count(kind) >= TILES_OF_A_PUNG}
    return sets >= DRAGONS or sets >= WINDS


def is_double_kong(log: Sequence[Action]) -> bool:
    """Return whether the supplement drawn last is of a kong with a kong's supplement in it."""
    acts = [one for one in log if not isinstance(one, Pass)][-4:]
    match acts:
        case [Kong(), DrawReplacement(tile=tile), Kong(tiles=tiles), DrawReplacement()]:
            return tile in tiles
        case _:
            return False


def find_bonus_tiles(log: Iterable[Action], seat: int) -> Iterator[Tile]:
    """Yield the bonus tiles that *seat* laid out in *log*."""
    return (one.tile for one in log if isinstance(one, ShowFlower) and one.seat == seat)


def dealt_bonus(log: Iterable[Action], seat: int) -> Iterator[Tile]:
    """Yield the bonus tiles of *seat* that were dealt: those before its first supplement."""
    opening = takewhile(lambda one: isinstance(one, (ShowFlower, DrawReplacement)), log)
    mine = (one for one in opening if one.seat == seat)
    return find_bonus_tiles(takewhile(lambda one: isinstance(one, ShowFlower), mine), seat)


def draws(log: Iterable[Action]) -> int:
    """Return how many tiles were taken from the wall in *log*."""
    return sum(isinstance(one, (Draw, DrawReplacement)) for one in log)


def moments_of_sets(at: Position, seat: int) -> Iterator[int]:
    """Yield at which place of the log *seat* laid down each of its sets, in their order."""
    for moment, action in enumerate(at.log):
        if action.seat != seat or not isinstance(action, (Chow, Pung, Kong)):
            continue
        if isinstance(action, Kong) and action.source is None:
            if action.kind == "kong_concealed":
                yield moment
        elif _stands(at.log[moment + 1 :], seat):
            yield moment


def _stands(after: Iterable[Action], seat: int) -> bool:
    """Return whether a claim of *seat* was no other's in the end: who acts *after* the answers."""
    acts = (one for one in after if not isinstance(one, Pass))
    mine = (one.seat for one in acts if getattr(one, "source", None) is None)
    return next(mine, seat) == seat


PLAY: Final = SingaporePlay()
