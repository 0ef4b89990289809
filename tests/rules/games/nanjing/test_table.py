"""Payments, liability, fines, refusals and the banker's post in Nanjing: nanjing.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.nanjing.hands import FOUR, PLAIN, feed, nanjing
from tests.rules.records import Data, chow, kong, net, pung, record, refusal, settle, steps

P = pung("333p")
LIMITED: Data = {"limited_liability": True}


def plain(**how: Any) -> Data:
    """Return the hand of 28 points."""
    return nanjing(*PLAIN, P, before=FOUR, **how)


def make_draw(**fields: Any) -> Data:
    """Return a hand that nobody won; *around* says what lies before the seats."""
    around = fields.pop("around", {})
    data = record("nanjing", outcome="draw", **fields)
    for seat, (melds, flowers) in around.items():
        data["seats"][seat] = {"melds": melds, "flowers": flowers}
    return data


def fine(seat: int, kind: str = "four_by_one") -> Data:
    """Return the incident that fines *seat*."""
    return {"kind": kind, "seat": seat}


def test_all_pay_for_a_self_draw_and_only_the_discarder_for_a_discard() -> None:
    assert net(plain()) == [-28, 84, -28, -28]
    assert net(plain(source=3)) == [0, 28, 0, -28]


def test_the_robbed_player_pays_for_all_three() -> None:
    meld = feed(kong("9999s", "added"), 0)
    data = plain(by="robbed_kong", source=3, around={3: ([meld], "")})
    assert net(data) == [0, 84, 0, -84]
    assert settle(data)["next"]["carry"] == {"event": True}


@pytest.mark.parametrize(
    ("meld", "flowers", "expected"),
    [
        (feed(kong("4444p", "discard"), 0), "", [-6, 0, 6, 0]),
        (feed(kong("4444p", "added"), 3), "", [0, 0, 6, -6]),
        (kong("4444p"), "", [-3, -3, 9, -3]),
        (feed(pung("444p"), 0), "", [0, 0, 0, 0]),
        (None, "1234f", [-6, -6, 18, -6]),
        (None, "5678f", [-6, -6, 18, -6]),
        (None, "5555z", [-6, -6, 18, -6]),
        (None, "1234f6666z", [-12, -12, 36, -12]),
        (None, "123567f555666777z", [0, 0, 0, 0]),
    ],
)
def test_kongs_are_paid_though_nobody_wins(
    meld: Data | None, flowers: str, expected: list[int]
) -> None:
    melds = [] if meld is None else [meld]
    assert net(make_draw(around={2: (melds, flowers)})) == expected


def test_the_house_sets_what_kongs_are_worth() -> None:
    gifts = {"open_kong_gift": 20, "concealed_kong_gift": 7, "flower_kong_gift": 5}
    around = {2: ([feed(kong("4444p", "discard"), 0), kong("5555p")], "1234f")}
    assert net(make_draw(around=around, options=gifts)) == [-32, -12, 56, -12]
    reasons = {row["for"] for row in settle(make_draw(around=around))["payments"]}
    assert reasons == {"kong", "flower"}


@pytest.mark.parametrize("kind", ["four_same_discards", "four_by_one"])
def test_a_fine_goes_to_each_other_player(kind: str) -> None:
    data = plain(source=0, incidents=[fine(1, kind)])
    assert net(data) == [-28 + 10, 28 - 30, 10, 10]
    assert settle(data)["next"]["carry"] == {"event": True}
    assert net(plain(source=0, incidents=[fine(1)], options={"fine": 3}))[1] == 28 - 9


def test_fines_add_up() -> None:
    assert net(make_draw(incidents=[fine(0), fine(1), fine(0)])) == [-50, -10, 30, 30]


@pytest.mark.parametrize(
    ("state", "options", "times"),
    [
        ({}, {}, 1),
        ({"repeats": 1}, {}, 2),
        ({"repeats": 3}, {}, 2),
        ({"carry": {"event": True}}, {}, 1),
        ({"carry": {"event": True}}, {"doubling": "events"}, 2),
        ({"carry": {"event": False}}, {"doubling": "events"}, 1),
        ({"repeats": 1, "carry": {"event": True}}, {"doubling": "events"}, 2),
        ({"repeats": 1}, {"doubling": "events"}, 2),
    ],
)
def test_everything_doubles_in_a_repeat(state: Data, options: Data, times: int) -> None:
    around = {2: ([kong("8888p")], "6666z")}
    data = plain(source=0, state=state, options=options, around=around, incidents=[fine(3)])
    assert net(data) == [times * gain for gain in (-28 - 9 + 10, 28 - 9 + 10, 27 + 10, -30 - 9)]
    assert settle(data)["wins"][0]["score"] == 28


PUNGS = [feed(pung(tiles), 3) for tiles in ("222m", "777m", "111z")]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, [0, 258, 0, -258]),
        ({"source": 0}, [0, 86, 0, -86]),
        ({"source": 3}, [0, 86, 0, -86]),
    ],
)
def test_who_fed_three_sets_pays_for_all_pungs(how: Data, expected: list[int]) -> None:
    data = nanjing("55m33z", "5m", *PUNGS, before={"flowers": "6f"}, **how)
    assert net(data) == expected
    assert settle(data)["next"]["carry"] == {"event": True}


def test_who_fed_three_sets_does_not_pay_for_a_robbed_kong_that_fills_a_run() -> None:
    melds = [feed(pung("333z"), 3), *PUNGS[::2]]
    data = nanjing("44z57m", "6m", *melds, by="robbed_kong", source=2)
    data["seats"][2] = {"melds": [feed(pung("666m"), 1)]}
    assert net(data)[2] == -net(data)[1]


def test_two_sets_from_one_seat_or_another_hand_bind_nobody() -> None:
    two = [*PUNGS[:2], feed(PUNGS[2], 3) | {"from": 2}]
    assert net(nanjing("55m33z", "5m", *two, before={"flowers": "6f"})) == [-86, 258, -86, -86]
    assert net(nanjing("45m33z", "6m", *PUNGS))[0] < 0


def test_kongs_count_as_claims_but_not_concealed_ones() -> None:
    kongs = [feed(kong("2222m", "discard"), 3), feed(kong("7777m", "added"), 3), PUNGS[2]]
    assert net(nanjing("55m33z", "5m", *kongs))[0] == 0
    hidden = [kong("2222m"), *PUNGS[1:]]
    assert net(nanjing("55m33z", "5m", *hidden))[0] < 0


def test_four_sets_laid_down_bind_as_well() -> None:
    data = nanjing("5s", "5s", *PUNGS, feed(pung("333p"), 0))
    assert net(data)[0] == 0
    assert net(data)[3] == -net(data)[1]


SUPPLEMENT: Data = {"marks": ("kong_draw",), "before": {"flowers": "7f"}}


@pytest.mark.parametrize(
    ("melds", "kong_index", "expected"),
    [
        ([feed(kong("6666s", "discard"), 3)], 0, [0, 252, 0, -252]),
        ([feed(kong("6666s", "discard"), 3)], None, [0, 252, 0, -252]),
        ([feed(kong("6666s", "added"), 3)], None, [-62, 192, -62, -68]),
        ([kong("6666s")], None, [-85, 255, -85, -85]),
    ],
)
def test_who_gave_the_kong_pays_for_a_win_on_its_supplement(
    melds: list[Data], kong_index: int | None, expected: list[int]
) -> None:
    data = nanjing("12399m45678p", "9p", *melds, **SUPPLEMENT)
    if kong_index is not None:
        data["wins"][0]["kong"] = kong_index
    assert net(data) == expected


def test_the_last_kong_is_meant_unless_another_is_named() -> None:
    melds = [kong("6666s"), feed(kong("1111s", "discard"), 2)]
    data = nanjing("99m45678p", "9p", *melds, **SUPPLEMENT)
    assert net(data)[0] == -3
    data["wins"][0]["kong"] = 0
    assert net(data)[0] == -85


def test_three_claims_go_before_the_kong() -> None:
    melds = [*PUNGS, feed(kong("8888m", "discard"), 0)]
    data = nanjing("5m", "5m", *melds, **SUPPLEMENT)
    assert net(data)[0] == -6
    assert net(data)[2] == 0


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (plain(source=0), False),
        (plain(source=0, around={2: ([kong("8888p")], "")}), False),
        (plain(source=0, around={2: ([], "6666z")}), True),
        (plain(marks=("flower_draw",)), True),
        (plain(marks=("kong_draw",)), True),
        (plain(source=0, marks=("kong_draw",)), False),
        (plain(source=0, state={"carry": {"event": True}}), False),
        (make_draw(), True),
    ],
)
def test_what_happened_is_carried_over(data: Data, event: bool) -> None:
    assert settle(data)["next"]["carry"] == {"event": event}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (plain(winner=0, source=1), (1, 1, 0)),
        (plain(winner=0, marks=("flower_draw",)), (0, 1, 1)),
        (plain(winner=3, source=1, state={"banker": 3, "repeats": 2}), (0, 2, 0)),
        (plain(marks=("flower_draw",), state={"banker": 3, "round": 2}), (0, 3, 0)),
        (make_draw(state={"banker": 1, "repeats": 1}), (2, 1, 0)),
    ],
)
def test_the_banker_stays_after_a_big_hand_only(data: Data, expected: tuple[int, ...]) -> None:
    after = settle(data)["next"]
    assert (after["banker"], after["round"], after["repeats"]) == expected
    assert after["over"] is False


@pytest.mark.parametrize(
    ("scores", "expected", "over"),
    [
        (None, [-28, 84, -28, -28], False),
        ([28, 100, 100, 100], [-28, 84, -28, -28], False),
        ([28, 100, 28, 100], [-28, 84, -28, -28], True),
        ([20, 100, 0, 200], [-20, 48, 0, -28], True),
        ([-5, 100, 100, 100], [0, 56, -28, -28], False),
    ],
)
def test_nobody_pays_more_than_he_has(
    scores: list[int] | None, expected: list[int], over: bool
) -> None:
    state = {} if scores is None else {"scores": scores}
    data = plain(options=LIMITED, state=state)
    assert net(data) == expected
    assert settle(data)["next"]["over"] is over
    assert net(plain(state=state)) == [-28, 84, -28, -28]


def test_everybody_starts_with_the_purse() -> None:
    assert net(plain(options=LIMITED | {"purse": 20})) == [-20, 60, -20, -20]
    assert settle(plain(options=LIMITED | {"purse": 20}))["next"]["over"] is True


def test_fines_come_before_kongs_and_those_before_the_win() -> None:
    state = {"scores": [12, 100, 100, 100]}
    data = plain(source=0, options=LIMITED, state=state, incidents=[fine(0)])
    assert net(data) == [-12, 10, 2, 0]
    data = plain(source=0, options=LIMITED, state=state, around={2: ([kong("8888p")], "")})
    assert net(data) == [-12, 9 - 3, 9, -3]


def test_what_is_received_in_the_hand_can_be_paid() -> None:
    state = {"scores": [0, 100, 100, 100]}
    around = {0: ([kong("8888p")], "")}
    data = plain(source=0, options=LIMITED, state=state, around=around)
    assert net(data) == [0, -3 + 9, -3, -3]
    data = plain(source=0, options=LIMITED, state=state, incidents=[fine(2), fine(0)])
    assert net(data) == [0, 20, -30, 10]


def test_kongs_are_paid_from_the_banker_on() -> None:
    state = {"banker": 2, "scores": [100, 0, 100, 100]}
    around = {3: ([kong("8888p")], ""), 1: ([kong("7777p")], "1234f")}
    data = make_draw(options=LIMITED, state=state, around=around)
    assert net(data) == [-3 - 3 - 6, 0 + 9 + 18, -3 - 3 - 6, 6 - 3 - 6]
    first = make_draw(options=LIMITED, state=state | {"banker": 1}, around=around)
    assert net(first) == [-12, 9 + 18 - 3, -12, 9 - 9]


def test_what_the_liable_seat_lacks_nobody_makes_good() -> None:
    state = {"scores": [100, 100, 100, 50]}
    data = nanjing("55m33z", "5m", *PUNGS, options=LIMITED, state=state)
    assert net(data) == [0, 50, 0, -50]
    assert steps(settle(data)) == (
        "base +20, wind_pung +2, missing_suit +2, mixed_one_suit +20, all_pungs +40, "
        "sole_payer ×3, purse = 50"
    )


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (nanjing("12399m4578s1p5z", "9s"), "bad_tiles", "seats[1].hand"),
        (nanjing("12399m45678s1f11p", "9s"), "bad_tiles", "seats[1].hand"),
        (nanjing(*PLAIN, P, before={"flowers": "1z"}), "bad_tiles", "seats[1].flowers"),
        (nanjing(*PLAIN, P, before={"aside": "1z"}), "bad_tiles", "seats[1].aside"),
        (nanjing(*PLAIN, P, before={"flowers": "77777z"}), "bad_tiles", "seats[1].flowers"),
        (nanjing("12399m45678s", "7z", P), "bad_tiles", "wins[0].tile"),
        (nanjing(*PLAIN, pung("555z")), "bad_meld", "seats[1].melds[0]"),
        (nanjing(*PLAIN, kong("7777z")), "bad_meld", "seats[1].melds[0]"),
        (nanjing(*PLAIN, chow("123p", "1p")), "bad_meld", "seats[1].melds[0]"),
        (nanjing("12399m45678s", "1s", P), "not_a_win", "wins[0]"),
        (nanjing("1133m4466p5577s2z", "3z"), "not_a_win", "wins[0]"),
        (plain(source=2, facts={"rivals": [3]}), "barred", "wins[0].facts.rivals"),
        (plain(by="robbed_kong", source=2), "bad_record", "wins[0].tile"),
        (plain(deal={"indicators": ["5m"]}), "bad_record", "deal.indicators"),
        (plain(incidents=[{"kind": "four_by_one"}]), "bad_record", "incidents[0].seat"),
        (plain(incidents=[fine(1) | {"tile": "5m"}]), "bad_record", "incidents[0].tile"),
        (plain(incidents=[fine(4)]), "bad_record", "incidents[0].seat"),
        (plain(incidents=[fine(1, "false_win")]), "bad_record", "incidents[0].kind"),
        (plain(state={"carry": {"event": 1}}), "bad_record", "state.carry.event"),
        (plain(options={"schedule": "south"}), "unknown_option", "options.schedule"),
        (
            plain(options={"seven_pairs_points": "x"}),
            "unknown_option",
            "options.seven_pairs_points",
        ),
        (plain(options={"fine": -1}), "unknown_option", "options.fine"),
        (plain(options={"purse": 0}), "unknown_option", "options.purse"),
    ],
)
def test_a_record_is_refused(data: Data, code: str, where: str) -> None:
    assert refusal(data) == (code, where)


def test_only_an_added_kong_can_be_robbed() -> None:
    data = plain(by="robbed_kong", source=2, around={2: ([kong("9999s")], "")})
    assert refusal(data) == ("barred", "wins[0]")


def test_the_named_set_must_be_a_kong() -> None:
    data = plain(marks=("kong_draw",))
    data["wins"][0]["kong"] = 0
    assert refusal(data) == ("bad_record", "wins[0].kong")


def test_one_seat_wins() -> None:
    data = plain(source=0)
    data["seats"][2] = {"hand": "123m123444p1178s", "melds": []}
    data["wins"].append({"seat": 2, "tile": "9s", "by": "discard", "from": 0})
    assert refusal(data) == ("barred", "wins[1]")
