"""Whether a win stands, and what each loser pays for it: nanchang.md, "Winning", "Payment"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rules.errors import Problem, RecordError
from rules.games.jiangxi.nanchang.shapes import Shape, Won, shapes
from rules.record.claims import nearest
from rules.ruleset import Element
from rules.settle.settlement import Item

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.games.jiangxi.nanchang.table import Table
    from rules.record.values import Win

FLAT: Final = 20
"""What everyone pays for a heavenly or earthly hand, without any double."""

DOUBLE: Final = 2
"""What every other element multiplies the single point by."""

VIRTUE: Final = 5
"""What virtue adds to some payments, after all doubles."""

ELEMENTS: Final = (
    Element("self_draw", "自摸", "self-draw", "×2"),
    Element("robbing_the_kong", "搶槓", "robbing the kong", "×2"),
    Element("kong_draw", "槓開", "kong supplement win", "×2"),
    Element("all_pungs", "大七対", "all pungs", "×2"),
    Element("seven_pairs", "小七対", "seven pairs", "×2"),
    Element("thirteen_unrelated", "十三爛", "thirteen unrelated", "×2"),
    Element("seven_stars", "七星", "seven stars", "×2"),
    Element("no_wild", "徳国", "virtue (no wild)", "×2, and 5 more from some"),
    Element("double_no_wild", "徳中徳", "double virtue", "×2"),
    Element("wild_pair_wait", "精釣", "jing pair wait", "×2"),
    Element("heavenly_hand", "天胡", "heavenly hand", FLAT),
    Element("earthly_hand", "地胡", "earthly hand", FLAT),
)


class Score(NamedTuple):
    """A win in one reading."""

    shape: Shape
    items: tuple[Item, ...]
    score: int
    dues: Mapping[int, int]
    """What each loser pays for it."""

    @property
    def rank(self) -> tuple[int, int]:
        """Return what a better reading has more of: points in all, then elements."""
        return sum(self.dues.values()), len(self.items)


def judge(table: Table, win: Win) -> Score:
    """Return the score of *win* in the reading that brings most, of equal ones the first.

    Readings in sets come before seven pairs and unrelated tiles. Raise `RecordError`
    with all reasons for which the win is refused.
    """
    hand = table.record.seats[win.seat].hand
    assert hand is not None
    assert win.tile is not None
    where = f"seats[{win.seat}].hand"
    melds = tuple([meld.part() for meld in table.laid[win.seat].melds])
    found = shapes(Won(hand, win.tile, win.by, melds, table.jings))
    refused = _barred(table, win)
    if not found:
        message = "neither four sets and a pair, nor seven pairs, nor fourteen unrelated tiles"
        refused.append(Problem("not_a_win", message, where))
    if win.by == "discard":
        allowed = [shape for shape in found if not shape.needs_own]
        if found and not allowed:
            message = "a lone jing that does not stand for itself wins by an own tile only"
            refused.append(Problem("barred", message, where))
        found = allowed
    if refused:
        raise RecordError(refused)
    return max([_score(table, win, shape) for shape in found], key=lambda one: one.rank)


def _barred(table: Table, win: Win) -> list[Problem]:
    """Return why the seat may not claim the winning tile at all."""
    found = []
    if win.is_taken and win.facts.get("missed_win"):
        message = "who lets a winning tile pass may not win before the own next turn"
        found.append(Problem("barred", message, "wins[0]"))
    if not nearest(table.record, win):
        message = "of several claimants the nearest after the discarder wins"
        found.append(Problem("barred", message, "wins[0]"))
    return found


def _score(table: Table, win: Win, shape: Shape) -> Score:
    """Return what *win* is worth when its tiles are read as *shape*."""
    losers = [seat for seat in range(table.record.players) if seat != win.seat]
    blessed = _blessing(table, win)
    if blessed is not None:
        return Score(shape, (Item(blessed, FLAT),), FLAT, dict.fromkeys(losers, FLAT))
    names = _names(table, win, shape)
    score = DOUBLE ** len(names)
    dues = {seat: score << _doubles(table, win, seat) for seat in losers}
    if "no_wild" in names:
        for seat in losers:
            dues[seat] += VIRTUE if win.by != "discard" or seat == win.source else 0
    return Score(shape, tuple([Item(name, DOUBLE) for name in names]), score, dues)


def _blessing(table: Table, win: Win) -> str | None:
    """Return whether it is a heavenly or an earthly hand, if its mark can be so (D9)."""
    banker = table.record.state.banker
    if table.laid[win.seat].melds:
        return None
    if "dealt" in win.marks and win.is_self_draw and win.seat == banker:
        return "heavenly_hand"
    if "first_discard" in win.marks and win.by == "discard" and win.source == banker:
        return "earthly_hand"
    return None


def _names(table: Table, win: Win, shape: Shape) -> tuple[str, ...]:
    """Return the elements that hold, in the order of the sheet."""
    held = {*shape.elements}
    if win.is_self_draw:
        held.add("self_draw")
        if "kong_draw" in win.marks:
            held.add("kong_draw")
    if win.by == "robbed_kong":
        held.add("robbing_the_kong")
    if "no_wild" in held and not any(raw for seat, raw in enumerate(table.raw) if seat != win.seat):
        held.add("double_no_wild")
    return tuple([element.id for element in ELEMENTS if element.id in held])


def _doubles(table: Table, win: Win, payer: int) -> int:
    """Return how often the points double for *payer*: for the banker, and for the discarder."""
    discarded = win.by == "discard" and payer == win.source
    return (table.record.state.banker in (payer, win.seat)) + discarded
