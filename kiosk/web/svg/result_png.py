"""The picture of a result as PNG, for who cannot send SVG on: drawn by Pillow with our own fonts.

A sign is drawn in the form of the page's language; what that font has not comes from the other
languages' fonts, else from Noto Sans CJK where the system has it; what none has is a `?`.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from kiosk.i18n import languages
from kiosk.web.svg.qr import QUIET
from kiosk.web.svg.result_card import CODE, FELT, PLAIN, WIDTH, Box, Card, Dots, Words

FONTS: Final = Path(__file__).parents[1] / "static" / "fonts"
OF_SYSTEM: Final = "NotoSansCJK-Regular.ttc"
SCALE: Final = 2
"""Pixels of the picture for each unit of the card: sharp on a phone."""
MISSING: Final = "?"
NO_SIGN: Final = "\U0010ffff"
"""Nothing is written so: a font draws it as it draws every sign that it has not."""
Font = ImageFont.FreeTypeFont


def card_png(card: Card, language: str) -> bytes:
    """Return *card* as PNG, its signs in the form that *language* has."""
    image = Image.new("RGB", (WIDTH * SCALE, card.high * SCALE), FELT)
    draw = ImageDraw.Draw(image)
    for shape in card.shapes:
        match shape:
            case Box(x, y, wide, high, round_, fill):
                edges = (x * SCALE, y * SCALE, (x + wide) * SCALE - 1, (y + high) * SCALE - 1)
                draw.rounded_rectangle(edges, round_ * SCALE, fill)
            case Words():
                _write(draw, shape, language)
            case Dots():
                image.paste(_dots(shape), (shape.x * SCALE, shape.y * SCALE))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _write(draw: ImageDraw.ImageDraw, words: Words, language: str) -> None:
    """Draw *words*, each run of signs in the first font that has them."""
    size = words.size * SCALE
    signs = [_drawable(sign, language) for sign in words.text]
    pieces = [
        (_load_font(font, size, words.weight), "".join(sign for _, sign in run))
        for font, run in groupby(signs, lambda pair: pair[0])
    ]
    x = float(words.x * SCALE)
    if words.is_right:
        x -= sum(font.getlength(text) for font, text in pieces)
    for font, text in pieces:
        draw.text((x, words.y * SCALE), text, words.fill, font, "ls")
        x += font.getlength(text)


def _dots(dots: Dots) -> Image.Image:
    """Return a QR code with white around it, each of its dots as large as any other."""
    size = len(dots.code.matrix)
    small = Image.new("1", (size, size), 1)
    for column, row in dots.dark():
        small.putpixel((column, row), 0)
    edge, pixels = CODE * SCALE, CODE * SCALE // (size + 2 * QUIET)
    image = Image.new("RGB", (edge, edge), "#fff")
    rest = (edge - size * pixels) // 2
    image.paste(small.resize((size * pixels,) * 2, Image.Resampling.NEAREST), (rest, rest))
    return image


@lru_cache(1 << 12)
def _drawable(sign: str, language: str) -> tuple[str, str]:
    """Return the first font that has *sign*, with it; a `?` where none has."""
    chain = _chain(language)
    fonts = (font for font in chain if _has(_load_font(font, 32, PLAIN), sign))
    return next(((font, sign) for font in fonts), (chain[0], MISSING))


def _chain(language: str) -> tuple[str, ...]:
    """Return the fonts in the order in which they are asked."""
    others = (one for one in languages() if one != language)
    files = (file for one in (language, *others) for file in sorted(FONTS.glob(f"{one}-*.woff2")))
    return tuple(map(str, files)) + _of_system()


@cache
def _of_system() -> tuple[str, ...]:
    try:
        ImageFont.truetype(OF_SYSTEM, 32)
    except OSError:
        return ()
    return (OF_SYSTEM,)


def _has(font: Font, sign: str) -> bool:
    if sign.isspace():
        return True
    return bytes(font.getmask(sign)) != bytes(font.getmask(NO_SIGN))


@cache
def _load_font(font: str, size: int, weight: int) -> Font:
    """Return *font* at *size* pixels; ours have every *weight*."""
    typeface = ImageFont.truetype(font, size)
    if font != OF_SYSTEM:
        typeface.set_variation_by_axes([weight])
    return typeface
