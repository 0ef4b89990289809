"""The pages: each parses, calls the service once, and renders."""

from __future__ import annotations

from typing import Final

from kiosk.pages import (
    edit,
    faces,
    flower_cards,
    history,
    ledger,
    live,
    lobby,
    look,
    operator,
    operator_records,
    operator_work,
    outcome,
    parlour,
    play,
    repair,
    review,
    settings,
    shuangkou,
    table,
    tien_gow,
    words,
)

BLUEPRINTS: Final = tuple(
    module.bp
    for module in (
        edit,
        faces,
        flower_cards,
        history,
        ledger,
        live,
        lobby,
        look,
        operator,
        operator_records,
        operator_work,
        outcome,
        parlour,
        play,
        repair,
        review,
        settings,
        shuangkou,
        table,
        tien_gow,
        words,
    )
)
"""Every group of pages."""
