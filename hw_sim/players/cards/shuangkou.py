"""Two pairs of partners at Shuangkou, who keep the order of finishing themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from hw_sim.players.cards.sitting import Hand, Sitting
from rules.games.cards.shuangkou import (
    COPIES,
    JOKERS,
    LEAST_BOMB,
    LEAST_RUN,
    STRENGTH,
    TWO,
    Combination,
    beats,
    combination,
)

PACK: Final = [card for card in STRENGTH for _ in range(COPIES)]
SEATS: Final = 4
EACH: Final = 27
EAGER: Final = 0.8
"""How often somebody who can lay something does."""

Json = dict[str, Any]
Cards = tuple[str, ...]


def play(sitting: Sitting) -> Hand:
    """Return a hand played until it is decided."""
    table = _Table(sitting)
    while not table.is_decided:
        table.turn()
    summary = {"finish": table.finish, "bombs": table.bombs}
    return Hand({"hands": table.dealt, "plays": table.plays}, summary)


def holdings(cards: list[str]) -> Iterator[Cards]:
    """Yield everything that can be laid from *cards*, equal cards in one way."""
    by_strength: dict[int, list[str]] = {}
    for card in sorted(cards):
        by_strength.setdefault(STRENGTH[card], []).append(card)
    for equal in by_strength.values():
        yield from (tuple(equal[:count]) for count in range(1, len(equal) + 1))
    jokers = [card for card in sorted(cards) if card in JOKERS]
    if len(jokers) == LEAST_BOMB:
        yield tuple(jokers)
    for each, least in LEAST_RUN.items():
        for low in range(TWO):
            yield from _runs(by_strength, each, low, least)


def _runs(by_strength: dict[int, list[str]], each: int, low: int, least: int) -> Iterator[Cards]:
    row: list[str] = []
    for strength in range(low, TWO):
        equal = by_strength.get(strength, [])
        if len(equal) < each:
            return
        row += equal[:each]
        if strength - low + 1 >= least:
            yield tuple(row)


class _Table:
    """Hands, the trick, and who has finished."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.dealt = sitting.dealt(PACK, EACH)[:SEATS]
        self.hands = [list(hand) for hand in self.dealt]
        self.step = 1 if sitting.options["direction"] == "counterclockwise" else -1
        self.seat = sitting.banker
        self.waiting: list[int] = []
        """Who has still to answer what was laid last; nobody when *seat* leads."""
        self.owner = sitting.banker
        self.best: Combination | None = None
        self.plays: list[Json] = []
        self.finish: list[int] = []
        self.bombs: list[Json] = []

    @property
    def is_decided(self) -> bool:
        """Return whether two partners, or three players, are out of cards."""
        if len(self.finish) == SEATS // 2:
            first, second = self.finish
            return second == (first + SEATS // 2) % SEATS
        return len(self.finish) > SEATS // 2

    def turn(self) -> None:
        """Let whose turn it is lay something or pass."""
        seat, choices = self.seat, self._choices()
        is_lead = self.best is None
        if choices and (is_lead or self.sitting.rng.random() < EAGER):
            weights = [len(cards) for cards in choices]
            self._lay(seat, self.sitting.rng.choices(choices, weights)[0])
        else:
            self.plays.append({"seat": seat, "cards": []})
            self.waiting.remove(seat)
        if not self.is_decided:
            self._next(seat)

    def _choices(self) -> list[Cards]:
        best = self.best
        found = ((cards, combination(cards)) for cards in holdings(self.hands[self.seat]))
        return [cards for cards, made in found if made and (best is None or beats(made, best))]

    def _lay(self, seat: int, cards: Cards) -> None:
        """Lay *cards*; everybody else who is in may answer."""
        self.plays.append({"seat": seat, "cards": list(cards)})
        self.hands[seat] = list((Counter(self.hands[seat]) - Counter(cards)).elements())
        self.best, self.owner = combination(cards), seat
        assert self.best is not None
        if self.best.is_bomb:
            self.bombs.append({"seat": seat, "cards": list(cards)})
        if not self.hands[seat]:
            self.finish.append(seat)
        self.waiting = [one for one in range(SEATS) if one != seat and self.hands[one]]

    def _next(self, seat: int) -> None:
        """Pass the turn on; when nobody answers any more, the partner of the last leads."""
        if self.waiting:
            places = ((seat + self.step * far) % SEATS for far in range(1, SEATS + 1))
            self.seat = next(place for place in places if place in self.waiting)
            return
        partner = (self.owner + SEATS // 2) % SEATS
        self.seat = partner if self.hands[partner] else self.owner
        self.best = None
