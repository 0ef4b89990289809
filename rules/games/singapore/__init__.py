"""Singapore mahjong (シンガポールの麻雀): singapore.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.game import Scope
from rules.games.singapore.elements import (
    ALL_FLOWERS,
    ELEMENTS,
    LOOKS_AT_NO_HAND,
    Verdict,
    declared_win,
    flower_robbery,
    is_thirteen_orphans,
    judge,
)
from rules.games.singapore.liability import late_kongs, liable_seat, pay_premiums
from rules.reasons import as_error, as_problem
from rules.record.claims import (
    check_flowers,
    check_indicators,
    check_named_kong,
    check_nearest,
    check_robbed_kong,
)
from rules.record.values import WAYS, Record, Seat, Win
from rules.ruleset import RIVALS, Fact, Figure, Ruleset, choice, full_set, switch
from rules.scoring import won_hand
from rules.settle.settlement import Bill, NextHand, ScoredHand, Settlement, rotate
from rules.settle.terms import add, times
from rules.tiles import CODES, FLOWERS, KIND
from rules.walls import Break, Throws

ROUNDS: Final = 4
ANIMALS: Final = {f"{place}a": 1 for place in range(1, 5)}
THREE_DICE: Final = 3
THREE_CLAIMS: Final = 2
"""The rivals of a winner when three claim one tile."""


class Singapore(Ruleset):
    """Tai that double the stake up to five, animals, premiums at once, and liability."""

    id = "singapore"
    native = "新加坡麻将"
    name = "Singapore mahjong"
    minimum = ("tai", 1)
    family = "singapore"
    hides_order = True
    dead_wall = 15
    rounds = ROUNDS
    tiles = MappingProxyType({**full_set(flowers=True), **ANIMALS})
    options = (
        choice("dice", 3, 2),
        switch("triple_win_draw"),
        choice("mixed_terminals_tai", 2, 1),
        switch("honor_limits_at_once"),
        choice("four_concealed_pungs", "pair_self_draw", "self_draw"),
        switch("human_hand", default=True),
        choice("fresh_test", "discards_and_sets", "discards"),
        switch("concealed_hand_tai"),
        switch("self_draw_tai"),
        switch("late_kong_liability"),
    )
    elements = ELEMENTS
    value_figures = (Figure("tai", (1, 2, 3, 4, 5)),)
    needs_tiles = ("thirteen_orphans", "liability")
    pays_beside_value = True
    ways = WAYS
    dice = THREE_DICE
    marks = (
        "kong_draw",
        "flower_draw",
        "double_kong_draw",
        "last_tile",
        "dealt",
        "first_discard",
        "before_first_draw",
    )
    laid_counts_after = ("win", "draw", "abort")
    scopes = MappingProxyType({"mark.before_first_draw": Scope(("discard",))})
    win_facts = (
        RIVALS,
        Fact("left", "int"),
        Fact("fresh"),
        Fact("no_choice"),
        Fact("claimed_after"),
    )
    seat_facts = (
        Fact("dealt_bonus", "tiles"),
        Fact("flowers_before", "tile_rows"),
        Fact("late_kongs", "ints", numbers="kongs"),
        Fact("warned", "int"),
    )

    def dice_for(self, options: Mapping[str, Any]) -> int:
        """Return how many dice a throw has."""
        count: int = options["dice"]
        return count

    def throwers(self, throws: Throws) -> tuple[int | None, ...]:
        """Return who throws: the banker, and with two dice the seat that he counts to."""
        if throws.options["dice"] == THREE_DICE:
            return (throws.banker,)
        return throws.banker, throws.seat_at(throws.total()) if throws.dice else None

    def break_wall(self, throws: Throws) -> Break:
        """Return where the throws of the banker, and with two dice of another seat, lead."""
        wall = throws.seat_at(throws.total())
        after = sum(sum(throw) for throw in throws.dice[: len(self.throwers(throws))])
        while after > (stacks := 19 - (wall - throws.banker) % 2):
            wall, after = (wall - 1) % throws.players, after - stacks
        return Break(wall, after)

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many concealed tiles *seat* may show.

        A flower win looks at no hand, and what is declared may come before the banker's
        first discard or on the winner's own draw.
        """
        layout = record.seats[seat]
        ways = {win.by for win in record.wins if win.seat == seat}
        if "robbed_flower" in ways or ("declared" in ways and ALL_FLOWERS.issubset(layout.flowers)):
            return ()
        is_early = any(win.by in LOOKS_AT_NO_HAND for win in record.wins)
        if "declared" in ways or (is_early and seat == record.state.banker):
            rest = self.hand_size - 3 * len(layout.melds)
            return rest, rest + 1
        return super().hand_sizes(record, seat)

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield what cannot be in a record of this game."""
        return _form_problems(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        return _problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand: "Payment"; refuse one of no tai."""
        (win,) = record.wins
        verdict = judge(record, win)
        if verdict is None or not verdict.tai:
            raise as_error(Reason("one_tai"), "below_minimum", "wins[0]")
        bill = Bill()
        _pay_win(bill, record, win, verdict)
        pay_premiums(bill, record, late_kongs(record))
        rows = () if verdict.reading is None else verdict.reading.rows()
        entry = ScoredHand(win.seat, verdict.tai, "tai", verdict.items, rows, terms=verdict.terms)
        after = _next_hand(record, stays=win.seat == record.state.banker)
        return Settlement(self.id, record.players, tuple(bill.rows), after, (entry,))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: the premiums stand, the banker stays."""
        return self._premiums(record, _next_hand(record, stays=True))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: the premiums stand all the same (D18)."""
        return self._premiums(record, super().settle_abort(record).next)

    def _premiums(self, record: Record, after: NextHand) -> Settlement:
        bill = Bill()
        pay_premiums(bill, record, late_kongs(record))
        return Settlement(self.id, record.players, tuple(bill.rows), after)


def _pay_win(bill: Bill, record: Record, win: Win, verdict: Verdict) -> None:
    base = (add("base", 1), *([times("tai", 2, verdict.tai - 1)] if verdict.tai > 1 else []))
    for payer in range(record.players):
        double = _double(win, verdict, payer)
        bill.charge(payer, win.seat, (*base, times(double, 2)) if double else base)
    liable = liable_seat(record, win, verdict)
    if liable is not None:
        bill.assign(liable)


def _double(win: Win, verdict: Verdict, payer: int) -> str | None:
    """Return why *payer* pays double, if he does."""
    if not win.is_taken:
        return "self_draw"
    if payer == win.source:
        return "discarder"
    return "thirteen_orphans" if verdict.elements.get("thirteen_orphans") else None


def _next_hand(record: Record, *, stays: bool) -> NextHand:
    """Return the next hand: the session ends when a fifth round would begin."""
    after = rotate(record.state, record.players, stays=stays)
    return replace(after, over=after.round > ROUNDS)


# What is refused


def _form_problems(record: Record) -> Iterator[Problem]:
    if record.state.round > ROUNDS:
        yield Problem("bad_record", f"a session has {ROUNDS} rounds", "state.round")
    yield from check_indicators(record)
    wins = [replace(win, tile=None) if win.by == "robbed_flower" else win for win in record.wins]
    yield from check_flowers(replace(record, wins=tuple(wins)))
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


def _problems(record: Record) -> Iterator[Problem]:
    for place, win in enumerate(record.wins):
        where = f"wins[{place}]"
        yield from check_named_kong(record, win, where)
        if place:
            yield as_problem(Reason("one_winner"), where=where)
        yield from _rival_problems(record, win, f"{where}.facts.rivals")
        yield from _no_win(record, win, where)
        yield from _robbery_problems(record, win, where)


def _rival_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield rivals who come first: thirteen orphans, then the nearest after the discarder."""
    if win.source is None or not win.is_taken:
        return
    rivals = [rival for rival in win.facts.get("rivals", ()) if rival != win.seat]
    if record.options["triple_win_draw"] and len(set(rivals)) >= THREE_CLAIMS:
        yield as_problem(Reason("three_claims_draw"), where=where)
    mine = is_thirteen_orphans(record, win.seat, win)
    equals = [rival for rival in rivals if is_thirteen_orphans(record, rival, win) or not mine]
    if not mine and any(is_thirteen_orphans(record, rival, win) for rival in rivals):
        yield as_problem(Reason("orphans_first"), where=where)
    else:
        yield from check_nearest(record, replace(win, facts={"rivals": equals}), where)


def _no_win(record: Record, win: Win, where: str) -> Iterator[Problem]:
    if win.by == "robbed_flower":
        if not flower_robbery(record, win):
            yield as_problem(Reason("seven_flowers_rob"), "not_a_win", where)
    elif win.by == "declared":
        names = declared_win(record, win)
        if not names:
            yield as_problem(Reason("flowers_or_honors_declared"), "not_a_win", where)
        elif "all_flowers" not in names and not record.options["honor_limits_at_once"]:
            yield as_problem(Reason("honors_not_at_once"), where=where)
    elif not (won_hand(record, win).is_complete or is_thirteen_orphans(record, win.seat, win)):
        yield as_problem(Reason("sets_or_orphans_shape"), "not_a_win", where)


def _robbery_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a robbed kong that was none: only thirteen orphans robs a concealed one."""
    if win.by != "robbed_kong" or win.source is None or win.tile is None:
        return
    robs_concealed = any(
        meld.kind == "kong_concealed" and KIND[meld.tiles[0]] == KIND[win.tile]
        for meld in record.seats[win.source].melds
    )
    if not (robs_concealed and is_thirteen_orphans(record, win.seat, win)):
        yield from check_robbed_kong(record, win, where)


GAME: Final = Singapore()
