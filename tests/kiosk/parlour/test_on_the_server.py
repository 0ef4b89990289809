"""Kiosks that are pointed straight at PostgreSQL: what counts there counts, and nothing else."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from kiosk.access.operator import open_office
from kiosk.app import create_app
from kiosk.cli import main
from kiosk.errors import Refused
from kiosk.ledger.export import export
from kiosk.ledger.sqlite import SqliteStore
from kiosk.ledger.verify import verify
from kiosk.parlour.postgres import report_of
from kiosk.session import commands as c
from kiosk.session.events import PlayerId
from kiosk.settings import Settings
from kiosk.wiring import ledger_file, open_service, real_outside
from tests.kiosk.ledger.books import TickingClock
from tests.kiosk.parlour.kiosks import DEADLINE_S, Kiosk, ServerKiosk
from tests.kiosk.parlour.line import Line
from tests.kiosk.parlour.test_parlour import rows
from tests.kiosk.plain_game import draw, win

if TYPE_CHECKING:
    from pathlib import Path

    from kiosk.service import Service
    from tests.postgres import Server

LAST_WORDS = (b"INSERT INTO event", b"COMMIT")
"""What a kiosk sends of a hand that counts."""


def test_a_hand_counts_in_the_database_and_is_there_after_a_restart(url: str) -> None:
    with ServerKiosk(url, "a") as kiosk:
        kiosk.sit_down()
        kiosk.tap(*win(2, giver=1))
        totals = kiosk.totals
    with ServerKiosk(url, "a") as again:
        names = again.service.view().names
        after = again.totals
    assert (totals, after) == ((100, 90, 110, 100), (100, 90, 110, 100))
    assert names == ("Aiko", "Bo", "Chen", "Dara")
    assert [row.kind for row in rows(url)] == ["session_opened", "hand_settled"]
    assert report_of(url, "table-1").is_whole


def test_the_draft_outlives_the_kiosk(url: str) -> None:
    with ServerKiosk(url, "a") as kiosk:
        kiosk.sit_down()
        kiosk.tap(*win(1)[:6])
        draft = kiosk.service.view().draft
    with ServerKiosk(url, "a") as again:
        assert again.service.view().draft == draft


def test_two_kiosks_at_one_table_see_one_history(url: str) -> None:
    with ServerKiosk(url, "a") as one, ServerKiosk(url, "b") as other:
        one.sit_down()
        one.tap(*win(0))
        other.wait(lambda: other.seq == 2)
        other.tap(*draw(3))
        one.wait(lambda: one.seq == 3)
        assert one.totals == other.totals == (130, 90, 90, 89)


def test_who_taps_a_page_that_another_kiosk_made_old_sees_the_new_state(url: str) -> None:
    with ServerKiosk(url, "a") as one, ServerKiosk(url, "b") as other:
        one.sit_down()
        other.wait(lambda: other.seq == 1)
        other.presence.close()
        one.tap(*win(0))
        with pytest.raises(Refused) as refused:
            other.service.submit(c.StartPlay(), "late-tap", 1)
        assert (refused.value.code, other.seq, other.totals) == ("stale", 2, one.totals)


def test_a_tap_during_an_outage_is_refused_and_counts_once_when_it_is_back(
    server: Server, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with ServerKiosk(url, "a") as kiosk, caplog.at_level(logging.WARNING, "kiosk.ledger"):
        kiosk.sit_down()
        kiosk.tap(*win(2, giver=1)[:-1])
        with server.away():
            with pytest.raises(Refused) as refused:
                kiosk.service.submit(c.ConfirmHand(), "confirm-1", 1)
            kiosk.wait(lambda: kiosk.presence.state().stops_table)
            shown = kiosk.service.view()
        kiosk.wait(lambda: not kiosk.presence.state().stops_table)
        first = kiosk.service.submit(c.ConfirmHand(), "confirm-1", 1)
        second = kiosk.service.submit(c.ConfirmHand(), "confirm-1", 1)
        assert kiosk.totals == (100, 90, 110, 100)
    told = [record.getMessage() for record in caplog.records]
    assert refused.value.code == "database_away"
    assert (shown.seq, shown.names[0]) == (1, "Aiko")
    assert (first.seq, second.seq, second.is_repeat) == (2, 2, True)
    assert len(rows(url)) == 2
    assert any("nothing can be counted" in line for line in told)
    assert any("is back" in line for line in told)


def test_an_answer_lost_on_the_line_is_asked_for_again_and_the_hand_counts_once(
    server: Server, database: str, url: str
) -> None:
    with Line(server.port) as line, ServerKiosk(server.url(line.port, database), "a") as kiosk:
        kiosk.sit_down()
        kiosk.tap(*win(2, giver=1)[:-1])
        kiosk.presence.close()
        line.trap = LAST_WORDS
        answer = kiosk.service.submit(c.ConfirmHand(), "confirm-1", 1)
        assert (answer.seq, answer.is_repeat, kiosk.totals) == (2, True, (100, 90, 110, 100))
        kiosk.tap(*draw())
        was_sprung = not line.trap
    assert was_sprung
    assert [row.seq for row in rows(url)] == [1, 2, 3]


def test_a_hand_whose_commit_nobody_answered_is_found_when_the_line_is_back(
    server: Server, database: str
) -> None:
    with Line(server.port) as line, ServerKiosk(server.url(line.port, database), "a") as kiosk:
        kiosk.sit_down()
        kiosk.tap(*win(2, giver=1)[:-1])
        kiosk.presence.close()
        line.trap, line.cut_after_trap = LAST_WORDS, True
        with pytest.raises(Refused) as refused:
            kiosk.service.submit(c.ConfirmHand(), "confirm-1", 1)
        unseen = kiosk.totals
        line.reopen()
        again = kiosk.service.submit(c.ConfirmHand(), "confirm-1", 1)
        assert (refused.value.code, unseen) == ("database_away", (100, 100, 100, 100))
        assert (again.seq, again.is_repeat, kiosk.totals) == (2, True, (100, 90, 110, 100))


def test_a_kiosk_with_a_file_that_takes_the_table_turns_the_others_away(
    url: str, tmp_path: Path
) -> None:
    with ServerKiosk(url, "a") as old:
        old.sit_down()
        old.tap(*win(0))
        new = Kiosk(tmp_path / "b", url)
        taken = new.take()
        with pytest.raises(Refused) as refused:
            old.tap(*draw())
        old.wait(lambda: old.presence.state().is_fenced)
        with new:
            new.deliver()
            names = new.store.names((PlayerId("p1"), PlayerId("p4")))
    assert (taken.events, taken.epoch, refused.value.code) == (2, 2, "table_taken")
    assert names == ("Aiko", "Dara")
    with pytest.raises(Refused) as refused:
        ServerKiosk(url, "a")
    assert refused.value.code == "table_taken"


def test_a_table_moves_into_the_database_with_hands_and_names(url: str, tmp_path: Path) -> None:
    old = Kiosk(tmp_path / "a", url)
    with old:
        ids = [old.store.enrol(name) for name in ("Aiko", "Bo", "Chen", "Dara")]
        old.play(3)
        old.deliver()
    old.open()
    old.play(2)
    old.end()
    moved = old.move()
    with ServerKiosk(url, "a") as kiosk:
        names = [player.name for player in kiosk.service.players()]
        fresh = kiosk.service.enrol("Eve")
        assert kiosk.seq == 5
    with old:
        state = old.wait(lambda state: state.is_fenced)
    assert (moved.events, moved.epoch, state.is_fenced) == (5, 2, True)
    assert ids == ["p1", "p2", "p3", "p4"]
    assert sorted(names) == ["Aiko", "Bo", "Chen", "Dara"]
    assert fresh == "p5"


def test_tables_count_their_own_people(url: str) -> None:
    with ServerKiosk(url, "a", "east") as east, ServerKiosk(url, "b", "west") as west:
        assert (east.service.enrol("Aiko"), west.service.enrol("Bo")) == ("p1", "p1")
        assert east.service.enrol("AIKO") == "p1"
        west.service.forget(west.service.players()[0].id)
        assert [player.name for player in east.service.players()] == ["Aiko"]
        assert west.service.players() == ()


def settings_for(url: str, data: Path) -> Settings:
    return Settings(data_dir=data, database_url=url, commit_to="postgresql", kiosk_id="k")


def wait_until_away(service: Service) -> None:
    """Wait until the kiosk knows that its database is away."""
    keeper = service.keeper
    assert keeper is not None
    with service.live.subscribe() as screen:
        for _ in range(int(DEADLINE_S / 0.05)):
            sync = keeper.state().sync
            if sync is not None and sync.stops_table:
                return
            screen.wait(0.05)
    pytest.fail("the kiosk never noticed")


def test_the_pages_say_where_hands_count_and_when_they_cannot(
    server: Server, url: str, tmp_path: Path
) -> None:
    settings = settings_for(url, tmp_path)
    service = open_service(settings, real_outside(settings))
    try:
        asks = create_app(service, office=open_office(settings)).test_client()
        told = asks.get("/settings").text
        with server.away():
            wait_until_away(service)
            away = asks.get("/")
            board = asks.get("/board")
    finally:
        service.close()
    assert "Hands count in the parlour" in told
    assert (away.status_code, away.headers["Refresh"]) == (503, "3")
    assert "The parlour&#39;s database does not answer" in away.text
    assert "The parlour&#39;s database does not answer" in board.text
    assert not settings.ledger.exists()


def test_a_tape_and_backups_are_kept_here_and_the_database_is_never_replaced(
    url: str, tmp_path: Path
) -> None:
    settings = settings_for(url, tmp_path)
    service = open_service(settings, real_outside(settings))
    keeper = service.keeper
    assert keeper is not None
    try:
        players = tuple(service.enrol(name) for name in ("Aiko", "Bo", "Chen", "Dara"))
        service.submit(c.OpenSession("riichi", players), "open-1")
        made = keeper.back_up()
        with pytest.raises(Refused) as refused:
            service.restore(made.path)
        with ledger_file(settings) as file:
            text = export(file, "json")
    finally:
        service.close()
    assert (made.seq, verify(made.path).is_whole) == (1, True)
    assert (keeper.state().tape_seq, refused.value.code) == (1, "ledger_in_database")
    assert export(made.path, "json") == text
    assert "Aiko" in text


def test_hands_in_the_kiosks_own_file_are_not_left_behind(url: str, tmp_path: Path) -> None:
    settings = settings_for(url, tmp_path)
    own = SqliteStore(settings.ledger, TickingClock(), boot_id="boot")
    own.close()
    open_service(settings, real_outside(settings)).close()
    kiosk = Kiosk(tmp_path, "")
    kiosk.open()
    kiosk.play(2)
    kiosk.end()
    with pytest.raises(Refused) as refused:
        open_service(settings, real_outside(settings))
    assert refused.value.code == "ledger_here"


def test_the_commands_know_where_the_ledger_lies(url: str, tmp_path: Path) -> None:
    with ServerKiosk(url, "a") as kiosk:
        kiosk.sit_down()
        kiosk.tap(*win(0))
    env = {
        "JANTAKU_DATA_DIR": str(tmp_path),
        "JANTAKU_DATABASE_URL": url,
        "JANTAKU_COMMIT_TO": "postgresql",
    }
    out = tmp_path / "out.json"
    lines = [["backup"], ["export", "--out", str(out)], ["restore"], ["import", str(out)], ["take"]]
    said = [CliRunner().invoke(main, line, env=env) for line in lines]
    assert [one.exit_code for one in said] == [0, 0, 2, 2, 0]
    assert "2 events, 1 hands" in said[0].output
    assert all("ledger_in_database" in one.output for one in said[2:4])
    assert said[4].output == "taken: table-1 with 2 events, epoch 2\n"
    assert '"session_opened"' in out.read_text("utf-8")
