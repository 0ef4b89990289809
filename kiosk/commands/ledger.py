"""The ledger from outside: `jantaku verify`, `backup`, `restore`, `export`, `import`, `take`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click

from kiosk.clock import SystemClock
from kiosk.ledger.backup import Backup, Backups
from kiosk.ledger.export import WRITERS, import_into
from kiosk.ledger.export import export as export_text
from kiosk.ledger.safekeeping import restore_closed_ledger, tape_at
from kiosk.ledger.sqlite import alone
from kiosk.ledger.verify import verify as verify_ledger
from kiosk.settings import Settings, load
from kiosk.wiring import kiosk_id, ledger_file, places_of
from rules.errors import JantakuError

DAMAGED: Final = 2
"""Exit status when something was found, or could not be done."""

file_option = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("path", type=file_option)
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
            f"damaged: {report.events} events are whole; `jantaku restore` goes back to a backup",
            err=True,
        )
        ctx.exit(DAMAGED)
    click.echo(f"whole: {report.events} events, {report.hands} hands, chain {report.last_hash}")
    for fault in report.faults:
        message = f"event {fault.seq}: this {fault.kind} counts for nothing, {fault.detail}"
        click.echo(f"{message}; take it back at the kiosk", err=True)
    if report.faults:
        ctx.exit(DAMAGED)


def of_kiosk(work: Callable[..., None]) -> Callable[..., None]:
    """Give a command the settings of the kiosk whose ledger is meant, and tell refusals."""

    @wraps(work)
    def run(config: Path | None, data_dir: Path | None, **params: Any) -> None:
        try:
            overrides = {} if data_dir is None else {"data_dir": data_dir}
            work(load(config, os.environ, **overrides), **params)
        except JantakuError as error:
            click.echo(f"{error.code}: {error}", err=True)
            sys.exit(DAMAGED)

    folder = click.option(
        "--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the ledger."
    )
    return folder(
        click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")(run)
    )


@click.command()
@of_kiosk
def backup(settings: Settings) -> None:
    """Copy the ledger, also of a kiosk that is running; the copy is reopened and verified."""
    copy, _ = Backups(settings.backups).make(ledger_file(settings), SystemClock().wall_ms())
    click.echo(f"{copy.path}: {copy.seq} events, {copy.hands} hands")


@click.command()
@click.argument("path", required=False, type=file_option)
@click.option("--list", "lists", is_flag=True, help="Only show the backups.")
@of_kiosk
def restore(settings: Settings, path: Path | None, lists: bool) -> None:
    """Bring the backup at PATH back, or the newest, with all that the tape has after it.

    The ledger that was there is kept beside it. The kiosk must not be running.
    """
    copies = Backups(settings.backups).all()
    if lists:
        for one in copies:
            click.echo(f"{one.path}: {one.seq} events, {one.hands} hands")
        return
    candidates = copies if path is None else (_find_backup(path, copies),)
    places, now_ms = places_of(settings), SystemClock().wall_ms()
    restoration = restore_closed_ledger(places, settings.table_id, candidates, now_ms)
    click.echo(
        f"restored: {restoration.events} events, {restoration.hands} hands; "
        f"{restoration.from_tape} events from the tape ({tape_at(places).path}), the others from "
        f"{restoration.backup or 'nowhere'}; before it: {restoration.kept or 'nothing'}"
    )


@click.command()
@click.option("--form", type=click.Choice(sorted(WRITERS)), default="json")
@click.option("--out", type=click.Path(path_type=Path), help="File to write.  [default: print it]")
@of_kiosk
def export(settings: Settings, form: str, out: Path | None) -> None:
    """Write the whole ledger as JSON or CSV, names included."""
    text = export_text(ledger_file(settings), form)
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_bytes(text.encode())


@click.command("import")
@click.argument("path", type=file_option)
@of_kiosk
def import_(settings: Settings, path: Path) -> None:
    """Write what the export at PATH has more than the ledger. The kiosk must not be running."""
    with alone(settings.ledger):
        events = import_into(settings.ledger, path.read_bytes().decode(errors="replace"))
    click.echo(f"imported: {events} events")


@click.command()
@of_kiosk
def take(settings: Settings) -> None:
    """Take this table over from the kiosk that led it, with its history from the parlour.

    Until then this kiosk's table stays with the other; from then on the other is turned away.
    The kiosk must not be running.
    """
    from kiosk.parlour.transfer import take as take_over

    places, url = places_of(settings), settings.database_url.get_secret_value()
    transfer = take_over(places, settings.table_id, url, kiosk_id(settings))
    click.echo(f"taken: {settings.table_id} with {transfer.events} events, epoch {transfer.epoch}")


def _find_backup(path: Path, copies: tuple[Backup, ...]) -> Backup:
    """Return the backup at *path*, wherever it lies."""
    by_path = {one.path.resolve(): one for one in copies}
    report = verify_ledger(path)
    return by_path.get(path.resolve(), Backup(path, 0, report.events, report.hands))
