"""Random riichi hands judged by us and by PyPI's `mahjong`: validity, yaku, fu and payments."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand import HandCalculator

import rules
from rules.games.riichi.riichi import Riichi
from tests.rules.games.riichi.peer import IDS, question
from tests.rules.games.riichi.random_hands import PROFILES, record

ERRORS: Final = {
    HandCalculator.ERR_HAND_NOT_WINNING: "not_a_win",
    HandCalculator.ERR_NO_YAKU: "below_minimum",
}

YAKUMAN_HAN: Final = 13

FU: Final = {
    "base": FuCalculator.BASE,
    "seven_pairs": FuCalculator.BASE,
    "concealed_hand": FuCalculator.BASE,
    "self_draw": FuCalculator.TSUMO,
    "open_minimum": FuCalculator.HAND_WITHOUT_FU,
    "pair_wait": FuCalculator.PAIR_WAIT,
    "edge_or_closed_wait": FuCalculator.KANCHAN,
    "dragon_pair": FuCalculator.VALUED_PAIR,
    "seat_wind_pair": FuCalculator.VALUED_PAIR,
    "round_wind_pair": FuCalculator.VALUED_PAIR,
    "double_wind_pair": FuCalculator.DOUBLE_VALUED_PAIR,
    "open_minor_pung": FuCalculator.OPEN_PON,
    "open_major_pung": FuCalculator.OPEN_TERMINAL_PON,
    "concealed_minor_pung": FuCalculator.CLOSED_PON,
    "concealed_major_pung": FuCalculator.CLOSED_TERMINAL_PON,
    "open_minor_kong": FuCalculator.OPEN_KAN,
    "open_major_kong": FuCalculator.OPEN_TERMINAL_KAN,
    "concealed_minor_kong": FuCalculator.CLOSED_KAN,
    "concealed_major_kong": FuCalculator.CLOSED_TERMINAL_KAN,
}
"""The peer's names of our reasons for fu; it has none for rounding."""

OPEN_MINIMUM: Final = 2
"""The peer's fu of an open hand without any others; rounding does the rest."""


@dataclass
class Compared:
    """What came of many hands."""

    wins: int = 0
    others: int = 0
    """Hands that are no win, or have no yaku."""
    seen: Counter[str] = field(default_factory=Counter)
    """How many hands had each yaku, or were refused for what."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How many hands had each reason for fu."""
    differences: list[str] = field(default_factory=list)


def compare(profile: str, seed: int, wins: int) -> Compared:
    """Return what comes of *wins* winning hands under a profile, and of the others among them."""
    chance = random.Random(f"{profile} {seed}")
    result = Compared()
    while result.wins < wins:
        data = record(chance, PROFILES[profile])
        got, peer_answer = ours(data), theirs(data)
        if got != peer_answer and not _differ_in_equal_readings(data, got, peer_answer):
            result.differences.append(f"{got} is not {peer_answer}: {data}")
        if isinstance(got, str):
            result.others += 1
            result.seen[got] += 1
        else:
            result.wins += 1
            result.seen.update(got["items"].keys())
            result.reasons.update(got["reasons"].keys())
    return result


def _differ_in_equal_readings(data: dict[str, Any], got: Any, peer_answer: Any) -> bool:
    """Return whether only the reasons for fu differ, and the tiles can be read in several ways.

    Of readings of the same han, fu and pay the peer may have taken another one.
    """
    if isinstance(got, str) or isinstance(peer_answer, str):
        return False
    game, record = rules.ruleset("riichi"), rules.engine.read(data)
    assert isinstance(game, Riichi)
    several = len(game.hands(game.winner(record, record.wins[0]))) > 1
    return several and got | {"reasons": ()} == peer_answer | {"reasons": ()}


def ours(data: dict[str, Any]) -> Any:
    """Return our answer: the code of a refusal, or what counts and who pays."""
    answer: Any = rules.settle_json(data)
    if "error" in answer:
        return answer["error"]["code"]
    (entry,) = answer["wins"]
    items: Counter[str] = Counter()
    for item in entry["items"]:
        items[item["id"]] += item["value"]
    payments: Counter[int] = Counter()
    for row in answer["payments"]:
        if row["for"] in ("win", "honba"):
            payments[row["from"]] += row["amount"]
    assert entry["fu"] in (None, sum(item["value"] for item in entry["fu_items"]))
    sticks = [row["amount"] for row in answer["payments"] if row["from"] == "pot"]
    return {
        "items": items,
        "han": entry["han"],
        "fu": entry["fu"],
        "reasons": _our_reasons(entry["fu_items"]),
        "paid": dict(payments),
        "sticks": sum(sticks),
    }


def _our_reasons(items: list[dict[str, Any]]) -> Counter[str]:
    """Return what brings our fu, in the peer's words."""
    reasons: Counter[str] = Counter()
    for item in items:
        if item["id"] == "open_minimum":
            reasons[FuCalculator.HAND_WITHOUT_FU] += OPEN_MINIMUM
        elif item["id"] != "rounding":
            reasons[FU[item["id"]]] += item["value"]
    return reasons


def theirs(data: dict[str, Any]) -> Any:
    """Return the peer's answer in the same terms."""
    answer = question(data).answer()
    if answer.error:
        return ERRORS[answer.error]
    is_yakuman = any(yaku.is_yakuman for yaku in answer.yaku)
    items: Counter[str] = Counter()
    for yaku in answer.yaku:
        han = yaku.han_open if answer.is_open_hand and yaku.han_open else yaku.han_closed
        items[IDS[type(yaku).__name__]] += han // YAKUMAN_HAN if is_yakuman else han
    return {
        "items": items,
        "han": None if is_yakuman else answer.han,
        "fu": None if is_yakuman else answer.fu,
        "reasons": Counter()
        if is_yakuman
        else _their_reasons(answer, is_drawn=data["wins"][0]["by"] == "self_draw"),
        "paid": _paid_by_seat(data, answer.cost),
        "sticks": answer.cost["kyoutaku_bonus"],
    }


def _their_reasons(answer: Any, *, is_drawn: bool) -> Counter[str]:
    """Return what brings the peer's fu, both waits for one tile of a run as one.

    An open hand without other fu has, as it says, none by self-draw either.
    """
    same = {FuCalculator.PENCHAN: FuCalculator.KANCHAN}
    if is_drawn:
        same[FuCalculator.HAND_WITHOUT_FU] = FuCalculator.TSUMO
    reasons: Counter[str] = Counter()
    for one in answer.fu_details:
        reasons[same.get(one["reason"], one["reason"])] += one["fu"]
    return reasons


def _paid_by_seat(data: dict[str, Any], cost: dict[str, Any]) -> dict[int, int]:
    """Return what the peer lets each seat pay, counters included."""
    (win,) = data["wins"]
    if win["by"] != "self_draw":
        return {win["from"]: cost["main"] + cost["main_bonus"]}
    banker = data["state"]["banker"]
    main = cost["main"] + cost["main_bonus"]
    other = cost["additional"] + cost["additional_bonus"]
    return {
        seat: main if banker in (seat, win["seat"]) else other
        for seat in range(4)
        if seat != win["seat"]
    }
