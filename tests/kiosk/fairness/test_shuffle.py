"""A machine that mixes is left alone; one that lets tiles stay together is found."""

from __future__ import annotations

import random
from collections import Counter

from kiosk.fairness.history import ShownHand
from kiosk.fairness.plot import shuffle_picture
from kiosk.fairness.shuffle import LOOKS, audit_shuffle
from kiosk.i18n import FALLBACK, catalogue
from rules.tiles import KIND, TILES

SAY = catalogue(FALLBACK)
DECK = [KIND[TILES[f"{rank}{suit}"]] for suit in "mps" for rank in range(1, 10) for _ in range(4)]
DECK += [KIND[TILES[f"{rank}z"]] for rank in range(1, 8) for _ in range(4)]


def mix(deck: list[int], rng: random.Random, reach: float) -> list[int]:
    """Return *deck* with each tile moved by at most *reach* of its length, then cut."""
    far = reach * len(deck)
    keys = [place + rng.uniform(-far, far) for place in range(len(deck))]
    order = sorted(range(len(deck)), key=keys.__getitem__)
    cut = rng.randrange(len(deck))
    return [deck[place] for place in order[cut:] + order[:cut]]


def collect(tiles: list[int]) -> Counter[int]:
    """Return the hand of a player who keeps the fourteen of *tiles* that go best together."""
    suits = Counter(kind // 9 for kind in tiles)
    return Counter(sorted(tiles, key=lambda kind: -suits[kind // 9])[:14])


def play_hands(hands: int, reach: float, seed: int = 1) -> list[ShownHand]:
    """Return hands of a table whose machine moves tiles as far as *reach*."""
    rng, deck = random.Random(seed), list(DECK)
    rng.shuffle(deck)
    shown_hands = [ShownHand("", ())]
    for _ in range(hands):
        deck = mix(deck, rng, reach)
        seats = [deck[seat * 30 : seat * 30 + 30] for seat in range(4)]
        sets = tuple(collect(seat) for seat in seats[:2])
        shown_hands.append(ShownHand("riichi", sets, deck[130]))
        lying = [kind for hand in sets for kind in hand.elements()]
        rest = list((Counter(deck) - Counter(lying)).elements())
        rng.shuffle(rest)
        deck = lying + rest
    return shown_hands


def test_a_machine_that_mixes_is_left_alone() -> None:
    assert all(audit_shuffle(play_hands(LOOKS[1], 5.0, seed)).is_fair for seed in range(3))


def test_a_machine_that_lets_tiles_stay_together_is_found() -> None:
    audit = audit_shuffle(play_hands(LOOKS[1], 0.1))
    assert "clustering" in [finding.name for finding in audit.findings if finding.is_suspicious]
    assert audit.excess > 0.02


def test_too_few_hands_say_nothing() -> None:
    audit = audit_shuffle(play_hands(LOOKS[0] - 1, 0.01))
    assert audit.is_fair
    assert "too few" in audit.words(SAY)[0]


def test_an_indicator_that_is_always_an_honor_is_found() -> None:
    hands = [
        ShownHand(hand.ruleset, hand.sets, 30 if hand.sets else None)
        for hand in play_hands(LOOKS[0], 5.0)
    ]
    suspicious = [
        finding.name for finding in audit_shuffle(hands).findings if finding.is_suspicious
    ]
    assert suspicious == ["indicators"]


def test_the_picture_shows_what_was_turned_up() -> None:
    picture = shuffle_picture(audit_shuffle(play_hands(LOOKS[0], 5.0)), SAY)
    assert picture.startswith("<svg")
    assert "characters: " in picture
