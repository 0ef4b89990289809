"""Who may claim a tile, what may lie apart, who fed whom, who discarded alike: what games share.

Unlike the checks of `rules.record.checks` these do not hold for every game, so a game asks for
what its sheet says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import islice, takewhile
from typing import Final

from rules.errors import Problem, Reason
from rules.game import Game, Options
from rules.reasons import as_problem
from rules.record.values import STANDING, Meld, Record, Win
from rules.tiles import CODES, FLOWERS, KIND, Tile

NO_KINDS: Final[frozenset[int]] = frozenset()


def check_nothing_aside(record: Record) -> Iterator[Problem]:
    """Yield tiles that lie apart in a game that has neither flowers nor single tiles."""
    for number, seat in enumerate(record.seats):
        if seat.flowers:
            yield Problem("bad_tiles", "this game has no flowers", f"seats[{number}].flowers")
        if seat.aside:
            message = "this game lays no single tiles aside"
            yield Problem("bad_tiles", message, f"seats[{number}].aside")


def check_indicators(record: Record) -> Iterator[Problem]:
    """Yield more or fewer indicators than the game turns up.

    A void hand may lack them, and one whose value was entered.
    """
    sheet_count = record.ruleset.indicators
    count = len(record.deal.indicators)
    is_known = record.outcome == "abort" or record.is_entered
    if count > sheet_count or (count < sheet_count and not is_known):
        message = f"{sheet_count} turned up at the deal in this game, here are {count}"
        yield Problem("bad_record", message, "deal.indicators")
    if record.deal.hidden_indicators:
        message = "this game has no hidden indicators"
        yield Problem("bad_record", message, "deal.hidden_indicators")


def wild_set_problem(meld: Meld, wild: Set[int], name: str = "wild") -> str | None:
    """Return that a tile of *wild* is in *meld*, for games that lay no such set down.

    *name* is what the game calls these tiles: "3m is wild and cannot be …".
    """
    faces = (CODES[tile] for tile in meld.tiles if tile in wild)
    return next((f"{face} is {name} and cannot be in a set laid down" for face in faces), None)


def check_incident_fields(record: Record) -> Iterator[Problem]:
    """Yield what an incident says that is no field of its kind."""
    for place, incident in enumerate(record.incidents):
        names = {fact.id for fact in record.ruleset.incident_facts.get(incident.kind, ())}
        for name in incident.facts.keys() - names:
            message = f"is no field of {incident.kind}"
            yield Problem("bad_record", message, f"incidents[{place}].{name}")


def check_single_tile(record: Record) -> Iterator[Problem]:
    """Yield winners that cannot stand side by side: several only claim one and the same tile."""
    if len(record.wins) > 1:
        if any(win.is_self_draw for win in record.wins):
            yield Problem("bad_record", "an own tile has one winner", "wins")
        elif len({(win.by, win.tile, win.source) for win in record.wins}) > 1:
            yield Problem("bad_record", "several winners claim the same tile", "wins")
        elif len({win.seat for win in record.wins}) < len(record.wins):
            yield Problem("bad_record", "a seat wins once", "wins")


def check_single_winner(record: Record, place: int) -> Iterator[Problem]:
    """Yield that the win at *place* of *record* is not the only one, or not the nearest's.

    For games in which one wins a hand, the first claimant after the discarder.
    """
    if place:
        yield as_problem(Reason("one_winner"), where=f"wins[{place}]")
    else:
        yield from check_nearest(record, record.wins[place], f"wins[{place}].facts.rivals")


def check_single_claim(record: Record, place: int) -> Iterator[Problem]:
    """Yield a robbed or named kong that is none, and what `check_single_winner` says."""
    where = f"wins[{place}]"
    yield from check_robbed_kong(record, record.wins[place], where)
    yield from check_named_kong(record, record.wins[place], where)
    yield from check_single_winner(record, place)


def check_robbed_kong(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that what *win* robbed is no tile about to be added to a pung.

    The sets of *record* must be sound.
    """
    if win.by != "robbed_kong" or win.source is None or win.tile is None:
        return
    kind = KIND[win.tile]
    kinds = {
        meld.kind
        for meld in record.seats[win.source].melds
        if meld.kind != "chow" and KIND[meld.tiles[0]] == kind
    }
    if kinds & STANDING:
        yield as_problem(Reason("kong_not_added"), where=where)
    elif not kinds & {"pung", "kong_added"}:
        message = f"seat {win.source} has no pung that the robbed tile could be added to"
        yield Problem("bad_record", message, f"{where}.tile")


def check_flowers(record: Record, wild: Set[int] = NO_KINDS) -> Iterator[Problem]:
    """Yield tiles that do not lie where a game lays out its flowers and nothing else.

    The game says what its flowers are; some take honors for them. Those among the *wild*
    kinds are no flowers in this hand and stay in it. A hand that was broken off may hold
    others that are yet to be laid out.
    """
    flowers = _flowers(record.ruleset, record.options)
    for number, seat in enumerate(record.seats):
        place = f"seats[{number}]"
        for tile in dict.fromkeys(seat.flowers):  # each kind is told once
            if tile < FLOWERS and tile not in flowers:
                yield Problem("bad_tiles", f"{CODES[tile]} is no flower", f"{place}.flowers")
            elif tile in wild:
                message = f"{CODES[tile]} is wild and stays in the hand"
                yield Problem("bad_tiles", message, f"{place}.flowers")
        if seat.aside:
            message = "this game lays no single tiles aside"
            yield Problem("bad_tiles", message, f"{place}.aside")
        if record.outcome != "abort":
            yield from _check_held_flowers(seat.hand or (), flowers - wild, f"{place}.hand")
    for number, win in enumerate(record.wins):
        tiles = () if win.tile is None else (win.tile,)
        yield from _check_held_flowers(tiles, flowers - wild, f"wins[{number}].tile")


@lru_cache(maxsize=256)
def _flowers(ruleset: Game, options: Options) -> frozenset[int]:
    return frozenset(ruleset.flower_tiles(options))


def _check_held_flowers(
    tiles: Collection[int], flowers: Collection[int], where: str
) -> Iterator[Problem]:
    """Yield *flowers* in a hand, the winning tile being part of one."""
    for tile in tiles:
        if tile in flowers:
            message = f"{CODES[tile]} is laid out and replaced, not kept in the hand"
            yield Problem("bad_tiles", message, where)


def check_named_kong(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that the set in which *win* names its kong is none; the sets must be sound."""
    if win.kong is not None and not record.seats[win.seat].melds[win.kong].is_kong:
        yield Problem("bad_record", "that set is no kong", f"{where}.kong")


def supplemented_kong(record: Record, win: Win) -> Meld | None:
    """Return the kong on whose supplement *win* was: the one that it names, or the last one."""
    melds = record.seats[win.seat].melds
    if win.kong is not None:
        return melds[win.kong]
    return next((meld for meld in reversed(melds) if meld.is_kong), None)


def has_fed(record: Record, giver: int, taker: int, sets: int = 3) -> bool:
    """Return whether *taker* claimed *sets* sets or more from *giver* (三口の包).

    An added kong counts once, for its pung.
    """
    return sum(meld.source == giver for meld in record.seats[taker].melds) >= sets


def check_nearest(record: Record, win: Win, where: str) -> Iterator[Problem]:
    """Yield that a rival of *win* comes before it; *where* is the place that is named."""
    if not is_nearest(record, win):
        yield as_problem(Reason("nearest_claimant_wins"), "barred", where)


def is_nearest(record: Record, win: Win) -> bool:
    """Return whether no rival in `facts.rivals` comes before the winner after the discarder."""
    if win.source is None:
        return True
    mine = record.distance(win.source, win.seat)
    return all(record.distance(win.source, rival) >= mine for rival in win.facts.get("rivals", ()))


def equal_go_rounds(rows: Iterable[Sequence[Tile]], most: int = 1) -> int:
    """Return in how many go-rounds from the first, *most* at most, all discarded the same tile.

    *rows* are the discards of the seats.
    """
    go_rounds = islice(zip(*rows, strict=False), most)
    return sum(1 for _ in takewhile(lambda tiles: len(set(tiles)) == 1, go_rounds))
