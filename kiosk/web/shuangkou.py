"""The review screen of Shuangkou: who finished in which order, and the bombs.

Everything tapped becomes the record's whole `play`; what must not be in it is the rules' to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, request, url_for

from kiosk.camera.bombs_seen import ALL_JOKERS, DECK, bombs_seen, free_cards
from kiosk.errors import Refused
from kiosk.session.commands import SayPlay
from kiosk.web.forms import carry_out, form_number, service
from kiosk.web.frame import name_of
from kiosk.web.words import words
from rules.games.cards.shuangkou.course import is_decided
from rules.games.cards.shuangkou.plays import COPIES, JOKERS, LEAST_BOMB, RANKS, SUITS
from rules.games.cards.shuangkou.values import SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import Draft

bp = Blueprint("shuangkou", __name__, url_prefix="/shuangkou")

Shown = dict[str, Any]
Play = dict[str, Any]

SIZES: Final = range(LEAST_BOMB, COPIES * len(SUITS) + 1)


def review(view: View) -> Shown:
    """Return the order of finishing and the bombs as told so far."""
    draft = _at_review(view)
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


def _bomb_words(bomb: Mapping[str, Any], view: View) -> str:
    """Return a bomb in words: who laid how many of what."""
    cards = bomb["cards"]
    jokers = words().say("ui.shuangkou.jokers")
    what = jokers if cards[0] in JOKERS else f"{len(cards)} × {cards[0][0]}"
    return f"{name_of(view.names, bomb['seat'], words())} · {what}"


def _at_review(view: View) -> Draft:
    """Return the draft of this game; end the request where there is none."""
    if view.session is None or view.draft is None or view.session.ruleset != "shuangkou":
        abort(404)
    return view.draft


def _play() -> Play:
    """Return what was told so far."""
    return dict(_at_review(service().view()).play or {})


def _seat() -> int:
    """Return the seat in the form; end the request where nobody sits there."""
    seat = form_number("seat")
    if seat not in range(SEATS):
        abort(400)
    return seat


def _said(play: Play) -> ResponseReturnValue:
    """Carry out what was said of the hand."""
    return carry_out(SayPlay(play), url_for("play.screen"))


@bp.post("/finish")
def finish() -> ResponseReturnValue:
    """Say who finishes next; a seat that has finished is taken back with all after it."""
    play, seat = _play(), _seat()
    told = list(play.get("finish", ()))
    told = told[: told.index(seat)] if seat in told else [*told, seat]
    return _said({**play, "finish": told})


@bp.post("/bomb")
def bomb() -> ResponseReturnValue:
    """Note a bomb: who laid it, of which rank, and how many cards."""
    play, seat, rank = _play(), _seat(), request.form.get("rank", "")
    size = LEAST_BOMB if rank == ALL_JOKERS else form_number("size")
    if rank not in (*RANKS, ALL_JOKERS) or size not in SIZES:
        abort(400)
    told = list(play.get("bombs", ()))
    cards = free_cards(told, rank, size)
    if len(cards) < size:
        return _said(play)
    return _said({**play, "bombs": [*told, {"seat": seat, "cards": cards}]})


@bp.post("/unbomb")
def unbomb() -> ResponseReturnValue:
    """Take a bomb back."""
    play, index = _play(), form_number("index")
    kept = [one for place, one in enumerate(play.get("bombs", ())) if place != index]
    return _said({**play, "bombs": kept})


@bp.post("/read")
def read() -> ResponseReturnValue:
    """Note the bombs that the camera sees spread out before the seats."""
    draft = _at_review(service().view())
    told = list((draft.play or {}).get("bombs", ()))
    new = bombs_seen(service().cards(DECK, len(draft.seats)), told)
    if not new:
        raise Refused("no_bomb", "no bomb that is not noted lies there", where="camera")
    return _said({**_play(), "bombs": [*told, *new]})
