"""What is remembered of the names in a record is never taken for something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.record.reader import all_known, counters
from rules.tiles import CODES, TILES, parse

RIICHI = rules.ruleset("riichi")


def test_true_is_no_counter_although_one_was_read_before() -> None:
    assert counters(RIICHI, ("honba",), (1,), (int,))["honba"] == 1
    with pytest.raises(ValueError, match="honba"):
        counters(RIICHI, ("honba",), (True,), (bool,))


def test_a_counter_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="drawn_hands"):
        counters(RIICHI, ("drawn_hands",), (0,), (int,))


def test_counters_that_are_not_given_start_from_nothing() -> None:
    assert counters(RIICHI, (), (), ()) == {"honba": 0, "deposits": 0}


def test_one_unknown_name_among_known_ones_is_noticed() -> None:
    names = frozenset(("riichi", "ippatsu"))
    assert all_known(("riichi",), names) == frozenset(("riichi",))
    assert all_known(("riichi", "tsubame"), names) is None


@given(st.text(st.sampled_from("0123456789mpszfax１ "), max_size=12))
def test_compact_notation_is_read_or_refused_letter_by_letter(text: str) -> None:
    expected: list[int] | None = []
    digits = ""
    for sign in text:
        if sign.isdecimal():
            digits += sign
            continue
        codes = [digit + sign for digit in digits]
        sound = expected is not None and codes and all(code in TILES for code in codes)
        expected = [*(expected or []), *(TILES[code] for code in codes)] if sound else None
        digits = ""
    if expected is None or digits:
        with pytest.raises(ValueError):  # noqa: PT011 -- which sign it is, others ask
            parse(text)
    else:
        assert list(parse(text)) == expected


def test_every_tile_is_read_by_its_code() -> None:
    assert list(parse("".join(CODES))) == list(range(len(CODES)))
