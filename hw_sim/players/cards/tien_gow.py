"""Four players of Tien Gow, who keep their piles themselves."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from hw_sim.players.cards.sitting import Hand, Sitting
from rules.games.cards.tien_gow.plays import COPIES, TABLE, Combination, Tiles, beats, combination

PACK: Final = [tile for tile, copies in COPIES.items() for _ in range(copies)]
SEATS: Final = 4
EACH: Final = 8
EAGER: Final = 0.6
"""How often somebody who could take a trick does."""

Json = dict[str, Any]


def play(sitting: Sitting) -> Hand:
    """Return a hand played to its last trick."""
    table = _Table(sitting)
    while table.left:
        table.trick()
    return Hand({"hands": table.dealt, "tricks": table.tricks}, table.summary())


class _Table:
    """Tiles, piles and what has happened."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.dealt = sitting.dealt(PACK, EACH)[:SEATS]
        self.hands = [Counter(hand) for hand in self.dealt]
        self.piles = [0] * SEATS
        self.leader = sitting.banker
        self.tricks: list[Json] = []
        self.premiums: list[Json] = []
        self.last: Json = {}

    @property
    def left(self) -> int:
        """Return how many tiles everybody still holds."""
        return self.hands[0].total()

    def trick(self) -> None:
        """Play one trick."""
        led = best = self._choose(self._playable(self.leader))
        taker, up = self.leader, [self.leader]
        plays: list[Json] = [{"seat": taker, "tiles": self._lay(taker, led.tiles)}]
        for step in range(1, SEATS):
            seat = (self.leader + step) % SEATS
            better = self._better(seat, best, led)
            if better and self.sitting.rng.random() < EAGER:
                best, taker = self._choose(better), seat
                up.append(seat)
                plays.append({"seat": seat, "tiles": self._lay(seat, best.tiles)})
            else:
                plays.append({"seat": seat, "tiles": self._drop(seat, led), "down": True})
        self.tricks.append({"plays": plays})
        self._take(led, best, taker, up)

    def _playable(self, seat: int) -> list[Combination]:
        held = [tiles for tiles in TABLE if Counter(tiles) <= self.hands[seat]]
        found = (combination(tiles, self.sitting.options) for tiles in held)
        return [one for one in found if one is not None]

    def _better(self, seat: int, best: Combination, led: Combination) -> list[Combination]:
        if self._is_barred(seat):
            return []
        options = self.sitting.options
        return [one for one in self._playable(seat) if beats(one, best, led, options)]

    def _is_barred(self, seat: int) -> bool:
        return self.hands[seat].total() == 1 and not self.piles[seat]

    def _choose(self, playable: list[Combination]) -> Combination:
        weights = [len(one.tiles) ** 2 for one in playable]
        return self.sitting.rng.choices(playable, weights)[0]

    def _lay(self, seat: int, tiles: Tiles) -> list[str]:
        self.hands[seat] -= Counter(tiles)
        return list(tiles)

    def _drop(self, seat: int, led: Combination) -> list[str]:
        held = sorted(self.hands[seat].elements())
        return self._lay(seat, tuple(self.sitting.rng.sample(held, len(led.tiles))))

    def _take(self, led: Combination, best: Combination, taker: int, up: list[int]) -> None:
        leader, self.leader = self.leader, taker
        self.piles[taker] += len(led.tiles)
        if not self.left:
            self.last = {
                "leader": leader,
                "led": list(led.tiles),
                "winner": taker,
                "tiles": list(best.tiles),
                "up": up,
            }
        elif led.kind == "four":
            feat = {"kind": "four", "leader": leader, "up": up, "winner": taker}
            self.premiums.append(feat)
        elif led.kind in ("supreme", "civil_supreme"):
            self.premiums.append({"kind": led.kind, "seat": leader})

    def summary(self) -> Json:
        """Return what people tap when the hand is over."""
        return {
            "piles": self.piles,
            "last": self.last,
            "premiums": self.premiums,
            "sweep": self._sweep(),
            "opening": self.tricks[0]["plays"][0]["tiles"],
        }

    def _sweep(self) -> str | None:
        if self.piles[self.last["winner"]] < EACH or len(self.last["tiles"]) > 1:
            return None
        plays = [one["tiles"] for one in self.tricks[-1]["plays"]]
        ours, *others = (combination(tiles, self.sitting.options) for tiles in plays)
        assert ours is not None
        beaten = any(one is not None and beats(one, ours, ours, self.sitting.options)
                     for one in others)  # fmt: skip
        return "seven" if beaten else "eight"
