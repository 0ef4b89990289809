"""The review screen: every tile that lies on the table, and what only people can say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

import rules
from kiosk.i18n import Catalogue, of_game
from kiosk.session import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin, Part, Session, at_work
from kiosk.session.facts import Choice as Value
from kiosk.session.facts import Spot, choices, format_fact, is_typed
from kiosk.session.from_log import seat_key, win_key
from kiosk.session.questions import Questions
from kiosk.view import HandView
from kiosk.web.context import tile_name
from kiosk.web.views.frame import SeatView, name_of, value_words, view_seats, way_words
from kiosk.web.views.value import entry_words
from rules.game import Fact, Game
from rules.record.values import KONGS

MANY: Final = 2
"""From this number of a winner's kongs on it is open which one's supplement won."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A word that can be on or off."""

    id: str
    title: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class FactChoice:
    """A seat, word, number, tile or set that a fact may name."""

    name: str
    is_on: bool
    then: str
    """The fact's value after a tap on it."""
    code: str = ""
    """The tile to be shown in place of the name, where it is one."""
    group: str = ""
    """The set that it belongs to, where each set has choices of its own."""
    place: int = -1
    """Which set that is."""


@dataclass(frozen=True, slots=True)
class FactView:
    """Something that the tiles cannot show."""

    id: str
    of: str
    """`win` or `seat`."""
    kind: str
    title: str
    value: str
    choices: tuple[FactChoice, ...] = ()
    is_typed: bool = False
    """Whether it may also be something that is not offered."""


@dataclass(frozen=True, slots=True)
class MeldView:
    """A set that lies open."""

    number: int
    title: str
    tiles: tuple[DraftTile, ...]


@dataclass(frozen=True, slots=True)
class WinView:
    """How a seat won."""

    number: int
    how: str
    tile: DraftTile | None
    likely: tuple[Choice, ...]
    """Marks that go with what lies there: a supplement's with a kong."""
    rare: tuple[Choice, ...]
    facts: tuple[FactView, ...]
    kongs: tuple[FactChoice, ...] = ()
    """The kongs on whose supplement it may have been, where there are several."""
    value: str = ""
    """What the hand is said to be worth in place of its tiles, in words."""
    by_value: str = ""
    """What it is called to say that; empty where only the tiles tell."""


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of tiles beside the hand."""

    part: str
    tiles: tuple[DraftTile, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """One seat on the review screen."""

    number: int
    name: str
    badge: Markup
    is_banker: bool
    hand: tuple[DraftTile, ...] | None
    melds: tuple[MeldView, ...]
    extras: tuple[RowView, ...]
    declared: tuple[Choice, ...]
    facts: tuple[FactView, ...]
    wins: tuple[WinView, ...]
    count: str
    count_fits: bool
    is_told: bool
    """Whether people say what its hand is worth, in place of its tiles."""
    is_asked: bool
    """Whether its tiles count though it has not won, so that they are asked for."""
    doubtful: int
    """How many of its tiles the camera is not sure of."""


@dataclass(frozen=True, slots=True)
class Review:
    """Puts a draft into words for the review screen."""

    view: HandView
    session: Session
    draft: Draft
    game: Game
    t: Catalogue

    def seats(self) -> tuple[SeatReview, ...]:
        """Return every seat, with its win where it has one."""
        return tuple(self._seat(seat) for seat in view_seats(self.view, self.t))

    def indicators(self) -> tuple[RowView, ...]:
        """Return the rows of turned-up tiles that this game has."""
        game = self.game
        options = {**game.defaults, **self.session.options}
        rows = []
        if game.indicators:
            rows.append(self._table_row(Part.INDICATORS, self.draft.indicators))
        if game.has_hidden_indicators(options):
            rows.append(self._table_row(Part.HIDDEN_INDICATORS, self.draft.hidden_indicators))
        return tuple(rows)

    def title(self) -> str:
        """Return what is to be done here."""
        key = "win" if self.draft.outcome == "win" else self.draft.outcome
        return self.t(f"ui.review.title.{key}")

    def log_words(self) -> tuple[str, ...]:
        """Return what the log has filled in and nobody took back, each with whose it is."""
        keys = frozenset(self.draft.from_log or ())
        seats = [
            (number, kind, word)
            for number, seat in enumerate(self.draft.seats)
            for kind, words in (("declared", seat.declared), ("fact", tuple(seat.facts)))
            for word in words
            if seat_key(number, word) in keys
        ]
        wins = [
            (win.seat, kind, word)
            for win in self.draft.wins
            for kind, words in (("mark", win.marks), ("fact", tuple(win.facts)))
            for word in words
            if win_key(win.number, word) in keys
        ]
        return tuple(
            f"{name_of(self.view.names, seat, self.t)}: {self._words(kind, word)}"
            for seat, kind, word in (*seats, *wins)
        )

    def _table_row(self, part: Part, tiles: tuple[DraftTile, ...]) -> RowView:
        words = self.t(f"part.{self.session.ruleset}.{part}", f"ui.part.{part}")
        return RowView(part, tiles, words)

    def _seat(self, seat_view: SeatView) -> SeatReview:
        seat = self.draft.seats[seat_view.number]
        ends_won = self.draft.outcome == "win"
        wins = self.draft.wins_of(seat_view.number) if ends_won else ()
        count, due = self._count(seat, wins)
        winning_tiles = [win.tile for win in wins]
        return SeatReview(
            seat_view.number,
            seat_view.name,
            seat_view.badge,
            seat_view.is_banker,
            seat.hand,
            tuple(self._meld(meld) for meld in seat.melds),
            self._extras(seat),
            tuple(
                Choice(word, self._words("declared", word), word in seat.declared)
                for word in self._questions.declarations(seat_view.number)
            ),
            tuple(
                self._fact(fact, Spot(seat_view.number))
                for fact in self._questions.seat_facts(seat_view.number)
            ),
            tuple(self._win(win) for win in wins),
            self.t("ui.review.count", count=count, wanted=due),
            count == due,
            any(win.value for win in wins),
            not wins and self._counts_losers,
            sum(tile.is_doubtful for tile in (*seat.tiles(), *winning_tiles) if tile is not None),
        )

    @property
    def _counts_losers(self) -> bool:
        """Return whether what they show counts who have not won, so that it is asked for."""
        outcome = self.draft.outcome
        if outcome in self.game.laid_counts_after:
            return True
        return outcome == "win" and self.game.all_hands_shown

    @property
    def _questions(self) -> Questions:
        return Questions(self.session, self.draft, self.game)

    def _count(self, seat: DraftSeat, wins: Sequence[DraftWin]) -> tuple[int, int]:
        """Return how many tiles a winner shows, a kong counting as three, and how many are due.

        Of the tiles of several wins one counts.
        """
        has_tile = any(win.tile is not None for win in wins)
        count = len(seat.hand or ()) + 3 * len(seat.melds) + has_tile
        return count, self.game.hand_size + 1

    def _meld(self, meld: DraftMeld) -> MeldView:
        kind = self.t(f"ui.meld.{meld.kind}")
        if meld.giver is None:
            return MeldView(meld.number, kind, meld.tiles)
        giver = name_of(self.view.names, meld.giver, self.t)
        words = self.t("ui.meld.of", kind=kind, name=giver)
        return MeldView(meld.number, words, meld.tiles)

    def _extras(self, seat: DraftSeat) -> tuple[RowView, ...]:
        """Return the rows for flowers and tiles laid aside, where the game has them."""
        rows = []
        options = {**self.game.defaults, **self.session.options}
        if seat.flowers or self.game.flower_tiles(options):
            rows.append(RowView(Part.FLOWERS, seat.flowers))
        if self.game.uses_aside:
            rows.append(RowView(Part.ASIDE, seat.aside))
        return tuple(rows)

    def _win(self, win: DraftWin) -> WinView:
        how = way_words({"by": win.by, "from": win.giver}, self.view.names, self.t)
        order = self.draft.wins.index(win) + 1
        return WinView(
            win.number,
            f"{order} · {how}" if self.game.plays_on else how,
            win.tile,
            self._marks(win, self._questions.likely_marks(win)),
            self._marks(win, self._questions.rare_marks(win)),
            tuple(self._fact(fact, Spot(win.seat, win)) for fact in self._questions.win_facts(win)),
            self._kongs(win),
            value_words(win.value, self.t) if win.value else "",
            entry_words(self.view, win, self.t),
        )

    def _marks(self, win: DraftWin, marks: Sequence[str]) -> tuple[Choice, ...]:
        return tuple(Choice(mark, self._words("mark", mark), mark in win.marks) for mark in marks)

    def _kongs(self, win: DraftWin) -> tuple[FactChoice, ...]:
        melds = self.draft.seats[win.seat].melds
        places = [place for place, meld in enumerate(melds) if meld.kind in KONGS]
        if len(places) < MANY or "kong_draw" not in win.marks:
            return ()
        return tuple(
            FactChoice(
                f"{self._meld(melds[place]).title} · {tile_name(_face(melds[place]))}",
                win.kong == place,
                "" if win.kong == place else str(place),
            )
            for place in places
        )

    def _words(self, kind: str, name: str) -> str:
        return self.t(*of_game(kind, self.session.ruleset, name))

    def _fact(self, fact: Fact, spot: Spot) -> FactView:
        return FactView(
            fact.id,
            "seat" if spot.win is None else "win",
            fact.kind,
            self._words("fact", fact.id),
            format_fact(spot.value(self.draft, fact)),
            fact_choices(self.view, fact, spot, self.t),
            is_typed(fact),
        )


def _face(meld: DraftMeld) -> str:
    return next((tile.code for tile in meld.tiles if tile.code != "0z"), "0z")


def fact_choices(view: HandView, fact: Fact, spot: Spot, t: Catalogue) -> tuple[FactChoice, ...]:
    """Return what may be said of *fact* with one tap, in words; nothing where it is yes or no."""
    session = at_work(view.session, view.draft)
    all_choices = choices(session, view.draft, rules, spot, fact)
    return tuple(
        FactChoice(
            choice_words(view, fact, spot, one, t),
            one.is_on,
            format_fact(one.then),
            *_tile_of(view, spot, one, t),
        )
        for one in all_choices
    )


def _tile_of(view: HandView, spot: Spot, one: Value, t: Catalogue) -> tuple[str, str, int]:
    """Return the tile that a choice is about, and the set it belongs to in words and by place."""
    if not one.tile or one.meld is None:
        return one.tile, "", -1
    return one.tile, set_words(view.draft.seats[spot.seat].melds[one.meld], t), one.meld


def set_words(meld: DraftMeld, t: Catalogue) -> str:
    """Return what a set is called among others: its kind and a tile of it."""
    return f"{t(f'ui.meld.{meld.kind}')} · {tile_name(_face(meld))}"


def choice_words(view: HandView, fact: Fact, spot: Spot, one: Value, t: Catalogue) -> str:
    """Return what a value is called."""
    if one.seat is not None:
        return name_of(view.names, one.seat, t)
    if one.word:
        return t(*of_game("fact", view.session.ruleset, f"{fact.id}.{one.word}"))
    if one.tile:
        return tile_name(one.tile)
    if one.meld is None:
        return str(one.number)
    words = set_words(view.draft.seats[spot.seat].melds[one.meld], t)
    return words if one.number is None else f"{words}: {one.number}"


def review_of(view: HandView, t: Catalogue) -> Review:
    """Return the review of the open draft."""
    return Review(view, view.session, view.draft, rules.ruleset(view.session.ruleset), t)
