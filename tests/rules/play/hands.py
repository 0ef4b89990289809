"""Whole hands of any playable game, by a seed: what the tests of play have in common."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import rules
from rules.games import PLAYS, play_of
from rules.play.actions import (
    Abort,
    Action,
    Chow,
    Declare,
    Discard,
    Draw,
    DrawReplacement,
    Exchange,
    Kong,
    Pass,
    Pung,
    SetAside,
    ShowFlower,
    ThrowDice,
    Win,
)
from rules.play.bots import choose
from rules.play.course import Course, begin
from rules.play.position import LoggedWin
from rules.play.wall import shuffle_wall, throw_dice
from rules.tiles import TILES, Tile

GAMES = sorted(PLAYS)
Player = Callable[[Course, int], Action]
KINDS = [TILES[code] for code in ("1m", "5m", "0m", "9p", "3s", "1z", "7z", "1f")]


def new_course(
    name: str, chance: random.Random, options: Mapping[str, Any] | None = None
) -> Course:
    """Return a new hand of the game *name* on a wall that *chance* shuffled."""
    play = play_of(name)
    house = {**play.game.defaults, **(options or {})}
    wall = shuffle_wall(play.game.tiles_for(house), chance)
    banker = chance.randrange(play.game.players(house))
    dice = throw_dice(play.game, banker, house, chance, play.later_throws)
    return begin(play, wall, dice, {"banker": banker}, options or {})


def house_by_chance(name: str, chance: random.Random) -> dict[str, Any]:
    """Return options of the game *name*, all that are a switch or a choice set by *chance*."""
    options = rules.ruleset(name).options
    return {one.name: chance.choice(one.values) for one in options if one.values}


def by_chance(chance: random.Random) -> Player:
    """Return a player that does anything, and rather wins than not."""

    def act(course: Course, seat: int) -> Action:
        legal = course.legal(seat)
        wins = [one for one in legal if isinstance(one, Win)]
        return chance.choice(wins) if wins and chance.random() < 0.8 else chance.choice(legal)

    return act


def mixed_player(chance: random.Random, skill: float) -> Player:
    """Return a player that is plain and sensible in the share *skill* of its choices."""
    wild = by_chance(chance)

    def act(course: Course, seat: int) -> Action:
        return choose(course, seat) if chance.random() < skill else wild(course, seat)

    return act


def patient(course: Course, seat: int) -> Action:
    """Return what a plain player does that wins on no tile of others."""
    window = course.at.window
    return choose(course, seat) if window is None else Pass(seat)


def courses(course: Course, player: Player, chance: random.Random) -> Iterator[Course]:
    """Yield *course* and every one that follows until the hand is over."""
    yield course
    while not course.is_over:
        seat = chance.choice(course.to_act)
        course = course.after(player(course, seat))
        yield course


def last_of(course: Course, player: Player, chance: random.Random) -> Course:
    """Return the hand of *course* once it is over."""
    for one in courses(course, player, chance):
        course = one
    return course


def brought_about(course: Course) -> Iterator[str]:
    """Yield every way of a win, mark, fact, announcement and incident of a hand that is over."""
    for entry in course.at.wins:
        yield from _of_win(entry)
    for seat, place in enumerate(course.at.seats):
        yield from place.declared
        yield from course.play.seat_facts(course.at, seat)
    for incident in course.record()["incidents"]:
        yield incident["kind"]


def _of_win(entry: LoggedWin) -> Iterator[str]:
    yield entry.win.by
    yield from (*entry.marks, *entry.facts)


def tiles_on_table(course: Course) -> Counter[Tile]:
    """Return every tile of the hand, wherever it lies."""
    at = course.at
    wall = at.wall
    lying = Counter([wall.tiles[place] for place in (*wall.turned, *wall.places_left)])
    for place in at.seats:
        lying.update((*place.hand, *place.flowers))
        lying.update(win.tile for win in place.won if win.tile is not None and win.by != "discard")
        for meld in place.melds:
            lying.update(meld.tiles)
        lying.update(place.river)
    for place in at.seats:  # a claimed tile lies in a river and in a set
        for meld in place.melds:
            if meld.claimed is not None:
                lying[meld.claimed] -= 1
        konged = Counter(place.aside)
        konged.subtract(tile for tile in place.river if course.play.lies_aside(at, tile))
        lying.update({tile: count for tile, count in konged.items() if count > 0})
    return lying


def tries(course: Course, chance: random.Random) -> Iterator[Action]:
    """Yield all sorts of actions, most of which may not be done."""
    at = course.at
    for seat in range(at.players):
        hand = at.seats[seat].hand
        tile, other = chance.choice(KINDS), chance.choice(KINDS)
        own_tile = chance.choice(hand) if hand else tile
        yield from (Draw(seat), DrawReplacement(seat), Pass(seat))
        yield from (Discard(seat, own_tile), Discard(seat, tile), Discard(seat, own_tile, "riichi"))
        yield from (SetAside(seat, own_tile), ShowFlower(seat, own_tile), Declare(seat, "ready"))
        yield from (Exchange(seat, hand[:3]), ThrowDice(seat, 1), ThrowDice(seat, 2, (3, 4)))
        yield from (
            Win(seat, "self_draw", own_tile),
            Win(seat, "declared"),
            Abort(seat, "four_winds"),
        )
        yield Kong(seat, "kong_concealed", (own_tile,) * 4)
        yield Kong(seat, "kong_added", (own_tile,))
        window = at.window
        if window is not None:
            source, claimed = window.source, window.tile
            yield Win(seat, window.by, claimed, source)
            yield Pung(seat, (claimed, claimed), claimed, source)
            yield Pung(seat, (claimed, claimed), other, source)
            yield Kong(seat, "kong_discard", (claimed,) * 3, claimed, source)
            if hand:
                yield Chow(seat, (own_tile, chance.choice(hand)), claimed, source)
