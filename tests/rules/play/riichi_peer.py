"""RiichiEnv beside our own course of riichi: the same wall, every legal set compared."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

from riichienv import Action as PeerAction
from riichienv import GameRule, RiichiEnv

from rules.games.riichi.play import PLAY
from rules.games.riichi.three_player_play import PLAY as FOR_THREE
from rules.hands.distance import tiles_to_win
from rules.hands.keys import pack
from rules.play.actions import (
    NAMES,
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    Win,
)
from rules.play.course import Course, begin
from rules.play.wall import Wall
from rules.tiles import CODES, COPIES, KIND, TILES, Tile

Key = tuple[str, ...]

RED: Final = {16: TILES["0m"], 52: TILES["0p"], 88: TILES["0s"]}
DEAD: Final = 14
RULE: Final = GameRule(
    allows_ron_on_ankan_for_kokushi_musou=True, sanchaho_is_draw=False, kuikae_forbidden=True
)


THEIRS: Final = {
    "DISCARD": "discard",
    "CHI": "chow",
    "PON": "pung",
    "DAIMINKAN": "kong_discard",
    "ANKAN": "kong_concealed",
    "KAKAN": "kong_added",
    "RIICHI": "riichi",
    "TSUMO": "win",
    "RON": "win",
    "KYUSHU_KYUHAI": "abort",
    "PASS": "pass",
    "KITA": "aside",
}
PLAYS: Final = {4: PLAY, 3: FOR_THREE}
AGREED_SUPPLEMENTS: Final = 4
"""Beyond this number three players' walls differ: ours go on from the live wall, theirs do not."""
AGREED_KONGS: Final = 2


def tile_of(number: int) -> Tile:
    """Return our tile for the peer's physical tile *number*."""
    return RED.get(number, Tile(number // 4))


def their_key(action: PeerAction) -> Key:
    """Return what a legal action of the peer does, in words that ours has too."""
    name = THEIRS[str(action.action_type).rpartition(".")[2]]
    own = tuple(sorted(CODES[tile_of(number)] for number in action.consume_tiles))
    if name in ("chow", "pung"):
        return (name, *own)
    if name == "kong_concealed":
        return (name, str(action.consume_tiles[0] // 4))
    if name in ("discard", "kong_added"):
        return (name, CODES[tile_of(action.tile)])
    return (name,)


def our_key(action: Action) -> Key:
    """Return the same of ours."""
    if isinstance(action, (Chow, Pung)):
        return (NAMES[type(action)], *sorted(CODES[tile] for tile in action.tiles))
    if isinstance(action, Discard):
        return ("riichi",) if action.declares else ("discard", CODES[action.tile])
    if isinstance(action, Kong):
        first = action.tiles[0]
        details = {"kong_concealed": (str(KIND[first]),), "kong_added": (CODES[first],)}
        return (action.kind, *details.get(action.kind, ()))
    return (NAMES[type(action)],)


def course_of(env: Any, players: int) -> Course:
    """Return our course on the wall that the peer has just dealt from."""
    banker = env.oya
    hands = {seat: [tile_of(number) for number in env.hands[seat]] for seat in range(players)}
    last = tile_of(env.drawn_tile)
    hands[banker].remove(last)
    tiles: list[Tile] = []
    for start, size in ((0, 4), (4, 4), (8, 4), (12, 1)):
        for step in range(players):
            tiles += hands[(banker + step) % players][start : start + size]
    wall = [tile_of(number) for number in env.wall]
    live = wall[DEAD:][::-1]
    tiles += [last, *live, *(_dead_of_four(wall) if players == 4 else _dead_of_three(wall))]
    state = {
        "banker": banker,
        "round": env.round_wind + 1,
        "scores": list(env.scores()),
        "carry": {"honba": env.honba, "deposits": env.riichi_sticks},
    }
    return begin(PLAYS[players], Wall(tuple(tiles)), [[1, 1]], state)


def _dead_of_four(wall: list[Tile]) -> list[Tile]:
    dead = wall[:DEAD]
    tail = [tile for place in range(0, DEAD, 2) for tile in reversed(dead[place : place + 2])]
    return tail[::-1]


def _dead_of_three(wall: list[Tile]) -> list[Tile]:
    """Return our dead wall: theirs has eight supplements, four of which lie elsewhere in ours."""
    supplements, spare, indicators = wall[:4], wall[4:8], wall[8:DEAD]
    pairs = [supplements[2:], indicators[:2], indicators[2:4], indicators[4:], spare[:2], spare[2:]]
    first = supplements[:2]
    return [tile for pair in reversed([first, *pairs]) for tile in pair]


class Beside:
    """One hand played by both, step by step."""

    def __init__(self, seed: int, players: int = 4) -> None:
        mode = f"{players}p-red-single"
        self.env: Any = RiichiEnv(game_mode=mode, seed=seed, rule=RULE)
        self.observed = self.env.reset(oya=seed % players)
        self.chance = random.Random(seed)
        self.skill = seed % 3 / 2
        self.players = players
        self.course = course_of(self.env, players)

    def differences(self) -> list[str]:
        """Return where the two disagree: the first step at which they do."""
        while not self.course.is_over or not self.env.done():
            self._draw()
            if self._walls_differ():
                return []
            if self.course.is_over or self.env.done():
                if self.course.is_over and self.env.done():
                    break
                return [f"over: ours {self.course.is_over}, theirs {self.env.done()}"]
            if faults := self._compare():
                return faults
            if faults := self._act():
                return faults
        return self._compare_scores()

    def _draw(self) -> None:
        while not self.course.is_over:
            (seat, *_) = self.course.to_act
            drawing = [
                one for one in self.course.legal(seat) if isinstance(one, (Draw, DrawReplacement))
            ]
            if not drawing:
                return
            self.course = self.course.after(drawing[0])

    def _walls_differ(self) -> bool:
        """Return whether the two go on from walls that are not the same any more."""
        actions = self.course.at.log
        supplements = sum(isinstance(one, DrawReplacement) for one in actions)
        kongs = sum(isinstance(one, Kong) for one in actions)
        return self.players < 4 and (supplements > AGREED_SUPPLEMENTS or kongs > AGREED_KONGS)

    def _compare(self) -> list[str]:
        ours = {
            seat: {our_key(one) for one in self.course.legal(seat)} for seat in self.course.to_act
        }
        theirs = {
            seat: {their_key(one) for one in observation.legal_actions()}
            for seat, observation in self.observed.items()
        }
        theirs = {seat: keys for seat, keys in theirs.items() if keys != {("pass",)}}
        if ours == theirs:
            return []
        differences = []
        for seat in sorted({*ours, *theirs}):
            mine, other = ours.get(seat, set()), theirs.get(seat, set())
            if mine != other:
                differences.append(
                    f"seat {seat}: only ours {mine - other}, only theirs {other - mine}"
                )
        return differences

    def _act(self) -> list[str]:
        """Let everybody who may do something do it, in both."""
        answers: dict[int, PeerAction] = {}
        choices: list[Action] = []
        for seat in self.course.to_act:
            action = self._choose(self.course.legal(seat))
            choices.append(action)
            answers[seat] = self._theirs(self.observed[seat].legal_actions(), our_key(action))
        for seat, observation in self.observed.items():
            if seat not in answers:
                answers[seat] = self._theirs(observation.legal_actions(), ("pass",))
        riichi = [one for one in choices if isinstance(one, Discard) and one.declares]
        ready = {
            ("discard", CODES[one.tile])
            for seat in self.course.to_act
            for one in self.course.legal(seat)
            if isinstance(one, Discard) and one.declares
        }
        for action in choices:
            self.course = self.course.after(action)
        self.observed = self.env.step(answers)
        for action in riichi:
            legal = self.observed[action.seat].legal_actions()
            keys = {their_key(one) for one in legal}
            if keys != ready:
                return [f"riichi: only ours {ready - keys}, only theirs {keys - ready}"]
            self.observed = self.env.step(
                {action.seat: self._theirs(legal, ("discard", CODES[action.tile]))}
            )
        return []

    def _choose(self, legal: Iterable[Action]) -> Action:
        """Return a chance action: one that brings the hand on more often than a mere discard."""
        actions = list(legal)
        if self.chance.random() < self.skill and (best := self._nearest(actions)) is not None:
            return best
        rare = [one for one in actions if not isinstance(one, (Pass, Chow, Pung))]
        special = [one for one in rare if not isinstance(one, Discard) or one.declares]
        if special and self.chance.random() < 0.7:
            return self.chance.choice(special)
        return self.chance.choice(actions)

    def _nearest(self, actions: list[Action]) -> Action | None:
        """Return the discard that leaves the hand nearest to a win, or a win."""
        for one in actions:
            if isinstance(one, Win) and self.chance.random() < 0.6:
                return one
        discards = [one for one in actions if isinstance(one, Discard)]
        if not discards:
            passes = [one for one in actions if isinstance(one, Pass)]
            return passes[0] if passes and self.chance.random() < 0.8 else None
        place = self.course.at.seats[discards[0].seat]
        sets = 4 - len(place.melds)
        kinds = [KIND[tile] for tile in place.hand]

        def far(one: Discard) -> tuple[int, float]:
            rest = list(kinds)
            rest.remove(KIND[one.tile])
            return tiles_to_win(pack(rest), sets), self.chance.random() - (one.declares != "")

        return min(discards, key=far)

    @staticmethod
    def _theirs(legal: Iterable[PeerAction], key: Key) -> PeerAction:
        return next(one for one in legal if their_key(one) == key)

    def _compare_scores(self) -> list[str]:
        ours = list(self.course.settlement().net)
        before = self.course.at.state.scores
        theirs = [after - was for after, was in zip(self.env.scores(), before, strict=False)]
        if ours == theirs or any(map(self._waits_for_own_tiles, range(self.players))):
            return []
        return [f"points: ours {ours}, theirs {theirs}"]

    def _waits_for_own_tiles(self, seat: int) -> bool:
        """Return whether a seat waits for nothing but tiles that it has all four of.

        Ready for the peer where they lie in a set, not in riichi.md, "Draw".
        """
        place = self.course.at.seats[seat]
        own = [KIND[tile] for tile in place.hand]
        own += [KIND[tile] for meld in place.melds for tile in meld.tiles]
        waits = PLAYS[self.players].game.waits(place.hand, len(place.melds))
        return bool(waits) and all(own.count(kind) == COPIES for kind in waits)
