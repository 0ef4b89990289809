"""The operator's look at the ledger: whether it is whole, and its copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template

from kiosk import diagnosis
from kiosk.rights import Right
from kiosk.security import needs, office

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("records", __name__, url_prefix="/operator/ledger")


@bp.get("/")
@needs(Right.OPERATE)
def ledger() -> ResponseReturnValue:
    """Recompute the ledger and show whether it is whole."""
    report = diagnosis.ledger_report(office().settings)
    return render_template("operator_ledger.html", tab="ledger", report=report)
