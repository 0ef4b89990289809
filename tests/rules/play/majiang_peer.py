"""majiang-core beside our own course of riichi: hands told to it, played there once more."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from rules.games.riichi.logs.formats import write_as
from rules.games.riichi.logs.mjai_writing import events_of
from rules.games.riichi.logs.names import NAMES
from rules.play.actions import Discard, Draw, DrawReplacement, Win
from rules.play.course import Course
from rules.play.logs import again
from tests.rules.play.hands import last_of, mixed_player, new_course

HERE: Final = Path(__file__).parent
NODE: Final = shutil.which("node")
PACKAGES: Final = HERE.parents[2] / "node_modules" / "@kobalab"
ARE_THERE: Final = all((PACKAGES / name).is_dir() for name in ("majiang-core", "tenhou-url-log"))
MISSING: Final = "" if NODE and ARE_THERE else "node or majiang-core is missing: npm ci brings it"
HOUSE: Final = {"multiple_wins": "two", "double_yakuman": True}
"""Its own rule, but for what only ours has."""
DEAD: Final = 14
DEALS: Final = (4, 7, 10, 13)
"""The rows of a hand in Tenhou's form that have what each seat was dealt."""


def hand(seed: int) -> Course:
    """Return a hand by its house, played to its end."""
    chance = random.Random(seed)
    return last_of(new_course("riichi", chance, HOUSE), mixed_player(chance, seed % 3 / 2), chance)


def differences(courses: Iterable[Course]) -> Iterator[list[str]]:
    """Yield for each hand what majiang-core would not have done, or computes otherwise."""
    hands = list(courses)
    for course, theirs in zip(hands, replay(map(export_hand, hands)), strict=True):
        problems: list[str] = theirs["problems"]
        ours = list(course.settlement().net)
        if not problems and ours != theirs["gains"]:
            problems = [f"points: ours {ours}, theirs {theirs['gains']}"]
        yield problems or [*_unlike_in_tenhou(course, theirs["tenhou"]["log"][0])]


def _unlike_in_tenhou(course: Course, theirs: list[Any]) -> Iterator[str]:
    """Yield what our log of the hand in Tenhou's form has otherwise than another program's.

    It names elements in Japanese, and tells of several winners the last one only.
    """
    (line,) = write_as("tenhou", course)
    ours = json.loads(line)["log"][0]
    for place, (our, their) in enumerate(zip(ours[:-1], theirs[:-1], strict=True)):
        if _sorted_deal(place, our) != _sorted_deal(place, their):
            yield f"tenhou {place}: ours {our}, theirs {their}"
    if not course.at.wins[1:] and _end(ours[-1]) != _end(theirs[-1]):
        yield f"tenhou: ours {ours[-1]}, theirs {theirs[-1]}"


def _sorted_deal(place: int, row: list[Any]) -> list[Any]:
    """Return a row of a log in Tenhou's form; tiles of a deal have no order."""
    return sorted(row) if place in DEALS else row


def _end(result: list[Any]) -> tuple[Any, ...]:
    """Return how a hand ended there, who gains what, and what a win is worth, without elements."""
    how, *rest = result
    gains = rest[0] if rest else [0] * 4
    return how, gains, rest[1][:4] if rest[1:] else []


def replay(hands: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what `majiang.cjs` says of *hands*."""
    assert NODE is not None
    lines = "".join(json.dumps(one) + "\n" for one in hands)
    command = [NODE, str(HERE / "majiang.cjs")]
    answer = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def export_hand(course: Course) -> dict[str, Any]:
    """Return a hand for `majiang.cjs`: the wall as it has it, and events with who may win."""
    start, *_ = again(course)
    at = start.at
    tiles = at.wall.tiles
    order = [at.state.banker, *at.others(at.state.banker)]
    hands = [list(at.seats[seat].hand) for seat in order]
    assert at.drawn is not None
    hands[0].remove(at.drawn)
    dealt_count = sum(map(len, hands)) + 1
    dead, live = tiles[-DEAD:], tiles[dealt_count:-DEAD]
    pairs = [dead[place : place + 2] for place in range(0, DEAD, 2)][::-1]
    supplements = [tile for pair in pairs[:2] for tile in pair]
    indicators, hidden = zip(*pairs[2:], strict=True)
    draws = [*(tile for one in hands for tile in one), at.drawn, *live]
    wall = [*supplements, *indicators, *hidden, *reversed(draws)]
    return {"wall": [NAMES[tile] for tile in wall], "events": _events(course)}


def _events(course: Course) -> list[dict[str, Any]]:
    """Return the events of mjai; each draw and discard says who may win on it."""
    winners = iter(_find_winners(course))
    events = list(events_of(course))
    for event in events:
        if event["type"] in ("tsumo", "dahai"):
            event["may_win"] = next(winners)
    return events


def _find_winners(course: Course) -> Iterator[list[int]]:
    for one in again(course):
        last_action = one.at.log[-1] if one.at.log else None
        if last_action is None or isinstance(last_action, (Draw, DrawReplacement, Discard)):
            yield _may_win(one)


def _may_win(course: Course) -> list[int]:
    legal = {seat: course.legal(seat) for seat in course.to_act}
    return [seat for seat, mine in legal.items() if any(isinstance(one, Win) for one in mine)]
