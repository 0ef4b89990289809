"""Ask about a hand: what it waits for and what else would have counted.

The tiles that were tapped stand in the address alone: nothing is kept, and nobody else's hand
changes. While a hand is played at this table, everybody has to agree first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.i18n import of_game
from kiosk.session import Stage
from kiosk.session.asking import IN_PLAY, may_ask
from kiosk.session.record import hand_record
from kiosk.session.shapes import Json
from kiosk.view import HandView
from kiosk.web.context import at_the_hand, names_of, service, words
from kiosk.web.views.edit import Stock
from kiosk.web.views.frame import PageData, name_of, view_game, view_seats
from kiosk.web.views.game_rules import options_in_force
from kiosk.web.views.ledger import find_hand
from kiosk.web.views.problems import view_problems
from kiosk.web.views.review import Choice
from kiosk.web.views.scores import lying_tiles
from kiosk.web.views.tapped_hand import TappedHand, place_in, places, tapped_hand
from kiosk.web.views.waits import WaitWords, names_by_wind
from kiosk.web.views.what_else import WhatElseView, find_shown_seats, view_what_else
from rules.errors import RecordError
from rules.ruleset import Ruleset

bp = Blueprint("ask", __name__)


@bp.get("/ask/<ruleset>")
def show(ruleset: str) -> ResponseReturnValue:
    """Show what the hand in the address waits for, or the tiles to tap it in with."""
    game = rules.ruleset(ruleset) if ruleset in rules.rulesets() else None
    if not isinstance(game, Ruleset):
        abort(404)
    if not may_ask(service().state):
        return redirect(url_for("ask.consent", then=request.full_path), 303)
    hand = tapped_hand(game, options_in_force(game), request.args)
    record = hand.record()
    names = names_by_wind(record, words(ruleset))
    return render_template(
        "ask.html",
        game=view_game(ruleset, words()),
        hand=hand,
        places=_place_choices(hand),
        winds=[Choice(str(one), name, one == hand.wind) for one, name in _winds(names, hand)],
        declarable=_declarable(hand),
        keys=Stock(game.tiles_for(hand.options), Counter(hand.codes())).pad(),
        **(view_answer(record, 0, names) if not hand.missing else {}),
    )


def _winds(names: tuple[str, ...], hand: TappedHand) -> list[tuple[int, str]]:
    """Return the winds that the hand's seat may be, each with its places after East."""
    seats = len(names)
    return [(place, names[(place - hand.wind) % seats]) for place in range(seats)]


def _place_choices(hand: TappedHand) -> list[Choice]:
    t, current = words(), place_in(hand, request.args)
    keys = {
        place: (f"ui.ask.place.{place}", f"ui.meld.{place}", f"ui.part.{place}")
        for place in places(hand.game, hand.options)
    }
    return [Choice(place, t(*key), place == current) for place, key in keys.items()]


def _declarable(hand: TappedHand) -> list[Choice]:
    t, game = words(), hand.game
    return [
        Choice(word, t(*of_game("declared", game.id, word)), word in hand.declared)
        for word in game.declared
    ]


def view_answer(record: Json, seat: int, names: tuple[str, ...]) -> PageData:
    """Return what *seat* waits for in *record*, or what keeps that from being said."""
    t = words()
    try:
        waits = rules.waits(record, seat)
    except RecordError as error:
        problems = view_problems(error.problems, (), record["ruleset"], names, t)
        return {"problems": problems, "waits": None}
    return {"problems": (), "waits": WaitWords(record, seat, names, t).view(waits)}


@bp.get("/ask/seat/<int:seat>")
def of_seat(seat: int) -> ResponseReturnValue:
    """Show what the hand that lies at a seat waits for."""
    view = at_the_hand()
    if not isinstance(view, HandView) or seat >= len(view.draft.seats):
        return redirect(url_for("screen.show"), 303)
    if not may_ask(service().state):
        return redirect(url_for("ask.consent", then=request.full_path), 303)
    record = hand_record(view.session, view.draft)
    return _of_hand(unwon(record), seat, view.names, url_for("screen.show"))


@bp.get("/ask/settlement")
def of_settlement() -> ResponseReturnValue:
    """Show what else would have counted in the hand that was just settled, and its waits."""
    view = at_the_hand()
    if not isinstance(view, HandView) or view.draft.stage is not Stage.SETTLEMENT:
        return redirect(url_for("screen.show"), 303)
    if not may_ask(service().state):
        return redirect(url_for("ask.consent", then=request.full_path), 303)
    record = hand_record(view.session, view.draft)
    return _of_hand(record, None, view.names, url_for("screen.show"))


@bp.get("/ask/hand/<int:seq>")
def of_hand(seq: int) -> ResponseReturnValue:
    """Show what else would have counted in a hand of the ledger, and its waits."""
    hand = find_hand(service().view(), seq)
    back = url_for("ledger.hand", seq=seq)
    return _of_hand(hand.record, None, names_of(hand.players), back)


def _of_hand(
    record: Json, seat: int | None, names: Sequence[str], back: str
) -> ResponseReturnValue:
    """Show the hand of *seat* in *record*: by default the one in the address, or a winner's."""
    seats = find_shown_seats(record)
    if not seats and seat is None:
        abort(404)
    t, ruleset = words(), record["ruleset"]
    winners = [win["seat"] for win in record.get("wins", ())]
    if seat is None:
        query_seat = request.args.get("seat", type=int)
        seat = next(one for one in (query_seat, *winners, *seats) if one in seats)
    titles = tuple(name_of(names, one, t) for one in range(len(record["seats"])))
    return render_template(
        "ask_hand.html",
        game=view_game(ruleset, t),
        name=titles[seat],
        others=[Choice(str(one), titles[one], one == seat) for one in seats if len(seats) > 1],
        lies=lying_tiles(record, seat),
        what_else=_view_what_else(record, seat, titles),
        back=back,
        **view_answer(unwon(record), seat, titles),
    )


def _view_what_else(record: Json, seat: int, names: Sequence[str]) -> WhatElseView | None:
    """Return what else would have counted for *seat*; nothing where it has not won."""
    if record.get("outcome") != "win":
        return None
    try:
        matches = [one for one in rules.what_else(record) if one.seat == seat]
    except RecordError:
        return None  # a hand whose payments people typed
    return view_what_else(matches[0], record, names, words()) if matches else None


def unwon(record: Json) -> Json:
    """Return *record* as it was before anybody won."""
    return {name: one for name, one in record.items() if name not in ("outcome", "wins")}


@bp.get("/ask")
def consent() -> ResponseReturnValue:
    """Ask everybody whether hands may be asked about while this one is played."""
    view = service().view()
    then = request.args.get("then", "/")
    if not isinstance(view, HandView) or view.draft.stage not in IN_PLAY:
        return redirect(url_for("screen.show"), 303)
    return render_template(
        "consent.html",
        seen=view.seq,
        then=then,
        game=view_game(view.session.ruleset, words()),
        seats=view_seats(view, words()),
        agreed=view.draft.asking_allowed_by,
    )
