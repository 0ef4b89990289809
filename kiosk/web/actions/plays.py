"""What happened in a hand of cards or dominoes, tapped in at its review.

Everything tapped becomes the record's whole `play`; what must not be in it is the rules' to say.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, request, url_for

from kiosk.camera.trick_seen import DECK, play_seen
from kiosk.session.commands import SayPlay
from kiosk.web.actions.forms import carry_out, form_is_on, form_number, form_number_or_none
from kiosk.web.context import service
from kiosk.web.views.plays import (
    ALL_JOKERS,
    FLOWER_DECK,
    MOST_DOMINOES,
    PACKS,
    SIZES,
    TABLE,
    TRICK_ROWS,
    flower_hand,
    flower_numbers,
    house_options,
    laid_out,
    places,
    row_tiles,
    shuangkou_hand,
    tien_gow_hand,
)
from rules.games.cards.hanafuda import RAINS, cards_of, of_flower
from rules.games.cards.mushi import REASONS
from rules.games.cards.shuangkou import COPIES as CARD_COPIES
from rules.games.cards.shuangkou import JOKERS, LEAST_BOMB, RANKS, SUITS
from rules.games.cards.shuangkou import SEATS as SHUANGKOU_SEATS
from rules.games.cards.tien_gow.plays import COPIES, HAND, SEATS, SWEEPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask.typing import ResponseReturnValue

    from kiosk.session import Draft
    from kiosk.web.views.frame import Shown
    from kiosk.web.views.plays import Play
    from vision.table import CardReading

bp = Blueprint("plays", __name__)


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
    session, draft = flower_hand(service().view())
    code, place = request.form.get("card", ""), _place(draft)
    if code not in PACKS[session.ruleset]:
        abort(400)
    lying = places(draft.play or {})
    lying[code] = "" if lying.get(code) == place else place
    return _save_flowers(laid_out(draft.play or {}, lying, len(draft.seats)))


@bp.post("/flower-cards/read")
def read_flower_cards() -> ResponseReturnValue:
    """Put every card where the camera surely sees it; the others stay where people said."""
    session, draft = flower_hand(service().view())
    seen = service().cards(FLOWER_DECK, len(draft.seats))
    lying = {**places(draft.play or {}), **sure_places(seen, PACKS[session.ruleset])}
    return _save_flowers(laid_out(draft.play or {}, lying, len(draft.seats)))


def sure_places(seen: CardReading, pack: tuple[str, ...]) -> dict[str, str]:
    """Return where each card of *pack* lies that *seen* is sure of, as `places` does."""
    from vision.types import SURE

    piles = [(str(seat), pile) for seat, pile in enumerate(seen.seats)]
    return {
        card.code: place
        for place, pile in (*piles, (TABLE, seen.middle))
        for card in pile
        if card.confidence >= SURE and card.code in pack
    }


@bp.post("/flower-cards/flower")
def whole_flower() -> ResponseReturnValue:
    """Put those cards of a flower that lie nowhere where the form says."""
    session, draft = flower_hand(service().view())
    number = request.form.get("flower", "")
    return _rest_of(draft, of_flower(number, PACKS[session.ruleset]))


@bp.post("/flower-cards/rest")
def other_flower_cards() -> ResponseReturnValue:
    """Put all cards that lie nowhere where the form says."""
    session, draft = flower_hand(service().view())
    return _rest_of(draft, PACKS[session.ruleset])


def _rest_of(draft: Draft, cards: tuple[str, ...]) -> ResponseReturnValue:
    place = _place(draft)
    lying = {**dict.fromkeys(cards, place), **places(draft.play or {})}
    return _save_flowers(laid_out(draft.play or {}, lying, len(draft.seats)))


@bp.post("/flower-cards/devil-last")
def devil_last() -> ResponseReturnValue:
    """Say whether the devil was the last card of the stock."""
    _, draft = flower_hand(service().view())
    return _save_flowers({**(draft.play or {}), "devil_last": form_is_on()})


@bp.post("/flower-cards/redeal")
def redeal() -> ResponseReturnValue:
    """Say why the cards are dealt again; without a reason the hand is simply void."""
    _, draft = flower_hand(service().view())
    reason, number = request.form.get("reason", ""), request.form.get("flower", "")
    play = {name: said for name, said in (draft.play or {}).items() if name != "redeal"}
    if not reason:
        return _save_flowers(play)
    if reason not in REASONS or number not in flower_numbers(PACKS["mushi"]):
        abort(400)
    cards = sorted(RAINS if reason == "table_three_rain" else cards_of(number))
    said: Shown = {"reason": reason, "cards": cards}
    if reason == "hand_four":
        said["seat"] = form_number_or_none("seat") or 0
    return _save_flowers({**play, "redeal": said})


def _shuangkou_play() -> Play:
    return dict(shuangkou_hand(service().view()).play or {})


def _shuangkou_seat() -> int:
    """Return the seat in the form; end the request where nobody sits there."""
    seat = form_number("seat")
    if seat not in range(SHUANGKOU_SEATS):
        abort(400)
    return seat


def _save_shuangkou(play: Play) -> ResponseReturnValue:
    return carry_out(SayPlay(play), url_for("screen.show"))


@bp.post("/shuangkou/finish")
def finish() -> ResponseReturnValue:
    """Say who finishes next; a seat that has finished is taken back with all after it."""
    play, seat = _shuangkou_play(), _shuangkou_seat()
    order = list(play.get("finish", ()))
    order = order[: order.index(seat)] if seat in order else [*order, seat]
    return _save_shuangkou({**play, "finish": order})


@bp.post("/shuangkou/bomb")
def bomb() -> ResponseReturnValue:
    """Note a bomb: who laid it, of which rank, and how many cards."""
    play, seat, rank = _shuangkou_play(), _shuangkou_seat(), request.form.get("rank", "")
    size = LEAST_BOMB if rank == ALL_JOKERS else form_number("size")
    if rank not in (*RANKS, ALL_JOKERS) or size not in SIZES:
        abort(400)
    bombs = list(play.get("bombs", ()))
    cards = _free_cards(bombs, rank, size)
    if len(cards) < size:
        return _save_shuangkou(play)
    return _save_shuangkou({**play, "bombs": [*bombs, {"seat": seat, "cards": cards}]})


def _free_cards(bombs: Sequence[Play], rank: str, size: int) -> list[str]:
    """Return *size* cards of *rank* that are in none of *bombs*; suits never matter.

    Fewer where there are not so many left.
    """
    gone = Counter(card for bomb in bombs for card in bomb["cards"])
    codes = JOKERS if rank == ALL_JOKERS else tuple(f"{rank}{suit}" for suit in SUITS)
    free = [card for card in codes for _ in range(CARD_COPIES - gone[card])]
    return free[:size]


@bp.post("/shuangkou/unbomb")
def unbomb() -> ResponseReturnValue:
    """Take a bomb back."""
    play, index = _shuangkou_play(), form_number("index")
    kept = [one for place, one in enumerate(play.get("bombs", ())) if place != index]
    return _save_shuangkou({**play, "bombs": kept})


def _with_last(play: Play, **said: Any) -> Play:
    """Return *play* with more of its last trick; who leads and wins has won with what he led."""
    last = {**play.get("last", {}), **said}
    if "leader" in last and last["leader"] == last.get("winner"):
        last["tiles"] = list(last.get("led", ()))
    return {**play, "last": last}


def _tien_gow_play() -> Play:
    return dict(tien_gow_hand(service().view())[1].play or {})


def _tien_gow_seat(name: str = "seat") -> int:
    """Return the seat in field *name*; end the request where nobody sits there."""
    seat = form_number(name)
    if seat not in range(SEATS):
        abort(400)
    return seat


def _word(name: str, known: Sequence[str]) -> str:
    """Return the word in field *name*; end the request where it is none of *known*."""
    word = request.form.get(name, "")
    if word not in known:
        abort(400)
    return word


def _save_tien_gow(play: Play) -> ResponseReturnValue:
    return carry_out(SayPlay(play), url_for("screen.show", to=request.form.get("to", "led")))


@bp.post("/tien-gow/piles")
def piles() -> ResponseReturnValue:
    """Say how many piles a seat has taken."""
    play, count = _tien_gow_play(), form_number("count")
    if count not in range(HAND + 1):
        abort(400)
    counts = list(play.get("piles", [0] * SEATS))
    counts[_tien_gow_seat()] = count
    return _save_tien_gow({**play, "piles": counts})


@bp.post("/tien-gow/last")
def last() -> ResponseReturnValue:
    """Say who led to the last trick, or who won it."""
    return _save_tien_gow(
        _with_last(_tien_gow_play(), **{_word("role", ("leader", "winner")): _tien_gow_seat()})
    )


@bp.post("/tien-gow/up")
def up() -> ResponseReturnValue:
    """Say who else laid a last four face up; the same seat again takes it back."""
    play, seat = _tien_gow_play(), _tien_gow_seat()
    ended = play.get("last", {})
    seats = set(ended.get("up") or ()) ^ {seat}
    seats |= {ended[role] for role in ("leader", "winner") if role in ended}
    return _save_tien_gow(_with_last(play, up=sorted(seats)))


@bp.post("/tien-gow/tile")
def tile() -> ResponseReturnValue:
    """Add a tile to a row."""
    play, row, code = _tien_gow_play(), _word("to", TRICK_ROWS), _word("tile", tuple(COPIES))
    tiles = [*row_tiles(play, row), code]
    if len(tiles) > MOST_DOMINOES or tiles.count(code) > COPIES[code]:
        return _save_tien_gow(play)
    return _save_tien_gow(_with_tiles(play, row, tiles))


@bp.post("/tien-gow/untile")
def untile() -> ResponseReturnValue:
    """Take a tile out of a row."""
    play, row, code = _tien_gow_play(), _word("row", TRICK_ROWS), _word("tile", tuple(COPIES))
    tiles = row_tiles(play, row)
    if code in tiles:
        tiles.remove(code)
    return _save_tien_gow(_with_tiles(play, row, tiles))


def _with_tiles(play: Play, row: str, tiles: list[str]) -> Play:
    if row == "opening":
        return {**play, row: tiles or None}
    return _with_last(play, **{row: tiles})


@bp.post("/tien-gow/premium")
def premium() -> ResponseReturnValue:
    """Note a feat before the last trick: a supreme by its leader, four by leader and winner."""
    play, kind = _tien_gow_play(), _word("kind", ("supreme", "civil_supreme", "four"))
    feat: Play = {"kind": kind, "seat": _tien_gow_seat()}
    if kind == "four":
        leader, winner = _tien_gow_seat(), _tien_gow_seat("winner")
        others = {int(seat) for seat in request.form.getlist("up") if seat in "0123"}
        order = sorted({leader, winner, *others}, key=lambda seat: (seat - leader) % SEATS)
        feat = {"kind": kind, "leader": leader, "up": order, "winner": winner}
    return _save_tien_gow({**play, "premiums": [*play.get("premiums", ()), feat]})


@bp.post("/tien-gow/unpremium")
def unpremium() -> ResponseReturnValue:
    """Take a feat back."""
    play, index = _tien_gow_play(), form_number("index")
    kept = [one for place, one in enumerate(play.get("premiums", ())) if place != index]
    return _save_tien_gow({**play, "premiums": kept})


@bp.post("/tien-gow/sweep")
def sweep() -> ResponseReturnValue:
    """Say which sweep it was; the same again takes it back."""
    play, kind = _tien_gow_play(), _word("sweep", SWEEPS)
    return _save_tien_gow({**play, "sweep": None if play.get("sweep") == kind else kind})


@bp.post("/tien-gow/dealt")
def dealt() -> ResponseReturnValue:
    """Say whose dealt hand is settled as which sweep; the same again takes it back."""
    play = _tien_gow_play()
    hand = {"seat": _tien_gow_seat(), "as": _word("sweep", SWEEPS)}
    return _save_tien_gow({**play, "dealt_hand": None if play.get("dealt_hand") == hand else hand})


@bp.post("/tien-gow/read")
def read_trick() -> ResponseReturnValue:
    """Take piles and last trick from what the camera sees; what else was told stays."""
    session, draft = tien_gow_hand(service().view())
    seen = play_seen(service().cards(DECK, len(draft.seats)), house_options(session))
    return _save_tien_gow({**_tien_gow_play(), **seen})
