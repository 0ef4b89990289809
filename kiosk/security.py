"""What every answer and every request of the pages must satisfy.

Cross-site posts are refused by what the browser itself says (`Sec-Fetch-Site`, else `Origin`), so
pages carry no tokens and can be cached and go stale without harm.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Request, Response, abort, request

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
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_BODY_BYTES: Final = 256 * 1024
"""A record with four hands and every discard is below 8 kB; nothing larger is meant for us."""


def is_same_site(asked: Request) -> bool:
    """Return whether *asked* comes from one of our own pages.

    Every browser says so in one of two headers. A program says neither; it may only send JSON,
    which no foreign page can make a browser send unasked.
    """
    site = asked.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = asked.headers.get("Origin")
    if origin is not None:
        return origin.split("://", maxsplit=1)[-1] == asked.host
    return asked.is_json


def secure(app: Flask) -> None:
    """Make *app* refuse cross-site posts and put the protecting headers on every answer."""
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
    )
    app.before_request(_refuse_cross_site)
    app.after_request(_protect)


def _refuse_cross_site() -> None:
    if request.method not in SAFE and not is_same_site(request):
        abort(403)


def _protect(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if not request.path.startswith(("/static/", "/tiles.svg")):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
