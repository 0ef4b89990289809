"""Logs of hands of any game, read by what their first line says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from rules.games import CARD_PLAYS, card_play_of, play_of
from rules.games.riichi.logs.formats import read_any
from rules.play.card_logs import read_card_log
from rules.play.cards import CardCourse
from rules.play.course import Course
from rules.value import NOTHING


def read_hands(
    lines: Iterable[str], house: Mapping[str, Any] = NOTHING
) -> Iterator[Course | CardCourse[Any]]:
    """Yield the hands of a log of any form and game, as `read_any` does."""
    rest = iter(lines)
    first = next(rest, None)
    whole = rest if first is None else chain([first], rest)
    if first is not None and _is_of_cards(first):
        return read_card_log(whole, card_play_of)
    return read_any(whole, play_of, house)


def _is_of_cards(first: str) -> bool:
    try:
        head = json.loads(first)
    except ValueError:
        return False
    return type(head) is dict and head.get("ruleset") in CARD_PLAYS
