"""Hands of cards and dominoes for drills: who plays them, and what they show at their end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import rules
from kiosk.i18n import Catalogue
from kiosk.session.shapes import Json
from kiosk.web.views.frame import PageData
from kiosk.web.views.plays import PieceView, bomb_words, card_title, domino, premium_words
from rules.play.game import PlayGame, SummaryKind

ARROW: Final = " → "
GAP: Final = " · "


@dataclass(frozen=True, slots=True)
class PlayRow:
    """What belongs together at the end of a hand: a pile, a trick, an order."""

    title: str
    words: str = ""
    pieces: tuple[PieceView, ...] = ()


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


def _captured(
    game: PlayGame[Any], record: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    play, banker = record["play"], names[record["state"]["banker"]]
    titles = [GAP.join((name, t("ui.banker"))) if name == banker else name for name in names]
    piles = [*zip(titles, play["captured"], strict=True)]
    piles.append((t("ui.flower_cards.table"), play.get("table", ())))
    place = list(game.pieces).index
    for title, pile in piles:
        cards = sorted(pile, key=place)
        if cards:
            pieces = tuple(PieceView(one, card_title(game.id, one, t)) for one in cards)
            yield PlayRow(title, pieces=pieces)
    if play.get("devil_last"):
        yield PlayRow(t("ui.flower_cards.devil_last"))


def _finished(
    _game: PlayGame[Any], record: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    play = record["play"]
    yield PlayRow(t("ui.drill.finish"), ARROW.join(names[seat] for seat in play["finish"]))
    for bomb in play.get("bombs", ()):
        pieces = tuple(PieceView(one, "") for one in bomb["cards"])
        yield PlayRow(bomb_words(bomb, names, t), pieces=pieces)


def _tricks(
    game: PlayGame[Any], record: Json, names: Sequence[str], t: Catalogue
) -> Iterator[PlayRow]:
    element, play = f"element.{game.id}", record["play"]
    last, piles = play["last"], play["piles"]
    yield PlayRow(t("ui.banker"), names[record["state"]["banker"]])
    counts = (f"{name}: {count}" for name, count in zip(names, piles, strict=True))
    yield PlayRow(t("ui.last_trick.piles", count=sum(piles)), GAP.join(counts))
    led = GAP.join((t("ui.last_trick.last"), t("ui.last_trick.led"), names[last["leader"]]))
    yield PlayRow(led, pieces=_dominoes(last["led"], t))
    if last["winner"] != last["leader"]:
        won = GAP.join((t("ui.last_trick.tiles"), names[last["winner"]]))
        yield PlayRow(won, pieces=_dominoes(last["tiles"], t))
    if len(last.get("up") or ()) > 1:
        up = GAP.join(names[seat] for seat in last["up"])
        yield PlayRow(t("ui.last_trick.up"), up)
    for premium in play.get("premiums", ()):
        yield PlayRow(premium_words(premium, names, t))
    if play.get("opening"):
        yield PlayRow(t("ui.last_trick.opening"), pieces=_dominoes(play["opening"], t))
    if sweep := play.get("sweep"):
        yield PlayRow(t(f"{element}.{sweep}_sweep"))
    if dealt := play.get("dealt_hand"):
        what = t(f"{element}.{dealt['as']}_sweep")
        yield PlayRow(t(f"{element}.dealt_hand"), f"{names[dealt['seat']]}{GAP}{what}")


def _dominoes(codes: Iterable[str], t: Catalogue) -> tuple[PieceView, ...]:
    return tuple(domino(one, t) for one in codes)


Rows = Callable[[PlayGame[Any], Json, Sequence[str], Catalogue], Iterator[PlayRow]]

ROWS: Final[Mapping[SummaryKind, Rows]] = {
    "captured_cards": _captured,
    "finishing_order": _finished,
    "last_trick": _tricks,
}
"""What the hands of a game show, by what people tell of them."""
