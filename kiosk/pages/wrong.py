"""Pages for what cannot be shown or done: what happened, then what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, flash, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from kiosk.errors import Refused
from kiosk.pages.desk import refusal_words
from kiosk.pages.words import words

if TYPE_CHECKING:
    from flask import Flask
    from flask.typing import ResponseReturnValue

KNOWN: Final = frozenset({400, 401, 403, 404, 405, 413, 503})
"""Answers with words of their own; every other one is told as an error of ours."""


def show_errors(app: Flask) -> None:
    """Make *app* answer every error with a page, or with JSON at the API's door."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Refused, _refused)


def _refused(refused: Refused) -> ResponseReturnValue:
    if request.path.startswith("/api/"):
        return jsonify(error=refused.to_json()), 409
    if request.method == "POST":
        flash(refusal_words(refused.code), "wrong")
        return redirect(url_for("play.screen"), 303)
    return _page(f"error.{refused.code}"), 409


def _http(error: HTTPException) -> ResponseReturnValue:
    if isinstance(error, SecurityError):  # asked under a foreign name: no page of ours for it
        return Response("unknown host\n", 400, mimetype="text/plain")
    status = error.code or InternalServerError.code
    if request.path.startswith("/api/"):
        code = (error.name or "error").lower().replace(" ", "_")
        problem = {"code": code, "message": error.description, "where": ""}
        return jsonify(error=problem), status
    return _page(f"error.http_{status if status in KNOWN else 500}"), status


def _page(key: str) -> str:
    say = words().say
    return render_template("error.html", headline=say(key), steps=say(f"{key}.steps"))
