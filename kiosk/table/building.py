"""Whether the machine builds the walls of a game: as it is, and as its switch stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.wall_plan import SupportLevel
from firmware_bridge.wire.codes import JobKind
from kiosk.errors import Refused
from kiosk.table.port import ByHand

if TYPE_CHECKING:
    from firmware_bridge.client import TableClient
    from firmware_bridge.wall_plan import WallPlan
    from kiosk.table.port import Setup

NOT_OFFERED: Final = "not_offered"
"""Why people build where the machine does not: it never does."""
TURN_GEAR: Final = "turn_gear"
"""Why people build until somebody turns the switch at the machine to this game's tiles."""


def reason_by_hand(client: TableClient, setup: Setup) -> ByHand | None:
    """Return why the machine does not build the walls of *setup* now, `None` where it does."""
    support = client.supports(setup.tiles, setup.players)
    if support.level is SupportLevel.NONE:
        return ByHand(support.why, setup.tiles)
    if not client.offers(JobKind.NEXT_HAND):
        return ByHand(NOT_OFFERED, setup.tiles)
    return None if _is_in_gear(client, setup) else ByHand(TURN_GEAR, setup.tiles)


def wall_plan_for(client: TableClient, setup: Setup) -> WallPlan:
    """Return what the machine has to build for *setup*; raise `Refused` where it cannot now."""
    support = client.supports(setup.tiles, setup.players)
    if support.level is SupportLevel.NONE or support.wall_plan is None:
        raise Refused("machine_cannot", support.reason, where="table")
    if not _is_in_gear(client, setup):
        words = f"turn the machine's switch to {setup.tiles} tiles"
        raise Refused(TURN_GEAR, words, where="table")
    return support.wall_plan


def has_switch(client: TableClient) -> bool:
    """Return whether people choose at the machine how many tiles it builds, and nobody else."""
    identity = client.identity
    return identity is not None and bool(identity.gears)


def _is_in_gear(client: TableClient, setup: Setup) -> bool:
    plan = client.status(fresh=False).wall_plan
    return not has_switch(client) or (plan is not None and plan.count == setup.tiles)
