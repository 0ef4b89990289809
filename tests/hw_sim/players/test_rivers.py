"""What play would have left on the table beside a hand that was laid out."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import rules
from hw_sim.camera import Scene
from hw_sim.camera.scene import lying
from hw_sim.players import HandSpec, drawn_record, winning_record
from hw_sim.players.rivers import with_rivers
from rules.ruleset import Ruleset

GAMES = [name for name in rules.rulesets() if isinstance(rules.ruleset(name), Ruleset)]


def table(name: str, seed: int, spec: HandSpec | None = None) -> tuple[Scene, Ruleset]:
    """Return the end of some hand of the game *name*."""
    game = rules.ruleset(name)
    assert isinstance(game, Ruleset)
    chance = random.Random(seed)
    record = (winning_record if seed else drawn_record)(game, chance, spec)
    return with_rivers(Scene.from_record(record, game.hand_size), record, chance), game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_tile_lies_there_twice_and_none_is_missing(name: str, seed: int) -> None:
    scene, game = table(name, seed)
    copies = Counter(game.tiles_for(game.defaults))
    faces = [*scene.indicators, *scene.hidden_indicators]
    walls = 0
    for seat in scene.seats:
        faces += [*seat.hand, *seat.flowers, *seat.aside, *seat.won_again]
        faces += [code for meld in seat.melds for code in meld.tiles]
        faces += [seat.winning] if seat.winning else []
        faces += [discard.code for discard in lying(seat.river)]
        walls += sum(seat.wall)
    shown = Counter(code for code in faces if code != "0z")
    assert shown <= copies
    assert len(faces) + walls == copies.total()


def test_who_announced_readiness_has_a_tile_sideways_and_a_stick_before_it() -> None:
    spec = HandSpec(winner=(1, "self_draw", None), declared=[[], ["riichi"], [], []])
    scene, _ = table("riichi", 3, spec)
    assert [seat.has_stick for seat in scene.seats] == [False, True, False, False]
    assert sum(discard.sideways for discard in scene.seats[1].river) == 1


def test_counters_lie_before_the_banker() -> None:
    state = {"banker": 2, "carry": {"honba": 2, "deposits": 1}}
    scene, _ = table("riichi", 4, HandSpec(state=state))
    assert [seat.sticks for seat in scene.seats] == [(), (), (100, 100, 1000), ()]


def test_a_tile_claimed_for_a_set_was_discarded_by_its_giver() -> None:
    scene, _ = table("taizhou", 2)
    claimed = [
        (seat, meld.claimed, (seat + meld.from_offset) % 4)
        for seat, laid in enumerate(scene.seats)
        for meld in laid.melds
        if meld.from_offset is not None
    ]
    assert claimed
    for _, code, giver in claimed:
        gone = [one.code for one in scene.seats[giver].river if one.is_claimed]
        assert code in gone


def test_a_hand_that_nobody_won_has_used_the_wall_up() -> None:
    scene, _ = table("riichi", 0)
    assert sum(sum(seat.wall) for seat in scene.seats) < 28
