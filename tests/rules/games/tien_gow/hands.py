"""Hands of Tien Gow in a line or two, and what they pay by the sheet's formulas written plainly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rules

Data = dict[str, Any]

PREMIUM = {"supreme": 2, "civil_supreme": 2, "four": 4}


def tien_gow(
    play: Data, options: Data | None = None, *, outcome: str = "win", **state: Any
) -> Data:
    """Return the record of a hand with this `play`."""
    return {
        "ruleset": "tien-gow",
        "options": options or {},
        "state": {"banker": 0, **state},
        "play": play,
        "outcome": outcome,
    }


def last(text: str) -> Data:
    """Return a last trick written `1 1-2` (led and won) or `1 1-2 > 2 2-4`, tiles with `+`."""
    led, _, win_text = text.partition(" > ")
    leader, tiles = led.split()
    winner, winning_tiles = (win_text or led).split()
    return {
        "leader": int(leader),
        "led": tiles.split("+"),
        "winner": int(winner),
        "tiles": winning_tiles.split("+"),
    }


def summary(piles: Sequence[int], ended: str, **more: Any) -> Data:
    """Return the `play` of a hand told by its piles and last trick."""
    return {"piles": list(piles), "last": last(ended), **more}


def trick(first: int, *plays: str) -> Data:
    """Return a trick from seat *first* on: `6-6+4-5` face up, `-1-5` face down, `?` unseen."""
    rows: list[Data] = []
    for step, text in enumerate(plays):
        seat = (first + step) % 4
        if text == "?":
            rows.append({"seat": seat, "tiles": None, "down": True})
        elif text.startswith("-"):
            rows.append({"seat": seat, "tiles": text[1:].split("+"), "down": True})
        else:
            rows.append({"seat": seat, "tiles": text.split("+")})
    return {"plays": rows}


def broken_off(*tricks: Data, **more: Any) -> Data:
    """Return the `play` of a hand given up after *tricks*."""
    return {"tricks": list(tricks), **more}


def net(data: Data) -> list[int]:
    """Return what everybody gains; fail where the hand is refused."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    gains: list[int] = answer["net"]
    return gains


def items(data: Data) -> dict[int, list[str]]:
    """Return the elements of each seat that has some."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    entries = answer["wins"] + answer.get("losers", [])
    return {one["seat"]: [item["id"] for item in one["items"]] for one in entries if one["items"]}


class Till:
    """What everybody has gained so far, and the factor of the banker."""

    def __init__(self, state: Data) -> None:
        self.gains = [0, 0, 0, 0]
        self.banker, self.factor = state["banker"], 2 + state["repeats"]

    def b(self, *seats: int) -> int:
        """Return the banker's factor between *seats*."""
        return self.factor if self.banker in seats else 1

    def pay(self, source: int, target: int, amount: int) -> None:
        """Move points."""
        self.gains[source] -= amount
        self.gains[target] += amount


def plain_net(play: Data, house: Data, state: Data) -> list[int]:
    """Return what everybody gains by the formulas of the sheet, one case after the other."""
    till = Till(state)
    winner, leader = play["last"]["winner"], play["last"]["leader"]
    finish, captured = plain_finish(play, house)
    times = finish * plain_sweep(play, house, till.banker)
    for seat in {0, 1, 2, 3} - {winner}:
        piles = play["piles"][seat]
        if piles > 4 and house["plus_special"]:
            till.pay(winner, seat, (piles - 4) * till.b(winner))
        elif piles > 4:
            till.pay(winner, seat, (piles - 4) * till.b(winner, seat) * finish)
        else:
            owed = (5 if piles == 0 else 4 - piles) * till.b(seat, winner) * times
            till.pay(leader if captured else seat, winner, owed)
    for kind, receiver in plain_premiums(play, house):
        for other in {0, 1, 2, 3} - {receiver}:
            till.pay(other, receiver, PREMIUM[kind] * till.b(other, receiver))
    return till.gains


def plain_finish(play: Data, house: Data) -> tuple[int, bool]:
    """Return the factor of the last trick and whether it was a capture."""
    led, best = sorted(play["last"]["led"]), sorted(play["last"]["tiles"])
    is_led = play["last"]["leader"] == play["last"]["winner"]
    civil = house["civil_supreme"]
    factor = 4 if len(led) == 4 else 1
    low = ["1-2"], ["1-5"] if civil else None
    high = ["1-2", "2-4"], ["1-5", "1-5"] if civil else None
    if is_led:
        return factor * (2 if led in low or led in high else 1), False
    captures = [(["1-2"], ["2-4"])]
    if civil:
        captures.append((["1-5"], ["1-6"]))
    if civil and house["high_legs"] == "beats_kam":
        captures.append((["1-5", "1-5"], ["1-6", "1-6"]))
    captured = (led, best) in captures or (len(led) == 4 and house["four_kam"])
    return factor * (house["kam_factor"] if captured else 1), captured


def plain_sweep(play: Data, house: Data, banker: int) -> int:
    """Return the factor of a sweep."""
    winner = play["last"]["winner"]
    if play["piles"][winner] < 8:
        return 1
    sweep = "eight" if len(play["last"]["led"]) > 1 else play["sweep"]
    opening = sorted(play["opening"])
    high = opening in (["6-6"], ["3-6"], ["4-5"], ["1-2", "2-4"])
    high = high or (house["civil_supreme"] and opening == ["1-5", "1-5"])
    refused = {"free": [], "no_eight": ["eight"], "no_sweep": ["seven", "eight"]}
    if winner == banker and high and sweep in refused[house["banker_opening"]]:
        return 1
    return {"seven": 2, "eight": 4}[sweep]


def plain_premiums(play: Data, house: Data) -> list[tuple[str, int]]:
    """Return kind and receiver of every premium."""
    ended = play["last"]
    feats = list(play["premiums"])
    led = sorted(ended["led"])
    if house["last_trick_premium"] and len(led) == 4:
        up = ended["up"]
        feats.append({"kind": "four", "leader": ended["leader"], "winner": ended["winner"],
                      "up": up})  # fmt: skip
    if house["last_trick_premium"] and led == ["1-2", "2-4"]:
        feats.append({"kind": "supreme", "seat": ended["leader"]})
    if house["last_trick_premium"] and house["civil_supreme"] and led == ["1-5", "1-5"]:
        feats.append({"kind": "civil_supreme", "seat": ended["leader"]})
    rows = []
    for feat in feats:
        if feat["kind"] != "four":
            rows.append((feat["kind"], feat["seat"]))
            continue
        leads = feat["leader"] == feat["winner"]
        receivers = {
            "winner": [feat["winner"]],
            "all": feat["up"],
            "leader": [feat["leader"]],
            "winning_leader": [feat["leader"]] if leads else [],
        }
        rows += [("four", seat) for seat in receivers[house["four_premium"]]]
    return rows
