"""What a board takes messages for, and what it reports of its machine and ops."""

from __future__ import annotations

from firmware_bridge.faults import Detail
from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ControlAction, JobKind, Stage, StatusFlag, TableState
from firmware_bridge.wire.states import LOCKED
from hw_sim.board.ops import OpBook, OpRecord
from hw_sim.machine.interlocks import RefusedError
from hw_sim.machine.machine import Machine
from hw_sim.machine.peripherals import JAM, PART_OF, RUNNING_A, Part


def tag_of(body: bytes) -> int:
    """Return the tag with which a request begins."""
    return int.from_bytes(body[1:3], "little")


def message_in(body: bytes) -> m.Message | None:
    """Return the message in *body*, `None` where newer hosts say what we do not know."""
    try:
        return m.decode(body)
    except m.BadMessageError:
        return None


def arguments_in(start: m.Start) -> dict[str, int]:
    """Return the arguments of the job that *start* asks for; refuse those that do not fit."""
    try:
        return m.unpack_arguments(JobKind(start.kind), start.args)
    except m.BadMessageError as problem:
        raise RefusedError(804) from problem


def plan_in(wish: m.SetGear) -> WallPlan:
    """Return the plan that *wish* tells; refuse one whose tiles and stacks do not add up."""
    try:
        return WallPlan(wish.count, wish.players, tuple(wish.layout), wish.deal)
    except ValueError as problem:
        raise RefusedError(804) from problem


def is_locked_out(message: m.Message | None, state: TableState) -> bool:
    """Whether a table in *state* is locked and *message* is none that it takes then (§6.5)."""
    if state not in LOCKED or message is None or isinstance(message, m.Start):
        return False
    if isinstance(message, m.Control):
        return message.action != ControlAction.CLEAR_FAULT
    return type(message) not in m.ALLOWED_IN_LOCKOUT


def flags(machine: Machine, *, consent: bool) -> StatusFlag:
    """Return the bits of the status."""
    return StatusFlag(
        StatusFlag.HOLE_OPEN * machine.hole_open
        | StatusFlag.WALLS_UP * machine.walls_up
        | StatusFlag.PAUSED * machine.is_paused
        | StatusFlag.ESTOP * machine.estop
        | StatusFlag.WALLS_BUILT * machine.walls_built
        | StatusFlag.CONSENT * consent
    )


def status(machine: Machine, ops: OpBook, gen: int, uptime_ms: int, bits: StatusFlag) -> m.Status:
    """Return the whole state, with tag 0."""
    op = ops.current
    plan = (machine.profile.gears and machine.next_wall_plan) or machine.wall_plan
    return m.Status(
        tag=0,
        state=machine.state,
        gen=gen,
        flags=bits,
        count=plan.count,
        players=plan.players,
        deal=plan.deal,
        layout=bytes(plan.layout),
        tiles_in=len(machine.places.tray),
        op_id=op.op_id if op else 0,
        job_state=op.state if op else 0,
        stage=machine.stage,
        percent=machine.percent,
        fault=machine.fault[0],
        side=machine.fault[1],
        journal_id=ops.journal_id,
        uptime_ms=uptime_ms,
        sets=bytes(machine.sets.states()),
        beside_op=ops.beside.op_id if ops.beside else 0,
        beside_percent=_beside_percent(machine, ops),
        beside_fault=machine.beside_fault[0],
        beside_side=machine.beside_fault[1],
    )


def sets(machine: Machine, ops: OpBook) -> bytes:
    """Return what an event of kind `SETS` carries."""
    return bytes((*machine.sets.states(), _beside_percent(machine, ops)))


def _beside_percent(machine: Machine, ops: OpBook) -> int:
    if machine.beside is not None:
        return machine.beside.percent
    return ops.beside.percent if ops.beside else 0


def runs_own(machine: Machine, ops: OpBook) -> bool:
    """Return whether a job runs that no host has asked for."""
    works = [work for work in (machine.front, machine.beside) if work is not None]
    return any(ops.at_work(beside=work.is_beside) is None for work in works)


def short_status(long: m.Status) -> bytes:
    """Return the 16 bytes that the USB control endpoint answers with (§6.1)."""
    return m.EP0_STATUS.pack(
        long.state,
        long.flags,
        long.gen,
        long.fault,
        long.side,
        long.percent,
        long.op_id & 0xFFFFFFFF,
        long.uptime_ms,
    )


def report(
    machine: Machine, memory: tuple[int, int], op: OpRecord, tag: int, protocol: int
) -> m.JobReport:
    """Return what is known of *op*, as a host of *protocol* understands it.

    *memory* is the number of the board's journal and its generation.
    """
    journal_id, gen = memory
    result = op.result
    if op.kind == JobKind.ROLL and protocol < 2:
        dice = (len(result) - 4) // 2  # protocol 1 has one reading only, and no length
        result = result[: 2 + dice]
    return m.JobReport(
        tag=tag,
        op_id=op.op_id,
        kind=op.kind,
        state=op.state,
        stage=op.stage,
        percent=op.percent,
        fault=op.fault,
        side=op.side,
        journal_id=journal_id,
        gen=gen,
        table_state=machine.state,
        result=result,
    )


def detail(machine: Machine, code: int, side: int, stage: Stage) -> bytes:
    """Return what the board measured for fault *code*, nothing where it measured nothing (§6.8).

    Currents are in tenths of an ampere, tiles in pieces.
    """
    places = machine.places
    part = next((part for part, jam in JAM.items() if jam == code), None)
    if part is not None:
        current = machine.peripherals.drive(part, side).current_a(machine.now)
        return _pack_layout(part, stage, round(10 * current), round(10 * RUNNING_A))
    if code in (101, 102):
        tiles = sum(places.counts(None, with_walls=not machine.walls_up))
        return _pack_layout(Part.TRAY, stage, tiles, machine.wall_plan.count)
    return b""


def _pack_layout(part: Part, stage: int, actual: int, expected: int) -> bytes:
    number = list(PART_OF.values()).index(part)
    return Detail.LAYOUT.pack(number, stage, actual, expected)


class SetReports:
    """Where the sets were, and what had stopped a build, as told last."""

    def __init__(self, machine: Machine, ops: OpBook) -> None:
        """Take what is so at the start for told: a host asks for that anyway."""
        self._machine = machine
        self._ops = ops
        self._last_states = self._now()
        self._last_fault = machine.beside_fault

    def poll(self) -> bytes | None:
        """Return what an event of kind `SETS` carries, `None` where nothing has changed."""
        now, fault = self._now(), self._machine.beside_fault
        if now == self._last_states and fault == self._last_fault:
            return None
        self._last_states, self._last_fault = now, fault
        return sets(self._machine, self._ops)

    def _now(self) -> tuple[int, ...]:
        return self._machine.sets.states()
