"""`jantaku pin` and `jantaku token`: who may look after the kiosk, and which programs may call it.

Both change the secrets of the kiosk's data directory; a kiosk that runs takes them up at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

import click

from kiosk.access.operator import secrets_path
from kiosk.access.pin import pin_digest
from kiosk.access.rights import SCOPES, Right
from kiosk.access.secrets import Secrets
from kiosk.clock import SystemClock
from kiosk.settings import load
from rules.errors import JantakuError

REFUSED: Final = 2
"""Exit status when nothing was changed."""


def _data_option(command: Callable[..., None]) -> Callable[..., None]:
    """Give *command* the options that say whose secrets are meant."""
    data = click.option(
        "--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the kiosk's ledger."
    )
    config = click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")
    return data(config(command))


def _secrets(data_dir: Path | None, config: Path | None) -> Secrets:
    settings = load(config, os.environ)
    return Secrets(
        secrets_path(settings) if data_dir is None else data_dir / secrets_path(settings).name
    )


@click.command()
@_data_option
@click.option(
    "--clear",
    is_flag=True,
    help="Have no PIN; the next start draws one.",
)
def pin(data_dir: Path | None, config: Path | None, *, clear: bool) -> None:
    """Choose the operator's PIN, asked for twice; wrong tries are forgotten."""
    try:
        secrets = _secrets(data_dir, config)
        if clear:
            secrets.put_pin("")
            click.echo("there is no PIN any more")
            return
        new_pin = click.prompt("PIN, 4 to 12 digits", hide_input=True, confirmation_prompt=True)
        secrets.put_pin(pin_digest(new_pin))
    except JantakuError as error:
        _refuse(error)
    click.echo("the new PIN holds")


@click.group()
def token() -> None:
    """Let programs call the kiosk's interface, or not any more."""


@token.command("add")
@click.argument("label")
@click.option(
    "--right",
    type=click.Choice([str(scope) for scope in SCOPES]),
    default=str(Right.READ),
    show_default=True,
    help="What it may do; each includes those before it.",
)
@_data_option
def add(label: str, right: str, data_dir: Path | None, config: Path | None) -> None:
    """Make a token called LABEL and print it; it is never shown again."""
    try:
        new_token, text = _secrets(data_dir, config).make_token(
            label, Right(right), SystemClock().wall_ms()
        )
    except JantakuError as error:
        _refuse(error)
    click.echo(f"{new_token.id} {new_token.right}: {new_token.label}", err=True)
    click.echo(text)


@token.command("list")
@_data_option
def list_(data_dir: Path | None, config: Path | None) -> None:
    """Print what is known of each token."""
    try:
        tokens = _secrets(data_dir, config).read().tokens
    except JantakuError as error:
        _refuse(error)
    for one in tokens:
        click.echo(f"{one.id} {one.right}: {one.label}")
    if not tokens:
        click.echo("no tokens")


@token.command("drop")
@click.argument("id_", metavar="ID")
@_data_option
def drop(id_: str, data_dir: Path | None, config: Path | None) -> None:
    """Take the token ID back, at once."""
    try:
        _secrets(data_dir, config).drop_token(id_)
    except JantakuError as error:
        _refuse(error)
    click.echo(f"{id_} is taken back")


def _refuse(error: JantakuError) -> NoReturn:
    click.echo(f"{error.code}: {error}", err=True)
    sys.exit(REFUSED)
