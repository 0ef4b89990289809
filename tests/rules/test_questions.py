"""What people are asked, against what the rules settle: nothing that matters is left out."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest

import rules
from rules import questions
from rules.game import Game
from rules.games import tile_games
from tools.dealt_hands import CATALOGUE, Chance, Data
from tools.generated_records import case_records, generated_record
from tools.record_changes import fact_value

GAMES: Final = [game.id for game in tile_games()]
RECORDS: Final = 12
"""Generated records of each game beside its public cases."""
MOST: Final = 800
"""The most generated records to try until one is found in which a word matters."""
IMPOSSIBLE: Final = ("bad_record", "bad_tiles")
"""What a word is refused with that cannot be so."""

NOT_FOUND: Final = {
    "ataki-b": {"fact kong_chain"},
    "beijing": {"fact turn_skipped", "mark last_tile"},
    "fuzhou": {"mark last_tile"},
    "riichi-3p": {"fact rivals"},
    "singapore": {"seat fact flowers_before", "seat fact late_kongs"},
    "taiwan": {"declared heavenly_ready", "mark flower_draw"},
    "taizhou": {"fact own_discard"},
    "wenzhou": {"fact rivals"},
    "zero-rule": {"seat fact turns"},
}
"""Words that need more than a tap on a generated record: another word, or a hand made for them."""


@dataclass(frozen=True)
class Trial:
    """A record without a word and with it."""

    word: str
    ending: str
    is_offered: bool
    without: Data
    told: Data

    def matters(self) -> bool:
        """Return whether the word changes what comes of the record."""
        before, after = (rules.settle_json(one) for one in (self.without, self.told))
        if "error" in after:
            impossible = after["error"]["code"] in IMPOSSIBLE  # type: ignore[index]
            return "error" not in before and not impossible
        return before != after


def records(name: str, most: int = RECORDS) -> Iterator[Data]:
    """Yield the sound public cases of *name*, then generated records."""
    yield from case_records(name, sound=True)
    yield from (generated_record(name, place) for place in range(most))


def trials(game: Game, record: Data) -> Iterator[Trial]:
    """Yield *record* without and with each word of *game*, where it can be read at all."""
    try:
        options = rules.read(record).options
    except rules.RecordError:
        return
    wins = _wins(record)
    chance = Chance(str(record))
    for win in wins:
        yield from _of_win(game, record, win, options, chance)
    for seat in range(len(record["seats"])):
        yield from _of_seat(game, record, seat, options, chance)


def _of_win(game: Game, record: Data, win: Data, options: Any, chance: Chance) -> Iterator[Trial]:
    place, by = record["wins"].index(win), win["by"]
    for mark in game.marks:
        marks = [one for one in win.get("marks") or () if one != mark]
        is_offered = mark in questions.marks(game, by, options)
        rows = ({"marks": marks}, {"marks": [*marks, mark]})
        yield Trial(f"mark {mark}", by, is_offered, *_both(record, "wins", place, rows))
    for fact in game.win_facts:
        is_offered = fact in questions.win_facts(game, by, options)
        rows = _facts(game, "win_facts", fact.id, win, record, chance)
        yield Trial(f"fact {fact.id}", by, is_offered, *_both(record, "wins", place, rows))


def _of_seat(game: Game, record: Data, seat: int, options: Any, chance: Chance) -> Iterator[Trial]:
    place = record["seats"][seat]
    endings, roles = _endings(record), _roles(record, seat)
    who = "+".join(sorted(roles)) or "other"
    at = f"{'+'.join(endings)} {who}"
    for word in game.declared:
        words = [one for one in place.get("declared") or () if one != word]
        is_offered = word in questions.declarations(game, endings, roles, options)
        rows = ({"declared": words}, {"declared": [*words, word]})
        yield Trial(f"declared {word}", at, is_offered, *_both(record, "seats", seat, rows))
    for fact in game.seat_facts:
        is_offered = fact in questions.seat_facts(game, endings, roles, options)
        rows = _facts(game, "seat_facts", fact.id, place, record, chance)
        yield Trial(f"seat fact {fact.id}", at, is_offered, *_both(record, "seats", seat, rows))


def _endings(record: Data) -> list[str]:
    return [win["by"] for win in _wins(record)] or [record["outcome"]]


def _wins(record: Data) -> list[Data]:
    return record["wins"] if record["outcome"] == "win" else []


def _roles(record: Data, seat: int) -> set[str]:
    wins = _wins(record)
    roles = {"winner"} if any(win["seat"] == seat for win in wins) else set()
    roles |= {"giver"} if any(win.get("from") == seat for win in wins) else set()
    return roles | ({"banker"} if record.get("state", {}).get("banker", 0) == seat else set())


def _facts(
    game: Game, sort: str, name: str, place: Data, record: Data, chance: Chance
) -> tuple[Data, Data]:
    """Return the facts of *place* without the one called *name*, and with it."""
    facts = place.get("facts") or {}
    rest = {one: old for one, old in facts.items() if one != name}
    generated = fact_value(CATALOGUE[game.id][sort][name], len(record["seats"]), chance)
    value = facts[name] if name in facts and chance.happens(0.7) else generated
    return {"facts": rest}, {"facts": {**rest, name: value}}


def _both(record: Data, rows: str, place: int, changes: tuple[Data, Data]) -> tuple[Data, Data]:
    records = []
    for change in changes:
        changed = copy.copy(record)
        changed[rows] = [*record[rows]]
        changed[rows][place] = {**record[rows][place], **change}
        records.append(changed)
    return records[0], records[1]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_asked_never_matters(name: str) -> None:
    game = rules.ruleset(name)
    missed = {
        (one.word, one.ending)
        for record in records(name)
        for one in trials(game, record)
        if not one.is_offered and one.matters()
    }
    assert missed == set()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_matters_somewhere(name: str) -> None:
    game = rules.ruleset(name)
    left = {one for one in _words(game) if one not in NOT_FOUND.get(name, ())}
    for record in records(name, MOST):
        if not left:
            break
        for one in trials(game, record):
            if one.word in left and one.is_offered and one.matters():
                left.discard(one.word)
    assert left == set()


def _words(game: Game) -> Iterator[str]:
    marks = questions.paid_marks(game)
    yield from (f"mark {mark}" for mark in marks if _is_played(game, f"mark.{mark}"))
    yield from (f"fact {fact.id}" for fact in game.win_facts)
    yield from (f"seat fact {fact.id}" for fact in game.seat_facts)
    yield from (f"declared {word}" for word in game.declared)


def _is_played(game: Game, word: str) -> bool:
    """Return whether houses that keep the sheet's options play with *word*."""
    scope = questions.scope_of(game, word)
    return game.defaults.get(scope.option, True) not in questions.OFF


def test_a_house_that_plays_without_something_is_not_asked_about_it() -> None:
    riichi = rules.ruleset("riichi")
    plain = {**riichi.defaults, "ippatsu": False}
    assert "ippatsu" in questions.marks(riichi, "discard", riichi.defaults)
    assert "ippatsu" not in questions.marks(riichi, "discard", plain)
