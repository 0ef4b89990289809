"""The elements of a game, each with a hand that shows it as the game settles it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import rules
from kiosk.i18n import Catalogue, catalogue, of_game, signed
from kiosk.session.shapes import Json
from kiosk.web.views.frame import name_of, way_words
from kiosk.web.views.options import changed_options
from kiosk.web.views.scores import ReadTile, ScoreView, lying_tiles, remark_words, tiles_apart
from kiosk.web.views.settlement import SettlementWords, indicators_title, standing_before
from kiosk.web.views.shown_plays import GAP, PlayRow, pieces_of, view_play
from kiosk.web.views.standing import view_standing
from kiosk.web.views.waits import names_by_wind
from rules.examples import examples
from rules.game import Element
from rules.play.game import PlayGame

MATTERS: Final = frozenset(("round", "repeats", "carry"))
"""What of a session may change what a hand brings."""


@dataclass(frozen=True, slots=True)
class ShownTiles:
    """The tiles of who won a hand."""

    sets: tuple[tuple[ReadTile, ...], ...]
    won: str
    """The winning tile; empty where the hand was won without one."""
    apart: tuple[str, ...]
    """Flowers, and tiles that lie aside."""
    indicators: tuple[str, ...]
    indicators_title: str


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """What lies there after a hand of cards or dominoes."""

    deck: str
    rows: tuple[PlayRow, ...]


@dataclass(frozen=True, slots=True)
class ElementView:
    """An element with a hand that shows it."""

    title: str
    native: str
    value: str
    worth: str
    """What it contributed to that hand."""
    how: str
    """Who won how, what was said, which house rule it needs; of cards, who gained what."""
    shown: ShownTiles | ShownPlay


@cache
def view_elements(ruleset: str, language: str) -> tuple[ElementView, ...]:
    """Return the elements of the game, each with its example."""
    game = rules.ruleset(ruleset)
    t = catalogue(language, game.vocabulary)
    return tuple(_view(element, examples(ruleset)[element.id], t) for element in game.elements)


def _view(element: Element, record: Mapping[str, Any], t: Catalogue) -> ElementView:
    """Return *element* as the hand of *record* shows it."""
    game = rules.ruleset(record["ruleset"])
    title = t(*of_game("element", game.id, element.id))
    score, how, hand = _view_hand(element, {**record}, t)
    items = score.items + score.of_the_payment
    return ElementView(
        title,
        t.native(element.native, title),
        _value(element, t),
        next((one.value for one in items if one.title == title), ""),
        GAP.join((*how, *changed_options(game, record.get("options", {}), t))),
        hand,
    )


def _value(element: Element, t: Catalogue) -> str:
    """Return what the sheet says it is worth; where that is English words, in English alone."""
    value = str(element.value)
    is_words = any(letter.isalpha() for letter in value)
    return "" if is_words and t.language != "en" else value


def _view_hand(
    element: Element, record: Json, t: Catalogue
) -> tuple[ScoreView, Iterable[str], ShownTiles | ShownPlay]:
    """Return how the hand of *record* was scored, how it ended, and what lies there."""
    settlement: Json = rules.settle_json(record)
    seats = range(len(settlement["net"]))
    is_tiles = "play" not in record
    names = names_by_wind(record, t) if is_tiles else [name_of((), seat, t) for seat in seats]
    hand = SettlementWords(record, settlement, standing_before(record, len(names)), names, t)
    return _of_tiles(hand) if is_tiles else _of_play(hand, element.id)


def _of_tiles(hand: SettlementWords) -> tuple[ScoreView, Iterable[str], ShownTiles]:
    record, t = hand.record, hand.t
    (win,), (score,) = record["wins"], hand.wins()
    seat = win["seat"]
    lying = (tuple(map(ReadTile, row)) for row in lying_tiles(record, seat) if row)
    tiles = ShownTiles(
        score.sets or tuple(lying),
        score.tile,
        tuple(tiles_apart(record, seat)),
        score.indicators,
        indicators_title(rules.ruleset(record["ruleset"]), t),
    )
    how = (way_words(win, hand.names, t), *remark_words(record, win, t), *_standing(hand))
    return score, (hand.names[seat], *how), tiles


def _standing(hand: SettlementWords) -> Iterator[str]:
    """Yield which hand of a session it is, where that may matter."""
    if MATTERS & hand.record.get("state", {}).keys():
        yield view_standing(hand.record["ruleset"], hand.before, 1, hand.t).words


def _of_play(hand: SettlementWords, element: str) -> tuple[ScoreView, Iterable[str], ShownPlay]:
    view, settlement = hand.view(), hand.settlement
    entries = (*settlement["wins"], *settlement.get("losers", ()))
    item_ids = [[item["id"] for item in one["items"]] for one in entries]
    scores = (*view.wins, *view.losers)
    score = next(one for one, ids in zip(scores, item_ids, strict=True) if element in ids)
    gains = (f"{score.seat.name} {signed(score.seat.gain)}",)
    points = (f"{one.seat.name} {one.score} ({signed(one.seat.gain)})" for one in scores)
    is_counted = "captured" in hand.record["play"]
    return score, points if is_counted else gains, _lying(hand, element, score.seat.name)


def _lying(hand: SettlementWords, element: str, holder: str) -> ShownPlay:
    """Return the hand in rows; of captured cards those alone that make *element*, if any do."""
    game, t = rules.ruleset(hand.record["ruleset"]), hand.t
    assert isinstance(game, PlayGame)
    rows = [row for row in view_play(hand.record, hand.names, t)["rows"] if not row.is_before]
    rows.sort(key=lambda row: not row.pieces)
    if codes := game.made_of.get(element):
        element_row = PlayRow(holder, pieces=pieces_of(game, codes, t))
        rows = [element_row] if game.summary == "captured_cards" else [element_row, *rows]
    return ShownPlay(game.deck, tuple(rows))
