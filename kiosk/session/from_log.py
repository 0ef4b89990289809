"""What the log of a hand shows of its wins and seats, where somebody has followed it.

At the simulated table its players do; at a real one nobody does yet, and people say everything.
What was filled in is remembered, so that it can be explained; people confirm or change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from rules.errors import RecordError
from rules.play.cards import CardCourse

if TYPE_CHECKING:
    from kiosk.session.draft import Draft, DraftSeat, DraftWin
    from kiosk.session.state import Session
    from rules.play.logs import Hand

Json = Mapping[str, Any]

MOST_LOG: Final = 1 << 16
"""Longest log kept with its hand, in characters: ten times what plain players need."""
KONG: Final = "kong"
"""What stands for the choice of the kong on whose supplement a win was."""


class Watcher(Protocol):
    """Whoever follows the hand in play, action by action."""

    def follow(self, session: Session, draft: Draft) -> Hand | None:
        """Return the hand as far as it has been played, to be followed from now on.

        `None` where nobody can follow it, as where nobody has said who leads.
        """

    def course(self, session: Session, draft: Draft) -> Hand | None:
        """Return the same of a hand that is followed already, `None` of any other."""

    def hurry(self) -> None:
        """Let the hand that is followed be played to its end."""


@dataclass(frozen=True, slots=True)
class TakeLog:
    """Fill in what the log of this hand shows (review); sent by the service, not by a page."""

    record: Json
    """The hand record that the log gives."""
    lines: tuple[str, ...] = ()
    """The log itself (`rules.play.logs`)."""


def win_key(number: int, word: str) -> str:
    """Return how `Draft.from_log` names a mark or fact of the win with this number."""
    return f"wins.{number}.{word}"


def seat_key(seat: int, word: str) -> str:
    """Return how `Draft.from_log` names an announcement or fact of a seat."""
    return f"seats.{seat}.{word}"


def play_key(field: str) -> str:
    """Return how `Draft.from_log` names a field of the `play` of a hand of cards or dominoes."""
    return f"play.{field}"


def matching_record(hand: Hand | None, draft: Draft) -> Json | None:
    """Return the record of *hand* if it has ended so as *draft* says, else `None`.

    Of a hand of cards or dominoes it is the one that people tell.
    """
    if hand is None or not hand.is_over:
        return None
    record = hand.summary() if isinstance(hand, CardCourse) else hand.record()
    wins = [(win.seat, win.by, win.giver) for win in draft.noted_wins]
    return record if end_of(record) == (draft.outcome, sorted(map(str, wins))) else None


def has_end(hand: Hand, record: Json) -> bool:
    """Return whether *hand*, which is over, has ended as *record* has it.

    With cards or dominoes it has where the recorded `play` comes to the same.
    """
    if end_of(hand.record()) != end_of(record):
        return False
    if not isinstance(hand, CardCourse):
        return True
    try:
        recorded_hand = hand.play.game.read({**hand.record(), "play": record["play"]})
    except RecordError:
        return False
    return hand.play.game.settle(recorded_hand).to_json() == hand.settlement().to_json()


def end_of(record: Json) -> tuple[str, list[str]]:
    """Return how the hand of *record* ended: the outcome, and in one order who won how."""
    wins = [(win["seat"], win.get("by"), win.get("from")) for win in record.get("wins", ())]
    return record.get("outcome", ""), sorted(map(str, wins))


def with_log(draft: Draft, log: TakeLog) -> Draft:
    """Return *draft* with what *log* shows where nothing was said; what people said stays.

    It keeps the log for the ledger, but one longer than `MOST_LOG`.
    """
    keys: list[str] = []
    lines = log.lines if sum(map(len, log.lines)) <= MOST_LOG else ()
    after = (_with_play if "play" in log.record else fill_in)(draft, log.record, keys)
    return replace(after, from_log=tuple(keys), log=lines)


def fill_in(draft: Draft, record: Json, keys: list[str]) -> Draft:
    """Return *draft* with what *record* says of its seats and wins where nothing was said.

    To *keys* go the names of all that was filled in.
    """
    seats = [
        _seat_with(number, seat, record["seats"][number], keys)
        for number, seat in enumerate(draft.seats)
    ]
    left = list(record["wins"])
    wins = []
    for win in draft.wins:
        same = (one for one in left if (one["seat"], one["by"]) == (win.seat, win.by))
        entry = next(same, None)
        if entry is not None:
            left.remove(entry)
            win = _win_with(win, entry, keys)
        wins.append(win)
    new = [dict(one) for one in record["incidents"] if dict(one) not in map(dict, draft.incidents)]
    incidents = (*draft.incidents, *new)
    return replace(draft, seats=tuple(seats), wins=tuple(wins), incidents=incidents)


def _with_play(draft: Draft, record: Json, keys: list[str]) -> Draft:
    """Return *draft* with those fields of the `play` in *record* of which nothing was said."""
    play = draft.play or {}
    new = _new_facts(record["play"], play)
    keys += map(play_key, new)
    return replace(draft, play={**play, **new})


def said_play(draft: Draft, play: Json) -> Draft:
    """Return *draft* with the *play* that people say; what they change the log has not shown."""
    keys = draft.from_log
    if keys is not None:
        before = draft.play or {}
        changed_keys = {play_key(name) for name, value in before.items() if play.get(name) != value}
        keys = tuple([key for key in keys if key not in changed_keys])
    return replace(draft, play=dict(play), from_log=keys)


def without_log(draft: Draft) -> Draft:
    """Return *draft* as before its hand ended: without log and table, and the play it has shown."""
    keys = draft.from_log or ()
    play = draft.play and {
        name: value for name, value in draft.play.items() if play_key(name) not in keys
    }
    return replace(draft, play=play, from_log=None, log=(), left={})


def _seat_with(number: int, seat: DraftSeat, entry: Json, keys: list[str]) -> DraftSeat:
    declarations = tuple(_new_words(entry["declared"], seat.declared))
    facts = _new_facts(entry.get("facts", {}), seat.facts)
    keys += [seat_key(number, word) for word in (*declarations, *facts)]
    return replace(seat, declared=(*seat.declared, *declarations), facts={**seat.facts, **facts})


def _win_with(win: DraftWin, entry: Json, keys: list[str]) -> DraftWin:
    marks = tuple(_new_words(entry["marks"], win.marks))
    facts = _new_facts(entry.get("facts", {}), win.facts)
    kong = entry.get(KONG) if win.kong is None else win.kong
    keys += [win_key(win.number, word) for word in (*marks, *facts)]
    return replace(win, marks=(*win.marks, *marks), facts={**win.facts, **facts}, kong=kong)


def _new_words(words: Iterable[str], old: Iterable[str]) -> Iterator[str]:
    return (word for word in words if word not in old)


def _new_facts(facts: Json, old: Json) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name not in old}
