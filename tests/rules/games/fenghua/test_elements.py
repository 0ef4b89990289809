"""What Fenghua hands are worth: fenghua.md, "Winning" and "Scoring elements"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.fenghua.hands import CLOSED, OPEN, fenghua, special, tai
from tests.rules.records import Data, chow, flowers, indicated, kong, options, pung, refusal, score

SEVEN = ("1133m2255p77s446z", "6z")
DRAWN = {"base": 1, "self_draw": 1, "no_wild": 1}
NOT_A_WIN = ("not_a_win", "wins[0]")
FROM_ALL = ({"from": 0}, {"from": 2}, {"from": 3}, {"from": 0})


def test_what_every_hand_has() -> None:
    assert tai(fenghua(*CLOSED, source=3)) == {
        "base": 1,
        "no_wild": 1,
        "all_sequences": 1,
        "closed_wait": 1,
    }
    assert tai(fenghua(*CLOSED))["self_draw"] == 1


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        (("12m456p99s222s", "3m", pung("555z")), "edge_wait"),
        (("89m456p99s222s", "7m", pung("555z")), "edge_wait"),
        (("13m456p99s222s", "2m", pung("555z")), "closed_wait"),
        (("123m456p9s222s", "9s", pung("555z")), "pair_wait"),
        (("123m44p99s222s", "9s", pung("555z")), "dual_pung_wait"),
        (("23m456p99s222s", "4m", pung("555z")), None),
        (("23m456p99s222s", "1m", pung("555z")), None),
        (("12345m99p678s", "3m", pung("555z")), "edge_wait"),
        (("2344m456p678s", "1m", pung("555z")), None),
        (("2344m456p678s", "4m", pung("555z")), "pair_wait"),
    ],
    ids=case_id,
)
def test_one_wait_counts_where_the_tile_can_be_read_so(hand: Any, waits: str | None) -> None:
    elements = tai(fenghua(*hand, **indicated("1z")))
    assert [name for name in elements if name.endswith("wait")] == ([waits] if waits else [])


@pytest.mark.parametrize(
    ("winds", "state", "elements"),
    [
        ("111z", {}, {"round_wind_pung": 1}),
        ("222z", {}, {"seat_wind_pung": 1}),
        ("222z", {"round": 2}, {"double_wind_pung": 2}),
        ("222z", {"round": 6}, {"double_wind_pung": 2}),
        ("111z", {"round": 5}, {"round_wind_pung": 1}),
        ("111z", {"banker": 1}, {"double_wind_pung": 2}),
        ("333z", {}, {}),
        ("555z", {}, {"dragon_pung": 1}),
    ],
    ids=case_id,
)
@pytest.mark.parametrize("kind", ["pung", "kong", "hidden"])
def test_pungs_of_winds_and_dragons(winds: str, state: Data, elements: Data, kind: str) -> None:
    meld = {"pung": pung(winds), "kong": kong(winds[0] + winds, "added"), "hidden": None}[kind]
    hand, melds = ("23m456p99s", [meld]) if meld else (f"23m456p99s{winds}", [])
    values = tai(fenghua(hand, "4m", pung("888s"), *melds, state=state))
    assert {name: value for name, value in values.items() if "_pung" in name} == elements


def test_each_dragon_pung_counts() -> None:
    melds = [pung("555z"), pung("666z"), kong("7777z")]
    assert tai(fenghua("23m99s", "4m", *melds))["dragon_pung"] == 3


@pytest.mark.parametrize(
    ("hand", "soft"),
    [
        (("23446m567p33s", "5m"), {"no_wild": 1}),
        (("23446m567p3s9m", "5m"), {"one_wild": 1}),
        (("23446m567p99m", "5m"), {"two_wilds": 2}),
        (("2344m567p999m", "5m"), {"three_wilds": 150}),
        (("23446m567p3s9m", "9m"), {"two_wilds": 2}),
    ],
    ids=case_id,
)
def test_wild_tiles_are_counted(hand: Any, soft: Data) -> None:
    elements = tai(fenghua(*hand, chow("678s")))
    wild_tai = {name: value for name, value in elements.items() if "wild" in name}
    assert wild_tai.pop("wild_as_itself", 1) == 1
    assert wild_tai == soft


@pytest.mark.parametrize(
    ("hand", "counts"),
    [
        (("78m234p55s234s", "9m", chow("678s")), True),
        (("2378m234p55s9m", "1m", chow("678s")), True),
        (("2379m234p55s9m", "1m", chow("678s")), False),
        (("2346m234p55s9m", "5m", chow("678s")), False),
        (("78m234p5s9m678s", "5s", chow("678s")), True),
    ],
    ids=case_id,
)
def test_wild_tiles_that_stand_for_themselves(hand: Any, counts: bool) -> None:
    assert ("wild_as_itself" in tai(fenghua(*hand))) == counts


def test_wild_flowers_never_stand_for_themselves() -> None:
    elements = tai(fenghua("12m5p9s578f", "9s", chow("456p"), chow("678m"), **indicated("6f")))
    assert elements["three_flower_wilds"] == 300
    assert "wild_as_itself" not in elements


@pytest.mark.parametrize(
    ("hand", "elements"),
    [
        (("44499s33z", "9s", pung("222m"), pung("888p")), {"all_pungs": 100}),
        (("4449s33z9m", "9s", pung("222m"), pung("888p")), {"all_pungs": 50}),
        (("44499s33z", "9s", pung("222m"), chow("678p")), {}),
        (
            ("444s33z99s", "9s", kong("2222m"), pung("888p")),
            {"all_pungs": 100, "concealed_kong": 100},
        ),
        (SEVEN, {"seven_pairs": 150}),
        (("1133m2255p7s9m446z", "6z"), {"seven_pairs": 50}),
        (("1133m2255p9m77s44z", "9m"), {"seven_pairs": 50}),
        (("111133m2255p7s44z", "7s"), {"seven_pairs": 150, "concealed_bomb": 100}),
        (("111133m2222p7s44z", "7s"), {"seven_pairs": 150, "concealed_bomb": 200}),
        (("11133m2255p77s44z", "1m"), {"seven_pairs": 150, "completed_bomb": 50}),
        (
            ("11133m2222p77s44z", "1m"),
            {"seven_pairs": 150, "concealed_bomb": 100, "completed_bomb": 50},
        ),
        (("11133m2255p7s9m44z", "7s"), {"seven_pairs": 50}),
        (("11133m2255p7s9m44z", "1m"), {"seven_pairs": 50, "completed_bomb": 50}),
        (("234789p11z55z", "1z", chow("456p")), {"mixed_one_suit": 70}),
        (("234789p111z9m", "1p", chow("456p")), {"mixed_one_suit": 70}),
        (("2347899p11p9m", "1p", chow("456p")), {"pure_one_suit": 150}),
        (("1122334455667p", "7p"), {"seven_pairs": 150, "pure_one_suit": 150}),
        (("1122334455p667z", "7z"), {"seven_pairs": 150, "mixed_one_suit": 70}),
        (("112233445566p9m", "9m"), {"seven_pairs": 50, "pure_one_suit": 150}),
        (
            ("1112223355z", "5z", pung("777z")),
            {"all_pungs": 100, "all_honors": 800},
        ),
        (("1122345566777z", "3z"), {"scattered_honors": 400}),
        (("112233445566z7z", "7z"), {"seven_pairs": 150, "scattered_honors": 400}),
        (("1123455667z", "3z", pung("777z")), {"scattered_honors": 400}),
        (("2z", "3z", *[pung(f"{n}{n}{n}z") for n in (4, 5, 6, 7)]), {"scattered_honors": 400}),
        (
            ("2z", "2z", *[pung(f"{n}{n}{n}z") | FROM_ALL[n - 4] for n in (4, 5, 6, 7)]),
            {"all_pungs": 100, "all_honors": 800, "single_wait_on_four_melds": 100},
        ),
        (("147m258p369s1235z", "6z"), {"thirteen_unrelated": 50}),
        (("148m259p37s12356z", "7z"), {"thirteen_unrelated": 50}),
        (("147m25p36s123456z", "7z"), {"seven_stars_completed": 100}),
        (("147m25p3s1234567z", "9s"), {"seven_stars_concealed": 150}),
        (("147m258p1234567z", "5s"), {"unrelated_void_suit": 150}),
        (("147m25p3s1234567z", "8p"), {"seven_stars_concealed": 150}),
        (("147m25p36s12345z9m", "7z"), {"seven_stars_completed": 100}),
        (("147m25p3s123456z9m", "9s"), {"seven_stars_concealed": 150}),
        (("147m258p123456z9m", "5s"), {"unrelated_void_suit": 150}),
        (("147m258p1234567z", "9m"), {"unrelated_void_suit": 150}),
        (("147m25p36s123456z", "9m"), {"seven_stars_completed": 100}),
        (("147m258p36s1234z9m", "9m"), {"thirteen_unrelated": 50}),
    ],
    ids=case_id,
)
def test_special_hands(hand: Any, elements: Data) -> None:
    assert special(fenghua(*hand)) == elements


@pytest.mark.parametrize(
    "hand",
    [
        ("1133m2255p46z", "6z", chow("678s")),
        ("147m258p369s1z", "6z", pung("555z")),
        ("112234556677z7p", "3z"),
        ("23446m567p33s", "1m", chow("678s")),
        ("1133m2255p77s446z", "5z"),
    ],
    ids=case_id,
)
def test_tiles_that_are_no_hand(hand: Any) -> None:
    assert refusal(fenghua(*hand)) == NOT_A_WIN


def test_near_tiles_and_equal_tiles_are_related() -> None:
    assert refusal(fenghua("147m258p368s1235z", "6z")) == NOT_A_WIN
    assert refusal(fenghua("147m258p369s1235z", "5z")) == NOT_A_WIN


def test_shapes_without_sets_have_no_wait() -> None:
    assert tai(fenghua("147m258p369s1235z", "6z")) == {**DRAWN, "thirteen_unrelated": 50}
    assert tai(fenghua("1122345566777z", "3z")) == {**DRAWN, "scattered_honors": 400}


def test_only_pungs_laid_down_count_among_scattered_honors() -> None:
    data = fenghua("1123455667z", "3z", pung("777z"))
    assert tai(data) == {**DRAWN, "scattered_honors": 400, "dragon_pung": 1}


@pytest.mark.parametrize(("hand", "bare"), [(("8p", "8p"), 100), (("9m", "8p"), 50)])
def test_a_bare_wait_on_four_sets(hand: tuple[str, str], bare: int) -> None:
    melds = [chow("123m"), pung("555p"), kong("6666s"), pung("222s")]
    elements = tai(fenghua(*hand, *melds))
    assert elements["single_wait_on_four_melds"] == bare
    assert elements["pair_wait"] == 1


@pytest.mark.parametrize(
    ("kind", "stands", "blooms"),
    [("discard", 50, 100), ("concealed", 100, 150), ("added", 100, 200)],
)
def test_kongs_and_their_blooms(kind: str, stands: int, blooms: int) -> None:
    name = "open_kong" if kind == "discard" else f"{kind}_kong"
    hand = ("23467m567p33s", "8m", kong("8888s", kind))
    assert special(fenghua(*hand)) == {name: stands}
    assert special(fenghua(*hand, marks=("kong_draw",))) == {f"{name}_bloom": blooms}
    discarded = ("12m456p99s", "3m", kong("8888s", kind), pung("555z"))
    elements = special(fenghua(*discarded, source=2, marks=("kong_draw",)))
    assert elements == {name: stands}


def test_only_the_kong_with_the_supplement_blooms() -> None:
    hand = ("23m33s", "4m", kong("8888p"), kong("7777z"), pung("111m"))
    assert special(fenghua(*hand)) == {"concealed_kong": 200}
    last = fenghua(*hand, marks=("kong_draw",))
    assert special(last) == {"concealed_kong": 100, "concealed_kong_bloom": 150}
    last["wins"][0]["kong"] = 0
    elements = tai(last)
    assert elements["concealed_kong_bloom"] == 150
    mixed = ("23m33s", "4m", kong("8888p", "added"), kong("7777z"), pung("111m"))
    first = fenghua(*mixed, marks=("kong_draw",))
    first["wins"][0]["kong"] = 0
    assert special(first) == {"added_kong_bloom": 200, "concealed_kong": 100}


def test_a_flower_bloom() -> None:
    bloom: Data = {"marks": ("flower_draw",), **flowers("5f")}
    assert special(fenghua(*OPEN, **bloom)) == {"flower_draw": 50}
    assert special(fenghua(*CLOSED, source=3, **bloom)) == {}


@pytest.mark.parametrize(
    ("tiles", "elements"),
    [
        ("2f", {"seat_flower": 2}),
        ("26f", {"seat_flower": 4}),
        ("13457f", {}),
        ("1234f", {"seat_flower": 2, "flower_set": 150}),
        ("125678f", {"seat_flower": 4, "flower_set": 150}),
        (
            "12345678f",
            {"seat_flower": 4, "flower_set": 300, "all_flowers_played_on": 800},
        ),
    ],
)
def test_flowers_laid_out(tiles: str, elements: Data) -> None:
    values = tai(fenghua(*OPEN, **flowers(tiles)))
    assert {name: value for name, value in values.items() if "flower" in name} == elements


@pytest.mark.parametrize(("winner", "own"), [(0, "15f"), (1, "26f"), (2, "37f"), (3, "48f")])
def test_own_flowers_go_by_the_own_wind(winner: int, own: str) -> None:
    hand = ("23467m567p33s678s", "8m")
    for banker in range(4):
        data = fenghua(*hand, winner=winner, state={"banker": banker}, **flowers(own))
        assert ("seat_flower" in tai(data)) == (banker == 0)


def all_flowers(hand: str = "13579m2468p1234z", *melds: Data, **how: Any) -> Data:
    """Return a win by eight flowers at once."""
    return fenghua(
        hand, None, *melds, by="declared", **{**indicated("9s"), **flowers("12345678f"), **how}
    )


def test_eight_flowers_win_at_once() -> None:
    assert tai(all_flowers()) == {
        **DRAWN,
        "all_flowers": 400,
        "seat_flower": 4,
        "flower_set": 300,
    }
    with_wilds = tai(all_flowers("13579m2468p129s1z"))
    assert with_wilds["one_wild"] == 1
    assert tai(all_flowers("13579m2468p1999s"))["three_wilds"] == 150
    with_kong = tai(all_flowers("13579m2468p1s", kong("7777z"), marks=("last_tile",)))
    assert with_kong["concealed_kong"] == 100
    assert "dragon_pung" not in with_kong


def test_fewer_flowers_do_not_win_at_once() -> None:
    assert refusal(all_flowers(**flowers("1234567f"))) == NOT_A_WIN


def test_gifts_are_not_counted() -> None:
    gift = options(eight_flowers="gift")
    assert "all_flowers" not in tai(all_flowers(**gift))
    assert "all_flowers_played_on" not in tai(fenghua(*OPEN, **(flowers("12345678f") | gift)))
    honors = options(honor_hands="gift")
    assert tai(fenghua("1122345566777z", "3z", **honors)) == DRAWN
    elements = special(fenghua("1112223355z", "5z", pung("777z"), **honors))
    assert elements == {"all_pungs": 100}


def test_a_celebrated_honor_hand_needs_no_minimum() -> None:
    how: Data = {"source": 3, **options(honor_hands="gift")}
    assert score(fenghua("1122345566777z", "3z", **how)) == 10
    assert score(fenghua("112234556777z9m", "3z", **how)) == 10


def test_tai_of_the_house() -> None:
    around = {0: {"melds": [kong("5555m", "added") | {"from": 3}]}}
    robbed: Data = {"by": "robbed_kong", "source": 0, "around": around}
    assert "robbing_the_kong" not in tai(fenghua(*CLOSED, **robbed))
    elements = tai(fenghua(*CLOSED, **(robbed | options(robbing_the_kong_tai=7))))
    assert elements["robbing_the_kong"] == 7
    last: Data = {"marks": ("last_tile",)}
    assert "last_tile" not in tai(fenghua(*CLOSED, **last))
    assert tai(fenghua(*CLOSED, **(last | options(last_tile_tai=10))))["last_tile"] == 10
    discarded = fenghua(*CLOSED, source=3, **(last | options(last_tile_tai=10)))
    assert "last_tile" not in tai(discarded)


@pytest.mark.parametrize(("hand", "tens"), [(OPEN, 10), (SEVEN, 160)])
def test_tai_are_rounded_up_to_tens(hand: Any, tens: int) -> None:
    assert score(fenghua(*hand)) == tens


def test_ten_stays_ten() -> None:
    """1 + 1 + 1 + 1 + 6 by the house is ten, one more makes twenty."""
    last: Data = {"marks": ("last_tile",)}
    assert score(fenghua(*OPEN, **(last | options(last_tile_tai=6)))) == 10
    assert score(fenghua(*OPEN, **(last | options(last_tile_tai=7)))) == 20
