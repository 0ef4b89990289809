"""Beijing mahjong, chi-peng-ti (北京の「吃碰提」麻雀): beijing.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.errors import Problem, Reason
from rules.games.beijing.elements import (
    ELEMENTS,
    OPTIONS,
    is_points,
    judge,
    rare_hand,
    waits_with_a_lone_wild,
    wild_after,
)
from rules.games.beijing.payment import FIRST_DISCARDS, pay, pay_incidents
from rules.reasons import as_problem
from rules.record.claims import (
    check_incident_fields,
    check_indicators,
    check_named_kong,
    check_nearest,
    check_nothing_aside,
    check_single_tile,
    wild_set_problem,
)
from rules.record.values import Incident, Meld, Record, Win
from rules.ruleset import RIVALS, Fact, Figure, Ruleset, full_set
from rules.scoring import Score, WonHand, note_exclusions, won_hand
from rules.settle.settlement import (
    Bill,
    Item,
    NextHand,
    ScoredHand,
    Settlement,
    adds,
    itemize_value,
    rotate,
)
from rules.settle.terms import Terms, add, compute, times
from rules.tiles import KINDS, Tile
from rules.walls import Break, Indicator, Throws

CLAIMS: Final = frozenset(("chow", "pung", "kong_added"))
MOST_WILDS: Final = 2
"""The wild tiles with which one may win on another's tile."""
FOUR: Final = 4
ADDED: Final = frozenset(("pung", "kong_added"))


def hand_of(record: Record, win: Win) -> WonHand:
    """Return the hand of *win*."""
    return won_hand(record, win, {wild_after(record.deal.indicators[0])})


def robs_concealed(record: Record, win: Win) -> bool:
    """Return whether the robbed kong was concealed: the tile must then complete a straight."""
    robs = robbed_kinds(record, win)
    return "kong_concealed" in robs and not robs & ADDED


def best_score(record: Record, win: Win) -> Score | None:
    """Return the best reading with which *win* stands."""
    return judge(hand_of(record, win), in_a_straight=robs_concealed(record, win))


def robbed_kinds(record: Record, win: Win) -> set[str]:
    """Return what sets like the tile the robbed seat has; nothing for other wins."""
    if win.by != "robbed_kong" or win.source is None:
        return set()
    melds = record.seats[win.source].melds
    return {meld.kind for meld in melds if meld.kind != "chow" and meld.tiles[0] == win.tile}


def _second_claims(record: Record) -> Iterator[Problem]:
    for number, seat in enumerate(record.seats):
        claims = [place for place, meld in enumerate(seat.melds) if meld.kind in CLAIMS]
        for place in claims[1:]:
            where = f"seats[{number}].melds[{place}]"
            yield as_problem(Reason("one_claim"), "bad_meld", where)


def _incident_problems(record: Record, incident: Incident, where: str) -> Iterator[Problem]:
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
    is_valid = type(amounts) is list and all(map(is_points, amounts))
    if not is_valid or len(amounts or ()) != record.players:
        message = "must say what each seat gets: four whole numbers from 0"
        yield Problem("bad_record", message, f"{where}.amounts")


def _declared_form(record: Record, win: Win, where: str) -> Iterator[Problem]:
    if win.tile is not None or win.source is not None:
        message = "four wilds win by themselves: tile must be null, from absent"
        yield Problem("bad_record", message, f"{where}.tile")
    if record.seats[win.seat].hand is None and win.value is None:
        message = "the winner's hand must be shown"
        yield Problem("bad_record", message, f"seats[{win.seat}].hand")


def _given_up(record: Record, win: Win) -> Iterator[Reason]:
    seat = record.seats[win.seat]
    wild = wild_after(record.deal.indicators[0])
    if seat.facts.get("discarded_wild", wild in (seat.discards or ())):
        yield Reason("wild_given_up")
    if seat.facts.get("dead_hand"):
        yield Reason("wrong_count_no_win")


def _four_wilds(record: Record, win: Win, where: str) -> Iterator[Problem]:
    wild = wild_after(record.deal.indicators[0])
    if (record.seats[win.seat].hand or ()).count(wild) < FOUR:
        yield as_problem(Reason("four_wilds_needed", {"tile": wild}), "not_a_win", where)
    if not record.options["rare_hand_points"]:
        yield as_problem(Reason("four_wilds_not_played"), where=where)


def _hand_problems(record: Record, win: Win, where: str) -> Iterator[Problem]:
    hand = hand_of(record, win)
    if judge(hand) is None:
        is_bound = record.options["two_suits_required"]
        reason = Reason("beijing_shape_two_suits" if is_bound else "sets_or_seven_pairs")
        yield as_problem(reason, "not_a_win", where)
    if win.by == "robbed_kong":
        yield from _robbery(record, win, where)
    if win.is_taken:
        yield from (as_problem(reason, "barred", where) for reason in _bars(hand))


def _robbery(record: Record, win: Win, where: str) -> Iterator[Problem]:
    robs = robbed_kinds(record, win)
    if not robs:
        message = "the robbed seat has no kong or pung of that tile"
        yield Problem("bad_record", message, f"{where}.tile")
    elif "kong_discard" in robs:
        yield as_problem(Reason("kong_of_discard_not_robbed"), where=where)
    elif robs_concealed(record, win) and best_score(record, win) is None:
        yield as_problem(Reason("concealed_kong_by_straight"), where=where)


def _bars(hand: WonHand) -> Iterator[Reason]:
    facts = hand.win.facts
    if not hand.is_concealed:
        yield Reason("claimed_self_draw")
    if hand.wilds - hand.is_last_wild > MOST_WILDS:
        yield Reason("three_wilds_self_draw")
    if waits_with_a_lone_wild(hand):
        yield Reason("lone_wild_self_draw")
    if hand.is_last_wild:
        yield Reason("wild_discarded", {"tile": hand.tile})
    house = hand.options["missed_win"]
    if facts.get("missed") and not (house == "until_turn" and facts.get("turn_skipped")):
        yield Reason("missed_win_until_turn")


GO_ROUND: Final = 4
"""Changes of banker in one go-round of the post."""
INDICATOR: Final = Indicator(27, "bottom", "head")
"""The tile where the next draw would be."""


class Beijing(Ruleset):
    """Four wild tiles, and who has claimed a tile wins by self-draw only."""

    id = "beijing"
    native = "北京麻将・吃碰提"
    name = "Beijing mahjong"
    family = "beijing"
    hides_order = True
    dead_wall = None
    tiles = full_set()
    options = OPTIONS
    elements = ELEMENTS
    value_figures = (Figure("points", least=1),)
    pays_beside_value = True
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    marks = ("kong_draw", "dealt", "first_discard", "last_tile")
    win_facts = (RIVALS, Fact("missed", "tiles"), Fact("turn_skipped"))
    seat_facts = (Fact("discarded_wild"), Fact("dead_hand"))
    incidents = ("false_win", FIRST_DISCARDS)
    incident_facts: ClassVar[Mapping[str, tuple[Fact, ...]]] = MappingProxyType(
        {"false_win": (Fact("amounts", "ints"),)}
    )
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"upstairs": 0})
    indicators = 1
    bars_standing_kongs = True
    taken_only_concealed = True

    def wild_tiles(
        self,
        indicators: Sequence[Tile],
        options: Mapping[str, Any],  # noqa: ARG002 -- hook
    ) -> frozenset[int]:
        """Return the kind after the indicator (混)."""
        if len(indicators) != 1 or indicators[0] >= KINDS:
            return frozenset()
        return frozenset((wild_after(indicators[0]),))

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many tiles *seat* may show: a dead hand any, four wilds one more."""
        if record.seats[seat].facts.get("dead_hand"):
            return ()
        if any(win.seat == seat and win.by == "declared" for win in record.wins):
            rest = self.hand_size - 3 * len(record.seats[seat].melds)
            return rest, rest + 1
        return super().hand_sizes(record, seat)

    def meld_problem(self, record: Record, meld: Meld) -> str | None:
        """Return that a wild tile is in the set (D2)."""
        return wild_set_problem(meld, self.wild_in(record))

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, tiles, claims, incidents and winners that cannot be."""
        yield from check_indicators(record)
        yield from check_nothing_aside(record)
        if record.options["one_claim"]:
            yield from _second_claims(record)
        yield from check_incident_fields(record)
        for place, incident in enumerate(record.incidents):
            yield from _incident_problems(record, incident, f"incidents[{place}]")
        for place, win in enumerate(record.wins):
            if win.by == "declared":
                yield from _declared_form(record, win, f"wins[{place}]")
        if record.options["several_winners"]:
            yield from check_single_tile(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from check_named_kong(record, win, where)
            if place and not record.options["several_winners"]:
                yield as_problem(Reason("one_winner"), where=where)
            elif not record.options["several_winners"]:
                yield from check_nearest(record, win, f"{where}.facts.rivals")
            given_up = [*_given_up(record, win)]
            if given_up:
                yield from (as_problem(reason, "barred", where) for reason in given_up)
            elif win.by == "declared":
                yield from _four_wilds(record, win, where)
            else:
                yield from _hand_problems(record, win, where)

    def entered_problems(self, record: Record) -> Iterable[Problem]:
        """Return winners after the first, or beside a nearer one, unless several may win."""
        return () if record.options["several_winners"] else super().entered_problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; several winners are settled one by one (D9)."""
        bill = Bill()
        wins = tuple([_charge_win(record, win, bill) for win in record.wins])
        pay_incidents(record, bill)
        stays = any(win.seat == record.state.banker for win in record.wins)
        return Settlement(self.id, record.players, tuple(bill.rows), _next(record, stays), wins)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: only false wins are paid."""
        return self._unwon(record, _next(record, stays=True))

    def settle_abort(self, record: Record) -> Settlement:
        """Return the settlement of a void hand: only false wins are paid (D13)."""
        return self._unwon(record, super().settle_abort(record).next)

    def _unwon(self, record: Record, after: NextHand) -> Settlement:
        bill = Bill()
        pay_incidents(record, bill)
        return Settlement(self.id, record.players, tuple(bill.rows), after)

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, after as many stacks as the dice show."""
        return Break(throws.seat_at(throws.total()), throws.total(), INDICATOR)


def _charge_win(record: Record, win: Win, bill: Bill) -> ScoredHand:
    """Return the entry of one winner, a rare hand at its flat points (D5), and make out its pay."""
    rare = rare_hand(record, win)
    score = None if win.value is not None or win.by == "declared" else best_score(record, win)
    terms: Terms
    if rare is None and score is not None:
        items = score.items
        terms = (add("base", 1), *[times(item.id, item.value) for item in items])
    else:
        items = (
            (Item(rare, record.options["rare_hand_points"]),) if rare else itemize_value(win.worth)
        )
        terms = adds(items)
    if rare is not None and score is not None:
        note_exclusions(win.seat, lambda: dict.fromkeys(score.elements, rare))
    pay(record, win, terms, is_rare=rare is not None, bill=bill)
    rows = () if score is None else score.hand.reading.rows()
    return ScoredHand(win.seat, compute(terms), "points", items, rows, terms=terms)


def _next(record: Record, stays: bool) -> NextHand:
    left, house = record.state.carry["upstairs"], record.options["upstairs_after_draw"]
    is_draw = record.outcome == "draw"
    if house == "whole_round":
        left = GO_ROUND if is_draw else max(left - (not stays), 0)
    else:
        left = int(house == "next_hand" and is_draw)
    return rotate(record.state, record.players, stays=stays, carry={"upstairs": left})


GAME: Final = Beijing()
