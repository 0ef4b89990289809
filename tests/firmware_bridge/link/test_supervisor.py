"""How soon a port is tried again, and what people are told meanwhile."""

from __future__ import annotations

import pytest

from firmware_bridge import errors
from firmware_bridge.link.endpoint import Closed
from firmware_bridge.link.supervisor import TOP_PAUSE_S, LineSpeed, Supervisor
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire.frame import BAUD, FALL_BACK_S


def test_pauses_double_up_to_five_seconds() -> None:
    supervisor = Supervisor("p")
    pauses = []
    for _ in range(7):
        supervisor.fail(errors.NoReplyError("p"), 100.0)
        pauses.append(supervisor.retry_at - 100.0)
    assert pauses == [0.25, 0.5, 1.0, 2.0, 4.0, TOP_PAUSE_S, TOP_PAUSE_S]


def test_a_missing_port_is_looked_for_four_times_a_second() -> None:
    supervisor = Supervisor("p")
    for _ in range(10):
        supervisor.fail(errors.PortNotFoundError("p"), 100.0)
    assert supervisor.retry_at == 100.25


def test_a_cable_that_came_off_stays_the_reason_while_the_port_is_missing() -> None:
    supervisor = Supervisor("p")
    supervisor.fail(errors.ConnectionLostError("p"), 1.0)
    supervisor.fail(errors.PortNotFoundError("p"), 2.0)
    assert isinstance(supervisor.problem, errors.ConnectionLostError)
    assert supervisor.phase is LinkPhase.ABSENT


def test_the_same_failure_is_told_once() -> None:
    supervisor = Supervisor("p")
    assert supervisor.fail(errors.PortBusyError("p"), 1.0)
    assert not supervisor.fail(errors.PortBusyError("p"), 2.0)
    assert supervisor.fail(errors.PortPermissionError("p"), 3.0), (
        "the same phase for another reason"
    )


def test_a_speed_that_failed_is_not_tried_again_before_the_board_restarts() -> None:
    speed = LineSpeed()
    speed.reopen((250_000, 1_000_000), 0.0)
    assert speed.best((250_000, 500_000, 1_000_000), boot_id=7) == 1_000_000
    assert speed.best((500_000,), boot_id=7) == 0
    speed.give_up()
    assert speed.best((250_000,), boot_id=7) == 0
    assert speed.best((250_000,), boot_id=8) == 250_000


@pytest.mark.parametrize(
    ("port", "after_s", "baud"),
    [((250_000,), 0.9, 250_000), ((250_000,), FALL_BACK_S, BAUD), ((), 0.9, BAUD)],
    ids=["at once", "later", "another port"],
)
def test_a_board_that_was_left_a_moment_ago_is_met_at_its_speed(
    port: tuple[int, ...], after_s: float, baud: int
) -> None:
    speed = LineSpeed()
    speed.reopen((250_000,), 0.0)
    speed.baud = 250_000
    speed.left(10.0)
    speed.reopen(port, 10.0 + after_s)
    assert speed.baud == baud


def test_a_link_that_is_up_again_has_no_problem() -> None:
    supervisor = Supervisor("p")
    supervisor.fail(errors.ConnectionLostError("p"), 1.0)
    supervisor.fail(errors.ConnectionLostError("p"), 2.0)
    assert supervisor.enter(LinkPhase.SYNCING)
    assert supervisor.problem is not None
    assert supervisor.enter(LinkPhase.READY)
    assert not supervisor.enter(LinkPhase.READY)
    assert supervisor.problem is None
    supervisor.fail(errors.ConnectionLostError("p"), 100.0)
    assert supervisor.retry_at == 100.25, "the pauses start again"


@pytest.mark.parametrize(
    "problem", [errors.WrongDeviceError("p", "a modem"), errors.version_error("p", 3, 4)]
)
def test_what_is_no_table_of_ours_is_left_alone_until_the_port_looks_different(
    problem: errors.BridgeError,
) -> None:
    supervisor = Supervisor("p")
    supervisor.looks("a modem", 100.0)
    supervisor.fail(problem, 100.0)
    supervisor.looks("a modem", 101.0)
    assert supervisor.retry_at == 160.0
    supervisor.looks("another device", 102.0)
    assert supervisor.retry_at == 102.0


def test_a_port_that_may_be_opened_now_is_tried_at_once() -> None:
    supervisor = Supervisor("p")
    supervisor.looks(("p", False), 100.0)
    for _ in range(5):
        supervisor.fail(errors.PortPermissionError("p"), 100.0)
    supervisor.looks(("p", True), 101.0)
    assert supervisor.retry_at == 101.0


def test_a_port_that_is_looked_at_while_all_is_well_is_left_in_peace() -> None:
    supervisor = Supervisor("p")
    supervisor.fail(errors.ConnectionLostError("p"), 100.0)
    supervisor.looks("other", 100.1)
    assert supervisor.retry_at == 100.25


@pytest.mark.parametrize(
    ("problem", "phase"),
    [
        (errors.PortPermissionError("p"), LinkPhase.DENIED),
        (errors.version_error("p", 3, 4), LinkPhase.INCOMPATIBLE),
        (errors.WrongDeviceError("p", "x"), LinkPhase.INCOMPATIBLE),
        (errors.ConnectionLostError("p"), LinkPhase.LOST),
    ],
)
def test_each_problem_has_its_phase(problem: errors.BridgeError, phase: LinkPhase) -> None:
    supervisor = Supervisor("p")
    supervisor.fail(problem, 1.0)
    assert supervisor.phase is phase


@pytest.mark.parametrize(
    ("reason", "kind"),
    [(808, errors.NewFirmwareError), (905, errors.NoReplyError), (908, errors.ConnectionLostError)],
)
def test_why_a_link_closed(reason: int, kind: type[errors.BridgeError]) -> None:
    problem = Supervisor("p").why_closed(Closed(reason, (3, 4)))
    assert type(problem) is kind
    assert problem.to_json()["where"] == "p"


def test_old_and_new_firmware_have_words_of_their_own() -> None:
    old, new = errors.version_error("p", 0, 0), errors.version_error("p", 3, 4)
    assert (old.fault_code, new.fault_code) == (910, 911)
    assert "update the table's firmware" in old.message
    assert "update this program" in new.message
