"""Facts by their kinds: how a form writes them, and which values one tap may give.

Nobody else tells the kinds apart. Candidates come from the game's data and from what lies on the
table; the rules are then asked about each, so that no tap says what they refuse. While a settlement
is shown, only those are offered that would change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeVar

from kiosk.session import commands as c
from kiosk.session.corrections import correct
from kiosk.session.draft import Draft, DraftWin, Stage
from kiosk.session.questions import Questions
from kiosk.session.record import split
from kiosk.session.settle import Engine, answer, settle_draft
from kiosk.session.state import Session
from rules.game import Fact, FactKind
from rules.record.values import KONGS

T = TypeVar("T")

NUMBERS: Final = range(10)
"""Numbers that are offered; others are typed."""
NO_TILES: Final = "-"
"""A row of no tiles, as a form sends it."""
HIDDEN: Final = "kong_concealed"
"""The one kind of set that nobody gave a tile for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a tap gives a fact."""

    then: Any
    """The fact's value after the tap; `None`: nothing is said of it any more."""
    is_on: bool
    seat: int | None = None
    """Whose seat is tapped, where it is one."""
    word: str = ""
    """The word that is tapped, where it is one."""
    tile: str = ""
    """The code of the tile that is tapped, where it is one."""
    meld: int | None = None
    """The place of the set that is tapped or that the tile belongs to."""
    number: int | None = None
    """The number that is tapped; with a set, the one that belongs to it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Whose fact it is: a seat's, or that of one of its wins."""

    seat: int
    win: DraftWin | None = None

    def value(self, draft: Draft, fact: Fact) -> Any:
        """Return what is said of *fact*; `None` where nothing is."""
        facts = draft.seats[self.seat].facts if self.win is None else self.win.facts
        return facts.get(fact.id)

    def tap(self, fact_id: str, value: Any) -> c.WinFact | c.SeatFact:
        """Return the command that gives the fact this value."""
        if self.win is None:
            return c.SeatFact(self.seat, fact_id, value)
        return c.WinFact(self.seat, fact_id, value, self.win.number)

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
        tap = spot.tap(fact.id, one.then)
        return one.is_on or not _is_refused(session, draft, engine, tap, place)

    tiles = tuple(game.tiles_for({**game.defaults, **session.options}))
    return tuple(filter(fits, candidates(draft, spot, fact, tiles)))


def _is_refused(
    session: Session,
    draft: Draft,
    engine: Engine,
    tap: c.WinFact | c.SeatFact,
    place: str,
) -> bool:
    """Return whether the rules refuse *tap* at its *place*; elsewhere they may."""
    at_review = replace(draft, stage=Stage.REVIEW, typed={})
    reply = answer(session, correct(at_review, tap), engine)
    problems = reply.get("error", {}).get("problems") or [reply.get("error", {})]
    return any(str(problem.get("where", "")).startswith(place) for problem in problems)


def candidates(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:
    """Yield each value that a tap could give *fact*."""
    yield from KINDS[fact.kind].candidates(draft, spot, fact, tiles)


def parse(fact: Fact, text: str) -> Any:
    """Return what the *text* of a form says of *fact*; `None` for unknown.

    Raise `ValueError` where a number is wanted and none is given.
    """
    return KINDS[fact.kind].parse(text) if text else None


def format_fact(value: Any) -> str:
    """Return a fact's value as a form sends it; empty where it is unknown."""
    match value:
        case None:
            return ""
        case True | False:
            return "true" if value else "false"
        case list():
            return ",".join(NO_TILES if one == "" else str(one) for one in value)
        case _:
            return str(value)


def is_typed(fact: Fact) -> bool:
    """Return whether *fact* may be typed too."""
    return KINDS[fact.kind].is_typed and not fact.words


def _none(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:  # noqa: ARG001 -- form
    yield from ()


def _seats(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:  # noqa: ARG001 -- form
    others = [seat for seat in range(len(draft.seats)) if seat != spot.seat]
    for seat, then, is_on in _toggles(others, spot.value(draft, fact), is_list=True):
        yield Choice(then, is_on, seat=seat)


def _words(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:  # noqa: ARG001 -- form
    for word, then, is_on in _toggles(fact.words, spot.value(draft, fact), is_list=False):
        yield Choice(then, is_on, word=word)


def _numbers(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:  # noqa: ARG001 -- form
    for number, then, is_on in _toggles(NUMBERS, spot.value(draft, fact), is_list=False):
        yield Choice(then, is_on, number=number)


def _tiles(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:
    row = list(split(spot.value(draft, fact) or ""))
    for code, then, is_on in _toggles(tiles, row, is_list=True):
        yield Choice("".join(then) if then else None, is_on, tile=code)


def _of_sets(draft: Draft, spot: Spot, fact: Fact, tiles: Sequence[str]) -> Iterator[Choice]:  # noqa: ARG001 -- form
    """Yield what can be tapped of numbers that say something of each set, or name some."""
    value, melds = spot.value(draft, fact), draft.seats[spot.seat].melds
    if fact.numbers == "wins_before":
        yield from _number_choices(draft, spot.seat, value or [])
    elif fact.numbers == "kongs":
        kongs = [place for place, meld in enumerate(melds) if meld.kind in KONGS]
        for place, then, is_on in _toggles(kongs, value, is_list=True):
            yield Choice(then, is_on, meld=place)


def _toggles(things: Sequence[T], value: Any, *, is_list: bool) -> Iterator[tuple[T, Any, bool]]:
    """Yield *things* of which one, or where it *is_list* several, can be on, each with its tap."""
    values = [] if value is None else value if isinstance(value, list) else [value]
    for thing in things:
        is_on = thing in values
        then = [one for one in values if one != thing] if is_on else [*values, thing]
        if is_list:
            yield thing, then or None, is_on
        else:
            yield thing, None if is_on else thing, is_on


def _number_choices(draft: Draft, seat: int, value: Sequence[int]) -> Iterator[Choice]:
    """Yield for each set after how many wins it lay there; without a word, before all."""
    melds = draft.seats[seat].melds
    now = [*value, *[0] * len(melds)][: len(melds)]
    for place in range(len(melds)):
        for wins in range(1, len(draft.wins) + 1):
            is_on = now[place] == wins
            then = [*now[:place], 0 if is_on else wins, *now[place + 1 :]]
            yield Choice(then if any(then) else None, is_on, meld=place, number=wins)


def _rows_laid_before(
    draft: Draft,
    spot: Spot,
    fact: Fact,
    tiles: Sequence[str],  # noqa: ARG001 -- form
) -> Iterator[Choice]:
    """Yield each bonus tile of the seat at each set that it claimed: whether it lay there before.

    Nothing said means that all of them did.
    """
    melds, value = draft.seats[spot.seat].melds, spot.value(draft, fact)
    out = [tile.code for tile in draft.seats[spot.seat].flowers]
    value_rows = [list(split(row)) for row in value or []]
    rows = [*value_rows, *([out] * len(melds))][: len(melds)]
    places = [place for place, meld in enumerate(melds) if meld.kind != HIDDEN]
    for place in places:
        for code in dict.fromkeys((*out, *rows[place])):
            is_on = code in rows[place]
            row = [one for one in rows[place] if one != code] if is_on else [*rows[place], code]
            then = ["".join(one) for one in (*rows[:place], row, *rows[place + 1 :])]
            is_usual = all(sorted(split(one)) == sorted(out) for one in then)
            yield Choice(None if is_usual else then, is_on, tile=code, meld=place)


def _parse_numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _parse_rows(text: str) -> list[str]:
    return [part.strip().replace(NO_TILES, "") for part in text.split(",")]


@dataclass(frozen=True, slots=True)
class Kind:
    """What is done with a fact's value."""

    parse: Callable[[str], Any]
    candidates: Callable[[Draft, Spot, Fact, Sequence[str]], Iterator[Choice]]
    is_typed: bool = False
    is_late: bool = True
    """Whether it may still be said beside a settlement, away from the tiles it speaks of."""


KINDS: Final[Mapping[FactKind, Kind]] = {
    "bool": Kind(lambda text: text == "true", _none),
    "int": Kind(int, _numbers, is_typed=True),
    "ints": Kind(_parse_numbers, _of_sets, is_typed=True, is_late=False),
    "seats": Kind(_parse_numbers, _seats),
    "tiles": Kind(str, _tiles, is_typed=True, is_late=False),
    "tile_rows": Kind(_parse_rows, _rows_laid_before),
    "text": Kind(str, _words, is_typed=True),
}


LateKind = Literal["mark", "fact", "declared"]


@dataclass(frozen=True, slots=True)
class LateFact:
    """Something that can be said of a win, or taken back."""

    kind: LateKind
    id: str
    win: DraftWin
    is_on: bool
    fact: Fact | None = None
    choice: Choice | None = None
    """The value that a tap gives a fact which is more than yes or no."""
    is_of_seat: bool = False
    """Whether the fact is the seat's, not the win's."""

    @property
    def spot(self) -> Spot:
        """Return whose fact it is."""
        return Spot(self.win.seat, None if self.is_of_seat else self.win)

    @property
    def then(self) -> Any:
        """Return the fact's value after a tap; `None` where nothing is said of it then."""
        if self.choice is not None:
            return self.choice.then
        return None if self.is_on else True

    @property
    def tap(self) -> c.Mark | c.WinFact | c.SeatFact | c.Declare:
        """Return what a tap on it says: the other of on and off."""
        seat, number = self.win.seat, self.win.number
        match self.kind:
            case "mark":
                return c.Mark(seat, self.id, on=not self.is_on, win=number)
            case "fact":
                return self.spot.tap(self.id, self.then)
            case "declared":
                return c.Declare(seat, self.id, on=not self.is_on)


def late_facts(session: Session, draft: Draft, engine: Engine) -> tuple[LateFact, ...]:
    """Return the words that are on, and those that would change the settlement of *draft*.

    Who has won more than once in a hand is told of at review, win by win.
    """
    if draft.stage is not Stage.SETTLEMENT or draft.typed or draft.outcome != "win":
        return ()
    game = engine.ruleset(session.ruleset)
    once = [win for win in draft.wins if len(draft.wins_of(win.seat)) == 1]
    questions = Questions(session, draft, game)
    words = [word for win in once for word in _late_facts_of(win, draft, questions)]
    return tuple(one for one in words if one.is_on or _differs(session, draft, one, engine))


def _late_facts_of(win: DraftWin, draft: Draft, questions: Questions) -> Iterator[LateFact]:
    """Yield every word that is asked of *win*."""
    yield from (LateFact("mark", mark, win, mark in win.marks) for mark in questions.marks(win))
    yield from (word for fact in questions.win_facts(win) for word in _of_fact(win, draft, fact))
    for fact in questions.seat_facts(win.seat):
        yield from _of_fact(win, draft, fact, is_of_seat=True)
    words, declarations = questions.declarations(win.seat), draft.seats[win.seat].declared
    yield from (LateFact("declared", word, win, word in declarations) for word in words)


def _of_fact(
    win: DraftWin, draft: Draft, fact: Fact, *, is_of_seat: bool = False
) -> Iterator[LateFact]:
    """Yield what can be said of *fact*: that it is so, or each value that it may have."""
    spot = Spot(win.seat, None if is_of_seat else win)
    if fact.kind == "bool":
        is_on = bool(spot.value(draft, fact))
        yield LateFact("fact", fact.id, win, is_on, fact, None, is_of_seat)
    elif KINDS[fact.kind].is_late:
        for one in candidates(draft, spot, fact, ()):
            yield LateFact("fact", fact.id, win, one.is_on, fact, one, is_of_seat)


def _differs(session: Session, draft: Draft, word: LateFact, engine: Engine) -> bool:
    """Return whether the rules settle the hand with *word* too, and otherwise than without."""
    after = correct(replace(draft, stage=Stage.REVIEW), word.tap)
    settlement, preview = settle_draft(session, after, engine).settlement, draft.settlement
    return bool(settlement) and any(settlement[part] != preview[part] for part in ("net", "wins"))
