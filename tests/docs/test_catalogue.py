"""Every id that a player may meet has words in every language."""

from __future__ import annotations

import pytest

import rules
from firmware_bridge.faults import FAULTS
from kiosk.i18n import catalogue, languages
from rules.errors import RANKS


def list_keys(game: str) -> list[tuple[str, ...]]:
    """Return the words that *game* needs, each as the keys of which one must be there."""
    ruleset = rules.ruleset(game)
    facts = {fact.id for fact in (*ruleset.win_facts, *ruleset.seat_facts)}
    ids_by_kind = {
        "mark": ruleset.marks,
        "fact": facts,
        "declared": ruleset.declared,
        "incident": (
            *ruleset.incidents,
            *(f"{kind}.{one.id}" for kind, ones in ruleset.incident_facts.items() for one in ones),
        ),
    }
    return [
        (f"ruleset.{game}",),
        *((f"element.{game}.{one.id}", f"element.{one.id}") for one in ruleset.elements),
        *((f"option.{game}.{one.name}",) for one in ruleset.options),
        *(
            (f"{kind}.{game}.{one}", f"{kind}.{one}")
            for kind, ids in ids_by_kind.items()
            for one in ids
        ),
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", rules.rulesets())
def test_a_game_has_words(game: str, language: str) -> None:
    words = catalogue(language, rules.ruleset(game).vocabulary)
    assert [keys[-1] for keys in list_keys(game) if not words.knows(*keys)] == []


@pytest.mark.parametrize("language", languages())
def test_every_fault_says_what_to_do_in_one_to_three_steps(language: str) -> None:
    words = catalogue(language).words
    without = [code for code in FAULTS if f"fault.{code}" not in words]
    steps = {code: words.get(f"fault.{code}.steps", "").strip().splitlines() for code in FAULTS}
    assert without == []
    assert [code for code, lines in steps.items() if not 1 <= len(lines) <= 3] == []


@pytest.mark.parametrize("language", languages())
def test_every_error_of_a_record_has_words(language: str) -> None:
    words = catalogue(language)
    assert [code for code in RANKS if not words.knows(f"error.{code}")] == []
