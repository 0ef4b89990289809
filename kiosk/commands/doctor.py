"""`jantaku doctor`: looks at everything that a kiosk needs and says what to do where it lacks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from firmware_bridge.client import open_table
from firmware_bridge.errors import BridgeError
from kiosk.camera.video import VideoCamera
from kiosk.errors import without_secrets
from kiosk.settings import Settings, load
from kiosk.support.doctor import Check, checks
from rules.errors import JantakuError
from vision.errors import VisionError

SICK: Final = 2
"""Exit status when something is not as it should be."""
TABLE_S: Final = 5.0
"""How long the machine may take to answer."""


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")
@click.option("--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the ledger.")
@click.option("--table", help="Port of the machine, as for `jantaku serve`.  [default: settings]")
@click.option("--camera", help="Camera above the table.  [default: settings]")
@click.pass_context
def doctor(ctx: click.Context, /, config: Path | None, **params: object) -> None:
    """Check settings, disk, keys, ledger, machine and camera, and say what is wrong.

    Exit status 2 where anything is. Stop the kiosk first if its machine is to be looked at.
    """
    overrides = {name: value for name, value in params.items() if value is not None}
    try:
        settings = load(config, os.environ, **overrides)
    except JantakuError as error:
        click.echo(f"✗ settings: {error}")
        ctx.exit(SICK)
    sick = 0
    for check in (Check("settings", True, "understood"), *_all(settings)):
        sick += not check.is_good
        click.echo(f"{'✓' if check.is_good else '✗'} {check.name}: {check.told}")
    ctx.exit(SICK if sick else 0)


def _all(settings: Settings) -> Iterator[Check]:
    """Yield every check, one after another, since some take seconds."""
    yield from checks(settings)
    yield _table(settings)
    yield from _camera(settings)


def _table(settings: Settings) -> Check:
    """Return whether the machine answers; its jobs are left alone."""
    if not settings.table:
        return Check("table", True, "none is set; walls are built by hand")
    try:
        journal = settings.journal.with_name("doctor-journal.json")
        with open_table(
            settings.table, journal=journal, wait_s=TABLE_S, boards=settings.boards.split(",")
        ) as client:
            identity = client.identity
            fault = client.status().fault
    except BridgeError as error:
        return Check("table", False, without_secrets(error.message))
    who = "" if identity is None else f"{identity.model} {identity.firmware}"
    return Check("table", fault is None, who if fault is None else f"{who}: {fault}")


def _camera(settings: Settings) -> Iterator[Check]:
    """Yield whether the camera gives a picture and knows where the table lies."""
    if not settings.camera:
        yield Check("camera", True, "none is set; tiles are entered by hand")
        return
    try:
        camera = VideoCamera(settings.camera)
        try:
            tall, wide = camera.grab().image.shape[:2]
        finally:
            camera.close()
    except VisionError as error:
        yield Check("camera", False, without_secrets(error.message))
        return
    yield Check("camera", True, f"{wide} × {tall} pixels")
    there = settings.calibration.exists()
    text = "stored" if there else "missing: run jantaku calibrate"
    yield Check("calibration", there, text)
