"""The ledger's trials in short; `make soak` runs them at full length."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.conftest import IN_CI
from tests.postgres import find_programs
from tests.soak import damage, ledger, parlour, played_sittings, power_cuts, sittings
from tests.soak.trials import LIMITS, PARTS, missed
from tests.tracing import need_tracing
from tools.bootstrap import apt_line


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Leave out what damaged ledgers log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_every_part_of_the_soak_has_its_limits() -> None:
    assert LIMITS.keys() == PARTS.keys()


def test_killing_the_kiosk_loses_and_doubles_nothing() -> None:
    figures = ledger.kills(2)
    assert missed("kiosk kills over HTTP", figures | {"ready_worst_s": 0}) == []
    assert figures["events"] > 1


def test_a_power_cut_loses_nothing_and_a_careless_ledger_is_noticed() -> None:
    need_tracing()
    assert missed("power cuts", power_cuts.power_cuts(100, 12)) == []
    assert missed("power cuts of a careless ledger", power_cuts.careless(100, 12)) == []


def test_a_first_start_that_is_cut_off_anywhere_is_begun_anew() -> None:
    need_tracing()
    assert missed("first starts cut off", power_cuts.first_starts(50)) == []


def test_a_power_cut_takes_nothing_from_tape_and_backups_that_was_told_to_be_there() -> None:
    need_tracing()
    assert missed("copies cut off", power_cuts.copies(40)) == []


def test_a_text_that_is_written_anew_is_the_old_one_or_the_new_one_after_a_power_cut() -> None:
    need_tracing()
    assert missed("texts cut off", power_cuts.texts(50)) == []


def test_a_power_cut_in_a_restore_loses_nothing() -> None:
    need_tracing()
    assert missed("restores cut off", power_cuts.restores(40)) == []


def test_a_sitting_with_every_fault_is_as_on_paper() -> None:
    figures = sittings.sittings(2, 12)
    assert missed("sittings with faults", figures) == []
    for happened in ("crashes_of_the_kiosk", "hands_dealt_by_the_machine", "tiles_misread"):
        assert figures[happened] > 0


def test_the_same_seed_is_the_same_sitting() -> None:
    assert sittings.sitting(5, 10) == sittings.sitting(5, 10)


def test_a_kiosk_that_reckons_otherwise_is_caught_and_its_seed_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sittings, "STAKE", sittings.STAKE + 1)
    with pytest.raises(AssertionError) as caught:
        sittings.sitting(6, 4)
    assert caught.value.__notes__ == ["the sitting of this seed: python -m tests.soak.sittings 6"]


@pytest.mark.parametrize("game", ["riichi", "wuhan", "tien-gow"])
def test_a_sitting_that_is_played_is_in_the_ledger_as_in_its_logs(game: str) -> None:
    counts = played_sittings.sitting(game, 2, 6)
    assert counts["hands counted"] > 2
    assert counts["crashes of the kiosk"] + counts["mishaps of the machine"] > 0


def test_every_damage_is_noticed_and_restored() -> None:
    figures = damage.damage(18)
    assert missed("damaged ledgers", figures) == []
    assert figures["restored"] > 6


def test_a_disk_without_room_is_told_and_counts_later() -> None:
    figures = ledger.full_disks(2)
    assert missed("disks without room", figures) == []
    assert figures["refused"] == 2


def test_clocks_that_are_set_change_no_order() -> None:
    assert missed("clocks that are set", damage.clocks(60)) == []


def test_ledgers_of_earlier_versions_are_kept_and_upgraded() -> None:
    figures = damage.upgrades()
    assert missed("ledgers of earlier versions", figures) == []
    assert figures["versions"] > 0


def test_what_is_exported_and_taken_in_is_exported_alike() -> None:
    figures = damage.round_trips(1)
    assert missed("exports and imports", figures) == []
    assert figures["events"] > 20


NOT_SLOW = {"loser_sees_the_new_state_worst_s": 0.0, "hand_worst_s": 0.0, "drained_s": 0.0}
"""Times say nothing where tests run beside others; `make soak` measures them."""


def test_kiosks_at_one_table_write_one_history() -> None:
    figures = parlour.on_file(6)
    assert missed("kiosks at one table in a file", figures | NOT_SLOW) == []
    assert figures["conflicts"] > 0


def need_postgres() -> None:
    """Skip without PostgreSQL, and fail in CI."""
    if find_programs() is None:
        without = pytest.fail if IN_CI else pytest.skip
        without(f"no PostgreSQL: run `{apt_line('postgresql')}` as root")


def test_a_database_that_crashes_under_bad_lines_gets_everything_once() -> None:
    need_postgres()
    assert missed("database crashes", parlour.database_crashes(2, 100) | NOT_SLOW) == []


def test_hands_over_http_leave_nothing_behind() -> None:
    in_short = {"kb_a_hand": 0, "memory_growth_percent": 0, "page_p95_ms": 0}
    assert missed("hands over HTTP", ledger.many_hands(20) | in_short) == []
