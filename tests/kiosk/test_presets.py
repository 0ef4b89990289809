"""House rules by name: versions, what is the same again, what another kiosk may send."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.presets import FILE, Presets

KIRIAGE = {"kiriage": True}


@pytest.fixture
def presets(tmp_path: Path) -> Presets:
    return Presets(tmp_path)


def test_the_same_again_is_the_same_version(presets: Presets) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    presets.save("riichi", "Club", dict(KIRIAGE))
    (preset,) = presets.all()
    assert (preset.version, preset.options) == (1, KIRIAGE)


def test_other_rules_under_a_known_name_are_its_next_version_with_another_hash(
    presets: Presets,
) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    before = presets.mark_of("riichi", KIRIAGE)
    presets.save("riichi", "Club", {"rounds": 1})
    after = presets.mark_of("riichi", {"rounds": 1})
    assert before.startswith("Club · v1 · ")
    assert after.startswith("Club · v2 · ")
    assert before[-8:] != after[-8:]
    assert presets.mark_of("riichi", KIRIAGE) == ""


def test_games_have_presets_of_their_own(presets: Presets) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    presets.save("wuhan", "Club", {})
    presets.remove("riichi", "Club")
    assert [one.ruleset for one in presets.all()] == ["wuhan"]


def test_an_export_brings_the_same_presets_to_another_kiosk(
    presets: Presets, tmp_path: Path
) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    other = Presets(tmp_path / "other")
    assert other.take_in(presets.export()) == 1
    assert other.all() == presets.all()


def test_the_text_of_a_code_is_an_export_of_one(presets: Presets, tmp_path: Path) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    presets.save("wuhan", "Club", {})
    other = Presets(tmp_path / "other")
    other.take_in(presets.all()[0].text)
    assert other.all() == presets.all()[:1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '[{"ruleset": "chess", "name": "Club", "options": {}}]',
        '[{"ruleset": "riichi", "name": "Club", "options": {"kiriage": 7}}]',
        '[{"ruleset": "riichi", "name": "Club", "options": {"castling": true}}]',
        '[{"ruleset": "riichi", "name": "", "options": {}}]',
        '[{"ruleset": "riichi", "name": "Club", "options": {}, "more": 1}]',
    ],
)
def test_what_is_no_export_changes_nothing(presets: Presets, text: str) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    with pytest.raises(Refused):
        presets.take_in(text)
    assert [one.options for one in presets.all()] == [KIRIAGE]


def test_a_preset_of_a_game_that_is_gone_is_passed_over(presets: Presets, tmp_path: Path) -> None:
    presets.save("riichi", "Club", KIRIAGE)
    rows = json.loads((tmp_path / FILE).read_text("utf-8"))
    (tmp_path / FILE).write_text(json.dumps([*rows, {**rows[0], "ruleset": "2031"}]), "utf-8")
    assert [one.ruleset for one in presets.all()] == ["riichi"]
