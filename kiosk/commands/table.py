"""`jantaku table`: look at the machine, watch it, give it a job, over its serial port."""

from __future__ import annotations

import queue
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from firmware_bridge import BridgeError, DiceResult, JobKind, TableClient, open_table

if TYPE_CHECKING:
    from firmware_bridge import Job, TableEvent, TableStatus

REFUSED: Final = 2
"""Exit status when the table could not be reached or said no."""

JOURNAL: Final = Path(click.get_app_dir("jantaku")) / "table-journal.jsonl"
"""The default is its own file, so that a kiosk's journal is never in the way."""

JOBS: Final = {kind.name.lower().replace("_", "-"): kind for kind in JobKind}
TICK_S: Final = 0.5


@click.group()
@click.option("--port", required=True, help="Serial port of the table, such as /dev/ttyACM0.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    default=JOURNAL,
    help="File that remembers jobs across restarts.",
)
@click.pass_context
def table(ctx: click.Context, port: str, journal: Path) -> None:
    """Look at the table's machine and give it jobs."""
    try:
        client = open_table(port, journal=journal)
    except BridgeError as problem:
        _refuse(ctx, problem)
    else:
        ctx.obj = client
        ctx.call_on_close(client.close)


@table.command()
@click.pass_obj
def status(client: TableClient) -> None:
    """Print who the table is and how it stands."""
    identity = client.identity
    if identity is not None:
        click.echo(f"table: {identity.model} {identity.serial}, firmware {identity.firmware}")
    for line in _lines(client.status()):
        click.echo(line)


@table.command()
@click.pass_obj
def jobs(client: TableClient) -> None:
    """Print the jobs whose end an earlier run did not see, with what became of them."""
    for job in client.jobs():
        job.watch(TICK_S)  # its end may be on the way
        click.echo(f"{job.op_id:016x} {job.kind.name.lower()}: {job.state.name.lower()}")
    if not client.jobs():
        click.echo("no open jobs")


@table.command()
@click.pass_obj
def watch(client: TableClient) -> None:
    """Print what happens at the table until Ctrl-C."""
    events: queue.Queue[TableEvent] = queue.Queue()
    client.subscribe(events.put)
    click.echo("watching; Ctrl-C ends")
    try:
        while True:
            click.echo(_told(events.get()))
    except KeyboardInterrupt:
        click.echo("ended")


@table.command()
@click.argument("job", type=click.Choice(sorted(JOBS)))
@click.option("--dice", default=2, show_default=True, help="How many dice a roll takes.")
@click.option("--tiles", default=0, help="Refuse unless the table's gear has so many tiles.")
@click.pass_context
def run(ctx: click.Context, job: str, dice: int, tiles: int) -> None:
    """Start JOB and show how far it has come until it ends."""
    kind = JOBS[job]
    args = {JobKind.ROLL: {"dice": dice}}.get(kind, {})
    if kind in (JobKind.NEXT_HAND, JobKind.BUILD):
        args = {"tiles": tiles}
    client: TableClient = ctx.obj
    try:
        running = client.start(kind, **args)
        _show(running)
        result = running.wait(0)
    except BridgeError as problem:
        _refuse(ctx, problem)
    except ValueError as problem:
        raise click.UsageError(str(problem), ctx) from problem
    else:
        dice_text = f" {result.dice}" if isinstance(result, DiceResult) else ""
        click.echo(f"{job}: done{dice_text}")


def _show(job: Job) -> None:
    """Draw a bar until *job* has ended."""
    with click.progressbar(length=100, label=job.kind.name.lower().replace("_", " ")) as bar:
        done = False
        while not done:
            done = job.watch(TICK_S)
            bar.label = job.stage.name.lower().replace("_", " ")
            bar.update(round(100 * job.progress) - bar.pos)


def _lines(status: TableStatus) -> list[str]:
    """Return how the table stands, a line for each thing that matters now."""
    lines = [f"link: {status.link}"]
    if status.state is not None:
        lines.append(f"state: {status.state.name.lower().replace('_', ' ')}")
    if status.gear is not None:
        stacks = "/".join(map(str, status.gear.layout))
        lines.append(f"gear: {status.gear.count} tiles, stacks {stacks}")
    if status.job_state is not None:
        lines.append(f"job: {status.stage.name.lower()} {status.percent} %")
    if status.fault is not None:
        lines.append(f"fault: {status.fault}")
    return lines


def _told(event: TableEvent) -> str:
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


def _refuse(ctx: click.Context, problem: BridgeError) -> None:
    """Say what to do about *problem* and end with status 2."""
    click.echo(problem.message, err=True)
    ctx.exit(REFUSED)
