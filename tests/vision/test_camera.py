"""Frames of a table at rest."""

from __future__ import annotations

import numpy as np

from vision.camera import Frame, Settling, mean_image

RNG = np.random.default_rng(4)
FELT = np.full((270, 480, 3), (80, 110, 40), np.uint8)


def take_frame(at_s: float, arm: int | None = None, light: int = 0) -> Frame:
    """Return a noisy frame, an arm in it at the column *arm*."""
    picture = FELT.astype(int) + RNG.integers(-6, 7, FELT.shape) + light
    if arm is not None:
        picture[60:140, arm : arm + 60] = (120, 150, 200)
    return Frame(np.clip(picture, 0, 255).astype(np.uint8), at_s)


def settling_time(frames: list[Frame]) -> float | None:
    """Return when a table that was seen in *frames* had settled."""
    settling = Settling()
    return next((frame.at_s for frame in frames if settling.feed(frame)), None)


def test_a_quiet_table_has_settled_after_eight_tenths_of_a_second() -> None:
    assert settling_time([take_frame(i / 10) for i in range(20)]) == 0.8


def test_an_arm_that_moves_starts_the_wait_anew() -> None:
    frames = [take_frame(i / 10, arm=20 * i) for i in range(10)] + [
        take_frame(i / 10) for i in range(10, 30)
    ]
    assert settling_time(frames) == 1.8


def test_a_lamp_that_is_turned_up_is_no_motion() -> None:
    assert settling_time([take_frame(i / 10, light=2 * i) for i in range(20)]) == 0.8


def test_a_table_that_never_rests_never_settles() -> None:
    assert settling_time([take_frame(i / 10, arm=15 * (i % 20)) for i in range(60)]) is None


def test_several_frames_have_less_noise_than_one() -> None:
    calm = mean_image([take_frame(0.0).image for _ in range(4)])
    assert np.std(calm.astype(int) - FELT) < 0.6 * np.std(take_frame(0.0).image.astype(int) - FELT)
