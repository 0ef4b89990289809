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
        for content, where in zip(data["seats"], PLACES, strict=False):
            seats.append(UNSEEN if content in UNSEEN_FORMS else self.seat(content, where))
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
        message = "a won hand needs a winner"
        self.wrong("wins", message if outcome == "win" else f"outcome {outcome} has no winner")

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
        fields = self.fields(data, DEAL_FIELDS, "deal")
        get = fields.get
        east = get("east")
        return Deal(
            self.tiles(get("indicators", ""), "deal.indicators"),
            self.tiles(get("hidden_indicators", ""), "deal.hidden_indicators"),
            self.rows(fields["dice"], "deal.dice", self.throw) if "dice" in fields else (),
            None if east is None else self.a_seat(east, "deal.east"),
        )

    def seat(self, data: object, where: str) -> Seat:
        """Return what lay before one seat."""
        fields = self.fields(data, SEAT_FIELDS, where)
        get = fields.get
        hand, discards = get("hand"), get("discards")
        melds, declarations, facts = get("melds", ()), get("declared", ()), get("facts", NOTHING)
        return Seat(
            None if hand is None else self.tiles(hand, where, ".hand"),
            () if melds in NONE_OF_THEM else self.rows(melds, where + ".melds", self.meld),
            self.tiles(fields["flowers"], where, ".flowers") if "flowers" in fields else (),
            self.tiles(fields["aside"], where, ".aside") if "aside" in fields else (),
            None if discards is None else self.tiles(discards, where, ".discards"),
            NO_WORDS
            if declarations in NONE_OF_THEM
            else self.words(declarations, where + ".declared", declarable(self.ruleset)),
            NOTHING
            if facts is NOTHING
            else self.facts(facts, where + ".facts", self.ruleset.seat_facts),
        )

    def words(self, data: object, where: str, known_names: frozenset[str]) -> frozenset[str]:
        """Return the list *data* of names, which must be among *known_names*."""
        try:
            sound = all_known(tuple(data), known_names) if type(data) is list else None
        except TypeError:  # an object or a list among them
            sound = None
        if sound is not None:
            return sound
        names = self.rows(data, where, self.word)
        for name in names:
            if name not in known_names:
                self.wrong(where, f"{self.ruleset.id} knows no {name}")
        return frozenset(names)

    def word(self, value: object, where: str) -> str | None:
        """Return one name."""
        if type(value) is str:
            return value
        self.wrong(where, "must be a name")
        return None

    def facts(self, data: object, where: str, sheet_facts: tuple[Fact, ...]) -> Mapping[str, Any]:
        """Return the facts in *data*, each of the kind that the sheet gives it."""
        if data == {}:
            return NOTHING
        fact_by_id = COMMON_FACTS | {fact.id: fact for fact in sheet_facts}
        fields = self.fields(data, fact_by_id.keys(), where)
        return {
            name: self.fact(value, fact_by_id[name], f"{where}.{name}")
            for name, value in fields.items()
            if name in fact_by_id
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
        fields = self.fields(data, MELD_FIELDS, where)
        kind = fields.get("kind")
        if type(kind) is not str or kind not in MELD_KINDS:
            self.wrong(where + ".kind", f"must be one of {', '.join(MELD_KINDS)}")
            return None
        source, claimed_tile = fields.get("from"), fields.get("claimed")
        return Meld(
            kind,
            self.tiles(fields.get("tiles"), where, ".tiles"),
            None if source is None else self.a_seat(source, where + ".from"),
            None if claimed_tile is None else self.a_tile(claimed_tile, where + ".claimed"),
        )

    def win(self, data: object, where: str) -> Win | None:
        """Return one winner."""
        fields = self.fields(data, WIN_FIELDS, where)
        by, source, kong = fields.get("by"), fields.get("from"), fields.get("kong")
        if type(by) is not str or by not in self.ruleset.ways:
            message = "is no way of winning" if by not in WAYS else "is no way of winning this game"
            self.wrong(where + ".by", f"{by} {message}")
            return None
        if by in TAKEN and source is None and self.players > 1:
            self.wrong(where + ".from", f"must say whose tile was taken ({by})")
        tile = fields.get("tile")
        marks, facts = fields.get("marks", ()), fields.get("facts", NOTHING)
        return Win(
            self.a_seat(fields.get("seat"), where + ".seat"),
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
            self.hand_value(fields["value"], by, where + ".value") if "value" in fields else None,
        )

    def hand_value(self, data: object, by: str, where: str) -> Mapping[str, Any]:
        """Return what the hand of a winner *by* this way is said to be worth."""
        game, values = self.ruleset, dict[str, Any]()
        figure_by_id = {figure.id: figure for figure in game.figures(self.chosen)}
        if not figure_by_id or not game.figures_after(values, by, self.chosen):
            self.wrong(where, "needs the tiles: a value alone does not say who pays what")
            return values
        fields = self.fields(data, figure_by_id.keys(), where)
        while figures := game.figures_after(values, by, self.chosen):
            figure = next((one for one in figures if one.id in fields), None)
            if figure is None:
                if all(one.is_optional for one in figures):
                    break
                self.wrong(where, f"must say {' or '.join(one.id for one in figures)}")
                return values
            if not figure.allows(fields[figure.id]):
                self.wrong(f"{where}.{figure.id}", figure.expects)
                return values
            values[figure.id] = fields[figure.id]
        for name in sorted(figure_by_id.keys() & fields.keys() - values.keys()):
            if not figure_by_id[name].is_optional:
                self.wrong(f"{where}.{name}", f"does not go with {' and '.join(values)}")
        return values


def read_record(game: Ruleset, document: Mapping[str, Any]) -> Record:
    """Return the record in *document*; raise `RecordError` with everything wrong in it."""
    seats = document.get("seats")
    if type(seats) is not list or len(seats) not in game.seats:
        counts = " or ".join(map(str, game.seats))
        raise refuse("bad_record", f"must be a list of {counts} seats", "seats")
    form = Form(game, len(seats))
    record = form.record(document)
    misread = form.problems
    faults = [*misread, *checks.problems(game, record), *game.form_problems(record)]
    rest = _without_faults(record, faults)
    further: tuple[Problem, ...] = ()
    if rest is not None:
        places = {problem.where for problem in faults}
        further = tuple(game.entered_problems(rest) if rest.is_entered else game.problems(rest))
        was_defaulted = bool(misread) and misread == faults and rest is record
        if was_defaulted and not further:
            further = _refusals(game, rest)
        further = tuple([one for one in further if one.where not in places])
    if faults or further:
        problems = (*in_reading_order(faults), *in_reading_order(further))
        raise RecordError(problems, told_in_order=True)
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


def _without_faults(record: Record, faults: Sequence[Problem]) -> Record | None:
    """Return *record* with the seats that have *faults* unseen, if no win needs them.

    Return nothing where the faults leave no win to be judged.
    """
    if not faults:
        return record
    faulty = {match.group(1) for one in faults if (match := SEAT.match(one.where))}
    others = [one for one in faults if not SEAT.match(one.where) and not BESIDE.match(one.where)]
    win_seats = {str(seat) for win in record.wins for seat in (win.seat, win.source)}
    if others or faulty & win_seats:
        return None
    if not faulty:
        return record
    seats = [UNSEEN if str(seat) in faulty else one for seat, one in enumerate(record.seats)]
    return replace(record, seats=tuple(seats))
