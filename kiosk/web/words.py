"""The words of the request's language, and the form that changes the language."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Blueprint, current_app, g, redirect, request

from kiosk.i18n import FALLBACK, LANGUAGE_NAMES, Catalogue, best_language, catalogue

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("words", __name__)

COOKIE: Final = "language"
YEAR_S: Final = 365 * 24 * 3600


def words() -> Catalogue:
    """Return the catalogue of this request.

    What was chosen on this screen goes before the kiosk's own language, and where the kiosk has
    none, the browser says what its reader understands.
    """
    if "words" not in g:
        chosen = request.cookies.get(COOKIE, "")
        g.words = catalogue(
            (chosen if chosen in LANGUAGE_NAMES else "")
            or current_app.config["LANGUAGE"]
            or best_language(tag for tag, share in request.accept_languages if share > 0)
            or FALLBACK
        )
    found: Catalogue = g.words
    return found


def this_page() -> str:
    """Return the address of the page that is shown, to come back to; `/` after a form."""
    if request.method != "GET":
        return "/"
    return request.full_path if request.query_string else request.path


@bp.post("/language")
def choose() -> ResponseReturnValue:
    """Remember the language on this screen and go back to where it was asked."""
    language = request.form.get("language", "")
    answer = redirect(path_of(request.form.get("back", "/")), 303)
    if language in LANGUAGE_NAMES:
        answer.set_cookie(COOKIE, language, max_age=YEAR_S, samesite="Strict", httponly=True)
    return answer


def path_of(address: str) -> str:
    """Return path and query of *address* if it is one of ours, else the start page."""
    parts = urlsplit(address)
    ours = not parts.scheme and not parts.netloc and parts.path.startswith("/")
    if not ours or parts.path.startswith("//"):
        return "/"
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def clock_time(at_ms: int) -> str:
    """Return date and time of *at_ms* (milliseconds since 1970) where the kiosk stands."""
    return f"{datetime.fromtimestamp(at_ms / 1000).astimezone():%Y-%m-%d %H:%M:%S}"


def tile_name(code: str) -> str:
    """Return what the tile *code* is called: "5 of circles", "East"."""
    say = words().say
    rank, letter = code[0], code[1]
    if letter in "mps":
        key = "tile.red_five" if rank == "0" else "tile.ranked"
        return say(key, rank=rank, suit=say(f"tile.suit.{letter}"))
    return say(f"tile.{code}")
