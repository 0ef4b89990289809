"""What people play with, drawn: a sheet of faces for tiles and for every deck of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple

from kiosk.web.svg.tiles import sprite
from rules.games.cards.shuangkou import STRENGTH

TILES: Final = "tiles"
_PAPER: Final = "#fbf5e4"


class Sheet(NamedTuple):
    """The faces of a deck in one SVG file, and what changes whenever they do."""

    svg: str
    version: str


@cache
def faces(deck: str) -> Sheet:
    """Return the sheet of *deck*; raise `KeyError` where there is none."""
    drawing = SHEETS[deck]()
    return Sheet(drawing, sha256(drawing.encode()).hexdigest()[:12])


# What draws cards is loaded with the first card: a kiosk without a camera starts without OpenCV.


def _flower_cards() -> str:
    from hw_sim.camera.art import flower_cards
    from kiosk.web.svg.drawings import sheet, svg, symbol

    size = flower_cards.SIZE
    paper = _ground(size, 3, "none")
    cards = (
        symbol(code, size, paper + svg(flower_cards.card(code))) for code in flower_cards.CODES
    )
    return sheet(cards, flower_cards.MOTIFS)


def _dominoes() -> str:
    from hw_sim.camera.art import dominoes
    from kiosk.web.svg.drawings import sheet, svg, symbol

    size = dominoes.SIZE
    line = '<path d="M8 58H40" stroke="#b9ad8e" stroke-width="1.5"/>'
    ground = _ground(size, 8) + line
    return sheet(
        (symbol(code, size, ground + svg(dominoes.domino(code))) for code in dominoes.CODES), {}
    )


def _playing_cards() -> str:
    from kiosk.web.svg import playing_cards
    from kiosk.web.svg.drawings import sheet, symbol

    size = playing_cards.SIZE
    ground = _ground(size, 6)
    cards = (symbol(code, size, ground + playing_cards.face(code)) for code in STRENGTH)
    return sheet(cards, playing_cards.SUITS)


def _ground(size: tuple[float, float], radius: float, edge: str = "#b9ad8e") -> str:
    return (
        f'<rect x=".75" y=".75" width="{size[0] - 1.5:g}" height="{size[1] - 1.5:g}"'
        f' rx="{radius}" fill="{_PAPER}" stroke="{edge}" stroke-width="1.5"/>'
    )


SHEETS: Final[Mapping[str, Callable[[], str]]] = {
    TILES: sprite,
    "hanafuda": _flower_cards,
    "dominoes": _dominoes,
    "cards": _playing_cards,
}
"""How each deck's faces are drawn; the decks of games have the names that the games give them."""
