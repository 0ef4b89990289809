"""Pages for what cannot be shown or done: what happened, then what to do."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from kiosk.errors import Refused
from kiosk.web.context import refusal_words, words

KNOWN: Final = frozenset({400, 401, 403, 404, 405, 413, 503})
"""Answers with words of their own; every other one is told as an error of ours."""
STATUS: Final = {
    "bad_json": 400,
    "bad_motion": 400,
    "jog_too_far": 400,
    "bad_pin": 400,
    "bad_token": 422,
    "bad_name": 422,
    "bad_presets": 422,
    "no_such_token": 404,
    "no_such_backup": 404,
    "too_many_screens": 503,
}
"""What a refusal is in HTTP's words; every other one is a conflict with how the table stands."""


def show_errors(app: Flask) -> None:
    """Make *app* answer every error with a page, or with JSON at the API's door."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Refused, _answer_refusal)


def _answer_refusal(refusal: Refused) -> ResponseReturnValue:
    if request.path.startswith("/api/"):
        answer = jsonify(error=refusal.to_json())
        answer.status_code = STATUS.get(refusal.code, 409)
        if answer.status_code == 503:
            answer.headers["Retry-After"] = "5"
        return answer
    if request.method == "POST":
        flash(refusal_words(refusal.code), "wrong")
        return redirect(url_for("screen.show", to=request.form.get("to")), 303)
    return _page(f"error.{refusal.code}"), 409


def _http(error: HTTPException) -> ResponseReturnValue:
    if isinstance(error, SecurityError):  # asked under a foreign name: no page of ours for it
        return Response("unknown host\n", 400, mimetype="text/plain")
    status = error.code or InternalServerError.code
    if request.path.startswith("/api/"):
        return _answer_in_json(error)
    return _page(f"error.http_{status if status in KNOWN else 500}"), status


def _answer_in_json(error: HTTPException) -> Response:
    """Return *error* in the interface's one shape, with the headers that belong to it."""
    code = (error.name or "error").lower().replace(" ", "_")
    answer = jsonify(error={"code": code, "message": error.description or "", "where": ""})
    answer.status_code = error.code or InternalServerError.code
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            answer.headers[name] = value
    return answer


def _page(key: str) -> str:
    t = words()
    return render_template("error.html", headline=t(key), steps=t(f"{key}.steps"))
