"""Before a session: which game, with which house rules, and who sits where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.i18n import Catalogue
from kiosk.presets import Preset
from kiosk.session.opening import people_choices, seats_for
from kiosk.voice import INSTALL
from kiosk.web.context import service, voice, words
from kiosk.web.svg.table_top import badge
from kiosk.web.views.frame import GameView, SeatView, view_game, wind_letters
from kiosk.web.views.invitation import invite
from kiosk.web.views.options import game_or_404, options_in, view_options
from kiosk.web.views.presets import house_presets
from rules.game import Game

bp = Blueprint("lobby", __name__)
MAX_KNOWN: Final = 12
"""Known players offered beside the seats."""
LOOK_BACK: Final = 50
"""The latest sessions that are searched for one of the same game."""
MAX_NAME: Final = 24
"""Characters of a player's name."""
GUESTS: Final = ascii_uppercase
"""The letters of those who sit down without a name, seat by seat."""
SEATED: Final = "seated"
"""The field of the address that says how many sit down."""


@bp.get("/new")
def games() -> ResponseReturnValue:
    """Show the games that can be played."""
    return render_template("games.html", shelves=group_games(words()), to="lobby.options")


@bp.get("/new/<ruleset>")
def options(ruleset: str) -> ResponseReturnValue:
    """Show the house options of a game, at their defaults or as the address says."""
    game, t = game_or_404(ruleset), words(ruleset)
    ours, last = house_presets().of(ruleset), last_options(ruleset)
    values = _chosen_options(game, ours, last)
    return render_template(
        "options.html",
        game=view_game(ruleset, t),
        options=view_options(game, values, t),
        presets=[{"preset": one, "is_on": one.options == values} for one in ours],
        has_last=last is not None,
    )


def _chosen_options(
    game: Game, ours: Sequence[Preset], last: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    """Return what the page begins with: as its address says, else the house's own, else the last.

    `rules` of the address names a preset, `last` or `sheet`.
    """
    source = request.args.get("rules")
    if source is None and request.args:
        return options_in(game, request.args)
    if source is None:
        return ours[0].options if ours else last or {}
    options_by_source = {"last": last or {}, "sheet": {}} | {
        f"ours.{one.name}": one.options for one in ours
    }
    return options_by_source.get(source, {})


def last_options(ruleset: str) -> Mapping[str, Any] | None:
    """Return the options by which this game was opened last, `None` if not for long."""
    past = service().past
    for opening in reversed(past.openings()[-LOOK_BACK:]):
        sitting = past.sitting(opening)
        if sitting.ruleset == ruleset:
            return sitting.options
    return None


@bp.get("/new/<ruleset>/seats")
def seats(ruleset: str) -> ResponseReturnValue:
    """Ask who sits where, for the options and, where people choose, the number in the address."""
    game, t = game_or_404(ruleset), words(ruleset)
    values = options_in(game, request.args)
    counts = people_choices(game, values)
    count = request.args.get(SEATED, type=int)
    if count not in counts:
        count = min(counts, key=lambda one: abs(one - 4))
    since, seq = service().live.newest.id, service().view().seq
    invitation, seat_list = invite(ruleset, count, seq)
    return render_template(
        "seats.html",
        since=since,
        seen=seq,
        game=view_game(ruleset, t),
        seats=empty_seats(ruleset, count, t, seats_for(game, values, count)),
        is_cards=game.plays,
        seated=seats_for(game, values, count),
        taken=seat_list.names if seat_list is not None else {},
        invitation=invitation,
        counts=[_view_count(one, count) for one in counts],
        known=known_names(),
        longest=MAX_NAME,
        options_json=json.dumps(values, sort_keys=True),
    )


def known_names() -> list[str]:
    """Return whom this kiosk knows, the latest first, as many as a page offers."""
    return [player.name for player in service().players()][:MAX_KNOWN]


def _view_count(count: int, current: int) -> dict[str, Any]:
    args = {**request.args.to_dict(flat=False), **(request.view_args or {}), SEATED: count}
    return {"count": count, "is_on": count == current, "address": url_for("lobby.seats", **args)}


def empty_seats(
    ruleset: str, count: int, t: Catalogue, seat_count: int | None = None
) -> list[SeatView]:
    """Return *count* seats without people, with names that can stay as they are.

    Of those after the first *seat_count* people sit out.
    """
    seats = count if seat_count is None else seat_count
    letters = (*wind_letters(ruleset, 0, seats, t), *["–"] * (count - seats))
    return [
        SeatView(
            seat,
            t("ui.guest", letter=GUESTS[seat]),
            letter,
            badge(seat, letter),
            is_banker=seat == 0,
            total=0,
        )
        for seat, letter in enumerate(letters)
    ]


PLAYED_COOKIE: Final = "played"
MOST_GAMES: Final = 6
"""Games that are remembered, and that the lobby itself offers."""
FAMILIES: Final = ("japan", "taiwan", "hubei", "shanghai", "zhejiang", "jiangsu")
"""Families with a shelf of their own, in order; the others stand together."""
CARD_FAMILIES: Final = ("hanafuda", "cards")
WELL_KNOWN: Final = ("riichi", "taiwan", "wuhan", "singapore", "nanjing", "mushi")
"""What the lobby offers before anything was played."""


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games that stand together under one heading."""

    title: str
    games: tuple[GameView, ...]


def recent_games() -> tuple[str, ...]:
    """Return the games played on this screen, the latest first."""
    rulesets = set(rules.rulesets())
    names = request.cookies.get(PLAYED_COOKIE, "").split(".")
    return tuple(dict.fromkeys(name for name in names if name in rulesets))[:MOST_GAMES]


def first_games(t: Catalogue) -> list[GameView]:
    """Return the games of the lobby: those played lately, then well-known ones."""
    rulesets = set(rules.rulesets())
    names = dict.fromkeys((*recent_games(), *WELL_KNOWN))
    return [view_game(name, t) for name in names if name in rulesets][:MOST_GAMES]


def group_games(t: Catalogue) -> list[GameGroup]:
    """Return every game: those played lately first, and all of them by where they live."""
    groups: dict[str, list[str]] = {"lately": list(recent_games())}
    groups |= {family: [] for family in (*FAMILIES, "elsewhere", "cards")}
    for name in sorted(rules.rulesets(), key=lambda one: one not in WELL_KNOWN):
        family = rules.ruleset(name).family
        place = (
            "cards" if family in CARD_FAMILIES else family if family in FAMILIES else "elsewhere"
        )
        groups[place].append(name)
    return [
        GameGroup(t(f"ui.family.{place}"), tuple(view_game(name, t) for name in names))
        for place, names in groups.items()
        if names
    ]


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """Show what can be chosen for this screen, and the way to the operator's pages."""
    choices = ("view", "lies", "size", "indices", "motion", "sound", "voice", "dim", "keyboard")
    timers = ("round_min", "hand_min")
    return render_template(
        "settings.html",
        chosen=(*choices, *timers),
        has_engine=voice().has_engine,
        install=INSTALL,
    )
