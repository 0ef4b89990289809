"""How a hand goes, play by play: whose turn it is, what may be laid, who takes the trick.

Sheet, "Play". A course is a value; laying tiles gives the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import Problem, Reason
from rules.games.cards.tien_gow.plays import (
    CIVIL_SUPREME,
    COPIES,
    HAND,
    SEATS,
    SUPREME,
    Combination,
    Last,
    Play,
    Premium,
    Tiles,
    TrickPlay,
    beats,
    combination,
    is_supreme,
)
from rules.play.game import PlayedHand
from rules.play.packs import Hands, Pack, find_unheld, pieces_in_play
from rules.reasons import Fault, as_problem, problem_of

UNKNOWN: Final[Hands] = (None,) * SEATS
PACK: Final = Pack("domino", COPIES, HAND)


@dataclass(frozen=True, slots=True)
class Course:
    """How far a hand has come."""

    options: Mapping[str, Any]
    leader: int
    """Who leads, or led, the trick on the table."""
    hands: Hands = UNKNOWN
    """The hands as dealt, where they are known."""
    trick: tuple[TrickPlay, ...] = ()
    """The plays of the trick on the table."""
    left: int = HAND
    """Tiles that everybody held when this trick began."""
    led: Combination | None = None
    best: Combination | None = None
    taker: int = 0
    """Who laid the best."""
    piles: tuple[int, ...] = (0,) * SEATS
    spent: tuple[Tiles, ...] = ((),) * SEATS
    """The tiles that each seat is known to have laid."""
    premiums: tuple[Premium, ...] = ()
    opening: Tiles | None = None
    last: Last | None = None
    last_tiles: tuple[Tiles | None, ...] = ()
    """What each seat laid to the last trick, where it was seen."""

    @property
    def is_over(self) -> bool:
        """Return whether all tiles have been played."""
        return self.left == 0

    @property
    def turn(self) -> int:
        """Return whose turn it is; nobody's once the hand is over."""
        return (self.leader + len(self.trick)) % SEATS

    def fault(self, play: TrickPlay) -> Fault | None:
        """Return why *play* cannot be played now, or nothing; checked in the sheet's order."""
        checks = (self._form_fault, self._tile_fault, self.face_fault)
        return next((fault for check in checks if (fault := check(play)) is not None), None)

    def after(self, play: TrickPlay) -> Course:
        """Return the course once *play*, in which there is no fault, has been played."""
        tiles = play.tiles or ()
        spent = tuple(
            (*earlier, *tiles) if seat == play.seat else earlier
            for seat, earlier in enumerate(self.spent)
        )
        course = replace(self, trick=(*self.trick, play), spent=spent)
        if not play.is_down:
            best = combination(tiles, self.options)
            led = best if self.led is None else self.led
            course = replace(course, led=led, best=best, taker=play.seat)
        if self.opening is None:
            course = replace(course, opening=tiles)
        return course._take_trick() if len(course.trick) == SEATS else course

    def _form_fault(self, play: TrickPlay) -> Fault | None:
        if self.is_over:
            return "bad_record", Reason("tiles_played")
        if play.seat != self.turn:
            return "bad_record", Reason("other_turn", {"seat": self.turn})
        if not self.trick and (play.is_down or not play.tiles):
            return "bad_record", Reason("lead_up")
        if play.tiles is None and not play.is_down:
            return "bad_record", Reason("up_is_known")
        return None

    def _tile_fault(self, play: TrickPlay) -> Fault | None:
        tiles = play.tiles
        if tiles is None:
            return None
        message = PACK.not_there(tiles, pieces_in_play(self.hands, self.spent, play.seat))
        if message is not None:
            return "bad_tiles", message
        if self.trick and len(tiles) != self._size:
            return "bad_tiles", Reason("as_many", {"count": self._size})
        if len(tiles) > self.left:
            return "bad_tiles", Reason("only_left", {"count": self.left})
        all_of_it = (*self.spent[play.seat], *tiles)
        message = find_unheld(self.hands[play.seat], all_of_it, play.seat)
        return None if message is None else ("bad_tiles", message)

    @property
    def _size(self) -> int:
        return len(self.trick[0].tiles or ())

    def bar(self, play: TrickPlay) -> Fault | None:
        """Return that a seat without a pile has no right to the last trick (結の資格)."""
        if play.is_down or self.left > 1 or self.piles[play.seat]:
            return None
        return "barred", Reason("no_pile_last")

    def face_fault(self, play: TrickPlay) -> Fault | None:
        """Return why *play*, tiles that the seat holds, may not lie face up now, or nothing."""
        bar = self.bar(play)
        if bar is not None or play.is_down:
            return bar
        meld = combination(play.tiles or (), self.options)
        if meld is None:
            return "bad_meld", Reason("tiles_no_combination")
        if self.led is None or self.best is None:
            return None
        if not beats(meld, self.best, self.led, self.options):
            return "bad_meld", Reason("does_not_beat", {"cards": " ".join(self.best.tiles)})
        return None

    def _take_trick(self) -> Course:
        assert self.led is not None
        assert self.best is not None
        size = self._size
        piles = tuple(
            count + size if seat == self.taker else count for seat, count in enumerate(self.piles)
        )
        up = tuple(play.seat for play in self.trick if not play.is_down)
        on = Course(
            self.options,
            self.taker,
            self.hands,
            left=self.left - size,
            taker=self.taker,
            piles=piles,
            spent=self.spent,
            opening=self.opening,
        )
        if on.is_over:
            led = self.trick[0].tiles or ()
            last = Last(self.leader, led, self.taker, self.best.tiles, up)
            return replace(on, premiums=self.premiums, last=last, last_tiles=self._last_tiles())
        return replace(on, premiums=(*self.premiums, *feats(self.led, self.leader, self.taker, up)))

    def _last_tiles(self) -> tuple[Tiles | None, ...]:
        """Return what each seat laid last; of a known hand also what was not seen."""
        tiles_by_seat = {one.seat: one.tiles for one in self.trick}
        return tuple(tiles_by_seat[seat] or self._rest(seat) for seat in range(SEATS))

    def _rest(self, seat: int) -> Tiles | None:
        """Return what *seat* must have held in the end, if all else of its hand was seen."""
        hand = self.hands[seat]
        if hand is None:
            return None
        rest = tuple((Counter(hand) - Counter(self.spent[seat])).elements())
        return rest if len(rest) == self._size else None


def feats(led: Combination, leader: int, taker: int, up: tuple[int, ...]) -> Iterator[Premium]:
    """Yield the premium that a trick earns which *led* was led to."""
    if is_supreme(led):
        yield Premium(led.kind, leader, leader)
    elif led.kind == "four":
        yield Premium("four", leader, taker, up)


def follow(start: Course, tricks: Sequence[Sequence[TrickPlay]]) -> tuple[Course, Problem | None]:
    """Return the course of a log as far as it is sound, and the first fault in it.

    The last trick of the log may be short.
    """
    course = start
    for number, trick in enumerate(tricks):
        at = f"play.tricks[{number}]"
        if course.is_over:
            return course, as_problem(Reason("tiles_played"), "bad_record", at)
        for place, play in enumerate(trick):
            fault = course.fault(play) if place < SEATS else ("bad_record", Reason("trick_of_four"))
            if fault is not None:
                return course, problem_of(fault, f"{at}.plays[{place}]")
            course = course.after(play)
        if len(trick) < SEATS and number + 1 < len(tricks):
            short = f"a trick of {len(trick)} plays is short"
            return course, Problem("bad_record", short, f"{at}.plays")
    return course, None


SURE: Final = frozenset(("6-6", "3-6", "4-5"))
"""Tiles that no single tile beats."""

SUPREMES: Final[Mapping[str, Tiles]] = {"supreme": SUPREME, "civil_supreme": CIVIL_SUPREME}


def find_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    """Yield what cannot be in a hand, in the sheet's order."""
    play = hand.play
    if play.dealt is not None:
        if not hand.options["dealt_hands"]:
            yield as_problem(Reason("no_dealt_hand"), where="play.dealt_hand")
        return
    problems = list(PACK.hand_problems(play.hands or (), "play.hands"))
    if problems:
        yield from problems
    elif play.tricks is not None:
        yield from _log_problems(hand)
    elif hand.is_played_out:
        yield from _summary_problems(hand)


def course_of(hand: PlayedHand[Play]) -> tuple[Course, Problem | None]:
    """Return how the logged hand went, and the first fault in the log."""
    play = hand.play
    banker = hand.state.banker
    start = Course(hand.options, banker, UNKNOWN if play.hands is None else play.hands)
    return follow(start, play.tricks or ())


def _log_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    """Yield the first fault of the log, or where the summary does not agree with it."""
    course, fault = course_of(hand)
    if fault is not None:
        yield fault
        return
    if not hand.is_played_out:
        return
    if course.last is None:
        yield Problem("bad_record", f"{course.left} tiles of a hand are missing", "play.tricks")
        return
    play = hand.play
    for name, agrees in (
        ("piles", play.piles in (None, course.piles)),
        ("last", play.last is None or _same_last(play.last, course.last)),
        ("premiums", play.premiums is None or _plain(play.premiums) == _plain(course.premiums)),
        ("opening", play.opening is None or _same(play.opening, course.opening)),
    ):
        if not agrees:
            yield Problem("bad_record", "does not agree with the log", f"play.{name}")
    yield from _sweep_problems(play.sweep, course.piles, course.last, find_sweep(course))


def _same(one: Tiles, other: Tiles | None) -> bool:
    return other is not None and sorted(one) == sorted(other)


def _same_last(last: Last, log_last: Last) -> bool:
    return (
        (last.leader, last.winner) == (log_last.leader, log_last.winner)
        and _same(last.led, log_last.led)
        and _same(last.tiles, log_last.tiles)
        and (last.up is None or sorted(last.up) == sorted(log_last.laid_up))
    )


def _plain(premiums: Iterable[Premium]) -> list[Premium]:
    return [one._replace(up=tuple(sorted(one.up))) for one in premiums]


def find_sweep(course: Course) -> str | None:
    """Return the sweep that the last tiles in a log show; nothing where they do not."""
    assert course.last is not None
    options, (led, winner) = course.options, (course.last.tiles, course.last.winner)
    best = combination(led, options)
    assert best is not None
    others = [tiles for seat, tiles in enumerate(course.last_tiles) if seat != winner]
    for tiles in others:
        meld = None if tiles is None else combination(tiles, options)
        if meld is not None and beats(meld, best, best, options):
            return "seven"
    return None if None in others else "eight"


def _sweep_problems(
    sweep: str | None, piles: tuple[int, ...], last: Last, log_sweep: str | None
) -> Iterator[Problem]:
    where = "play.sweep"
    if piles[last.winner] != HAND:
        if sweep is not None:
            yield Problem("bad_record", f"a sweep takes all {HAND} piles", where)
        return
    sure = sure_sweep(last) or log_sweep
    if sweep is None and sure is None:
        message = "say whether another's last tile would have won: seven or eight"
        yield Problem("bad_record", message, where)
    elif sweep is not None and sure not in (None, sweep):
        yield Problem("bad_record", f"this is a sweep of {sure}", where)


def sure_sweep(last: Last) -> str | None:
    """Return the sweep that goes with winning the last trick so; nothing where none need."""
    return "eight" if len(last.tiles) > 1 or last.tiles[0] in SURE else None


def _summary_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    play = hand.play
    assert play.piles is not None
    assert play.last is not None
    yield from _pile_problems(play.piles, play.last)
    for place, premium in enumerate(play.premiums or ()):
        message = _premium_problem(premium, place, hand)
        if message is not None:
            yield Problem("bad_record", message, f"play.premiums[{place}]")
    yield from _opening_problems(hand)
    strange = list(_tile_problems(play, hand.options))
    if all(tile in COPIES for tile in (*play.last.led, *play.last.tiles)) and play.last.tiles:
        yield from _sweep_problems(play.sweep, play.piles, play.last, None)
    yield from strange
    if not strange:
        yield from _won_problems(play.piles, play.last, hand.options)


def _pile_problems(piles: tuple[int, ...], last: Last) -> Iterator[Problem]:
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
    return {leader, winner} <= set(up) and len(set(up)) == len(up)


def _premium_problem(premium: Premium, place: int, hand: PlayedHand[Play]) -> str | None:
    play, banker = hand.play, hand.state.banker
    assert play.piles is not None
    has_led_more = premium.leader != banker
    if premium.kind == "four":
        least = 4 + (has_led_more and premium.leader == premium.winner)
        if not _are_up(premium.up, premium.leader, premium.winner):
            return "leader and winner laid a four face up, once each"
        return None if play.piles[premium.winner] >= least else f"that takes {least} piles"
    if premium.kind == "civil_supreme" and not hand.options["civil_supreme"]:
        return "there is no civil supreme in this house"
    if any(one.kind == premium.kind for one in (play.premiums or ())[:place]):
        return "there is one of each supreme"
    least = 2 + has_led_more
    if premium.kind == "supreme" and play.piles[premium.leader] < least:
        return f"that takes {least} piles"
    return None


def _opening_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    play, banker = hand.play, hand.state.banker
    assert play.piles is not None
    is_swept = play.piles[banker] == HAND and hand.options["banker_opening"] != "free"
    if is_swept and play.opening is None:
        message = "say what the banker led first"
        yield Problem("bad_record", message, "play.opening")


def _tile_problems(play: Play, options: Mapping[str, Any]) -> Iterator[Problem]:
    last = play.last
    assert last is not None
    yield from PACK.strange(last.led, "play.last.led")
    if last.winner != last.leader:
        yield from PACK.strange(last.tiles, "play.last.tiles")
    yield from PACK.strange(play.opening or (), "play.opening")
    if len(last.led) != len(last.tiles):
        as_many = Reason("as_many", {"count": len(last.led)})
        yield as_problem(as_many, "bad_tiles", "play.last.tiles")
    supremes = [tile for one in play.premiums or () for tile in SUPREMES.get(one.kind, ())]
    winner_tiles = last.tiles if last.winner != last.leader else ()
    yield from PACK.too_many((*last.led, *winner_tiles, *supremes), "play.last")
    yield from _stray_problems(play, last)
    if play.opening is not None and combination(play.opening, options) is None:
        yield as_problem(Reason("tiles_no_combination"), "bad_meld", "play.opening")


def _stray_problems(play: Play, last: Last) -> Iterator[Problem]:
    for seat, tiles, name in ((last.leader, last.led, "led"), (last.winner, last.tiles, "tiles")):
        message = find_unheld((play.hands or UNKNOWN)[seat], tiles, seat)
        if message is not None:
            yield Problem("bad_tiles", message, f"play.last.{name}")


def _won_problems(
    piles: tuple[int, ...], last: Last, options: Mapping[str, Any]
) -> Iterator[Problem]:
    is_taken = last.winner != last.leader
    if is_taken and len(last.tiles) == 1 and piles[last.winner] == 1:
        yield as_problem(Reason("no_pile_last"), where="play.last.winner")
    led, tiles = combination(last.led, options), combination(last.tiles, options)
    if led is None:
        yield as_problem(Reason("tiles_no_combination"), "bad_meld", "play.last.led")
    elif is_taken and (tiles is None or not beats(tiles, led, led, options)):
        yield Problem("bad_meld", "this does not beat what was led", "play.last.tiles")
