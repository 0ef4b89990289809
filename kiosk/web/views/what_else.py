"""What else would have counted in a won hand, in words; `rules.alternatives` finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.i18n import Catalogue, of_game
from kiosk.session.shapes import Json
from kiosk.web.views.scores import ItemView
from kiosk.web.views.settlement import SettlementWords, standing_before
from kiosk.web.views.waits import way_title
from rules.alternatives import Alternative, WhatElse


@dataclass(frozen=True, slots=True)
class AlternativeView:
    """One thing said otherwise, and what that brings."""

    title: str
    tiles: tuple[str, ...]
    """The other winning tiles, where it is those."""
    gain: int
    """By how much more the winner gets."""
    score: str
    """The hand's score then; empty where it is the same, and only the payments differ."""
    items: tuple[ItemView, ...]
    """What counts then that does not now."""


@dataclass(frozen=True, slots=True)
class WhatElseView:
    """What else one win could have been."""

    alternatives: tuple[AlternativeView, ...]
    contained: tuple[str, ...]
    """What holds but does not count, each with why."""


def find_shown_seats(record: Json) -> tuple[int, ...]:
    """Return the seats of *record* whose concealed tiles are known: they can be asked about."""
    seats = record.get("seats", ())
    return tuple(seat for seat, lies in enumerate(seats) if lies.get("hand") is not None)


def view_what_else(
    answer: WhatElse, record: Json, names: Sequence[str], t: Catalogue
) -> WhatElseView:
    """Return *answer*, about one win of *record*, in the screen's language."""
    before = standing_before(record, len(record["seats"]))
    words = SettlementWords(record, {}, before, names, t)
    inclusions = (
        t(
            "ui.else.contained",
            element=_element(name, record, t),
            holder=_element(holder, record, t),
        )
        for name, holder in answer.contained.items()
    )
    alternatives = (_alternative(one, answer.win.score, words) for one in answer.alternatives)
    return WhatElseView(tuple(alternatives), tuple(inclusions))


def _alternative(one: Alternative, score: int, words: SettlementWords) -> AlternativeView:
    win = one.win.to_json()
    items = tuple(words.item(item.to_json(), words.unit(win)) for item in one.gained)
    tiles = one.words if one.change == "tile" else ()
    new = "" if one.win.score == score else words.score(win)
    return AlternativeView(_title(one, words), tiles, one.difference, new, items)


def _title(one: Alternative, words: SettlementWords) -> str:
    if one.change == "tile":
        return words.t("ui.else.tile")
    (word,) = one.words
    if one.change == "by":
        return way_title(word, one.sources, words.record, words.names, words.t)
    return words.t(*of_game(one.change, words.record["ruleset"], word))


def _element(name: str, record: Json, t: Catalogue) -> str:
    return t(*of_game("element", record["ruleset"], name))
