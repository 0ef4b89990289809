"""`jantaku read`: the tiles in photographs, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import cv2

from vision.errors import VisionError
from vision.loading import load
from vision.marked import marked
from vision.photo import read_photo

if TYPE_CHECKING:
    from collections.abc import Iterable

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
@click.pass_context
def read(ctx: click.Context, photos: tuple[Path, ...], draw: Path | None) -> None:
    """Print the tiles found in each PHOTO, left to right, row by row, as JSON.

    One line per photograph: `path` and `tiles`, each tile with `code`, `confidence`, `row`,
    `box` (corners in pixels) and `alternatives`. A picture that cannot be read, or shows no
    tile, gives a line with `error`, and exit status 2 in the end.
    """
    refused = False
    for path in _with_progress(photos):
        answer = _answer(path, draw)
        click.echo(json.dumps(answer, ensure_ascii=False))
        refused = refused or "error" in answer
    if refused:
        ctx.exit(REFUSED)


def _with_progress(photos: tuple[Path, ...]) -> Iterable[Path]:
    """Yield *photos*, with a progress bar on standard error where there are several."""
    if len(photos) == 1:
        yield from photos
        return
    with click.progressbar(photos, label="Reading", file=sys.stderr, show_pos=True) as bar:
        yield from bar


def _answer(path: Path, draw: Path | None) -> dict[str, Any]:
    """Return the line for the photograph *path*."""
    try:
        image = load(path)
        reading = read_photo(image)
    except VisionError as error:
        return {"path": str(path), "error": {**error.to_json(), "where": str(path)}}
    if draw is not None:
        draw.mkdir(parents=True, exist_ok=True)
        target = draw / f"{path.stem}.png"
        packed = cv2.imencode(".png", marked(image, reading.tiles))[1]
        target.write_bytes(packed.tobytes())
    return {"path": str(path), "tiles": reading.to_json()}
