"""What riichi refuses in a sound record: riichi.md, "Carried counters", "Winning", D1, D9."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.errors import Problem, Reason
from rules.games.riichi.payment import STICK, has_declared
from rules.reasons import as_problem
from rules.record.values import UNSEEN, Record, Win
from rules.tiles import KIND

Demands = Mapping[str, tuple[Callable[[Record, Win], bool], str]]

MOST_INDICATORS: Final = 5
SEATED: Final = frozenset(("chombo", "nine_terminals"))
"""Incidents that are somebody's."""


def form_problems(record: Record) -> list[Problem]:
    """Return what contradicts itself in the form of a record."""
    return _indicators(record) + of_form(record, DEMANDS)


def of_form(record: Record, demands: Demands) -> list[Problem]:
    """Return what contradicts itself but for the indicators; marks mean what *demands* say."""
    problems: list[Problem] = []
    for number, seat in enumerate(record.seats):
        if seat is not UNSEEN:
            problems += _seat(record, number)
    if len(record.wins) > 1:
        problems += _same_tile(record)
    for place, win in enumerate(record.wins):
        if win.marks:
            problems += _contradictions(record, win, demands, f"wins[{place}].marks")
    return problems


def _indicators(record: Record) -> list[Problem]:
    problems = []
    count, hidden_count = len(record.deal.indicators), len(record.deal.hidden_indicators)
    is_missing = record.outcome == "win" and not count and not record.is_entered
    if count > MOST_INDICATORS or is_missing:
        message = f"1 to {MOST_INDICATORS} dora indicators are turned up, not {count}"
        problems.append(Problem("bad_record", message, "deal.indicators"))
    if hidden_count > count:
        message = "there are no more ura indicators than dora indicators"
        problems.append(Problem("bad_record", message, "deal.hidden_indicators"))
    return problems


def _seat(record: Record, number: int) -> list[Problem]:
    """Return what one seat cannot have: tiles apart, an open riichi, one without its stick."""
    seat = record.seats[number]
    problems: list[Problem] = []
    if seat.flowers or seat.aside:
        problems += _apart(record, number)
    if not (seat.declared and has_declared(record, number)):
        return problems
    if any(meld.is_exposed for meld in seat.melds):
        message = "riichi: the hand must be concealed, it has a claimed set"
        problems.append(Problem("bad_record", message, f"seats[{number}].declared"))
    score = record.state.scores[number]
    if score < STICK and record.options["bust_ends"]:
        message = f"riichi: takes {STICK} points, the seat has {score}"
        problems.append(Problem("bad_record", message, f"seats[{number}].declared"))
    return problems


def _apart(record: Record, number: int) -> Iterator[Problem]:
    """Yield the tiles of a seat that lie where the game lays none, or no such ones."""
    seat, may_lie = record.seats[number], record.ruleset.flower_tiles(record.options)
    if not may_lie.issuperset(seat.flowers):
        message = f"this game lays no{' such' if may_lie else ''} tiles there"
        yield Problem("bad_tiles", message, f"seats[{number}].flowers")
    elif seat.aside:
        yield Problem("bad_tiles", "this game lays no tiles there", f"seats[{number}].aside")


def _same_tile(record: Record) -> Iterator[Problem]:
    """Yield several winners by self-draw, on different tiles, or one named twice."""
    first, *others = record.wins
    seats = {first.seat}
    for place, win in enumerate(others, 1):
        same = (win.by, win.tile, win.source) == (first.by, first.tile, first.source)
        if not same or win.is_self_draw:
            message = "several winners must have won on one and the same tile of another"
            yield Problem("bad_record", message, f"wins[{place}]")
        if win.seat in seats:
            yield Problem("bad_record", "a seat wins once", f"wins[{place}].seat")
        seats.add(win.seat)


def _contradictions(record: Record, win: Win, demands: Demands, where: str) -> Iterator[Problem]:
    """Yield the marks that contradict the way of winning, the seat or the sets."""
    for mark, (holds, meaning) in demands.items():
        if mark in win.marks and not holds(record, win):
            yield Problem("bad_record", f"{mark}: means {meaning}", where)


def _is_untouched(record: Record, win: Win, *, banker: bool) -> bool:
    """Return whether the winner has laid nothing down or aside, and is the *banker* or not."""
    seat = record.seats[win.seat]
    return not (seat.melds or seat.flowers) and (win.seat == record.state.banker) == banker


def _has_supplement(record: Record, seat: int) -> bool:
    """Return whether *seat* drew a tile for a kong, or for a North that it set aside."""
    layout = record.seats[seat]
    may_lie = record.ruleset.flower_tiles(record.options)
    return not may_lie.isdisjoint(layout.flowers) or any(meld.is_kong for meld in layout.melds)


DEMANDS: Final[Demands] = {
    "dealt": (
        lambda record, win: win.is_self_draw and _is_untouched(record, win, banker=True),
        "the banker's self-draw without sets laid down",
    ),
    "first_draw": (
        lambda record, win: win.is_self_draw and _is_untouched(record, win, banker=False),
        "a non-banker's self-draw without sets laid down",
    ),
    "before_first_draw": (
        lambda record, win: win.is_taken and _is_untouched(record, win, banker=False),
        "a non-banker's win on another's tile without sets laid down",
    ),
    "last_tile": (
        lambda _record, win: win.is_self_draw and "kong_draw" not in win.marks,
        "a self-draw from the live wall",
    ),
    "last_discard": (lambda _record, win: win.by == "discard", "a win on a discard"),
    "kong_draw": (
        lambda record, win: win.is_self_draw and _has_supplement(record, win.seat),
        "a self-draw with a kong laid down",
    ),
    "ippatsu": (
        lambda record, win: has_declared(record, win.seat) and "kong_draw" not in win.marks,
        "a win soon after riichi and not after a kong",
    ),
}
"""What each mark means: whether it can be so, and in words; of riichi.md."""


def incidents(record: Record) -> Iterator[Problem]:
    """Yield incidents in a hand that was not aborted, or without the seat that they need."""
    for place, incident in enumerate(record.incidents):
        where = f"incidents[{place}]"
        if record.outcome != "abort":
            message = f"{incident.kind}: ends the hand, so the outcome is abort"
            yield Problem("bad_record", message, where)
        if incident.kind in SEATED and incident.seat is None:
            yield Problem("bad_record", f"{incident.kind}: must say whose it is", f"{where}.seat")


def too_many_winners(record: Record) -> Iterator[Problem]:
    """Yield winners whom the option `multiple_wins` or a nearer rival bars."""
    rule = record.options["multiple_wins"]
    rivals = {rival for win in record.wins for rival in win.facts.get("rivals", ())}
    claimants = {win.seat for win in record.wins} | rivals
    for place, win in enumerate(record.wins):
        if win.source is None:
            continue
        mine = record.distance(win.source, win.seat)
        nearer = any(record.distance(win.source, seat) < mine for seat in claimants)
        if rule == "nearest" and (nearer or len(record.wins) > 1):
            yield as_problem(Reason("nearest_claimant_wins"), where=f"wins[{place}]")
        if rule == "two" and len(claimants) > 2:
            yield as_problem(Reason("winners_abort", {"count": 3}), where=f"wins[{place}]")


def robs_concealed(record: Record, win: Win) -> bool:
    """Return whether the winning tile was robbed from a concealed kong."""
    if win.by != "robbed_kong" or win.source is None or win.tile is None:
        return False
    kind = KIND[win.tile]
    return any(
        meld.kind == "kong_concealed" and KIND[meld.tiles[0]] == kind
        for meld in record.seats[win.source].melds
    )
