"""Which photographed sets a training run may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.training.photographs import find_training_sets


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Return a folder that names four sets, one of them held out for ever."""
    crops = "a.png,1m,camerash-02\nb.png,1m,camerash-05\n"
    (tmp_path / "index.csv").write_text(f"file,label,set\n{crops}")
    boxes = "c.jpg,1m,0.5,0.5,0.1,0.1,green\nd.jpg,1m,0.5,0.5,0.1,0.1,tray\n"
    (tmp_path / "boxes.csv").write_text(f"file,label,cx,cy,w,h,set\n{boxes}")
    return tmp_path


def test_held_out_sets_are_never_learned(photos: Path) -> None:
    assert find_training_sets(photos) == {"camerash-02", "green", "tray"}


def test_a_run_can_do_without_one_more_set(photos: Path) -> None:
    assert find_training_sets(photos, ["green"]) == {"camerash-02", "tray"}


def test_a_set_that_is_not_there_is_named(photos: Path) -> None:
    with pytest.raises(ValueError, match="no set named gren"):
        find_training_sets(photos, ["gren"])
