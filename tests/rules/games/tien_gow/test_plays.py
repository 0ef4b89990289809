"""Tien Gow: what may be laid together and what beats what, for a screen that checks a play."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import rules
from rules.games.cards.tien_gow.course import Course
from rules.games.cards.tien_gow.plays import (
    CIVIL,
    COPIES,
    MILITARY,
    TABLE,
    Laid,
    beats,
    combination,
)
from tests.ids import plainly

PLAIN = rules.ruleset("tien-gow").defaults
CIVIL_HOUSE = {**PLAIN, "civil_supreme": True}
PACK = sorted(tile for tile, copies in COPIES.items() for _ in range(copies))


def wins(laid: str, best: str, led: str | None = None, options: object = PLAIN) -> bool:
    """Return whether *laid* beats *best* in a trick to which *led* was led."""
    house = options if isinstance(options, dict) else PLAIN
    one, other, first = (
        combination(tiles.split("+"), house) for tiles in (laid, best, led or best)
    )
    assert one is not None
    assert other is not None
    assert first is not None
    return beats(one, other, first, house)


def test_there_are_32_dominoes() -> None:
    assert (len(PACK), len(CIVIL), sum(map(len, MILITARY))) == (32, 11, 10)


@pytest.mark.parametrize(
    ("tiles", "kind"),
    [
        ("6-6", "civil"),
        ("1-2", "military"),
        ("1-2+2-4", "supreme"),
        ("2-4+1-2", "supreme"),
        ("5-6+5-6", "civil_pair"),
        ("3-6+4-5", "military_pair"),
        ("1-4+2-3", "military_pair"),
        ("1-4+1-2", None),
        ("6-6+4-5", "mixed_pair"),
        ("1-3+2-3", "mixed_pair"),
        ("6-6+3-5", None),
        ("5-5+2-4", None),
        ("6-6+3-6+6-6", "civil_triple"),
        ("6-6+3-6+4-5", "military_triple"),
        ("1-1+2-6+3-5+1-1", "four"),
        ("1-1+2-6+3-5+6-6", None),
        ("5-5+5-5+5-6", None),
        ("1-5+1-5", "civil_pair"),
        ("", None),
    ],
    ids=plainly,
)
def test_what_tiles_are_together(tiles: str, kind: str | None) -> None:
    found = combination(tiles.split("+"), PLAIN)
    assert (None if found is None else found.kind) == kind


def test_the_civil_supreme_is_one_only_where_the_house_has_it() -> None:
    found = combination(("1-5", "1-5"), CIVIL_HOUSE)
    assert found is not None
    assert found.kind == "civil_supreme"


@pytest.mark.parametrize(
    ("laid", "best"),
    [
        ("6-6", "1-1"),
        ("1-6", "1-5"),
        ("3-6", "2-6"),
        ("1-4", "1-2"),
        ("6-6+6-6", "1-1+1-1"),
        ("3-6+4-5", "1-4+2-3"),
        ("6-6+3-6", "1-1+2-6"),
        ("4-4+4-4+2-5", "1-3+1-3+1-4"),
        ("6-6+3-6+4-5", "1-1+2-6+3-5"),
        ("1-1+1-1+2-6+3-5", "4-4+4-4+2-5+3-4"),
    ],
)
def test_the_stronger_of_one_kind_wins(laid: str, best: str) -> None:
    assert wins(laid, best)
    assert not wins(best, laid)


@pytest.mark.parametrize(
    ("laid", "best"),
    [
        ("3-6", "4-5"),
        ("6-6", "6-6"),
        ("6-6+3-6", "6-6+4-5"),
        ("6-6", "1-2"),
        ("3-6", "1-5"),
        ("6-6+6-6", "1-2+2-4"),
        ("1-2+2-4", "1-5+1-5"),
        ("3-6+4-5", "1-5+1-5"),
        ("6-6+6-6+3-6", "1-3+1-4+2-3"),
    ],
)
def test_equal_ones_and_other_kinds_never_win(laid: str, best: str) -> None:
    assert not wins(laid, best)


def test_only_high_legs_beat_a_led_civil_supreme() -> None:
    beaten = {**CIVIL_HOUSE, "high_legs": "beats"}
    assert wins("1-6+1-6", "1-5+1-5", options=beaten)
    assert not wins("6-6+6-6", "1-6+1-6", "1-5+1-5", beaten)
    assert not wins("6-6+6-6", "1-5+1-5", options=beaten)
    assert not wins("1-6+1-6", "1-5+1-5", options=CIVIL_HOUSE)
    assert wins("6-6+6-6", "1-6+1-6", options=beaten)


def test_among_all_combinations_the_better_one_is_better_than_all_below() -> None:
    every = list(TABLE.values())
    for one, other, third in product(every, repeat=3):
        if beats(one, other, third, PLAIN) and beats(other, third, third, PLAIN):
            assert beats(one, third, third, PLAIN)


def test_every_set_of_four_families_and_pairs_is_found_among_all_sets_of_tiles() -> None:
    found = {
        tuple(tiles)
        for size in (1, 2, 3, 4)
        for tiles in combinations(PACK, size)
        if combination(tiles, PLAIN) is not None
    }
    # singles 21; civil pairs 11, military 4, mixed 8, the supreme; triples 8 + 4; fours 4
    assert len(found) == 21 + 11 + 4 + 8 + 1 + 8 + 4 + 4
    assert found == set(TABLE)


def test_a_course_says_whose_turn_it_is() -> None:
    course = Course(PLAIN, 3)
    turns = []
    for tiles, down in ((("5-5",), False), (None, True), (("1-3",), False), (("1-5",), True)):
        turns.append(course.turn)
        course = course.after(Laid(course.turn, tiles, down))
    assert turns == [3, 0, 1, 2]
    assert (course.turn, course.piles, course.left) == (1, (0, 1, 0, 0), 7)


def test_a_course_says_why_a_play_is_none() -> None:
    course = Course(PLAIN, 0).after(Laid(0, ("5-5",)))
    assert course.fault(Laid(1, ("1-3",))) is None
    assert course.fault(Laid(1, ("3-3",))) == ("bad_meld", "this does not beat 5-5")
    assert course.fault(Laid(2, ("1-3",))) == ("bad_record", "it is seat 1's turn")
