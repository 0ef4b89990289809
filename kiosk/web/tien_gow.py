"""The review screen of Tien Gow: piles, the last trick and the premiums, tapped in.

Everything tapped becomes the record's whole `play`; what must not be in it is the rules' to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, abort, request, url_for

import rules
from kiosk.camera.trick_seen import DECK, play_seen
from kiosk.session.commands import SayPlay
from kiosk.web.forms import carry_out, form_number, service
from kiosk.web.frame import name_of
from kiosk.web.words import words
from rules.games.cards.tien_gow.plays import CIVIL, COPIES, MILITARY
from rules.games.cards.tien_gow.values import HAND, SEATS, SWEEPS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import Draft, Session

bp = Blueprint("tien_gow", __name__, url_prefix="/tien-gow")

Shown = dict[str, Any]
Play = dict[str, Any]

MOST: Final = 4
"""Tiles that can be laid together."""

ROWS: Final = ("led", "tiles", "opening")
"""The rows of tiles that can be told: what was led last, what won, the banker's first lead."""

DICE: Final = "⚀⚁⚂⚃⚄⚅"


@dataclass(frozen=True, slots=True)
class DominoShown:
    """A domino with its name."""

    code: str
    title: str
    halves: tuple[str, str]


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row of tiles, and whether the next tile tapped goes there."""

    key: str
    title: str
    tiles: tuple[DominoShown, ...]
    is_on: bool


def domino(code: str) -> DominoShown:
    """Return the domino *code* as the screen shows it."""
    low, high = (DICE[int(pips) - 1] for pips in code.split("-"))
    return DominoShown(code, words().say(f"domino.{code}"), (high, low))


def review(view: View) -> Shown:
    """Return what has been told of the hand, and what else may be."""
    session, draft = _at_review(view)
    play, house = draft.play or {}, _house(session)
    last, to = play.get("last", {}), request.args.get("to", "led")
    civil = ("civil_supreme",) if house["civil_supreme"] else ()
    return {
        "is_void": draft.outcome == "abort",
        "counts": range(HAND + 1),
        "piles": play.get("piles", [0] * SEATS),
        "last": last,
        "up": last.get("up") or (),
        "is_four": len(last.get("led", ())) == MOST,
        "to": to,
        "rows": [_row(key, _tiles(play, key), to) for key in _rows(play, house)],
        "civil": [domino(code) for code in CIVIL],
        "military": [domino(code) for equal in MILITARY for code in equal],
        "supremes": ("supreme", *civil),
        "premiums": [_premium_words(one, view) for one in play.get("premiums", ())],
        "sweeps": SWEEPS if HAND in play.get("piles", ()) else (),
        "sweep": play.get("sweep"),
        "dealt": SWEEPS if house["dealt_hands"] else (),
        "dealt_hand": play.get("dealt_hand"),
    }


def _rows(play: Mapping[str, Any], house: Mapping[str, Any]) -> list[str]:
    """Return the rows of tiles that this hand needs."""
    last = play.get("last", {})
    taken = last.get("leader") != last.get("winner")
    opens = house["banker_opening"] != "free" and HAND in play.get("piles", ())
    return ["led", *(["tiles"] if taken else []), *(["opening"] if opens else [])]


def _row(key: str, tiles: Sequence[str], to: str) -> RowShown:
    """Return one row of tiles."""
    title = words().say(f"ui.tien_gow.{key}")
    return RowShown(key, title, tuple(domino(code) for code in tiles), key == to)


def _premium_words(premium: Mapping[str, Any], view: View) -> str:
    """Return a premium in words."""
    say = words().say
    kind = say(f"ui.tien_gow.{premium['kind']}")
    if premium["kind"] != "four":
        return f"{kind} · {name_of(view.names, premium['seat'], words())}"
    leader, winner = (name_of(view.names, premium[role], words()) for role in ("leader", "winner"))
    return f"{kind} · {leader} → {winner}"


def _tiles(play: Mapping[str, Any], row: str) -> list[str]:
    """Return the tiles of *row* as told so far."""
    place = play if row == "opening" else play.get("last", {})
    return list(place.get(row) or ())


def _with_last(play: Play, **said: Any) -> Play:
    """Return *play* with more of its last trick; who leads and wins has won with what he led."""
    last = {**play.get("last", {}), **said}
    if "leader" in last and last["leader"] == last.get("winner"):
        last["tiles"] = list(last.get("led", ()))
    return {**play, "last": last}


def _house(session: Session) -> Mapping[str, Any]:
    """Return every option as the session has it."""
    return {**rules.ruleset(session.ruleset).defaults, **session.options}


def _at_review(view: View) -> tuple[Session, Draft]:
    """Return session and draft of this game; end the request where there is none."""
    session, draft = view.session, view.draft
    if session is None or draft is None or session.ruleset != "tien-gow":
        abort(404)
    return session, draft


def _play() -> Play:
    """Return what was told so far."""
    return dict(_at_review(service().view())[1].play or {})


def _seat(name: str = "seat") -> int:
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


def _said(play: Play) -> ResponseReturnValue:
    """Carry out what was said of the hand, and come back with the same row chosen."""
    return carry_out(SayPlay(play), url_for("play.screen", to=request.form.get("to", "led")))


@bp.post("/piles")
def piles() -> ResponseReturnValue:
    """Say how many piles a seat has taken."""
    play, count = _play(), form_number("count")
    if count not in range(HAND + 1):
        abort(400)
    told = list(play.get("piles", [0] * SEATS))
    told[_seat()] = count
    return _said({**play, "piles": told})


@bp.post("/last")
def last() -> ResponseReturnValue:
    """Say who led to the last trick, or who won it."""
    return _said(_with_last(_play(), **{_word("role", ("leader", "winner")): _seat()}))


@bp.post("/up")
def up() -> ResponseReturnValue:
    """Say who else laid a last four face up; the same seat again takes it back."""
    play, seat = _play(), _seat()
    ended = play.get("last", {})
    told = set(ended.get("up") or ()) ^ {seat}
    told |= {ended[role] for role in ("leader", "winner") if role in ended}
    return _said(_with_last(play, up=sorted(told)))


@bp.post("/tile")
def tile() -> ResponseReturnValue:
    """Add a tile to a row."""
    play, row, code = _play(), _word("to", ROWS), _word("tile", tuple(COPIES))
    tiles = [*_tiles(play, row), code]
    if len(tiles) > MOST or tiles.count(code) > COPIES[code]:
        return _said(play)
    return _said(_with_tiles(play, row, tiles))


@bp.post("/untile")
def untile() -> ResponseReturnValue:
    """Take a tile out of a row."""
    play, row, code = _play(), _word("row", ROWS), _word("tile", tuple(COPIES))
    tiles = _tiles(play, row)
    if code in tiles:
        tiles.remove(code)
    return _said(_with_tiles(play, row, tiles))


def _with_tiles(play: Play, row: str, tiles: list[str]) -> Play:
    """Return *play* with these tiles in *row*."""
    if row == "opening":
        return {**play, row: tiles or None}
    return _with_last(play, **{row: tiles})


@bp.post("/premium")
def premium() -> ResponseReturnValue:
    """Note a feat before the last trick: a supreme by its leader, four by leader and winner."""
    play, kind = _play(), _word("kind", ("supreme", "civil_supreme", "four"))
    feat: Play = {"kind": kind, "seat": _seat()}
    if kind == "four":
        leader, winner = _seat(), _seat("winner")
        others = {int(seat) for seat in request.form.getlist("up") if seat in "0123"}
        order = sorted({leader, winner, *others}, key=lambda seat: (seat - leader) % SEATS)
        feat = {"kind": kind, "leader": leader, "up": order, "winner": winner}
    return _said({**play, "premiums": [*play.get("premiums", ()), feat]})


@bp.post("/unpremium")
def unpremium() -> ResponseReturnValue:
    """Take a feat back."""
    play, index = _play(), form_number("index")
    kept = [one for place, one in enumerate(play.get("premiums", ())) if place != index]
    return _said({**play, "premiums": kept})


@bp.post("/sweep")
def sweep() -> ResponseReturnValue:
    """Say which sweep it was; the same again takes it back."""
    play, kind = _play(), _word("sweep", SWEEPS)
    return _said({**play, "sweep": None if play.get("sweep") == kind else kind})


@bp.post("/dealt")
def dealt() -> ResponseReturnValue:
    """Say whose dealt hand is settled as which sweep; the same again takes it back."""
    play = _play()
    told = {"seat": _seat(), "as": _word("sweep", SWEEPS)}
    return _said({**play, "dealt_hand": None if play.get("dealt_hand") == told else told})


@bp.post("/read")
def read() -> ResponseReturnValue:
    """Take piles and last trick from what the camera sees; what else was told stays."""
    session, draft = _at_review(service().view())
    seen = play_seen(service().cards(DECK, len(draft.seats)), _house(session))
    return _said({**_play(), **seen})
