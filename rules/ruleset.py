"""What a game of tile hands declares, and the few places where it says more than data can.

A game is one subclass of `Ruleset` with one instance, `GAME`, in its module
under `rules/games/`. Variants of a family are subclasses that change a few
attributes (CONTRIBUTING.md, "Add a ruleset").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem
from rules.figure import Figure
from rules.game import Element, Fact, Game, Option, choice, number, switch
from rules.record.claims import check_single_winner
from rules.record.values import WAYS, Meld, Record
from rules.settle.settlement import NextHand, Settlement, rotate
from rules.tiles import KIND, KINDS, Tile

__all__ = [
    "NO_SUBSTITUTES",
    "RIVALS",
    "Element",
    "Fact",
    "Figure",
    "Option",
    "Ruleset",
    "choice",
    "full_set",
    "number",
    "switch",
]

RIVALS: Final = Fact("rivals", "seats")

NO_MORE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
NO_SUBSTITUTES: Final[Mapping[Tile, Tile]] = MappingProxyType({})


class Ruleset(Game):
    """One game of tile hands."""

    hand_size: ClassVar[int] = 13
    tiles: ClassVar[Mapping[str, int]]
    """Copies of each tile code with the default options."""
    ways: ClassVar[tuple[str, ...]] = WAYS[:3]
    chows: ClassVar[bool] = True
    honor_runs: ClassVar[bool] = False
    set_kinds: ClassVar[int] = KINDS
    """How many kinds make sets, counted from the first."""
    kind_of: ClassVar[Sequence[int]] = KIND
    """What each tile is in a set laid down, by its number: tiles of one kind are equal."""
    largest_set: ClassVar[int] = 4
    """The most equal tiles that are one set."""
    win_facts: ClassVar[tuple[Fact, ...]] = (RIVALS,)
    robbed_flower_may_lie: ClassVar[bool] = False
    """Whether a robbed flower may be listed among its owner's flowers, too."""
    bars_standing_kongs: ClassVar[bool] = False
    """Whether robbing a kong that stood already is `barred` by the sheet, not a fault of form."""
    written_as: ClassVar[Mapping[Tile, Tile]] = NO_SUBSTITUTES
    """Tiles of the set that a record may write like others: the red five for a plain one."""
    taken_only_concealed: ClassVar[bool] = False
    """Whether another's tile is won on with a concealed hand only."""

    minimum: ClassVar[tuple[str, int | str] | None] = None
    """What a complete hand must have to win, and how much of it, or the option that says that;
    `None` where every complete hand wins."""

    contains: ClassVar[Mapping[str, tuple[str, ...]]] = NO_MORE
    """What elements have in them beside what all games share: see `rules.scoring.contains`."""

    def minimum_in(self, options: Mapping[str, Any]) -> tuple[str, int] | None:
        """Return what a complete hand must have to win in this house, and how much of it."""
        if self.minimum is None:
            return None
        what, least = self.minimum
        return what, options[least] if isinstance(least, str) else least

    def wild_tiles(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kinds that are wild when *indicators* were turned up."""
        return frozenset()

    def substitutes(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> Mapping[Tile, Tile]:
        """Return the tiles that are another one wherever they lie, with what each of them is."""
        return NO_SUBSTITUTES

    def wild_in(self, record: Record) -> frozenset[int]:
        """Return the kinds that are wild in the hand of *record*."""
        return self.wild_tiles(record.deal.indicators, record.options)

    def aside_tiles(
        self,
        indicators: Sequence[Tile],  # noqa: ARG002 -- hook
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kinds that are never in a set, but laid down one by one in `aside`."""
        return frozenset()

    def waits(self, hand: Sequence[Tile], melds: int) -> frozenset[int]:  # noqa: ARG002 -- hook
        """Return the kinds that complete *hand* beside *melds* sets.

        Only games in which own discards bar a win need it; none in others.
        """
        return frozenset()

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show, the winning tile not counted.

        Empty where nothing can be said. A hand that was broken off may be caught
        between drawing and discarding.
        """
        rest = self.hand_size - 3 * len(record.seats[seat].melds)
        return (rest, rest + 1) if record.outcome == "abort" else (rest,)

    def visible_indicators(self, record: Record) -> Sequence[Tile]:
        """Return the indicator tiles that take up copies of their kind."""
        return (*record.deal.indicators, *record.deal.hidden_indicators)

    def shares_tile(self, record: Record, place: int) -> bool:
        """Return whether the win at *place* is on the very tile that an earlier one is on."""
        win = record.wins[place]
        return win.is_taken and any(
            (one.tile, one.source) == (win.tile, win.source) for one in record.wins[:place]
        )

    def chow_reach(self, options: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return from how many seats before its own a seat may claim a chow."""
        return 1

    def meld_problem(self, record: Record, meld: Meld) -> str | None:  # noqa: ARG002 -- hook
        """Return why this game refuses an otherwise sound *meld*, or nothing."""
        return None

    def counts_all_hands(self, record: Record) -> bool:
        """Return whether the concealed tiles of those who have not won count in *record*, too."""
        return self.all_hands_shown and record.outcome == "win"

    def form_problems(self, record: Record) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return what the sheet refuses in the form and tiles of *record*.

        Asked whatever else was found, so that a fault of the form is told before
        one of the tiles; the record may have any fault that the others check for.
        """
        return ()

    def problems(self, record: Record) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return what the sheet refuses in a record whose tiles are sound.

        Faults of the state, the options and of seats that took no part in a win may stand
        beside: they were read as their defaults, the seats as unseen.
        """
        return ()

    def entered_problems(self, record: Record) -> Iterable[Problem]:
        """Return what the sheet refuses where people say what the winners' hands are worth.

        Asked in place of `problems`, which look at their tiles: by default several winners,
        or one who is not the nearest.
        """
        for place in range(len(record.wins)):
            yield from check_single_winner(record, place)

    def settle(self, record: Record) -> Settlement:
        """Return the settlement of *record*; raise `RecordError` for a win that is none."""
        if record.outcome == "win":
            return self.settle_win(record)
        if record.outcome == "draw":
            return self.settle_draw(record)
        return self.settle_abort(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand."""
        raise NotImplementedError

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: nothing is paid and the banker stays."""
        return self.unpaid(record, rotate(record.state, record.players, stays=True))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: as if it had not been."""
        state = record.state
        return self.unpaid(record, NextHand(state.banker, state.round, state.repeats, state.carry))

    def unpaid(self, record: Record, next_hand: NextHand) -> Settlement:
        """Return a settlement without payments."""
        return Settlement(self.id, record.players, (), next_hand)


def full_set(*, flowers: bool = False, copies: int = 4) -> Mapping[str, int]:
    """Return the 34 kinds, *copies* of each, and one of each of the 8 flowers if wanted."""
    tiles = {f"{rank}{suit}": copies for suit in "mps" for rank in range(1, 10)}
    tiles |= {f"{rank}z": copies for rank in range(1, 8)}
    if flowers:
        tiles |= {f"{place}f": 1 for place in range(1, 9)}
    return MappingProxyType(tiles)
