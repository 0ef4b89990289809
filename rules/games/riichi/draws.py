"""Hands that nobody won: riichi.md, "Draw" and "Side payments, bonuses, fines"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.riichi.hand import ORPHAN_KINDS, PAIRS_OF_A_HAND, SETS
from rules.games.riichi.payments import has_declared, lay_sticks
from rules.games.riichi.points import MANGAN
from rules.games.riichi.rotation import Course
from rules.hands.covers import waits
from rules.hands.keys import pack
from rules.tiles import KIND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.riichi import Riichi
    from rules.record.values import Record
    from rules.settle.settlement import Bill
    from rules.tiles import Tile


def waiting_kinds(hand: Sequence[Tile], melds: int) -> frozenset[int]:
    """Return the kinds that complete the concealed tiles *hand* beside *melds* sets laid down."""
    kinds = [KIND[tile] for tile in hand]
    return frozenset(waits(pack(kinds), SETS - melds)) | waits_without_sets(kinds, melds)


def waits_without_sets(kinds: list[int], melds: int) -> frozenset[int]:
    """Return the kinds that make seven pairs or thirteen orphans of *kinds*, all of the hand."""
    return frozenset() if melds else frozenset(_waits_for_pairs(kinds) + _waits_for_orphans(kinds))


def _waits_for_pairs(kinds: list[int]) -> list[int]:
    """Return the kind that makes the seventh pair: seven different kinds, one of them alone."""
    different = set(kinds)
    if len(different) != PAIRS_OF_A_HAND or any(kinds.count(kind) > 2 for kind in different):
        return []
    return [kind for kind in different if kinds.count(kind) == 1]


def _waits_for_orphans(kinds: list[int]) -> list[int]:
    """Return the kinds that complete the thirteen orphans."""
    different, all_of_them = set(kinds), set(ORPHAN_KINDS)
    if not different <= all_of_them or len(different) < len(all_of_them) - 1:
        return []
    return list(all_of_them - different or all_of_them)


def is_ready(game: Riichi, record: Record, seat: int) -> bool:
    """Return whether *seat* is ready (聴牌): by its shown hand, else by fact or riichi.

    A wait for tiles that the seat holds all copies of itself is none.
    """
    shown = record.seats[seat]
    if shown.hand is None:
        return bool(shown.facts.get("ready", has_declared(record, seat)))
    own = [KIND[tile] for tile in shown.hand]
    own += [KIND[tile] for meld in shown.melds for tile in meld.tiles]
    copies = game.copies(record)
    return any(own.count(kind) < copies for kind in game.waits(shown.hand, len(shown.melds)))


def pay_ready(pool: int, ready: list[bool], bill: Bill) -> None:
    """Write what those not ready pay those ready: *pool* points in all, equal shares."""
    takers = [seat for seat, is_in in enumerate(ready) if is_in]
    payers = [seat for seat, is_in in enumerate(ready) if not is_in]
    for payer in payers:
        for taker in takers:
            bill.pay(payer, taker, pool // (len(payers) * len(takers)), "ready")


def pay_mangan(record: Record, taker: int, bill: Bill, reason: str) -> None:
    """Write a mangan for *taker* as if self-drawn."""
    banker = record.state.banker
    for seat in range(record.players):
        double = banker in (taker, seat)
        bill.pay(seat, taker, MANGAN * (2 if double else 1), reason)


def pay_chombo(record: Record, payer: int, bill: Bill) -> None:
    """Write the fine for a false win (錯和): a mangan as if self-drawn against the offender."""
    banker = record.state.banker
    for seat in range(record.players):
        double = banker in (payer, seat)
        bill.pay(payer, seat, MANGAN * (2 if double else 1), "penalty")


def has_nagashi(record: Record, seat: int) -> bool:
    """Return whether *seat* discarded nothing but 1, 9 and honors and none was claimed (流し満貫).

    Where the record does not say it, the discards do, if they are known.
    """
    told: bool | None = record.seats[seat].facts.get("nagashi")
    if told is not None:
        return told
    discards = record.seats[seat].discards
    if not discards or any(KIND[tile] not in ORPHAN_KINDS for tile in discards):
        return False
    return not any(meld.source == seat for other in record.seats for meld in other.melds)


def drawn(game: Riichi, record: Record, bill: Bill) -> Course:
    """Write what an exhaustive draw costs and return how the table goes on."""
    deposits = lay_sticks(record, bill)
    ready = [is_ready(game, record, seat) for seat in range(record.players)]
    nagashi = [seat for seat in range(record.players) if game.has_nagashi(record, seat)]
    for seat in nagashi:
        pay_mangan(record, seat, bill, "nagashi")
    if not nagashi:
        game.pay_ready(record, ready, bill)
    stays = game.stays_after_draw(record, ready)
    return Course(stays, record.state.carry.get("honba", 0) + 1, deposits, may_stop=stays)


def aborted(record: Record, bill: Bill) -> Course:
    """Write what an abortive draw or a false win costs and return how the table goes on."""
    carry = record.state.carry
    offenders = [one.seat for one in record.incidents if one.kind == "chombo"]
    if not offenders:
        deposits = lay_sticks(record, bill)
        return Course(stays=True, honba=carry.get("honba", 0) + 1, deposits=deposits)
    for seat in offenders:
        assert seat is not None
        pay_chombo(record, seat, bill)
    return Course(True, carry["honba"], carry["deposits"], is_replayed=True)
