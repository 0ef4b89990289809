"""Hands of cards and dominoes: a course is a value, laying something gives the next one.

What a hand stands like is a value of the game's own. Its `CardRules` say what is there after
the deal, what may be done, why something may not, and what comes of it; the course asks
only them, so that what is legal and what is refused cannot differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.errors import Problem, Reason, RecordError
from rules.game import Options
from rules.play.actions import Abort, Pass
from rules.play.game import PlayGame
from rules.reasons import as_problem
from rules.record.reader import Reader
from rules.record.values import State
from rules.settle.settlement import Settlement
from rules.value import NOTHING, evolve, value

Cards = tuple[str, ...]
TableT = TypeVar("TableT")


@value
class Lay:
    """Lay cards or dominoes on the table."""

    seat: int
    cards: Cards
    is_down: bool = False
    """Whether they lie face down."""


@value
class Take:
    """Capture cards of the table with the one just laid; none to leave it lying there."""

    seat: int
    cards: Cards


@value
class Pull:
    """Capture a whole flower that lies in one's hand and on the table."""

    seat: int
    cards: Cards


@value
class CardView:
    """What lies there, the cards that seats hold among it."""

    hands: tuple[Cards, ...]
    table: Cards
    before: tuple[Cards, ...]
    """What each seat has captured, or how many piles."""


CardAction = Lay | Take | Pull | Pass | Abort


class Chance(Protocol):
    """What shuffles: a `random.Random` with its seed, or a test's own."""

    def shuffle(self, x: list[str], /) -> None:
        """Bring the list into a chance order."""


@value
class Table:
    """What every hand of cards has."""

    options: Options
    state: State
    hands: tuple[Cards, ...]
    """What each seat holds yet."""


class CardRules(Generic[TableT]):
    """One game's way of playing."""

    game: ClassVar[PlayGame[Any]]

    def pack(self) -> Cards:
        """Return every card, equal ones as often as they are there."""
        pieces = self.game.pieces
        return tuple([piece for piece, count in pieces.items() for _ in range(count)])

    def deal(self, options: Options, state: State, cards: Cards) -> TableT:
        """Return what there is once *cards*, shuffled, were dealt."""
        raise NotImplementedError

    def to_act(self, table: TableT) -> tuple[int, ...]:
        """Return the seats that may do something now; none once the hand is over."""
        raise NotImplementedError

    def offers(self, table: TableT, seat: int) -> Iterable[CardAction]:
        """Yield everything that *seat* may do, whose turn it is."""
        raise NotImplementedError

    def problem(self, table: TableT, action: CardAction) -> Problem | None:
        """Return why *action* may not be done by a seat that may do something, or nothing."""
        if action in tuple(self.offers(table, action.seat)):
            return None
        return as_problem(self.reason(table, action))

    def reason(self, table: TableT, action: CardAction) -> Reason:
        """Return why *action* is none of the offers, in the sheet's words."""
        raise NotImplementedError

    def after(self, table: TableT, action: CardAction) -> TableT:
        """Return what there is after *action*, which nothing is said against."""
        raise NotImplementedError

    def grounds(self, table: TableT, action: CardAction) -> Iterable[Reason]:
        """Return the rules by which *action*, done on *table*, was legal, and what they bring."""
        raise NotImplementedError

    def play_json(self, table: TableT, log: Sequence[CardAction]) -> Mapping[str, Any]:
        """Return the record's `play` of a hand that is over."""
        raise NotImplementedError

    def summary(self, table: TableT) -> Mapping[str, Any]:
        """Return the record's `play` of a hand that is over as people tell it, without the acts."""
        raise NotImplementedError

    def turn_seen(self, table: TableT) -> tuple[int, ...]:
        """Return whose turn it is for all to see: not who may do what others do not know of."""
        return self.to_act(table)

    def is_silent(self, table: TableT, action: CardAction) -> bool:  # noqa: ARG002 -- hook
        """Return whether nobody else notices *action*, by which *table* came about."""
        return False

    def choose(self, table: TableT, seat: int, offers: Sequence[CardAction]) -> CardAction:
        """Return which of its *offers* a plain player on *seat* takes, for a reason one can say."""
        raise NotImplementedError

    def view(self, table: TableT) -> CardView:
        """Return what lies there; whoever shows it leaves out hands that are not to be seen."""
        raise NotImplementedError

    def outcome(self, table: TableT) -> str:  # noqa: ARG002 -- hook
        """Return the record's `outcome` of a hand that is over."""
        return "win"


@value
class CardCourse(Generic[TableT]):
    """A hand of cards that is played: where it stands, what may be done, what comes of it."""

    play: CardRules[TableT]
    table: TableT
    options: Mapping[str, Any]
    """Those that differ from the game's own."""
    state: State
    pack: Cards
    """All cards in the order in which they were shuffled."""
    log: tuple[CardAction, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether the hand has ended."""
        return not self.to_act

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may do something now."""
        return self.play.to_act(self.table)

    @property
    def players(self) -> int:
        """Return how many take part."""
        return len(self.state.scores)

    def refusal(self, action: CardAction) -> Problem | None:
        """Return why *action* may not be done now, in the sheet's words, or nothing."""
        if not 0 <= action.seat < self.players:
            return as_problem(Reason("nobody_there"), "bad_record", "seat")
        if self.is_over:
            return as_problem(Reason("hand_over"))
        if action.seat not in self.to_act:
            return as_problem(Reason("other_turn", {"seat": self.to_act[0]}))
        if isinstance(action, Lay):
            hand = self.play.view(self.table).hands[action.seat]
            if lacking := Counter(action.cards) - Counter(hand):
                return as_problem(Reason("card_not_in_hand", {"card": min(lacking)}), "bad_tiles")
        return self.play.problem(self.table, action)

    def legal(self, seat: int) -> tuple[CardAction, ...]:
        """Return everything that *seat* may do now."""
        return tuple(self.play.offers(self.table, seat)) if seat in self.to_act else ()

    def after(self, action: CardAction) -> CardCourse[TableT]:
        """Return the course after *action*; raise `RecordError` with the reason against it."""
        problem = self.refusal(action)
        if problem is not None:
            raise RecordError((problem,))
        return evolve(self, table=self.play.after(self.table, action), log=(*self.log, action))

    def record(self) -> dict[str, Any]:
        """Return the hand record; raise `ValueError` while the hand goes on."""
        if not self.is_over:
            raise ValueError("the hand is not over")
        return {
            "ruleset": self.play.game.id,
            "options": dict(self.options),
            "state": self.state_json(),
            "play": dict(self.play.play_json(self.table, self.log)),
            "outcome": self.play.outcome(self.table),
        }

    def summary(self) -> dict[str, Any]:
        """Return the hand record as people tell it; raise `ValueError` while the hand goes on."""
        return {**self.record(), "play": dict(self.play.summary(self.table))}

    @property
    def is_silent(self) -> bool:
        """Return whether nobody else has noticed what was done last."""
        return bool(self.log) and self.play.is_silent(self.table, self.log[-1])

    def state_json(self) -> dict[str, Any]:
        """Return the record's `state`, with no more of its `carry` than says something."""
        state, usual = self.state.to_json(), self.play.game.carry
        carry = {
            name: value
            for name, value in state["carry"].items()
            if self.state.carry[name] != usual[name]
        }
        return {**state, "carry": carry}

    def settlement(self) -> Settlement:
        """Return the settlement of `record`."""
        game = self.play.game
        return game.settle(game.read(self.record()))


def begin_cards(
    play: CardRules[TableT],
    chance: Chance,
    state: Mapping[str, Any] = NOTHING,
    options: Mapping[str, Any] = NOTHING,
) -> CardCourse[TableT]:
    """Return the course of a new hand, its cards shuffled by *chance*.

    *state* and *options* are those of the hand record, the first of which tells by its
    `scores` how many take part. Raise `RecordError` for what is wrong with them.
    """
    cards = list(play.pack())
    chance.shuffle(cards)
    return deal_cards(play, tuple(cards), state, options)


def deal_cards(
    play: CardRules[TableT],
    pack: Cards,
    state: Mapping[str, Any] = NOTHING,
    options: Mapping[str, Any] = NOTHING,
) -> CardCourse[TableT]:
    """Return the course of a new hand of the shuffled *pack*; otherwise as `begin_cards`."""
    game = play.game
    reader = Reader(game, game.seats[0])
    house_rules = reader.options(dict(options))
    scores = state.get("scores")
    reader.players = len(scores) if type(scores) is list else game.players(house_rules)
    table_state = reader.state(dict(state), game.start_score_for(house_rules))
    problems = list(reader.problems)
    if reader.players not in game.seats:
        problems.append(Problem("bad_record", f"{reader.players} do not play this", "state.scores"))
    if problems:
        raise RecordError(problems)
    return CardCourse(play, play.deal(house_rules, table_state, pack), options, table_state, pack)


def choose(course: CardCourse[Any], seat: int) -> CardAction:
    """Return what the plain player on *seat* does, who may do something now."""
    legal = course.legal(seat)
    return legal[0] if len(legal) == 1 else course.play.choose(course.table, seat, legal)


def without_cards(hand: Cards, cards: Iterable[str]) -> Cards:
    """Return *hand* without *cards*, all of which are in it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def deal_hands(cards: Cards, players: int, each: int) -> tuple[tuple[Cards, ...], Cards]:
    """Return *each* of *cards* for everybody, and the rest."""
    hands = [tuple(sorted(cards[seat * each : (seat + 1) * each])) for seat in range(players)]
    return tuple(hands), cards[players * each :]
