"""Tile sets that their owners enrolled: where they are kept, and what their pictures must show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.errors import Refused
from rules.games.cards.hanafuda import PACK
from rules.games.cards.tien_gow.plays import COPIES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from vision.recognise import EnrolledSet

FOLDER: Final = "sets"
"""In the data directory: a file for each enrolled set."""
OWN: Final = "table"
"""The set of this name is the one that lies on the table."""

_SUITS: Final = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
_HONORS: Final = tuple(f"{rank}z" for rank in range(1, 8))
_FLOWERS: Final = tuple(f"{number}f" for number in range(1, 9))
_REDS: Final = ("0m", "0p", "0s")
_ANIMALS: Final = tuple(f"{number}a" for number in range(1, 5))
_CARDS: Final = tuple(f"{rank}{suit}" for suit in "SHDC" for rank in "3456789TJQKA2")

FACES: Final[Mapping[str, tuple[str, ...]]] = {
    "mahjong": (*_SUITS, *_HONORS),
    "riichi": (*_SUITS, *_HONORS, *_REDS),
    "flowers": (*_SUITS, *_HONORS, *_FLOWERS),
    "singapore": (*_SUITS, *_HONORS, *_FLOWERS, *_ANIMALS),
    "hanafuda": PACK,
    "dominoes": tuple(sorted(COPIES)),
    "cards": (*_CARDS, "RJ", "BJ"),
}
"""What is laid out to enrol a set of each kind, in reading order."""


def path_of(data_dir: Path, name: str) -> Path:
    """Return the file of the set *name*; raise `Refused` for a name that is no file's."""
    if not name or not name.replace("-", "").replace("_", "").isalnum():
        message = f"{name!r}: name a set with letters, digits and hyphens"
        raise Refused("bad_setting", message, where="set")
    return data_dir / FOLDER / f"{name}.npz"


def load_set(data_dir: Path, name: str) -> EnrolledSet:
    """Return the enrolled set *name*, or the kit of that name; raise `EnrolmentError` if none."""
    from vision.recognise import KITS, EnrolledSet, EnrolmentError, kit

    path = path_of(data_dir, name)
    if path.exists():
        return EnrolledSet.load(path.read_bytes(), str(path))
    if name in KITS:
        return kit(name)
    message = f"there is no set {name!r}: lay out one of each kind and run jantaku enrol {name}"
    raise EnrolmentError(message, where="set")


class OnTable:
    """The set that lies on the table, as it was enrolled last: asked for before each reading."""

    def __init__(self, data_dir: Path) -> None:
        self._path = path_of(data_dir, OWN)
        self._cache: tuple[int, EnrolledSet] | None = None

    def __call__(self) -> EnrolledSet | None:
        """Return the set; `None` where its owner has enrolled none.

        Raise `EnrolmentError` where it is damaged or was learned by an older recogniser.
        """
        try:
            mtime_ns = self._path.stat().st_mtime_ns
        except FileNotFoundError:
            return None
        if self._cache is None or self._cache[0] != mtime_ns:
            from vision.recognise import EnrolledSet

            tile_set = EnrolledSet.load(self._path.read_bytes(), str(self._path))
            self._cache = (mtime_ns, tile_set)
        return self._cache[1]
