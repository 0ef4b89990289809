"""QR codes: as they stand in a page, and as files."""

from __future__ import annotations

import io
from typing import Final

import segno
from markupsafe import Markup

QUIET: Final = 4
"""Modules of white around a code; readers need them."""
LIGHT: Final = "#fff"


def code_of(text: str) -> segno.QRCode:
    """Return the QR code of *text*."""
    return segno.make(text, error="m", micro=False)


def qr_picture(text: str, title: str) -> Markup:
    """Return the code of *text* to stand in a page, as large as its place; *title* names it."""
    picture = code_of(text).svg_inline(border=QUIET, light=LIGHT, omitsize=True, title=title)
    return Markup(picture)  # noqa: S704 - drawn by segno, which escapes the title


def qr_file(text: str, scale: int) -> bytes:
    """Return the code of *text* as an SVG file, *scale* pixels a module."""
    picture = io.BytesIO()
    code_of(text).save(picture, kind="svg", scale=scale, border=QUIET, light=LIGHT)
    return picture.getvalue()
