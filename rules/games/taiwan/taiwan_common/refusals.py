"""What taiwan-common.md refuses beside what all sixteen-tile games do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.games.taiwan.sixteen import ALL_FLOWERS
from rules.games.taiwan.taiwan_common.elements import holder, is_robbing, migi_stands
from rules.reasons import as_problem
from rules.record.claims import supplemented_kong
from rules.record.values import Incident, Record, Win

FOULS: Final = (
    "touched_hand",
    "fell_in_river",
    "fell_on_floor",
    "touched_rim",
    "broken_hand",
    "shown_partial",
)
"""What may have happened to a tile that then wins nothing: "Play"."""

LIABLE: Final = ("hidden_flower", "false_concealed_kong")
SEVEN: Final = 7


def set_problems(record: Record) -> Iterator[Problem]:
    """Yield sets that the rules of claiming forbid."""
    for number, seat in enumerate(record.seats):
        for place, meld in enumerate(seat.melds):
            where = f"seats[{number}].melds[{place}]"
            if meld.kind == "kong_discard" and meld.source == (number - 1) % record.players:
                message = "a discard of the left-hand neighbour is not made into a kong"
                yield Problem("bad_meld", message, where)
            if migi_stands(record.options, seat):
                message = "who declared MIGI claims nothing and makes no kong"
                yield Problem("bad_meld", message, where)


def fact_problems(record: Record) -> Iterator[Problem]:
    """Yield facts and marks that say what cannot be."""
    for number, seat in enumerate(record.seats):
        if seat.facts.get("migi_turn", 1) < 1:
            message = "go-rounds are counted from 1"
            yield Problem("bad_record", message, f"seats[{number}].facts.migi_turn")
    for place, win in enumerate(record.wins):
        yield from _mark_problems(record, win, f"wins[{place}]")


def _mark_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a supplement that came for no kong, or for no flower."""
    melds = record.seats[win.seat].melds
    if win.kong is not None and win.kong < len(melds) and not melds[win.kong].is_kong:
        yield Problem("bad_record", "that set is no kong", f"{where}.kong")
    if "seven_robs_one" not in win.marks or win.by == "robbed_flower":
        return
    if not win.is_self_draw or "flower_draw" not in win.marks:
        message = "seven_robs_one marks a self-draw on the flower's supplement (flower_draw)"
        yield Problem("bad_record", message, f"{where}.marks")
    elif len(record.seats[win.seat].flowers) == SEVEN and holder(record, win) is None:
        message = "the eighth flower must lie before the seat that pays for it"
        yield Problem("bad_record", message, f"{where}.marks")


def incident_problems(record: Record) -> Iterator[Problem]:
    """Yield incidents that say too little, or what cannot have been."""
    for place, incident in enumerate(record.incidents):
        where = f"incidents[{place}]"
        if incident.kind == "four_wests":
            yield from _four_wests(record, where)
        elif incident.seat is None:
            yield Problem("bad_record", "must say whose it was", f"{where}.seat")
        if incident.kind == "false_win":
            yield from _false_win(record, incident, where)
    if len({incident.seat for incident in liable(record)}) > 1:
        message = "only one seat can bear a hand"
        yield Problem("bad_record", message, "incidents")


def liable(record: Record) -> tuple[Incident, ...]:
    """Return the incidents that make somebody bear the hand."""
    hiding = record.options["flower_hiding"]
    return tuple(
        incident
        for incident in record.incidents
        if incident.kind in LIABLE and not (hiding and incident.kind == "hidden_flower")
    )


def _four_wests(record: Record, where: str) -> Iterator[Problem]:
    if not record.options["four_wests_abort"]:
        message = "four Wests end a hand only with the house option four_wests_abort"
        yield Problem("bad_record", message, f"{where}.kind")
    if record.outcome != "abort":
        yield Problem("bad_record", "four Wests end the hand: outcome abort", where)


def _false_win(record: Record, incident: Incident, where: str) -> Iterator[Problem]:
    if record.outcome != "abort":
        yield Problem("bad_record", "a false win ends the hand: outcome abort", where)
    if not _is_points(incident.facts.get("points")):
        message = "must be the points that were announced, a whole number from 0"
        yield Problem("bad_record", message, f"{where}.points")
    ready = ready_points(incident.facts, record.players)
    whole = type(ready) is list and all(map(_is_points, ready))
    if not whole or len(ready) != record.players:
        message = f"must be {record.players} whole numbers from 0"
        yield Problem("bad_record", message, f"{where}.ready_points")


def _is_points(value: object) -> bool:
    return type(value) is int and value >= 0


def ready_points(facts: Mapping[str, Any], players: int) -> Any:
    """Return what each seat's ready hand would have been worth, nothing where not told."""
    return facts.get("ready_points", [0] * players)


def check_barred(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield what forbids *win*."""
    seat = record.seats[win.seat]
    if win.facts.get("missed_win"):
        yield as_problem(Reason("missed_win_unreleased"), where=f"{where}.facts.missed_win")
    if "foul" in win.facts:
        yield as_problem(Reason("spoilt_no_win"), where=f"{where}.facts.foul")
    if seat.facts.get("dead_hand"):
        dead = f"seats[{win.seat}].facts.dead_hand"
        yield as_problem(Reason("dead_hand_no_win"), where=dead)
    if any(incident.seat == win.seat for incident in liable(record)):
        yield as_problem(Reason("hidden_flower_no_win"), where=where)
    yield from _barred_draws(record, win, where)


def _barred_draws(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a win on the supplement of a claimed kong, or by seven flowers where not played."""
    if win.is_self_draw and "kong_draw" in win.marks:
        kong = supplemented_kong(record, win)
        if kong is not None and kong.kind == "kong_discard":
            yield as_problem(Reason("claimed_kong_no_draw"), where=f"{where}.marks")
    if win.by == "robbed_flower" or is_robbing(win):
        if not record.options["seven_robs_one"]:
            yield as_problem(Reason("seven_robs_one_not_played"), where=where)
        if (
            is_robbing(win)
            and len(ALL_FLOWERS.intersection(record.seats[win.seat].flowers)) < SEVEN
        ):
            yield as_problem(Reason("seven_flowers_rob"), "not_a_win", where)
