"""The fault catalogue: code, severity, what to do (`protocol.md` §3.2, §6.8).

Words for people are in the catalogue of each language under `fault.<code>` and
`fault.<code>.steps`; here is only what the program needs to act.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from firmware_bridge.wire.codes import NO_SIDE, Mechanism, Stage
from firmware_bridge.wire.messages import Message, Refused


class Severity(StrEnum):
    """How far a fault reaches."""

    INFO = "info"
    WARN = "warn"
    """The job goes on."""
    FAULT = "fault"
    """The job ended, the table is safe."""
    LOCKOUT = "lockout"
    """Nothing moves before an operator clears it and the table has homed."""
    SAFETY = "safety"
    """Latched until released by hand at the table."""


class Action(StrEnum):
    """What the people at the table should do."""

    NONE = "none"
    ADD_TILES = "add_tiles"
    REMOVE_TILES = "remove_tiles"
    CLEAR_SIDE = "clear_side"
    CLEAN_SENSOR = "clean_sensor"
    CLOSE_COVER = "close_cover"
    REMOVE_HAND = "remove_hand"
    EMPTY_AND_POWER_CYCLE = "empty_and_power_cycle"
    CALL_SERVICE = "call_service"
    RECONNECT = "reconnect"
    FIX_PERMISSION = "fix_permission"
    UPDATE_FIRMWARE = "update_firmware"
    TRY_AGAIN = "try_again"
    RELEASE_STOP = "release_stop"
    LOOK_AND_CLEAR = "look_and_clear"
    GIVE_CONSENT = "give_consent"
    CLOSE_PROGRAM = "close_program"
    CHOOSE_PORT = "choose_port"
    UPDATE_PROGRAM = "update_program"


Words = str | Mapping[str, str]
"""A text for people as it is, or one for each language by its code."""
OWN_CODES: Final = 1_000
"""Codes from here on are a maker's own."""
MOST_CODE: Final = 0xFFFF


@dataclass(frozen=True, slots=True)
class FaultKind:
    """One line of the catalogue."""

    code: int
    name: str
    severity: Severity
    action: Action

    def __post_init__(self) -> None:
        if not 100 <= self.code <= MOST_CODE:
            raise ValueError(f"fault code {self.code}: 100 to {MOST_CODE}")


@dataclass(frozen=True, slots=True)
class MakersFault(FaultKind):
    """A fault of a maker's own, with the words that the table brings for it."""

    text: Words = ""
    steps: Words = ""
    """What to do, one step a line; empty: what the catalogue says of its action."""


@dataclass(frozen=True, slots=True)
class Detail:
    """What the table measured when it noticed a fault."""

    LAYOUT: ClassVar[struct.Struct] = struct.Struct("<BBhh")

    mechanism: int
    """Number of the `Mechanism`; newer firmware may have more."""
    stage: int
    measured: int
    expected: int

    @classmethod
    def from_bytes(cls, data: bytes) -> Detail | None:
        """Return the detail in an event's *data*, `None` where the table says nothing."""
        return cls(*cls.LAYOUT.unpack_from(data)) if len(data) >= cls.LAYOUT.size else None

    def __str__(self) -> str:
        is_known = self.mechanism in Mechanism._value2member_map_
        name = Mechanism(self.mechanism).name.lower() if is_known else f"part {self.mechanism}"
        return f"{name.replace('_', ' ')}: {self.measured} instead of {self.expected}"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that happened: its kind, where and in which stage."""

    kind: FaultKind
    side: int | None = None
    """Side 0–3 of the table, or none."""
    stage: Stage = Stage.NONE
    op_id: int = 0
    """The job that it ended, 0 where none ran."""
    device_ms: int = 0
    """When, in the table's own milliseconds since it started."""
    detail: Detail | None = None
    """What was measured, where the table says it."""

    @property
    def code(self) -> int:
        """The number under which the words stand."""
        return self.kind.code

    @property
    def severity(self) -> Severity:
        """How far it reaches."""
        return self.kind.severity

    @property
    def action(self) -> Action:
        """What to do."""
        return self.kind.action

    @property
    def is_recoverable(self) -> bool:
        """Whether the players can go on by themselves, without service or a restart."""
        return self.kind.action not in _NOT_BY_PLAYERS

    def __str__(self) -> str:
        side = "" if self.side is None else f" at side {self.side}"
        what = self.kind.name.replace("_", " ")
        return f"{what}{side} (fault {self.code}): {self.action.replace('_', ' ')}"

    @classmethod
    def from_wire(
        cls, code: int, side: int = NO_SIDE, stage: int = 0, own: OwnFaults | None = None
    ) -> Fault | None:
        """Return the fault that the bytes of a message tell, `None` for code 0.

        *own* are those of the table's maker; a code that nobody explains keeps its number.
        """
        if code == 0:
            return None
        kind = (
            FAULTS.get(code)
            or (own or {}).get(code)
            or FaultKind(max(100, code), "unknown_fault", Severity.FAULT, Action.CALL_SERVICE)
        )
        job_stage = Stage(stage) if stage in Stage._value2member_map_ else Stage.NONE
        return cls(kind, None if side == NO_SIDE else side, job_stage)


OwnFaults = Mapping[int, MakersFault]
"""A maker's own faults, by their codes."""

_NOT_BY_PLAYERS: Final = (
    Action.CALL_SERVICE,
    Action.EMPTY_AND_POWER_CYCLE,
    Action.FIX_PERMISSION,
    Action.UPDATE_FIRMWARE,
    Action.UPDATE_PROGRAM,
)

_S, _A = Severity, Action

_CATALOGUE: Final = (
    (101, "short_count", _S.FAULT, _A.ADD_TILES),
    (102, "excess_count", _S.FAULT, _A.REMOVE_TILES),
    (103, "mixed_sets", _S.FAULT, _A.REMOVE_TILES),
    (104, "tile_never_flips", _S.FAULT, _A.REMOVE_TILES),
    (105, "tiles_stuck_together", _S.FAULT, _A.REMOVE_TILES),
    (106, "foreign_object", _S.FAULT, _A.REMOVE_TILES),
    (107, "wrong_tile", _S.FAULT, _A.REMOVE_TILES),
    (201, "hole_blocked", _S.FAULT, _A.CLEAR_SIDE),
    (202, "conveyor_jam", _S.FAULT, _A.CLEAR_SIDE),
    (203, "head_jam", _S.FAULT, _A.CLEAR_SIDE),
    (204, "pusher_jam", _S.FAULT, _A.CLEAR_SIDE),
    (205, "wall_lifter_jam", _S.FAULT, _A.CLEAR_SIDE),
    (206, "centre_lifter_jam", _S.FAULT, _A.CLEAR_SIDE),
    (207, "dealer_chute_jam", _S.FAULT, _A.CLEAR_SIDE),
    (208, "chain_rod_jam", _S.FAULT, _A.CLEAR_SIDE),
    (301, "motor_stall", _S.FAULT, _A.CLEAR_SIDE),
    (302, "no_motion", _S.FAULT, _A.CALL_SERVICE),
    (303, "motor_hot", _S.FAULT, _A.TRY_AGAIN),
    (304, "slow_mechanism", _S.WARN, _A.CALL_SERVICE),
    (305, "lifters_out_of_step", _S.LOCKOUT, _A.EMPTY_AND_POWER_CYCLE),
    (401, "sensor_stuck_covered", _S.FAULT, _A.CLEAN_SENSOR),
    (402, "sensor_stuck_clear", _S.FAULT, _A.CLEAN_SENSOR),
    (403, "sensor_weak", _S.WARN, _A.CLEAN_SENSOR),
    (404, "sensor_order", _S.FAULT, _A.CLEAN_SENSOR),
    (405, "home_lost", _S.LOCKOUT, _A.EMPTY_AND_POWER_CYCLE),
    (406, "counters_disagree", _S.FAULT, _A.EMPTY_AND_POWER_CYCLE),
    (501, "brown_out", _S.LOCKOUT, _A.LOOK_AND_CLEAR),
    (502, "watchdog_reset", _S.LOCKOUT, _A.LOOK_AND_CLEAR),
    (503, "power_lost_in_job", _S.LOCKOUT, _A.LOOK_AND_CLEAR),
    (504, "memory_bad", _S.LOCKOUT, _A.CALL_SERVICE),
    (505, "supply_missing", _S.LOCKOUT, _A.CALL_SERVICE),
    (601, "dice_motor_dead", _S.FAULT, _A.CALL_SERVICE),
    (602, "dice_not_settled", _S.FAULT, _A.TRY_AGAIN),
    (603, "dice_unreadable", _S.FAULT, _A.TRY_AGAIN),
    (604, "dice_readings_differ", _S.FAULT, _A.TRY_AGAIN),
    (605, "roll_too_short", _S.WARN, _A.TRY_AGAIN),
    (606, "dice_audit_failed", _S.WARN, _A.CALL_SERVICE),
    (701, "emergency_stop", _S.SAFETY, _A.RELEASE_STOP),
    (702, "hand_at_lifter", _S.FAULT, _A.REMOVE_HAND),
    (703, "cover_open", _S.FAULT, _A.CLOSE_COVER),
    (704, "table_moved", _S.LOCKOUT, _A.LOOK_AND_CLEAR),
    (705, "console_cable_off", _S.SAFETY, _A.CALL_SERVICE),
    (706, "in_service", _S.LOCKOUT, _A.LOOK_AND_CLEAR),
    (801, "bad_state", _S.INFO, _A.TRY_AGAIN),
    (802, "stale_generation", _S.INFO, _A.TRY_AGAIN),
    (803, "unsupported_gear", _S.INFO, _A.NONE),
    (804, "bad_argument", _S.INFO, _A.NONE),
    (805, "busy", _S.INFO, _A.TRY_AGAIN),
    (806, "locked_out", _S.INFO, _A.LOOK_AND_CLEAR),
    (807, "unknown_command", _S.INFO, _A.UPDATE_FIRMWARE),
    (808, "unsupported_version", _S.INFO, _A.UPDATE_FIRMWARE),
    (809, "consent_missing", _S.INFO, _A.GIVE_CONSENT),
    (901, "table_not_found", _S.FAULT, _A.RECONNECT),
    (902, "port_denied", _S.FAULT, _A.FIX_PERMISSION),
    (903, "port_in_use", _S.FAULT, _A.CLOSE_PROGRAM),
    (904, "link_lost", _S.FAULT, _A.RECONNECT),
    (905, "table_silent", _S.FAULT, _A.RECONNECT),
    (906, "link_noisy", _S.WARN, _A.RECONNECT),
    (907, "wrong_device", _S.FAULT, _A.CHOOSE_PORT),
    (908, "table_restarted", _S.WARN, _A.LOOK_AND_CLEAR),
    (909, "outcome_unknown", _S.LOCKOUT, _A.LOOK_AND_CLEAR),
    (910, "firmware_too_old", _S.FAULT, _A.UPDATE_FIRMWARE),
    (911, "firmware_too_new", _S.FAULT, _A.UPDATE_PROGRAM),
    (912, "list_wrong", _S.WARN, _A.CALL_SERVICE),
)

FAULTS: Final[dict[int, FaultKind]] = {row[0]: FaultKind(*row) for row in _CATALOGUE}
"""Every fault, by code: 1xx tiles, 2xx jams, 3xx motors, 4xx sensors, 5xx power, 6xx dice,
7xx safety, 8xx refused commands, 9xx the link, seen by the host."""


def refusal(message: Message) -> int:
    """Return the fault code where *message* is a refusal, else 0."""
    if not isinstance(message, Refused):
        return 0
    return message.code if message.code in FAULTS else 807
