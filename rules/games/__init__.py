"""The games, one module each, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from rules.errors import UnknownRulesetError, refuse
from rules.play.cards import CardRules
from rules.play.game import PlayGame
from rules.play.play_rules import PlayRules
from rules.ruleset import Ruleset

AnyGame = Ruleset | PlayGame[Any]

MODULES: Final = {
    "ataki-b": "rules.games.riichi.ataki_b",
    "beijing": "rules.games.beijing",
    "changsha": "rules.games.hunan.changsha",
    "fenghua": "rules.games.zhejiang.fenghua",
    "five-player-1": "rules.games.riichi.five_player:FIRST",
    "five-player-2": "rules.games.riichi.five_player:SECOND",
    "fuzhou": "rules.games.fujian.fuzhou",
    "jinan": "rules.games.shandong.jinan",
    "jinshan": "rules.games.shanghai.jinshan",
    "mushi": "rules.games.cards.mushi",
    "nanchang": "rules.games.jiangxi.nanchang",
    "nanjing": "rules.games.jiangsu.nanjing",
    "ningbo": "rules.games.zhejiang.ningbo",
    "qinghunpeng": "rules.games.shanghai.qinghunpeng",
    "riichi": "rules.games.riichi.riichi",
    "riichi-3p": "rules.games.riichi.three_player",
    "sakura": "rules.games.cards.sakura",
    "shanghai-1980s": "rules.games.shanghai.eighties",
    "shanghai-laoshi": "rules.games.shanghai.laoshi",
    "shanghai-liuxing": "rules.games.shanghai.liuxing",
    "shanghai-xinshi": "rules.games.shanghai.xinshi",
    "shuangkou": "rules.games.cards.shuangkou",
    "singapore": "rules.games.singapore",
    "taiwan": "rules.games.taiwan.taiwan",
    "taiwan-common": "rules.games.taiwan.taiwan_common",
    "taizhou": "rules.games.zhejiang.taizhou",
    "tien-gow": "rules.games.cards.tien_gow",
    "wenzhou": "rules.games.zhejiang.wenzhou",
    "wuhan": "rules.games.hubei.wuhan",
    "wuhan-3p": "rules.games.hubei.wuhan_3p",
    "yangzhou": "rules.games.jiangsu.yangzhou",
    "yichang": "rules.games.hubei.yichang",
    "yiwu": "rules.games.zhejiang.yiwu",
    "zero-rule": "rules.games.riichi.zero_rule",
}
"""Where each game's `GAME` is, or the instance named behind the colon."""


@cache
def ruleset(name: str) -> AnyGame:
    """Return the game *name*; raise `UnknownRulesetError` if there is none."""
    if name not in MODULES:
        raise UnknownRulesetError(f"there is no ruleset {name!r}", where="ruleset")
    module, _, instance = MODULES[name].partition(":")
    game: AnyGame = getattr(import_module(module), instance or "GAME")
    return game


def tile_games() -> Iterator[Ruleset]:
    """Yield the games of tile hands, in alphabetical order."""
    for name in sorted(MODULES):
        game = ruleset(name)
        if isinstance(game, Ruleset):
            yield game


PLAYS: Final = {
    "ataki-b": "rules.games.riichi.ataki_b.play",
    "beijing": "rules.games.beijing.play",
    "changsha": "rules.games.hunan.changsha.play",
    "fenghua": "rules.games.zhejiang.fenghua.play",
    "five-player-1": "rules.games.riichi.five_player_play",
    "five-player-2": "rules.games.riichi.five_player_play",
    "fuzhou": "rules.games.fujian.fuzhou_play",
    "jinan": "rules.games.shandong.jinan_play",
    "jinshan": "rules.games.shanghai.jinshan_play",
    "nanchang": "rules.games.jiangxi.nanchang.play",
    "nanjing": "rules.games.jiangsu.nanjing.play",
    "ningbo": "rules.games.zhejiang.ningbo_play",
    "qinghunpeng": "rules.games.shanghai.qinghunpeng.play",
    "riichi": "rules.games.riichi.play",
    "riichi-3p": "rules.games.riichi.three_player_play",
    "shanghai-1980s": "rules.games.shanghai.old_play",
    "shanghai-laoshi": "rules.games.shanghai.old_play",
    "shanghai-liuxing": "rules.games.shanghai.old_play",
    "shanghai-xinshi": "rules.games.shanghai.old_play",
    "singapore": "rules.games.singapore.play",
    "taiwan": "rules.games.taiwan.play",
    "taiwan-common": "rules.games.taiwan.taiwan_common.play",
    "taizhou": "rules.games.zhejiang.taizhou.play",
    "wenzhou": "rules.games.zhejiang.wenzhou_play",
    "wuhan": "rules.games.hubei.wuhan.play",
    "wuhan-3p": "rules.games.hubei.wuhan_3p_play",
    "yangzhou": "rules.games.jiangsu.yangzhou_play",
    "yichang": "rules.games.hubei.yichang_play",
    "yiwu": "rules.games.zhejiang.yiwu.play",
    "zero-rule": "rules.games.riichi.zero_rule_play",
}
"""Where it stands how each game of tiles is played: a module's `PLAY`, or one of several."""


CARD_PLAYS: Final = {
    "mushi": "rules.games.cards.mushi_play",
    "sakura": "rules.games.cards.sakura_play",
    "shuangkou": "rules.games.cards.shuangkou_play",
    "tien-gow": "rules.games.cards.tien_gow.play",
}
"""Where it stands how each game of cards or dominoes is played: a module's `PLAY`."""


def card_play_of(name: str) -> CardRules[Any]:
    """Return how the game of cards *name* is played; raise `RecordError` where it is none."""
    if name not in CARD_PLAYS:
        raise refuse("unknown_ruleset", f"{name!r} is no game of cards", "ruleset")
    play: CardRules[Any] = import_module(CARD_PLAYS[name]).PLAY
    return play


def play_of(name: str) -> PlayRules:
    """Return how the game of tiles *name* is played; raise `RecordError` where it is none."""
    if name not in MODULES:
        raise refuse("unknown_ruleset", f"there is no ruleset {name!r}", "ruleset")
    if name not in PLAYS:
        message = f"{name} is played with cards or dominoes, not from a wall of tiles"
        raise refuse("unknown_ruleset", message, "ruleset")
    play: PlayRules | Mapping[str, PlayRules] = import_module(PLAYS[name]).PLAY
    return play[name] if isinstance(play, Mapping) else play
