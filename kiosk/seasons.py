"""Spans of time that sessions are ranked over; a house's own seasons lie in its data directory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Final

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from kiosk.errors import Refused
from kiosk.files import write_whole

FILE: Final = "seasons.json"
MAX_NAME: Final = 24
MOST: Final = 100
"""Seasons that one kiosk keeps."""
SPANS: Final = ("all", "month", "days30")
"""The spans that need no name: everything, this calendar month, the last 30 days."""
RECENT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Season:
    """A named span from the first to the last day, both within it, where the kiosk stands."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    first: date
    last: date

    def has(self, at_ms: int) -> bool:
        """Return whether *at_ms* (milliseconds since 1970) lies within it."""
        return self.first <= _local(at_ms).date() <= self.last


ONE: Final = TypeAdapter(Season)
READER: Final = TypeAdapter(list[Season])


def parse_season(name: str, first: str, last: str) -> Season:
    """Return the season of this name and these days (YYYY-MM-DD); raise `Refused` for none."""
    try:
        season = ONE.validate_python({"name": " ".join(name.split()), "first": first, "last": last})
    except ValidationError as error:
        raise Refused("bad_season", str(error), where="season") from error
    if season.last < season.first:
        raise Refused("bad_season", "it ends before it begins", where="season")
    return season


class Seasons:
    """All seasons of this kiosk, the latest first."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / FILE

    def all(self) -> list[Season]:
        """Return every season."""
        if not self._path.exists():
            return []
        seasons = READER.validate_json(self._path.read_bytes())
        return sorted(seasons, key=lambda one: (one.first, one.name), reverse=True)

    def save(self, season: Season) -> None:
        """Keep *season* in place of the one of its name; raise `Refused` beyond `MOST`."""
        others = self._without(season.name)
        if len(others) >= MOST:
            raise Refused("bad_season", f"at most {MOST} are kept", where="season")
        self._write([*others, season])

    def remove(self, name: str) -> None:
        """Forget the season of this name, if there is one."""
        if len(others := self._without(name)) < len(self.all()):
            self._write(others)

    def _without(self, name: str) -> list[Season]:
        return [one for one in self.all() if one.name != name]

    def _write(self, seasons: list[Season]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._path, READER.dump_json(seasons, indent=1).decode())


def is_within(span: str, at_ms: int, now_ms: int) -> bool:
    """Return whether *at_ms* lies within *span*, one of `SPANS`, as seen at *now_ms*."""
    at, now = _local(at_ms), _local(now_ms)
    if span == "month":
        return (at.year, at.month) == (now.year, now.month)
    return span == "all" or now - at <= RECENT


def _local(at_ms: int) -> datetime:
    """Return when *at_ms* was where the kiosk stands; a clock may have said anything."""
    try:
        return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone()
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, UTC)
