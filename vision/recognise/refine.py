"""What corrects detector and classifier until better networks do: rules that were measured.

What each brings, and which others went: `docs/vision-notes.md`. In a photograph `align` and
`orient` turn boxes and `filter_tiles` drops what is no tile; on a table `jitter_check` and
`set_consistency` lower what is believed of a face; `blank_tiles` tells white dragons from backs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean, median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import KIND, TILES
from vision.geometry import linked
from vision.recognise.classifier import Face, OwnFaces, classify, cut, with_second_look
from vision.recognise.detector import STEADY, SURE, Spot
from vision.recognise.networks import CLASSES, Floats32
from vision.types import BACK, Image

Look = Callable[[NDArray[np.float64]], tuple[NDArray[np.uint8], Floats32]]
"""What gives the crops at some corners, and the network's scores of each."""

NamedSpot = tuple["Spot", "Face"]

WHITE_DRAGON: Final = "5z"
BLANKS: Final = (WHITE_DRAGON, BACK)


# --- Boxes of a photograph: which way tiles lie that are seen as wide as high -------------------


class _Turn:
    """Which way tiles lie that are seen as wide as high; chosen on rows pictured aslant."""

    NEIGHBORS: Final = (4.5, 2, 0.85)
    """Tiles nearer than so many widths turn an unsure one, if they are so many and agree so far,
    0 to 1. In rows seen aslant, 35 to 65 degrees above the table."""
    SQUAT: Final = 1.3
    """Several tiles side by side, lower than this, may all lie across: of 24 rows of real tiles
    pictured aslant 23 are exact with the second look, 20 without."""
    PRINTED: Final = math.log(0.8)
    """They are turned where their faces are likelier then, and so likely in the mean."""
    ALIKE: Final = (1.6, math.cos(2 * math.radians(15)))
    """Side by side are tiles nearer than so many times their longer sides, turned by less than
    15°."""


def align(spots: Sequence[Spot]) -> list[Spot]:
    """Return *spots*, those with an unsure angle turned as their neighbors are.

    They stay unsure: one of them may still lie across its row.
    """
    return [spot if spot.steady >= STEADY else _turned(spot, spots) for spot in spots]


def _turned(spot: Spot, spots: Sequence[Spot]) -> Spot:
    reach, least, agreement = _Turn.NEIGHBORS
    near = [
        one
        for one in spots
        if one.steady >= STEADY and _distance(one, spot) <= reach * max(spot.width, spot.height)
    ]
    if len(near) < least:
        return spot
    cos = fmean(math.cos(2 * one.turn) for one in near)
    sin = fmean(math.sin(2 * one.turn) for one in near)
    if math.hypot(cos, sin) < agreement:
        return spot
    return replace(
        spot,
        turn=math.atan2(sin, cos) / 2,
        width=median(one.width for one in near),
        height=median(one.height for one in near),
    )


def orient(image: Image, spots: Sequence[Spot], own: OwnFaces | None = None) -> list[NamedSpot]:
    """Return *spots* of *image*, turned as their faces say they lie, with what is on them.

    Squat tiles side by side are turned together, by all their faces.
    """
    if not spots:
        return []
    groups = [
        group for group in linked(spots, range(len(spots)), _lie_alike) if _are_squat(group, spots)
    ]
    asked = [place for group in groups for place in group]
    tried = [*spots, *(spots[place].across() for place in asked)]
    faces = classify(cut(image, np.stack([spot.quad() for spot in tried])), own)
    named = list(zip(tried, faces, strict=True))
    first, across = named[: len(spots)], dict(zip(asked, named[len(spots) :], strict=True))
    for group in groups:
        as_found = _mean_log([first[place] for place in group])
        if _mean_log([across[place] for place in group]) > max(as_found, _Turn.PRINTED):
            for place in group:
                first[place] = across[place]
    return first


def _mean_log(group: Sequence[NamedSpot]) -> float:
    """Return the mean logarithm of how likely the faces of *group* are; blanks say nothing."""
    shares = [face.best for _, face in group if face.code not in BLANKS]
    return fmean(math.log(max(share, 1e-3)) for share in shares) if shares else math.log(1e-3)


def _are_squat(group: Sequence[int], spots: Sequence[Spot]) -> bool:
    shapes = [spots[place].height / spots[place].width for place in group]
    return len(group) > 1 and median(shapes) < _Turn.SQUAT


def _lie_alike(one: Spot, other: Spot) -> bool:
    reach = _Turn.ALIKE[0] * (max(one.width, one.height) + max(other.width, other.height)) / 2
    return _distance(one, other) < reach and math.cos(2 * (one.turn - other.turn)) > _Turn.ALIKE[1]


def _distance(one: Spot, other: Spot) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


# --- What of a photograph is a tile ------------------------------------------------------------


class _Tile:
    """What is a tile; chosen on 67 photographs of standing tiles."""

    PLACE: Final = (0.25, 0.5)
    """Scores of a place: with less a face must make up for it; with more it is kept whatever its
    face, which may be covered."""
    FACE: Final = 0.8
    """A face this sure is one."""
    SIZES_ALONE: Final = (0.5, 2.0)
    """Areas, in times of the median sure one, of tiles that lie further than `_Tile.FAR` from
    every sure face, …"""
    FAR: Final = 3.0
    """… in its own shorter sides: books have letters, too."""
    SURE_ALONE: Final = (0.55, 0.95)
    """How sure such a one must be: among few sure faces, and among more than `_Tile.MANY`."""
    MANY: Final = 6
    TOP: Final = (0.45, 0.3, 0.88, 0.6)
    """A blank within so much of a face's width of it, and between so much of its height above or
    below, is the top or a side of the same tile, as is one of less than that share of an ordinary
    tile's area …"""
    WHITE: Final = (0.99, 0.8)
    """… but for a white dragon this sure, and in area so much of a tile; a top has 0.57."""


def filter_tiles(named: Sequence[NamedSpot]) -> list[NamedSpot]:
    """Return those of *named* that are tiles: by how sure, how large and how near they are."""
    likely = [entry for entry in named if _is_likely(*entry)]
    sure = [_area(spot) for spot in _faces(likely)]
    if not sure:
        return likely
    ordinary = float(np.median(sure))
    kept = likely
    for _ in range(2):  # what lay beside a stray thing may be stray itself
        faces = _faces(kept)
        kept = [entry for entry in kept if not _is_stray(*entry, faces, ordinary)]
    faces = _faces(kept)
    return [entry for entry in kept if not _is_top(*entry, faces, ordinary)]


def place_confidence(spot: Spot) -> float:
    """Return how sure it is that there is a tile at *spot*, 0 to 1."""
    return min(1.0, spot.score / SURE)


def _faces(named: Sequence[NamedSpot]) -> list[Spot]:
    """Return where among *named* surely something is printed."""
    return [
        spot
        for spot, face in named
        if spot.score > _Tile.PLACE[1] and face.best >= _Tile.FACE and face.code not in BLANKS
    ]


def _is_likely(spot: Spot, face: Face) -> bool:
    return face.no_tile < 0.5 and (
        spot.score >= _Tile.PLACE[1] or spot.score * face.best >= _Tile.PLACE[0]
    )


def _is_stray(spot: Spot, face: Face, faces: Sequence[Spot], ordinary: float) -> bool:
    reach = _Tile.FAR * min(spot.width, spot.height)
    if any(_distance(spot, one) <= reach for one in faces if one is not spot):
        return False
    relative = _area(spot) / ordinary
    if face.code in BLANKS:
        return not _is_white_dragon(face, relative)
    is_sure = place_confidence(spot) * face.best >= _Tile.SURE_ALONE[len(faces) > _Tile.MANY]
    return not (is_sure and _Tile.SIZES_ALONE[0] <= relative <= _Tile.SIZES_ALONE[1])


def _is_white_dragon(face: Face, relative: float) -> bool:
    """Return whether *face* surely is one, on a tile of this area in times of the ordinary."""
    return face.code == WHITE_DRAGON and face.best >= _Tile.WHITE[0] and relative >= _Tile.WHITE[1]


def _is_top(spot: Spot, face: Face, faces: Sequence[Spot], ordinary: float) -> bool:
    """Return whether a blank *spot* is the top or a side of a standing tile among *faces*."""
    if face.code not in BLANKS:
        return False
    relative = _area(spot) / ordinary
    if _is_white_dragon(face, relative):
        return False
    wide, near, far, small = _Tile.TOP
    reaches = ((one, one.reach_to(spot)) for one in faces)
    return relative < small or any(
        along < wide * one.width and near * one.height < down < far * one.height
        for one, (along, down) in reaches
    )


def _area(spot: Spot) -> float:
    return spot.width * spot.height


# --- Faces of a table: how much of them is believed ---------------------------------------------


class _Doubt:
    """When a face is doubted; chosen on simulated tables."""

    STEP: Final = 0.05
    """By which share of its height a flower is looked at higher and lower: a millimetre or two.
    A box 8 % off made another flower of it at 0.8 and more; the mean of three looks says 0.6."""
    SAME_KIND: Final = 0.72
    """Faces of one kind are more alike, 1 at most: 0.96 and more on simulated tables, where two
    kinds that were mistaken for each other had at most 0.73."""
    DOUBT: Final = 0.6
    """The most that is believed of a face that others of its kind do not look like."""
    ENOUGH_FACES: Final = 6
    """With fewer nobody knows what the faces of a set have in common."""
    EITHER_WAY: Final = 0.04
    """How unsure it may be which way up a tile lies for it to be compared."""


def jitter_check(
    look: Look, pixels: NDArray[np.float64], likely: Sequence[Face], own: OwnFaces | None
) -> list[Face]:
    """Return *likely*, what lies at *pixels* (N×4×2), flowers being the mean of three looks.

    What tells one flower from another is small and stands at the edge, so that a box which is a
    little off makes another one of it, and a sure one.
    """
    steady = list(likely)
    flowers = [place for place, one in enumerate(likely) if one.code.endswith("f")]
    if not flowers:
        return steady
    down = _Doubt.STEP * (pixels[flowers, 3] - pixels[flowers, 0])[:, None]
    looks = with_second_look(
        *look(np.concatenate([pixels[flowers] - down, pixels[flowers] + down])), own
    )
    for place, *others in zip(flowers, looks, looks[len(flowers) :], strict=False):
        three = (likely[place], *others)
        codes = {code: fmean(one.codes[code] for one in three) for code in three[0].codes}
        steady[place] = replace(three[0], codes=codes, no_tile=fmean(one.no_tile for one in three))
    return steady


def set_consistency(likely: Sequence[Face], scores: Floats32) -> list[Face]:
    """Return *likely*, tiles doubted that do not look like most others read as their kind.

    Tiles of one table are prints of one set. *scores* are the network's at the first look.
    """
    if len(likely) < _Doubt.ENOUGH_FACES:
        return list(likely)
    features = scores[:, CLASSES + 2 :].astype(np.float64)
    features -= features.mean(axis=0)
    features /= np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)
    kinds: dict[tuple[str, bool], list[int]] = {}
    for place, one in enumerate(likely):
        # A face upside down has other features: only those that surely lie alike are compared.
        surely = min(one.upside_down, 1 - one.upside_down) < _Doubt.EITHER_WAY
        if one.code != BACK and one.code[1] in "mpsz" and surely:
            kinds.setdefault((one.code, one.upside_down > 0.5), []).append(place)
    odd = {place for places in kinds.values() for place in _outliers(places, features)}
    return [_doubted(one) if place in odd else one for place, one in enumerate(likely)]


def _outliers(places: Sequence[int], features: NDArray[np.float64]) -> Iterator[int]:
    alike = (features[places] @ features[places].T > _Doubt.SAME_KIND).sum(axis=1) - 1
    yield from (
        place
        for place, agree in zip(places, alike.tolist(), strict=True)
        if 2 * agree < len(places) - 1
    )


def _doubted(one: Face) -> Face:
    """Return *one*, its likeliest code no likelier than may be, the others that much more."""
    if one.best <= _Doubt.DOUBT:
        return one
    spare = (one.best - _Doubt.DOUBT) / (len(one.codes) - 1)
    codes = {code: p + spare if code != one.code else _Doubt.DOUBT for code, p in one.codes.items()}
    return replace(one, codes=codes)


# --- Bare white tiles: white dragons of some sets, backs of others ------------------------------


class _Blank:
    """What is a bare white tile, and when it is a back."""

    BARE: Final = 0.15
    """A face with less contrast is bare: 450 simulated ones have 0.05, 50 real ones 0.1."""
    UNLIKE: Final = 0.7
    """Less like the owner's white dragon than this, and it is none: framed and bare ones have 0.5,
    two bare ones 0.8 and more."""
    MANY_BARE: Final = 7
    """Few games lay out so many white dragons; where they do, backs of another color lie there,
    too."""
    TINT, DARKER = 0.04, 0.6
    """By how much a colored back's shares of blue, green and red differ from a white tile's, or to
    what share of its light it is darker."""


def blank_tiles(
    likely: Sequence[Face], crops: NDArray[np.uint8], like: Floats32 | None = None
) -> list[Face]:
    """Return *likely*, bare white tiles taken for backs where the set's backs are white.

    No picture of one tells. *crops*, N×64×64×3, show them; *like*, N×classes, tells how like the
    owner's faces they are, where the set is enrolled.
    """
    whites = [place for place, one in enumerate(likely) if one.code == WHITE_DRAGON]
    bare = [place for place in whites if _contrast(crops[place]) < _Blank.BARE]
    own = None if like is None else like[:, KIND[TILES[WHITE_DRAGON]]]
    if own is not None and own.max(initial=-1.0) > -1:
        backs = {place for place in bare if own[place] < _Blank.UNLIKE}
    elif len(bare) >= _Blank.MANY_BARE and not _has_colored_backs(likely, crops, bare[0]):
        backs = set(bare)
    else:
        backs = set()
    return [_back(one) if place in backs else one for place, one in enumerate(likely)]


def _has_colored_backs(likely: Sequence[Face], crops: NDArray[np.uint8], bare: int) -> bool:
    """Return whether surely a back lies there that has another tint than a *bare* tile."""
    white = _color(crops[bare])
    backs = (_color(crops[i]) for i, one in enumerate(likely) if one.codes[BACK] >= _Tile.FACE)
    return any(
        np.abs(color / color.sum() - white / white.sum()).max() > _Blank.TINT
        or color.sum() < _Blank.DARKER * white.sum()
        for color in backs
    )


def _color(crop: NDArray[np.uint8]) -> NDArray[np.float64]:
    return np.asarray(np.median(crop[10:-10, 10:-10].reshape(-1, 3), axis=0) + 1.0)


def _contrast(crop: NDArray[np.uint8]) -> float:
    """Return how much darker the darkest of *crop*, 64×64×3, is than most of it, 0 to 1."""
    within = cv2.GaussianBlur(crop, (0, 0), 1.0)[5:-5, 5:-5]
    low, high = np.percentile(within.reshape(-1, 3), (3, 90), axis=0)
    return float(((high - low) / np.maximum(high, 30.0)).max())


def _back(one: Face) -> Face:
    swapped = {BACK: one.codes[WHITE_DRAGON], WHITE_DRAGON: one.codes[BACK]}
    return replace(one, codes={**one.codes, **swapped})
