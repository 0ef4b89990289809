"""What in a photograph is taken for a tile."""

from __future__ import annotations

from rules.tiles import CODES
from vision.recognise.classifier import Likely
from vision.recognise.detector import Spot
from vision.recognise.filter import Named, sift


def found(
    code: str,
    share: float,
    score: float,
    size: tuple[float, float] = (30, 40),
    at: tuple[float, float] = (100, 100),
) -> Named:
    """Return something found *at* a place that is *code* with probability *share*."""
    codes = dict.fromkeys(CODES, 0.0) | {code: share}
    return Spot(*at, *size, 0.0, score), Likely(codes, 0.0, 0.0)


HAND = [found("3m", 0.97, 0.8) for _ in range(5)]


def test_a_clear_tile_stays_though_its_face_is_covered() -> None:
    covered = found("2s", 0.2, 0.7)
    assert sift([*HAND, covered]) == [*HAND, covered]


def test_a_faint_place_with_a_faint_face_is_clutter() -> None:
    assert sift([*HAND, found("8p", 0.4, 0.35)]) == HAND


def test_a_faint_place_with_a_clear_face_is_a_tile() -> None:
    faint = found("8p", 0.95, 0.35)
    assert sift([*HAND, faint]) == [*HAND, faint]


def test_the_top_of_a_standing_tile_is_no_white_dragon() -> None:
    assert sift([*HAND, found("5z", 0.99, 0.8, (30, 18))]) == HAND


def test_a_white_dragon_of_full_size_stays() -> None:
    white = found("5z", 0.99, 0.8)
    assert sift([*HAND, white]) == [*HAND, white]


def test_a_thing_ten_times_as_large_is_no_tile_of_this_photograph() -> None:
    assert sift([*HAND, found("9s", 0.9, 0.6, (100, 130))]) == HAND


def test_nothing_stays_nothing() -> None:
    assert sift([]) == []


def test_letters_on_a_shelf_far_from_many_sure_tiles_are_none() -> None:
    hand = [found("3m", 0.97, 0.8, at=(30.0 * i, 0.0)) for i in range(7)]
    title = found("1s", 0.9, 0.7, at=(90.0, -300.0))
    assert sift([*hand, title]) == hand


def test_what_lies_beside_a_stray_thing_is_stray_too() -> None:
    hand = [found("3m", 0.97, 0.8, at=(30.0 * i, 0.0)) for i in range(7)]
    title = found("1s", 0.9, 0.7, (14, 20), (90.0, -300.0))
    beside = found("8f", 0.7, 0.7, (14, 20), (110.0, -300.0))
    assert sift([*hand, title, beside]) == hand


def test_a_sure_tile_set_far_apart_stays() -> None:
    hand = [found("3m", 0.97, 0.8, at=(30.0 * i, 0.0)) for i in range(7)]
    apart = found("9s", 0.99, 0.8, at=(90.0, -300.0))
    assert sift([*hand, apart]) == [*hand, apart]
