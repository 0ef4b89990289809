"""The table between the hands, the wall, and what holds for every hand of wuhan.md."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.hubei.wuhan import GAME
from rules.games.hubei.wuhan.shapes import Shape, Special, find_special, shapes
from rules.hands.shapes import PUNGS, RUNS, Part
from rules.tiles import EYES, TILES, parse, write
from tests.ids import case_id
from tests.rules.games.wuhan.hands import NO_MINIMUM, PLAIN, names, unpaid, wuhan
from tests.rules.records import chow, pung, settle

SPECIAL = find_special(TILES["9s"], "red", GAME.circle)
USABLE = [kind for kind in SPECIAL.usable if kind != SPECIAL.wild]


def next_hand(data: Any) -> tuple[int, int, int, bool]:
    """Return banker, round, repeats and whether the session is over."""
    after = settle(data)["next"]
    return after["banker"], after["round"], after["repeats"], after["over"]


def state(banker: int, round_: int = 1, repeats: int = 0) -> dict[str, int]:
    """Return the table before the hand."""
    return {"banker": banker, "round": round_, "repeats": repeats}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (state(1, 1, 2), (1, 1, 3, False)),
        (state(0, 1, 2), (1, 1, 0, False)),
        (state(3, 1), (0, 2, 0, False)),
        (state(2, 4), (3, 4, 0, False)),
        (state(3, 4), (0, 5, 0, True)),
        (state(1, 4), (1, 4, 1, False)),
    ],
    ids=case_id,
)
def test_the_banker_stays_after_his_win_and_a_session_is_four_rounds(
    before: Any, after: Any
) -> None:
    assert next_hand(wuhan(*PLAIN, state=before, options=NO_MINIMUM)) == after


def test_the_banker_stays_after_a_draw_and_nothing_is_paid() -> None:
    data = unpaid(state=state(3, 4, 1))
    data["seats"][2] = {"aside": "7z1s", "melds": [{"kind": "kong_concealed", "tiles": "2222m"}]}
    assert next_hand(data) == (3, 4, 2, False)
    assert settle(data)["payments"] == []


def test_of_two_readings_the_one_that_pays_more_is_taken() -> None:
    three_alike = wuhan("22233344m55p", "4m", pung("999p"))
    assert names(three_alike) == {"all_pungs", "open_sets", "no_wild", "self_draw"}
    with_a_run_below = wuhan("22233344m55p", "4m", chow("678p"))
    assert "common_win" in names(with_a_run_below)


SETS = [part for part in (*RUNS.values(), *PUNGS) if all(kind in USABLE for kind in part.kinds)]


@st.composite
def winning_tiles(draw: st.DrawFn, wilds: int) -> tuple[Part, list[int], int]:
    """Return an open set, and concealed tiles that complete it, *wilds* of them wild."""
    sets = draw(st.lists(st.sampled_from(SETS), min_size=4, max_size=4))
    eyes = draw(st.sampled_from([kind for kind in USABLE if kind in EYES]))
    kinds = [kind for part in sets for kind in part.kinds] + [eyes, eyes]
    room: dict[int, int] = {TILES["9s"]: 3}
    for kind in set(kinds):
        if kinds.count(kind) > room.get(kind, 4):
            return draw(winning_tiles(wilds))
    concealed = draw(st.permutations(kinds[3:]))
    return sets[0], [SPECIAL.wild] * wilds + concealed[wilds:], eyes


def record(open_set: Part, concealed: list[int], **how: Any) -> Any:
    """Return the record of a win by an own tile."""
    kind = "chow" if open_set.is_run else "pung"
    lowest = write(open_set.kinds[:1])
    meld = {"kind": kind, "tiles": str(open_set), "claimed": lowest}
    last = write(concealed[-1:])
    return wuhan(write(concealed[:-1]), last, meld, **{"options": NO_MINIMUM, **how})


asides = st.sampled_from(["", "7z", "1s"])


@given(winning_tiles(0), asides, st.sampled_from([None, 0, 2, 3]), st.booleans())
def test_payments_balance_and_name_only_the_winner(
    hand: tuple[Part, list[int], int], aside: str, source: int | None, ready: bool
) -> None:
    data = record(*hand[:2], source=source, around={2: {"aside": aside}},
                  facts={"discarder_ready": ready})  # fmt: skip
    answer = settle(data)
    assert sum(answer["net"]) == 0
    assert {row["to"] for row in answer["payments"]} == {1}
    assert all(row["amount"] > 0 for row in answer["payments"])


@given(winning_tiles(0), st.data())
def test_a_wild_tile_in_place_of_another_never_makes_the_hand_lose(
    hand: tuple[Part, list[int], int], data: st.DataObject
) -> None:
    open_set, concealed, _ = hand
    place = data.draw(st.integers(0, len(concealed) - 2))
    swapped = [*concealed[:place], SPECIAL.wild, *concealed[place + 1 :]]
    assert settle(record(open_set, swapped))["net"][1] > 0


Seen = tuple[bool, bool, bool, bool, bool, bool]


def read_shape(shape: Shape) -> Seen:
    """Return what the elements read of a regular shape."""
    return (
        shape.good_eyes,
        shape.one_suit,
        shape.honors,
        shape.eyes,
        shape.pungs,
        shape.own_faces,
    )


def in_sets(counts: list[int], sets: tuple[tuple[int, ...], ...] = ()) -> Any:
    """Yield every way to take sets out of *counts* until nothing is left."""
    low = next((kind for kind, count in enumerate(counts) if count), None)
    if low is None:
        yield sets
        return
    tries = [(low, low, low)]
    if low < 27 and low % 9 < 7:
        tries.append((low, low + 1, low + 2))
    for group in tries:
        rest = counts.copy()
        for kind in group:
            rest[kind] -= 1
        if min(rest) >= 0:
            yield from in_sets(rest, (*sets, group))


def by_substitution(naturals: list[int], wilds: int, meld: Part, tiles: Special) -> set[Seen]:
    """Return what the hand can be when each wild tile is replaced by every kind in turn."""
    readings: set[Seen] = set()
    for stands_for in product(tiles.usable, repeat=wilds):
        if list(stands_for) != sorted(stands_for):
            continue
        counts = [0] * 34
        for kind in (*naturals, *stands_for):
            counts[kind] += 1
        for pair in [kind for kind, count in enumerate(counts) if count >= 2]:
            rest = counts.copy()
            rest[pair] -= 2
            for sets in in_sets(rest):
                readings.add(_judge(pair, [*sets, meld.kinds], naturals, stands_for, tiles))
    return readings


def _judge(
    pair: int, sets: list[Any], naturals: list[int], stands_for: tuple[int, ...], tiles: Special
) -> Seen:
    """Return what one substitution makes of the hand."""
    kinds = [kind for one in sets for kind in one] + [pair]
    only_wild_eyes = pair not in naturals
    return (
        pair in EYES and not (only_wild_eyes and tiles.wild not in EYES),
        len({kind // 9 for kind in kinds}) == 1 and kinds[0] < 27,
        min(kinds) >= 27,
        all(kind in EYES for kind in kinds),
        all(one[0] == one[1] for one in sets),
        all(kind == tiles.wild for kind in stands_for),
    )


@given(st.one_of(winning_tiles(0), winning_tiles(1), winning_tiles(2)), st.booleans())
def test_readings_are_those_of_plain_substitution(
    hand: tuple[Part, list[int], int], breaks: bool
) -> None:
    open_set, concealed, _ = hand
    if breaks:  # mostly no win then
        concealed = [*concealed[:-1], USABLE[concealed[0] % len(USABLE)]]
    naturals = [kind for kind in concealed if kind != SPECIAL.wild]
    wilds = len(concealed) - len(naturals)
    readings = shapes(concealed, (open_set,), SPECIAL, is_strict=False)
    expected = by_substitution(naturals, wilds, open_set, SPECIAL)
    assert {read_shape(shape) for shape in readings if shape.regular} == expected


@pytest.mark.parametrize("text", ["1s", "11s", "111s", "1111s"])
def test_wild_tiles_alone_make_any_set(text: str) -> None:
    tiles = (*parse(text), *parse("777m999p23555s")[: 11 - len(text) + 1])
    assert shapes(tiles, (PUNGS[0],), SPECIAL)
