"""Wild tiles: divisions and profiles against plain substitution, the cover table against search."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import pytest

from rules.hands.catalogue import HONOR_RUNS, STANDARD, Catalogue
from rules.hands.covers import completes, min_sets_and_wilds, waits
from rules.hands.divide import Piece, divisions, profiles, suit_pieces
from rules.hands.keys import SHIFT, counts, pack
from rules.hands.shapes import PAIRS, Part
from rules.tiles import KINDS, parse

CATALOGUES: Final = [STANDARD, HONOR_RUNS]
NAMES: Final = ["standard", "honor_runs"]

Reading = tuple[tuple[str, ...], tuple[int, ...]]


def search(left: Counter[int], sets: int, pair: bool, catalogue: Catalogue) -> list[list[Part]]:
    """Return every way to use up *left* in *sets* sets and perhaps a *pair*, by plain search."""
    left = +left
    if not left:
        return [[]] if not sets and not pair else []
    low = min(left)
    choices = [part for suit in catalogue.sets for part in suit if low in part.kinds]
    choices = choices if sets else []
    ways = []
    for part in [*choices, *([PAIRS[low]] if pair else [])]:
        needs = Counter(part.kinds)
        if all(left[kind] >= count for kind, count in needs.items()):
            after = (sets, False) if part.is_pair else (sets - 1, pair)
            ways += [[part, *rest] for rest in search(left - needs, *after, catalogue)]
    return ways


def substitute(kinds: list[int], wilds: int, sets: int, catalogue: Catalogue) -> set[Reading]:
    """Return the readings found by putting every choice of kinds in place of the wild tiles."""
    readings = set()
    for stands in combinations_with_replacement(range(KINDS), wilds):
        for parts in search(Counter([*kinds, *stands]), sets, True, catalogue):
            readings.add((tuple(sorted(map(str, parts))), stands))
    return readings


def list_readings(kinds: list[int], wilds: int, sets: int, catalogue: Catalogue) -> set[Reading]:
    """Return the readings that `divisions` gives; none may come twice."""
    readings = [
        (tuple(sorted(map(str, division.parts))), tuple(sorted(division.wilds)))
        for division in divisions(pack(kinds), sets, wilds, catalogue)
    ]
    assert len(readings) == len(set(readings))
    return set(readings)


def random_hand(chance: random.Random, catalogue: Catalogue, sets: int, wilds: int) -> list[int]:
    """Return the natural tiles of a hand of 3·*sets* + 2: mostly a won one with some gone."""
    pool = [part for suit in catalogue.sets for part in suit]
    if chance.random() < 0.5:  # many tiles of a suit divide in many ways
        suit = chance.randrange(3)
        pool = [part for part in pool if part.suit in (suit, 3)]
    while True:
        parts = [*chance.choices(pool, k=sets), chance.choice(PAIRS)]
        kinds = [kind for part in parts for kind in part.kinds]
        chance.shuffle(kinds)
        kinds = kinds[: 3 * sets + 2 - wilds]
        if chance.random() < 0.3:
            kinds[0] = chance.randrange(KINDS)
        if max(map(kinds.count, kinds)) <= 4:
            return kinds


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=NAMES)
@pytest.mark.parametrize(
    ("sets", "wilds", "hands"), [(4, 0, 60), (5, 0, 60), (4, 1, 25), (3, 2, 4)]
)
def test_divisions_are_those_of_plain_substitution(
    catalogue: Catalogue, sets: int, wilds: int, hands: int
) -> None:
    chance = random.Random(10 * sets + wilds)
    win_count = 0
    for _ in range(hands):
        kinds = random_hand(chance, catalogue, sets, wilds)
        expected = substitute(kinds, wilds, sets, catalogue)
        assert list_readings(kinds, wilds, sets, catalogue) == expected, kinds
        win_count += bool(expected)
    assert hands // 4 <= win_count


def feature(piece: Piece) -> tuple[bool, bool, int]:
    """Return what the elements of some game might ask of a suit's piece."""
    kinds = [kind for part in piece.parts for kind in part.kinds]
    return (
        bool(kinds),
        all(not part.is_run for part in piece.parts),
        sum(part.is_triplet and part.kind % 9 == 4 for part in piece.parts),
    )


def features(parts: tuple[Part, ...]) -> tuple[tuple[bool, bool, int], ...]:
    """Return the features of whole *parts*, suit by suit."""
    suits = [tuple(part for part in parts if part.suit == suit) for suit in range(4)]
    return tuple(feature(Piece(suit, (), 0, False)) for suit in suits)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=NAMES)
@pytest.mark.parametrize(("sets", "wilds"), [(4, 0), (4, 1), (4, 2), (5, 2), (4, 4)])
def test_profiles_are_the_features_of_all_divisions(
    catalogue: Catalogue, sets: int, wilds: int
) -> None:
    chance = random.Random(sets + wilds)
    for _ in range(15):
        kinds = random_hand(chance, catalogue, sets, wilds)
        key = pack(kinds)
        expected = {features(one.parts) for one in divisions(key, sets, wilds, catalogue)}
        by_features = profiles(key, sets, wilds, feature, catalogue)
        assert by_features.keys() == expected
        for profile, division in by_features.items():
            assert features(division.parts) == profile
            used = Counter(kind for part in division.parts for kind in part.kinds)
            assert used == Counter([*kinds, *division.wilds])


@cache
def covers(left: tuple[int, ...], sets: int, pair: bool, name: str) -> bool:
    """Return whether *sets* sets and perhaps a *pair* ask for all the tiles *left*, by search."""
    low = next((kind for kind, count in enumerate(left) if count), None)
    if low is None:
        return True
    catalogue = CATALOGUES[NAMES.index(name)]
    parts = [part for part in catalogue.sets[low // 9] if low in part.kinds] if sets else []
    for part in [*parts, *([PAIRS[low]] if pair else [])]:
        rest = list(left)
        for kind in part.kinds:
            rest[kind] = max(0, rest[kind] - 1)
        after = (sets, False) if part.is_pair else (sets - 1, pair)
        if covers(tuple(rest), *after, name):
            return True
    return False


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sets", [4, 5])
@pytest.mark.parametrize("wilds", range(12))
def test_the_cover_table_says_what_a_search_finds(name: str, sets: int, wilds: int) -> None:
    catalogue = CATALOGUES[NAMES.index(name)]
    chance = random.Random(100 * sets + wilds)
    for _ in range(40):
        kinds = random_hand(chance, catalogue, sets, wilds)
        key = pack(kinds)
        assert completes(key, sets, catalogue) == covers(counts(key), sets, True, name), kinds


@pytest.mark.parametrize(
    ("hand", "sets", "expected"),
    [
        ("1112345678999m", 4, "123456789m"),
        ("123m456p789s1122z", 4, "12z"),
        ("123456789m123p1s", 4, "1s"),
        ("123m456m789m123p1122s", 5, "12s"),
        ("1m", 0, "1m"),
    ],
)
def test_waits_of_hands_of_both_sizes(hand: str, sets: int, expected: str) -> None:
    assert waits(pack(parse(hand)), sets) == tuple(parse(expected))


def test_a_kind_of_which_the_hand_holds_all_four_is_no_wait() -> None:
    assert waits(pack(parse("1111z")), 1) == ()


def test_honor_runs_complete_what_pungs_do_not() -> None:
    key = pack(parse("124567z123m45699p"))
    assert completes(key, 4, HONOR_RUNS)
    assert not completes(key, 4)


def test_eleven_wild_tiles_complete_anything() -> None:
    for text in ("1m5p9s", "147m", "1z5z9p", "111z"):
        key = pack(parse(text))
        assert completes(key, 4)
        assert profiles(key, 4, 11, feature)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=NAMES)
def test_what_a_suit_takes_at_least_is_what_its_divisions_take(catalogue: Catalogue) -> None:
    chance = random.Random(7)
    suit = len(catalogue.sets) - 1
    for kinds in (range(9), range(27, 34)):
        for size in range(8):
            key = pack(chance.sample([kind for kind in kinds for _ in range(4)], size))
            place = (key, 0) if kinds[0] == 0 else (key >> suit * SHIFT, suit)
            pieces = suit_pieces(*place, 14, 5, catalogue)
            fewest = (min(p.sets for p in pieces), min(len(p.wilds) for p in pieces))
            assert min_sets_and_wilds(*place, catalogue) == fewest
