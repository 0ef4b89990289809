"""Who pays, honba and sticks, and who answers for what he fed: ataki-b.md, "Payment"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.ataki_b.hands import ataki
from tests.rules.games.riichi.hands import PINFU
from tests.rules.records import Data, chow, kong, net, pung, refusal, seat, settle, steps

TAKEN = {"source": 3}
HONBA = {"state": {"carry": {"honba": 1}}}


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({"source": 3}, [0, 1000, 0, -1000]),
        ({"source": 3, **HONBA}, [0, 2500, 0, -2500]),
        ({"winner": 0, "source": 3, **HONBA}, [3000, 0, 0, -3000]),
        ({}, [-700, 1500, -400, -400]),
        (HONBA, [-1200, 3000, -900, -900]),
        ({"winner": 0, **HONBA}, [3600, -1200, -1200, -1200]),
        ({"source": 3, "state": {"carry": {"deposits": 2}}}, [0, 3000, 0, -1000]),
        ({"source": 3, "riichi": True}, [0, 2000, 0, -2000]),
    ],
    ids=case_id,
)
def test_everybody_pays_his_share(how: Data, gains: list[int]) -> None:
    assert net(ataki(*PINFU, **how)) == gains


def test_the_sources_example_is_paid_as_it_says() -> None:
    data = ataki("456m3577p456s567p", "4p", riichi=True, deal={"indicators": ["3s"]}, **HONBA)
    assert net(data) == [-4400, 9400, -2500, -2500]


def two_winners(**how: Data) -> Data:
    """Return a hand in which seats 1 and 3 win on seat 2's 6p, seat 1 having declared riichi."""
    data = ataki("234m678p45699s45p", "6p", source=2, riichi=True, **how)
    data["seats"][3] = seat(3, 4, "22m34578p", pung("666z"), chow("123s"))
    data["wins"].append({"seat": 3, "tile": "6p", "by": "discard", "from": 2})
    return data


STICKS = {"carry": {"honba": 1, "deposits": 1}}
DEAL = {"indicators": ["7z"]}


def test_every_winner_gets_the_honba_and_the_nearest_the_sticks() -> None:
    assert net(two_winners(state=STICKS, deal=DEAL)) == [0, 2500, -6000, 4500]


def test_the_order_of_the_winners_changes_nothing() -> None:
    data = two_winners(state=STICKS, deal=DEAL)
    data["wins"].reverse()
    assert net(data) == [0, 2500, -6000, 4500]


def test_three_winners_are_paid_like_two() -> None:
    data = two_winners(deal=DEAL)
    data["seats"][0] = {"hand": "123456789m99s45p"}
    data["wins"].append({"seat": 0, "tile": "6p", "by": "discard", "from": 2})
    assert net(data) == [5800, 1000, -8800, 2000]


NAKED = (
    chow("234m"),
    pung("666s") | {"from": 0},
    chow("678p"),
    pung("888m") | {"from": 3},
)
"""Four sets claimed, the last from seat 3."""
BY_KONG = (*NAKED[:3], kong("8888m", "discard") | {"from": 3})
ADDED = (*NAKED[:3], kong("8888m", "added") | {"from": 3})
HIDDEN_LAST = (*NAKED[:3], kong("8888m"))
HIDDEN_FIRST = (kong("8888m"), kong("6666s"), kong("2222m"), pung("777p") | {"from": 3})


@pytest.mark.parametrize(
    ("melds", "how", "gains"),
    [
        (NAKED, {}, [0, 1100, 0, -1100]),
        (NAKED, HONBA, [0, 2600, 0, -2600]),
        (NAKED, {"source": 0}, [-500, 1000, 0, -500]),
        (NAKED, {"source": 0, **HONBA}, [-2000, 2500, 0, -500]),
        (NAKED, {"source": 3, **HONBA}, [0, 2500, 0, -2500]),
        (NAKED, {"winner": 2, "source": 0}, [-500, 0, 1000, -500]),
        (BY_KONG, {}, [0, 1500, 0, -1500]),
        (ADDED, {}, [0, 1500, 0, -1500]),
        (HIDDEN_LAST, {}, [-800, 1600, -400, -400]),
        (HIDDEN_FIRST, {}, [0, 12000, 0, -12000]),
    ],
    ids=case_id,
)
def test_who_left_one_tile_in_hand_answers_for_it(
    melds: tuple[Data, ...], how: Data, gains: list[int]
) -> None:
    assert net(ataki("5p", "5p", *melds, deal=DEAL, **how)) == gains


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({}, "fu +30, han ×2, every_hand ×2^2, banker ×2, payers ×+2, "
             "rounding +20, rounding +60×2, for 0, for 2"),
        ({"source": 0}, "fu +30, han ×2, every_hand ×2^2, discarder ×4, round_up 100, "
                        "payers ×1/2, round_up 100"),
    ],
    ids=case_id,
)  # fmt: skip
def test_what_is_paid_for_others_is_told_from_its_fu_on(how: Data, text: str) -> None:
    assert steps(settle(ataki("5p", "5p", *NAKED, deal=DEAL, **how))) == text


def test_the_odd_hundred_is_the_discarders() -> None:
    melds = (*NAKED[:3], pung("444m") | {"from": 3})
    data = ataki("5p", "5p", *melds, source=0, deal={"indicators": ["4p"]})
    assert net(data) == [-2000, 3900, 0, -1900]


DRAGONS = (pung("555z"), pung("777z"), pung("666z") | {"from": 2})
RUN = ("23m99s", "1m")
LAST_TILE = ("9s", "9s")


@pytest.mark.parametrize(
    ("hand", "melds", "how", "gains"),
    [
        (RUN, DRAGONS, {}, [0, 32000, -32000, 0]),
        (RUN, DRAGONS, HONBA, [0, 33500, -33500, 0]),
        (RUN, DRAGONS, {"source": 3}, [0, 32000, -16000, -16000]),
        (RUN, DRAGONS, {"source": 2}, [0, 32000, -32000, 0]),
        (RUN, (kong("5555z"), kong("7777z"), kong("6666z", "discard") | {"from": 2}), {},
         [0, 32000, -32000, 0]),
        (RUN, (pung("555z"), pung("777z") | {"from": 2}, kong("6666z")), {},
         [-16000, 32000, -8000, -8000]),
        (("23m99s666z", "1m"), DRAGONS[:2], {}, [-16000, 32000, -8000, -8000]),
        (LAST_TILE, (*DRAGONS, pung("888s") | {"from": 3}), {}, [0, 32000, 0, -32000]),
        (LAST_TILE, (*DRAGONS, kong("8888s")), {}, [0, 32000, -32000, 0]),
    ],
    ids=case_id,
)  # fmt: skip
def test_who_fed_the_third_dragons_answers_unless_another_left_one_tile_later(
    hand: tuple[str, str], melds: tuple[Data, ...], how: Data, gains: list[int]
) -> None:
    assert net(ataki(*hand, *melds, deal={"indicators": ["7s"]}, **how)) == gains


CLAIMED = kong("6666z", "discard") | {"from": 3}
HIDDEN = kong("1111z")
SHARED = [-4000, 8000, -2000, -2000]
BY_THE_FEEDER = [0, 8000, 0, -8000]


def after_kong(*melds: Data, win: Data | None = None, **how: Any) -> Data:
    """Return a win on a kong's supplement, *win* adding fields to it."""
    hand = "234567m99p78s" if len(melds) == 1 else "234m99p78s"
    data = ataki(hand, "9s", *melds, deal=DEAL, **{"marks": ("kong_draw",), **how})
    data["wins"][0] |= win or {}
    return data


@pytest.mark.parametrize(
    ("data", "gains"),
    [
        (after_kong(CLAIMED), [0, 2700, 0, -2700]),
        (after_kong(CLAIMED, **HONBA), [0, 4200, 0, -4200]),
        (after_kong(CLAIMED, marks=()), [-700, 1500, -400, -400]),
        (after_kong(CLAIMED, HIDDEN), SHARED),
        (after_kong(CLAIMED, HIDDEN, win={"kong": 0}), BY_THE_FEEDER),
        (after_kong(CLAIMED, HIDDEN, facts={"kong_chain": [0, 1]}), BY_THE_FEEDER),
        (after_kong(CLAIMED, HIDDEN, facts={"kong_chain": [1]}), SHARED),
        (after_kong(HIDDEN, CLAIMED), BY_THE_FEEDER),
        (after_kong(HIDDEN, CLAIMED, win={"kong": 0}), SHARED),
    ],
    ids=case_id,
)
def test_who_fed_a_kong_answers_for_the_draws_of_that_turn(data: Data, gains: list[int]) -> None:
    assert net(data) == gains


def test_the_kong_draw_comes_before_the_naked_wait() -> None:
    melds = (CLAIMED, *NAKED[:2], pung("888m") | {"from": 0})
    assert net(ataki("5p", "5p", *melds, deal=DEAL)) == [-1600, 1600, 0, 0]
    late = ataki("5p", "5p", *melds, deal=DEAL, marks=("kong_draw",))
    assert net(late) == [0, 3200, 0, -3200]


@pytest.mark.parametrize("chain", [[2], [0, 5], [1, 0]])
def test_a_turn_of_kongs_that_cannot_be_is_refused(chain: list[int]) -> None:
    data = after_kong(CLAIMED, HIDDEN, facts={"kong_chain": chain})
    assert refusal(data) == ("bad_record", "wins[0].facts.kong_chain")


def test_the_last_kong_of_the_turn_is_the_one_that_won() -> None:
    data = after_kong(CLAIMED, HIDDEN, facts={"kong_chain": [0, 1]}, win={"kong": 0})
    assert refusal(data) == ("bad_record", "wins[0].facts.kong_chain")


def test_a_kong_that_won_must_be_one() -> None:
    data = after_kong(CLAIMED, chow("123p"), win={"kong": 1})
    assert refusal(data) == ("bad_record", "wins[0].kong")
