"""Seasons of a house: kept whole, from the first to the last day, and spans without a name."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.seasons import MOST, Season, Seasons, is_within, parse_season

SPRING = Season("Spring", date(2026, 3, 1), date(2026, 5, 31))


def at(text: str) -> int:
    """Return when *text* was where the kiosk stands, in milliseconds since 1970."""
    return int(1000 * datetime.fromisoformat(text).astimezone().timestamp())


def test_seasons_are_kept_the_latest_first(tmp_path: Path) -> None:
    seasons = Seasons(tmp_path / "data")
    assert seasons.all() == []
    winter = Season("Winter", date(2025, 12, 1), date(2026, 2, 28))
    seasons.save(winter)
    seasons.save(SPRING)
    assert Seasons(tmp_path / "data").all() == [SPRING, winter]


def test_a_season_takes_the_place_of_the_one_of_its_name(tmp_path: Path) -> None:
    seasons = Seasons(tmp_path)
    seasons.save(SPRING)
    longer = parse_season(" Spring ", "2026-03-01", "2026-06-30")
    seasons.save(longer)
    assert seasons.all() == [longer]
    seasons.remove("Spring")
    assert seasons.all() == []


@pytest.mark.parametrize(
    "fields",
    [
        ("", "2026-03-01", "2026-05-31"),
        ("Spring", "2026-03-01", "2026-02-28"),
        ("Spring", "yesterday", "2026-05-31"),
        ("S" * 25, "2026-03-01", "2026-05-31"),
    ],
)
def test_what_is_no_season_is_refused(fields: tuple[str, str, str]) -> None:
    with pytest.raises(Refused, match=r"season|name|first|ends") as refused:
        parse_season(*fields)
    assert refused.value.code == "bad_season"


def test_no_more_are_kept_than_anybody_needs(tmp_path: Path) -> None:
    seasons = Seasons(tmp_path)
    seasons._write([Season(f"S{at}", SPRING.first, SPRING.last) for at in range(MOST)])
    with pytest.raises(Refused, match="at most"):
        seasons.save(SPRING)


def test_the_first_and_the_last_day_belong_to_a_season() -> None:
    days = ["2026-02-28T23:59", "2026-03-01T00:00", "2026-05-31T23:59", "2026-06-01T00:00"]
    assert [SPRING.has(at(day)) for day in days] == [False, True, True, False]


def test_a_month_is_the_calendars_and_30_days_are_counted_back() -> None:
    now = at("2026-11-24T20:00")
    days = [at("2025-11-24T20:00"), at("2026-10-31T20:00"), at("2026-11-01T00:10")]
    assert [is_within("month", day, now) for day in days] == [False, False, True]
    assert [is_within("days30", day, now) for day in days] == [False, True, True]
    assert all(is_within("all", day, now) for day in days)


def test_a_clock_that_says_no_date_is_in_no_season() -> None:
    assert not SPRING.has(10**18)
