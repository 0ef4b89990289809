"""`jantaku enrol`: learn an owner's tile set from a picture of each face."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import cv2
import numpy as np

from kiosk.errors import Refused
from kiosk.sets import FACES, path_of
from kiosk.settings import load as load_settings
from rules.errors import JantakuError
from vision.enrolled import EnrolledSet, EnrolmentError, enrol, merged
from vision.errors import VisionError
from vision.loading import load
from vision.marked import outlined
from vision.photo import find
from vision.rows import in_rows
from vision.spread import spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.camera import Image
    from vision.localise import Spot

REFUSED: Final = 2
"""Exit status when a picture does not show what was to be learned."""
SHAPES: Final = {"hanafuda": 1.64, "cards": 1.4, "dominoes": 2.4}
"""Height over width of what is found by its outline; `--shape` names another."""


@click.command("enrol")
@click.argument("name")
@click.argument(
    "photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--kind",
    default="mahjong",
    show_default=True,
    help=f"What was laid out: {', '.join(FACES)}, or the codes in reading order ('5z 1f').",
)
@click.option("--shape", type=float, help="Height over width of cards or dominoes.")
@click.option("--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the kiosk.")
@click.option("--draw", type=click.Path(path_type=Path), help="Write the last picture, numbered.")
@click.pass_context
def enrol_(
    ctx: click.Context,
    /,
    name: str,
    photos: tuple[Path, ...],
    kind: str,
    **wish: Any,
) -> None:
    """Learn the set NAME from PHOTOs that show each of its faces once, in reading order.

    Lay them out upright in rows on a plain cloth: 1m to 9m, 1p to 9p, 1s to 9s, 1z to 7z, and so
    on. Several photographs share the faces out between them. The set named `table` is the one that
    the kiosk's camera reads by.
    """
    codes = FACES.get(kind) or tuple(kind.split())
    shape, draw = wish["shape"] or SHAPES.get(kind), wish["draw"]
    try:
        path = path_of(wish["data_dir"] or load_settings(None, os.environ).data_dir, name)
        images = [load(photo) for photo in photos]
        rows = [found(image, shape) for image in images]
        _check(photos, rows, codes)
        if draw is not None:
            packed = cv2.imencode(draw.suffix or ".png", outlined(images[-1], rows[-1]))[1]
            draw.write_bytes(packed.tobytes())
        learned = learn(name, images, rows, codes)
    except (JantakuError, VisionError, Refused) as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    learned.save(path)
    click.echo(f"{path}: {len(codes)} faces learned; jantaku read --set {name} reads by them")


def found(image: Image, shape: float | None) -> list[Spot]:
    """Return the tiles of *image* in reading order; *shape* tells cards from mahjong tiles."""
    spots = find(image) if shape is None else spread(image, shape)
    return [spots[place] for row in in_rows(spots) for place in row]


def _check(photos: Sequence[Path], rows: Sequence[Sequence[Spot]], codes: Sequence[str]) -> None:
    """Raise `EnrolmentError` unless *rows* hold as many tiles as there are *codes*."""
    count = sum(len(row) for row in rows)
    if count == len(codes):
        return
    each = ", ".join(f"{photo.name} {len(row)}" for photo, row in zip(photos, rows, strict=True))
    message = (
        f"{count} tiles found ({each}), {len(codes)} are wanted: lay out one of each kind, "
        "a little apart, nothing else in the picture"
    )
    raise EnrolmentError(message, where="photos")


def learn(
    name: str, images: Sequence[Image], rows: Sequence[Sequence[Spot]], codes: Sequence[str]
) -> EnrolledSet:
    """Return the set *name* with the faces at *rows* of *images*, which *codes* names in order."""
    learned: EnrolledSet | None = None
    start = 0
    for image, spots in zip(images, rows, strict=True):
        if not spots:
            continue
        quads = np.stack([spot.quad() for spot in spots])
        part = enrol(name, image, quads, codes[start : start + len(spots)])
        learned = part if learned is None else merged(learned, part)
        start += len(spots)
    assert learned is not None
    return learned
