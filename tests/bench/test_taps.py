"""The figures of taps are taken by a finger that tells whole hands."""

from __future__ import annotations

import pytest

from bench.taps import HAND, measure

pytestmark = pytest.mark.browser


def test_every_tap_of_a_hand_is_timed_until_its_picture() -> None:
    figures = measure(hands=1)
    kinds = ("page", "tile", "mark", "settle", "confirm")
    assert sum(figures[kind]["taps"] for kind in kinds) == figures["all"]["taps"]
    assert figures["tile"]["taps"] > len(HAND)
    for kind in kinds:
        assert figures[kind]["picture_worst_ms"] >= figures[kind]["answer_p50_ms"] > 0
        assert figures[kind]["kiosk_processor_p50_ms"] > 0
