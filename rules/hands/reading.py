"""A hand as it is judged: one division of its tiles, with the place of the winning one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

from rules.hands.shapes import Part, part

if TYPE_CHECKING:
    from collections.abc import Iterator

TILES_OF_A_SET: Final = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a won hand; scoring elements are judged on one reading as a whole."""

    concealed: tuple[Part, ...]
    """Sets and pair formed by the concealed tiles and the winning one."""
    melds: tuple[Part, ...] = ()
    """Sets laid down."""
    wilds: tuple[int, ...] = ()
    """The kinds that the wild tiles stand for, ascending."""
    completed: Part | None = None
    """The part of *concealed* that the winning tile completed; `None` where it has no place."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return all sets and the pair."""
        return self.concealed + self.melds

    @property
    def sets(self) -> tuple[Part, ...]:
        """Return the sets without the pair."""
        return tuple(item for item in self.parts if not item.is_pair)

    @property
    def pair(self) -> Part | None:
        """Return the pair of an ordinary hand."""
        return next((item for item in self.parts if item.is_pair), None)

    @property
    def kinds(self) -> tuple[int, ...]:
        """Return the kind of every tile, wild ones as what they stand for."""
        return tuple(chain.from_iterable(item.kinds for item in self.parts))

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the sets of the concealed tiles and those laid down, in compact notation."""
        concealed = tuple([item.text for item in self.concealed])
        return concealed, tuple([item.text for item in self.melds])

    def judged(self, completed: Part, *, taken: bool) -> Reading:
        """Return the reading in which the winning tile completed the part *completed*.

        A pung completed by another seat's tile (*taken*) is an exposed one.
        """
        concealed = self.concealed
        if taken and completed.is_triplet:
            place = concealed.index(completed)
            open_pung = part(completed.shape, completed.kinds, exposed=True)
            concealed = (*concealed[:place], open_pung, *concealed[place + 1 :])
            completed = open_pung
        return Reading(concealed, self.melds, self.wilds, completed)

    def placements(self, kind: int, *, taken: bool) -> Iterator[Reading]:
        """Yield the readings in which a tile standing for *kind* was the last to come."""
        for item in dict.fromkeys(self.concealed):
            if kind in item.kinds:
                yield self.judged(item, taken=taken)


def is_middle_wait(completed: Part, kind: int) -> bool:
    """Return whether *kind* filled the middle of a run."""
    return completed.is_run and kind == completed.kind + 1


def is_edge_wait(completed: Part, kind: int) -> bool:
    """Return whether *kind* was the 3 of 123 or the 7 of 789."""
    if not completed.is_run:
        return False
    low = completed.kind % 9
    return (low == 0 and kind == completed.kind + 2) or (low == 6 and kind == completed.kind)
