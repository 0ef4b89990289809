"""What the session asks of the rules; the module `rules` is the one that answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata
from typing import Any, Protocol

from rules.game import Game


@cache
def engine_version() -> str:
    """Return the version of this program, by which a session's rules are known later."""
    try:
        return metadata.version("jantaku")
    except metadata.PackageNotFoundError:
        return "source"


class Engine(Protocol):
    """The rules as a whole."""

    def ruleset(self, name: str, /) -> Game:
        """Return the game with this id; raise an error with a `code` where there is none."""

    def settle_json(self, data: object, /) -> dict[str, Any]:
        """Return the settlement of *record* or `{"error": …}`."""

    def break_wall(
        self,
        name: str,
        /,
        banker: int = 0,
        dice: Sequence[Sequence[int]] = (),
        options: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return where the wall is broken, or how many throws are still needed."""
