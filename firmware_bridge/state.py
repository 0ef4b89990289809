"""What the host knows of a table: identity, status, events; values made from messages."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from firmware_bridge.errors import BridgeError
from firmware_bridge.faults import Detail, Fault, OwnFaults
from firmware_bridge.service_lists import ServiceLists, service_lists
from firmware_bridge.wall_plan import MIN_TILES, SIDES, Capacity, WallPlan
from firmware_bridge.wire.codes import (
    NO_SIDE,
    SETS,
    EventKind,
    JobState,
    SetState,
    Stage,
    StatusFlag,
    TableState,
)
from firmware_bridge.wire.dictionary import REQUIRED
from firmware_bridge.wire.messages import Event, Status


class SingleSetReason(StrEnum):
    """Why a table holds one set of tiles only, as far as its board can say."""

    MODEL = "model"
    """Its model has room for one."""
    FIRMWARE = "firmware"
    """Its firmware is from before sets were told apart."""


@dataclass(frozen=True, slots=True)
class TileSets:
    """Where both sets are, as the table told it last."""

    states: tuple[SetState, SetState]
    op_id: int = 0
    """The job that builds a set while the other one is in play, or did so last."""
    percent: int = 0
    """How much of that build is done."""
    fault: Fault | None = None
    """What stopped it, until that is cleared; the hand in play goes on."""

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100:
            raise ValueError(f"{self.percent} percent")

    @property
    def in_play(self) -> int | None:
        """The set on the table top, `None` while there is none."""
        return self._first(SetState.IN_PLAY)

    @property
    def ready(self) -> int | None:
        """The set whose walls wait below the table top, `None` while there is none."""
        return self._first(SetState.BUILT)

    @property
    def waiting(self) -> int | None:
        """The set that is not in play while the other one is, `None` where none is in play."""
        return None if self.in_play is None else 1 - self.in_play

    def state_of(self, which: int) -> SetState:
        """Return where set *which* (0 or 1) is."""
        return self.states[which]

    def _first(self, state: SetState) -> int | None:
        return self.states.index(state) if state in self.states else None


def from_status(message: Status, own: OwnFaults | None = None) -> TileSets | None:
    """Return what a status tells of the sets, `None` for a table with one set."""
    states = _states(message.sets)
    if states is None:
        return None
    fault = Fault.from_wire(message.beside_fault, message.beside_side, own=own)
    return TileSets(states, message.beside_op, min(message.beside_percent, 100), fault)


def from_event(message: Event, own: OwnFaults | None = None) -> TileSets | None:
    """Return what an event of kind `SETS` tells, `None` where it tells nothing that we know."""
    states = _states(message.data)
    if states is None or len(message.data) <= SETS:
        return None
    fault = Fault.from_wire(message.code, message.side, own=own)
    return TileSets(states, message.op_id, min(message.data[SETS], 100), fault)


def _states(data: Sequence[int]) -> tuple[SetState, SetState] | None:
    """Return the states in the first bytes of *data*; what newer firmware has more is `LOOSE`."""
    states = [
        SetState(value) if value in SetState._value2member_map_ else SetState.LOOSE
        for value in data[:SETS]
    ]
    if len(states) < SETS or SetState.NONE in states:
        return None
    return states[0], states[1]


class LinkPhase(StrEnum):
    """Where the host stands with the port (`protocol.md` §9)."""

    ABSENT = "absent"
    OPENING = "opening"
    SYNCING = "syncing"
    IDENTIFYING = "identifying"
    READY = "ready"
    DEGRADED = "degraded"
    """Works, but many frames have to be sent again."""
    LOST = "lost"
    DENIED = "denied"
    INCOMPATIBLE = "incompatible"
    CLOSED = "closed"

    @property
    def is_up(self) -> bool:
        """Whether orders reach the table."""
        return self in (LinkPhase.READY, LinkPhase.DEGRADED)


@dataclass(frozen=True, slots=True)
class Identity:
    """What the table says it is; unknown entries stay in *raw*."""

    model: str
    serial: str
    firmware: str
    max_stacks: int
    dice: int
    deals: bool
    raw: dict[str, Any]
    jobs: frozenset[str] = frozenset()
    """Names of the jobs that it takes; empty where older firmware does not say."""
    commands: frozenset[str] = frozenset()
    """Names of its outputs and reports: `lights`, `get_log`, …"""
    dice_source: str = ""
    """`motor_sensor`, `motor_camera`, `rng` or `none`."""
    gears: frozenset[int] = frozenset()
    """Tile counts that people turn a switch to; empty where the host sets any."""
    bauds: frozenset[int] = frozenset()
    """Speeds beyond the usual one that its serial line can be set to."""
    sets: int = 1
    """How many sets of tiles it holds; older firmware does not say, and knows one."""
    lists: ServiceLists = field(default_factory=ServiceLists)
    """Its inputs, parameters, mechanisms and own faults, as far as it lists them."""

    @property
    def capacity(self) -> Capacity:
        """What the table can take and do."""
        return Capacity(
            max_stacks=self.max_stacks,
            min_tiles=int(self.raw.get("min_tiles", MIN_TILES)),
            deals=self.deals,
            tile_class=str(self.raw.get("tile_class", "")),
            gears=self.gears,
        )

    @property
    def single_set_reason(self) -> SingleSetReason | None:
        """Why no set can be built beside the one in play, `None` where one can."""
        if self.sets > 1:
            return None
        return SingleSetReason.MODEL if "sets" in self.raw else SingleSetReason.FIRMWARE

    @classmethod
    def from_bytes(cls, dictionary: bytes) -> Identity:
        """Return the identity in a zlib-compressed JSON dictionary; raise `ValueError`."""
        try:
            raw = json.loads(zlib.decompress(dictionary))
            if missing := [name for name in REQUIRED if name not in raw]:
                raise ValueError(f"its description lacks {', '.join(missing)}")
            if raw["sides"] != SIDES:
                raise ValueError(f"a table of {raw['sides']} sides")
            return cls(
                model=str(raw["model"]),
                serial=str(raw["serial"]),
                firmware=str(raw["firmware"]),
                max_stacks=int(raw["max_stacks"]),
                dice=int(raw["dice"]),
                deals=bool(raw["deals"]),
                raw=raw,
                jobs=frozenset(map(str, raw.get("jobs", ()))),
                commands=frozenset(map(str, raw.get("commands", ()))),
                dice_source=str(raw.get("dice_source", "")),
                gears=frozenset(map(int, raw.get("gears", ()))),
                bauds=frozenset(map(int, raw.get("bauds", ()))),
                sets=2 if int(raw.get("sets", 1)) >= 2 else 1,
                lists=service_lists(raw),
            )
        except (zlib.error, KeyError, TypeError, AttributeError) as problem:
            raise ValueError(f"no table dictionary: {problem}") from problem


@dataclass(frozen=True, slots=True)
class TableStatus:
    """The table as last told by itself; everything but *link* is old when the link is down."""

    link: LinkPhase
    problem: BridgeError | None = None
    """Why the link is down, in words for people."""
    state: TableState | None = None
    """`None` until the table has told it."""
    generation: int = 0
    wall_plan: WallPlan | None = None
    hole_open: bool = False
    walls_up: bool = False
    walls_built: bool = False
    paused: bool = False
    estop: bool = False
    consent: bool = False
    """Whether someone at the console allows motions by the operator now."""
    tiles_in: int = 0
    """Tiles counted into the machine since its hole was last opened."""
    op_id: int = 0
    job_state: JobState | None = None
    stage: Stage = Stage.NONE
    percent: int = 0
    fault: Fault | None = None
    journal_id: int = 0
    uptime_ms: int = 0
    sets: TileSets | None = None
    """Where the sets of tiles are, on a table that holds two."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened: at the table, to a job, or to the link.

    *topic* is `link`, `job`, `restarted` (*data* is its `ResetCause`) or the lower-case
    name of an `EventKind`. *code* is the fault of the catalogue that explains a link
    which is down, or what the event is about.
    """

    topic: str
    phase: LinkPhase | None = None
    op_id: int = 0
    side: int | None = None
    code: int = 0
    state: TableState | None = None
    fault: Fault | None = None
    device_ms: int = 0
    number: int = 0
    data: bytes = b""
    job: JobState | None = None
    stage: Stage = Stage.NONE
    percent: int = 0


def status_from(message: Status, link: LinkPhase, own: OwnFaults | None = None) -> TableStatus:
    """Return the status that *message* tells over a link in phase *link*.

    *own* are the faults of the table's maker.
    """
    flags = StatusFlag(message.flags)
    layout = tuple(message.layout)
    plan = WallPlan(message.count, message.players, layout, message.deal) if message.count else None
    return TableStatus(
        link=link,
        state=table_state(message.state),
        generation=message.gen,
        wall_plan=plan,
        hole_open=StatusFlag.HOLE_OPEN in flags,
        walls_up=StatusFlag.WALLS_UP in flags,
        walls_built=StatusFlag.WALLS_BUILT in flags,
        paused=StatusFlag.PAUSED in flags,
        estop=StatusFlag.ESTOP in flags,
        consent=StatusFlag.CONSENT in flags,
        tiles_in=message.tiles_in,
        op_id=message.op_id,
        job_state=job_state(message.job_state) if message.op_id else None,
        stage=stage(message.stage),
        percent=message.percent,
        fault=Fault.from_wire(message.fault, message.side, message.stage, own),
        journal_id=message.journal_id,
        uptime_ms=message.uptime_ms,
        sets=from_status(message, own),
    )


def event_from(message: Event, own: OwnFaults | None = None) -> TableEvent:
    """Return the event that *message* tells; a kind that we do not know keeps its number.

    *own* are the faults of the table's maker.
    """
    is_known = message.kind in EventKind._value2member_map_
    about_fault = message.kind in (EventKind.FAULT, EventKind.FAULT_CLEARED, EventKind.WARNING)
    return TableEvent(
        topic=EventKind(message.kind).name.lower() if is_known else f"event_{message.kind}",
        op_id=message.op_id,
        side=None if message.side == NO_SIDE else message.side,
        code=message.code,
        state=table_state(message.table_state),
        fault=_fault_of(message, own) if about_fault else None,
        device_ms=message.device_ms,
        number=message.event_no,
        data=message.data,
    )


def _fault_of(message: Event, own: OwnFaults | None) -> Fault | None:
    """Return the fault that an event tells, with what the table measured."""
    detail = Detail.from_bytes(message.data)
    fault = Fault.from_wire(message.code, message.side, detail.stage if detail else 0, own)
    if fault is None:
        return None
    return replace(fault, op_id=message.op_id, device_ms=message.device_ms, detail=detail)


def table_state(value: int) -> TableState | None:
    """Return the table state numbered *value*, `None` where newer firmware has more."""
    return TableState(value) if value in TableState._value2member_map_ else None


def job_state(value: int) -> JobState:
    """Return the job state numbered *value*; what we do not know has an unknown outcome."""
    return JobState(value) if value in JobState._value2member_map_ else JobState.UNKNOWN


def stage(value: int) -> Stage:
    """Return the stage numbered *value*, `NONE` where newer firmware has more."""
    return Stage(value) if value in Stage._value2member_map_ else Stage.NONE
