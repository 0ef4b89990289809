"""Random hands of three-player riichi, and what RiichiEnv makes of them: a second opinion."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from riichienv import Meld, MeldType, WinResult

# Its Python front adds the winning tile a second time beside two kongs; its core does not.
from riichienv._riichienv import Conditions, HandEvaluator3P, Wind

import rules
from rules.tiles import CODES, KIND, RED_FIVES, TILES, Tile, parse, write
from tests.rules.games.riichi import random_hands

IDS: Final = {
    1: "fully_concealed_self_draw",
    2: "riichi",
    3: "robbing_the_kong",
    4: "kong_draw",
    5: "last_tile",
    6: "last_discard",
    7: "dragon_pung",
    8: "dragon_pung",
    9: "dragon_pung",
    10: "seat_wind_pung",
    11: "round_wind_pung",
    12: "all_simples",
    13: "pure_double_sequence",
    14: "all_sequences",
    15: "outside_hand",
    16: "straight",
    18: "double_riichi",
    19: "three_similar_pungs",
    20: "three_kongs",
    21: "all_pungs",
    22: "three_concealed_pungs",
    23: "little_three_dragons",
    24: "mixed_terminals",
    25: "seven_pairs",
    26: "terminals_in_all_sets",
    27: "mixed_one_suit",
    28: "two_pure_double_sequences",
    29: "pure_one_suit",
    30: "ippatsu",
    31: "dora",
    32: "red_five",
    33: "ura_dora",
    34: "north_dora",
    35: "heavenly_hand",
    36: "earthly_hand",
    37: "big_three_dragons",
    38: "four_concealed_pungs",
    39: "all_honors",
    40: "all_green",
    41: "all_terminals",
    42: "thirteen_orphans",
    43: "little_four_winds",
    44: "four_kongs",
    45: "nine_gates",
    47: "pure_nine_gates",
    48: "four_concealed_pungs_pair_wait",
    49: "thirteen_orphans_13_wait",
    50: "big_four_winds",
}
"""Our ids of the peer's yaku."""

MELDS: Final = {
    "pung": MeldType.Pon,
    "kong_discard": MeldType.Daiminkan,
    "kong_added": MeldType.Kakan,
    "kong_concealed": MeldType.Ankan,
}
WINDS: Final = (Wind.East, Wind.South, Wind.West)
OF_THREE: Final = frozenset(TILES[code] for code in rules.ruleset("riichi-3p").tiles)
NORTH: Final = TILES["4z"]
RED_KINDS: Final = frozenset((KIND[TILES["5p"]], KIND[TILES["5s"]]))
EARLY: Final = frozenset(("dealt", "first_draw", "before_first_draw"))
"""Marks that a seat with tiles set aside may not have; the cases have them."""


def record(chance: random.Random) -> dict[str, Any]:
    """Return the record of a random hand: one of four-player riichi that three can have."""
    while True:
        data = random_hands.record(chance, {"double_yakuman": True})
        (win,) = data["wins"]
        seat = data["seats"][win["seat"]]
        used = Counter([TILES[win["tile"]], *parse(seat["hand"])])
        for meld in seat["melds"]:
            used.update(parse(meld["tiles"]))
        chows = any(meld["kind"] == "chow" for meld in seat["melds"])
        if not chows and OF_THREE.issuperset(used) and EARLY.isdisjoint(win["marks"]):
            return _for_three(data, seat, used, chance)


def _for_three(
    data: dict[str, Any], seat: dict[str, Any], used: Counter[Tile], chance: random.Random
) -> dict[str, Any]:
    """Return *data* at a table for three, the North that are left set aside now and then."""
    (win,) = data["wins"]
    winner = chance.randrange(3)
    for claim in (win, *seat["melds"]):
        if "from" in claim:
            claim["from"] = (winner + chance.randint(1, 2)) % 3
    norths = chance.choice((0, 0, 1, 4))
    norths = min(norths, 4 - used[NORTH])
    used[NORTH] += norths
    free = [tile for tile in sorted(OF_THREE) if tile < RED_FIVES and used[tile] < 3]
    indicators = [CODES[tile] for tile in chance.sample(free, 2)]
    seats: list[dict[str, Any]] = [{"hand": None} for _ in range(3)]
    seats[winner] = {**seat, "flowers": write([NORTH] * norths)}
    return {
        **data,
        "ruleset": "riichi-3p",
        "options": {"double_yakuman": True, "liability": "none"},
        "state": {**data["state"], "banker": chance.randrange(3), "round": chance.randint(1, 2)},
        "deal": {"indicators": indicators[:1], "hidden_indicators": indicators[1:]},
        "seats": seats,
        "wins": [{**win, "seat": winner}],
    }


class _Copies:
    """Numbers physical tiles as the peer does: four to a kind, the first five red."""

    def __init__(self) -> None:
        self._next = [4 * kind + (kind in RED_KINDS) for kind in range(34)]

    def __call__(self, tile: Tile) -> int:
        kind = KIND[tile]
        if tile >= RED_FIVES:
            return 4 * kind
        self._next[kind] += 1
        return self._next[kind] - 1


def theirs(data: dict[str, Any]) -> Any:
    """Return the peer's answer: nothing for a hand that is none, or what counts and who pays."""
    (win,) = data["wins"]
    seat, copies = data["seats"][win["seat"]], _Copies()
    melds = [
        Meld(
            MELDS[meld["kind"]],
            list(map(copies, parse(meld["tiles"]))),
            meld["kind"] != "kong_concealed",
        )
        for meld in seat["melds"]
    ]
    tile = copies(TILES[win["tile"]])
    hand = sorted([*map(copies, parse(seat["hand"])), tile])
    deal, conditions = data["deal"], _conditions(data, seat, win)
    hidden = deal["hidden_indicators"] if seat["declared"] else []  # the peer does not ask
    answer = HandEvaluator3P(hand, melds).calc(
        tile, _numbers(deal["indicators"]), _numbers(hidden), conditions
    )
    if not answer.is_win:
        return None
    return {
        "items": {IDS[one.id] for one in answer.yaku_list()},
        "han": None if answer.yakuman else answer.han,
        "fu": None if answer.yakuman else answer.fu,
        "paid": _charge(data, win, answer),
    }


def _numbers(codes: list[str]) -> list[int]:
    return [4 * KIND[TILES[code]] + 3 for code in codes]


def _conditions(data: dict[str, Any], seat: dict[str, Any], win: dict[str, Any]) -> Conditions:
    """Return how the hand was won."""
    state, marks = data["state"], win["marks"]
    return Conditions(
        tsumo=win["by"] == "self_draw",
        riichi=bool(seat["declared"]),
        double_riichi="double_riichi" in seat["declared"],
        ippatsu="ippatsu" in marks,
        haitei="last_tile" in marks,
        houtei="last_discard" in marks,
        rinshan="kong_draw" in marks,
        chankan=win["by"] == "robbed_kong",
        player_wind=WINDS[(win["seat"] - state["banker"]) % 3],
        round_wind=WINDS[state["round"] - 1],
        honba=state["carry"]["honba"],
        kita_count=len(parse(seat["flowers"])),
        is_sanma=True,
        num_players=3,
    )


def _charge(data: dict[str, Any], win: dict[str, Any], answer: WinResult) -> dict[int, int]:
    """Return what the peer lets each seat pay, counters included."""
    if win["by"] != "self_draw":
        return {win["from"]: answer.ron_agari}
    banker = data["state"]["banker"]
    return {
        seat: answer.tsumo_agari_oya if seat == banker else answer.tsumo_agari_ko
        for seat in range(3)
        if seat != win["seat"]
    }


def ours(data: dict[str, Any]) -> Any:
    """Return our answer in the same terms."""
    answer: Any = rules.settle_json(data)
    if "error" in answer:
        assert answer["error"]["code"] in ("not_a_win", "below_minimum"), answer
        return None
    (entry,) = answer["wins"]
    payments: Counter[int] = Counter()
    for row in answer["payments"]:
        if row["for"] in ("win", "honba"):
            payments[row["from"]] += row["amount"]
    items = {item["id"] for item in entry["items"]}
    return {"items": items, "han": entry["han"], "fu": entry["fu"], "paid": dict(payments)}
