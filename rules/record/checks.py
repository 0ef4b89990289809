"""Are these tiles and sets possible? Checks that every game shares, after the form is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Final

from rules.errors import Problem
from rules.game import Options
from rules.record.values import STANDING, TAKEN, UNSEEN, Meld, Record, Win
from rules.ruleset import Ruleset
from rules.tiles import CODES, HONORS, KIND, TILES, Tile

SHOWN: Final = frozenset(("self_draw", "discard", "robbed_kong"))
"""Ways of winning with a hand that must be seen."""

CONCEALED: Final = frozenset(("kong_concealed",))

Lying = tuple[str, tuple[int, ...], "Iterable[Tile]"]
"""A place as a pattern and its numbers, and the tiles there."""


def problems(game: Ruleset, record: Record) -> list[Problem]:
    """Return what is wrong with the tiles and sets of *record*."""
    faults: list[Problem] = []
    lying = _lying(game, record)
    if not _all_exist(game, record, lying):
        faults += _strangers_and_copies(game, record, lying)
    for number, seat in enumerate(record.seats):
        if seat is UNSEEN:
            continue
        if seat.hand is not None:
            faults += _hand_size(game, record, number, len(seat.hand))
        for place, meld in enumerate(seat.melds):
            if (message := _meld_problem(game, record, number, meld)) is not None:
                faults.append(Problem("bad_meld", message, f"seats[{number}].melds[{place}]"))
    for place, win in enumerate(record.wins):
        faults += _win(game, record, win, f"wins[{place}]")
    return faults + _values(record)


def _values(record: Record) -> list[Problem]:
    """Return values of hands beside their tiles, and winners without one beside others."""
    if not record.is_entered:
        return []
    faults = []
    for place, win in enumerate(record.wins):
        if win.value is None:
            message = "either every winner's hand is told by its value or none is"
            faults.append(Problem("bad_record", message, f"wins[{place}].value"))
        elif record.seats[win.seat].hand is not None:
            message = "a value stands in place of the tiles: leave one of them out"
            faults.append(Problem("bad_record", message, f"seats[{win.seat}].hand"))
    return faults


def _lying(game: Ruleset, record: Record) -> list[Lying]:
    """Return every place where physical tiles lie, with them; no tile comes twice."""
    places: list[Lying] = [("deal.indicators", (), game.visible_indicators(record))]
    for number, seat in enumerate(record.seats):
        if seat is UNSEEN:
            continue
        if seat.hand:
            places.append(("seats[{}].hand", (number,), seat.hand))
        if seat.melds:
            for place, meld in enumerate(record.melds_after_robbing(number)):
                places.append(("seats[{}].melds[{}]", (number, place), meld.tiles))
        if seat.flowers:
            places.append(("seats[{}].flowers", (number,), seat.flowers))
        if seat.aside:
            places.append(("seats[{}].aside", (number,), seat.aside))
    return places + _winning_tiles(game, record)


def _winning_tiles(game: Ruleset, record: Record) -> list[Lying]:
    """Return the winning tiles; one that several seats won on comes once."""
    places: list[Lying] = []
    for place, win in enumerate(record.wins):
        if win.tile is None or (place and game.shares_tile(record, place)):
            continue
        if not _lies_where_robbed(game, record, win):
            places.append(("wins[{}].tile", (place,), (win.tile,)))
    return places


def _lies_where_robbed(game: Ruleset, record: Record, win: Win) -> bool:
    """Return whether the winning tile is counted already where it was taken from."""
    if win.by == "robbed_kong":
        return _lies_in_robbed_kong(game, record, win)
    may_lie = win.by == "robbed_flower" and game.robbed_flower_may_lie
    return may_lie and win.source is not None and win.tile in record.seats[win.source].flowers


def _lies_in_robbed_kong(game: Ruleset, record: Record, win: Win) -> bool:
    """Return whether the winning tile is counted already, in a kong that stands in spite of it."""
    standing = STANDING if game.bars_standing_kongs else CONCEALED
    return win.source is not None and any(
        meld.kind in standing and win.tile in meld.tiles for meld in record.seats[win.source].melds
    )


@lru_cache(maxsize=256)
def _copies(ruleset: Ruleset, options: Options) -> bytes:
    """Return how many there are of each tile, by its number."""
    tiles = ruleset.tiles_for(options)
    return bytes(tiles.get(code, 0) for code in CODES)


def _all_exist(game: Ruleset, record: Record, lying: list[Lying]) -> bool:
    """Return whether all tiles are of the game's set, and no more of each than it has.

    The quick answer for records that are right; where they are not, a second
    look finds what is wrong where.
    """
    copies = _copies(game, record.options)
    left = bytearray(copies)
    try:
        for _pattern, _numbers, tiles in lying:
            for tile in tiles:
                left[tile] -= 1
    except ValueError:  # a byte never falls below 0
        return False
    for seat in record.seats:
        if seat.discards and not all(map(copies.__getitem__, seat.discards)):
            return False
    return True


def _strangers_and_copies(game: Ruleset, record: Record, lying: list[Lying]) -> Iterator[Problem]:
    """Yield tiles that the set has not, and kinds with more copies than it has.

    Once more lie there than the set has, one of them was told, and the rest is not looked at.
    """
    available = game.tiles_for(record.options)
    left = sum(available.values()) + 1
    counts: Counter[Tile] = Counter()
    for pattern, numbers, tiles in lying:
        looked_at = tuple(islice(tiles, left))
        left -= len(looked_at)
        for record_tile in looked_at:
            tile = _actual_tile(game, record_tile, available, counts)
            counts[tile] += 1
            copies = available.get(CODES[tile], 0)
            if counts[tile] == copies + 1:
                message = (
                    f"more {CODES[tile]} than the {copies} in the set"
                    if copies
                    else f"{CODES[tile]} is not in this game's set"
                )
                yield Problem("bad_tiles", message, pattern.format(*numbers))
    for number, seat in enumerate(record.seats):
        for tile in seat.discards or ():
            if not available.get(CODES[tile]):
                message = f"{CODES[tile]} is not in this game's set"
                yield Problem("bad_tiles", message, f"seats[{number}].discards")


def _actual_tile(
    game: Ruleset, tile: Tile, available: Mapping[str, int], counts: Counter[Tile]
) -> Tile:
    """Return *tile*, or the one that a record may write like it once *counts* has all of *tile*."""
    other = game.written_as.get(tile)
    if other is None or counts[tile] < available.get(CODES[tile], 0):
        return tile
    return other if counts[other] < available.get(CODES[other], 0) else tile


def _hand_size(game: Ruleset, record: Record, seat: int, size: int) -> list[Problem]:
    sizes = game.hand_sizes(record, seat)
    if not sizes or size in sizes:
        return []
    size_text = " or ".join(map(str, sizes))
    message = f"{size} concealed tiles, must be {size_text} beside the sets laid down"
    return [Problem("bad_tiles", message, f"seats[{seat}].hand")]


def _meld_problem(game: Ruleset, record: Record, seat: int, meld: Meld) -> str | None:
    tiles, claimed_tile = meld.tiles, meld.claimed
    if stands_for := game.substitutes(record.deal.indicators, record.options):
        tiles = tuple([stands_for.get(tile, tile) for tile in tiles])
        claimed_tile = None if claimed_tile is None else stands_for.get(claimed_tile, claimed_tile)
    return (
        _set_problem(meld.kind, tiles, claimed_tile, game)
        or _source_problem(game, record, seat, meld)
        or game.meld_problem(record, meld)
    )


@lru_cache(maxsize=1 << 12)
def _set_problem(
    kind: str, tiles: tuple[Tile, ...], claimed_tile: Tile | None, ruleset: Ruleset
) -> str | None:
    """Return why the tiles are not the set that they are said to be in the game."""
    kinds = sorted(KIND[tile] for tile in tiles)
    if kind == "chow":
        if not ruleset.chows:
            return "this game has no chow"
        return _chow_problem(tiles, kinds, claimed_tile, ruleset.honor_runs)
    least, most = (3, 3) if kind == "pung" else (4, ruleset.largest_set)
    fits = least <= len(kinds) <= most
    if not fits or kinds[0] != kinds[-1] or kinds[0] >= ruleset.set_kinds:
        size_text = f"{least}" if least == most else f"{least} to {most}"
        return f"a {kind} is {size_text} equal tiles"
    return None


def _chow_problem(
    tiles: tuple[Tile, ...], kinds: list[int], claimed_tile: Tile | None, honor_runs: bool
) -> str | None:
    """Return why the tiles are no chow of a game with or without runs of honors."""
    if len(kinds) != 3 or not (_is_run(kinds) or (honor_runs and _is_honor_run(kinds))):
        return "a chow is three tiles of a suit in a row"
    if claimed_tile is None:
        return "a chow must say which of its tiles was claimed"
    if claimed_tile not in tiles:
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


def _source_problem(game: Ruleset, record: Record, seat: int, meld: Meld) -> str | None:
    """Return why the set cannot have come from where it is said to come from."""
    if meld.kind == "kong_concealed":
        return None if meld.source is None else "nobody gives a tile for a concealed kong"
    if meld.source is None:
        return f"a {meld.kind} must say whose discard was claimed"
    if meld.source == seat:
        return "nobody claims his own discard"
    if meld.kind == "chow":
        reach = game.chow_reach(record.options)
        if (seat - meld.source) % record.players > reach:
            if reach == 1:
                return "a chow comes from the left-hand neighbour only"
            return f"a chow comes from the {reach} seats before one's own only"
    return None


def _win(game: Ruleset, record: Record, win: Win, where: str) -> Iterable[Problem]:
    faults = []
    seat, by, source = record.seats[win.seat], win.by, win.source
    if source is not None:
        if by == "self_draw" and source != win.seat:
            faults.append(Problem("bad_record", "a self-draw comes from nobody", where + ".from"))
        if by in TAKEN and source == win.seat and record.players > 1:
            faults.append(Problem("bad_record", "nobody wins on his own tile", where + ".from"))
    if win.kong is not None and win.kong >= len(seat.melds):
        faults.append(Problem("bad_record", "the winner has no such set", where + ".kong"))
    return faults if win.value is not None else [*faults, *_tiles_of_win(game, record, win, where)]


def _tiles_of_win(game: Ruleset, record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that the winning tile or the winner's hand is missing, or could not be robbed."""
    if win.tile is None and win.by != "declared":
        yield Problem("bad_record", "must name the winning tile", where + ".tile")
    if record.seats[win.seat].hand is None and win.by in SHOWN:
        message = "the winner's hand must be shown"
        yield Problem("bad_record", message, f"seats[{win.seat}].hand")
    if win.by == "robbed_kong":
        yield from _check_robbed_place(game, record, win, where)


def _check_robbed_place(game: Ruleset, record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield a robbed kong whose place in the robbed seat's sets is taken by another kong."""
    if win.source is None or win.tile is None or game.bars_standing_kongs:
        return
    kind, whole = KIND[win.tile], _copies(game, record.options)[win.tile]
    for meld in record.seats[win.source].melds:
        is_whole = len(meld.tiles) >= whole
        if is_whole and meld.kind == "kong_discard" and KIND[meld.tiles[0]] == kind:
            yield Problem("bad_record", "that kong stood already", f"{where}.tile")
