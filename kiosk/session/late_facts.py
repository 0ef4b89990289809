"""What may still be said of a hand whose settlement is shown: only what would change it.

Marks, facts and announcements that tiles cannot show; each is tried with the rules, so that a
screen offers no word that they refuse or that makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from kiosk.session import commands as c
from kiosk.session.corrections import correct
from kiosk.session.draft import Draft, DraftWin, Stage
from kiosk.session.engine import Engine
from kiosk.session.facts import KINDS, Choice, Spot, candidates
from kiosk.session.settle import settled
from kiosk.session.state import Session
from rules.game import Fact, Game

Kind = Literal["mark", "fact", "declared"]


@dataclass(frozen=True, slots=True)
class Word:
    """Something that can be said of a win, or taken back."""

    kind: Kind
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


def words_left(session: Session, draft: Draft, engine: Engine) -> tuple[Word, ...]:
    """Return the words that are on, and those that would change the settlement of *draft*.

    Who has won more than once in a hand is told of at review, win by win.
    """
    if draft.stage is not Stage.SETTLEMENT or draft.typed or draft.outcome != "win":
        return ()
    game = engine.ruleset(session.ruleset)
    once = [win for win in draft.wins if len(draft.wins_of(win.seat)) == 1]
    known = [word for win in once for word in _words(win, draft, game)]
    return tuple(one for one in known if one.is_on or _differs(session, draft, one, engine))


def _words(win: DraftWin, draft: Draft, game: Game) -> Iterator[Word]:
    """Yield every word that the game has for *win*."""
    yield from (Word("mark", mark, win, mark in win.marks) for mark in game.marks)
    yield from (word for fact in game.win_facts for word in _of_fact(win, draft, fact))
    for fact in game.seat_facts:
        yield from _of_fact(win, draft, fact, is_of_seat=True)
    declared = draft.seats[win.seat].declared
    yield from (Word("declared", word, win, word in declared) for word in game.declared)


def _of_fact(
    win: DraftWin, draft: Draft, fact: Fact, *, is_of_seat: bool = False
) -> Iterator[Word]:
    """Yield what can be said of *fact*: that it is so, or each value that it may have."""
    spot = Spot(win.seat, None if is_of_seat else win)
    if fact.kind == "bool":
        is_on = bool(spot.value(draft, fact))
        yield Word("fact", fact.id, win, is_on, fact, None, is_of_seat)
    elif KINDS[fact.kind].is_late:
        for one in candidates(draft, spot, fact, ()):
            yield Word("fact", fact.id, win, one.is_on, fact, one, is_of_seat)


def _differs(session: Session, draft: Draft, word: Word, engine: Engine) -> bool:
    """Return whether the rules settle the hand with *word* too, and otherwise than without."""
    said = correct(replace(draft, stage=Stage.REVIEW), word.tap)
    told, shown = settled(session, said, engine).settlement, draft.settlement
    return bool(told) and any(told[part] != shown[part] for part in ("net", "wins"))
