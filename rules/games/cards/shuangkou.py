"""Shuangkou (双扣): a climbing card game for two pairs of partners with two packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from rules.errors import Problem, Reason
from rules.game import Element, choice, number
from rules.play.game import Comparison, PlayedHand, PlayGame, Row
from rules.play.packs import Hands, Pack, find_unheld, hands_dealt, pieces_in_play
from rules.reasons import Fault, problem_of
from rules.record.reader import Reader
from rules.settle.settlement import Bill, Item, NextHand, ScoredHand, Settlement
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


def beats(meld: Combination, last: Combination) -> bool:
    """Return whether *meld* may be laid upon *last*."""
    if "king_bomb" in (meld.kind, last.kind):
        return meld.kind == "king_bomb"
    if meld.is_bomb or last.is_bomb:
        return meld.is_bomb and (not last.is_bomb or (meld.size, meld.top) > (last.size, last.top))
    return (meld.kind, meld.size) == (last.kind, last.size) and meld.top > last.top


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


def read_play(fields: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
    """Return the play in *fields*."""
    optional = reader.optional
    play = Play(
        optional(fields, "finish", "play", lambda data, at: reader.rows(data, at, reader.a_seat)),
        optional(fields, "bombs", "play", lambda data, at: _parse_card_plays(data, reader, at))
        or (),
        optional(fields, "hands", "play", lambda data, at: hands_dealt(data, reader, at)),
        optional(fields, "plays", "play", lambda data, at: _parse_card_plays(data, reader, at)),
    )
    if outcome == "win" and fields.get("plays") is None and fields.get("finish") is None:
        reader.wrong("play.finish", "is needed where there is no log of the plays")
    return play


def _parse_card_plays(data: object, reader: Reader, where: str) -> tuple[CardPlay, ...]:
    return reader.rows(data, where, lambda one, at: _parse_card_play(one, reader, at))


def _parse_card_play(data: object, reader: Reader, where: str) -> CardPlay:
    fields = reader.fields(data, LAID_FIELDS, where)
    return CardPlay(
        reader.a_seat(fields.get("seat"), f"{where}.seat"),
        reader.codes(fields.get("cards"), f"{where}.cards"),
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
    passes: int = 0
    """How many have passed one after another since."""
    finish: tuple[int, ...] = ()
    """Who has finished, in that order."""
    bombs: tuple[CardPlay, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether the hand has been decided."""
        return is_decided(self.finish)

    def fault(self, play: CardPlay) -> Fault | None:
        """Return why *play* cannot be played now, or nothing; checked in the sheet's order."""
        if self.is_over:
            return "bad_record", Reason("hand_over")
        if play.seat != self.turn:
            return "bad_record", Reason("other_turn", {"seat": self.turn})
        if not play.cards:
            return ("bad_record", Reason("leader_lays")) if self.last is None else None
        return self._card_fault(play) or self.meld_fault(play)

    def after(self, play: CardPlay) -> Course:
        """Return the course once *play*, in which there is no fault, has been played."""
        if not play.cards:
            return self._after_pass()
        spent = tuple(
            (*cards, *play.cards) if seat == play.seat else cards
            for seat, cards in enumerate(self.spent)
        )
        meld = combination(play.cards)
        finish = (*self.finish, play.seat) if len(spent[play.seat]) == HAND else self.finish
        bombs = (*self.bombs, play) if meld is not None and meld.is_bomb else self.bombs
        course = replace(
            self, spent=spent, last=meld, owner=play.seat, passes=0, finish=finish, bombs=bombs
        )
        return course if course.is_over else replace(course, turn=course._next_seat(play.seat))

    def _after_pass(self) -> Course:
        """Return the course once the seat has passed; when all others have, the trick is over."""
        passes = self.passes + 1
        still_in = [seat for seat in range(SEATS) if seat not in self.finish]
        if passes < len(still_in) - (self.owner in still_in):
            return replace(self, passes=passes, turn=self._next_seat(self.turn))
        partner = partner_of(self.owner)
        leader = self.owner if partner in self.finish else partner
        return replace(self, turn=leader, last=None, passes=0)

    def _next_seat(self, seat: int) -> int:
        following = (seat + self.step) % SEATS
        while following in self.finish:
            following = (following + self.step) % SEATS
        return following

    def _card_fault(self, play: CardPlay) -> Fault | None:
        seat, all_of_it = play.seat, (*self.spent[play.seat], *play.cards)
        message = PACK.not_there(play.cards, pieces_in_play(self.hands, self.spent, seat))
        if message is None and len(all_of_it) > HAND:
            return "bad_tiles", Reason("hand_size", {"count": HAND})
        message = message or find_unheld(self.hands[seat], all_of_it, seat)
        return None if message is None else ("bad_tiles", message)

    def meld_fault(self, play: CardPlay) -> Fault | None:
        """Return why *play*, cards that the seat holds, may not lie there now, or nothing."""
        meld = combination(play.cards)
        if meld is None:
            return "bad_meld", Reason("cards_no_combination")
        if self.last is not None and not beats(meld, self.last):
            return "bad_meld", Reason("last_not_beaten")
        return None


def is_decided(finish: Sequence[int]) -> bool:
    """Return whether the hand ends when these seats have finished."""
    return len(finish) > PARTNER or (len(finish) == PARTNER and partner_of(finish[0]) == finish[1])


def follow(start: Course, plays: Sequence[CardPlay]) -> tuple[Course, Problem | None]:
    """Return the course of a log as far as it is sound, and the first fault in it."""
    course = start
    for place, play in enumerate(plays):
        fault = course.fault(play)
        if fault is not None:
            return course, problem_of(fault, f"play.plays[{place}]")
        course = course.after(play)
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

    def read_play(self, fields: Mapping[str, Any], reader: Reader, outcome: str) -> Play:
        """Return the play in *fields*."""
        return read_play(fields, reader, outcome)

    def compare(self, lies: Row, row: Row, options: Mapping[str, Any]) -> Comparison:  # noqa: ARG002 -- hook
        """Return whether *row* may be laid upon *lies*."""
        last, meld = combination(lies), combination(row)
        wins = last is not None and meld is not None and beats(meld, last)
        return Comparison(last and last.kind, meld and meld.kind, wins)

    def problems(self, hand: PlayedHand[Play]) -> Iterator[Problem]:
        """Yield what cannot be in the log or the summary."""
        problems = list(_finish_problems(hand))
        problems += PACK.hand_problems(hand.play.hands or (), "play.hands")
        if hand.play.plays is not None and not problems:
            problems += _log_problems(hand)
        if not problems:
            problems += _bomb_problems(hand)
        yield from problems

    def settle_win(self, hand: PlayedHand[Play]) -> Settlement:
        """Return the settlement of a hand played out."""
        finish, bombs = _result(hand)
        first = finish[0]
        partner = partner_of(first)
        place = finish.index(partner) if partner in finish else SEATS - 1
        state = hand.state
        leader = None if place == 1 else first
        following = NextHand(leader, state.round, state.repeats, state.carry)
        if place not in FINISHES:
            return self.settlement(hand, (), following)
        name, worth = FINISHES[place]
        base = hand.options["base"]
        bomb = greatest(bombs, (first, partner), hand.options["king_bomb_factor"])
        items = (Item(name, worth * base), *bomb)
        factors = [times(item.id, item.value) for item in bomb]
        terms = (add("base", base), times(name, worth), *factors)
        bill = Bill()
        for winner in sorted((first, partner)):
            bill.charge((winner - 1) % SEATS, winner, terms)
        score = compute(terms)
        wins = [ScoredHand(seat, score, "points", items, terms=terms) for seat in (first, partner)]
        return self.settlement(hand, bill.rows, following, wins)


def greatest(bombs: Iterable[CardPlay], seats: Sequence[int], king: int) -> list[Item]:
    """Return the bomb of *seats* with the greatest factor, the stronger of equal ones; or none.

    *king* is the factor of the bomb of jokers.
    """
    candidates = []
    for seat, cards in bombs:
        meld = combination(cards)
        if seat not in seats or meld is None:
            continue
        if meld.kind == "king_bomb":
            candidates.append((king, True, Item("king_bomb", king)))
        elif meld.size in BOMB_FACTORS:
            factor = BOMB_FACTORS[meld.size]
            candidates.append((factor, False, Item(f"bomb_{meld.size}", factor)))
    return [max(candidates)[2]] if candidates else []


def course_of(hand: PlayedHand[Play]) -> tuple[Course, Problem | None]:
    """Return how the logged hand went, and the first fault in the log."""
    play = hand.play
    hands = UNKNOWN if play.hands is None else play.hands
    start = Course(hand.state.banker, STEPS[hand.options["direction"]], hands)
    return follow(start, play.plays or ())


def _result(hand: PlayedHand[Play]) -> tuple[Sequence[int], Sequence[CardPlay]]:
    """Return who finished in which order and the bombs, from the log where there is one."""
    if hand.play.plays is not None:
        course, _ = course_of(hand)
        return course.finish, course.bombs
    return hand.play.finish or (), hand.play.bombs


def _finish_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    finish = hand.play.finish
    if finish is None:
        return
    if len(set(finish)) < len(finish):
        yield Problem("bad_record", "nobody finishes twice", "play.finish")
    elif hand.is_played_out and not (is_decided(finish) and not is_decided(finish[:-1])):
        message = "two seats where they are partners, otherwise three"
        yield Problem("bad_record", message, "play.finish")


def _log_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    """Yield the first fault of the log, or where the summary does not agree with it."""
    course, fault = course_of(hand)
    if fault is not None:
        yield fault
        return
    if hand.is_played_out and not course.is_over:
        yield Problem("bad_record", "the hand has not come to its end", "play.plays")
    elif hand.play.finish not in (None, course.finish):
        yield Problem("bad_record", "does not agree with the log", "play.finish")


def _bomb_problems(hand: PlayedHand[Play]) -> Iterator[Problem]:
    bombs = hand.play.bombs
    yield from _card_problems(bombs, hand.play.hands or UNKNOWN)
    left = [_sort_cards(bomb) for bomb in course_of(hand)[0].bombs]
    for place, bomb in enumerate(bombs):
        exists = all(card in STRENGTH for card in bomb.cards)
        meld = combination(bomb.cards) if exists else None
        if exists and (meld is None or not meld.is_bomb):
            yield Problem("bad_meld", "these cards are no bomb", f"play.bombs[{place}].cards")
        elif hand.play.plays is None:
            continue
        elif _sort_cards(bomb) in left:
            left.remove(_sort_cards(bomb))
        else:
            yield Problem("bad_record", "the log shows no such bomb", f"play.bombs[{place}]")


def _card_problems(bombs: Sequence[CardPlay], hands: Hands) -> Iterator[Problem]:
    for place, bomb in enumerate(bombs):
        yield from PACK.strange(bomb.cards, f"play.bombs[{place}].cards")
    yield from PACK.too_many([card for bomb in bombs for card in bomb.cards], "play.bombs")
    for seat, hand in enumerate(hands):
        cards = [card for bomb in bombs if bomb.seat == seat for card in bomb.cards]
        message = find_unheld(hand, cards, seat)
        if len(cards) > HAND:
            message = f"a hand has {HAND} cards"
        if message is not None:
            yield Problem("bad_tiles", message, "play.bombs")


def _sort_cards(bomb: CardPlay) -> CardPlay:
    return CardPlay(bomb.seat, tuple(sorted(bomb.cards)))


GAME = Shuangkou()
