"""The dealing machine as the kiosk sees it: what it can be asked and how it stands.

`TablePort` is the seam; the bridge's client stands behind it (`kiosk.table.bridge`). A table
without a machine is `NoTable`: everything can be done by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Final, Protocol

from kiosk.errors import Refused
from kiosk.jobs import Job
from rules.value import value

HAND_JOBS: Final[frozenset[Job]] = frozenset({"next_hand", "raise_walls", "roll_dice"})
"""What a machine may be asked for in the course of a hand."""


class Link(StrEnum):
    """How the line to the machine stands."""

    ABSENT = "absent"
    """No machine is set up; the game is played by hand."""
    CONNECTING = "connecting"
    ONLINE = "online"
    LOST = "lost"
    """It was there and is not now; the kiosk goes on trying."""


@value
class TableFault:
    """What the machine complains of; words and pictures stand in the catalogue."""

    code: int
    """Number of the fault (`fault.<code>`)."""
    side: int | None = None
    """Side of the table, 0 to 3, where there is one."""
    detail: str = ""
    """For the operator: sensor, measured time and the like."""
    counted: tuple[int, int] | None = None
    """How many tiles the machine counted and how many there should be, where it says so."""


@value
class ByHand:
    """Why the players build the walls of this game themselves; words under `support.<why>`."""

    why: str
    tiles: int
    """How many tiles the game is played with."""


@value
class OtherSet:
    """The set of tiles that is not in play, at a machine that holds two."""

    state: str
    """`out` (not in the machine), `loose`, `building` or `built`; words under `ui.other_set.…`."""
    percent: int = 0
    """How much of its walls is built."""
    left_s: int | None = None
    """Seconds until they should stand, by the builds before; `None` where nobody knows."""
    fault: TableFault | None = None
    """What stopped its build; the hand in play goes on."""


@value
class TableStatus:
    """The machine at one moment."""

    link: Link = Link.ABSENT
    model: str = ""
    """What the machine calls its model; empty before it has said so."""
    job: str = ""
    """Name of the job at work or last ended; empty before the first."""
    outcome: str = ""
    """`running`, `done`, `failed`, `cancelled`, `interrupted`; empty before the first job."""
    stage: str = ""
    """What the machine is doing within the job (`drop`, `shuffle`, `build`, `raise`, …)."""
    percent: int | None = None
    """Progress of the job, 0 to 100, where the machine says; by time once its times are known."""
    left_s: int | None = None
    """Seconds until the job should be done, by the runs before; `None` where nobody knows."""
    is_stopped: bool = False
    """Whether the table was stopped and waits for "resume" or for its stop to be released."""
    can_open: bool = False
    """Whether the machine opens its tile drop when it is asked."""
    is_open: bool = False
    """Whether the tile drop is open."""
    can_end_drop: bool = False
    """Whether it waits to be told that all tiles are in: by its key, or here (`resume`)."""
    reads_dice: bool = True
    """Whether its throws come with their pips; else the camera or people read them."""
    offers: frozenset[Job] = HAND_JOBS
    """Which of `HAND_JOBS` the machine takes, by its own word."""
    walls_built: bool = False
    """Whether walls stand ready under the table top."""
    next_job: Job | None = None
    """What the machine should be asked for next, filled in by the service: `next_hand`,
    `raise_walls`, `roll_dice`; `None` when nothing is left for it to do before play."""
    is_unpaid: bool = False
    """Whether it is to build no walls since the paid time is over, filled in by the service."""
    by_hand: ByHand | None = None
    """Why the machine does not build this game's walls, filled in by the service."""
    fault: TableFault | None = None
    warning: TableFault | None = None
    """What somebody should look at though the machine goes on, such as dice that look unfair."""
    message: str = ""
    """Why the link is not online, in words for the operator."""
    other_set: OtherSet | None = None
    """The set that is not in play; `None` where the machine holds one, or none is in play."""
    line_code: int = 0
    """The fault whose words tell people why the link is not online: 902 for a missing right, …"""

    @property
    def is_busy(self) -> bool:
        """Return whether a job is at work."""
        return self.outcome == "running"


@value
class TableNews:
    """Something changed at the machine."""

    dice: tuple[int, ...] = ()
    """Pips of a throw that has just settled; empty otherwise."""
    walls_up: bool = False
    """Whether a job has just raised the walls."""
    source: str = ""
    """Who read the pips: `motor_sensor`, `motor_camera` or `rng`."""
    proof: Mapping[str, str] = field(default_factory=dict)
    """Seeds and digests of a throw without dice."""
    rolled_ms: int = 0
    """How long the dice were shaken, in milliseconds; 0 where nobody measured it."""
    is_unread: bool = False
    """Whether the machine has thrown, and the dice lie for a camera or people to read."""
    by_key: bool = False
    """Whether the machine's own keys asked for it, and not the kiosk."""


@value
class Setup:
    """What the machine must know of the game."""

    tiles: int
    """How many the set holds."""
    players: int
    dice: int
    """How many dice one throw has."""


class TablePort(Protocol):
    """A dealing machine. Nothing here waits for motion; news comes through the listener."""

    def listen(self, listener: Callable[[TableNews], None]) -> None:
        """Call *listener* from any thread whenever something changes."""

    def start(self, job: Job, setup: Setup) -> None:
        """Ask for *job* in the game of *setup*; raise `Refused` where the machine cannot now."""

    def by_hand(self, setup: Setup) -> ByHand | None:
        """Return why the machine cannot build the walls of *setup*, `None` where it can."""

    def status(self) -> TableStatus:
        """Return how the machine stands."""

    def close(self) -> None:
        """Let go of the line."""


class NoTable:
    """A table without a machine."""

    def listen(self, listener: Callable[[TableNews], None]) -> None:
        """Do nothing: there is never any news."""

    def start(self, job: Job, setup: Setup) -> None:  # noqa: ARG002 -- the port's form
        """Refuse every job."""
        raise Refused("no_machine", f"no machine to {job}: play by hand", where="table")

    def by_hand(self, setup: Setup) -> ByHand | None:  # noqa: ARG002 -- the port's form
        """Return nothing: without a machine nobody expects it to build."""
        return None

    def status(self) -> TableStatus:
        """Return that there is no machine."""
        return TableStatus()

    def close(self) -> None:
        """Do nothing."""
