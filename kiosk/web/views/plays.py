"""The review of a hand of cards or dominoes: what has been told of it, and what may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import abort, request

import rules
from kiosk.session import Draft, Session
from kiosk.view import HandView, View
from kiosk.web.context import words
from kiosk.web.views.frame import Shown, name_of
from rules.games.cards.hanafuda import PACK, flower, of_flower, picture
from rules.games.cards.mushi import MUSHI_PACK, REASONS
from rules.games.cards.shuangkou import COPIES, JOKERS, LEAST_BOMB, RANKS, SUITS, is_decided
from rules.games.cards.tien_gow.plays import CIVIL, HAND, MILITARY, SEATS, SWEEPS

Play = dict[str, Any]
PACKS: Final[Mapping[str, tuple[str, ...]]] = {
    "mushi": tuple(flower_card for flower_card in PACK if flower_card in MUSHI_PACK),
    "sakura": PACK,
}
FLOWER_DECK: Final = "hanafuda"
"""The enrolled set, or kit, by which the camera reads the cards."""
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
    picture: str
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


def laid_out(play: Mapping[str, Any], lying: Mapping[str, str], players: int) -> Play:
    """Return *play* with the cards where *lying* says, in the order of the pack."""
    return {
        **play,
        "captured": [
            [card for card in PACK if lying.get(card) == str(seat)] for seat in range(players)
        ],
        TABLE: [card for card in PACK if lying.get(card) == TABLE],
    }


def flower_cards(view: HandView) -> Shown:
    """Return the cards with where they lie, and what else may be said of the hand."""
    session, draft = flower_hand(view)
    lying, t = places(draft.play or {}), words()
    to = request.args.get("to", "0")
    titles = {str(seat): name_of(view.names, seat, words()) for seat in range(len(draft.seats))}
    titles[TABLE] = t("ui.flower_cards.table")
    pack = PACKS[session.ruleset]
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
        "flowers": [
            _flower(number, session.ruleset, lying, owners) for number in flower_numbers(pack)
        ],
        "missing": len(pack) - len(lying),
        "pack": len(pack),
        **_mushis(session, draft, titles),
    }


def _flower(
    number: str, ruleset: str, lying: Mapping[str, str], owners: Mapping[str, str]
) -> FlowerView:
    t = words()
    cards = (
        CardView(
            card,
            t(f"card.{ruleset}.{card}", f"card.{card}", f"card.{picture(card)}"),
            picture(card),
            lying.get(card, ""),
            owners.get(lying.get(card, ""), ""),
        )
        for card in of_flower(number, PACKS[ruleset])
    )
    return FlowerView(number, t(f"flower.{number}"), tuple(cards))


def flower_numbers(pack: tuple[str, ...]) -> list[str]:
    """Return the flowers of *pack* in order."""
    return sorted({flower(card) for card in pack})


def _mushis(session: Session, draft: Draft, titles: Mapping[str, str]) -> Shown:
    """Return what only Mushi asks: the devil as last card, why the cards are dealt again."""
    if session.ruleset != "mushi":
        return {"asks_devil": False, "reasons": ()}
    t, play = words(), draft.play or {}
    said = play.get("redeal")
    noted = ""
    if said:
        who = titles.get(str(said.get("seat")), "")
        what = t(f"flower.{flower(said['cards'][0])}")
        noted = " · ".join(part for part in (t(f"redeal.{said['reason']}"), what, who) if part)
    return {
        "asks_devil": True,
        "devil_last": bool(play.get("devil_last")),
        "reasons": [{"id": one, "title": t(f"redeal.{one}")} for one in REASONS],
        "redeal": noted,
    }


def flower_hand(view: View) -> tuple[Session, Draft]:
    """Return session and draft of a flower-card game; end the request where there is none."""
    return _hand_of(view, *PACKS)


ALL_JOKERS: Final = "J" * len(JOKERS) * COPIES
"""Stands for the bomb of jokers where a rank is asked for."""
SIZES: Final = range(LEAST_BOMB, COPIES * len(SUITS) + 1)


def shuangkou(view: HandView) -> Shown:
    """Return the order of finishing and the bombs as told so far."""
    draft = shuangkou_hand(view)
    play = draft.play or {}
    finish = play.get("finish", [])
    return {
        "is_void": draft.outcome == "abort",
        "finish": finish,
        "is_decided": is_decided(finish),
        "bombs": [_bomb_words(one, view) for one in play.get("bombs", ())],
        "ranks": RANKS,
        "jokers": ALL_JOKERS,
        "sizes": SIZES,
    }


def _bomb_words(bomb: Mapping[str, Any], view: HandView) -> str:
    cards = bomb["cards"]
    jokers = words()("ui.shuangkou.jokers")
    what = jokers if cards[0] in JOKERS else f"{len(cards)} × {cards[0][0]}"
    return f"{name_of(view.names, bomb['seat'], words())} · {what}"


def shuangkou_hand(view: View) -> Draft:
    """Return the draft of this game; end the request where there is none."""
    return _hand_of(view, "shuangkou")[1]


MOST_DOMINOES: Final = 4
"""Tiles that can be laid together."""
TRICK_ROWS: Final = ("led", "tiles", "opening")
"""The rows of tiles that can be told: what was led last, what won, the banker's first lead."""
DICE_FACES: Final = "⚀⚁⚂⚃⚄⚅"


@dataclass(frozen=True, slots=True)
class DominoView:
    """A domino with its name."""

    code: str
    title: str
    halves: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A row of tiles, and whether the next tile tapped goes there."""

    key: str
    title: str
    tiles: tuple[DominoView, ...]
    is_on: bool


def domino(code: str) -> DominoView:
    """Return the domino *code* as the screen shows it."""
    low, high = (DICE_FACES[int(pips) - 1] for pips in code.split("-"))
    return DominoView(code, words()(f"domino.{code}"), (high, low))


def tien_gow(view: HandView) -> Shown:
    """Return what has been told of the hand, and what else may be."""
    session, draft = tien_gow_hand(view)
    play, house = draft.play or {}, house_options(session)
    last, to = play.get("last", {}), request.args.get("to", "led")
    civil = ("civil_supreme",) if house["civil_supreme"] else ()
    return {
        "is_void": draft.outcome == "abort",
        "counts": range(HAND + 1),
        "piles": play.get("piles", [0] * SEATS),
        "last": last,
        "up": last.get("up") or (),
        "is_four": len(last.get("led", ())) == MOST_DOMINOES,
        "to": to,
        "rows": [_trick_row(key, row_tiles(play, key), to) for key in _trick_rows(play, house)],
        "civil": [domino(code) for code in CIVIL],
        "military": [domino(code) for equal in MILITARY for code in equal],
        "supremes": ("supreme", *civil),
        "premiums": [_premium_words(one, view) for one in play.get("premiums", ())],
        "sweeps": SWEEPS if HAND in play.get("piles", ()) else (),
        "sweep": play.get("sweep"),
        "dealt": SWEEPS if house["dealt_hands"] else (),
        "dealt_hand": play.get("dealt_hand"),
    }


def _trick_rows(play: Mapping[str, Any], house: Mapping[str, Any]) -> list[str]:
    last = play.get("last", {})
    taken = last.get("leader") != last.get("winner")
    opens = house["banker_opening"] != "free" and HAND in play.get("piles", ())
    return ["led", *(["tiles"] if taken else []), *(["opening"] if opens else [])]


def _trick_row(key: str, tiles: Sequence[str], to: str) -> TrickRow:
    title = words()(f"ui.tien_gow.{key}")
    return TrickRow(key, title, tuple(domino(code) for code in tiles), key == to)


def _premium_words(premium: Mapping[str, Any], view: HandView) -> str:
    t = words()
    kind = t(f"ui.tien_gow.{premium['kind']}")
    if premium["kind"] != "four":
        return f"{kind} · {name_of(view.names, premium['seat'], words())}"
    leader, winner = (name_of(view.names, premium[role], words()) for role in ("leader", "winner"))
    return f"{kind} · {leader} → {winner}"


def row_tiles(play: Mapping[str, Any], row: str) -> list[str]:
    """Return the tiles of *row* as told so far."""
    place = play if row == "opening" else play.get("last", {})
    return list(place.get(row) or ())


def house_options(session: Session) -> Mapping[str, Any]:
    """Return every option as the session has it."""
    return {**rules.ruleset(session.ruleset).defaults, **session.options}


def tien_gow_hand(view: View) -> tuple[Session, Draft]:
    """Return session and draft of this game; end the request where there is none."""
    return _hand_of(view, "tien-gow")


def _hand_of(view: View, *games: str) -> tuple[Session, Draft]:
    if not isinstance(view, HandView) or view.session.ruleset not in games:
        abort(404)
    return view.session, view.draft
