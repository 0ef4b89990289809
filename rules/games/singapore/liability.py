"""Who pays the whole hand, and the premiums of kongs and bonus tiles.

singapore.md, "Liability": rules 1–5 of the winning discard, 6–8 of a set that was given,
9 of a late kong; then "No choice" and "First warned, not later"; "Side payments, bonuses, fines".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from rules.games.singapore.elements import ALL_ANIMALS, Verdict, own_flowers, tai_of_bonus
from rules.record.values import Meld, Record, Win
from rules.scoring.kinds import full_flower_groups
from rules.scoring.won_hand import HONOR_SUIT, round_wind, seat_wind
from rules.settle.settlement import Bill
from rules.tiles import DRAGONS, HONORS, KINDS, TILES, WINDS, Tile, is_terminal

WARNING_SETS: Final = 3
"""Number of exposed sets from which a suit, honors or terminals are dangerous (rule 1)."""

SUITED_LIMITS: Final = frozenset(("pure_one_suit", "all_honors", "all_terminals"))
FOUR_WINDS: Final = frozenset(("big_four_winds", "little_four_winds"))
WORTH_AT: Final = {4: 1, 3: 2}
"""How much a pung must be worth to bring the limit, by the tai shown (rules 4 and 8)."""

FEW_TILES: Final = 5
"""With fewer left to be drawn a fresh discard is dangerous (rule 5)."""

SUIT: Final = 9

ANIMAL_PAIRS: Final = (
    frozenset((TILES["1a"], TILES["2a"])),
    frozenset((TILES["3a"], TILES["4a"])),
)
"""Cat and rat, rooster and centipede."""

Kong = tuple[int, int]
"""A kong by its seat and its place among that seat's sets."""

SMALL: Final = 2
LARGE: Final = 4
"""What each of the others pays for a premium."""


def liable_seat(record: Record, win: Win, verdict: Verdict) -> int | None:
    """Return who pays all three shares of *win*, if anybody does."""
    if win.by == "discard":
        return win.source if _is_discard_liable(record, win, verdict) else None
    if win.by not in ("self_draw", "declared") or _is_exempt(win):
        return None
    return min(_givers(record, win, verdict), default=(0, None))[1]


def late_kongs(record: Record) -> dict[Kong, int]:
    """Return who is liable for the premiums of late kongs: rule 9."""
    givers: dict[Kong, int] = {}
    if not record.options["late_kong_liability"]:
        return givers
    for seat, layout in enumerate(record.seats):
        for place in layout.facts.get("late_kongs", ()):
            giver = layout.melds[place].source
            if giver is not None and not _is_excused(record, seat, place):
                givers[seat, place] = giver
    return givers


def _is_excused(record: Record, seat: int, place: int) -> bool:
    """Return whether the kong won by its supplement and who fed it had no choice (D15)."""
    return any(
        win.seat == seat and _winning_kong(record, win) == place and _is_exempt(win)
        for win in record.wins
    )


def _winning_kong(record: Record, win: Win) -> int | None:
    if not win.is_self_draw or "kong_draw" not in win.marks:
        return None
    if win.kong is not None:
        return win.kong
    melds = record.seats[win.seat].melds
    return max((place for place, meld in enumerate(melds) if meld.is_kong), default=None)


def _is_exempt(win: Win, had_no_choice: bool = False) -> bool:
    """Return whether the giver had no harmless tile, and had not shortened his hand himself."""
    no_choice: bool = win.facts.get("no_choice", had_no_choice)
    return no_choice and not win.facts.get("claimed_after", False)


def _is_discard_liable(record: Record, win: Win, verdict: Verdict) -> bool:
    """Return whether the winning discard makes its discarder liable: rules 1–5."""
    if _completes_a_shown_hand(record, win, verdict):
        had_no_choice = "no_choice" not in win.facts and _had_no_choice(record, win)
        if not _is_exempt(win, had_no_choice):
            return True
    return _is_late_and_fresh(record, win) and not _is_exempt(win)


def _completes_a_shown_hand(record: Record, win: Win, verdict: Verdict) -> bool:
    """Return whether the danger of the discard could be seen: rules 1–4."""
    melds = exposed_sets(record, win.seat)
    names = frozenset(name for name, times in verdict.elements.items() if times)
    pungs = {meld.tiles[0] for meld in melds}
    return (
        (len(melds) >= WARNING_SETS and not names.isdisjoint(SUITED_LIMITS))
        or ("big_three_dragons" in names and win.tile in _missing(pungs, DRAGONS))
        or (not names.isdisjoint(FOUR_WINDS) and win.tile in _missing(pungs, WINDS))
        or _completes_a_dear_pung(record, win, verdict)
    )


def _missing(pungs: Collection[int], kinds: frozenset[int]) -> frozenset[int]:
    left = kinds.difference(pungs)
    return left if len(left) == 1 else frozenset()


def _completes_a_dear_pung(record: Record, win: Win, verdict: Verdict) -> bool:
    """Return whether the discard makes a pung that lifts what was shown to the limit: rule 4."""
    part = verdict.last_part
    if part is None or not part.is_triplet:
        return False
    seat = record.seats[win.seat]
    exposed_tai = shown_tai(record, win.seat, exposed_sets(record, win.seat), seat.flowers)
    return _is_dear(record, win.seat, part.kind, exposed_tai)


def _is_dear(record: Record, seat: int, kind: int, exposed_tai: int) -> bool:
    """Return whether a set of *kind* lifts *seat*, which has *exposed_tai*, to the limit."""
    return exposed_tai in WORTH_AT and worth(record, seat, kind) >= WORTH_AT[exposed_tai]


def _is_late_and_fresh(record: Record, win: Win) -> bool:
    """Return whether few tiles were left and none like the discard had been seen: rule 5."""
    if win.facts.get("left", FEW_TILES) >= FEW_TILES or not win.facts.get("fresh", False):
        return False
    if record.options["fresh_test"] == "discards":
        return True
    return not any(
        win.tile in meld.tiles
        for seat in range(record.players)
        for meld in exposed_sets(record, seat)
    )


def _givers(record: Record, win: Win, verdict: Verdict) -> Iterator[tuple[int, int]]:
    """Yield the places of the sets that make their givers liable, with those: rules 6–9."""
    melds = record.seats[win.seat].melds
    places = [place for place, meld in enumerate(melds) if meld.is_exposed]
    liable: set[int] = set()
    for name, kinds in (("big_three_dragons", DRAGONS), ("big_four_winds", WINDS)):
        of_kinds = [place for place in places if melds[place].tiles[0] in kinds]
        if verdict.elements.get(name) and len(of_kinds) == len(kinds):
            liable.add(of_kinds[-1])
    if win.is_self_draw:
        liable.update(place for place in places if _was_dear(record, win.seat, place))
    kong = _winning_kong(record, win)
    if kong is not None and (win.seat, kong) in late_kongs(record):
        liable.add(kong)
    for place in liable:
        giver = melds[place].source
        if giver is not None:
            yield place, giver


def _was_dear(record: Record, seat: int, place: int) -> bool:
    """Return whether the set *place* lifted what *seat* showed until then to the limit: rule 8."""
    layout = record.seats[seat]
    meld = layout.melds[place]
    if meld.kind == "chow":
        return False
    flowers_before: Sequence[tuple[Tile, ...]] = layout.facts.get("flowers_before", ())
    flowers = flowers_before[place] if place < len(flowers_before) else layout.flowers
    earlier = [one for one in layout.melds[:place] if one.is_exposed]
    return _is_dear(record, seat, meld.tiles[0], shown_tai(record, seat, earlier, flowers))


def exposed_sets(record: Record, seat: int) -> tuple[Meld, ...]:
    """Return what *seat* laid down with a claimed tile: no concealed kong (D9)."""
    return tuple([meld for meld in record.seats[seat].melds if meld.is_exposed])


def worth(record: Record, seat: int, kind: int) -> int:
    """Return the tai of a pung of *kind* for *seat*: 2 for a wind that is both, else 1 or 0."""
    return (kind in DRAGONS) + (kind == seat_wind(record, seat)) + (kind == round_wind(record))


def shown_tai(record: Record, seat: int, melds: Collection[Meld], flowers: Collection[Tile]) -> int:
    """Return the tai that everyone can see in these sets and bonus tiles of *seat* (D11)."""
    of_sets = sum(worth(record, seat, meld.tiles[0]) for meld in melds if meld.kind != "chow")
    return of_sets + tai_of_bonus(flowers, seat_wind(record, seat))


def _had_no_choice(record: Record, win: Win) -> bool:
    """Return whether the discarder shows nothing but tiles that were dangerous.

    Dangerous to the winner, or to a seat that had given warning before him (包先不包後).
    """
    hand = None if win.source is None else record.seats[win.source].hand
    if hand is None:
        return False
    mine: int = record.seats[win.seat].facts.get("warned", 0)
    dangerous = set(dangerous_kinds(record, win.seat))
    for seat, layout in enumerate(record.seats):
        if seat != win.source and layout.facts.get("warned", mine) < mine:
            dangerous |= dangerous_kinds(record, seat)
    return dangerous.issuperset(hand)


def dangerous_kinds(record: Record, seat: int) -> frozenset[int]:
    """Return the kinds that, by what *seat* shows, are dangerous to it."""
    melds = exposed_sets(record, seat)
    pungs = {meld.tiles[0] for meld in melds if meld.kind != "chow"}
    exposed_tai = shown_tai(record, seat, melds, record.seats[seat].flowers)
    dear = {kind for kind in range(HONORS, KINDS) if _is_dear(record, seat, kind, exposed_tai)}
    return frozenset(dear | _of_one_sort(melds)).union(
        _missing(pungs, DRAGONS), _missing(pungs, WINDS)
    )


def _of_one_sort(melds: Sequence[Meld]) -> set[int]:
    if len(melds) < WARNING_SETS:
        return set()
    kinds = {tile for meld in melds for tile in meld.tiles}
    suits = {kind // SUIT for kind in kinds}
    danger_kinds: set[int] = set()
    if len(suits) == 1:
        first = min(suits) * SUIT
        danger_kinds.update(range(first, KINDS if min(suits) == HONOR_SUIT else first + SUIT))
    if all(is_terminal(kind) for kind in kinds):
        danger_kinds.update(kind for kind in range(HONORS) if is_terminal(kind))
    return danger_kinds


# What kongs and bonus tiles bring at once


def pay_premiums(bill: Bill, record: Record, liable: Mapping[Kong, int]) -> None:
    """Write what every seat gets for its kongs and bonus tiles (祝儀).

    Everyone pays his part, but for kongs of which one seat is *liable* for all parts.
    """
    for seat in range(record.players):
        others = [payer for payer in range(record.players) if payer != seat]
        for place, meld in standing_kongs(record, seat):
            kongs = Bill()
            for payer in others:
                kongs.pay(payer, seat, SMALL if meld.is_exposed else LARGE, "kong")
            if (seat, place) in liable:
                kongs.assign(liable[seat, place], "kong")
            bill.rows += kongs.rows
        for amount, reason in _of_bonus(record, seat):
            for payer in others:
                bill.pay(payer, seat, amount, reason)


def standing_kongs(record: Record, seat: int) -> Iterator[tuple[int, Meld]]:
    """Yield the kongs of *seat* that were not robbed, with their places among the sets."""
    robbed_tiles = {
        win.tile for win in record.wins if win.by == "robbed_kong" and win.source == seat
    }
    for place, meld in enumerate(record.seats[seat].melds):
        if meld.is_kong and meld.tiles[0] not in robbed_tiles:
            yield place, meld


def _of_bonus(record: Record, seat: int) -> Iterator[tuple[int, str]]:
    bonus_tiles = frozenset(record.seats[seat].flowers)
    if not bonus_tiles:
        return
    dealt_tiles = frozenset(record.seats[seat].facts.get("dealt_bonus", ()))
    for pair in ANIMAL_PAIRS:
        if pair <= bonus_tiles:
            yield LARGE if pair <= dealt_tiles else SMALL, "animal"
    if bonus_tiles >= ALL_ANIMALS:
        yield LARGE, "animal"
    for _group in full_flower_groups(bonus_tiles):
        yield LARGE, "flower"
    own = own_flowers(seat_wind(record, seat))
    if own <= bonus_tiles:
        yield LARGE if own <= dealt_tiles else SMALL, "flower"
