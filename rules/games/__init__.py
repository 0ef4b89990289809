"""The games, one module each, loaded when first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from rules.errors import UnknownRulesetError
from rules.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.game import Game

MODULES: Final = {
    "ataki-b": "rules.games.ataki_b",
    "beijing": "rules.games.beijing",
    "changsha": "rules.games.changsha",
    "fenghua": "rules.games.fenghua",
    "five-player-1": "rules.games.five_player.first",
    "five-player-2": "rules.games.five_player.second",
    "fuzhou": "rules.games.fuzhou",
    "jinan": "rules.games.jinan",
    "jinshan": "rules.games.jinshan",
    "mushi": "rules.games.mushi",
    "nanchang": "rules.games.nanchang",
    "nanjing": "rules.games.nanjing",
    "ningbo": "rules.games.ningbo",
    "qinghunpeng": "rules.games.qinghunpeng",
    "riichi": "rules.games.riichi",
    "sakura": "rules.games.sakura",
    "shanghai-1980s": "rules.games.shanghai.eighties",
    "shanghai-laoshi": "rules.games.shanghai.laoshi",
    "shanghai-liuxing": "rules.games.shanghai.liuxing",
    "shanghai-xinshi": "rules.games.shanghai.xinshi",
    "shuangkou": "rules.games.shuangkou",
    "singapore": "rules.games.singapore",
    "taiwan": "rules.games.taiwan",
    "taiwan-common": "rules.games.taiwan_common",
    "taizhou": "rules.games.taizhou",
    "tien-gow": "rules.games.tien_gow",
    "wenzhou": "rules.games.wenzhou",
    "wuhan": "rules.games.wuhan",
    "wuhan-3p": "rules.games.wuhan_3p",
    "yangzhou": "rules.games.yangzhou",
    "yichang": "rules.games.yichang",
    "yiwu": "rules.games.yiwu",
    "zero-rule": "rules.games.zero_rule",
}
"""Where each game's `GAME` is."""


@cache
def ruleset(name: str) -> Game:
    """Return the game *name*; raise `UnknownRulesetError` if there is none."""
    module = MODULES.get(name)
    if module is None:
        raise UnknownRulesetError(f"there is no ruleset {name!r}", where="ruleset")
    game: Game = import_module(module).GAME
    assert game.id == name
    return game


def tile_games() -> Iterator[Ruleset]:
    """Yield the games of tile hands, in alphabetical order."""
    for name in sorted(MODULES):
        game = ruleset(name)
        if isinstance(game, Ruleset):
            yield game
