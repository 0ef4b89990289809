"""What a page weighs as it travels to a browser that has nothing yet, without asking a browser.

That is the page itself with sheets, scripts and drawings, all packed by gzip where the kiosk packs
them, and those files of the fonts that have a character of the page. Photographs do not count: they
are as large as the camera makes them.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urldefrag, urljoin

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

GZIP: Final = {"Accept-Encoding": "gzip"}
PHOTOGRAPH: Final = re.compile(r"\.(jpg|png|webp)(\?|$)")
AUTO_LINKS: Final = frozenset({"stylesheet", "icon", "preload"})
"""Links that a browser follows by itself."""
SOURCES: Final = {"script": "src", "img": "src", "use": "href", "image": "href"}
CODE: Final = ("script", "style")
INPUT_ATTRIBUTES: Final = ("placeholder", "value")
FACE: Final = re.compile(r"@font-face \{.*?url\((\S+?)\).*?unicode-range: ([^;]+);")
IMPORT: Final = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', re.MULTILINE)
OTHER: Final = re.compile(r"url\([\"']?([^)\"']+)")


class PageParser(HTMLParser):
    """What a page asks for by itself, and the characters that stand on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: set[str] = set()
        self.characters: set[str] = set()
        self._is_code = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._is_code = tag in CODE
        address = attributes.get(SOURCES.get(tag, ""), "")
        if tag == "link" and attributes.get("rel") in AUTO_LINKS:
            address = attributes["href"]
        if address and not address.startswith(("#", "data:")) and not PHOTOGRAPH.search(address):
            self.addresses.add(urldefrag(address).url)
        for name in INPUT_ATTRIBUTES:
            self.characters.update(attributes.get(name, ""))

    def handle_endtag(self, tag: str) -> None:
        self._is_code = self._is_code and tag not in CODE

    def handle_data(self, data: str) -> None:
        if not self._is_code:
            self.characters.update(data)


class Weigher:
    """Weighs pages; what several pages ask for is fetched once."""

    def __init__(self) -> None:
        self._cache: dict[str, tuple[int, str]] = {}

    def weigh(self, browser: FlaskClient, answer: TestResponse) -> int:
        """Return how many bytes *answer* has, and all that *browser* fetches for it."""
        page = PageParser(self.unpack(answer))
        queue, weights = list(page.addresses), {}
        while queue:
            address = queue.pop()
            if address not in weights:
                weights[address], text = self._fetch(browser, address)
                queue += _find_requests(address, text, page.characters)
        return len(answer.data) + sum(weights.values())

    def unpack(self, answer: TestResponse) -> str:
        """Return what *answer* says, unpacked."""
        is_packed = answer.content_encoding == "gzip"
        return (gzip.decompress(answer.data) if is_packed else answer.data).decode()

    def _fetch(self, browser: FlaskClient, address: str) -> tuple[int, str]:
        if address not in self._cache:
            answer = browser.get(address, headers=GZIP)
            assert answer.status_code == 200, f"{address} is not there"
            is_text = answer.mimetype in ("text/css", "text/javascript")
            self._cache[address] = (len(answer.data), self.unpack(answer) if is_text else "")
            answer.close()
        return self._cache[address]


def _find_requests(address: str, text: str, characters: set[str]) -> list[str]:
    """Return what the sheet or script at *address* asks for where *characters* are on the page."""
    if address.endswith(".js"):
        return [urljoin(address, name) for name in IMPORT.findall(text)]
    faces = FACE.findall(text)
    names = [name for name, ranges in faces if characters & _expand_ranges(ranges)]
    names += OTHER.findall(FACE.sub("", text))
    return [urljoin(address, name) for name in names]


@cache
def _expand_ranges(ranges: str) -> frozenset[str]:
    """Return the characters of *ranges*, `U+20-7E, U+E9`."""
    characters: set[str] = set()
    for one in ranges.split(","):
        low, _, high = one.strip().removeprefix("U+").partition("-")
        characters.update(map(chr, range(int(low, 16), int(high or low, 16) + 1)))
    return frozenset(characters)
