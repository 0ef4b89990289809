"""From JSON to a record: names, types and ranges; every fault is told with its place.

`hand-record.md`, "Record". A field that is wrong is reported and read as its
default, so that the checks after it can find what else is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.errors import Problem, RecordError, in_reading_order, refuse
from rules.game import Fact, Game, Options
from rules.record import checks
from rules.record.reader import (
    COMMON_FACTS,
    DEAL_FIELDS,
    MELD_FIELDS,
    RECORD_FIELDS,
    SEAT_FIELDS,
    WIN_FIELDS,
    Reader,
    all_known,
    declarable,
    markable,
)
from rules.record.values import (
    MELD_KINDS,
    OUTCOMES,
    TAKEN,
    UNSEEN,
    WAYS,
    Deal,
    Meld,
    Record,
    Seat,
    Win,
)
from rules.ruleset import Ruleset
from rules.tiles import TILES, Tile, parse
from rules.value import NOTHING

NO_WORDS: Final[frozenset[str]] = frozenset()
PLACES: Final = tuple(f"seats[{number}]" for number in range(9))
"""The place of each seat, so that it need not be put together for every record."""

UNSEEN_FORMS: Final[tuple[object, ...]] = ({"hand": None, "melds": []}, {})
"""How a seat that showed nothing is mostly written."""
NONE_OF_THEM: Final[tuple[object, ...]] = ([], ())


class Form(Reader):
    """Reads one JSON document as a record of one game of tile hands."""

    def __init__(self, ruleset: Game, players: int) -> None:
        """Read for *ruleset* with *players* seats."""
        super().__init__(ruleset, players)
        self.ruleset = ruleset
        self.chosen: Options = ruleset.defaults
        """How the record plays, once its options are read."""

    def record(self, data: Mapping[str, Any]) -> Record:
        """Return the record in *data*, wrong fields read as their defaults."""
        self.fields(data, RECORD_FIELDS, "")
        options = self.options(data.get("options", NOTHING))
        state = self.state(data.get("state", NOTHING), self.ruleset.start_score_for(options))
        deal = self.deal(data.get("deal", NOTHING))
        seats = []
        for shown, where in zip(data["seats"], PLACES, strict=False):
            seats.append(UNSEEN if shown in UNSEEN_FORMS else self.seat(shown, where))
        self.chosen = options
        outcome = data.get("outcome")
        if type(outcome) is not str or outcome not in OUTCOMES:
            self.wrong("outcome", f"must be one of {', '.join(OUTCOMES)}")
            outcome = "abort"
        wins = self.rows(data.get("wins", ()), "wins", self.win)
        incidents = self.rows(data.get("incidents", ()), "incidents", self.incident)
        if (outcome == "win") != bool(wins):
            self.outcome_differs(outcome)
        return Record(self.ruleset, options, state, deal, tuple(seats), outcome, wins, incidents)

    def outcome_differs(self, outcome: str) -> None:
        """Note wins in a hand that nobody won, or none in a won one."""
        won = "a won hand needs a winner"
        self.wrong("wins", won if outcome == "win" else f"outcome {outcome} has no winner")

    def tiles(self, value: Any, where: str, field: str = "") -> tuple[Tile, ...]:
        """Return the tiles of a compact string, or of a list of them, in *field* of *where*."""
        try:
            return parse("".join(value) if type(value) is list else value)
        except TypeError:  # no text, or not only texts in the list
            self.wrong(where + field, "must be tiles in compact notation")
        except ValueError as error:
            self.wrong(where + field, str(error), "bad_tiles")
        return ()

    def a_tile(self, value: object, where: str) -> Tile | None:
        """Return the one tile that *value* names."""
        if type(value) is str and value in TILES:
            return TILES[value]
        tiles = self.tiles(value, where)
        if len(tiles) == 1:
            return tiles[0]
        if tiles or value == "":
            self.wrong(where, "must be one tile", "bad_tiles")
        return None

    def deal(self, data: object) -> Deal:
        """Return what the deal fixed."""
        given = self.fields(data, DEAL_FIELDS, "deal")
        get = given.get
        east = get("east")
        return Deal(
            self.tiles(get("indicators", ""), "deal.indicators"),
            self.tiles(get("hidden_indicators", ""), "deal.hidden_indicators"),
            self.rows(given["dice"], "deal.dice", self.throw) if "dice" in given else (),
            None if east is None else self.a_seat(east, "deal.east"),
        )

    def seat(self, data: object, where: str) -> Seat:
        """Return what lay before one seat."""
        given = self.fields(data, SEAT_FIELDS, where)
        get = given.get
        hand, discards = get("hand"), get("discards")
        melds, declared, facts = get("melds", ()), get("declared", ()), get("facts", NOTHING)
        return Seat(
            None if hand is None else self.tiles(hand, where, ".hand"),
            () if melds in NONE_OF_THEM else self.rows(melds, where + ".melds", self.meld),
            self.tiles(given["flowers"], where, ".flowers") if "flowers" in given else (),
            self.tiles(given["aside"], where, ".aside") if "aside" in given else (),
            None if discards is None else self.tiles(discards, where, ".discards"),
            NO_WORDS
            if declared in NONE_OF_THEM
            else self.words(declared, where + ".declared", declarable(self.ruleset)),
            NOTHING
            if facts is NOTHING
            else self.facts(facts, where + ".facts", self.ruleset.seat_facts),
        )

    def words(self, data: object, where: str, known: frozenset[str]) -> frozenset[str]:
        """Return the list *data* of names that must be *known*."""
        try:
            sound = all_known(tuple(data), known) if type(data) is list else None
        except TypeError:  # an object or a list among them
            sound = None
        if sound is not None:
            return sound
        names = self.rows(data, where, self.word)
        for name in names:
            if name not in known:
                self.wrong(where, f"{self.ruleset.id} knows no {name}")
        return frozenset(names)

    def word(self, value: object, where: str) -> str | None:
        """Return one name."""
        if type(value) is str:
            return value
        self.wrong(where, "must be a name")
        return None

    def facts(self, data: object, where: str, listed: tuple[Fact, ...]) -> Mapping[str, Any]:
        """Return the facts in *data*, each of the kind that the sheet gives it."""
        if data == {}:
            return NOTHING
        known = COMMON_FACTS | {fact.id: fact for fact in listed}
        given = self.fields(data, known.keys(), where)
        return {
            name: self.fact(value, known[name], f"{where}.{name}")
            for name, value in given.items()
            if name in known
        }

    def fact(self, value: object, fact: Fact, where: str) -> Any:
        """Return one fact's value."""
        match fact.kind:
            case "bool" if type(value) is not bool:
                self.wrong(where, "must be true or false")
            case "text" if type(value) is not str:
                self.wrong(where, "must be a text")
            case "text" if fact.words and value not in fact.words:
                self.wrong(where, f"must be one of {', '.join(fact.words)}")
            case "int":
                return self.whole(value, where, 0)
            case "seats" | "ints" | "tile_rows":
                return self.entries(value, where, fact.kind)
            case "tiles":
                return self.tiles(value, where)
        return value

    def entries(self, value: object, where: str, kind: str) -> tuple[Any, ...]:
        """Return the entries of a fact that is a list."""
        if kind == "seats":
            return self.rows(value, where, self.a_seat)
        return self.rows(value, where, self.tiles if kind == "tile_rows" else self.a_number)

    def meld(self, data: object, where: str) -> Meld | None:
        """Return one set laid down."""
        given = self.fields(data, MELD_FIELDS, where)
        kind = given.get("kind")
        if type(kind) is not str or kind not in MELD_KINDS:
            self.wrong(where + ".kind", f"must be one of {', '.join(MELD_KINDS)}")
            return None
        source, claimed = given.get("from"), given.get("claimed")
        return Meld(
            kind,
            self.tiles(given.get("tiles"), where, ".tiles"),
            None if source is None else self.a_seat(source, where + ".from"),
            None if claimed is None else self.a_tile(claimed, where + ".claimed"),
        )

    def win(self, data: object, where: str) -> Win | None:
        """Return one winner."""
        given = self.fields(data, WIN_FIELDS, where)
        by, source, kong = given.get("by"), given.get("from"), given.get("kong")
        if type(by) is not str or by not in self.ruleset.ways:
            known = "is no way of winning" if by not in WAYS else "is no way of winning this game"
            self.wrong(where + ".by", f"{by} {known}")
            return None
        if by in TAKEN and source is None and self.players > 1:
            self.wrong(where + ".from", f"must say whose tile was taken ({by})")
        tile = given.get("tile")
        marks, facts = given.get("marks", ()), given.get("facts", NOTHING)
        return Win(
            self.a_seat(given.get("seat"), where + ".seat"),
            by,
            None if tile is None else self.a_tile(tile, where + ".tile"),
            None if source is None else self.a_seat(source, where + ".from"),
            NO_WORDS
            if marks in NONE_OF_THEM
            else self.words(marks, where + ".marks", markable(self.ruleset)),
            NOTHING
            if facts is NOTHING
            else self.facts(facts, where + ".facts", self.ruleset.win_facts),
            None if kong is None else self.whole(kong, where + ".kong", 0),
            self.told_value(given["value"], by, where + ".value") if "value" in given else None,
        )

    def told_value(self, data: object, by: str, where: str) -> Mapping[str, Any]:
        """Return what the hand of a winner *by* this way is said to be worth."""
        game, told = self.ruleset, dict[str, Any]()
        known = {figure.id: figure for figure in game.figures(self.chosen)}
        if not known or not game.figures_after(told, by, self.chosen):
            self.wrong(where, "needs the tiles: a value alone does not say who pays what")
            return told
        given = self.fields(data, known.keys(), where)
        while asked := game.figures_after(told, by, self.chosen):
            figure = next((one for one in asked if one.id in given), None)
            if figure is None:
                if all(one.is_optional for one in asked):
                    break
                self.wrong(where, f"must say {' or '.join(one.id for one in asked)}")
                return told
            if not figure.allows(given[figure.id]):
                self.wrong(f"{where}.{figure.id}", figure.expects)
                return told
            told[figure.id] = given[figure.id]
        for name in sorted(known.keys() & given.keys() - told.keys()):
            if not known[name].is_optional:
                self.wrong(f"{where}.{name}", f"does not go with {' and '.join(told)}")
        return told


def read_record(game: Ruleset, document: Mapping[str, Any]) -> Record:
    """Return the record in *document*; raise `RecordError` with everything wrong in it."""
    seats = document.get("seats")
    if type(seats) is not list or len(seats) not in game.seats:
        wanted = " or ".join(map(str, game.seats))
        raise refuse("bad_record", f"must be a list of {wanted} seats", "seats")
    form = Form(game, len(seats))
    record = form.record(document)
    misread = form.problems
    found = [*misread, *checks.problems(game, record), *game.form_problems(record)]
    rest = _without_faults(record, found)
    further: tuple[Problem, ...] = ()
    if rest is not None:
        places = {problem.where for problem in found}
        further = tuple(game.entered_problems(rest) if rest.is_entered else game.problems(rest))
        was_defaulted = bool(misread) and misread == found and rest is record
        if was_defaulted and not further:
            further = _refusals(game, rest)
        further = tuple([one for one in further if one.where not in places])
    if found or further:
        ordered = (*in_reading_order(found), *in_reading_order(further))
        raise RecordError(ordered, told_in_order=True)
    return record


def _refusals(game: Ruleset, record: Record) -> tuple[Problem, ...]:
    try:
        game.settle(record)
    except RecordError as error:
        return error.problems
    return ()


SEAT: Final = re.compile(r"seats\[(\d+)\]")
BESIDE: Final = re.compile(r"(options|state|incidents)\b(?!\.carry)")
"""Where a fault leaves the wins as they are: what is wrong there was read as its default."""


def _without_faults(record: Record, found: Sequence[Problem]) -> Record | None:
    """Return *record* with seats unseen in which something was *found*, if no win needs them.

    Return nothing where what was found leaves no win to be judged.
    """
    if not found:
        return record
    faulty = {match.group(1) for one in found if (match := SEAT.match(one.where))}
    others = [one for one in found if not SEAT.match(one.where) and not BESIDE.match(one.where)]
    needed = {str(seat) for win in record.wins for seat in (win.seat, win.source)}
    if others or faulty & needed:
        return None
    if not faulty:
        return record
    seats = [UNSEEN if str(seat) in faulty else one for seat, one in enumerate(record.seats)]
    return replace(record, seats=tuple(seats))
