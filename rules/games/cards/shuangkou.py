"""Shuangkou (双扣): a climbing card game for two pairs of partners with two packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from rules.errors import Problem, Reason
from rules.game import Element, choice, number
from rules.play.dealt import Hands, Pack, hands_dealt, not_held, pieces_in_play
from rules.play.game import Comparison, Played, PlayGame, Row
from rules.reasons import Fault, problem_of
from rules.record.reader import Reader
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement
from rules.settle.terms import add, compute, times

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "SHDC"
JOKERS: Final = ("BJ", "RJ")
"""The small and the big one."""

STRENGTH: Final = {f"{rank}{suit}": place for place, rank in enumerate(RANKS) for suit in SUITS} | {
    joker: len(RANKS) + place for place, joker in enumerate(JOKERS)
}
"""How strong each card is, from 0; suits do not matter."""

COPIES: Final = 2
"""How often every card exists."""

TWO: Final = RANKS.index("2")
"""The lowest strength that stands in no run."""

LEAST_RUN: Final = {1: 5, 2: 3, 3: 3}
"""How many neighbours make a run of single cards, pairs and triples."""

GROUPS: Final = {1: "single", 2: "pair", 3: "triple"}
RUNS: Final = {1: "run", 2: "pair_run", 3: "triple_run"}
LEAST_BOMB: Final = 4
BOMBS: Final = frozenset(("bomb", "king_bomb"))

Cards = tuple[str, ...]


class Combination(NamedTuple):
    """Cards that may be laid together."""

    kind: str
    """`single`, `pair`, `run`, `bomb`, … as in the sheet's table."""
    size: int
    """How many cards."""
    top: int
    """The strength that counts."""

    @property
    def is_bomb(self) -> bool:
        """Return whether it beats everything that is no bomb."""
        return self.kind in BOMBS


def combination(cards: Iterable[str]) -> Combination | None:
    """Return what *cards*, all of which exist, are together; nothing if they may not be laid."""
    strengths = Counter(STRENGTH[card] for card in cards)
    size, top = strengths.total(), max(strengths, default=0)
    if len(strengths) == 1:
        kind = "bomb" if size >= LEAST_BOMB else GROUPS[size]
        return Combination(kind, size, top)
    if strengths == {TWO + 1: COPIES, TWO + 2: COPIES}:
        return Combination("king_bomb", size, top)
    copies = set(strengths.values())
    low = min(strengths, default=0)
    if len(copies) != 1 or top >= TWO or top - low + 1 != len(strengths):
        return None
    each = copies.pop()
    if len(strengths) < LEAST_RUN.get(each, size + 1):
        return None
    return Combination(RUNS[each], size, top)


def beats(laid: Combination, last: Combination) -> bool:
    """Return whether *laid* may be laid upon *last*."""
    if "king_bomb" in (laid.kind, last.kind):
        return laid.kind == "king_bomb"
    if laid.is_bomb or last.is_bomb:
        return laid.is_bomb and (not last.is_bomb or (laid.size, laid.top) > (last.size, last.top))
    return (laid.kind, laid.size) == (last.kind, last.size) and laid.top > last.top


PLAY_FIELDS: Final = frozenset(("finish", "bombs", "hands", "plays"))
LAID_FIELDS: Final = frozenset(("seat", "cards"))

SEATS: Final = 4
HAND: Final = 27


class CardPlay(NamedTuple):
    """What one seat laid; a pass has no cards."""

    seat: int
    cards: Cards


class Play(NamedTuple):
    """What a record says of a hand; what it does not say is `None`."""

    finish: tuple[int, ...] | None = None
    bombs: tuple[CardPlay, ...] = ()
    hands: Hands | None = None
    plays: tuple[CardPlay, ...] | None = None


def read_play(given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
    """Return the play in *given*."""
    optional = reader.optional
    play = Play(
        optional(given, "finish", "play", lambda data, at: reader.rows(data, at, reader.a_seat)),
        optional(given, "bombs", "play", lambda data, at: _all_laid(data, reader, at)) or (),
        optional(given, "hands", "play", lambda data, at: hands_dealt(data, reader, at)),
        optional(given, "plays", "play", lambda data, at: _all_laid(data, reader, at)),
    )
    if outcome == "win" and given.get("plays") is None and given.get("finish") is None:
        reader.wrong("play.finish", "is needed where there is no log of the plays")
    return play


def _all_laid(data: object, reader: Reader, where: str) -> tuple[CardPlay, ...]:
    return reader.rows(data, where, lambda one, at: _parse_card_play(one, reader, at))


def _parse_card_play(data: object, reader: Reader, where: str) -> CardPlay:
    given = reader.fields(data, LAID_FIELDS, where)
    return CardPlay(
        reader.a_seat(given.get("seat"), f"{where}.seat"),
        reader.codes(given.get("cards"), f"{where}.cards"),
    )


UNKNOWN: Final[Hands] = (None,) * SEATS
PACK: Final = Pack("card", dict.fromkeys(STRENGTH, COPIES), HAND)

STEPS: Final[Mapping[str, int]] = {"counterclockwise": 1, "clockwise": -1}
"""To the next seat, by the option `direction`."""

PARTNER: Final = 2


def partner_of(seat: int) -> int:
    """Return who sits opposite."""
    return (seat + PARTNER) % SEATS


@dataclass(frozen=True, slots=True)
class Course:
    """How far a hand has come."""

    turn: int
    """Whose turn it is."""
    step: int = 1
    """To the next seat: 1 or -1."""
    hands: Hands = UNKNOWN
    """The hands as dealt, where they are known."""
    spent: tuple[Cards, ...] = ((),) * SEATS
    """The cards that each seat has laid."""
    last: Combination | None = None
    """What has to be beaten; nothing where *turn* leads."""
    owner: int = 0
    """Who laid it."""
    passed: int = 0
    """How many have passed one after another since."""
    finish: tuple[int, ...] = ()
    """Who has finished, in that order."""
    bombs: tuple[CardPlay, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether the hand has been decided."""
        return is_decided(self.finish)

    def fault(self, laid: CardPlay) -> Fault | None:
        """Return why *laid* cannot be played now, or nothing; checked in the sheet's order."""
        if self.is_over:
            return "bad_record", Reason("hand_over")
        if laid.seat != self.turn:
            return "bad_record", Reason("other_turn", {"seat": self.turn})
        if not laid.cards:
            return ("bad_record", Reason("leader_lays")) if self.last is None else None
        return self._card_fault(laid) or self.meld_fault(laid)

    def after(self, laid: CardPlay) -> Course:
        """Return the course once *laid*, in which there is no fault, has been played."""
        if not laid.cards:
            return self._after_pass()
        spent = tuple(
            (*cards, *laid.cards) if seat == laid.seat else cards
            for seat, cards in enumerate(self.spent)
        )
        made = combination(laid.cards)
        finish = (*self.finish, laid.seat) if len(spent[laid.seat]) == HAND else self.finish
        bombs = (*self.bombs, laid) if made is not None and made.is_bomb else self.bombs
        course = replace(
            self, spent=spent, last=made, owner=laid.seat, passed=0, finish=finish, bombs=bombs
        )
        return course if course.is_over else replace(course, turn=course._following(laid.seat))

    def _after_pass(self) -> Course:
        """Return the course once the seat has passed; when all others have, the trick is over."""
        passed = self.passed + 1
        still_in = [seat for seat in range(SEATS) if seat not in self.finish]
        if passed < len(still_in) - (self.owner in still_in):
            return replace(self, passed=passed, turn=self._following(self.turn))
        partner = partner_of(self.owner)
        leader = self.owner if partner in self.finish else partner
        return replace(self, turn=leader, last=None, passed=0)

    def _following(self, seat: int) -> int:
        following = (seat + self.step) % SEATS
        while following in self.finish:
            following = (following + self.step) % SEATS
        return following

    def _card_fault(self, laid: CardPlay) -> Fault | None:
        seat, all_of_it = laid.seat, (*self.spent[laid.seat], *laid.cards)
        message = PACK.not_there(laid.cards, pieces_in_play(self.hands, self.spent, seat))
        if message is None and len(all_of_it) > HAND:
            return "bad_tiles", Reason("hand_size", {"count": HAND})
        message = message or not_held(self.hands[seat], all_of_it, seat)
        return None if message is None else ("bad_tiles", message)

    def meld_fault(self, laid: CardPlay) -> Fault | None:
        """Return why *laid*, cards that the seat holds, may not lie there now, or nothing."""
        made = combination(laid.cards)
        if made is None:
            return "bad_meld", Reason("cards_no_combination")
        if self.last is not None and not beats(made, self.last):
            return "bad_meld", Reason("last_not_beaten")
        return None


def is_decided(finish: Sequence[int]) -> bool:
    """Return whether the hand ends when these seats have finished."""
    return len(finish) > PARTNER or (len(finish) == PARTNER and partner_of(finish[0]) == finish[1])


def followed(start: Course, plays: Sequence[CardPlay]) -> tuple[Course, Problem | None]:
    """Return the course of a log as far as it is sound, and the first fault in it."""
    course = start
    for place, laid in enumerate(plays):
        fault = course.fault(laid)
        if fault is not None:
            return course, problem_of(fault, f"play.plays[{place}]")
        course = course.after(laid)
    return course, None


FINISHES: Final = {1: ("double_finish", 4), 2: ("single_finish", 2)}
"""What the partner's place, counted from 0, is worth; the last one nothing."""

BOMB_FACTORS: Final = {size: size - 3 for size in range(5, 9)}
"""What a bomb multiplies by; one of four does not."""


class Shuangkou(PlayGame[Play]):
    """The game of the sheet `shuangkou`."""

    id = "shuangkou"
    native = "双扣"
    name = "Shuangkou"
    family = "cards"
    first_banker = "count"
    has_break = False
    play_fields = PLAY_FIELDS
    deck = "cards"
    pieces = PACK.copies
    summary = "finishing_order"
    compares = True
    options = (
        number("base", 1, at_least=1),
        choice("king_bomb_factor", 4, 5),
        choice("direction", "counterclockwise", "clockwise"),
    )
    elements = (
        Element("double_finish", "双扣", "first and second", "4 × base"),
        Element("single_finish", "単扣", "first and third", "2 × base"),
        Element("bomb_5", "5枚の炸弾", "bomb of five", "×2"),
        Element("bomb_6", "6枚の炸弾", "bomb of six", "×3"),
        Element("bomb_7", "7枚の炸弾", "bomb of seven", "×4"),
        Element("bomb_8", "8枚の炸弾", "bomb of eight", "×5"),
        Element("king_bomb", "天王炸弾", "bomb of all four jokers", "×4 or ×5"),
    )

    def read_play(self, given: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the play in *given*."""
        return read_play(given, reader, outcome)

    def compare(self, lies: Row, laid: Row, options: Mapping[str, Any]) -> Comparison:  # noqa: ARG002 -- hook
        """Return whether *laid* may be laid upon *lies*."""
        last, made = combination(lies), combination(laid)
        wins = last is not None and made is not None and beats(made, last)
        return Comparison(last and last.kind, made and made.kind, wins)

    def problems(self, played: Played[Play]) -> Iterator[Problem]:
        """Yield what cannot be in the log or the summary."""
        found = list(_finish_problems(played))
        found += PACK.hand_problems(played.play.hands or (), "play.hands")
        if played.play.plays is not None and not found:
            found += _log_problems(played)
        if not found:
            found += _bomb_problems(played)
        yield from found

    def settle_win(self, played: Played[Play]) -> Settlement:
        """Return the settlement of a hand played out."""
        finish, bombs = _result(played)
        first = finish[0]
        partner = partner_of(first)
        place = finish.index(partner) if partner in finish else SEATS - 1
        state = played.state
        leader = None if place == 1 else first
        following = NextHand(leader, state.round, state.repeats, state.carry)
        if place not in FINISHES:
            return self.settlement(played, (), following)
        name, worth = FINISHES[place]
        base = played.options["base"]
        bomb = greatest(bombs, (first, partner), played.options["king_bomb_factor"])
        items = (Item(name, worth * base), *bomb)
        factors = [times(item.id, item.value) for item in bomb]
        terms = (add("base", base), times(name, worth), *factors)
        bill = Bill()
        for winner in sorted((first, partner)):
            bill.charge((winner - 1) % SEATS, winner, terms)
        score = compute(terms)
        wins = [Scored(seat, score, "points", items, terms=terms) for seat in (first, partner)]
        return self.settlement(played, bill.rows, following, wins)


def greatest(bombs: Iterable[CardPlay], seats: Sequence[int], king: int) -> list[Item]:
    """Return the bomb of *seats* with the greatest factor, the stronger of equal ones; or none.

    *king* is the factor of the bomb of jokers.
    """
    found = []
    for seat, cards in bombs:
        made = combination(cards)
        if seat not in seats or made is None:
            continue
        if made.kind == "king_bomb":
            found.append((king, True, Item("king_bomb", king)))
        elif made.size in BOMB_FACTORS:
            factor = BOMB_FACTORS[made.size]
            found.append((factor, False, Item(f"bomb_{made.size}", factor)))
    return [max(found)[2]] if found else []


def course_of(played: Played[Play]) -> tuple[Course, Problem | None]:
    """Return how the logged hand went, and the first fault in the log."""
    play = played.play
    hands = UNKNOWN if play.hands is None else play.hands
    start = Course(played.state.banker, STEPS[played.options["direction"]], hands)
    return followed(start, play.plays or ())


def _result(played: Played[Play]) -> tuple[Sequence[int], Sequence[CardPlay]]:
    """Return who finished in which order and the bombs, from the log where there is one."""
    if played.play.plays is not None:
        course, _ = course_of(played)
        return course.finish, course.bombs
    return played.play.finish or (), played.play.bombs


def _finish_problems(played: Played[Play]) -> Iterator[Problem]:
    finish = played.play.finish
    if finish is None:
        return
    if len(set(finish)) < len(finish):
        yield Problem("bad_record", "nobody finishes twice", "play.finish")
    elif played.is_played_out and not (is_decided(finish) and not is_decided(finish[:-1])):
        message = "two seats where they are partners, otherwise three"
        yield Problem("bad_record", message, "play.finish")


def _log_problems(played: Played[Play]) -> Iterator[Problem]:
    """Yield the first fault of the log, or where the summary does not agree with it."""
    course, fault = course_of(played)
    if fault is not None:
        yield fault
        return
    if played.is_played_out and not course.is_over:
        yield Problem("bad_record", "the hand has not come to its end", "play.plays")
    elif played.play.finish not in (None, course.finish):
        yield Problem("bad_record", "does not agree with the log", "play.finish")


def _bomb_problems(played: Played[Play]) -> Iterator[Problem]:
    bombs = played.play.bombs
    yield from _card_problems(bombs, played.play.hands or UNKNOWN)
    left = [_sorted(bomb) for bomb in course_of(played)[0].bombs]
    for place, bomb in enumerate(bombs):
        exists = all(card in STRENGTH for card in bomb.cards)
        made = combination(bomb.cards) if exists else None
        if exists and (made is None or not made.is_bomb):
            yield Problem("bad_meld", "these cards are no bomb", f"play.bombs[{place}].cards")
        elif played.play.plays is None:
            continue
        elif _sorted(bomb) in left:
            left.remove(_sorted(bomb))
        else:
            yield Problem("bad_record", "the log shows no such bomb", f"play.bombs[{place}]")


def _card_problems(bombs: Sequence[CardPlay], hands: Hands) -> Iterator[Problem]:
    for place, bomb in enumerate(bombs):
        yield from PACK.strange(bomb.cards, f"play.bombs[{place}].cards")
    yield from PACK.too_many([card for bomb in bombs for card in bomb.cards], "play.bombs")
    for seat, hand in enumerate(hands):
        laid = [card for bomb in bombs if bomb.seat == seat for card in bomb.cards]
        message = not_held(hand, laid, seat)
        if len(laid) > HAND:
            message = f"a hand has {HAND} cards"
        if message is not None:
            yield Problem("bad_tiles", message, "play.bombs")


def _sorted(bomb: CardPlay) -> CardPlay:
    return CardPlay(bomb.seat, tuple(sorted(bomb.cards)))


GAME = Shuangkou()
