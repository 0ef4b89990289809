"""What people are led through at the table, one screen each: what to do now, in order.

The games declare these steps (`rules.guides`). What stands here so far is in the address; what a
step decides goes to the hand by the command that would have been told anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.session import Draft, Stage
from kiosk.session.dice import DrawProgress, follow_draw
from kiosk.session.repairs import DrawSeats
from kiosk.session.state import Session
from kiosk.table.port import Link
from kiosk.view import HandView
from kiosk.web.context import at_the_hand, service, words
from kiosk.web.svg.table_top import die_picture
from kiosk.web.views.frame import PageData, SeatView
from kiosk.web.views.sitting_out import guide_page
from kiosk.web.views.table import frame
from rules.guides import Exchange, FlowerOrder, Guide, SeatTiles, SittingOut, SupplementDice
from rules.tiles import CODES, TILES

bp = Blueprint("guide", __name__)
PIPS: Final = range(1, 7)
MOST_STACKS: Final = 12
"""The most stacks that two dice count."""


def guide_of(session: Session, name: str) -> Guide | None:
    """Return the guide *name* of the game of *session*, if it has one."""
    guides = rules.ruleset(session.ruleset).guides
    return next((one for one in guides if one.id == name), None)


def guides_in_play(view: HandView) -> list[PageData]:
    """Return the links to what this game's players can be led through during a hand."""
    guides = rules.ruleset(view.session.ruleset).guides
    return [
        {"href": url_for("guide.show", name=one.id), "title": words()(f"guide.{one.id}")}
        for one in guides
        if not isinstance(one, SeatTiles | SittingOut)
    ]


def after_start(session: Session) -> str:
    """Return the address of what every hand begins with after the deal; empty for nothing."""
    begins = guide_of(session, Exchange.id)
    return url_for("guide.show", name=begins.id) if begins is not None else ""


@bp.get("/guide/<name>")
def show(name: str) -> ResponseReturnValue:
    """Show one guide; back to the table where it is not its time."""
    view = at_the_hand()
    guide = guide_of(view.session, name) if view.session is not None else None
    if guide is None and view.session is not None:
        abort(404)
    if not isinstance(view, HandView) or guide is None or not _is_time(view, guide):
        return redirect(url_for("screen.show"), 303)
    fill = {"guide": guide, "title": words()(f"guide.{guide.id}"), "rolls": rolls(view, guide)}
    return render_template(f"guide_{guide.id}.html", **frame(view), **fill, **_page(view, guide))


def _is_time(view: HandView, guide: Guide) -> bool:
    if isinstance(guide, SeatTiles):
        return service().can(DrawSeats("seats"))
    if isinstance(guide, SittingOut):
        return view.stage is Stage.TABLE and bool(view.session.bench)
    return view.stage is Stage.PLAYING


def rolls(view: HandView, guide: Guide) -> tuple[int, ...]:
    """Return with how many dice the machine can throw for *guide* now; nothing where it cannot."""
    table = view.table
    is_free = table.link is Link.ONLINE and not (table.is_busy or table.is_stopped or table.fault)
    return guide.dice if is_free and "roll_dice" in table.offers else ()


def _page(view: HandView, guide: Guide) -> PageData:
    """Return what the screen of *guide* shows beside its words."""
    match guide:
        case SeatTiles():
            return _seat_tiles(view, guide)
        case Exchange():
            return _exchange(view, guide)
        case SupplementDice():
            return _supplement(view.draft)
        case FlowerOrder():
            return _flowers(view)
        case SittingOut():
            return guide_page(view)


# Seats by tiles


def draw_by_tiles(session: Session, guide: SeatTiles, tiles: Sequence[str]) -> DrawProgress:
    """Return how far people have come who took *tiles* one after another, a higher one first."""
    throws = [(-guide.ranks.index(one),) for one in tiles]
    way = rules.ruleset(session.ruleset).first_banker
    return follow_draw("seats", way, len(session.players), throws)


def parse_tiles(guide: SeatTiles, texts: Sequence[str]) -> list[str]:
    """Return the tiles that an address or a form names; end the request where one is none."""
    if any(one not in guide.ranks for one in texts):
        abort(400)
    return list(texts)


def _seat_tiles(view: HandView, guide: SeatTiles) -> PageData:
    tiles = parse_tiles(guide, request.args.getlist("tile"))
    progress = draw_by_tiles(view.session, guide, tiles)
    seats: Sequence[SeatView] = frame(view)["seats"]
    game = rules.ruleset(view.session.ruleset)
    copies = game.tiles_for({**game.defaults, **view.session.options})
    latest = dict(zip(progress.throwers, tiles, strict=False))
    kinds = sorted(TILES[code] for code in copies if code in guide.ranks)
    return {
        "taken": tiles,
        "latest": [(seat, latest.get(seat.number)) for seat in seats],
        "asked": None if progress.next is None else seats[progress.next],
        "again": len(tiles) >= len(seats),
        "order": [(seats[was], seats[place]) for place, was in enumerate(progress.order)],
        "suits": [[CODES[tile] for tile in kinds if CODES[tile].endswith(suit)] for suit in "mpsz"],
    }


# The exchange after the deal


def exchange_die(draft: Draft) -> int | None:
    """Return the die of the exchange: the first throw after the wall's break, or the machine's."""
    if len(draft.dice) > 1:
        return draft.dice[1][0]
    return next(iter(draft.guide_dice.get(Exchange.id, ())), None)


def _exchange(view: HandView, guide: Exchange) -> PageData:
    draft_die = exchange_die(view.draft)
    die = draft_die or request.args.get("die", 0, type=int)
    seats: Sequence[SeatView] = frame(view)["seats"]
    banker = view.session.standing.banker or 0
    context = {"faces_of": faces(), "banker_seat": seats[banker], "die": die, "moves": []}
    if die not in PIPS:
        return context
    places = guide.takes_from[die]
    moves = [(seat, seats[(seat.number + places) % len(seats)]) for seat in seats]
    return {**context, "moves": moves, "places": places}


def faces() -> list[tuple[int, object]]:
    """Return the faces of a die, drawn."""
    return [(pips, die_picture(pips)) for pips in PIPS]


# A kong's supplement by dice


def _supplement(draft: Draft) -> PageData:
    by_hand = [pips for pips in request.args.getlist("die", type=int) if pips in PIPS][:2]
    by_machine = [] if "by" in request.args else draft.guide_dice.get(SupplementDice.id, [])
    throw = by_hand or by_machine
    count = sum(throw)
    return {
        "faces_of": faces(),
        "thrown": [(pips, die_picture(pips)) for pips in throw],
        "count": count,
        "stacks": [place == count for place in range(MOST_STACKS, 0, -1)],
        "may_add": len(by_hand) == 1,
    }


# Flowers after the deal


def _flowers(view: HandView) -> PageData:
    game = rules.ruleset(view.session.ruleset)
    flowers = sorted(game.flower_tiles({**game.defaults, **view.session.options}))
    seats: Sequence[SeatView] = frame(view)["seats"]
    banker = view.session.standing.banker or 0
    return {
        "flowers": [CODES[tile] for tile in flowers],
        "turns": [seats[(banker + place) % len(seats)] for place in range(len(seats))],
    }
