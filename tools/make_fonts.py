"""Make the fonts that the pages load: for each language the characters it uses, and its sheet.

Noto Sans comes from npm as hundreds of slices, of which a page would load dozens one after the
other, with other signs and widths until each has arrived. Here one file has what the screens of
play are written in, and comes before the page; rarer characters stand in small files after it,
those of many texts first, of which a page loads those that it has characters of.
`tests/tools/test_make_fonts.py` says when a text has a character that no file has.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

import rules
from kiosk.i18n import LANGUAGE_NAMES, LOCALES, catalogue

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
UNITS: Final = 250
"""To the height of a letter's square, a quarter of Noto's: a third of a pixel in large figures."""
WAVERS: Final = 1
"""Units by which a point of a bold letter may lie beside where its neighbours move it."""
WEIGHTS: Final = (400, 900)
"""From the thinnest to the boldest letters of the pages."""
FIRST: Final = ("ui", "screens")
"""The catalogues that the screens of play are written in, whichever game it is."""
USES: Final = 4
"""Catalogues that a character has to stand in, so that each page loads it."""
RARE: Final = 24
"""Rarer characters in a file."""
LATIN: Final = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x100)]))
KANA: Final = "".join(map(chr, range(0x3041, 0x3100)))
"""With the Latin letters of western Europe, what most names are written in."""
EDGES: Final = 4
"""Points after those of a letter, which tell where it begins and ends."""
RULE: Final = re.compile(r"url\(\./files/(\S+?\.woff2)\).*?unicode-range: ([^;]+);", re.DOTALL)
DROPPED: Final = (
    *("HVAR", "VVAR", "MVAR", "STAT", "GDEF", "GPOS", "GSUB", "BASE", "VORG", "vhea", "vmtx"),
)
"""Tables that name glyphs by number, or are of no use to a page: numbers change in the merge."""


def characters_of(language: str) -> frozenset[int]:
    """Return the code points of *language*'s texts, of native terms, and of what pages draw."""
    games = [rules.ruleset(name) for name in rules.rulesets()]
    terms = [game.native for game in games]
    terms += [element.native for game in games for element in game.elements]
    texts = [file.read_text("utf-8") for file in (LOCALES / language).glob("*.po")]
    return _printable(_read_page_text(), KANA, *texts, *terms)


def _printable(*texts: str) -> frozenset[int]:
    return frozenset(ord(sign) for sign in set("".join(texts)) if sign.isprintable())


def _read_page_text() -> str:
    """Return all that stands on pages beside the texts of a language."""
    files = [path for end in ("html", "css", "js", "py") for path in PAGES.rglob(f"*.{end}")]
    output_folders = {FONTS, PAGES / "static" / "vendor"}
    texts = [file.read_text("utf-8") for file in files if not output_folders & {*file.parents}]
    return "".join((LATIN, *LANGUAGE_NAMES.values(), *texts))


def files_of(language: str) -> list[list[int]]:
    """Return which characters of *language* each of its files has; the first is of every page.

    Those of one catalogue stand together: a page needs few of the further files.
    """
    texts = {file.stem: file.read_text("utf-8") for file in (LOCALES / language).glob("*.po")}
    uses = Counter(code for text in texts.values() for code in _printable(text))
    common = {code for code, number in uses.items() if number >= USES}
    titles = [catalogue(language)(f"ruleset.{name}") for name in rules.rulesets()]
    common |= _printable(*titles, *(texts[name] for name in FIRST))
    whole = characters_of(language)
    first = whole & (common | _printable(_read_page_text()) - _printable(KANA))
    homes = {code: name for name in sorted(texts) for code in _printable(texts[name])}
    rare = sorted(whole - first, key=lambda code: (homes.get(code, ""), code))
    return [sorted(first), *(rare[at : at + RARE] for at in range(0, len(rare), RARE))]


def by_slice(package: str, characters: Collection[int]) -> dict[Path, list[int]]:
    """Return which of *characters* each file of *package* says that it has."""
    folder = MODULES / package
    codes_by_file = {}
    for name, ranges in RULE.findall((folder / "index.css").read_text("utf-8")):
        spans = [one.strip()[2:].partition("-") for one in ranges.split(",")]
        wide = [range(int(low, 16), int(high or low, 16) + 1) for low, _, high in spans]
        codes = [code for code in sorted(characters) if any(code in span for span in wide)]
        if codes:
            codes_by_file[folder / "files" / name] = codes
    return codes_by_file


def parts(language: str, characters: Iterable[int]) -> Iterator[TTFont]:
    """Yield fonts that have each of *characters* once in *language*'s form, where there is one."""
    left = set(characters)
    noto = [f"@fontsource-variable/noto-sans-{one}" for one in HAN[language].split()]
    for package in (*noto, *SIGNS):
        for file, codes in by_slice(package, left).items():
            font = part(file, codes)
            there = set(font.getBestCmap() or ())
            if there:
                left -= there
                yield font


@cache
def unpack(file: Path) -> bytes:
    """Return the font of *file* as it is opened fast: many files are made of the same slices."""
    font, whole = TTFont(file), BytesIO()
    font.flavor = None
    font.save(whole)
    return whole.getvalue()


def part(file: Path, codes: Collection[int]) -> TTFont:
    """Return of *file* only the glyphs of *codes*."""
    font = TTFont(BytesIO(unpack(file)))
    options = Options(layout_features=[], hinting=False, drop_tables=[*Options().drop_tables])
    options.drop_tables += DROPPED
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    if "fvar" in font:
        instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True, optimize=False)
    scale_upem(font, UNITS)
    leave_inferred_moves_out(font)
    return font


def leave_inferred_moves_out(font: TTFont) -> None:
    """Keep of how each letter of *font* grows bold only what its other points do not tell."""
    weights = font["gvar"].variations if "gvar" in font else {}
    for name, variations in weights.items():
        glyph = font["glyf"][name]
        if glyph.numberOfContours <= 0:
            continue
        points = [*glyph.coordinates, *[(0, 0)] * EDGES]
        for one in variations:
            one.roundDeltas()
            one.optimize(points, glyph.endPtsOfContours, tolerance=WAVERS)


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


def merge(fonts: Iterator[TTFont]) -> bytes:
    """Return all *fonts* as one font for the web."""
    font = next(fonts)
    for number, more in enumerate(fonts, 1):
        add(font, more, str(number))
    font.flavor = "woff2"
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def face(language: str, name: str, characters: Iterable[int]) -> str:
    """Return how a sheet names the file *name* of *characters*, or of all that no later has."""
    ranges = ", ".join(f"U+{code:X}" for code in characters)
    descriptor = f" unicode-range: {ranges};" if ranges else ""
    return (
        f'@font-face {{ font-family: "Jantaku {language}"; font-weight: {WEIGHTS[0]} {WEIGHTS[1]}; '
        f'font-display: block; src: url({name}) format("woff2");{descriptor} }}\n'
    )


def make(language: str) -> list[int]:
    """Write the files of *language* and their sheet; return how many bytes each file has."""
    for old in FONTS.glob(f"{language}[.-]*"):
        old.unlink()
    sheet, sizes = [], []
    for number, codes in enumerate(files_of(language)):
        fonts = list(parts(language, codes))
        if fonts:
            name = f"{language}-{number}.woff2"
            glyph_codes = sorted(code for font in fonts for code in font.getBestCmap())
            sizes.append((FONTS / name).write_bytes(merge(iter(fonts))))
            sheet.append(face(language, name, glyph_codes if number else ()))
    sheet.append(f':root {{ --face: "Jantaku {language}"; }}\n')
    (FONTS / f"{language}.css").write_text("".join(sheet), "utf-8")
    return sizes


def main() -> None:
    """Make the files of each language and say how large they are."""
    FONTS.mkdir(exist_ok=True)
    for language in HAN:
        first, *rare = make(language)
        text = f"{first // 1000} kB, {len(rare)} files of rarer characters {sum(rare) // 1000} kB"
        sys.stdout.write(f"{language}: {text}\n")


if __name__ == "__main__":
    main()
