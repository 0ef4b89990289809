"""When the machine may do what; a refusal says by which fault 8xx."""

from __future__ import annotations

from typing import Final

from firmware_bridge.faults import FAULTS, Severity
from firmware_bridge.wire.codes import ANY_SET, SETS, JobKind, TableState
from firmware_bridge.wire.states import LOCKED, MAY_START
from hw_sim.machine.motion import Hardware
from hw_sim.machine.peripherals import JAM, PART_OF, SIDED
from hw_sim.service_data import own_faults

BESIDE: Final = frozenset(
    {JobKind.ROLL, JobKind.RAISE, JobKind.LOWER, JobKind.DEAL, JobKind.NEXT_HAND}
)
"""Jobs of the hand in play that may run while the other set is built; a next hand waits for it."""

BESIDE_STATES: Final = frozenset({TableState.PLAY, TableState.READY, TableState.RAISING})
"""In which states of the table the build of the other set may start."""


def state_in(fault: int) -> TableState:
    """Return the state of a table that stopped with *fault*."""
    severity = (FAULTS.get(fault) or own_faults()[fault]).severity
    if severity is Severity.SAFETY:
        return TableState.SAFETY
    return TableState.LOCKOUT if severity is Severity.LOCKOUT else TableState.FAULT


class RefusedError(Exception):
    """The machine will not do that; *code* is a fault 8xx."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused: fault {code}")
        self.code = code


def goes_beside(machine: Hardware, kind: JobKind, args: dict[str, int]) -> bool:
    """Return whether a job builds the set that is not in play, beside the hand in play."""
    if kind is not JobKind.BUILD or not machine.sets.are_two:
        return False
    is_played = machine.walls_up or machine.places.in_walls() > 0
    return is_played and machine.sets.to_build(args.get("set", ANY_SET)) == machine.sets.other


def verify_start(machine: Hardware, kind: JobKind, args: dict[str, int]) -> None:
    """Raise `RefusedError` unless a job of *kind* may start on *machine* now."""
    if machine.state in LOCKED:
        raise RefusedError(806)
    beside = goes_beside(machine, kind, args)
    _verify_free(machine, kind, beside=beside)
    if kind is JobKind.DEAL and not machine.profile.deals:
        raise RefusedError(803)
    states = BESIDE_STATES if beside else MAY_START[kind]
    if machine.state not in states or (kind is JobKind.LOWER and not machine.walls_built):
        raise RefusedError(801)
    _verify_set(machine, kind, args)
    _verify_arguments(machine, kind, args)


def _verify_free(machine: Hardware, kind: JobKind, *, beside: bool) -> None:
    """Raise `RefusedError` (805) where what is at work leaves no room for a job of *kind*."""
    front = machine.front
    if beside:
        is_busy = machine.beside is not None or (
            front is not None and (front.kind not in BESIDE or front.kind is JobKind.NEXT_HAND)
        )
    else:
        is_busy = front is not None or (machine.beside is not None and kind not in BESIDE)
    if is_busy:
        raise RefusedError(805)


def _verify_set(machine: Hardware, kind: JobKind, args: dict[str, int]) -> None:
    """Raise `RefusedError` where the set of a job is none of ours (803), or in the way (801)."""
    sets, wish = machine.sets, args.get("set", ANY_SET)
    if wish != ANY_SET and not (sets.are_two and wish < SETS):
        raise RefusedError(803)
    if kind is JobKind.BUILD and (
        machine.beside_fault[0] or not sets.may_build(sets.to_build(wish))
    ):
        raise RefusedError(801)
    if kind is JobKind.DROP and not sets.may_drop(sets.to_drop(wish)):
        raise RefusedError(801)


def _verify_arguments(machine: Hardware, kind: JobKind, args: dict[str, int]) -> None:
    if kind is JobKind.JAM_CLEAR and machine.fault[0] not in (301, *JAM.values()):
        raise RefusedError(801)
    if kind is JobKind.DEAL:
        _verify_deal(machine, args)
    elif args.get("tiles", 0) not in (0, (machine.next_wall_plan or machine.wall_plan).count):
        raise RefusedError(803)
    if not 1 <= args.get("dice", 1) <= machine.profile.dice:
        raise RefusedError(804)
    part = PART_OF.get(args.get("mechanism", 0))
    if part is None or (part in SIDED and args.get("side", 0) not in range(4)):
        raise RefusedError(804)


def _verify_deal(machine: Hardware, args: dict[str, int]) -> None:
    """Raise `RefusedError` unless each chute holds the tiles asked for, of the hand in play."""
    chutes = machine.places.chutes[: args["seats"]]
    if not chutes or any(len(chute) != args["tiles"] for chute in chutes):
        raise RefusedError(804)
    if machine.walls_up and machine.sets.count_dealt(machine.sets.in_play) == 0:
        raise RefusedError(801)  # they wait for the next hand
