"""What of a page in Japanese or Chinese is English, and what may stay as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Final

LATIN: Final = re.compile(r"[A-Za-z][A-Za-z'’-]+")
SPOKEN: Final = ("aria-label", "title", "alt", "placeholder")
"""Attributes that are read out, or shown under the finger."""
EMPTY: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})

ALLOWED: Final[Mapping[str, str]] = {
    r"Aiko|Bo|Chie|Dana|Emi|Fumio?|Gao|Hana|Ines|Maximiliane-Charlotte": "people",
    r"Seat \d": "people of another kiosk, as they were written there",
    r"wrong wall|so agreed": "what people wrote as a note",
    r"scores?( board)?|test": "programs, as the operator called them",
    r"table(-\d+)?|dominoes": "a table and a set of tiles, as the operator called them",
    r"[\w-]+\.(json|sqlite)": "files",
    r"English": "a language by its own name",
    r"CSV|JSON|QR|SVG": "forms of files and pictures: the same in every language",
    r"KiB|MiB|m[msAV]": "units",
    r"Python|jantaku pin|apt install espeak-ng": "a program and commands",
    r"jantaku|mjai|tenhou\.net": "programs and sites whose logs are read",
    r"SW\d": "a switch, as the table calls it",
    r"Spring": "a season, as the house called it",
    r"Ataki|MIGI": "a person and a declaration after whom rules are called",
}
"""What stays as it is, with why. What stands in `<code>` is an id, a path, a version or a hash."""
STAYS: Final = re.compile("|".join(rf"(?<![A-Za-z])(?:{one})(?![A-Za-z])" for one in ALLOWED))


class Words(HTMLParser):
    """Every text of a page that is not in `<code>`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"code", "script", "style"} & set(self._open):
            self.texts.append(data)


def find_english(html: str) -> set[str]:
    """Return every English word on a page, with the text that it stands in."""
    pairs = ((text, STAYS.sub(" ", text)) for text in Words(html).texts)
    return {" ".join(text.split()) for text, rest in pairs if LATIN.search(rest)}
