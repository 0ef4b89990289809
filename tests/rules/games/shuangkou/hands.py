"""Hands of Shuangkou in a line or two."""

from __future__ import annotations

from typing import Any

import rules

Data = dict[str, Any]


def shuangkou(
    play: Data, options: Data | None = None, *, outcome: str = "win", **state: Any
) -> Data:
    """Return the record of a hand with this `play`."""
    return {
        "ruleset": "shuangkou",
        "options": options or {},
        "state": {"banker": 0, **state},
        "play": play,
        "outcome": outcome,
    }


def parse_play(text: str) -> Data:
    """Return a play written `0 3S 3H`, or a pass: `0`."""
    seat, *cards = text.split()
    return {"seat": int(seat), "cards": cards}


def log(*plays: str, **more: Any) -> Data:
    """Return the `play` of a logged hand."""
    return {"plays": [parse_play(text) for text in plays], **more}


def bomb(seat: int, rank: str, size: int) -> Data:
    """Return a bomb of *size* cards of *rank*."""
    cards = [f"{rank}{suit}" for suit in "SHDCSHDC"[:size]]
    return {"seat": seat, "cards": cards}


def kings(seat: int) -> Data:
    """Return the bomb of jokers."""
    return {"seat": seat, "cards": ["BJ", "RJ", "BJ", "RJ"]}


def ended(finish: list[int], *bombs: Data, **more: Any) -> Data:
    """Return the `play` of a hand told by the order of finishing and the bombs."""
    return {"finish": finish, "bombs": list(bombs), **more}


def net(data: Data) -> list[int]:
    """Return what everybody gains; fail where the hand is refused."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    gains: list[int] = answer["net"]
    return gains


def items(data: Data) -> list[str]:
    """Return the elements of the winners, which are the same for both."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    rows = [[item["id"] for item in win["items"]] for win in answer["wins"]]
    assert rows[1:] == rows[:-1]
    return rows[0] if rows else []
