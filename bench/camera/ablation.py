"""What each step behind the networks brings: the same pictures read without it.

A step is one function of the recogniser; switched off, another stands in its place that does
nothing, for the time of one reading. The networks' answers are kept while one picture is read by
every way, so that a whole round costs little more than one: `seconds` counts an answer at what it
took when it was made.

Figures are told by source, because a step was chosen by looking at one: it stays for what it
brings on the others (`MADE_ON`).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np

import vision.photo.pipeline as photo
import vision.photo.refine as refine
import vision.photo.rows as rows
import vision.recognise.classifier as classifier
import vision.recognise.decode as decoding
import vision.recognise.naming as naming
import vision.recognise.networks as networks
import vision.table.finds as finds
import vision.table.pipeline as table
import vision.table.top_view as above
from bench.camera.grids import aslant
from bench.camera.grids import rows as lying_rows
from bench.camera.photographs import WIDTH_FACTORS, read_labels
from bench.camera.progress import QUICK, Size, with_progress
from bench.camera.scores import Photographs, f1
from bench.camera.tables import SIZES, Tables, deal_scene
from hw_sim.camera import HASTY, SimCamera, rough
from vision.errors import VisionError
from vision.geometry import Layout
from vision.images import load_image
from vision.photo import read_photo
from vision.recognise import WHOLE_SET
from vision.table import read_table

_RUN: Final = networks._run
_FIRST: Final = 6000
"""First of the seeds: tables that no step was chosen on."""

Place = tuple[object, str]
"""A module, and the name in it that a step goes by."""


def _always(answer: Any) -> Callable[..., Any]:
    """Return a function that returns *answer*, whatever it is asked."""
    return lambda *_: answer


def _first(one: Any, *_: Any) -> Any:
    return one


def _second(_: Any, other: Any, *__: Any) -> Any:
    return other


def _list(some: Any, *_: Any) -> list[Any]:
    return list(some)


_never = _always(False)


def _each_likeliest(tiles: Sequence[Any], copies: Mapping[str, int]) -> list[str]:
    return [decoding._best(tile, [code for code in copies if copies[code]]) for tile in tiles]


def _all_clear(outputs: Any) -> Any:
    return np.ones(len(outputs), bool)


PHOTOGRAPH: Final[Mapping[str, Mapping[Place, Any]]] = {
    "stray dropped": {(refine, "_is_stray"): _never},
    "widened": {(photo, "_stretches"): _always((1.0,))},
    "first look": {(photo, "_LOOKS_PX"): (400, 800)},
    "looks at 400": {(photo, "_LOOKS_PX"): (100, 800)},
    "last look": {(photo, "_last_look"): _second},
    "place in doubt": {(photo, "place_confidence"): _always(1.0)},
    "cut in doubt": {(photo, "share_within"): _always(1.0)},
    "pictures in doubt": {(photo, "real_confidence"): _always(1.0)},
    "ragged rows": {(rows, "_SLIM"): 0.0},
    "rows go on": {(rows, "_goes_on"): _never},
}
"""Steps that a photograph goes through, and what stands in their place."""

TABLE: Final[Mapping[str, Mapping[Place, Any]]] = {
    "small tiles enlarged": {(finds, "_LEAST_PX"): 0.0},
    "islands": {(above, "_whole"): _first},
    "cloth about tiles": {(table, "cloth_confidence"): lambda _, quads: np.ones(len(quads))},
    "tile size": {(table, "tile_size"): _second},
    "parts": {
        (finds, "content"): lambda view: [above.Part(0, 0, *view.image.shape[1::-1])],
    },
}
"""Steps that a table goes through."""

BOTH: Final[Mapping[str, Mapping[Place, Any]]] = {
    "three looks": {(naming, "_STEP"): 0.0},
    "second look": {(classifier, "clear"): _all_clear},
    "copies": {(naming, "decode"): _each_likeliest},
    "strange doubted": {(naming, "_unless_strange"): _list},
    "white backs": {(naming, "blank_tiles"): _list},
}
"""Steps of both."""

STEPS: Final = (*PHOTOGRAPH, *TABLE, *BOTH)
EACH: Final = "each"
"""Every step, one after the other."""

MADE_ON: Final = {
    "stray dropped": "leo-miura-robot",
    "ragged rows": "leo-miura-robot",
}
"""On which source a step was chosen, where it was one; those of tables were on simulated ones."""


@contextmanager
def without(step: str) -> Iterator[None]:
    """Read without *step*, one of `STEPS`, while the context lasts; nothing for the empty text."""
    with ExitStack() as stack:
        places = {**PHOTOGRAPH, **TABLE, **BOTH}[step] if step else {}
        for (where, name), instead in places.items():
            stack.enter_context(patch.object(where, name, instead))
        yield


class _Answers:
    """What the networks said about one picture, each with the seconds that it took."""

    def __init__(self) -> None:
        self._cache: dict[bytes, tuple[Any, float]] = {}
        self.off_s = 0.0
        """What is to be added to the processor's time, so that every answer counts as new."""

    def run(self, name: str, images: Any) -> Sequence[Any]:
        """Return what the network *name* answers to *images*, each asked about once."""
        if not len(images) or name == "recapture":  # one answer for all of them
            return _RUN(name, images)
        begin = time.process_time()
        keys = [bytes(f"{name}{image.shape}", "ascii") + image.tobytes() for image in images]
        image_by_key = dict(zip(keys, images, strict=True))
        fresh = {key: image for key, image in image_by_key.items() if key not in self._cache}
        if fresh:
            outputs = zip(*_RUN(name, np.stack(list(fresh.values()))), strict=True)
            each_s = (time.process_time() - begin) / len(fresh)
            self._cache |= {key: (row, each_s) for key, row in zip(fresh, outputs, strict=True)}
        answers = [self._cache[key] for key in keys]
        self.off_s += sum(took for _, took in answers) - (time.process_time() - begin)
        return [np.stack(part) for part in zip(*(row for row, _ in answers), strict=True)]


def each_way(ways: Sequence[str], read: Callable[[], Any]) -> Iterator[tuple[str, Any, float]]:
    """Yield for each of *ways*, a step or the empty text, what *read* returns without it.

    And the processor's seconds. The networks are asked once about each picture.
    """
    answers = _Answers()
    with patch.object(networks, "_run", answers.run):
        read()  # what is worked out once for a camera counts for no way
        for way in ways:
            answers.off_s, begin = 0.0, time.process_time()
            with without(way):
                reading = read()
            yield way, reading, time.process_time() - begin + answers.off_s


@dataclass
class _Way:
    """Readings without one step, by source."""

    photographs: dict[str, Photographs] = field(default_factory=dict)
    tables: dict[str, Tables] = field(default_factory=lambda: defaultdict(Tables))
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def figures(self, made_on: str = "") -> dict[str, Any]:
        """Return one line of figures for each source, the one that the step was *made_on* named."""
        lines = {source: _of_photographs(count) for source, count in self.photographs.items()}
        lines |= {source: _of_tables(count) for source, count in self.tables.items()}
        return {
            source: {
                **line,
                "seconds": round(self.seconds[source], 1),
                **({"made_on": True} if source == made_on else {}),
            }
            for source, line in lines.items()
        }


def _of_photographs(count: Photographs) -> dict[str, Any]:
    met = len(count.confidences)
    return {
        "exact_regions": f"{count.regions_ordered} of {count.regions}",
        "f1": f1(count.multiset, count.truth_count, count.read_count),
        "wrong_and_sure": count.sure_and_wrong,
        "missing": count.truth_count - met,
        "extra": count.read_count - met,
    }


def _of_tables(count: Tables) -> dict[str, Any]:
    return {
        "exact_seats": f"{count.exact} of {count.seats}",
        "exact_hands": count.hands,
        "sets": f"{count.melds_right} of {count.melds}",
        "tiles": f"{count.right} of {count.tiles}",
        "wrong_and_sure": count.sure_and_wrong,
        "missing": count.tiles + count.invented - len(count.confidences),
        "extra": count.invented,
    }


def measure(steps: Sequence[str], photos: Path | None, size: Size = QUICK) -> dict[str, Any]:
    """Return the figures by step and source: with all steps, and without each of *steps*.

    *photos* is the folder of licensed photographs, if there is one; one in `Size.every` is read,
    and every row: a step that one in four did not need brought three of 24.
    """
    ways = {"": _Way(), **{step: _Way() for step in _expand_steps(steps)}}
    if photos is not None:
        _photographs(ways, photos, size.every)
    _tables(ways, size.tables)
    return {
        f"without {step}" if step else "with all": way.figures(MADE_ON.get(step, ""))
        for step, way in ways.items()
    }


def _expand_steps(steps: Sequence[str]) -> Sequence[str]:
    return STEPS if EACH in steps else steps


def _photographs(ways: Mapping[str, _Way], photos: Path, every: int) -> None:
    rng = np.random.default_rng(7)
    steps = [step for step in ways if step not in TABLE]
    pictures = [(name, file, truth) for name, file, truth in read_labels(photos)][::every]
    lying = list(lying_rows(photos))
    for name, file, truth in with_progress("photographs", pictures):
        image = load_image(photos / file)
        labels = [(code, box * np.tile(image.shape[1::-1], 2)) for code, box in truth]
        _add(ways, steps, name, (image, labels))
    for row in with_progress("rows", lying):
        _add(ways, steps, "rows from above", row)
        _add(ways, steps, "rows aslant", aslant(row, rng))


def _add(
    ways: Mapping[str, _Way], steps: Sequence[str], source: str, picture: tuple[Any, Any]
) -> None:
    image, truth = picture
    for step, reading, took in each_way(steps, lambda: _rows_of(image)):
        counts = Photographs(WIDTH_FACTORS.get(source, 1.0))
        ways[step].photographs.setdefault(source, counts).add(truth, reading)
        ways[step].seconds[source] += took


def _rows_of(image: Any) -> Any:
    try:
        return read_photo(image).rows
    except VisionError:
        return ()


def _tables(ways: Mapping[str, _Way], count: int) -> None:
    steps = [step for step in ways if step not in PHOTOGRAPH]
    places = [(tile, seed) for tile in SIZES for seed in range(count)]
    for tile, seed in with_progress("simulated tables", places):
        rng = np.random.default_rng(_FIRST + seed)
        faces = "garden" if seed % 2 else "plain"
        camera = SimCamera(Layout(tile=tile), seed=seed, tile_set=faces, conditions=rough(rng))
        scene = deal_scene(rng, with_reds=True, most=2)
        camera.show(scene, HASTY)
        image = camera.grab().image
        source = f"{tile.width_mm:g}×{tile.height_mm:g}"
        read = partial(read_table, image, camera.calibration, WHOLE_SET)
        for step, reading, took in each_way(steps, read):
            ways[step].tables[source].add(reading, scene, camera)
            ways[step].seconds[source] += took
