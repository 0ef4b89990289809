"""Logs in mjai read: a hand of riichi as one JSON event a line, everybody's tiles told.

The events of start_game to end_game are known, with what several writers add to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rules.errors import RecordError, refuse
from rules.games.riichi.logs.foreign import (
    NOBODY,
    At,
    Broken,
    ForeignHand,
    Points,
    Step,
    TurnedTile,
    replay,
)
from rules.games.riichi.logs.names import BY_NAME, BY_REASON, NAMES, PLAYS, UNKNOWN, WINDS
from rules.play.actions import (
    Abort,
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pung,
    SetAside,
    Win,
)
from rules.play.course import Course
from rules.play.logs import LogError, object_of, reason_of
from rules.tiles import Tile
from rules.value import evolve

Event = dict[str, Any]

SIZE: Final = 13
OUTSIDE: Final = frozenset(("start_game", "end_game"))


def read_mjai(lines: Iterable[str], house: Mapping[str, Any]) -> Iterator[Course]:
    """Yield every hand of a log in mjai, each as it began and after every action.

    A new hand begins with a course whose log is empty. *house* is what the table has agreed on.
    Raise `LogError` for the first line that is wrong and for a log that ends within a hand.
    """
    numbered_lines = enumerate(lines, start=1)
    events = ((At(number), partial(object_of, line)) for number, line in numbered_lines)
    return read_events(events, house)


def read_events(
    events: Iterable[tuple[At, Callable[[], Event]]], house: Mapping[str, Any]
) -> Iterator[Course]:
    """Yield the hands that *events*, each with its place and what reads it, tell."""
    hand: _Hand | None = None
    at = At(0)
    for at, read in events:
        try:
            event = read()
            if hand is None:
                hand = _outside(event, at, house)
            elif hand.note(event, at):
                yield from replay(hand.foreign)
                hand = None
        except RecordError as error:
            yield from _broken_off(hand, at, reason_of(error))
    if hand is not None:
        yield from _broken_off(hand, At(at.line + 1), "the log ends before the hand does")
    if at.line == 0:
        raise LogError(1, "the log is empty", None)


def _broken_off(hand: _Hand | None, at: At, reason: str) -> Iterator[Course]:
    if hand is None or not hand.foreign.steps:
        raise at.error(reason, None)
    yield from replay(evolve(hand.foreign, broken=Broken(at, reason)))


def _outside(event: Event, at: At, house: Mapping[str, Any]) -> _Hand | None:
    """Return the hand that begins with *event*, if it is one that begins a hand."""
    kind = str(event.get("type"))
    if kind in OUTSIDE:
        return None
    if kind != "start_kyoku":
        raise refuse("bad_record", f"a hand begins with start_kyoku, not {kind!r}", "type")
    return _Hand(_start(event, at, house))


def _start(event: Event, at: At, house: Mapping[str, Any]) -> ForeignHand:
    hands = [tile_list(hand, "tehais") for hand in _rows(event, "tehais", list)]
    scores = _rows(event, "scores", int)[: len(hands)]
    play = PLAYS.get(len(hands))
    if play is None or len(scores) != len(hands) or {*map(len, hands)} != {SIZE}:
        raise refuse("bad_record", f"{SIZE} tiles and points of 3 or 4 seats are needed", "tehais")
    banker = _seat(event, "oya", len(hands))
    wind = event.get("bakaze")
    if wind not in WINDS or event.get("kyoku") != banker + 1:
        raise refuse("bad_record", f"round and number of the hand of seat {banker}", "kyoku")
    carry = {"honba": _count(event, "honba"), "deposits": _count(event, "kyotaku")}
    state = {"banker": banker, "round": WINDS.index(wind) + 1, "scores": scores, "carry": carry}
    dora = TurnedTile(at, tile_of(event.get("dora_marker"), "dora_marker"))
    return ForeignHand(play, at, dict(house), state, tuple(map(tuple, hands)), indicators=(dora,))


class _Hand:
    """A hand while its events are read."""

    def __init__(self, foreign: ForeignHand) -> None:
        self.foreign = foreign
        self.drawn: Tile | None = None
        self.supplement_due = self.riichi_due = False

    def note(self, event: Event, at: At) -> bool:
        """Take *event* in and return whether it ends the hand."""
        kind = str(event.get("type"))
        if kind == "end_kyoku":
            return True
        if kind == "dora":
            indicator = TurnedTile(at, tile_of(event.get("dora_marker"), "dora_marker"))
            self.foreign = evolve(self.foreign, indicators=(*self.foreign.indicators, indicator))
        elif kind == "reach":
            self.riichi_due = True
        elif kind in ("hora", "ryukyoku"):
            self._end(event, at)
        elif kind in ACTIONS:
            self._do(ACTIONS[kind](self, event), at)
        elif kind != "reach_accepted":
            raise refuse("bad_record", f"{kind!r} is no event of a hand", "type")
        return False

    def _do(self, action: Action, at: At) -> None:
        steps = self.foreign.steps
        banker = self.foreign.state["banker"]
        if not steps and not (isinstance(action, Draw) and action.seat == banker):
            raise refuse("barred", f"seat {banker} draws first")
        self.foreign = evolve(self.foreign, steps=(*steps, Step(at, action)))

    def _end(self, event: Event, at: At) -> None:
        self._do(self._read_win(event) if event["type"] == "hora" else _read_end(event), at)
        if "deltas" in event:
            players = len(self.foreign.hands)
            amounts = Points(at, tuple(_rows(event, "deltas", int)[:players]))
            self.foreign = evolve(self.foreign, points=(*self.foreign.points, amounts))
        if event.get("ura_markers"):
            self.foreign = evolve(
                self.foreign, hidden=tile_list(event["ura_markers"], "ura_markers")
            )

    def actor(self, event: Event, name: str = "actor") -> int:
        """Return the seat that does something."""
        return _seat(event, name, len(self.foreign.hands))

    def _read_win(self, event: Event) -> Win:
        seat, source = self.actor(event), self.actor(event, "target")
        return Win(seat, "self_draw") if seat == source else Win(seat, "discard", None, source)

    def draw(self, event: Event) -> Action:
        """Return the draw of a tile, or of a supplement."""
        kind = DrawReplacement if self.supplement_due else Draw
        self.supplement_due = False
        self.drawn = tile_of(event.get("pai"))
        return kind(self.actor(event), self.drawn)

    def discard(self, event: Event) -> Action:
        """Return the discard, with riichi where it was announced just before."""
        tile = tile_of(event.get("pai"))
        if event.get("tsumogiri") is True and tile != self.drawn:
            raise refuse("barred", f"{NAMES[tile]} was not drawn just now", "tsumogiri")
        declares, self.riichi_due = "riichi" if self.riichi_due else "", False
        return Discard(self.actor(event), tile, declares)

    def claim(self, event: Event) -> Action:
        """Return the claim of a discard for a set."""
        own = tile_list(event.get("consumed"), "consumed")
        tile, source = tile_of(event.get("pai")), self.actor(event, "target")
        self.drawn = None
        if event["type"] == "daiminkan":
            self.supplement_due = True
            return Kong(self.actor(event), "kong_discard", own, tile, source)
        kind = Chow if event["type"] == "chi" else Pung
        return kind(self.actor(event), own, tile, source)

    def kong(self, event: Event) -> Action:
        """Return the kong that is laid in one's own turn."""
        self.supplement_due = True
        if event["type"] == "kakan":
            return Kong(self.actor(event), "kong_added", (tile_of(event.get("pai")),))
        own = tile_list(event.get("consumed"), "consumed")
        return Kong(self.actor(event), "kong_concealed", own)

    def set_aside(self, event: Event) -> Action:
        """Return a North set aside."""
        self.supplement_due = True
        return SetAside(self.actor(event), tile_of(event.get("pai", "N")))


ACTIONS: Final[Mapping[str, Callable[[_Hand, Event], Action]]] = {
    "tsumo": _Hand.draw,
    "dahai": _Hand.discard,
    "chi": _Hand.claim,
    "pon": _Hand.claim,
    "daiminkan": _Hand.claim,
    "ankan": _Hand.kong,
    "kakan": _Hand.kong,
    "kita": _Hand.set_aside,
    "nukidora": _Hand.set_aside,
}


def _read_end(event: Event) -> Abort:
    reason = BY_REASON.get(str(event.get("reason", "")))
    if reason is None:
        raise refuse("bad_record", f"{event['reason']!r} ends no hand", "reason")
    return Abort(NOBODY, reason)


def tile_of(name: object, where: str = "pai") -> Tile:
    """Return the tile called *name*; raise `RecordError` where none is."""
    if name == UNKNOWN:
        message = "a tile is not told: only where everybody's are can a hand be played again"
        raise refuse("bad_tiles", message, where)
    if not isinstance(name, str) or name not in BY_NAME:
        raise refuse("bad_tiles", f"{name!r} is no tile", where)
    return BY_NAME[name]


def tile_list(names: object, where: str) -> tuple[Tile, ...]:
    """Return the tiles called *names*; raise `RecordError` for what is no list of tiles."""
    if not isinstance(names, list):
        raise refuse("bad_record", "must be a list of tiles", where)
    return tuple([tile_of(name, where) for name in names])


def _rows(event: Event, name: str, kind: type) -> list[Any]:
    rows = event.get(name)
    if type(rows) is not list or not all(type(row) is kind for row in rows):
        raise refuse("bad_record", f"must be a list of {kind.__name__}", name)
    if name == "tehais" and len(rows) > 3 and rows[3] == [UNKNOWN] * len(rows[3]):
        return rows[:3]
    return rows


def _count(event: Event, name: str) -> int:
    number = event.get(name, 0)
    if type(number) is not int or number < 0:
        raise refuse("bad_record", "must be a whole number", name)
    return number


def _seat(event: Event, name: str, players: int) -> int:
    seat = event.get(name)
    if type(seat) is not int or not 0 <= seat < players:
        raise refuse("bad_record", "must be a seat", name)
    return seat
