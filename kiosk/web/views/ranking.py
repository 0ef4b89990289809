"""The ranking board: persons by the points of their games over a span, and the house's seasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import needs, operator_context
from kiosk.access.rights import Right
from kiosk.ledger.careers import RankingRow, ranking
from kiosk.ledger.sittings import Sitting
from kiosk.seasons import SPANS, Seasons, is_within
from kiosk.web.context import service, words
from kiosk.web.views.frame import view_game

bp = Blueprint("ranking", __name__)
OWN: Final = "season."
"""Before the name of a season, where an address names it as its span."""
ORDERS: Final = ("points", "place")
LEAST: Final = (1, 5, 10, 20)
"""How many finished sessions a rank may ask for."""


@dataclass(frozen=True, slots=True)
class RankingQuery:
    """What an address asks to see ranked."""

    game: str
    """Empty where nothing was played."""
    span: str
    by: str
    least: int

    def address(self, **other: str | int) -> dict[str, str | int]:
        """Return the address of the same ranking with something *other*."""
        return {"game": self.game, "span": self.span, "by": self.by, "least": self.least, **other}


@dataclass(frozen=True, slots=True)
class RankedView:
    """Somebody's line of the board."""

    rank: int
    """0 for who has not finished enough sessions."""
    name: str
    career: RankingRow


def house_seasons() -> Seasons:
    """Return the seasons of this kiosk."""
    return Seasons(operator_context().settings.data_dir)


@bp.get("/history/ranking")
def show() -> ResponseReturnValue:
    """Show everybody by the points or the mean place of finished sessions."""
    return _page("ranking.html")


@bp.get("/history/ranking/print")
def print_ranking() -> ResponseReturnValue:
    """Show the same on white, for paper."""
    return _page("printed_ranking.html")


@bp.get("/seasons")
@needs(Right.OPERATE)
def seasons() -> ResponseReturnValue:
    """Show the operator the seasons, with a form for another one."""
    return render_template("seasons.html", seasons=house_seasons().all())


def _page(template: str) -> ResponseReturnValue:
    sittings = service().past.sittings()
    query = parse_query(sittings, request.args)
    t = words()
    return render_template(
        template,
        query=query,
        rows=view_ranking(query, sittings),
        games=[view_game(game, t) for game in _games(sittings)],
        game=view_game(query.game, t) if query.game else None,
        spans=[(span, span_words(span)) for span in _spans()],
        span=span_words(query.span),
        orders=ORDERS,
        least=LEAST,
    )


def parse_query(sittings: tuple[Sitting, ...], args: Mapping[str, Any]) -> RankingQuery:
    """Return what *args* says; what it does not say, or says wrongly, is the first choice."""

    def one_of(name: str, choices: list[str]) -> str:
        first = choices[0] if choices else ""
        return str(args[name]) if args.get(name) in choices else first

    least = one_of("least", [str(least) for least in LEAST])
    by = one_of("by", list(ORDERS))
    return RankingQuery(one_of("game", _games(sittings)), one_of("span", _spans()), by, int(least))


def view_ranking(query: RankingQuery, sittings: tuple[Sitting, ...]) -> list[RankedView]:
    """Return everybody with a name, ranked ones first; equal points or mean places share a rank."""
    names = {one.id: one.name for one in service().players() if one.name}
    within = [one for one in sittings if one.ruleset == query.game and _is_in(query.span, one)]
    people = [one for one in ranking(within, by_place=query.by == "place") if one.player in names]
    enough = [one for one in people if one.sessions >= query.least]
    values = [_value(one, query.by) for one in enough]
    ranked_views = [
        RankedView(1 + values.index(value), names[one.player], one)
        for one, value in zip(enough, values, strict=True)
    ]
    few = [RankedView(0, names[one.player], one) for one in people if one.sessions < query.least]
    return [*ranked_views, *few]


def _value(one: RankingRow, by: str) -> float:
    return one.points if by == "points" else one.average_place


def span_words(span: str) -> str:
    """Return what a span is called."""
    return span.removeprefix(OWN) if span.startswith(OWN) else words()(f"ui.ranking.{span}")


def _games(sittings: tuple[Sitting, ...]) -> list[str]:
    """Return the games that somebody finished, the most played first."""
    counts = Counter(one.ruleset for one in sittings if any(who.place for who in one.tallies))
    return [game for game, _ in counts.most_common()]


def _spans() -> list[str]:
    return [*SPANS, *(OWN + one.name for one in house_seasons().all())]


def _is_in(span: str, sitting: Sitting) -> bool:
    if span in SPANS:
        return is_within(span, sitting.began_ms, operator_context().clock.wall_ms())
    return any(one.has(sitting.began_ms) for one in house_seasons().all() if OWN + one.name == span)
