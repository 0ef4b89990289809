"""Which games a screen offers first: those played on it lately, then all by where they live."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flask import make_response, request

import rules
from kiosk.web.frame import game_shown
from kiosk.web.words import YEAR_S

if TYPE_CHECKING:
    from flask import Response
    from flask.typing import ResponseReturnValue

    from kiosk.i18n import Catalogue
    from kiosk.web.frame import GameShown

COOKIE: Final = "played"
MOST: Final = 6
"""Games that are remembered, and that the lobby itself offers."""
FAMILIES: Final = ("japan", "taiwan", "hubei", "shanghai", "zhejiang", "jiangsu")
"""Families with a shelf of their own, in order; the others stand together."""
OF_CARDS: Final = ("hanafuda", "cards")
WELL_KNOWN: Final = ("riichi", "taiwan", "wuhan", "singapore", "nanjing", "mushi")
"""What the lobby offers before anything was played."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Games that stand together under one heading."""

    title: str
    games: tuple[GameShown, ...]


def lately() -> tuple[str, ...]:
    """Return the games played on this screen, the latest first."""
    known = set(rules.rulesets())
    named = request.cookies.get(COOKIE, "").split(".")
    return tuple(dict.fromkeys(name for name in named if name in known))[:MOST]


def remember(answer: ResponseReturnValue, game: str) -> Response:
    """Return *answer* to a screen that remembers from now on that *game* was begun on it."""
    response = make_response(answer)
    played = ".".join(dict.fromkeys((game, *lately())))
    response.set_cookie(COOKIE, played, max_age=YEAR_S, samesite="Strict", httponly=True)
    return response


def first_games(say: Catalogue) -> list[GameShown]:
    """Return the games of the lobby: those played lately, then well-known ones."""
    known = set(rules.rulesets())
    names = dict.fromkeys((*lately(), *WELL_KNOWN))
    return [game_shown(name, say) for name in names if name in known][:MOST]


def shelves(say: Catalogue) -> list[Shelf]:
    """Return every game: those played lately first, and all of them by where they live."""
    found: dict[str, list[str]] = {"lately": list(lately())}
    found |= {family: [] for family in (*FAMILIES, "elsewhere", "cards")}
    for name in sorted(rules.rulesets(), key=lambda one: one not in WELL_KNOWN):
        family = rules.ruleset(name).family
        place = "cards" if family in OF_CARDS else family if family in FAMILIES else "elsewhere"
        found[place].append(name)
    return [
        Shelf(say.say(f"ui.family.{place}"), tuple(game_shown(name, say) for name in names))
        for place, names in found.items()
        if names
    ]
