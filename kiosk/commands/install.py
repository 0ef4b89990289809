"""`jantaku install` and `jantaku update`: a computer that is nothing but a kiosk."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click

from firmware_bridge.discovery import udev_rules
from firmware_bridge.usb_ids import usb_ids
from kiosk.deploy.release import UpdateError
from kiosk.deploy.this_computer import install as take_into_use
from kiosk.deploy.units import SETTINGS, Plan, render_files
from kiosk.files import write_whole

FAILED = 2
"""Exit status where nothing was changed, or not all."""


@click.command()
@click.option("--write", is_flag=True, help="Write the files and start the kiosk; needs root.")
@click.option("--root", default="/", type=click.Path(path_type=Path), help="Write below here.")
@click.option("--no-screen", is_flag=True, help="No browser here: the pages are seen elsewhere.")
@click.option("--board", "boards", multiple=True, help="A board, as for `jantaku table --board`.")
@click.pass_context
def install(
    ctx: click.Context, root: Path, boards: tuple[str, ...], *, write: bool, no_screen: bool
) -> None:
    """Print what makes this computer a kiosk: users, services, rights, settings; or write it."""
    try:
        rules = udev_rules(usb_ids(boards))
    except ValueError as problem:
        raise click.BadParameter(str(problem), param_hint="--board") from problem
    plan = Plan.here(has_screen=not no_screen)
    texts = render_files(plan, rules)
    if not write:
        click.echo("\n".join(f"# === {path}\n{text}" for path, text in texts.items()), nl=False)
        return
    _write(texts, root)
    if root == Path("/") and not all(map(_run, _orders(plan))):
        ctx.exit(FAILED)


def _write(texts: dict[str, str], root: Path) -> None:
    """Write *texts* by path below *root*; settings that are there stay as they are."""
    for path, text in texts.items():
        place = root / path.lstrip("/")
        if path == SETTINGS and place.exists():
            click.echo(f"kept    {place}")
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, text)
        click.echo(f"written {place}")


def _orders(plan: Plan) -> list[list[str]]:
    """Return what lets the system know of the files, and starts what they describe."""
    return [
        ["systemd-sysusers"],
        ["udevadm", "control", "--reload"],
        ["udevadm", "trigger"],
        ["systemctl", "daemon-reload"],
        ["systemctl", "enable", "--now", *plan.services],
    ]


def _run(command: list[str]) -> bool:
    """Run *command*; say where it failed, and return whether it did not."""
    try:
        status = subprocess.run(command, check=False).returncode  # noqa: S603 -- ours
    except OSError:
        status = 1
    if status:
        click.echo(f"failed: {' '.join(command)}", err=True)
    return status == 0


@click.command()
@click.argument("wheel", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def update(ctx: click.Context, wheel: Path) -> None:
    """Take the release in WHEEL into use; the one before comes back where it does not serve."""
    try:
        click.echo(f"in use: {take_into_use(wheel)}")
    except UpdateError as error:
        click.echo(str(error), err=True)
        ctx.exit(FAILED)
