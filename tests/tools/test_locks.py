"""The locks pin everything, agree with each other and with what the project asks for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
GROUPS = {
    "requirements.lock": ["build"],
    "requirements-dev.lock": ["build", "dev"],
    "requirements-train.lock": ["build", "train"],
}
"""Which groups of pyproject.toml each lock pins, besides what the program itself needs."""


def pins(lock: str) -> dict[str, str]:
    """Return which version of each package *lock* names, by name with marker."""
    text = (ROOT / lock).read_text("utf-8")
    return dict(re.findall(r"^(\S+)==([^\s;]+(?: ; [^\\\n]+)?)", text, re.MULTILINE))


def in_group(groups: dict[str, Any], name: str) -> list[str]:
    """Return the requirements of the group *name*, those of the groups it includes too."""
    requirements: list[str] = []
    for entry in groups[name]:
        requirements += (
            [entry] if isinstance(entry, str) else in_group(groups, entry["include-group"])
        )
    return requirements


def requested_packages(*groups: str) -> set[str]:
    """Return the names of the packages that pyproject.toml asks for, those of *groups* too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    requirements = list(project["project"]["dependencies"])
    for group in groups:
        requirements += in_group(project["dependency-groups"], group)
    return {re.split(r"[<>=!~\s\[]", name, maxsplit=1)[0].lower() for name in requirements}


@pytest.mark.parametrize("lock", GROUPS)
def test_everything_asked_for_is_pinned(lock: str) -> None:
    assert requested_packages(*GROUPS[lock]) <= pins(lock).keys()


@pytest.mark.parametrize("lock", GROUPS)
def test_every_pin_has_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block] == []


@pytest.mark.parametrize("lock", GROUPS)
def test_all_goals_use_the_versions_that_run(lock: str) -> None:
    """So the lock of a goal alone makes everything that `make run` needs."""
    assert pins("requirements.lock").items() <= pins(lock).items()
