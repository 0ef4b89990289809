"""Players that lay a hand down for any game: what lies on the table when a hand has ended.

They know how sets are made and where tiles lie, but no game's rules: what they lay out
is kept if the game settles it. The records are the truth that a camera has to read.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import rules
from hw_sim.players.further_wins import FurtherWin, FurtherWins
from hw_sim.players.hands import MANNERS, Builder, BuiltSet, Hand, Style, TilePool
from rules.errors import JantakuError
from rules.play.wall import throw_dice
from rules.ruleset import Ruleset
from rules.tiles import CODES, KIND, TILES, Tile, write

Json = dict[str, Any]

WISHES: Final = 120
"""How many different wishes players try to fulfil before they give up."""

TRIES: Final = 10
"""How many hands they lay out for one wish."""

WAYS: Final = {"self_draw": 9, "discard": 9, "robbed_kong": 2}
"""How often players wish for each way of winning."""

WILDS: Final = (0, 0, 1, 1, 1, 2, 2, 3)
"""How many wild tiles they wish for in a game that has them."""


LAST: Final = frozenset(("last_tile", "last_discard"))
"""Marks of a win after which the wall has no tile to turn up."""


class NoHandError(JantakuError):
    """Players found no hand that the game settles."""

    code = "no_hand_found"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a hand is to be like."""

    by: str
    style: Style
    wilds: int
    declares: str | None
    """What the winner has announced; his hand is closed then."""
    has_mark: bool
    """Whether the win is to be a special one, such as on the last tile."""


@dataclass(frozen=True, slots=True)
class HandSpec:
    """What is settled about a hand before players lay it down; chance decides the rest."""

    options: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] | None = None
    """Stands in the record as it is; without one any seat may be banker."""
    available: Mapping[str, int] | None = None
    """How many tiles of each code are at hand, where that is fewer than the game's set."""
    dice: list[list[int]] | None = None
    indicators: Sequence[str] | None = None
    """The tiles turned up at the deal, by code."""
    winner: tuple[int, str, int | None] | None = None
    """Seat, way of winning and giver; nothing special is then added to the win."""
    further: Sequence[FurtherWin] | None = None
    """The wins after it, where play goes on after a win; by default none if *winner* is given."""
    declared: Sequence[Sequence[str]] | None = None
    """What each seat has announced."""


def winning_record(game: Ruleset, rng: random.Random, spec: HandSpec | None = None) -> Json:
    """Return the record of a won hand that *game* settles, with all that *spec* sets.

    Equal states of *rng* give equal records. Raise `NoHandError` after a bounded
    number of tries.
    """
    return _find_record(_Table(game, rng, spec or HandSpec()), _Table.build_win)


def drawn_record(game: Ruleset, rng: random.Random, spec: HandSpec | None = None) -> Json:
    """Return the record of a hand that nobody won, some seats showing what they waited with.

    Arguments and errors are those of `winning_record`.
    """
    return _find_record(_Table(game, rng, spec or HandSpec()), _Table.build_draw)


def _find_record(table: _Table, lay_out: Callable[[_Table, Wish], Json | None]) -> Json:
    refusal = "there are too few tiles"
    for _ in range(WISHES):
        wish = table.wish()
        for _ in range(TRIES):
            record = lay_out(table, wish)
            if record is None:
                continue
            answer: Json = rules.settle_json(record)
            if "error" not in answer:
                return record
            refusal = answer["error"]["message"]
    message = f"no hand of {table.game.id} in {WISHES * TRIES} tries; the last one: {refusal}"
    raise NoHandError(message)


class _Table:
    """One table, its game and its tiles; every hand laid out on it starts from the full set."""

    def __init__(self, game: Ruleset, rng: random.Random, spec: HandSpec) -> None:
        self.game = game
        self.rng = rng
        self.spec = spec
        self.options = {**game.defaults, **spec.options}
        self.players = game.players(self.options)
        state = spec.state
        self.state = {"banker": rng.randrange(self.players)} if state is None else dict(state)
        available = spec.available
        self.copies = {
            code: count if available is None else min(count, available.get(code, 0))
            for code, count in game.tiles_for(self.options).items()
        }

    def wish(self) -> Wish:
        """Return what players wish for next."""
        rng = self.rng
        ways = [way for way in self.game.ways if way in WAYS]
        manner = rng.choices(MANNERS, [manner.weight for manner in MANNERS])[0]
        declarations = self.game.declared
        declares = rng.choice(declarations) if declarations and rng.random() < 0.4 else None
        way = rng.choices(ways, [WAYS[way] for way in ways])[0]
        winner = self.spec.winner
        if winner is not None:
            way, declares = winner[1], self._declarations(winner[0])
        claims = 0.0 if declares or rng.random() < 0.25 else rng.choice((0.3, 0.6, 1.0))
        if way != "self_draw" and self.game.taken_only_concealed:
            claims = 0.0
        kongs = rng.choice((0.0, 0.0, 0.2, 0.6))
        return Wish(
            way,
            Style(manner, rng.randrange(3), kongs, claims, self.game.chows),
            rng.choice(WILDS),
            declares,
            winner is None and rng.random() < 0.2,
        )

    def _declarations(self, seat: int) -> str | None:
        declarations = self.spec.declared
        return next(iter(declarations[seat]), None) if declarations is not None else None

    def throws(self) -> list[list[int]]:
        """Return dice as the game throws them."""
        return throw_dice(self.game, self.state.get("banker", 0), self.options, self.rng)

    def build_win(self, wish: Wish) -> Json | None:
        """Return a won hand laid out by *wish*, or nothing where the tiles did not come."""
        hand = _Hand(self, wish)
        return hand.record("win") if hand.lay_winner() else None

    def build_draw(self, wish: Wish) -> Json | None:
        """Return a drawn hand."""
        hand = _Hand(self, wish)
        hand.lay_waiting()
        return hand.record("draw")


class _Hand:
    """One hand being laid out."""

    def __init__(self, table: _Table, wish: Wish) -> None:
        self.table, self.wish, self.rng, self.game = table, wish, table.rng, table.game
        self.pool = TilePool(table.copies, table.rng)
        self.flowers = self.game.flower_tiles(table.options)
        self.indicators = self._turned_up()
        self.hidden: list[Tile] = []
        self.wild = self.game.wild_tiles(self.indicators, table.options)
        self.aside = self.game.aside_tiles(self.indicators, table.options)
        self.substitutes = self.game.substitutes(self.indicators, table.options)
        self.pool.substitute(self.substitutes)
        apart = {*self.wild, *self.aside, *self.flowers} - {*self.substitutes.values()}
        all_kinds = range(self.game.set_kinds)
        kinds = [kind for kind in all_kinds if kind not in apart and self.pool.left(kind)]
        self.builder = Builder(self.pool, self.rng, kinds, self.game.largest_set)
        self.seats: list[Json] = [
            {"hand": None, "melds": [], "flowers": "", "aside": ""} for _ in range(table.players)
        ]
        self.win: Json = {}
        self.further: list[Json] = []

    def lay_winner(self) -> bool:
        """Lay the winner's tiles and the others'; return whether there were tiles for them."""
        seat, source = self._who_won()
        hand = self.builder.complete(self.game.hand_size // 3, self.wish.style)
        if hand is None:
            return False
        concealed = list(hand.concealed)
        self._swap_in_wilds(concealed, keep=0 if self.wish.by == "self_draw" else 1)
        tile = concealed.pop()
        self.win = {"seat": seat, "tile": CODES[tile], "by": self.wish.by}
        if self.wish.by != "self_draw":
            self.win["from"] = source
        if self.wish.by == "robbed_kong" and not self._lay_robbed_pung(source, tile):
            return False
        self.seats[seat]["hand"] = write(concealed)
        self.seats[seat]["melds"] = [self._meld(seat, meld) for meld in hand.melds]
        self._announce(seat)
        if self.game.plays_on and not self._play_on():
            return False
        self._lay_others(seat)
        return True

    def _play_on(self) -> bool:
        """Lay the hands of further winners; return whether there were tiles for them."""
        sequel = FurtherWins(
            self.pool,
            self.rng,
            lambda: self.builder.complete(self.game.hand_size // 3, self.wish.style),
            self._lay_ready,
        )
        further = self.table.spec.further
        if further is None:
            is_given = self.table.spec.winner is not None
            further = () if is_given else sequel.choose(self.win, self.table.players)
        wins = sequel.wins(self.win, further)
        if wins is None:
            return False
        self.further = wins
        return all(
            win["by"] != "robbed_kong" or self._lay_robbed_pung(win["from"], TILES[win["tile"]])
            for win in wins
        )

    def _lay_ready(self, seat: int, hand: Hand, place: int) -> None:
        """Lay *hand* before *seat*, but for its concealed tile at *place*."""
        rest = (*hand.concealed[:place], *hand.concealed[place + 1 :])
        self.seats[seat]["hand"] = write(rest)
        self.seats[seat]["melds"] = [self._meld(seat, meld) for meld in hand.melds]

    def lay_waiting(self) -> None:
        """Lay sets and, here and there, a waiting hand of a seat that shows it."""
        for seat in range(self.table.players):
            hand_shown = None
            if self.rng.random() < 0.4 or self.game.all_hands_shown:
                hand_shown = self.builder.complete(self.game.hand_size // 3, self.wish.style)
            if hand_shown is not None:
                self._lay_ready(seat, hand_shown, 0)
                self.pool.put_back(hand_shown.concealed[:1])
        self._lay_others(-1)

    def record(self, outcome: str) -> Json:
        """Return what lies there as a hand record."""
        table = self.table
        return {
            "ruleset": self.game.id,
            "options": dict(table.spec.options),
            "state": table.state,
            "deal": {
                "indicators": [CODES[tile] for tile in self.indicators],
                "hidden_indicators": [CODES[tile] for tile in self.hidden],
                "dice": table.throws() if table.spec.dice is None else table.spec.dice,
            },
            "seats": self.seats,
            "outcome": outcome,
            "wins": [self.win, *self.further] if self.win else [],
        }

    def _turned_up(self) -> list[Tile]:
        """Return the indicators: those given, else any."""
        indicators = self.table.spec.indicators
        if indicators is None:
            return self.pool.take_any(self.game.indicators, self.flowers)
        return self.pool.take_faces([TILES[code] for code in indicators])

    def _who_won(self) -> tuple[int, int]:
        winner = self.table.spec.winner
        seat = self.rng.randrange(self.table.players) if winner is None else winner[0]
        if winner is None or winner[2] is None:
            return seat, self._other_seat(seat)
        return seat, winner[2]

    def _other_seat(self, seat: int) -> int:
        """Return any seat but *seat*, which is alone where one plays by himself."""
        others = self.table.players - 1
        return (seat + self.rng.randint(1, others)) % self.table.players if others else seat

    def _meld(self, seat: int, meld: BuiltSet) -> Json:
        if not meld.is_open:
            return {"kind": "kong_concealed", "tiles": write(meld.tiles)}
        kind = "chow" if meld.is_run else "pung"
        if len(meld.tiles) > 3:
            kind = self.rng.choice(("kong_discard", "kong_added"))
        return {
            "kind": kind,
            "tiles": write(meld.tiles),
            "claimed": CODES[self.rng.choice(meld.tiles)],
            "from": (seat - 1) % self.table.players if meld.is_run else self._other_seat(seat),
        }

    def _lay_robbed_pung(self, seat: int, tile: Tile) -> bool:
        kind = KIND[self.substitutes.get(tile, tile)]
        if not self.pool.has((kind,) * 3):
            return False
        pung = BuiltSet(tuple(self.pool.take((kind,) * 3)), is_run=False, is_open=True)
        self.seats[seat]["melds"].append(self._meld(seat, pung))
        return True

    def _swap_in_wilds(self, concealed: list[Tile], keep: int) -> None:
        """Put wild tiles in place of some of *concealed*, but for the last *keep* of them."""
        places = self.rng.sample(range(len(concealed) - keep), len(concealed) - keep)
        wilds = self.pool.faces_left(self.wild)[: self.wish.wilds]
        for place, wild in zip(places, self.pool.take_faces(wilds), strict=False):
            self.pool.put_back(concealed[place : place + 1])
            concealed[place] = wild

    def _announce(self, seat: int) -> None:
        """Add what the winner declared, what that brings, and how special the win was."""
        before, wish = self.seats[seat], self.wish
        if wish.declares is not None:
            before["declared"] = [wish.declares]
        kongs = [place for place, meld in enumerate(before["melds"]) if "kong" in meld["kind"]]
        marks = [] if wish.by == "robbed_kong" else ["last_tile"]
        if wish.by == "discard":
            marks = ["last_discard"]
        if wish.by == "self_draw" and kongs:
            marks = ["kong_draw"]
        if wish.declares is not None and not kongs:
            marks.append("ippatsu")
        marks = [mark for mark in marks if mark in self.game.marks]
        if wish.has_mark and marks:
            self.win["marks"] = [self.rng.choice(marks)]
            if self.win["marks"] == ["kong_draw"]:
                self.win["kong"] = kongs[-1]

    def _lay_others(self, winner: int) -> None:
        bonus = [tile for tile in self.pool.faces_left(self.flowers) if tile not in self.wild]
        for seat, before in enumerate(self.seats):
            if self.rng.random() < 0.5:
                count = self.rng.randrange(min(len(bonus), 3) + 1)
                before["flowers"] = write(bonus[:count])
                bonus = bonus[count:]
            if self.game.uses_aside and self.rng.random() < 0.4:
                before["aside"] = self._singles()
            if seat != winner and before["hand"] is None:
                self._lay_loser(seat)
        hidden_count = self.game.turned_after_win(self.table.options)
        if not hidden_count:
            self._turn_indicators()
        elif self.win and LAST.isdisjoint(self.win.get("marks", ())):
            self.hidden = self.pool.take_any(hidden_count)

    def _turn_indicators(self) -> None:
        """Turn up one more indicator for each kong, and those below after an announcement."""
        kongs = sum("kong" in meld["kind"] for before in self.seats for meld in before["melds"])
        most = self.game.turned_for_kongs(self.table.options)
        self.indicators += self.pool.take_any(min(kongs, most))
        has_hidden = self.game.has_hidden_indicators(self.table.options)
        if self.win and self.wish.declares is not None and has_hidden:
            self.hidden = self.pool.take_any(len(self.indicators))

    def _singles(self) -> str:
        kinds = [kind for kind in sorted(self.wild | self.aside) if self.pool.left(kind)]
        sample = self.rng.sample(kinds, min(len(kinds), self.rng.choice((1, 1, 2))))
        return write(self.pool.take(sample))

    def _lay_loser(self, seat: int) -> None:
        """Lay some sets before a seat that did not win; let it show its hand now and then."""
        before = self.seats[seat]
        style = Style(MANNERS[0], 0, 0.2, 1.0, self.game.chows)
        for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2))):
            meld = self.builder.grab(self.builder.kinds, style)
            if meld is not None:
                before["melds"].append(self._meld(seat, meld))
        if self.rng.random() < 0.15 or self.game.all_hands_shown:
            size = self.game.hand_size - 3 * len(before["melds"])
            before["hand"] = write(self.pool.take_any(size, self.flowers))
