"""`jantaku pin` and `jantaku token`: who may look after the kiosk, and which programs may call it.

Both change the keys of the kiosk's data directory; a kiosk that runs takes them up at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

from kiosk.access.operator import keys_path
from kiosk.access.pin import pin_digest
from kiosk.access.rights import SCOPES, Right
from kiosk.access.secrets import Keys
from kiosk.clock import SystemClock
from kiosk.settings import load
from rules.errors import JantakuError

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED: Final = 2
"""Exit status when nothing was changed."""


def _data_option(command: Callable[..., None]) -> Callable[..., None]:
    """Give *command* the options that say whose keys are meant."""
    data = click.option(
        "--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the kiosk's ledger."
    )
    config = click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")
    return data(config(command))


def _keys(data_dir: Path | None, config: Path | None) -> Keys:
    settings = load(config, os.environ)
    return Keys(keys_path(settings) if data_dir is None else data_dir / keys_path(settings).name)


@click.command()
@_data_option
@click.option("--clear", is_flag=True, help="Have no PIN; the kiosk then asks for a first one.")
def pin(data_dir: Path | None, config: Path | None, *, clear: bool) -> None:
    """Choose the operator's PIN, asked for twice; wrong tries are forgotten."""
    try:
        keys = _keys(data_dir, config)
        if clear:
            keys.put_pin("")
            click.echo("there is no PIN any more")
            return
        chosen = click.prompt("PIN, 4 to 12 digits", hide_input=True, confirmation_prompt=True)
        keys.put_pin(pin_digest(chosen))
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
        made, text = _keys(data_dir, config).make_token(
            label, Right(right), SystemClock().wall_ms()
        )
    except JantakuError as error:
        _refuse(error)
    click.echo(f"{made.id} {made.right}: {made.label}", err=True)
    click.echo(text)


@token.command("list")
@_data_option
def list_(data_dir: Path | None, config: Path | None) -> None:
    """Print what is known of each token."""
    try:
        held = _keys(data_dir, config).held().tokens
    except JantakuError as error:
        _refuse(error)
    for one in held:
        click.echo(f"{one.id} {one.right}: {one.label}")
    if not held:
        click.echo("no tokens")


@token.command("drop")
@click.argument("id_", metavar="ID")
@_data_option
def drop(id_: str, data_dir: Path | None, config: Path | None) -> None:
    """Take the token ID back, at once."""
    try:
        _keys(data_dir, config).drop_token(id_)
    except JantakuError as error:
        _refuse(error)
    click.echo(f"{id_} is taken back")


def _refuse(error: JantakuError) -> NoReturn:
    click.echo(f"{error.code}: {error}", err=True)
    sys.exit(REFUSED)
