"""What people play with is drawn: each piece for itself, and small enough for a page."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

import pytest

import rules
from kiosk.web.svg.pieces import SHEETS, TILES, faces
from rules.play.game import PlayGame
from rules.tiles import CODES

SVG = "{http://www.w3.org/2000/svg}"
LINK = "href"
MOST_BYTES = 80_000
"""Of one deck: a page with it may weigh 250 kB."""


def pieces() -> Iterable[tuple[str, str]]:
    """Yield every piece that a game of ours is played with: its deck, and what it is called."""
    yield from ((TILES, f"t{code}") for code in CODES)
    for name in rules.rulesets():
        game = rules.ruleset(name)
        if isinstance(game, PlayGame):
            yield from ((game.deck, code) for code in game.pieces)


def test_every_piece_of_every_game_has_a_face_of_its_own() -> None:
    for deck in SHEETS:
        symbols = ElementTree.fromstring(faces(deck).svg).findall(f"{SVG}symbol")
        face_by_id = {symbol.get("id"): ElementTree.tostring(symbol) for symbol in symbols}
        assert {code for of, code in pieces() if of == deck} <= face_by_id.keys()
        assert len({face.split(b">", 1)[1] for face in face_by_id.values()}) == len(face_by_id)


@pytest.mark.parametrize("deck", SHEETS)
def test_a_sheet_copies_only_what_it_has_and_stays_small(deck: str) -> None:
    sheet = faces(deck).svg
    root = ElementTree.fromstring(sheet)
    names = [one.get("id") for one in root.iter() if one.get("id")]
    references = {one.get(LINK, "").removeprefix("#") for one in root.iter(f"{SVG}use")}
    assert references <= set(names)
    assert len(set(names)) == len(names)
    assert len(sheet.encode()) < MOST_BYTES
