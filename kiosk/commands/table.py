"""`jantaku table`: look at the machine, watch it, give it a job, over its serial port."""

from __future__ import annotations

import queue
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from firmware_bridge import (
    BridgeError,
    CensusResult,
    DiceResult,
    JobKind,
    SelfTestResult,
    SetState,
    SingleSetReason,
)
from firmware_bridge.discovery import AUTO
from firmware_bridge.usb_ids import MAKERS
from firmware_bridge.wire.codes import Mechanism
from firmware_bridge.wire.messages import ARGUMENTS, LATER
from kiosk.commands.table_ports import (
    REFUSED,
    Connection,
    check_boards,
    list_,
    refuse,
    replay,
    trace,
    udev,
    update,
)

if TYPE_CHECKING:
    from firmware_bridge import Job, TableEvent, TableStatus, TileSets
    from firmware_bridge.jobs.job import Result

JOURNAL: Final = Path(click.get_app_dir("jantaku")) / "table-journal.jsonl"
"""The default is its own file, so that a kiosk's journal is never in the way."""

JOBS: Final = {kind.name.lower().replace("_", "-"): kind for kind in JobKind}
MECHANISMS: Final = {part.name.lower().replace("_", "-"): int(part) for part in Mechanism}
TICK_S: Final = 0.5
ONE_SET: Final = {
    SingleSetReason.MODEL: "this model has room for no second one",
    SingleSetReason.FIRMWARE: "its firmware does not know of a second one",
}
"""Why no set is built beside the one in play."""


@click.group()
@click.option(
    "--port",
    default=AUTO,
    show_default=True,
    help="Port of the table: /dev/ttyACM0, socket://host:port, rfc2217://host:port, usb:SERIAL; "
    "auto takes the one that is plugged in, auto:SERIAL a certain one; slow: before it keeps the "
    "line at its first speed.",
)
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    default=JOURNAL,
    help="File that remembers jobs across restarts; traces lie beside it.",
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    callback=check_boards,
    help="What the table may be built with, where its USB name does not say that it is a table: "
    f"{', '.join(MAKERS)}, or numbers as in 1a86:7523.",
)
@click.pass_context
def table(ctx: click.Context, port: str, journal: Path, boards: tuple[str, ...]) -> None:
    """Look at the table's machine and give it jobs."""
    ctx.obj = Connection(ctx, port, journal, boards)


table.add_command(list_)
table.add_command(udev)
table.add_command(trace)
table.add_command(replay)
table.add_command(update)


@table.command()
@click.pass_obj
def status(connection: Connection) -> None:
    """Print who the table is and how it stands."""
    client = connection.client
    identity = client.identity
    if identity is not None:
        click.echo(f"table: {identity.model} {identity.serial}, firmware {identity.firmware}")
    for line in _lines(client.status(), None if identity is None else identity.single_set_reason):
        click.echo(line)
    for what, count in sorted(client.health().noise.items()):
        click.echo(f"noise: {what} {count} times")


@table.command()
@click.pass_obj
def jobs(connection: Connection) -> None:
    """Print the jobs whose end an earlier run did not see, with what became of them."""
    client = connection.client
    for job in client.jobs():
        job.watch(TICK_S)  # its end may be on the way
        click.echo(f"{job.op_id:016x} {job.kind.name.lower()}: {job.state.name.lower()}")
    if not client.jobs():
        click.echo("no open jobs")


@table.command()
@click.pass_obj
def watch(connection: Connection) -> None:
    """Print what happens at the table until Ctrl-C."""
    client = connection.client
    events: queue.Queue[TableEvent] = queue.Queue()
    client.subscribe(events.put)
    click.echo("watching; Ctrl-C ends")
    try:
        while True:
            click.echo(_format_event(events.get()))
    except KeyboardInterrupt:
        click.echo("ended")


@table.command()
@click.pass_obj
def log(connection: Connection) -> None:
    """Print what the table has done in its life, and its own log."""
    try:
        stats, lines = connection.client.stats(), connection.client.log()
    except BridgeError as problem:
        refuse(connection.ctx, problem)
        return
    if stats is not None:
        click.echo(f"builds {stats.builds}, rolls {stats.rolls}, faults {stats.faults}")
        click.echo(f"restarts {stats.resets}, up {stats.uptime_ms / 1000:.0f} s")
        if stats.slot_writes:
            click.echo(f"each slot of its memory written {stats.slot_writes} times")
        click.echo(f"frames in vain {stats.bad_frames}, of others {stats.foreign_frames}")
    click.echo("\n".join(lines))


@table.command()
@click.argument("job", type=click.Choice(sorted(JOBS)))
@click.option("--dice", default=2, show_default=True, help="How many dice a roll takes.")
@click.option("--tiles", default=0, help="Refuse unless the table's gear has so many tiles.")
@click.option("--seats", default=4, show_default=True, help="To how many seats to deal.")
@click.option("--mechanism", type=click.Choice(sorted(MECHANISMS)), default="tray")
@click.option("--side", type=click.IntRange(0, 3), default=0, show_default=True)
@click.option("--step", type=click.IntRange(0, 255), default=0, help="Step of a jam clearing.")
@click.option("--distance", type=int, default=0, help="How far to jog, in millimetres.")
@click.option("--test", type=click.IntRange(0, 255), default=0, help="A self-test; 0: all.")
@click.option(
    "--set", type=click.IntRange(0, 1), help="Which set of tiles to drop, build or count."
)
@click.pass_obj
def run(connection: Connection, /, job: str, mechanism: str, **values: int | None) -> None:
    """Start JOB and show how far it has come until it ends."""
    kind = JOBS[job]
    values["mechanism"] = MECHANISMS[mechanism]
    names = (*ARGUMENTS[kind][1], *LATER[kind][1])
    arguments = {name: values[name] for name in names}
    result = _carry_out(
        connection, kind, {name: value for name, value in arguments.items() if value is not None}
    )
    click.echo(f"{job}: done{_outcome(result)}")


@table.command("self-test")
@click.option("--test", type=click.IntRange(0, 255), default=0, help="One test; 0: all.")
@click.pass_obj
def self_test(connection: Connection, test: int) -> None:
    """Let the machine test itself; someone must allow it at the console first."""
    result = _carry_out(connection, JobKind.SELF_TEST, {"test": test})
    if isinstance(result, SelfTestResult) and result.failed:
        names = ", ".join(map(str, result.failed))
        click.echo(f"failed: test {names} of {result.done}: call service", err=True)
        connection.ctx.exit(REFUSED)
    click.echo(f"self-test: passed{_outcome(result)}")


def _carry_out(connection: Connection, kind: JobKind, args: dict[str, int]) -> Result | None:
    """Return the result of a job, having shown its progress; a failure ends the command."""
    try:
        job = connection.client.start(kind, **args)
        _show(job)
        return job.wait(0)
    except BridgeError as problem:
        refuse(connection.ctx, problem)
    except ValueError as problem:
        raise click.UsageError(str(problem), connection.ctx) from problem
    return None


def _outcome(result: Result | None) -> str:
    match result:
        case DiceResult(dice, source):
            return f" {dice} ({source.name.lower()})"
        case CensusResult(tiles, places):
            where = ", ".join(f"{place} {count}" for place, count in places)
            return f" {tiles} tiles" + (f" ({where})" if where else "")
        case SelfTestResult(done):
            return f" {done} tests"
        case _:
            return ""


def _show(job: Job) -> None:
    """Draw a bar until *job* has ended, with how long it will still take where that is known."""
    with click.progressbar(length=100, label=job.kind.name.lower().replace("_", " ")) as bar:
        has_ended = False
        while not has_ended:
            has_ended = job.watch(TICK_S)
            left = job.remaining_s
            bar.label = job.stage.name.lower().replace("_", " ")
            bar.label += "" if left is None else f", {left:.0f} s left"
            bar.update(round(100 * job.bar) - bar.pos)


def _lines(status: TableStatus, one_set: SingleSetReason | None) -> list[str]:
    """Return how the table stands, a line for each thing that matters now."""
    lines = [f"link: {status.link}"]
    if status.state is not None:
        lines.append(f"state: {status.state.name.lower().replace('_', ' ')}")
    if status.wall_plan is not None:
        stacks = "/".join(map(str, status.wall_plan.layout))
        lines.append(f"gear: {status.wall_plan.count} tiles, stacks {stacks}")
    if status.job_state is not None:
        lines.append(f"job: {status.stage.name.lower()} {status.percent} %")
    if status.fault is not None:
        lines.append(f"fault: {status.fault}")
    return lines + _set_lines(status.sets, one_set)


def _set_lines(sets: TileSets | None, one_set: SingleSetReason | None) -> list[str]:
    if sets is None:
        return [] if one_set is None else [f"sets: one, {ONE_SET[one_set]}"]
    words = [state.name.lower().replace("_", " ") for state in sets.states]
    lines = [f"set {number}: {word}" for number, word in enumerate(words)]
    if SetState.BUILDING in sets.states:
        lines[sets.states.index(SetState.BUILDING)] += f" {sets.percent} %"
    return lines + ([] if sets.fault is None else [f"build beside: stopped, {sets.fault}"])


def _format_event(event: TableEvent) -> str:
    """Return *event* as one line."""
    about = {
        "phase": event.phase,
        "state": event.state and event.state.name.lower(),
        "job": event.job and event.job.name.lower(),
        "percent": event.percent if event.job else None,
        "fault": event.fault,
        "code": event.code or None,
    }
    words = (f"{name}={value}" for name, value in about.items() if value is not None)
    return " ".join([event.topic, *words])
