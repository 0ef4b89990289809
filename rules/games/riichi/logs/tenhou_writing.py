"""Logs in the form of tenhou.net/6 written: the events of mjai, sorted by seat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rules.games.riichi.logs.mjai_writing import Event, events_of
from rules.games.riichi.logs.names import BY_NAME, REASONS
from rules.games.riichi.logs.tenhou import DRAWN, ENDS, KINDS, NUMBERS, SEATS, WON
from rules.play.course import Course
from rules.settle.settlement import Item, ScoredHand

Words = Callable[[str], str]
BY_KIND: Final = {kind: letter for letter, kind in KINDS.items()}
LIMITS: Final = {
    "mangan": "満貫",
    "haneman": "跳満",
    "baiman": "倍満",
    "sanbaiman": "三倍満",
    "yakuman": "役満",
}
ENDS_BY_REASON: Final = {REASONS[reason]: name for name, reason in reversed(ENDS.items())}


def write_tenhou(course: Course, word_of: Words = str) -> Iterator[str]:
    """Yield the one line of the log of a hand of riichi for three or four that is over.

    *word_of* gives the Japanese name of an element, by its id.
    """
    start, seats, indicators = _sort_events(course)
    result = _result(course, word_of)
    at, options = course.at, course.at.options
    reds = options.get("red_fives", 0)
    disp = "三般" if at.players < SEATS else "般"
    disp += "東南"[options.get("rounds", 1) > 1]
    disp += "喰" * bool(options.get("open_tanyao")) + "赤" * bool(reds)
    hidden = [NUMBERS[tile] for tile in course.play.hidden_indicators(at, at.wins)]
    scores = _fill([*start["scores"]])
    number = [SEATS * (at.state.round - 1) + start["oya"], start["honba"], start["kyotaku"]]
    hand = [number, scores, indicators, hidden, *seats, result]
    log = {
        "title": ["", ""],
        "name": [str(seat) if seat < at.players else "" for seat in range(SEATS)],
        "rule": {"disp": disp, "aka": int(bool(reds))},
        "log": [hand],
    }
    yield json.dumps(log, ensure_ascii=False)


def _fill(amounts: Sequence[int]) -> list[int]:
    """Return *amounts* with nothing for a place that is empty."""
    return [*amounts, *[0] * (SEATS - len(amounts))]


def _sort_events(course: Course) -> tuple[Event, list[list[Any]], list[int]]:
    """Return how the hand began, what each seat was dealt, took and laid, and the indicators."""
    players = _Players()
    start: Event = {}
    for event in events_of(course):
        if event["type"] == "start_kyoku":
            start = event
            players.indicators.append(_number(event["dora_marker"]))
        else:
            players.note(event)
    rows: list[list[Any]] = []
    for seat in range(SEATS):
        is_there = seat < course.at.players
        tiles = [_number(pai) for pai in start["tehais"][seat]] if is_there else []
        rows += [tiles, players.takes[seat], players.lays[seat]]
    return start, rows, players.indicators


def _number(pai: str) -> int:
    return NUMBERS[BY_NAME[pai]]


def _text(tiles: Sequence[str]) -> str:
    return "".join(str(_number(pai)) for pai in tiles)


class _Players:
    """What each seat took and laid so far."""

    def __init__(self) -> None:
        self.takes: list[list[Any]] = [[] for _ in range(SEATS)]
        self.lays: list[list[Any]] = [[] for _ in range(SEATS)]
        self.indicators: list[int] = []
        self.pungs: dict[tuple[int, str], str] = {}
        """How a seat's pung of a kind is told: a tile added to it stands before the claimed one."""
        self.riichi = ""

    def note(self, event: Event) -> None:
        """Add what *event* tells of a seat."""
        seat = event.get("actor", 0)
        match event["type"]:
            case "tsumo":
                self.takes[seat].append(_number(event["pai"]))
            case "reach":
                self.riichi = "r"
            case "dahai":
                tile = DRAWN if event["tsumogiri"] else _number(event["pai"])
                self.lays[seat].append(f"r{tile}" if self.riichi else tile)
                self.riichi = ""
            case "dora":
                self.indicators.append(_number(event["dora_marker"]))
            case "chi" | "pon" | "daiminkan":
                self._claim(event)
            case "ankan" | "kakan" | "kita":
                self.lays[seat].append(self._lay_text(event))

    def _lay_text(self, event: Event) -> str:
        """Return what tells a kong of one's own turn, or a North set aside."""
        own, pai = event.get("consumed", ()), event.get("pai", "")
        if event["type"] == "kita":
            return f"f{_number(pai)}"
        if event["type"] == "ankan":
            return _with(own[:3], "a", own[3], len(own))
        return self.pungs[event["actor"], _kind(pai)].replace("p", f"k{_number(pai)}")

    def _claim(self, event: Event) -> None:
        seat, kind = event["actor"], event["type"]
        place = (seat - 1 - event["target"]) % SEATS
        if kind == "daiminkan":
            place += place == 2
            self.lays[seat].append(0)
        text = _with(event["consumed"], BY_KIND[kind], event["pai"], place)
        self.takes[seat].append(text)
        if kind == "pon":
            self.pungs[seat, _kind(event["pai"])] = text


def _kind(pai: str) -> str:
    return pai[:2]


def _with(tiles: Sequence[str], letter: str, pai: str, place: int) -> str:
    """Return *tiles* with a marked one among them."""
    return f"{_text(tiles[:place])}{letter}{_text([pai])}{_text(tiles[place:])}"


def _result(course: Course, word_of: Words) -> list[Any]:
    ends = [event for event in events_of(course) if event["type"] in ("hora", "ryukyoku")]
    if not course.at.wins:
        (end,) = ends
        ending: list[Any] = [ENDS_BY_REASON[end["reason"]]]
        return [*ending, _fill(end["deltas"])] if any(end["deltas"]) else ending
    result: list[Any] = [WON]
    for event, win in zip(ends, course.settlement().wins, strict=True):
        points = _points(course, win, is_own_draw=event["actor"] == event["target"])
        liable = event["actor"]
        row = [event["actor"], event["target"], liable, f"{_worth(win)}{points}"]
        result += [
            _fill(event["deltas"]),
            [*row, *(_item(one, word_of) for one in win.items)],
        ]
    return result


def _worth(win: ScoredHand) -> str:
    """Return the limit, else fu and han."""
    limit, fu, han = (win.more[name] for name in ("limit", "fu", "han"))
    return LIMITS.get(limit, str(limit)) if limit else f"{fu}符{han}飜"


def _points(course: Course, win: ScoredHand, *, is_own_draw: bool) -> str:
    """Return the points; of own draw what each pays, or others and the banker, who pays twice."""
    at = course.at
    if not is_own_draw or not at.options.get("self_draw_loss", True):
        return f"{win.score}点"
    losers = at.players - 1
    if win.seat == at.state.banker:
        return f"{win.score // losers}点∀"
    share = -(-win.score // (losers + 1) // 100) * 100
    return f"{share}-{win.score - (losers - 1) * share}点"


def _item(item: Item, word_of: Words) -> str:
    return f"{word_of(item.id)}({item.value}飜)"
