"""Every fault of the simulated table at the kiosk: told with its place and what to do; then on.

The table is real down to its bytes (a simulated board on its port, slowed by nothing but its own
motors); people only see the page, mend what it says, and tap. The hand at work is never lost.
"""

from __future__ import annotations

import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import rules
from firmware_bridge.faults import FAULTS, Severity
from firmware_bridge.wire.codes import JobKind, JobState
from firmware_bridge.wire.codes import Stage as TableStage
from hw_sim.faults.causes import CAUSES
from kiosk.errors import Refused
from kiosk.i18n import Catalogue, catalogue, languages
from kiosk.jobs import Job
from kiosk.ledger.store import LedgerStore
from kiosk.live import LiveBoard
from kiosk.service import Service
from kiosk.session import Stage
from kiosk.session.commands import Command, Declare, NoteDice, StartPlay, UseTable
from kiosk.table.bridge import MAX_THROWS
from kiosk.table.port import Link, OtherSet, TableFault
from kiosk.web.svg.steps import drawings_of
from kiosk.web.views.machine import fault_key, foremost_fault, steps_of
from tests.guards import PATIENCE_S
from tests.hw_sim.faults.test_causes import AT_REST, IN_MOTION, PROFILE, ROLLS, SIDED
from tests.ids import case_id
from tests.kiosk.ledger.stores import TickingClock
from tests.kiosk.stand_ins import LoadedCamera
from tests.kiosk.table.test_bridge import Bench
from tests.kiosk.web.parlour import NAMES, Parlour
from tests.kiosk.web.test_many_seats import sit_down as at_five
from tests.kiosk.web.visitor import Visitor
from tests.kiosk.whole_app import create_app

SIDES = {**SIDED, 207: 1}
CONSENT_KEY = 2
PAUSE_S = 0.01
SPEED = 400.0
SLOWER = {303: 10.0, 405: 5.0}
"""Where something lasts for a time: a motor cools down, a consent runs out."""
STRUCK_IN = {**IN_MOTION, 303: "shuffle"}
"""In which stage of a job the cause comes about, where that matters."""
MANY_THROWS = 606
"""Told only after dozens of throws: see `test_machine_pages`."""
WARNINGS = {code for code in CAUSES if FAULTS[code].severity is Severity.WARN} - {MANY_THROWS}
STOPS = sorted(set(CAUSES) - WARNINGS - {MANY_THROWS})
LINE_BROKE = ("table_lost", "table_silent")
OF_THE_LINE = sorted(code for code in FAULTS if 900 < code < 912 and code not in (906, 908, 909))


class Evening:
    """Four people at a simulated table, in the middle of a hand."""

    def __init__(self, folder: Path, code: int, bench: Bench) -> None:
        self.code, self.side, self.bench = code, SIDES.get(code), bench
        store = LedgerStore(folder / "ledger.sqlite", TickingClock(), boot_id="boot")
        self.service = Service(store, self.bench.machine, LoadedCamera(), LiveBoard(), rules)
        self.app = create_app(self.service)
        self.visitor = Visitor(self.app).go("/new/riichi/seats")
        self.visitor.tap("Start", name=list(NAMES))

    def do(self, *commands: Command) -> None:
        """Carry these out as some other screen would."""
        for command in commands:
            self.service.submit(command, uuid.uuid4().hex)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something *holds*."""
        pause = threading.Event()
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, f"{what}: {self.service.view().table}"
            pause.wait(PAUSE_S)

    def begin(self) -> None:
        """Come to where this fault can strike: between hands, or in one."""
        if self.code == 406:  # the counters at the hole see tiles from the second hand on
            self.order("next_hand")
            self.until(lambda: self.service.view().table.outcome == "done", "the first walls")
        if self.code not in ROLLS:
            self.do(NoteDice((3, 4)))
        if self.code in AT_REST:
            self.do(StartPlay(), Declare(1, "riichi"))

    def order(self, job: Job) -> None:
        """Ask the machine for *job*, again where the line broke meanwhile, as people do."""
        self.until(lambda: self._is_taken(job), f"no {job}")

    def _is_taken(self, job: Job) -> bool:
        try:
            self.do(UseTable(job))
        except Refused as refusal:
            if refusal.code not in LINE_BROKE:
                raise
            return False
        return True

    def strike(self) -> None:
        """Let the cause come about, and the machine meet it."""
        sim, side = self.bench.sim, self.side
        if self.code in STRUCK_IN:
            stage = TableStage[STRUCK_IN[self.code].upper()]
            sim.at(stage, lambda: sim.jam(self.code, side))
        else:
            sim.jam(self.code, side)
        if self.code not in AT_REST:
            self._meet()

    def _meet(self) -> None:
        """Start the job in which the cause is met."""
        client = self.bench.client
        if self.code == 405:
            self.bench.sim.press(CONSENT_KEY)
            self.until(lambda: client.status().consent, "no consent")
            client.start(JobKind.HOME)
        elif self.code == 207:  # only a hand that is dealt goes through the chutes
            client.set_wall_plan(136, 4, 13, (10, 11, 10, 11))
            client.next_hand()
        else:
            self.order("roll_dice" if self.code in ROLLS else "next_hand")

    def is_told(self) -> bool:
        """Return whether the machine tells of this fault."""
        jobs = self.bench.client.jobs()
        if jobs and jobs[-1].state is JobState.NOT_SEEN and self.code not in AT_REST:
            self._meet()  # the line broke before the board had the order
            return False
        is_last = len(jobs) > MAX_THROWS and jobs[-1].state is JobState.FAILED
        is_thrown_again = self.code == 604 and not is_last
        status = self.service.view().table
        faults = (status.fault, status.warning)
        is_at_rest = status.link is Link.ONLINE and not status.is_busy and not is_thrown_again
        return is_at_rest and any(one is not None and one.code == self.code for one in faults)

    def hand(self) -> object:
        """Return what has been told of the hand at work, the machine's own part left out."""
        draft = self.service.view().draft
        assert draft is not None
        return replace(draft, walls_up=False)


def steps_now(evening: Evening, t: Catalogue, key: str) -> tuple[str, ...]:
    """Return what to do in the stage of work that the machine has stopped in."""
    fault = foremost_fault(evening.service.view().table)
    own = f"{key}.{fault.detail}" if fault is not None else key
    return steps_of(own if t.knows(f"{own}.steps") else key, t)


def check_page(evening: Evening) -> None:
    """See that the page tells the fault in every language, with its place and its steps."""
    for language in languages():
        t = catalogue(language)
        browser = Visitor(evening.app)
        browser.browser.set_cookie("language", language)
        page = browser.go("/").page
        key = fault_key(evening.code, t)
        headline = headline_of(evening, t, key)
        assert headline in page.text
        assert all(step.removeprefix("· ") in page.text for step in steps_now(evening, t, key))
        assert page.html.count("class='where-fault'") == 1
        assert page.html.count("class='step-picture'") == len(drawings_of(evening.code, ""))
        if evening.side is not None:
            assert NAMES[evening.side] in page.text.partition(headline)[2][:60]


def headline_of(evening: Evening, t: Catalogue, key: str) -> str:
    """Return what is wrong, with the one tile counted that is missing or too many."""
    fault = evening.service.view().table.fault
    if fault is None or fault.counted is None:
        return t(key)
    count, whole = fault.counted
    return t(f"{key}.counted.one", found=count, all=whole)


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """Yield the table that is to have one fault."""
    code = request.param
    bench = Bench(tmp_path, SLOWER.get(code, SPEED), PROFILE.get(code, "four_port"))
    with closing(bench):
        table = Evening(tmp_path, code, bench)
        yield table
        table.service.close()


@pytest.mark.parametrize("evening", STOPS, indirect=True, ids=case_id)
def test_a_fault_is_told_and_mended_and_the_hand_goes_on(evening: Evening) -> None:
    evening.begin()
    before = evening.hand()
    evening.strike()
    evening.until(evening.is_told, "it was never told")
    check_page(evening)
    assert evening.hand() == before
    evening.bench.sim.unjam(evening.code, evening.side)
    evening.until(lambda: is_taken_back(evening), "it was not taken back")
    assert evening.hand() == before
    goes_on(evening)


def is_taken_back(evening: Evening) -> bool:
    """Tap that it is mended, where the page still asks, and return whether the machine says so."""
    if evening.visitor.go("/").sees("Done, try again"):
        evening.visitor.tap("Done, try again", place=0)
    return evening.service.view().table.fault is None


def goes_on(evening: Evening) -> None:
    """Play the hand on: the dice that fell are still there, and the winner can be tapped."""
    if evening.code not in AT_REST:
        evening.do(StartPlay())
    view = evening.service.view()
    assert view.stage is Stage.PLAYING
    assert view.draft is not None
    assert view.draft.dice[:1] == (() if evening.code in ROLLS else ((3, 4),))
    assert evening.visitor.go("/").find("Dana wins").form is not None


@pytest.mark.parametrize("evening", sorted(WARNINGS), indirect=True, ids=case_id)
def test_a_warning_stops_nobody(evening: Evening) -> None:
    evening.begin()
    evening.strike()
    evening.until(evening.is_told, "it was never told")
    check_page(evening)
    evening.do(StartPlay())
    assert evening.service.view().stage is Stage.PLAYING


@pytest.mark.parametrize("evening", [904], indirect=True, ids=case_id)
def test_a_cable_that_is_pulled_in_a_build_and_put_back_loses_nothing(evening: Evening) -> None:
    evening.begin()
    before = evening.hand()
    evening.bench.sim.at(TableStage.BUILD, evening.bench.sim.unplug)
    evening.order("next_hand")
    evening.until(lambda: evening.service.view().table.link is Link.LOST, "it never broke")
    check_page(evening)
    evening.bench.sim.plug_in()
    evening.until(lambda: evening.service.view().table.outcome == "done", "it never came back")
    assert evening.hand() == before
    goes_on(evening)


@pytest.mark.parametrize("code", OF_THE_LINE, ids=case_id)
def test_a_line_that_cannot_be_had_keeps_the_hand(parlour: Parlour, code: int) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine")
    parlour.service.submit(Declare(1, "riichi"), "declared")
    before = parlour.service.view().draft
    now = parlour.machine.now
    parlour.machine.now = replace(now, link=Link.LOST, line_code=code)
    t = catalogue("en")
    visitor.go("/")
    assert visitor.sees(t(f"fault.{code}"))
    assert all(visitor.sees(step.removeprefix("· ")) for step in steps_of(f"fault.{code}", t))
    parlour.machine.now = now
    assert parlour.service.view().draft == before
    assert visitor.go("/").find("Dana wins").form is not None


@pytest.mark.parametrize("stage", ["outcome", "review", "settlement"])
def test_a_fault_while_people_score_is_folded_up_and_keeps_their_work(
    parlour: Parlour, stage: str
) -> None:
    visitor = (
        parlour.sit_down("riichi")
        .tap("Skip the machine")
        .tap("Exhaustive draw" if stage == "settlement" else "Dana wins")
    )
    if stage == "review":
        visitor.tap("Bo", place=0).tap("Enter by hand")
    before = parlour.service.view().draft
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(701), is_stopped=True)
    visitor.go("/")
    assert visitor.sees("Emergency stop.")
    visitor.tap("Done, try again")
    assert parlour.service.view().draft == before


def test_a_stopped_build_of_the_other_set_is_told_in_play_and_the_hand_goes_on(
    parlour: Parlour,
) -> None:
    visitor = parlour.sit_down("riichi").tap("Skip the machine")
    jam = OtherSet("loose", fault=TableFault(203, side=1))
    parlour.machine.now = replace(parlour.machine.now, other_set=jam)
    visitor.go("/")
    assert visitor.sees("Its build has stopped; this hand goes on.")
    assert visitor.sees("In front of Bo.")
    assert "class='where-fault'" in visitor.page.html
    visitor.tap("Done, try again")
    assert parlour.machine.orders[-1][0] == "resume"
    assert visitor.find("Dana wins").form is not None


def test_missing_tiles_are_counted_and_put_in_through_the_drop(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    fault = TableFault(101, counted=(135, 136))
    parlour.machine.now = replace(parlour.machine.now, fault=fault, can_open=True)
    visitor.go("/")
    assert visitor.sees("1 tile is missing. Counted: 135 of 136.")
    visitor.tap("Open the tile drop")
    assert parlour.machine.orders[-1][0] == "open_hole"
    parlour.machine.now = replace(parlour.machine.now, fault=None, is_open=True, outcome="done")
    visitor.go("/").tap("Close the tile drop")
    assert parlour.machine.orders[-1][0] == "close_hole"


@pytest.mark.parametrize(
    ("stage", "note", "third"),
    [
        ("drop", "have not come through the tile drop", "put them in"),
        ("build", "shows where it ran out, not where the tile is", "along the tray"),
        ("", "", "put them in"),
    ],
)
def test_where_to_look_follows_from_what_the_machine_was_doing(
    parlour: Parlour, stage: str, note: str, third: str
) -> None:
    visitor = parlour.sit_down("riichi")
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(101, detail=stage))
    page = visitor.go("/").page
    steps = re.findall(r"<li>.*?<span>(.*?)</span></li>", page.html)
    assert [("on the table" in steps[0]), ("floor" in steps[1]), (third in steps[2])] == [True] * 3
    notes = " ".join(re.findall(r'<p class="note">(.*?)</p>', page.html))
    assert note in notes
    assert bool(note) == bool(notes)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (TableFault(101, counted=(133, 136)), "3 tiles are missing. Counted: 133 of 136."),
        (TableFault(102, counted=(137, 136)), "1 tile too many. Counted: 137, not 136."),
        (TableFault(101), "Tiles are missing."),
    ],
)
def test_how_many_tiles_are_wrong_is_said_where_it_is_known(
    parlour: Parlour, fault: TableFault, words: str
) -> None:
    visitor = parlour.sit_down("riichi")
    parlour.machine.now = replace(parlour.machine.now, fault=fault)
    assert visitor.go("/").sees(words)


def test_no_drop_is_opened_where_the_table_cannot_or_it_does_not_help(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    for fault, can_open in ((TableFault(101), False), (TableFault(203, side=1), True)):
        parlour.machine.now = replace(parlour.machine.now, fault=fault, can_open=can_open)
        assert "open_hole" not in visitor.go("/").page.html


def test_what_is_no_step_has_no_number(parlour: Parlour) -> None:
    visitor = parlour.sit_down("riichi")
    parlour.machine.now = replace(parlour.machine.now, link=Link.LOST, line_code=904)
    page = visitor.go("/").page.html
    steps = re.findall(r"<li>.*?<span>(.*?)</span></li>", page.replace("&#39;", "'"))
    assert steps == ["Push the table's cable in at both ends."]
    assert '<p class="note">It continues by itself once the connection is back.</p>' in page


def test_at_a_table_of_five_a_side_is_nobody_s(parlour: Parlour) -> None:
    at_five(parlour, "five-player-1", 5)
    parlour.machine.now = replace(parlour.machine.now, fault=TableFault(203, side=1))
    visitor = parlour.visitor()
    assert visitor.sees("Tiles are jammed at the wall builder.")
    assert not visitor.sees("In front of")
    assert "class='badge'" not in visitor.page.html
