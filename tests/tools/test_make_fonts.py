"""The fonts of each language draw all that stands on its pages, and what comes first is small."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from fontTools.ttLib import TTFont

from kiosk.i18n import FALLBACK, LANGUAGE_NAMES
from tools.make_fonts import FONTS, characters_of

MOST_BYTES: Final = 200_000
"""Before a page is drawn; what else a screen loads is weighed in the browser."""
FACE: Final = re.compile(r"url\((\S+?)\).*?unicode-range: ([^;]+);")


@cache
def code_points(name: str) -> frozenset[int]:
    """Return the code points that the file *name* has."""
    with TTFont(FONTS / name) as font:
        return frozenset(font.getBestCmap())


@cache
def sheet_code_points(language: str) -> dict[str, frozenset[int]]:
    """Return which code points the sheet of *language* says that each file but the first has."""
    faces = FACE.findall((FONTS / f"{language}.css").read_text("utf-8"))
    codes = {name: re.findall(r"U\+([0-9A-F]+)", ranges) for name, ranges in faces}
    return {name: frozenset(int(code, 16) for code in values) for name, values in codes.items()}


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_no_character_of_a_page_is_missing(language: str) -> None:
    there = code_points(f"{language}-0.woff2").union(*sheet_code_points(language).values())
    missing = characters_of(language) - there
    assert "".join(map(chr, sorted(missing))) == "", "run `make fonts`"


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_further_file_has_what_its_sheet_says(language: str) -> None:
    first = f"{language}-0.woff2"
    files = {file.name for file in FONTS.glob(f"{language}-*.woff2")} - {first}
    assert {name: code_points(name) for name in files} == sheet_code_points(language)


def test_a_character_that_is_on_no_page_is_missing() -> None:
    assert all(ord("龘") not in codes for codes in sheet_code_points(FALLBACK).values())


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_the_first_font_is_small_enough_to_be_there_before_the_page(language: str) -> None:
    assert (FONTS / f"{language}-0.woff2").stat().st_size < MOST_BYTES
