"""What holds for every Taiwanese hand, whatever its tiles."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from rules.hands.shapes import PAIRS, PUNGS, RUNS, Part
from rules.tiles import write
from tests.rules.games.taiwan.hands import taiwan
from tests.rules.records import Data, chow, pung, settle

SEATS = 4
SET_POOL = [*RUNS.values(), *PUNGS]


def claim(part: Part) -> Data:
    """Return *part* as a claimed set."""
    return chow(str(part)) if part.is_run else pung(str(part))


@st.composite
def won_hands(draw: st.DrawFn) -> Data:
    """Return a won hand of any shape, in any state of the table."""
    suit = draw(st.sampled_from([None, None, 0, 1, 2]))
    of_suit = {None: {0, 1, 2, 3}, 0: {0, 3}, 1: {1, 3}, 2: {2, 3}}[suit]
    sets = draw(
        st.lists(
            st.sampled_from([part for part in SET_POOL if part.suit in of_suit]),
            min_size=5,
            max_size=5,
        )
    )
    pair = draw(st.sampled_from([part for part in PAIRS if part.suit in of_suit]))
    kinds = [kind for part in (*sets, pair) for kind in part.kinds]
    assume(max(map(kinds.count, kinds)) <= SEATS)
    claimed = draw(st.integers(0, 5))
    hand = [kind for part in (*sets[claimed:], pair) for kind in part.kinds]
    tile = hand.pop(draw(st.integers(0, len(hand) - 1)))
    winner = draw(st.integers(0, 3))
    source = draw(st.sampled_from([None, *({0, 1, 2, 3} - {winner})]))
    declared = draw(st.sampled_from([[], ["ready"], ["earthly_ready"][: claimed == 0]]))
    flowers = draw(st.sets(st.sampled_from("12345678")))
    return taiwan(
        write(hand),
        write([tile]),
        *map(claim, sets[:claimed]),
        winner=winner,
        source=source,
        before={"declared": declared, "flowers": "".join(sorted(flowers)) + "f" * bool(flowers)},
        state=draw(states()),
    )


def states() -> st.SearchStrategy[Data]:
    """Return the tables before a hand."""
    seats = st.integers(0, 3)
    return st.fixed_dictionaries(
        {
            "banker": seats,
            "round": st.integers(1, 4),
            "repeats": st.integers(0, 3),
            "carry": st.fixed_dictionaries({"first_banker": seats}),
        }
    )


def recolour(data: Any) -> Any:
    """Return *data* with characters, circles and bamboos changed for each other."""
    if isinstance(data, dict):
        keep = ("by", "deal", "declared", "kind", "outcome", "ruleset")
        return {key: one if key in keep else recolour(one) for key, one in data.items()}
    if isinstance(data, list):
        return [recolour(one) for one in data]
    return data.translate(str.maketrans("mps", "psm")) if isinstance(data, str) else data


@given(won_hands())
def test_payments_balance_and_follow_the_formula(data: Data) -> None:
    answer = settle(data)
    score = answer["wins"][0]["score"]
    banker, repeats = data["state"]["banker"], data["state"]["repeats"]
    assert sum(answer["net"]) == 0
    for row in answer["payments"]:
        extra = 1 + 2 * repeats if banker in (row["from"], row["to"]) else 0
        assert row["amount"] == 50 + 20 * (score + extra)


@given(won_hands())
def test_a_self_draw_is_worth_more_than_the_same_hand_by_discard(data: Data) -> None:
    """Save for 平胡 and 全求人, which only a discard earns."""
    win = data["wins"][0]
    discard_win = {**win, "by": "discard", "from": (win["seat"] + 1) % SEATS}
    self_draw = {key: value for key, value in win.items() if key != "from"} | {"by": "self_draw"}
    by_discard = settle({**data, "wins": [discard_win]})["wins"][0]
    by_draw = settle({**data, "wins": [self_draw]})["wins"][0]
    extras = sum(
        item["value"]
        for item in by_discard["items"]
        if item["id"] in ("all_sequences", "melded_hand")
    )
    assert by_draw["score"] > by_discard["score"] - extras
