"""What a hand came to, from its log or its summary, and what cannot be: sheet, "Record"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rules.errors import Problem
from rules.games.cards.tien_gow.course import PACK, UNKNOWN, Course, feats, followed
from rules.games.cards.tien_gow.plays import (
    CIVIL_SUPREME,
    COPIES,
    SUPREME,
    Combination,
    beats,
    combination,
)
from rules.games.cards.tien_gow.values import HAND, Last, Play, Premium
from rules.play.dealt import not_held

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rules.games.cards.tien_gow.plays import Tiles
    from rules.play.game import Played

SURE: Final = frozenset(("6-6", "3-6", "4-5"))
"""Tiles that no single tile beats."""

SUPREMES: Final[Mapping[str, Tiles]] = {"supreme": SUPREME, "civil_supreme": CIVIL_SUPREME}


class Summary(NamedTuple):
    """What is paid for."""

    piles: tuple[int, ...]
    last: Last
    premiums: tuple[Premium, ...]
    """Those of the last trick included where the house pays them."""
    sweep: str | None
    opening: Tiles | None


def problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield what cannot be in a hand, in the sheet's order."""
    play = played.play
    if play.dealt is not None:
        if not played.options["dealt_hands"]:
            yield Problem("barred", "no dealt hand is settled at once here", "play.dealt_hand")
        return
    found = list(PACK.hand_problems(play.hands or (), "play.hands"))
    if found:
        yield from found
    elif play.tricks is not None:
        yield from _log_problems(played)
    elif played.is_played_out:
        yield from _summary_problems(played)


def course_of(played: Played[Play]) -> tuple[Course, Problem | None]:
    """Return how the logged hand went, and the first fault in the log."""
    play = played.play
    banker = played.state.banker
    start = Course(played.options, banker, UNKNOWN if play.hands is None else play.hands)
    return followed(start, play.tricks or ())


def _log_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield the first fault of the log, or where the summary does not agree with it."""
    course, fault = course_of(played)
    if fault is not None:
        yield fault
        return
    if not played.is_played_out:
        return
    if course.last is None:
        yield Problem("bad_record", f"{course.left} tiles of a hand are missing", "play.tricks")
        return
    play = played.play
    for name, agrees in (
        ("piles", play.piles in (None, course.piles)),
        ("last", play.last is None or _same_last(play.last, course.last)),
        ("premiums", play.premiums is None or _plain(play.premiums) == _plain(course.premiums)),
        ("opening", play.opening is None or _same(play.opening, course.opening)),
    ):
        if not agrees:
            yield Problem("bad_record", "does not agree with the log", f"play.{name}")
    yield from _sweep_problems(play.sweep, course.piles, course.last, _shown_sweep(course))


def _same(one: Tiles, other: Tiles | None) -> bool:
    """Return whether these are the same tiles, in whatever order they are told."""
    return other is not None and sorted(one) == sorted(other)


def _same_last(said: Last, shown: Last) -> bool:
    """Return whether *said* is the last trick that a log has *shown*."""
    return (
        (said.leader, said.winner) == (shown.leader, shown.winner)
        and _same(said.led, shown.led)
        and _same(said.tiles, shown.tiles)
        and (said.up is None or sorted(said.up) == sorted(shown.laid_up))
    )


def _plain(premiums: Iterable[Premium]) -> list[Premium]:
    """Return *premiums* so that they can be compared."""
    return [one._replace(up=tuple(sorted(one.up))) for one in premiums]


def _shown_sweep(course: Course) -> str | None:
    """Return the sweep that the last tiles in a log show; nothing where they do not."""
    assert course.last is not None
    options, (led, winner) = course.options, (course.last.tiles, course.last.winner)
    best = combination(led, options)
    assert best is not None
    others = [tiles for seat, tiles in enumerate(course.last_tiles) if seat != winner]
    for tiles in others:
        laid = None if tiles is None else combination(tiles, options)
        if laid is not None and beats(laid, best, best, options):
            return "seven"
    return None if None in others else "eight"


def _sweep_problems(
    said: str | None, piles: tuple[int, ...], last: Last, shown: str | None
) -> Iterator[Problem]:
    """Yield a sweep that was none, is missing, or another than the tiles show."""
    where = "play.sweep"
    if piles[last.winner] != HAND:
        if said is not None:
            yield Problem("bad_record", f"a sweep takes all {HAND} piles", where)
        return
    sure = _sure_sweep(last) or shown
    if said is None and sure is None:
        message = "say whether another's last tile would have won: seven or eight"
        yield Problem("bad_record", message, where)
    elif said is not None and sure not in (None, said):
        yield Problem("bad_record", f"this is a sweep of {sure}", where)


def _sure_sweep(last: Last) -> str | None:
    """Return the sweep that the winning tiles alone show to be one."""
    return "eight" if len(last.tiles) > 1 or last.tiles[0] in SURE else None


def _summary_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield what cannot be in a summary."""
    play = played.play
    assert play.piles is not None
    assert play.last is not None
    yield from _pile_problems(play.piles, play.last)
    for place, premium in enumerate(play.premiums or ()):
        message = _premium_problem(premium, place, played)
        if message is not None:
            yield Problem("bad_record", message, f"play.premiums[{place}]")
    yield from _opening_problems(played)
    strange = list(_tile_problems(play, played.options))
    if all(tile in COPIES for tile in (*play.last.led, *play.last.tiles)) and play.last.tiles:
        yield from _sweep_problems(play.sweep, play.piles, play.last, None)
    yield from strange
    if not strange:
        yield from _won_problems(play.piles, play.last, played.options)


def _pile_problems(piles: tuple[int, ...], last: Last) -> Iterator[Problem]:
    """Yield piles and a last trick that do not go together."""
    size = len(last.led)
    if sum(piles) != HAND:
        yield Problem("bad_record", f"the piles of a hand are {HAND}", "play.piles")
    if piles[last.winner] < size:
        message = f"the last trick alone is {size} piles"
        yield Problem("bad_record", message, f"play.piles[{last.winner}]")
    elif last.leader == last.winner and piles[last.winner] == size:
        message = "who leads to the last trick has taken the one before"
        yield Problem("bad_record", message, f"play.piles[{last.winner}]")
    if last.leader != last.winner and not piles[last.leader]:
        message = "who leads to the last trick has a pile"
        yield Problem("bad_record", message, f"play.piles[{last.leader}]")
    if last.leader == last.winner and sorted(last.led) != sorted(last.tiles):
        message = "a leader who wins has won with what he led"
        yield Problem("bad_record", message, "play.last.tiles")
    if not {last.leader, last.winner} <= set(last.laid_up) or len(set(last.laid_up)) < len(
        last.laid_up
    ):
        yield Problem("bad_record", "leader and winner lay face up, once each", "play.last.up")


def _are_up(up: Sequence[int], leader: int, winner: int) -> bool:
    """Return whether *up* can be who laid face up to a trick that *leader* led to."""
    return {leader, winner} <= set(up) and len(set(up)) == len(up)


def _premium_problem(premium: Premium, place: int, played: Played[Play]) -> str | None:
    """Return why the premium at *place* cannot have been earned, or nothing."""
    play, banker = played.play, played.state.banker
    assert play.piles is not None
    has_led_more = premium.leader != banker
    if premium.kind == "four":
        needed = 4 + (has_led_more and premium.leader == premium.winner)
        if not _are_up(premium.up, premium.leader, premium.winner):
            return "leader and winner laid a four face up, once each"
        return None if play.piles[premium.winner] >= needed else f"that takes {needed} piles"
    if premium.kind == "civil_supreme" and not played.options["civil_supreme"]:
        return "there is no civil supreme in this house"
    if any(one.kind == premium.kind for one in (play.premiums or ())[:place]):
        return "there is one of each supreme"
    needed = 2 + has_led_more
    if premium.kind == "supreme" and play.piles[premium.leader] < needed:
        return f"that takes {needed} piles"
    return None


def _opening_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield a first lead that the house must know and is not told."""
    play, banker = played.play, played.state.banker
    assert play.piles is not None
    swept = play.piles[banker] == HAND and played.options["banker_opening"] != "free"
    if swept and play.opening is None:
        message = "say what the banker led first"
        yield Problem("bad_record", message, "play.opening")


def _tile_problems(play: Play, options: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield tiles that do not exist, are too many or lie in no hand that is known."""
    last = play.last
    assert last is not None
    yield from PACK.strange(last.led, "play.last.led")
    if last.winner != last.leader:
        yield from PACK.strange(last.tiles, "play.last.tiles")
    yield from PACK.strange(play.opening or (), "play.opening")
    if len(last.led) != len(last.tiles):
        yield Problem("bad_tiles", f"{len(last.led)} were led, so everybody lays as many",
                      "play.last.tiles")  # fmt: skip
    gone = [tile for one in play.premiums or () for tile in SUPREMES.get(one.kind, ())]
    won = last.tiles if last.winner != last.leader else ()
    yield from PACK.too_many((*last.led, *won, *gone), "play.last")
    yield from _stray_problems(play, last)
    if play.opening is not None and combination(play.opening, options) is None:
        yield Problem("bad_meld", "these tiles are no combination", "play.opening")


def _stray_problems(play: Play, last: Last) -> Iterator[Problem]:
    """Yield tiles of the last trick that are not in the hand of who laid them."""
    for seat, tiles, name in ((last.leader, last.led, "led"), (last.winner, last.tiles, "tiles")):
        message = not_held((play.hands or UNKNOWN)[seat], tiles, seat)
        if message is not None:
            yield Problem("bad_tiles", message, f"play.last.{name}")


def _won_problems(
    piles: tuple[int, ...], last: Last, options: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield a last trick that could not be won so."""
    is_taken = last.winner != last.leader
    if is_taken and len(last.tiles) == 1 and piles[last.winner] == 1:
        message = "the last tile of a seat without a pile is played face down"
        yield Problem("barred", message, "play.last.winner")
    led, tiles = combination(last.led, options), combination(last.tiles, options)
    if led is None:
        yield Problem("bad_meld", "these tiles are no combination", "play.last.led")
    elif is_taken and (tiles is None or not beats(tiles, led, led, options)):
        yield Problem("bad_meld", "this does not beat what was led", "play.last.tiles")


def summary(played: Played[Play]) -> Summary:
    """Return what a hand without problems came to."""
    play, options = played.play, played.options
    if play.tricks is None:
        assert play.piles is not None
        assert play.last is not None
        sweep = play.sweep or _sure_sweep(play.last)
        told = Summary(play.piles, play.last, play.premiums or (), sweep, play.opening)
    else:
        course, _ = course_of(played)
        assert course.last is not None
        sweep = play.sweep or _sure_sweep(course.last) or _shown_sweep(course)
        told = Summary(course.piles, course.last, course.premiums, sweep, course.opening)
    if told.piles[told.last.winner] != HAND:
        told = told._replace(sweep=None)
    if not options["last_trick_premium"]:
        return told
    led = led_to(told.last, options)
    earned = feats(led, told.last.leader, told.last.winner, told.last.laid_up)
    return told._replace(premiums=(*told.premiums, *earned))


def led_to(last: Last, options: Mapping[str, Any]) -> Combination:
    """Return what was led to the last trick of a hand without problems."""
    led = combination(last.led, options)
    assert led is not None
    return led
