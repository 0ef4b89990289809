"""What a hand waits for: every tile of the set, tried by the settlement itself.

Nothing is worked out here a second time: a tile is awaited where the completed record
settles, or where only a rule stands against the win, which then tells why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rules.engine import game_of, settle
from rules.errors import JantakuError, Problem, RecordError, refuse
from rules.play.game import PlayGame
from rules.record.parse import Form
from rules.record.values import Record
from rules.ruleset import Ruleset
from rules.settle.settlement import Settlement
from rules.tiles import CODES, TILES, Tile
from rules.value import value

RULED_OUT: Final = frozenset(("below_minimum", "barred"))
"""Refusals of a hand that is complete."""


@value
class Completion:
    """The hand completed in one way: what that brings, or why it is refused."""

    by: str
    """`self_draw` or `discard`."""
    sources: tuple[int, ...] = ()
    """On whose discard, where it comes to the same; empty for a self-draw."""
    settlement: Settlement | None = None
    problems: tuple[Problem, ...] = ()
    """Why there is no settlement."""

    def to_json(self) -> dict[str, object]:
        """Return the completion with its `settlement` or its `problems`."""
        fields: dict[str, object] = {"by": self.by, "from": list(self.sources)}
        if self.settlement is not None:
            return {**fields, "settlement": self.settlement.to_json()}
        return {**fields, "problems": [problem.to_json() for problem in self.problems]}


@value
class Wait:
    """A tile that completes the hand."""

    tile: str
    left: int
    """How many of it do not lie in the record."""
    completions: tuple[Completion, ...]

    @property
    def wins(self) -> bool:
        """Return whether any way of winning on it is allowed."""
        return any(one.settlement is not None for one in self.completions)

    def to_json(self) -> dict[str, object]:
        """Return the wait for programs."""
        ways = [one.to_json() for one in self.completions]
        return {"tile": self.tile, "left": self.left, "ways": ways}


def waits(data: object, seat: int) -> tuple[Wait, ...]:
    """Return what *seat* waits for in the record *data*, in the order of the tiles.

    *data* is a hand record in which nobody has won yet: its `outcome` and `wins` may be missing
    and are not looked at. Raise `RecordError` with what keeps any tile from completing it.
    """
    if type(data) is not dict:
        raise refuse("bad_record", "a record must be a JSON object")
    game = _tile_game(data.get("ruleset"))
    seats = data.get("seats")
    players = len(seats) if type(seats) is list else 0
    if type(seat) is not int or not 0 <= seat < players:
        raise refuse("bad_record", "nobody sits there", "seat")
    hand = _Hand(game, data, seat, players)
    completions = {tile: tuple(hand.completions(tile)) for tile in hand.tiles()}
    blanket = _blanket(one for ways in completions.values() for one in ways)
    ways_by_tile = {
        tile: ways
        for tile, ways in completions.items()
        if any(_may_be_whole(one) and not _is_only(one, blanket) for one in ways)
    }
    if not ways_by_tile:
        faults = dict.fromkeys(problem for common in blanket.values() for problem in common)
        if problems := [problem for problem in faults if problem.code != "not_a_win"]:
            raise RecordError(problems)
        return ()
    left = hand.left(ways_by_tile)
    return tuple(Wait(tile, left[tile], ways) for tile, ways in ways_by_tile.items())


def add_win(
    data: Mapping[str, Any], seat: int, tile: str, by: str, source: int | None = None
) -> dict[str, Any]:
    """Return the record *data* as won by *seat* on *tile*, the discard of *source* if any."""
    win: dict[str, Any] = {"seat": seat, "tile": tile, "by": by}
    if source is not None:
        win["from"] = source
    return {**data, "outcome": "win", "wins": [win]}


def waits_json(data: object, seat: int) -> dict[str, object]:
    """Return the `waits` of *seat* as JSON, or `{"error": …}` saying what is wrong where."""
    try:
        return {"waits": [wait.to_json() for wait in waits(data, seat)]}
    except JantakuError as error:
        return {"error": error.to_json()}


def _tile_game(name: object) -> Ruleset:
    if type(name) is not str:
        raise refuse("bad_record", "must name the game", "ruleset")
    game = game_of(name)
    if isinstance(game, PlayGame):
        raise refuse("bad_record", f"no hand of {name} waits for a tile", "ruleset")
    return game


class _Hand:
    """A hand that any tile may complete."""

    def __init__(self, game: Ruleset, data: Mapping[str, Any], seat: int, players: int) -> None:
        self.game = game
        self.data = data
        self.seat = seat
        self.others = [(seat + step) % players for step in range(1, players)]

    def tiles(self) -> list[str]:
        """Return the tiles of the set that can be drawn into a hand, in their usual order."""
        options = self.data.get("options")
        house_rules = {**self.game.defaults, **(options if type(options) is dict else {})}
        codes = self.game.tiles_for(house_rules)
        flowers = self.game.flower_tiles(house_rules)
        return sorted((code for code in codes if TILES[code] not in flowers), key=CODES.index)

    def completions(self, tile: str) -> Iterator[Completion]:
        """Yield every way of winning on *tile*; discards that come to the same are one."""
        if "self_draw" in self.game.ways:
            yield self.complete(tile, "self_draw")
        if "discard" not in self.game.ways:
            return
        alike: dict[object, Completion] = {}
        for source in self.others:
            one = self.complete(tile, "discard", source)
            key = self.result(one)
            earlier = alike.get(key, one)
            sources = earlier.sources if earlier is one else (*earlier.sources, source)
            alike[key] = Completion("discard", sources, earlier.settlement, earlier.problems)
            if not _may_be_whole(one):
                break  # the tiles are the same whoever discards
        yield from alike.values()

    def complete(self, tile: str, by: str, source: int | None = None) -> Completion:
        """Return what comes of winning on *tile*."""
        sources = () if source is None else (source,)
        try:
            return Completion(by, sources, settle(add_win(self.data, self.seat, tile, by, source)))
        except RecordError as error:
            return Completion(by, sources, None, error.problems)

    def result(self, one: Completion) -> object:
        """Return what makes two discards the same for the winner."""
        if one.settlement is None:
            return one.problems
        scores = [(win.score, win.items) for win in one.settlement.wins]
        return one.settlement.net[self.seat], tuple(scores)

    def left(self, tiles: Iterable[str]) -> dict[str, int]:
        """Return how many of each of *tiles*, one of which completes the hand, lie nowhere."""
        unwon = {**self.data, "outcome": "abort", "wins": []}
        record: Record = Form(self.game, len(self.others) + 1).record(unwon)
        copies = self.game.tiles_for(record.options)
        lying = Counter(map(CODES.__getitem__, _lying(record)))
        return {tile: max(0, copies[tile] - lying[tile]) for tile in tiles}


def _lying(record: Record) -> Iterator[Tile]:
    """Yield every tile that lies in *record*."""
    yield from record.deal.indicators
    yield from record.deal.hidden_indicators
    for seat in record.seats:
        yield from (*(seat.hand or ()), *seat.flowers, *seat.aside)
        yield from (tile for meld in seat.melds for tile in meld.tiles)


def _is_only(one: Completion, blanket: Mapping[str, list[Problem]]) -> bool:
    """Return whether *one* is refused for nothing but what refuses every tile."""
    return one.settlement is None and all(problem in blanket[one.by] for problem in one.problems)


def _may_be_whole(one: Completion) -> bool:
    """Return whether the hand is complete, as far as its own refusal says."""
    return all(problem.code in RULED_OUT for problem in one.problems)


def _blanket(completions: Iterable[Completion]) -> dict[str, list[Problem]]:
    """Return for each way of winning what refuses it whatever tile is tried."""
    common: dict[str, list[Problem]] = {}
    for one in completions:
        problems = common.get(one.by, one.problems)
        common[one.by] = [problem for problem in problems if problem in one.problems]
    return common
