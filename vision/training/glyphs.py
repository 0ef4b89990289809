"""Characters as masks, rendered once from whatever fonts the trainer has installed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

MODERN: Final = dict(zip("東萬發蘭祿壽貴書畫漁讀", "东万发兰禄寿贵书画渔读", strict=True))
"""How mainland sets may write a letter."""
NEEDED: Final = "一二三四五六七八九東南西北中白萬發春夏秋冬梅蘭菊竹"
CHARACTERS: Final = NEEDED + "伍福祿壽貴琴棋書畫漁樵耕讀" + "".join(MODERN.values())
SIGNS: Final = "0123456789ESWNCFPBRUMAIT"
_SIZE: Final = 160

Glyphs = dict[str, "NDArray[np.uint8]"]


def mask(font: ImageFont.FreeTypeFont, text: str) -> NDArray[np.uint8] | None:
    """Return *text* in *font* cut to its ink, or `None` where the font has no such glyph."""
    sheet = Image.new("L", (_SIZE * 2, _SIZE * 2), 0)
    ImageDraw.Draw(sheet).text((_SIZE // 2, _SIZE // 2), text, font=font, fill=255)
    box = sheet.getbbox()
    if box is None:
        return None
    return np.asarray(sheet.crop(box), np.uint8).copy()


def face(path: Path, letters: str) -> Glyphs:
    """Return the masks of *letters* in the font file *path*; missing ones are left out."""
    font = ImageFont.truetype(str(path), _SIZE)
    unknown = mask(font, "\U0010fffd")
    glyphs: Glyphs = {}
    for letter in letters:
        glyph = mask(font, letter)
        if glyph is None or min(glyph.shape) < 3:
            continue
        if unknown is not None and glyph.shape == unknown.shape and (glyph == unknown).all():
            continue
        glyphs[letter] = glyph
    return glyphs


def bank(paths: Iterable[Path], letters: str, required_letters: str) -> list[Glyphs]:
    """Return the masks of *letters* of every font that has the *required_letters* in some form."""
    fonts = (face(path, letters) for path in paths)
    return [font for font in fonts if has(font, required_letters)]


def has(font: Glyphs, letters: str) -> bool:
    """Return whether *font* writes all *letters*, in one form or the other."""
    return all(letter in font or MODERN.get(letter) in font for letter in letters)
