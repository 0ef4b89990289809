"""Every game that can be played from the wall as a PettingZoo environment.

Needs `pip install jantaku[env]`. One episode is one hand: an agent sees what
`rules.play.views` shows its seat, may do what `Course.legal` says, and gets the settlement.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rules.errors import RecordError
from rules.games import play_of
from rules.play.actions import (
    NAMES,
    Abort,
    Action,
    Chow,
    Declare,
    Discard,
    Draw,
    DrawReplacement,
    Exchange,
    Kong,
    Pung,
    SetAside,
    ShowFlower,
    ThrowDice,
    Win,
)
from rules.play.course import Course, begin
from rules.play.views import view
from rules.play.wall import shuffle_wall, throw_dice
from rules.record.reader import choose
from rules.tiles import CODES, Tile

Key = tuple[str, ...]
Observation = dict[str, NDArray[Any]]
EXCHANGED: Final = 3  # tiles that are handed over at once where a game exchanges any
MOST: Final = 255
BY_ITSELF: Final = (Draw, DrawReplacement, ThrowDice)


def env(game: str = "riichi", **house: Any) -> AECEnv[str, Any, Any]:
    """Return the environment of *game* by the options *house*, with PettingZoo's usual guards."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(Table(game, **house)))


class Table(AECEnv[str, Any, Any]):  # type: ignore[misc]  # it has none
    """A hand at a table: an agent a seat, one number for an action in every hand of the game."""

    metadata: ClassVar[dict[str, Any]] = {"name": "jantaku_v0", "render_modes": ["ansi"]}

    def __init__(self, game: str = "riichi", render_mode: str | None = None, **house: Any) -> None:
        """Raise `RecordError` for a game that cannot be played and for options it has not."""
        super().__init__()
        self.play, self.house, self.render_mode = play_of(game), house, render_mode
        self.chance = random.Random()  # noqa: S311 -- hands to learn from, no secret
        self.course = self._deal()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.course.at.players)]
        self.keys = tuple(dict.fromkeys(_keys(self.course)))
        """What each number does."""
        self.numbers = {key: number for number, key in enumerate(self.keys)}
        size, count, seats = counts_for(self.course, 0).size, len(self.keys), self.possible_agents
        counts, mask = spaces.Box(0, MOST, (size,), np.uint8), spaces.Box(0, 1, (count,), np.int8)
        both: dict[str, spaces.Space[Any]] = {"observation": counts, "action_mask": mask}
        self.observation_spaces = {seat: spaces.Dict(both) for seat in seats}
        self.action_spaces = {seat: spaces.Discrete(count) for seat in seats}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of tiles counted by place and face, and of what may be done."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers of `keys`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 -- theirs
        """Deal a hand: the same for the same *seed*."""
        if seed is not None:
            self.chance.seed(seed)
        self.course = self._deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return what *agent* sees now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.keys), np.int8)
        mask[[*self._legal(seat)]] = 1
        return {"observation": counts_for(self.course, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do what *action* is for the agent in turn; raise `ValueError` for what it may not do."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        legal = self._legal(self.possible_agents.index(agent))
        if action not in legal:
            raise ValueError(f"{agent} may not do {action} now: see the action mask")
        self._cumulative_rewards[agent] = 0
        self.course = self.course.after(legal[action])
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as a bystander sees it, a line a seat."""
        return "\n".join(map(str, view(self.course).seats)) if self.render_mode else None

    def _deal(self) -> Course:
        game, chance = self.play.game, self.chance
        options, problems = choose(game, self.house)
        if problems:
            raise RecordError(problems)
        wall = shuffle_wall(game.tiles_for(options), chance)
        banker = chance.randrange(game.players(options))
        dice = throw_dice(game, banker, options, chance, self.play.later_throws)
        return begin(self.play, wall, dice, {"banker": banker}, self.house)

    def _legal(self, seat: int) -> dict[int, Action]:
        """Return what *seat* may do, by number."""
        return {self.numbers[_key(one)]: one for one in reversed(self.course.legal(seat))}

    def _go_on(self) -> None:
        """Draw where nothing else can be done; give the turn on, or the rewards at the end."""
        while not self.course.is_over:
            seat = self.course.to_act[0]
            only, *others = self.course.legal(seat)
            if others or not isinstance(only, BY_ITSELF):
                self.agent_selection = self.possible_agents[seat]
                return
            self.course = self.course.after(only)
        self.rewards = dict(zip(self.agents, self.course.settlement().net, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)


def _keys(course: Course) -> Iterator[Key]:
    """Yield everything that anybody may ever do in a game by its options."""
    game = course.at.game
    faces = sorted(set(course.at.wall.tiles))
    yield from ((name,) for name in ("draw", "replace", "pass", "kong_discard"))
    words = {"throw": "123", "declare": game.declared, "abort": game.incidents, "win": game.ways}
    yield from ((name, word) for name, choices in words.items() for word in choices)
    for code in _codes(faces):
        yield from (("discard", code, word) for word in ("", *game.declared))
        yield from ((name, code) for name in ("aside", "flower", "kong_concealed", "kong_added"))
    for two in combinations_with_replacement(faces, 2):
        yield from (("chow", *_codes(two)), ("pung", *_codes(two)))
    if "exchange" in course.play.opening:
        for some in combinations_with_replacement(faces, EXCHANGED):
            yield ("exchange", *_codes(some))


def _key(action: Action) -> Key:
    """Return what *action* does, whoever does it."""
    name = NAMES[type(action)]
    match action:
        case Kong(kind="kong_discard" as kind):
            return (kind,)
        case Kong(kind=kind, tiles=tiles):
            return (kind, CODES[min(tiles)])
        case Chow(tiles=tiles) | Pung(tiles=tiles) | Exchange(tiles=tiles):
            return (name, *_codes(tiles))
        case Win(by=word) | Declare(word=word) | Abort(reason=word):
            return (name, word)
        case Discard(tile=tile, declares=word):
            return (name, CODES[tile], word)
        case ThrowDice(count=count):
            return (name, str(count))
        case SetAside(tile=tile) | ShowFlower(tile=tile):
            return (name, CODES[tile])
    return (name,)


def _codes(tiles: Iterable[Tile]) -> list[str]:
    return [CODES[tile] for tile in sorted(tiles)]


def counts_for(course: Course, seat: int) -> NDArray[np.uint8]:
    """Return what *seat* sees: tiles of each place counted by face, its own first, then words."""
    at, table = course.at, view(course, seat)
    window, draw = at.window, at.drawn if at.turn == seat else None
    zones = [table.indicators, (window.tile,) if window else (), () if draw is None else (draw,)]
    words = [min(table.left, MOST), (at.state.banker - seat) % at.players, at.step]
    for place in (*table.seats[seat:], *table.seats[:seat]):
        meld_tiles = tuple([tile for meld in place.melds for tile in meld.tiles])
        zones += [place.hand, meld_tiles, place.river, place.flowers, place.aside]
        words += [word in place.declared for word in at.game.declared]
    counts = [np.bincount(np.array(zone, int), minlength=len(CODES)) for zone in zones]
    return np.concatenate([*counts, words]).astype(np.uint8)
