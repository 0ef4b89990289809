"""`jantaku table`: its connection; which tables there are, rights, traces, programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from firmware_bridge import BridgeError, TableClient, open_table
from firmware_bridge.discovery import PortSources, find_tables, udev_rules
from firmware_bridge.link.trace import describe, messages, read, replay_host
from firmware_bridge.usb_ids import usb_ids
from hw_sim.board.device import Device
from hw_sim.ports.memory import SCHEME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from firmware_bridge.link.trace import Crossing


REFUSED: Final = 2
"""Exit status when the table could not be reached or said no."""

TWIN_TILES: Final = {f"{rank}z": 4 for rank in range(1, 8)} | {"1m": 4, "2m": 2}
"""34 tiles: enough for a board that only has to answer."""


def refuse(ctx: click.Context, problem: BridgeError) -> None:
    """Say what to do about *problem* and end with status 2."""
    click.echo(problem.message, err=True)
    ctx.exit(REFUSED)


def check_boards(_: click.Context, __: click.Parameter, boards: tuple[str, ...]) -> tuple[str, ...]:
    """Return *boards* as they are; end with a usage error where one is not known."""
    try:
        usb_ids(boards)
    except ValueError as problem:
        raise click.BadParameter(str(problem)) from problem
    return boards


@dataclass(slots=True)
class Connection:
    """The table that a command works on; reached only when one needs it."""

    ctx: click.Context
    port: str
    journal: Path
    boards: tuple[str, ...] = ()
    """Boards that may be the table though they do not say so."""
    _client: TableClient | None = None

    @property
    def client(self) -> TableClient:
        """The table; a port that cannot be used ends the command with status 2."""
        if self._client is None:
            try:
                self._client = open_table(self.port, journal=self.journal, boards=self.boards)
            except BridgeError as problem:
                refuse(self.ctx, problem)
                raise AssertionError from problem  # `refuse` has ended the command
            self.ctx.call_on_close(self._client.close)
        return self._client


@click.command("list")
@click.option(
    "--extra",
    multiple=True,
    help=f"A port that is no USB table, such as {SCHEME}://four_port, a simulated one.",
)
@click.pass_obj
def list_(connection: Connection, extra: tuple[str, ...]) -> None:
    """Print the tables that are plugged in; no byte is written to find them."""
    tables = find_tables(PortSources(extra=extra, ids=usb_ids(connection.boards)))
    for one in tables:
        words = [one.port, one.serial, one.product]
        click.echo("  ".join(word for word in words if word))
        if one.problem is not None:
            click.echo(f"  {one.problem.message}", err=True)
    if not tables:
        click.echo("no table found: plug its cable in and switch it on, or name its port by --port")


@click.command()
@click.pass_obj
def udev(connection: Connection) -> None:
    """Print the udev rules that give people the right to open a table on Linux."""
    click.echo(udev_rules(usb_ids(connection.boards)), nl=False)


@click.command()
@click.option("--list", "is_list", is_flag=True, help="Only print the traces kept on faults.")
@click.pass_obj
def trace(connection: Connection, *, is_list: bool) -> None:
    """Look at the table once and write all that crossed the port to a file, for a maintainer."""
    if is_list:
        for path in sorted(connection.journal.with_name("traces").glob("*.jsonl")):
            click.echo(f"{path}: {read(path)[0]}")
        return
    client = connection.client
    client.status()
    click.echo(client.dump_trace("asked for"))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--twin", is_flag=True, help="Also ask the simulated board what it would answer.")
@click.pass_context
def replay(ctx: click.Context, file: Path, *, twin: bool) -> None:
    """Tell what crossed the port in the trace FILE, and what the link makes of it."""
    try:
        why, crossings = read(file)
    except ValueError as problem:
        click.echo(str(problem), err=True)
        ctx.exit(REFUSED)
    click.echo(f"written on: {why}")
    for line in describe(crossings):
        click.echo(str(line))
    table_messages = list(messages(replay_host(crossings)))
    click.echo(f"the link understood {len(table_messages)} messages of the table")
    if twin:
        answers = list(describe(_answer(crossings)))
        for line in answers:
            click.echo(f"twin {line}")
        click.echo(f"the simulated board answered with {len(answers)} frames")


def _answer(crossings: Iterable[Crossing]) -> Iterator[Crossing]:
    """Yield what a simulated board says to the host's frames of a trace."""
    board = Device(TWIN_TILES)
    for crossing in crossings:
        if crossing.is_out:
            board.receive(crossing.data, crossing.at)
            for frame in board.frames(crossing.at):
                yield type(crossing)(crossing.at, is_out=False, data=frame)


@click.command()
@click.argument("image", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def update(connection: Connection, image: Path) -> None:
    """Give the table's board the program in the file IMAGE.

    Someone must lock the table first: lid closed, both lift keys held for ten seconds. A program
    that does not start is given up by the board, and the one before is back.
    """
    client = connection.client
    before = client.identity.firmware if client.identity else ""
    try:
        with click.progressbar(length=100, label="sending") as bar:
            after = client.update(
                image.read_bytes(), lambda part: bar.update(round(100 * part) - bar.pos)
            )
    except BridgeError as problem:
        refuse(connection.ctx, problem)
        return
    except (OSError, ValueError) as problem:
        click.echo(str(problem), err=True)
        connection.ctx.exit(REFUSED)
    now = after.firmware if after else ""
    click.echo(f"firmware {before} before, {now} now; clear the table's fault to let it home")
