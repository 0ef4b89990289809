"""The review screen of the flower-card games: who captured which card, and what is left over.

Everything tapped becomes the record's whole `play`; what must not be in it is the rules' to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, request, url_for

from kiosk.session.commands import SayPlay
from kiosk.web.forms import (
    carry_out,
    form_is_on,
    form_number_or_none,
    service,
)
from kiosk.web.frame import name_of
from kiosk.web.words import words
from rules.games.cards.hanafuda.cards import PACK, RAINS, cards_of, flower, of_flower, picture
from rules.games.cards.mushi.refusals import MUSHI_PACK, REASONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import Draft, Session
    from vision.table.cards import CardReading

bp = Blueprint("flower_cards", __name__, url_prefix="/flower-cards")

Shown = dict[str, Any]
Play = dict[str, Any]

PACKS: Final[Mapping[str, tuple[str, ...]]] = {
    "mushi": tuple(card for card in PACK if card in MUSHI_PACK),
    "sakura": PACK,
}
DECK: Final = "hanafuda"
"""The enrolled set, or kit, by which the camera reads the cards."""
TABLE: Final = "table"
"""The place of a card that nobody captured; the others are seat numbers."""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """Where a card may lie: before a seat, or left over on the table."""

    key: str
    title: str
    count: int
    is_on: bool
    """Whether the next card tapped goes there."""
    seat: int | None


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card with where it lies."""

    code: str
    title: str
    picture: str
    place: str
    """Empty while nobody has said where."""
    owner: str


@dataclass(frozen=True, slots=True)
class FlowerShown:
    """The four cards of a flower."""

    number: str
    title: str
    cards: tuple[CardShown, ...]


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


def review(view: View) -> Shown:
    """Return the cards with where they lie, and what else may be said of the hand."""
    session, draft = _at_review(view)
    lying, say = places(draft.play or {}), words().say
    to = request.args.get("to", "0")
    titles = {str(seat): name_of(view.names, seat, words()) for seat in range(len(draft.seats))}
    titles[TABLE] = say("ui.flower_cards.table")
    pack = PACKS[session.ruleset]
    owners = {**titles, TABLE: say("ui.flower_cards.on_table")}
    return {
        "is_void": draft.outcome == "abort",
        "to": to,
        "places": [
            PlaceShown(
                key,
                title,
                sum(place == key for place in lying.values()),
                key == to,
                None if key == TABLE else int(key),
            )
            for key, title in titles.items()
        ],
        "flowers": [_flower(number, session.ruleset, lying, owners) for number in _numbers(pack)],
        "missing": len(pack) - len(lying),
        "pack": len(pack),
        **_mushis(session, draft, titles),
    }


def _flower(
    number: str, ruleset: str, lying: Mapping[str, str], owners: Mapping[str, str]
) -> FlowerShown:
    """Return the cards of one flower."""
    say = words().say
    cards = (
        CardShown(
            card,
            say(f"card.{ruleset}.{card}", f"card.{card}", f"card.{picture(card)}"),
            picture(card),
            lying.get(card, ""),
            owners.get(lying.get(card, ""), ""),
        )
        for card in of_flower(number, PACKS[ruleset])
    )
    return FlowerShown(number, say(f"flower.{number}"), tuple(cards))


def _numbers(pack: tuple[str, ...]) -> list[str]:
    """Return the flowers of *pack* in order."""
    return sorted({flower(card) for card in pack})


def _mushis(session: Session, draft: Draft, titles: Mapping[str, str]) -> Shown:
    """Return what only Mushi asks: the devil as last card, why the cards are dealt again."""
    if session.ruleset != "mushi":
        return {"asks_devil": False, "reasons": ()}
    say, play = words().say, draft.play or {}
    said = play.get("redeal")
    noted = ""
    if said:
        who = titles.get(str(said.get("seat")), "")
        what = say(f"flower.{flower(said['cards'][0])}")
        noted = " · ".join(part for part in (say(f"redeal.{said['reason']}"), what, who) if part)
    return {
        "asks_devil": True,
        "devil_last": bool(play.get("devil_last")),
        "reasons": [{"id": one, "title": say(f"redeal.{one}")} for one in REASONS],
        "redeal": noted,
    }


def _at_review(view: View) -> tuple[Session, Draft]:
    """Return session and draft of a flower-card game; end the request where there is none."""
    session, draft = view.session, view.draft
    if session is None or draft is None or session.ruleset not in PACKS:
        abort(404)
    return session, draft


def _said(play: Play) -> ResponseReturnValue:
    """Carry out what was said of the hand, and come back with the same place chosen."""
    return carry_out(SayPlay(play), url_for("play.screen", to=request.form.get("to", "0")))


def _place(draft: Draft) -> str:
    """Return the place in the form; end the request where there is none such."""
    place = request.form.get("to", "")
    if place not in (TABLE, *map(str, range(len(draft.seats)))):
        abort(400)
    return place


@bp.post("/card")
def card() -> ResponseReturnValue:
    """Put a card where the form says; one that lies there already is taken back."""
    session, draft = _at_review(service().view())
    code, place = request.form.get("card", ""), _place(draft)
    if code not in PACKS[session.ruleset]:
        abort(400)
    lying = places(draft.play or {})
    lying[code] = "" if lying.get(code) == place else place
    return _said(laid_out(draft.play or {}, lying, len(draft.seats)))


@bp.post("/read")
def read() -> ResponseReturnValue:
    """Put every card where the camera surely sees it; the others stay where people said."""
    session, draft = _at_review(service().view())
    seen = service().cards(DECK, len(draft.seats))
    lying = {**places(draft.play or {}), **sure_places(seen, PACKS[session.ruleset])}
    return _said(laid_out(draft.play or {}, lying, len(draft.seats)))


def sure_places(seen: CardReading, pack: tuple[str, ...]) -> dict[str, str]:
    """Return where each card of *pack* lies that *seen* is sure of, as `places` does."""
    from vision.photo.overlay import SURE

    piles = [(str(seat), pile) for seat, pile in enumerate(seen.seats)]
    return {
        card.code: place
        for place, pile in (*piles, (TABLE, seen.middle))
        for card in pile
        if card.confidence >= SURE and card.code in pack
    }


@bp.post("/flower")
def whole_flower() -> ResponseReturnValue:
    """Put those cards of a flower that lie nowhere where the form says."""
    session, draft = _at_review(service().view())
    number = request.form.get("flower", "")
    return _rest_of(session, draft, of_flower(number, PACKS[session.ruleset]))


@bp.post("/rest")
def rest() -> ResponseReturnValue:
    """Put all cards that lie nowhere where the form says."""
    session, draft = _at_review(service().view())
    return _rest_of(session, draft, PACKS[session.ruleset])


def _rest_of(session: Session, draft: Draft, cards: tuple[str, ...]) -> ResponseReturnValue:
    """Put those of *cards* that lie nowhere where the form says."""
    assert session.ruleset in PACKS
    place = _place(draft)
    lying = {**dict.fromkeys(cards, place), **places(draft.play or {})}
    return _said(laid_out(draft.play or {}, lying, len(draft.seats)))


@bp.post("/devil-last")
def devil_last() -> ResponseReturnValue:
    """Say whether the devil was the last card of the stock."""
    _, draft = _at_review(service().view())
    return _said({**(draft.play or {}), "devil_last": form_is_on()})


@bp.post("/redeal")
def redeal() -> ResponseReturnValue:
    """Say why the cards are dealt again; without a reason the hand is simply void."""
    _, draft = _at_review(service().view())
    reason, number = request.form.get("reason", ""), request.form.get("flower", "")
    play = {name: said for name, said in (draft.play or {}).items() if name != "redeal"}
    if not reason:
        return _said(play)
    if reason not in REASONS or number not in _numbers(PACKS["mushi"]):
        abort(400)
    cards = sorted(RAINS if reason == "table_three_rain" else cards_of(number))
    said: Shown = {"reason": reason, "cards": cards}
    if reason == "hand_four":
        said["seat"] = form_number_or_none("seat") or 0
    return _said({**play, "redeal": said})
