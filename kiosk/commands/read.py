"""`jantaku read`: the tiles in photographs, as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import cv2

from kiosk.camera.tile_sets import named
from kiosk.errors import Refused
from kiosk.settings import load as load_settings
from rules.errors import JantakuError
from vision.camera import load
from vision.errors import VisionError
from vision.photo.overlay import marked
from vision.photo.pipeline import read_photo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.recognise.enrolled import EnrolledSet

REFUSED: Final = 2
"""Exit status when a picture could not be read or shows no tile."""


@click.command()
@click.argument(
    "photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--draw",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write each picture into DIR with what was read drawn in.",
)
@click.option("--set", "tile_set", metavar="NAME", help="Read by this enrolled set, or kit.")
@click.option("--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the kiosk.")
@click.pass_context
def read(
    ctx: click.Context,
    photos: tuple[Path, ...],
    draw: Path | None,
    tile_set: str | None,
    data_dir: Path | None,
) -> None:
    """Print the tiles found in each PHOTO, left to right, row by row, as JSON.

    One line per photograph: `path`; `tiles`, each with `code`, `confidence`, `row`, `sideways`,
    `box` (corners of all that is seen of the tile, in pixels), `face` (those of its face, from its
    own top left) and `alternatives`; `groups` of tiles that lie together (places in `tiles`); and
    `problems`, each with `code`, `message` and the `tiles` concerned, counted from 1.
    A picture that cannot be read, or shows no tile, gives a line with `error`, and exit status 2 in
    the end.
    """
    try:
        own = None if tile_set is None else named(_folder(data_dir), tile_set)
    except (VisionError, Refused, JantakuError) as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    refused = False
    for path in _with_progress(photos):
        answer = _answer(path, draw, own)
        click.echo(json.dumps(answer, ensure_ascii=False))
        refused = refused or "error" in answer
    if refused:
        ctx.exit(REFUSED)


def _folder(data_dir: Path | None) -> Path:
    """Return the kiosk's data directory."""
    return data_dir or load_settings(None, os.environ).data_dir


def _with_progress(photos: tuple[Path, ...]) -> Iterable[Path]:
    """Yield *photos*, with a progress bar on standard error where there are several."""
    if len(photos) == 1:
        yield from photos
        return
    with click.progressbar(photos, label="Reading", file=sys.stderr, show_pos=True) as bar:
        yield from bar


def _answer(path: Path, draw: Path | None, own: EnrolledSet | None) -> dict[str, Any]:
    """Return the line for the photograph *path*."""
    try:
        image = load(path)
        reading = read_photo(image, own=own)
    except VisionError as error:
        return {"path": str(path), "error": {**error.to_json(), "where": str(path)}}
    if draw is not None:
        draw.mkdir(parents=True, exist_ok=True)
        target = draw / f"{path.stem}.png"
        packed = cv2.imencode(".png", marked(image, reading.tiles))[1]
        target.write_bytes(packed.tobytes())
    return {
        "path": str(path),
        "tiles": reading.to_json(),
        "groups": [group.to_json() for group in reading.groups],
        "problems": [problem.to_json() for problem in reading.problems],
    }
