"""Are these tiles and sets possible? Checks that every game shares, after the form is read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules.errors import Problem
from rules.tiles import CODES, HONORS, KIND, TILES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.record import Meld, Record, Win


def problems(record: Record) -> Iterator[Problem]:
    """Yield what is wrong with the tiles and sets of *record*."""
    yield from _strangers_and_copies(record)
    for seat in range(record.players):
        yield from _hand_size(record, seat)
        for place, meld in enumerate(record.seats[seat].melds):
            yield from _meld(record, seat, meld, f"seats[{seat}].melds[{place}]")
    for place, win in enumerate(record.wins):
        yield from _win(record, win, f"wins[{place}]")


def _places(record: Record) -> Iterator[tuple[str, Iterable[Tile]]]:
    """Yield every place where physical tiles lie, with them; no tile comes twice."""
    yield "deal.indicators", record.ruleset.visible_indicators(record)
    for number, seat in enumerate(record.seats):
        yield f"seats[{number}].hand", seat.hand or ()
        for place, meld in enumerate(record.melds_after_robbing(number)):
            yield f"seats[{number}].melds[{place}]", meld.tiles
        yield f"seats[{number}].flowers", seat.flowers
        yield f"seats[{number}].aside", seat.aside
    taken: set[tuple[Tile, int | None]] = set()
    for place, win in enumerate(record.wins):
        if win.tile is not None and (win.is_self_draw or (win.tile, win.source) not in taken):
            taken.add((win.tile, win.source))
            if not _lies_in_robbed_kong(record, win):
                yield f"wins[{place}].tile", (win.tile,)


def _lies_in_robbed_kong(record: Record, win: Win) -> bool:
    """Return whether the winning tile is counted already, in a concealed kong that was robbed."""
    if win.by != "robbed_kong" or win.source is None:
        return False
    return any(
        meld.kind == "kong_concealed" and win.tile in meld.tiles
        for meld in record.seats[win.source].melds
    )


def _strangers_and_copies(record: Record) -> Iterator[Problem]:
    """Yield tiles that the set has not, and kinds with more copies than it has."""
    available = record.ruleset.tiles_for(record.options)
    seen: Counter[Tile] = Counter()
    for where, tiles in _places(record):
        for tile in tiles:
            seen[tile] += 1
            copies = available.get(CODES[tile], 0)
            if seen[tile] == copies + 1:
                message = (
                    f"more {CODES[tile]} than the {copies} in the set"
                    if copies
                    else f"{CODES[tile]} is not in this game's set"
                )
                yield Problem("bad_tiles", message, where)
    for number, seat in enumerate(record.seats):
        for tile in seat.discards or ():
            if CODES[tile] not in available:
                message = f"{CODES[tile]} is not in this game's set"
                yield Problem("bad_tiles", message, f"seats[{number}].discards")


def _hand_size(record: Record, seat: int) -> Iterator[Problem]:
    """Yield a shown hand with too many or too few tiles."""
    hand = record.seats[seat].hand
    if hand is not None:
        sizes = record.ruleset.hand_sizes(record, seat)
        if sizes and len(hand) not in sizes:
            wanted = " or ".join(map(str, sizes))
            message = f"{len(hand)} concealed tiles, must be {wanted} beside the sets laid down"
            yield Problem("bad_tiles", message, f"seats[{seat}].hand")


def _meld(record: Record, seat: int, meld: Meld, where: str) -> Iterator[Problem]:
    """Yield what is wrong with one set laid down."""
    message = _set_problem(record, meld) or _source_problem(record, seat, meld)
    if message is None:
        message = record.ruleset.meld_problem(record, meld)
    if message is not None:
        yield Problem("bad_meld", message, where)


def _set_problem(record: Record, meld: Meld) -> str | None:
    """Return why the tiles are not the set that they are said to be."""
    kinds = sorted(KIND[tile] for tile in meld.tiles)
    if meld.kind == "chow":
        return _chow_problem(record, meld, kinds)
    wanted = 3 if meld.kind == "pung" else 4
    if len(kinds) != wanted or kinds[0] != kinds[-1] or kinds[0] >= 34:
        return f"a {meld.kind} is {wanted} equal tiles"
    return None


def _chow_problem(record: Record, meld: Meld, kinds: list[int]) -> str | None:
    """Return why the tiles are no chow of this game."""
    if not record.ruleset.chows:
        return "this game has no chow"
    if len(kinds) != 3 or not (
        _is_run(kinds) or (record.ruleset.honor_runs and _is_honor_run(kinds))
    ):
        return "a chow is three tiles of a suit in a row"
    if meld.claimed is None:
        return "a chow must say which of its tiles was claimed"
    if meld.claimed not in meld.tiles:
        return "the claimed tile is not in the chow"
    return None


def _is_run(kinds: list[int]) -> bool:
    """Return whether three ascending kinds follow each other in one suit."""
    low = kinds[0]
    return low < HONORS and low % 9 < 7 and kinds == [low, low + 1, low + 2]


def _is_honor_run(kinds: list[int]) -> bool:
    """Return whether three ascending kinds are different winds, or the three dragons."""
    east, white = TILES["1z"], TILES["5z"]
    different = kinds[0] < kinds[1] < kinds[2]
    return different and (kinds[0] >= white or (kinds[0] >= east and kinds[2] < white))


def _source_problem(record: Record, seat: int, meld: Meld) -> str | None:
    """Return why the set cannot have come from where it is said to come from."""
    if meld.kind == "kong_concealed":
        return None if meld.source is None else "nobody gives a tile for a concealed kong"
    if meld.source is None:
        return f"a {meld.kind} must say whose discard was claimed"
    if meld.source == seat:
        return "nobody claims his own discard"
    if meld.kind == "chow" and meld.source != (seat - 1) % record.players:
        return "a chow comes from the left-hand neighbour only"
    return None


def _win(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield what cannot be in the account of one win."""
    if win.is_self_draw and win.source is not None and win.source != win.seat:
        yield Problem("bad_record", "a self-draw comes from nobody", f"{where}.from")
    if win.is_taken and win.source == win.seat:
        yield Problem("bad_record", "nobody wins on his own tile", f"{where}.from")
    if win.tile is None and win.by != "declared":
        yield Problem("bad_record", "must name the winning tile", f"{where}.tile")
    if win.kong is not None and win.kong >= len(record.seats[win.seat].melds):
        yield Problem("bad_record", "the winner has no such set", f"{where}.kong")
    if record.seats[win.seat].hand is None and win.by in ("self_draw", "discard", "robbed_kong"):
        yield Problem("bad_record", "the winner's hand must be shown", f"seats[{win.seat}].hand")
    yield from _robbed(record, win, where)


def _robbed(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a robbed kong whose place in the robbed seat's sets is taken by another kong."""
    if win.by != "robbed_kong" or win.source is None or win.tile is None:
        return
    kind = KIND[win.tile]
    for meld in record.seats[win.source].melds:
        if meld.kind == "kong_discard" and KIND[meld.tiles[0]] == kind:
            yield Problem("bad_record", "that kong stood already", f"{where}.tile")


def nearest(record: Record, win: Win) -> bool:
    """Return whether no rival in `facts.rivals` comes before the winner after the discarder."""
    if win.source is None:
        return True
    mine = record.distance(win.source, win.seat)
    return all(record.distance(win.source, rival) >= mine for rival in win.facts.get("rivals", ()))
