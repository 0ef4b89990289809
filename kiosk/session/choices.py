"""What a fact that is more than yes or no may be in this hand: each value is one tap.

Candidates come from the game's data and from what lies on the table; the rules are then asked
about each, so that no tap says what they refuse.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from kiosk.session import commands as c
from kiosk.session.corrections import correct
from kiosk.session.draft import Draft, DraftWin, Stage
from kiosk.session.record import split
from kiosk.session.settle import answer
from rules.record.values import KONGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiosk.session.engine import Engine
    from kiosk.session.state import Session
    from rules.game import Fact

NUMBERS: Final = range(10)
"""Numbers that are offered; others are typed."""
OF_KONGS: Final = frozenset({"kong_chain", "late_kongs"})
"""Facts that list places of kongs among the sets (ataki-b.md, singapore.md)."""
HIDDEN: Final = "kong_concealed"
"""The one kind of set that nobody gave a tile for."""
OF_SETS: Final = frozenset({"made_after"})
"""Facts with one number for each set: how many wins lay before it (yichang.md)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a tap gives a fact."""

    about: Any
    """What is tapped: a number, a word, a seat, a tile's code or a set's place, or for tiles that
    belong to a set its place and the tile's code."""
    then: Any
    """The fact's value after the tap; `None`: nothing is said of it any more."""
    is_on: bool
    count: int | None = None
    """For a number that belongs to a set: that number."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Whose fact it is: a seat's, or that of one of its wins."""

    seat: int
    win: DraftWin | None = None

    def value(self, draft: Draft, fact: Fact) -> Any:
        """Return what is said of *fact*; `None` where nothing is."""
        facts = draft.seats[self.seat].facts if self.win is None else self.win.facts
        return facts.get(fact.id)

    def tap(self, fact: Fact, value: Any) -> c.WinFact | c.SeatFact:
        """Return the command that gives *fact* this value."""
        if self.win is None:
            return c.SeatFact(self.seat, fact.id, value)
        return c.WinFact(self.seat, fact.id, value, self.win.number)

    def place(self, draft: Draft, fact: Fact) -> str:
        """Return where the hand record has *fact*."""
        if self.win is None:
            return f"seats[{self.seat}].facts.{fact.id}"
        return f"wins[{draft.wins.index(self.win)}].facts.{fact.id}"


def choices(
    session: Session, draft: Draft, engine: Engine, spot: Spot, fact: Fact
) -> tuple[Choice, ...]:
    """Return the values that *fact* may have in this hand; what is said now can be taken back."""
    game = engine.ruleset(session.ruleset)
    place = spot.place(draft, fact)

    def fits(one: Choice) -> bool:
        said = spot.tap(fact, one.then)
        return one.is_on or not _is_refused(session, draft, engine, said, place)

    tiles = tuple(game.tiles_for({**game.defaults, **session.options}))
    return tuple(filter(fits, candidates(draft, spot, fact, tiles)))


def _is_refused(
    session: Session,
    draft: Draft,
    engine: Engine,
    said: c.WinFact | c.SeatFact,
    place: str,
) -> bool:
    """Return whether the rules refuse what is *said* at its *place*; elsewhere they may."""
    at_review = replace(draft, stage=Stage.REVIEW, typed={})
    told = answer(session, correct(at_review, said), engine)
    problems = told.get("error", {}).get("problems") or [told.get("error", {})]
    return any(str(problem.get("where", "")).startswith(place) for problem in problems)


def candidates(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:
    """Yield each value that a tap could give *fact*."""
    value = spot.value(draft, fact)
    match fact.kind:
        case "seat" | "seats":
            others = [seat for seat in range(len(draft.seats)) if seat != spot.seat]
            yield from _toggles(others, value, is_list=fact.kind == "seats")
        case "text":
            yield from _toggles(fact.words, value, is_list=False)
        case "int":
            yield from _toggles(NUMBERS, value, is_list=False)
        case "tiles":
            for one in _toggles(tiles, list(split(value or "")), is_list=True):
                yield replace(one, then="".join(one.then) if one.then else None)
        case "ints" | "tile_rows":
            yield from _of_sets(draft, spot, fact, value)
        case _:
            return


def _of_sets(draft: Draft, spot: Spot, fact: Fact, value: Any) -> Iterator[Choice]:
    """Yield what can be tapped of a fact that says something of each set, or names some."""
    if fact.kind == "tile_rows":
        yield from _laid_before(draft, spot.seat, value)
    elif fact.id in OF_SETS:
        yield from _numbered(draft, spot.seat, value or [])
    elif fact.id in OF_KONGS:
        melds = draft.seats[spot.seat].melds
        kongs = [place for place, meld in enumerate(melds) if meld.kind in KONGS]
        yield from _toggles(kongs, value, is_list=True)


def _toggles(things: Sequence[Any], value: Any, *, is_list: bool) -> Iterator[Choice]:
    """Yield *things* of which one, or where it *is_list* several, can be on."""
    named = [] if value is None else value if isinstance(value, list) else [value]
    for thing in things:
        is_on = thing in named
        then = [one for one in named if one != thing] if is_on else [*named, thing]
        if is_list:
            yield Choice(thing, then or None, is_on)
        else:
            yield Choice(thing, None if is_on else thing, is_on)


def _numbered(draft: Draft, seat: int, value: Sequence[int]) -> Iterator[Choice]:
    """Yield for each set after how many wins it lay there; without a word, before all."""
    melds = draft.seats[seat].melds
    now = [*value, *[0] * len(melds)][: len(melds)]
    for place in range(len(melds)):
        for wins in range(1, len(draft.wins) + 1):
            is_on = now[place] == wins
            then = [*now[:place], 0 if is_on else wins, *now[place + 1 :]]
            yield Choice(place, then if any(then) else None, is_on, wins)


def _laid_before(draft: Draft, seat: int, value: Sequence[str] | None) -> Iterator[Choice]:
    """Yield each bonus tile of *seat* at each set that it claimed: whether it lay there before.

    Nothing said means that all of them did (singapore.md, fact `flowers_before`).
    """
    melds = draft.seats[seat].melds
    out = [tile.code for tile in draft.seats[seat].flowers]
    given = [list(split(row)) for row in value or []]
    rows = [*given, *([out] * len(melds))][: len(melds)]
    claimed = [place for place, meld in enumerate(melds) if meld.kind != HIDDEN]
    for place in claimed:
        for code in dict.fromkeys((*out, *rows[place])):
            is_on = code in rows[place]
            row = [one for one in rows[place] if one != code] if is_on else [*rows[place], code]
            then = ["".join(one) for one in (*rows[:place], row, *rows[place + 1 :])]
            is_usual = all(sorted(split(one)) == sorted(out) for one in then)
            yield Choice((place, code), None if is_usual else then, is_on)
