"""The review of a hand of cards or dominoes: what has been told of it, and what may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import abort, request

import rules
from kiosk.i18n import Catalogue
from kiosk.session import Draft
from kiosk.session.from_log import play_key
from kiosk.view import HandView, View
from kiosk.web.context import words
from kiosk.web.views.frame import PageData, name_of
from rules.games.cards.hanafuda import PACK, flower, of_flower, picture
from rules.games.cards.shuangkou import COPIES, JOKERS, LEAST_BOMB, RANKS, SUITS, is_decided
from rules.games.cards.tien_gow.plays import CIVIL, HAND, MILITARY, SEATS, SWEEPS
from rules.play.game import PlayGame, SummaryKind

Play = dict[str, Any]
TABLE: Final = "table"
"""The place of a card that nobody captured; the others are seat numbers."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Where a card may lie: before a seat, or left over on the table."""

    key: str
    title: str
    count: int
    is_on: bool
    """Whether the next card tapped goes there."""
    seat: int | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card with where it lies."""

    code: str
    title: str
    place: str
    """Empty while nobody has said where."""
    owner: str


@dataclass(frozen=True, slots=True)
class FlowerView:
    """The four cards of a flower."""

    number: str
    title: str
    cards: tuple[CardView, ...]


def places(play: Mapping[str, Any]) -> dict[str, str]:
    """Return where each card of *play* lies: a seat number, or `TABLE`."""
    lying = dict.fromkeys(play.get("table", ()), TABLE)
    for seat, pile in enumerate(play.get("captured", ())):
        lying |= {card: str(seat) for card in pile}
    return lying


def lay_out(play: Mapping[str, Any], lying: Mapping[str, str], players: int) -> Play:
    """Return *play* with the cards where *lying* says, in the order of the pack."""
    return {
        **play,
        "captured": [
            [card for card in PACK if lying.get(card) == str(seat)] for seat in range(players)
        ],
        TABLE: [card for card in PACK if lying.get(card) == TABLE],
    }


@dataclass(frozen=True, slots=True)
class PlayHand:
    """A hand of cards or dominoes that is being reviewed."""

    game: PlayGame[Any]
    options: Mapping[str, Any]
    """Every option as the session has it."""
    draft: Draft

    @property
    def play(self) -> Play:
        """Return what has been told of it."""
        return dict(self.draft.play or {})


def captured_cards(view: HandView) -> PageData:
    """Return the cards with where they lie, and what else may be said of the hand."""
    hand = find_play_hand(view, "captured_cards")
    game, draft = hand.game, hand.draft
    lying, t = places(hand.play), words()
    to = request.args.get("to", "0")
    titles = {str(seat): name_of(view.names, seat, words()) for seat in range(len(draft.seats))}
    titles[TABLE] = t("ui.flower_cards.table")
    owners = {**titles, TABLE: t("ui.flower_cards.on_table")}
    return {
        "is_void": draft.outcome == "abort",
        "to": to,
        "places": [
            PlaceView(
                key,
                title,
                sum(place == key for place in lying.values()),
                key == to,
                None if key == TABLE else int(key),
            )
            for key, title in titles.items()
        ],
        "flowers": [_flower(number, game, lying, owners) for number in flower_numbers(game.pieces)],
        "missing": len(game.pieces) - len(lying),
        "pack": len(game.pieces),
        "asks_devil": "devil_last" in game.play_fields,
        "devil_last": bool(hand.play.get("devil_last")),
        "reasons": [{"id": one, "title": t(f"redeal.{one}")} for one in game.redeals],
        "redeal": _redeal_words(hand.play.get("redeal"), titles),
    }


def _flower(
    number: str, game: PlayGame[Any], lying: Mapping[str, str], owners: Mapping[str, str]
) -> FlowerView:
    t = words()
    cards = (
        CardView(
            card,
            card_title(game.id, card, t),
            lying.get(card, ""),
            owners.get(lying.get(card, ""), ""),
        )
        for card in of_flower(number, game.pieces)
    )
    return FlowerView(number, t(f"flower.{number}"), tuple(cards))


def card_title(ruleset: str, card: str, t: Catalogue) -> str:
    """Return what a flower card shows, in the words of the game."""
    return t(f"card.{ruleset}.{card}", f"card.{card}", f"card.{picture(card)}")


def flower_numbers(pack: Iterable[str]) -> list[str]:
    """Return the flowers of *pack* in order."""
    return sorted({flower(card) for card in pack})


def _redeal_words(redeal: Mapping[str, Any] | None, titles: Mapping[str, str]) -> str:
    """Return why the cards are dealt again, in words; empty where nobody has said it."""
    if not redeal:
        return ""
    who = titles.get(str(redeal.get("seat")), "")
    what = words()(f"flower.{flower(redeal['cards'][0])}")
    return " · ".join(part for part in (words()(f"redeal.{redeal['reason']}"), what, who) if part)


ALL_JOKERS: Final = "J" * len(JOKERS) * COPIES
"""Stands for the bomb of jokers where a rank is asked for."""
SIZES: Final = range(LEAST_BOMB, COPIES * len(SUITS) + 1)


def finishing_order(view: HandView) -> PageData:
    """Return the order of finishing and the bombs as told so far."""
    hand = find_play_hand(view, "finishing_order")
    play = hand.play
    finish = play.get("finish", [])
    return {
        "is_void": hand.draft.outcome == "abort",
        "finish": finish,
        "is_decided": is_decided(finish),
        "bombs": [
            (bomb_words(one, view.names, words()), one["cards"]) for one in play.get("bombs", ())
        ],
        "ranks": RANKS,
        "jokers": ALL_JOKERS,
        "sizes": SIZES,
    }


def bomb_words(bomb: Mapping[str, Any], names: Sequence[str], t: Catalogue) -> str:
    """Return who played a bomb, and of what."""
    cards = bomb["cards"]
    jokers = t("ui.finishing_order.jokers")
    what = jokers if cards[0] in JOKERS else f"{len(cards)} × {cards[0][0]}"
    return f"{name_of(names, bomb['seat'], t)} · {what}"


MOST_DOMINOES: Final = 4
"""Tiles that can be laid together."""
TRICK_ROWS: Final = ("led", "tiles", "opening")
"""The rows of tiles that can be told: what was led last, what won, the banker's first lead."""


@dataclass(frozen=True, slots=True)
class PieceView:
    """A card or domino with its name."""

    code: str
    title: str


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A row of tiles, and whether the next tile tapped goes there."""

    key: str
    title: str
    tiles: tuple[PieceView, ...]
    is_on: bool


def domino(code: str, t: Catalogue) -> PieceView:
    """Return the domino *code* as the screen shows it."""
    return PieceView(code, t(f"domino.{code}"))


def last_trick(view: HandView) -> PageData:
    """Return what has been told of the hand, and what else may be."""
    hand, t = find_play_hand(view, "last_trick"), words()
    play, house = hand.play, hand.options
    last, to = play.get("last", {}), request.args.get("to", "led")
    civil = ("civil_supreme",) if house["civil_supreme"] else ()
    return {
        "is_void": hand.draft.outcome == "abort",
        "is_begun": any(hand.play.values()),
        "counts": range(HAND + 1),
        "piles": play.get("piles", [0] * SEATS),
        "last": last,
        "up": last.get("up") or (),
        "is_four": len(last.get("led", ())) == MOST_DOMINOES,
        "to": to,
        "rows": [_trick_row(key, row_tiles(play, key), to) for key in _trick_rows(play, house)],
        "civil": [domino(code, t) for code in CIVIL],
        "military": [domino(code, t) for equal in MILITARY for code in equal],
        "supremes": ("supreme", *civil),
        "premiums": [premium_words(one, view.names, t) for one in play.get("premiums", ())],
        "sweeps": SWEEPS if HAND in play.get("piles", ()) else (),
        "sweep": play.get("sweep"),
        "dealt": SWEEPS if house["dealt_hands"] else (),
        "dealt_hand": play.get("dealt_hand"),
    }


def _trick_rows(play: Mapping[str, Any], house: Mapping[str, Any]) -> list[str]:
    last = play.get("last", {})
    was_taken = last.get("leader") != last.get("winner")
    opens = house["banker_opening"] != "free" and HAND in play.get("piles", ())
    return ["led", *(["tiles"] if was_taken else []), *(["opening"] if opens else [])]


def _trick_row(key: str, tiles: Sequence[str], to: str) -> TrickRow:
    t = words()
    dominoes = tuple(domino(code, t) for code in tiles)
    return TrickRow(key, t(f"ui.last_trick.{key}"), dominoes, key == to)


def premium_words(premium: Mapping[str, Any], names: Sequence[str], t: Catalogue) -> str:
    """Return for what a premium is paid, and whose it is."""
    kind = t(f"ui.last_trick.{premium['kind']}")
    if premium["kind"] != "four":
        return f"{kind} · {name_of(names, premium['seat'], t)}"
    leader, winner = (name_of(names, premium[role], t) for role in ("leader", "winner"))
    return f"{kind} · {leader} → {winner}"


def row_tiles(play: Mapping[str, Any], row: str) -> list[str]:
    """Return the tiles of *row* as told so far."""
    place = play if row == "opening" else play.get("last", {})
    return list(place.get(row) or ())


def find_play_hand(view: View, summary: SummaryKind) -> PlayHand:
    """Return the hand of a game that is told by *summary*; end the request where there is none."""
    if not isinstance(view, HandView):
        abort(404)
    game = rules.ruleset(view.session.ruleset)
    if not isinstance(game, PlayGame) or game.summary != summary:
        abort(404)
    return PlayHand(game, {**game.defaults, **view.session.options}, view.draft)


def play_log_words(draft: Draft, t: Catalogue) -> tuple[str, ...]:
    """Return what the log of the hand has filled in and nobody changed."""
    keys = draft.from_log or ()
    names = [name for name, value in (draft.play or {}).items() if value and play_key(name) in keys]
    return tuple(t(f"ui.told.{name}") for name in names)


SUMMARIES: Final[Mapping[SummaryKind, tuple[str, Callable[[HandView], PageData]]]] = {
    "captured_cards": ("captured_cards.html", captured_cards),
    "finishing_order": ("finishing_order.html", finishing_order),
    "last_trick": ("last_trick.html", last_trick),
}
"""The template in which people tell a hand by a summary, with what fills it."""
