"""The sheets of the review screen: one tile, one row, one set, each on a page of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.errors import Refused
from kiosk.session import Draft, DraftMeld, DraftTile, DraftWin, Part, Place, Stage
from kiosk.session.corrections import find_tile, row_of
from kiosk.session.winning import find_win
from kiosk.view import HandView
from kiosk.web.context import at_the_hand, words
from kiosk.web.views.frame import PageData, name_of
from kiosk.web.views.review import Choice
from kiosk.web.views.screen import outcome, ways_of
from kiosk.web.views.table import frame
from rules.game import Game
from rules.ruleset import Ruleset
from rules.tiles import CODES, KIND, TILES

bp = Blueprint("edit", __name__)


@bp.get("/edit/tile/<int:number>")
def tile(number: int) -> ResponseReturnValue:
    """Show one tile with what it may be instead."""
    view = _view()
    if view is None:
        return redirect(url_for("screen.show"), 303)
    try:
        draft_tile = find_tile(view.draft, number)
    except Refused:
        return redirect(url_for("screen.show"), 303)
    left = _stock(view)
    return render_template(
        "tile.html",
        **frame(view),
        seen_tile=draft_tile,
        alternatives=left.alternatives(draft_tile),
        keys=left.pad(),
        can_be_winning=_in_winners_hand(view.draft, draft_tile),
        moves=_moves(view, draft_tile),
    )


@bp.get("/edit/row/<part>")
def row(part: str) -> ResponseReturnValue:
    """Show one row with the pad to add tiles."""
    view = _view()
    if view is None:
        return redirect(url_for("screen.show"), 303)
    place = place_of(part, request.args.get("seat", type=int))
    if place.seat is not None and place.seat >= len(view.draft.seats):
        abort(404)
    t = words()
    title = t(f"ui.part.{part}")
    if place.seat is not None:
        name = name_of(view.names, place.seat, words())
        title = t("ui.row.title", part=title, name=name)
    return render_template(
        "row.html",
        **frame(view),
        title=title,
        place=place_text(place),
        action=url_for("actions.review.add"),
        tiles=row_of(view.draft, place),
        keys=_stock(view).pad(),
    )


@bp.get("/edit/winning/<int:seat>")
def winning(seat: int) -> ResponseReturnValue:
    """Ask which tile won."""
    view = _view()
    if view is None:
        return redirect(url_for("screen.show"), 303)
    win = find_win(view.draft, seat, request.args.get("win", type=int))
    if win is None:
        abort(404)
    name = name_of(view.names, seat, words())
    return render_template(
        "row.html",
        **frame(view),
        title=words()("ui.row.winning", name=name),
        place="",
        is_winning=True,
        action=url_for("actions.review.winning", seat=seat, win=win.number),
        tiles=(win.tile,) if win.tile else (),
        keys=_stock(view).pad(),
    )


@bp.get("/edit/meld/<int:seat>")
@bp.get("/edit/meld/<int:seat>/<int:number>")
def meld(seat: int, number: int | None = None) -> ResponseReturnValue:
    """Show the form for a set, a new one or one that lies there."""
    view = _view()
    if view is None:
        return redirect(url_for("screen.show"), 303)
    if seat >= len(view.draft.seats):
        abort(404)
    melds = view.draft.seats[seat].melds
    draft_meld = next((one for one in melds if one.number == number), None)
    context = frame(view)
    return render_template(
        "meld.html", **context, **_meld_form(view, draft_meld, seat), owner=context["seats"][seat]
    )


def _view() -> HandView | None:
    view = at_the_hand()
    if not isinstance(view, HandView) or view.stage not in (Stage.REVIEW, Stage.PLAYING):
        return None
    return view


def _stock(view: HandView) -> Stock:
    return stock(rules.ruleset(view.session.ruleset), view.session.options, view.draft)


def _in_winners_hand(draft: Draft, tile: DraftTile) -> bool:
    return any(tile in (draft.seats[win.seat].hand or ()) for win in draft.wins)


def _moves(view: HandView, tile: DraftTile) -> list[PageData]:
    """Return the rows of the same seat that *tile* may belong to instead."""
    game = rules.ruleset(view.session.ruleset)
    parts = [Part.HAND]
    if game.flower_tiles({**game.defaults, **view.session.options}):
        parts.append(Part.FLOWERS)
    if game.uses_aside:
        parts.append(Part.ASIDE)
    t = words()
    for seat in range(len(view.draft.seats)):
        places = [place_of(part, seat) for part in parts]
        if any(tile in row_of(view.draft, place) for place in places):
            return [
                {
                    "label": t("ui.tile.move", part=t(f"ui.part.{place.part}")),
                    "place": place_text(place),
                }
                for place in places
                if tile not in row_of(view.draft, place)
            ]
    return []


def _meld_form(view: HandView, meld: DraftMeld | None, seat: int) -> PageData:
    """Return what the form for a set offers, filled in from *meld* where there is one."""
    game = rules.ruleset(view.session.ruleset)
    assert isinstance(game, Ruleset)
    options = {**game.defaults, **view.session.options}
    own = len(meld.tiles) if meld else KONG
    kind = meld.kind if meld else ""
    giver = meld.giver if meld else None
    claimed_at = None
    if meld and meld.claimed:
        claimed_at = next((i for i, one in enumerate(meld.tiles) if one.code == meld.claimed), None)
    return {
        "meld": meld,
        "claimed": claimed_at,
        "kinds": [
            Choice(one, words()(f"ui.meld.{one}"), one == kind)
            for one in MELD_KINDS
            if game.chows or one != "chow"
        ],
        "givers": [
            {"number": one.number, "name": one.name, "is_chosen": one.number == giver}
            for one in frame(view)["seats"]
            if one.number != seat
        ],
        "shows_claims": game.shows_claims,
        "sizes": [
            Choice(str(size), words()("ui.meld.tiles", count=size), size == own)
            for size in meld_sizes(game.largest_set, game.tiles_for(options).values())
        ],
        "keys": _stock(view).pad(),
    }


MAX_ALTERNATIVES: Final = 6


@dataclass(frozen=True, slots=True)
class Key:
    """One tile of the pad and how many of it are not on the table yet."""

    code: str
    left: int


@dataclass(frozen=True, slots=True)
class Stock:
    """The game's tiles against those that lie on the table already."""

    copies: Mapping[str, int]
    used: Mapping[str, int]

    def left(self, code: str) -> int:
        """Return how many tiles *code* are not on the table yet."""
        return max(0, self.copies.get(code, 0) - self.used.get(code, 0))

    def pad(self) -> list[list[Key]]:
        """Return every tile of the game in rows by suit."""
        rows: dict[str, list[Key]] = {}
        for code in sorted(self.copies, key=lambda code: (KIND[TILES[code]], TILES[code])):
            rows.setdefault(code[1], []).append(Key(code, self.left(code)))
        return [rows[letter] for letter in sorted(rows, key="mpszfa".index)]

    def alternatives(self, tile: DraftTile) -> list[str]:
        """Return what *tile* may be instead, likeliest first: nothing that is used up."""
        likely = (code for code, _ in tile.alternatives)
        codes = dict.fromkeys((*likely, *_neighbours(tile.code)))
        fitting = [code for code in codes if code != tile.code and self.left(code)]
        return fitting[:MAX_ALTERNATIVES]


def stock(game: Game, options: Mapping[str, object], draft: Draft) -> Stock:
    """Return what is left of the tiles of *game* under *options*."""
    counts: dict[str, int] = {}
    for tile in draft.tiles():
        counts[tile.code] = counts.get(tile.code, 0) + 1
    return Stock(game.tiles_for({**game.defaults, **options}), counts)


def _neighbours(code: str) -> Iterable[str]:
    """Yield the tiles that look like *code*: the next ones of its suit and its red five."""
    number = TILES[code]
    kind = KIND[number]
    if kind >= len(CODES) or code == "0z":
        return
    for step in (0, -1, 1, -2, 2):
        near = kind + step
        if 0 <= near < len(CODES) and CODES[near][1] == code[1]:
            yield CODES[near]
    if CODES[kind][0] == "5" and code[1] in "mps":
        yield f"0{code[1]}"


MELD_KINDS: Final = ("chow", "pung", "kong_discard", "kong_added", "kong_concealed")
"""The sets that can lie open, as the hand record names them."""
KONG: Final = 4


def meld_sizes(largest: int, copies: Iterable[int]) -> range:
    """Return how many tiles a kong may have beyond four, with *copies* of the kinds; or none."""
    most = min(largest, max(copies, default=0))
    return range(KONG, most + 1) if most > KONG else range(0)


@bp.get("/review/how/<int:seat>")
def how(seat: int) -> ResponseReturnValue:
    """Ask again how a seat won."""
    view = _view()
    if view is None:
        return redirect(url_for("screen.show"), 303)
    win = _win_or_404(view, seat)
    context = outcome(view)
    winner = context["seats"][seat]
    question = {
        "winner": winner,
        "ways": ways_of(view, winner),
        "number": win.number,
        "others": (),
        "asks": False,
    }
    return render_template("outcome.html", **{**context, **question})


@bp.get("/review/whose/<int:seat>")
def whose(seat: int) -> ResponseReturnValue:
    """Ask whose hand it is that *seat* is said to have won."""
    view = _view()
    if view is None:
        return redirect(url_for("screen.show"), 303)
    number = _win_or_404(view, seat).number
    return render_template("whose.html", **frame(view), owner=seat, number=number)


def _win_or_404(view: HandView, seat: int) -> DraftWin:
    win = find_win(view.draft, seat, win_number())
    if win is None:
        abort(404)
    return win


def place_text(place: Place) -> str:
    """Return *place* as a form writes it."""
    return str(place.part) if place.seat is None else f"{place.part}:{place.seat}"


def place_of(part: str, seat: int | None) -> Place:
    """Return the row *part* of *seat*; end the request with 400 where there is none."""
    try:
        return Place(Part(part), seat)
    except ValueError:
        abort(400)


def place_from(text: str) -> Place:
    """Return the place that *text* writes; end the request with 400 for none."""
    part, _, seat = text.partition(":")
    return place_of(part, int(seat) if seat.isdecimal() else None)


def win_number() -> int | None:
    """Return which of a seat's wins is meant, where the page says so."""
    return request.values.get("win", type=int)
