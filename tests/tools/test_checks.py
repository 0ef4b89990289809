"""The checks of our own find what they look for, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import check_dead, check_sizes, check_words

LONG_FUNCTION = "def deal() -> None:\n" + "    pass\n" * 40
DEEP_FUNCTION = """
def deal() -> None:
    for wall in walls:
        if wall:
            while wall:
                with wall:
                    pass
"""
FLAT_FUNCTION = """
def deal(tile: int) -> int:
    if tile == 1:
        return 1
    elif tile == 2:
        return 2
    elif tile == 3:
        return 3
    elif tile == 4:
        return 4
    return 0
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (LONG_FUNCTION, ["wall.py:1: deal has 41 lines, at most 40"]),
        (LONG_FUNCTION.removesuffix("    pass\n"), []),
        (DEEP_FUNCTION, ["wall.py:2: deal nests 4 blocks, at most 3"]),
        (FLAT_FUNCTION, []),
        ("#\n" * 401, ["wall.py: 401 lines, at most 400"]),
        ("#\n" * 400, []),
    ],
)
def test_what_is_too_large_is_named(source: str, expected: list[str]) -> None:
    assert list(check_sizes.findings("wall.py", source)) == expected


def test_an_inner_function_counts_by_itself() -> None:
    inner = "def deal() -> None:\n    def draw() -> None:\n" + "        pass\n" * 40
    names = [line.split()[1] for line in check_sizes.findings("wall.py", inner)]
    assert names == ["deal", "draw"]


def test_the_report_tells_medians() -> None:
    report = check_sizes.report({"a.py": LONG_FUNCTION, "b.py": DEEP_FUNCTION})
    assert report.splitlines()[0].startswith("files: 2, median 24 lines")
    assert report.splitlines()[1].endswith("largest 41")


def test_a_constant_counts_by_its_name_and_a_threshold_in_a_function_by_itself() -> None:
    source = """
CORNERS = ((0.1, 0.2), (0.3, 0.4))
NAME = "tile"
class Edge:
    NEAR_MM = 1
    def is_near(self, gap):
        half = gap[3] / 2
        return zeros.reshape(7, 7) and half < 0.8 and gap < 9
"""
    assert check_sizes.constants(source) == (2, 2)
    report = check_sizes.report({"vision/edge.py": source, "vision/training/edge.py": source})
    assert report.endswith("constants of the recogniser: 2 named, 2 unnamed")


# told in pieces, for this file is searched for the same words
@pytest.mark.parametrize(
    "pieces",
    [
        ("see /ho", "me/someone/tiles"),
        ("path = '/wo", "rk/main'"),
        ("files.pythonhosted", ".org"),
        ("TO", "DO: kongs"),
    ],
)
def test_a_word_that_belongs_elsewhere_is_found(pieces: tuple[str, str]) -> None:
    findings = list(check_words.findings("a.md", "".join(pieces)))
    assert len(findings) == 1
    assert findings[0].startswith("a.md:1: ")


@pytest.mark.parametrize(
    "line",
    [
        "https://jantaku.example/home/table",
        "tests/data/work/hands",
        "GET /tables/home",
        "todos los",
    ],
)
def test_ordinary_words_pass(line: str) -> None:
    assert list(check_words.findings("a.md", line)) == []


TABLE = """
from enum import IntEnum

class Stage(IntEnum):
    DEAL = 1

def deal(): ...

def count(): ...

print(Stage)
"""


def test_unused_code_is_named_but_not_the_members_of_a_closed_set(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text(TABLE, "utf-8")
    findings = list(check_dead.findings([tmp_path], {"count"}))
    assert len(findings) == 1
    assert "table.py:7: unused function 'deal'" in findings[0]


def test_an_exception_that_nothing_needs_is_named(tmp_path: Path) -> None:
    (tmp_path / "table.py").write_text("print()\n", "utf-8")
    assert list(check_dead.findings([tmp_path], {"deal"})) == [
        "deal: no longer unused, take it off the list"
    ]


@pytest.mark.parametrize(
    "source",
    ["told = 1", "def _won(): ...", "def deal(shown): ...", "[0 for seen in hand]"],
)
def test_a_name_that_is_a_bare_participle_is_found(source: str) -> None:
    (fault,) = check_words.bare_participles("wall.py", source)
    assert fault.startswith("wall.py:1: a bare participle: ")


@pytest.mark.parametrize(
    "source", ["class Wall:\n    drawn: int", "wall.drawn = 1", "was_drawn = 1"]
)
def test_a_field_may_be_called_as_its_format_calls_it(source: str) -> None:
    assert list(check_words.bare_participles("wall.py", source)) == []
