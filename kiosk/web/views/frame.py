"""What every screen inside a session shows: who sits where, which hand it is, how things stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from flask import current_app
from markupsafe import Markup

import rules
from kiosk.camera.sight import Sees
from kiosk.i18n import Catalogue, number, of_game
from kiosk.session import PlayedHand, Standing
from kiosk.session.shapes import Json
from kiosk.session.state import EventFault
from kiosk.table.port import Link
from kiosk.view import SessionView, View
from kiosk.web.context import service
from kiosk.web.svg.table_top import badge
from kiosk.web.views.standing import WINDS
from rules import UnknownRulesetError
from rules.errors import JantakuError
from rules.game import Game

PageData = dict[str, Any]
"""What a template is given."""
MOST_FAULTS: Final = 5
"""Events at fault on one page: more would leave no room for the table."""
UNREADABLE: Final = (AttributeError, IndexError, JantakuError, KeyError, TypeError, ValueError)
"""What reading the record of a hand brings about that another version has written."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as a screen names it; subclasses and screens add what they need."""

    number: int
    name: str
    wind: str
    """The seat wind's letter in the screen's language."""
    badge: Markup
    is_banker: bool
    total: int
    """What the seat has, without the stick that it has laid on the table in this hand."""
    words: tuple[str, ...] = ()
    """Announcements in force, in words."""
    chips: int | None = None
    """Chips beside the points, more or less than at the start; nothing where none are given."""
    awaits_win: bool = False
    """Whether it will cost something to have won no hand, as this seat has not yet."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What a hand did to a seat."""

    number: int
    name: str
    badge: Markup
    is_banker: bool
    gain: int
    total: int
    sits_out: bool = False


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as the screens name it."""

    id: str
    native: str
    """The native name where it says more than the title."""
    title: str
    facts: str


@dataclass(frozen=True, slots=True)
class Lamps:
    """Whether machine and camera can be used now; `None` where there is no such device."""

    table: bool | None
    camera: bool | None
    is_camera_old: bool = False
    """Whether its newest frame is older than it should be, though it may only be late."""


def view_game(ruleset_id: str, t: Catalogue) -> GameView:
    """Return the game *ruleset_id* in the screen's language; one that is unknown by its id."""
    try:
        game = rules.ruleset(ruleset_id)
    except UnknownRulesetError:
        return GameView(ruleset_id, "", ruleset_id, "")
    title = t(f"ruleset.{game.id}")
    return GameView(game.id, t.native(game.native, title), title, _game_facts(game, t))


def _game_facts(game: Game, t: Catalogue) -> str:
    if t.knows(f"ruleset.{game.id}.help"):
        return t(f"ruleset.{game.id}.help")
    players = "–".join(str(seats) for seats in sorted({min(game.seats), max(game.seats)}))
    return t("ui.game_facts", players=players, tiles=sum(game.tiles.values()))


@dataclass(frozen=True, slots=True)
class EventFaultView:
    """An event that cannot be shown, and what to do about it."""

    seq: int
    words: str
    may_withdraw: bool


def view_faults(faults: Iterable[EventFault], t: Catalogue) -> list[EventFaultView]:
    """Return the first `MOST_FAULTS` events that cannot be shown; the next ones come after them."""
    return [
        EventFaultView(one.seq, _fault_words(one, t), one.sort == "event")
        for one in islice(faults, MOST_FAULTS)
    ]


def _fault_words(fault: EventFault, t: Catalogue) -> str:
    if fault.sort != "event":
        return t(f"ui.fault_of.{fault.sort}", event=fault.seq, what=fault.what)
    kind = t(f"ui.event.{fault.kind}", "ui.event.unknown")
    why = t(f"ui.event_fault.{fault.what}")
    return t("ui.fault_of.event", event=fault.seq, kind=kind, why=why)


def wind_letters(ruleset: str, banker: int | None, seats: int, t: Catalogue) -> tuple[str, ...]:
    """Return the letter of each seat's wind while *banker* is East; seat 0 where nobody is.

    At cards and dominoes there are no winds: seats are numbered.
    """
    game = rules.ruleset(ruleset)
    if game.plays:
        return tuple(str(seat + 1) for seat in range(seats))
    winds = game.seat_winds(seats)
    places = [(seat - (banker or 0)) % seats for seat in range(seats)]
    return tuple(t(f"ui.wind.{WINDS.index(winds[place])}") for place in places)


def name_of(names: Sequence[str], seat: int | None, t: Catalogue) -> str:
    """Return who sits at *seat*, or a word for someone forgotten or not chosen yet."""
    if seat is None:
        return t("ui.whoever")
    name = names[seat] if seat < len(names) else ""
    return name or t("ui.someone", number=seat + 1)


def view_seats(view: SessionView, t: Catalogue) -> tuple[SeatView, ...]:
    """Return every seat of the open session with its announcements."""
    session = view.session
    standing = session.standing
    seats = len(session.players)
    letters = wind_letters(session.ruleset, standing.banker, seats, t)
    game = rules.ruleset(session.ruleset)
    options = {**game.defaults, **session.options}
    has_chips, counts = game.prize_unit(options) == "chips", game.counts_winners(options)
    return tuple(
        SeatView(
            seat,
            name_of(view.names, seat, t),
            wind,
            badge(seat, wind),
            seat == standing.banker,
            standing.totals[seat] - stick_of(view, seat),
            _declared_words(view, seat, t),
            (standing.prizes or (0,) * seats)[seat] if has_chips else None,
            counts and seat not in standing.winners,
        )
        for seat, wind in enumerate(letters)
    )


def view_bench(view: SessionView, t: Catalogue) -> tuple[SeatView, ...]:
    """Return who sits out; their places are numbered after the seats."""
    seats = len(view.session.players)
    return tuple(
        SeatView(place, name_of(view.names, place, t), "–", badge(place, "–"), False, score)
        for place, score in enumerate(view.session.standing.bench, seats)
    )


def view_everyone(view: SessionView, t: Catalogue) -> tuple[SeatView, ...]:
    """Return every seat of the open session, then who sits out."""
    return (*view_seats(view, t), *view_bench(view, t))


def call_words(ruleset: str, word: str, t: Catalogue) -> str:
    """Return an announcement as people call it out."""
    return t(f"ui.call.{word}", *of_game("declared", ruleset, word))


def stick_of(view: View, seat: int) -> int:
    """Return the points of the stick that *seat* has laid on the table in the hand at work."""
    if view.session is None or view.draft is None or not view.draft.seats[seat].declared:
        return 0
    return rules.ruleset(view.session.ruleset).stick


def _declared_words(view: SessionView, seat: int, t: Catalogue) -> tuple[str, ...]:
    if view.draft is None or seat >= len(view.draft.seats):
        return ()
    ruleset = view.session.ruleset
    calls = view.draft.seats[seat].declared
    return tuple(call_words(ruleset, word, t) for word in calls)


def lamps_of(view: View) -> Lamps:
    """Return whether machine and camera can be used now, as they answered last."""
    link = view.table.link
    machine = None if link is Link.ABSENT else link is Link.ONLINE
    if not current_app.config["HAS_CAMERA"]:
        return Lamps(machine, None)
    sees = service().camera_worker.sight.state
    return Lamps(machine, sees is not Sees.DARK, sees is Sees.OLD)


def gains_of(hand: PlayedHand) -> tuple[int, ...]:
    """Return what each seat gained (+) or lost (−) by *hand*."""
    totals = zip(hand.before.totals, hand.after.totals, strict=True)
    return tuple(after - before for before, after in totals)


def changes(
    ruleset: str, before: Standing, gains: Sequence[int], names: Sequence[str], t: Catalogue
) -> tuple[SeatChange, ...]:
    """Return each seat with its gain and its total after it."""
    letters = wind_letters(ruleset, before.banker, len(before.totals), t)
    return tuple(
        SeatChange(
            seat,
            name_of(names, seat, t),
            badge(seat, letters[seat]),
            seat == before.banker,
            gain,
            before.totals[seat] + gain,
        )
        for seat, gain in enumerate(gains)
    )


def changes_of_bench(after: Standing, names: Sequence[str], t: Catalogue) -> tuple[SeatChange, ...]:
    """Return who sat a hand out, called *names*, with their totals."""
    seats = len(after.totals)
    return tuple(
        SeatChange(
            seats + place,
            name_of(names, place, t),
            badge(seats + place, "–"),
            is_banker=False,
            gain=0,
            total=total,
            sits_out=True,
        )
        for place, total in enumerate(after.bench)
    )


def value_words(value: Mapping[str, Any], t: Catalogue) -> str:
    """Return what a hand is told to be worth: "3 han 40 fu", "mangan", "5 tai"."""
    return " ".join(
        t(f"limit.{one}")
        if isinstance(one, str)
        else t(f"unit.{name}.{one}", f"unit.{name}", count=number(one))
        for name, one in value.items()
    )


def way_words(win: Mapping[str, object], names: Sequence[str], t: Catalogue) -> str:
    """Return how a recorded win was made: "on Bo's discard", "self-draw"."""
    giver = win.get("from")
    name = name_of(names, giver, t) if isinstance(giver, int) else ""
    return t(f"ui.way.{win['by']}", name=name)


def hand_summary(record: Json, names: Sequence[str], t: Catalogue) -> str:
    """Return in one line how a hand ended; that it cannot be read where its record is strange."""
    try:
        return _outcome_words(record, names, t)
    except UNREADABLE:
        return t("ui.outcome.unreadable")


def _outcome_words(record: Json, names: Sequence[str], t: Catalogue) -> str:
    wins = record.get("wins", ())
    if record["outcome"] == "win" and not wins:
        return t("ui.outcome.played")
    if record["outcome"] != "win":
        return t(f"ui.outcome.{record['outcome']}")
    return " · ".join(
        t(
            "ui.outcome.win",
            name=name_of(names, win["seat"], t),
            how=" · ".join(filter(None, (way_words(win, names, t), _worth_words(win, t)))),
        )
        for win in wins
    )


def _worth_words(win: Json, t: Catalogue) -> str:
    """Return what people said that the hand of a recorded *win* is worth; empty where tiles do."""
    value = win.get("value")
    return t("ui.value.entered", value=value_words(value, t)) if value else ""
