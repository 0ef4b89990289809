"""What cannot be, and what the rules forbid: beijing.md, "Play", "Winning"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.beijing.beijing.holding import holding, wild_after
from rules.games.beijing.beijing.scoring import Claim, best
from rules.games.beijing.beijing.table import is_points
from rules.record.claims import (
    incident_fields,
    indicators_turned,
    named_kong,
    nearest,
    nothing_apart,
    one_tile,
)
from rules.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Incident, Record, Win

CLAIMS: Final = frozenset(("chow", "pung", "kong_added"))
MOST_WILDS: Final = 2
"""The wild tiles with which one may win on another's tile."""
FOUR: Final = 4
ADDED: Final = frozenset(("pung", "kong_added"))


def claim(record: Record, win: Win) -> Claim:
    """Return the claim of *win*, whose hand and tile are known."""
    robs = robbed_kinds(record, win)
    robs_concealed = "kong_concealed" in robs and not robs & ADDED
    return Claim(record, win, holding(record, win), robs_concealed)


def robbed_kinds(record: Record, win: Win) -> set[str]:
    """Return what sets like the tile the robbed seat has; nothing for other wins."""
    if win.by != "robbed_kong" or win.source is None:
        return set()
    melds = record.seats[win.source].melds
    return {meld.kind for meld in melds if meld.kind != "chow" and meld.tiles[0] == win.tile}


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield indicators, tiles, claims, incidents and winners that cannot be."""
    yield from indicators_turned(record)
    yield from nothing_apart(record)
    if record.options["one_claim"]:
        yield from _second_claims(record)
    yield from incident_fields(record)
    for place, incident in enumerate(record.incidents):
        yield from _incident_problems(record, incident, f"incidents[{place}]")
    for place, win in enumerate(record.wins):
        if win.by == "declared":
            yield from _declared_form(record, win, f"wins[{place}]")
    if record.options["several_winners"]:
        yield from one_tile(record)


def _second_claims(record: Record) -> Iterator[Problem]:
    """Yield chows and pungs after the first of a seat."""
    for number, seat in enumerate(record.seats):
        claims = [place for place, meld in enumerate(seat.melds) if meld.kind in CLAIMS]
        for place in claims[1:]:
            message = "this house allows one chow or pung in a hand"
            yield Problem("bad_meld", message, f"seats[{number}].melds[{place}]")


def _incident_problems(record: Record, incident: Incident, where: str) -> Iterator[Problem]:
    """Yield an incident that says too little, or what cannot have been."""
    if incident.kind != "false_win":
        if incident.seat not in (None, record.state.banker):
            message = "the banker pays for equal first discards"
            yield Problem("bad_record", message, f"{where}.seat")
        return
    if incident.seat is None:
        yield Problem("bad_record", "must say whose it was", f"{where}.seat")
    amounts = incident.facts.get("amounts")
    if amounts is None and record.options["false_win"] == "fixed":
        return
    sound = type(amounts) is list and all(map(is_points, amounts))
    if not sound or len(amounts or ()) != record.players:
        message = "must say what each seat gets: four whole numbers from 0"
        yield Problem("bad_record", message, f"{where}.amounts")


def _declared_form(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield what four wilds cannot come with."""
    if win.tile is not None or win.source is not None:
        message = "four wilds win by themselves: tile must be null, from absent"
        yield Problem("bad_record", message, f"{where}.tile")
    if record.seats[win.seat].hand is None:
        message = "the winner's hand must be shown"
        yield Problem("bad_record", message, f"seats[{win.seat}].hand")


def problems(record: Record) -> Iterator[Problem]:
    """Yield wins that are none, or that a rule forbids."""
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from named_kong(record, win, where)
        if place and not record.options["several_winners"]:
            yield Problem("barred", "only one wins a hand in this house", where)
        elif not record.options["several_winners"] and not nearest(record, win):
            message = "of several claimants the nearest after the discarder wins"
            yield Problem("barred", message, f"{where}.facts.rivals")
        given_up = [*_given_up(record, win)]
        if given_up:
            yield from (Problem("barred", message, where) for message in given_up)
        elif win.by == "declared":
            yield from _four_wilds(record, win, where)
        else:
            yield from _hand_problems(record, win, where)


def _given_up(record: Record, win: Win) -> Iterator[str]:
    """Yield why the seat wins nothing any more."""
    seat = record.seats[win.seat]
    wild = wild_after(record.deal.indicators[0])
    if seat.facts.get("discarded_wild", wild in (seat.discards or ())):
        yield "who discards a wild tile has given up the hand"
    if seat.facts.get("dead_hand"):
        yield "a hand with too many or too few tiles (相公) does not win"


def _four_wilds(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield too few wild tiles, or a house that does not play them."""
    wild = wild_after(record.deal.indicators[0])
    if (record.seats[win.seat].hand or ()).count(wild) < FOUR:
        yield Problem("not_a_win", f"four {CODES[wild]} are needed in the hand", where)
    if not record.options["rare_hand_points"]:
        yield Problem("barred", "four wilds are not played in this house", where)


def _hand_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield tiles that are no hand, and what bars a hand that is one."""
    claimed = claim(record, win)
    if best(claimed._replace(robs_concealed=False)) is None:
        message = "the tiles are neither four sets and a pair nor seven pairs"
        if record.options["two_suits_required"]:
            message += " without one of the suits (断門)"
        yield Problem("not_a_win", message, where)
    if win.by == "robbed_kong":
        yield from _robbery(claimed, where)
    if win.is_taken:
        yield from (Problem("barred", message, where) for message in _bars(claimed))


def _robbery(claimed: Claim, where: str) -> Iterator[Problem]:
    """Yield a robbed kong that was none, or that may not be robbed."""
    robs = robbed_kinds(claimed.record, claimed.win)
    if not robs:
        message = "the robbed seat has no kong or pung of that tile"
        yield Problem("bad_record", message, f"{where}.tile")
    elif "kong_discard" in robs:
        yield Problem("barred", "a kong of a discard cannot be robbed", where)
    elif claimed.robs_concealed and best(claimed) is None:
        message = "a concealed kong is robbed only by the tile of a straight (龍)"
        yield Problem("barred", message, where)


def _bars(claimed: Claim) -> Iterator[str]:
    """Yield what forbids to win on another's tile."""
    holds, facts = claimed.holds, claimed.win.facts
    if not holds.is_concealed:
        yield "who has claimed a tile wins by self-draw only"
    if holds.held_wilds > MOST_WILDS:
        yield "with three wild tiles one wins by self-draw only"
    if holds.waits_with_a_lone_wild:
        yield "a lone wild (混悠) wins by self-draw only"
    if holds.tile == holds.wild:
        yield f"{CODES[holds.tile]} is wild: nobody wins on a discarded one"
    house = claimed.record.options["missed_win"]
    if facts.get("missed") and not (house == "until_turn" and facts.get("turn_skipped")):
        yield "after a missed win nobody wins on another's tile before his turn"
