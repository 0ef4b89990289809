"""Are the dice fair? Faces, pairs, what follows the last throw; asked after every hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from kiosk.fairness.dice import LOOKS, DiceWatch, audit_dice
from kiosk.fairness.history import Throw
from kiosk.fairness.plot import dice_picture
from kiosk.i18n import FALLBACK, LANGUAGE_NAMES, catalogue
from kiosk.session.events import HandSettled, SessionClosed
from tests.kiosk.ledger.stores import settle_hand

SENSOR = "motor_sensor"
SAY = catalogue(FALLBACK)
Roll = Callable[[random.Random, tuple[int, int] | None], tuple[int, int]]


def roll_fair(rng: random.Random, _: tuple[int, int] | None) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def roll_loaded(rng: random.Random, _: tuple[int, int] | None) -> tuple[int, int]:
    """Show a six on the first die twice as often as any other face."""
    return rng.choices(range(1, 7), (1, 1, 1, 1, 1, 2))[0], rng.randint(1, 6)


def roll_joined(rng: random.Random, _: tuple[int, int] | None) -> tuple[int, int]:
    """Let the second die follow the first one in every fourth throw."""
    first = rng.randint(1, 6)
    return first, first if rng.random() < 0.25 else rng.randint(1, 6)


def roll_lazy(rng: random.Random, before: tuple[int, int] | None) -> tuple[int, int]:
    """Leave the dice where they lay in every fourth throw."""
    return before if before and rng.random() < 0.25 else roll_fair(rng, None)


def throw_dice(roll: Roll, count: int, seed: int = 1) -> list[Throw]:
    rng, before = random.Random(seed), None
    throws = []
    for _ in range(count):
        before = roll(rng, before)
        throws.append(Throw(before, SENSOR))
    return throws


def test_fair_dice_are_left_alone_however_often_one_looks() -> None:
    suspected = sum(
        not audit_dice(throw_dice(roll_fair, count, seed), SENSOR).is_fair
        for seed in range(30)
        for count in LOOKS[:2]
    )
    assert suspected == 0


@pytest.mark.parametrize(
    ("roll", "name"),
    [(roll_loaded, "faces"), (roll_joined, "pairs"), (roll_lazy, "order")],
    ids=["faces", "pairs", "order"],
)
def test_bad_dice_are_found_by_what_is_wrong(roll: Roll, name: str) -> None:
    audit = audit_dice(throw_dice(roll, LOOKS[1]), SENSOR)
    assert name in [finding.name for finding in audit.findings if finding.is_suspicious]
    assert not audit.is_fair


def time_throws(throws: list[Throw], seed: int = 1, slope: float = 0.0) -> list[Throw]:
    """Return *throws* with times, longer by *slope* ms for each pip."""
    rng = random.Random(seed)
    return [
        replace(throw, rolled_ms=rng.randint(3_000, 5_000) + round(slope * sum(throw.pips)))
        for throw in throws
    ]


def test_fair_dice_may_roll_as_long_as_they_like() -> None:
    audit = audit_dice(time_throws(throw_dice(roll_fair, LOOKS[1])), SENSOR)
    assert [finding.name for finding in audit.findings] == ["faces", "pairs", "order", "length"]
    assert audit.is_fair


def test_pips_that_follow_from_the_shaking_time_are_found() -> None:
    audit = audit_dice(time_throws(throw_dice(roll_fair, LOOKS[1]), slope=80.0), SENSOR)
    assert [finding.name for finding in audit.findings if finding.is_suspicious] == ["length"]


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_every_language_has_words_for_what_is_found(language: str) -> None:
    t = catalogue(language)
    audit = audit_dice(time_throws(throw_dice(roll_loaded, LOOKS[1]), slope=80.0), SENSOR)
    lines = audit.words(t)
    assert len(lines) == 6
    assert sum(t("audit.suspicious") in line for line in lines) == 2
    assert "audit" not in "".join(lines)


def test_too_few_throws_say_nothing() -> None:
    audit = audit_dice(throw_dice(roll_loaded, LOOKS[0] - 1), SENSOR)
    assert audit.is_fair
    assert audit.words(SAY) == [
        f"machine, read by its sensor: {LOOKS[0] - 1} rolls: too few to say anything; "
        f"the first check comes at {LOOKS[0]}"
    ]


def test_dice_that_never_change_are_found() -> None:
    throws = [Throw((3, 4), SENSOR)] * LOOKS[0]
    assert all(finding.is_suspicious for finding in audit_dice(throws, SENSOR).findings[::2])


def test_each_source_is_looked_at_for_itself() -> None:
    throws = throw_dice(roll_fair, LOOKS[0]) + [Throw((6, 6), "hand")] * LOOKS[0]
    assert audit_dice(throws, SENSOR).is_fair
    assert not audit_dice(throws, "hand").is_fair


def test_a_proof_that_does_not_hold_is_told() -> None:
    audit = audit_dice([Throw((1, 2), "rng", is_proved=False)], "rng")
    assert not audit.is_fair
    assert "1 rolls without dice have a proof that fails" in audit.words(SAY)[-1]


def test_the_picture_marks_a_face_that_is_off() -> None:
    assert 'class="odd"' in dice_picture(
        [audit_dice(throw_dice(roll_loaded, LOOKS[1]), SENSOR)], SAY
    )
    fair_picture = dice_picture([audit_dice(throw_dice(roll_fair, LOOKS[1], 2), SENSOR)], SAY)
    assert 'class="odd"' not in fair_picture
    assert fair_picture.startswith("<svg")


CLOSED = SessionClosed((0, 0, 0, 0))


def hand(count: int, source: str = "motor_sensor") -> HandSettled:
    """Return a hand with *count* throws, all sixes."""
    return replace(settle_hand(1), throws=({"pips": [6, 6], "source": source},) * count)


def test_dice_are_suspected_at_the_look_and_not_before() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0] - 1))
    assert not watch.is_suspicious
    watch.note(hand(1))
    assert watch.is_suspicious


def test_what_a_look_found_is_told_till_the_session_ends() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0]))
    watch.note(hand(1))
    assert watch.is_suspicious
    watch.note(CLOSED)
    watch.note(hand(1))
    assert not watch.is_suspicious


def test_the_next_look_finds_them_again() -> None:
    watch = DiceWatch()
    for event in (hand(LOOKS[0]), CLOSED, hand(LOOKS[1] - LOOKS[0])):
        watch.note(event)
    assert watch.is_suspicious


def test_throws_after_the_last_confirmed_hand_count_too() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0] - 1))
    watch.note(replace(CLOSED, throws=({"pips": [6, 6], "source": "motor_sensor"},)))
    assert watch.is_suspicious


def test_dice_thrown_by_hand_are_the_players_own() -> None:
    watch = DiceWatch()
    watch.note(hand(LOOKS[0], "hand"))
    assert not watch.is_suspicious
