"""What singapore.md refuses: "Play", "Winning", "Special tiles", and facts that cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.errors import Problem
from rules.games.singapore.singapore.scoring import (
    declared_win,
    flower_robbery,
    is_thirteen_orphans,
)
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.record.checks import nearest
from rules.record.claims import flowers_lie_out, indicators_turned, named_kong, robbing
from rules.scoring.won_hand import SETS
from rules.tiles import CODES, FLOWERS, KIND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record, Seat, Win

ROUNDS: Final = 4
THREE_CLAIMS: Final = 2
"""The rivals of a winner when three claim one tile."""


def form_problems(record: Record) -> Iterator[Problem]:
    """Yield what cannot be in a record of this game."""
    if record.state.round > ROUNDS:
        yield Problem("bad_record", f"a session has {ROUNDS} rounds", "state.round")
    yield from indicators_turned(record)
    robbed = [replace(win, tile=None) if win.by == "robbed_flower" else win for win in record.wins]
    yield from flowers_lie_out(replace(record, wins=tuple(robbed)))
    for place, win in enumerate(record.wins):
        if win.by == "declared" and (win.tile is not None or win.source is not None):
            message = "what is declared wins by itself: no tile, from nobody"
            yield Problem("bad_record", message, f"wins[{place}]")
    for number, seat in enumerate(record.seats):
        yield from _seat_problems(seat, f"seats[{number}]")
    order = [seat.facts["warned"] for seat in record.seats if "warned" in seat.facts]
    if len(set(order)) < len(order):
        message = "two seats did not give warning at once: number them in order"
        yield Problem("bad_record", message, "seats")


def _seat_problems(seat: Seat, where: str) -> Iterator[Problem]:
    """Yield discarded bonus tiles, and facts of one seat that its tiles belie."""
    for tile in seat.discards or ():
        if tile >= FLOWERS:
            message = f"{CODES[tile]} is laid out, not discarded"
            yield Problem("bad_tiles", message, f"{where}.discards")
    facts = seat.facts
    if not set(facts.get("dealt_bonus", ())) <= set(seat.flowers):
        message = "bonus tiles of the deal lie among the flowers"
        yield Problem("bad_record", message, f"{where}.facts.dealt_bonus")
    before = facts.get("flowers_before", ())
    if len(before) > len(seat.melds):
        message = "must have one entry for each set laid down"
        yield Problem("bad_record", message, f"{where}.facts.flowers_before")
    if any(not set(tiles) <= set(seat.flowers) for tiles in before):
        message = "bonus tiles laid out before a claim still lie among the flowers"
        yield Problem("bad_record", message, f"{where}.facts.flowers_before")
    kongs = [place for place, meld in enumerate(seat.melds) if meld.kind == "kong_discard"]
    if not set(facts.get("late_kongs", ())) <= set(kongs):
        message = "must name kongs of a discard among the sets laid down"
        yield Problem("bad_record", message, f"{where}.facts.late_kongs")
    if facts.get("warned", 1) < 1:
        yield Problem("bad_record", "warnings are counted from 1", f"{where}.facts.warned")


def problems(record: Record) -> Iterator[Problem]:
    """Yield wins that are none, or that a rule forbids."""
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from named_kong(record, win, where)
        if place:
            yield Problem("barred", "a hand has one winner", where)
        yield from _rival_problems(record, win, f"{where}.facts.rivals")
        yield from _no_win(record, win, where)
        yield from _robbery_problems(record, win, where)


def _rival_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield rivals who come first: thirteen orphans, then the nearest after the discarder."""
    if win.source is None or not win.is_taken:
        return
    rivals = [rival for rival in win.facts.get("rivals", ()) if rival != win.seat]
    if record.options["triple_win_draw"] and len(set(rivals)) >= THREE_CLAIMS:
        yield Problem("barred", "three claims on one tile make the hand a draw", where)
    mine = is_thirteen_orphans(record, win.seat, win)
    equals = [rival for rival in rivals if is_thirteen_orphans(record, rival, win) or not mine]
    if not mine and any(is_thirteen_orphans(record, rival, win) for rival in rivals):
        yield Problem("barred", "thirteen orphans goes before any other hand", where)
    elif not nearest(record, replace(win, facts={"rivals": equals})):
        message = "of several claimants the nearest after the discarder wins"
        yield Problem("barred", message, where)


def _no_win(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that the tiles are no win, or one that this house does not take."""
    seat = record.seats[win.seat]
    if win.by == "robbed_flower":
        if not flower_robbery(record, win):
            message = "seven flowers rob the eighth: fewer, or no flower, is no win"
            yield Problem("not_a_win", message, where)
    elif win.by == "declared":
        found = declared_win(record, win)
        if not found:
            message = "eight flowers, three dragon sets or four wind sets are needed"
            yield Problem("not_a_win", message, where)
        elif "all_flowers" not in found and not record.options["honor_limits_at_once"]:
            message = "sets of dragons or winds are paid at once only with honor_limits_at_once"
            yield Problem("barred", message, where)
    else:
        assert seat.hand is not None
        assert win.tile is not None
        kinds = (*seat.hand, win.tile)
        is_won = completes(pack(kinds), SETS - len(seat.melds))
        if not is_won and not is_thirteen_orphans(record, win.seat, win):
            message = f"the tiles do not form {SETS} sets and a pair, or thirteen orphans"
            yield Problem("not_a_win", message, where)


def _robbery_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a robbed kong that was none: only thirteen orphans robs a concealed one."""
    if win.by != "robbed_kong":
        return
    assert win.source is not None
    assert win.tile is not None
    robs_concealed = any(
        meld.kind == "kong_concealed" and KIND[meld.tiles[0]] == KIND[win.tile]
        for meld in record.seats[win.source].melds
    )
    if not (robs_concealed and is_thirteen_orphans(record, win.seat, win)):
        yield from robbing(record, win, where)
