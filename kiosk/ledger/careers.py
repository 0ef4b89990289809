"""What people have done over many sessions: records by game, opponents, ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kiosk.ledger.sittings import Sitting, Tally
from kiosk.session.events import PlayerId


@dataclass(frozen=True, slots=True)
class Rival:
    """How somebody has done against one opponent at one game."""

    player: PlayerId
    sessions: int
    """In which both sat."""
    difference: int
    """What was gained in their common sessions beyond what the opponent gained in them."""
    won: int
    """Wins on the opponent's tiles."""
    lost: int
    """The opponent's wins on this person's tiles."""


@dataclass(frozen=True, slots=True)
class Record:
    """What one person has done at one game."""

    ruleset: str
    sessions: int
    hands: int
    wins: int
    drawn: int
    """Wins by self-draw."""
    given: int
    """Hands in which others won on this person's tile."""
    points: int
    """What was gained (+) or lost (−) in all hands."""
    best: int
    """The most that one hand has brought."""
    last: int
    """Number of the event that counted the last of these hands."""
    won_hands: int
    """Hands with a win; at some games there may be several wins in one."""
    won_points: int
    """What those hands brought."""
    declared: int
    """Hands in which this person announced something, such as riichi."""
    places: tuple[int, ...]
    """How often first, second, …, as far as anybody's place went."""
    results: tuple[int, ...]
    """Points of each finished game, oldest first."""
    elements: tuple[tuple[str, int], ...]
    """The ids of what counted in the wins, the most frequent first, and how often."""
    rivals: tuple[Rival, ...]
    """Everybody met, the one of most sessions first."""

    @property
    def firsts(self) -> int:
        """Return how many sessions ended with nobody above this person."""
        return self.places[0]

    @property
    def average_place(self) -> float | None:
        """Return the mean place in finished sessions; `None` where none is finished."""
        session_count = sum(self.places)
        together = sum(place * count for place, count in enumerate(self.places, 1))
        return together / session_count if session_count else None


def records_of(player: PlayerId, sittings: Iterable[Sitting]) -> tuple[Record, ...]:
    """Return what *player* has done, game by game, the one with most hands first."""
    games: dict[str, list[tuple[Tally, Sitting]]] = {}
    for sitting in sittings:
        for tally in sitting.tallies:
            if tally.player == player:
                games.setdefault(sitting.ruleset, []).append((tally, sitting))
    records = (_record(ruleset, entries) for ruleset, entries in games.items())
    return tuple(sorted(records, key=lambda one: -one.hands))


def _record(ruleset: str, entries: list[tuple[Tally, Sitting]]) -> Record:
    """Return what one person's tallies at one game come to."""
    tallies = [tally for tally, _ in entries]
    counts = Counter(one.place for one in tallies if one.place)
    most = max(len(sitting.players) for _, sitting in entries)
    elements: Counter[str] = Counter()
    for one in tallies:
        elements.update(dict(one.elements))
    return Record(
        ruleset,
        len(tallies),
        sum(one.hands for one in tallies),
        sum(one.wins for one in tallies),
        sum(one.drawn for one in tallies),
        sum(one.given for one in tallies),
        sum(one.points for one in tallies),
        max(one.best for one in tallies),
        max(one.last for one in tallies),
        sum(one.won_hands for one in tallies),
        sum(one.won_points for one in tallies),
        sum(one.declared for one in tallies),
        tuple(counts[place] for place in range(1, most + 1)),
        tuple(one.result for one in tallies if one.place),
        tuple(elements.most_common()),
        _rivals(entries),
    )


def _rivals(entries: list[tuple[Tally, Sitting]]) -> tuple[Rival, ...]:
    """Return everybody whom one person met in the sessions of these tallies."""
    met: dict[PlayerId, list[tuple[Tally, Tally]]] = {}
    for own, sitting in entries:
        for other in sitting.tallies:
            if other.player != own.player:
                met.setdefault(other.player, []).append((own, other))
    rivals = (
        Rival(
            player,
            len(pairs),
            sum(own.points - other.points for own, other in pairs),
            sum(dict(own.off).get(player, 0) for own, _ in pairs),
            sum(dict(other.off).get(own.player, 0) for own, other in pairs),
        )
        for player, pairs in met.items()
    )
    return tuple(sorted(rivals, key=lambda one: -one.sessions))


@dataclass(frozen=True, slots=True)
class RankingRow:
    """What one person's finished sessions come to."""

    player: PlayerId
    points: int
    """Of the games, with uma and oka where they have them."""
    places: tuple[int, ...]
    """As in `Record`."""

    @property
    def sessions(self) -> int:
        """Return how many sessions were finished."""
        return sum(self.places)

    @property
    def average_place(self) -> float:
        """Return the mean place."""
        return sum(place * count for place, count in enumerate(self.places, 1)) / self.sessions


def ranking(sittings: Iterable[Sitting], *, by_place: bool = False) -> tuple[RankingRow, ...]:
    """Return everybody of the finished *sittings*, most points first.

    *by_place*, the best mean place goes first; what is equal goes by the other of the two.
    """
    points: Counter[PlayerId] = Counter()
    places: dict[PlayerId, Counter[int]] = {}
    most = 0
    for sitting in sittings:
        most = max(most, len(sitting.players))
        for tally in sitting.tallies:
            if tally.place:
                points[tally.player] += tally.result
                places.setdefault(tally.player, Counter())[tally.place] += 1
    people = [
        RankingRow(player, points[player], tuple(own[place] for place in range(1, most + 1)))
        for player, own in places.items()
    ]
    if by_place:
        return tuple(sorted(people, key=lambda one: (one.average_place, -one.points)))
    return tuple(sorted(people, key=lambda one: (-one.points, one.average_place)))
