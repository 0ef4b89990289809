"""The pages: each parses, calls the service once, and renders."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from flask import Blueprint

NAMES: Final = (
    "by_hand",
    "edit",
    "faces",
    "flower_cards",
    "history",
    "imports",
    "ledger",
    "live",
    "lobby",
    "display",
    "operator",
    "operator_place",
    "operator_records",
    "operator_work",
    "outcome",
    "parlour",
    "play",
    "repair",
    "review",
    "sets",
    "settings",
    "shuangkou",
    "table",
    "tien_gow",
    "words",
)
"""The modules that have pages."""


def blueprints() -> tuple[Blueprint, ...]:
    """Return every group of pages."""
    return tuple(import_module(f"{__name__}.{name}").bp for name in NAMES)
