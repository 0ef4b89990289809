"""Every page that the code names is there, with the sections and decisions that it names."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("rules", "firmware_bridge", "vision", "kiosk", "hw_sim", "tests", "tools", "bench")
SUFFIXES = {".py", ".c", ".h", ".html", ".css", ".js", ".toml", ".po", ".md"}
PAGE = re.compile(r"(?<![\w/.*<{-])((?:[\w-]+/)*[\w-]+\.md)(?![\w\"']|:\d)")
"""A page; one in quotation marks is a file name that the code works with."""
PART = r"\"[^\"\n]+\"|§§?\s?\d+(?:\.\d+)*|\bD\d+\b"
PARTS = re.compile(rf"`?(?:,|:)?\s?\(?((?:{PART})(?:\)?(?:,| and|;| to|, and)\s?\(?(?:{PART}))*)")
JOIN = re.compile(r"`?(?:,| and) `?$")


def plain(path: Path) -> str:
    """Return the text at *path* on one line, without the marks of comments at line starts."""
    text = re.sub(r"\n\s*(?:#:?|\*|//)\s?", " ", path.read_text("utf-8"))
    return re.sub(r"\s+", " ", text)


def citations(path: Path) -> list[tuple[str, list[str]]]:
    """Return each page named at *path* with the parts named of it.

    Where several pages stand together, `a.md and b.md, "Play"`, the parts are of all of them.
    """
    text = plain(path)
    pages: list[tuple[str, list[str]]] = []
    together: list[list[str]] = []
    end = 0
    for match in PAGE.finditer(text):
        if not JOIN.fullmatch(text[end : match.start()]):
            together = []
        together.append([])
        pages.append((match[1], together[-1]))
        end = match.end()
        if parts := PARTS.match(text, end):
            for row in together:
                row += re.findall(PART, parts[1])
            together, end = [], parts.end()
    return pages


@cache
def page_at(name: str, near: Path) -> Path | None:
    """Return where the page *name* is that is named by a file in the folder *near*."""
    docs = ROOT / "docs"
    places = (near / name, ROOT / name, docs / name, docs / "rules" / name)
    return next((place for place in places if place.is_file()), None)


@cache
def headings(page: Path) -> list[str]:
    """Return the headings of *page*, also those in bold that open a paragraph, without marks."""
    text = page.read_text("utf-8")
    lines = re.findall(r"^(?:#+ |(?=\*\*))(.+)$", text, re.MULTILINE)
    return [re.sub(r"[`*]", "", line).strip('"') for line in lines]


def is_there(page: Path, part: str) -> bool:
    """Return whether *page* has the section or the decision *part*."""
    if part.startswith("D"):
        return bool(re.search(rf"^- {part}\b", page.read_text("utf-8"), re.MULTILINE))
    if part.startswith("§"):
        number = part.lstrip("§ ")
        return any(re.match(rf"{re.escape(number)}\.? ", line) for line in headings(page))
    title = re.sub(r"[`]", "", part.strip('"')).rstrip(".,")
    return any(re.match(re.escape(title) + r"(?!\w)", line, re.I) for line in headings(page))


def dangling(path: Path) -> list[str]:
    """Return what is named at *path* and is nowhere."""
    bad: list[str] = []
    for name, parts in citations(path):
        page = page_at(name, path.parent)
        if page is None:
            bad.append(name)
        else:
            bad += [f"{name}, {part}" for part in parts if not is_there(page, part)]
    return bad


FILES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in SUFFIXES and "vendor" not in path.parts and path != Path(__file__)
)


def test_every_page_and_section_named_in_the_code_is_there() -> None:
    dangling_by_path = {str(path.relative_to(ROOT)): dangling(path) for path in FILES}
    assert {path: bad for path, bad in dangling_by_path.items() if bad} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Payment: wuhan.md, "Payment", D4."""', [("wuhan.md", ['"Payment"', "D4"])]),
        ("# see `protocol.md` §6.4).", [("protocol.md", ["§6.4"])]),
        (
            'taiwan.md and taiwan-common.md: "Play",\n"Draw".',
            [("taiwan.md", ['"Play"', '"Draw"']), ("taiwan-common.md", ['"Play"', '"Draw"'])],
        ),
        ('a file "a.md" of a test', []),
        ('riichi.md asks for "much"', [("riichi.md", [])]),
    ],
)
def test_what_is_a_citation(
    text: str, expected: list[tuple[str, list[str]]], tmp_path: Path
) -> None:
    file = tmp_path / "module.py"
    file.write_text(text, "utf-8")
    assert citations(file) == expected


@pytest.mark.parametrize(
    "text", ["nowhere.md", 'wuhan.md, "Weather"', "wuhan.md, D99", "protocol.md §99"]
)
def test_what_is_nowhere_is_found(text: str, tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(text, "utf-8")
    assert dangling(file)
