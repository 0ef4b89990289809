"""The doors of the engine: what it refuses before any game is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.errors import RANKS
from rules.games import tile_games
from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, taiwan
from tests.rules.records import record, refusal

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)

BREAKS_ANYWHERE = {
    "nanjing",
    "shanghai-laoshi",
    "shanghai-liuxing",
    "shanghai-xinshi",
    "shanghai-1980s",
}
"""Games whose sheets do not say where the wall is broken."""


def break_faults(*arguments: Any, **keywords: Any) -> list[tuple[str, str]]:
    """Return code and place of everything wrong with a throw."""
    with pytest.raises(rules.RecordError) as refused:
        rules.break_wall(*arguments, **keywords)
    return [(problem.code, problem.where) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("arguments", "faults"),
    [
        (("mahjongg",), [("unknown_ruleset", "ruleset")]),
        (("taiwan", 4, [[1, 2, 3]]), [("bad_record", "banker")]),
        (("taiwan", -1, [[1, 2, 3]]), [("bad_record", "banker")]),
        (("taiwan", True, [[1, 2, 3]]), [("bad_record", "banker")]),
        (("taiwan", 0, [[1, 2]]), [("bad_record", "dice[0]")]),
        (("taiwan", 0, [[1, 2, 3, 4]]), [("bad_record", "dice[0]")]),
        (("taiwan", 0, [[0, 2, 3]]), [("bad_record", "dice[0]")]),
        (("taiwan", 0, [[1, 2, 7]]), [("bad_record", "dice[0]")]),
        (("taiwan", 0, [[1, 2, 3], [1]]), [("bad_record", "dice[1]")]),
        (("taiwan", 0, [[]]), [("bad_record", "dice[0]")]),
        (("taiwan", 0, [[7, 1, 1], [1]]), [("bad_record", "dice[0]"), ("bad_record", "dice[1]")]),
        (("taiwan", 0, [[1, 2, 3]], {"dora": 1}), [("unknown_option", "options.dora")]),
        (("taiwan", 0, [[1, 2, 3]], {"flowers": "no"}), [("unknown_option", "options.flowers")]),
        (("taiwan", 9, [[1, 2]], {"dora": 1}),
         [("unknown_option", "options.dora"), ("bad_record", "banker"),
          ("bad_record", "dice[0]")]),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_break_that_cannot_be(arguments: Any, faults: list[tuple[str, str]]) -> None:
    assert break_faults(*arguments) == faults


WITH_BREAK = [name for name in rules.rulesets() if rules.ruleset(name).has_break]
WITHOUT_BREAK = [name for name in rules.rulesets() if name not in WITH_BREAK]


@pytest.mark.parametrize("game", WITHOUT_BREAK)
def test_cards_have_no_wall_to_break(game: str) -> None:
    assert break_faults(game, 0, [[3, 4]]) == [("bad_record", "ruleset")]


@pytest.mark.parametrize("game", WITH_BREAK)
def test_without_dice_every_game_says_who_throws(game: str) -> None:
    needed: Any = rules.break_wall(game, banker=1)
    throwers = needed["throwers"]
    assert needed["throws_needed"] == len(throwers) > 0
    assert throwers[0] in range(4)


@pytest.mark.parametrize("game", [game.id for game in tile_games()])
def test_with_all_throws_every_game_breaks_its_wall(game: str) -> None:
    needed: Any = rules.break_wall(game, banker=1)
    throw = [2, 5, 3][: rules.ruleset(game).dice]
    place = rules.break_wall(game, 1, [throw] * needed["throws_needed"])
    if game in BREAKS_ANYWHERE:
        assert place == {"indicator": None}
        return
    assert place["wall"] in range(4)
    assert place["after"] in range(1, 19)


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (None, "bad_record", ""),
        ([], "bad_record", ""),
        ({}, "bad_record", "ruleset"),
        ({"ruleset": 3}, "bad_record", "ruleset"),
        ({"ruleset": "mahjongg"}, "unknown_ruleset", "ruleset"),
        ({"ruleset": "taiwan"}, "bad_record", "seats"),
        ({"ruleset": "taiwan", "seats": [{}, {}, {}]}, "bad_record", "seats"),
        (record("taiwan"), "bad_record", "outcome"),
        (record("taiwan", outcome="win"), "bad_record", "wins"),
        (record("taiwan", outcome="draw", mood="good"), "bad_record", "mood"),
    ],
    ids=case_id,
)
def test_what_is_no_record(data: Any, code: str, where: str) -> None:
    assert refusal(data) == (code, where)


def test_an_unknown_game_is_told_alike_by_every_door() -> None:
    with pytest.raises(rules.UnknownRulesetError, match="mahjongg"):
        rules.describe("mahjongg")
    with pytest.raises(rules.RecordError, match="mahjongg"):
        rules.break_wall("mahjongg")


def test_a_problem_is_told_once_and_the_list_begins_with_it() -> None:
    answer: Any = rules.settle_json(taiwan(*PLAIN, deal={}))
    first = {key: answer["error"][key] for key in ("code", "message", "where")}
    assert answer["error"]["problems"] == [first]


def replace_at(data: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """Return a copy of *data* with *junk* at *path*."""
    if not path:
        return junk
    key, *rest = path
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[key] = replace_at(copy[key], tuple(rest), junk)
    return copy


def places(data: Any) -> list[tuple[Any, ...]]:
    """Return the path of every value in *data*."""
    rows: Any = data.items() if isinstance(data, dict) else ()
    if isinstance(data, list):
        rows = enumerate(data)
    return [(), *((key, *path) for key, value in rows for path in places(value))]


SOUND = taiwan(
    *PLAIN,
    source=3,
    options={"base": 30},
    state={"banker": 0, "round": 1, "repeats": 0, "scores": [0, 0, 0, 0], "carry": {}},
    before={"flowers": "1f", "declared": ["ready"], "discards": ["1z"], "aside": "", "facts": {}},
    facts={"rivals": [2], "missed_win": False},
    incidents=[],
)


@given(st.sampled_from(places(SOUND)), JSON)
def test_whatever_stands_in_a_field_is_answered(path: tuple[Any, ...], junk: Any) -> None:
    answer: Any = rules.settle_json(replace_at(SOUND, path, junk))
    json.dumps(answer)
    if "error" in answer:
        assert answer["error"]["code"] in RANKS
    else:
        assert sum(answer["net"]) == 0


def test_the_sound_record_of_these_tests_is_sound() -> None:
    assert "net" in rules.settle_json(SOUND)
