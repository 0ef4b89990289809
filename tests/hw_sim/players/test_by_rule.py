"""Hands that simulated players play by rule, and what play leaves on the table."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import rules
from hw_sim.camera.scene import Scene, lying
from hw_sim.machine.places import Places
from hw_sim.machine.tiles import Area, SimTile
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import TableHand, deal
from hw_sim.players.table_top import lay_drawn
from rules.games import PLAYS
from rules.play.actions import Discard
from rules.tiles import CODES

GAMES = sorted(PLAYS)
SUPPLEMENTED = 11
"""The seed of a hand of Taizhou with one supplement, the lower tile of the last stack."""


@cache
def play_hand(name: str, seed: int = 1) -> TableHand:
    """Return a hand of the game *name* that is over."""
    return deal(name, None, random.Random(seed), HandSpec()).to_the_end()


def faces(scene: Scene) -> list[str]:
    """Return what lies open or face down outside the walls."""
    codes = [*scene.indicators, *scene.hidden_indicators]
    for seat in scene.seats:
        codes += [*seat.hand, *seat.flowers, *seat.aside, *seat.won_again]
        codes += [code for meld in seat.melds for code in meld.tiles]
        codes += [seat.winning] if seat.winning else []
        codes += [discard.code for discard in lying(seat.river)]
    return codes


@pytest.mark.parametrize("name", GAMES)
def test_no_tile_lies_there_twice_and_none_is_missing(name: str) -> None:
    hand = play_hand(name)
    scene = hand.scene(hand.record())
    game = hand.course.at.game
    copies = Counter(game.tiles_for(hand.course.at.options))
    standing = sum(sum(seat.wall) for seat in scene.seats)
    assert Counter(code for code in faces(scene) if code != "0z") <= copies
    assert len(faces(scene)) + standing == copies.total()


@pytest.mark.parametrize("name", GAMES)
def test_the_hand_as_people_show_it_settles_as_it_was_played(name: str) -> None:
    hand = play_hand(name)
    assert rules.settle_json(hand.record()) == hand.course.settlement().to_json()


def test_whoever_need_not_show_keeps_the_hand_closed() -> None:
    record = next(
        record for seed in range(1, 20) if (record := play_hand("riichi", seed).record())["wins"]
    )
    winners = {win["seat"] for win in record["wins"]}
    assert [seat for seat, row in enumerate(record["seats"]) if row["hand"]] == sorted(winners)


def test_discards_lie_in_the_order_in_which_they_were_discarded() -> None:
    hand = play_hand("riichi")
    log = [one for one in hand.course.at.log if isinstance(one, Discard)]
    for seat, river in enumerate(hand.rivers()):
        assert [one.code for one in river] == [CODES[one.tile] for one in log if one.seat == seat]


def test_a_claimed_tile_lies_no_longer_where_it_was_discarded() -> None:
    hand = play_hand("taizhou")
    claimed = [
        (meld.source, CODES[meld.claimed])
        for place in hand.course.at.seats
        for meld in place.melds
        if meld.source is not None and meld.claimed is not None
    ]
    assert claimed
    rivers = hand.rivers()
    for giver, code in claimed:
        assert code in [one.code for one in rivers[giver] if one.is_claimed]


def test_who_declared_riichi_has_a_tile_sideways_and_a_stick_before_it() -> None:
    hands = (play_hand("riichi", seed) for seed in range(1, 20))
    hand = next(one for one in hands if any(place.declared for place in one.course.at.seats))
    scene = hand.scene(hand.record())
    for place, seat in zip(hand.course.at.seats, scene.seats, strict=True):
        assert seat.has_stick == bool(place.declared)
        assert sum(discard.sideways for discard in seat.river) >= seat.has_stick


def test_counters_lie_before_the_banker() -> None:
    state = {"banker": 2, "carry": {"honba": 2, "deposits": 1}}
    hand = deal("riichi", None, random.Random(4), HandSpec(state=state)).to_the_end()
    scene = hand.scene(hand.record())
    assert [seat.sticks for seat in scene.seats] == [(), (), (100, 100, 1000), ()]


def test_the_first_tiles_are_taken_from_behind_the_break() -> None:
    hand = deal("riichi", None, random.Random(1), HandSpec())
    side, after = hand.broken.wall, hand.broken.after
    places = hand.places_gone()
    assert places[0][:2] == (side, after)
    assert len(places) == 4 * 13 + 1 + 1  # the deal and the indicator


def standing(hand: TableHand) -> Places:
    """Return the tiles of *hand* as they stood in its walls, none drawn yet."""
    places = Places(hand.course.at.game.tiles_for(hand.course.at.options))
    by_face: dict[str, list[SimTile]] = {}
    for tile in places.tray:
        by_face.setdefault(tile.face, []).append(tile)
    for side, wall in enumerate(hand.walls):
        places.walls[side] = [
            [by_face[CODES[tile]].pop() for tile in reversed(stack)] for stack in wall
        ]
    places.tray = []
    return places


@pytest.mark.parametrize(("name", "seed"), [("riichi", 1), ("taizhou", SUPPLEMENTED)])
def test_what_was_drawn_lies_where_play_has_left_it(name: str, seed: int) -> None:
    hand = play_hand(name, seed)
    places = standing(hand)
    lay_drawn(hand, places)
    places.check()
    for seat, place in enumerate(hand.course.at.seats):
        lies = sorted(tile.face for tile in places.tops[seat, Area.HAND])
        assert lies == sorted(CODES[tile] for tile in place.hand)
    assert places.in_walls() == sum(map(sum, hand.heights()))
