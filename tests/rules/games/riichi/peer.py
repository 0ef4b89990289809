"""The same riichi hand as PyPI's `mahjong` takes it and answers: a second opinion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from rules.tiles import KIND, RED_FIVES, TILES, parse

IDS: Final = {
    "AkaDora": "red_five",
    "Chankan": "robbing_the_kong",
    "Chantai": "outside_hand",
    "Chiihou": "earthly_hand",
    "Chiitoitsu": "seven_pairs",
    "Chinitsu": "pure_one_suit",
    "Chinroutou": "all_terminals",
    "Chun": "dragon_pung",
    "ChuurenPoutou": "nine_gates",
    "DaburuChuurenPoutou": "pure_nine_gates",
    "DaburuKokushiMusou": "thirteen_orphans_13_wait",
    "DaburuRiichi": "double_riichi",
    "DaiSuushii": "big_four_winds",
    "Daisangen": "big_three_dragons",
    "Dora": "dora",
    "Haitei": "last_tile",
    "Haku": "dragon_pung",
    "Hatsu": "dragon_pung",
    "Honitsu": "mixed_one_suit",
    "Honroto": "mixed_terminals",
    "Houtei": "last_discard",
    "Iipeiko": "pure_double_sequence",
    "Ippatsu": "ippatsu",
    "Ittsu": "straight",
    "Junchan": "terminals_in_all_sets",
    "KokushiMusou": "thirteen_orphans",
    "Pinfu": "all_sequences",
    "Riichi": "riichi",
    "RenhouYakuman": "human_hand",
    "Rinshan": "kong_draw",
    "RoundWindEast": "round_wind_pung",
    "RoundWindNorth": "round_wind_pung",
    "RoundWindSouth": "round_wind_pung",
    "RoundWindWest": "round_wind_pung",
    "Ryanpeikou": "two_pure_double_sequences",
    "Ryuuiisou": "all_green",
    "SanKantsu": "three_kongs",
    "Sanankou": "three_concealed_pungs",
    "Sanshoku": "three_similar_sequences",
    "SanshokuDoukou": "three_similar_pungs",
    "SeatWindEast": "seat_wind_pung",
    "SeatWindNorth": "seat_wind_pung",
    "SeatWindSouth": "seat_wind_pung",
    "SeatWindWest": "seat_wind_pung",
    "Shosangen": "little_three_dragons",
    "Shousuushii": "little_four_winds",
    "Suuankou": "four_concealed_pungs",
    "SuuankouTanki": "four_concealed_pungs_pair_wait",
    "Suukantsu": "four_kongs",
    "Tanyao": "all_simples",
    "Tenhou": "heavenly_hand",
    "Toitoi": "all_pungs",
    "Tsumo": "fully_concealed_self_draw",
    "Tsuuiisou": "all_honors",
    "UraDora": "ura_dora",
}
"""Our ids of the peer's yaku."""

MELDS: Final = {
    "chow": Meld.CHI,
    "pung": Meld.PON,
    "kong_discard": Meld.KAN,
    "kong_added": Meld.SHOUMINKAN,
    "kong_concealed": Meld.KAN,
}


@dataclass(frozen=True)
class Question:
    """The arguments of the peer's calculation."""

    tiles: list[int]
    tile: int
    melds: list[Meld]
    indicators: list[int]
    hidden: list[int]
    config: HandConfig
    settings: dict[str, Any]
    """What *config* was made of."""

    def whole_answer(self) -> Any:
        """Return the answer, with a new description of the win."""
        return replace(self, config=HandConfig(**self.settings)).answer()

    def answer(self) -> Any:
        """Return what the peer makes of it."""
        return HandCalculator.estimate_hand_value(
            self.tiles,
            self.tile,
            self.melds,
            self.indicators,
            self.config,
            ura_dora_indicators=self.hidden,
        )


class _Copies:
    """Numbers physical tiles as the peer does: four to a kind, the first five red."""

    def __init__(self, has_red: bool) -> None:
        self.next = [4 * kind for kind in range(34)]
        if has_red:
            for kind in (4, 13, 22):
                self.next[kind] += 1

    def __call__(self, tile: int) -> int:
        kind = KIND[tile]
        if tile >= RED_FIVES:
            return 4 * kind
        number = self.next[kind]
        self.next[kind] += 1
        return number


def question(record: dict[str, Any]) -> Question:
    """Return the peer's arguments for a record with one winner."""
    options, (win,) = record["options"], record["wins"]
    seat = record["seats"][win["seat"]]
    copies = _Copies(options.get("red_fives") != 0)
    melds = [
        Meld(
            MELDS[meld["kind"]],
            sorted(map(copies, parse(meld["tiles"]))),
            opened=meld["kind"] != "kong_concealed",
        )
        for meld in seat["melds"]
    ]
    tile = copies(TILES[win["tile"]])
    tiles = [*map(copies, parse(seat["hand"])), tile]
    for meld in melds:
        tiles += meld.tiles
    deal, settings = record["deal"], _settings(record, seat, win)
    return Question(
        sorted(tiles),
        tile,
        melds,
        [4 * KIND[TILES[code]] + 1 for code in deal["indicators"]],
        [4 * KIND[TILES[code]] + 1 for code in deal["hidden_indicators"]],
        HandConfig(**settings),
        settings,
    )


def _settings(record: dict[str, Any], seat: dict[str, Any], win: dict[str, Any]) -> dict[str, Any]:
    """Return how the hand was won, and the house options."""
    state, options, marks = record["state"], record["options"], win["marks"]
    limit = HandConfig.KAZOE_LIMITED
    if options.get("counted_yakuman") is False:
        limit = HandConfig.KAZOE_SANBAIMAN
    return {
        "is_tsumo": win["by"] == "self_draw",
        "is_riichi": "riichi" in seat["declared"],
        "is_daburu_riichi": "double_riichi" in seat["declared"],
        "is_ippatsu": "ippatsu" in marks,
        "is_rinshan": "kong_draw" in marks,
        "is_chankan": win["by"] == "robbed_kong",
        "is_haitei": "last_tile" in marks,
        "is_houtei": "last_discard" in marks,
        "is_tenhou": "dealt" in marks,
        "is_chiihou": "first_draw" in marks,
        "is_renhou": "before_first_draw" in marks and options.get("human_hand") == "yakuman",
        "player_wind": 27 + (win["seat"] - state["banker"]) % 4,
        "round_wind": 27 + (state["round"] - 1) % 4,
        "tsumi_number": state["carry"]["honba"],
        "kyoutaku_number": state["carry"]["deposits"] + bool(seat["declared"]),
        "options": OptionalRules(
            has_open_tanyao=options.get("open_tanyao", True),
            has_aka_dora=options.get("red_fives") != 0,
            has_double_yakuman=options.get("double_yakuman", False),
            kazoe_limit=limit,
            kiriage=options.get("kiriage", False),
            renhou_as_yakuman=True,
        ),
    }
