"""What a sheet lists is what its game has: elements, options and their defaults."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rules

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"


def section(name: str, title: str) -> str:
    """Return the section *title* of the sheet *name*, empty where it has none."""
    match = re.search(
        rf"^## {title}.*?(?=^## |\Z)", (FOLDER / f"{name}.md").read_text("utf-8"), re.M | re.S
    )
    return match[0] if match else ""


def family(name: str) -> list[str]:
    """Return *name* and the sheets that it goes by, directly or through one of them."""
    names = [name]
    for one in names:
        head = (FOLDER / f"{one}.md").read_text("utf-8").partition("\n## ")[0]
        links = re.findall(r"\(([\w-]+)\.md\)|\*\*Extends `([\w-]+)`", head)
        names += [link for pair in links for link in pair if link and link not in names]
    return names


def elements(name: str) -> set[str]:
    return set(re.findall(r"^\| `([\w-]+)`", section(name, "Scoring elements"), re.M))


def options(name: str) -> dict[str, str]:
    rows = re.findall(r"^\| `([\w-]+)` \| .*? \| (.*?) \|", section(name, "Options"), re.M)
    return {option: default.split(" (")[0].strip('`" ') for option, default in rows}


def write_value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value).replace("null", "none")


@pytest.mark.parametrize("name", rules.rulesets())
def test_a_sheet_and_its_game_have_the_same_elements(name: str) -> None:
    own = {element.id for element in rules.ruleset(name).elements}
    family_elements = set().union(*map(elements, family(name)))
    assert elements(name) <= own
    assert {one for one in own - family_elements if not one.startswith("major_")} == set()


def numbers(value: str) -> list[str]:
    """Return the numbers in *value*, a product `2 ×2` multiplied out."""
    product = re.sub(r"(\d+) ×(\d+)", lambda two: str(int(two[1]) * int(two[2])), value)
    return re.findall(r"\d+(?:\.\d+)?", product)


@pytest.mark.parametrize("name", rules.rulesets())
def test_an_element_is_worth_what_the_sheet_says_first(name: str) -> None:
    worth = {one.id: numbers(str(one.value)) for one in rules.ruleset(name).elements}
    head = r"^\| `([\w-]+)` \|[^|]*\|[^|]*\| ([^|]{1,40}?) \|"
    rows = re.findall(head, section(name, "Scoring elements"), re.M)
    first = {
        one: figures[0] for one, value in rows if (figures := numbers(value)) and worth.get(one)
    }
    assert {one: value for one, value in first.items() if value not in worth[one]} == {}


@pytest.mark.parametrize("name", rules.rulesets())
def test_a_sheet_and_its_game_have_the_same_options_with_their_defaults(name: str) -> None:
    game = {option.name: option.default for option in rules.ruleset(name).options}
    family_options = {option for one in family(name) for option in options(one)}
    assert set(game) <= family_options
    assert {one: text.replace("null", "none") for one, text in options(name).items()} == {
        one: write_value(game[one]) for one in options(name)
    }
