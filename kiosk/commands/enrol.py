"""`jantaku enrol`: learn an owner's tile set from a picture of each face."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import click
import cv2

from kiosk.camera.enrolment import SHAPES, Shelf, lesson
from kiosk.camera.tile_sets import FACES
from kiosk.errors import Refused
from kiosk.settings import load as load_settings
from rules.errors import JantakuError
from vision.camera import load
from vision.errors import VisionError
from vision.photo.overlay import outlined

REFUSED: Final = 2
"""Exit status when a picture does not show what was to be learned."""


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
        shelf = Shelf(wish["data_dir"] or load_settings(None, os.environ).data_dir)
        shown = lesson([load(photo) for photo in photos], shape)
        if draw is not None:
            picture = outlined(shown.images[-1], shown.rows[-1])
            draw.write_bytes(cv2.imencode(draw.suffix or ".png", picture)[1].tobytes())
        shown.check(codes, [photo.name for photo in photos])
        path = shelf.keep(shown.learned(name, codes), shown.faces())
    except (JantakuError, VisionError, Refused) as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    click.echo(f"{path}: {len(codes)} faces learned; jantaku read --set {name} reads by them")
