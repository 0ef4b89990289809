"""What every seat has laid down, and the doubles that it makes: wuhan.md, "Scoring elements"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.errors import Problem, Reason
from rules.games.hubei.wuhan.shapes import Shape, Special, shapes
from rules.hands.covers import completes
from rules.hands.keys import BASE, LANE, pack
from rules.hands.shapes import Part
from rules.reasons import as_problem
from rules.record.claims import check_nearest
from rules.record.values import Meld, Record, Win
from rules.settle.settlement import Item
from rules.settle.terms import Term, Terms, add, become, round_half_up, times
from rules.tiles import EYES, HONORS, Tile

SETS: Final = 4
WILDS_OF_A_MINOR_WIN: Final = 1
CLOSED_KONG_DOUBLES: Final = 2
WILD_KONG_DOUBLES: Final = 2
MAJOR_BASE: Final = 10
HALF_DOUBLE: Final = "×1.5"
"""What an own tile or a claimed one brings in a major win: no whole double."""

IMPLY_OWN_TILE: Final = frozenset(("kong_draw", "last_tile"))
"""Major conditions beside which an own tile counts for nothing more."""


AUTO: Final = "auto"


class Limits(NamedTuple):
    """What a loser pays at most, and what where all of them reach that."""

    limit: int
    golden: int
    radiant: int
    trinity: int


LIMITS: Final = {
    (True, False): Limits(300, 400, 500, 600),
    (True, True): Limits(600, 800, 1000, 1200),
    (False, False): Limits(400, 500, 600, 700),
    (False, True): Limits(800, 1000, 1200, 1400),
}
"""The limits by whether there are only the red kong tiles, and whether each open set doubles."""


def limits(options: Mapping[str, Any]) -> Limits:
    """Return the limits in force."""
    if options["limits"] != AUTO:
        return Limits(*options["limits"])
    usual = options.get("kong_tiles", "red") == "red"
    return LIMITS[usual, options["double_per_open_set"]]


class Variant(NamedTuple):
    """What four and three players score differently."""

    has_half_doubles: bool = True
    """Whether own tile and claimed are worth half a double in a major win."""
    has_bottom_stage: bool = True
    all_must_owe: bool = True
    """Whether every loser has to owe the minimum, or one of them."""
    honors_are_one_suit: bool = False
    """Whether four sets and a pair of honors are one suit too."""
    golden_at_once: frozenset[str] = frozenset()
    """Major conditions that make a golden limit whatever the losers owe."""

    def majors(self, win: Win, shape: Shape, open_sets: int) -> tuple[str, ...]:
        """Return the major conditions that hold, in the order of the sheet."""
        good, own = shape.good_eyes, win.is_self_draw
        claims = (
            (
                "pure_one_suit",
                shape.one_suit or (self.honors_are_one_suit and shape.honors and shape.regular),
            ),
            ("all_honors", shape.honors),
            ("all_eyes", shape.eyes),
            ("all_pungs", shape.pungs),
            ("melded_hand", good and shape.regular and open_sets == SETS and win.by == "discard"),
            ("last_tile", good and own and self.has_bottom_stage and "last_tile" in win.marks),
            ("kong_draw", good and own and "kong_draw" in win.marks),
            ("robbing_the_kong", good and win.by == "robbed_kong"),
        )
        return tuple([name for name, holds in claims if holds])

    def own_or_claimed(self, name: str, *, is_major: bool) -> Item:
        """Return the double for an own tile or for a claimed one (放冲)."""
        return Item(name, 0, HALF_DOUBLE) if is_major and self.has_half_doubles else Item(name, 1)

    def reaches(self, debts: Collection[int], least: int) -> bool:
        """Return whether what the losers owe is enough to win."""
        return (min(debts) if self.all_must_owe else max(debts)) >= least


class SeatLayout(NamedTuple):
    """One seat's sets and single tiles; a robbed kong stands as the pung that it stays."""

    melds: tuple[Meld, ...]
    open_sets: int
    """Chows, pungs, direct and filled kongs; a closed kong is none."""
    items: tuple[Item, ...]
    """The doubles that count for winner and loser alike."""


class Position(NamedTuple):
    """The table at the end of the hand."""

    record: Record
    special: Special
    layouts: tuple[SeatLayout, ...]


def position(record: Record, special: Special) -> Position:
    """Return what lies on the table of *record*."""
    return Position(
        record,
        special,
        tuple(
            [
                _seat_layout(record, number, special) if seat.melds or seat.aside else NOTHING_LAID
                for number, seat in enumerate(record.seats)
            ]
        ),
    )


def _seat_layout(record: Record, seat: int, special: Special) -> SeatLayout:
    melds = record.melds_after_robbing(seat)
    aside = record.seats[seat].aside
    kinds = [meld.kind for meld in melds]
    closed_kongs = kinds.count("kong_concealed")
    open_kongs = kinds.count("kong_discard") + kinds.count("kong_added")
    open_sets = len(kinds) - closed_kongs
    wild = [tile == special.wild for tile in aside].count(True)
    items = []
    if open_sets:
        each = record.options["double_per_open_set"]
        items.append(Item("open_sets", open_sets if each else 1))
    if open_kongs:
        items.append(Item("open_kong", open_kongs))
    if wild < len(aside):
        items.append(Item("kong_tile", len(aside) - wild))
    if closed_kongs:
        items.append(Item("concealed_kong", CLOSED_KONG_DOUBLES * closed_kongs))
    if wild:
        items.append(Item("wild_kong", WILD_KONG_DOUBLES * wild))
    return SeatLayout(melds, open_sets, tuple(items))


NOTHING_LAID = SeatLayout((), 0, ())


class WuhanScore(NamedTuple):
    """A win in one reading."""

    win: Win
    shape: Shape
    majors: tuple[str, ...]
    base: int
    items: tuple[Item, ...]
    losers: Mapping[int, tuple[Item, ...]]
    """The doubles of each loser."""
    owed: Mapping[int, int]
    """Each loser's own score, before limits and division."""
    dues: Mapping[int, int]
    """What each loser has to pay, liability apart."""
    limits: Mapping[int, Term]
    """The limit at which a loser pays, where he does."""

    def base_terms(self) -> Terms:
        """Return how the base comes about: each major condition adds, or doubles the first."""
        names = self.majors or ("common_win",)
        if self.base == MAJOR_BASE * len(names):
            return tuple([add(name, MAJOR_BASE) for name in names])
        doubles = [times(name, 2) for name in names[1:]]
        return (add(names[0], MAJOR_BASE if self.majors else 1), *doubles)

    def due_terms(self, seat: int, unit: int) -> Terms:
        """Return how what *seat* has to pay comes about, in points of *unit*."""
        own = [item for item in self.items if item.id not in (*self.majors, "common_win")]
        terms = [*self.base_terms(), *_doubles(own), *_doubles(self.losers[seat], seat)]
        if seat in self.limits:
            terms.append(self.limits[seat])
        if unit > 1:
            terms += times("divide_by", 1, divisor=unit), round_half_up(1)
        return tuple(terms)

    @property
    def rank(self) -> tuple[int, int]:
        """Return what a better reading has more of: points in all, then elements."""
        return sum(self.dues.values()), len(self.items)


def score(variant: Variant, position: Position, win: Win, shape: Shape) -> WuhanScore:
    """Return what *win* is worth when its tiles are read as *shape*."""
    majors = variant.majors(win, shape, position.layouts[win.seat].open_sets)
    options = position.record.options
    base = _base(len(majors), options["major_base"])
    base_items = [Item(name, MAJOR_BASE) for name in majors] or [Item("common_win", base)]
    more = _winner_items(variant, position, win, shape, majors)
    losers = _losers_items(variant, position, win, is_major=bool(majors))
    debts = {seat: _times(base, (*more, *items)) for seat, items in losers.items()}
    caps = _limits_reached(
        debts, limits(options), position, not variant.golden_at_once.isdisjoint(majors)
    )
    dues = {seat: caps[seat].value if seat in caps else due for seat, due in debts.items()}
    unit = options["divide_by"]
    if unit > 1:
        dues = {seat: (2 * due + unit) // (2 * unit) for seat, due in dues.items()}
    return WuhanScore(win, shape, majors, base, (*base_items, *more), losers, debts, dues, caps)


def _base(majors: int, way: str) -> int:
    if not majors:
        return 1
    return MAJOR_BASE << majors - 1 if way == "exponential" else MAJOR_BASE * majors


def _winner_items(
    variant: Variant, position: Position, win: Win, shape: Shape, majors: tuple[str, ...]
) -> list[Item]:
    items = [*position.layouts[win.seat].items]
    if not majors and win.seat == position.record.state.banker:
        items.append(Item("banker", 1))
    if shape.own_faces:
        items.append(Item("no_wild", 1))
    if win.is_self_draw and IMPLY_OWN_TILE.isdisjoint(majors):
        items.append(variant.own_or_claimed("self_draw", is_major=bool(majors)))
    return items


def _losers_items(
    variant: Variant, position: Position, win: Win, *, is_major: bool
) -> dict[int, tuple[Item, ...]]:
    items = {seat: layout.items for seat, layout in enumerate(position.layouts) if seat != win.seat}
    banker = position.record.state.banker
    if banker in items and not is_major:
        items[banker] += (Item("banker", 1),)
    if win.by == "discard" and win.source is not None:
        items[win.source] += (variant.own_or_claimed("claimed", is_major=is_major),)
    return items


def _times(base: int, items: Sequence[Item]) -> int:
    """Return *base* after the doubles of *items*; a half double comes once at most."""
    debt = base
    for item in items:
        debt <<= item.value
    return debt * 3 // 2 if any(item.factor for item in items) else debt


def _doubles(items: Iterable[Item], seat: int | None = None) -> Iterator[Term]:
    for item in items:
        if item.factor:
            yield times(item.id, 3, divisor=2, seat=seat)
        else:
            yield times(item.id, 2, item.value, seat=seat)


def _limits_reached(
    debts: Mapping[int, int], most: Limits, position: Position, at_once: bool
) -> dict[int, Term]:
    """Return the limit at which each loser pays, if at one; *at_once* all count as at theirs."""
    if not at_once and min(debts.values()) < most.limit:
        ordinary = become("limit", most.limit)
        return {seat: ordinary for seat, due in debts.items() if due > most.limit}
    closed_seats = [seat for seat in debts if not position.layouts[seat].open_sets]
    if len(closed_seats) == len(debts):
        return dict.fromkeys(debts, become("trinity_limit", most.trinity))
    golden, radiant = become("golden_limit", most.golden), become("radiant_limit", most.radiant)
    return {seat: radiant if seat in closed_seats else golden for seat in debts}


class Claim(NamedTuple):
    """A win that somebody declares, or could."""

    variant: Variant
    position: Position
    win: Win
    hand: tuple[Tile, ...]
    """The winner's concealed tiles without the winning one."""
    melds: tuple[Part, ...]

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """Return the concealed tiles, the winning one last."""
        return self.hand if self.win.tile is None else (*self.hand, self.win.tile)

    @property
    def hand_path(self) -> str:
        """Return where in the record the hand is."""
        return f"seats[{self.win.seat}].hand"

    @property
    def where(self) -> str:
        """Return where in the record the win is; one that is only thought of is the first."""
        wins = self.position.record.wins
        return f"wins[{wins.index(self.win) if self.win in wins else 0}]"


def judge(
    variant: Variant, position: Position, win: Win, hand: tuple[Tile, ...]
) -> WuhanScore | list[Problem]:
    """Return the score of *win* with this concealed *hand*, or why it is refused, in order."""
    melds = tuple([meld.part() for meld in position.layouts[win.seat].melds])
    claim = Claim(variant, position, win, hand, melds)
    problems = [*_claim_problems(claim), *_hand_problems(claim)]
    if problems:
        return problems
    candidates = _winning_shapes(claim)
    if not candidates:
        return [_no_hand(claim)]
    if win.by == "discard" and waits_for_anything(claim):
        return [as_problem(Reason("any_tile_no_discard"), where=claim.where)]
    return _best(claim, [score(variant, position, win, shape) for shape in candidates])


def _winning_shapes(claim: Claim) -> list[Shape]:
    """Return the readings that may win; a minor one has at most one wild tile in hand."""
    concealed = claim.concealed
    readings = shapes(concealed, claim.melds, claim.position.special)
    if concealed.count(Tile(claim.position.special.wild)) <= WILDS_OF_A_MINOR_WIN:
        return readings
    open_sets = claim.position.layouts[claim.win.seat].open_sets
    return [shape for shape in readings if claim.variant.majors(claim.win, shape, open_sets)]


def _claim_problems(claim: Claim) -> list[Problem]:
    win, problems = claim.win, []
    if win.by == "discard" and win.tile == claim.position.special.wild:
        reason = Reason("laizi_discarded", {"tile": win.tile})
        problems.append(as_problem(reason, where=f"{claim.where}.tile"))
    problems += check_nearest(claim.position.record, win, f"{claim.where}.facts.rivals")
    return problems


def _hand_problems(claim: Claim) -> list[Problem]:
    win, kong, problems = claim.win, claim.position.special.kong, []
    if not claim.position.layouts[win.seat].open_sets:
        where = f"seats[{win.seat}].melds"
        problems.append(as_problem(Reason("wuhan_open_set"), "not_a_win", where))
    if not kong.isdisjoint(claim.hand):
        problems.append(as_problem(Reason("kong_tile_in_hand"), "not_a_win", claim.hand_path))
    if win.tile in kong:
        reason = Reason("kong_tile_no_win", {"tile": win.tile})
        problems.append(as_problem(reason, "not_a_win", f"{claim.where}.tile"))
    return problems


def _no_hand(claim: Claim) -> Problem:
    """Return why no reading may win: no hand at all, the wrong eyes, too many wild tiles."""
    concealed, special = claim.concealed, claim.position.special
    if shapes(concealed, claim.melds, special):
        return as_problem(Reason("wuhan_minor_wilds"), "barred", claim.hand_path)
    if shapes(concealed, claim.melds, special, is_strict=False):
        reason = Reason("wuhan_eyes")
    else:
        reason = Reason("wuhan_shape")
    return as_problem(reason, "not_a_win", claim.hand_path)


def waits_for_anything(claim: Claim) -> bool:
    """Return whether every kind but kong tiles would win, drawn and without marks (D4).

    What the losers would owe does not matter, nor whether such a tile is left.
    """
    special = claim.position.special
    if special.wild not in claim.hand:
        return False
    key = pack(kind for kind in claim.hand if kind != special.wild)
    # kinds that need sets and a pair: nearly every hand fails at the first of them
    telling = (kind for kind in special.usable if kind < HONORS and kind not in EYES)
    return all(
        kind == special.wild
        or claim.hand.count(Tile(kind)) == BASE - 1
        or completes(key + LANE[kind], SETS - len(claim.melds))
        for kind in telling
    ) and all(_would_win(claim, Tile(kind)) for kind in special.usable)


def _would_win(claim: Claim, tile: Tile) -> bool:
    return bool(_winning_shapes(claim._replace(win=Win(claim.win.seat, "self_draw", tile))))


def _best(claim: Claim, scores: list[WuhanScore]) -> WuhanScore | list[Problem]:
    least = claim.position.record.options["minimum_points"]
    enough = [one for one in scores if claim.variant.reaches(one.owed.values(), least)]
    if len(enough) == 1:
        return enough[0]
    if enough:
        return max(enough, key=lambda one: one.rank)
    best = max(scores, key=lambda one: one.rank)
    dues = best.owed.values()
    if claim.variant.all_must_owe:
        few = Reason("every_loser_owes", {"least": least, "owed": min(dues)})
    else:
        few = Reason("one_loser_owes", {"least": least, "owed": max(dues)})
    return [as_problem(few, "below_minimum", claim.hand_path)]
