"""Sets and pairs, each made once and shared, and a hand as it is judged: one reading of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Final, Literal

from rules.tiles import HONORS, KINDS, is_suit, is_terminal, write

Shape = Literal["run", "pung", "kong", "pair", "honors", "single"]
"""`honors` is a run of different winds or dragons; `single` a tile of a hand without sets."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A set, a pair or a lone tile of a reading; wild tiles stand as what they stand for.

    Made by `part` only, so equal ones are the same one and need no comparing.
    """

    shape: Shape
    kinds: tuple[int, ...]
    """The kinds of its tiles, ascending; three for a set, four or more for a kong."""
    exposed: bool = False
    """Whether it was laid down with a tile claimed from another seat."""
    melded: bool = False
    """Whether it lies on the table (a concealed kong is melded and not exposed)."""
    kind: int = field(init=False)
    """Its lowest kind, for a pung, kong or pair its only one."""
    suit: int = field(init=False)
    """0 characters, 1 circles, 2 bamboos, 3 honors."""
    is_run: bool = field(init=False)
    is_triplet: bool = field(init=False)
    """Whether it is a pung or a kong."""
    is_pair: bool = field(init=False)
    is_kong: bool = field(init=False)
    has_terminal: bool = field(init=False)
    is_honor: bool = field(init=False)
    mask: int = field(init=False)
    """One bit for each kind in it: a union of sets at the cost of a number's."""
    text: str = field(init=False)
    """Its tiles in compact notation."""

    def __post_init__(self) -> None:
        """Work out what scoring elements ask for, once for the life of the program."""
        settle = object.__setattr__
        settle(self, "kind", self.kinds[0])
        settle(self, "suit", self.kinds[0] // 9)
        settle(self, "is_run", self.shape == "run")
        settle(self, "is_triplet", self.shape in ("pung", "kong"))
        settle(self, "is_pair", self.shape == "pair")
        settle(self, "is_kong", self.shape == "kong")
        settle(self, "has_terminal", any(is_terminal(kind) for kind in self.kinds))
        settle(self, "is_honor", self.kinds[0] >= HONORS)
        settle(self, "mask", sum(1 << kind for kind in set(self.kinds)))
        settle(self, "text", write(self.kinds))

    def __str__(self) -> str:
        """Return the part in compact notation."""
        return self.text


def part(shape: Shape, kinds: tuple[int, ...], exposed: bool = False, melded: bool = False) -> Part:
    """Return the one part of this description."""
    return _part(shape, kinds, exposed, melded)


@cache
def _part(shape: Shape, kinds: tuple[int, ...], exposed: bool, melded: bool) -> Part:
    """Return the one part of this description, however its arguments were written."""
    return Part(shape, kinds, exposed, melded)


RUNS: Final[dict[int, Part]] = {
    kind: part("run", (kind, kind + 1, kind + 2))
    for kind in range(HONORS)
    if is_suit(kind) and kind % 9 < 7
}
PUNGS: Final[tuple[Part, ...]] = tuple(part("pung", (kind,) * 3) for kind in range(KINDS))
PAIRS: Final[tuple[Part, ...]] = tuple(part("pair", (kind,) * 2) for kind in range(KINDS))
SINGLES: Final[tuple[Part, ...]] = tuple(part("single", (kind,)) for kind in range(KINDS))


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

    def with_completed(self, item: Part, *, is_taken: bool) -> Reading:
        """Return the reading in which the winning tile completed the part *item*.

        A pung completed by another seat's tile (*is_taken*) is an exposed one.
        """
        concealed = self.concealed
        if is_taken and item.is_triplet:
            place = concealed.index(item)
            open_pung = part(item.shape, item.kinds, exposed=True)
            concealed = (*concealed[:place], open_pung, *concealed[place + 1 :])
            item = open_pung
        return Reading(concealed, self.melds, self.wilds, item)

    def placements(self, kind: int, *, is_taken: bool) -> Iterator[Reading]:
        """Yield the readings in which a tile standing for *kind* was the last to come."""
        for item in dict.fromkeys(self.concealed):
            if kind in item.kinds:
                yield self.with_completed(item, is_taken=is_taken)


def is_middle_wait(item: Part, kind: int) -> bool:
    """Return whether *kind* filled the middle of a run."""
    return item.is_run and kind == item.kind + 1


def is_edge_wait(item: Part, kind: int) -> bool:
    """Return whether *kind* was the 3 of 123 or the 7 of 789."""
    if not item.is_run:
        return False
    low = item.kind % 9
    return (low == 0 and kind == item.kind + 2) or (low == 6 and kind == item.kind)
