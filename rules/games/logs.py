"""New hands of any game, and their logs, read by what the first line says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from rules.games import CARD_PLAYS, card_play_of, play_of
from rules.games.riichi.logs.formats import read_any
from rules.play.card_logs import read_card_log, write_card_log
from rules.play.cards import CardCourse, begin_cards
from rules.play.course import begin_by_chance
from rules.play.logs import Hand, write_log
from rules.play.wall import Chance
from rules.value import NOTHING


def new_hand(ruleset: str, chance: Chance, options: Mapping[str, Any] = NOTHING) -> Hand:
    """Return a session's first hand under *options*, as *chance* shuffles and throws.

    Raise `RecordError` where there is no such game, and for what is wrong with the options.
    """
    if ruleset in CARD_PLAYS:
        return begin_cards(card_play_of(ruleset), chance, NOTHING, options)
    return begin_by_chance(play_of(ruleset), chance, options)


def write_hand(hand: Hand) -> Iterator[str]:
    """Yield the lines of the log of *hand* in our own form, without line ends."""
    return write_card_log(hand) if isinstance(hand, CardCourse) else write_log(hand)


def read_hands(lines: Iterable[str], house: Mapping[str, Any] = NOTHING) -> Iterator[Hand]:
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
