"""Nanjing mahjong (南京の麻雀): nanjing.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.errors import Problem, refuse
from rules.games.jiangsu.nanjing.payment import (
    Till,
    flower_kongs,
    liable,
    pay_fines,
    pay_kongs,
    pay_win,
)
from rules.games.jiangsu.nanjing.scoring import FLOWERS_TO_WIN, best, is_seven_pairs, may_win
from rules.games.jiangsu.nanjing.table import ELEMENTS, OPTIONS
from rules.hands.covers import completes
from rules.hands.keys import pack
from rules.record.claims import flowers_lie_out, incident_fields, indicators_turned, sole_claim
from rules.ruleset import Ruleset, full_set
from rules.scoring.kinds import DRAGONS
from rules.scoring.won_hand import SETS, won_hand
from rules.settle.settlement import NextHand, Scored, Settlement, rotate
from rules.tiles import CODES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.games.jiangsu.nanjing.scoring import Score
    from rules.record.values import Meld, Record, Win

SUPPLEMENTS: Final = frozenset(("flower_draw", "kong_draw"))
UNIT: Final = "points"


class Nanjing(Ruleset):
    """Counted flowers, dragons among them, no chows, and kongs that are paid at once."""

    id = "nanjing"
    native = "南京の麻雀"
    name = "Nanjing mahjong"
    family = "jiangsu"
    first_banker = "count"
    tiles = full_set(flowers=True)
    chows = False
    options = OPTIONS
    elements = ELEMENTS
    marks = ("dealt", "dealt_ready", "flower_draw", "kong_draw")
    incidents = ("four_same_discards", "four_by_one")
    carry: ClassVar[Mapping[str, Any]] = MappingProxyType({"event": False})

    def flower_tiles(self, options: Mapping[str, Any]) -> frozenset[Tile]:
        """Return the flowers and the dragons, which are treated alike."""
        return super().flower_tiles(options) | {Tile(kind) for kind in DRAGONS}

    def start_score_for(self, options: Mapping[str, Any]) -> int:
        """Return the purse where liability is limited to it."""
        purse: int = options["purse"] if options["limited_liability"] else self.start_score
        return purse

    def meld_problem(self, record: Record, meld: Meld) -> str | None:  # noqa: ARG002 -- hook
        """Return that a flower tile is in the set."""
        if meld.tiles[0] in DRAGONS:
            return f"{CODES[meld.tiles[0]]} is a flower tile here and cannot be in a set"
        return None

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, tiles that do not lie where they must, and incidents told wrongly."""
        yield from indicators_turned(record)
        yield from flowers_lie_out(record)
        yield from incident_fields(record)
        for place, incident in enumerate(record.incidents):
            where = f"incidents[{place}]"
            if incident.seat is None:
                yield Problem("bad_record", "must say who is fined", f"{where}.seat")

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that a rule forbids, or that are none."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from sole_claim(record, place)
            won = won_hand(record, win)
            if not (completes(pack(won.concealed), SETS - len(won.melds)) or is_seven_pairs(won)):
                message = f"the tiles do not form {SETS} sets and a pair, nor seven pairs"
                yield Problem("not_a_win", message, where)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most.

        Raise `RecordError` where nothing allows the win.
        """
        (win,) = record.wins
        won = won_hand(record, win)
        score = best(won)
        assert score is not None
        if not may_win(won, score):
            message = (
                "a win needs a big hand, a concealed hand, "
                f"or {FLOWERS_TO_WIN} flower tiles laid out"
            )
            raise refuse("below_minimum", message, "wins[0]")
        till = _paid_at_once(record)
        pay_win(till, record, win, score)
        had_event = (
            _had_event(record)
            or not SUPPLEMENTS.isdisjoint(score.names)
            or liable(record, win, score) is not None
        )
        stays = win.seat == record.state.banker and score.is_big
        after = _next(record, till, stays=stays, had_event=had_event)
        entries = (_entry(win, score),)
        return Settlement(self.id, record.players, tuple(till.rows), after, entries)

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: fines and kongs are paid, the post moves on."""
        till = _paid_at_once(record)
        after = _next(record, till, stays=False, had_event=True)
        return Settlement(self.id, record.players, tuple(till.rows), after)


def _paid_at_once(record: Record) -> Till:
    """Return what is paid whoever wins."""
    till = Till(record)
    pay_fines(till, record)
    pay_kongs(till, record)
    return till


def _had_event(record: Record) -> bool:
    """Return whether there was a fine or a flower kong."""
    return bool(record.incidents) or any(map(flower_kongs, record.seats))


def _next(record: Record, till: Till, *, stays: bool, had_event: bool) -> NextHand:
    """Return the next hand; the game is over when two players have nothing left."""
    carry = {"event": had_event}
    after = rotate(record.state, record.players, stays=stays, carry=carry)
    return NextHand(after.banker, after.round, after.repeats, carry, till.ends_the_game)


def _entry(win: Win, score: Score) -> Scored:
    """Return the winner's entry."""
    return Scored(win.seat, score.points, UNIT, score.items, score.reading.rows())


GAME: Final = Nanjing()
