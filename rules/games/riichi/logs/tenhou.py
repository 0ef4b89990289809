"""Logs in the form of tenhou.net/6 read: one JSON object with what each seat took and laid.

Each hand is told again as events of mjai, in the order in which they must have happened.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from rules.errors import RecordError, refuse
from rules.games.riichi.logs.foreign import DRAW, At
from rules.games.riichi.logs.mjai import Event, read_events
from rules.games.riichi.logs.names import NAMES, REASONS, WINDS
from rules.play.course import Course
from rules.play.logs import LogError
from rules.tiles import TILES

SUITS: Final = "mpsz"
NUMBERS: Final = {
    TILES[f"{rank}{suit}"]: 10 * number + rank
    for number, suit in enumerate(SUITS, start=1)
    for rank in range(1, 10)
    if f"{rank}{suit}" in TILES
} | {TILES[f"0{suit}"]: 50 + number for number, suit in enumerate("mps", start=1)}
"""What each tile is called."""
PAI: Final = {number: NAMES[tile] for tile, number in NUMBERS.items()}
"""What each is called in mjai."""
DRAWN: Final = 60
"""A discard of what was just drawn."""
SEATS: Final = 4
"""Four places lie round the table, of which three players leave one empty."""
WON: Final = "和了"
ENDS: Final = {
    "流局": DRAW,
    "全員聴牌": DRAW,
    "全員不聴": DRAW,
    "流し満貫": DRAW,
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四開槓": "four_kongs",
    "三家和了": "three_wins",
}
"""Why a hand ends that nobody won."""
BEFORE: Final = 4
"""Entries of a hand before what the seats took: its number, scores, indicators, hidden ones."""
MOST_DOUBTS: Final = 4
"""Discards of a hand that two seats may have claimed, tried both ways."""


def read_tenhou(lines: Iterable[str], house: Mapping[str, Any]) -> Iterator[Course]:
    """Yield every hand of a log, each as it began and after every action.

    A new hand begins with a course whose log is empty. *house* is what the table has agreed on.
    Raise `LogError` for the first thing that is wrong.
    """
    text = "".join(lines)
    try:
        data = json.loads(text)
    except ValueError as error:
        raise LogError(getattr(error, "lineno", 1), f"is not JSON: {error}", None) from error
    hands = data.get("log") if type(data) is dict else None
    if type(hands) is not list or not hands:
        raise LogError(1, "log: there is no hand", None)
    rule = data.get("rule")
    if type(rule) is dict and rule.get("aka") == 0:
        house = {"red_fives": 0, **house}
    for number, hand in enumerate(hands, start=1):
        at = At(1, f"hand {number}")
        yield from read_events(_events(hand, at), house)


def _events(hand: object, at: At) -> Iterator[tuple[At, Callable[[], Event]]]:
    """Yield the events of *hand* in order, or what raises the reason why there are none."""
    try:
        for where, event in _in_order(hand):
            yield At(at.line, f"{at.where}{where}"), partial(dict, event)
    except RecordError as error:
        raise at.error(error, None) from error


Placed = tuple[str, Event]


def _in_order(hand: object) -> list[Placed]:
    if type(hand) is not list or (len(hand) - BEFORE - 1) not in (9, 12):
        raise refuse("bad_record", "a hand is a list for three or four seats")
    seats = _seats(hand)
    first, oya = _start(hand, len(seats))
    result = _result(hand)
    problem: RecordError | None = None
    for choices in product((False, True), repeat=MOST_DOUBTS):
        order = _Order(seats, oya, choices)
        try:
            return [("", first), *order.events(), *result]
        except RecordError as error:
            problem = problem or error
            if order.doubts == 0:
                break
    assert problem is not None
    raise problem


def _seats(hand: list[Any]) -> list[list[list[Any]]]:
    """Return what each seat was dealt, took and laid."""
    rows = hand[BEFORE:-1]
    if not all(type(row) is list for row in rows):
        raise refuse("bad_record", "what a seat was dealt, took and laid are lists")
    seats = [rows[place : place + 3] for place in range(0, len(rows), 3)]
    return seats[:3] if len(seats) == SEATS and not seats[3][0] else seats


def _start(hand: list[Any], players: int) -> tuple[Event, int]:
    """Return the event that begins the hand, and who is the banker."""
    number, scores, indicators = hand[0], hand[1], hand[2]
    if not _are_numbers(number) or len(number) != 3:
        raise refuse("bad_record", "number of the hand, honba and riichi sticks", "0")
    if not _are_numbers(scores) or not _are_numbers(indicators) or not indicators:
        raise refuse("bad_record", "points and dora indicators are lists of numbers", "1")
    wind, oya = divmod(number[0], SEATS)
    if not 0 <= wind < len(WINDS) or oya >= players:
        raise refuse("bad_record", f"{number[0]} is no number of a hand", "0")
    event = {
        "type": "start_kyoku",
        "bakaze": WINDS[wind],
        "kyoku": oya + 1,
        "honba": number[1],
        "kyotaku": number[2],
        "oya": oya,
        "scores": scores[:players],
        "dora_marker": _pai(indicators[0]),
        "tehais": [[_pai(tile) for tile in seat[0]] for seat in _seats(hand)],
    }
    return event, oya


def _are_numbers(row: object) -> bool:
    return type(row) is list and all(type(one) is int for one in row)


def _pai(number: object) -> str:
    """Return what mjai calls the tile; what is none is told as it is, and refused there."""
    return PAI.get(number, str(number)) if type(number) is int else str(number)


def _result(hand: list[Any]) -> list[Placed]:
    """Return the events of how the hand ended, its later indicators before them."""
    indicators, hidden, end = hand[2], hand[3], hand[-1]
    if type(hidden) is not list or type(end) is not list or not end:
        raise refuse("bad_record", "a hand ends with its result")
    events: list[Placed] = [
        (", indicators", {"type": "dora", "dora_marker": _pai(tile)}) for tile in indicators[1:]
    ]
    where, name, rest = ", result", str(end[0]), end[1:]
    if name == WON:
        events += [(where, event) for event in _wins(rest, [_pai(tile) for tile in hidden])]
    elif name in ENDS:
        event = {"type": "ryukyoku", "reason": REASONS[ENDS[name]]}
        events.append((where, {**event, "deltas": rest[0]} if rest else event))
    else:
        raise refuse("bad_record", f"{name!r} ends no hand")
    return [*events, (where, {"type": "end_kyoku"})]


def _wins(rest: list[Any], hidden: list[str]) -> Iterator[Event]:
    for deltas, win in zip(rest[::2], rest[1::2], strict=False):
        if type(win) is not list or len(win) < 2:
            raise refuse("bad_record", "a win names who has won from whom")
        event = {"type": "hora", "actor": win[0], "target": win[1]}
        yield {**event, "deltas": deltas, "ura_markers": hidden}


class _Order:
    """What the seats took and laid, in one order in which it may have happened."""

    def __init__(self, seats: Sequence[list[list[Any]]], oya: int, choices: Sequence[bool]) -> None:
        self.takes = [list(seat[1]) for seat in seats]
        self.lays = [list(seat[2]) for seat in seats]
        self.counts = [
            [len(takes), len(lays)] for takes, lays in zip(self.takes, self.lays, strict=True)
        ]
        self.turn = oya
        self.choices = choices
        self.drawn = ""
        self.doubts = 0
        """How often two seats may have claimed a discard."""

    def events(self) -> Iterator[Placed]:
        """Yield everything between the deal and the end."""
        while self.takes[self.turn]:
            yield self._take()
            if self.lays[self.turn]:
                yield from self._lay()
        left = [
            seat for seat, rows in enumerate(zip(self.takes, self.lays, strict=True)) if any(rows)
        ]
        if left:
            raise refuse("barred", f"seat {left[0]} takes or lays what is not its turn")

    def _take(self) -> Placed:
        seat = self.turn
        take = self.takes[seat].pop(0)
        where = f", seat {seat}, take {self.counts[seat][0] - len(self.takes[seat])}"
        if isinstance(take, str):
            kind, own, tile, source = _claim(take, seat)
            event = {"actor": seat, "target": source, "pai": tile, "consumed": own}
            return where, {"type": kind, **event}
        self.drawn = _pai(take)
        return where, {"type": "tsumo", "actor": seat, "pai": self.drawn}

    def _lay(self) -> Iterator[Placed]:
        """Yield what the seat in turn lays, and give the turn to whom it passes."""
        seat = self.turn
        lay = self.lays[seat].pop(0)
        where = f", seat {seat}, discard {self.counts[seat][1] - len(self.lays[seat])}"
        if lay == 0:
            return  # a claimed kong brings a supplement before anything is laid
        if isinstance(lay, str) and lay[:1] != "r":
            yield where, _own(lay, seat)
            return
        if isinstance(lay, str):
            yield where, {"type": "reach", "actor": seat}
            lay = int(lay[1:]) if lay[1:].isdecimal() else lay
        is_drawn = lay == DRAWN
        pai = self.drawn if is_drawn else _pai(lay)
        yield where, {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": is_drawn}
        self.turn = self._next(pai)

    def _next(self, pai: str) -> int:
        """Return who claims *pai*, which the seat in turn has discarded, else who draws."""
        claims = []
        for step in range(1, len(self.takes)):
            seat = (self.turn + step) % len(self.takes)
            take = self.takes[seat][0] if self.takes[seat] else None
            if isinstance(take, str):
                kind, _, tile, source = _claim(take, seat)
                if (tile, source) == (pai, self.turn):
                    claims.append((kind == "chi", seat))
        claims.sort()
        if not claims:
            return (self.turn + 1) % len(self.takes)
        is_doubtful = len(claims) > 1
        is_other = is_doubtful and self.doubts < len(self.choices) and self.choices[self.doubts]
        self.doubts += is_doubtful
        return claims[-1 if is_other else 0][1]


KINDS: Final = {"c": "chi", "p": "pon", "m": "daiminkan"}


def _pieces(text: str) -> tuple[str, list[str], str, int]:
    """Return the letter of *text*, the tiles beside the one after it, that one, and its place."""
    letters = [place for place, letter in enumerate(text) if not letter.isdecimal()]
    digits = text.replace(text[letters[0]], "", 1) if len(letters) == 1 else ""
    if not digits.isdecimal() or len(digits) % 2 or letters[0] % 2 or letters[0] >= len(digits):
        raise refuse("bad_record", f"{text!r} is no set")
    tiles = [_pai(int(digits[place : place + 2])) for place in range(0, len(digits), 2)]
    place = letters[0] // 2
    tile = tiles.pop(place)
    return text[letters[0]], tiles, tile, place


def _claim(text: str, seat: int) -> tuple[str, list[str], str, int]:
    """Return the kind of a claim, the claimer's own tiles, the claimed one, and whose it was."""
    letter, own, tile, place = _pieces(text)
    if letter not in KINDS:
        raise refuse("bad_record", f"{text!r} claims nothing")
    return KINDS[letter], own, tile, (seat - 1 - min(place, 2)) % SEATS


def _own(text: str, seat: int) -> Event:
    """Return the event of what is laid in one's own turn and is no discard."""
    letter, rest, tile, _ = _pieces(text)
    if letter == "a":
        return {"type": "ankan", "actor": seat, "consumed": [*rest, tile]}
    if letter == "k":
        return {"type": "kakan", "actor": seat, "pai": tile, "consumed": rest}
    if letter == "f" and not rest:
        return {"type": "kita", "actor": seat, "pai": tile}
    raise refuse("bad_record", f"{text!r} is nothing that is laid")
