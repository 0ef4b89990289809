"""A PIN that was taken stays: no power cut, at any moment, brings an older one back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.access.secrets import Secrets
from kiosk.errors import Refused
from tests.power_cut import Disk

PINS = ("first", "second", "third")
KEYS = "kiosk/data/keys.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return an empty disk."""
    (tmp_path / "disk").mkdir()
    return tmp_path / "disk"


def put_pins(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose one PIN after another on *disk*, the first in a folder that is not there yet."""
    monkeypatch.setattr(os, "fsync", disk.sync)
    for pin in PINS:
        Secrets(disk.root / KEYS).put_pin(pin)
        disk.answer()
    disk.close()


def losses(disk: Disk) -> Iterator[str]:
    """Yield the PIN that each cut left where it is none of the two that it may be."""
    for folder, answers in disk.left:
        try:
            pin = Secrets(folder / KEYS).read().pin
        except Refused as refused:
            pin = refused.code
        if pin not in ("", *PINS)[answers : answers + 2]:
            yield f"{pin!r} after {answers} PINs"


def test_no_power_cut_takes_a_pin_back_that_was_taken(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(root)
    put_pins(disk, monkeypatch)
    monkeypatch.undo()
    assert disk.left[-1].answers == len(PINS)
    assert list(losses(disk)) == []


@pytest.mark.parametrize("ignores", ["files", "folders"])
def test_a_disk_that_does_not_sync_what_it_is_asked_to_loses_pins(
    root: Path, monkeypatch: pytest.MonkeyPatch, ignores: str
) -> None:
    disk = Disk(root, ignores)
    put_pins(disk, monkeypatch)
    monkeypatch.undo()
    assert list(losses(disk))
