"""`jantaku table update`: give the table's board another program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_bridge import BridgeError
from kiosk.commands.table_ports import REFUSED, refuse

if TYPE_CHECKING:
    from kiosk.commands.table import Connection


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
