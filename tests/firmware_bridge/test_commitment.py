"""Throws without dice: nobody can choose them, and everybody can check them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from firmware_bridge.commitment import CommittedThrow, digest, pips


def throw_of(host: bytes, table: bytes, dice: int = 2) -> CommittedThrow:
    return CommittedThrow(pips(host, table, dice), host, table, digest(host), digest(table))


def test_a_throw_proves_itself() -> None:
    assert throw_of(bytes(32), b"\1" * 32).verify()


@pytest.mark.parametrize("field", ["host_seed", "table_seed", "host_digest", "table_digest"])
def test_a_side_that_shows_another_seed_than_it_was_bound_to_is_found_out(field: str) -> None:
    throw = replace(throw_of(bytes(32), b"\1" * 32), **{field: b"\2" * 32})
    assert not throw.verify()


def test_other_pips_than_those_of_the_seeds_are_found_out() -> None:
    throw = throw_of(bytes(32), b"\1" * 32)
    other = tuple(each % 6 + 1 for each in throw.dice)
    assert not replace(throw, dice=other).verify()


def test_either_seed_changes_the_pips() -> None:
    rng = random.Random(1)
    seeds = [rng.randbytes(32) for _ in range(20)]
    assert len({pips(seed, bytes(32), 8) for seed in seeds}) == 20
    assert len({pips(bytes(32), seed, 8) for seed in seeds}) == 20


def test_all_faces_come_equally_often() -> None:
    rng = random.Random(2)
    faces = Counter(
        face for _ in range(3_000) for face in pips(rng.randbytes(32), rng.randbytes(32), 4)
    )
    expected = 3_000 * 4 / 6
    chi2 = sum((faces[face] - expected) ** 2 / expected for face in range(1, 7))
    assert chi2 < 20.5  # one in a thousand at 5 degrees of freedom


def test_a_short_seed_binds_nobody() -> None:
    with pytest.raises(ValueError, match="32"):
        digest(b"short")
