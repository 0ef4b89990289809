"""Make the fonts that the pages load: for each language one file with the characters it uses.

Noto Sans comes from npm as hundreds of slices, of which a page would load dozens one after the
other, with other signs and widths until each has arrived. A file is made of the glyphs of those
slices; `tests/tools/test_make_fonts.py` says when a text has a character that its file has not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

import rules
from kiosk.i18n import LANGUAGE_NAMES, LOCALES

ROOT: Final = Path(__file__).resolve().parents[1]
MODULES: Final = ROOT / "node_modules"
PAGES: Final = ROOT / "kiosk" / "web"
FONTS: Final = PAGES / "static" / "fonts"
HAN: Final[Mapping[str, str]] = {
    "en": "jp sc tc",
    "ja": "jp sc tc",
    "zh-Hans": "sc tc jp",
    "zh-Hant": "tc sc jp",
}
"""Whose form of a character a language's pages show: that of the first font which has it."""
SIGNS: Final = ("@fontsource/noto-sans-symbols-2", "@fontsource-variable/open-sans")
"""Where arrows, crosses and raised figures are, which fonts of Chinese characters have not."""
UNITS: Final = 1000
"""Of the Noto fonts, to the height of a letter's square."""
ALWAYS: Final = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x100), *range(0x3041, 0x3100)]))
"""Latin letters of western Europe and kana: what most names are written in."""
RULE: Final = re.compile(r"url\(\./files/(\S+?\.woff2)\).*?unicode-range: ([^;]+);", re.DOTALL)
DROPPED: Final = (
    *("HVAR", "VVAR", "MVAR", "STAT", "GDEF", "GPOS", "GSUB", "BASE", "VORG", "vhea", "vmtx"),
)
"""Tables that name glyphs by number, or are of no use to a page: numbers change in the merge."""


def characters_of(language: str) -> frozenset[int]:
    """Return the code points of *language*'s texts, of native terms, and of what pages draw."""
    files = [
        *(LOCALES / language).glob("*.po"),
        *(path for end in ("html", "css", "js", "py") for path in PAGES.rglob(f"*.{end}")),
    ]
    texts = [path.read_text("utf-8") for path in files if "vendor" not in path.parts]
    games = [rules.ruleset(name) for name in rules.rulesets()]
    terms = [game.native for game in games]
    terms += [element.native for game in games for element in game.elements]
    signs = set("".join((ALWAYS, *LANGUAGE_NAMES.values(), *texts, *terms)))
    return frozenset(ord(sign) for sign in signs if sign.isprintable())


def by_slice(package: str, characters: Collection[int]) -> dict[Path, list[int]]:
    """Return which of *characters* each file of *package* says that it has."""
    folder = MODULES / package
    taken = {}
    for name, ranges in RULE.findall((folder / "index.css").read_text("utf-8")):
        spans = [one.strip()[2:].partition("-") for one in ranges.split(",")]
        wide = [range(int(low, 16), int(high or low, 16) + 1) for low, _, high in spans]
        codes = [code for code in sorted(characters) if any(code in span for span in wide)]
        if codes:
            taken[folder / "files" / name] = codes
    return taken


def parts(language: str) -> Iterator[TTFont]:
    """Yield fonts that have each character of *language*'s pages once, where there is one."""
    left = set(characters_of(language))
    noto = [f"@fontsource-variable/noto-sans-{one}" for one in HAN[language].split()]
    for package in (*noto, *SIGNS):
        for file, codes in by_slice(package, left).items():
            font = part(file, codes)
            there = set(font.getBestCmap() or ())
            if there:
                left -= there
                yield font


def part(file: Path, codes: Collection[int]) -> TTFont:
    """Return of *file* only the glyphs of *codes*."""
    font = TTFont(file)
    wanted = Options(layout_features=[], hinting=False, drop_tables=[*Options().drop_tables])
    wanted.drop_tables += DROPPED
    subsetter = Subsetter(wanted)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    scale_upem(font, UNITS)
    return font


def add(font: TTFont, more: TTFont, mark: str) -> None:
    """Add the glyphs of *more* to *font*; their names get *mark*, so that none is there twice."""
    names = {name: f"{name}.{mark}" for name in more.getGlyphOrder()}
    outlines, widths, weights = font["glyf"], font["hmtx"].metrics, font["gvar"].variations
    font.setGlyphOrder([*font.getGlyphOrder(), *names.values()])
    for old, new in names.items():
        glyph = more["glyf"][old]
        for component in getattr(glyph, "components", ()):
            component.glyphName = names[component.glyphName]
        outlines.glyphs[new] = glyph
        widths[new] = more["hmtx"].metrics[old]
        weights[new] = more["gvar"].variations.get(old, []) if "gvar" in more else []
    outlines.glyphOrder = font.getGlyphOrder()
    characters = {code: names[name] for code, name in more.getBestCmap().items()}
    FontBuilder(font=font).setupCharacterMap(font.getBestCmap() | characters)


def merged(fonts: Iterator[TTFont]) -> bytes:
    """Return all *fonts* as one font for the web."""
    font = next(fonts)
    for number, more in enumerate(fonts, 1):
        add(font, more, str(number))
    font.flavor = "woff2"
    packed = BytesIO()
    font.save(packed)
    return packed.getvalue()


def main() -> None:
    """Make the file of each language and say how large it is."""
    FONTS.mkdir(exist_ok=True)
    for language in HAN:
        packed = merged(parts(language))
        (FONTS / f"{language}.woff2").write_bytes(packed)
        sys.stdout.write(f"{language}: {len(packed) // 1000} kB\n")


if __name__ == "__main__":
    main()
