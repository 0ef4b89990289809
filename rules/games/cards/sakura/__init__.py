"""Sakura or Higobana (さくら, 肥後花), a flower-card game of Hawaii: sakura.md."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.errors import refuse
from rules.games.cards.sakura import refusals
from rules.games.cards.sakura.scoring import Result, result
from rules.games.cards.sakura.sharing import Play, Pull
from rules.games.cards.sakura.table import ELEMENTS, OPTIONS, SEATS, TEAM_PLAYERS
from rules.play.game import PlayGame
from rules.settle.settlement import Bill, NextHand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.errors import Problem
    from rules.play.game import Played
    from rules.record.reader import Reader
    from rules.settle.settlement import Settlement

PULL_FIELDS: Final = frozenset(("seat", "cards"))


class Sakura(PlayGame[Play]):
    """Combinations take points from everybody else; the best score wins, by margins twice."""

    id = "sakura"
    native = "さくら・肥後花"
    name = "Sakura"
    family = "hanafuda"
    seats = SEATS
    has_break = False
    options = OPTIONS
    elements = ELEMENTS
    carry = MappingProxyType({"wins": ()})
    play_fields = frozenset(("captured", "table", "deal_table", "pulls"))

    def players_in(self, document: Mapping[str, Any]) -> int:
        """Return how many play: as many as have a score."""
        state = document.get("state")
        scores = state.get("scores") if type(state) is dict else None
        if type(scores) is not list or len(scores) not in SEATS:
            message = "must be a list of 2, 3 or 4 scores: it says how many play"
            raise refuse("bad_record", message, "state.scores")
        return len(scores)

    def players(self, options: Mapping[str, Any]) -> int:
        """Return how many take part under *options*: teams need four."""
        return TEAM_PLAYERS if options["teams"] else self.seats[0]

    def seat_choices(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return how many may take part under *options*: two to four, teams of two are four."""
        return (TEAM_PLAYERS,) if options["teams"] else self.seats

    def counter_problem(self, name: str, value: object) -> str | None:  # noqa: ARG002 -- one counter
        """Return why *value* does not say how often each seat has won, or nothing."""
        if type(value) is list and all(type(one) is int and one >= 0 for one in value):
            return None
        return "must be a whole number from 0 for each seat"

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the cards at the end; a hand given up says nothing about them."""
        if outcome == "abort":
            return Play()
        captured = reader.rows(given.get("captured"), "play.captured", reader.codes)
        if len(captured) != reader.players:
            reader.wrong("play.captured", f"must be {reader.players} lists, one for each seat")
        return Play(
            captured,
            reader.codes(given.get("table", []), "play.table"),
            reader.optional(given, "deal_table", "play", reader.codes),
            reader.rows(given.get("pulls", ()), "play.pulls", partial(_a_pull, reader)),
        )

    def problems(self, played: Played[Play]) -> Iterator[Problem]:
        """Yield seats, cards and pulls that cannot be."""
        return refusals.problems(played)

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out: wins are paid by the losers (D6)."""
        found = result(played)
        wins = found.wins(played)
        after = _next_hand(played, wins[0].seat, {one.seat: found.times for one in wins})
        return self.paid(played, _bill(played, found).rows, after, wins, found.lost())

    def settle_abort(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand given up: nobody has won once more."""
        state = played.state
        kept = NextHand(state.banker, state.round, state.repeats, _wins(played, {}))
        return self.paid(played, (), kept)


def _a_pull(reader: Reader, said: object, where: str) -> Pull:
    """Return one pull."""
    given = reader.fields(said, PULL_FIELDS, where)
    seat = reader.a_seat(given.get("seat"), f"{where}.seat")
    return Pull(seat, reader.codes(given.get("cards"), f"{where}.cards"))


def _bill(played: Played[Play], found: Result) -> Bill:
    """Return what is paid: every loser gives the winner, partners the seat after them, the wins."""
    bill = Bill()
    for loser in found.lost():
        after_loser = (loser.seat + 1) % played.players
        winner = after_loser if played.options["teams"] else found.winner.side[0]
        bill.pay(loser.seat, winner, found.times)
    return bill


def _next_hand(played: Played[Play], dealer: int, more: Mapping[int, int]) -> NextHand:
    """Return the next hand, dealt by the winner, with *more* wins for each seat."""
    state = played.state
    repeats = state.repeats + 1 if dealer == state.banker else 0
    return NextHand(dealer, state.round, repeats, _wins(played, more))


def _wins(played: Played[Play], more: Mapping[int, int]) -> Mapping[str, list[int]]:
    """Return how often each seat has won, with *more* wins."""
    before = played.state.carry["wins"] or (0,) * played.players
    return {"wins": [won + more.get(seat, 0) for seat, won in enumerate(before)]}


GAME: Final = Sakura()
