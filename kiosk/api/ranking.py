"""Who has done best over a span, and the house's seasons."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from kiosk.access.rights import Right
from kiosk.api.models import Body, Count, Reply, Text, Whole, Word, reply
from kiosk.api.operations import Operation, Query
from kiosk.seasons import Season, parse_season
from kiosk.web.context import service
from kiosk.web.views.ranking import house_seasons, parse_query, view_ranking

QUERY: Final = (
    Query("game", str, "The id of a game; without it the most played."),
    Query("span", str, "`all`, `month`, `days30`, or `season.` with a season's name."),
    Query("by", str, "`points` or `place`."),
    Query("least", str, "How many finished sessions a rank asks for: 1, 5, 10 or 20."),
)


class Rank(Reply):
    """Somebody's line of the ranking; rank 0 is of who has not finished enough sessions."""

    rank: Count
    id: Text
    name: Word
    points: Whole
    places: list[Count]


class Days(Body):
    """The first and the last day of a season, as YYYY-MM-DD."""

    first: Text
    last: Text


class NamedSeason(Days):
    """A season with its name."""

    name: Text


@Operation("GET", "/ranking", Right.READ, reply(game=Text, ranks=list[Rank]), query=QUERY)
def ranking() -> ResponseReturnValue:
    """Return everybody with finished sessions at a game in a span, best first."""
    sittings = service().past.sittings()
    choice = parse_query(sittings, request.args)
    ranks = [
        {
            "rank": one.rank,
            "id": one.career.player,
            "name": one.name,
            "points": one.career.points,
            "places": list(one.career.places),
        }
        for one in view_ranking(choice, sittings)
    ]
    return {"game": choice.game, "ranks": ranks}


@Operation("GET", "/seasons", Right.READ, reply(seasons=list[NamedSeason]))
def seasons() -> ResponseReturnValue:
    """Return the house's seasons, the latest first."""
    return {"seasons": [_season(one) for one in house_seasons().all()]}


@Operation("PUT", "/seasons/<name>", Right.OPERATE, NamedSeason, Days, fails=(409,))
def put_season(name: str, body: Days) -> ResponseReturnValue:
    """Keep a season under its name, in place of the one that has it."""
    season = parse_season(name, body.first, body.last)
    house_seasons().save(season)
    return _season(season)


@Operation("DELETE", "/seasons/<name>", Right.OPERATE, status=204, fails=(404,))
def drop_season(name: str) -> ResponseReturnValue:
    """Forget the season of this name."""
    if all(one.name != name for one in house_seasons().all()):
        abort(404, f"There is no season {name}.")
    house_seasons().remove(name)
    return Response(status=204)


def _season(season: Season) -> dict[str, Any]:
    return {"name": season.name, "first": str(season.first), "last": str(season.last)}
