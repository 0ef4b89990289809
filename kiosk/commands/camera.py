"""`jantaku calibrate`, `enrol` and `read`: where the table lies, whose tiles, what was laid."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kiosk.camera.enrolment import TileSetStore, lesson
from kiosk.camera.still_marks import zones
from kiosk.camera.survey import CALIBRATION, keep, load_calibration, table_of
from kiosk.camera.tile_sets import FACES, load_set
from kiosk.camera.video import VideoCamera
from kiosk.errors import Refused
from kiosk.settings import load as load_settings
from rules import ruleset
from rules.errors import JantakuError
from vision.calibration import (
    MARKER_OUTSIDE_MM,
    RULER_MM,
    Calibration,
    can_tell,
    drift,
    from_taps,
    markers_pdf,
    with_landmarks,
)
from vision.calibration import calibrate as by_markers
from vision.errors import VisionError
from vision.geometry import SEATS
from vision.images import load_image, load_images, save_image
from vision.photo import draw_outlines, draw_tiles, read_photo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.geometry import Layout
    from vision.recognise import EnrolledSet
    from vision.types import Image


REFUSED: Final = 2
"""Exit status when a picture could not be read, or shows no table or tile."""
MOVED: Final = 1
"""Exit status of a check that finds the camera moved."""


@click.command()
@click.option("--camera", help="Camera: number, address, recording or folder.  [default: settings]")
@click.option("--data", "data_dir", type=click.Path(path_type=Path), help="Folder to store it in.")
@click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")
@click.option(
    "--point",
    "points",
    multiple=True,
    metavar="X,Y",
    help="Pixel of a corner of the field; far left first, clockwise; then the edges' middles.",
)
@click.option("--oval", metavar="W,D", help="Width and depth in mm of a round or oval field.")
@click.option(
    "--side", type=float, help="Side of a square field in mm.  [default: 840; larger for over four]"
)
@click.option("--seats", type=click.IntRange(1, SEATS), default=4, show_default=True)
@click.option("--focal", type=float, help="Focal length in pixels, if known.")
@click.option("--still", type=click.Path(path_type=Path), help="Write the picture, zones drawn in.")
@click.option(
    "--markers", type=click.Path(path_type=Path), help="Only write the markers to print (PDF)."
)
@click.option("--check", is_flag=True, help="Only compare the picture with what is stored.")
@click.pass_context
def calibrate(
    ctx: click.Context,
    /,
    camera: str | None,
    data_dir: Path | None,
    config: Path | None,
    **wish: object,
) -> None:
    """Find the table in the camera's picture and store where it lies.

    Put the printed markers (--markers) on the rim, or give the field's corners with --point (four,
    or eight with the middles of the edges, which measure the lens too). On the rim of a round or
    oval table (--oval) markers 4 to 7 lie at its ends and 0 to 3 halfway between them. What the
    table's edge looks like is kept, too: by both the kiosk notices at every start, and then now and
    again, that the camera was moved.
    """
    try:
        if isinstance(wish["markers"], Path):
            click.echo(_print_markers(wish["markers"]))
            return
        settings = load_settings(config, os.environ)
        image = _picture(camera or settings.camera)
        folder = data_dir or settings.data_dir
        if wish["check"]:
            ctx.exit(_check(image, folder))
        layout = _table(wish)
        calibration = with_landmarks(image, _measure(image, layout, wish))
        if isinstance(wish["still"], Path):
            save_image(zones(image, calibration, layout), wish["still"])
    except (JantakuError, VisionError) as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    keep(calibration, folder)
    click.echo(
        _report(calibration, folder / CALIBRATION, drift(image, calibration).moved_mm is not None)
    )


def _print_markers(path: Path) -> str:
    """Write the markers to *path*; return what to do with them."""
    if path.suffix.lower() != ".pdf":
        message = f"{path.name}: name a file that ends in .pdf"
        raise VisionError(message, where="markers")
    path.write_bytes(markers_pdf())
    return (
        f"{path}: print it on A4 at 100 % (the ruler is {RULER_MM:g} mm long), cut the markers out "
        f"along their frames and put each on the rim where the sheet has it, upright for the first "
        f"seat, its middle {MARKER_OUTSIDE_MM:g} mm outside the field; 0 to 3 are needed"
    )


def _picture(source: str) -> Image:
    if not source:
        message = "no camera is set: name one with --camera, or in the settings"
        raise VisionError(message, where="camera")
    camera = VideoCamera(source)
    try:
        return camera.grab_at_rest().image
    finally:
        camera.close()


def _measure(image: Image, layout: Layout, wish: dict[str, object]) -> Calibration:
    focal = None if wish["focal"] is None else float(str(wish["focal"]))
    points = wish["points"]
    assert isinstance(points, tuple)
    if not points:
        return by_markers(image, layout, focal)
    taps = [_pixel(point) for point in points]
    return from_taps(taps, layout, (image.shape[1], image.shape[0]), focal)


def _table(wish: dict[str, object]) -> Layout:
    """Return the table that is to be measured; raise `Refused` for one that is none."""
    oval = None if wish["oval"] is None else _pair(str(wish["oval"]), "oval", "--oval WIDTH,DEPTH")
    side = None if wish["side"] is None else float(str(wish["side"]))
    return table_of(int(str(wish["seats"])), side, oval)


def _pixel(text: str) -> tuple[float, float]:
    """Return the pixel that *text* (`X,Y`) names; raise `VisionError` where it names none."""
    return _pair(text, "points", "--point X,Y")


def _pair(text: str, where: str, form: str) -> tuple[float, float]:
    """Return the two numbers in *text*; raise `VisionError` with the *form* if there are none."""
    one, _, other = text.partition(",")
    try:
        return float(one), float(other)
    except ValueError as error:
        raise VisionError(f"{text!r} is no pair of numbers: write {form}", where=where) from error


def _check(image: Image, folder: Path) -> int:
    """Say whether the camera still looks as it did; return the exit status."""
    calibration = load_calibration(folder)
    if calibration is None:
        path = folder / CALIBRATION
        message = f"there is no sound calibration in {path}: run jantaku calibrate first"
        raise VisionError(message, where="calibration")
    change = drift(image, calibration)
    if change.moved_mm is None:
        click.echo(_cannot_tell(calibration, len(change.markers)))
        return MOVED
    if change.has_moved:
        click.echo(f"the camera has moved by {change.moved_mm:.1f} mm: run jantaku calibrate again")
        return MOVED
    by = f"{change.agreeing} landmarks" if change.agreeing else f"{len(change.markers)} markers"
    click.echo(f"the camera is where it was, to {change.moved_mm:.1f} mm by {by}")
    return 0


def _cannot_tell(calibration: Calibration, markers: int) -> str:
    """Return why nothing can be said about *calibration*, *markers* being seen, and what to do."""
    if not can_tell(calibration):
        return (
            "cannot tell: this calibration keeps nothing to compare: run jantaku calibrate again, "
            "with markers where the table's edge shows nothing"
        )
    landmark_count = 0 if calibration.landmarks is None else len(calibration.landmarks.places)
    return (
        f"cannot tell: {markers} markers seen, and too few of {landmark_count} landmarks; clear "
        "the table's corners and edge. If camera or table were moved or turned, run jantaku "
        "calibrate again"
    )


def _report(calibration: Calibration, path: Path, can_be_checked: bool) -> str:
    """Return what was measured, and whether it *can_be_checked* later, for people."""
    bend = "straight" if calibration.lens is None else f"bent by {calibration.lens.bend[0]:+.3f}"
    kind = f"{len(calibration.marks)} markers" if calibration.marks else "points"
    landmark_count = 0 if calibration.landmarks is None else len(calibration.landmarks.places)
    text = f"{path}: table found by {kind}, points within {calibration.off_mm:.1f} mm, lens {bend}"
    if not can_be_checked:
        return f"{text}; its edge shows too little to notice a moved camera by: lay markers on it"
    return f"{text}, {landmark_count} landmarks kept"


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
    draw = wish["draw"]
    try:
        tile_set_store = TileSetStore(wish["data_dir"] or load_settings(None, os.environ).data_dir)
        set_lesson = lesson(load_images(photos), codes)
        if draw is not None:
            save_image(draw_outlines(set_lesson.images[-1], set_lesson.rows[-1]), draw)
        set_lesson.check(codes, [photo.name for photo in photos])
        path = tile_set_store.keep(set_lesson.learn(name, codes), set_lesson.faces())
    except (JantakuError, VisionError, Refused) as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    click.echo(f"{path}: {len(codes)} faces learned; jantaku read --set {name} reads by them")


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
@click.option("--game", metavar="ID", help="Read only tiles that this game is played with.")
@click.option("--data", "data_dir", type=click.Path(path_type=Path), help="Folder of the kiosk.")
@click.pass_context
def read(ctx: click.Context, /, photos: tuple[Path, ...], draw: Path | None, **wish: Any) -> None:
    """Print the tiles found in each PHOTO, left to right, row by row, as JSON.

    One line per photograph: `path`; `tiles`, each with `code`, `confidence`, `row`, `sideways`,
    `box` (corners of all that is seen of the tile, in pixels), `face` (those of its face, from its
    own top left) and `alternatives`; `groups` of tiles that lie together (places in `tiles`); and
    `problems`, each with `code`, `message` and the `tiles` concerned, counted from 1.
    A picture that cannot be read, or shows no tile, gives a line with `error`, and exit status 2 in
    the end.
    """
    tile_set, game = wish["tile_set"], wish["game"]
    try:
        own = None if tile_set is None else load_set(_folder(wish["data_dir"]), tile_set)
        tiles = None if game is None else _tiles_of(game, own)
    except (VisionError, Refused, JantakuError) as error:
        click.echo(f"{error.code}: {error}", err=True)
        ctx.exit(REFUSED)
    has_refusal = False
    for path in _with_progress(photos):
        answer = _answer(path, draw, own, tiles)
        click.echo(json.dumps(answer, ensure_ascii=False))
        has_refusal = has_refusal or "error" in answer
    if has_refusal:
        ctx.exit(REFUSED)


def _folder(data_dir: Path | None) -> Path:
    return data_dir or load_settings(None, os.environ).data_dir


def _with_progress(photos: tuple[Path, ...]) -> Iterable[Path]:
    if len(photos) == 1:
        yield from photos
        return
    with click.progressbar(photos, label="Reading", file=sys.stderr, show_pos=True) as bar:
        yield from bar


def _tiles_of(game: str, own: EnrolledSet | None) -> Mapping[str, int]:
    """Return the copies of each mahjong tile that *game* is played with.

    Raise `UnknownRulesetError` for no game, `VisionError` where cards or dominoes are read.
    """
    rules = ruleset(game)
    tiles = rules.tiles_for(rules.defaults)
    if not tiles or not (own is None or own.is_mahjong):
        message = f"{game}: --game is for mahjong tiles; cards and dominoes are read by --set alone"
        raise VisionError(message, where="game")
    return tiles


def _answer(
    path: Path, draw: Path | None, own: EnrolledSet | None, tiles: Mapping[str, int] | None
) -> dict[str, Any]:
    try:
        image = load_image(path)
        reading = read_photo(image, tiles, own)
    except VisionError as error:
        return {"path": str(path), "error": {**error.to_json(), "where": str(path)}}
    if draw is not None:
        draw.mkdir(parents=True, exist_ok=True)
        save_image(draw_tiles(image, reading.tiles), draw / f"{path.stem}.png")
    return {
        "path": str(path),
        "tiles": reading.to_json(),
        "groups": [asdict(group) for group in reading.groups],
        "problems": [asdict(problem) for problem in reading.problems],
    }
