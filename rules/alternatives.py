"""What else would have counted: a won hand settled again, one thing about it said otherwise.

Nothing is worked out here a second time: what may be said at all `rules.questions` knows, and what
it would bring the settlement says. What the settlement refuses could not have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from rules import questions
from rules.engine import game_of, read, settle
from rules.errors import JantakuError, RecordError
from rules.game import Fact
from rules.record.values import Record, Win
from rules.ruleset import Ruleset
from rules.scoring.best import watch_exclusions
from rules.scoring.contains import find_holders
from rules.settle.settlement import Item, ScoredHand, Settlement
from rules.tiles import CODES, TILES
from rules.value import value

Change = Literal["by", "tile", "declared", "mark", "fact"]
CHANGES: Final[tuple[Change, ...]] = ("by", "tile", "declared", "mark", "fact")
"""What is said otherwise, in the order in which people think of it."""
WAYS: Final = ("self_draw", "discard")
"""The ways between which a hand is changed; a robbed tile is won on as a discard would be."""
Data = dict[str, Any]


@value
class Alternative:
    """The same win with one thing said otherwise, by which more elements count."""

    change: Change
    words: tuple[str, ...]
    """The way, the declaration, the mark or the fact; the tiles that all come to the same."""
    sources: tuple[int, ...]
    """On whose discard, where the way is another; all that come to the same."""
    gained: tuple[Item, ...]
    """What counts then that does not now, or counts for more."""
    difference: int
    """By how much more the winner gets; 0 where a limit stands against it."""
    win: ScoredHand
    """The hand as it is scored then."""

    def to_json(self) -> dict[str, object]:
        """Return the alternative for programs."""
        return {
            "change": self.change,
            "words": list(self.words),
            "from": list(self.sources),
            "gained": [item.to_json() for item in self.gained],
            "difference": self.difference,
            "win": self.win.to_json(),
        }


@value
class WhatElse:
    """What one win would have brought otherwise, and what held but did not count."""

    win: ScoredHand
    """The hand as it was scored."""
    alternatives: tuple[Alternative, ...]
    contained: Mapping[str, str]
    """Elements that hold, each with the one that contains it or shuts it out."""

    @property
    def seat(self) -> int:
        """Return who won."""
        return self.win.seat

    def to_json(self) -> dict[str, object]:
        """Return it for programs."""
        alternatives = [one.to_json() for one in self.alternatives]
        return {
            "seat": self.seat,
            "alternatives": alternatives,
            "contained": dict(self.contained),
        }


def what_else(data: object) -> tuple[WhatElse, ...]:
    """Return for each winner of the record *data* what else would have counted.

    Of changes of one sort the one that brings most stands first. Nothing is said of who has won
    more than once in the hand. Raise `RecordError` where the record cannot be settled.
    """
    record = read(data)
    assert isinstance(data, dict)  # or there were no record
    game = game_of(data["ruleset"])
    if not isinstance(game, Ruleset):
        return ()
    with watch_exclusions() as exclusions:
        settlement = settle(data)
    by_seat = dict(exclusions)
    times = Counter(win.seat for win in record.wins)
    hands = [
        _WonHand(game, data, record, win, entry, settlement.net[win.seat])
        for win in record.wins
        if times[win.seat] == 1 and (entry := _find_scored(settlement, win.seat)) is not None
    ]
    return tuple(hand.what_else(by_seat.get(hand.win.seat, {})) for hand in hands)


def what_else_json(data: object) -> dict[str, object]:
    """Return what else would have counted as JSON, or `{"error": …}` saying what is wrong where."""
    try:
        return {"wins": [one.to_json() for one in what_else(data)]}
    except JantakuError as error:
        return {"error": error.to_json()}


def _find_scored(settlement: Settlement, seat: int) -> ScoredHand | None:
    return next((win for win in settlement.wins if win.seat == seat), None)


@value
class _WonHand:
    """A won hand of which one thing may have been otherwise."""

    game: Ruleset
    data: Data
    record: Record
    win: Win
    scored: ScoredHand
    net: int
    """What the winner got."""

    def what_else(self, exclusions: Mapping[str, str]) -> WhatElse:
        """Return what would have counted, and which *exclusions* keep an element from counting."""
        counting = [item.id for item in self.scored.items]
        holders = {
            name: holder
            for name, holder in exclusions.items()
            if holder in counting and name not in counting
        }
        lower = find_holders(counting, self.game.by_element, self.game.contains)
        return WhatElse(self.scored, tuple(self.alternatives()), {**lower, **holders})

    def alternatives(self) -> Iterator[Alternative]:
        """Yield every change by which more counts, those that come to the same as one."""
        changes = (self.ways, self.tiles, self.declarations, self.marks, self.facts)
        for change, variants in zip(CHANGES, changes, strict=True):
            alike: dict[object, Alternative] = {}
            for word, source, variant in variants():
                one = self.settle_variant(change, word, source, variant)
                if one is None:
                    continue
                key = (one.difference, one.gained, "" if change == "tile" else word)
                earlier = alike.setdefault(key, one)
                if earlier is not one:
                    alike[key] = _merge(earlier, one)
            yield from sorted(alike.values(), key=lambda one: -one.difference)

    def settle_variant(
        self, change: Change, word: str, source: int | None, variant: Data
    ) -> Alternative | None:
        """Return what the record *variant* brings; nothing where it is refused or not more."""
        try:
            settlement = settle(variant)
        except RecordError:
            return None
        win = _find_scored(settlement, self.win.seat)
        if win is None:
            return None
        difference = settlement.net[self.win.seat] - self.net
        gains = tuple(_more(win.items, self.scored.items))
        if difference < 0 or not (difference or gains):
            return None
        sources = () if source is None else (source,)
        return Alternative(change, (word,), sources, gains, difference, win)

    def change_record(self, seat: Data | None = None, **win: Any) -> Data:
        """Return the record with other fields of the *win*, and of the winner's *seat*."""
        number, seats = self.win.seat, list(self.data["seats"])
        wins = [{**one, **win} if one["seat"] == number else one for one in self.data["wins"]]
        seats[number] = {**seats[number], **(seat or {})}
        return {**self.data, "wins": wins, "seats": seats}

    def ways(self) -> Iterator[tuple[str, int | None, Data]]:
        """Yield the hand won in another way, with what can still be said of it then."""
        if self.win.tile is None:
            return
        players, seat = self.record.players, self.win.seat
        others = [(seat + step) % players for step in range(1, players)]
        for way, sources in zip(WAYS, ((None,), others), strict=True):
            for source in sources if way in self.game.ways else ():
                if (way, source) != (self.win.by, self.win.source):
                    yield way, source, self.won_by(way, source)

    def won_by(self, way: str, source: int | None) -> Data:
        """Return the hand won in this *way*."""
        options = self.record.options
        marks = questions.marks(self.game, way, options)
        facts = {fact.id for fact in questions.win_facts(self.game, way, options)}
        win: Data = {"by": way, "from": source, "marks": sorted(self.win.marks & set(marks))}
        win["facts"] = {name: answer for name, answer in self.win.facts.items() if name in facts}
        win["kong"] = self.win.kong if win["marks"] else None
        return self.change_record(None, **win)

    def tiles(self) -> Iterator[tuple[str, int | None, Data]]:
        """Yield the hand won on every other tile."""
        if self.win.tile is None:
            return
        options, now = self.record.options, CODES[self.win.tile]
        flowers = self.game.flower_tiles(options)
        for code in sorted(self.game.tiles_for(options), key=CODES.index):
            if code != now and TILES[code] not in flowers:
                yield code, None, self.change_record(None, tile=code)

    def declarations(self) -> Iterator[tuple[str, int | None, Data]]:
        """Yield the hand with every declaration that was not made."""
        current = sorted(self.record.seats[self.win.seat].declared)
        by, options = self.win.by, self.record.options
        for word in questions.declarations(self.game, (by,), self.roles, options):
            if word not in current:
                yield word, None, self.change_record({"declared": [*current, word]})

    def marks(self) -> Iterator[tuple[str, int | None, Data]]:
        """Yield the hand with every mark that it has not."""
        current = sorted(self.win.marks)
        for mark in questions.marks(self.game, self.win.by, self.record.options):
            if mark not in current:
                yield mark, None, self.change_record(None, marks=[*current, mark])

    def facts(self) -> Iterator[tuple[str, int | None, Data]]:
        """Yield the hand with every fact of yes or no that was not said."""
        options, seat = self.record.options, self.record.seats[self.win.seat]
        of_win = questions.win_facts(self.game, self.win.by, options)
        for name in _find_unset(of_win, self.win.facts):
            yield name, None, self.change_record(None, facts={**self.win.facts, name: True})
        of_seat = questions.seat_facts(self.game, (self.win.by,), self.roles, options)
        for name in _find_unset(of_seat, seat.facts):
            yield name, None, self.change_record({"facts": {**seat.facts, name: True}})

    @property
    def roles(self) -> tuple[str, ...]:
        """Return what the winner is beside that."""
        is_banker = self.win.seat == self.record.state.banker
        return ("winner", "banker") if is_banker else ("winner",)


def _find_unset(facts: tuple[Fact, ...], answers: Mapping[str, Any]) -> list[str]:
    return [fact.id for fact in facts if fact.kind == "bool" and not answers.get(fact.id)]


def _more(now: tuple[Item, ...], before: tuple[Item, ...]) -> Iterator[Item]:
    """Yield of the items *now* those that did not count *before*, or not for so much."""
    left = Counter(before)
    for item in now:
        if left[item]:
            left[item] -= 1
        else:
            yield item


def _merge(one: Alternative, other: Alternative) -> Alternative:
    words = tuple(dict.fromkeys((*one.words, *other.words)))
    sources = (*one.sources, *other.sources)
    return Alternative(one.change, words, sources, one.gained, one.difference, one.win)
