"""`jantaku audit`: whether dice and shuffle of this table are fair, by its ledger."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click
from sqlalchemy.exc import DBAPIError

from kiosk.fairness.dice import audit_dice
from kiosk.fairness.history import History, history_of
from kiosk.fairness.plot import dice_picture, shuffle_picture
from kiosk.fairness.shuffle import audit_shuffle
from kiosk.i18n import FALLBACK, catalogue, languages
from kiosk.ledger.rows import rows_of, tables_of
from kiosk.ledger.sqlite import reading

SUSPICIOUS: Final = 1
"""Exit status when something speaks against fairness."""

REFUSED: Final = 2

LEDGER: Final = click.argument(
    "ledger", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
PICTURE: Final = click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw what was found into this file.",
)
LANGUAGE: Final = click.option(
    "--language",
    type=click.Choice(languages()),
    default=FALLBACK,
    show_default=True,
    help="The language of what is told and drawn.",
)


@click.group()
@click.pass_context
def audit(ctx: click.Context) -> None:
    """Test dice and shuffle over the history in LEDGER.

    One looks only at numbers of throws and hands that were fixed beforehand, so that looking
    often does not raise false alarms: a fair table is suspected once in a thousand histories.
    """
    if find_spec("scipy") is None:
        click.echo("jantaku audit needs SciPy: pip install 'jantaku[audit]'", err=True)
        ctx.exit(REFUSED)


@audit.command()
@LEDGER
@PICTURE
@LANGUAGE
@click.pass_context
def dice(ctx: click.Context, ledger: Path, svg: Path | None, language: str) -> None:
    """Test faces, pairs, order and length of all throws, each source for itself."""
    t, throws = catalogue(language), _history(ctx, ledger).throws
    audits = [audit_dice(throws, source) for source in sorted({each.source for each in throws})]
    lines = [line for each in audits for line in each.words(t)] or [t("audit.dice.none")]
    is_fair = all(each.is_fair for each in audits)
    _tell(ctx, lines, svg, lambda: dice_picture(audits, t))
    ctx.exit(0 if is_fair else SUSPICIOUS)


@audit.command()
@LEDGER
@PICTURE
@LANGUAGE
@click.pass_context
def shuffle(ctx: click.Context, ledger: Path, svg: Path | None, language: str) -> None:
    """Test whether tiles that lay together come together again, and which are turned up."""
    t, report = catalogue(language), audit_shuffle(_history(ctx, ledger).hands)
    _tell(ctx, report.words(t), svg, lambda: shuffle_picture(report, t))
    ctx.exit(0 if report.is_fair else SUSPICIOUS)


def _history(ctx: click.Context, ledger: Path) -> History:
    """Return the history of *ledger*; one that cannot be read ends the command."""
    try:
        with reading(ledger) as connection:
            return history_of(
                row.event() for table in tables_of(connection) for row in rows_of(connection, table)
            )
    except (DBAPIError, ValueError, KeyError, TypeError) as problem:
        words = f"the ledger {ledger} cannot be read ({problem}): see what `jantaku verify` finds"
        click.echo(words, err=True)
        ctx.exit(REFUSED)


def _tell(ctx: click.Context, lines: list[str], svg: Path | None, draw: Callable[[], str]) -> None:
    click.echo("\n".join(lines))
    if svg is None:
        return
    try:
        svg.write_text(draw(), encoding="utf-8")
    except OSError as problem:
        click.echo(f"the picture cannot be written: {problem}", err=True)
        ctx.exit(REFUSED)
