"""The closed sets of the Table Link Protocol: what the numbers in its messages mean."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Final

NO_SIDE: Final = 0xFF
"""The side byte of a fault or event that belongs to no side."""

SETS: Final = 2
"""Most sets of tiles that a table holds."""

ANY_SET: Final = 0xFF
"""The set of a job that names none: the one whose turn it is, in a census all of them."""


class JobKind(IntEnum):
    """What the table can be asked to do as a job."""

    OPEN_HOLE = 1
    CLOSE_HOLE = 2
    DROP = 3
    BUILD = 4
    RAISE = 5
    LOWER = 6
    NEXT_HAND = 7
    ROLL = 8
    HOME = 9
    CENSUS = 10
    DEAL = 11
    JAM_CLEAR = 12
    SELF_TEST = 13
    JOG = 14


LEASED: Final = frozenset({JobKind.JAM_CLEAR, JobKind.SELF_TEST, JobKind.JOG})
"""Motions that the host drives step by step: they stop at once when it falls silent (§6.5)."""

CONSENTED: Final = frozenset({JobKind.HOME, JobKind.SELF_TEST, JobKind.JOG})
"""Motions that a person at the console has to allow first (§6.7)."""


class Mechanism(IntEnum):
    """What `JAM_CLEAR` and `JOG` move."""

    TRAY = 0
    CONVEYOR = 1
    HEAD = 2
    PUSHER = 3
    WALL_LIFTER = 4
    CENTRE_LIFTER = 5
    HOLE_LID = 6
    DICE = 7
    CHUTE = 8
    CHAIN_ROD = 9


class JobState(IntEnum):
    """How far a job has come; the host alone uses `PENDING`."""

    PENDING = 0
    """In the host's journal; the table has not confirmed it yet."""
    ACCEPTED = 1
    """In the board's memory; nothing moves yet."""
    RUNNING = 2
    DONE = 3
    """Only now there is a result."""
    FAILED = 4
    """Ended by a fault, or refused."""
    CANCELLED = 5
    INTERRUPTED = 6
    """The table lost power or restarted in the middle."""
    NOT_SEEN = 7
    """The table never received it."""
    UNKNOWN = 8
    """It may have run; the table has no memory of it."""

    @property
    def is_final(self) -> bool:
        """Whether the job will never change again."""
        return self >= JobState.DONE


class TableState(IntEnum):
    """What the table itself says it is doing; the host never infers it."""

    BOOT = 0
    HOMING = 1
    IDLE = 2
    """At rest, no whole walls stand."""
    HOLE_OPEN = 3
    BUILDING = 4
    READY = 5
    """At rest, whole walls wait below the table top."""
    RAISING = 6
    """Walls go up or down."""
    PLAY = 7
    """At rest, the walls are up."""
    FAULT = 8
    """A fault ended the job; most can be cleared at once."""
    LOCKOUT = 9
    """Nothing moves before the fault is cleared; then the table homes."""
    SAFETY = 10
    """As LOCKOUT, and what tripped has to be released at the table first."""


class Stage(IntEnum):
    """The part of a job that is running."""

    NONE = 0
    RETURN = 1
    OPEN_HOLE = 2
    DROP = 3
    CLOSE_HOLE = 4
    SHUFFLE = 5
    BUILD = 6
    RAISE = 7
    LOWER = 8
    ROLL = 9
    SETTLE = 10
    HOME = 11
    CENSUS = 12
    DEAL = 13
    REVERSE = 14
    RETRY = 15
    TEST = 16
    JOG = 17


class SetState(IntEnum):
    """Where a set of tiles is; a table may hold two sets with backs of two colours (§3.1)."""

    NONE = 0
    """The table has no such set."""
    OUT = 1
    """Not in the machine: in its box, or never put in."""
    LOOSE = 2
    """In the machine, and no walls stand: in the tray, or left on the way by a build."""
    BUILDING = 3
    BUILT = 4
    """Whole walls wait below the table top."""
    IN_PLAY = 5
    """On the table top, in raised walls and before the players."""


class ControlAction(IntEnum):
    """Orders that act on what is already going on."""

    PAUSE = 1
    RESUME = 2
    CANCEL = 3
    CLEAR_FAULT = 4


class EventKind(IntEnum):
    """What an event tells."""

    STATE = 1
    """*code* is the `TableState`."""
    BUTTON = 2
    """*code* is the `Key`, *data* the milliseconds that it was held, 16 bits."""
    FAULT = 3
    """*code* and *side* of a fault; *data* says what was measured, or is empty (§6.8)."""
    FAULT_CLEARED = 4
    """*code* of the fault that was cleared."""
    WARNING = 5
    """As FAULT, but the job goes on."""
    SETS = 6
    """The sets of tiles stand otherwise; *code* is the fault that stopped the build beside play,
    *data* the `SetState` of each set and how many percent of that build are done."""
    OWN_JOB = 7
    """A job that no host has asked for is over: *code* is its `JobKind`, *data* its `JobState`,
    then its result."""
    COIN = 8
    """A coin, or another pulse that pays for time, has come in: *code* is the slot, *data* how many
    pulses, 16 bits, and how many in its life with them, 32 bits."""


class Key(IntEnum):
    """Keys of the console, by their numbers in events of kind BUTTON; others are a maker's own."""

    LIFT = 0
    DICE = 1
    BOTH_LIFTS = 2
    """Two lift keys together: a pause in a build for a forgotten tile, at rest consent."""


class ResetCause(IntEnum):
    """Why the table's controller last started."""

    POWER = 0
    """Power came, or a reset from outside."""
    BROWN_OUT = 1
    WATCHDOG = 2
    HOST = 3
    """A new program, after an update."""


class StatusFlag(IntFlag):
    """Bits of `Status.flags`."""

    HOLE_OPEN = 1
    WALLS_UP = 2
    PAUSED = 4
    """What runs has come to rest within its movement."""
    ESTOP = 8
    """The emergency stop is pressed, or was and is not released."""
    WALLS_BUILT = 16
    """Whole walls stand, raised or not."""
    CONSENT = 32
    """Someone at the console allows HOME, SELF_TEST and JOG, for a minute."""


class DiceSource(IntEnum):
    """Where a roll's reading comes from."""

    MOTOR_SENSOR = 1
    MOTOR_CAMERA = 2
    RNG = 3
    NONE = 4
