"""The operator's door, and the page that shows how everything stands."""

from __future__ import annotations

import ipaddress
from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask import session as cookie

from kiosk.access.request_guard import DOOR, is_operator, needs, office
from kiosk.access.rights import SCOPES, Right
from kiosk.errors import Refused
from kiosk.support import doctor
from kiosk.support.bundle import support_bundle
from kiosk.web.forms import refusal_words, service
from kiosk.web.machine_words import check_words, log_shown
from kiosk.web.operator_forms import carry_through
from kiosk.web.words import path_of, words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("operator", __name__, url_prefix="/operator")


@bp.get("/pin")
def pin() -> ResponseReturnValue:
    """Ask for the PIN, or at the kiosk itself for a first one."""
    if is_operator():
        return redirect(path_of(request.args.get("then", "")), 303)
    door = office().door
    return render_template(
        "operator_pin.html",
        then=path_of(request.args.get("then", url_for("operator.show"))),
        is_first=not door.has_pin,
        can_choose=_is_here(),
        wait_s=door.wait_s,
    )


@bp.post("/pin")
def enter() -> ResponseReturnValue:
    """Open the operator's door where the PIN is right."""
    then = path_of(request.form.get("then", ""))
    try:
        cookie[DOOR] = office().door.enter(request.form.get("pin", ""))
    except Refused as refused:
        say = words().say
        told = say("error.pin_wait.for", seconds=office().door.wait_s)
        waits = refused.code == "pin_wait"
        flash(told if waits else refusal_words(refused.code), "wrong")
        return redirect(url_for("operator.pin", then=then), 303)
    return redirect(then, 303)


@bp.post("/pin/first")
def choose_first() -> ResponseReturnValue:
    """Choose the first PIN, at the kiosk itself; from then on only the operator changes it."""
    if office().door.has_pin or not _is_here():
        abort(403)
    return _choose(url_for("operator.pin", then=url_for("operator.show")))


@bp.post("/pin/new")
@needs(Right.ADMIN)
def choose_new() -> ResponseReturnValue:
    """Choose another PIN; every open door is shut."""
    return _choose(url_for("operator.tokens"))


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Shut this screen's door."""
    office().door.leave(cookie.pop(DOOR, ""))
    return redirect(url_for("play.screen"), 303)


@bp.get("/")
@needs(Right.OPERATE)
def show() -> ResponseReturnValue:
    """Show how machine, ledger and disk stand, and what runs here."""
    settings = office().settings
    workshop = service().workshop
    return render_template(
        "operator.html",
        tab="show",
        view=service().view(),
        machine=None if workshop is None else workshop.report(),
        checks=doctor.checks(settings),
        told=partial(check_words, say=words()),
        disk=doctor.disk_of(settings),
        ledger_bytes=doctor.size_of(settings.ledger),
        versions=doctor.versions(),
        settings=doctor.settings_shown(settings),
    )


@bp.get("/log")
@needs(Right.OPERATE)
def log() -> ResponseReturnValue:
    """Show the newest lines of the log, the newest first."""
    lines = [log_shown(entry, words()) for entry in reversed(office().log.entries())]
    return render_template("operator_log.html", tab="log", lines=lines)


@bp.get("/bundle.zip")
@needs(Right.OPERATE)
def bundle() -> ResponseReturnValue:
    """Return everything that support needs to know, in one file."""
    answer = Response(support_bundle(office(), service().workshop), mimetype="application/zip")
    answer.headers["Content-Disposition"] = 'attachment; filename="jantaku-support.zip"'
    return answer


@bp.get("/tokens")
@needs(Right.ADMIN)
def tokens() -> ResponseReturnValue:
    """Show which programs may call the kiosk, and the form for one more."""
    held = office().keys.held().tokens
    return render_template("operator_tokens.html", tab="tokens", tokens=held, scopes=SCOPES)


@bp.post("/tokens")
@needs(Right.ADMIN)
def make_token() -> ResponseReturnValue:
    """Make a token and show it, once."""
    label, scope = request.form.get("label", ""), request.form.get("scope", "")
    if scope not in SCOPES:
        abort(400)
    keys, now_ms = office().keys, office().clock.wall_ms()
    try:
        _, made = office().once(
            request.form.get("op", ""), lambda: keys.make_token(label, Right(scope), now_ms)
        )
    except Refused as refused:
        flash(refusal_words(refused.code), "wrong")
        return redirect(url_for("operator.tokens"), 303)
    if made is None:
        flash(refusal_words("already_counted"), "good")
        return redirect(url_for("operator.tokens"), 303)
    token, text = made
    return render_template("operator_token.html", tab="tokens", token=token, text=text)


@bp.post("/tokens/drop")
@needs(Right.ADMIN)
def drop_token() -> ResponseReturnValue:
    """Take a token back."""
    token = request.form.get("token", "")
    return carry_through(lambda: office().keys.drop_token(token), url_for("operator.tokens"))


def _choose(then: str) -> ResponseReturnValue:
    """Take the PIN in the form, written twice the same, and go to *then*."""
    return carry_through(_chosen, then)


def _chosen() -> str:
    """Choose the PIN in the form, and return so in words."""
    new, again = request.form.get("pin", ""), request.form.get("again", "")
    if new != again:
        raise Refused("pins_differ", "the two PINs are not the same", where="pin")
    office().door.choose(new)
    return words().say("ui.operator.pin_chosen")


def _is_here() -> bool:
    """Return whether the screen that asks is this computer's own."""
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
