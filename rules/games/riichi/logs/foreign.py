"""A hand as another program's log tells it, played again: what was dealt, drawn and done.

Such logs have no wall. What was drawn lies where it was drawn from; the tiles that nobody
saw fill the rest in the order of their numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from rules.errors import RecordError, refuse
from rules.game import Options
from rules.games.riichi.logs.points import points
from rules.games.riichi.play import RiichiPlay
from rules.play.actions import (
    Abort,
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    Win,
)
from rules.play.course import Course, begin
from rules.play.logs import LogError, reason_of
from rules.play.position import Place, Position
from rules.play.wall import Wall
from rules.record.values import State
from rules.tiles import BACK, CODES, TILES, Tile
from rules.value import evolve, value

NOBODY: Final = -1
"""The seat of an end that the log does not ascribe to anybody."""
DRAW: Final = "draw"
ANY_END: Final = ""


class At(NamedTuple):
    """Where something stands in a log: its line, from 1, and the place in it."""

    line: int
    where: str = ""

    def error(self, wrong: RecordError | str, course: Course | None) -> LogError:
        """Return the error for what is *wrong* with what stands here, after *course*."""
        problem = None if isinstance(wrong, str) else wrong.first
        reason = wrong if isinstance(wrong, str) else reason_of(wrong)
        message = f"{self.where}: {reason}" if self.where else reason
        return LogError(self.line, message, course, problem)


class Step(NamedTuple):
    """One thing done; an end without a win is `Abort` by nobody, for its reason."""

    place: At
    action: Action


class TurnedTile(NamedTuple):
    """An indicator that was turned up."""

    place: At
    tile: Tile


class Points(NamedTuple):
    """What each seat gets by one win, or by the draw, its riichi stick not counted."""

    place: At
    amounts: tuple[int, ...]


class Broken(NamedTuple):
    """Why a log cannot be read on."""

    place: At
    reason: str


@value
class ForeignHand:
    """One hand of a log."""

    play: RiichiPlay
    place: At
    options: Mapping[str, Any]
    state: Mapping[str, Any]
    hands: tuple[tuple[Tile, ...], ...]
    """What everybody was dealt, the banker's last tile not among it: it is the first draw."""
    steps: tuple[Step, ...] = ()
    indicators: tuple[TurnedTile, ...] = ()
    hidden: tuple[Tile, ...] = ()
    points: tuple[Points, ...] = ()
    broken: Broken | None = None


def replay(hand: ForeignHand) -> Iterator[Course]:
    """Yield the course of the hand as it began and after every action.

    Raise `LogError` for the first thing that the rules refuse, for points that differ
    from those of the rules, and for what broke the log off.
    """
    course = _begin(hand)
    yield course
    steps = list(hand.steps[1:])
    while steps:
        place = steps[0].place
        try:
            for action in _answers(course, steps):
                course = course.after(_find_offer(course, action))
                yield course
        except RecordError as error:
            raise place.error(error, course) from error
    if hand.broken is not None:
        raise hand.broken.place.error(hand.broken.reason, course)
    _check_end(hand, course)


def _begin(hand: ForeignHand) -> Course:
    try:
        wall = Wall(tuple(_wall(hand)))
        return begin(hand.play, wall, [[1, 1]], hand.state, hand.options)
    except RecordError as error:
        raise hand.place.error(error, None) from error


# The wall


def _wall(hand: ForeignHand) -> list[Tile]:
    """Return the tiles of the wall from the break on; raise `LogError` for one too many."""
    play = hand.play
    options = Options({**play.game.defaults, **hand.options})
    copies = Counter({TILES[code]: count for code, count in play.game.tiles_for(options).items()})
    tiles = [BACK] * sum(copies.values())
    for place, at, tile in _find_places(hand, options):
        if copies[tile] == 0:
            raise at.error(f"there is one {CODES[tile]} more than the game has", None)
        copies[tile] -= 1
        tiles[place] = tile
    rest = iter(sorted(copies.elements()))
    return [next(rest) if tile == BACK else tile for tile in tiles]


def _find_places(hand: ForeignHand, options: Options) -> Iterator[tuple[int, At, Tile]]:
    """Yield the places of the wall whose tiles the log tells, from where, and which."""
    play, banker = hand.play, hand.state["banker"]
    players = len(hand.hands)
    count = sum(play.game.tiles_for(options).values())
    wall = Wall(tuple(map(Tile, range(count))))  # a wall of places
    order = [(banker + step) % players for step in range(players)]
    start = 0
    for block in play.blocks:
        for seat in order:
            for tile in hand.hands[seat][start : start + block]:
                lies, wall = wall.draw()
                yield lies, hand.place, tile
        start += block
    state = State(banker, 1, 0, (0,) * players)
    at = Position(play.game, options, state, ((1, 1),), wall, (Place(),) * players)
    for place, action in hand.steps:
        if isinstance(action, (Draw, DrawReplacement)):
            if play.live(at) <= 0:
                raise place.error("nothing is left to draw", None)
            lies, wall = at.wall.draw() if isinstance(action, Draw) else play.draw_supplement(at)
            assert action.tile is not None
            yield lies, place, action.tile
            at = evolve(at, wall=wall)
    yield from _indicators(hand, at)


def _indicators(hand: ForeignHand, at: Position) -> Iterator[tuple[int, At, Tile]]:
    first = iter(hand.play.indicator_places(at))
    for number, (place, tile) in enumerate(hand.indicators):
        if number > hand.play.game.turned_for_kongs(at.options):
            raise place.error("so many indicators are never turned up", None)
        lies = next(first, None)
        lies = hand.play.kong_indicator_place(at) if lies is None else lies
        at = evolve(at, wall=at.wall.turn_up(lies))
        yield lies, place, tile
        if number < len(hand.hidden):
            yield lies + 1, hand.place, hand.hidden[number]


# What was done


def _answers(course: Course, steps: list[Step]) -> list[Action]:
    """Return what is done next, taken from *steps*: passes, which no log tells, among it."""
    window = course.at.window
    if course.is_over and steps[0].action.seat == NOBODY:
        _check_reason(course, steps.pop(0).action)
        return []
    if window is None:
        return [_own(course, steps.pop(0).action)]
    claims: dict[int, Action] = {}
    if steps[0].action.seat == NOBODY:
        claims = _all_win(course, steps[0].action)
        if claims:
            steps.pop(0)
    while steps and _is_claim(steps[0].action):
        if claims and not isinstance(steps[0].action, Win):
            break
        action = steps.pop(0).action
        if isinstance(action, Win):
            action = Win(action.seat, window.by, window.tile, action.source)
        claims[action.seat] = action
    strangers = [claim for seat, claim in claims.items() if seat not in course.to_act]
    return [claims.get(seat, Pass(seat)) for seat in course.to_act] + strangers


def _check_reason(course: Course, end: Action) -> None:
    assert isinstance(end, Abort)
    reason = ANY_END if course.at.wins else ending_of(course)
    if course.at.wins or end.reason not in (reason, ANY_END):
        raise refuse("barred", f"the hand does not end so, but by {reason or 'a win'}")


def _is_claim(action: Action) -> bool:
    is_of_another = isinstance(action, (Win, Kong)) and action.source is not None
    return isinstance(action, (Chow, Pung)) or is_of_another


def _all_win(course: Course, action: Action) -> dict[int, Action]:
    """Return everybody's wins, if there are too many for the hand to have a winner."""
    assert isinstance(action, Abort)
    window = course.at.window
    assert window is not None
    wins = {
        seat: one for seat in course.to_act for one in course.legal(seat) if isinstance(one, Win)
    }
    is_meant = action.reason in ("three_wins", ANY_END)
    is_barred = course.at.options.get("multiple_wins") == "two"
    return dict(wins) if is_meant and is_barred and len(wins) > 2 else {}


def _own(course: Course, action: Action) -> Action:
    """Return what a log tells without its circumstances as an action of the *course*."""
    at = course.at
    if isinstance(action, Abort) and action.seat == NOBODY:
        if at.stage == "turn" and action.reason in ("nine_terminals", ANY_END):
            return Abort(at.turn, "nine_terminals")
        raise refuse("barred", "the hand is not over")
    if isinstance(action, Win) and action.source is None:
        return Win(action.seat, "self_draw", at.drawn)
    if isinstance(action, Discard) and action.declares:
        words = course.play.declarations(at, action.seat)
        return evolve(action, declares=words[0]) if words else action
    return action


def _find_offer(course: Course, action: Action) -> Action:
    """Return the set that *action* lays down with its tiles in our order."""
    if not isinstance(action, (Chow, Pung, Kong)):
        return action
    sorted_action = evolve(action, tiles=tuple(sorted(action.tiles)))
    sets = [one for one in course.legal(action.seat) if isinstance(one, (Chow, Pung, Kong))]
    for one in sets:
        if evolve(one, tiles=tuple(sorted(one.tiles))) == sorted_action:
            return one
    return action


# The end


def _check_end(hand: ForeignHand, course: Course) -> None:
    """Raise `LogError` where the hand does not end as the log says."""
    last = hand.steps[-1].place if hand.steps else hand.place
    if not course.is_over:
        raise last.error("the log ends before the hand does", course)
    turned_count = len(course.at.wall.turned)
    if turned_count < len(hand.indicators):
        raise hand.indicators[turned_count].place.error("nothing is turned up here", course)
    if turned_count > len(hand.indicators):
        raise last.error("an indicator that a kong brings is missing", course)
    wins = course.at.wins
    indicators = course.play.hidden_indicators(course.at, wins)
    if indicators and len(hand.hidden) != len(indicators):
        raise last.error(f"{len(indicators)} ura indicators are needed after riichi", course)
    _check_points(hand, course)


def _check_points(hand: ForeignHand, course: Course) -> None:
    for (place, amounts), ours in zip(hand.points, points(course), strict=False):
        if amounts != ours:
            message = f"the points are {list(ours)} by the rules, not {list(amounts)}"
            raise place.error(message, course)


def ending_of(course: Course) -> str:
    """Return why a hand that nobody won is over: an incident of riichi, or a draw."""
    ending = course.at.ending
    assert ending is not None
    return str(ending.incidents[0]["kind"]) if ending.outcome == "abort" else DRAW
