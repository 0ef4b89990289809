"""On which computers a release can be put into use."""

from __future__ import annotations

import sys

import pytest

from kiosk.deploy.release import UpdateError
from kiosk.deploy.this_computer import check_architecture


@pytest.mark.parametrize("machine", ["aarch64", "arm64", "x86_64"])
def test_a_computer_of_64_bits_is_taken(machine: str) -> None:
    check_architecture(machine, 2**63 - 1)


@pytest.mark.parametrize(
    ("machine", "longest"),
    [("armv7l", 2**31 - 1), ("riscv64", sys.maxsize), ("aarch64", 2**31 - 1)],
    ids=["an older Pi", "another chip", "a system of 32 bits on a kernel of 64"],
)
def test_any_other_is_told_to_take_the_system_of_64_bits(machine: str, longest: int) -> None:
    with pytest.raises(UpdateError, match=f"{machine}.* take the 64-bit Raspberry Pi OS"):
        check_architecture(machine, longest)
