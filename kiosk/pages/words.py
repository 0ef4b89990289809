"""The words of the request's language, and the form that changes the language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Blueprint, current_app, g, redirect, request

from kiosk.i18n import LANGUAGE_NAMES, Catalogue, catalogue

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("words", __name__)

COOKIE: Final = "language"
YEAR_S: Final = 365 * 24 * 3600


def words() -> Catalogue:
    """Return the catalogue of this request: the one chosen on this screen, else the kiosk's."""
    if "words" not in g:
        g.words = catalogue(request.cookies.get(COOKIE, current_app.config["LANGUAGE"]))
    found: Catalogue = g.words
    return found


@bp.post("/language")
def choose() -> ResponseReturnValue:
    """Remember the language on this screen and go back to where it was asked."""
    language = request.form.get("language", "")
    answer = redirect(_path_of(request.form.get("back", "/")), 303)
    if language in LANGUAGE_NAMES:
        answer.set_cookie(COOKIE, language, max_age=YEAR_S, samesite="Strict", httponly=True)
    return answer


def _path_of(address: str) -> str:
    """Return the path of *address* if it is one of ours, else the start page."""
    parts = urlsplit(address)
    ours = not parts.scheme and not parts.netloc and parts.path.startswith("/")
    return parts.path if ours and not parts.path.startswith("//") else "/"


def tile_name(code: str) -> str:
    """Return what the tile *code* is called: "5 of circles", "East"."""
    say = words().say
    rank, letter = code[0], code[1]
    if letter in "mps":
        key = "tile.red_five" if rank == "0" else "tile.ranked"
        return say(key, rank=rank, suit=say(f"tile.suit.{letter}"))
    return say(f"tile.{code}")
