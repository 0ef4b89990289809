"""The host's journal: an op is on the disk before it is sent, and survives a torn line."""

from __future__ import annotations

import json
import os
import random
import resource
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware_bridge.errors import ClosedError, JournalBusyError
from firmware_bridge.jobs.journal import Entry, Journal
from firmware_bridge.wire.codes import JobKind, JobState
from tests.firmware_bridge.chance import Highest, Lowest
from tests.power_cut import WAYS, Disk

RNG = random.Random(1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path, RNG)
    yield journal
    journal.close()


def test_an_op_is_on_the_disk_when_begin_returns(journal: Journal, path: Path) -> None:
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    assert str(entry.op_id) in path.read_text()


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow above *size* bytes, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    root = tmp_path / "disk"
    root.mkdir()
    disk = Disk(root)
    monkeypatch.setattr(os, "fsync", disk.sync)
    yield disk
    disk.close()


def open_ops(left: Path) -> list[Entry]:
    """Return the ops that a journal in the folder *left* tells of as open."""
    with closing(Journal.open(left / "journal", RNG)) as again:
        return again.open_entries()


def test_an_op_is_kept_over_a_power_cut_once_begin_has_returned(disk: Disk) -> None:
    with closing(Journal.open(disk.root / "journal", RNG)) as journal:
        entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
        left = disk.cut()
    assert [open_ops(folder) for folder in left] == [[entry]] * len(WAYS)


def test_a_power_cut_after_opening_loses_no_op_of_before(disk: Disk) -> None:
    with closing(Journal.open(disk.root / "journal", RNG)) as journal:
        entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    with closing(Journal.open(disk.root / "journal", RNG)):
        left = disk.cut()
    assert [open_ops(folder) for folder in left] == [[entry]] * len(WAYS)


def test_open_ops_come_back_and_ids_never_repeat(journal: Journal, path: Path) -> None:
    ended = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    entry = journal.begin(JobKind.NEXT_HAND, {"tiles": 136}, 7)
    journal.end(ended.op_id, JobState.DONE)
    journal.close()
    again = Journal.open(path, RNG)
    assert again.open_entries() == [entry]
    assert again.begin(JobKind.ROLL, {"dice": 2}, 7).op_id > entry.op_id
    again.close()


def test_the_folder_of_a_new_journal_is_made_with_those_above(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path / "new" / "table" / "journal", RNG)) as journal:
        assert journal.begin(JobKind.ROLL, {"dice": 2}, 7) in journal.open_entries()


def test_a_journal_tells_programs_to_come_of_what_form_it_is(path: Path) -> None:
    with closing(Journal.open(path, RNG)) as journal:
        first = json.loads(path.read_text())
    assert first == {"v": 1, "install": journal.install, "counter": 0}


def test_a_line_cut_off_by_a_power_loss_is_ignored(journal: Journal, path: Path) -> None:
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.close()
    with path.open("a") as file:
        file.write('\n{"op": 12, "kind": "ro')
    again = Journal.open(path, RNG)
    assert again.open_entries() == [entry]
    again.close()


def test_a_line_cut_off_by_a_full_disk_does_not_swallow_the_next(
    journal: Journal, path: Path
) -> None:
    with path.open("a") as file:
        file.write('\n{"op": 12, "kind": "ro')
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.close()
    again = Journal.open(path, RNG)
    assert again.open_entries() == [entry]
    again.close()


def test_an_op_that_a_full_disk_took_by_half_is_none(journal: Journal, path: Path) -> None:
    with room_for(path.stat().st_size + 20), pytest.raises(OSError, match="No space left"):
        journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    assert journal.open_entries() == []
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.close()
    with closing(Journal.open(path, RNG)) as again:
        assert again.open_entries() == [entry]


def test_the_number_of_an_op_whose_line_is_damaged_never_comes_again(
    journal: Journal, path: Path
) -> None:
    last = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.close()
    Journal.open(path, RNG).close()  # writes the count into the first line
    path.write_text(path.read_text().replace('"roll"', '"ro'))
    with closing(Journal.open(path, RNG)) as again:
        assert again.open_entries() == []
        assert again.begin(JobKind.ROLL, {"dice": 2}, 7).op_id > last.op_id


def test_the_number_of_a_newer_programs_op_never_comes_again(journal: Journal, path: Path) -> None:
    last = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.close()
    path.write_text(path.read_text().replace('"roll"', '"job_of_tomorrow"'))
    with closing(Journal.open(path, RNG)) as again:
        assert again.begin(JobKind.ROLL, {"dice": 2}, 7).op_id > last.op_id


def test_a_closed_journal_takes_no_op_that_could_be_sent(journal: Journal) -> None:
    journal.close()
    with pytest.raises(ClosedError):
        journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    assert journal.open_entries() == []


def test_an_end_that_comes_after_closing_is_left_to_the_next_process(
    journal: Journal, path: Path
) -> None:
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.close()
    journal.end(entry.op_id, JobState.DONE)
    again = Journal.open(path, RNG)
    assert again.open_entries() == [entry]
    again.close()


def test_what_has_ended_stays_ended(journal: Journal) -> None:
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.end(entry.op_id, JobState.DONE)
    journal.end(entry.op_id, JobState.FAILED)
    assert journal.entries[entry.op_id].state is JobState.DONE


def test_an_ended_op_stays_ended_over_any_number_of_starts(journal: Journal, path: Path) -> None:
    entry = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    journal.end(entry.op_id, JobState.FAILED)
    journal.close()
    for _ in range(3):
        with closing(Journal.open(path, RNG)) as again:
            assert again.entries[entry.op_id].state is JobState.FAILED


def test_a_lost_journal_gets_a_new_install_number(journal: Journal, path: Path) -> None:
    journal.close()
    path.unlink()
    again = Journal.open(path, RNG)
    assert again.install != journal.install
    again.close()


def test_two_programs_cannot_share_it(journal: Journal, path: Path) -> None:
    assert journal.path == path
    with pytest.raises(JournalBusyError):
        Journal.open(path, RNG)


def test_the_last_64_ended_ops_are_kept_and_every_open_one(journal: Journal, path: Path) -> None:
    first = journal.begin(JobKind.ROLL, {"dice": 2}, 7)
    ids = [journal.begin(JobKind.ROLL, {"dice": 2}, 7).op_id for _ in range(70)]
    for op_id in ids:
        journal.end(op_id, JobState.DONE)
    journal.close()
    with closing(Journal.open(path, RNG)) as again:
        assert list(again.entries) == [first.op_id, *ids[-64:]]
        assert again.counter == 71


@pytest.mark.parametrize(("rng", "install"), [(Lowest(), 1), (Highest(), 0xFFFFFFFF)])
def test_an_op_id_is_the_install_number_and_a_count(
    rng: random.Random, install: int, path: Path
) -> None:
    with closing(Journal.open(path, rng)) as journal:
        ids = [journal.begin(JobKind.ROLL, {"dice": 2}, 7).op_id for _ in range(2)]
    assert ids == [install << 32 | 1, install << 32 | 2]


def test_the_count_goes_on_after_the_highest_that_was_ever_written(path: Path) -> None:
    rows = [{"v": 1, "install": 5, "counter": 9}]
    rows += [{"op": 5 << 32 | count, "kind": "?"} for count in (12, 11)]
    path.write_text("\n".join(map(json.dumps, rows)))
    with closing(Journal.open(path, RNG)) as journal:
        assert journal.begin(JobKind.ROLL, {"dice": 2}, 7).op_id == 5 << 32 | 13
