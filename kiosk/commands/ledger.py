"""`jantaku verify`: whether a ledger is as it was written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from kiosk.ledger.verify import verify as verify_ledger

DAMAGED: Final = 2
"""Exit status when something was found."""


@click.command()
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def verify(ctx: click.Context, path: Path) -> None:
    """Recompute the ledger at PATH and say whether it is whole.

    Checks the file, the hash chain, the form of every event, its transfers and the totals. Exit
    status 2, with each place, where anything does not fit.
    """
    report = verify_ledger(path)
    for damage in report.damage:
        click.echo(f"{damage.where}: {damage.what}", err=True)
    if not report.is_whole:
        click.echo(
            f"damaged: {report.events} events are whole; go back to a backup of the file",
            err=True,
        )
        ctx.exit(DAMAGED)
    click.echo(f"whole: {report.events} events, {report.hands} hands, chain {report.last_hash}")
