"""What the machine must know of the game being played, and what it should do next for a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from kiosk.jobs import Job
from kiosk.session import Draft, Session, Stage, State, event_faults, wants_dice
from kiosk.session.settle import Engine
from kiosk.table.port import Setup, TableStatus

BUILDS: Final[frozenset[Job]] = frozenset({"next_hand", "raise_walls", "second_set"})
"""Jobs that bring walls, which have to be paid for where time is."""


def game_of(session: Session, engine: Engine) -> tuple[Mapping[str, int], int, int]:
    """Return the copies of each tile, the number of seats and the dice of one throw."""
    game = engine.ruleset(session.ruleset)
    options = {**game.defaults, **session.options}
    return game.tiles_for(options), len(session.players), game.dice_for(options)


def setup_of(session: Session, engine: Engine) -> Setup:
    """Return what the machine is told of the game of *session*."""
    tiles, seats, dice = game_of(session, engine)
    return Setup(sum(tiles.values()), seats, dice)


def choose_job(job: Job | None, offers: frozenset[Job]) -> Job | None:
    """Return *job* where the machine *offers* it, else what it has in its place, if anything.

    A machine whose next hand is one movement raises built walls by it, too.
    """
    if job == "raise_walls" and job not in offers:
        job = "next_hand"
    return job if job in offers else None


def next_job(
    session: Session, draft: Draft, engine: Engine, *, by_hand: bool, are_built: bool
) -> Job | None:
    """Return what the machine should do next for the hand of *draft*, if it can.

    *by_hand*: people build the walls of this game; *are_built*: walls wait under the table.
    """
    if draft.drawing:
        return "roll_dice"
    builds = not by_hand and not engine.ruleset(session.ruleset).plays
    if builds and not draft.walls_up:
        return "raise_walls" if are_built else "next_hand"
    return "roll_dice" if wants_dice(session, draft, engine) else None


def hand_to_set_up(state: State, engine: Engine) -> tuple[Session, Draft] | None:
    """Return the session and the hand that the machine has to bring, `None` where none is wanted.

    Of a game that this program does not know it brings none.
    """
    session, draft = state.session, state.draft
    if session is None or draft is None or draft.stage is not Stage.TABLE:
        return None
    return None if event_faults.game_fault(session, engine) else (session, draft)


def with_next_job(
    status: TableStatus, session: Session, draft: Draft, engine: Engine, *, has_time: bool
) -> TableStatus:
    """Return *status* with what the machine should be asked for next.

    Without *has_time*, walls have to be paid for first.
    """
    has_walls = {"by_hand": status.by_hand is not None, "are_built": status.walls_built}
    job = choose_job(next_job(session, draft, engine, **has_walls), status.offers)
    if job in BUILDS and not has_time:
        return replace(status, is_unpaid=True)
    return replace(status, next_job=job)
