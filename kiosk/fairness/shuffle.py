"""Does the machine mix? Whether tiles that lay together come together again in the next hand.

Players collect sets, so shown hands are no random draw. But what one hand held must tell
nothing of the next: the same hands in another order are as likely. That is what is tested, by
putting them into many random orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

import rules
from kiosk.fairness.dice import Say, finding_words
from kiosk.fairness.history import ShownHand
from kiosk.fairness.statistics import ALPHA, Finding, chi2_tail, last_look
from rules.tiles import HONORS, KIND, RED_FIVES, TILES

LOOKS: Final = (40, 160, 640)
"""Hands at which one looks, fixed beforehand."""

TESTS: Final = 2
LIMIT: Final = ALPHA / (len(LOOKS) * TESTS)
ORDERS: Final = 20_000
"""Random orders that the real one is compared with; the limit is three of them."""

KINDS: Final = RED_FIVES
SUITS: Final = ("characters", "dots", "bamboo", "honors")


@dataclass(frozen=True, slots=True)
class ShuffleAudit:
    """What the shown hands tell of the mixing."""

    there: int
    looked_at: int
    excess: float
    """By which part neighbouring hands share more tiles than hands far apart; 0 in a fair mix."""
    expected: tuple[float, ...]
    """How often tiles of each suit should have been turned up."""
    turned: tuple[int, ...]
    """How often they were."""
    findings: tuple[Finding, ...]

    @property
    def is_fair(self) -> bool:
        """Whether nothing speaks against the mixing."""
        return not any(finding.is_suspicious for finding in self.findings)

    def words(self, t: Say) -> list[str]:
        """Return what was found, in plain words of the catalogue that *say* speaks for."""
        if not self.looked_at:
            return [t("audit.shuffle.few", there=self.there, first=LOOKS[0])]
        head = t("audit.shuffle", there=self.there, looked=self.looked_at)
        lines = (finding_words(each, "audit.as_fair_mix", t) for each in self.findings)
        return [head, *(f"  {line}" for line in lines)]


def audit_shuffle(hands: Sequence[ShownHand], seed: int = 1) -> ShuffleAudit:
    """Return what *hands*, oldest first, tell of the mixing; *seed* makes it repeatable.

    A hand without any set of tiles stands for a break: its neighbours are none.
    """
    hands_with_sets = [hand for hand in hands if hand.sets]
    looked_at = last_look(LOOKS, len(hands_with_sets))
    if not looked_at:
        return ShuffleAudit(len(hands_with_sets), 0, 0.0, (), (), ())
    last = [place for place, hand in enumerate(hands) if hand.sets][looked_at - 1]
    clustering, excess = _clustering(hands[: last + 1], np.random.default_rng(seed))
    expected, counts = _suits(hands_with_sets[:looked_at])
    findings = (clustering, _indicators(expected, counts))
    return ShuffleAudit(len(hands_with_sets), looked_at, excess, expected, counts, findings)


def _clustering(hands: Sequence[ShownHand], rng: np.random.Generator) -> tuple[Finding, float]:
    """Compare how much neighbours share with what they share in random orders."""
    place: dict[int, int] = {}
    for number, hand in enumerate(hands):
        if hand.sets:
            place[number] = len(place)
    overlap = _measure_overlap([hand for hand in hands if hand.sets])
    steps = [
        (place[one], place[one + 1])
        for one in range(len(hands) - 1)
        if one in place and one + 1 in place and hands[one].ruleset == hands[one + 1].ruleset
    ]
    before, after = (np.array(column) for column in zip(*steps, strict=True))
    real = float(overlap[before, after].sum())
    others = np.empty(ORDERS)
    for number in range(ORDERS):
        order = rng.permutation(len(place))
        others[number] = overlap[order[before], order[after]].sum()
    likelihood = (1 + int((others >= real).sum())) / (1 + ORDERS)
    excess = real / float(others.mean()) - 1
    return Finding("clustering", likelihood, LIMIT, {"excess": f"{excess:+.1%}"}), excess


def _measure_overlap(
    hands: Sequence[ShownHand],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return how strongly the sets of each two hands overlap, as squares of equal tiles."""
    owners = np.array([number for number, hand in enumerate(hands) for _ in hand.sets])
    counts = np.zeros((len(owners), KINDS))
    for row, tiles in enumerate(tiles for hand in hands for tiles in hand.sets):
        for kind, copies in tiles.items():
            counts[row, kind] = copies
    equal = (counts @ counts.T) ** 2
    starts = np.searchsorted(owners, np.arange(len(hands)))
    sums = np.add.reduceat(np.add.reduceat(equal, starts, axis=0), starts, axis=1)
    sets = np.bincount(owners)
    means: np.ndarray[tuple[int, int], np.dtype[np.float64]] = sums / np.outer(sets, sets)
    return means


def _suits(hands: Sequence[ShownHand]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    counts = Counter(_suit(hand.indicator) for hand in hands if hand.indicator is not None)
    expected = np.zeros(len(SUITS))
    for hand in hands:
        if hand.indicator is not None:
            expected += _shares(hand.ruleset)
    return tuple(expected.tolist()), tuple(counts[suit] for suit in range(len(SUITS)))


def _shares(ruleset: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return which part of the game's tiles, flowers aside, belongs to each suit."""
    shares: np.ndarray[tuple[int], np.dtype[np.float64]] = np.zeros(len(SUITS))
    for code, copies in rules.ruleset(ruleset).tiles.items():
        kind = KIND[TILES[code]]
        if kind < HONORS + 7:
            shares[_suit(kind)] += copies
    shares /= shares.sum()
    return shares


def _suit(kind: int) -> int:
    return min(kind // 9, len(SUITS) - 1)


def _indicators(expected: Sequence[float], counts: Sequence[int]) -> Finding:
    """Test whether the tile turned up at the deal is of each suit as often as it should."""
    pairs = [(want, got) for want, got in zip(expected, counts, strict=True) if want]
    value = sum((got - want) ** 2 / want for want, got in pairs)
    likelihood = chi2_tail(value, len(pairs) - 1) if len(pairs) > 1 else 1.0
    facts = {"count": sum(counts), "suits": "/".join(map(str, counts))}
    return Finding("indicators", likelihood, LIMIT, facts)
