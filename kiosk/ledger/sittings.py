"""One session in a few numbers: how it ended, and what each person did in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from kiosk.session import PlayedHand, Session, State
from kiosk.session.events import PlayerId
from kiosk.session.shapes import Json


@dataclass(frozen=True, slots=True)
class Tally:
    """What one person did in one session."""

    player: PlayerId
    hands: int
    wins: int
    drawn: int
    """Wins by self-draw."""
    given: int
    """Hands in which others won on this person's tile."""
    points: int
    """What was gained (+) or lost (−) in all hands."""
    best: int
    """The most that one hand has brought."""
    last: int
    """Number of the event that counted the last of these hands."""
    won_hands: int = 0
    won_points: int = 0
    """What those hands brought."""
    declared: int = 0
    """Hands in which this person announced something, such as riichi."""
    elements: tuple[tuple[str, int], ...] = ()
    """The ids of what counted in the wins, and in how many of them."""
    off: tuple[tuple[PlayerId, int], ...] = ()
    """On whose tile this person won, and how often."""
    place: int = 0
    """1 for the highest total, which equal ones share; 0 while the session is open, and for who
    had left it by its end."""
    result: int = 0
    """Where there is a place, the points of the game, with uma and oka where it has them; else the
    difference from the start."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session in a few numbers: all that lists and statistics ask of it."""

    opened: int
    """Number of its first event."""
    ruleset: str
    players: tuple[PlayerId, ...]
    totals: tuple[int, ...]
    hands: int
    """How many count."""
    is_closed: bool
    tallies: tuple[Tally, ...]
    """Of everybody who sat in a hand that counts."""
    faults: int = 0
    """How many events up to the next session do not follow from those before them."""
    options: Json = field(default_factory=dict)
    """The house rules in force at its end, as in `Session.options`."""
    results: tuple[int, ...] = ()
    """What the game has brought everyone (`results_of`)."""
    began_ms: int = 0
    """When it was opened, in milliseconds since 1970; 0 for unknown."""


def sitting_of(opening: int, state: State) -> Sitting:
    """Return the session of *state*, which event *opening* opened, in a few numbers."""
    session, faults = state.session, len(state.faults)
    if session is None:
        return Sitting(opening, "", (), (), 0, True, (), faults)
    hands = session.counted_hands
    people = dict.fromkeys(player for hand in hands for player in hand.players)
    return Sitting(
        session.opened,
        session.ruleset,
        session.everyone,
        session.standing.everyones,
        len(hands),
        session.is_closed,
        tuple(_tally(player, session) for player in people),
        faults,
        session.options,
        results_of(session),
    )


def _tally(player: PlayerId, session: Session) -> Tally:
    """Return what *player*, who sat in some hand, has done in *session*."""
    hands = list(_hands_of(player, session))
    gains = [hand.settlement["net"][seat] for hand, seat in hands]
    wins = [(hand, win) for hand, seat in hands for win in _wins(hand.record, seat)]
    win_gains = [
        hand.settlement["net"][seat] for hand, seat in hands if any(_wins(hand.record, seat))
    ]
    gave = [
        hand for hand, seat in hands if any(win.get("from") == seat for win in _wins(hand.record))
    ]
    off = Counter(hand.players[win["from"]] for hand, win in wins if win.get("from") is not None)
    elements = Counter(name for hand, seat in hands for name in _elements(hand, seat))
    place, result = _outcome(player, session)
    return Tally(
        player,
        len(hands),
        len(wins),
        sum(win.get("by") == "self_draw" for _, win in wins),
        len(gave),
        sum(gains),
        max(0, *gains),
        max(hand.seq for hand, _ in hands),
        len(win_gains),
        sum(win_gains),
        sum(_has_declared(hand.record, seat) for hand, seat in hands),
        tuple(elements.items()),
        tuple(off.items()),
        place,
        result,
    )


def _hands_of(player: PlayerId, session: Session) -> Iterator[tuple[PlayedHand, int]]:
    for hand in session.counted_hands:
        if player in hand.players:
            yield hand, hand.players.index(player)


def _wins(record: Json, seat: int | None = None) -> Iterator[Json]:
    """Yield the recorded wins, of one *seat* or of all; a hand of cards or dominoes names none."""
    for win in record.get("wins", ()):
        if seat in (None, win["seat"]):
            yield win


def _elements(hand: PlayedHand, seat: int) -> Iterator[str]:
    """Yield the ids of the elements that counted in each win of *seat*, once a win."""
    for win in hand.settlement.get("wins", ()):
        if win["seat"] == seat:
            yield from {item["id"]: None for item in win.get("items", ())}


def _has_declared(record: Json, seat: int) -> bool:
    seats = record.get("seats", ())
    return seat < len(seats) and bool(seats[seat].get("declared"))


def _outcome(player: PlayerId, session: Session) -> tuple[int, int]:
    """Return the place and the result of *player*; (0, 0) where there is none."""
    if not session.is_closed or player not in session.everyone:
        return 0, 0
    seat, totals = session.everyone.index(player), session.standing.everyones
    return 1 + sum(total > totals[seat] for total in totals), results_of(session)[seat]


def results_of(session: Session) -> tuple[int, ...]:
    """Return what the game has brought everyone: as its last hand says, else the difference."""
    last = session.last_hand
    final = last.settlement["next"].get("final", ()) if last is not None else ()
    if last is None or not final:
        return tuple(total - session.start_score for total in session.standing.everyones)
    seats = session.seats_since(last.seq) or tuple(range(len(final)))
    return tuple(final[seats.index(seat)] for seat in range(len(final)))
