"""What every request must be allowed, and what every answer carries.

Cross-site posts are refused by what the browser itself says (`Sec-Fetch-Site`, else `Origin`), so
pages carry no tokens and can be cached and go stale without harm. Programs show a token instead.
Each page or call asks for a `Right`; `needs` says which, and what says nothing may change things
from our own pages only.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Final, TypeVar, cast
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import SecurityError, Unauthorized

from kiosk.access.operator import OperatorContext
from kiosk.access.rights import GUARDED, Right

View = TypeVar("View", bound="Callable[..., ResponseReturnValue]")

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_BODY_BYTES: Final = 256 * 1024
"""A record with four hands and every discard is below 8 kB; nothing larger is meant for us."""
DOOR: Final = "operator"
"""The cookie's entry that names an open operator's door."""
API: Final = "/api/"


def needs(right: Right) -> Callable[[View], View]:
    """Return the decorator that asks *right* of whoever calls a page; write it below the route."""

    def mark(view: View) -> View:
        view.__dict__["right"] = right
        return view

    return mark


def find_right(app: Flask, endpoint: str, method: str) -> Right:
    """Return what a call of *endpoint* must be allowed.

    A page that says nothing may be looked at by anyone and changes things for players. A call of
    the interface that says nothing is for nobody but an administrator; a test keeps it from being.
    """
    right = app.view_functions[endpoint].__dict__.get("right")
    if right is not None:
        return Right(right)
    if endpoint.startswith("api."):
        return Right.ADMIN
    return Right.OPEN if method in SAFE else Right.SCORE


def is_same_site(incoming: Request) -> bool:
    """Return whether *incoming* comes from one of our own pages: every browser says so."""
    site = incoming.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = incoming.headers.get("Origin")
    return origin is not None and origin.split("://", maxsplit=1)[-1] == incoming.host


def operator_context() -> OperatorContext:
    """Return the operator context behind all pages."""
    return cast("OperatorContext", current_app.extensions["jantaku_operator_context"])


def is_operator() -> bool:
    """Return whether this screen's operator's door is open; looking keeps it open."""
    return operator_context().pin_lock.is_open(session.get(DOOR, ""))


def secure(app: Flask, hosts: tuple[str, ...]) -> None:
    """Make *app* ask every request for its right and put the protecting headers on every answer.

    *hosts* are the names under which the kiosk may be asked, beside its bare addresses, which no
    foreign page can make its own; any name, where there are none.
    """
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        HOSTS=frozenset(name.lower() for name in hosts),
    )
    app.before_request(_refuse_strange_host)
    app.before_request(_ask_for_right)
    app.after_request(_protect)


def _refuse_strange_host() -> None:
    """Refuse a name that is not ours: a foreign page may have bent its own name to our address."""
    hosts = current_app.config["HOSTS"]
    name = urlsplit(f"//{request.host}").hostname or ""
    if hosts and name not in hosts and not _is_address(name):
        raise SecurityError(f"Host {name!r} is not trusted.")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _ask_for_right() -> ResponseReturnValue | None:
    """Refuse what is not allowed: with a page or JSON, or by asking the operator for the PIN."""
    if request.endpoint is None:
        return None  # there is no such page, and the router says so
    right = find_right(current_app, request.endpoint, request.method)
    if request.headers.get("Authorization") is not None:
        _ask_token(right)
        return None
    _ask_origin(right)
    if right not in GUARDED or is_operator():
        return None
    if request.path.startswith(API):
        raise _no_token("The operator's PIN or a token is needed.")
    path = request.full_path.rstrip("?")
    then = path if request.method in SAFE else url_for("operator.show")
    return redirect(url_for("operator.pin", then=then), 303)


def _ask_token(right: Right) -> None:
    credentials = request.authorization
    text = credentials.token if credentials is not None and credentials.type == "bearer" else None
    token_right = operator_context().secrets.right_of(text or "")
    if token_right is None:
        raise _no_token("This token is unknown: make one with jantaku token.")
    if not token_right.includes(right):
        abort(403, f"This token allows {token_right}; {right} is needed.")


def _ask_origin(right: Right) -> None:
    """Refuse what comes from a foreign page, and programs that show no token.

    Pages may be looked at without either: what is guarded asks for the cookie, which no foreign
    page can make a browser send, and browsers say where a look comes from on safe lines only.
    """
    changes, is_call = request.method not in SAFE, request.path.startswith(API)
    if is_same_site(request) or (right is Right.OPEN and (not changes or request.is_json)):
        return
    if not changes and (right is not Right.READ or not is_call):
        return
    if is_call and not _names_origin():
        raise _no_token("A token is needed: make one with jantaku token.")
    abort(403)


def _names_origin() -> bool:
    """Return whether a browser sent this request."""
    return any(name in request.headers for name in ("Sec-Fetch-Site", "Origin"))


def _no_token(message: str) -> Unauthorized:
    return Unauthorized(message, www_authenticate=WWWAuthenticate("bearer", {"realm": "jantaku"}))


def _protect(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if not request.path.startswith(("/static/", "/faces/")):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
