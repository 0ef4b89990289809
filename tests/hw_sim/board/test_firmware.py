"""The board's two places for a program: what is not whole never runs."""

from __future__ import annotations

import zlib

import pytest

from firmware_bridge.update import MAX_PROGRAM
from hw_sim.board.firmware import Flash, Image
from hw_sim.machine.interlocks import RefusedError

NEW = Image("2.1.0")
DATA = NEW.to_bytes(500)


def announced(crc: int | None = None) -> Flash:
    """Return a board that waits for `DATA`."""
    flash = Flash()
    flash.begin(len(DATA), zlib.crc32(DATA) if crc is None else crc)
    return flash


def test_bytes_that_come_twice_count_once() -> None:
    flash = announced()
    for start in (0, 0, 200, 200, 400):
        flash.add(start, DATA[start : start + 200])
    flash.finish()
    assert (flash.image, flash.before) == (NEW, Image())


@pytest.mark.parametrize("start", [1, 300])
def test_a_gap_is_refused(start: int) -> None:
    with pytest.raises(RefusedError):
        announced().add(start, DATA)


def test_a_program_that_is_damaged_or_cut_short_is_forgotten() -> None:
    damaged, short = announced(crc=1), announced()
    damaged.add(0, DATA)
    short.add(0, DATA[:-1])
    for flash in (damaged, short):
        with pytest.raises(RefusedError):
            flash.finish()
        assert flash.image == Image()
        with pytest.raises(RefusedError):
            flash.finish()


@pytest.mark.parametrize("size", [0, MAX_PROGRAM + 1])
def test_a_program_that_does_not_fit_is_refused(size: int) -> None:
    with pytest.raises(RefusedError):
        Flash().begin(size, 0)


def test_three_bites_end_a_trial_and_nothing_else() -> None:
    flash = announced()
    flash.add(0, DATA)
    flash.finish()
    flash.watchdog_reset()
    flash.watchdog_reset()
    assert flash.image == NEW
    flash.watchdog_reset()
    assert flash.image == Image()


def test_a_program_that_a_host_has_reached_stays() -> None:
    flash = announced()
    flash.add(0, DATA)
    flash.finish()
    flash.keep()
    for _ in range(5):
        flash.watchdog_reset()
    assert flash.image == NEW
