"""Every word that the pages ask for is there in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kiosk
import rules
from kiosk.i18n import FALLBACK, LANGUAGE_NAMES, Catalogue, catalogue, number, signed
from kiosk.jobs import Job
from kiosk.session import Part, Stage
from kiosk.web.views.edit import MELD_KINDS
from rules.tiles import CODES

HOME = Path(kiosk.__file__).parent
WRITTEN = re.compile(r"""say\(\s*f?["']([a-z_0-9.]+)["']""")
REFUSED = re.compile(r"""Refused\(\s*["']([a-z_]+)["']""")


def written_in_templates() -> set[str]:
    """Return the keys that stand whole in a template."""
    keys: set[str] = set()
    for template in (HOME / "web" / "templates").glob("*.html"):
        text = template.read_text("utf-8")
        keys |= {key for key in WRITTEN.findall(text) if not key.endswith(".")}
    return keys


def written_in_code() -> set[str]:
    """Return the keys that stand whole in the pages' code."""
    keys: set[str] = set()
    for module in (HOME / "web").rglob("*.py"):
        keys |= set(re.findall(r"""["'](ui\.[a-z_0-9.]*[a-z0-9])["']""", module.read_text("utf-8")))
    return keys


def refusals() -> set[str]:
    """Return the codes with which the kiosk refuses something."""
    codes: set[str] = set()
    for module in HOME.rglob("*.py"):
        codes |= set(REFUSED.findall(module.read_text("utf-8")))
    return codes


def built() -> set[str]:
    """Return the keys that the pages put together from closed sets of ids."""
    return {
        *(f"ui.part.{part}" for part in Part),
        *(f"ui.meld.{kind}" for kind in MELD_KINDS),
        *(f"ui.wind.{wind}" for wind in range(4)),
        *(f"ui.round.{number}" for number in range(1, 5)),
        *(f"ui.outcome.{outcome}" for outcome in ("win", "draw", "abort")),
        *(f"ui.job.{job}" for job in Job.__args__),
        *(f"ui.how.{way}" for way in ways()),
        *(f"ui.way.{way}" for way in ways()),
        *(f"tile.{code}" for code in CODES if code[1] not in "mps"),
        *(f"tile.suit.{suit}" for suit in "mps"),
    }


def ways() -> set[str]:
    """Return every way of winning that a game knows."""
    return {way for game in rules.rulesets() for way in rules.ruleset(game).ways}


@pytest.fixture(params=LANGUAGE_NAMES)
def words(request: pytest.FixtureRequest) -> Catalogue:
    """Return the catalogue of each language in turn."""
    return catalogue(request.param)


def test_the_templates_have_all_their_words(words: Catalogue) -> None:
    assert written_in_templates() - words.words.keys() == set()


def test_the_pages_have_all_their_words(words: Catalogue) -> None:
    assert (written_in_code() | built()) - words.words.keys() == set()


def test_every_refusal_says_what_happened_and_what_to_do(words: Catalogue) -> None:
    keys = {f"error.{code}{part}" for code in refusals() for part in ("", ".steps")}
    assert keys - words.words.keys() == set()


def test_every_value_of_an_option_has_a_name(words: Catalogue) -> None:
    keys = {
        f"option.{game}.{option.name}.{value}"
        for game in rules.rulesets()
        for option in rules.ruleset(game).options
        for value in option.values
        if isinstance(value, str)
    }
    assert keys - words.words.keys() == set()


def test_a_text_without_words_reads_like_its_id() -> None:
    assert catalogue("ja")("element.wuhan.golden_carp") == "golden carp"


def test_an_unknown_language_is_english() -> None:
    assert catalogue("tlh").language == FALLBACK


def test_the_first_key_that_has_words_is_taken() -> None:
    assert catalogue("en")("ui.no_such_word", "ui.win") == "Win"


@pytest.mark.parametrize(
    ("points", "text"), [(3900, "+3,900"), (-1300, "−1,300"), (0, "±0"), (7, "+7")]
)
def test_a_gain_has_its_sign(points: int, text: str) -> None:
    assert signed(points) == text


def test_a_total_below_zero_has_a_true_minus() -> None:
    assert number(-12000) == "−12,000"


def test_every_stage_has_its_screen() -> None:
    from kiosk.web.views.screen import SCREENS

    assert {Stage.LOBBY, *SCREENS} == set(Stage)
