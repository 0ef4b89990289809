"""The operator's hand on a simulated machine: what it tells, what it moves, and what it refuses."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.faults import Fault
from firmware_bridge.state import TableEvent, TileSets
from firmware_bridge.wire.codes import JobState, SetState
from hw_sim.table import SimTable
from kiosk.access.operator import temporary_operator_context
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.settings import Settings
from kiosk.support.bundle import machine_json, support_bundle
from kiosk.table.maintenance import MAX_EVENTS, Maintenance, Motion
from kiosk.table.set_places import set_places
from rules.ruleset import full_set
from tests.guards import PATIENCE_S
from tests.hw_sim.linked import reached
from tests.kiosk.access.clocks import SetClock

CONSENT_KEY = 2


class Bench:
    """A simulated machine with its operator."""

    def __init__(self, folder: Path, speed: float = 400) -> None:
        self.sim = SimTable(full_set(), seed=3, speed=speed)
        self.client = reached(self.sim, folder / "journal.json")
        self.maintenance = Maintenance(self.client, SetClock())

    def allow(self) -> None:
        """Let someone at the console allow a motion, and wait until that is known here."""
        self.sim.press(CONSENT_KEY)
        assert any(self.client.status().consent for _ in range(1_000))

    def end_of(self, motion: Motion) -> str:
        """Start *motion* and return how it ended."""
        self.maintenance.move(motion, is_in_hand=False)
        job = self.client.jobs()[-1]
        assert any(job.watch(PATIENCE_S) for _ in range(1_000))
        view = self.maintenance.report().motion
        assert view is not None
        return view.state

    def close(self) -> None:
        """Put everything away."""
        self.client.close()
        self.sim.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    table = Bench(tmp_path)
    yield table
    table.close()


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Bench]:
    """Yield a machine that keeps in mind for 12 s what people allowed it."""
    table = Bench(tmp_path, speed=5)
    yield table
    table.close()


def test_the_tiles_are_counted_by_place(bench: Bench) -> None:
    assert bench.end_of(Motion("census")) == "done"
    tiles = dict(bench.maintenance.report().tiles)
    assert sum(tiles.values()) == 136
    assert {"tray", "belt", "side 0", "side 3"} <= tiles.keys()


def test_a_self_test_needs_someone_at_the_console(patient: Bench) -> None:
    with pytest.raises(Refused) as caught:
        patient.maintenance.move(Motion("self_test"), is_in_hand=False)
    assert (caught.value.code, caught.value.where) == ("table_refused", "fault.809")
    patient.allow()
    assert patient.end_of(Motion("self_test")) == "done"
    view = patient.maintenance.report().motion
    assert view is not None
    assert view.tests is not None
    assert (view.tests[0] > 0, view.tests[1]) == (True, ())


def test_a_jog_moves_one_mechanism_a_little(patient: Bench) -> None:
    patient.allow()
    assert patient.end_of(Motion("jog", "wall_lifter", 2, -5)) == "done"


@pytest.mark.parametrize(
    ("stage", "code"), [(Stage.PLAYING, "hand_in_progress"), (Stage.REVIEW, "hand_in_progress")]
)
def test_nothing_moves_in_the_middle_of_a_hand(bench: Bench, stage: Stage, code: str) -> None:
    with pytest.raises(Refused) as caught:
        bench.maintenance.move(Motion("census"), is_in_hand=stage.is_in_hand)
    assert caught.value.code == code


def test_one_motion_at_a_time(bench: Bench) -> None:
    job = bench.client.next_hand()
    with pytest.raises(Refused) as caught:
        bench.maintenance.move(Motion("census"), is_in_hand=False)
    assert caught.value.code == "machine_busy"
    job.wait(PATIENCE_S)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (("fly",), "bad_motion"),
        (("jog", "hand", 0, 5), "bad_motion"),
        (("jog", "tray", 4, 5), "bad_motion"),
        (("jog", "tray", 0, 0), "jog_too_far"),
        (("jog", "tray", 0, 21), "jog_too_far"),
    ],
)
def test_a_motion_that_may_not_be_is_none(fields: tuple[object, ...], code: str) -> None:
    with pytest.raises(Refused) as caught:
        Motion(*fields)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_the_machine_tells_everything_for_the_bundle(bench: Bench, tmp_path: Path) -> None:
    bench.end_of(Motion("census"))
    report = machine_json(bench.maintenance.report())
    assert report["link"] == "ready"
    assert report["identity"]["model"]
    assert report["stats"]["resets"] >= 0
    assert {one["topic"] for one in report["events"]} >= {"job"}
    operator_context = temporary_operator_context(Settings(data_dir=tmp_path))
    assert b"machine-log.txt" in support_bundle(operator_context, bench.maintenance)


def test_only_the_newest_events_are_kept(bench: Bench) -> None:
    for _ in range(MAX_EVENTS):
        if len(bench.maintenance.report().happenings) == MAX_EVENTS:
            break
        bench.end_of(Motion("census"))
    bench.end_of(Motion("census"))
    assert len(bench.maintenance.report().happenings) == MAX_EVENTS


def test_no_fault_cannot_be_cleared(bench: Bench) -> None:
    with pytest.raises(Refused) as caught:
        bench.maintenance.clear_fault()
    assert caught.value.code == "no_fault"


def test_a_machine_that_is_away_is_told_and_not_waited_for(bench: Bench) -> None:
    is_away = threading.Event()
    bench.client.subscribe(lambda event: is_away.set() if event.topic == "link" else None)
    bench.sim.close()
    assert is_away.wait(PATIENCE_S)
    report = bench.maintenance.report()
    assert report.stats is None
    assert report.status.problem is not None
    assert bench.maintenance.log() == ()


def test_both_sets_are_told_with_where_they_are(bench: Bench) -> None:
    first, second = bench.maintenance.report().sets
    assert (first.which, first.place, second.which, second.place) == (0, "loose", 1, "out")
    report = machine_json(bench.maintenance.report())
    assert report["sets"][1] == {"which": 1, "place": "out", "percent": 0, "fault": 0}


def test_a_set_goes_from_the_machine_to_the_table(bench: Bench) -> None:
    job = bench.client.next_hand()
    assert any(job.watch(PATIENCE_S) for _ in range(1_000))
    assert [one.place for one in bench.maintenance.report().sets] == ["in_play", "out"]


def test_a_stopped_build_is_told_at_its_own_set() -> None:
    jam = Fault.from_wire(202, 1)
    stopped = TileSets((SetState.IN_PLAY, SetState.LOOSE), percent=40, fault=jam)
    first, second = set_places(stopped)
    assert (first.fault, second.fault, second.place) == (0, 202, "loose")


def test_a_machine_with_one_set_tells_nothing_of_it() -> None:
    assert set_places(None) == ()


def test_a_jam_and_the_hand_after_it_are_in_the_history(bench: Bench) -> None:
    bench.sim.jam(203, 2)
    bring_hand(bench)
    bench.sim.unjam(203, 2)
    bench.maintenance.clear_fault()
    bring_hand(bench)
    history = bench.maintenance.faults
    assert [(one.code, one.side, one.times) for one in history.troubles()] == [(203, 2, 1)]
    assert history.hands == 1


def bring_hand(bench: Bench) -> None:
    """Let the machine bring a hand or fail, and the news of it be passed on."""
    events: queue.Queue[TableEvent] = queue.Queue()
    unsubscribe = bench.client.subscribe(events.put)
    bench.client.next_hand()
    while events.get(timeout=PATIENCE_S).job not in (JobState.DONE, JobState.FAILED):
        pass
    unsubscribe()
