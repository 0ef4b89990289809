"""What to show to service: a code that a phone reads, and two numbers to be read out."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import operator_context
from kiosk.support.service_code import service_text
from kiosk.view import HandView
from kiosk.web.context import service, words
from kiosk.web.svg.qr import qr_picture
from kiosk.web.views.machine import foremost_fault, view_fault

bp = Blueprint("service", __name__)


@bp.get("/service")
def show() -> ResponseReturnValue:
    """Show what service asks for: fault and bundle to be read out, the rest as a QR code."""
    since, view, t = service().live.newest.id, service().view(), words()
    fault = foremost_fault(view.table)
    here, context = service().maintenance, operator_context()
    text = service_text(context, None if here is None else here.report(), fault)
    return render_template(
        "service.html",
        since=since,
        code=qr_picture(text, t("ui.service")),
        number=0 if fault is None else fault.code,
        fault=view_fault(view, t) if isinstance(view, HandView) else None,
        bundle=context.bundle_id,
    )
