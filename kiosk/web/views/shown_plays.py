"""Hands of cards and dominoes as they lie at their end, in rows; and whose hands drills show."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import rules
from kiosk.i18n import Catalogue
from kiosk.session.shapes import Json
from kiosk.web.views.frame import PageData
from kiosk.web.views.plays import PieceView, bomb_words, card_title, premium_words
from rules.play.game import PlayGame, SummaryKind

ARROW: Final = " → "
GAP: Final = " · "


@dataclass(frozen=True, slots=True)
class PlayRow:
    """What belongs together at the end of a hand: a pile, a trick, an order."""

    title: str
    words: str = ""
    pieces: tuple[PieceView, ...] = ()
    is_before: bool = False
    """Whether that stood before the hand was played."""


def played_records(
    game: PlayGame[Any], options: Mapping[str, Any], chance: random.Random
) -> Iterator[Json]:
    """Yield hands without end, each told as people tell it, under what *options* differ."""
    from hw_sim.players import HandSpec  # a kiosk starts without it
    from hw_sim.players.cards import played_record

    while True:
        yield played_record(game.id, chance, HandSpec(options=dict(options))).summary


def view_play(record: Json, names: Sequence[str], t: Catalogue) -> PageData:
    """Return what lies there at the end of the hand of *record*, and what was told of it."""
    game = rules.ruleset(record["ruleset"])
    assert isinstance(game, PlayGame)
    rows = ROWS[game.summary](game, record, names, t)
    return {"deck": game.deck, "rows": list(rows)}


def pieces_of(game: PlayGame[Any], codes: Iterable[str], t: Catalogue) -> tuple[PieceView, ...]:
    """Return the cards or dominoes *codes*, each with its name; playing cards say theirs."""
    title = TITLES[game.summary]
    return tuple(PieceView(one, title(game, one, t)) for one in codes)


def _captured_cards(
    game: PlayGame[Any], record: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    play, banker = record["play"], names[_banker(record)]
    titles = [GAP.join((name, t("ui.banker"))) if name == banker else name for name in names]
    piles = [*zip(titles, play["captured"], strict=True)]
    piles.append((t("ui.flower_cards.table"), play.get("table", ())))
    place = list(game.pieces).index
    for title, pile in piles:
        cards = sorted(pile, key=place)
        if cards:
            yield PlayRow(title, pieces=pieces_of(game, cards, t))
    if play.get("devil_last"):
        yield PlayRow(t("ui.flower_cards.devil_last"))


def _finishing_order(
    game: PlayGame[Any], record: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    play = record["play"]
    yield PlayRow(t("ui.drill.finish"), ARROW.join(names[seat] for seat in play["finish"]))
    for bomb in play.get("bombs", ()):
        yield PlayRow(bomb_words(bomb, names, t), pieces=pieces_of(game, bomb["cards"], t))


def _tricks(
    game: PlayGame[Any], record: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    element, play = f"element.{game.id}", record["play"]
    yield PlayRow(t("ui.banker"), names[_banker(record)], is_before=True)
    if piles := play.get("piles"):
        counts = (f"{name}: {count}" for name, count in zip(names, piles, strict=True))
        yield PlayRow(t("ui.last_trick.piles", count=sum(piles)), GAP.join(counts))
    if last := play.get("last"):
        yield from _last_trick(game, last, names, t)
    for premium in play.get("premiums", ()):
        yield PlayRow(premium_words(premium, names, t))
    if play.get("opening"):
        yield PlayRow(t("ui.last_trick.opening"), pieces=pieces_of(game, play["opening"], t))
    if sweep := play.get("sweep"):
        yield PlayRow(t(f"{element}.{sweep}_sweep"))
    if dealt_hand := play.get("dealt_hand"):
        what = t(f"{element}.{dealt_hand['as']}_sweep")
        yield PlayRow(t(f"{element}.dealt_hand"), f"{names[dealt_hand['seat']]}{GAP}{what}")


def _last_trick(
    game: PlayGame[Any], last: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    led = GAP.join((t("ui.last_trick.last"), t("ui.last_trick.led"), names[last["leader"]]))
    yield PlayRow(led, pieces=pieces_of(game, last["led"], t))
    if last["winner"] != last["leader"]:
        winner_title = GAP.join((t("ui.last_trick.tiles"), names[last["winner"]]))
        yield PlayRow(winner_title, pieces=pieces_of(game, last["tiles"], t))
    if len(last.get("up") or ()) > 1:
        up = GAP.join(names[seat] for seat in last["up"])
        yield PlayRow(t("ui.last_trick.up"), up)


def _banker(record: Json) -> int:
    return int(record.get("state", {}).get("banker", 0))


Rows = Callable[[PlayGame[Any], Json, Sequence[str], Catalogue], Iterator[PlayRow]]

ROWS: Final[Mapping[SummaryKind, Rows]] = {
    "captured_cards": _captured_cards,
    "finishing_order": _finishing_order,
    "last_trick": _tricks,
}
"""What the hands of a game show, by what people tell of them."""

TITLES: Final[Mapping[SummaryKind, Callable[[PlayGame[Any], str, Catalogue], str]]] = {
    "captured_cards": lambda game, code, t: card_title(game.id, code, t),
    "finishing_order": lambda _game, _code, _t: "",
    "last_trick": lambda _game, code, t: t(f"domino.{code}"),
}
"""What a piece is called, where nothing beside it names it."""
