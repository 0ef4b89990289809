"""Many tables on one database: in order and once, and no table ever waits for it."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from kiosk.errors import Refused
from kiosk.ledger.rows import EventRow, Place
from kiosk.ledger.verify import verify
from kiosk.parlour.feed import Parlour
from tests.kiosk.parlour.kiosks import Kiosk
from tests.kiosk.parlour.line import Line, Way
from tests.postgres import Server


def rows(url: str, table: str = "table-1") -> tuple[EventRow, ...]:
    """Return what the parlour has of a table, after a look at its chain."""
    parlour = Parlour(url)
    try:
        parlour_rows = parlour.rows(table)
    finally:
        parlour.close()
    place = Place()
    for row in parlour_rows:
        place = row.follow(place)
    return parlour_rows


def sql(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        return connection.execute(query).fetchall()


def test_every_table_arrives_in_order_and_once(url: str, tmp_path: Path) -> None:
    kiosks = [Kiosk(tmp_path / name, url, table=f"table-{name}") for name in "abc"]
    for kiosk in kiosks:
        kiosk.start()
    for _ in range(5):
        for kiosk in kiosks:
            kiosk.play(3)
    for kiosk in kiosks:
        kiosk.deliver()
    parlour_rows = [rows(url, kiosk.table) for kiosk in kiosks]
    own = [kiosk.store.rows() for kiosk in kiosks]
    board = kiosks[0].sync.board()
    for kiosk in kiosks:
        kiosk.end()
    assert parlour_rows == own
    assert [len(each) for each in parlour_rows] == [15, 15, 15]
    assert {each.table_id for each in board} == {"table-a", "table-b", "table-c"}


def test_the_transfers_arrive_with_their_hands(url: str, tmp_path: Path) -> None:
    with Kiosk(tmp_path / "a", url) as kiosk:
        kiosk.play(3)
        kiosk.deliver()
    transfers = sql(url, "SELECT seq, debit, credit, amount FROM transfer ORDER BY seq, ord")
    assert transfers[:2] == [(2, "seat:0", "pot", 1), (2, "seat:1", "seat:2", 10)]
    assert len(transfers) == 4


def test_play_goes_on_while_the_database_is_down_and_follows_later(
    server: Server, url: str, tmp_path: Path
) -> None:
    with Kiosk(tmp_path / "a", url) as kiosk:
        kiosk.play(2)
        kiosk.deliver()
        with server.away():
            kiosk.play(20)
            away = kiosk.wait(lambda state: not state.is_online)
        kiosk.play(1)
        kiosk.deliver()
        own = kiosk.store.rows()
    assert away.backlog == 20
    assert away.error
    assert rows(url) == own
    assert len(own) == 23


def test_a_kiosk_starts_without_the_database(server: Server, tmp_path: Path) -> None:
    with Line(server.port) as line:
        line.cut()
        with Kiosk(tmp_path / "a", server.url(line.port)) as kiosk:
            kiosk.play(3)
            state = kiosk.wait(lambda state: bool(state.error))
    assert (state.is_online, state.backlog) == (False, 3)
    assert verify(tmp_path / "a" / "ledger.sqlite").hands == 2


@pytest.mark.parametrize("way", [Way.SILENT, Way.CUT])
def test_a_bad_line_stops_no_table_and_doubles_nothing(
    server: Server, database: str, tmp_path: Path, way: Way
) -> None:
    with Line(server.port) as line, Kiosk(tmp_path / "a", server.url(line.port, database)) as kiosk:
        kiosk.play(2)
        kiosk.deliver()
        for _ in range(2):
            line.way = way
            if way is Way.CUT:
                line.cut()
            kiosk.play(4)
            kiosk.wait(lambda state: not state.is_online)
            line.way = Way.SLOW
            kiosk.deliver()
        own = kiosk.store.rows()
    assert rows(server.url(name=database)) == own
    assert len(own) == 10


def test_who_was_taken_over_is_turned_away_and_history_goes_on(url: str, tmp_path: Path) -> None:
    with Kiosk(tmp_path / "a", url) as old:
        old.deliver()
        old.play(3)
        old.deliver()
        new = Kiosk(tmp_path / "b", url)
        takeover = new.take()
        with new:
            new.play(2)
            new.deliver()
            old.wait(lambda state: state.is_fenced)
            with pytest.raises(Refused) as refused:
                old.play(1)
            newest = new.store.rows()
    assert (takeover.events, takeover.epoch) == (3, 2)
    assert refused.value.code == "table_taken"
    assert rows(url) == newest
    assert [row.epoch for row in newest] == [1, 1, 1, 2, 2]


def test_hands_that_the_parlour_never_saw_are_kept_aside_when_the_table_comes_back(
    server: Server, database: str, url: str, tmp_path: Path
) -> None:
    with Line(server.port) as line:
        old = Kiosk(tmp_path / "a", server.url(line.port, database))
        with old:
            old.deliver()
            old.play(3)
            old.deliver()
            line.cut()
            old.play(2)
            new = Kiosk(tmp_path / "b", url)
            new.take()
            with new:
                new.play(1)
                new.deliver()
            line.way = Way.OPEN
            old.wait(lambda state: state.is_fenced)
        old.take()
        with old:
            old.play(1)
            old.deliver()
            own = old.store.rows()
    aside = list((tmp_path / "a").glob("ledger-replaced-*.sqlite"))
    assert rows(url) == own
    assert [row.epoch for row in own] == [1, 1, 1, 2, 3]
    assert [verify(path).events for path in aside] == [5]


def test_a_kiosk_whose_disk_is_new_is_told_to_take_its_table(url: str, tmp_path: Path) -> None:
    with Kiosk(tmp_path / "a", url, name="one") as kiosk:
        kiosk.play(3)
        kiosk.deliver()
    fresh = Kiosk(tmp_path / "b", url, name="one")
    with fresh:
        state = fresh.wait(lambda state: bool(state.error))
    takeover = fresh.take()
    assert "not in the table's own file" in state.error
    assert takeover.events == 3


@pytest.mark.parametrize("statement", ["UPDATE event SET body = '{}'", "DELETE FROM transfer"])
def test_nobody_changes_what_the_parlour_has(url: str, tmp_path: Path, statement: str) -> None:
    with Kiosk(tmp_path / "a", url) as kiosk:
        kiosk.play(2)
        kiosk.deliver()
    with pytest.raises(psycopg.errors.RaiseException, match="only ever added to"):
        sql(url, statement)


def test_a_parlour_of_a_later_program_is_left_alone(url: str, tmp_path: Path) -> None:
    with Kiosk(tmp_path / "a", url) as kiosk:
        kiosk.play(1)
        kiosk.deliver()
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute("UPDATE jantaku SET version = 99")
    with Kiosk(tmp_path / "a", url) as kiosk:
        kiosk.play(1)
        state = kiosk.wait(lambda state: bool(state.error))
    assert "update this kiosk" in state.error
    assert len(rows_as_they_are(url)) == 1


def rows_as_they_are(url: str) -> list[tuple[object, ...]]:
    return sql(url, "SELECT seq FROM event")


@pytest.mark.parametrize("url", ["mysql://host/db", "sqlite://", "nonsense"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Refused) as refused:
        Parlour(url)
    assert refused.value.code == "bad_database_url"
