"""Games that are no tile hands: their record holds a `play` object of their own.

`hand-record.md`, "Card and domino games". A game is one subclass of `PlayGame`
that reads its `play` into a frozen value, says what is wrong with it and settles it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar

from rules.errors import Problem, RecordError
from rules.game import Game, Options
from rules.record.reader import Reader
from rules.record.values import State
from rules.settle.settlement import NextHand, Payment, ScoredHand, Settlement
from rules.value import NOTHING

PlayT = TypeVar("PlayT")

PLAYED_FIELDS: Final = frozenset(("ruleset", "options", "state", "play", "outcome", "incidents"))


Row = tuple[str, ...]
"""Codes of cards or dominoes that are laid together."""
SummaryKind = Literal["captured_cards", "finishing_order", "last_trick"]


class Comparison(NamedTuple):
    """What the rules say of a row that is laid upon another."""

    lies: str | None
    """The kind of what lies there; nothing if that is no combination."""
    laid: str | None
    beats: bool


class RedealReason(NamedTuple):
    """Why cards are thrown in and dealt again: somebody was dealt a set of them, or the table."""

    pieces: frozenset[str] = frozenset()
    """The set, where it is always the same."""
    has_seat: bool = False
    """Whether somebody held it, so that the record says who."""


class PlayedHand(NamedTuple, Generic[PlayT]):
    """What happened in one hand of a play game."""

    options: Options
    """Every option of the game, defaults filled in."""
    state: State
    outcome: str
    players: int
    play: PlayT

    @property
    def is_played_out(self) -> bool:
        """Return whether the hand was played to its end, not given up."""
        return self.outcome == "win"


class PlayGame(Game, Generic[PlayT]):
    """One game of cards or dominoes, whose play is a `PlayT`."""

    plays = True
    counts_rounds = False
    outcomes: ClassVar[tuple[str, ...]] = ("win", "abort")
    """A hand is played out or given up; most of these games know no draw."""
    play_fields: ClassVar[frozenset[str]]
    """The names of the fields of `play`."""
    deck: ClassVar[str]
    """What is played with, by the name that its kit and texts have: `hanafuda`, `cards`, …"""
    pieces: ClassVar[Mapping[str, int]]
    """Copies of each card or domino, in the order in which they are shown."""
    summary: ClassVar[SummaryKind]
    """What people tell of a hand in place of everything that was played."""
    made_of: ClassVar[Mapping[str, Row]] = NOTHING
    """The pieces that make an element, by its id; the best of them where several do."""
    redeals: ClassVar[Mapping[str, RedealReason]] = NOTHING
    """Why a hand may be dealt again, by the word that the record has for it."""
    compares: ClassVar[bool] = False
    """Whether rows are laid upon rows that they must beat, which `compare` tells."""

    def players_in(self, document: Mapping[str, Any]) -> int:  # noqa: ARG002 -- hook
        """Return how many take part in *document*; raise `RecordError` where it cannot be."""
        return self.seats[0]

    def read_play(self, fields: Mapping[str, Any], reader: Reader, outcome: str) -> PlayT:
        """Return the play in *fields*; note in *reader* what is wrong.

        Only missing fields and wrong types are told here; codes stay texts.
        """
        raise NotImplementedError

    def compare(self, lies: Row, row: Row, options: Mapping[str, Any]) -> Comparison:
        """Return whether *row* is a combination and beats *lies*, which was led."""
        raise NotImplementedError

    def problems(self, hand: PlayedHand[PlayT]) -> Iterable[Problem]:  # noqa: ARG002 -- hook
        """Return what the sheet refuses in a play whose form is sound, in the sheet's order."""
        return ()

    def settle_win(self, hand: PlayedHand[PlayT]) -> Settlement:
        """Return the settlement of a hand played out, in which nothing is wrong."""
        raise NotImplementedError

    def settle_abort(self, hand: PlayedHand[PlayT]) -> Settlement:
        """Return the settlement of a hand given up: as if it had not been."""
        state = hand.state
        next_hand = NextHand(state.banker, state.round, state.repeats, state.carry)
        return self.settlement(hand, (), next_hand)

    def read(self, document: Mapping[str, Any]) -> PlayedHand[PlayT]:
        """Return the hand in *document*; raise `RecordError` with everything wrong in it."""
        reader = Reader(self, self.players_in(document))
        reader.fields(document, PLAYED_FIELDS, "")
        options = reader.options(document.get("options", NOTHING))
        state = reader.state(document.get("state", NOTHING), self.start_score_for(options))
        reader.rows(document.get("incidents", ()), "incidents", reader.incident)
        outcome = reader.a_word(document.get("outcome"), "outcome", self.outcomes) or "abort"
        content = document.get("play", NOTHING if outcome == "abort" else None)
        play = self.read_play(reader.fields(content, self.play_fields, "play"), reader, outcome)
        if reader.problems:
            raise RecordError(reader.problems)
        hand = PlayedHand(options, state, outcome, reader.players, play)
        problems = tuple(self.problems(hand))
        if problems:
            raise RecordError(problems, told_in_order=True)
        return hand

    def settle(self, hand: PlayedHand[PlayT]) -> Settlement:
        """Return the settlement of a hand in which nothing is wrong."""
        return self.settle_win(hand) if hand.is_played_out else self.settle_abort(hand)

    def settlement(
        self,
        hand: PlayedHand[PlayT],
        rows: Sequence[Payment],
        next_hand: NextHand,
        wins: Sequence[ScoredHand] = (),
        losers: Sequence[ScoredHand] = (),
    ) -> Settlement:
        """Return the settlement with these payments and entries."""
        return Settlement(self.id, hand.players, tuple(rows), next_hand, tuple(wins), tuple(losers))
