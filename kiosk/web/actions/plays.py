"""What happened in a hand of cards or dominoes, tapped in at its review.

Everything tapped becomes the record's whole `play`; what must not be in it is the rules' to say.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for

from kiosk.camera.trick_reading import play_from_reading
from kiosk.session.commands import SayPlay
from kiosk.web.actions.forms import (
    carry_out,
    form_is_on,
    form_number,
    form_number_or_none,
    seat_in,
)
from kiosk.web.context import service
from kiosk.web.views.plays import (
    ALL_JOKERS,
    MOST_DOMINOES,
    SIZES,
    TABLE,
    TRICK_ROWS,
    find_play_hand,
    flower_numbers,
    lay_out,
    places,
    row_tiles,
)
from rules.games.cards.hanafuda import cards_of, of_flower
from rules.games.cards.shuangkou import COPIES as CARD_COPIES
from rules.games.cards.shuangkou import JOKERS, LEAST_BOMB, RANKS, SUITS
from rules.games.cards.tien_gow.plays import COPIES, HAND, SEATS, SWEEPS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from flask.typing import ResponseReturnValue

    from kiosk.session import Draft
    from kiosk.web.views.frame import PageData
    from kiosk.web.views.plays import Play, PlayHand
    from vision.table import CardReading

bp = Blueprint("plays", __name__)


def _flower_hand() -> PlayHand:
    return find_play_hand(service().view(), "captured_cards")


def _save_flowers(play: Play) -> ResponseReturnValue:
    return carry_out(SayPlay(play), url_for("screen.show", to=request.form.get("to", "0")))


def _place(draft: Draft) -> str:
    """Return the place in the form; end the request where there is none such."""
    place = request.form.get("to", "")
    if place not in (TABLE, *map(str, range(len(draft.seats)))):
        abort(400)
    return place


@bp.post("/flower-cards/card")
def flower_card() -> ResponseReturnValue:
    """Put a card where the form says; one that lies there already is taken back."""
    hand = _flower_hand()
    code, place = request.form.get("card", ""), _place(hand.draft)
    if code not in hand.game.pieces:
        abort(400)
    lying = places(hand.play)
    lying[code] = "" if lying.get(code) == place else place
    return _save_flowers(lay_out(hand.play, lying, len(hand.draft.seats)))


@bp.post("/flower-cards/read")
def read_flower_cards() -> ResponseReturnValue:
    """Put every card where the camera surely sees it; the others stay where people said."""
    hand = _flower_hand()
    reading = service().cards(hand.game.deck, len(hand.draft.seats))
    lying = {**places(hand.play), **sure_places(reading, hand.game.pieces)}
    return _save_flowers(lay_out(hand.play, lying, len(hand.draft.seats)))


def sure_places(reading: CardReading, pack: Container[str]) -> dict[str, str]:
    """Return where each card of *pack* lies that *reading* is sure of, as `places` does."""
    from vision.types import REVIEW_THRESHOLD

    piles = [(str(seat), pile) for seat, pile in enumerate(reading.seats)]
    return {
        card.code: place
        for place, pile in (*piles, (TABLE, reading.middle))
        for card in pile
        if card.confidence >= REVIEW_THRESHOLD and card.code in pack
    }


@bp.post("/flower-cards/flower")
def whole_flower() -> ResponseReturnValue:
    """Put those cards of a flower that lie nowhere where the form says."""
    hand = _flower_hand()
    number = request.form.get("flower", "")
    return _rest_of(hand, of_flower(number, hand.game.pieces))


@bp.post("/flower-cards/rest")
def other_flower_cards() -> ResponseReturnValue:
    """Put all cards that lie nowhere where the form says."""
    hand = _flower_hand()
    return _rest_of(hand, hand.game.pieces)


def _rest_of(hand: PlayHand, cards: Iterable[str]) -> ResponseReturnValue:
    place = _place(hand.draft)
    lying = {**dict.fromkeys(cards, place), **places(hand.play)}
    return _save_flowers(lay_out(hand.play, lying, len(hand.draft.seats)))


@bp.post("/flower-cards/devil-last")
def devil_last() -> ResponseReturnValue:
    """Say whether the devil was the last card of the stock."""
    hand = _flower_hand()
    return _save_flowers({**hand.play, "devil_last": form_is_on()})


@bp.post("/flower-cards/redeal")
def redeal() -> ResponseReturnValue:
    """Say why the cards are dealt again; without a reason the hand is simply void."""
    hand = _flower_hand()
    reason, number = request.form.get("reason", ""), request.form.get("flower", "")
    play = {name: value for name, value in hand.play.items() if name != "redeal"}
    if not reason:
        return _save_flowers(play)
    rule = hand.game.redeals.get(reason)
    if rule is None or number not in flower_numbers(hand.game.pieces):
        abort(400)
    details: PageData = {"reason": reason, "cards": sorted(rule.pieces or cards_of(number))}
    if rule.has_seat:
        details["seat"] = form_number_or_none("seat") or 0
    return _save_flowers({**play, "redeal": details})


def _seat_in_form(name: str = "seat") -> int:
    """Return the seat in field *name*; end the request where nobody sits there."""
    seat = form_number(name)
    if seat not in range(SEATS):
        abort(400)
    return seat


def _order_hand() -> PlayHand:
    return find_play_hand(service().view(), "finishing_order")


def _save_order(play: Play) -> ResponseReturnValue:
    return carry_out(SayPlay(play), url_for("screen.show"))


@bp.post("/finishing-order/finish")
def finish() -> ResponseReturnValue:
    """Say who finishes next; a seat that has finished is taken back with all after it."""
    play, seat = _order_hand().play, _seat_in_form()
    order = list(play.get("finish", ()))
    order = order[: order.index(seat)] if seat in order else [*order, seat]
    return _save_order({**play, "finish": order})


@bp.post("/finishing-order/bomb")
def bomb() -> ResponseReturnValue:
    """Note a bomb: who laid it, of which rank, and how many cards."""
    play, seat, rank = _order_hand().play, _seat_in_form(), request.form.get("rank", "")
    size = LEAST_BOMB if rank == ALL_JOKERS else form_number("size")
    if rank not in (*RANKS, ALL_JOKERS) or size not in SIZES:
        abort(400)
    bombs = list(play.get("bombs", ()))
    cards = _free_cards(bombs, rank, size)
    if len(cards) < size:
        return _save_order(play)
    return _save_order({**play, "bombs": [*bombs, {"seat": seat, "cards": cards}]})


def _free_cards(bombs: Sequence[Play], rank: str, size: int) -> list[str]:
    """Return *size* cards of *rank* that are in none of *bombs*; suits never matter.

    Fewer than *size* where too few are left.
    """
    bomb_cards = Counter(card for bomb in bombs for card in bomb["cards"])
    codes = JOKERS if rank == ALL_JOKERS else tuple(f"{rank}{suit}" for suit in SUITS)
    free = [card for card in codes for _ in range(CARD_COPIES - bomb_cards[card])]
    return free[:size]


@bp.post("/finishing-order/unbomb")
def unbomb() -> ResponseReturnValue:
    """Take a bomb back."""
    play, index = _order_hand().play, form_number("index")
    bombs = [one for place, one in enumerate(play.get("bombs", ())) if place != index]
    return _save_order({**play, "bombs": bombs})


def _with_last(play: Play, **facts: Any) -> Play:
    """Return *play* with more of its last trick; who leads and wins has won with what he led."""
    last = {**play.get("last", {}), **facts}
    if "leader" in last and last["leader"] == last.get("winner"):
        last["tiles"] = list(last.get("led", ()))
    return {**play, "last": last}


def _trick_hand() -> PlayHand:
    return find_play_hand(service().view(), "last_trick")


def _word(name: str, choices: Sequence[str]) -> str:
    """Return the word in field *name*; end the request where it is none of *choices*."""
    word = request.form.get(name, "")
    if word not in choices:
        abort(400)
    return word


def _save_trick(play: Play) -> ResponseReturnValue:
    return carry_out(SayPlay(play), url_for("screen.show", to=request.form.get("to", "led")))


@bp.post("/last-trick/piles")
def piles() -> ResponseReturnValue:
    """Say how many piles a seat has taken."""
    play, count = _trick_hand().play, form_number("count")
    if count not in range(HAND + 1):
        abort(400)
    counts = list(play.get("piles", [0] * SEATS))
    counts[_seat_in_form()] = count
    return _save_trick({**play, "piles": counts})


@bp.post("/last-trick/last")
def last() -> ResponseReturnValue:
    """Say who led to the last trick, or who won it."""
    return _save_trick(
        _with_last(_trick_hand().play, **{_word("role", ("leader", "winner")): _seat_in_form()})
    )


@bp.post("/last-trick/up")
def up() -> ResponseReturnValue:
    """Say who else laid a last four face up; the same seat again takes it back."""
    play, seat = _trick_hand().play, _seat_in_form()
    last_trick = play.get("last", {})
    seats = set(last_trick.get("up") or ()) ^ {seat}
    seats |= {last_trick[role] for role in ("leader", "winner") if role in last_trick}
    return _save_trick(_with_last(play, up=sorted(seats)))


@bp.post("/last-trick/tile")
def tile() -> ResponseReturnValue:
    """Add a tile to a row."""
    play, row, code = _trick_hand().play, _word("to", TRICK_ROWS), _word("tile", tuple(COPIES))
    tiles = [*row_tiles(play, row), code]
    if len(tiles) > MOST_DOMINOES or tiles.count(code) > COPIES[code]:
        return _save_trick(play)
    return _save_trick(_with_tiles(play, row, tiles))


@bp.post("/last-trick/untile")
def untile() -> ResponseReturnValue:
    """Take a tile out of a row."""
    play, row, code = _trick_hand().play, _word("row", TRICK_ROWS), _word("tile", tuple(COPIES))
    tiles = row_tiles(play, row)
    if code in tiles:
        tiles.remove(code)
    return _save_trick(_with_tiles(play, row, tiles))


def _with_tiles(play: Play, row: str, tiles: list[str]) -> Play:
    if row == "opening":
        return {**play, row: tiles or None}
    return _with_last(play, **{row: tiles})


@bp.post("/last-trick/premium")
def premium() -> ResponseReturnValue:
    """Note a feat before the last trick: a supreme by its leader, four by leader and winner."""
    play, kind = _trick_hand().play, _word("kind", ("supreme", "civil_supreme", "four"))
    feat: Play = {"kind": kind, "seat": _seat_in_form()}
    if kind == "four":
        leader, winner = _seat_in_form(), _seat_in_form("winner")
        up = map(seat_in, request.form.getlist("up"))
        others = {seat for seat in up if seat is not None}
        order = sorted({leader, winner, *others}, key=lambda seat: (seat - leader) % SEATS)
        feat = {"kind": kind, "leader": leader, "up": order, "winner": winner}
    return _save_trick({**play, "premiums": [*play.get("premiums", ()), feat]})


@bp.post("/last-trick/unpremium")
def unpremium() -> ResponseReturnValue:
    """Take a feat back."""
    play, index = _trick_hand().play, form_number("index")
    premiums = [one for place, one in enumerate(play.get("premiums", ())) if place != index]
    return _save_trick({**play, "premiums": premiums})


@bp.post("/last-trick/sweep")
def sweep() -> ResponseReturnValue:
    """Say which sweep it was; the same again takes it back."""
    play, kind = _trick_hand().play, _word("sweep", SWEEPS)
    return _save_trick({**play, "sweep": None if play.get("sweep") == kind else kind})


@bp.post("/last-trick/dealt")
def say_dealt_hand() -> ResponseReturnValue:
    """Say whose dealt hand is settled as which sweep; the same again takes it back."""
    play = _trick_hand().play
    hand = {"seat": _seat_in_form(), "as": _word("sweep", SWEEPS)}
    return _save_trick({**play, "dealt_hand": None if play.get("dealt_hand") == hand else hand})


@bp.post("/last-trick/read")
def read_trick() -> ResponseReturnValue:
    """Take piles and last trick from what the camera sees; what else was told stays."""
    hand = _trick_hand()
    look = service().cards(hand.game.deck, len(hand.draft.seats))
    return _save_trick({**_trick_hand().play, **play_from_reading(look, hand.options)})
