"""Why play brings some of a game's marks, facts and incidents about never, or hardly ever.

A game says so beside its rules of play (`PlayRules.absences`), for whatever thousands of hands of
plain players have not shown: `bench/frequencies.json`, held against it by a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from rules.value import value

Why = Literal["rare", "illegal", "evident", "people"]
"""`rare`: it may come about in any hand; `illegal`: with it nothing could be won or announced, so
play refuses that; `evident`: told only of what people do not show, where a played hand shows all;
`people`: agreements, slips and fouls, which nobody who plays by rule commits."""


@value
class Absence:
    """Why something was not brought about, and where it is rare how rare it is, roughly."""

    why: Why
    once_in: int = 0
    """Hands."""

    def __str__(self) -> str:
        return f"{self.why}, once in {self.once_in:,} hands" if self.once_in else self.why


def why_absent(
    *, rare: Mapping[int, str] | None = None, illegal: str = "", evident: str = "", people: str = ""
) -> Mapping[str, Absence]:
    """Return why each word of these rows is absent; *rare* has them by one hand in how many."""
    rows: list[tuple[str, Absence]] = [
        *((words, Absence("rare", once_in)) for once_in, words in (rare or {}).items()),
        (illegal, Absence("illegal")),
        (evident, Absence("evident")),
        (people, Absence("people")),
    ]
    return MappingProxyType({word: why for words, why in rows for word in words.split()})
