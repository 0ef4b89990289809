"""What people have done over many sessions: a page for each, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

import rules
from kiosk.i18n import Catalogue, number, of_game, signed
from kiosk.ledger.careers import Record, records_of
from kiosk.session.events import PlayerId
from kiosk.web.context import service, when, words
from kiosk.web.svg.charts import Line, totals_chart
from kiosk.web.views.frame import call_words, view_game
from rules.game import Game

bp = Blueprint("players", __name__)
TREND: Final = 20
"""Finished sessions that the chart shows."""
FAVOURITES: Final = 8
"""Elements that are named."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a list with bars."""

    title: str
    words: str
    part: float
    """Length, of the longest, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class RivalView:
    """One opponent."""

    player: PlayerId
    name: str
    sessions: int
    difference: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class CareerView:
    """What somebody has done at one game."""

    figures: tuple[tuple[str, str], ...]
    """Titles with values."""
    places: tuple[Bar, ...]
    trend: Markup | None
    favourites: tuple[Bar, ...]
    rivals: tuple[RivalView, ...]
    has_wins: bool
    """Whether hands of this game have winners, who may win off somebody."""


@bp.get("/history/players/<player>")
def show(player: str) -> ResponseReturnValue:
    """Show what someone has done at the game that the address says, else at the most played."""
    names = {one.id: one.name for one in service().players() if one.name}
    if player not in names:
        abort(404)
    t = words()
    records = records_of(PlayerId(player), service().past.sittings())
    ruleset = request.args.get("game", "")
    record = next((one for one in records if one.ruleset == ruleset), next(iter(records), None))
    return render_template(
        "player.html",
        name=names[PlayerId(player)],
        player=player,
        games=[view_game(one.ruleset, t) for one in records],
        chosen=record.ruleset if record else "",
        career=_view_career(record, names, words(record.ruleset)) if record else None,
    )


def _view_career(record: Record, names: dict[PlayerId, str], t: Catalogue) -> CareerView:
    is_known = record.ruleset in rules.rulesets()
    game = rules.ruleset(record.ruleset) if is_known else None
    finishes = sum(record.places)
    return CareerView(
        tuple(_figures(record, game, t)),
        _bars((f"{place}.", count, finishes) for place, count in enumerate(record.places, 1)),
        _trend(record, t),
        _bars(
            (t(*of_game("element", record.ruleset, name)), count, record.wins)
            for name, count in record.elements[:FAVOURITES]
        ),
        tuple(
            RivalView(
                one.player, names[one.player], one.sessions, one.difference, one.won, one.lost
            )
            for one in record.rivals
            if one.player in names
        ),
        game is not None and not game.plays,
    )


def _figures(record: Record, game: Game | None, t: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the figures that this game has, with their titles."""
    yield t("ui.history.sessions"), number(record.sessions)
    yield t("ui.history.played"), number(record.hands)
    if record.average_place is not None:
        yield t("ui.player.average_place"), f"{record.average_place:.2f}"
    if game is not None and not game.plays:
        yield t("ui.player.win_rate"), _share(record.won_hands, record.hands)
        yield t("ui.player.self_draw_rate"), _share(record.drawn, record.wins)
        yield t("ui.player.deal_in_rate"), _share(record.given, record.hands)
        if game.declared:
            call = call_words(game.id, game.declared[0], t)
            title = t("ui.player.call_rate", call=call) if game.stick else t("ui.player.calls")
            yield title, _share(record.declared, record.hands)
        if record.won_hands:
            mean = round(record.won_points / record.won_hands)
            yield t("ui.player.average_win"), signed(mean)
    yield t("ui.history.best"), signed(record.best)
    yield t("ui.history.points"), signed(record.points)
    yield t("ui.history.last"), when(record.last, "date")


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"


def _bars(rows: Iterable[tuple[str, int, int]]) -> tuple[Bar, ...]:
    """Return a bar for each title, count and the whole that it is a part of."""
    entries = list(rows)
    most = max((count for _, count, _ in entries), default=0)
    return tuple(
        Bar(title, f"{number(count)} · {_share(count, whole)}", count / most if most else 0)
        for title, count, whole in entries
    )


def _trend(record: Record, t: Catalogue) -> Markup | None:
    """Return how the last finished sessions have added up; nothing for less than two."""
    last = record.results[-TREND:]
    if len(last) < 2:
        return None
    return totals_chart([Line("", 0, tuple(accumulate(last, initial=0)))], t("ui.player.trend"))
