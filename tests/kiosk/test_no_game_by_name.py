"""The kiosk serves whatever game there is: what one needs, it declares in its own file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import kiosk
import rules
from kiosk.web.views.plays import SUMMARIES
from rules.play.game import PlayGame

ROOT: Final = Path(kiosk.__file__).parent
DEFAULTS: Final = {
    ("commands/demo.py", "riichi"): "what `jantaku demo` plays where no game is named",
    ("commands/play.py", "riichi"): "the game whose logs other programs read",
    ("commands/replay.py", "riichi"): "the game whose logs other programs write",
    ("commands/sim.py", "riichi"): "what `jantaku sim` is set up for where no game is named",
    ("web/views/game_rules.py", "riichi"): "what most people know, beside which rules are told",
    ("web/views/screen.py", "riichi"): "the announcement, not the game",
    ("web/views/lobby.py", "riichi"): "offered first on a screen where nothing was played yet",
    ("web/views/lobby.py", "taiwan"): "offered first, and the name of its family's shelf",
    ("web/views/lobby.py", "wuhan"): "offered first",
    ("web/views/lobby.py", "singapore"): "offered first",
    ("web/views/lobby.py", "nanjing"): "offered first",
    ("web/views/lobby.py", "mushi"): "offered first",
    (
        "camera/tile_sets.py",
        "riichi",
    ): "a kind of tile set to enrol, by the words of `jantaku enrol`",
    ("camera/tile_sets.py", "singapore"): "a kind of tile set to enrol",
}
"""Where a game may be named, and why."""
WORDS: Final = re.compile(r"[\w-]+")


def games_named(text: str) -> set[str]:
    """Return the ids of games among the words of *text*, also written as a Python name."""
    return {word.replace("_", "-") for word in WORDS.findall(text)} & set(rules.rulesets())


def literals(source: str) -> Iterator[str]:
    """Yield every text in the code *source* but docstrings."""
    tree = ast.parse(source)
    docs = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
            yield node.value


def find_mentions() -> set[tuple[str, str]]:
    """Return each file of the kiosk with each game that its code names."""
    return {
        (str(path.relative_to(ROOT)), game)
        for path in ROOT.rglob("*.py")
        for text in literals(path.read_text("utf-8"))
        for game in games_named(text)
    }


def test_no_code_of_the_kiosk_names_a_game_but_as_a_default() -> None:
    assert find_mentions() == set(DEFAULTS)


def test_every_summary_that_a_game_of_cards_is_told_by_has_a_page() -> None:
    games = [rules.ruleset(name) for name in rules.rulesets()]
    assert {game.summary for game in games if isinstance(game, PlayGame)} == set(SUMMARIES)


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("web/templates/**/*.html")), ids=lambda path: path.name
)
def test_no_page_names_a_game(path: Path) -> None:
    assert not games_named(path.stem)
    assert not games_named(path.read_text("utf-8"))


@pytest.mark.parametrize("text", ["tien-gow", "/tien_gow/piles", "element.tien-gow.kam"])
def test_a_game_is_found_in_whatever_it_is_part_of(text: str) -> None:
    assert games_named(text) == {"tien-gow"}
