"""The font of each language draws all that stands on its pages, and is small."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from fontTools.ttLib import TTFont

from kiosk.i18n import FALLBACK, LANGUAGE_NAMES
from tools.make_fonts import FONTS, characters_of

MOST_BYTES: Final = 400_000


@cache
def drawn(language: str) -> frozenset[int]:
    """Return the code points that the font of *language*'s pages has."""
    with TTFont(FONTS / f"{language}.woff2") as font:
        return frozenset(font.getBestCmap())


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_no_character_of_a_page_is_missing(language: str) -> None:
    missing = characters_of(language) - drawn(language)
    assert "".join(map(chr, sorted(missing))) == "", "run `make fonts`"


def test_a_character_that_is_on_no_page_is_missing() -> None:
    assert ord("龘") not in drawn(FALLBACK)


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_font_is_small_enough_to_be_there_before_the_page(language: str) -> None:
    assert (FONTS / f"{language}.woff2").stat().st_size < MOST_BYTES
