"""Make `rules/hands/cover.bin`: for every suit the fewest sets that cover it.

Run as `python -m tools.make_cover_tables`; needs numpy and about a second.
"""

from __future__ import annotations

import zlib
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rules.hands import covers as cover
from rules.hands.catalogue import HONOR_RUNS, STANDARD, Catalogue
from rules.hands.keys import BASE, RANKS

MAX_SETS = 5
UNREACHED = 15


def cover_table(catalogue: Catalogue, suit: int) -> bytes:
    """Return for every key of *suit* one byte: fewest sets, with a pair there in the high bits."""
    ranks = RANKS[suit]
    demands = [
        np.bincount([kind % 9 for kind in part.kinds], minlength=ranks)
        for part in catalogue.sets[suit]
    ]
    fewest = _fewest(demands, np.zeros(ranks, int), ranks)
    with_pair = np.full_like(fewest, UNREACHED)
    for rank in range(ranks):
        pair = np.bincount([rank, rank], minlength=ranks)
        with_pair = np.minimum(with_pair, _fewest(demands, pair, ranks))
    table = fewest | with_pair << 4
    # Rank 1 is the lowest digit of a key, so it must run fastest: Fortran order.
    return table.reshape(-1, order="F").astype(np.uint8).tobytes()


def _fewest(
    demands: list[npt.NDArray[np.int_]], start: npt.NDArray[np.int_], ranks: int
) -> npt.NDArray[np.int_]:
    """Return, by counts, the fewest of *demands* that with *start* reach every count."""
    table = np.full((BASE,) * ranks, UNREACHED)
    for number in range(MAX_SETS, -1, -1):
        for choice in combinations_with_replacement(demands, number):
            table[tuple(np.minimum(sum(choice, start), BASE - 1))] = number
    for axis in range(ranks):
        table = np.flip(np.minimum.accumulate(np.flip(table, axis), axis), axis)
    return table


def resource() -> bytes:
    """Return the whole resource, compressed."""
    tables = (
        cover_table(STANDARD, 0),
        cover_table(STANDARD, 3),
        cover_table(HONOR_RUNS, 3),
    )
    return zlib.compress(b"".join(tables), 9)


def main() -> None:
    """Write the resource where the package reads it."""
    path = Path(cover.__file__).with_name(cover.RESOURCE)
    path.write_bytes(resource())


if __name__ == "__main__":
    main()
